"""What tutorials say: complete, short, and in the words of the glossary, like all that players read."""

from __future__ import annotations

import re
from collections.abc import Iterator

import pytest

from khlong.games import game_named, our_games
from khlong.table.tutorial import LONGEST_TEXT, Said, Tutorial, tutorials_of

from .test_glossary import OTHERS, TERMS, Term

ALL = [tutorial for name in our_games() for tutorial in tutorials_of(game_named(name)).values()]
each = pytest.mark.parametrize("tutorial", ALL, ids=lambda tutorial: f"{tutorial.game.name}/{tutorial.name}")
CHARACTERS = {"ja": r"[\u3040-\u30ff\u4e00-\u9fff]", "th": r"[\u0e01-\u0e4e]"}


def texts(tutorial: Tutorial) -> Iterator[Said]:
    yield from (tutorial.sheet.title, tutorial.sheet.about)
    for step in tutorial.steps:
        yield step.says
        yield from (said for said in (step.otherwise, *step.others.values()) if said)


def terms_of(tutorial: Tutorial) -> list[Term]:
    return [term for term in TERMS if term.where in ("everywhere", tutorial.game.name)]


@each
def test_a_term_is_said_by_its_settled_word_and_by_no_other(tutorial: Tutorial) -> None:
    wrong = []
    for said in texts(tutorial):
        for term in terms_of(tutorial):
            for language in OTHERS:
                text = getattr(said, language)
                meant = term.stands_in(said.en)
                if meant and not any(word in text for word in term.settled[language]):
                    wrong.append((term.name, said.en, text))
                if any(re.search(word, text) for word in term.never[language]):
                    wrong.append((f"never {term.name}", said.en, text))
    assert wrong == []


@each
def test_texts_are_written_in_their_language_and_short(tutorial: Tutorial) -> None:
    for said in texts(tutorial):
        for language, letters in CHARACTERS.items():
            assert re.search(letters, getattr(said, language)), said
        assert re.search(r"[A-Za-z]", said.en)
        assert len(said.en) <= LONGEST_TEXT


@each
def test_numbers_are_the_same_in_every_language(tutorial: Tutorial) -> None:
    for said in texts(tutorial):
        numbers = [sorted(re.findall(r"[−+]?\d+", said.en))]
        numbers += [sorted(re.findall(r"[−+]?\d+", getattr(said, language))) for language in OTHERS]
        missing = [number for number in numbers[0] if any(number not in other for other in numbers[1:])]
        assert not missing, said


@each
def test_thai_and_japanese_are_set_as_everywhere_else(tutorial: Tutorial) -> None:
    thai = r"[\u0e01-\u0e4e][0-9]|[0-9][\u0e01-\u0e2f]|[^ \"(]ๆ|ๆ[\u0e01-\u0e2f]"
    letter = CHARACTERS["ja"]
    japanese = rf"{letter}[(,:;!?]|[(,]\s?{letter}|[一二三四五六七八九十](?=[つ枚個人種本点軒隻列歩])"
    for said in texts(tutorial):
        assert not re.search(thai, said.th), said.th
        assert not re.search(japanese, said.ja), said.ja
