"""Everything that can be said wrong: one clear message on stderr, exit status 2, no traceback."""

from __future__ import annotations

import json
from pathlib import Path

import pytest

import khlong as library

from .helpers import Run, record_of

PLAY, SIMULATE = ("play", "floating-market"), ("simulate", "floating-market")


@pytest.mark.parametrize(
    ("words", "message"),
    [
        (("play", "flooting-market"), "There is no game 'flooting-market'. Did you mean floating-market?"),
        (("play",), "Which game? The games are: floating-market"),
        (("simulate",), "Which game?"),
        ((*PLAY, "--seat", "bot:clever"), "There is no bot 'clever'."),
        ((*PLAY, "--seat", "bot:"), "There is no bot ''."),
        ((*PLAY, "--seat", "bot:nosuchmodule:Bot"), "There is no module nosuchmodule"),
        ((*PLAY, "--seat", "bot:json:Bot"), "The module json has no class 'Bot'."),
        ((*PLAY, "--seat", "bot:json:JSONDecoder"), "json:JSONDecoder is no bot"),
        ((*PLAY, "--seat", "Ann", "--seat", "Ann"), "Two seats are called Ann"),
        ((*PLAY, "--seat", " "), "A seat needs a name"),
        ((*PLAY, "--players", "2", "--seat", "A", "--seat", "B", "--seat", "C"), "3 seats named for 2 players"),
        ((*PLAY, "--players", "1"), "Floating Market is for 2 to 5 players, not 1."),
        ((*PLAY, "--players", "6"), "Floating Market is for 2 to 5 players, not 6."),
        ((*SIMULATE, "--players", "6"), "Floating Market is for 2 to 5 players, not 6."),
        ((*PLAY, "--players", "2", "--option", "goal=7"), "With two players only 6 fruits are in the game"),
        ((*SIMULATE, "--players", "2", "--option", "goal=7"), "With two players only 6 fruits are in the game"),
        ((*PLAY, "--option", "gaol=7"), "has no option 'gaol'. Did you mean goal?"),
        ((*PLAY, "--option", "goal=6"), "Option goal cannot be '6'. It can be: 5, 7."),
        ((*PLAY, "--option", "goal"), "An option is given as key=value"),
        ((*PLAY, "--option", "goal=5", "--option", "goal=7"), "The option goal is given twice."),
        ((*PLAY, "--seed", "-1"), "A seed is a whole number from 0 to 2^128 - 1, not -1."),
        ((*PLAY, "--seed", str(2**128)), "A seed is a whole number from 0 to 2^128 - 1"),
        ((*SIMULATE, "--seed", "-1"), "A seed is a whole number from 0 to 2^128 - 1, not -1."),
        ((*SIMULATE, "--engine", "warp"), "There is no engine 'warp'. The engines are python, native, cuda, wasm."),
        ((*SIMULATE, "--bot", "random", "--bot", "random", "--players", "3"), "2 bots for 3 players"),
        ((*SIMULATE, "--bot", "random", "--engine", "native"), "leave out --engine native"),
        ((*SIMULATE, "--bot", "clever"), "There is no bot 'clever'."),
        ((*SIMULATE, "--engine", "python", "--threads", "2"), "--threads is for the native engine"),
        ((*PLAY, "--components", "/nowhere.toml"), "/nowhere.toml: cannot be read"),
        ((*PLAY, "--position", "/nowhere.json"), "/nowhere.json: cannot be read"),
        (("play", "--resume", "/nowhere.json"), "/nowhere.json: cannot be read"),
        (("replay", "/nowhere.json"), "/nowhere.json: cannot be read"),
        (("play", "--resume"), "There is no unfinished game in"),
        (("play", "--resume", "x.json", "--seed", "1"), "A resumed game has its players, seats, seed and options"),
    ],
)
def test_what_cannot_be_done_is_said_in_one_message(khlong: Run, words: tuple[str, ...], message: str) -> None:
    outcome = khlong(*words)
    assert outcome.status == 2
    assert outcome.err.startswith("khlong: ")
    assert message in outcome.err
    assert outcome.out == ""


