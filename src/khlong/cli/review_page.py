"""A review as one file of HTML that needs nothing else: to be kept, sent and printed."""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from html import escape

from khlong.review.shape import DiceLine

from . import show
from .review_told import Told, chance, points

COLOURS = ("#c8553d", "#2f7f8f", "#d9a441", "#6a5acd", "#5b8c5a", "#8d6e63")
"""By seat. Each has lines of its own too, so that they are told apart without colours."""
PATTERNS = ("M0 8H8", "M0 0L8 8", "M4 0V8", "M0 8L8 0", "M0 2H8M0 6H8", "M2 0V8M6 0V8")
WIDTH, HEIGHT, LEFT, BOTTOM = 960, 300, 44, 26
BAR, BARS = 22, 40
"""How wide a bar of a face is, and how high the highest."""
STYLE = """
:root { color-scheme: light dark; --ink: #1d2b30; --paper: #fbf8f1; --quiet: #5a6a70; --line: #cfd8d8; --bar: #2f7f8f }
@media (prefers-color-scheme: dark) {
  :root { --ink: #ecf1f0; --paper: #10202a; --quiet: #a4b4b8; --line: #37505a; --bar: #7cc3cf }
}
@media print { :root { --ink: #000; --paper: #fff; --quiet: #444; --line: #bbb } section { break-inside: avoid } }
* { box-sizing: border-box }
body { margin: 0 auto; max-width: 64rem; padding: 1.5rem 1rem; background: var(--paper); color: var(--ink);
  font: 16px/1.5 "Noto Sans", "Noto Sans JP", "Noto Sans Thai", system-ui, sans-serif;
  -webkit-print-color-adjust: exact; print-color-adjust: exact }
h1 { margin: 0 } h2 { margin: 2rem 0 .5rem } p, li { max-width: 46rem } .quiet { color: var(--quiet) }
svg { display: block; width: 100%; height: auto; overflow: visible } svg text { fill: var(--ink); font-size: 12px }
.scroll { overflow-x: auto } table { border-collapse: collapse; font-variant-numeric: tabular-nums }
th, td { padding: .25rem .75rem .25rem 0; text-align: right; border-bottom: 1px solid var(--line); vertical-align: top }
th { font-weight: 600; color: var(--quiet) } .left { text-align: left }
.key { display: flex; flex-wrap: wrap; gap: .25rem 1.25rem; padding: 0; list-style: none }
.key svg { display: inline-block; width: 1.4rem; height: 1rem; margin-right: .4rem; vertical-align: -.15rem }
ol.moments { padding: 0; list-style: none } ol.moments li { margin: .75rem 0 } b.ply { color: var(--bar) }
.graph { min-width: 36rem } .bars { max-width: none }
"""


def page(told: Told) -> str:
    """The whole file."""
    table, found, say = told.table, told.found, told.say
    title = f"{show.title(table)}: {', '.join(told.names)}"
    depth = say(f"review.depth-{found['depth']}")
    result = f"<p>{_text(show.winners_line(table).plain)}</p>" if table.over else ""
    body = [
        f"<h1>{_text(show.title(table))}</h1>",
        f"<p>{_text(', '.join(told.names))}</p>",
        f'<p class="quiet">{_text(show.options_line(table).plain)}<br>{_text(depth)}</p>',
        result,
        _section(say("review.chances"), _graph(told)),
        _section(say("review.moments"), _moments(told)),
        _section(say("review.mistakes"), _mistakes(told)),
        _section(say("review.skill"), f"<p>{_text(say('review.about-skill'))}</p>", _skill(told)),
    ]
    if found["dice"]:
        body.append(_section(say("review.dice"), _dice(told)))
    return (
        f'<!doctype html>\n<html lang="{table.language}"><head><meta charset="utf-8">'
        '<meta name="viewport" content="width=device-width, initial-scale=1">'
        f"<title>{_text(title)}</title><style>{STYLE}</style></head>\n<body>\n" + "\n".join(body) + "\n</body></html>\n"
    )


def _text(text: str) -> str:
    return escape(text)


def _section(title: str, *parts: str) -> str:
    return f"<section><h2>{_text(title)}</h2>{''.join(parts)}</section>"


def _sheet(head: Sequence[str], rows: Iterable[Sequence[str]], left: Sequence[int] = (0,)) -> str:
    """A table; its cells are HTML already."""

    def row(cells: Sequence[str], tag: str) -> str:
        return "".join(
            f"<{tag}{' class=left' if number in left else ''}>{cell}</{tag}>" for number, cell in enumerate(cells)
        )

    body = "".join(f"<tr>{row(cells, 'td')}</tr>" for cells in rows)
    head_row = row([_text(cell) for cell in head], "th")
    sheet = f"<table><thead><tr>{head_row}</tr></thead><tbody>{body}</tbody></table>"
    return f'<div class="scroll" tabindex="0">{sheet}</div>'


# the graph


