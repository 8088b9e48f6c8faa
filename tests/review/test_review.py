"""Reviews: chances, losses, luck and skill of any game, whoever made it."""

from __future__ import annotations

import json
import random
from functools import cache
from itertools import pairwise
from pathlib import Path
from typing import Any

import pytest

from khlong.bots import ask, bot_named
from khlong.games import game_named, game_names
from khlong.lab.fuzz import variants
from khlong.review import Analysis, PastGame, Review, review
from khlong.review.depths import GLANCE, SEARCH
from khlong.review.finding import Finding, Worth
from khlong.review.judging import ACCEPTED, AS_GOOD, DECIDED, LABELS, label_of
from khlong.review.shape import SeatReview
from khlong.table import Table, load_record, new_table, table_from_position, table_from_record, write_record
from tests.games.floating_market.helpers import FRUIT, market, seat

FIXTURES = Path(__file__).parents[1] / "fixtures" / "0.1"
PARTS = ("own_luck", "others_luck", "own_errors", "others_errors", "rest")
every_game = pytest.mark.parametrize("name", game_names())


def played(name: str, players: int, seed: int, options: dict[str, str] | None = None, most: int = 100_000) -> Table:
    """A random game, or its beginning."""
    dice, table = random.Random(seed), new_table(name, players, seed, options)
    while not table.over and table.ply < most:
        table.play(dice.choice(table.legal_moves()).number)
    return table


@cache
def glanced(name: str) -> tuple[Table, Review]:
    table = played(name, game_named(name).players[0], 3)
    return table, review(table)


def adds_up(found: Review) -> None:
    """Chances are shares of a whole, and the five parts lead from the first to the last."""
    for row in found["chances"]:
        assert sum(row) == pytest.approx(1, abs=1e-9)
        assert all(0 <= share <= 1 for share in row)
    for number, account in enumerate(found["seats"]):
        assert (account["initial"], account["final"]) == pytest.approx(
            (found["chances"][0][number], found["chances"][-1][number]), abs=2e-5
        )
        parts = sum(account[part] for part in PARTS)  # type: ignore[literal-required]
        assert account["final"] - account["initial"] == pytest.approx(parts, abs=1e-9)


@every_game
def test_a_review_tells_of_every_ply_and_ends_with_the_result(name: str) -> None:
    table, found = glanced(name)
    assert len(found["chances"]) == len(found["scores"]) == found["plies"] + 1 == table.ply + 1
    assert table.result is not None
    winners = table.result.winners
    assert found["chances"][-1] == pytest.approx([(each in winners) / len(winners) for each in range(table.players)])
    assert found["scores"][-1] == pytest.approx([score[0] for score in table.result.scores])
    adds_up(found)


@every_game
def test_every_variant_of_a_game_is_reviewed_unfinished_too(name: str) -> None:
    for _, players, options in variants(game_named(name)):
        table = played(name, players, 5, options, most=12)
        found = review(table)
        assert (found["over"], found["plies"], len(found["seats"])) == (table.over, table.ply, players)
        adds_up(found)


@every_game
def test_a_search_looks_deeper_and_is_the_same_each_time(name: str) -> None:
    pytest.importorskip("numba")
    table = played(name, game_named(name).players[0], 3, most=8)
    found = review(table, SEARCH)
    adds_up(found)
    assert found == review(table, SEARCH)
    assert found["depth"] == SEARCH


def test_without_a_compiler_there_is_a_search_too_a_less_deep_one() -> None:
    table = played("floating-market", 2, 3, most=4)
    analysis = Analysis(PastGame(table), native=False)
    assert list(analysis.run(SEARCH)) == list(range(table.ply + 1))
    adds_up(analysis.review(SEARCH))


@every_game
def test_forced_moves_are_no_decisions_and_rolls_are_those_that_chance_answered(name: str) -> None:
    table, found = glanced(name)
    choices = {ply + 1 for ply in range(table.ply) if len(table.at(ply).legal_moves()) > 1}
    assert {each["ply"] for each in found["decisions"]} == choices
    drawn = set(table.rolls()) - {0}
    assert {each["ply"] for each in found["rolls"]} == drawn
    for roll in found["rolls"]:
        assert sum(roll["luck"]) == pytest.approx(0, abs=1e-4)


