"""Playing in the terminal: whole games, moves by number and notation, undo, saving and resuming."""

from __future__ import annotations

import json
from pathlib import Path

import pytest

import khlong as library
from khlong.cli.answers import find_move
from khlong.cli.show import ending_words, winners_line
from khlong.games.floating_market.components import DEFAULT_FILE

from .helpers import Outcome, Run, record_of

ONES = ["1"] * 400


def start(khlong: Run, file: Path, lines: list[str], *more: str) -> Outcome:
    """A game of Ann against one random bot, from a fixed seed; Ann begins."""
    fixed = ["--seat", "Ann", "--seat", "bot:random", "--seed", "11", "--option", "begins=0"]
    return khlong("play", "floating-market", *fixed, "--record", str(file), *more, lines=lines)


def test_a_whole_game_can_be_played_by_script_and_ends_with_the_result(khlong: Run, tmp_path: Path) -> None:
    outcome = start(khlong, tmp_path / "game.json", ONES)
    table = library.load_record(tmp_path / "game.json")
    assert outcome.status == 0
    assert table.over
    assert table.result is not None
    winner = table.names[table.result.winners[0]]
    assert f"{winner} wins. {ending_words(table, table.result.ending)}" in outcome.out
    assert "rank  player  fruits  coins" in " ".join(outcome.out.split("\n")).replace("   ", "  ")
    assert f"The record: {tmp_path / 'game.json'}" in outcome.out


def test_bots_alone_play_to_the_end_without_asking(khlong: Run, tmp_path: Path) -> None:
    file = tmp_path / "bots.json"
    outcome = khlong(
        "play", "floating-market", "--seat", "bot:random", "--seat", "bot:random", "--seed", "3", "--record", str(file)
    )
    assert outcome.status == 0
    assert library.load_record(file).bots == ["random", "random"]
    assert "Mali places a customer" in outcome.out


def test_real_dice_are_asked_for_until_they_can_have_fallen_so(khlong: Run, tmp_path: Path) -> None:
    file, seats = tmp_path / "game.json", ["--seat", "Ann", "--seat", "Bo", "--seed", "3", "--option", "begins=0"]
    moves = ["place boatsman", "die d4", "place boatsman", "die d6", *["place boatsman"] * 4]
    lines = [*moves, "9 9", "4, 6, 1 1", "quit"]
    outcome = khlong("play", "floating-market", "--real-dice", *seats, "--record", str(file), lines=lines)
    assert outcome.status == 0
    assert "What came up? Ann D4, Bo D6, ama, ama" in " ".join(outcome.out.split())
    assert "9 cannot have come up: d4 of seat 0, one of 1, 2, 3, 4" in " ".join(outcome.out.split())
    assert record_of(file)["given"] == {"8": [4, 6, 1, 1]}
    assert library.load_record(file).view()["last_roll"]["total"] == 12


def test_the_same_seed_gives_the_same_game(khlong: Run, tmp_path: Path) -> None:
    start(khlong, tmp_path / "one.json", ONES[:20])
    start(khlong, tmp_path / "two.json", ONES[:20])
    assert record_of(tmp_path / "one.json") == record_of(tmp_path / "two.json")


def test_you_sit_in_seat_one_against_three_bots_unless_you_say_otherwise(khlong: Run, games_folder: Path) -> None:
    outcome = khlong("play", "floating-market", lines=["1", "quit"])
    (file,) = games_folder.glob("floating-market-*.json")
    assert outcome.status == 0
    assert [seat["bot"] for seat in record_of(file)["seats"]] == [None, "easy", "easy", "easy"]
    assert str(file) in outcome.out


def test_two_named_people_make_a_game_for_two(khlong: Run) -> None:
    outcome = khlong("play", "floating-market", "--seat", "Ann", "--seat", "Ben", "--seed", "1", lines=["quit"])
    assert "Floating Market with A Ann, B Ben" in outcome.out


def test_a_move_is_chosen_by_number_notation_or_an_unambiguous_part_of_it(khlong: Run, tmp_path: Path) -> None:
    lines = ["place temple", "TILE  +4", "d12", "undo", "5", "undo", "die d1", "die w", "quit"]
    outcome = start(khlong, tmp_path / "game.json", lines)
    assert "'die d1' could be: die d10, die d12." in outcome.out
    assert record_of(tmp_path / "game.json")["moves"][:3] == ["place temple", "tile +4", "die white"]


