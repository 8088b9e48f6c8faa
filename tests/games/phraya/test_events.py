"""What each kind of move says that it brought about."""

import re
from functools import cache
from typing import Any

import pytest

import khlong
from khlong.games.facets import Positions, Wording
from khlong.games.phraya.components import load_components
from khlong.table import Table
from khlong.words import load_messages

from .data_helpers import BASIC, GAME, beside, goods_stalls, kinds_of_stalls, notations, play, seat, table, wander

HAND = [card for card in BASIC if card != "trade"]
FRESH = table()
ENGLISH = load_messages("en", Wording.of(GAME).folder)
KINDS = sorted(key.removeprefix("event.") for key in ENGLISH if key.startswith("event."))


def acting(section: str, card: str = "trade", **changes: Any) -> dict[str, Any]:
    """A seat that has played a card and sailed to a section."""
    hand = [name for name in BASIC if name != card]
    return seat(**{"section": section, "hand": hand, "discard": [card]} | changes)


def acted(section: str, move: str, **changes: Any) -> Table:
    """The table after an action of seat 1 there."""
    return play(table(acting(section, **changes), asked="action", card="trade"), move)


def keys(table: Table) -> list[str]:
    return [event.key for event in table.events()]


# set-up and cards


def test_setting_up_says_where_boats_and_stalls_are_put() -> None:
    there = khlong.new_table(GAME, 2, 1, {"first": 1, "board": "1a-2a-3a-4a"})
    assert play(there, "boat b1").log() == ["Player 1 puts the boat on b1."]
    stall = goods_stalls()[3]
    play(there, "boat d1")
    assert play(there, f"stall {stall}").log() == [f"Player 2 puts a stall on {stall} ({kinds_of_stalls()[stall]})."]
    assert play(there, f"stall {goods_stalls()[4]}").log()[1:] == ["Round 1 begins."]


def test_a_card_says_that_it_is_played() -> None:
    assert play(table(), "card trade").log() == ["Player 1 plays Trade."]


def test_recovering_says_how_many_cards_come_back() -> None:
    there = table(seat(hand=["recover", "haggle"], discard=["trade", "barge-1", "barge-2"]))
    log = play(there, "card recover").log()
    assert log[0] == "Player 1 plays Recover."
    assert log[1].startswith("Player 1 takes back 4 cards")
    assert log[-1] == "Player 1 gets 4 coins."


def test_recovering_a_single_card_is_said_in_the_singular() -> None:
    log = " ".join(play(table(), "card recover").log())
    assert re.search(r"takes back 1 card\b", log)
    assert "1 cards" not in log


def test_the_coins_of_a_recovery_are_said_once() -> None:
    log = play(table(seat(discard=["trade"])), "card recover").log()
    assert sum("coin" in sentence for sentence in log) == 1


def test_the_refresh_says_which_card_goes_under_the_deck() -> None:
    first = FRESH.view()["market"][0]["card"]
    assert play(table(), "card recover", "refresh").log() == [
        f"Player 1 puts {ENGLISH.say(f'card.{first}')} under the deck."
    ]
    assert play(table(), "card recover", "done").log() == ["Player 1 leaves the market as it is."]


def test_the_merchant_says_where_he_goes_and_which_prices_change() -> None:
    there = play(table(), "card trade")
    move = sorted(move for move in notations(there) if move.startswith("merchant"))[0]
    goods = move.removeprefix("merchant ").split("-")
    assert play(there, move).log() == [f"Player 1 moves the merchant to {goods[0]} and {goods[1]}."]
    before = there.view()["prices"]
    up, down = move.removeprefix("merchant ").split("-")
    play(there, f"change {up}")
    after = there.view()["prices"]
    assert before[up]["price"] < after[up]["price"]
    told = {event.values["good"]: event.values["price"] for event in there.events() if event.key == "price"}
    assert told == {good: after[good]["price"] for good in (up, down)}
    assert there.log()[-1] == "Player 1 gets 2 coins."