@pytest.mark.parametrize(
    ("words", "message"),
    [
        ((*SIMULATE, "--games", "0"), "--games"),
        ((*SIMULATE, "--games", "-5"), "--games"),
        ((*SIMULATE, "--games", "many"), "--games"),
        ((*PLAY, "--seed", "abc"), "--seed"),
        ((*PLAY, "--sead", "1"), "No such option"),
        (("plya",), "No such command"),
        (("replay",), "Missing argument"),
    ],
)
def test_wrong_usage_also_exits_with_2(khlong: Run, words: tuple[str, ...], message: str) -> None:
    outcome = khlong(*words)
    assert outcome.status == 2
    assert message in " ".join(outcome.err.replace("│", " ").split())


@pytest.mark.parametrize(
    "words",
    [
        ("play", "x" * 5000),
        (*PLAY, "--option", "x" * 5000),
        (*PLAY, "--option", "goal=" + "7" * 5000),
        (*PLAY, "--seat", "bot:" + "x" * 5000),
        (*PLAY, "--seat", "bot:program:" + "x" * 5000),
        (*PLAY, "--language", "x" * 5000),
        (*PLAY, "--position", "x" * 5000),
        (*PLAY, "--components", "x" * 5000),
        (*PLAY, "--components", "/dev/zero"),
        (*PLAY, "--seed", "9" * 41),
        (*SIMULATE, "--engine", "x" * 5000),
        ("replay", "x" * 5000),
        ("replay", "/dev/zero"),
        ("replay", "x\udcff"),
    ],
    ids=lambda words: " ".join(words)[:60],
)
def test_whatever_was_typed_the_message_is_short(khlong: Run, words: tuple[str, ...]) -> None:
    outcome = khlong(*words)
    assert outcome.status == 2
    assert len(outcome.err) < 600


def test_errors_look_the_same_from_a_real_process(process: Run) -> None:
    outcome = process("play", "floating-market", "--players", "9")
    assert outcome == type(outcome)(2, "", "khlong: Floating Market is for 2 to 5 players, not 9.\n")


@pytest.fixture
def record(tmp_path: Path) -> Path:
    library.save_record(library.new_table("floating-market", seed=1).play("place temple"), tmp_path / "game.json")
    return tmp_path / "game.json"


