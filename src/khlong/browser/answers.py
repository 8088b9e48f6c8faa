"""What can be asked: the server's paths, as far as a browser by itself can answer them."""

from __future__ import annotations

import re
from collections.abc import Awaitable, Callable
from functools import partial
from typing import TYPE_CHECKING, TypeVar

import orjson
from pydantic import BaseModel, ValidationError

from khlong.engine.data import Data
from khlong.games.facets import Cover, Reference, Wording
from khlong.games.puzzles import puzzles_of
from khlong.server.bots import jobs, lessons, review_jobs, scenes
from khlong.server.errors import Refusal, misunderstood, not_found
from khlong.server.people.own_statistics import own_statistics
from khlong.server.people.texts import shown_name
from khlong.server.tables import commands
from khlong.server.tables.games import begin_game, find_game, list_games, tell_rules
from khlong.server.tables.lists import table_lines
from khlong.server.tables.live import LiveTable
from khlong.server.tables.new_table import Plan, plan_again, plan_from_record, plan_rematch, plan_table
from khlong.server.tables.own_components import read_own_components
from khlong.server.wire.messages import (
    Again,
    BackAnswer,
    ChatBody,
    ComponentFile,
    HandOver,
    Join,
    MoveBody,
    NewTable,
    RecordUpload,
    Rename,
    UndoBody,
    VoteBody,
)
from khlong.server.wire.positions import PositionFile, PositionWish
from khlong.table import write_open_record, write_record

from .asked import BAD_REQUEST, WHO, Asked

if TYPE_CHECKING:
    from .local import LocalServer

Values = dict[str, str]
Answer = Callable[["LocalServer", Values, Asked], Awaitable[object]]
Body = TypeVar("Body", bound=BaseModel)
MOST_LISTED = 1000
HINT_SECONDS = 1.0
ELSEWHERE = Refusal("needs_server", "That needs a server. This page plays by itself, in your browser alone.", 501)

_answers: list[tuple[str, re.Pattern[str], Answer]] = []


def answers(method: str, path: str) -> Callable[[Answer], Answer]:
    """What follows answers a path like `/tables/{table}`."""
    pattern = re.compile(re.sub(r"\{(\w+)\}", r"(?P<\1>[^/]+)", path))

    def note(answer: Answer) -> Answer:
        _answers.append((method, pattern, answer))
        return answer

    return note


def answer_of(method: str, path: str) -> tuple[Answer, Values]:
    for known, pattern, answer in _answers:
        if known == method and (match := pattern.fullmatch(path)):
            return answer, match.groupdict()
    raise ELSEWHERE


def _read(model: type[Body], asked: Asked) -> Body:
    try:
        return model.model_validate_json(asked.body or "{}")
    except ValidationError as error:
        raise misunderstood(error.errors(include_url=False, include_input=False)) from None


def _options(asked: Asked) -> dict[str, str]:
    chosen = [each.partition("=") for each in asked.query.get("option", [])]
    return {key: choice for key, _, choice in chosen}


# who, and what there is


@answers("GET", "/me")
async def me(local: LocalServer, values: Values, asked: Asked) -> object:
    return {"id": local.person.id, "name": local.person.name, "account": False}


@answers("PATCH", "/me")
async def rename(local: LocalServer, values: Values, asked: Asked) -> object:
    await local.rename(shown_name(_read(Rename, asked).name))
    return await me(local, values, asked)


@answers("GET", "/me/statistics")
async def statistics(local: LocalServer, values: Values, asked: Asked) -> object:
    return await own_statistics(local.store, local.outcomes, WHO, WHO)


@answers("GET", "/games")
async def games(local: LocalServer, values: Values, asked: Asked) -> object:
    return [game.model_dump(mode="json") for game in list_games()]


@answers("GET", "/games/{game}/beginning")
async def beginning(local: LocalServer, values: Values, asked: Asked) -> object:
    begun = begin_game(values["game"], asked.number("players") or 0, _options(asked))
    return begun.model_dump(mode="json")


@answers("GET", "/games/{game}/rules/{language}")
async def rules(local: LocalServer, values: Values, asked: Asked) -> object:
    return tell_rules(values["game"], None, values["language"], asked.number("players") or 0, _options(asked))


@answers("GET", "/games/{game}/words/{language}")
async def words(local: LocalServer, values: Values, asked: Asked) -> object:
    game = find_game(values["game"])
    return {"title": Cover.of(game).title, **Wording.of(game).spoken(values["language"]).texts}


