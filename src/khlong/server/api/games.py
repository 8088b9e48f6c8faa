"""The games that the server offers, and where it is."""

from __future__ import annotations

from typing import Annotated, Literal

from fastapi import APIRouter, Path, Query, Request, Response
from pydantic import Field

from khlong.games.facets import Cover, Wording
from khlong.games.handbook import WholeRules
from khlong.server.aside import aside_for
from khlong.server.operations.address import is_this_machine, url_for_others
from khlong.server.tables.games import begin_game, find_game, list_games, tell_rules
from khlong.server.tables.own_components import read_own_components
from khlong.server.wire.messages import ComponentFile, GameInfo, NewGame, OwnComponents, Reach

from .dependencies import PROBLEMS, Somebody, TheContext, address_of, json_answer, read_file

router = APIRouter(prefix="/api", tags=["games"], responses=PROBLEMS)
GameName = Annotated[str, Path(min_length=1, max_length=60)]
Options = Annotated[tuple[Annotated[str, Field(max_length=100, pattern="^[^=]*=[^=]*$")], ...], Query(max_length=20)]


@router.get("/games")
async def games() -> list[GameInfo]:
    """The games, their options, and the bots."""
    return list_games()


@router.get("/reach")
async def reach(request: Request, context: TheContext) -> Reach:
    """Where others find this server: for links to hand on."""
    alone = context.settings.public_url is None and is_this_machine(request.url.hostname)
    return Reach(alone=alone, url=url_for_others(context.settings, str(request.base_url)))


@router.get("/games/{game}/beginning")
async def beginning(
    request: Request,
    game: GameName,
    players: Annotated[int, Query(ge=1, le=20)],
    option: Options = (),
) -> NewGame:
    """What lies on the table before the first move, with options like `board=1a-2a-3a-4a`. What chance decides is
    one example of many."""
    chosen = dict(each.split("=") for each in option)
    return await aside_for(address_of(request), begin_game, game, players, chosen)


@router.get("/games/{game}/rules/{language}", response_model=WholeRules)
async def rules(
    request: Request,
    game: GameName,
    language: Literal["en", "ja", "th"],
    players: Annotated[int, Query(ge=0, le=20, description="0 for nobody in particular.")] = 0,
    option: Options = (),
) -> Response:
    """The whole rules, with options like `edition=prototype`: every sentence with its source, our rulings with their
    reasons, every value of the box with its mark."""
    chosen = dict(each.split("=") for each in option)
    return json_answer(await aside_for(address_of(request), tell_rules, game, None, language, players, chosen))


@router.get("/games/{game}/words/{language}")
async def words(game: GameName, language: Literal["en", "ja", "th"]) -> dict[str, str]:
    """What a game says, by key, as ICU messages: for pages that were built without that game."""
    found = find_game(game)
    return {"title": Cover.of(found).title, **Wording.of(found).spoken(language).texts}


@router.post("/games/{game}/components")
async def check_components(
    request: Request, game: GameName, body: ComponentFile, context: TheContext, session: Somebody
) -> OwnComponents:
    """Whether a component file can be played, what it warns of, and what it changes."""
    file = f"{game}\n{body.components}".encode(errors="replace")
    return await read_file(request, context, file, read_own_components, game, body.components)
