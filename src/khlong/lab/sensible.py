"""`python -m khlong.lab.sensible phraya`: games of sensible players, and what they say of a game's components.

A sensible player knows nothing but the rules and how to tell who stands well. It tries every legal move many times, the
rest of its turn at random, and gives more tries to the moves that do well. It takes the move that the best turn began
with or, with a horizon, the one that does best on average after so many more random moves of everybody. It tries on
copies with a generator of their own, so it cannot see what chance is about to bring.
"""

from __future__ import annotations

import argparse
import os
from collections import Counter
from collections.abc import Callable, Iterator, Mapping, Sequence
from concurrent.futures import ThreadPoolExecutor
from functools import partial
from math import sqrt
from pathlib import Path
from statistics import fmean, stdev
from typing import Any

import numba
import numpy as np
from rich.box import SIMPLE_HEAD
from rich.console import Console
from rich.progress import track
from rich.table import Table as Grid

from khlong.bots import seat_seed
from khlong.engine.chance import Chance, below, draw, seed_words, sow
from khlong.engine.game import Game, GameState
from khlong.engine.loops import legal_moves, pick, play
from khlong.engine.native import cache_folder
from khlong.engine.python import game_constants
from khlong.engine.rule import Linker, rule
from khlong.engine.schema import dtype
from khlong.games import game_named
from khlong.games.floating_market.rules.game_end import fruit_count
from khlong.games.phraya.canal import PARTS
from khlong.games.phraya.components import BOXES
from khlong.games.phraya.kinds import GOODS
from khlong.games.phraya.moves import CARD, CARDS
from khlong.games.phraya.names import CONDITION_NAMES
from khlong.games.phraya.rules.game_end import sell_all
from khlong.games.phraya.rules.scoring import total_score
from khlong.games.phraya.state import NONE
from khlong.games.phraya.tables import ORDER_COINS, ORDER_GOODS, ORDER_VP, PRICE
from khlong.table import template

PLAYOUTS = 300  # a decision
HORIZONS = {"phraya": 0, "floating-market": 40}  # decisions after one's own turn
WHOLE_GAME = 1 << 30
FIFTHS = 5  # Phraya's points are counted in fifths, so that a single coin is worth something
WIN = 50
FLOWER, FAVOR, ROWER, BASKET, MARKET_CARD = 5, 7, 8, 8, 14  # what they are good for while a game of Phraya lasts
ENOUGH_BASKETS = 4
FRUIT = 100


# How a player stands: one rule for each game, in units of the game's own


@rule
def standing(state: Any, player: int) -> int:
    """The game's own measure; the linker puts it in this one's place. The state is a copy and may be changed."""
    return 0


@rule
def phraya_standing(state: Any, player: int) -> int:
    """The score as if the game ended now, all goods sold; to have won is worth ten points more. While the game goes
    on, means to score with later count too: half as much once one end condition holds."""
    prospects = 0 if state.ending else phraya_prospects(state, player)
    if state.conditions:
        prospects //= 2
    sell_all(state, player)
    points = total_score(state, player) * FIFTHS + state.seat[player].coins % FIFTHS
    return points + prospects + WIN * (state.winners >> player & 1)  # type: ignore[no-any-return]


@rule
def phraya_prospects(state: Any, player: int) -> int:
    """What coins, flowers, Favors, rowers, baskets, cards and goods that somebody has ordered are good for."""
    seat = state.seat[player]
    value = seat.coins + FLOWER * seat.flowers + FAVOR * seat.favors
    value += ROWER * (seat.rowers - 2) + BASKET * min(seat.baskets, ENOUGH_BASKETS)
    cards = seat.hand | seat.discard
    while cards:
        cards &= cards - 1
        value += MARKET_CARD
    best = 0
    for part in range(PARTS):
        if state.order_at[part] != NONE:
            best = max(best, order_prospect(state, player, state.order_at[part]))
    return value + best  # type: ignore[no-any-return]


