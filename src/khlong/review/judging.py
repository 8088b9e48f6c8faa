"""What findings mean: labels of decisions, key moments, luck and skill."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from itertools import pairwise

from .finding import Finding, Luck, Worth
from .game import PastGame
from .shape import Decision, Label, Moment, MomentKind, MoveWorth, Roll, SeatReview

LABELS: Mapping[Label, float] = {"blunder": 0.15, "mistake": 0.10, "inaccuracy": 0.05}
"""Loss of chance from which on a decision is called so: the thresholds that players of chess know from Lichess."""
ACCEPTED = 0.04
"""Who is asked for a better move has found one that loses less."""
AS_GOOD = 0.01
"""Moves that differ by less are one as good as the other: the bot cannot tell them apart."""
DECIDED = 0.95
"""A player whose chance is as good as this anyway has thrown nothing away."""
SWING = 0.05
"""A change of somebody's chance that makes a moment."""
MOST_MOVES = 8
ENOUGH_DECISIONS = 10
"""For an error rate: fewer give absurd ones."""
DIGITS = 5


def exact(number: float) -> float:
    """As many digits as mean something."""
    return round(float(number), DIGITS) + 0.0


def shared(shares: Sequence[float]) -> list[float]:
    """Shares of the win with few digits, still 1 together."""
    short = [exact(share) for share in shares]
    largest = short.index(max(short))
    short[largest] = exact(short[largest] + 1 - sum(short))
    return short


def loss_of(past: PastGame, ply: int, finding: Finding, made: Worth) -> float:
    """The chance that the mover lost by a move, none if it changes nothing."""
    best, seat = finding.moves[0], past.states[ply].decider
    loss: float = best.shares[seat] - made.shares[seat]
    if loss < AS_GOOD or past.leads_to_the_same(ply, made.move, best.move):
        return 0.0
    return loss


def label_of(loss: float, after: float) -> Label | None:
    """What a decision is called that lost so much and left so much."""
    if after >= DECIDED:
        return None
    return next((label for label, least in LABELS.items() if round(loss, DIGITS) >= least), None)


def decision(past: PastGame, ply: int, finding: Finding) -> Decision:
    """What was decided at a ply."""
    notation, seat = past.game.moves.notation, past.states[ply].decider
    made, highest = finding.worth_of(past.moves[ply]), finding.moves[0].shares[seat]
    loss = loss_of(past, ply, finding, made)
    label = label_of(loss, made.shares[seat])
    listed = list(finding.moves[: MOST_MOVES if label else 1])
    if made not in listed:
        listed.append(made)
    best: list[MoveWorth] = [
        {
            "move": notation[each.move],
            "share": exact(each.shares[seat]),
            "score": round(each.scores[seat], 2),
            "loss": exact(max(0.0, highest - each.shares[seat])),
        }
        for each in listed
    ]
    accepted = [notation[each.move] for each in finding.moves if highest - each.shares[seat] < ACCEPTED]
    return {
        "ply": ply + 1,
        "seat": seat,
        "move": notation[made.move],
        "loss": exact(loss),
        "label": label,
        "best": best,
        "accepts": accepted if label else [],
        "line": [notation[move] for move in finding.line] if label else [],
    }


def moments(
    chances: Sequence[Sequence[float]],
    movers: Sequence[int],
    decisions: Sequence[Decision],
    rolls: Sequence[Roll],
    *,
    turns: bool = True,
) -> list[Moment]:
    """The moves by which somebody's chance changed much, and what did it.

    `turns` is whether those count that neither luck nor an error explains: one step ahead they mean little.
    """
    decided = {each["ply"]: each for each in decisions}
    rolled = {each["ply"]: each for each in rolls}
    found: list[Moment] = []
    for ply, (before, after) in enumerate(pairwise(chances), 1):
        changes = [exact(then - now) for now, then in zip(before, after, strict=True)]
        whom = max(range(len(changes)), key=lambda seat: abs(changes[seat]))
        if abs(changes[whom]) < SWING:
            continue
        made = decided.get(ply)
        lost = made["loss"] if made else 0.0
        fell = max(map(abs, rolled[ply]["luck"])) if ply in rolled else 0.0
        label = made["label"] if made else None
        kind: MomentKind = "luck" if fell >= max(lost, SWING / 2) else "error" if lost else "turn"
        if kind == "turn" and not turns:
            continue
        found.append(
            {
                "ply": ply,
                "kind": kind,
                "seat": movers[ply - 1],
                "whom": whom,
                "change": changes[whom],
                "before": list(before),
                "after": list(after),
                "label": label,
            }
        )
    return found


def accounts(past: PastGame, findings: Sequence[Finding], lucks: Mapping[int, Luck]) -> list[SeatReview]:
    """Everybody's luck and skill: what of the way from the first chance to the last is whose."""
    seats = range(past.players)
    own_luck, others_luck, own_errors, others_errors = ([0.0] * past.players for _ in range(4))
    lost = [0.0] * past.players
    losses: list[list[tuple[float, Label | None]]] = [[] for _ in seats]
    for ply, move in enumerate(past.moves):
        finding, mover = findings[ply], past.states[ply].decider
        if len(finding.moves) > 1:
            made = finding.worth_of(move)
            loss = loss_of(past, ply, finding, made)
            losses[mover].append((loss, label_of(loss, made.shares[mover])))
            if loss:
                lost[mover] += loss
                for seat in seats:
                    errors = own_errors if seat == mover else others_errors
                    errors[seat] += made.shares[seat] - finding.moves[0].shares[seat]
        if (luck := lucks.get(ply + 1)) is not None:
            for seat in seats:
                (own_luck if luck.of in (None, seat) else others_luck)[seat] += luck.shares[seat]
    return [
        _account(
            seat,
            (findings[0].shares[seat], findings[-1].shares[seat]),
            (own_luck[seat], others_luck[seat], own_errors[seat], others_errors[seat]),
            losses[seat],
        )
        for seat in seats
    ]


def _account(
    seat: int,
    way: tuple[float, float],
    parts: tuple[float, float, float, float],
    losses: Sequence[tuple[float, Label | None]],
) -> SeatReview:
    initial, final = map(exact, way)
    own_luck, others_luck, own_errors, others_errors = map(exact, parts)
    lost, labels = sum(loss for loss, _ in losses), [label for _, label in losses]
    return {
        "seat": seat,
        "initial": initial,
        "final": final,
        "own_luck": own_luck,
        "others_luck": others_luck,
        "own_errors": own_errors,
        "others_errors": others_errors,
        "rest": exact(final - initial - own_luck - others_luck - own_errors - others_errors),
        "decisions": len(losses),
        "lost": exact(lost),
        "error_rate": exact(lost / len(losses)) if len(losses) >= ENOUGH_DECISIONS else None,
        "inaccuracies": labels.count("inaccuracy"),
        "mistakes": labels.count("mistake"),
        "blunders": labels.count("blunder"),
    }