def test_a_change_of_prices_that_does_nothing_is_said_too() -> None:
    """PH-6: every move says something."""
    lowest = {good: row["row"][0] for good, row in FRESH.view()["prices"].items()}
    there = play(table(prices=lowest), "card haggle")
    move = sorted(move for move in notations(there) if move.startswith("merchant"))[0]
    up, down = move.removeprefix("merchant ").split("-")
    play(there, move)
    highest = {up: FRESH.view()["prices"][up]["row"][-1], down: lowest[down]}
    stuck = table(acting("b1", "haggle"), prices=highest, merchant=f"{up}-{down}", asked="prices", card="haggle")
    assert play(stuck, f"change {up}").log()


def test_the_barge_says_where_it_goes_and_whom_it_blesses() -> None:
    there = play(table(), "card barge-1")
    move = sorted(notations(there))[0]
    log = play(there, move).log()
    assert log[0] == f"Player 1 moves the barge to {move.removeprefix('barge ')}."
    assert all(re.fullmatch(r"Player \d gets (1 flower|\d flowers)\.", sentence) for sentence in log[1:])


def test_sailing_says_where_to() -> None:
    there = play(table(), "card barge-2")
    play(there, sorted(notations(there))[0])
    move = sorted(notations(there))[0]
    assert play(there, move).log() == [f"Player 1 sails to {move.removeprefix('boat ')}."]


# actions


def test_buying_says_what_was_bought_and_paid() -> None:
    section, side = beside("fish")
    price = FRESH.view()["prices"]["fish"]["price"]
    there = acted(section, f"buy {side} 1", coins=20)
    assert there.log()[:2] == ["Player 1 buys 1 fish.", f"Player 1 pays {price} coins."]
    owner = next(s["owner"] for s in there.view()["stalls"] if s["stall"] == f"{section}-{side}")
    assert there.log()[2:] == ([f"Player {owner + 1} gets 1 flower."] if owner else [])


def test_buying_with_a_favor_says_so() -> None:
    section, side = beside("fish")
    assert acted(section, f"buy {side} 1 favor 1", favors=1).log()[1] == "Player 1 pays 1 Favor."


def test_two_vegetables_are_said_in_the_plural() -> None:
    """The rulebook: "she buys 2 vegetables"."""
    section, side = beside("vegetable")
    tile = next(name for name in Positions.of(GAME).write(FRESH.state)["bag"] if "vegetable" in name)
    there = acted(section, f"buy {side} 2", coins=50, tiles=[tile])
    assert there.log()[0] == "Player 1 buys 2 vegetables."


def test_selling_says_what_was_sold() -> None:
    section, side = beside("meat")
    price = FRESH.view()["prices"]["meat"]["price"]
    there = acted(section, f"sell {side} 1", goods={"meat": 1})
    assert there.log()[:2] == ["Player 1 sells 1 meat.", f"Player 1 gets {price} coins."]


def test_a_basket_says_what_it_holds_and_a_rower_that_he_is_hired() -> None:
    section, side = beside("basket")
    stall = next(s for s in FRESH.view()["stalls"] if s["stall"] == f"{section}-{side}")
    goods, price = stall["basket"]["goods"], stall["basket"]["price"]
    there = acted(section, f"basket {side}", coins=50)
    assert there.log() == [f"Player 1 buys a basket for {goods[0]} and {goods[1]}.", f"Player 1 pays {price} coins."]
    assert acted(section, f"rower {side} fish", goods={"fish": 1}).log()[0].startswith("Player 1 hires a rower")


def test_a_rower_says_what_he_was_paid_with() -> None:
    section, side = beside("basket")
    log = " ".join(acted(section, f"rower {side} meat", goods={"meat": 1, "fish": 1}).log())
    assert "meat" in log


def simple_order() -> tuple[str, str, dict[str, Any]]:
    for stall in FRESH.view()["stalls"]:
        if stall["order"] and max(stall["order"]["goods"].values()) == 1:
            section, side = stall["stall"].split("-")
            return section, side, stall["order"]
    raise AssertionError("no restaurant asks for one of each good")


