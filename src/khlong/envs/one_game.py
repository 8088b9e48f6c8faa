"""One game for environments that play one at a time: on the native engine where there is Numba, else on python."""

from __future__ import annotations

from collections.abc import Sequence
from functools import cache
from importlib.util import find_spec
from typing import Any, TypeAlias

import numpy as np
import numpy.typing as npt

from khlong.engine.chance import seed_words
from khlong.engine.game import Game, GameState
from khlong.engine.given import shown, whole
from khlong.engine.rule import Linker, Rule
from khlong.engine.schema import dtype
from khlong.engine.scratch import Moves
from khlong.table import Table, new_table

from . import loops
from .batch import Plan
from .errors import EnvError

Row: TypeAlias = npt.NDArray[np.signedinteger]
ENTRIES = (
    loops.begin_one,
    loops.play_one,
    loops.mark_one,
    loops.look_at,
    loops.pay_one,
    loops.resample_one,
    loops.leaves_to_chance,
)


class Rules:
    """The rules that one game is played by, on an engine."""

    def __init__(self, game: Game, *, native: bool) -> None:
        constants = Plan(game, game.players[0], None).constants()
        self.native = native
        if native:
            from khlong.engine.native import INLINED, compiled

            entries: Sequence[Rule] = compiled(game.name, constants, ENTRIES, inner=INLINED)
        else:
            linker = Linker(lambda function: function, constants)
            entries = [linker.link(entry) for entry in ENTRIES]
        self.begin, self.play, self.mark, self.look, self.pay, self.resample, self.draws = entries


@cache
def rules_of(game: Game, *, native: bool) -> Rules:
    """The rules of a game on an engine, made once."""
    return Rules(game, native=native)


class OneGame:
    """A game in progress, with what its players are given of it. `legal` is written anew by each move."""

    def __init__(self, plan: Plan, *, native: bool | None = None) -> None:
        self.plan = plan
        self._native = find_spec("numba") is not None if native is None else native
        self._rules = rules_of(plan.game, native=self._native)
        self._moves: Moves | Row = (
            np.zeros(plan.game.most_moves + 1, np.int16) if self._native else plan.game.python.moves
        )
        self._count = plan.moves
        self.legal: Row = np.zeros(plan.moves, np.int8)
        self.over = False
        self.decider = 0
        self.played: list[int] = []
        seen = np.zeros(1, dtype(plan.observations.layout))
        self._seen, self._row = seen, seen.view(plan.number)
        self._layout = dtype(plan.game.state)
        self._states: Any = None  # an array of one record, or a list of one state
        self._table: Table | None = None

    def reset(self, seed: int) -> None:
        """Begins the game that a table of that seed plays."""
        state = self.plan.template
        self._put(state)
        self._rules.begin(self._states, *seed_words(seed))
        self.played = []
        self._mark()

    def _put(self, state: GameState) -> None:
        if self._native:
            self._states = np.frombuffer(bytearray(state.pack()), self._layout)
        else:
            self._states = [state.copy()]

    def _mark(self) -> None:
        self._note(self._rules.mark(self._states, self.legal, self._moves))

    def _note(self, decider: int) -> None:
        """Notes who decides now, or that the game is over."""
        self.over = decider == loops.NO_GAME
        if not self.over:
            self.decider = decider

    @property
    def begun(self) -> bool:
        return self._states is not None

    @property
    def state(self) -> GameState:
        """The state as a plain object, a copy."""
        return self.plan.game.state.unpack(self._states.tobytes()) if self._native else self._states[0].copy()  # type: ignore[no-any-return]

    def play(self, action: object) -> int:
        """Plays a legal move, and returns its number."""
        move = whole(action)
        if move is None or self.over or not 0 <= move < self._count or not self.legal[move]:
            raise EnvError(self.refusal(action))
        self._note(self._rules.play(self._states, move, self.legal, self._moves))
        self.played.append(move)
        return move

    def allows(self, action: object) -> bool:
        """Whether an action is the number of a move that is legal now."""
        move = whole(action)
        return move is not None and 0 <= move < len(self.legal) and bool(self.legal[move])

    def refusal(self, action: object) -> str:
        """Why an action cannot be played."""
        notation = self.plan.game.moves.notation
        move = whole(action)
        if self.over:
            return "The game is over: call reset to begin another."
        if move is None:
            return f"An action is the number of a move, not {shown(action)}."
        known = 0 <= move < len(notation)
        what = f"{move} ({notation[move]})" if known else f"{shown(move)}, which is no move at all"
        names = ", ".join(f"{number} ({notation[number]})" for number in np.flatnonzero(self.legal)[:8])
        return f"The action {what} is not legal now. Among those that are: {names}. See action_mask."

    def look(self, seat: int) -> Row:
        """The position as it looks from a seat."""
        if self._native:
            self._rules.look(self._states, seat, self._seen, self._row)
            return self._row.copy()
        plain = self.plan.observations.layout()
        self._rules.look(self._states, seat, [plain], [])
        return np.array(plain.values(), self.plan.number)

    def leaves_to_chance(self, move: int) -> bool:
        """Whether a legal move draws dice, cards or the like."""
        trial = self._states.copy() if self._native else [self._states[0].copy()]
        if not self._native:
            self._rules.play(trial, move, self.legal.copy(), self._moves)
            return bool(trial[0].chance != self._states[0].chance)
        return bool(self._rules.draws(self._states, trial, move))

    def rewards(self) -> list[float]:
        """What each seat gets for the game, that is over."""
        paid = np.zeros((1, self.plan.players), np.float32)
        self._rules.pay(self._states, paid, self.plan.kind)
        return [float(each) for each in paid[0]]

    def copy(self) -> OneGame:
        """An independent game at the same point."""
        twin = OneGame(self.plan, native=self._native)
        if self.begun:
            twin._states = self._states.copy() if self._native else [self._states[0].copy()]
            twin.legal[:], twin.played = self.legal, self.played[:]
            twin.over, twin.decider = self.over, self.decider
        return twin

    def __deepcopy__(self, memo: object) -> OneGame:
        return self.copy()

    def __reduce__(self) -> tuple[object, ...]:
        return _restored, (self.plan, self._native, self.save() if self.begun else None)

    def save(self) -> tuple[bytes, tuple[int, ...]]:
        """The game as it stands, to be given back to `restore`."""
        return (self._states.tobytes() if self._native else self._states[0].pack(), tuple(self.played))

    def restore(self, saved: tuple[bytes, tuple[int, ...]]) -> None:
        """Goes back to what was saved."""
        data, played = saved
        self._put(self.plan.game.state.unpack(data))
        self.played = list(played)
        self._mark()

    def resample(self, seed: int) -> None:
        """Other dice to come."""
        self._rules.resample(self._states, *seed_words(seed))

    def table(self) -> Table:
        """A table at this point, with other dice: for bots, and for pictures."""
        if self._table is None:
            self._table = new_table(self.plan.game, self.plan.players, 0, self.plan.options)
        return self._table.resumed_at(self.state, self.played).for_bot()


def _restored(plan: Plan, native: bool, saved: tuple[bytes, tuple[int, ...]] | None) -> OneGame:
    game = OneGame(plan, native=native)
    if saved is not None:
        game.restore(saved)
    return game
