"""One game being played: moves by number or notation, undo, views, results."""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass
from difflib import get_close_matches
from typing import Any, NamedTuple, TypedDict, TypeVar, cast

from khlong.engine.chance import Chance, seed_words, sow
from khlong.engine.data import Data, ReadData
from khlong.engine.errors import PositionError
from khlong.engine.game import Game, GameState
from khlong.games import game_named
from khlong.games.facets import Event, Line, Positions, Reasons, Story, Views, Wording
from khlong.words import OWN, Messages, load_messages

from .dice import DiceKind, PlyDice, Undrawn, Words
from .errors import GameOverError, IllegalMoveError, NothingToUndoError, OptionError
from .options import checked_seed, full_options, template

T = TypeVar("T")
STRIDE = 16  # one state in so many is kept; those between are played again for whoever asks


@dataclass(frozen=True)
class Move:
    """A legal move: its number in the game's move space and its text form."""

    number: int
    notation: str

    def __str__(self) -> str:
        return self.notation


class Asked(NamedTuple):
    """Who is asked, and which of the game's questions. Seats count from 0."""

    seat: int
    key: str


class Question(NamedTuple):
    """The same, and the question in words."""

    seat: int
    key: str
    prompt: str


class ResultData(TypedDict):
    """A result as plain data, in the words of records, programs and the server."""

    scores: list[list[int]]
    ranks: list[int]
    winners: list[int]
    ending: str


@dataclass(frozen=True)
class Result:
    """How a game ended: what each seat scored, in which place it came, and who won."""

    scores: tuple[tuple[int, ...], ...]
    ranks: tuple[int, ...]
    winners: tuple[int, ...]
    ending: str

    @property
    def shared(self) -> bool:
        """Whether more than one player won."""
        return len(self.winners) > 1

    def as_data(self) -> ResultData:
        scores = [list(score) for score in self.scores]
        return {"scores": scores, "ranks": list(self.ranks), "winners": list(self.winners), "ending": self.ending}