@answers("POST", "/games/{game}/components")
async def check_components(local: LocalServer, values: Values, asked: Asked) -> object:
    return read_own_components(values["game"], _read(ComponentFile, asked).components).model_dump(mode="json")


@answers("GET", "/games/{game}/tutorials/{tutorial}")
async def script(local: LocalServer, values: Values, asked: Asked) -> object:
    return orjson.Fragment(lessons.script(values["game"], values["tutorial"]))


@answers("GET", "/games/{game}/tutorials/{tutorial}/lesson")
async def lesson(local: LocalServer, values: Values, asked: Asked) -> object:
    choices = tuple(asked.query.get("choice", ()))
    return orjson.Fragment(lessons.lesson(values["game"], values["tutorial"], choices))


# tables


@answers("GET", "/tables")
async def tables(local: LocalServer, values: Values, asked: Asked) -> object:
    """One's own: nobody else's are here."""
    found = await local.store.tables_of(WHO, MOST_LISTED) if asked.one("which") == "mine" else []
    return table_lines(found, WHO, local.tables.in_memory)


@answers("POST", "/tables")
async def new_table(local: LocalServer, values: Values, asked: Asked) -> object:
    return await _added(local, plan_table(local.person, _alone(_read(NewTable, asked)), local.settings.vote_patience))


@answers("POST", "/records")
async def upload(local: LocalServer, values: Values, asked: Asked) -> object:
    wish = _alone(_read(RecordUpload, asked))
    return await _added(local, plan_from_record(local.person, wish, local.settings.vote_patience))


Table = TypeVar("Table", NewTable, RecordUpload)


def _alone(wish: Table) -> Table:
    """Seats are for whoever is here, or for bots: nobody else can come."""
    if any(seat.kind == "open" for seat in wish.seats):
        raise ELSEWHERE
    return wish


async def _added(local: LocalServer, plan: Plan) -> object:
    return (await local.tables.add(*plan, local.person, WHO)).snapshot(WHO)


@answers("GET", "/tables/{table}")
async def look(local: LocalServer, values: Values, asked: Asked) -> object:
    live, ply = await local.find(values["table"]), asked.number("ply")
    if ply is None or ply == live.room.table.ply:
        return live.snapshot(WHO)
    if ply > live.room.table.ply:
        raise Refusal("no_such_ply", f"The table is at ply {live.room.table.ply}.", 404)
    return live.snapshots.earlier(ply, WHO, live.present)


@answers("GET", "/tables/{table}/events")
async def events(local: LocalServer, values: Values, asked: Asked) -> object:
    live = await local.find(values["table"])
    return {"ply": live.room.table.ply, "moves": live.snapshots.made(asked.number("after") or 0)}


@answers("GET", "/tables/{table}/score")
async def score(local: LocalServer, values: Values, asked: Asked) -> object:
    return (await local.find(values["table"])).room.table.score_sheet()


@answers("GET", "/tables/{table}/components")
async def components(local: LocalServer, values: Values, asked: Asked) -> object:
    header = (await local.find(values["table"])).room.header
    if header.own_components is None:
        raise Refusal("usual_components", "This table plays with what comes with the game.", 404)
    return read_own_components(header.game, header.own_components).model_dump(mode="json")


@answers("GET", "/tables/{table}/rules/{language}")
async def table_rules(local: LocalServer, values: Values, asked: Asked) -> object:
    room = (await local.find(values["table"])).room
    playing = room.table
    own = room.header.own_components
    return tell_rules(room.header.game, own, values["language"], playing.players, dict(playing.options))


@answers("GET", "/tables/{table}/record")
async def record(local: LocalServer, values: Values, asked: Asked) -> object:
    room = (await local.find(values["table"])).room
    return write_record(room.table) if room.status == "over" and room.table.over else write_open_record(room.table)


@answers("GET", "/tables/{table}/position")
async def position_then(local: LocalServer, values: Values, asked: Asked) -> object:
    room, ply = (await local.find(values["table"])).room, asked.number("ply")
    if room.table.views.hidden or room.header.own_components is not None:
        raise Refusal("no_position", "A position of this table cannot be taken elsewhere.")
    if ply is not None and ply > room.table.ply:
        raise Refusal("stale", f"The table is at ply {room.table.ply}.")
    return scenes.then(room.table, room.table.ply if ply is None else ply)


# thinking


