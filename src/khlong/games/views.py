"""What games declare of their views, for whoever reads them: bot writers, pages, the description of the server."""

from types import GenericAlias
from typing import Any, get_type_hints

from pydantic import ConfigDict, TypeAdapter
from typing_extensions import is_typeddict

from khlong.engine.data import Data
from khlong.engine.game import Game

from .facets import Views

EXACT = ConfigDict(strict=True, extra="forbid", use_attribute_docstrings=True)


def view_type(game: Game) -> Any:
    """The type that a game's view is declared to have, where it is declared field by field.

    >>> from khlong.games import game_named
    >>> view_type(game_named("floating-market")).__name__
    'View'
    """
    declared = get_type_hints(Views.of(game).view).get("return")
    return declared if is_typeddict(declared) else None


def views_check(game: Game) -> TypeAdapter[list[Any]]:
    """What checks whether views of a game are as declared, to the letter."""
    views: Any = GenericAlias(list, (view_type(game) or Data,))  # only a list's check can be told to be exact
    return TypeAdapter(views, config=EXACT)


def view_schemas(game: Game, reference: str) -> Data:
    """A declared view and its parts as JSON schemas by name, with `reference` as the form of references to them."""
    schemas: Data = views_check(game).json_schema(ref_template=reference).get("$defs", {})
    return schemas
