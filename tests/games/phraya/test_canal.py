"""The canal grid: what it consists of, the 384 boards, and the tables of movement against a search of our own."""

from collections import Counter
from itertools import permutations, product

import pytest

import khlong
from khlong.games.phraya.canal import (
    BARGE_REACH,
    CENTRE,
    CROSSING_NAMES,
    CROSSING_SECTIONS,
    EXACT_REACH,
    ONLY_WAY_OUT,
    OUTER_SECTIONS,
    PART_STALLS,
    PLACE_NAMES,
    PLACE_OF_STALL,
    REACH,
    SECTION_ENDS,
    SECTION_NAMES,
    SECTIONS_AT,
    STALL_AT,
    STALL_NAMES,
)
from khlong.games.phraya.names import board_name, read_board

# The grid once more, from the words of the specification alone: 4 × 4 islands where both letter and number are odd,
# 3 × 3 crossings where both are even, and water between two islands elsewhere.
LETTERS = "abcdefg"
SQUARES = [(column, row) for column in range(1, 8) for row in range(1, 8)]
ISLANDS = {square for square in SQUARES if square[0] % 2 == 1 and square[1] % 2 == 1}
CROSSINGS = {square for square in SQUARES if square[0] % 2 == 0 and square[1] % 2 == 0}
SECTIONS = set(SQUARES) - ISLANDS - CROSSINGS
Square = tuple[int, int]


def square_of(name: str) -> Square:
    return LETTERS.index(name[0]) + 1, int(name[1])


def neighbours(square: Square) -> set[Square]:
    column, row = square
    return {(column + 1, row), (column - 1, row), (column, row + 1), (column, row - 1)}


def sections_of(bits: int) -> set[Square]:
    """The squares of a set of sections."""
    return {square_of(name) for number, name in enumerate(SECTION_NAMES) if bits >> number & 1}


def crossings_of(bits: int) -> set[Square]:
    return {square_of(name) for number, name in enumerate(CROSSING_NAMES) if bits >> number & 1}


def island_of(stall: str) -> Square:
    """The island that a stall stands on: left is west or south of its section, right east or north."""
    section, side = stall.split("-")
    column, row = square_of(section)
    step = {"left": -1, "right": 1}[side]
    return (column + step, row) if (column + step, row) in ISLANDS else (column, row + step)


# the grid


def test_there_are_9_crossings_24_sections_and_48_stalls() -> None:
    assert {square_of(name) for name in CROSSING_NAMES} == CROSSINGS
    assert {square_of(name) for name in SECTION_NAMES} == SECTIONS
    assert (len(CROSSING_NAMES), len(SECTION_NAMES), len(set(STALL_NAMES))) == (9, 24, 48)


def test_12_sections_are_outer_blind_alleys() -> None:
    outer = {square for square in SECTIONS if 1 in square or 7 in square}
    assert len(outer) == 12
    assert sections_of(OUTER_SECTIONS) == outer
    for number, name in enumerate(SECTION_NAMES):
        ends = {square_of(CROSSING_NAMES[end]) for end in SECTION_ENDS[number]}
        assert ends == neighbours(square_of(name)) & CROSSINGS
        assert len(ends) == (1 if square_of(name) in outer else 2)
        only = ONLY_WAY_OUT[number]
        assert ({square_of(CROSSING_NAMES[only])} if only >= 0 else set()) == (ends if len(ends) == 1 else set())


def test_four_sections_meet_at_each_crossing() -> None:
    for number, name in enumerate(CROSSING_NAMES):
        sections = {square_of(SECTION_NAMES[section]) for section in CROSSING_SECTIONS[number]}
        assert len(sections) == 4
        assert sections == neighbours(square_of(name))
        assert tuple(SECTIONS_AT[4 * number : 4 * number + 4]) == tuple(CROSSING_SECTIONS[number])


def test_two_stalls_face_each_other_across_every_section() -> None:
    for number, name in enumerate(SECTION_NAMES):
        left, right = STALL_NAMES[2 * number : 2 * number + 2]
        assert (left, right) == (f"{name}-left", f"{name}-right")
        assert island_of(left) != island_of(right)
        assert {island_of(left), island_of(right)} == neighbours(square_of(name)) & ISLANDS


