"""Tables on a terminal: the board, what happened, what is asked, who won."""

from __future__ import annotations

import re
from collections.abc import Iterator, Mapping, Sequence

from rich.box import SIMPLE_HEAD
from rich.columns import Columns
from rich.console import Console, Group, RenderableType
from rich.padding import Padding
from rich.rule import Rule
from rich.table import Table as Grid
from rich.text import Text

from khlong.bots import Estimate, Explanation
from khlong.bots.why import why
from khlong.engine.data import ReadData
from khlong.engine.game import Game
from khlong.games.drawing import LOUD, QUIET, WATER, marks, with_marks
from khlong.games.facets import Cover, Terminal, Wording
from khlong.table import Draw, Move, Table
from khlong.words import OWN, Messages, load_messages, readable

Parts = Sequence[ReadData]
WRONG = "#d0583c"
SHOWN_MOVES = 5
LONG_HINT = 70  # moves whose hints are longer are listed one under the other


def new_console(*, stderr: bool = False) -> Console:
    """A console that prints what it is given: no markup, no emoji codes, no guesses at what is a number."""
    return Console(stderr=stderr, highlight=False, markup=False, emoji=False)


def chips(table: Table) -> list[Text]:
    """A small mark for each player, as on the board."""
    return [mark.chip() for mark in marks(table.names)]


# a table


def own_words(table: Table) -> Messages:
    """What we say ourselves at a table, in its language."""
    return load_messages(table.language, OWN)


def title(table: Table) -> str:
    """The game's name."""
    return table.messages.say("title") if "title" in table.messages else Cover.of(table.game).title


def greeting(table: Table) -> Text:
    """Which game it is, and who plays."""
    return Text.assemble((title(table), LOUD), own_words(table).say("play.with"), players_line(table))


def players_line(table: Table) -> Text:
    """Who sits at the table."""
    people, own = [], own_words(table)
    for name, bot, chip in zip(table.names, table.bots, chips(table), strict=True):
        level = (own.say("bot", bot=bot_name(table, bot)), QUIET) if bot else ""
        people.append(Text.assemble(chip, " ", (name, LOUD), level))
    return Text(", ").join(people)


def bot_name(table: Table, bot: str) -> str:
    """What a bot is called in the language of the table: a program's name stays."""
    return _said(table.messages, f"bot.{bot}", bot)


def _said(words: Messages, key: str, otherwise: str) -> str:
    return words.say(key) if key in words else otherwise


def options_line(table: Table) -> Text:
    """The options of the game and its seed."""
    words = table.messages
    options = " · ".join(
        f"{_said(words, f'option.{key}', key)}: {_said(words, f'choice.{key}.{value}', str(value))}"
        for key, value in table.options.items()
    )
    return Text(f"{options} · {own_words(table).say('seed', seed=str(table.seed))}", QUIET)


def board(table: Table) -> RenderableType:
    """The board, drawn by the game itself, under a line with the game's name."""
    return Group(
        Rule(Text(f" {title(table)} ", LOUD), style=WATER),
        Terminal.of(table.game).draw(table.view(), table.names, table.messages),
    )


def happened(table: Table, ply: int | None = None) -> list[Text]:
    """What a move brought about, line by line, each with the mark of whom it is about."""
    players = chips(table)
    lines = []
    for event in table.events(ply):
        text = table.say(event)
        seat = event.values.get("seat")
        chip = players[seat] if seat is not None and text.startswith(table.names[seat]) else Text(" ")
        lines.append(Text.assemble("  ", chip, " ", with_names(table, text)))
    return lines


def with_names(table: Table, text: str) -> Text:
    """A sentence with the players' names in bold."""
    line = Text(text)
    spaces = re.NOFLAG if table.language == "en" else re.ASCII  # elsewhere words follow a name without a space
    for name in table.names:
        line.highlight_regex(re.compile(rf"(?<!\w){re.escape(name)}(?!\w)", spaces), LOUD)
    return line


def asked_line(table: Table) -> Text:
    """What is asked of whom."""
    asked = table.question
    assert asked is not None
    return Text.assemble(
        chips(table)[asked.seat],
        " ",
        (own_words(table).say("asked", player=table.names[asked.seat], ask=asked.prompt), LOUD),
    )


def drawn(table: Table, draw: Draw) -> str:
    """A die to be rolled or a thing to be drawn, and whose it is."""
    key = f"die.{draw.what}"
    what = table.messages.say(key) if key in table.messages else readable(draw.what)
    return what if draw.seat is None else f"{table.names[draw.seat]} {what}"