@rule
def order_prospect(state: Any, player: int, order: int) -> int:
    """What an order brings more than selling its goods, the more of them are aboard the more of it."""
    gain = 2 * ORDER_COINS[order] + FIFTHS * ORDER_VP[order]
    asked = 0
    aboard = 0
    for good in range(GOODS):
        need = ORDER_GOODS[GOODS * order + good]
        asked += need
        aboard += min(need, state.seat[player].goods[good])
        gain -= 2 * need * PRICE[BOXES * good + state.box[good]]
    if gain <= 0:
        return 0
    return 4 * gain * aboard * aboard // (5 * asked * asked)


@rule
def floating_market_standing(state: Any, player: int) -> int:
    """Fruits, then coins; to have won is worth a fruit more."""
    return FRUIT * (fruit_count(state, player) + (state.winners >> player & 1)) + state.seat[player].coins  # type: ignore[no-any-return]


STANDINGS: dict[str, Callable[[Any, int], int]] = {
    "phraya": phraya_standing,
    "floating-market": floating_market_standing,
}


# The player, compiled in one piece


@rule
def lead(state: Any, player: int) -> int:
    """How far a player is before the best of the others, or behind."""
    best = -1_000_000
    for other in range(state.players):
        if other != player:
            best = max(best, standing(state, other))
    return standing(state, player) - best


@rule
def playout(state: Any, move: int, horizon: int, moves: Any) -> int:
    """How the decider stands after a move, the rest of the turn at random, and up to `horizon` more random moves."""
    player = state.decider
    left = horizon
    while True:
        play(state, move)
        if state.ending:
            break
        if state.decider != player:
            left -= 1
            if left < 0:
                break
        move = pick(state, state.chance, moves)
    return lead(state, player)


@rule
def sort_by_value(moves: Any, values: Any, count: int) -> None:
    """The best first; equals stay in order."""
    for index in range(1, count):
        move, value = moves[index], values[index]
        place = index
        while place > 0 and values[place - 1] < value:
            moves[place] = moves[place - 1]
            values[place] = values[place - 1]
            place -= 1
        moves[place] = move
        values[place] = value


