"""The board in a terminal: boats around the island with pool and buildings, the players below; a hint for each move.

Everybody is told apart by a letter and a colour, so that the board also reads well without colours.
"""

from __future__ import annotations

from collections.abc import Callable, Iterator, Sequence

from rich.cells import cell_len
from rich.console import Console, ConsoleOptions, RenderResult
from rich.text import Text

from khlong.engine.data import ReadData
from khlong.engine.moves import Verb
from khlong.games.drawing import (
    GOLD,
    GOOD,
    LOUD,
    QUIET,
    WATER,
    WOOD,
    at_both_ends,
    columns,
    fit,
    gauge,
    marks,
    spread,
    wrap,
)
from khlong.words import Messages

from .components import PLAYER_DICE, Box
from .moves import BOARD, DIE, PLACE, STAND, SWAP, TILE, VERBS, BoardDie
from .odds import location_odds
from .places import BOATS, PAIRS
from .state import BoardPiece, State

WIDE, FULL = 76, 112  # from here on the boats stand around the island, and fruit is written out
BUILDING = 18  # how wide a building is drawn
DOCKS = ("west-dock", "east-dock")

AMA = "reverse dim"
FREE = Text("○", QUIET)
FRUIT_COLOURS = {
    "banana": "#d8b400",
    "grapefruit": "#e0708f",
    "guava": "#6fae5c",
    "mango": "#ee9b2f",
    "papaya": "#ee7752",
    "rambutan": "#d9483b",
    "starfruit": "#a9b83a",
}


def draw(view: ReadData, names: Sequence[str], words: Messages) -> Board:
    """The board as something that Rich can print, as wide as there is room."""
    return Board(view, names, words)


