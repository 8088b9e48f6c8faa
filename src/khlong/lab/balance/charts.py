"""Charts as plain SVG: rows of figures, one panel for each number of players, readable without colours too."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from dataclasses import dataclass
from html import escape

from khlong.lab.shares import Share

WIDTH = 1000
LETTER = 6.4
MARGIN = 10
GAP = 26
ROW = 22
TOP = 46
FOOT = 26
FIGURE = 58
TICKS = 5
SERIES = ("s0", "s1", "s2", "s3")
DASHES = ("", "7 3", "2 3", "9 3 2 3")


@dataclass(frozen=True)
class Mark:
    """A figure in a row: its interval, its look and its words."""

    figure: Share
    look: str = "plain"
    """plain, open, bad, quiet or second: a class of the style sheet with a shape of its own."""
    text: str = ""
    hint: str = ""


Cells = Sequence[Sequence[Sequence[Mark]]]
"""By row, by panel: marks, one below the other."""


@dataclass(frozen=True)
class Axis:
    """From where to where a chart goes, how its values are written, and what stands out on it."""

    low: float
    high: float
    write: Callable[[float], str]
    zero: float = 0.0
    band: tuple[float, float] | None = None
    """What is allowed."""

    def ticks(self) -> list[float]:
        return [self.low + (self.high - self.low) * number / (TICKS - 1) for number in range(TICKS)]


def percent(value: float) -> str:
    return f"{100 * value:.0f} %"


def points(value: float) -> str:
    """In percent points with a sign.

    >>> points(-0.12)
    '−12'
    """
    return f"{100 * value:+.0f}".replace("-", "−").replace("+0", "0")


def plain(value: float) -> str:
    return f"{value:.0f}"


def intervals(title: str, panels: Sequence[str], rows: Sequence[str], cells: Cells, axis: Axis) -> str:
    """A dot with its interval for each figure, against a line and a band of what is allowed."""
    return _rows(title, panels, rows, cells, axis, _dot)


def bars(title: str, panels: Sequence[str], rows: Sequence[str], cells: Cells, axis: Axis) -> str:
    """A bar for each figure."""
    return _rows(title, panels, rows, cells, axis, _bar)


def _rows(
    title: str,
    panels: Sequence[str],
    rows: Sequence[str],
    cells: Cells,
    axis: Axis,
    draw: Callable[[Callable[[float], float], float, float, Mark, Axis], str],
) -> str:
    height = TOP + ROW * len(rows) + FOOT
    labels = LETTER * max(map(len, rows)) + 2 * MARGIN
    width = (WIDTH - labels) / len(panels) - GAP - FIGURE
    parts = []
    for number, row in enumerate(rows):
        y = TOP + ROW * number
        if number % 2 == 0:
            parts.append(f'<rect class="stripe" x="0" y="{y}" width="{WIDTH}" height="{ROW}"/>')
        parts.append(f'<text class="label" x="{labels - MARGIN:.1f}" y="{y + 15}">{escape(row)}</text>')
    for number, panel in enumerate(panels):
        left = labels + number * (width + GAP + FIGURE)
        scale = _scale(axis.low, axis.high, left, left + width)
        parts.append(_frame(panel, axis, scale, TOP, height - FOOT))
        for index, row_cells in enumerate(cells):
            marks = row_cells[number]
            y = TOP + ROW * index
            step = ROW / max(len(marks), 1)
            parts += [draw(scale, y + step * (place + 0.5), step, mark, axis) for place, mark in enumerate(marks)]
            if marks and marks[0].text:
                words = escape(marks[0].text)
                parts.append(
                    f'<text class="figure {marks[0].look}" x="{left + width + 8:.1f}" y="{y + 15}">{words}</text>'
                )
    return _svg(title, height, parts)


def _scale(low: float, high: float, left: float, right: float) -> Callable[[float], float]:
    def place(value: float) -> float:
        return left + (min(max(value, low), high) - low) / (high - low) * (right - left)

    return place


def _frame(panel: str, axis: Axis, scale: Callable[[float], float], top: float, bottom: float) -> str:
    left, right = scale(axis.low), scale(axis.high)
    parts = [f'<text class="panel" x="{(left + right) / 2:.1f}" y="{top - 26}">{escape(panel)}</text>']
    if axis.band:
        a, b = scale(axis.band[0]), scale(axis.band[1])
        parts.append(f'<rect class="band" x="{a:.1f}" y="{top}" width="{b - a:.1f}" height="{bottom - top}"/>')
    for tick in axis.ticks():
        x = scale(tick)
        parts.append(f'<line class="grid" x1="{x:.1f}" x2="{x:.1f}" y1="{top}" y2="{bottom}"/>')
        parts.append(f'<text class="tick" x="{x:.1f}" y="{bottom + 16}">{escape(axis.write(tick))}</text>')
    x = scale(axis.zero)
    parts.append(f'<line class="zero" x1="{x:.1f}" x2="{x:.1f}" y1="{top - 4}" y2="{bottom + 4}"/>')
    return "".join(parts)


def _dot(scale: Callable[[float], float], y: float, step: float, mark: Mark, axis: Axis) -> str:
    a, x, b = scale(mark.figure.low), scale(mark.figure.share), scale(mark.figure.high)
    hint = f"<title>{escape(mark.hint)}</title>" if mark.hint else ""
    line = f'<line class="whisker" x1="{a:.1f}" x2="{b:.1f}" y1="{y:.1f}" y2="{y:.1f}"/>'
    if mark.look == "bad":
        shape = f'<path d="M{x:.1f} {y - 6:.1f}l6 6l-6 6l-6 -6z"/>'
    elif mark.look == "second":
        shape = f'<path d="M{x:.1f} {y - 3.5:.1f}v7"/>'
    else:
        shape = f'<circle cx="{x:.1f}" cy="{y:.1f}" r="4.2"/>'
    return f'<g class="mark {mark.look}">{hint}{line}{shape}</g>'


def _bar(scale: Callable[[float], float], y: float, step: float, mark: Mark, axis: Axis) -> str:
    a, b = sorted((scale(axis.zero), scale(mark.figure.share)))
    half = step * 0.36
    hint = f"<title>{escape(mark.hint)}</title>" if mark.hint else ""
    low, high = scale(mark.figure.low), scale(mark.figure.high)
    return (
        f'<g class="bar {mark.look}">{hint}'
        f'<rect x="{a:.1f}" y="{y - half:.1f}" width="{max(b - a, 0.5):.1f}" height="{2 * half:.1f}"/>'
        f'<line class="whisker" x1="{low:.1f}" x2="{high:.1f}" y1="{y:.1f}" y2="{y:.1f}"/></g>'
    )


def histograms(title: str, panels: Sequence[str], counts: Sequence[dict[int, int]], unit: str) -> str:
    """How often each length came up, one panel a number of players, all on the same axis."""
    height, top, bottom = 210, TOP, 210 - 40
    longest = max(max(count) for count in counts)
    width = WIDTH / len(panels) - GAP - MARGIN
    parts = []
    for number, (panel, count) in enumerate(zip(panels, counts, strict=True)):
        left = MARGIN + number * (width + GAP)
        scale = _scale(0, longest + 1, left, left + width)
        highest = max(count.values())
        parts.append(f'<text class="panel" x="{left + width / 2:.1f}" y="{top - 26}">{escape(panel)}</text>')
        for length, games in count.items():
            x, tall = scale(length - 0.5), (bottom - top) * games / highest
            parts.append(
                f'<rect class="column" x="{x:.1f}" y="{bottom - tall:.1f}" '
                f'width="{max(scale(length + 0.5) - x - 0.6, 0.6):.1f}" height="{tall:.1f}">'
                f"<title>{length} {unit}: {games} games</title></rect>"
            )
        parts.append(f'<line class="zero" x1="{left:.1f}" x2="{left + width:.1f}" y1="{bottom}" y2="{bottom}"/>')
        for tick in range(0, longest + 1, max(1, round(longest / 6 / 5) * 5)):
            parts.append(f'<text class="tick" x="{scale(tick):.1f}" y="{bottom + 16}">{tick}</text>')
        parts.append(f'<text class="tick" x="{left + width / 2:.1f}" y="{bottom + 34}">{escape(unit)}</text>')
    return _svg(title, height, parts)


@dataclass(frozen=True)
class Curve:
    """A value from round to round."""

    name: str
    mean: Sequence[float]


def curves(title: str, panels: Sequence[str], lines: Sequence[Sequence[Curve]]) -> str:
    """Means as lines, each with a dash and a name of its own."""
    height, top, bottom = 280, TOP, 280 - 40
    width = WIDTH / len(panels) - GAP - 70
    highest = max(max(curve.mean) for panel in lines for curve in panel)
    rise = _scale(0, int(highest) + 1, bottom, top)
    parts = []
    for number, (panel, drawn) in enumerate(zip(panels, lines, strict=True)):
        left = 30 + number * (width + GAP + 70)
        rounds = max(len(curve.mean) for curve in drawn)
        scale = _scale(1, max(rounds, 2), left, left + width)
        parts.append(f'<text class="panel" x="{left + width / 2:.1f}" y="{top - 26}">{escape(panel)}</text>')
        for tick in range(0, int(highest) + 2, 2):
            y = rise(tick)
            parts.append(f'<line class="grid" x1="{left:.1f}" x2="{left + width:.1f}" y1="{y:.1f}" y2="{y:.1f}"/>')
            parts.append(f'<text class="tick side" x="{left - 6:.1f}" y="{y + 4:.1f}">{tick}</text>')
        for place, curve in enumerate(drawn):
            path = _path([(scale(index + 1), rise(value)) for index, value in enumerate(curve.mean)])
            parts.append(
                f'<path class="curve {SERIES[place % 4]}" stroke-dasharray="{DASHES[place % 4]}" d="M{path}"/>'
            )
        for place, y in _spread([rise(curve.mean[-1]) for curve in drawn]):
            name = escape(drawn[place].name)
            parts.append(
                f'<text class="name {SERIES[place % 4]}" x="{left + width + 5:.1f}" y="{y + 4:.1f}">{name}</text>'
            )
        for tick in (1, (1 + rounds) // 2, rounds):
            parts.append(f'<text class="tick" x="{scale(tick):.1f}" y="{bottom + 16}">{tick}</text>')
        parts.append(f'<text class="tick" x="{left + width / 2:.1f}" y="{bottom + 34}">round</text>')
    return _svg(title, height, parts)


def _spread(heights: Sequence[float], apart: float = 13) -> list[tuple[int, float]]:
    """Heights of names, moved down where they would lie over each other."""
    placed, last = [], float("-inf")
    for place in sorted(range(len(heights)), key=lambda number: heights[number]):
        last = max(heights[place], last + apart)
        placed.append((place, last))
    return placed


def _path(points: Sequence[tuple[float, float]]) -> str:
    return "L".join(f"{x:.1f} {y:.1f}" for x, y in points)


def _svg(title: str, height: float, parts: Sequence[str]) -> str:
    name = escape(title, quote=True)
    return f'<svg viewBox="0 0 {WIDTH} {height}" role="img" aria-label="{name}">{"".join(parts)}</svg>'
