"""What learning players are given of a position of Floating Market: all of it but the dice to come."""

from collections.abc import Sequence
from typing import Annotated

from khlong.engine.rule import rule
from khlong.engine.schema import Record, i8
from khlong.games.observations import Observations

from .components import MOST_PLAYERS, PLAYER_DICE, Components
from .decisions import DECISIONS
from .moves import place_names, tile_names
from .places import BOATS, PLACES
from .rules.game_end import score
from .state import DICE, NOBODY, NOWHERE, BoardPiece, State

FEWEST_PLAYERS = 2
MOST = 127  # no number is told above that


class SeatSeen(Record):
    """One player."""

    coins: Annotated[int, i8]
    fruit: Annotated[list[int], i8, BOATS]
    customers: Annotated[int, i8]
    at: Annotated[list[int], i8, PLACES]
    hand: Annotated[list[int], i8, DICE]
    pool: Annotated[list[int], i8, DICE]
    out: Annotated[list[int], i8, DICE]
    faces: Annotated[list[int], i8, DICE]


class Seen(Record):
    """A position."""

    asked: Annotated[list[int], i8, len(DECISIONS)]
    decider: Annotated[list[int], i8, MOST_PLAYERS]
    players: Annotated[list[int], i8, MOST_PLAYERS - FEWEST_PLAYERS + 1]
    goal: Annotated[int, i8]
    traders_serve_all: Annotated[int, i8]
    round_number: Annotated[int, i8]
    start: Annotated[list[int], i8, MOST_PLAYERS]
    boat: Annotated[list[list[int]], i8, BOATS, BOATS]
    closed: Annotated[list[int], i8, BOATS]
    ama: Annotated[list[int], i8, BOATS]
    free: Annotated[list[int], i8, PLACES]
    stand: Annotated[list[int], i8, BOATS]
    stand_owner: Annotated[list[int], i8, MOST_PLAYERS]
    board_pool: Annotated[list[int], i8, len(BoardPiece)]
    d12_blocked: Annotated[int, i8]
    office_open: Annotated[int, i8]
    owes_first_die: Annotated[int, i8]
    dice_to_add: Annotated[int, i8]
    total: Annotated[int, i8]
    activated: Annotated[list[int], i8, BOATS]
    board_rolled: Annotated[list[int], i8, len(BoardPiece)]
    board_faces: Annotated[list[int], i8, 2]
    ama_faces: Annotated[list[int], i8, 2]
    seat: Annotated[list[SeatSeen], MOST_PLAYERS]


@rule
def observe(state: State, seat: int, seen: Seen) -> None:
    """A position as it looks from a seat. Players are told in turn order from there."""
    if state.decision >= 0 and state.ending == 0:
        seen.asked[state.decision] = 1
        seen.decider[seats_away(state, seat, state.decider)] = 1
    seen.players[state.players - FEWEST_PLAYERS] = 1
    seen.goal = state.goal
    seen.traders_serve_all = state.traders_serve_all
    seen.round_number = min(state.round_number, MOST)
    seen.start[seats_away(state, seat, state.start)] = 1
    for location in range(BOATS):
        seen.boat[location][state.boat[location]] = 1
    if state.closed != NOWHERE:
        seen.closed[state.closed] = 1
    if state.ama[0] != NOWHERE:
        seen.ama[state.ama[0]] += 1
        seen.ama[state.ama[1]] += 1
    free, pool = state.free, state.board_pool
    for place in range(PLACES):
        seen.free[place] = free >> place & 1
    if state.stand != NOWHERE:
        seen.stand[state.stand] = 1
    if state.stand_owner != NOBODY:
        seen.stand_owner[seats_away(state, seat, state.stand_owner)] = 1
    seen.d12_blocked = state.d12_blocked
    seen.office_open = state.office_open
    seen.owes_first_die = state.owes_first_die
    seen.dice_to_add = state.dice_to_add
    for piece in range(len(BoardPiece)):
        seen.board_pool[piece] = pool >> piece & 1
    observe_last_roll(state, seen)
    player = seat
    for away in range(state.players):
        observe_player(state, player, seen.seat[away])
        player += 1
        if player == state.players:
            player = 0


@rule
def seats_away(state: State, seat: int, player: int) -> int:
    """How many seats a player sits after another."""
    away = player - seat
    return away if away >= 0 else away + state.players


@rule
def observe_last_roll(state: State, seen: Seen) -> None:
    """What the board's and Ama's dice showed, and what came of it."""
    seen.total = min(max(state.total, -MOST), MOST)
    if state.activated != NOWHERE:
        seen.activated[state.activated] = 1
    rolled = state.board_rolled
    for piece in range(len(BoardPiece)):
        seen.board_rolled[piece] = rolled >> piece & 1
    for die in range(2):
        seen.board_faces[die] = state.board_faces[die]
        seen.ama_faces[die] = state.ama_faces[die]


@rule
def observe_player(state: State, player: int, seen: SeatSeen) -> None:
    """What a player has, and what their dice showed."""
    own = state.seat[player]
    seen.coins = own.coins
    seen.customers = own.customers
    for place in range(PLACES):
        seen.at[place] = state.customers_at[place] >> 2 * player & 3
    fruits, hand, pool, out, rolled = own.fruit, own.hand, own.pool, own.out, own.rolled
    for fruit in range(BOATS):
        seen.fruit[fruit] = fruits >> fruit & 1
    for die in range(DICE):
        seen.hand[die] = hand >> die & 1
        seen.pool[die] = pool >> die & 1
        seen.out[die] = out >> die & 1
        seen.faces[die] = (own.faces[die] + 1) * (rolled >> die & 1)


def observations(sheet: Components) -> Observations:
    """The facet, with the names that the components give."""
    places, fruit, seats = place_names(sheet), sheet.fruit.kinds.value, [str(away) for away in range(MOST_PLAYERS)]
    boats = places[:BOATS]
    pieces = (*tile_names(sheet), "d12", "d6")
    labels: dict[str, Sequence[Sequence[str]]] = {
        "asked": ([decision.key for decision in DECISIONS],),
        "players": ([str(number) for number in range(FEWEST_PLAYERS, MOST_PLAYERS + 1)],),
        "decider": (seats,),
        "start": (seats,),
        "stand_owner": (seats,),
        "boat": (boats, fruit),
        "free": (places,),
        "board_pool": (pieces,),
        "board_rolled": (pieces,),
        "board_faces": (pieces[2:],),
        "seat.fruit": (fruit,),
        "seat.at": (places,),
    }
    labels |= dict.fromkeys(("closed", "ama", "stand", "activated"), (boats,))
    labels |= {f"seat.{name}": (PLAYER_DICE,) for name in ("hand", "pool", "out", "faces")}
    return Observations(Seen, observe, score, labels)