@every_game
def test_labels_follow_the_loss_and_what_is_accepted_loses_little(name: str) -> None:
    table, found = glanced(name)
    assert any(each["label"] for each in found["decisions"])
    for each in found["decisions"]:
        worth = {move["move"]: move for move in each["best"]}
        assert each["move"] in worth
        assert each["loss"] == 0 or each["loss"] == pytest.approx(worth[each["move"]]["loss"], abs=2e-5)
        assert (each["label"] is not None) == (each["loss"] >= 0.05 and worth[each["move"]]["share"] < DECIDED)
        if each["label"]:
            assert each["best"][0]["move"] in each["accepts"]
            assert each["move"] not in each["accepts"]
            assert all(worth[move]["loss"] < ACCEPTED for move in each["accepts"] if move in worth)
            legal = {move.notation for move in table.at(each["ply"] - 1).legal_moves()}
            assert {*each["accepts"], *worth} <= legal


@pytest.mark.parametrize(
    ("loss", "after", "label"),
    [
        (0.049, 0.5, None),
        (0.05, 0.5, "inaccuracy"),
        (0.0999, 0.5, "inaccuracy"),
        (0.10, 0.5, "mistake"),
        (0.15, 0.5, "blunder"),
        (0.05, 0.95, None),
    ],
)
def test_a_label_is_a_matter_of_points_and_never_of_a_game_that_is_won_anyway(
    loss: float, after: float, label: str | None
) -> None:
    assert label_of(loss, after) == label
    assert sorted(LABELS.values()) == [0.05, 0.10, 0.15]


def test_a_move_that_leads_to_the_same_position_as_the_best_loses_nothing(monkeypatch: pytest.MonkeyPatch) -> None:
    """Whatever an evaluation says of them."""
    table = played("pig", 2, 1, most=2)
    past = PastGame(table)
    analysis = Analysis(past)
    list(analysis.run(GLANCE))
    ply = next(ply for ply in range(past.plies) if len(analysis.findings[ply].moves) > 1)
    seat = past.states[ply].decider
    good, bad = ((0.9, 0.1), (0.1, 0.9)) if seat == 0 else ((0.1, 0.9), (0.9, 0.1))
    made = past.moves[ply]
    other = next(each.move for each in analysis.findings[ply].moves if each.move != made)
    moves = (Worth(other, good, (1, 1)), Worth(made, bad, (1, 1)))
    analysis.findings[ply] = Finding(good, (1, 1), moves)
    lost = next(each for each in analysis.review(GLANCE)["decisions"] if each["ply"] == ply + 1)
    assert lost["label"] == "blunder"
    monkeypatch.setattr(PastGame, "leads_to_the_same", lambda *_: True)
    same = next(each for each in analysis.review(GLANCE)["decisions"] if each["ply"] == ply + 1)
    assert (same["label"], same["loss"]) == (None, 0)


def test_moves_that_differ_in_what_they_bring_about_are_told_apart() -> None:
    past = PastGame(new_table("floating-market", 2, 1).play("place temple"))
    moves = past.game.moves.numbers
    assert past.leads_to_the_same(0, moves["place temple"], moves["place temple"])
    assert not past.leads_to_the_same(0, moves["place temple"], moves["place 14-16"])
    assert AS_GOOD < ACCEPTED


def test_key_moments_are_the_swings_of_five_points_or_more() -> None:
    _, found = glanced("floating-market")
    swings = {
        ply
        for ply, (before, after) in enumerate(pairwise(found["chances"]), 1)
        if max(abs(then - now) for now, then in zip(before, after, strict=True)) >= 0.05
    }
    told = {each["ply"]: each for each in found["moments"]}
    assert told
    assert set(told) <= swings
    for ply, moment in told.items():
        change = found["chances"][ply][moment["whom"]] - found["chances"][ply - 1][moment["whom"]]
        assert moment["change"] == pytest.approx(change, abs=2e-5)
        assert moment["kind"] in ("luck", "error")  # one step ahead nothing else is worth a word


def about_to_win(**rival: Any) -> Table:
    """Seat 0 lacks one fruit and can buy it with its last customer."""
    rich: dict[str, Any] = {"fruit": list(FRUIT[:4]), "coins": 6}
    return market(seat(left=1, **rich), seat(left=1, **rival), seat(left=1), players=3)


