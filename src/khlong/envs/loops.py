"""What batches run for each of their games, as rules: one source for the native and the cuda engine.

`observe` and `standing` stand here for those of the game, as in `engine/loops.py`.
"""

from collections.abc import MutableSequence, Sequence
from typing import Protocol

from khlong.engine.chance import MASK, Chance, below, sow
from khlong.engine.game import GameState
from khlong.engine.loops import begin, legal_moves, play
from khlong.engine.moves import count_members
from khlong.engine.rule import rule
from khlong.engine.schema import Record
from khlong.engine.scratch import Moves

States = MutableSequence[GameState]
Seen = Sequence[Record]
"""An observation for each game."""


class Grid(Protocol):
    """An array with a row for each game."""

    @property
    def shape(self) -> tuple[int, ...]: ...
    def __getitem__(self, place: tuple[int, int], /) -> float: ...
    def __setitem__(self, place: tuple[int, int], value: float, /) -> None: ...


SHARE, RANK, SCORE = range(3)
NO_GAME = -1
BLOCK = 32  # games that go through a loop together
WORD = 32


# put in place by the linker
LOOKS = 0  # whether the policy asks for observations


@rule
def observe(state: GameState, seat: int, seen: Record) -> None:
    """The game's own observation."""


@rule
def observe_piece(state: GameState, seat: int, seen: Record, piece: int) -> None:
    """A piece of it. Plain: all of it is one."""
    observe(state, seat, seen)


@rule
def standing(state: GameState, player: int) -> tuple[int]:
    """The game's own score."""
    return (0,)


@rule
def copy_record(target: States, slot: int, source: States, index: int) -> None:
    """Copies one record of an array into another array."""
    target[slot] = source[index]


# one game


@rule
def begin_game(template: States, states: States, seeds: Sequence[int], numbers: Sequence[int], slot: int) -> None:
    """Begins the game of a slot: the next of those that follow from the slot's seed."""
    copy_record(states, slot, template, 0)
    seed, number = seeds[slot], numbers[slot]
    begin(states[slot], seed & MASK, seed >> WORD & MASK, number & MASK, number >> WORD & MASK, 0)


@rule
def show_position(states: States, slot: int, seen: Seen, rows: Grid, deciders: MutableSequence[int]) -> None:
    """Writes down how a game stands, as it looks to the one who is to decide."""
    state = states[slot]
    seat = state.decider
    deciders[slot] = seat
    for entry in range(rows.shape[1]):
        rows[slot, entry] = 0
    observe(state, seat, seen[slot])


@rule
def show_legal(states: States, slot: int, legal: Grid, moves: Moves) -> None:
    """Marks the legal moves of a game."""
    for move in range(legal.shape[1]):
        legal[slot, move] = 0
    count = legal_moves(states[slot], moves)
    for index in range(count):
        legal[slot, moves[index]] = 1


@rule
def show_last(states: States, slot: int, seat: int, seen: Seen, rows: Grid) -> None:
    """Writes down how a game ended, as it looks from the seat that decided last."""
    for entry in range(rows.shape[1]):
        rows[slot, entry] = 0
    observe(states[slot], seat, seen[slot])


@rule
def ahead(state: GameState, player: int, other: int) -> bool:
    """Whether one player ended before another: winners are first, the others by their score."""
    won, other_won = state.winners >> player & 1, state.winners >> other & 1
    if won != other_won:
        return won > other_won
    return standing(state, player) > standing(state, other)


@rule
def pay(state: GameState, rewards: Grid, slot: int, kind: int) -> None:
    """What each seat gets for a game that is over."""
    winners = count_members(state.winners)
    for player in range(state.players):
        won = state.winners >> player & 1
        if kind == SHARE:
            rewards[slot, player] = won / winners
        elif kind == SCORE:
            rewards[slot, player] = standing(state, player)[0]
        else:
            beaten = 0
            for other in range(state.players):
                beaten += ahead(state, player, other)
                beaten -= ahead(state, other, player)
            rewards[slot, player] = beaten / (state.players - 1)