def test_a_delivery_says_what_was_delivered_and_what_it_is_worth() -> None:
    section, side, order = simple_order()
    there = acted(section, f"deliver {side}", goods=order["goods"])
    goods = " and ".join(f"1 {good}" for good in order["goods"])
    assert there.log() == [
        f"Player 1 delivers {goods}: an order worth {order['vp']} points.",
        f"Player 1 gets {order['coins']} coins.",
    ]


def test_a_delivery_with_a_good_ignored_does_not_say_that_it_was_delivered() -> None:
    """PH-12."""
    section, side, order = simple_order()
    ignored, *rest = order["goods"]
    cards = load_components().base.cards
    card = next(name for name, card in cards.items() if card.special == f"ignore {ignored}")
    market = [name for name in Positions.of(GAME).write(FRESH.state)["deck"] if name != card][:4]
    player = seat(section=section, discard=[card], goods=dict.fromkeys(rest, 1))
    there = play(table(player, asked="action", card=card, market=market), f"deliver {side} ignore")
    assert f"1 {ignored}" not in there.log()[0]


def test_an_offering_at_the_temple_says_of_what() -> None:
    section, _ = beside("temple")
    there = acted(section, "offer fruit", goods={"fruit": 1}, flowers=9)
    assert there.log()[0] == "Player 1 offers fruit at the temple."
    assert keys(there) in (["offer"], ["offer", "pay"])
    there = acted(section, "offer fruit favor", goods={"fruit": 1}, favors=1)
    assert there.log() == ["Player 1 offers fruit at the temple.", "Player 1 pays 1 Favor."]


def test_taking_a_card_says_which() -> None:
    section, _ = beside("scribe")
    card = FRESH.view()["market"][1]
    there = acted(section, "take 2 flowers", flowers=9)
    assert there.log()[0] == f"Player 1 takes {ENGLISH.say('card.' + card['card'])}."
    assert there.events()[1].values["what"] == {"flowers": card["flowers"]}


def test_a_new_stall_says_where() -> None:
    section, _ = beside("administration")
    stall = goods_stalls()[5]
    there = acted(section, f"stall {stall}", coins=10)
    kind = kinds_of_stalls()[stall]
    assert there.log() == [f"Player 1 puts a stall on {stall} ({kind}).", "Player 1 pays 10 coins."]


def test_an_offering_to_the_king_says_what_it_cost_and_brought() -> None:
    there = acted("d3", "king coins 1", coins=50)
    cost = FRESH.view()["king"]["coins"][0]["coins"]
    assert there.log()[0].startswith("Player 1 makes an offering to the King")
    assert there.log()[1:] == [f"Player 1 pays {cost} coins.", "Player 1 gets 1 Favor."]


def test_an_offering_of_goods_to_the_king_says_which() -> None:
    """PH-34."""
    goods = FRESH.view()["king"]["goods"][0]["goods"]
    log = " ".join(acted("d3", "king goods 1", goods=dict.fromkeys(goods, 1)).log())
    assert all(good in log for good in goods)


def test_being_done_says_so_and_a_round_says_that_it_begins() -> None:
    assert acted("b1", "done").log() == ["Player 1 is done."]
    last = seat(3, hand=HAND, discard=["trade"])
    there = play(table(seat(), seat(2), last, decider=3, asked="action", card="trade"), "done")
    assert there.log() == ["Player 3 is done.", "Round 4 begins."]


# the end


def nearly_over(**changes: Any) -> Table:
    """Seat 2 has placed all its stalls, and a King row lacks one disk: seat 1 is beside the King."""
    columns = len(FRESH.view()["king"]["coins"])
    owners = {**dict.fromkeys(goods_stalls()[:6], 2), goods_stalls()[6]: 1, goods_stalls()[7]: 3}
    king = {"coins": [0] + [3] * (columns - 1)}
    player = acting("d3", **{"coins": 60} | changes)
    return table(player, asked="action", card="trade", owners=owners, king=king, conditions=4)


def test_the_end_says_which_condition_came_about_and_who_won() -> None:
    """PH-21."""
    there = play(nearly_over(), "king coins 1")
    assert there.over
    assert "The royal tithe is complete." in there.log()
    assert there.result is not None
    best = max(score[0] for score in there.result.scores)
    assert there.log()[-1] == f"Player {there.result.winners[0] + 1} wins with {best} points."


