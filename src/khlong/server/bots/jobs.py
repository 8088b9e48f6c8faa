"""What runs in the thinking processes: bots' moves, hints, and what each move would do.

They get a table with other dice than the real one, so nothing that they say can tell what comes.
"""

from __future__ import annotations

import multiprocessing
import os
import signal
import threading
from dataclasses import dataclass
from functools import partial
from typing import Any, Protocol

from khlong.bots import (
    Bot,
    Clock,
    ExplainingBot,
    PreparingBot,
    UnknownBotError,
    UnpreparedBot,
    ask,
    ask_unprepared,
    bot_named,
    bot_names,
)
from khlong.engine.chance import sow
from khlong.engine.data import Data, ReadData
from khlong.engine.decision import GAME_TURN
from khlong.engine.game import GameState
from khlong.engine.making import on_progress
from khlong.games.facets import Event, Story
from khlong.server.tables.games import find_game
from khlong.table import Table, game_named, game_names

STRONGEST = ("expert", "hard", "medium", "easy")
NOT_COMPARED = ("asked", "decider", "used")
FUTURES = 3  # what is the same in all of them is not up to chance


class Percent(Protocol):
    """A number that two processes share."""

    value: int


@dataclass(frozen=True)
class Parcel:
    """A position on its way to another process."""

    game: str
    own_components: str | None
    players: int
    options: dict[str, str]
    moves: list[int]
    state: bytes


def pack(table: Table, own_components: str | None) -> Parcel:
    """A table for a bot, ready to be sent."""
    own = table.for_bot()
    return Parcel(own.game.name, own_components, own.players, own.options, own.move_numbers, own.state.pack())


def unpack(parcel: Parcel) -> Table:
    game = find_game(parcel.game, parcel.own_components)
    return Table.resumed(game, parcel.players, parcel.options, parcel.moves, game.state.unpack(parcel.state))


def get_ready(percent: Percent) -> None:
    """Loads the games before anybody waits for them. The server, not the terminal, ends these processes.

    `percent` is where the server sees how far the code is that a bot needs.
    """
    on_progress(partial(setattr, percent, "value"))
    signal.signal(signal.SIGINT, signal.SIG_IGN)
    threading.Thread(target=_end_with_the_server, daemon=True).start()
    for name in game_names():
        game_named(name)


def _end_with_the_server() -> None:
    """A server that is killed cannot end its processes: they see to that themselves."""
    server = multiprocessing.parent_process()
    if server is not None:
        server.join()
        os._exit(1)


def needs_learning(bot: str) -> bool:
    """Whether a bot runs compiled code, which takes up to a minute to make and seconds to load."""
    return bot != "random"


def own_bot(name: str, seed: int | None = None) -> Bot:
    """A bot of ours: whatever a database says, a server imports no module and starts no program for it."""
    if name not in bot_names():
        raise UnknownBotError(f"There is no bot {name!r} on this server.")
    return bot_named(name, seed)


def prepare(game: str, own_components: str | None, bot: str) -> None:
    """Compiles what a bot needs for a game, or loads it, before its first move is waited for."""
    found = own_bot(bot)
    if isinstance(found, PreparingBot):
        found.prepare(find_game(game, own_components))


def strongest_bot() -> str:
    """Who gives hints."""
    return next((bot for bot in STRONGEST if bot in bot_names()), bot_names()[0])


def choose(parcel: Parcel, bot: str, seed: int, seconds: float) -> str:
    """A bot's move."""
    table = unpack(parcel)
    return table.game.moves.notation[ask(own_bot(bot, seed), table, seconds, bot)]


def choose_unprepared(parcel: Parcel, bot: str, seed: int, seconds: float) -> tuple[str, bool]:
    """A bot's move while its code is still being made, and whether it took as much thought as usual."""
    table, asked = unpack(parcel), own_bot(bot, seed)
    assert isinstance(asked, UnpreparedBot)
    move, usual = ask_unprepared(asked, table, seconds, bot)
    return table.game.moves.notation[move], usual