@answers("GET", "/tables/{table}/previews")
async def previews(local: LocalServer, values: Values, asked: Asked) -> object:
    room, ply = (await local.find(values["table"])).room, asked.number("ply")
    if ply is not None and room.status == "over" and ply < room.table.ply:
        then = room.table.at(ply)
    elif room.question is not None and ply in (None, room.table.ply):
        then = room.table
    else:
        raise Refusal("stale", f"The table is at ply {room.table.ply}.")
    return {"ply": then.ply, **jobs.previews(jobs.pack(then, room.header.own_components))}


@answers("GET", "/tables/{table}/hint")
async def hint(local: LocalServer, values: Values, asked: Asked) -> object:
    room, move = (await local.find(values["table"])).room, asked.one("move")
    if room.question is None:
        raise Refusal("over", "Nothing is asked at this table.")
    about = None if move is None else jobs.legal_number(room.table, move)
    try:
        seconds = min(float(asked.one("seconds") or HINT_SECONDS), local.settings.hint_seconds)
    except ValueError:
        raise Refusal("bad_request", "seconds is a number.", BAD_REQUEST) from None
    return {
        "ply": room.table.ply,
        **await local.thinkers.hint(jobs.pack(room.table, room.header.own_components), seconds, about),
    }


@answers("GET", "/tables/{table}/story")
async def story(local: LocalServer, values: Values, asked: Asked) -> object:
    room, ply = (await local.find(values["table"])).room, asked.number("ply")
    if room.status != "over" or ply is None or ply >= room.table.ply:
        raise Refusal("not_over", "What would have been is told of games that are over, from before their last move.")
    told = jobs.story(jobs.pack(room.table.at(ply), room.header.own_components), asked.query.get("move", []))
    if told is None:
        raise Refusal("illegal", "These moves cannot be made there, one after the other.", BAD_REQUEST)
    return told


@answers("GET", "/tables/{table}/review")
async def review(local: LocalServer, values: Values, asked: Asked) -> object:
    live = await local.find(values["table"])
    review_jobs.check(live.room)
    return (await local.reviews.now(review_jobs.packed(live.room))).told(asked.number("have") or 0)


@answers("POST", "/tables/{table}/review")
async def look_again(local: LocalServer, values: Values, asked: Asked) -> object:
    live = await local.find(values["table"])
    review_jobs.check(live.room)
    parcel = review_jobs.packed(live.room)
    now = await local.reviews.now(parcel)
    if now.state in ("none", "failed"):
        local.reviews.check(WHO)
        local.reviews.start(parcel, now.kept.depth if now.kept else 0, WHO)
        now = await local.reviews.now(parcel)
    return now.told(asked.number("have") or 0)


# acting


async def _act(
    local: LocalServer, table: str, decide: commands.Decision, message: str | None = None
) -> tuple[LiveTable, int]:
    live = await local.find(table)
    return live, await local.tables.do_all(live, local.person, decide, message)


async def _shown(local: LocalServer, table: str, decide: commands.Decision, message: str | None = None) -> object:
    live, _ = await _act(local, table, decide, message)
    return live.snapshot(WHO)


@answers("POST", "/tables/{table}/join")
async def join(local: LocalServer, values: Values, asked: Asked) -> object:
    body = _read(Join, asked)
    return await _shown(local, values["table"], partial(commands.join, local.person, body.seat, body.name))


@answers("POST", "/tables/{table}/leave")
async def leave(local: LocalServer, values: Values, asked: Asked) -> object:
    return await _shown(local, values["table"], partial(commands.leave, local.person))


@answers("POST", "/tables/{table}/resign")
async def resign(local: LocalServer, values: Values, asked: Asked) -> object:
    return await _shown(local, values["table"], partial(commands.resign, local.person))


@answers("POST", "/tables/{table}/remove")
async def remove(local: LocalServer, values: Values, asked: Asked) -> object:
    """For good: it is in nobody else's list, and makes room."""
    live = await local.find(values["table"])
    if commands.remove(local.person, live.room):
        await local.remove(live)
    return live.snapshot(WHO)


@answers("POST", "/tables/{table}/start")
async def start(local: LocalServer, values: Values, asked: Asked) -> object:
    return await _shown(local, values["table"], partial(commands.start, local.person))


