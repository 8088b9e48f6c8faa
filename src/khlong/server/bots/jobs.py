"""What runs in the thinking processes: bots' moves, hints, and what each move would do.

They get a table with other dice than the real one, so nothing that they say can tell what comes.
"""

from __future__ import annotations

import os
import signal
import sys
import threading
import time
from collections.abc import Sequence
from concurrent.futures import ThreadPoolExecutor
from dataclasses import dataclass
from functools import partial
from typing import Protocol, TypeGuard

from khlong.bots import (
    Bot,
    Clock,
    Estimate,
    ExplainingBot,
    Explanation,
    PreparingBot,
    UnknownBotError,
    UnpreparedBot,
    UnpreparedExplainingBot,
    ask,
    ask_unprepared,
    bot_named,
    bot_names,
)
from khlong.bots.why import why
from khlong.engine.chance import sow
from khlong.engine.data import Data, ReadData
from khlong.engine.decision import GAME_TURN
from khlong.engine.game import GameState
from khlong.engine.making import on_progress
from khlong.games.facets import Event, Story
from khlong.server.errors import Refusal
from khlong.server.tables.games import find_game
from khlong.table import GameOverError, IllegalMoveError, Table, game_named, game_names

STRONGEST = ("expert", "hard", "medium", "easy")
FUTURES = 3  # what is the same in all of them is not up to chance
BEAT = 0.5  # seconds between two signs of life
READY = 100  # percent
Skill = tuple[str, str | None, str]
"""A game, its own components, and a bot: what a process can play once it has compiled or loaded it."""
MODEST, MOST_MODEST = 5, 10  # how much thinking yields to the server, and what can wait to bots' moves, by `nice`


class Number(Protocol):
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


def get_ready(percent: Number, beats: Number, modesty: int) -> None:
    """Loads the games before anybody waits for them. The server, not the terminal, ends these processes.

    `percent` is where the server sees how far the code is that a bot needs, `beats` where it sees signs of life.
    """
    on_progress(partial(setattr, percent, "value"))
    signal.signal(signal.SIGINT, signal.SIG_IGN)
    threading.Thread(target=_live_with_the_server, args=(beats,), daemon=True).start()
    _yield_to_others(modesty)
    for name in game_names():
        game_named(name)


def _live_with_the_server(beats: Number) -> None:
    """Shows signs of life. A server that is killed cannot end its processes: they see to that themselves."""
    from multiprocessing import parent_process  # there are none in a browser

    server = parent_process()
    while server is not None and server.is_alive():
        beats.value += 1
        server.join(BEAT)
    if server is not None:
        os._exit(1)


def _yield_to_others(modesty: int) -> None:
    """From now on this thread has the processor after others; elsewhere than on Linux it would be all threads."""
    if sys.platform == "linux":
        os.nice(modesty)


def needs_learning(bot: str) -> bool:
    """Whether a bot runs compiled code, which takes up to a minute to make and seconds to load."""
    return bot != "random"


def own_bot(name: str, seed: int | None = None) -> Bot:
    """A bot of ours: whatever a database says, a server imports no module and starts no program for it."""
    if name not in bot_names():
        raise UnknownBotError(f"There is no bot {name!r} on this server.")
    return bot_named(name, seed)


def prepare(game: str, own_components: str | None, bot: str, modesty: int) -> None:
    """Compiles what a bot needs for a game, or loads it; after everything else unless somebody waits for it."""
    found = own_bot(bot)
    if isinstance(found, PreparingBot):
        with ThreadPoolExecutor(1, initializer=_yield_to_others, initargs=(modesty,)) as aside:
            aside.submit(found.prepare, find_game(game, own_components)).result()


def strongest_bot() -> str:
    """Who gives hints."""
    return next((bot for bot in STRONGEST if bot in bot_names()), bot_names()[0])


def choose(parcel: Parcel, bot: str, seed: int, seconds: float) -> tuple[str, bool]:
    """A bot's move, and whether it was done before its time was."""
    table, began = unpack(parcel), time.monotonic()
    move = ask(own_bot(bot, seed), table, seconds, bot)
    return table.game.moves.notation[move], time.monotonic() - began < seconds


def choose_unprepared(parcel: Parcel, bot: str, seed: int, seconds: float) -> tuple[str, bool]:
    """A bot's move while its code is still being made, and whether it took as much thought as usual."""
    table, asked = unpack(parcel), own_bot(bot, seed)
    assert isinstance(asked, UnpreparedBot)
    move, usual = ask_unprepared(asked, table, seconds, bot)
    return table.game.moves.notation[move], usual


