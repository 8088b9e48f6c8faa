"""The board of Floating Market as text: everything is there, at every width, with and without colour."""

from __future__ import annotations

import io
import random
from fractions import Fraction

import pytest
from rich.cells import cell_len
from rich.console import Console

import khlong
from khlong.games.drawing import marks
from khlong.games.facets import Terminal
from khlong.games.floating_market.odds import location_odds

NAMES = ["Ann", "Anton", "เมษา", "A very long name indeed", "Zoë"]


def drawn(table: khlong.Table, width: int) -> list[str]:
    page = Console(file=io.StringIO(), width=width, highlight=False, markup=False, emoji=False)
    page.print(Terminal.of(table.game).draw(table.view(), table.names, table.messages))
    assert isinstance(page.file, io.StringIO)
    return page.file.getvalue().split("\n")


def random_table(players: int, seed: int, plies: int) -> khlong.Table:
    table = khlong.new_table("floating-market", players=players, seed=seed, names=NAMES[:players])
    chance = random.Random(seed)
    while table.ply < plies and not table.over:
        table.play(chance.choice(table.legal_numbers()))
    return table


@pytest.mark.parametrize("players", [2, 3, 4, 5])
@pytest.mark.parametrize("width", [40, 60, 76, 80, 100, 112, 120, 200])
def test_the_board_never_breaks_out_of_its_width(players: int, width: int) -> None:
    for seed in range(4):
        for plies in (0, 7, 23, 60, 10_000):
            lines = drawn(random_table(players, seed, plies), width)
            assert max(cell_len(line.rstrip()) for line in lines) <= width, "\n".join(lines)


def test_boats_show_totals_fruit_odds_and_customers() -> None:
    table = khlong.new_table("floating-market", players=4, seed=2, names=["Ann", "Ben", "Cho", "Dee"])
    table.play("place 17-19").play("die d12")
    view = table.view()
    text = drawn(table, 80)
    boat = next(boat for boat in view["boats"] if boat["location"] == "17-19")
    row = next(number for number, line in enumerate(text) if line.startswith(f"17-19 {boat['fruit']}"))
    who = "ABCD"[view["first"]]
    assert text[row + 1][:19].split() == ["───────", who]
    low = [boat["location"] for boat in view["boats"]].index("9-13")
    assert view["odds"][low] == pytest.approx(4 / 12)
    assert any("33%" in line for line in text)


def test_places_show_cost_room_and_who_is_there() -> None:
    table = khlong.new_table(
        "floating-market", players=4, seed=2, options={"first": 1}, names=["Ann", "Ben", "Cho", "Dee"]
    )
    table.play("place tailor").play("die d4").play("die d6").play("die d10").play("place boatsman")
    text = "\n".join(drawn(table, 80))
    assert "Tailor 1¢        A" in text
    assert "Market 4¢        ○" in text
    assert "Boatsman        B○" in text
    assert "≈D4 ≈D6 ≈D10  D12  white" in text


def test_the_fruit_that_the_player_to_move_has_is_ticked() -> None:
    position = {
        "game": "floating-market",
        "players": 4,
        "options": {"first": "2"},
        "position": {"seats": [{}, {"fruit": ["guava"]}, {}, {}]},
    }
    text = "\n".join(drawn(khlong.table_from_position(position), 80))
    assert "guava ✓" in text
    assert text.count("✓") == 1


def test_the_last_roll_shows_every_die_and_the_boat() -> None:
    table = random_table(5, 1, 60)
    roll = table.view()["last_roll"]
    text = " ".join(drawn(table, 120))
    assert f"Last roll {roll['total']} → " in text
    for die in roll["dice"]:
        name = die["die"] if die["die"] == "white" else die["die"].upper()
        assert f"{name}={die['face']}" in text


def test_players_have_letters_of_their_own() -> None:
    letters = [mark.letter for mark in marks(NAMES)]
    assert letters == ["A", "N", "เ", "V", "Z"]
    assert len({mark.style for mark in marks(NAMES)}) == 5
    assert len({mark.letter for mark in marks(["Aa", "AA", "aa", "a", "A"])}) == 5
    assert len({mark.letter for mark in marks(["🦆", "!", "…", "🦆🦆", "?"])}) == 5


def test_the_odds_beside_a_die_are_exact() -> None:
    table = khlong.new_table("floating-market", players=4, seed=2).play("place boatsman")
    box = table.game.constants["BOX"]
    moves = [move.number for move in table.legal_moves()]
    shown = Terminal.of(table.game).hints(table.state, moves, table.messages)
    for die, move in enumerate(moves):
        odds = location_odds(table.state, box, (die,))  # type: ignore[arg-type]
        percents = shown[move].plain.split()[1::2]
        assert percents == [f"{round(100 * share)}%" if round(100 * share) else "·" for share in odds]
        assert sum(odds) == Fraction(1)


def test_moves_that_need_it_have_a_hint() -> None:
    table = khlong.new_table("floating-market", players=4, seed=2)
    fruit = {boat["location"]: boat["fruit"] for boat in table.view()["boats"]}
    moves = table.legal_moves()
    shown = Terminal.of(table.game).hints(table.state, [move.number for move in moves], table.messages)
    said = {move.notation: shown[move.number].plain for move in moves if move.number in shown}
    assert said["place 9-13"] == fruit["9-13"]
    assert said["place tailor"] == "1¢"
    assert "place temple" not in said