@answers("POST", "/tables/{table}/seats/{seat}")
async def hand_over(local: LocalServer, values: Values, asked: Asked) -> object:
    body = _read(HandOver, asked)
    if not values["seat"].isdecimal():
        raise not_found("seat")
    return await _shown(
        local, values["table"], partial(commands.hand_over, local.person, int(values["seat"]), body.bot)
    )


@answers("POST", "/tables/{table}/vote")
async def vote(local: LocalServer, values: Values, asked: Asked) -> object:
    live, body = await local.find(values["table"]), _read(VoteBody, asked)
    decide = partial(commands.vote, local.person, body.seat, live.waited(), live.present.online)
    return await _shown(local, values["table"], decide)


@answers("POST", "/tables/{table}/moves")
async def move(local: LocalServer, values: Values, asked: Asked) -> object:
    body = _read(MoveBody, asked)
    decide = partial(commands.play_move, local.person, body.ply, body.move)
    return await _told(local, values["table"], decide, body.id)


@answers("POST", "/tables/{table}/undo")
async def undo(local: LocalServer, values: Values, asked: Asked) -> object:
    body = _read(UndoBody, asked)
    return await _told(local, values["table"], partial(commands.take_back, local.person, body.ply), body.id)


@answers("POST", "/tables/{table}/chat")
async def chat(local: LocalServer, values: Values, asked: Asked) -> object:
    body = _read(ChatBody, asked)
    return await _told(local, values["table"], partial(commands.say, local.person, body.text), body.id)


async def _told(local: LocalServer, table: str, decide: commands.Decision, message: str | None) -> Data:
    _, ply = await _act(local, table, decide, message)
    return {"id": message or "", "ply": ply}


@answers("POST", "/tables/{table}/back")
async def ask_back(local: LocalServer, values: Values, asked: Asked) -> object:
    body = _read(UndoBody, asked)
    return await _shown(local, values["table"], partial(commands.ask_back, local.person, body.ply), body.id)


@answers("POST", "/tables/{table}/back/answer")
async def answer_back(local: LocalServer, values: Values, asked: Asked) -> object:
    body = _read(BackAnswer, asked)
    return await _shown(local, values["table"], partial(commands.answer_back, local.person, body.agree))


@answers("POST", "/tables/{table}/rematch")
async def rematch(local: LocalServer, values: Values, asked: Asked) -> object:
    live = await local.find(values["table"])
    if live.room.rematch is None:
        header, happenings = plan_rematch(local.person, live.room)
        commands.offer_rematch(local.person, header.id, live.room)
        await local.tables.add(header, happenings, local.person, WHO)
        await local.tables.do_all(live, local.person, partial(commands.offer_rematch, local.person, header.id))
    return {"table": live.room.rematch}


@answers("POST", "/tables/{table}/again")
async def again(local: LocalServer, values: Values, asked: Asked) -> object:
    live = await local.find(values["table"])
    return await _added(local, plan_again(local.person, live.room, _read(Again, asked)))


# positions and puzzles


@answers("GET", "/games/{game}/positions")
async def form(local: LocalServer, values: Values, asked: Asked) -> object:
    sheet = Reference.of(find_game(values["game"])).position
    return {"form": sheet.model_json_schema() if sheet else None}


@answers("POST", "/games/{game}/positions")
async def position(local: LocalServer, values: Values, asked: Asked) -> object:
    wish = _read(PositionWish, asked)
    return scenes.position_seen(values["game"], wish.players, wish.options, wish.position)


@answers("POST", "/positions")
async def position_file(local: LocalServer, values: Values, asked: Asked) -> object:
    return scenes.file_seen(_read(PositionFile, asked).text)


@answers("POST", "/games/{game}/positions/hint")
async def position_hint(local: LocalServer, values: Values, asked: Asked) -> object:
    wish = _read(PositionWish, asked)
    parcel = scenes.parcel_of(values["game"], wish.players, wish.options, wish.position)
    return {"ply": 0, **await local.thinkers.hint(parcel, local.settings.hint_seconds)}


@answers("GET", "/games/{game}/puzzles")
async def puzzles(local: LocalServer, values: Values, asked: Asked) -> object:
    return scenes.puzzle_lines(values["game"])


@answers("GET", "/games/{game}/puzzles/{number}")
async def puzzle(local: LocalServer, values: Values, asked: Asked) -> object:
    number, known = values["number"], len(puzzles_of(find_game(values["game"])))
    if not number.isdecimal() or not 1 <= int(number) <= known:
        raise not_found("puzzle")
    return scenes.puzzle_seen(values["game"], int(number))