def test_a_hint_names_moves_of_the_list_with_what_a_bot_expects_of_them(khlong: Run, tmp_path: Path) -> None:
    outcome = start(khlong, tmp_path / "game.json", ["place temple", "tile +4", "hint", "quit"])
    table = library.load_record(tmp_path / "game.json")
    dice = {str(number): move.notation for number, move in enumerate(table.legal_moves(), 1)}
    _, _, hint = outcome.out.partition("chance to win")
    rows = [line.split() for line in hint.splitlines() if "%" in line]
    assert rows
    for number, *move, share, fruits, tries in rows:
        assert " ".join(move) == dice[number]
        assert 0 <= int(share.removesuffix("%")) <= 100
        assert 0 <= float(fruits) <= 5
        assert int(tries.replace(",", ""))
    assert "It expects: " + " ".join(rows[0][1:-3]) in hint


def test_a_hint_about_a_move_says_what_that_one_is_worth_and_plays_nothing(khlong: Run, tmp_path: Path) -> None:
    outcome = start(khlong, tmp_path / "game.json", ["place temple", "hint tile -2", "hint sing", "quit"])
    assert "Why tile -2:" in outcome.out
    assert "tile -2 is" in outcome.out or outcome.out.count("Why tile") == 1, "behind the best, or the best itself"
    assert "is not a move of this game" in outcome.out
    assert record_of(tmp_path / "game.json")["moves"] == ["place temple"]


def test_a_number_beyond_the_list_may_be_the_beginning_of_a_place() -> None:
    move = find_move("36", library.new_table("floating-market", players=4, seed=1).legal_moves())
    assert move is not None
    assert move.notation == "place 36-8"


def test_an_ambiguous_beginning_names_what_it_could_be_and_asks_again(khlong: Run, tmp_path: Path) -> None:
    outcome = start(khlong, tmp_path / "game.json", ["place t", "place temple", "quit"])
    assert "'place t' could be: place temple, place tailor." in outcome.out
    assert record_of(tmp_path / "game.json")["moves"] == ["place temple"]


@pytest.mark.parametrize(
    ("typed", "answer"),
    [
        ("place tempel", "Did you mean 'place temple'?"),
        ("sing", "is not a move of this game"),
        ("swap 9-13 14-16", "'swap 9-13 14-16' is not possible now: Something else is asked now. Place a customer."),
        ("market", "'place market' is not possible now: That takes 4 coins; you lack 2 coins."),
        ("+4", "'tile +4' is not possible now"),
        ("99", "There is no move 99 in the list: it goes from 1 to"),
        ("0", "There is no move 0 in the list"),
        ("9" * 400, "in the list"),
        ("\x1b[31mred", "is not a move of this game"),
    ],
)
def test_a_wrong_answer_is_explained_and_asked_again_with_nothing_lost(
    khlong: Run, tmp_path: Path, typed: str, answer: str
) -> None:
    outcome = start(khlong, tmp_path / "game.json", [typed, "place temple", "tile -2", "die d4", "quit"])
    said = " ".join(outcome.out.split())
    assert answer in said
    assert outcome.status == 0
    assert record_of(tmp_path / "game.json")["moves"][:3] == ["place temple", "tile -2", "die d4"]


def test_undo_goes_back_to_ones_own_last_decision_past_bots_and_dice(khlong: Run, tmp_path: Path) -> None:
    first_round = ["place boatsman", "die d4", "place boatsman", "place boatsman"]
    start(khlong, tmp_path / "plain.json", [*first_round, "quit"])
    played = library.load_record(tmp_path / "plain.json")
    assert played.question == library.Question(0, "swap", "Swap two boats: choose one, then the other.")
    assert played.view()["last_roll"] is not None
    outcome = start(khlong, tmp_path / "undone.json", [*first_round, "undo", "quit"])
    undone = library.load_record(tmp_path / "undone.json")
    taken_back = played.moves[undone.ply :]
    assert f"Took back: {', '.join(taken_back)}." in " ".join(outcome.out.split())
    assert taken_back[0] == "place boatsman"
    assert undone.moves == played.moves[: undone.ply]
    assert undone.question == library.Question(0, "customer", "Place a customer.")


def test_after_undo_the_same_answers_lead_to_the_same_game(khlong: Run, tmp_path: Path) -> None:
    start(khlong, tmp_path / "plain.json", ["1", "1", "1", "1", "1", "1", "quit"])
    start(khlong, tmp_path / "undone.json", ["1", "1", "1", "undo", "undo", "1", "1", "1", "1", "1", "quit"])
    assert record_of(tmp_path / "plain.json") == record_of(tmp_path / "undone.json")


