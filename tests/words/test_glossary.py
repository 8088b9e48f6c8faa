"""The glossary for translators, kept: one word for one thing in every file of words."""

from __future__ import annotations

import re
from collections.abc import Iterator
from dataclasses import dataclass
from pathlib import Path

import pytest

from khlong.games import our_games
from khlong.words.icu import Argument, Parts, parse

from .test_files import FOLDERS, ROOT, words

DOCS = ROOT / "docs"
EVERYWHERE = "everywhere"
OTHERS = ("ja", "th")
OTHERWISE: dict[str, tuple[str, ...]] = {
    "floating-market: title": ("floating market",),  # the game's name, as it is printed
    "floating-market: terminal.dice-signs-short": ("pool",),  # as short as can be
    "phraya: terminal.no-disk": ("disk",),
    "phraya: details.baskets": ("board",),  # on board
    "phraya: details.hand": ("card",),
    "phraya: option-help.board": ("round",),  # round to the left
}
"""Sentences that need not say a term by its word."""


@dataclass(frozen=True)
class Term:
    english: tuple[str, ...]
    where: str
    settled: dict[str, tuple[str, ...]]
    never: dict[str, tuple[str, ...]]

    @property
    def name(self) -> str:
        return self.english[0]

    def stands_in(self, text: str) -> bool:
        """Whether an English sentence has the term; one with a capital letter is a name, and spelled like that."""
        return any(
            re.search(rf"\b{re.escape(each)}s?\b", text, 0 if each != each.lower() else re.IGNORECASE)
            for each in self.english
        )


def glossary() -> Iterator[Term]:
    """The terms of everywhere, and of each game."""
    yield from _terms(DOCS / "glossary-words.md", EVERYWHERE)
    for page in sorted(DOCS.glob("glossary-words/*.md")):
        yield from _terms(page, page.stem)


def _terms(page: Path, where: str) -> Iterator[Term]:
    for line in page.read_text(encoding="utf-8").splitlines():
        cells = [cell.strip() for cell in line.strip("|").split("|")]
        if len(cells) != 5 or cells[0] in ("English", "---"):
            continue
        english, japanese, thai, not_japanese, not_thai = cells
        yield Term(
            _words(english),
            where,
            dict(zip(OTHERS, map(_words, (japanese, thai)), strict=True)),
            dict(zip(OTHERS, map(_words, (not_japanese, not_thai)), strict=True)),
        )


def _words(cell: str) -> tuple[str, ...]:
    return tuple(word.strip() for word in cell.split(";") if word.strip())


def spoken(parts: Parts) -> str:
    """What a message says in all its branches, without the names of its values."""
    said = []
    for part in parts:
        if isinstance(part, Argument):
            said.append("\n".join(map(spoken, (part.branches or {}).values())) or "…")
        else:
            said.append(part if isinstance(part, str) else "#")
    return "".join(said)


def sentences(folder: Path, language: str) -> dict[str, str]:
    """What is said, without the sources that stand behind the sentences of a handbook."""
    return {key: re.sub(r" ?\[[^\]]*\]", "", spoken(parse(text))) for key, text in words(folder, language).items()}


def scope(folder: Path) -> str:
    return {"web/src/words": "page", "src/khlong/words": "terminal"}.get(
        folder.relative_to(ROOT).as_posix(), folder.parent.name.replace("_", "-")
    )


TERMS = tuple(glossary())
each_term = pytest.mark.parametrize("term", TERMS, ids=lambda term: term.name)
each_language = pytest.mark.parametrize("language", OTHERS)


def folders_of(term: Term) -> list[Path]:
    return [folder for folder in FOLDERS if term.where in (EVERYWHERE, scope(folder))]


def test_the_glossary_is_read() -> None:
    assert len(TERMS) > 40
    assert EVERYWHERE in {term.where for term in TERMS} <= {EVERYWHERE, *our_games()}
    assert sum(term.where != EVERYWHERE for term in TERMS) > 20
    assert all(folders_of(term) and term.settled["ja"] and term.settled["th"] for term in TERMS)


@each_language
@each_term
def test_a_term_is_said_by_its_settled_word(term: Term, language: str) -> None:
    missing = {}
    for folder in folders_of(term):
        english, other = sentences(folder, "en"), sentences(folder, language)
        for key, text in english.items():
            name = f"{scope(folder)}: {key}"
            meant = term.stands_in(text) and term.name not in OTHERWISE.get(name, ())
            if meant and not any(word in other[key] for word in term.settled[language]):
                missing[name] = other[key]
    assert missing == {}


@each_language
@each_term
def test_no_other_word_stands_for_a_term(term: Term, language: str) -> None:
    found = {
        f"{scope(folder)}: {key}": text
        for folder in folders_of(term)
        for key, text in sentences(folder, language).items()
        if any(re.search(word, text) for word in term.never[language])
    }
    assert found == {}


@pytest.mark.parametrize("folder", FOLDERS, ids=scope)
def test_thai_has_spaces_around_numbers_and_repetition_marks(folder: Path) -> None:
    wrong = r"[\u0e01-\u0e4e][0-9#]|[0-9#][\u0e01-\u0e2f]|[^ \"(]ๆ|ๆ[\u0e01-\u0e2f]"
    assert {key: text for key, text in sentences(folder, "th").items() if re.search(wrong, text)} == {}


@pytest.mark.parametrize("folder", FOLDERS, ids=scope)
def test_japanese_has_its_own_brackets_and_stops_and_arabic_numbers(folder: Path) -> None:
    letter = r"[\u3040-\u30ff\u4e00-\u9fff]"
    wrong = rf"{letter}[(,:;!?]|[(,]\s?{letter}|[一二三四五六七八九十](?=[つ枚個人種本点軒隻列歩])"
    assert {key: text for key, text in sentences(folder, "ja").items() if re.search(wrong, text)} == {}
