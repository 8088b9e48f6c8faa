"""The report: one file that needs nothing else, the same figures as JSON, and a command that makes both."""

from __future__ import annotations

import json
import re
import signal
import xml.etree.ElementTree as ET
from collections.abc import Callable, Iterator
from pathlib import Path
from typing import Any

import pytest
from typer.testing import CliRunner, Result

pytest.importorskip("numba")

from khlong.cli.main import app
from khlong.games import our_games
from khlong.games.balance import Facts
from khlong.lab.balance.analysis import analyse
from khlong.lab.balance.players import Crew
from khlong.lab.balance.report import Report, Setup

from .balance_helpers import PROFILE, made_up

pytestmark = pytest.mark.slow

SETUP = Setup("phraya", "Phraya & <more>", {"edition": "published"}, "ours", "search", 20, 1, "khlong lab balance")


def made_up_report() -> Report:
    two = [made_up(number % 2, [["card/monk"], ["card/abbot"]]) for number in range(120)]
    three = [made_up(number % 3, [["card/monk"], [], ["card/abbot"]]) for number in range(120)]
    return Report(SETUP, PROFILE, [analyse(two, PROFILE), analyse(three, PROFILE)])


def test_the_page_needs_nothing_from_outside() -> None:
    page = made_up_report().as_html()
    assert "<script" not in page
    assert not re.search(r"(src|href)=|url\(|@import|https?://", page)


def test_every_chart_is_well_formed_and_named() -> None:
    page = made_up_report().as_html()
    charts = re.findall(r"<svg.*?</svg>", page, re.DOTALL)
    assert len(charts) == 9
    for chart in charts:
        assert ET.fromstring(chart).attrib["aria-label"]


def test_names_are_escaped() -> None:
    assert "Phraya &amp; &lt;more&gt;" in made_up_report().as_html()


def test_json_has_the_figures_and_the_verdict() -> None:
    data = json.loads(json.dumps(made_up_report().as_data()))
    assert data["players"]["2"]["places"][0]["wins"]["share"] == 0.5
    assert {entry["players"] for entry in data["verdict"]} == {2, 3}
    assert {entry["status"] for entry in data["verdict"]} <= {"holds", "fails", "cannot tell"}


def balance(*words: str) -> Result:
    return CliRunner().invoke(app, ["lab", "balance", *words])


@pytest.mark.parametrize("name", our_games())
def test_the_command_writes_page_and_figures(name: str, tmp_path: Path) -> None:
    out = tmp_path / "report.html"
    words = ["--players", "2,3", "--games", "3", "--playouts", "2", "--processes", "2", "--json", "--out", str(out)]
    result = balance(name, *words)
    assert result.exit_code == 0, result.output
    assert "No seat is further than 4 points" in result.output
    data = json.loads(out.with_suffix(".json").read_text(encoding="utf-8"))
    assert [data["players"][players]["games"] for players in ("2", "3")] == [3, 3]
    assert "<h2>Verdict</h2>" in out.read_text(encoding="utf-8")


def test_the_number_of_processes_changes_nothing(tmp_path: Path) -> None:
    found = []
    for processes in ("1", "3"):
        out = tmp_path / f"{processes}.html"
        words = ["--players", "2", "--games", "6", "--playouts", "2", "--processes", processes]
        assert balance("floating-market", *words, "--json", "--out", str(out)).exit_code == 0
        found.append(json.loads(out.with_suffix(".json").read_text(encoding="utf-8"))["players"])
    assert found[0] == found[1]


def after_three_games(monkeypatch: pytest.MonkeyPatch, happens: Callable[[], None]) -> None:
    play = Crew.play

    def watched(crew: Crew, *rest: Any) -> Iterator[Facts]:
        for number, facts in enumerate(play(crew, *rest), 1):
            if number == 3:
                happens()
            yield facts

    monkeypatch.setattr(Crew, "play", watched)


ENDLESS = ["floating-market", "--players", "2", "--games", "1000000", "--playouts", "2", "--processes", "1", "--json"]


def games_reported(out: Path) -> int:
    games: int = json.loads(out.with_suffix(".json").read_text(encoding="utf-8"))["players"]["2"]["games"]
    return games


def test_a_request_to_terminate_leaves_a_report_of_the_games_there_are(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    after_three_games(monkeypatch, lambda: signal.raise_signal(signal.SIGTERM))
    result = balance(*ENDLESS, "--out", str(tmp_path / "x.html"))
    assert result.exit_code == 130
    assert 3 <= games_reported(tmp_path / "x.html") < 10


def test_when_the_minutes_are_over_the_report_is_of_the_games_there_are(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    now = [0.0]
    monkeypatch.setattr("khlong.cli.lab.monotonic", lambda: now[0])
    after_three_games(monkeypatch, lambda: now.append(now.pop() + 61))
    result = balance(*ENDLESS, "--minutes", "1", "--out", str(tmp_path / "x.html"))
    assert result.exit_code == 0, result.output
    assert 3 <= games_reported(tmp_path / "x.html") < 10


@pytest.mark.parametrize(
    ("words", "says"),
    [
        (["phraya", "--players", "two"], "like 2,3,4"),
        (["phraya", "--players", "7"], "2 to 4 players"),
        (["phraya", "--bots", "nobody"], "no bot 'nobody'"),
        (["phraya", "--bots", "random", "--playouts", "5"], "leave out --playouts"),
        (["phraya", "--option", "edition=third"], "edition cannot be 'third'"),
        (["phraya", "--out", "/no/such/folder/report.html"], "cannot be written"),
        ([], "Which game?"),
    ],
)
def test_what_cannot_be_done_is_said_before_anything_is_played(words: list[str], says: str, tmp_path: Path) -> None:
    result = balance(*words, *([] if "--out" in words else ["--out", str(tmp_path / "x.html")]))
    assert result.exit_code == 2
    assert says in " ".join(result.output.split())
