"""The sections of a report: charts and tables of what was found."""

from __future__ import annotations

from collections.abc import Callable, Iterator, Sequence
from dataclasses import dataclass
from html import escape
from math import ceil, floor
from statistics import fmean

from khlong.games.balance import Group, Profile
from khlong.lab.shares import Share

from . import verdict
from .analysis import Analysis, Cause, Item, Source
from .charts import Axis, Curve, Mark, bars, curves, histograms, intervals, percent, plain, points
from .verdict import Finding, Ruling, Status, spell

LOOKS = {Status.HOLDS: "plain", Status.OPEN: "open", Status.FAILS: "bad"}
FEWEST_OWNERS = 10


def panels_of(analyses: Sequence[Analysis]) -> list[str]:
    return [f"{analysis.players} players" for analysis in analyses]


@dataclass(frozen=True)
class Sections:
    """Everything below the verdict."""

    profile: Profile
    analyses: Sequence[Analysis]
    seats: Sequence[Ruling]

    @property
    def _panels(self) -> list[str]:
        return panels_of(self.analyses)

    def all(self) -> Iterator[str]:
        yield from self._places()
        yield from self._length()
        yield from self._endings()
        yield from self._sources("Where points come from", "points", lambda analysis: analysis.lines)
        for group in self.profile.groups:
            yield from self._group(group)
        yield from self._sources("What players do", "times a player and game", lambda analysis: analysis.uses)
        yield from self._paths()
        yield from self._curiosities()

    def _places(self) -> Iterator[str]:
        yield "<h2>Seats</h2>"
        most = max(analysis.players for analysis in self.analyses)
        statuses = {ruling.players: ruling.findings for ruling in self.seats}
        rows = [f"place {place + 1} in the order of play" for place in range(most)]
        cells = []
        for place in range(most):
            row: list[list[Mark]] = []
            for analysis in self.analyses:
                found = statuses[analysis.players]
                row.append([_judged(found[place])] if place < analysis.players else [])
            cells.append(row)
        axis = Axis(-0.2, 0.2, points, band=(-verdict.FARTHEST_SEAT, verdict.FARTHEST_SEAT))
        chart = intervals("Wins by seat", self._panels, rows, cells, axis)
        yield _figure(chart, "Share of wins less the fair share, in points. The band is what is allowed.")
        head = "<th>players</th><th>place</th>" + "".join(
            f'<th class="number">{name}</th>' for name in ("wins", "95 % interval", "points", "95 % interval")
        )
        body = "".join(
            f"<tr><td>{analysis.players}</td><td>{place.place}</td>"
            f"{_numbers(place.wins, 100, ' %')}{_numbers(place.points)}</tr>"
            for analysis in self.analyses
            for place in analysis.places
        )
        yield f"<table><thead><tr>{head}</tr></thead><tbody>{body}</tbody></table>"

    def _length(self) -> Iterator[str]:
        yield "<h2>Length</h2>"
        counts = [analysis.rounds_counts for analysis in self.analyses]
        yield _figure(histograms("Rounds", self._panels, counts, "rounds"), "Games by their number of rounds.")
        rows = "".join(
            f"<tr><td>{a.players} players</td>{_numbers(a.rounds)}{_numbers(a.decisions)}{_numbers(a.margin)}"
            f'<td class="number">{100 * a.shared.share:.1f} %</td></tr>'
            for a in self.analyses
        )
        names = (
            "rounds",
            "95 % interval",
            "decisions",
            "95 % interval",
            "winner ahead by",
            "95 % interval",
            "shared wins",
        )
        head = "".join(f'<th class="number">{name}</th>' for name in names)
        yield f"<table><thead><tr><th></th>{head}</tr></thead><tbody>{rows}</tbody></table>"

    def _endings(self) -> Iterator[str]:
        yield "<h2>How games end</h2>"
        several = self.profile.causes_needed > 1
        first = self.analyses[0]
        rows = [cause.name for cause in first.causes]
        cells = [[[*_cause_marks(a.causes[number], several)] for a in self.analyses] for number in range(len(rows))]
        key = (
            '<span class="key"></span>among those that ended the game'
            '<span class="key second"></span>the last of them to come about'
            if several
            else "What ended the game."
        )
        yield _figure(bars("End conditions", self._panels, rows, cells, Axis(0, 1, percent)), key)
        if several:
            names = list(first.pairs)
            cells = [[[_share_mark(a.pairs[name], verdict.RAREST_CAUSE)] for a in self.analyses] for name in names]
            axis = Axis(0, 1, percent, band=(verdict.RAREST_CAUSE, 1))
            yield _figure(
                intervals("Pairs of conditions", self._panels, names, cells, axis),
                "Which conditions ended games together. The band begins at one game in ten.",
            )
        stopped = ", ".join(f"{100 * a.stopped.share:.1f} % of {a.players} players" for a in self.analyses)
        yield f'<p class="note">Games that were stopped without an end condition: {stopped}.</p>'

    def _sources(self, title: str, unit: str, pick: Callable[[Analysis], Sequence[Source]]) -> Iterator[str]:
        yield f"<h2>{title}</h2>"
        names = list(dict.fromkeys(source.name for analysis in self.analyses for source in pick(analysis)))
        found = [{source.name: source for source in pick(analysis)} for analysis in self.analyses]
        cells = [
            [
                [
                    Mark(found_here[name].players, "plain", f"{found_here[name].players.share:.1f}"),
                    Mark(found_here[name].winners, "second"),
                ]
                if name in found_here
                else []
                for found_here in found
            ]
            for name in names
        ]
        shown = [mark.figure for row in cells for marks in row for mark in marks]
        least, most = min(f.low for f in shown), max(f.high for f in shown)
        axis = Axis(min(0, floor(least)), 4 * ceil(most / 4) or 4, plain)
        yield _figure(
            bars(title, self._panels, names, cells, axis),
            f'<span class="key"></span>all players<span class="key second"></span>winners (mean {unit}; the figure is '
            "that of all players)",
        )

    def _group(self, group: Group) -> Iterator[str]:
        yield f"<h2>{escape(group.title)}</h2>"
        found = [{item.name: item for item in analysis.items[group.key]} for analysis in self.analyses]
        names = list(group.names)
        if group.judged:
            names.sort(key=lambda name: -fmean(_lift(items[name]) for items in found))
        rows = [[items.get(name) for items in found] for name in names]
        if not group.several:
            yield self._how_often(group, names, rows)
        yield self._what_they_add(group, names, rows)

    def _how_often(self, group: Group, names: Sequence[str], rows: Sequence[Sequence[Item | None]]) -> str:
        limit = verdict.RAREST_ITEM if group.judged else 0.0
        cells = [[[*_got_marks(item, limit)] for item in row] for row in rows]
        axis = Axis(0, 1, percent, band=(limit, 1) if group.judged else None)
        chart = bars(f"{group.title}: how often", self._panels, names, cells, axis)
        return _figure(chart, f"{group.about.capitalize()}: in how many of the games in which it was on offer.")

    def _what_they_add(self, group: Group, names: Sequence[str], rows: Sequence[Sequence[Item | None]]) -> str:
        limit = verdict.HIGHEST_LIFT if group.judged else None
        cells = [[[*_lift_marks(item, limit)] for item in row] for row in rows]
        shown = [abs(mark.figure.share) for row in cells for marks in row for mark in marks]
        reach = min(max([*shown, 0.15]) // 0.1 / 10 + 0.1, 0.5)
        axis = Axis(-reach, reach, points, band=None if limit is None else (-reach, limit))
        chart = intervals(f"{group.title}: what they add", self._panels, names, cells, axis)
        whose = "those with most of it" if group.several else "those who have it"
        caption = f'<span class="key"></span>share of wins of {whose}, less the fair share, in points'
        if group.compared:
            caption += '<span class="key second"></span>what one more of it adds, all else that players had being equal'
        return _figure(chart, f"{caption}. Without figures where fewer than {FEWEST_OWNERS} had it.")

    def _paths(self) -> Iterator[str]:
        yield f"<h2>{escape(self.profile.paths_title)}</h2>"
        lines = [[Curve(p.name, p.mean) for p in analysis.paths] for analysis in self.analyses]
        yield _figure(
            curves(self.profile.paths_title, self._panels, lines),
            "The mean at the beginning of each round, as far as half of the games go.",
        )

    def _curiosities(self) -> Iterator[str]:
        yield "<h2>Dead or dominant</h2>"
        for analysis in self.analyses:
            said = verdict.curiosities(analysis, self.profile.groups)
            words = "".join(f"<li>{escape(line)}</li>" for line in said) or "<li>Nothing stands out.</li>"
            yield f'<h3>{analysis.players} players</h3><ul class="words">{words}</ul>'


def _figure(chart: str, caption: str) -> str:
    return f"<figure>{chart}<figcaption>{caption}</figcaption></figure>"


def _numbers(figure: Share, factor: float = 1, unit: str = "") -> str:
    low, high = factor * figure.low, factor * figure.high
    return f'<td class="number">{factor * figure.share:.1f}{unit}</td><td class="number">{low:.1f} – {high:.1f}</td>'


def _judged(finding: Finding) -> Mark:
    figure = f"{100 * finding.figure.share:+.1f}".replace("-", "−")
    return Mark(finding.figure, LOOKS[finding.status], figure, spell(finding.figure, "points"))


def _least(figure: Share, limit: float) -> str:
    return "plain" if figure.low >= limit else "bad" if figure.high < limit else "open"


def _share_mark(figure: Share, limit: float) -> Mark:
    return Mark(figure, _least(figure, limit), percent(figure.share), spell(figure))


def _cause_marks(cause: Cause, several: bool) -> Iterator[Mark]:
    yield Mark(cause.decided, "plain", percent(cause.decided.share), spell(cause.decided))
    if several:
        yield Mark(cause.last, "second", "", spell(cause.last))


def _lift(item: Item) -> float:
    return item.lift.share if item.lift else -1.0


def _got_marks(item: Item | None, limit: float) -> Iterator[Mark]:
    if item and item.got:
        hint = f"on offer in {item.offered} games: {spell(item.got)}"
        yield Mark(item.got, _least(item.got, limit), percent(item.got.share), hint)


def _lift_marks(item: Item | None, limit: float | None) -> Iterator[Mark]:
    if item and item.lift and item.owners >= FEWEST_OWNERS:
        look = "plain"
        if limit is not None and item.lift.high > limit:
            look = "bad" if item.lift.low > limit else "open"
        figure = f"{100 * item.lift.share:+.0f}".replace("-", "−")
        yield Mark(item.lift, look, figure, f"{item.owners} owners: {spell(item.lift, 'points')}")
        if item.adjusted:
            yield Mark(item.adjusted, "second", "", f"all else equal: {spell(item.adjusted, 'points')}")
