"""How dice fell through a game, beside what was to be expected of them."""

from __future__ import annotations

from collections import Counter

from .game import PastGame
from .shape import DiceLine

Face = int | str


def histograms(past: PastGame) -> list[DiceLine]:
    """Each die that was rolled, seat by seat. What has other faces each time, like the cards of a deck, is left out."""
    faces: dict[tuple[str, int | None], tuple[Face, ...]] = {}
    counts: dict[tuple[str, int | None], Counter[Face]] = {}
    changing = set()
    for came in past.came_up:
        for draw, face in came:
            die = (draw.what, draw.seat)
            if faces.setdefault(die, draw.faces) != draw.faces:
                changing.add(draw.what)
            counts.setdefault(die, Counter())[face] += 1
    lines: list[DiceLine] = []
    for what, seat in sorted(counts, key=lambda each: (each[0], -1 if each[1] is None else each[1])):
        fell, known = counts[what, seat], faces[what, seat]
        if what in changing or len(known) < 2 or all(isinstance(face, str) for face in known):
            continue
        rolls = fell.total()
        lines.append(
            {
                "what": what,
                "seat": seat,
                "rolls": rolls,
                "faces": [
                    {"face": face, "count": fell[face], "expected": round(rolls / len(known), 2)} for face in known
                ],
            }
        )
    return lines
