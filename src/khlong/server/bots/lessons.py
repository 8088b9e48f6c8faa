"""What a learner sees of a tutorial: its script, and the table at each of its moments.

Nobody's table is behind it and nothing is kept: a page says which moves the learner has made, and is shown what
follows.
"""

from __future__ import annotations

from functools import lru_cache

import orjson

from khlong.engine.data import Data
from khlong.server.errors import Refusal
from khlong.server.storage import Entry, Header
from khlong.server.storage.log import GiveToBot, Sit, Start
from khlong.server.tables.games import find_game
from khlong.server.tables.room import Room
from khlong.server.tables.snapshots import Present, Snapshots
from khlong.table import TutorialError, components_print
from khlong.table.dice import write_rolls
from khlong.table.record import write_given
from khlong.table.tutorial import LEARNER, Moment, Said, Tutorial, tutorials_of

from . import jobs

WHO = "learner"
BOT = "script"
SINCE = 0.0


def find_tutorial(game: str, name: str) -> Tutorial:
    found = tutorials_of(find_game(game)).get(name)
    if found is None:
        raise Refusal("no_such_tutorial", "There is no such tutorial.", 404)
    return found


@lru_cache(maxsize=32)
def script(game: str, name: str) -> bytes:
    """All that is said in a tutorial, in every language."""
    tutorial = find_tutorial(game, name)
    steps = [
        {
            "says": _said(step.says),
            "at": step.at,
            "opens": step.opens,
            "moves": step.moves,
            "otherwise": step.otherwise and _said(step.otherwise),
            "others": {move: _said(said) for move, said in step.others.items()},
        }
        for step in tutorial.steps
    ]
    sheet = tutorial.sheet
    about = {"name": name, "kind": sheet.kind, "title": _said(sheet.title), "about": _said(sheet.about)}
    return orjson.dumps(about | {"steps": steps})


@lru_cache(maxsize=512)
def lesson(game: str, name: str, choices: tuple[str, ...]) -> bytes:
    """What happens after these choices, up to the next one, and what each move would do there."""
    tutorial = find_tutorial(game, name)
    try:
        moments = tutorial.walk(choices)
    except TutorialError as error:
        raise Refusal("not_in_tutorial", str(error)[:2000], 422) from None
    table = moments[-1].table
    if table.over:
        previews: Data = {"previews": [], "reasons": [], "otherwise": ""}
    else:
        previews = jobs.previews(jobs.pack(table, None))
    shown = [_shown(tutorial, moment) for moment in moments]
    return orjson.dumps({"moments": shown, "previews": {"ply": table.ply} | previews})


def _said(said: Said) -> Data:
    return said.model_dump()


def _shown(tutorial: Tutorial, moment: Moment) -> Data:
    snapshots = Snapshots(_room(tutorial, moment))
    present = Present(online=frozenset({WHO}))
    ply = moment.table.ply
    return {
        "step": moment.step,
        "scene": moment.scene,
        "snapshot": snapshots.snapshot(WHO, present, None),
        "made": snapshots.made(ply - 1) if ply else [],
    }


def _room(tutorial: Tutorial, moment: Moment) -> Room:
    """The table as a room that is nowhere kept, with the learner and the script in its seats."""
    table = moment.table
    header = Header(
        id=f"{tutorial.name}-{moment.scene}",
        game=tutorial.game.name,
        rules=tutorial.game.rules_version,
        components=components_print(tutorial.game),
        own_components=None,
        players=table.players,
        options=table.options,
        seed=table.seed,
        position=table.position,
        opening={"moves": table.moves, "rolls": write_rolls(table.rolls()), **write_given(table)},
        public=False,
        host=WHO,
        invite="",
        pace=None,
        starts_itself=True,
        created=SINCE,
    )
    seated = [
        Sit(seat, name) if seat == LEARNER else GiveToBot(seat, BOT, name, "owner")
        for seat, name in enumerate(tutorial.sheet.names)
    ]
    entries = (Entry(number, SINCE, WHO, None, what) for number, what in enumerate([*seated, Start()], 1))
    return Room(header, tutorial.game).after(entries)
