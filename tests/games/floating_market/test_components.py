"""The component file: what it says, which mistakes it may have, and that another one changes the game."""

import tomllib
from pathlib import Path
from typing import Any

import pytest
from rich.console import Console

import khlong
from khlong.engine.game import Game
from khlong.games.facets import Components, Terminal
from khlong.games.floating_market.components import DEFAULT_FILE

from .conftest import ComponentFile
from .helpers import (
    FRUIT,
    GAME,
    LOCATIONS,
    ama_at,
    asked,
    choices,
    coins,
    market,
    native_engine,
    of_seat,
    play,
    rolled,
    seat,
)

FREE = {"cost": 0, "spaces": 1, "mark": "book"}
FOR_A_COIN = FREE | {"cost": 1}


def die(lowest: int, highest: int, mark: str, *, subtracts: bool = False) -> dict[str, Any]:
    return {"faces": [lowest, highest], "subtracts": subtracts, "mark": mark}


def valued(value: object, mark: str) -> dict[str, Any]:
    return {"value": value, "mark": mark}


IN_THE_BOX = {
    "game": "floating-market",
    "customers": {"each": valued(3, "book")},
    "coins": {
        "start": valued(2, "book"),
        "most": valued(6, "book"),
        "beside_activated_boat": valued(2, "book"),
        "on_dock": valued(1, "book"),
    },
    "goal": {"short": valued(5, "book"), "long": valued(7, "book")},
    "rounds": {"last": valued(100, "ours")},
    "dice": {
        "player": {
            "d4": die(1, 4, "review"),
            "d6": die(1, 6, "review"),
            "d10": die(0, 9, "review"),
            "d12": die(1, 12, "review"),
            "white": die(1, 6, "review", subtracts=True),
        },
        "board": {"d12": die(1, 12, "book"), "d6": die(1, 6, "book", subtracts=True)},
        "ama": {
            "kind": die(1, 6, "ours"),
            "with_two_players": valued(2, "book"),
            "with_three_players": valued(1, "book"),
        },
    },
    "tiles": {"high": valued(4, "book"), "low": valued(-2, "book")},
    "fruit": {"kinds": valued(list(FRUIT), "book"), "cards_each": valued(5, "inferred")},
    "river": {
        "locations": [
            {"totals": [9, 13], "mark": "book"},
            {"totals": [14, 16], "mark": "book"},
            {"totals": [17, 19], "mark": "book"},
            {"totals": [20, 23], "mark": "book"},
            {"totals": [24, 28], "mark": "inferred"},
            {"totals": [29, 35], "mark": "book"},
            {"totals": [36, 8], "mark": "ours"},
        ],
        "clockwise": valued("ascending", "ours"),
        "west": valued(["9-13", "14-16", "17-19"], "ours"),
        "ama": valued(["20-23", "9-13"], "book"),
        "closed_with_two": valued("29-35", "book"),
    },
    "buildings": {
        **dict.fromkeys(("temple", "woodworker", "fishmonger"), FREE),
        **dict.fromkeys(("north-trader", "south-trader"), FREE | {"reach": 2}),
        **dict.fromkeys(("fruit-stand", "office"), FOR_A_COIN),
        "tailor": FOR_A_COIN | {"dice": 2},
        "hut": FREE | {"spaces_with_two": 0},
        "market": {"cost": 4, "spaces": 2, "spaces_with_two": 1, "mark": "book"},
        "boatsman": FREE | {"spaces": "any"},
    },
}


def test_every_value_and_its_mark_are_as_ruled() -> None:
    assert tomllib.loads(DEFAULT_FILE.read_text(encoding="utf-8")) == IN_THE_BOX


# mistakes