def hint(parcel: Parcel, seconds: float, prepared: bool, about: int | None = None) -> Data:
    """What the strongest bot here thinks of the moves, and above all of one that somebody asks about; a quick glance
    of it if its code is still being made."""
    table = unpack(parcel)
    seat = table.state.decider
    name = strongest_bot()
    bot = bot_named(name)
    if prepared and isinstance(bot, ExplainingBot):
        found = bot.explain(table.for_bot(), Clock(seconds), about)
    elif isinstance(bot, UnpreparedExplainingBot):
        found = bot.explain_unprepared(table.for_bot(), Clock(seconds), about)
    else:
        move = table.game.moves.notation[ask(bot, table, seconds, name)]
        found = _unexplained(table, move, about)
    return hint_told(table, seat, found, quick=not prepared and found.playouts > 0)


def hint_told(table: Table, seat: int, found: Explanation, *, quick: bool) -> Data:
    """What a bot thinks, for whoever makes the move."""
    asked = found.asked and _judged(table, seat, found.asked) | {"story": _story(table, found.asked.line)}
    return {
        "moves": [_judged(table, seat, estimate) for estimate in found.moves],
        "line": list(found.line),
        "story": _story(table, found.line),
        "asked": asked,
        "playouts": found.playouts,
        "quick": quick,
    }


def legal_number(table: Table, move: str) -> int:
    """A move's number, if it is possible now."""
    try:
        table.check(move)
    except IllegalMoveError as error:
        raise Refusal("illegal", str(error), 422) from None
    number = table.game.moves.number(move)
    assert number is not None
    return number


def _unexplained(table: Table, move: str, about: int | None) -> Explanation:
    """What a bot says that gives no reasons: its move, and nothing of what it is worth."""
    notation, numbers = table.game.moves.notation, table.game.moves.numbers
    best = Estimate(numbers[move], move, (), (), 0, (move,))
    asked = None if about is None else Estimate(about, notation[about], (), (), 0, (notation[about],))
    return Explanation((best,), (move,), 0, 0.0, asked)


def _judged(table: Table, seat: int, estimate: Estimate) -> Data:
    """What a move is worth for whoever makes it, and why."""
    return {
        "move": estimate.notation,
        "win_share": estimate.win_shares[seat] if estimate.visits else None,
        "score": estimate.scores[seat] if estimate.visits else None,
        "visits": estimate.visits,
        "why": [_event(event) for event in why(table, estimate.line)],
    }


def story(parcel: Parcel, line: list[str]) -> Data | None:
    """What a line would bring about; nothing if a move of it cannot be made."""
    try:
        return {"events": _story(unpack(parcel), line)}
    except (IllegalMoveError, GameOverError):
        return None


def _story(table: Table, line: Sequence[str]) -> list[Data]:
    """What a line of moves would bring about, up to where chance has a say."""
    events: list[Data] = []
    table = table.copy()
    for notation in line:
        table.check(notation)
        move = table.game.moves.numbers[notation]
        shown = preview(table, move)
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


def preview(table: Table, move: int) -> Data:
    """What one move would do, as far as chance has no say in it."""
    return _preview(table, _compared(table, table.state), move)


def _preview(table: Table, before: ReadData, move: int) -> Data:
    game, seen = table.game, []
    chance = ends_turn = False
    for future in range(FUTURES):
        start = table.state.copy()
        sow(start.chance, future, 1, 2, 3, 0)
        after = start.copy()
        game.python.answer(after, move)
        drew = after.chance != start.chance
        chance = chance or drew or bool(after.decision == GAME_TURN)
        played = start.copy()
        game.python.play(played, move)
        ends_turn = ends_turn or _passes(start, played)
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
        "ends_turn": ends_turn,
    }


def _passes(before: GameState, after: GameState) -> bool:
    """Whether the turn is somebody else's, or a round or the game is over."""
    return bool(after.ending) or (after.decider, after.round_number) != (before.decider, before.round_number)


def _compared(table: Table, state: GameState) -> ReadData:
    """What of a view can differ by what a move does: not what never changes, nor who is asked next."""
    left_out = {*table.views.passing, *table.views.unchanging}
    return {key: part for key, part in table.views.view(state).items() if key not in left_out}


def _event(event: Event) -> Data:
    return {"key": event.key, "values": dict(event.values)}


def _differences(before: object, after: object, path: str = "") -> dict[str, list[object]]:
    """The leaves of a view that differ, by path: both values of each."""
    if isinstance(before, dict) and isinstance(after, dict) and before.keys() == after.keys():
        pairs = [(key, before[key], after[key]) for key in before]
    elif _is_tree(before) and _is_tree(after) and len(before) == len(after):
        pairs = [(str(place), one, other) for place, (one, other) in enumerate(zip(before, after, strict=True))]
    else:
        return {path: [before, after]} if before != after else {}
    found: dict[str, list[object]] = {}
    for key, one, other in pairs:
        found |= _differences(one, other, f"{path}/{key}" if path else str(key))
    return found


def _is_tree(value: object) -> TypeGuard[list[object]]:
    return isinstance(value, list) and any(isinstance(item, dict | list) for item in value)
