"""Positions for the tests of Phraya, and moves that are made on two engines at once."""

from __future__ import annotations

from collections.abc import Collection, Mapping
from functools import cache
from itertools import permutations, product
from typing import Any, NamedTuple

import khlong
from khlong.engine.game import Game
from khlong.games.phraya.components import load_components
from khlong.table import Table

from ..both_engines import choices, play

__all__ = ["choices", "play"]

GAME = khlong.game_named("phraya")
BOX = load_components()
GOODS = ("vegetable", "fruit", "fish", "meat")
BASIC = ("recover", "barge-1", "barge-2", "haggle", "trade")
CARDS = tuple(BOX.base.cards)
SPECIAL = {card.special: name for name, card in BOX.base.cards.items()}
PARTS = ("south-west", "south-east", "north-east", "north-west")
ORDERS = {
    f"{1 + number // 5}{'abcde'[number % 5]}": order
    for number, order in enumerate(sorted(BOX.base.orders, key=lambda order: order.stack))
}
CROSSINGS = tuple(column + row for column in "bdf" for row in "246")
OUTER = ("a2", "a4", "a6", "b1", "b7", "d1", "d7", "f1", "f7", "g2", "g4", "g6")
INNER = ("b3", "b5", "c2", "c4", "c6", "d3", "d5", "e2", "e4", "e6", "f3", "f5")
BOARDS = tuple(
    "-".join(part + side for part, side in zip(order, sides, strict=True))
    for order in permutations("1234")
    for sides in product("ab", repeat=4)
)
BOARD = BOARDS[0]


def with_effect(effect: str, wanted: object = True) -> str:
    """A market card that has an immediate effect and no other."""
    effects = ("merchant", "coins", "flowers", "barge", "boat", "goods_for_flowers", "flowers_for_coins")
    for name, card in BOX.base.cards.items():
        if getattr(card, effect) == wanted and sum(bool(getattr(card, each)) for each in effects) == 1:
            return name
    raise AssertionError(f"no card has {effect} {wanted} alone")


# the canals


def ends(section: str) -> tuple[str, ...]:
    """The crossings at the ends of a section: one for an outer section, else two."""
    column, row = "abcdefg".index(section[0]), int(section[1])
    beside = [(column - 1, row), (column + 1, row), (column, row - 1), (column, row + 1)]
    names = ["abcdefg"[c] + str(r) for c, r in beside if 0 <= c < 7 and 1 <= r <= 7]
    return tuple(name for name in names if name in CROSSINGS)


def around(crossing: str) -> set[str]:
    """The four sections that meet at a crossing."""
    return {section for section in OUTER + INNER if crossing in ends(section)}


@cache
def kinds(board: str = BOARD) -> dict[str, str]:
    """The kind of every stall of a board, by the stall's name."""
    table = khlong.new_table(GAME, players=2, seed=1, options={"board": board})
    return {stall["stall"]: stall["kind"] for stall in table.view()["stalls"]}


def stalls_of(kind: str, board: str = BOARD) -> list[str]:
    """All stalls of a kind."""
    return [stall for stall, found in kinds(board).items() if found == kind]


class Spot(NamedTuple):
    """A section of a board between stalls of some kinds: on which side the first kind is, and the other."""

    board: str
    section: str
    side: str
    other: str

    @property
    def stall(self) -> str:
        return f"{self.section}-{self.side}"

    @property
    def other_stall(self) -> str:
        return f"{self.section}-{self.other}"

    @property
    def far(self) -> str:
        """A crossing from which the King does not reach the section."""
        return next(crossing for crossing in CROSSINGS if crossing not in ends(self.section))


@cache
def spot(kind: str, other: str | None = None, among: tuple[str, ...] = INNER + OUTER) -> Spot:
    """The first section, on the first board that has one, with a stall of a kind and perhaps one of another."""
    for board in BOARDS:
        for section in among:
            for side, facing in (("left", "right"), ("right", "left")):
                here, there = kinds(board)[f"{section}-{side}"], kinds(board)[f"{section}-{facing}"]
                if here == kind and other in (None, there):
                    return Spot(board, section, side, facing)
    raise AssertionError(f"no board has {kind} beside {other}")


def part_of(stall: str) -> str:
    """The part of the board that a stall stands on."""
    column, row = "abcdefg".index(stall[0]), int(stall[1]) - 1
    step = -1 if stall.endswith("left") else 1
    column, row = (column + step, row) if column % 2 else (column, row + step)
    return ("south" if row < 4 else "north") + ("-west" if column < 4 else "-east")