@pytest.mark.parametrize(
    ("changes", "says"),
    [
        ({"start = { value = 2, mark": "start = { mark"}, "coins.start.value is missing"),
        ({'last = { value = 100, mark = "ours" }': "last = { value = 100 }"}, "rounds.last.mark is missing"),
        ({'d4 = { faces = [1, 4], subtracts = false, mark = "review" }\n': ""}, "dice.player.d4 is missing"),
        ({"temple = { cost = 0, ": "temple = { "}, "buildings.temple.cost is missing"),
        ({"[coins]": '[coins]\nlost = { value = 1, mark = "ours" }'}, "coins.lost is not known here"),
        (
            {"temple = {": 'church = { cost = 0, spaces = 1, mark = "ours" }\ntemple = {'},
            "buildings.church is not known",
        ),
        ({"start = { value = 2": 'start = { value = "2"'}, "coins.start.value must be a whole number, not '2'"),
        ({"start = { value = 2": "start = { value = 2.0"}, "coins.start.value must be a whole number, not 2.0"),
        ({"subtracts = true": "subtracts = 1"}, "dice.player.white.subtracts must be true or false, not 1"),
        ({"totals = [14, 16]": "totals = [15, 16]"}, "river: location 15-16 must begin at 14, right after 9-13"),
        ({"totals = [14, 16]": "totals = [13, 16]"}, "river: location 13-16 must begin at 14, right after 9-13"),
        ({"totals = [36, 8]": "totals = [36, 7]"}, "river: location 36-7 must close the ring at 8"),
        ({'    { totals = [36, 8], mark = "ours" },\n': ""}, "river.locations must have at least 7 entries, not 6"),
        ({"start = { value = 2": "start = { value = 7"}, "coins.start is above coins.most, 6"),
        ({"start = { value = 2": "start = { value = -1"}, "coins.start.value must be at least 0, not -1"),
        ({"short = { value = 5": "short = { value = 7"}, "goal.short.value must be at most 6"),
        ({"long = { value = 7": "long = { value = 5"}, "goal.short must be below goal.long"),
        ({"long = { value = 7": "long = { value = 8"}, "goal.long.value must be at most 7"),
        ({'["9-13", "14-16"': '["9-13", "14-17"'}, "river: there is no location '14-17'; there are 9-13, 14-16"),
        ({'["20-23", "9-13"]': '["20-24", "9-13"]'}, "river: there is no location '20-24'"),
        ({'two = { value = "29-35"': 'two = { value = "30-35"'}, "river: there is no location '30-35'"),
        ({'["20-23", "9-13"]': '["20-23", "20-23"]'}, "river: Ama's customers need two different locations"),
        ({'["20-23", "9-13"]': '["20-23", "29-35"]'}, "river: Ama's customers need two different locations"),
        ({'"starfruit"': '"mango"'}, "fruit.kinds names a fruit twice"),
        ({"faces = [0, 9]": "faces = [9, 0]"}, "dice.player.d10: the lowest face, 9, is above the highest, 0"),
        ({'6, mark = "book"': '6, mark = "rumour"'}, "coins.most.mark must be 'book', 'review', 'inferred'"),
        (
            {'value = "ascending"': 'value = "left"'},
            "river.clockwise.value must be 'ascending' or 'descending'",
        ),
        ({'spaces = "any"': "spaces = 3"}, "buildings.boatsman.spaces must be 'any', not 3"),
        ({"each = { value = 3": "each = { value = 4"}, "customers.each.value must be at most 3, not 4"),
        ({'"floating-market"': '"phraya"'}, "game must be 'floating-market'"),
        ({"[tiles]": "[tiles"}, "is not a TOML file"),
        ({"low = { value = -2": "low = { value = 4"}, "tiles.high must be above tiles.low"),
        ({"low = { value = -2": "low = { value = 9"}, "tiles.high must be above tiles.low"),
        ({"market = { cost = 4": "market = { cost = 7"}, "buildings.market costs 7, and nobody has more than"),
        ({"most = { value = 6": "most = { value = 3"}, "buildings.market costs 4, and nobody has more than"),
        ({"totals = [36, 8]": "totals = [36, 8000]"}, "river.locations.6.totals.1 must be at most 1000"),
        (
            {"totals = [36, 8]": "totals = [36, -8]"},
            "river.locations.6.totals.1 must be at least 0",
        ),
        (
            {"cards_each = { value = 5": f"cards_each = {{ value = {10**30}"},
            "fruit.cards_each.value must be at most 100",
        ),
        ({"last = { value = 100": "last = { value = 1001"}, "rounds.last.value must be at most 1000"),
        ({"faces = [0, 9]": "faces = [0, 31]"}, "dice.player.d10.faces.1 must be at most 30"),
        ({'"starfruit"': f'"{"x" * 21}"'}, "is not a word of 1 to 20 small letters"),
        ({'["9-13", "14-16", "17-19"]': '["9-13", "9-13"]'}, "river"),  # a location twice on the west side
    ],
)
def test_a_mistake_is_named_by_file_entry_and_reason(
    component_file: ComponentFile, changes: dict[str, str], says: str
) -> None:
    with pytest.raises(khlong.ComponentError) as error:
        Components.of(GAME).load(component_file(changes))
    assert "mine.toml: " in str(error.value)
    assert says in str(error.value)