def test_undo_without_a_decision_of_ones_own_says_so(khlong: Run, tmp_path: Path) -> None:
    outcome = start(khlong, tmp_path / "game.json", ["undo", "quit"])
    assert "There is no decision of yours to go back to." in outcome.out
    assert "Nothing was played, so nothing is saved." in outcome.out
    assert not (tmp_path / "game.json").exists()


def test_a_game_saved_resumed_and_finished_is_the_one_played_through(khlong: Run, tmp_path: Path) -> None:
    start(khlong, tmp_path / "through.json", ONES)
    start(khlong, tmp_path / "parts.json", [*ONES[:9], "quit"])
    khlong("play", "--resume", str(tmp_path / "parts.json"), lines=ONES[:20])  # ends with the input
    last = khlong("play", "--resume", str(tmp_path / "parts.json"), lines=ONES)
    assert last.status == 0
    assert record_of(tmp_path / "parts.json") == record_of(tmp_path / "through.json")


def test_resume_without_a_file_takes_the_latest_unfinished_game(khlong: Run, games_folder: Path) -> None:
    khlong("play", "floating-market", "--seat", "Ann", "--seat", "bot:random", "--seed", "1", lines=["1", "quit"])
    (file,) = games_folder.glob("*.json")
    before = len(record_of(file)["moves"])
    for words in (["--resume"], ["floating-market", "--resume"], ["--resume", "floating-market"]):
        outcome = khlong("play", *words, lines=["1", "quit"])
        assert outcome.status == 0, outcome.err
        assert f"khlong play --resume {file}" in outcome.out
        after = len(record_of(file)["moves"])
        assert after > before
        before = after
    assert list(games_folder.glob("*.json")) == [file]


def test_a_resumed_game_can_be_kept_in_another_file(khlong: Run, tmp_path: Path) -> None:
    one, two = tmp_path / "one.json", tmp_path / "two.json"
    start(khlong, one, ["1", "quit"])
    before = one.read_bytes()
    khlong("play", "--resume", str(one), "--record", str(two), lines=["1", "quit"])
    assert one.read_bytes() == before
    assert len(record_of(two)["moves"]) > len(record_of(one)["moves"])


def test_the_end_of_input_saves_the_game_and_says_how_to_resume(khlong: Run, tmp_path: Path) -> None:
    outcome = start(khlong, tmp_path / "game.json", ["place temple"])
    assert outcome.status == 0
    assert f"Go on with: khlong play --resume {tmp_path / 'game.json'}" in outcome.out
    assert record_of(tmp_path / "game.json")["moves"] == ["place temple"]


def test_save_log_and_help_leave_the_game_where_it_is(khlong: Run, tmp_path: Path) -> None:
    copy = tmp_path / "copy.json"
    lines = ["save", "place temple", "save", f"save {copy}", "?", "help", "log", "log 1", "", f"save {copy}", "quit"]
    outcome = start(khlong, tmp_path / "game.json", lines)
    assert "Nothing was played, so nothing is saved." in outcome.out
    assert f"Saved: {tmp_path / 'game.json'}" in outcome.out
    assert outcome.out.count(f"Saved a copy: {copy}") == 2
    assert outcome.out.count("back to your own last decision") == 2
    assert outcome.out.count("Ann places a customer: Temple.") == 3  # once when it happened, twice in the log
    assert record_of(tmp_path / "game.json") == record_of(copy)


def test_save_does_not_write_over_a_file_that_is_there(khlong: Run, tmp_path: Path) -> None:
    precious = tmp_path / "precious.txt"
    precious.write_text("mine", encoding="utf-8")
    outcome = start(khlong, tmp_path / "game.json", ["1", f"save {precious}", "quit"])
    assert "is there already; choose another name." in " ".join(outcome.out.split())
    assert precious.read_text(encoding="utf-8") == "mine"


@pytest.mark.parametrize("folder", ["file/below", "proc"])
def test_a_game_that_cannot_be_saved_goes_on_and_another_file_is_offered(
    khlong: Run, tmp_path: Path, folder: str
) -> None:
    (tmp_path / "file").write_text("no folder", encoding="utf-8")
    bad = Path("/proc/khlong/game.json") if folder == "proc" else tmp_path / folder / "game.json"
    good = tmp_path / "good.json"
    outcome = start(khlong, bad, ["1", "1", "1", "quit", str(tmp_path / "file" / "x.json"), str(good)])
    assert outcome.status == 0
    assert outcome.out.count("The game cannot be saved:") == 1
    assert outcome.out.count("The game is not saved:") == 2
    assert f"Saved: {good}" in outcome.out
    assert library.load_record(good).ply >= 3


