"""The board of Phraya as text: everything of the view is there, at every width, with and without colour."""

from __future__ import annotations

import io
import random
import re
from typing import Literal

import pytest
from rich.cells import cell_len
from rich.console import Console
from rich.text import Text

import khlong
from khlong.games.drawing import marks, somebody, with_marks
from khlong.games.facets import Terminal
from khlong.games.phraya.components import load_components
from khlong.games.phraya.effects import card_words
from khlong.games.phraya.enums import GOOD_NAMES
from khlong.games.phraya.moves import card_names
from khlong.games.phraya.terminal.words import GOOD_LETTERS, SERVICE_CODES

NAMES = ["Nok", "Anton", "เมษา", "A very long name indeed"]
CARDS = card_names(load_components())


def drawn(table: khlong.Table, width: int, *, colour: bool = False) -> str:
    system: Literal["truecolor"] | None = "truecolor" if colour else None
    page = Console(file=io.StringIO(), width=width, highlight=False, force_terminal=colour, color_system=system)
    page.print(Terminal.of(table.game).draw(table.view(), table.names, table.messages))
    assert isinstance(page.file, io.StringIO)
    return page.file.getvalue()


def random_table(players: int, seed: int, plies: int, **options: object) -> khlong.Table:
    table = khlong.new_table("phraya", players=players, seed=seed, names=NAMES[:players], options=options)
    chance = random.Random(seed)
    while table.ply < plies and not table.over:
        table.play(chance.choice(table.legal_numbers()))
    return table


@pytest.mark.parametrize("players", [2, 3, 4])
@pytest.mark.parametrize("width", [40, 52, 60, 72, 80, 100, 119, 120, 121, 160])
def test_the_board_never_breaks_out_of_its_width(players: int, width: int) -> None:
    for seed, plies in enumerate((0, 9, 60, 300, 10_000)):
        for edition in ("published", "prototype"):
            text = drawn(random_table(players, seed, plies, edition=edition), width)
            assert max(cell_len(line) for line in text.split("\n")) <= width, text


@pytest.mark.parametrize("width", [80, 120])
@pytest.mark.parametrize("seed", range(6))
def test_everything_of_the_view_is_on_the_board(width: int, seed: int) -> None:
    table = random_table(2 + seed % 3, seed, 90 * seed, edition="prototype" if seed == 5 else "published")
    text, view = drawn(table, width), table.view()
    letters = [mark.letter for mark in marks(table.names)]
    words = " ".join(text.split())
    assert f"Round {view['round']} · " in text
    assert f"♛ {view['barge']}" in text
    for number, seat in enumerate(view["seats"]):
        assert f"{seat['coins']}¢" in text
        assert f"{seat['flowers']}❀" in text
        assert f"{seat['score']} point" in text
        assert f"{seat['section']}‹{letters[number]}›" in text or seat["section"] is None
        held = "  ".join(f"{GOOD_LETTERS[good]} {n}/{seat['room'][good]}" for good, n in seat["goods"].items())
        assert held in text
        assert re.search(
            rf"{seat['rowers']} rowers? · {seat['stalls_left']} stalls?, {seat['disks_left']} disks? left", text
        )
        for card in (*seat["hand"], *seat["discard"]):
            assert card in text
    for stall in view["stalls"]:
        for what in (stall["basket"], stall["order"]):
            assert what is None or stall["stall"] in text
    for card in view["market"]:
        assert f"{card['card']:<17}{card['coins']}¢ or {card['flowers']}❀" in text
    for row in view["prices"].values():
        assert f"[{row['price']}]" in text
    assert f"‹{''.join(GOOD_LETTERS[good] for good in view['merchant'].split('-'))}›" in text
    assert f"{view['deck']} in the deck" in text
    assert f"{view['baskets_left']} left" in text
    assert f"stacks {' '.join(map(str, view['orders_left']))}" in text
    for row in view["king"].values():
        for space in row:
            shown = "".join(GOOD_LETTERS[good] for good in space.get("goods", []))
            assert space["seat"] is not None or shown in text
    for kind, code in SERVICE_CODES.items():
        assert f"{code} {kind}" in words


def test_stalls_stand_beside_their_section_with_their_owner() -> None:
    table = khlong.new_table(
        "phraya", players=2, seed=3, names=["Nok", "Mali"], options={"board": "1a-2a-3a-4a", "first": 1}
    )
    table.play("boat a2").play("boat b1").play("stall a2-left")
    rows = [line.split() for line in drawn(table, 80).split("\n")]
    above = next(number for number, row in enumerate(rows) if row[:2] == ["2", "a2‹N›"])
    assert rows[above - 1][0] == "╰───"  # a2-right is a fish stall, of nobody
    assert rows[above - 1][1].startswith("S·")
    assert rows[above + 1][1].startswith("VM")  # a2-left is a vegetable stall, now of Mali
    assert rows[above + 2][:4] == ["1", "│", "adm├", "b1‹M›"]


