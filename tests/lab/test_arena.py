"""The arena: fair plans, honest results files, and runs that go on after anything."""

from __future__ import annotations

import json
import multiprocessing
import os
import resource
import signal
import subprocess
import sys
import time
from collections import Counter, deque
from collections.abc import Iterator
from dataclasses import replace
from pathlib import Path
from threading import Event
from typing import Any

import pytest

from khlong.games import game_named
from khlong.lab.arena.crew import ProcessCrew, StopSign, WorkerLostError, play_all
from khlong.lab.arena.errors import ArenaError
from khlong.lab.arena.match import Played, Thinking, play_fixture
from khlong.lab.arena.plan import Fixture, Plan, arena_plan, line_ups, round_tables
from khlong.lab.arena.results import open_results
from khlong.lab.arena.run import run_plan
from tests.patience import PATIENCE

BOTS = """
import os, time

class First:
    def choose(self, position, clock):
        return position.legal_moves()[0].number

class Last:
    def choose(self, position, clock):
        return position.legal_moves()[-1].number

class Slow(First):
    def choose(self, position, clock):
        time.sleep(0.02)
        return super().choose(position, clock)

class Faulty(First):
    def choose(self, position, clock):
        if position.ply > 20:
            raise RuntimeError("no idea")
        return super().choose(position, clock)

class Threaded(First):
    def __init__(self, threads=8):
        self.threads = threads

    def choose(self, position, clock):
        assert self.threads == 1
        return super().choose(position, clock)

class Leaving(First):
    def choose(self, position, clock):
        raise SystemExit

class Deadly(First):
    '''Ends its process in mid-game, once for each file that is left in the folder.'''
    def choose(self, position, clock):
        if position.ply > 20:
            for name in os.listdir("lives"):
                os.unlink(f"lives/{name}")
                os._exit(9)
        return super().choose(position, clock)
"""


