"""Players, options and seeds: checked once, here."""

from __future__ import annotations

import secrets
from collections.abc import Mapping
from difflib import get_close_matches
from typing import Any

from khlong.engine.chance import SEED_BITS
from khlong.engine.game import Game, Option
from khlong.games.facets import Cover

from .errors import OptionError, SeedError


def full_options(game: Game, players: int, given: Mapping[str, object]) -> dict[str, str]:
    """All options of a game, the given ones checked and the others at their defaults.

    >>> from khlong.games import game_named
    >>> full_options(game_named("floating-market"), 3, {"goal": 7})
    {'goal': '7', 'traders': 'owner', 'first': 'random'}
    """
    title = Cover.of(game).title
    if isinstance(players, bool) or not isinstance(players, int) or players not in game.players:
        most = game.players[-1]
        raise OptionError(f"{title} is for {game.players[0]} to {most} players, not {players}.")
    known = {option.key: option for option in game.options}
    for key in given:
        if key not in known:
            close = get_close_matches(key, known, 1)
            hint = f" Did you mean {close[0]}?" if close else ""
            raise OptionError(f"{title} has no option {key!r}.{hint} Its options are: {', '.join(known)}.")
    options = {key: _choice(option, given.get(key, option.default)) for key, option in known.items()}
    if options.get("first", "random") != "random" and int(options["first"]) > players:
        raise OptionError(f"Seat {options['first']} cannot begin: there are only {players} seats.")
    refusal = game.refuse(players, options)
    if refusal:
        raise OptionError(refusal)
    return options


def _choice(option: Option, given: object) -> str:
    wrong = option.value(str(given))
    if isinstance(wrong, str):
        raise OptionError(wrong)
    return str(given)


def template(game: Game, players: int, given: Mapping[str, object] | None = None) -> Any:
    """A state with the number of players and the options in it, ready for an engine to begin from."""
    options = full_options(game, players, given or {})
    state = game.state()
    state.players = players
    for option in game.options:
        setattr(state, option.field, option.value(options[option.key]))
    return state


def checked_seed(seed: int | None) -> int:
    """The seed, if it is one; a new one from the system if there is none."""
    if seed is None:
        return secrets.randbits(SEED_BITS)
    if isinstance(seed, bool) or not isinstance(seed, int):
        raise SeedError(f"A seed is a whole number, not {seed!r}.")
    if not 0 <= seed < 1 << SEED_BITS:
        raise SeedError(f"A seed is a whole number from 0 to 2^{SEED_BITS} - 1, not {_short(seed)}.")
    return seed


def _short(number: int) -> str:
    """Numbers beyond all use are not written out."""
    if number.bit_length() <= 2 * SEED_BITS:
        return str(number)
    return f"a number of {number.bit_length():,} bits"