# positions


def seat(section: str | None = None, *cards: str, discard: Collection[str] = (), **rest: Any) -> dict[str, Any]:
    """A seat whose boat is on a section, with market cards, some cards being discarded."""
    hand = [card for card in (*BASIC, *cards) if card not in discard]
    entry = {"hand": hand, "discard": list(discard), **rest}
    return entry | ({"section": section} if section else {})


def river(
    *seats: dict[str, Any],
    players: int = 3,
    seed: int = 1,
    board: str = BOARD,
    edition: str = "published",
    options: Mapping[str, object] | None = None,
    game: Game = GAME,
    **position: Any,
) -> Table:
    """A later round in which seat 1, who began, plays a card. Seats not given lie somewhere else on outer sections."""
    everybody = [dict(each) for each in (*seats, *(seat() for _ in range(players - len(seats))))]
    taken = {each["section"] for each in everybody if "section" in each}
    free = [section for section in reversed(OUTER) if section not in taken]
    for each in everybody:
        each.setdefault("section", None)
        each["section"] = each["section"] or free.pop(0)
    star = "*" if edition == "prototype" else ""
    owned = {name for each in everybody for key in ("hand", "discard", "tiles", "orders") for name in each.get(key, ())}
    owned |= set(position.get("under", ()))
    out = BOX.edition("prototype").cards_left_out.value
    tiles = [
        f"{'-'.join(kind.goods)}-{price}{star}" for kind in BOX.edition(edition).baskets.value for price in kind.prices
    ]
    restaurants = dict(position.get("restaurants", {}))
    baskets = dict(position.get("baskets", {}))
    for part in PARTS:
        used = owned | set(restaurants.values()) | set(baskets.values())
        restaurants.setdefault(part, next((order for order in ORDERS if order not in used), None))
        baskets.setdefault(part, next((tile for tile in tiles if tile not in used), None))
    seen = (owned & set(ORDERS)) | {order for order in restaurants.values() if order}
    full = 5 if players > 2 else 4
    stacks = [max(full - sum(order[0] == stack for order in seen), 0) for stack in "1234"]
    defaults: dict[str, Any] = {
        "round": 2,
        "market": [card for card in CARDS if card not in owned and card not in out][:4],
        "stacks": stacks,
    }
    named = {"restaurants": restaurants, "baskets": baskets, "seats": everybody}
    return khlong.table_from_position(
        {
            "game": game.name,
            "players": players,
            "seed": str(seed),
            "options": {"board": board, "first": 1, "edition": edition, **(options or {})},
            "position": defaults | position | named,
        },
        game,
    )


def at(place: Spot, me: dict[str, Any], *others: dict[str, Any], card: str = "trade", **position: Any) -> Table:
    """Seat 1 has played a card, has come to a section and may act; the King is far unless he is placed."""
    hand, discard = [name for name in me["hand"] if name != card], [card, *me["discard"]]
    boat = me | {"section": place.section, "hand": hand, "discard": discard}
    settings: dict[str, Any] = {"barge": place.far, "asked": "action", "card": card, "board": place.board}
    return river(boat, *others, **(settings | position))


def ways(table: Table, verb: str) -> set[str]:
    """What can follow a verb now."""
    return {move.removeprefix(verb).strip() for move in choices(table, verb)}


# looking


def asked(table: Table) -> tuple[int, str]:
    """Who is asked what, seats counted from 1."""
    question = table.question
    assert question is not None, "the game is over"
    return question.seat + 1, question.key


def of_seat(table: Table, number: int = 1) -> dict[str, Any]:
    """What is seen of a seat, counted from 1."""
    seen: dict[str, Any] = table.view()["seats"][number - 1]
    return seen


def each(table: Table, what: str) -> list[Any]:
    """Something of every seat."""
    return [seen[what] for seen in table.view()["seats"]]


def prices(table: Table) -> dict[str, int]:
    """The current price of each good."""
    return {good: entry["price"] for good, entry in table.view()["prices"].items()}


def lines(table: Table, number: int = 1) -> dict[str, int]:
    """A seat's score sheet: the points of every line."""
    return {line.key: line.points for line in table.score_sheet()[number - 1]}


def stall(table: Table, name: str) -> dict[str, Any]:
    """What is seen of a stall."""
    return next(seen for seen in table.view()["stalls"] if seen["stall"] == name)
