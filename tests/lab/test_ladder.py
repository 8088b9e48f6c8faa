"""The ladder: pairings with targets, played evenly and written up."""

from __future__ import annotations

import re
from collections import Counter
from pathlib import Path

import pytest

from khlong.bots import bot_names
from khlong.games import game_named, our_games
from khlong.games.facets import Cover
from khlong.lab import ladder
from khlong.lab.arena.plan import arena_plan
from khlong.lab.ladder import RUNGS, Rung, main, page

pytestmark = pytest.mark.slow

TITLES = [Cover.of(game_named(name)).title for name in our_games()]
EASY_RUNGS = (
    Rung(("lessons:First", "random"), 0.9),
    Rung(("random", "lessons:First", "lessons:First", "lessons:First"), 0.9),
)


@pytest.fixture
def lessons(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Path:
    """A short ladder in a folder of its own."""
    (tmp_path / "lessons.py").write_text(
        "class First:\n    def choose(self, position, clock):\n        return position.legal_moves()[0].number\n",
        encoding="utf-8",
    )
    (tmp_path / "docs").mkdir()
    monkeypatch.chdir(tmp_path)
    monkeypatch.setattr(ladder, "RUNGS", EASY_RUNGS)
    monkeypatch.setattr(ladder, "_ctrl_c", lambda: None)  # this process has its own ideas about it
    return tmp_path


def test_the_ladder_has_all_pairings_that_are_asked_for() -> None:
    assert [(rung.title, rung.target) for rung in RUNGS] == [
        ("greedy against 3 × random", 0.95),
        ("search against greedy", 0.85),
        ("search against 3 × greedy", 0.55),
        ("medium against easy", 0.65),
        ("hard against medium", 0.65),
        ("expert against hard", 0.65),
    ]


def test_all_bots_of_the_ladder_are_there() -> None:
    assert {bot for rung in RUNGS for bot in rung.bots} <= set(bot_names())


def test_one_command_plays_everything_and_writes_the_page(lessons: Path) -> None:
    assert main(["--games", "6", "--processes", "2", "--seconds", "0.3"]) == 0
    text = (lessons / "docs" / "ladder.md").read_text(encoding="utf-8")
    assert "python -m khlong.lab.ladder --games 6 --seconds 0.3\n" in text
    assert text.count("\n14 games at 0.3 s a decision, made by\n") == len(TITLES)
    assert [line[3:] for line in text.splitlines() if line.startswith("## ")] == TITLES
    rows = re.findall(
        r"^\| (lessons:First against random|random against 3 × \S+) \| (\d) \| (\d) \|", text, re.MULTILINE
    )
    assert rows == [
        ("lessons:First against random", "2", "6"),
        ("random against 3 × lessons:First", "4", "8"),
    ] * len(TITLES)
    for share, target, met in re.findall(
        r"\| ([\d.]+)% \| [^|]*% – [^|]* \| \d+% \| (\d+)% \| (\w+) \|$", text, re.MULTILINE
    ):
        assert met == ("yes" if float(share) >= float(target) else "no")
    assert text.count("| yes |") + text.count("| no |") == 2 * len(TITLES)


def test_a_time_limit_leaves_a_page_that_says_what_is_missing_and_the_next_run_goes_on(lessons: Path) -> None:
    words = ["--games", "4", "--processes", "2", "--game", "floating-market"]
    assert main([*words, "--minutes", "0"]) == 1
    half = (lessons / "docs" / "ladder.md").read_text(encoding="utf-8")
    assert "| not played |" in half
    assert "Not all of it: 8 more games are planned" in half
    assert main(words) == 0
    whole = (lessons / "docs" / "ladder.md").read_text(encoding="utf-8")
    assert "| not played |" not in whole
    assert "Not all of it" not in whole


def test_a_run_of_one_game_leaves_what_the_page_says_of_the_others(lessons: Path) -> None:
    words, path = ["--processes", "2", "--game", "floating-market"], lessons / "docs" / "ladder.md"
    assert main(["--games", "2", "--processes", "2"]) == 0
    before = path.read_text(encoding="utf-8")
    assert main([*words, "--games", "4", "--results", "others.jsonl"]) == 0
    after = path.read_text(encoding="utf-8")
    assert after[after.index("## Phraya") :] == before[before.index("## Phraya") :]
    assert "\n8 games at 0.2 s a decision, made by\n" in after.split("## Phraya")[0]
    assert "\npython -m khlong.lab.ladder --games 4 --game floating-market\n" in after
    assert main([*words, "--games", "4", "--results", "others.jsonl"]) == 0
    assert path.read_text(encoding="utf-8") == after


def test_however_early_it_stops_all_pairings_are_about_as_far(lessons: Path) -> None:
    plan = ladder.ladder_plan(["phraya", "floating-market"], 0.2, 1)
    wanted = [80, 40, 40, 400]
    fixtures = plan.fixtures_each(wanted)
    for stop in range(0, len(fixtures), 7):
        counts = Counter(fixture.match for fixture in fixtures[:stop])
        progress = [counts[match] / games for match, games in enumerate(wanted)]
        assert max(progress) - min(progress) <= 4 / 40 + 1e-9  # a deal of the smallest
    assert all(Counter(fixture.match for fixture in fixtures)[match] >= games for match, games in enumerate(wanted))


def test_pairings_that_use_all_their_time_have_a_number_of_games_of_their_own(
    lessons: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(ladder, "BY_CLOCK", {"lessons:First"})
    monkeypatch.setattr(ladder, "RUNGS", (EASY_RUNGS[0], Rung(("greedy", "random"), 0.9)))
    assert main(["--games", "8", "--clocked", "2", "--processes", "1", "--game", "floating-market"]) == 0
    text = (lessons / "docs" / "ladder.md").read_text(encoding="utf-8")
    assert "| lessons:First against random | 2 | 2 |" in text
    assert "| greedy against random | 2 | 8 |" in text
    assert "--games 8 --clocked 2 --game floating-market\n" in text


@pytest.mark.parametrize(
    ("words", "message"),
    [
        (["--games", "0"], "0 is too few"),
        (["--processes", "0"], "0 is too few"),
        (["--game", "chess"], "invalid choice: 'chess'"),
    ],
)
def test_wrong_words_are_refused(
    lessons: Path, words: list[str], message: str, capsys: pytest.CaptureFixture[str]
) -> None:
    with pytest.raises(SystemExit) as caught:
        main(words)
    assert caught.value.code == 2
    assert message in capsys.readouterr().err


def test_a_page_that_cannot_be_written_is_said_and_the_games_are_kept(
    lessons: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    words = ["--games", "2", "--processes", "1", "--game", "floating-market", "--out", "/proc/none.md"]
    assert main(words) == 2
    assert "/proc/none.md: cannot be written" in capsys.readouterr().err
    assert len((lessons / "ladder-games.jsonl").read_text(encoding="utf-8").splitlines()) == 1 + 2 + 4


def test_a_page_without_games_is_still_a_page(lessons: Path) -> None:
    from khlong.games import game_named

    plan = arena_plan(game_named("phraya"), None, 2, {}, EASY_RUNGS[0].bots, 0.2, 1)
    assert "| lessons:First against random | 2 | 0 | – | – | 50% | 90% | not played |" in page(plan, [], "x")