@pytest.fixture(autouse=True)
def folder(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Iterator[Path]:
    """A folder with some bots, which is where we stand."""
    (tmp_path / "arenabots.py").write_text(BOTS, encoding="utf-8")
    monkeypatch.chdir(tmp_path)
    monkeypatch.syspath_prepend(str(tmp_path))
    yield tmp_path
    sys.modules.pop("arenabots", None)


def plan_of(*bots: str, players: int = 2, seconds: float | None = None, seed: int = 1) -> Plan:
    return arena_plan(game_named("floating-market"), None, players, {}, bots, seconds, seed)


def run(plan: Plan, games: int, path: Path, **more: Any) -> Any:
    return run_plan(plan, plan.fixtures(games), path, processes=2, **more)


def test_luck_is_reckoned_when_it_is_asked_for(tmp_path: Path) -> None:
    game = game_named("floating-market")
    plan = arena_plan(game, None, 2, {}, ["random", "arenabots:First"], None, 1, luck=True)
    played = run(plan, 4, tmp_path / "luck.jsonl").games
    for one in played:
        assert one.luck is not None
        assert sum(one.luck) == pytest.approx(0, abs=1e-6)
        assert any(one.luck)
    plain = run(plan_of("random", "arenabots:First"), 4, tmp_path / "plain.jsonl").games
    assert [one.luck for one in plain] == [None] * 4
    assert [one.places for one in plain] == [one.places for one in played]
    with pytest.raises(ArenaError, match="luck"):
        run(plan_of("random", "arenabots:First"), 4, tmp_path / "luck.jsonl")


# plans


def test_as_many_bots_as_seats_are_one_line_up_and_otherwise_all_are_played() -> None:
    assert line_ups(["s", "g", "g", "g"], 4) == [("s", "g", "g", "g")]
    assert line_ups(["a", "b", "c"], 2) == [("a", "b"), ("a", "c"), ("b", "c")]
    assert line_ups(["s", "g"], 4) == [("s", "s", "s", "g"), ("s", "s", "g", "g"), ("s", "g", "g", "g")]


@pytest.mark.parametrize(
    ("bots", "message"),
    [
        ([], "It takes two different bots to compare, not none."),
        (["random"], "not random"),
        (["random", "random"], "It takes two different bots"),
        (["a", "b", "a"], "a is named twice, and there are 3 bots for 2 seats"),
    ],
)
def test_line_ups_that_compare_nothing_are_refused(bots: list[str], message: str) -> None:
    with pytest.raises(ArenaError) as caught:
        line_ups(bots, 2)
    assert message in str(caught.value)


@pytest.mark.parametrize(
    "bots", [("a", "b"), ("a", "b", "c"), ("a", "b", "b", "b"), ("a", "a", "b", "b"), tuple("abcde")]
)
def test_in_every_deal_each_bot_sits_in_each_seat_equally_often(bots: tuple[str, ...]) -> None:
    match = replace(plan_of("random", "arenabots:First").matches[0], bots=bots)
    for deal in range(30):
        seats = [match.seats(deal, turn) for turn in range(match.turns(deal))]
        assert len(set(seats)) == len(seats)
        for seat in range(len(bots)):
            shares = Counter(seating[seat] for seating in seats)
            assert {bot: times / len(seats) for bot, times in shares.items()} == {
                bot: bots.count(bot) / len(bots) for bot in bots
            }


def test_all_orders_round_the_table_take_their_turn() -> None:
    match = replace(plan_of("random", "arenabots:First").matches[0], bots=tuple("abcd"))
    assert {match.seats(deal, 0) for deal in range(6)} == set(round_tables(tuple("abcd")))
    assert len(round_tables(tuple("abcd"))) == 6


def test_whole_deals_are_played_and_line_ups_take_turns() -> None:
    plan = plan_of("random", "arenabots:First", "arenabots:Last")
    fixtures = plan.fixtures(7)
    assert fixtures == [
        Fixture(match, deal, turn) for deal, match in ((0, 0), (0, 1), (0, 2), (1, 0)) for turn in (0, 1)
    ]
    each = plan.fixtures_each([3] * len(plan.matches))
    assert Counter(fixture.match for fixture in each) == {0: 4, 1: 4, 2: 4}
    assert [fixture.match for fixture in each[:6]] == [0, 0, 1, 1, 2, 2]


# games


def test_the_same_seed_is_played_in_all_turns_and_by_all_line_ups() -> None:
    plan = plan_of("random", "arenabots:First", "arenabots:Last", seed=2**128 - 1)
    assert [plan.game_seed(deal) for deal in (0, 1)] == [2**128 - 1, 0]
    mirrored = [play_fixture(plan, Fixture(2, 0, turn)) for turn in (0, 1)]
    assert mirrored[0].bots == mirrored[1].bots[::-1]
    assert play_fixture(plan, Fixture(2, 0, 0)).places == mirrored[0].places


def test_a_bot_that_fails_comes_last_and_the_others_share_the_win() -> None:
    plan = plan_of("arenabots:First", "arenabots:Faulty", "arenabots:Last", players=3)
    played = play_fixture(plan, Fixture(0, 0, 1))
    loser = played.bots.index("arenabots:Faulty")
    assert played.forfeit == loser
    assert played.places == tuple(3 if seat == loser else 1 for seat in range(3))
    assert [played.win_share(seat) for seat in range(3)] == [0.0 if seat == loser else 0.5 for seat in range(3)]
    assert played.scores is None
    assert played.report == "The bot arenabots:Faulty failed: RuntimeError: no idea, in arenabots.py line 20."


def test_each_bot_has_one_thread_since_the_processes_share_the_cores() -> None:
    assert play_fixture(plan_of("random", "arenabots:Threaded"), Fixture(0, 0, 0)).report is None


def test_a_bot_that_tries_to_exit_loses_its_game_and_nothing_else() -> None:
    played = play_fixture(plan_of("random", "arenabots:Leaving"), Fixture(0, 0, 0))
    assert played.bots[played.forfeit or 0] == "arenabots:Leaving"
    assert played.report == "The bot arenabots:Leaving tried to end the program."


def test_decisions_without_a_choice_are_not_asked_for_and_cost_nothing() -> None:
    played = play_fixture(plan_of("random", "arenabots:First"), Fixture(0, 0, 0))
    assert sum(seat.decisions for seat in played.thinking) < played.plies


@pytest.mark.parametrize(
    ("took", "limit", "late"),
    [(0.249, 0.2, 0), (0.251, 0.2, 1), (1.09, 1.0, 0), (1.11, 1.0, 1), (99, None, 0)],
)
def test_late_is_more_than_a_tenth_and_more_than_50_ms_over(took: float, limit: float | None, late: int) -> None:
    assert Thinking().and_one(took, limit).overruns == late


# results


def one(fixture: Fixture) -> Played:
    seats = (Thinking(3, 0.5, 0.2), Thinking(2, 0.1, 0.1))
    return Played(fixture, ("random", "arenabots:First"), (2, 1), (3, 5), "collected from a boat", 90, seats)


def test_results_are_read_back_as_they_were_written(tmp_path: Path) -> None:
    plan, path = plan_of("random", "arenabots:First"), tmp_path / "deep" / "r.jsonl"
    games = [one(Fixture(0, 1, 0)), replace(one(Fixture(0, 0, 1)), scores=None, forfeit=0, report="it\nfell “down”")]
    with open_results(path, plan) as results:
        for game in games:
            results.add(game)
            assert path.read_bytes().endswith(b"}\n")  # it is on file at once
    with open_results(path, plan) as results:
        assert results.games == games[::-1]


def test_a_game_is_counted_once_however_often_it_comes(tmp_path: Path) -> None:
    plan, path = plan_of("random", "arenabots:First"), tmp_path / "r.jsonl"
    with open_results(path, plan) as results:
        results.add(one(Fixture(0, 0, 0)))
        results.add(one(Fixture(0, 0, 0)))
    lines = path.read_bytes().splitlines(keepends=True)
    assert len(lines) == 2
    path.write_bytes(b"".join([*lines, lines[1]]))
    with open_results(path, plan) as results:
        assert len(results.games) == 1


@pytest.mark.parametrize("cut", [1, 5, 200])
def test_a_line_that_was_half_written_is_dropped_and_written_anew(tmp_path: Path, cut: int) -> None:
    plan, path = plan_of("random", "arenabots:First"), tmp_path / "r.jsonl"
    with open_results(path, plan) as results:
        results.add(one(Fixture(0, 0, 0)))
        results.add(one(Fixture(0, 0, 1)))
    whole = path.read_bytes()
    path.write_bytes(whole[:-cut])
    with open_results(path, plan) as results:
        assert [game.fixture.turn for game in results.games] == [0]
        results.add(one(Fixture(0, 0, 1)))
    assert path.read_bytes() == whole


def test_a_file_whose_header_was_half_written_begins_anew(tmp_path: Path) -> None:
    plan, path = plan_of("random", "arenabots:First"), tmp_path / "r.jsonl"
    with open_results(path, plan):
        header = path.read_bytes()
    path.write_bytes(header[:30])
    with open_results(path, plan) as results:
        results.add(one(Fixture(0, 0, 0)))
    with open_results(path, plan) as results:
        assert len(results.games) == 1


@pytest.mark.parametrize(
    ("change", "message"),
    [
        ({"format": 99}, "is of format 99; this program writes format 1"),
        ({"khlong": "0.0.1"}, "was written by khlong 0.0.1"),
        ({"plan": {"seed": "7", "matches": []}}, "has games of another set-up (seed: '7' there, '1' here)"),
    ],
)
def test_results_of_another_version_or_set_up_are_refused_and_left_alone(
    tmp_path: Path, change: dict[str, Any], message: str
) -> None:
    plan, path = plan_of("random", "arenabots:First"), tmp_path / "r.jsonl"
    with open_results(path, plan):
        pass
    path.write_text(json.dumps(json.loads(path.read_text()) | change) + "\n")
    before = path.read_bytes()
    with pytest.raises(ArenaError) as caught, open_results(path, plan):
        pass
    assert message in str(caught.value)
    assert path.read_bytes() == before


def test_the_refusal_says_what_is_different(tmp_path: Path) -> None:
    path = tmp_path / "r.jsonl"
    with open_results(path, plan_of("random", "arenabots:First")):
        pass
    differences = {
        "seconds: None there, 0.5 here": plan_of("random", "arenabots:First", seconds=0.5),
        "bots: 'arenabots:First' there, 'arenabots:Last' here": plan_of("random", "arenabots:Last"),
        "matches: 1 there, 3 here": plan_of("random", "arenabots:First", "arenabots:Last"),
    }
    for message, plan in differences.items():
        with pytest.raises(ArenaError) as caught, open_results(path, plan):
            pass
        assert message in str(caught.value)


@pytest.mark.parametrize("text", [b"hello", b"hello\n", b"[]\n", b"{}\n", b"\xff\n", b"[" * 100_000 + b"\n"])
def test_a_file_of_another_kind_is_refused_and_left_alone(tmp_path: Path, text: bytes) -> None:
    path = tmp_path / "r.jsonl"
    path.write_bytes(text)
    with (
        pytest.raises(ArenaError, match="is no results file of the arena"),
        open_results(path, plan_of("random", "arenabots:First")),
    ):
        pass
    assert path.read_bytes() == text


def test_a_damaged_line_is_named(tmp_path: Path) -> None:
    plan, path = plan_of("random", "arenabots:First"), tmp_path / "r.jsonl"
    with open_results(path, plan) as results:
        results.add(one(Fixture(0, 0, 0)))
    path.write_bytes(path.read_bytes() + b'{"fixture":[0,0,1]}\n')
    with pytest.raises(ArenaError, match="is damaged: line 3 is no finished game"), open_results(path, plan):
        pass


def test_a_full_disk_is_said_and_finished_games_are_kept(tmp_path: Path) -> None:
    plan, path = plan_of("random", "arenabots:First"), tmp_path / "r.jsonl"
    with open_results(path, plan) as results:
        results.add(one(Fixture(0, 0, 0)))
    room = path.stat().st_size + 50
    before = resource.getrlimit(resource.RLIMIT_FSIZE)
    handler = signal.signal(signal.SIGXFSZ, signal.SIG_IGN)
    resource.setrlimit(resource.RLIMIT_FSIZE, (room, before[1]))
    try:
        with (
            pytest.raises(ArenaError, match="The 1 games that were finished before are kept"),
            open_results(path, plan) as results,
        ):
            results.add(one(Fixture(0, 0, 1)))
    finally:
        resource.setrlimit(resource.RLIMIT_FSIZE, before)
        signal.signal(signal.SIGXFSZ, handler)
    with open_results(path, plan) as results:
        assert [game.fixture for game in results.games] == [Fixture(0, 0, 0)]


@pytest.mark.parametrize("path", ["/dev/full", "/proc/none/r.jsonl", "/"])
def test_a_place_where_nothing_can_be_written_is_said(path: str) -> None:
    with (
        pytest.raises(ArenaError, match=f"^{path}: cannot be written"),
        open_results(Path(path), plan_of("random", "arenabots:First")),
    ):
        pass


# runs


def test_a_run_plays_all_games_once_and_a_second_run_none(tmp_path: Path) -> None:
    plan, path = plan_of("random", "arenabots:First", "arenabots:Last"), tmp_path / "r.jsonl"
    first = run(plan, 12, path)
    assert (len(first.games), first.new, first.missing) == (12, 12, 0)
    again = run(plan, 12, path)
    assert (again.games, again.new) == (first.games, 0)
    more = run(plan, 18, path)
    assert (len(more.games), more.new) == (18, 6)
    assert more.games[:12] == first.games
    fewer = run(plan, 6, path)
    assert fewer.games == first.games[:6]


def test_a_missing_package_is_said_before_any_game(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr("khlong.lab.arena.run.find_spec", lambda name: None)
    with pytest.raises(ArenaError, match=r"needs choix for ratings and pictures: install khlong\[lab\]"):
        run(plan_of("random", "arenabots:First"), 2, tmp_path / "r.jsonl")
    assert not (tmp_path / "r.jsonl").exists()


def test_processes_play_what_one_process_would(tmp_path: Path) -> None:
    plan = plan_of("random", "arenabots:First", "arenabots:Last", players=3)
    for played in run(plan, 9, tmp_path / "r.jsonl").games:
        alone = play_fixture(plan, played.fixture)
        assert (alone.places, alone.scores, alone.plies) == (played.places, played.scores, played.plies)


def test_games_of_a_worker_that_dies_are_played_again_and_counted_once(tmp_path: Path) -> None:
    (tmp_path / "lives").mkdir()
    for life in range(3):
        (tmp_path / "lives" / str(life)).touch()
    plan = plan_of("random", "arenabots:Deadly")
    fixtures = plan.fixtures(12)
    played = run_plan(plan, fixtures, tmp_path / "r.jsonl", processes=2)
    assert not list((tmp_path / "lives").iterdir())
    assert sorted(game.fixture for game in played.games) == sorted(fixtures)
    assert len((tmp_path / "r.jsonl").read_bytes().splitlines()) == 1 + len(fixtures)


def test_workers_that_die_again_and_again_end_the_run_with_a_message(tmp_path: Path) -> None:
    (tmp_path / "lives").mkdir()
    for life in range(100):
        (tmp_path / "lives" / str(life)).touch()
    with pytest.raises(ArenaError, match="died 5 times"):
        run(plan_of("random", "arenabots:Deadly"), 4, tmp_path / "r.jsonl")


def test_a_worker_that_is_killed_while_it_looks_whether_to_stop_holds_up_nobody() -> None:
    context = multiprocessing.get_context("spawn")
    sign = StopSign(context)
    for _ in range(5):
        looking = context.Process(target=deque, args=(iter(sign.is_set, None), 0))  # looks all the time
        looking.start()
        time.sleep(0.5)
        looking.kill()
        looking.join()
    sign.set()
    last = context.Process(target=sign.is_set)
    last.start()
    last.join(PATIENCE)
    assert (last.exitcode, sign.is_set()) == (0, True)


def test_a_time_limit_ends_a_run_and_the_next_one_goes_on(tmp_path: Path) -> None:
    plan, path = plan_of("random", "arenabots:Slow"), tmp_path / "r.jsonl"
    assert run(plan, 4, path, minutes=0).missing == 4
    assert run(plan, 2, path).missing == 0


def test_stopping_drops_only_games_that_are_not_finished(tmp_path: Path) -> None:
    plan, path, stop = plan_of("random", "arenabots:Slow"), tmp_path / "r.jsonl", Event()
    crew = ProcessCrew(plan, 2)
    got = []
    for played in play_all(crew, plan.fixtures(20), stop.is_set):
        got.append(played)
        stop.set()
    assert 1 <= len(got) <= 3
    with open_results(path, plan) as results:
        for played in got:
            results.add(played)
    assert run(plan, 6, path).missing == 0


class BrokenCrew:
    """Loses every game the first time, and some the second time."""

    size = 3

    def __init__(self) -> None:
        self.begun = Counter[Fixture]()

    def begin(self, fixture: Fixture) -> tuple[Fixture, int]:
        self.begun[fixture] += 1
        return fixture, self.begun[fixture]

    def finished(self, handles: list[tuple[Fixture, int]], seconds: float) -> list[tuple[Fixture, int]]:
        return handles[-2:]

    def result(self, handle: tuple[Fixture, int]) -> Played:
        fixture, times = handle
        if times == 1 or (times == 2 and fixture.deal % 3 == 0):
            raise WorkerLostError
        return one(fixture)

    def dismiss(self) -> None:
        self.begun.clear()


def test_lost_games_come_back_until_each_is_played_exactly_once() -> None:
    fixtures = [Fixture(0, deal, 0) for deal in range(20)]
    played = [game.fixture for game in play_all(BrokenCrew(), fixtures, lambda: False)]
    assert sorted(played) == fixtures


def test_a_run_that_is_killed_leaves_whole_games_and_no_processes(tmp_path: Path) -> None:
    """The hardest stop there is: no goodbye from anybody."""
    words = ["arena", "floating-market", "--bots", "random,arenabots:Slow", "--players", "2", "--games", "400"]
    words += ["--processes", "2", "--results", "r.jsonl"]
    command = [sys.executable, "-c", "from khlong.cli.main import main; main()", *words]
    with subprocess.Popen(command, cwd=tmp_path, start_new_session=True, stderr=subprocess.DEVNULL) as process:
        path = tmp_path / "r.jsonl"
        _wait_until(lambda: path.exists() and path.read_bytes().count(b"\n") >= 3)
        workers = _children(process.pid)
        assert len(workers) >= 2
        os.kill(process.pid, signal.SIGKILL)
    _wait_until(lambda: not any(_alive(worker) for worker in workers))
    finished = path.read_bytes().count(b"\n") - 1
    plan = plan_of("random", "arenabots:Slow", seconds=0.2)
    with open_results(path, plan) as results:
        assert len(results.games) == finished


def _wait_until(condition: Any, seconds: float = PATIENCE) -> None:
    end = time.monotonic() + seconds
    while not condition():
        assert time.monotonic() < end
        time.sleep(0.05)


def _children(pid: int) -> list[int]:
    found = Path(f"/proc/{pid}/task/{pid}/children").read_text().split()
    return [int(child) for child in found]


def _alive(pid: int) -> bool:
    try:
        return Path(f"/proc/{pid}/stat").read_text().rsplit(")", 1)[1].split()[0] != "Z"
    except (FileNotFoundError, ProcessLookupError):
        return False
