"""What the arena says about bots: ratings, shares, intervals, tables and pictures."""

from __future__ import annotations

import random
from collections.abc import Iterator, Sequence
from dataclasses import replace
from math import exp, inf, log10
from pathlib import Path
from xml.etree import ElementTree

import pytest

from khlong.lab.arena.errors import ArenaError
from khlong.lab.arena.match import Played, Thinking
from khlong.lab.arena.picture import draw
from khlong.lab.arena.plan import Fixture, Match, Plan
from khlong.lab.arena.ratings import POINTS, rate
from khlong.lab.arena.standings import standings
from khlong.lab.shares import share_of_groups, wilson

SEATS = (Thinking(10, 1.0, 0.3, 1), Thinking(5, 0.1, 0.05))


def game(bots: Sequence[str], places: Sequence[int], deal: int = 0, turn: int = 0, match: int = 0) -> Played:
    scores = tuple(10 - place for place in places)
    thinking = SEATS[: len(bots)] + (Thinking(),) * (len(bots) - 2)
    return Played(Fixture(match, deal, turn), tuple(bots), tuple(places), scores, "the end", 100, thinking)


def plan(*line_ups: tuple[str, ...]) -> Plan:
    matches = [Match("floating-market", len(bots), {}, bots, 0.2) for bots in line_ups]
    return Plan(tuple(matches), 1)


def races(strengths: dict[str, float], players: int, deals: int) -> Iterator[Played]:
    """Games of Plackett–Luce players, whose strengths are known."""
    dice = random.Random(5)
    for deal in range(deals):
        bots = dice.sample(list(strengths), players)
        for turn in range(players):
            seats = bots[turn:] + bots[:turn]
            times = [dice.expovariate(exp(strengths[bot] / POINTS)) for bot in seats]
            yield game(seats, [1 + sum(other < time for other in times) for time in times], deal, turn)


def test_wins_without_luck_have_the_same_mean_and_are_worth_more_games() -> None:
    """A coin decides most games, and how it fell is known."""
    dice = random.Random(3)
    played = []
    for deal in range(400):
        better, coin = dice.random() < 0.6, dice.random() < 0.5
        first = better if dice.random() < 0.4 else coin
        luck = (0.25 if coin else -0.25) * 1.2
        played.append(replace(game(("a", "b"), (1, 2) if first else (2, 1), deal), luck=(luck, -luck)))
    one, other = standings(plan(("a", "b")), played).bots
    for bot in (one, other):
        assert bot.adjusted is not None
        assert bot.adjusted.worth > 1.3
        assert bot.adjusted.wins.share == pytest.approx(bot.wins.share, abs=0.05)
        assert bot.adjusted.wins.high - bot.adjusted.wins.low < bot.wins.high - bot.wins.low
    assert one.adjusted is not None
    assert other.adjusted is not None
    assert one.adjusted.wins.share + other.adjusted.wins.share == pytest.approx(1)


def test_without_luck_in_the_results_nothing_is_said_of_it() -> None:
    assert [bot.adjusted for bot in standings(plan(("a", "b")), [game(("a", "b"), (1, 2))] * 3).bots] == [None, None]


@pytest.mark.parametrize("players", [2, 3, 4])
def test_ratings_find_the_strengths_of_players_of_the_model(players: int) -> None:
    strengths = {"a": 150.0, "b": 50.0, "c": 0.0, "d": -200.0}
    ratings = rate(list(strengths), list(races(strengths, players, 1500)), 200)
    for bot, strength in strengths.items():
        assert ratings[bot].low < strength < ratings[bot].high
        assert ratings[bot].value == pytest.approx(strength, abs=25)
        assert ratings[bot].high - ratings[bot].low < 60


def test_intervals_shrink_with_the_number_of_deals() -> None:
    strengths = {"a": 100.0, "b": -100.0}
    widths = []
    for deals in (50, 450):
        rating = rate(["a", "b"], list(races(strengths, 2, deals)), 300)["a"]
        widths.append(rating.high - rating.low)
    assert widths[0] / widths[1] == pytest.approx(3, rel=0.4)


def test_the_order_of_games_does_not_matter_to_ratings() -> None:
    games = list(races({"a": 100.0, "b": 0.0, "c": -100.0}, 3, 60))
    assert rate("abc", games, 50)["a"].value == pytest.approx(rate("abc", games[::-1], 50)["a"].value, abs=1e-6)


