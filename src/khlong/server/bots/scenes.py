"""Positions as tables show them, without a table: for puzzles and for those who set one up.

None of it runs on the event loop: strangers' positions are read where strangers' files are, ours by those who think.
"""

from __future__ import annotations

from contextlib import suppress
from typing import Any, cast

from khlong.bots.why import why
from khlong.engine.data import Data, ReadData
from khlong.engine.errors import PositionError
from khlong.engine.files import parse_json
from khlong.engine.game import Game
from khlong.engine.toml import parse_toml
from khlong.games.facets import Event, Positions
from khlong.games.puzzles import puzzles_of
from khlong.server.errors import Refusal
from khlong.server.storage import Entry, Header
from khlong.server.storage.log import Happening, Sit, Start
from khlong.server.tables.games import find_game
from khlong.server.tables.room import Room
from khlong.server.tables.snapshots import Present, Snapshots
from khlong.server.wire.positions import PositionSeen, PositionThen, PuzzleLine, PuzzleSeen, PuzzleStep, Scene
from khlong.table import KhlongError, Table, components_print, table_from_position, table_from_record

from . import jobs

LOOKER = "looker"
LONGEST_REASON = 2000


def position_seen(name: str, players: int, options: ReadData, position: ReadData | None) -> PositionSeen:
    """A stranger's position, as far as it can come about."""
    wish = {"game": name, "players": players, "options": options, "position": position or {}}
    seen = _seen(lambda: table_from_position(wish, find_game(name)))
    if seen["faults"] and position is not None:
        seen["scene"] = _impossible_scene(find_game(name), players, options, position)
    return seen


def file_seen(text: str) -> PositionSeen:
    """The position of a stranger's file, which may be a record: then where it ends."""
    try:
        data = parse_json(text) if text.lstrip().startswith("{") else parse_toml(text)
    except ValueError as error:
        raise Refusal("bad_position", f"That is neither JSON nor TOML: {error}."[:LONGEST_REASON], 422) from None
    return _seen(lambda: table_from_record(data) if "moves" in data else table_from_position(data))


def _seen(read: Any) -> PositionSeen:
    try:
        table = read()
        if table.over:
            raise PositionError("The game is over: there is nothing to do in that position.")
    except PositionError as error:
        if not error.faults:
            raise Refusal("bad_position", str(error)[:LONGEST_REASON], 422) from None
        faults = [cast(Event, fault) for fault in error.faults]
        return {"faults": [{"key": each.key, "values": dict(each.values)} for each in faults], "scene": None}
    except KhlongError as error:
        raise Refusal("bad_position", str(error)[:LONGEST_REASON], 422) from None
    return {"faults": [], "scene": scene_of(table)}


def scene_of(table: Table) -> Scene:
    """What a table shows of a position to whoever is asked."""
    position, options = table.whole_position(), table.settled_options()
    room = _room(table.game, table.players, options, position)
    shown = Snapshots(room).snapshot(LOOKER, Present(frozenset({LOOKER})), None)
    names = {kind: [*found] for kind, found in Positions.of(table.game).names(room.table.state).items()}
    previews = {"ply": room.table.ply, **jobs.previews(jobs.pack(room.table, None))}
    return cast(Scene, {"position": position, "names": names, "snapshot": shown, "previews": previews})


def _impossible_scene(game: Game, players: int, options: ReadData, position: ReadData) -> Scene | None:
    """A position that cannot come about, as far as it can be shown: so that whoever sets it up sees what they do."""
    table = Table(game, players, 0, options)
    with suppress(PositionError):
        Positions.of(game).read(table.state, position)  # all of it is in the state before it is refused
    try:
        room = _room(game, players, table.settled_options(), None)
        room.table = table
        room.question = table.asked
        shown = Snapshots(room).snapshot(None, Present(), None)
        names = {kind: [*found] for kind, found in Positions.of(game).names(table.state).items()}
    except Exception:  # whatever a view stumbles over in a position that no rule knows
        return None
    previews = {"ply": 0, "previews": [], "reasons": [], "otherwise": ""}
    return cast(Scene, {"position": dict(position), "names": names, "snapshot": shown, "previews": previews})


def _room(game: Game, players: int, options: dict[str, str], position: Data | None) -> Room:
    """A room that is nowhere kept, with everybody at one screen and whoever is asked as the one who looks."""
    header = Header(
        id="",
        game=game.name,
        rules=game.rules_version,
        components=components_print(game),
        own_components=None,
        players=players,
        options=options,
        seed=0,
        position=position,
        opening=None,
        public=False,
        host=LOOKER,
        invite="",
        pace=None,
        starts_itself=True,
        created=0.0,
    )
    room = Room(header, game)
    asked = room.table.state.decider
    sits: list[Happening] = [
        Sit(seat, f"Player {seat + 1}", LOOKER if seat == asked else f"{LOOKER}-{seat}") for seat in range(players)
    ]
    room.replay(Entry(number, 0.0, LOOKER, None, what) for number, what in enumerate([*sits, Start()], 1))
    return room


def then(table: Table, ply: int) -> PositionThen:
    """Where a game stood after so many moves."""
    past = table.at(ply)
    if past.over:
        raise Refusal("over", "The game is over there: step back to a moment before its end.")
    return {
        "game": table.game.name,
        "players": table.players,
        "options": past.settled_options(),
        "position": past.whole_position(),
    }


def parcel_of(name: str, players: int, options: ReadData, position: ReadData | None) -> jobs.Parcel:
    """A stranger's position on its way to a bot."""
    wish = {"game": name, "players": players, "options": options, "position": position or {}}
    try:
        table = table_from_position(wish, find_game(name))
    except KhlongError as error:
        raise Refusal("bad_position", str(error)[:LONGEST_REASON], 422) from None
    return jobs.pack(table, None)


def puzzle_lines(name: str) -> list[PuzzleLine]:
    """The puzzles of a game, from the easiest to the hardest."""
    return [
        {
            "number": number,
            "rating": puzzle.rating,
            "players": puzzle.players,
            "options": puzzle.options,
            "asked": puzzle.asked,
            "choices": len(puzzle.shares),
        }
        for number, puzzle in enumerate(puzzles_of(find_game(name)), 1)
    ]


def puzzle_seen(name: str, number: int) -> PuzzleSeen:
    """One of our puzzles with its answer; numbers count from 1."""
    game = find_game(name)
    puzzle = puzzles_of(game)[number - 1]
    table = Table(game, puzzle.players, 0, puzzle.options, position=puzzle.position)
    scene = scene_of(table)
    return {
        "number": number,
        "rating": puzzle.rating,
        "scene": scene,
        "shares": puzzle.shares,
        "why": [{"key": each.key, "values": dict(each.values)} for each in why(table, puzzle.line)],
        "line": _steps(table, puzzle.line),
    }


def _steps(table: Table, line: list[str]) -> list[PuzzleStep]:
    """What a line brings about move by move, up to where chance has a say."""
    steps: list[PuzzleStep] = []
    for notation in line:
        seat = table.state.decider
        number = next(move.number for move in table.legal_moves() if move.notation == notation)
        preview = jobs.preview(table, number)
        view = table.view()
        if not preview["chance"]:
            table.play(number)
            view = table.view()
        steps.append({"move": notation, "seat": seat, "events": preview["events"], "view": view})
        if preview["chance"] or table.over:
            break
    return steps
