"""The turn and its end: three steps, then the next player, then the next round."""

from .helpers import (
    BOX,
    CROSSINGS,
    GOODS,
    INNER,
    around,
    asked,
    at,
    choices,
    each,
    kinds,
    of_seat,
    play,
    river,
    seat,
    spot,
    ways,
)

PLACE = spot("fish", "vegetable")


def test_a_turn_is_card_then_move_then_actions() -> None:
    table = river(seat("c2"), barge="f6")
    assert asked(table) == (1, "card")
    play(table, "card barge-1", "barge f4")
    assert asked(table) == (1, "move")
    play(table, "boat b1")
    assert asked(table) == (1, "action")
    play(table, "done")
    assert asked(table) == (2, "card")


def test_turns_go_round_the_table_and_a_round_ends_before_the_first_player() -> None:
    table = river(seat("c2"), seat("c4"), seat("c6"), first=2, decider=2, options={"first": 2})
    order = []
    for _ in range(4):
        order.append((asked(table)[0], table.view()["round"]))
        play(table, "card recover", "done")
    assert order == [(2, 2), (3, 2), (1, 2), (2, 3)]


def test_actions_are_all_optional_and_each_is_made_once() -> None:
    """PH-10."""
    table = at(PLACE, seat(coins=20))
    assert "done" in choices(table)
    play(table, f"buy {PLACE.side} 1", f"buy {PLACE.other} 1")
    assert choices(table) == {"done"}
    assert table.view()["used"] == ["left", "right"]


def test_a_new_turn_begins_with_all_stalls_unused_and_no_card() -> None:
    """PH-10 and PH-12: nothing of a turn reaches into the next."""
    table = play(at(PLACE, seat(None, "farmer", coins=20), card="farmer"), f"buy {PLACE.side} 1", "done")
    view = table.view()
    assert (view["used"], view["card"]) == ([], None)
    play(table, "card recover", "done", "card recover", "done")
    assert asked(table) == (1, "card")
    assert "farmer" not in ways(table, "card")


def test_a_bought_card_may_be_played_in_the_next_turn_and_not_before() -> None:
    """PH-16."""
    scribe = spot("scribe")
    table = at(scribe, seat(flowers=9), market=["farmer", "monk", "cook", "abbot"])
    play(table, "take 1 flowers")
    assert choices(table, "card") == set()
    play(table, "done", "card recover", "done", "card recover", "done")
    assert "farmer" in ways(table, "card")


def test_everybody_sees_hands_discards_orders_and_money() -> None:
    """PH-28."""
    table = river(seat("c2", "monk", discard=("trade",), coins=7, flowers=3, favors=2, orders=["2a"]))
    me = of_seat(table)
    assert set(me["hand"]) == {"recover", "barge-1", "barge-2", "haggle", "monk"}
    assert me["discard"] == ["trade"]
    assert (me["coins"], me["flowers"], me["favors"]) == (7, 3, 2)
    assert [order["order"] for order in me["orders"]] == ["2a"]


def test_nothing_that_is_seen_tells_what_will_be_drawn() -> None:
    """PH-28 and PH-30: tables that look the same draw differently by their seeds."""
    scribe = spot("scribe")
    market = ["farmer", "monk", "cook", "abbot"]
    tables = [at(scribe, seat(flowers=9), market=market, seed=seed) for seed in range(30)]
    assert all(table.view() == tables[0].view() for table in tables)
    drawn = {play(table, "take 1 flowers").view()["market"][3]["card"] for table in tables}
    assert len(drawn) > 8
    assert not drawn & set(market)


def test_money_is_endless() -> None:
    """PH-1: more coins and flowers than the box has."""
    rich = next(name for name, card in BOX.base.cards.items() if card.coins == 5)
    table = river(seat("c2", rich, "butcher", coins=500, flowers=90))
    play(table, f"card {rich}")
    assert each(table, "coins")[0] == 505
    table = play(river(seat("c2", "butcher", coins=500, flowers=90)), "card butcher")
    assert each(table, "flowers")[0] == 91


def test_favors_may_pile_up_without_end() -> None:
    """PH-1: five stalls are blessed with Favors again and again."""
    envoy = next(name for name, card in BOX.base.cards.items() if card.barge and card.barge.blessing == "favor")
    busy = {crossing: [f"{s}-{side}" for s in around(crossing) for side in ("left", "right")] for crossing in CROSSINGS}
    best = max(busy, key=lambda crossing: sum(kinds()[name] in GOODS for name in busy[crossing]))
    owners = dict.fromkeys([name for name in busy[best] if kinds()[name] in GOODS][:5], 1)
    table = river(seat("c2", envoy, favors=100), seat("g6"), players=2, owners=owners, barge=best)
    for _ in range(12):
        given = of_seat(table)["favors"]
        play(table, f"card {envoy}")
        crossing = f"barge {best}" if f"barge {best}" in choices(table) else min(choices(table))
        play(table, crossing)
        blessed = sum(name in owners for name in busy[crossing.split()[1]])
        assert of_seat(table)["favors"] == given + blessed
        inner = min(section for section in ways(table, "boat") if section in INNER)
        play(table, f"boat {inner}", "done", "card recover", "done")
        play(table, "card recover", "done", "card recover", "done")
    assert of_seat(table)["favors"] > 127
