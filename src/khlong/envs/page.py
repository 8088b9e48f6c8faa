"""The page of a game for those who train agents: docs/environments, made from the code."""

from __future__ import annotations

from collections.abc import Sequence

from khlong.engine import engine_for
from khlong.engine.game import Game
from khlong.games.facets import Cover
from khlong.games.observations import Observations, Part
from khlong.games.reference import words_of
from khlong.table import template

from .batch import Plan, columns_of

GAMES = 1000  # random ones, to say how long a game is
SHOWN_LABELS = 6


def page(game: Game) -> str:
    """The whole page, in Markdown."""
    title, own, usual = Cover.of(game).title, Observations.of(game), Plan(game, None, None)
    name = "".join(word.capitalize() for word in game.name.split("-"))
    rows = [
        ("players", f"{game.players[0]} to {game.players[-1]}, {usual.players} if nothing is said"),
        ("observation", f"{usual.size} numbers, `{usual.number}`, for any number of players"),
        ("actions", f"{usual.moves}: the numbers of moves in [the reference](../reference/{game.name}.md)"),
        ("legal at once", f"{game.most_moves} at most"),
        (
            "rewards",
            "at the end: `share` of the win, shared wins split; `rank` from 1 to -1; `score`, the first of "
            + ", ".join(game.score_names),
        ),
        ("version of the rules", str(game.rules_version)),
        ("Gymnasium", f"`khlong/{name}-v{game.rules_version}`"),
        ("PettingZoo", f'`khlong.envs.pettingzoo.env("{game.name}")`'),
        ("OpenSpiel", f"`khlong_{game.name.replace('-', '_')}`"),
        ("batch", f'`khlong.envs.make_batch("{game.name}", games=4096)`'),
    ]
    rows += [(f"option `{each.key}`", ", ".join(f"`{choice}`" for choice in each.choices)) for each in game.options]
    lengths = [_length(game, count) for count in game.players]
    lines = [
        f"# {title}, for agents",
        "",
        "Made from the code: `make regenerate`. What holds for all games is in [environments](../environments.md).",
        "",
        *_table(("", ""), rows),
        "## How long games are",
        "",
        f"Of {GAMES:,} games of random players each, on the native engine:",
        "",
        *_table(("players", "decisions a game", "shortest", "longest"), lengths),
        "## What is observed",
        "",
        "All of a position but what chance has in store, as it looks from the seat that decides. Seats are told in",
        "turn order from there; those of players that are not there are 0. `Batch.entries` names every number,",
        "`Batch.split` takes observations apart by these fields.",
        "",
        *_table(("from", "field", "shape", "", "entries"), list(_fields(game, own))),
    ]
    return "\n".join(lines).rstrip() + "\n"


def _length(game: Game, players: int) -> tuple[str, ...]:
    tally = engine_for(game, "native").random_games(template(game, players), 1, GAMES)
    return str(players), f"{tally.decisions / tally.games:.0f}", str(min(tally.plies)), str(max(tally.plies))


def _fields(game: Game, own: Observations) -> list[tuple[str, ...]]:
    said = words_of(game).get("observation", {})
    first = _first_columns(own)
    return [
        (
            str(first[part.name]),
            f"`{part.name}`",
            " × ".join(map(str, part.shape)) or "1",
            said.get(part.name, ""),
            _labels(part),
        )
        for part in own.parts()
    ]


def _first_columns(own: Observations) -> dict[str, int]:
    """Where each field begins."""
    return {name: columns[0] for name, columns in columns_of(own).items()}


def _labels(part: Part) -> str:
    """What the entries are called."""
    told = []
    for labels in part.labels:
        names = [f"`{label}`" for label in labels]
        told.append(", ".join(names if len(names) <= SHOWN_LABELS else [*names[: SHOWN_LABELS - 2], "…", names[-1]]))
    return " × ".join(told)


def _table(columns: Sequence[str], rows: Sequence[Sequence[str]]) -> list[str]:
    return [f"| {' | '.join(row)} |" for row in (columns, ["---"] * len(columns), *rows)] + [""]
