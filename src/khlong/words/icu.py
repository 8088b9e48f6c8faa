"""ICU MessageFormat, as far as our messages use it: arguments, plurals, selections.

The page formats the same messages with a library of its own; a test compares the two.
"""

from __future__ import annotations

import re
from collections.abc import Mapping, Sequence
from dataclasses import dataclass

Value = str | int | float
_SPECIAL = re.compile(r"[{}#]|''|'(?=[{}#])")


class MessageError(ValueError):
    """A message that is not well written, or that lacks a value."""


@dataclass(frozen=True)
class Argument:
    """`{player}`, or a choice by it: `{coins, plural, one {# coin} other {# coins}}`."""

    name: str
    kind: str = ""
    branches: Mapping[str, Parts] | None = None


class Number:
    """The `#` of a plural."""


Parts = Sequence["str | Argument | Number"]


def plural_category(language: str, number: float) -> str:
    """Which form of a plural a number takes: English tells one from many, Japanese and Thai do not."""
    return "one" if language == "en" and number == 1 else "other"


def written(number: float) -> str:
    """A number as plurals write it."""
    return f"{number:,}"


def parse(text: str) -> Parts:
    """The parts of a message.

    >>> parse("{player} wins")
    [Argument(name='player', kind='', branches=None), ' wins']
    """
    parts, end = _parts(text, 0, "")
    if end != len(text):
        raise MessageError(f"A bracket too many in {text!r}.")
    return parts


def _parts(text: str, at: int, inside: str) -> tuple[Parts, int]:
    """Parts up to the end, or to the bracket that closes a branch of some kind of choice."""
    parts: list[str | Argument | Number] = []
    while at < len(text):
        found = _SPECIAL.search(text, at)
        if found is None or found.start() > at:
            end = len(text) if found is None else found.start()
            parts.append(text[at:end])
            at = end
        elif found[0] == "}":
            break
        elif found[0] == "{":
            argument, at = _argument(text, at + 1)
            parts.append(argument)
        elif found[0] == "#":
            parts.append(Number() if inside == "plural" else "#")
            at += 1
        elif found[0] == "''":
            parts.append("'")
            at += 2
        else:  # what stands between single quotes is text, brackets and all
            end = text.find("'", at + 1)
            end = len(text) if end < 0 else end
            parts.append(text[at + 1 : end])
            at = end + 1
    return parts, at


def _argument(text: str, at: int) -> tuple[Argument, int]:
    head = re.compile(r"\s*(\w+)\s*(?:\}|,\s*(plural|select)\s*,)").match(text, at)
    if head is None:
        raise MessageError(f"{text!r}: what stands after a bracket is a name, or a name with a choice.")
    name, kind, at = head[1], head[2], head.end()
    if kind is None:
        return Argument(name), at
    branches: dict[str, Parts] = {}
    while branch := re.compile(r"\s*(=?\w+)\s*\{").match(text, at):
        branches[branch[1]], at = _parts(text, branch.end(), kind)
        at += 1
    end = re.compile(r"\s*\}").match(text, at)
    if end is None or "other" not in branches:
        raise MessageError(f"{text!r}: a choice by {name} has branches, of which one is for all other cases.")
    return Argument(name, kind, branches), end.end()


def put_together(parts: Parts, values: Mapping[str, Value], language: str, number: Value = "") -> str:
    """A message with its values."""
    said = []
    for part in parts:
        if isinstance(part, str):
            said.append(part)
        elif isinstance(part, Number):
            said.append(written(number) if isinstance(number, int | float) else number)
        else:
            if part.name not in values:
                raise MessageError(f"No value for {{{part.name}}}.")
            value = values[part.name]
            if part.branches is None:
                said.append(str(value))
            else:
                said.append(put_together(_branch(part, value, language), values, language, value))
    return "".join(said)


def _branch(choice: Argument, value: Value, language: str) -> Parts:
    assert choice.branches is not None
    keys = [str(value)] if choice.kind == "select" else [f"={value}", plural_category(language, float(value))]
    return next(choice.branches[key] for key in [*keys, "other"] if key in choice.branches)
