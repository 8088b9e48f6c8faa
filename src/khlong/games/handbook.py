"""The whole rules of a game: every sentence with the chapter of the book that it comes from, our rulings with their
reasons, and every value of the box with its mark.

A message of a handbook has a title in its first line. Behind its sentences stand their sources, in brackets:
`You play one card. [4.1] All of them come back. [4.1; PH-19]`. What sentences name of a table are the values of the
short rules, and more if the game says so; a sentence that has nothing to say at a table is left out.
"""

from __future__ import annotations

import json
import re
from collections.abc import Iterator, Mapping, Sequence
from functools import cache
from pathlib import Path

from pydantic import BaseModel
from typing_extensions import TypedDict

from khlong.engine.data import Data
from khlong.engine.game import Game
from khlong.words import Messages, load_messages, readable
from khlong.words import Value as Said

from .facets import Components, Handbook, Wording

SOURCES = re.compile(r"\s*\[([^\]]*)\]")
LIST = " · "


class Sentence(TypedDict):
    text: str
    sources: list[str]


class Entry(TypedDict):
    id: str
    title: str
    picture: str | None
    sentences: list[Sentence]


class Chapter(TypedDict):
    id: str
    title: str
    entries: list[Entry]


class RulingInWords(TypedDict):
    id: str
    question: str
    ruling: str
    reason: str


class BoxValue(TypedDict):
    id: str
    name: str
    value: str
    mark: str


class BoxGroup(TypedDict):
    id: str
    title: str
    values: list[BoxValue]


class WholeRules(TypedDict):
    chapters: list[Chapter]
    rulings: list[RulingInWords]
    box: list[BoxGroup]
    sources: dict[str, str]


def whole_rules(
    game: Game, language: str = "en", players: int = 0, options: Mapping[str, str] | None = None
) -> WholeRules:
    """The handbook for a table of so many players with such options; with 0 players for nobody in particular.

    >>> from khlong.games import game_named
    >>> rules = whole_rules(game_named("floating-market"), players=3)
    >>> rules["chapters"][0]["entries"][0]["sentences"][0]["sources"]
    ['overview', 'end']
    """
    handbook, wording = Handbook.of(game), Wording.of(game)
    values = {**wording.numbers(players, options), **handbook.more_values(players, options or {})}
    words = wording.spoken(language)
    if handbook.folder is None:
        return {"chapters": _short(words, values), "rulings": [], "box": box_values(game, language), "sources": {}}
    said = handbook_words(handbook.folder, language)
    contents = contents_of(handbook.folder)
    chapters: list[Chapter] = []
    for chapter, entries in contents["chapters"].items():
        told = [_entry(f"{chapter}.{key}", picture, said, values) for key, picture in entries.items()]
        told = [entry for entry in told if entry["sentences"]]
        if told:
            chapters.append({"id": chapter, "title": said.say(chapter, values), "entries": told})
    rulings = [_ruling(key, said, values) for key in contents["rulings"]]
    sources = {key: said.say(f"source.{key}") for key in contents["sources"]}
    return {"chapters": chapters, "rulings": rulings, "box": box_values(game, language), "sources": sources}


@cache
def contents_of(folder: Path) -> Data:
    """What is in a handbook: its chapters with their entries and the picture of each, its rulings, its sources."""
    return json.loads((folder / "contents.json").read_text(encoding="utf-8"))  # type: ignore[no-any-return]


def handbook_words(folder: Path, language: str) -> Messages:
    """What a handbook says in a language."""
    return load_messages(language, folder)


def sentences(text: str) -> list[Sentence]:
    """A text taken apart, each sentence with its sources.

    >>> sentences("You play one card. [4.1] All come back. [4.1; PH-19]")[1]
    {'text': 'All come back.', 'sources': ['4.1', 'PH-19']}
    """
    parts = SOURCES.split(text)
    pairs = zip(parts[::2], [*parts[1::2], ""], strict=True)
    return [
        {"text": said.strip(), "sources": [source.strip() for source in cited.split(";") if source.strip()]}
        for said, cited in pairs
        if said.strip()
    ]


