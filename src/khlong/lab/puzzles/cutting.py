"""Finds positions in games of strong bots in which one move is much better than all others."""

from __future__ import annotations

from collections.abc import Callable, Iterator, Mapping, Sequence
from typing import NamedTuple

from khlong.bots.search.player import self_play
from khlong.engine.data import Data
from khlong.engine.game import Game
from khlong.games.puzzles import HARDEST, Puzzle
from khlong.table import Table, new_table, template

from .judging import Judge, Seen

LEAD = 0.10  # the best move is ahead of the second by so much of the win, at every depth
GLANCED_LEAD = 0.07  # at the first, cheap look
LEAST_CHOICES = 4  # fewer are hardly a choice
APART = 12  # plies between two puzzles of a game
EASE = (2, 12, 60, 400)  # playouts by which a puzzle of each rating is found; what takes more is the hardest
TRIES = 3  # searches that must find it, each with other dice


class Plan(NamedTuple):
    """How puzzles are looked for."""

    seed: int
    playouts: int
    """Of the bots that play, for each decision."""
    glance: int
    """Playouts of the first look at each position."""
    depths: tuple[int, int]
    """Playouts of both judgements, for each of the better moves."""


class Found(NamedTuple):
    """A puzzle, and what it is told apart from others by."""

    puzzle: Puzzle
    traits: Mapping[str, str]
    game: int


def cut_game(
    game: Game, judge: Judge, plan: Plan, number: int, stop: Callable[[], bool] = lambda: False
) -> list[Found]:
    """The puzzles in one game of bots: which one it is says the number."""
    kinds = [*kinds_of(game)]
    players, options = kinds[number % len(kinds)]
    seed = (plan.seed << 32) + number
    moves = self_play(game, template(game, players, options), seed, [plan.playouts] * players)
    table, found, last = new_table(game, players, seed, options), list[Found](), -APART
    for ply, move in enumerate(moves):
        if stop():
            break
        if ply - last >= APART and (puzzle := _puzzle_at(judge, plan, table)):
            found.append(Found(puzzle, _traits(table, puzzle, ply / len(moves)), number))
            last = ply
        table.play(move)
    return found


def kinds_of(game: Game) -> Iterator[tuple[int, dict[str, str]]]:
    """Numbers of players and options, in the order in which games are played: the usual ones more often."""
    from khlong.lab.fuzz import variants

    for _, players, options in variants(game):
        yield players, options
    for players in game.players:
        yield players, {}


def _puzzle_at(judge: Judge, plan: Plan, table: Table) -> Puzzle | None:
    """The puzzle that a position is, if it is one."""
    legal = table.legal_numbers()
    if len(legal) < LEAST_CHOICES or not _worth_a_look(judge.look(table, plan.glance)):
        return None
    again = Table(table.game, table.players, 0, table.settled_options(), position=table.whole_position())
    best: set[int] = set()
    for depth in plan.depths:
        weighed = judge.weigh(again, depth)
        first, second, *_ = weighed.items()
        best.add(first[0])
        if first[1] - second[1] < LEAD or len(best) > 1:
            return None
    notation = table.game.moves.notation
    line = judge.line(again, plan.depths[-1], plan.depths[-1] // 50)
    if line[0] != notation[first[0]]:
        return None  # left to itself, the search would play something else
    shares = {notation[move]: round(share, 3) for move, share in weighed.items()}
    for move in legal:  # what even a deep search did not try is worth no more than the least it tried
        shares.setdefault(notation[move], min(shares.values()))
    return Puzzle(
        players=table.players,
        options=again.options,
        position=again.position or {},
        rating=rating_of(judge, again, notation[best.pop()]),
        shares=shares,
        line=line,
    )


def _worth_a_look(seen: Sequence[Seen]) -> bool:
    if len(seen) < 2:
        return False
    rest = [each.share for each in seen[1:] if each.visits >= 4]
    return not rest or seen[0].share - max(rest) >= GLANCED_LEAD


def rating_of(judge: Judge, table: Table, best: str) -> int:
    """How deep one must look: the first depth from which on every search finds the best move."""
    number = table.game.moves.number(best)
    for rating in range(HARDEST, 1, -1):
        if any(judge.look(table, EASE[rating - 2], seed)[0].move != number for seed in range(TRIES)):
            return rating
    return 1


def _traits(table: Table, puzzle: Puzzle, part: float) -> dict[str, str]:
    """What a puzzle is told apart from others by, so that those that are kept are of many kinds."""
    asked = table.asked
    assert asked is not None
    number = table.game.moves.number(puzzle.best)
    assert number is not None
    verb, _ = table.game.moves.verbs.taken_apart(number)
    return {
        "players": str(puzzle.players),
        "options": " ".join(f"{key}={choice}" for key, choice in sorted(_unusual(table, puzzle.options).items())),
        "phase": str(int(3 * part)),
        "asked": asked.key,
        "verb": verb.word,
        "move": puzzle.best,
        "rating": str(puzzle.rating),
    }


def _unusual(table: Table, options: Mapping[str, str]) -> Data:
    """The choices that are not the usual ones; what seeds draw anyway is left out."""
    usual = {option.key: option.default for option in table.game.options if option.default != "random"}
    return {key: choice for key, choice in options.items() if usual.get(key, choice) != choice}


def choose(found: Sequence[Found], count: int) -> list[Puzzle]:
    """So many puzzles of as many kinds as there are, from the easiest to the hardest.

    One after the other is taken whose traits have been taken least often so far.
    """
    left, taken, chosen = list(found), dict[tuple[str, str], int](), list[Found]()
    while left and len(chosen) < count:
        best = min(left, key=lambda each: (_sameness(each, taken, chosen), each.game))
        left.remove(best)
        chosen.append(best)
        for trait in best.traits.items():
            taken[trait] = taken.get(trait, 0) + 1
    puzzles = [each.puzzle for each in chosen]
    return sorted(puzzles, key=lambda puzzle: (puzzle.rating, len(puzzle.shares), -puzzle.lead))


def _sameness(one: Found, taken: Mapping[tuple[str, str], int], chosen: Sequence[Found]) -> float:
    """How much of a puzzle has been taken already; two of one game are too much alike."""
    known = sum(taken.get(trait, 0) for trait in one.traits.items())
    return known + (1000 if any(each.game == one.game for each in chosen) else 0)