@rule
def end_game(
    template: States,
    states: States,
    seeds: Sequence[int],
    numbers: MutableSequence[int],
    slot: int,
    seat: int,
    kind: int,
    rewards: Grid,
    last_seen: Seen,
    last_rows: Grid,
) -> None:
    """Pays for a game that is over, shows its end to the seat that decided last, and begins the next."""
    pay(states[slot], rewards, slot, kind)
    show_last(states, slot, seat, last_seen, last_rows)
    numbers[slot] += 1
    begin_game(template, states, seeds, numbers, slot)


@rule
def clear_turn(rewards: Grid, done: MutableSequence[int], slot: int) -> None:
    """Nothing has been paid yet."""
    done[slot] = 0
    for player in range(rewards.shape[1]):
        rewards[slot, player] = 0.0


@rule
def policy(seen: Record, moves: Moves, count: int, picker: Chance) -> int:
    """Who plays without an interpreter: one of so many legal moves, from an observation. Plain: any of them."""
    return moves[below(picker, count)]


# many games, on the native engine


@rule
def begin_games(
    first: int, last: int, template: States, states: States, seeds: Sequence[int], numbers: Sequence[int]
) -> None:
    """Begins all games."""
    for slot in range(first, last):
        begin_game(template, states, seeds, numbers, slot)


@rule
def show_games(
    first: int,
    last: int,
    states: States,
    seen: Seen,
    rows: Grid,
    legal: Grid,
    deciders: MutableSequence[int],
    moves: Moves,
) -> None:
    """Writes down how all games stand."""
    for slot in range(first, last):
        show_position(states, slot, seen, rows, deciders)
    for slot in range(first, last):
        show_legal(states, slot, legal, moves)


@rule
def first_illegal(actions: Sequence[int], legal: Grid) -> int:
    """The first game whose action is not legal, or NO_GAME."""
    for slot in range(len(actions)):
        action = actions[slot]
        if action < 0 or action >= legal.shape[1] or legal[slot, action] == 0:
            return slot
    return NO_GAME


@rule
def step_games(
    first: int,
    last: int,
    actions: Sequence[int],
    template: States,
    states: States,
    seeds: Sequence[int],
    numbers: MutableSequence[int],
    kind: int,
    rewards: Grid,
    done: MutableSequence[int],
    last_seen: Seen,
    last_rows: Grid,
    seen: Seen,
    rows: Grid,
    legal: Grid,
    deciders: MutableSequence[int],
    moves: Moves,
) -> None:
    """A decision in every game, and how they stand then.

    Some games at a time go through one loop after the other: what is seldom stays out of the way of what is often.
    """
    for base in range(first, last, BLOCK):
        end = min(base + BLOCK, last)
        ended = 0
        for slot in range(base, end):
            clear_turn(rewards, done, slot)
            state = states[slot]
            play(state, actions[slot])
            if state.ending != 0:
                done[slot] = 1
                ended += 1
        if ended:
            for slot in range(base, end):
                if done[slot]:
                    seat = deciders[slot]
                    end_game(template, states, seeds, numbers, slot, seat, kind, rewards, last_seen, last_rows)
        for slot in range(base, end):
            show_position(states, slot, seen, rows, deciders)
        for slot in range(base, end):
            show_legal(states, slot, legal, moves)


@rule
def resample_games(first: int, last: int, states: States, word0: int, word1: int, word2: int, word3: int) -> None:
    """Other dice to come, in every game."""
    for slot in range(first, last):
        sow(states[slot].chance, word0, word1, word2, word3, slot)


@rule
def begin_pickers(first: int, last: int, pickers: Sequence[Chance], words: Sequence[int]) -> None:
    """A generator for the policy in every game."""
    for slot in range(first, last):
        sow(pickers[slot], words[0], words[1], words[2], words[3], slot)