def test_a_bot_that_never_lost_has_a_rating_all_the_same() -> None:
    ratings = rate("ab", [game("ab", (1, 2), deal) for deal in range(20)], 50)
    assert ratings["a"].value - ratings["b"].value == pytest.approx(400 * log10(41))  # 20½ wins to ½
    assert ratings["a"].value == pytest.approx(-ratings["b"].value)
    assert ratings["a"].low < ratings["a"].value - 20
    assert ratings["a"].high > ratings["a"].value + 200


def test_one_deal_alone_says_nothing_about_how_sure_one_can_be() -> None:
    rating = rate("ab", [game("ab", (1, 2)), game("ba", (1, 2), turn=1)], 50)["a"]
    assert rating.value == pytest.approx(0, abs=1e-6)
    assert (rating.low, rating.high) == (-inf, inf)


def test_copies_of_a_bot_are_not_compared_with_each_other() -> None:
    games = [game(("a", "b", "b", "b"), (2, 1, 3, 4), deal) for deal in range(50)]
    ratings = rate("ab", games, 50)  # a is ahead of two of three, whatever the three do among themselves
    assert ratings["a"].value - ratings["b"].value == pytest.approx(400 * 0.30103, rel=0.02)


def test_groups_that_go_the_same_way_count_as_fewer_games_and_never_as_more() -> None:
    alike, mixed = share_of_groups([(4, 4), (0, 4)] * 25), share_of_groups([(2, 4)] * 50)
    assert alike.share == mixed.share == 0.5
    assert mixed == wilson(0.5, 200)
    assert alike.high - alike.low == pytest.approx(2 * (mixed.high - mixed.low), rel=0.05)


def test_standings_add_up_wins_scores_time_and_forfeits() -> None:
    games = [
        game("ab", (1, 2), 0, 0),
        game("ba", (1, 1), 0, 1),
        Played(Fixture(0, 1, 0), ("a", "b"), (2, 1), None, "forfeit", 7, SEATS, 0, "The bot a fell over."),
    ]
    found = standings(plan(("a", "b")), games)
    a, b = sorted(found.bots, key=lambda bot: bot.bot)
    assert (a.games, a.wins.share, a.fair, a.score, a.forfeits) == (3, 0.5, 0.5, 9, 1)
    assert (b.wins.share, b.score, b.forfeits) == (0.5, 8.5, 0)
    assert (a.decisions, a.overruns, a.longest) == (25, 2, 0.3)
    assert a.seconds == pytest.approx(2.1 / 25)
    assert found.forfeits == games[2:]
    assert found.duels[0].ahead.share == pytest.approx(0.5)


def test_a_line_up_counts_the_wins_of_all_copies_of_a_bot_together() -> None:
    line_up = ("s", "g", "g", "g")
    games = [game(line_up, (1, 2, 3, 4), 0), game(line_up, (2, 1, 3, 4), 1), game(line_up, (2, 1, 3, 4), 2)]
    (result,) = standings(plan(line_up), games).matches
    assert {bot: wins.share for bot, wins in result.wins.items()} == {
        "s": pytest.approx(1 / 3),
        "g": pytest.approx(2 / 3),
    }
    assert result.fair == {"s": 0.25, "g": 0.75}


def test_the_picture_shows_every_bot_and_is_the_same_every_time(tmp_path: Path) -> None:
    games = list(races({"alpha": 100.0, "beta": 0.0, "a bot <with> & a long name, much too long": -100.0}, 3, 20))
    found = standings(plan(("alpha", "beta", "a bot <with> & a long name, much too long")), games)
    for name in ("one.svg", "two.svg"):
        draw(found, "A title", tmp_path / name)
    text = (tmp_path / "one.svg").read_text(encoding="utf-8")
    assert text == (tmp_path / "two.svg").read_text(encoding="utf-8")
    words = " ".join(ElementTree.fromstring(text).itertext())
    for word in ("alpha", "beta", "a bot <with>", "A title", "rating"):
        assert word in words


def test_one_deal_is_enough_for_a_picture(tmp_path: Path) -> None:
    draw(standings(plan(("a", "b")), [game("ab", (1, 2))]), "A title", tmp_path / "one.svg")
    assert "A title" in (tmp_path / "one.svg").read_text(encoding="utf-8")


def test_a_picture_that_cannot_be_written_is_said() -> None:
    found = standings(plan(("a", "b")), [game("ab", (1, 2)), game("ba", (1, 2), 1)])
    with pytest.raises(ArenaError, match="^/proc/none.svg: cannot be written"):
        draw(found, "A title", Path("/proc/none.svg"))