def test_all_mistakes_are_named_at_once(component_file: ComponentFile) -> None:
    path = component_file({"start = { value = 2": 'start = { value = "2"', "most = {": "least = {"})
    with pytest.raises(khlong.ComponentError) as error:
        Components.of(GAME).load(path)
    lines = sorted(str(error.value).splitlines())
    assert [line.split()[1] for line in lines] == ["coins.least", "coins.most", "coins.start.value"]


def test_a_file_that_is_not_there_is_named(tmp_path: Path) -> None:
    with pytest.raises(khlong.ComponentError, match=r"nowhere\.toml: cannot be read: No such file"):
        Components.of(GAME).load(tmp_path / "nowhere.toml")


def test_a_folder_is_not_a_component_file(tmp_path: Path) -> None:
    with pytest.raises(khlong.ComponentError, match="cannot be read"):
        Components.of(GAME).load(tmp_path)


def test_a_file_that_is_not_text_is_named(tmp_path: Path) -> None:
    path = tmp_path / "picture.toml"
    path.write_bytes(b"\xff\xd8\xff\xe0")
    with pytest.raises(khlong.ComponentError, match=r"picture\.toml: is not a TOML file"):
        Components.of(GAME).load(path)


# another box


@pytest.fixture(scope="module")
def other_game(component_file: ComponentFile) -> Game:
    """The game with a box that differs in many ways."""
    return Components.of(GAME).load(
        component_file(
            {
                "start = { value = 2": "start = { value = 4",
                "most = { value = 6": "most = { value = 9",
                "beside_activated_boat = { value = 2": "beside_activated_boat = { value = 3",
                "on_dock = { value = 1": "on_dock = { value = 2",
                "short = { value = 5": "short = { value = 3",
                "last = { value = 100": "last = { value = 6",
                "d4 = { faces = [1, 4]": "d4 = { faces = [3, 3]",
                "high = { value = 4": "high = { value = 9",
                "totals = [9, 13]": "totals = [9, 14]",
                "totals = [14, 16]": "totals = [15, 16]",
                '"ascending"': '"descending"',
                '["9-13", "14-16", "17-19"]': '["20-23"]',
                '["20-23", "9-13"]': '["20-23", "9-14"]',
                "market = { cost = 4": "market = { cost = 3",
            }
        )
    )


def test_the_set_up_is_that_of_the_other_box(other_game: Game) -> None:
    table = khlong.new_table(other_game, 3, 5)
    assert coins(table) == [4, 4, 4]
    assert ama_at(table) == {"20-23", "9-14"}
    assert table.view()["goal"] == 3
    native = native_engine(other_game)
    if native is not None:
        assert native.to_state(native.begin(khlong.template(other_game, 3), 5)) == table.state


