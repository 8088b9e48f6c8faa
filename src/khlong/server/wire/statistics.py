"""What somebody's finished games come to, as it is told to that person alone."""

from __future__ import annotations

from typing import Annotated

from pydantic import Field

from .messages import Sent


class PlayedGame(Sent):
    """One finished game of one's own."""

    table: str
    at: Annotated[float, Field(description="When it ended.")]
    players: int
    options: dict[str, str]
    rank: Annotated[int | None, Field(description="One's place; none where the game was given up or is not readable.")]
    won: Annotated[float, Field(description="One's share of the win: less than one where it was shared.")]
    resigned: bool
    scores: Annotated[list[int], Field(description="The score and what breaks ties; none if it is not readable.")]
    luck: Annotated[float | None, Field(description="Own luck in a review, as a share of the win.")]
    lost: Annotated[float | None, Field(description="Chance lost by one's own errors, as a share of the win.")]
    decisions: Annotated[int | None, Field(description="One's decisions that were not forced, where it is reviewed.")]


class ByPlayers(Sent):
    """Results at tables of one size."""

    players: int
    games: int
    won: Annotated[float, Field(description="Games won, shared ones in parts.")]
    ranks: Annotated[list[int], Field(description="How often one was first, second …")]


class PointSource(Sent):
    """A line of the score sheet over all games in which it stands."""

    key: str
    games: int
    own: Annotated[float, Field(description="One's own points a game.")]
    others: Annotated[float, Field(description="The points of an opponent a game.")]


class Opponent(Sent):
    """Somebody one has played against: a person by the last name, or all bots of a level."""

    name: str
    bot: str | None
    games: int
    ahead: Annotated[int, Field(description="Games in which one was placed before them.")]
    level: int
    behind: int


class GameStatistics(Sent):
    """One's games of one kind; the latest is the last."""

    game: str
    title: str
    played: list[PlayedGame]
    by_players: list[ByPlayers]
    sources: list[PointSource]
    opponents: list[Opponent]


class Statistics(Sent):
    """All of one's finished games, as far as they have been counted."""

    games: list[GameStatistics]
    done: Annotated[int, Field(description="How many games have been looked through.")]
    total: int
    one_screen: Annotated[int, Field(description="Games with several seats of one's own, which are left out.")]
    midway: Annotated[int, Field(description="Games that began in the middle, which are left out.")]
    enough: Annotated[int, Field(description="How many reviewed games it takes before a rate means anything.")]
