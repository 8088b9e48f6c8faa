"""Players and goods can be told apart by everybody: by colour under the common deficiencies of sight, and by shape."""

from __future__ import annotations

import itertools
import math
from typing import Any

import pytest

from .visitor import Visitor

pytestmark = pytest.mark.slow

Colour = tuple[float, float, float]
GOODS = ("vegetable", "fruit", "fish", "meat")
FRUIT = ("mango", "banana", "papaya", "guava", "grapefruit", "rambutan", "starfruit")
SAILS = tuple(f"sail-{seat}" for seat in (0, 1, 2, 3, 4))
LEAST_DISTANCE = 10.0  # CIEDE2000; 1 is just noticeable, 10 is seen at a glance
MOST_OVERLAP = 0.93  # of two silhouettes on each other
# Machado, Oliveira and Fernandes 2009, full severity, on linear RGB
SIGHTS: dict[str, tuple[Colour, Colour, Colour]] = {
    "usual": ((1, 0, 0), (0, 1, 0), (0, 0, 1)),
    "protanopia": (
        (0.152286, 1.052583, -0.204868),
        (0.114503, 0.786281, 0.099216),
        (-0.003882, -0.048116, 1.051998),
    ),
    "deuteranopia": (
        (0.367322, 0.860646, -0.227968),
        (0.280085, 0.672501, 0.047413),
        (-0.011820, 0.042940, 0.968881),
    ),
    "tritanopia": (
        (1.255528, -0.076749, -0.178779),
        (-0.078411, 0.930809, 0.147602),
        (0.004733, 0.691367, 0.303900),
    ),
}
FILLS = """(ids) => Object.fromEntries(ids.map(id => {
    const filled = [...document.querySelectorAll(`#${id} [fill^="#"]`)]
    return [id, filled[0].getAttribute('fill')]
}))"""
SHAPES = """(ids) => Object.fromEntries(ids.map(id => [id, [...document.querySelectorAll(`#${id} > *`)]
    .map(e => e.tagName + (e.getAttribute('d') ?? '') + (e.getAttribute('r') ?? '') + (e.getAttribute('width') ?? ''))
    .join('; ')]))"""
SILHOUETTE = """async (id) => {
    const symbol = document.getElementById(id)
    const light = document.getElementById('paint-light').outerHTML
    const size = `viewBox="${symbol.getAttribute('viewBox')}" width="48" height="48"`
    const text = `<svg xmlns="http://www.w3.org/2000/svg" ${size}><defs>${light}</defs>${symbol.innerHTML}</svg>`
    const image = new Image()
    image.src = 'data:image/svg+xml,' + encodeURIComponent(text)
    await image.decode()
    const canvas = document.createElement('canvas')
    canvas.width = canvas.height = 48
    const pen = canvas.getContext('2d')
    pen.drawImage(image, 0, 0, 48, 48)
    return [...pen.getImageData(0, 0, 48, 48).data].filter((_, index) => index % 4 === 3).map(alpha => alpha > 128)
}"""


def linear(text: str) -> Colour:
    parts = [int(text[place : place + 2], 16) / 255 for place in (1, 3, 5)]
    red, green, blue = (part / 12.92 if part <= 0.04045 else ((part + 0.055) / 1.055) ** 2.4 for part in parts)
    return red, green, blue


def seen(colour: Colour, sight: str) -> Colour:
    """A colour as somebody with a deficiency sees it, in CIELAB."""
    red, green, blue = (
        min(1.0, max(0.0, sum(share * part for share, part in zip(row, colour, strict=True)))) for row in SIGHTS[sight]
    )
    x = (0.4124564 * red + 0.3575761 * green + 0.1804375 * blue) / 0.95047
    y = 0.2126729 * red + 0.7151522 * green + 0.0721750 * blue
    z = (0.0193339 * red + 0.1191920 * green + 0.9503041 * blue) / 1.08883
    fx, fy, fz = (part ** (1 / 3) if part > 216 / 24389 else (24389 / 27 * part + 16) / 116 for part in (x, y, z))
    return 116 * fy - 16, 500 * (fx - fy), 200 * (fy - fz)