class Board:
    """A view, ready to be printed."""

    def __init__(self, view: ReadData, names: Sequence[str], words: Messages) -> None:
        self._view = view
        self._words = words
        self._names = names
        self._marks = marks(names)
        self._places = {place["place"]: place for place in view["places"]}
        self._fruit = sorted(boat["fruit"] for boat in view["boats"] if boat["in_play"])
        decider = view["decider"]
        self._odds = {boat["location"]: odds for boat, odds in zip(view["boats"], view["odds"], strict=True)}
        self._best = max(view["odds"])
        self._own = [] if decider is None else view["seats"][decider]["fruit"]

    def __rich_console__(self, console: Console, options: ConsoleOptions) -> RenderResult:
        width = options.max_width
        yield from self._header(width)
        yield from self._market(width) if width >= WIDE else self._narrow_market(width)
        yield from self._players(width)
        yield from self._last_roll(width)

    def _header(self, width: int) -> list[Text]:
        round_, start = self._view["round"], self._names[self._view["start"]]
        starts = self._words.say("terminal.starts", player=start)
        left = Text.assemble((self._words.say("terminal.round", round=round_), LOUD), (f" · {starts}", QUIET))
        right = Text(self._words.say("terminal.goal", goal=self._view["goal"]), QUIET)
        fits = left.cell_len + right.cell_len < width
        return [at_both_ends(left, right, width)] if fits else [left, right]

    # the market: boats, docks, pool, buildings

    def _market(self, width: int) -> Iterator[Text]:
        """West on the left, going up; east on the right, going down; the island in the middle of the ring."""
        bar = 7 if width < FULL else 14
        bank = bar + 11
        west = [*(self._boat(boat, bar) for boat in self._boats("west")[::-1]), [self._dock("west-dock")]]
        east = [*(self._boat(boat, bar) for boat in self._boats("east")), [self._dock("east-dock")]]
        island = self._island(width - 2 * bank - 2, max(sum(map(len, west)), sum(map(len, east))))
        for left, middle, right in zip(spread(west, len(island)), island, spread(east, len(island)), strict=True):
            yield Text.assemble(fit(left, bank), " ", middle, " ", right)

    def _island(self, width: int, rows: int) -> list[Text]:
        """Pool and buildings within a frame of water. Its arrows point clockwise."""
        inside = width - 4
        pool, buildings = wrap(self._pool() or [self._empty()], inside), columns(self._buildings(), inside)
        pool += [Text()] * max(2 - len(pool), rows - 3 - len(pool) - len(buildings))
        lines = [*pool, None, *buildings]
        up, down = ("↑", "↓") if self._view["clockwise"] == "ascending" else ("↓", "↑")
        framed = [self._edge("╭", "pool", "╮", width)]
        for number, line in enumerate(lines):
            left, right = (up, down) if number % 4 == 1 else ("│", "│")
            if line is None:
                framed.append(self._edge("├", "market", "┤", width))
            else:
                framed.append(Text.assemble((f"{left} ", WATER), fit(line, inside), (f" {right}", WATER)))
        return [*framed, Text("╰" + "─" * (width - 2) + "╯", WATER)]

    def _edge(self, left: str, name: str, right: str, width: int) -> Text:
        """An edge of the island with a name in it."""
        shown = self._words.say(f"terminal.{name}")
        return Text(f"{left}─ {shown} {'─' * (width - 5 - cell_len(shown))}{right}", WATER)

    def _empty(self) -> Text:
        return Text(self._words.say("terminal.empty"), QUIET)

    def _narrow_market(self, width: int) -> Iterator[Text]:
        """One boat under the other, in ring order."""
        for side in ("west", "east"):
            for boat in self._boats(side):
                fruit, odds = self._boat(boat, 4)
                yield Text.assemble(fit(fruit, 20), odds)
            yield self._dock(f"{side}-dock")
        yield Text.assemble(
            (f"{self._words.say('terminal.pool').capitalize()}  ", WATER),
            Text("  ").join(self._pool() or [self._empty()]),
        )
        yield from columns(self._buildings(), width)

    def _boats(self, side: str) -> list[ReadData]:
        return [boat for boat in self._view["boats"] if boat["side"] == side]

    def _boat(self, boat: ReadData, bar: int) -> list[Text]:
        """Totals and fruit, ticked if the player to move has it; below, the odds and who stands there."""
        where = f"{totals(boat['location']):<5} "
        if not boat["in_play"]:
            return [Text(where, QUIET), Text(self._words.say("terminal.out-of-game"), QUIET)]
        fruit = Text.assemble((where, LOUD), fruit_name(self._words, boat["fruit"]))
        if boat["fruit"] in self._own:
            fruit.append(" ✓", GOOD)
        odds = self._odds[boat["location"]] if self._pool() else 0
        percent = "" if odds == 0 else "<1%" if odds < 0.005 else f"{odds:.0%}"
        here = [self._ama()] * boat["ama"] + self._customers(boat["customers"], boat["stand"])
        chance = Text(f"{percent:>4} ", LOUD if odds and odds == self._best else "")
        return [fruit, Text.assemble(gauge(odds, bar), chance, Text(" ").join(here or [FREE]))]

    def _dock(self, name: str) -> Text:
        return Text.assemble((f"{self._words.say(f'place.{name}')} ", WOOD), self._visitors(self._places[name]))

    def _pool(self) -> list[Text]:
        """What is in the pool: each player's dice, Ama's, and the pieces of the board."""
        pool = self._view["pool"]
        parts = [
            Text.assemble(mark.chip(), " ", " ".join(self._die(die) for die in seat["pool"]))
            for mark, seat in zip(self._marks, self._view["seats"], strict=True)
            if seat["pool"]
        ]
        if pool["ama"]:
            parts.append(Text.assemble(self._ama(), " ", self._words.say("terminal.dice", count=pool["ama"])))
        parts += [Text(self._words.say("terminal.tile", tile=tile), GOLD) for tile in pool["tiles"]]
        parts += [Text(self._words.say("terminal.board-die", die=self._die(die)), WOOD) for die in pool["board"]]
        return [*parts, Text(self._words.say("terminal.blocked"), QUIET)] if pool["d12_blocked"] else parts

    def _buildings(self) -> list[Text]:
        return [self._building(place) for name, place in self._places.items() if place["in_play"] and name not in DOCKS]

    def _building(self, place: ReadData) -> Text:
        name = Text.assemble((self._words.say(f"place.{place['place']}"), WOOD if place["free"] else QUIET))
        if place["cost"]:
            name.append(f" {place['cost']}¢", GOLD)
        return at_both_ends(name, self._visitors(place), BUILDING)

    def _visitors(self, place: ReadData) -> Text:
        """Who is there, and ○ while there is room."""
        here = self._customers(place["customers"], None)
        return Text.assemble(*here, FREE if place["free"] else "")

    def _customers(self, counts: Sequence[int], stand: int | None) -> list[Text]:
        """A chip for each player who is there, with how many if more than one, and ⌂ for the Fruit Stand."""
        return [
            Text.assemble(mark.chip(), f"×{count}" if count > 1 else "", ("⌂", GOLD) if stand == seat else "")
            for seat, (mark, count) in enumerate(zip(self._marks, counts, strict=True))
            if count
        ]

    # the players

    def _players(self, width: int) -> Iterator[Text]:
        """One line a player, or two where it is narrow."""
        most = 20 if width >= FULL else 12
        names = min(max(map(cell_len, self._names)), most)
        short = short_names(self._words, self._fruit)
        slots = [self._words.say(f"fruit.{kind}") if width >= FULL else short[kind] for kind in self._fruit]
        if width >= WIDE:
            rest = self._columns_line(width)
            yield Text(f"{'':{names + 5}} {' '.join(slots)}  {rest}", QUIET)
        for seat, name in enumerate(self._names):
            holds = self._view["seats"][seat]
            turn = ("▶ ", LOUD) if self._view["decider"] == seat else "  "
            who = Text.assemble(turn, self._marks[seat].chip(), " ", fit(Text(name, LOUD), names), "  ")
            fruit = Text(" ").join(
                fruit_slot(self._words, k, s, holds["fruit"]) for k, s in zip(self._fruit, slots, strict=True)
            )
            missing = self._view["goal"] - len(holds["fruit"])
            count = Text(f" {len(holds['fruit'])}/{self._view['goal']}", f"bold {GOLD}" if missing <= 1 else LOUD)
            coins, left = f"{holds['coins']}¢", "●" * holds["customers"]
            if width >= FULL:
                purse = Text.assemble((f"{coins:>6}    ", GOLD), f"{left:<8}", self._dice_slots(holds))
            elif width >= WIDE:
                purse = Text.assemble((f"{coins:>4} ", GOLD), f"{left:<3}", self._dice_slots(holds))
            else:
                purse = Text.assemble("\n    ", (f"{coins} ", GOLD), f"{left:<4}", self._dice_slots(holds))
            yield Text.assemble(who, fruit, count, purse)

    def _columns_line(self, width: int) -> str:
        """What stands in the columns of the players' lines, above them."""
        coins, left = (self._words.say(f"terminal.{key}") for key in ("coins", "to-place"))
        left += " " * (8 - cell_len(left))
        if width >= FULL:
            return f"{' ' * (10 - cell_len(coins))}{coins}  {left}  {self._words.say('terminal.dice-signs')}"
        return f"{' ' * (8 - cell_len(coins))}{coins} {left}  {self._words.say('terminal.dice-signs-short')}"

    def _ama(self) -> Text:
        return Text(self._words.say("terminal.ama"), AMA)

    def _die(self, die: str) -> str:
        return self._words.say(f"terminal.die.{die}") if die == "white" else self._words.say(f"die.{die}")

    def _dice_slots(self, holds: ReadData) -> Text:
        """Every die of a player: in hand, ≈ in the pool, · out of play."""
        slots = Text()
        for die in PLAYER_DICE:
            sign, style = ("·", QUIET) if die in holds["out"] else ("≈", WATER) if die in holds["pool"] else (" ", LOUD)
            slots.append(f" {sign}{self._die(die)}", style)
        return slots

    def _last_roll(self, width: int) -> Iterator[Text]:
        """What every die showed, and the location that was activated."""
        roll = self._view["last_roll"]
        if roll is None:
            return
        where = f"→ {totals(roll['activated'])}" if roll["activated"] else f"→ {self._words.say('terminal.no-boat')}"
        parts = [
            Text.assemble((f"{self._words.say('terminal.last-roll')} ", QUIET), (f"{roll['total']} {where}", LOUD))
        ]
        for seat, mark in enumerate(self._marks):
            faces = [f"{self._die(die['die'])}={die['face']}" for die in roll["dice"] if die["seat"] == seat]
            parts += [Text.assemble(mark.chip(), " ", " ".join(faces))] if faces else []
        parts += [Text.assemble(self._ama(), " ", " ".join(map(str, roll["ama"])))] if roll["ama"] else []
        parts += [Text(self._words.say("terminal.tile", tile=tile), GOLD) for tile in roll["tiles"]]
        board = (
            (self._words.say("terminal.board-die", die=self._die(die)), face) for die, face in roll["board"].items()
        )
        parts += [Text(f"{die}={face}", WOOD) for die, face in board]
        yield from wrap(parts, width)