@pytest.mark.parametrize("command", [("replay",), ("play", "--resume")])
def test_a_record_that_is_cut_off_changed_or_of_another_version_is_refused(
    khlong: Run, record: Path, command: tuple[str, ...]
) -> None:
    good = record.read_text(encoding="utf-8")
    data = record_of(record)
    bad = {
        good[: len(good) // 2]: "is cut off or not a record",
        "": "is cut off or not a record",
        "[1, 2]": "game.json",
        "[" * 100_000: "is cut off or not a record",
        json.dumps(data | {"format": 99}): "is of format 99",
        json.dumps(data | {"rules": 99}): "was played by version 99 of the rules",
        json.dumps(data | {"game": "chess"}): "There is no game 'chess'",
        json.dumps(data | {"components": "0" * 16}): "hand in the same component file with --components",
        json.dumps(data | {"moves": ["place temple", "place \x1b[31mmoon"]}): "stops making sense at move 2",
        json.dumps(data | {"moves": []}): "was changed or damaged",
        json.dumps({"format": 1}): "is missing",
    }
    for text, message in bad.items():
        record.write_text(text, encoding="utf-8")
        outcome = khlong(*command, str(record))
        assert outcome.status == 2, text[:80]
        assert message in outcome.err
        assert "\x1b" not in outcome.err
        assert record.read_text(encoding="utf-8") == text


def test_a_record_that_is_not_text_is_refused(khlong: Run, record: Path) -> None:
    record.write_bytes(b"\xff\xfe\x00")
    assert "cannot be read" in khlong("replay", str(record)).err
    assert "cannot be read" in khlong("replay", str(record.parent)).err


def test_a_game_of_another_kind_is_not_resumed_as_this_one(khlong: Run, record: Path) -> None:
    assert khlong("play", "no-such-game", "--resume", str(record)).status == 2


def test_a_finished_game_is_not_resumed_but_pointed_to(khlong: Run, tmp_path: Path) -> None:
    file = tmp_path / "over.json"
    khlong("play", "floating-market", "--seat", "bot:random", "--seat", "bot:random", "--record", str(file))
    outcome = khlong("play", "--resume", str(file))
    assert outcome.status == 2
    assert f"this game is over. Look at it with: khlong replay {file}" in outcome.err


def test_a_record_that_is_there_is_not_written_over(khlong: Run, record: Path) -> None:
    before = record.read_bytes()
    outcome = khlong("play", "floating-market", "--record", str(record), lines=["1", "quit"])
    assert outcome.status == 2
    assert f"Go on with it by --resume {record}" in outcome.err
    assert record.read_bytes() == before


@pytest.mark.parametrize(
    ("name", "text", "message"),
    [
        ("p.json", "{", "p.json: is not JSON"),
        ("p.toml", "= 3", "p.toml: is not TOML"),
        ("p.json", "[]", "p.json: is not a position"),
        ("p.json", '{"game": "floating-market"}', "names at least its game and its number of players"),
        ("p.json", '{"game": "floating-market", "players": 2, "goal": 5}', "has no entry 'goal'"),
        ("p.json", '{"game": "chess", "players": 2}', "The position is of chess"),
        ("p.json", '{"game": "floating-market", "players": 2, "options": 3}', "options"),
        ("p.json", '{"game": "floating-market", "players": 2, "position": {"seats": [{"coins": 9}, {}]}}', "9 coins"),
    ],
)
def test_a_position_that_makes_no_sense_is_refused(
    khlong: Run, tmp_path: Path, name: str, text: str, message: str
) -> None:
    (tmp_path / name).write_text(text, encoding="utf-8")
    outcome = khlong("play", "floating-market", "--position", str(tmp_path / name))
    assert outcome.status == 2
    assert message in outcome.err


def test_a_position_for_other_players_than_asked_for_is_refused(khlong: Run, tmp_path: Path) -> None:
    (tmp_path / "p.json").write_text('{"game": "floating-market", "players": 2}', encoding="utf-8")
    outcome = khlong("play", "floating-market", "--players", "3", "--position", str(tmp_path / "p.json"))
    assert outcome.status == 2
    assert "is a position for 2 players, not for 3" in outcome.err


def test_a_bot_that_breaks_the_rules_is_named_and_the_game_is_kept(
    khlong: Run, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    (tmp_path / "cheats.py").write_text(
        "class Cheat:\n    def choose(self, position, seconds):\n        return 9999\n", encoding="utf-8"
    )
    monkeypatch.chdir(tmp_path)
    words = ["--seat", "Ann", "--seat", "bot:cheats:Cheat", "--option", "begins=0", "--record", "kept.json"]
    outcome = khlong("play", "floating-market", *words, lines=["place boatsman", "die d4"])
    assert outcome.status == 2
    assert "The bot Mali (cheats:Cheat) chose an illegal move: 9999, which is no move at all." in outcome.err
    assert record_of(tmp_path / "kept.json")["moves"] == ["place boatsman", "die d4"]


def test_a_cuda_run_without_a_gpu_says_what_to_do(khlong: Run, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr("numba.cuda.is_available", lambda: False)
    outcome = khlong("simulate", "floating-market", "--engine", "cuda")
    assert outcome.status == 2
    assert "Use the native engine" in outcome.err