def distance(one: Colour, other: Colour) -> float:
    """CIEDE2000."""
    (l1, a1, b1), (l2, a2, b2) = one, other
    mean = (math.hypot(a1, b1) + math.hypot(a2, b2)) / 2
    g = 0.5 * (1 - math.sqrt(mean**7 / (mean**7 + 25**7)))
    c1, c2 = math.hypot(a1 * (1 + g), b1), math.hypot(a2 * (1 + g), b2)
    h1, h2 = (math.degrees(math.atan2(b, a * (1 + g))) % 360 for a, b in ((a1, b1), (a2, b2)))
    turn = 0.0 if c1 * c2 == 0 else (h2 - h1 + 180) % 360 - 180
    dl, dc, dh = l2 - l1, c2 - c1, 2 * math.sqrt(c1 * c2) * math.sin(math.radians(turn / 2))
    hue = h1 + h2 if c1 * c2 == 0 else (h1 + turn / 2) % 360
    lightness, chroma = (l1 + l2) / 2, (c1 + c2) / 2
    t = 1 - 0.17 * _cos(hue - 30) + 0.24 * _cos(2 * hue) + 0.32 * _cos(3 * hue + 6) - 0.20 * _cos(4 * hue - 63)
    sl = 1 + 0.015 * (lightness - 50) ** 2 / math.sqrt(20 + (lightness - 50) ** 2)
    sc, sh = 1 + 0.045 * chroma, 1 + 0.015 * chroma * t
    spin = math.radians(60 * math.exp(-(((hue - 275) / 25) ** 2)))
    rt = -2 * math.sqrt(chroma**7 / (chroma**7 + 25**7)) * math.sin(spin)
    return math.sqrt((dl / sl) ** 2 + (dc / sc) ** 2 + (dh / sh) ** 2 + rt * (dc / sc) * (dh / sh))


def _cos(degrees: float) -> float:
    return math.cos(math.radians(degrees))


def test_distance_is_that_of_the_published_examples() -> None:
    """Sharma, Wu and Dalal 2005, pairs 1, 7, 16 and 25."""
    examples: list[tuple[Colour, Colour, float]] = [
        ((50.0, 2.6772, -79.7751), (50.0, 0.0, -82.7485), 2.0425),
        ((50.0, 0.0, 0.0), (50.0, -1.0, 2.0), 2.3669),
        ((50.0, 2.5, 0.0), (50.0, 0.0, -2.5), 4.3065),
        ((60.2574, -34.0099, 36.2677), (60.4626, -34.1751, 39.4387), 1.2644),
    ]
    for one, other, expected in examples:
        assert distance(one, other) == pytest.approx(expected, abs=1e-4)


@pytest.mark.parametrize("sight", SIGHTS)
@pytest.mark.parametrize("things", [SAILS, GOODS], ids=["players", "goods"])
def test_colours_stay_apart(visitor: Visitor, sight: str, things: tuple[str, ...]) -> None:
    visitor.open("/").page.wait_for_selector("symbol", state="attached")
    fills: dict[str, Any] = visitor.page.evaluate(FILLS, list(things))
    near = {}
    for one, other in itertools.combinations(things, 2):
        apart = distance(seen(linear(fills[one]), sight), seen(linear(fills[other]), sight))
        if apart < LEAST_DISTANCE:
            near[one, other] = round(apart, 1)
    assert not near


def test_every_sail_has_a_pattern_of_its_own(visitor: Visitor) -> None:
    visitor.open("/").page.wait_for_selector("symbol", state="attached")
    shapes = visitor.page.evaluate(SHAPES, list(SAILS))
    assert len(set(shapes.values())) == len(SAILS)


@pytest.mark.parametrize("things", [GOODS, FRUIT], ids=["goods", "fruit"])
def test_every_good_has_a_silhouette_of_its_own(visitor: Visitor, things: tuple[str, ...]) -> None:
    visitor.open("/").page.wait_for_selector("symbol", state="attached")
    masks = {thing: visitor.page.evaluate(SILHOUETTE, thing) for thing in things}
    assert all(sum(mask) > 200 for mask in masks.values())
    alike = {}
    for one, other in itertools.combinations(things, 2):
        both = sum(a and b for a, b in zip(masks[one], masks[other], strict=True))
        either = sum(a or b for a, b in zip(masks[one], masks[other], strict=True))
        if both / either > MOST_OVERLAP:
            alike[one, other] = round(both / either, 2)
    assert not alike