def move_list(table: Table, moves: Sequence[Move]) -> RenderableType:
    """Numbered moves with the game's hints: in as many columns as fit, or one under the other if hints are long."""
    players = marks(table.names)
    told = Terminal.of(table.game).hints(table.state, [move.number for move in moves], table.messages)
    hints = {number: with_marks(hint, players) for number, hint in told.items()}
    longest = max(map(len, hints.values()), default=0)
    widest = max(len(move.notation) for move in moves) if longest > 20 else 0
    if widest + longest > LONG_HINT:
        grid = Grid.grid(padding=(0, 1))
        for number, move in enumerate(moves, 1):
            grid.add_row(Text(f"{number:>3}", WATER), Text(move.notation, no_wrap=True), hints.get(move.number, Text()))
        return grid
    cells = []
    for number, move in enumerate(moves, 1):
        cell = Text.assemble((f"{number:>3}", WATER), f" {move.notation:<{widest}}", no_wrap=True)
        cells.append(cell.append(" ").append_text(hints[move.number]) if move.number in hints else cell)
    return Columns(cells, padding=(0, 2), column_first=True)


def explanation(table: Table, said: Explanation, moves: Sequence[Move]) -> RenderableType:
    """A bot's best moves by their numbers in the list, what it expects of each, and how it thinks the game goes on."""
    asked = table.question
    assert asked is not None
    numbers = {move.number: number for number, move in enumerate(moves, 1)}
    grid = Grid(box=SIMPLE_HEAD, pad_edge=False, show_edge=False, header_style=QUIET)
    own, what = own_words(table), table.messages.say(f"score-name.{table.game.score_names[0]}")
    grid.add_column("", justify="right", no_wrap=True)
    grid.add_column(own.say("hint.move"), no_wrap=True)
    for heading in (own.say("hint.chance"), own.say("hint.score", what=what), own.say("hint.tries")):
        grid.add_column(heading, justify="right", no_wrap=True)
    shown = said.moves[:SHOWN_MOVES]
    if said.asked and said.asked.move not in [found.move for found in shown]:
        shown = (*shown, said.asked)
    for found in shown:
        share, score = found.win_shares[asked.seat], found.scores[asked.seat]
        number = Text(str(numbers[found.move]), WATER)
        name = Text(found.notation, LOUD if said.asked and found.move == said.asked.move else "")
        grid.add_row(number, name, f"{share:.0%}", f"{score:.1f}", f"{found.visits:,}")
    told: list[RenderableType] = [Padding(grid, (0, 0, 0, 2), expand=False), *reasons(table, said.moves[0])]
    if said.asked and said.asked.move != said.moves[0].move:
        told += reasons(table, said.asked)
        behind = 100 * (said.moves[0].win_shares[asked.seat] - said.asked.win_shares[asked.seat])
        key = "hint.behind" if behind >= 0.5 else "hint.as-good"
        said_of_it = own.say(key, move=said.asked.notation, points=round(behind), best=said.moves[0].notation)
        told.append(Padding(Text(said_of_it, LOUD), (0, 0, 0, 2)))
    return Group(*told)


def reasons(table: Table, found: Estimate) -> list[RenderableType]:
    """Why a move, in words, and what a bot expects to follow."""
    own = own_words(table)
    because = [Text(f"· {table.say(event)}") for event in why(table.for_bot(), found.line)]
    line = Text.assemble((own.say("hint.expects"), QUIET), ", ".join(found.line))
    title = Text(own.say("hint.why", move=found.notation), QUIET)
    return [Padding(part, (0, 0, 0, left)) for part, left in ((title, 2), *((each, 4) for each in because), (line, 2))]


# the end


def result(table: Table) -> RenderableType:
    """The winners in a sentence, and everybody's rank and score."""
    outcome = table.result
    assert outcome is not None
    players = chips(table)
    grid = Grid(box=SIMPLE_HEAD, pad_edge=False, show_edge=False, header_style=QUIET)
    own = own_words(table)
    grid.add_column(own.say("result.rank"), justify="right")
    grid.add_column(own.say("result.player"))
    for name in table.game.score_names:
        grid.add_column(table.messages.say(f"score-name.{name}"), justify="right")
    for seat in sorted(range(table.players), key=lambda seat: outcome.ranks[seat]):
        who = Text.assemble(players[seat], " ", (table.names[seat], LOUD if seat in outcome.winners else ""))
        grid.add_row(str(outcome.ranks[seat]), who, *(str(number) for number in outcome.scores[seat]))
    return Group(Text(), winners_line(table), Padding(grid, (0, 0, 0, 1), expand=False))