@pytest.mark.parametrize("width", [80, 120])
def test_colours_only_add_to_what_letters_say(width: int) -> None:
    table = random_table(4, 2, 200)
    plain = drawn(table, width)
    assert "\x1b" not in plain
    coloured = drawn(table, width, colour=True)
    assert "\x1b" in coloured
    assert re.sub(r"\x1b\[[0-9;]*m", "", coloured) == plain


def test_the_ends_of_the_game_show_how_near_they_are() -> None:
    table = khlong.new_table("phraya", players=2, seed=1)
    assert "○ tithe 0/5   ○ worship 0/5   ○ supremacy 7 stalls left" in drawn(table, 80)
    over = random_table(2, 1, 10_000)
    assert drawn(over, 80).count("●") == sum(over.view()["conditions"].values())
    assert "the game is over" in drawn(over, 80)


def test_every_card_has_words() -> None:
    table = khlong.new_table("phraya", players=2, seed=1)
    faces = table.view()["printed"]["cards"]
    words = {name: card_words(table.messages, faces[name]) for name in CARDS}
    assert all(words.values())
    assert len(set(words.values())) == len(words)
    assert words["trade"] == "merchant 1 or 2 steps, prices +2 −2; get 2 coins"
    assert words["barge-2"] == "barge 2, 1 flower for every stall beside it"
    assert words["monk"].endswith("; temple 2 flowers less")
    assert words["envoy"].endswith("; end: 4 a Favor")
    assert words["fish-guild"].endswith("; end: 3 a fish stall")
    assert words["meat-barrow"].endswith("; counts as a meat stall")


# hints


def sums(text: str) -> dict[str, int]:
    """What a hint says that somebody gets and pays."""
    found = re.findall(r"([+−])(\d+)(¢|❀|[VFSM]| Favors?| rower)", text)
    return {what.strip().rstrip("s"): int(number) * (1 if sign == "+" else -1) for sign, number, what in found}


def differences(before: khlong.Table, after: khlong.Table, seat: int) -> dict[str, int]:
    was, now = before.view()["seats"][seat], after.view()["seats"][seat]
    changes = {"¢": "coins", "❀": "flowers", "Favor": "favors", "rower": "rowers"}
    found = {sign: now[key] - was[key] for sign, key in changes.items()}
    found |= {GOOD_LETTERS[good]: now["goods"][good] - was["goods"][good] for good in GOOD_NAMES}
    return {sign: change for sign, change in found.items() if change}


@pytest.mark.parametrize("seed", range(4))
def test_hints_say_what_moves_really_do(seed: int) -> None:
    table = khlong.new_table("phraya", players=2 + seed % 3, seed=seed)
    chance, checked = random.Random(seed), set()
    while not table.over:
        moves = table.legal_moves()
        if chance.random() < 0.25:
            asked = table.question
            assert asked is not None
            shown = Terminal.of(table.game).hints(table.state, [move.number for move in moves], table.messages)
            for move in chance.sample(moves, min(len(moves), 4)):
                verb = move.notation.split()[0]
                if verb in ("boat", "card", "merchant", "change", "done", "refresh"):
                    continue
                later = table.copy().play(move.number)
                hint = shown.get(move.number, Text()).plain
                own, _, others = hint.split(":")[0].partition("(")
                assert sums(own) == differences(table, later, asked.seat), hint
                for seat in range(table.players):
                    if seat != asked.seat:
                        said = next((part for part in others.split(", ") if part.startswith(somebody(seat))), "")
                        assert sums(said) == differences(table, later, seat), hint
                assert ("ends the game" in hint) == later.over
                checked.add(verb)
        table.play(chance.choice(moves).number)
    assert {"buy", "sell", "barge", "stall"} <= checked


def test_hints_for_prices_name_the_new_ones() -> None:
    table = khlong.new_table("phraya", players=2, seed=1)
    chance = random.Random(5)
    seen = 0
    while seen < 20 and not table.over:
        moves = table.legal_moves()
        if moves[0].notation.startswith("change"):
            shown = Terminal.of(table.game).hints(table.state, [move.number for move in moves], table.messages)
            for move in moves:
                prices = table.copy().play(move.number).view()["prices"]
                for good in table.view()["merchant"].split("-"):
                    assert re.search(rf"{good} (\d+¢ → )?{prices[good]['price']}¢(?! →)", shown[move.number].plain)
            seen += 1
        table.play(chance.choice(moves).number)
    assert seen == 20


def test_hints_for_boats_name_both_stalls_and_the_king() -> None:
    table = khlong.new_table("phraya", players=2, seed=3, options={"board": "1a-2a-3a-4a"})
    moves = table.legal_moves()
    shown = Terminal.of(table.game).hints(table.state, [move.number for move in moves], table.messages)
    said = {move.notation: shown[move.number].plain for move in moves}
    assert said["boat b1"] == "administration · vegetable 3¢"
    assert "King" not in "".join(said.values())


def test_a_sign_for_somebody_becomes_a_mark() -> None:
    text = with_marks(Text(f"({somebody(1)} +1)"), marks(["Nok", "Mali"]))
    assert text.plain == "(M +1)"
    assert with_marks(Text("nobody"), marks(["Nok"])).plain == "nobody"