class Table:
    """A game in progress on the python engine, with all its moves so far.

    >>> table = new_table("floating-market", players=3, seed=1, options={"goal": 7})
    >>> table.play("place temple").play("tile +4").play("die d6").ply
    3
    >>> table.undo().legal_moves()[0]
    Move(number=20, notation='die d4')
    """

    language = "en"
    """What is said of the game is said in this language."""

    def __init__(
        self,
        game: Game,
        players: int,
        seed: int | None = None,
        options: Mapping[str, object] | None = None,
        names: Sequence[str] | None = None,
        bots: Sequence[str | None] | None = None,
        position: ReadData | None = None,
        dice: DiceKind = "seed",
        rolls: Mapping[int, Words] | None = None,
    ) -> None:
        self.game = game
        self.options = full_options(game, players, options or {})
        self.seed = checked_seed(seed)
        self.players = players
        self.bots = _one_each(bots, players, "bots") or [None] * players
        self.names = _one_each(names, players, "names") or [f"Player {seat + 1}" for seat in range(players)]
        self.position = dict(position) if position is not None else None
        self._engine = game.python
        self._dice = None if dice == "seed" else PlyDice(self.seed, rolls)
        fresh = template(game, players, self.options)
        state = (
            self._engine.begin(fresh, self.seed) if not self._dice else self._engine.set_up(fresh, self._dice.words(0))
        )
        if self.position is not None:
            Positions.of(game).read(state, self.position)
        self.views, self._story = Views.of(game), Story.of(game)
        self._legal: tuple[GameState, Sequence[int]] | None = None  # a state and its legal moves
        self._begin_at(state, [])

    def _begin_at(self, state: GameState, moves: Sequence[int]) -> None:
        """Begins at a state. The moves that led to it are known, but cannot be taken back."""
        self.state: Any = state
        """The state, generator and all: not for those who play."""
        self.ply = len(moves)
        """How many moves have been made."""
        self._before: Any = None  # the state before the last move
        self._moves = [*moves]
        self._start = self.ply
        self._kept = [state]  # every so many from the start on, shared with copies

    # what is going on

    @property
    def moves(self) -> list[str]:
        """All moves so far, in notation."""
        return [self.game.moves.notation[move] for move in self.move_numbers]

    @property
    def move_numbers(self) -> list[int]:
        """All moves so far, by number."""
        return self._moves[:]

    def move_at(self, ply: int) -> str:
        """The move that led to a ply, in notation."""
        return self.game.moves.notation[self._moves[ply - 1]]

    @property
    def over(self) -> bool:
        return bool(self.state.ending)

    @property
    def asked(self) -> Asked | None:
        """Whose turn it is and what is asked, or None when the game is over."""
        state = self.state
        return None if state.ending else Asked(state.decider, self.game.decisions[state.decision].key)

    @property
    def question(self) -> Question | None:
        """The same with the question in words."""
        asked = self.asked
        return Question(*asked, self.messages.say(f"ask.{asked.key}")) if asked else None

    def legal_moves(self) -> list[Move]:
        """All moves that can be made now, in the order of their numbers."""
        return [Move(number, self.game.moves.notation[number]) for number in self.legal_numbers()]

    def legal_numbers(self) -> Sequence[int]:
        """The same by number alone. Those of the state are kept: whoever plays asks more than once."""
        state = self.state
        if self._legal is None or self._legal[0] is not state:
            self._legal = (state, self._engine.legal_moves(state))
        return self._legal[1]

    def legal_mask(self) -> list[int]:
        """The same as zeros and ones over the whole move space."""
        legal = set(self.legal_numbers())
        return [int(number in legal) for number in range(len(self.game.moves))]

    def view(self) -> Data:
        """What a viewer may see: everything but what chance has in store. It is the caller's to do with as it likes."""
        own: Data = _copied(self.shown())
        return own

    def shown(self) -> ReadData:
        """The same for those who only read it: it shares parts with other views, so that it costs less."""
        return self.views.view(self.state)

    def why_not(self, moves: Sequence[int] | None = None) -> dict[str, Event]:
        """Why moves are not possible now, by notation: of those that a player would naturally try, or of some."""
        reasons = Reasons.of(self.game)
        tried = reasons.wishes(self.state) if moves is None else moves
        found = reasons.why_not(self.state, tried)
        return {self.game.moves.notation[move]: reason for move, reason in found.items()}

    def for_bot(self) -> Table:
        """A table of one's own to think on: the same position, with another future and no way back into the past."""
        twin = self.copy()
        twin.seed, twin._dice = checked_seed(None), None
        state = self.state.copy()
        sow(state.chance, *seed_words(twin.seed), 0)
        twin._begin_at(state, self._moves)
        return twin

    @classmethod
    def resumed(
        cls, game: Game, players: int, options: Mapping[str, object], moves: Sequence[int], state: GameState
    ) -> Table:
        """A table at a state that was reached elsewhere: it goes on from there and has no way back."""
        table = cls(game, players, None, options)
        table._begin_at(state, moves)
        return table

    def copy(self) -> Table:
        """An independent table at the same point."""
        twin = object.__new__(Table)
        twin.__dict__.update(self.__dict__)
        twin._moves, twin._kept = self._moves[:], self._kept[:]
        return twin

    # playing

    def play(self, move: int | str) -> Table:
        """Makes a move, given by number or notation."""
        number = self._legal_number(move)
        self._before, self.state = self.state, self._after(self.state, number, self.ply + 1)
        self._moves.append(number)
        self.ply += 1
        if (self.ply - self._start) % STRIDE == 0:
            self._kept.append(self.state)
        return self

    def _after(self, before: GameState, number: int, ply: int) -> GameState:
        """The state after a move that leads to a ply."""
        state = before.copy()
        if self._dice is None:
            self._engine.play(state, number)
            return state
        dice = Undrawn(self._dice, ply)
        state.chance = cast(Chance, dice)
        self._engine.play(state, number)
        state.chance = dice.drawn() or before.chance  # no state holds dice to come
        return state

    def check(self, move: int | str) -> None:
        """Raises if a move cannot be made now."""
        self._legal_number(move)

    def undo(self, *, past_chance: bool = False) -> Table:
        """Takes back the last move. One that chance has answered stands, unless that is waived."""
        if not past_chance and self.at_barrier:
            raise NothingToUndoError("The last move cannot be taken back: the dice have been rolled since.")
        self._go_back(self.ply - 1)
        return self

    def _go_back(self, ply: int) -> None:
        """Forgets all moves after a ply."""
        if ply < self._start:
            raise NothingToUndoError("There is no move to take back.")
        self.state, self._before = self._state_at(ply), self._state_at(ply - 1) if ply > self._start else None
        self.ply = ply
        del self._moves[ply:]
        del self._kept[(ply - self._start) // STRIDE + 1 :]

    def _state_at(self, ply: int) -> Any:
        """The state after so many moves."""
        if ply >= self.ply - 1:
            return self.state if ply == self.ply else self._before
        kept, since = divmod(ply - self._start, STRIDE)
        state = self._kept[kept]
        for each in range(ply - since, ply):
            state = self._after(state, self._moves[each], each + 1)
        return state

    def _steps_since(self, ply: int) -> Iterator[tuple[Any, int, Any]]:
        """Each move after a ply, with the states before and after it."""
        before = self._state_at(ply)
        for now, move in enumerate(self._moves[ply:], ply + 1):
            after = self._state_at(now) if now >= self.ply - 1 else self._after(before, move, now)
            yield before, move, after
            before = after

    @property
    def at_barrier(self) -> bool:
        """Whether the last move drew on chance, so that taking it back would undo more than a slip."""
        before, now = self._before, self.state
        return before is not None and before.chance is not now.chance and bool(before.chance != now.chance)

    def at(self, ply: int) -> Table:
        """The table as it was after so many moves."""
        earlier = self.copy()
        if ply < self.ply:
            earlier._go_back(ply)
        return earlier

    @property
    def dice(self) -> DiceKind:
        """Whether one seed started all dice, or each ply has words of its own."""
        return "sha256" if self._dice else "seed"

    @property
    def known_rolls(self) -> dict[int, Words]:
        """Those words that were given instead of coming from the seed."""
        return self._dice.rolls if self._dice else {}

    def rolls(self) -> dict[int, Words]:
        """The generator's words before each move that drew on chance, and before the set-up (ply 0)."""
        generators = {0: self._dice.words(0) if self._dice else _sown(self.seed)}
        for ply, (before, _, after) in enumerate(self._steps_since(self._start), self._start + 1):
            if before.chance != after.chance:
                generators[ply] = self._dice.words(ply) if self._dice else before.chance
        return {ply: (words.a, words.b, words.c, words.counter) for ply, words in generators.items()}

    def _legal_number(self, move: int | str) -> int:
        if self.state.ending:
            raise GameOverError(f"The game is over, so {move!r} cannot be played.")
        numbers = self.legal_numbers()
        if isinstance(move, str):
            number = self.game.moves.number(move)
        else:
            number = move if not isinstance(move, bool) and 0 <= move < len(self.game.moves) else None
        if number is not None and number in numbers:
            return number
        written = [self.game.moves.notation[legal] for legal in numbers]
        own = load_messages(self.language, OWN)
        if number is not None:
            (reason,) = self.why_not([number]).values()
            shown = self.game.moves.notation[number]
            said = [own.say("move.not-now", move=repr(shown), reason=self.say(reason))]
        else:
            said = [own.say("move.unknown", move=repr(move))]
        close = get_close_matches(" ".join(str(move).lower().split()), written, 1, 0.4)
        said += [own.say("move.close", move=repr(close[0]))] if close else []
        raise IllegalMoveError(" ".join([*said, own.say("move.legal", moves=", ".join(written))]))

    # what happened

    def events(self, ply: int | None = None) -> list[Event]:
        """What a move brought about; the last one if no ply is given."""
        if self._before is not None and ply in (None, self.ply):
            return self._story.events(self._before, self._moves[-1], self.state)
        return next(self.events_since((self.ply if ply is None else ply) - 1), [])

    def events_since(self, ply: int) -> Iterator[list[Event]]:
        """What each move after a ply brought about."""
        yield from ([] for _ in range(ply, self._start))
        for before, move, after in self._steps_since(max(ply, self._start)):
            yield self._story.events(before, move, after)

    @property
    def messages(self) -> Messages:
        """What the game says, in the language of the table."""
        return Wording.of(self.game).spoken(self.language)

    def say(self, event: Event) -> str:
        """An event or a reason in words."""
        return self.messages.tell(event.key, event.values, self.names)

    def log(self, ply: int | None = None) -> list[str]:
        """What a move brought about, in words; the last one if no ply is given."""
        return [self.say(event) for event in self.events(ply)]

    @property
    def result(self) -> Result | None:
        """Scores, ranks and winners, once the game is over."""
        if not self.over:
            return None
        state = self.state
        scores = tuple(self.game.score(state, seat) for seat in range(self.players))
        winners = tuple(seat for seat in range(self.players) if state.winners >> seat & 1)
        standing = [(seat in winners, score) for seat, score in enumerate(scores)]
        ranks = tuple(1 + sum(other > own for other in standing) for own in standing)
        return Result(scores, ranks, winners, self.game.endings[state.ending])

    def score_sheet(self) -> list[list[Line]]:
        """Each player's score line by line, now or at the end, and what every line is made of."""
        return self.views.score_sheet(self.state)

    # positions

    def write_position(self) -> Data:
        """The position as plain data that names only what differs from a fresh game."""
        fresh = Table(self.game, self.players, self.seed, self.options)
        write = Positions.of(self.game).write
        position = _difference(write(self.state), write(fresh.state))
        return {
            "game": self.game.name,
            "players": self.players,
            "seed": str(self.seed),
            "options": self.options,
            "position": position,
        }


def new_table(
    game: str | Game,
    players: int = 2,
    seed: int | None = None,
    options: Mapping[str, object] | None = None,
    names: Sequence[str] | None = None,
    bots: Sequence[str | None] | None = None,
) -> Table:
    """A new game: which one, for how many, from which seed (a random one if none is given), with which options."""
    return Table(game if isinstance(game, Game) else game_named(game), players, seed, options, names, bots)


def table_from_position(data: ReadData, game: Game | None = None) -> Table:
    """A table that begins from a position, as `Table.write_position` gives it or as written by hand."""
    known = {"game", "players", "seed", "options", "position"}
    surplus = sorted(set(data) - known)
    if surplus:
        raise PositionError(f"A position has no entry {surplus[0]!r}. It has: {', '.join(sorted(known))}.")
    if not isinstance(data.get("game"), str) or not isinstance(data.get("players"), int):
        raise PositionError("A position names at least its game and its number of players.")
    options, position = data.get("options", {}), data.get("position", {})
    if not isinstance(options, Mapping) or not isinstance(position, Mapping):
        raise PositionError("The options and the position itself are tables of names and values.")
    seed = read_seed(data["seed"]) if "seed" in data else 0
    found = game or game_named(data["game"])
    if found.name != data["game"]:
        raise PositionError(f"The position is of {data['game']}, not of {found.name}.")
    return Table(found, data["players"], seed, options, position=position)


def read_seed(seed: object) -> int:
    """A seed from a file, where large numbers are text."""
    if isinstance(seed, str) and seed.isascii() and seed.isdecimal() and len(seed) <= 40:
        return int(seed)
    return checked_seed(seed)  # type: ignore[arg-type]


def _sown(seed: int) -> Chance:
    chance = Chance()
    sow(chance, *seed_words(seed), 0)
    return chance


def _one_each(given: Sequence[T] | None, players: int, what: str) -> list[T]:
    if given and len(given) != players:
        raise OptionError(f"There are {len(given)} {what} for {players} players.")
    return list(given or ())


def _difference(whole: Data, fresh: Data) -> Data:
    """What of a position differs from another's; lists of seats are compared seat by seat."""
    different = {}
    for key, value in whole.items():
        if value == fresh[key] or value is None:
            continue
        if key == "seats":
            different[key] = [_difference(seat, other) for seat, other in zip(value, fresh[key], strict=True)]
        else:
            different[key] = value
    return different


def _copied(value: Any) -> Any:
    """A copy of nested dictionaries and lists."""
    if isinstance(value, dict):
        return {key: _copied(item) for key, item in value.items()}
    return [_copied(item) for item in value] if isinstance(value, list) else value