def test_the_roll_is_that_of_the_other_box(other_game: Game) -> None:
    everyone = [seat(pool=("d4",)) for _ in range(4)]
    table = rolled(12, *everyone, game=other_game)  # four dice that always show 3
    assert table.view()["last_roll"]["activated"] == "9-14"
    table = rolled(21, *everyone, game=other_game, moves=("place temple", "tile +9"))
    assert table.view()["last_roll"]["tiles"] == ["+9"]
    assert rolled(14, game=other_game).view()["last_roll"]["activated"] == "9-14"


def test_coins_are_those_of_the_other_box(other_game: Game) -> None:
    table = rolled(
        "20-23", seat("17-19"), seat("west-dock"), seat("24-28", coins=8), seat("east-dock"), game=other_game
    )
    assert coins(table) == [7, 6, 9, 4]
    assert "place market" in choices(market({"coins": 3}, game=other_game))


def test_clockwise_is_that_of_the_other_box(other_game: Game) -> None:
    table = rolled("20-23", seat("north-trader", "15-16"), seat("south-trader", "29-35"), game=other_game)
    assert coins(table) == [7, 7, 4, 4]
    seats = seat("north-trader", "29-35"), seat("south-trader", "15-16")
    table = rolled("20-23", *seats, game=other_game, options={"traders": "owner"})
    assert coins(table) == [4, 4, 4, 4]
    assert ama_at(rolled("15-16", players=3, game=other_game)) == {"17-19", "36-8"}


def test_the_end_is_that_of_the_other_box(other_game: Game) -> None:
    assert rolled("20-23", seat("20-23", fruit=["mango", "banana"]), game=other_game).over
    assert play(market(round=6, first=4, asked="swap", game=other_game), "swap 9-14 15-16").over


def test_a_position_is_judged_by_the_other_box(component_file: ComponentFile) -> None:
    """Also what is legal in it: nobody in our own box has 40 coins, or adds three dice at the Tailor."""
    rich = Components.of(GAME).load(
        component_file({"most = { value = 6": "most = { value = 50", "spaces = 1, dice = 2": "spaces = 1, dice = 3"})
    )
    table = market({"coins": 40}, game=rich).play("place tailor")
    assert market({"coins": 40}, game=rich).view()["seats"][0]["coins"] == 40
    again = khlong.table_from_position(table.write_position(), rich)
    assert of_seat(again.play("die d4").play("die d6").play("die d10"), 1)["pool"] == ["d4", "d6", "d10"]


def test_a_hut_that_is_open_with_two_players_adds_the_d6_too(component_file: ComponentFile) -> None:
    other = Components.of(GAME).load(component_file({"spaces_with_two = 0": "spaces_with_two = 1"}))
    table = khlong.new_table(other, 2, 1).play("place hut").play("board d6")
    assert khlong.table_from_position(table.write_position(), other).view() == table.view()


@pytest.mark.parametrize("west", [[], list(LOCATIONS)], ids=["no boat", "all boats"])
def test_any_number_of_boats_can_lie_in_the_west(component_file: ComponentFile, west: list[str]) -> None:
    other = Components.of(GAME).load(component_file({'["9-13", "14-16", "17-19"]': str(west).replace("'", '"')}))
    table = khlong.new_table(other, 3, 1)
    Console(quiet=True, width=100).print(Terminal.of(other).draw(table.view(), table.names, table.messages))


def test_the_game_with_its_own_box_stays_as_it_is(other_game: Game) -> None:
    table = khlong.new_table(GAME, 4, 5, {"first": 2})
    assert coins(table) == [2, 2, 2, 2]
    assert [boat["location"] for boat in table.view()["boats"]] == list(LOCATIONS)
    assert asked(table) == (2, "customer")
    assert other_game.name == GAME.name