def test_16_islands_have_two_to_four_stalls() -> None:
    stalls = Counter(island_of(stall) for stall in STALL_NAMES)
    assert set(stalls) == ISLANDS
    assert len(ISLANDS) == 16
    assert Counter(stalls.values()) == {2: 4, 3: 8, 4: 4}  # corners, edges, the middle


def test_the_barge_starts_on_the_central_crossing() -> None:
    assert square_of(CROSSING_NAMES[CENTRE]) == (4, 4)
    assert khlong.new_table("phraya", 3, 1).view()["barge"] == "d4"


# parts


def place_of(island: Square) -> str:
    column, row = island
    return f"{'south' if row < 4 else 'north'}-{'west' if column < 4 else 'east'}"


OWN_CROSSING = {"south-west": (2, 2), "south-east": (6, 2), "north-east": (6, 6), "north-west": (2, 6)}


@pytest.mark.parametrize("place", PLACE_NAMES)
def test_a_part_has_8_stalls_at_its_own_crossing_and_4_at_seams(place: str) -> None:
    stalls = [stall for number, stall in enumerate(STALL_NAMES) if PLACE_NAMES[PLACE_OF_STALL[number]] == place]
    assert len(stalls) == 12
    assert all(place_of(island_of(stall)) == place for stall in stalls)
    assert len({island_of(stall) for stall in stalls}) == 4
    sections = Counter(square_of(stall) for stall in stalls)
    own = neighbours(OWN_CROSSING[place])
    assert {section for section, number in sections.items() if number == 2} == own
    seams = {section for section, number in sections.items() if number == 1}
    assert len(seams) == 4
    assert all(4 in section for section in seams)


def test_a_seam_section_has_one_stall_of_each_part_beside_it() -> None:
    for number, name in enumerate(SECTION_NAMES):
        parts = {PLACE_OF_STALL[2 * number], PLACE_OF_STALL[2 * number + 1]}
        assert len(parts) == (2 if 4 in square_of(name) else 1)


def turned(square: Square) -> Square:
    """A quarter turn to the left around d4: what lay in the south-west comes to lie in the south-east."""
    column, row = square
    return 8 - row, column


def test_a_place_fixes_the_rotation_of_a_part() -> None:
    """A part's indented sides face inward, so that each place turns it by a quarter more."""
    home = [STALL_NAMES[stall] for stall in PART_STALLS]
    assert [STALL_NAMES[stall] for stall in STALL_AT[:12]] == home
    for place in range(4):
        for number, stall in enumerate(home):
            section, island = square_of(stall), island_of(stall)
            for _ in range(place):
                section, island = turned(section), turned(island)
            there = STALL_NAMES[STALL_AT[12 * place + number]]
            assert (square_of(there), island_of(there)) == (section, island)
            assert place_of(island) == PLACE_NAMES[place]
    assert sorted(STALL_AT) == list(range(48))


# boards

ALL_BOARDS = [
    "-".join(f"{part}{side}" for part, side in zip(parts, sides, strict=True))
    for parts in permutations("1234")
    for sides in product("ab", repeat=4)
]


def test_board_names_and_numbers_are_inverse_over_all_384() -> None:
    """PH-2."""
    assert len(ALL_BOARDS) == 384
    assert sorted(board_name(board) for board in range(384)) == sorted(ALL_BOARDS)
    assert [read_board(board_name(board)) for board in range(384)] == list(range(384))
    assert [board_name(int(read_board(name))) for name in ALL_BOARDS] == ALL_BOARDS


def test_the_384_boards_are_all_different() -> None:
    """PH-2."""
    seen = set()
    for name in ALL_BOARDS:
        view = khlong.new_table("phraya", 2, 0, {"board": name}).view()
        assert view["board"] == name
        seen.add(tuple(stall["kind"] for stall in view["stalls"]))
    assert len(seen) == 384


# movement


