"""An analysis in passes, each deeper than the one before: it can be stopped between any two positions."""

from __future__ import annotations

from collections.abc import Iterator
from importlib.util import find_spec

from khlong.table import Table

from .depths import DEEP, GLANCE, SEARCH
from .dice import histograms
from .finding import Finding, Luck
from .game import PastGame
from .glance import FIRST_DICE, OTHER_DICE, glance, luck_at
from .judging import accounts, decision, exact, moments, shared
from .searching import search
from .shape import VERSION, Review, Roll


class Analysis:
    """What is known of a game so far. `look` finds out about one position; `review` says what it all means."""

    def __init__(self, past: PastGame, *, native: bool = True) -> None:
        self.past = past
        self._native = native
        self.findings: dict[int, Finding] = {}
        """The newest finding about each ply."""
        self.lucks: dict[int, Luck] = {}
        """What chance did in the move that led to a ply."""

    def look(self, ply: int, depth: int) -> None:
        """Looks at the position after so many moves."""
        dice = FIRST_DICE if depth == GLANCE else OTHER_DICE
        if depth == GLANCE or self.past.states[ply].ending:
            self.findings[ply] = glance(self.past, ply, dice)
        else:
            self.findings[ply] = search(self.past, ply, depth, native=self._native)
        if ply and (luck := luck_at(self.past, ply, dice)) is not None:
            self.lucks[ply] = luck

    def run(self, depth: int) -> Iterator[int]:
        """A whole pass; gives the plies that are done."""
        for ply in range(self.past.plies + 1):
            self.look(ply, depth)
            yield ply

    def review(self, depth: int) -> Review:
        """What is known now, as a pass of that depth has left it."""
        past = self.past
        findings = [self.findings[ply] for ply in range(past.plies + 1)]
        movers = [state.decider for state in past.states]
        chances = [shared(finding.shares) for finding in findings]
        decisions = [
            decision(past, ply, finding) for ply, finding in enumerate(findings[: past.plies]) if len(finding.moves) > 1
        ]
        rolls: list[Roll] = [
            {"ply": ply, "of": luck.of, "luck": [exact(share) for share in luck.shares]}
            for ply, luck in sorted(self.lucks.items())
        ]
        return {
            "version": VERSION,
            "game": past.game.name,
            "players": past.players,
            "plies": past.plies,
            "over": past.table.over,
            "depth": depth,
            "chances": chances,
            "scores": [[round(score, 2) for score in finding.scores] for finding in findings],
            "decisions": decisions,
            "rolls": rolls,
            "moments": moments(chances, movers, decisions, rolls, turns=depth > GLANCE),
            "seats": accounts(past, findings, self.lucks),
            "dice": histograms(past),
        }


def deepest() -> int:
    """How deep an analysis goes here: without a compiler less deep."""
    return DEEP if can_compile() else SEARCH


def can_compile() -> bool:
    """Whether there is a compiler."""
    return find_spec("numba") is not None


def review(table: Table, depth: int = GLANCE) -> Review:
    """A table's game, looked at to some depth."""
    analysis = Analysis(PastGame(table), native=can_compile())
    for _ in analysis.run(depth):
        pass
    return analysis.review(depth)