def hint(parcel: Parcel, seconds: float) -> Data:
    """What the strongest bot here thinks of the moves."""
    table = unpack(parcel)
    seat = table.state.decider
    name = strongest_bot()
    bot = bot_named(name)
    if not isinstance(bot, ExplainingBot):
        move = table.game.moves.notation[ask(bot, table, seconds, name)]
        only = {"move": move, "win_share": None, "score": None, "visits": 0}
        return {"moves": [only], "line": [move], "story": _story(table, [move]), "playouts": 0}
    found = bot.explain(table.for_bot(), Clock(seconds))
    moves = [
        {
            "move": estimate.notation,
            "win_share": estimate.win_shares[seat],
            "score": estimate.scores[seat],
            "visits": estimate.visits,
        }
        for estimate in found.moves
    ]
    line = list(found.line)
    return {"moves": moves, "line": line, "story": _story(table, line), "playouts": found.playouts}


def _story(table: Table, line: list[str]) -> list[Data]:
    """What a line of moves would bring about, up to where chance has a say."""
    events: list[Data] = []
    for notation in line:
        move = next(move.number for move in table.legal_moves() if move.notation == notation)
        shown = _preview(table, _compared(table, table.state), move)
        events += shown["events"]
        if shown["chance"]:
            break
        table.play(move)
    return events


def previews(parcel: Parcel) -> Data:
    """What each legal move would do, as far as chance has no say in it, and why others are not legal."""
    table = unpack(parcel)
    before = _compared(table, table.state)
    shown = [_preview(table, before, move.number) for move in table.legal_moves()]
    asked = table.question
    assert asked is not None
    return {"previews": shown, "reasons": _reasons(table), "otherwise": asked.key}


def _reasons(table: Table) -> list[Data]:
    """Why moves that would naturally be tried are not legal: each reason once, with all moves that it holds for."""
    found: list[Data] = []
    for move, reason in table.why_not().items():
        known = next((each for each in found if (each["key"], each["values"]) == (reason.key, reason.values)), None)
        if known:
            known["moves"].append(move)
        else:
            found.append(_event(reason) | {"moves": [move]})
    return found


def _preview(table: Table, before: ReadData, move: int) -> Data:
    game, seen = table.game, []
    chance = False
    for future in range(FUTURES):
        start = table.state.copy()
        sow(start.chance, future, 1, 2, 3, 0)
        after = start.copy()
        game.python.answer(after, move)
        drew = after.chance != start.chance
        chance = chance or drew or bool(after.decision == GAME_TURN)
        played = start.copy()
        game.python.play(played, move)
        if played.chance == after.chance:
            after = played  # a game's final reckoning is not up to dice
        after.chance = start.chance.copy()
        seen.append((_differences(before, _compared(table, after)), Story.of(game).events(start, move, after)))
        if not drew:
            break
    changes = {path: pair for path, pair in seen[0][0].items() if all(other.get(path) == pair for other, _ in seen)}
    events = [event for event in seen[0][1] if all(event in other for _, other in seen)]
    return {
        "move": game.moves.notation[move],
        "events": [_event(event) for event in events],
        "changes": changes,
        "chance": chance,
    }


def _compared(table: Table, state: GameState) -> ReadData:
    """What of a view can differ by what a move does: not what never changes, nor who is asked next."""
    left_out = {*NOT_COMPARED, *table.views.unchanging}
    return {key: part for key, part in table.views.view(state).items() if key not in left_out}


def _event(event: Event) -> Data:
    return {"key": event.key, "values": dict(event.values)}


def _differences(before: Any, after: Any, path: str = "") -> dict[str, list[Any]]:
    """The leaves of a view that differ, by path: both values of each."""
    if isinstance(before, dict) and isinstance(after, dict) and before.keys() == after.keys():
        pairs = [(key, before[key], after[key]) for key in before]
    elif _is_tree(before) and _is_tree(after) and len(before) == len(after):
        pairs = [(str(place), one, other) for place, (one, other) in enumerate(zip(before, after, strict=True))]
    else:
        return {path: [before, after]} if before != after else {}
    found: dict[str, list[Any]] = {}
    for key, one, other in pairs:
        found |= _differences(one, other, f"{path}/{key}" if path else str(key))
    return found


def _is_tree(value: Any) -> bool:
    return isinstance(value, list) and any(isinstance(item, dict | list) for item in value)