def voyages(start: Square, barge: Square, steps: int) -> set[Square]:
    """Where whole voyages of that many sections end, each found by trying all paths (PH-9)."""
    ends: set[Square] = set()

    def sail(path: list[Square], crossings: list[Square]) -> None:
        """`crossings` are those passed, the last one between the last two sections of the path."""
        if len(path) == steps + 1:
            ends.add(path[-1])
            return
        for crossing in neighbours(path[-1]) & CROSSINGS:
            if crossing == barge or (crossings and crossing == crossings[-1]):
                continue  # the barge blocks it, or it would be turning back
            for section in neighbours(crossing) - {path[-1]}:
                sail([*path, section], [*crossings, crossing])

    sail([start], [])
    return ends


@pytest.mark.parametrize("barge", range(9), ids=CROSSING_NAMES)
def test_a_boat_reaches_what_a_search_of_all_paths_finds(barge: int) -> None:
    """PH-9: 1 to as many sections as rowers, no turning back, not past the barge, not back where it began."""
    for number, name in enumerate(SECTION_NAMES):
        start, blocked = square_of(name), square_of(CROSSING_NAMES[barge])
        found: set[Square] = set()
        for rowers in range(5):
            if rowers:
                found |= voyages(start, blocked, rowers)
            reach = sections_of(REACH[(barge * 24 + number) * 5 + rowers])
            assert reach == found - {start}, f"{name} with {rowers} rowers"


@pytest.mark.parametrize("barge", range(9), ids=CROSSING_NAMES)
def test_the_bonus_move_is_exactly_so_many_sections(barge: int) -> None:
    """PH-8: two, unless a component file says otherwise."""
    for (number, name), steps in product(enumerate(SECTION_NAMES), range(1, 5)):
        found = voyages(square_of(name), square_of(CROSSING_NAMES[barge]), steps) - {square_of(name)}
        assert sections_of(EXACT_REACH[(barge * 24 + number) * 5 + steps]) == found, name


def test_a_boat_in_a_blind_alley_is_blocked_by_the_barge_before_it() -> None:
    """PH-3: then it reaches nothing; no other place of the barge blocks a boat."""
    for barge, number in product(range(9), range(24)):
        ends = neighbours(square_of(SECTION_NAMES[number])) & CROSSINGS
        blocked = ends == {square_of(CROSSING_NAMES[barge])}
        assert (REACH[(barge * 24 + number) * 5 + 4] == 0) == blocked


def test_a_boat_goes_into_a_blind_alley_but_not_on_from_it() -> None:
    """From the alley b1 three others are one section away, and a2, a blind alley too, leads nowhere."""
    start, far = SECTION_NAMES.index("b1"), CROSSING_NAMES.index("f6")
    assert sections_of(REACH[(far * 24 + start) * 5 + 1]) == {(1, 2), (2, 3), (3, 2)}
    assert (1, 2) not in sections_of(EXACT_REACH[(far * 24 + start) * 5 + 2])
    assert sections_of(EXACT_REACH[(far * 24 + start) * 5 + 2]) == {(1, 4), (2, 5), (3, 4), (4, 1), (5, 2), (4, 3)}


def barge_ends(start: Square, steps: int) -> set[Square]:
    """Where walks of that many crossings end that use no section twice, found by trying all walks."""
    ends: set[Square] = set()
    for directions in product(((1, 0), (-1, 0), (0, 1), (0, -1)), repeat=steps):
        here, used = start, set()
        for column, row in directions:
            section = here[0] + column, here[1] + row
            there = here[0] + 2 * column, here[1] + 2 * row
            if section in used or there not in CROSSINGS:
                break
            used.add(section)
            here = there
        else:
            ends.add(here)
    return ends


@pytest.mark.parametrize("steps", [1, 2, 3])
def test_the_barge_goes_an_exact_number_of_crossings_and_no_section_twice(steps: int) -> None:
    """PH-5."""
    for number, name in enumerate(CROSSING_NAMES):
        assert crossings_of(BARGE_REACH[4 * number + steps]) == barge_ends(square_of(name), steps), name


def test_the_barge_is_never_without_a_destination_nor_stays_where_it_is() -> None:
    """PH-4, PH-5: up to three crossings along different sections never lead back, and always to two or more."""
    for number, steps in product(range(9), (1, 2, 3)):
        ends = BARGE_REACH[4 * number + steps]
        assert not ends >> number & 1
        assert ends.bit_count() >= 2
