"""What a learning player is given of a position: numbers in a fixed order, as many for any number of players.

An observation is a record like a state (`engine/schema.py`), all of one width, so that it is an array as well; a rule
fills it in, so that every engine sees the same. Seats are counted from the one that looks.
"""

from __future__ import annotations

from collections.abc import Callable, Iterator, Mapping, Sequence
from dataclasses import dataclass, field
from functools import cached_property
from itertools import product
from typing import Annotated, Any, NamedTuple

from khlong.engine.decision import OwnState
from khlong.engine.game import Facet, Game
from khlong.engine.rule import generated_rule, is_rule
from khlong.engine.schema import Field, Record, RecordType, Width, i32, leaves

Labels = Mapping[str, Sequence[Sequence[str]]]
UNSEEN = {"chance", "ply", "ending", "winners"}  # hidden, or of no meaning while the game goes on
OF_SEATS = {"first", "decider"}  # fields that say which seat


@dataclass(frozen=True)
class Observations(Facet):
    """How positions look to those who learn. Plain: the fields of the state, but for what chance has in store."""

    layout: type[Record]
    observe: Callable[[OwnState, int, OwnState], None]
    """A rule (state, seat, seen) that fills in an observation, all zeros before, as it looks from a seat."""
    standing: Callable[[OwnState, int], tuple[int, ...]] | None
    """`Game.score` as a rule (state, player), for rewards by rank and score."""
    labels: Labels = field(default_factory=dict)
    """What the entries of a list are called, for each of its lengths. Without, they are numbered."""
    pieces: int = 1
    """Of how many pieces it can be put together by as many threads, in any order."""
    observe_piece: Callable[[OwnState, int, OwnState, int], None] | None = None
    """A rule (state, seat, seen, piece) that fills in one of them, where there are several."""

    def __post_init__(self) -> None:
        if len({width for _, width in leaves(self.layout)}) != 1:
            raise TypeError("all numbers of an observation have the same width")

    @classmethod
    def plain(cls, game: Game) -> Observations:
        layout = _widened(game.state, UNSEEN)
        lines = ["def observe(state, seat, seen):", *(f"    {line}" for line in _copies(game.state))]
        return cls(layout, generated_rule("observe", "\n".join(lines)), game.score if is_rule(game.score) else None)

    @property
    def width(self) -> Width:
        """The width of its numbers."""
        return next(width for _, width in leaves(self.layout))

    @cached_property
    def _named(self) -> tuple[str, ...]:
        return tuple(_names(self.layout, self.labels, "", ""))

    def entries(self) -> tuple[str, ...]:
        """The name of each number, in order."""
        return self._named

    def parts(self) -> tuple[Part, ...]:
        """The fields, those of records within by dotted names: one for each list of numbers."""
        return tuple(_parts(self.layout, self.labels, "", ()))


class Part(NamedTuple):
    """A field of an observation: its name, how many of it there are, and what its entries are called."""

    name: str
    shape: tuple[int, ...]
    labels: Sequence[Sequence[str]]


def _names(
    layout: type[Record], labels: Mapping[str, Sequence[Sequence[str]]], before: str, dotted: str
) -> Iterator[str]:
    for each in layout.__fields__:
        name = dotted + each.name
        own = labels.get(name) or [[str(number) for number in range(length)] for length in each.shape]
        for combination in product(*own):
            place = before + each.name + "".join(f"[{label}]" for label in combination)
            if each.record is None:
                yield place
            else:
                yield from _names(each.record, labels, f"{place}.", f"{name}.")


def _parts(layout: type[Record], labels: Labels, dotted: str, outer: tuple[int, ...]) -> Iterator[Part]:
    for each in layout.__fields__:
        name = dotted + each.name
        if each.record is None:
            yield Part(name, (*outer, *each.shape), labels.get(name, ()))
        else:
            yield from _parts(each.record, labels, f"{name}.", (*outer, *each.shape))


# The plain stand-in


def _widened(layout: type[Record], without: set[str]) -> type[Record]:
    """A layout with the same fields, but for some, all of them wide enough for anything."""
    hints: dict[str, Any] = {}
    for each in layout.__fields__:
        if each.name not in without:
            inner: Any = int if each.record is None else _widened(each.record, set())
            kind = inner
            for _ in each.shape:
                kind = list[kind]  # type: ignore[valid-type]
            details = (*([i32] if each.record is None else []), *each.shape)
            hints[each.name] = Annotated[(kind, *details)] if details else kind
    return RecordType(layout.__name__, (Record,), {"__annotations__": hints, "__module__": layout.__module__})  # type: ignore[return-value]


def _copies(layout: type[Record]) -> Iterator[str]:
    """Lines that copy a state's fields; what players have is told from the seat on that looks."""
    for each in layout.__fields__:
        if each.name in UNSEEN:
            continue
        if each.name in OF_SEATS:
            yield f"seen.{each.name} = (state.{each.name} - seat + state.players) % state.players"
        elif each.name == "seat" and each.record is not None:
            yield "for place in range(state.players):"
            for line in _plain_copies(each.record, "seen.seat[place]", "state.seat[(seat + place) % state.players]"):
                yield f"    {line}"
        else:
            yield from _copy(each, "seen", "state")


def _plain_copies(layout: type[Record], target: str, source: str) -> Iterator[str]:
    for each in layout.__fields__:
        yield from _copy(each, target, source)


def _copy(each: Field, target: str, source: str) -> Iterator[str]:
    for place in each.places():
        if each.record is None:
            yield f"{target}.{place} = {source}.{place}"
        else:
            yield from _plain_copies(each.record, f"{target}.{place}", f"{source}.{place}")
