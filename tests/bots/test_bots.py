"""Bots: the interface, the random bot, and bots by name."""

from __future__ import annotations

from collections import Counter
from pathlib import Path

import pytest

import khlong
from khlong.bots import Bot, BotError, Clock, RandomBot, UnknownBotError, ask, bot_named, bot_names, seat_seed


class Fixed:
    """Always chooses the same, whatever it is."""

    def __init__(self, choice: object) -> None:
        self._choice = choice

    def choose(self, position: khlong.Table, clock: Clock) -> int:
        return self._choice  # type: ignore[return-value]


class Sleeper:
    def choose(self, position: khlong.Table, clock: Clock) -> int:
        raise RuntimeError("too tired")


class Meddler:
    """Plays on the table it is given, and looks at what chance has in store there."""

    def __init__(self) -> None:
        self.chance: list[int] = []

    def choose(self, position: khlong.Table, clock: Clock) -> int:
        self.chance = position.state.chance.values()
        first = position.legal_moves()[0].number
        while not position.over:
            position.play(position.legal_moves()[0].number)
        return first


@pytest.fixture
def table() -> khlong.Table:
    return khlong.new_table("floating-market", players=3, seed=1)


def test_a_bot_is_anything_that_can_choose() -> None:
    assert isinstance(RandomBot(), Bot)
    assert isinstance(Sleeper(), Bot)
    assert not isinstance(object(), Bot)


def test_a_bot_thinks_on_a_table_of_its_own_with_another_future(table: khlong.Table) -> None:
    meddler = Meddler()
    before = table.state.copy()
    number = ask(meddler, table)
    assert table.ply == 0
    assert table.state == before
    assert meddler.chance != table.state.chance.values()
    assert table.play(number).ply == 1


def test_a_legal_move_may_come_as_any_kind_of_integer(table: khlong.Table) -> None:
    numpy = pytest.importorskip("numpy")
    legal = table.legal_moves()[0].number
    chosen = ask(Fixed(numpy.int16(legal)), table)
    assert chosen == legal
    assert type(chosen) is int


@pytest.mark.parametrize("choice", [-1, 9999, 20])
def test_an_illegal_move_is_an_error_that_names_the_bot_and_the_legal_moves(table: khlong.Table, choice: int) -> None:
    with pytest.raises(BotError, match=r"The bot Fixed chose an illegal move: .*Legal moves: place"):
        ask(Fixed(choice), table)


@pytest.mark.parametrize("choice", [None, "place temple", 1.0])
def test_what_is_no_number_is_an_error_that_says_so(table: khlong.Table, choice: object) -> None:
    with pytest.raises(BotError, match="must choose the number of a move, not"):
        ask(Fixed(choice), table)


def test_a_bot_that_fails_is_named_with_what_went_wrong_and_where(table: khlong.Table) -> None:
    with pytest.raises(BotError, match=r"The bot Sleepy failed: RuntimeError: too tired, in test_bots\.py line \d+\."):
        ask(Sleeper(), table, name="Sleepy")


def test_the_random_bot_finishes_games_and_its_seed_repeats_them() -> None:
    def played(seed: int) -> list[str]:
        table = khlong.new_table("floating-market", players=2, seed=5)
        bot = RandomBot(seed)
        while not table.over:
            table.play(ask(bot, table))
        return table.moves

    assert played(1) == played(1)
    assert played(1) != played(2)


def test_the_random_bot_takes_every_move_about_as_often() -> None:
    table = khlong.new_table("floating-market", players=3, seed=1)
    legal = [move.number for move in table.legal_moves()]
    taken = Counter(RandomBot(seed).choose(table, Clock()) for seed in range(200 * len(legal)))
    assert set(taken) == set(legal)
    assert all(130 < count < 270 for count in taken.values()), taken


def test_two_random_bots_without_a_seed_differ() -> None:
    table = khlong.new_table("floating-market", players=3, seed=1)
    assert len({RandomBot().choose(table, Clock()) for _ in range(50)}) > 5


def test_every_bot_can_be_had_by_its_name() -> None:
    for name in bot_names():
        assert isinstance(bot_named(name), Bot)


@pytest.mark.parametrize(
    ("name", "message"),
    [
        ("randon", "There is no bot 'randon'. Did you mean random?"),
        ("", "There is no bot ''. The bots are: random"),
        ("nosuchmodule:Bot", "There is no module nosuchmodule"),
        ("json.nosuch:Bot", "There is no module json.nosuch"),
        (":Bot", "cannot be read"),
        ("json:Nobody", "The module json has no class 'Nobody'."),
        ("json:", "The module json has no class ''."),
        ("json:JSONDecoder", "json:JSONDecoder is no bot: it has no method choose"),
        ("fractions:Fraction.x", "has no class"),
        ("datetime:date", "cannot be made: TypeError"),
    ],
)
def test_a_bot_that_is_not_there_is_an_error_that_says_why(name: str, message: str) -> None:
    with pytest.raises(UnknownBotError) as caught:
        bot_named(name)
    assert message in str(caught.value)


def test_bots_of_ones_own_come_from_the_folder_one_stands_in(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch, table: khlong.Table
) -> None:
    (tmp_path / "ownbots.py").write_text(
        "class First:\n    def choose(self, position, clock):\n        return position.legal_moves()[0].number\n"
        "class Seeded(First):\n    def __init__(self, seed=None):\n        self.seed = seed\n",
        encoding="utf-8",
    )
    (tmp_path / "broken.py").write_text("import nosuchthing\n", encoding="utf-8")
    (tmp_path / "wrong.py").write_text("1 / 0\n", encoding="utf-8")
    monkeypatch.chdir(tmp_path)
    assert ask(bot_named("ownbots:First"), table) == table.legal_moves()[0].number
    assert bot_named("ownbots:Seeded", seed=7).seed == 7  # type: ignore[attr-defined]
    with pytest.raises(UnknownBotError, match="The module broken needs nosuchthing, which is not installed"):
        bot_named("broken:Bot")
    with pytest.raises(UnknownBotError, match="The module wrong cannot be read: ZeroDivisionError"):
        bot_named("wrong:Bot")


def test_the_seed_of_a_bot_depends_on_game_and_seat() -> None:
    assert seat_seed(1, 0) == seat_seed(1, 0)
    assert len({seat_seed(game, seat) for game in range(10) for seat in range(5)}) == 50
