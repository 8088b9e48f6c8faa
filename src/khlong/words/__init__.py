"""What people read, in their language: messages by key, with values, from files that all who speak share.

What happens in a game is told without code of the game's own. Events and reasons carry plain values; each is put into
words by its name: `card: banker` is said as the message `card.banker` says, amounts like `{"coins": 2, "fish": 1}` as
`amount.coins` and `amount.fish`, listed. A seat is `{player}`, seats are `{players}`. The page does the same
(`web/src/words/tell.ts`).
"""

from __future__ import annotations

import json
import os
import re
from collections.abc import Iterator, Mapping, Sequence
from functools import cache
from pathlib import Path

from khlong.engine.data import ReadData

from .icu import MessageError, Parts, Value, parse, put_together

__all__ = ["LANGUAGES", "OWN", "MessageError", "Messages", "Value", "load_messages", "readable", "usual_language"]

LANGUAGES = ("en", "ja", "th")
OWN = Path(__file__).parent
"""The folder of what tables and terminals say themselves, whatever the game."""
_SINGULAR = {"dice": "die"}
_BETWEEN = {  # two items, the last of more, and others
    "en": ((" and ", ", and ", ", "), (" or ", ", or ", ", ")),
    "ja": (("、", "、", "、"), ("または", "、または", "、")),
    "th": (("และ", " และ", " "), (" หรือ ", " หรือ ", ", ")),
}
_AND_BESIDE_ANOTHER_SCRIPT = re.compile(r"(?<=[^\s\u0e00-\u0e7f]) ?และ ?| ?และ ?(?=[^\s\u0e00-\u0e7f])")
"""Thai words run on; numbers and names in other letters keep their spaces."""


class Messages:
    """Messages in one language."""

    def __init__(self, language: str, texts: Mapping[str, str]) -> None:
        self.language = language
        self.texts = texts
        self._parsed: dict[str, Parts] = {}

    def __contains__(self, key: str) -> bool:
        return key in self.texts

    def __iter__(self) -> Iterator[str]:
        return iter(self.texts)

    def say(self, key: str, values: Mapping[str, Value] | None = None, /, **more: Value) -> str:
        """A message with its values. One that is not there is its key, made readable.

        >>> load_messages("en", OWN).say("saved", file="game.json")
        'Saved: game.json'
        """
        text = self.texts.get(key)
        if text is None:
            return readable(key.rpartition(".")[2])
        if "{" not in text and "'" not in text:
            return text
        if key not in self._parsed:
            self._parsed[key] = parse(text)
        return put_together(self._parsed[key], {**(values or {}), **more}, self.language)

    def listed(self, items: Sequence[str], *, either: bool = False) -> str:
        """Some things, all of them or either.

        >>> Messages("en", {}).listed(["a", "b", "c"]), Messages("en", {}).listed(["1", "2"], either=True)
        ('a, b, and c', '1 or 2')
        >>> Messages("th", {}).listed(["ปลา", "เนื้อ"]), Messages("th", {}).listed(["9–13", "14–16"])
        ('ปลาและเนื้อ', '9–13 และ 14–16')
        """
        two, last, others = _BETWEEN[self.language][either]
        *first, end = items or ("",)
        joined = (two if len(first) == 1 else last).join(filter(None, [others.join(first), end]))
        return _AND_BESIDE_ANOTHER_SCRIPT.sub(" และ ", joined) if self.language == "th" else joined

    def amounts(self, numbers: Mapping[str, int]) -> str:
        """So much of each thing."""
        said = [self.say(f"amount.{what}", count=count) for what, count in numbers.items()]
        return self.listed(said) if said else self.say("amount.nothing")

    def tell(self, key: str, values: ReadData, names: Sequence[str]) -> str:
        """An event, or else a reason or a merit of that key, or that message itself, at a table where players have
        these names."""
        said = self.in_words(values, names)
        for message in (key,) if "." in key else (f"event.{key}", f"reason.{key}", f"merit.{key}"):
            if message in self:
                return self.say(message, said)
        return readable(key)

    def in_words(self, values: ReadData, names: Sequence[str]) -> dict[str, Value]:
        """The values of an event or a reason as messages take them."""
        said: dict[str, Value] = {}
        for name, value in values.items():
            spoken = self._value(name, value, values)
            if spoken is not None:
                said[name] = spoken
        if "seat" in values:
            said["player"] = names[values["seat"]]
        if "seats" in values:
            said["players"] = self.listed([names[seat] for seat in values["seats"]])
        return said

    def _value(self, name: str, value: object, beside: ReadData) -> Value | None:
        thing = name.rpartition("_")[2]
        if isinstance(value, str):
            key = f"{thing}.{value}"
            return self.say(key, beside) if key in self else readable(value)
        if isinstance(value, Sequence):
            if all(isinstance(item, int) for item in value):
                return self.listed([str(item) for item in value], either=True)
            one = _SINGULAR.get(thing, thing.removesuffix("s"))
            spoken = [self._value(one, item, beside) for item in value]
            return self.listed([str(item) for item in spoken if item is not None])
        if isinstance(value, Mapping):
            return self.amounts(value) if all(f"amount.{what}" in self for what in value) else None
        return value if isinstance(value, int | float) else None


def readable(name: str) -> str:
    """A name that has no message, as people write it: a range of numbers that goes round has two ends.

    >>> readable("fish-barrow"), readable("a2-left"), readable("14-16"), readable("36-8"), readable("-2")
    ('fish barrow', 'a2-left', '14–16', '8− · 36+', '−2')
    """
    ends = re.fullmatch(r"(\d+)-(\d+)", name)
    if ends:
        low, high = int(ends[1]), int(ends[2])
        return f"{low}–{high}" if low <= high else f"{high}− · {low}+"
    return re.sub(r"^-(?=\d)", "−", re.sub(r"(?<=[a-z])[-_](?=[a-z])", " ", name))


@cache
def load_messages(language: str, *folders: Path) -> Messages:
    """The messages in a language of some folders; where several have one, that of the first."""
    files = [folder / f"{language}.json" for folder in folders]
    texts = [json.loads(file.read_text(encoding="utf-8")) for file in files if file.exists()]
    return Messages(language, {key: text for each in reversed(texts) for key, text in each.items()})


def usual_language(surroundings: Mapping[str, str] = os.environ) -> str:
    """The language that a person has chosen: by KHLONG_LANGUAGE, or for everything on this computer.

    >>> usual_language({"LANG": "ja_JP.UTF-8"}), usual_language({"LANG": "C"})
    ('ja', 'en')
    """
    for name in ("KHLONG_LANGUAGE", "LC_ALL", "LC_MESSAGES", "LANG"):
        if surroundings.get(name):
            code = re.split(r"[_.@-]", surroundings[name].lower())[0]
            return code if code in LANGUAGES else "en"
    return "en"