def _graph(told: Told) -> str:
    """Everybody's chances stacked to the whole, with a key and a table for those who do not see them."""
    chances, seats = told.found["chances"], range(len(told.names))
    last = max(1, len(chances) - 1)
    width, height = WIDTH - LEFT - 8, HEIGHT - BOTTOM - 8

    def at(ply: int, share: float) -> str:
        return f"{LEFT + width * ply / last:.1f} {8 + height * (1 - share):.1f}"

    sums = [[sum(row[:seat]) for seat in range(len(row) + 1)] for row in chances]
    patterns = "".join(
        f'<pattern id="p{seat}" width="8" height="8" patternUnits="userSpaceOnUse">'
        f'<rect width="8" height="8" fill="{COLOURS[seat % len(COLOURS)]}"/>'
        f'<path d="{PATTERNS[seat % len(PATTERNS)]}" stroke="#fff" stroke-opacity=".45" fill="none"/></pattern>'
        for seat in seats
    )
    areas = []
    for seat in seats:
        under = " L".join(at(ply, each[seat]) for ply, each in enumerate(sums))
        over = " L".join(at(ply, each[seat + 1]) for ply, each in reversed(list(enumerate(sums))))
        areas.append(
            f'<path d="M{under} L{over}Z" fill="url(#p{seat})" stroke="var(--paper)" stroke-width="1.5">'
            f"<title>{_text(told.names[seat])}</title></path>"
        )
    marks = "".join(f'<path d="M{at(moment["ply"], 0)}v5" stroke="var(--ink)"/>' for moment in told.found["moments"])
    ticks = "".join(
        f'<text x="{LEFT - 6}" y="{8 + height * (1 - share) + 4:.0f}" text-anchor="end">{chance(share)}</text>'
        for share in (0, 0.5, 1)
    )
    ends = "".join(
        f'<text x="{LEFT + width * ply / last:.0f}" y="{HEIGHT - 4}" text-anchor="{anchor}">{ply}</text>'
        for ply, anchor in ((0, "start"), (last // 2, "middle"), (last, "end"))
    )
    name = _text(told.say("review.chances"))
    drawing = (
        f'<svg class="graph" viewBox="0 0 {WIDTH} {HEIGHT}" role="img" aria-label="{name}"><defs>{patterns}</defs>'
        f"{''.join(areas)}{marks}{ticks}{ends}</svg>"
    )
    key = "".join(
        f'<li><svg viewBox="0 0 24 16" aria-hidden="true"><rect width="24" height="16" fill="url(#p{seat})"/></svg>'
        f"{_text(name)}</li>"
        for seat, name in enumerate(told.names)
    )
    score = told.say("review.score", what=told.score_name)
    sheet = _sheet(
        [told.say("result.player"), told.say("review.initial"), told.say("review.final"), score],
        (
            [_text(name), chance(chances[0][seat]), chance(chances[-1][seat]), f"{told.found['scores'][-1][seat]:.0f}"]
            for seat, name in enumerate(told.names)
        ),
    )
    return f'<div class="scroll" tabindex="0">{drawing}</div><ul class="key">{key}</ul>{sheet}'


# what happened


def _moments(told: Told) -> str:
    if not told.found["moments"]:
        return f"<p>{_text(told.say('review.no-moments'))}</p>"
    items = []
    for moment in told.found["moments"]:
        log = "<br>".join(map(_text, told.happened(moment["ply"])))
        items.append(
            f'<li><b class="ply">{moment["ply"]}</b> <b>{_text(told.changed(moment))}</b> '
            f'<span class="quiet">{_text(told.cause(moment))}</span><br>{log}</li>'
        )
    return f'<ol class="moments">{"".join(items)}</ol>'


def _mistakes(told: Told) -> str:
    labelled = [each for each in told.found["decisions"] if each["label"]]
    if not labelled:
        return f"<p>{_text(told.say('review.no-mistakes'))}</p>"
    say = told.say
    head = ["", say("result.player"), say("review.move"), "", say("review.lost"), say("review.better")]
    rows = (
        [
            str(each["ply"]),
            _text(told.names[each["seat"]]),
            _text(each["move"]),
            _text(say(f"review.{each['label']}")),
            points(each["loss"]),
            _text(told.better(each)),
        ]
        for each in labelled
    )
    return _sheet(head, rows, left=(1, 2, 3, 5))


def _skill(told: Told) -> str:
    columns = told.skill_columns
    head = [told.say("result.player"), *(told.say(f"review.{key}") for key, _ in columns)]
    rows = (
        [_text(name), *(write(seat) for _, write in columns)]
        for name, seat in zip(told.names, told.found["seats"], strict=True)
    )
    return _sheet(head, rows)


def _dice(told: Told) -> str:
    say = told.say
    head = [say("review.die"), say("result.player"), say("review.rolls"), say("review.faces")]
    rows = (
        [_text(told.die(line["what"])), _text(told.whose(line["seat"])), str(line["rolls"]), _bars(line)]
        for line in told.found["dice"]
    )
    return _sheet(head, rows, left=(0, 1, 3))


def _bars(line: DiceLine) -> str:
    """A bar for each face, and a mark where it was to be expected."""
    usual = line["faces"][0]["expected"]
    most = max(usual, 1.0, *(each["count"] for each in line["faces"]))
    width = BAR * len(line["faces"])
    parts = []
    for number, each in enumerate(line["faces"]):
        tall, left = BARS * each["count"] / most, BAR * number
        parts.append(
            f'<rect x="{left + 2}" y="{BARS - tall:.1f}" width="{BAR - 4}" height="{tall:.1f}" fill="var(--bar)"/>'
            f'<text x="{left + BAR / 2}" y="{BARS + 13}" text-anchor="middle">{each["face"]}</text>'
        )
    mark = f'<path d="M0 {BARS * (1 - usual / most):.1f}h{width}" stroke="var(--ink)" stroke-dasharray="3 2"/>'
    told = ", ".join(f"{each['face']}: {each['count']} ({usual:.1f})" for each in line["faces"])
    return (
        f'<svg class="bars" viewBox="0 0 {width} {BARS + 16}" style="width:{width}px" role="img" '
        f'aria-label="{_text(told)}">{"".join(parts)}{mark}</svg>'
    )
