"""One game being played: moves by number or notation, undo, views, results."""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass, field
from difflib import get_close_matches
from fractions import Fraction
from types import NoneType
from typing import Any, SupportsIndex, TypeVar, cast, get_args

from khlong.engine.chance import Chance, draw, seed_words, sow
from khlong.engine.data import Data, ReadData
from khlong.engine.errors import PositionError, RollError
from khlong.engine.game import Game, GameState
from khlong.engine.given import LONGEST, cut, shown, whole
from khlong.engine.moves import members
from khlong.games import game_named
from khlong.games.facets import Dice, Draw, Event, Line, Positions, Reasons, Story, Views, Wording
from khlong.words import OWN, Messages, load_messages

from .answers import Asked, Move, Question, Result
from .dice import DiceKind, PlyDice, Words, checked_rolls, generator
from .errors import ArgumentError, GameOverError, IllegalMoveError, NothingToUndoError, OptionError, PlyError
from .fallen import Face, Fallen, Seen, checked_faces
from .options import a_game, checked_seed, full_options, read_seed, template

T = TypeVar("T")
STRIDE = 16  # one state in so many is kept; those between are played again for whoever asks


@dataclass(slots=True)
class Undrawn:
    """A generator for a ply that is worked out when it is drawn on: most plies never do."""

    _dice: PlyDice
    _ply: int
    drawn: bool = False
    a: int = field(init=False)
    b: int = field(init=False)
    c: int = field(init=False)
    counter: int = field(init=False)

    def __getattr__(self, word: str) -> int:
        """Comes in for a word that is not there yet."""
        self.drawn = True
        self.a, self.b, self.c, self.counter = self._dice.at(self._ply)
        return object.__getattribute__(self, word)  # type: ignore[no-any-return]

    def left(self) -> Chance:
        """The generator as it was left."""
        return generator((self.a, self.b, self.c, self.counter))


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
        if dice not in get_args(DiceKind):
            raise ArgumentError(f"Dice come from the {' or '.join(get_args(DiceKind))}, not from {shown(dice)}.")
        self.game = game
        self.options = full_options(game, players, {} if options is None else options)
        self.seed = checked_seed(seed)
        self.players = players
        self.bots = _one_each(bots, players, "bots", (str, NoneType)) or [None] * players
        self.names = _one_each(names, players, "names", (str,)) or [f"Player {seat + 1}" for seat in range(players)]
        if not isinstance(position, Mapping | None):
            raise PositionError(f"A position is names and values, not {shown(position)}.")
        self.position = dict(position) if position is not None else None
        self._engine = game.python
        self._dice = None if dice == "seed" else PlyDice(self.seed, checked_rolls({} if rolls is None else rolls))
        fresh = template(game, players, self.options)
        state = (
            self._engine.begin(fresh, self.seed) if not self._dice else self._engine.set_up(fresh, self._dice.words(0))
        )
        if self.position is not None:
            Positions.of(game).read(state, self.position)
        self.views, self._story = Views.of(game), Story.of(game)
        self._given: dict[
            int, tuple[Face, ...]
        ] = {}  # what fell outside, by ply; never changed, only followed by another
        self._legal: tuple[GameState, Sequence[int]] | None = None  # a state and its legal moves
        self._begin_at(state, [])

    def _begin_at(self, state: GameState, moves: Sequence[int]) -> None:
        """Begins at a state. The moves that led to it are known, but cannot be taken back."""
        self.state: Any = state
        """The state, generator and all: not for those who play."""
        self.ply = len(moves)
        """How many moves have been made."""
        self._before: Any = None  # the state before the last move
        self.at_barrier = False
        """Whether the last move drew on chance, so that taking it back would undo more than a slip."""
        self.move_numbers = [*moves]
        """All moves so far, by number: only to be read."""
        self._start = self.ply
        self._kept = [state]  # every so many from the start on, shared with copies

    # what is going on

    @property
    def moves(self) -> list[str]:
        """All moves so far, in notation."""
        return [self.game.moves.notation[move] for move in self.move_numbers]

    def _known_ply(self, ply: object, first: int) -> int:
        """A ply from a first one on, if the game has come so far."""
        number = whole(ply)
        if number is None:
            raise PlyError(f"A ply says how many moves have been made, as a whole number, not {shown(ply)}.")
        if not first <= number <= self.ply:
            range_known = f"from {first} to {self.ply}" if first <= self.ply else "none, since no move has been made"
            raise PlyError(f"There is no ply {shown(number)} here: the plies that can be asked for are {range_known}.")
        return number

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
            moves = self._engine.moves
            self._legal = (state, moves[: self._engine.list_moves(state, moves)])
        return self._legal[1]

    def legal_mask(self) -> list[int]:
        """The same as zeros and ones over the whole move space."""
        legal = set(self.legal_numbers())
        return [int(number in legal) for number in range(len(self.game.moves))]

    def view(self) -> Data:
        """What a viewer may see: everything but what chance has in store. It is the caller's to do with as it likes."""
        return {key: _copied(part) for key, part in self.shown().items()}

    def shown(self) -> ReadData:
        """The same for those who only read it: it shares parts with other views, so that it costs less."""
        return self.views.view(self.state)

    def why_not(self, moves: Sequence[SupportsIndex | str] | None = None) -> dict[str, Event]:
        """Why moves are not possible now, by notation: of those that a player would naturally try, or of some."""
        if self.over:
            raise GameOverError("The game is over, so no move is possible any more.")
        reasons = Reasons.of(self.game)
        tried = reasons.wishes(self.state) if moves is None else self._numbers(moves)
        found = reasons.why_not(self.state, tried)
        return {self.game.moves.notation[move]: reason for move, reason in found.items()}

    def _numbers(self, moves: object) -> list[int]:
        """Moves of the game, given by number or notation."""
        if not isinstance(moves, Sequence) or isinstance(moves, str | bytes):
            raise IllegalMoveError(f"Moves are given as a list of numbers or notations, not as {shown(moves)}.")
        numbers = [self._number(move) for move in moves]
        if None in numbers:
            own = load_messages(self.language, OWN)
            raise IllegalMoveError(own.say("move.unknown", move=shown(moves[numbers.index(None)])))
        return cast(list[int], numbers)

    def _number(self, move: object) -> int | None:
        """The number of a move of the game, given by number or notation."""
        number = self.game.moves.number(move) if isinstance(move, str) else whole(move)
        return number if number is not None and 0 <= number < len(self.game.moves) else None

    def for_bot(self) -> Table:
        """A table of one's own to think on: the same position, with another future and no way back into the past."""
        twin = self.copy()
        twin.seed, twin._dice = checked_seed(None), None
        state = self.state.copy()
        sow(state.chance, *seed_words(twin.seed), 0)
        twin._begin_at(state, self.move_numbers)
        return twin

    @classmethod
    def resumed(
        cls, game: Game, players: int, options: Mapping[str, object], moves: Sequence[int], state: GameState
    ) -> Table:
        """A table at a state that was reached elsewhere: it goes on from there and has no way back."""
        return cls(game, players, None, options).resumed_at(state, moves)

    def resumed_at(self, state: GameState, moves: Sequence[int]) -> Table:
        """Such a table at a state that was reached elsewhere."""
        if not isinstance(state, self.game.state):
            raise ArgumentError(f"A table goes on from a state of its game, not from {shown(state)}.")
        table = self.copy()
        table._begin_at(state, table._numbers(moves))
        return table

    def copy(self) -> Table:
        """An independent table at the same point."""
        twin = object.__new__(Table)
        twin.__dict__.update(self.__dict__)
        twin.move_numbers, twin._kept = self.move_numbers[:], self._kept[:]
        return twin

    # playing

    def play(self, move: SupportsIndex | str, roll: Sequence[Face] | None = None) -> Table:
        """Makes a move, given by number or notation. Dice fall by themselves, or as a roll says: see `draws`."""
        number = self._legal_number(move)
        before = self.state
        if roll is None:
            state = self._after(before, number, self.ply + 1)
        else:
            faces = checked_faces(roll)
            state = self._fallen(before, number, faces)
            self._given = self._given | ({self.ply + 1: faces} if faces else {})
        self._before, self.state = before, state
        self.at_barrier = state.chance is not before.chance and state.chance != before.chance
        self.move_numbers.append(number)
        self.ply += 1
        if (self.ply - self._start) % STRIDE == 0:
            self._kept.append(self.state)
        return self

    def draws(self, move: SupportsIndex | str) -> list[Draw]:
        """What a move would leave to chance, in order: for those who roll real dice and say how they fell."""
        return self._tried(self.state, self._legal_number(move), None)[1].draws

    def odds(self, extra: Sequence[str] = ()) -> dict[str, Fraction]:
        """The chance of each thing that the next roll may bring about, with some more dice in it."""
        if (
            not isinstance(extra, Sequence)
            or isinstance(extra, str)
            or not all(isinstance(name, str) for name in extra)
        ):
            raise RollError(f"Extra dice are a list of their names, not {shown(extra)}.")
        return dict(Dice.of(self.game).odds(self.state, extra))

    @property
    def given_rolls(self) -> dict[int, list[Face]]:
        """What fell outside, by the ply that it led to."""
        return {ply: [*faces] for ply, faces in self._given.items()}

    def _tried(self, before: GameState, number: int, faces: Sequence[Face] | None) -> tuple[GameState, Fallen]:
        """The state after a move whose dice fell outside, and what was asked for; without its generator."""
        state = before.copy()
        fallen = Fallen(self.game, before, number, state, faces)
        state.chance = cast(Chance, fallen)
        self._engine.play_told(state, number)
        return state, fallen

    def _fallen(self, before: GameState, number: int, faces: Sequence[Face]) -> GameState:
        """The state after a move whose dice fell outside."""
        state, fallen = self._tried(before, number, faces)
        fallen.check()
        state.chance = before.chance.copy()
        if fallen.draws:
            draw(state.chance)  # so that it shows, as with any dice, that they were rolled
        return state

    def _after(self, before: GameState, number: int, ply: int) -> GameState:
        """The state after a move that leads to a ply."""
        if ply in self._given:
            return self._fallen(before, number, self._given[ply])
        state = before.copy()
        if self._dice is None:
            self._engine.play(state, number)
            return state
        dice = Undrawn(self._dice, ply)
        state.chance = cast(Chance, dice)
        self._engine.play(state, number)
        state.chance = dice.left() if dice.drawn else before.chance  # no state holds dice to come
        return state

    def check(self, move: SupportsIndex | str) -> None:
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
        self.at_barrier = self._before is not None and self.state.chance != self._before.chance
        self.ply = ply
        self._given = {known: faces for known, faces in self._given.items() if known <= ply}
        del self.move_numbers[ply:]
        del self._kept[(ply - self._start) // STRIDE + 1 :]

    def _state_at(self, ply: int) -> Any:
        """The state after so many moves."""
        if ply >= self.ply - 1:
            return self.state if ply == self.ply else self._before
        kept, since = divmod(ply - self._start, STRIDE)
        state = self._kept[kept]
        for each in range(ply - since, ply):
            state = self._after(state, self.move_numbers[each], each + 1)
        return state

    def _steps_since(self, ply: int) -> Iterator[tuple[Any, int, Any]]:
        """Each move after a ply, with the states before and after it."""
        before = self._state_at(ply)
        for now, move in enumerate(self.move_numbers[ply:], ply + 1):
            after = self._state_at(now) if now >= self.ply - 1 else self._after(before, move, now)
            yield before, move, after
            before = after

    def steps(self) -> Iterator[tuple[Any, int, Any]]:
        """Each move so far, with the states before and after it: to look at games again, not for those who play."""
        return self._steps_since(self._start)

    def came_up(self) -> Iterator[list[tuple[Draw, Face]]]:
        """What chance answered to each move so far, by name."""
        words = self.rolls()
        for ply, (before, move, _) in enumerate(self._steps_since(self._start), self._start + 1):
            state = before.copy()
            if ply in self._given:
                source: Chance | Sequence[Face] = self._given[ply]
            elif ply in words:
                source = generator(words[ply])
            else:
                yield []
                continue
            seen = Seen(self.game, before, move, state, source)
            state.chance = cast(Chance, seen)
            self._engine.play_told(state, move)
            yield list(zip(seen.draws, seen.faces, strict=True))

    def at(self, ply: int) -> Table:
        """The table as it was after so many moves."""
        known, earlier = self._known_ply(ply, self._start), self.copy()
        if known < self.ply:
            earlier._go_back(known)
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
            if before.chance != after.chance and ply not in self._given:
                generators[ply] = self._dice.words(ply) if self._dice else before.chance
        return {ply: (words.a, words.b, words.c, words.counter) for ply, words in generators.items()}

    def _legal_number(self, move: SupportsIndex | str) -> int:
        if self.state.ending:
            raise GameOverError(f"The game is over, so {shown(move)} cannot be played.")
        numbers = self.legal_numbers()
        if isinstance(move, str):
            number = self.game.moves.numbers.get(move)
            number = self.game.moves.number(move) if number is None else number
        else:
            number = self._number(move)
        if number is not None and number in numbers:
            return number
        written = [self.game.moves.notation[legal] for legal in numbers]
        own = load_messages(self.language, OWN)
        if number is not None:
            (reason,) = self.why_not([number]).values()
            said = [own.say("move.not-now", move=repr(self.game.moves.notation[number]), reason=self.say(reason))]
        else:
            said = [own.say("move.unknown", move=shown(move))]
        typed = " ".join(move[:LONGEST].lower().split()) if isinstance(move, str) else ""
        close = get_close_matches(typed, written, 1, 0.4)
        said += [own.say("move.close", move=repr(close[0]))] if close else []
        raise IllegalMoveError(" ".join([*said, own.say("move.legal", moves=", ".join(written))]))

    # what happened

    def events(self, ply: int | None = None) -> list[Event]:
        """What a move brought about; the last one if no ply is given."""
        known = self.ply if ply is None else self._known_ply(ply, 0)
        if self._before is not None and known == self.ply:
            return self._story.events(self._before, self.move_numbers[-1], self.state)
        return next(self._events_since(known - 1), [])

    def events_since(self, ply: int) -> Iterator[list[Event]]:
        """What each move after a ply brought about."""
        return self._events_since(self._known_ply(ply, 0))

    def _events_since(self, ply: int) -> Iterator[list[Event]]:
        yield from ([] for _ in range(ply, self._start))
        for before, move, after in self._steps_since(max(ply, self._start)):
            yield self._story.events(before, move, after)

    @property
    def messages(self) -> Messages:
        """What the game says, in the language of the table."""
        return Wording.of(self.game).spoken(self.language)

    def say(self, event: Event) -> str:
        """An event or a reason in words."""
        try:
            return self.messages.tell(event.key, event.values, self.names)
        except Exception as error:  # something that no game of ours tells of
            raise ArgumentError(f"What is said is an event or a reason of the game, not {shown(event)}.") from error

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
        winners = tuple(members(state.winners))
        standing = [(seat in winners, score) for seat, score in enumerate(scores)]
        ranks = tuple(1 + sum(other > own for other in standing) for own in standing)
        return Result(scores, ranks, winners, self.game.endings[state.ending])

    def score_sheet(self) -> list[list[Line]]:
        """Each player's score line by line, now or at the end, and what every line is made of."""
        return self.views.score_sheet(self.state)

    # positions

    def settled_options(self) -> dict[str, str]:
        """The options, with what the seed chose where they left it open."""
        chosen = {
            option.key: option.write(getattr(self.state, option.field)) for option in self.game.options if option.write
        }
        return self.options | chosen

    def whole_position(self) -> Data:
        """All of the position itself, so that it is the same whatever the seed of the game that begins there."""
        return Positions.of(self.game).write(self.state)

    def write_position(self) -> Data:
        """The position as plain data that names only what differs from a fresh game."""
        fresh, options = Table(self.game, self.players, self.seed, self.options), self.options
        drawn = {  # where dice are proved a seed lays another board
            option.key: option.write(chosen)
            for option in self.game.options
            if option.write and (chosen := getattr(self.state, option.field)) != getattr(fresh.state, option.field)
        }
        if drawn:
            options = options | drawn
            fresh = Table(self.game, self.players, self.seed, options)
        write = Positions.of(self.game).write
        whole = write(self.state)
        position = _difference(whole, write(fresh.state))
        if position and "seats_from" in whole:
            position = {"seats_from": whole["seats_from"], **position}
        return {
            "game": self.game.name,
            "players": self.players,
            "seed": str(self.seed),
            "options": options,
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
    if not isinstance(data, Mapping):
        raise PositionError(f"A position names at least its game and its number of players: {shown(data)} does not.")
    known = {"game", "players", "seed", "options", "position"}
    surplus = [key for key in data if key not in known]
    if surplus:
        raise PositionError(f"A position has no entry {shown(surplus[0])}. It has: {', '.join(sorted(known))}.")
    if not isinstance(data.get("game"), str) or not isinstance(data.get("players"), int):
        raise PositionError("A position names at least its game and its number of players.")
    options, position = data.get("options", {}), data.get("position", {})
    if not isinstance(options, Mapping) or not isinstance(position, Mapping):
        raise PositionError("The options and the position itself are tables of names and values.")
    seed = read_seed(data["seed"]) if "seed" in data else 0
    found = game_named(data["game"]) if game is None else a_game(game)
    if found.name != data["game"]:
        raise PositionError(f"The position is of {cut(data['game'])}, not of {found.name}.")
    return Table(found, data["players"], seed, options, position=position)


def _sown(seed: int) -> Chance:
    chance = Chance()
    sow(chance, *seed_words(seed), 0)
    return chance


def _one_each(given: Sequence[T] | None, players: int, what: str, kinds: tuple[type, ...]) -> list[T]:
    if given is None:
        return []
    if not isinstance(given, Sequence) or isinstance(given, str | bytes):
        raise OptionError(f"The {what} are a list with one for each seat, not {shown(given)}.")
    if given and len(given) != players:
        raise OptionError(f"There are {len(given)} {what} for {players} players.")
    for each in given:
        if not isinstance(each, kinds) or (isinstance(each, str) and not _can_be_written(each)):
            raise OptionError(f"Among the {what} there is {shown(each)}, which is no text that can be written down.")
    return list(given)


def _can_be_written(text: str) -> bool:
    """Whether a text can stand in a file: half a letter of two cannot."""
    try:
        text.encode()
    except UnicodeEncodeError:
        return False
    return True


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


def _copied(value: object) -> object:
    """A copy of nested dictionaries and lists."""
    if isinstance(value, dict):
        return {key: _copied(item) for key, item in value.items()}
    return [_copied(item) for item in value] if isinstance(value, list) else value
