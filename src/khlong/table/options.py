"""Players, options and seeds: checked once, here."""

from __future__ import annotations

import secrets
from collections.abc import Mapping
from difflib import get_close_matches
from functools import cache
from itertools import combinations
from typing import Any, NamedTuple

from khlong.engine.chance import SEED_BITS
from khlong.engine.game import Game, Option
from khlong.engine.given import LONGEST, shown, whole
from khlong.games.facets import Cover

from .errors import ArgumentError, OptionError, SeedError

MOST_DIGITS = len(str(1 << SEED_BITS))


def a_game(game: object) -> Game:
    """The game, if it is one."""
    if not isinstance(game, Game):
        raise ArgumentError(f"Give a game, as khlong.game_named gives it, not {shown(game)}.")
    return game


def full_options(game: Game, players: int, given: Mapping[str, object]) -> dict[str, str]:
    """All options of a game, the given ones checked and the others at their defaults.

    >>> from khlong.games import game_named
    >>> full_options(game_named("floating-market"), 3, {"goal": 7})
    {'goal': '7', 'traders': 'everyone', 'begins': 'random'}
    """
    title = Cover.of(a_game(game)).title
    if isinstance(players, bool) or not isinstance(players, int) or players not in game.players:
        most = game.players[-1]
        raise OptionError(f"{title} is for {game.players[0]} to {most} players, not {shown(players)}.")
    if not isinstance(given, Mapping):
        raise OptionError(f"Options are given by their names, as in {{'begins': 'random'}}, not as {shown(given)}.")
    known = {option.key: option for option in game.options}
    given = _as_today(game, given)
    for key in given:
        if key not in known:
            close = get_close_matches(key[:LONGEST], known, 1) if isinstance(key, str) else ()
            hint = f" Did you mean {close[0]}?" if close else ""
            raise OptionError(f"{title} has no option {shown(key)}.{hint} Its options are: {', '.join(known)}.")
    options = {key: _choice(option, given.get(key, option.default)) for key, option in known.items()}
    for option in game.options:
        seat = option.value(options[option.key])
        if option.field == "first" and isinstance(seat, int) and seat >= players:
            raise OptionError(f"Seat {seat} cannot begin: the seats are 0 to {players - 1}.")
    refusal = game.refuse(players, options)
    if refusal:
        raise OptionError(refusal)
    return options


class Clash(NamedTuple):
    """Choices that do not go together, or not with so many players."""

    options: dict[str, str]
    players: int | None = None


@cache
def clashes(game: Game) -> tuple[Clash, ...]:
    """What is refused of the choices that are listed, by ones and twos.

    >>> from khlong.games import game_named
    >>> [clash.options for clash in clashes(game_named("phraya")) if clash.players is None]
    [{'edition': 'prototype', 'start': 'asymmetric'}]
    """

    def goes(players: int, **chosen: str) -> bool:
        try:
            full_options(game, players, chosen)
        except OptionError:
            return False
        return True

    choices = [(option.key, choice) for option in game.options for choice in option.choices]
    able = {one: [players for players in game.players if goes(players, **dict([one]))] for one in choices}
    found = [Clash(dict([one]), players) for one in choices for players in game.players if players not in able[one]]
    for one, other in combinations(choices, 2):
        together = [players for players in able[one] if players in able[other]]
        refused = [players for players in together if not goes(players, **dict([one, other]))]
        if one[0] != other[0] and refused:
            each: list[int | None] = [None] if refused == together else [*refused]
            found += [Clash(dict([one, other]), players) for players in each]
    return tuple(found)


def kept_options(game: Game, kept: Mapping[str, object]) -> dict[str, object]:
    """Options as a record or the header of a table keeps them: what it does not name is as it was before it was named.

    >>> from khlong.games import game_named
    >>> kept_options(game_named("floating-market"), {"goal": "7"})
    {'traders': 'owner', 'goal': '7'}
    """
    unnamed = {option.key: option.unnamed for option in a_game(game).options if option.unnamed}
    return unnamed | dict(kept)


def _as_today(game: Game, given: Mapping[str, object]) -> dict[str, object]:
    """Options by the keys of today: those of older records and tables had others."""
    renamed = {option.older[0]: option for option in game.options if option.older}
    options = {key: choice for key, choice in given.items() if key not in renamed}
    for once in (key for key in given if key in renamed):
        option, chosen = renamed[once], given[once]
        choice = chosen if isinstance(chosen, str) else shown(whole(chosen))
        choices = option.older[1] if option.older else {}
        if option.key in options or choice not in choices:
            raise OptionError(f"The option {once} is called {option.key} now. {_can_be(option)}")
        options[option.key] = choices[choice]
    return options


def _can_be(option: Option) -> str:
    return f"It can be: {', '.join(option.choices)}."


def _choice(option: Option, given: object) -> str:
    if not isinstance(given, str) and whole(given) is None:
        raise OptionError(f"A choice for the option {option.key} is a text or a number, not {shown(given)}.")
    choice = given if isinstance(given, str) else shown(whole(given))
    wrong = option.value(choice)
    if isinstance(wrong, str):
        raise OptionError(wrong)
    return choice


def template(game: Game, players: int, given: Mapping[str, object] | None = None) -> Any:
    """A state with the number of players and the options in it, ready for an engine to begin from."""
    options = full_options(game, players, {} if given is None else given)
    state = game.state()
    state.players = players
    for option in game.options:
        setattr(state, option.field, option.value(options[option.key]))
    return state


def checked_seed(seed: int | None) -> int:
    """The seed, if it is one; a new one from the system if there is none."""
    if seed is None:
        return secrets.randbits(SEED_BITS)
    return known_seed(seed)


def known_seed(seed: object) -> int:
    """The seed, if it is one."""
    number = whole(seed)
    if number is None:
        raise SeedError(f"A seed is a whole number, not {shown(seed)}.")
    if not 0 <= number < 1 << SEED_BITS:
        raise SeedError(f"A seed is a whole number from 0 to 2^{SEED_BITS} - 1, not {shown(number)}.")
    return number


def read_seed(seed: object) -> int:
    """A seed from a file, where large numbers are text."""
    if isinstance(seed, str) and seed.isascii() and seed.isdecimal():
        if len(seed) > MOST_DIGITS:
            raise SeedError(f"A seed is a whole number from 0 to 2^{SEED_BITS} - 1, not one of {len(seed)} digits.")
        return known_seed(int(seed))
    return known_seed(seed)
