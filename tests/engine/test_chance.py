"""The random generator."""

from collections import Counter

from hypothesis import given
from hypothesis import strategies as st

from khlong.engine.chance import MASK, Chance, below, draw, seed_words, sow


def sown(seed: int, offset: int = 0) -> Chance:
    chance = Chance()
    sow(chance, *seed_words(seed), offset)
    return chance


def test_draws_are_those_of_sfc32() -> None:
    """The published algorithm with unsigned 32-bit words, written out independently."""
    a, b, c, d = 1, 2, 3, 4
    expected = []
    for _ in range(1000):
        t = (a + b + d) % 2**32
        d = (d + 1) % 2**32
        a = b ^ (b >> 9)
        b = (c + (c << 3)) % 2**32
        c = (((c << 21) % 2**32 | c >> 11) + t) % 2**32
        expected.append(t)
    chance = Chance()
    chance.a, chance.b, chance.c, chance.counter = 1, 2, 3, 4
    assert [draw(chance) for _ in range(1000)] == expected


@given(st.integers(0, 2**128 - 1 - 2**63), st.integers(0, 2**63 - 1))
def test_an_offset_counts_on_from_the_seed_with_carries(seed: int, offset: int) -> None:
    assert sown(seed, offset) == sown(seed + offset)


@given(st.integers(0, 2**128 - 1))
def test_words_stay_within_32_bits(seed: int) -> None:
    chance = sown(seed)
    for _ in range(50):
        assert 0 <= draw(chance) <= MASK
        assert all(0 <= word <= MASK for word in chance.values())


def test_all_128_bits_of_a_seed_matter() -> None:
    firsts = {draw(sown(1 << bit)) for bit in range(128)}
    assert len(firsts) == 128


def test_neighbouring_seeds_do_not_resemble_each_other() -> None:
    """First draws of seeds 0, 1, 2 … fall evenly into 16 boxes: chi-square below the 99.99 % point."""
    boxes = Counter(below(sown(seed), 16) for seed in range(16_000))
    assert sum((boxes[box] - 1000) ** 2 / 1000 for box in range(16)) < 44.3


def test_numbers_below_a_limit_are_all_reached_about_equally_often() -> None:
    chance = sown(7)
    faces = Counter(below(chance, 6) for _ in range(60_000))
    assert sorted(faces) == [0, 1, 2, 3, 4, 5]
    assert sum((count - 10_000) ** 2 / 10_000 for count in faces.values()) < 25.8