def test_what_the_last_action_cost_is_not_mixed_up_with_the_final_sale() -> None:
    """The goods that are sold at the end must not hide what was paid."""
    cost = FRESH.view()["king"]["coins"][0]["coins"]
    there = play(nearly_over(goods={"fish": 1, "meat": 1}), "king coins 1")
    assert f"Player 1 pays {cost} coins." in there.log()


def test_the_final_sale_is_said_for_everybody_who_has_goods() -> None:
    there = nearly_over(goods={"meat": 1})
    price = there.view()["prices"]["meat"]["price"]
    log = play(there, "king coins 1").log()
    assert any(sentence.startswith("Player 1 sells") and str(price) in sentence for sentence in log)


def test_a_game_that_is_stopped_says_so() -> None:
    """PH-29."""
    last = seat(3, hand=HAND, discard=["trade"], coins=500)
    there = play(table(seat(), seat(2), last, round=200, decider=3, asked="action", card="trade"), "done")
    assert there.over
    assert there.log()[-1].startswith("The last round is over: Player 3 did best with ")


def test_a_shared_win_names_all_who_share_it() -> None:
    """PH-27: the same points, Favors and flowers."""
    one, two = seat(coins=0), seat(2, coins=0, hand=HAND, discard=["trade"])
    fish = [stall for stall in goods_stalls() if kinds_of_stalls()[stall] == "fish"][:2]
    owners = {fish[0]: 1, fish[1]: 2}
    there = table(one, two, players=2, round=200, decider=2, asked="action", card="trade", owners=owners)
    play(there, "done")
    assert there.result is not None
    assert there.result.winners == (0, 1)
    assert "Player 1 and Player 2 " in there.log()[-1]


# all sentences


@cache
def sentences() -> dict[str, list[str]]:
    """What random games of all kinds say, by the kind of event."""
    said: dict[str, list[str]] = {}
    kinds: list[dict[str, str]] = [{}, {"start": "asymmetric"}, {"edition": "prototype"}]

    def listen(table: Table) -> None:
        for event in table.events():
            said.setdefault(event.key, []).append(table.say(event))

    for number in range(24):
        there = khlong.new_table(GAME, 2 + number % 3, number, kinds[number % 3 if number % 2 else 0])
        wander(there, 20_000, number, listen)
    return said


def test_every_kind_of_event_occurs_in_some_game() -> None:
    """But for the rare ones, which have tests of their own."""
    assert set(KINDS) - set(sentences()) <= {"shared", "stopped"}
    assert set(sentences()) <= set(KINDS)


@pytest.mark.parametrize("key", KINDS)
def test_sentences_are_sentences(key: str) -> None:
    for sentence in set(sentences().get(key, [])):
        assert "{" not in sentence
        assert sentence.endswith(".")
        assert "  " not in sentence


@pytest.mark.parametrize("key", KINDS)
def test_sentences_begin_with_a_capital(key: str) -> None:
    assert not [sentence for sentence in set(sentences().get(key, [])) if not sentence[0].isupper()]


@pytest.mark.parametrize("key", KINDS)
def test_one_of_a_thing_is_said_in_the_singular(key: str) -> None:
    wrong = re.compile(r"\b1 (cards|coins|flowers|points|favors|rowers|vegetables)\b", re.IGNORECASE)
    assert not [sentence for sentence in set(sentences().get(key, [])) if wrong.search(sentence)]


@pytest.mark.parametrize("key", KINDS)
def test_nobody_is_said_to_do_something_with_nothing(key: str) -> None:
    assert not [sentence for sentence in set(sentences().get(key, [])) if re.search(r"\b0 (flowers|coins)", sentence)]


def test_a_move_that_a_log_passes_over_in_silence_does_not_exist() -> None:
    silent = []
    there = khlong.new_table(GAME, 3, 8)

    def listen(table: Table) -> None:
        if not table.log():
            silent.append(table.moves[-1])

    wander(there, 20_000, 8, listen)
    assert silent == []
