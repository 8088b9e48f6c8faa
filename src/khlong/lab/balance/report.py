"""The report: one HTML file that needs nothing else, and the same figures as JSON."""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence
from dataclasses import asdict, dataclass
from html import escape
from pathlib import Path

import khlong
from khlong.engine.data import Data
from khlong.games.balance import Profile

from . import verdict
from .analysis import Analysis
from .sections import Sections, panels_of
from .verdict import Ruling, Status

STYLE = Path(__file__).with_name("report.css")
SYMBOLS = {Status.HOLDS: "✓ holds", Status.OPEN: "? cannot tell", Status.FAILS: "✗ fails"}


@dataclass(frozen=True)
class Setup:
    """What was played."""

    game: str
    title: str
    options: Mapping[str, str]
    components: str
    bots: str
    playouts: int
    seed: int
    command: str


@dataclass(frozen=True)
class Report:
    """All figures of all numbers of players."""

    setup: Setup
    profile: Profile
    analyses: Sequence[Analysis]

    @property
    def rulings(self) -> list[list[Ruling]]:
        return verdict.judge(self.analyses, self.profile.groups)

    def as_data(self) -> Data:
        """Everything as plain data."""
        return {
            "khlong": khlong.__version__,
            "setup": asdict(self.setup),
            "verdict": verdict.as_data(self.rulings),
            "players": {str(analysis.players): asdict(analysis) for analysis in self.analyses},
        }

    def as_html(self) -> str:
        """The page."""
        body = "\n".join(self._body())
        style = STYLE.read_text(encoding="utf-8")
        return (
            f'<!doctype html>\n<html lang="en">\n<head>\n<meta charset="utf-8">\n'
            f'<meta name="viewport" content="width=device-width, initial-scale=1">\n'
            f"<title>{escape(self.setup.title)}: balance</title>\n<style>\n{style}</style>\n</head>\n"
            f"<body>\n<main>\n{body}\n</main>\n</body>\n</html>\n"
        )

    def _body(self) -> Iterator[str]:
        yield from self._head()
        yield from self._verdict()
        yield from Sections(self.profile, self.analyses, self.rulings[0]).all()
        yield from self._method()

    # the verdict

    def _head(self) -> Iterator[str]:
        setup = self.setup
        games = ", ".join(f"{a.games:,} games of {a.players} players" for a in self.analyses)
        thought = f" with {setup.playouts:,} playouts a decision" if setup.playouts else ""
        chosen = ", ".join(f"{key} {value}" for key, value in setup.options.items())
        yield f"<h1>{escape(setup.title)}: is it balanced?</h1>"
        yield (
            f'<p class="lead">{escape(games)}, {escape(setup.bots)} bots{thought} in every seat. '
            f"{escape(chosen)}. Components: {escape(setup.components)}.</p>"
        )

    def _verdict(self) -> Iterator[str]:
        yield "<h2>Verdict</h2>"
        yield f"<p>{escape(self._summary())}</p>"
        head = "".join(f"<th>{panel}</th>" for panel in panels_of(self.analyses))
        rows = "".join(
            f"<tr><td>{escape(row[0].criterion)}</td>{''.join(f'<td>{_badge(ruling)}</td>' for ruling in row)}</tr>"
            for row in self.rulings
        )
        yield f'<table class="verdict"><thead><tr><th>Criterion</th>{head}</tr></thead><tbody>{rows}</tbody></table>'
        for row in self.rulings:
            words = "".join(f"<li><b>{r.players} players:</b> {escape(r.words)}</li>" for r in row)
            yield f'<h3>{escape(row[0].criterion)}</h3><ul class="words">{words}</ul>'
        yield (
            '<p class="note">Intervals are 95 %. A criterion holds when the whole interval of every figure is on the '
            "right side of the limit, fails when one is wholly on the wrong side, and cannot be told otherwise: more "
            "games would tell. In the charts a full circle holds, a hollow one cannot be told, a red diamond fails.</p>"
        )

    def _summary(self) -> str:
        every = [ruling for row in self.rulings for ruling in row]
        failed = [ruling for ruling in every if ruling.status is Status.FAILS]
        unclear = [ruling for ruling in every if ruling.status is Status.OPEN]
        if not failed and not unclear:
            return "Every criterion holds at every number of players."
        said = f"Of {len(every)} judgements {len(every) - len(failed) - len(unclear)} hold"
        said += f", {len(failed)} fail" if failed else ", none fails"
        likely = sum(all(finding.close for finding in ruling.findings) for ruling in unclear)
        if unclear:
            said += f", and {len(unclear)} cannot be told for certain"
            said += f" ({likely} of them with every figure on the right side)" if likely else ""
        return said + "."

    def _method(self) -> Iterator[str]:
        yield "<h2>How this was made</h2>"
        yield f"<pre>{escape(self.setup.command)}</pre>"
        yield (
            "<p>Games are played by bots that cannot see what chance will bring, then replayed move by move. Shares "
            "have Wilson intervals, means normal ones; a shared win counts in parts. Who buys a card is not drawn by "
            "lot: players who do well buy more, so owners of anything that costs something win more than their share. "
            "The second figure, a conditional logit over all that players had, takes that out as far as it shows in "
            "what they have. Bots are not people: a component that no bot wants may still suit a plan that bots do not "
            "make.</p>"
        )


def _badge(ruling: Ruling) -> str:
    return f'<span class="badge {ruling.status.name.lower()}">{SYMBOLS[ruling.status]}</span>'