def test_who_could_win_at_once_and_lets_another_win_has_blundered() -> None:
    table = about_to_win(fruit=list(FRUIT[:4]), coins=6).play("place temple")
    found = review(table)
    (decision,) = found["decisions"]
    assert (decision["seat"], decision["label"]) == (0, "blunder")
    assert decision["best"][0]["move"] == "place market"
    assert decision["accepts"] == ["place market"]
    account = found["seats"][0]
    assert (account["blunders"], account["decisions"], account["error_rate"]) == (1, 1, None)
    (moment,) = found["moments"]
    assert (moment["kind"], moment["ply"], moment["label"]) == ("error", 1, "blunder")


def test_who_could_win_at_once_and_wins_anyway_has_lost_nothing() -> None:
    (decision,) = review(about_to_win().play("place temple"))["decisions"]
    assert decision["best"][0]["move"] == "place market"
    assert (decision["label"], decision["loss"], decision["accepts"]) == (None, 0, [])


def test_rolls_of_floating_market_are_everybodys_and_those_of_pig_the_movers() -> None:
    _, market = glanced("floating-market")
    assert {each["of"] for each in market["rolls"]} == {None}
    table, pig = glanced("pig")
    assert {each["of"] for each in pig["rolls"]} == {0, 1}
    assert all(account["others_luck"] == 0 for account in market["seats"])
    assert table.over


def test_dice_are_counted_as_they_fell_and_cards_are_not() -> None:
    table, found = glanced("floating-market")
    counted = sum(line["rolls"] for line in found["dice"])
    assert counted == sum(len(came) for came in table.came_up())
    for line in found["dice"]:
        assert sum(face["count"] for face in line["faces"]) == line["rolls"]
        assert sum(face["expected"] for face in line["faces"]) == pytest.approx(line["rolls"], abs=0.1)
    _, phraya = glanced("phraya")
    assert phraya["dice"] == []


def test_what_came_up_is_what_was_given_where_dice_fell_outside() -> None:
    table = new_table("pig", 2, 1)
    table.play("roll", [3]).play("roll", [4])
    assert [[face for _, face in came] for came in table.came_up()] == [[3], [4]]
    assert [line["rolls"] for line in review(table)["dice"]] == [2]


def test_given_rolls_and_games_from_positions_are_reviewed() -> None:
    given = new_table("pig", 3, 1).play("roll", [5]).play("hold")
    adds_up(review(given))
    for name in ("floating-market-position", "phraya-position"):
        data = json.loads((FIXTURES / f"{name}.json").read_text(encoding="utf-8"))
        table = table_from_record(data) if "moves" in data else table_from_position(data)
        dice = random.Random(1)
        for _ in range(6):
            if not table.over:
                table.play(dice.choice(table.legal_moves()).number)
        adds_up(review(table))


@pytest.mark.parametrize(
    "name", ["floating-market-finished", "floating-market-unfinished", "phraya-prototype-unfinished"]
)
def test_old_records_are_reviewed(name: str) -> None:
    adds_up(review(load_record(FIXTURES / f"{name}.json")))


def test_equal_games_have_equal_reviews_whoever_played() -> None:
    table, found = glanced("pig")
    again = table_from_record(write_record(table) | {"seats": [{"name": "X", "bot": None}, {"name": "Y", "bot": None}]})
    assert review(again) == found


def test_better_play_loses_less_by_the_decision() -> None:
    def rate(bot: str) -> float:
        table = new_table("floating-market", 2, 11)
        players = [bot_named(bot, seed=number) for number in range(2)]
        while (asked := table.question) is not None:
            table.play(ask(players[asked.seat], table))
        accounts: list[SeatReview] = review(table)["seats"]
        return sum(each["lost"] for each in accounts) / sum(each["decisions"] for each in accounts)

    assert rate("greedy") < rate("random") / 2


def test_mean_luck_is_none_within_error() -> None:
    """A share of what `python -m khlong.lab.calibration` shows over thousands of games."""
    from khlong.lab.shares import mean_of

    lucks: list[float] = []
    for seed in range(40):
        table = played("floating-market", 2, seed)
        found = review(table)
        lucks += [roll["luck"][0] for roll in found["rolls"]]
    mean = mean_of(lucks)
    half = mean.high - mean.share
    assert abs(mean.share) < 2 * half


def test_a_review_is_plain_data() -> None:
    _, found = glanced("floating-market")
    assert json.loads(json.dumps(found)) == found