def winners_line(table: Table) -> Text:
    """Who won, or who shares the win, and how the game ended."""
    outcome = table.result
    assert outcome is not None
    names = [table.names[seat] for seat in outcome.winners]
    own, words = own_words(table), table.messages
    said = (
        own.say("result.share", players=words.listed(names))
        if outcome.shared
        else own.say("result.wins", player=names[0])
    )
    return Text.assemble((said, f"bold {WATER}"), " ", ending_words(table, outcome.ending))


def ending_words(table: Table, ending: str) -> str:
    """How a game ended, in a sentence where the game has one."""
    key = f"ending.{ending.replace(' ', '-')}"
    return table.messages.say(key) if key in table.messages else f"{ending.capitalize()}."


def score_sheet(table: Table) -> RenderableType:
    """Every line of the score sheet for all players, now or at the end, and what it is made of."""
    sheets, players = table.score_sheet(), chips(table)
    grid = Grid(box=SIMPLE_HEAD, pad_edge=False, show_edge=False, header_style=QUIET)
    own, words = own_words(table), table.messages
    grid.add_column(own.say("sheet.end" if table.over else "sheet.now"), no_wrap=True)
    for player in players:
        grid.add_column(player, justify="right", no_wrap=True)
    grid.add_column(own.say("sheet.made-of"), style=QUIET)
    for lines in zip(*sheets, strict=True):
        style = LOUD if lines[0].key == "total" else ""
        points = [Text(str(line.points).replace("-", "−"), style) for line in lines]
        name = f"line.{lines[0].key.replace(' ', '-')}"
        shown = words.say(name) if name in words else lines[0].key
        grid.add_row(Text(shown, style), *points, _made_of([line.parts for line in lines], players, words))
    return Padding(grid, (0, 0, 0, 1), expand=False)


def _made_of(sheets: Sequence[Parts], players: Sequence[Text], words: Messages) -> Text:
    """What the players' lines are made of: first what they share, as counts of everybody, then what is whose."""
    if all(parts == sheets[0] for parts in sheets):
        return Text(in_short(sheets[0], words))
    shared = {
        key: value
        for key, value in (sheets[0][0] if sheets[0] else {}).items()
        if isinstance(value, list) and all(parts and parts[0].get(key) == value for parts in sheets)
    }
    found = [Text(in_short([shared], words))] if shared else []
    for player, parts in zip(players, sheets, strict=True):
        own = in_short([{key: part[key] for key in part if key not in shared} for part in parts], words)
        found += [Text.assemble(player, f" {own}")] if own else []
    return Text("  ").join(found)


def in_short(parts: Parts, words: Messages) -> str:
    """The parts of a line of a score sheet as text.

    >>> plain = Messages("en", {})
    >>> in_short([{"card": "abbot", "points": 4}, {"coins": 7, "goods sold": {"fish": 5}}], plain)
    'abbot 4, coins 7 goods sold fish 5'
    >>> in_short([{"stalls": ["a2-left"], "stalls of all": [1, 0]}], plain)
    'a2-left stalls of all 1–0'
    """
    return ", ".join(filter(None, (" ".join(_told(part, words)) for part in parts)))


def _told(part: Mapping[str, object], words: Messages) -> Iterator[str]:
    named = any(isinstance(value, str) for value in part.values())  # then what is counted needs no more words
    for key, value in part.items():
        name = words.say(f"part.{key.replace(' ', '-')}")
        if isinstance(value, str):
            yield _name(words, key, value)
        elif isinstance(value, list) and value and isinstance(value[0], int):
            yield f"{name} {'–'.join(map(str, value))}"
        elif isinstance(value, list):
            yield from map(str, value)
        elif isinstance(value, dict):
            thing = key.split()[0].removesuffix("s")
            counts = [f"{_name(words, thing, what)} {count}" for what, count in value.items()]
            yield from [f"{name} {' '.join(counts)}"] if counts else []
        else:
            yield str(value) if named else f"{name} {value}"


def _name(words: Messages, kind: str, name: str) -> str:
    """What a thing of some kind is called."""
    keys = (f"{kind}.{name}", f"terminal.{kind}.{name}")
    return next((words.say(key) for key in keys if key in words), name)


# the games


def game_card(game: Game) -> RenderableType:
    """What a game is, for how many, and what can be chosen."""
    grid = Grid.grid(padding=(0, 2))
    for option in game.options:
        choices = Text(" ").join(Text(choice, LOUD if choice == option.default else "") for choice in option.choices)
        grid.add_row(Text(f"  {option.key}", WATER), choices, Text(Wording.of(game).option_help(option.key), QUIET))
    return Group(
        Text.assemble((game.name, LOUD), f"  {Cover.of(game).title}, {game.players[0]} to {game.players[-1]} players"),
        Text(f"  {Cover.of(game).about}"),
        Text("  Options, the usual choice first:", QUIET),
        grid,
    )