# hints: what a move would mean, beside its notation


def hints(state: State, moves: Sequence[int], view: ReadData, box: Box, words: Messages) -> dict[int, Text]:
    """A few words on moves that need them: the fruit of a boat, a cost, the odds that the pool would then have."""
    teller = Teller(state, [boat["fruit"] for boat in view["boats"]], box, words)
    told = {move: teller.tell(move) for move in moves}
    return {move: text for move, text in told.items() if text}


class Teller:
    """Tells what moves would mean in one state."""

    def __init__(self, state: State, fruit: Sequence[str], box: Box, words: Messages) -> None:
        self._words = words
        self._state = state
        self._fruit = fruit
        self._short = short_names(words, fruit)
        self._box = box
        self._told: dict[Verb, Callable[..., Text]] = {
            PLACE: self._place,
            DIE: lambda die: self._odds(self._state, (die,)),
            TILE: lambda tile: self._odds_with(BoardPiece.TILE_LOW if tile else BoardPiece.TILE_HIGH),
            BOARD: self._board_die,
            STAND: lambda location: fruit_name(words, self._fruit[location]),
            SWAP: self._swap,
        }

    def tell(self, move: int) -> Text:
        verb, parts = VERBS.taken_apart(move)
        return self._told[verb](*parts) if verb in self._told else Text()

    def _place(self, place: int) -> Text:
        if place < BOATS:
            return fruit_name(self._words, self._fruit[place])
        return Text(f"{self._box.cost[place]}¢", GOLD) if self._box.cost[place] else Text()

    def _board_die(self, die: int) -> Text:
        if die == BoardDie.BLOCK_D12:
            return Text()
        return self._odds_with(BoardPiece.D12 if die == BoardDie.D12 else BoardPiece.D6)

    def _swap(self, pair: int) -> Text:
        one, other = (self._fruit[location] for location in PAIRS[pair])
        return Text("↔").join(fruit_name(self._words, kind, self._short[kind]) for kind in (one, other))

    def _odds_with(self, piece: BoardPiece) -> Text:
        later = self._state.copy()
        later.board_pool |= 1 << piece
        return self._odds(later)

    def _odds(self, later: State, extra: tuple[int, ...] = ()) -> Text:
        """The odds of each boat with one more die or tile in the pool, in ring order; what rises is lit."""
        names = [self._short[kind] for kind in self._fruit]
        text = Text()
        pairs = zip(names, location_odds(self._state, self._box), location_odds(later, self._box, extra), strict=True)
        for location, (name, now, then) in enumerate(pairs):
            if location != self._state.closed:
                percent = round(100 * then)
                text.append(f"{name} ", QUIET)
                text.append(f"{f'{percent}%' if percent else '·':<4}", GOOD if then > now else "" if then else QUIET)
        return text


# small pieces


def totals(location: str) -> str:
    """A location's totals. The one that closes the ring has two ends: 36 or more, and 8 or less."""
    low, high = map(int, location.split("-"))
    return location if low <= high else f"≤{high} {low}+"


def short_names(words: Messages, kinds: Sequence[str]) -> dict[str, str]:
    """Names of fruit in a few letters; for those that have none, the shortest beginnings that tell them apart."""
    length = next(n for n in range(2, 100) if len({kind[:n] for kind in kinds}) == len(kinds))
    keys = {kind: f"fruit-short.{kind}" for kind in kinds}
    return {kind: words.say(key) if key in words else kind[:length].capitalize() for kind, key in keys.items()}


def fruit_name(words: Messages, kind: str, shown: str | None = None) -> Text:
    return Text(shown or words.say(f"fruit.{kind}"), FRUIT_COLOURS.get(kind, ""))


def fruit_slot(words: Messages, kind: str, shown: str, held: Sequence[str]) -> Text:
    return fruit_name(words, kind, shown) if kind in held else Text(f"·{' ' * (cell_len(shown) - 1)}", QUIET)
