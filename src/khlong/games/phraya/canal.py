"""The canal grid: crossings, channel sections, stalls, and which lies beside which. The same on all 384 boards.

Points are named as on a chess board, columns a–g and rows 1–7. Islands lie where both are odd (a1, c5), crossings
where both are even (b2, d4), channel sections in between (b1, a2). A section has a stall on either side: left is the
western or southern one, right the eastern or northern one.
"""

from collections.abc import Callable
from itertools import product

Point = tuple[int, int]

SIZE = 7
CROSSINGS = 9
SECTIONS = 24
STALLS = 2 * SECTIONS
PARTS = 4
MOST_ROWERS = 4
MOST_BARGE_STEPS = 3


def name_of(point: Point) -> str:
    """A point's name: its column's letter and its row's number."""
    column, row = point
    return f"{'abcdefg'[column]}{row + 1}"


_points = list(product(range(SIZE), range(SIZE)))
CROSSING_POINTS = tuple((c, r) for c, r in _points if c % 2 and r % 2)
SECTION_POINTS = tuple((c, r) for c, r in _points if (c + r) % 2)
CROSSING_NAMES = tuple(map(name_of, CROSSING_POINTS))
SECTION_NAMES = tuple(map(name_of, SECTION_POINTS))
STALL_NAMES = tuple(f"{section}{side}" for section in SECTION_NAMES for side in ("-left", "-right"))
CENTRE = CROSSING_NAMES.index("d4")


def _beside(point: Point) -> list[Point]:
    column, row = point
    return [(column - 1, row), (column + 1, row), (column, row - 1), (column, row + 1)]


def _ends(section: int) -> tuple[int, ...]:
    """The crossings at a section's ends: two, or one for a blind alley that leads out of the board."""
    return tuple(CROSSING_POINTS.index(point) for point in _beside(SECTION_POINTS[section]) if point in CROSSING_POINTS)


SECTION_ENDS = tuple(_ends(section) for section in range(SECTIONS))
CROSSING_SECTIONS = tuple(
    tuple(SECTION_POINTS.index(point) for point in _beside(crossing)) for crossing in CROSSING_POINTS
)
OUTER_SECTIONS = sum(1 << section for section in range(SECTIONS) if len(SECTION_ENDS[section]) == 1)
SECTIONS_AT = tuple(section for sections in CROSSING_SECTIONS for section in sections)
"""The four sections that meet at a crossing, at crossing * 4."""
ONLY_WAY_OUT = tuple(SECTION_ENDS[section][0] if len(SECTION_ENDS[section]) == 1 else -1 for section in range(SECTIONS))
"""For each section, its only crossing, or -1 if it has two."""


# Boats: from section to section, never turning back, never through the barge (PH-9)


def _walk(start: int, barge: int, steps: int) -> list[int]:
    """The sets of sections where a boat can be after 1, 2 … steps."""
    ways = {(start, end) for end in SECTION_ENDS[start]}  # where it is, and through which crossing it goes on
    reached = []
    for _ in range(steps):
        ways = {
            (section, onward)
            for here, crossing in ways
            if crossing not in (barge, -1)
            for section in CROSSING_SECTIONS[crossing]
            if section != here
            for onward in _far_ends(section, crossing)
        }
        reached.append(sum(1 << section for section in {section for section, _ in ways}))
    return reached


def _far_ends(section: int, crossing: int) -> list[int]:
    return [end for end in SECTION_ENDS[section] if end != crossing] or [-1]


def _within(start: int, barge: int) -> tuple[int, ...]:
    """For 0, 1 … rowers, where a boat can end: the section it came from is not among them."""
    reached, ends = 0, [0]
    for sections in _walk(start, barge, MOST_ROWERS):
        reached |= sections
        ends.append(reached & ~(1 << start))
    return tuple(ends)


REACH = tuple(sections for barge in range(CROSSINGS) for start in range(SECTIONS) for sections in _within(start, barge))
"""The sets of sections where a boat can end its move, at (barge * SECTIONS + section) * 5 + rowers."""
EXACT_REACH = tuple(
    sections & ~(1 << start)
    for barge in range(CROSSINGS)
    for start in range(SECTIONS)
    for sections in (0, *_walk(start, barge, MOST_ROWERS))
)
"""The same for exactly so many sections (PH-8), at (barge * SECTIONS + section) * 5 + number of sections."""


# The barge: from crossing to crossing, an exact number, no section twice (PH-5)


def _sail(crossing: int, steps: int, used: frozenset[int]) -> set[int]:
    if steps == 0:
        return {crossing}
    ends: set[int] = set()
    for section in CROSSING_SECTIONS[crossing]:
        if section not in used and len(SECTION_ENDS[section]) == 2:
            (other,) = set(SECTION_ENDS[section]) - {crossing}
            ends |= _sail(other, steps - 1, used | {section})
    return ends


BARGE_REACH = tuple(
    sum(1 << end for end in _sail(crossing, steps, frozenset()))
    for crossing in range(CROSSINGS)
    for steps in range(MOST_BARGE_STEPS + 1)
)
"""The sets of crossings where the barge can end, at crossing * 4 + steps."""


# Parts: four pieces of 2 × 2 islands, laid so that their indented sides meet in the middle

_CENTRE_POINT = CROSSING_POINTS[CENTRE]


def _islands_of(stall: int) -> Point:
    """The island a stall stands on."""
    column, row = SECTION_POINTS[stall // 2]
    step = -1 if stall % 2 == 0 else 1
    return (column + step, row) if column % 2 else (column, row + step)


def _turn(point: Point) -> Point:
    """A quarter turn to the left around the middle of the board."""
    column, row = point[0] - _CENTRE_POINT[0], point[1] - _CENTRE_POINT[1]
    return _CENTRE_POINT[0] - row, _CENTRE_POINT[1] + column


def _turned(stall: int, turns: int) -> int:
    section, island = SECTION_POINTS[stall // 2], _islands_of(stall)
    for _ in range(turns):
        section, island = _turn(section), _turn(island)
    number = SECTION_POINTS.index(section)
    return next(each for each in (2 * number, 2 * number + 1) if _islands_of(each) == island)


def _part_stalls(test: Callable[[Point], bool]) -> tuple[int, ...]:
    return tuple(stall for stall in range(STALLS) if test(_islands_of(stall)))


PART_STALLS = _part_stalls(lambda island: island[0] < 4 and island[1] < 4)
"""The stalls of a part that lies in the south-west, in the order of the part maps."""
PART_SIZE = len(PART_STALLS)
STALL_AT = tuple(_turned(stall, place) for place in range(PARTS) for stall in PART_STALLS)
"""Where the stalls of a part come to lie, at place * 12 + stall of the part; places are SW, SE, NE, NW."""
PLACE_OF_STALL = tuple(STALL_AT.index(stall) // PART_SIZE for stall in range(STALLS))
PLACE_NAMES = ("south-west", "south-east", "north-east", "north-west")