@rule
def run_game(
    slot: int,
    decisions: int,
    picker: Chance,
    template: States,
    states: States,
    seeds: Sequence[int],
    numbers: MutableSequence[int],
    kind: int,
    rewards: Grid,
    paid: Grid,
    done: MutableSequence[int],
    last_seen: Seen,
    last_rows: Grid,
    seen: Seen,
    rows: Grid,
    moves: Moves,
) -> None:
    """So many decisions in a game by a policy. `rewards` add up all that was paid."""
    clear_turn(rewards, done, slot)
    for _ in range(decisions):
        seat = states[slot].decider
        if LOOKS:
            for entry in range(rows.shape[1]):
                rows[slot, entry] = 0
            observe(states[slot], seat, seen[slot])
        count = legal_moves(states[slot], moves)
        play(states[slot], policy(seen[slot], moves, count, picker))
        if states[slot].ending != 0:
            done[slot] = 1
            end_game(template, states, seeds, numbers, slot, seat, kind, paid, last_seen, last_rows)
            for player in range(paid.shape[1]):
                rewards[slot, player] += paid[slot, player]


@rule
def run_games(
    first: int,
    last: int,
    decisions: int,
    pickers: Sequence[Chance],
    template: States,
    states: States,
    seeds: Sequence[int],
    numbers: MutableSequence[int],
    kind: int,
    rewards: Grid,
    paid: Grid,
    done: MutableSequence[int],
    last_seen: Seen,
    last_rows: Grid,
    seen: Seen,
    rows: Grid,
    legal: Grid,
    deciders: MutableSequence[int],
    moves: Moves,
) -> None:
    """The same in every game, and how they stand then."""
    for slot in range(first, last):
        run_game(
            slot,
            decisions,
            pickers[slot],
            template,
            states,
            seeds,
            numbers,
            kind,
            rewards,
            paid,
            done,
            last_seen,
            last_rows,
            seen,
            rows,
            moves,
        )
        show_position(states, slot, seen, rows, deciders)
        show_legal(states, slot, legal, moves)


# one game by itself, in arrays of one record: those reach compiled code sooner than a record does


@rule
def begin_one(states: States, word0: int, word1: int, word2: int, word3: int) -> None:
    """Begins a game."""
    begin(states[0], word0, word1, word2, word3, 0)


@rule
def play_one(states: States, move: int, legal: MutableSequence[int], moves: Moves) -> int:
    """Plays a move, and marks those that are legal then. Returns the seat that decides, or NO_GAME."""
    play(states[0], move)
    return mark_legal(states[0], legal, moves)


@rule
def mark_legal(state: GameState, legal: MutableSequence[int], moves: Moves) -> int:
    """Marks the legal moves of a game. Once it is over all are marked, since no mask is to be empty."""
    for move in range(len(legal)):
        legal[move] = 1 if state.ending != 0 else 0
    if state.ending == 0:
        count = legal_moves(state, moves)
        for index in range(count):
            legal[moves[index]] = 1
    return state.decider if state.ending == 0 else NO_GAME


@rule
def mark_one(states: States, legal: MutableSequence[int], moves: Moves) -> int:
    """The same for a game that stands somewhere already."""
    return mark_legal(states[0], legal, moves)


@rule
def look_at(states: States, seat: int, seen: Seen, row: MutableSequence[int]) -> None:
    """What a seat sees. `row` is the observation once more, as numbers."""
    for entry in range(len(row)):
        row[entry] = 0
    observe(states[0], seat, seen[0])


@rule
def pay_one(states: States, rewards: Grid, kind: int) -> None:
    """The rewards of a game that is over, in the first row."""
    pay(states[0], rewards, 0, kind)


@rule
def resample_one(states: States, word0: int, word1: int, word2: int, word3: int) -> None:
    """Other dice to come."""
    sow(states[0].chance, word0, word1, word2, word3, 0)


@rule
def leaves_to_chance(states: States, trial: States, move: int) -> bool:
    """Whether a move draws on chance, tried on a copy."""
    copy_record(trial, 0, states, 0)
    before = trial[0].chance.counter
    play(trial[0], move)
    return trial[0].chance.counter != before