def test_a_game_that_nobody_wants_to_save_is_let_go(khlong: Run, tmp_path: Path) -> None:
    (tmp_path / "file").write_text("", encoding="utf-8")
    outcome = start(khlong, tmp_path / "file" / "game.json", ["1", "quit", ""])
    assert outcome.status == 0
    assert "Go on with" not in outcome.out


def test_a_game_can_begin_from_a_position_in_json_or_toml(khlong: Run, tmp_path: Path) -> None:
    (tmp_path / "p.toml").write_text(
        'game = "floating-market"\nplayers = 3\n[position]\nround = 4\n'
        'seats = [{coins = 6, fruit = ["mango", "banana", "papaya", "guava"]}, {}, {}]\n',
        encoding="utf-8",
    )
    data = {
        "game": "floating-market",
        "players": 3,
        "options": {"first": "1"},
        "position": {"seats": [{"coins": 6, "fruit": ["mango", "banana", "papaya", "guava"]}, {}, {}]},
    }
    (tmp_path / "p.json").write_text(json.dumps(data), encoding="utf-8")
    outcome = khlong(
        "play", "floating-market", "--position", str(tmp_path / "p.toml"), "--seat", "Ann", "--seat", "Ben", lines=[]
    )
    assert "Round 4" in outcome.out
    file = tmp_path / "won.json"
    words = [
        "--position",
        str(tmp_path / "p.json"),
        "--seat",
        "Ann",
        *["--seat", "bot:random"] * 2,
        "--record",
        str(file),
    ]
    won = khlong("play", "floating-market", *words, lines=["place market", "1"])
    assert "Ann wins. The last fruit came from the Market." in won.out
    assert library.load_record(file).over


def test_components_of_ones_own_are_played_with_and_asked_for_again(khlong: Run, tmp_path: Path) -> None:
    own = tmp_path / "own.toml"
    text = DEFAULT_FILE.read_text(encoding="utf-8").replace('"mango"', '"durian"')
    own.write_text(text.replace("start = { value = 2", "start = { value = 3"), encoding="utf-8")
    file = tmp_path / "game.json"
    outcome = start(khlong, file, ["1", "quit"], "--components", str(own))
    assert "durian" in outcome.out
    assert f"khlong play --resume {file} --components {own}" in outcome.out
    assert khlong("play", "--resume", str(file), "--components", str(own), lines=["quit"]).status == 0
    assert khlong("play", "--resume", str(file), lines=["quit"]).status == 2


def test_a_shared_win_is_called_one() -> None:
    table = library.new_table("floating-market", seed=1, names=["Ann", "Ben"])
    table.state.ending, table.state.winners = 2, 0b11
    assert winners_line(table).plain == "Ann and Ben share the win. The last fruit came from a boat."


def test_names_cannot_upset_the_terminal(khlong: Run) -> None:
    outcome = khlong(
        "play", "floating-market", "--seat", "\x1b[31mEve\u202e\n", "--seat", "[b]Bo[/b]", "--seed", "1", lines=["quit"]
    )
    assert "\x1b" not in outcome.out
    assert "\u202e" not in outcome.out
    assert "[b]Bo[/b]" in outcome.out


@pytest.mark.parametrize("name", ["~nobodyhere/game.json", "nul\0.json", "x" * 300 + ".json", "/proc/nowhere/x.json"])
def test_a_file_name_that_will_not_do_is_no_reason_to_stop(khlong: Run, tmp_path: Path, name: str) -> None:
    outcome = start(khlong, tmp_path / "game.json", ["1", f"save {name}", "quit"])
    assert outcome.status == 0
    assert "Saved a copy" not in outcome.out
    assert record_of(tmp_path / "game.json")["moves"]


def test_a_record_whose_name_will_not_do_is_asked_for_again(khlong: Run, tmp_path: Path) -> None:
    outcome = start(khlong, tmp_path / ("x" * 300), ["1", "quit", str(tmp_path / "good.json")])
    assert "File name too long" in " ".join(outcome.out.split())
    assert record_of(tmp_path / "good.json")["moves"]