def box_values(game: Game, language: str = "en") -> list[BoxGroup]:
    """Every value of the component file with its mark, in groups, in words."""
    sheet, handbook = Components.of(game).sheet, Handbook.of(game)
    words = Wording.of(game).spoken(language)
    names = handbook_words(handbook.folder, language) if handbook.folder else Messages(language, {})
    groups: dict[str, list[BoxValue]] = {}
    for path, value, mark in marked_values(sheet) if sheet else ():
        name, told = handbook.in_words(path, value, words) or (_name(path, names, words), _told(value, words))
        groups.setdefault(path[0], []).append(
            {"id": "box." + ".".join(path), "name": name, "value": told, "mark": mark}
        )
    return [
        {
            "id": f"box.{key}",
            "title": names.say(f"box.{key}") if f"box.{key}" in names else readable(key),
            "values": each,
        }
        for key, each in groups.items()
    ]


def marked_values(part: object, path: tuple[str, ...] = ()) -> Iterator[tuple[tuple[str, ...], object, str]]:
    """The values of a component file with their marks, by where they stand in it."""
    data = part.model_dump() if isinstance(part, BaseModel) else part
    if isinstance(data, dict) and "mark" in data:
        rest = {key: value for key, value in data.items() if key != "mark" and value is not None}
        yield path, rest["value"] if set(rest) == {"value"} else rest, data["mark"]
    elif isinstance(data, dict):
        for key, inner in data.items():
            yield from marked_values(inner, path if key == "base" else (*path, str(key)))
    elif isinstance(data, list | tuple):
        for number, inner in enumerate(data, 1):
            yield from marked_values(inner, (*path, str(number)))


def _entry(key: str, picture: str | None, said: Messages, values: Mapping[str, Said]) -> Entry:
    title, _, text = said.say(key, values).partition("\n")
    return {"id": key, "title": title, "picture": picture, "sentences": sentences(text)}


def _ruling(key: str, said: Messages, values: Mapping[str, Said]) -> RulingInWords:
    question, ruling, reason = said.say(f"ruling.{key}", values).split("\n")
    return {"id": key, "question": question, "ruling": ruling, "reason": reason}


def _short(words: Messages, values: Mapping[str, Said]) -> list[Chapter]:
    """The rules in short, for a game without a handbook."""
    chapters: list[Chapter] = []
    for key in words:
        kind, _, name = key.partition(".")
        if kind == "rules" and "." not in name:
            chapters.append({"id": name, "title": words.say(key, values), "entries": []})
        elif kind == "rules" and chapters:
            title, _, text = words.say(key, values).partition("\n")
            entry: Entry = {"id": name, "title": title if text else "", "picture": None, "sentences": []}
            entry["sentences"] = sentences(text or title)
            chapters[-1]["entries"] += [entry] if entry["sentences"] else []
    return chapters


def _name(path: Sequence[str], names: Messages, words: Messages) -> str:
    """The name of a value: said by the handbook, or that of a thing of the game."""
    key = "box." + ".".join(path)
    if key in names:
        return names.say(key)
    for kind in ("good", "fruit", "place", "die", "card"):
        if f"{kind}.{path[-1]}" in words:
            return words.say(f"{kind}.{path[-1]}")
    return readable(path[-1])


def _told(value: object, words: Messages) -> str:
    """A value in words: names of things are said, lists are strung together."""
    if isinstance(value, bool):
        return words.say("box.yes" if value else "box.no")
    if isinstance(value, list | tuple):
        inner = [_told(each, words) for each in value]
        nested = any(isinstance(each, list | tuple) for each in value)
        return "; ".join(inner) if nested else LIST.join(inner)
    if isinstance(value, dict):
        return "; ".join(f"{_name((str(key),), words, words)}: {_told(each, words)}" for key, each in value.items())
    if isinstance(value, str):
        found = next((f"{kind}.{value}" for kind in ("good", "fruit", "kind") if f"{kind}.{value}" in words), None)
        return words.say(found) if found else readable(value)
    return str(value) if not isinstance(value, int) or value >= 0 else f"−{-value}"