@rule
def choose(state: Any, playouts: int, horizon: int, own: Any, trial: Any, moves: Any, values: Any, replies: Any) -> int:
    """The move that does best: on average, or without a horizon at its best, as a player can repeat the rest of the
    turn. After each round of tries the better half goes on. Without tries, a random move.

    The n-th try of every move has the same dice, so that luck does not decide between them.
    """
    count = legal_moves(state, moves)
    if playouts == 0 or count == 1:
        return moves[below(own, count)]  # type: ignore[no-any-return]
    word0, word1, word2, word3 = draw(own), draw(own), draw(own), draw(own)
    rounds = 0
    while 1 << rounds < count:
        rounds += 1
    for index in range(count):
        values[index] = 0
    tried = 0
    while count > 1:
        tries = max(1, playouts // (rounds * count))
        for index in range(count):
            for number in range(tried, tried + tries):
                trial[0] = state
                sow(trial[0].chance, word0, word1, word2, word3, number)
                value = playout(trial[0], moves[index], horizon, replies)
                if horizon:
                    values[index] += value
                elif number == 0 or value > values[index]:
                    values[index] = value
        tried += tries
        sort_by_value(moves, values, count)
        count = (count + 1) // 2
    return moves[0]  # type: ignore[no-any-return]


@rule
def play_on(
    states: Any,
    decisions: int,
    playouts: Any,
    horizon: int,
    own: Any,
    trial: Any,
    moves: Any,
    values: Any,
    replies: Any,
) -> int:
    """Plays some decisions, or to the end; returns the last move. Each seat has its own generator and playouts."""
    state = states[0]
    move = -1
    while state.ending == 0 and decisions > 0:
        seat = state.decider
        move = choose(state, playouts[seat], horizon, own[seat], trial, moves, values, replies)
        play(state, move)
        decisions -= 1
    return move


class SensiblePlayers:
    """Sensible players of one game. Safe to share between threads."""

    def __init__(self, game: Game) -> None:
        self.game = game
        self.horizon = HORIZONS[game.name]
        self._state_type = dtype(game.state)
        constants = {**game_constants(game), "standing": STANDINGS[game.name]}
        linker = Linker(numba.njit(error_model="numpy", no_cpython_wrapper=True), constants, np.array)
        entry = linker.bind(play_on)
        with cache_folder(game, linker.sources):
            self._play_on = numba.njit(cache=True, nogil=True, error_model="numpy")(entry)

    def choose(self, state: GameState, seed: int, playouts: int = PLAYOUTS, horizon: int | None = None) -> int:
        """The move of a sensible player of that seed."""
        return self._run(state, 1, seed, [playouts] * state.players, horizon)[0]

    def play_game(
        self, start: GameState, seed: int, playouts: Sequence[int] | None = None, horizon: int | None = None
    ) -> GameState:
        """Plays a game with the options of a template; `playouts` by seat, 0 being a random player."""
        state = self.game.python.begin(start, seed)
        return self._run(state, WHOLE_GAME, seed, playouts or [PLAYOUTS] * start.players, horizon)[1]

    def _run(
        self, state: GameState, decisions: int, seed: int, playouts: Sequence[int], horizon: int | None
    ) -> tuple[int, GameState]:
        states = np.frombuffer(bytearray(state.pack()), self._state_type)
        own = np.zeros(state.players, dtype(Chance))
        for seat in range(state.players):
            chance = Chance()
            sow(chance, *seed_words(seat_seed(seed, seat)), 0)
            own[seat] = (chance.a, chance.b, chance.c, chance.counter)
        room = self.game.most_moves + 1
        move = self._play_on(
            states,
            decisions,
            np.array(playouts, np.int64),
            self.horizon if horizon is None else horizon,
            own,
            np.zeros(1, self._state_type),
            np.zeros(room, np.int16),
            np.zeros(room, np.int64),
            np.zeros(room, np.int16),
        )
        return int(move), self.game.state.unpack(states[0].tobytes())


# What the games say


def share(part: float, whole: int) -> str:
    """A share in percent with its 95 % interval."""
    if not whole:
        return "–"
    rate = part / whole
    return f"{100 * rate:.0f} ± {196 * sqrt(rate * (1 - rate) / whole):.0f} %"


def mean(values: Sequence[float]) -> str:
    """A mean with its 95 % interval."""
    around = f" ± {1.96 * stdev(values) / sqrt(len(values)):.1f}" if len(values) > 1 else ""
    return f"{fmean(values):.1f}{around}"


def won(state: Any, seat: int) -> float:
    """A seat's part of the win: less than all of it if it is shared."""
    return float(state.winners >> seat & 1) / float(state.winners.bit_count())


def grid(title: str, *columns: str) -> Grid:
    table = Grid(title=title, box=SIMPLE_HEAD, title_justify="left", title_style="bold")
    for number, column in enumerate(columns):
        table.add_column(column, justify="right" if number else "left")
    return table


def general_tables(game: Game, states: Sequence[Any]) -> Iterator[Grid]:
    """Length, endings, turn order and score lines: what every game has."""
    table = grid("Games", "", "")
    table.add_row("games", str(len(states)))
    table.add_row("rounds", mean([state.round_number for state in states]))
    table.add_row("decisions", f"{fmean(state.ply for state in states):.0f}")
    endings = Counter(state.ending for state in states)
    for ending, name in enumerate(game.endings[1:], 1):
        table.add_row(f"ended: {name}", share(endings[ending], len(states)))
    yield table
    table = grid("Turn order", "place", "wins", game.score_names[0])
    for place in range(states[0].players):
        seats = [(state, (state.first + place) % state.players) for state in states]
        scores = [game.score(state, seat)[0] for state, seat in seats]
        table.add_row(str(place + 1), share(sum(won(*seat) for seat in seats), len(states)), mean(scores))
    yield table
    table = grid("Where points come from", "line", "all players", "winners")
    sheets = [
        (won(state, seat) > 0, {line.key: line.points for line in lines})
        for state in states
        for seat, lines in enumerate(game.score_sheet(state))
    ]
    for key in sheets[0][1]:
        winners = [sheet[key] for winner, sheet in sheets if winner]
        table.add_row(key, f"{fmean(sheet[key] for _, sheet in sheets):.1f}", f"{fmean(winners):.1f}")
    yield table


def phraya_tables(game: Game, states: Sequence[Any]) -> Iterator[Grid]:
    """End conditions, progress, and every market card."""
    table = grid("End conditions", "condition", "held at the end")
    for bit, name in enumerate(CONDITION_NAMES):
        table.add_row(name, share(sum(state.conditions >> bit & 1 for state in states), len(states)))
    yield table
    table = grid("What players have at the end", "", "all players")
    seats = [state.seat[seat] for state in states for seat in range(state.players)]
    for name in ("coins", "flowers", "favors", "rowers", "baskets"):
        table.add_row(name, f"{fmean(getattr(seat, name) for seat in seats):.1f}")
    table.add_row("orders fulfilled", f"{fmean(seat.orders.bit_count() for seat in seats):.1f}")
    yield table
    table = grid("Market cards", "card", "face-up in", "bought when face-up", "wins of buyers")
    cards: Any = game.constants["DECK"]
    for card in range(CARDS):
        if cards[states[0].edition] >> card & 1:
            seen = [state for state in states if not state.deck >> card & 1]
            buyers = [(state, seat) for state in seen for seat in range(state.players) if _owns(state, seat, card)]
            name = game.moves.notation[CARD + card].removeprefix("card ")
            wins = share(sum(won(*buyer) for buyer in buyers), len(buyers))
            table.add_row(name, str(len(seen)), share(len(buyers), len(seen)), wins)
    yield table


def _owns(state: Any, seat: int, card: int) -> bool:
    return bool((state.seat[seat].hand | state.seat[seat].discard) >> card & 1)


def tables(game: Game, states: Sequence[Any]) -> Iterator[Grid]:
    """All tables of some finished games."""
    yield from general_tables(game, states)
    if game.name == "phraya":
        yield from phraya_tables(game, states)


def play_games(
    game: Game, players: int, options: Mapping[str, str], seed: int, games: int, playouts: int, horizon: int | None
) -> list[Any]:
    """The last states of games with sensible players in all seats, played on all cores."""
    crew, start = SensiblePlayers(game), template(game, players, options)
    console = Console(stderr=True)
    with console.status("Compiling the sensible player …"):
        crew.choose(game.python.begin(start, seed), seed, 1, 1)
    one = partial(crew.play_game, start, playouts=[playouts] * players, horizon=horizon)
    with ThreadPoolExecutor(os.cpu_count()) as pool:
        played = pool.map(one, range(seed, seed + games))
        return list(track(played, "Playing", games, console=console, transient=True))


def main() -> None:
    """Plays games and prints their tables."""
    parser = argparse.ArgumentParser(description=__doc__, prog="python -m khlong.lab.sensible")
    parser.add_argument("game", choices=sorted(STANDINGS))
    parser.add_argument("--players", type=int, default=3)
    parser.add_argument("--games", type=int, default=200)
    parser.add_argument("--seed", type=int, default=0, help="the first seed")
    parser.add_argument("--option", action="append", default=[], help="an option of the game, as key=value")
    parser.add_argument("--components", type=Path, help="a file with components to try")
    parser.add_argument("--playouts", type=int, default=PLAYOUTS, help="tries a decision (default: %(default)s)")
    parser.add_argument("--horizon", type=int, help="decisions of a try after one's own turn")
    asked = parser.parse_args()
    game = game_named(asked.game)
    game = game.with_components(asked.components) if asked.components else game
    options = dict(option.split("=", 1) for option in asked.option)
    states = play_games(game, asked.players, options, asked.seed, asked.games, asked.playouts, asked.horizon)
    console = Console(highlight=False)
    for table in tables(game, states):
        console.print(table)


if __name__ == "__main__":
    main()
