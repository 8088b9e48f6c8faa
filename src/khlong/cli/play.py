"""A game at the terminal: people are asked, bots are watched, and every move is kept on file."""

from __future__ import annotations

import re

from rich.console import Console
from rich.text import Text

from khlong.bots import (
    Bot,
    Clock,
    ExplainingBot,
    PreparingBot,
    UnpreparedBot,
    ask,
    ask_unprepared,
    bot_named,
    seated,
)
from khlong.games.drawing import QUIET
from khlong.lab.interrupts import holding_ctrl_c
from khlong.table import KhlongError, Move, RollError, Table
from khlong.words import OWN, Value, load_messages

from . import show
from .answers import completions, find_move, full_notation
from .preparation import CAN_FORK, Preparation
from .prompt import read_line, somebody_types
from .saves import Keeper

COMMANDS = ("undo", "board", "hint", "score", "log", "save", "quit", "help")
ABBREVIATIONS = {"?": "help", "h": "help", "u": "undo", "q": "quit", "exit": "quit", "": "board"}
ADVISER, ADVISER_SECONDS = "search", 1.0
INTERRUPTED = 130
NUMBER = re.compile(r"-?[0-9]{1,9}")


class Session:
    """One sitting at a table."""

    def __init__(
        self, console: Console, table: Table, keeper: Keeper, seconds: float | None = None, *, real_dice: bool = False
    ) -> None:
        self.console = console
        self.table = table
        self._keeper = keeper
        self._seconds = seconds
        self._real_dice = real_dice
        self._bots: dict[int, Bot] = {}
        self._preparations: dict[str, Preparation] = {}
        """Of bots that are not ready yet, by name."""
        self._adviser: Bot | None = None
        self._fresh = True  # the board has to be shown before the next question
        self._last_asked: int | None = None
        self._leaving = False
        self._words = load_messages(table.language, OWN)

    def run(self) -> int:
        """Plays until the game is over or somebody leaves. Returns the exit status."""
        with seated(self.table, self.table.bots, self._seconds) as self._bots:
            return self._play()

    def _play(self) -> int:
        try:
            self._greet()
            self._prepare_bots()
            while not self.table.over:
                if self._leaving:
                    return self._leave(0, can_ask=True)
                self._next_decision()
            return self._finish()
        except EOFError:
            return self._leave(0, can_ask=False)
        except KeyboardInterrupt:
            return self._leave(INTERRUPTED, can_ask=somebody_types())
        except KhlongError:
            self._leave(2, can_ask=False)
            raise

    # turns

    def _next_decision(self) -> None:
        asked = self.table.question
        assert asked is not None
        bot = self._bots.get(asked.seat)
        if bot is not None:
            self._make(self._ask_bot(bot, asked.seat))
            self._fresh = True
        else:
            self._keep()
            self._fresh = self._fresh or asked.seat != self._last_asked
            self._last_asked = asked.seat
            self._ask_person(self.table.names[asked.seat])

    def _ask_bot(self, bot: Bot, seat: int) -> int:
        kind = str(self.table.bots[seat])
        name = f"{self.table.names[seat]} ({kind})"
        preparation = self._preparations.get(kind)
        if preparation is not None and preparation.over:
            del self._preparations[kind]
            self._prepare(kind, bot)  # what was made is only loaded now
            self._say("play.bot-ready", bot=show.bot_name(self.table, kind))
        elif preparation is not None and isinstance(bot, UnpreparedBot):
            called = show.bot_name(self.table, kind)
            with self.console.status(self._words.say("play.preparing", bot=called, percent=preparation.percent)):
                return ask_unprepared(bot, self.table, self._seconds, name)[0]
        return ask(bot, self.table, self._seconds, name)

    def _make(self, move: int | str) -> None:
        roll = self._rolled(move) if self._real_dice else None
        with holding_ctrl_c():
            self.table.play(move, roll)
        for line in show.happened(self.table):
            self.console.print(line)

    def _rolled(self, move: int | str) -> list[int | str]:
        """What came up outside, where a move leaves anything to chance: asked until it can be so."""
        draws = self.table.draws(move)
        dice = ", ".join(show.drawn(self.table, draw) for draw in draws)
        while True:
            typed = read_line(f"{self._words.say('play.roll', dice=dice)} > ") if draws else ""
            faces = [int(face) if NUMBER.fullmatch(face) else face for face in typed.replace(",", " ").split()]
            try:
                self.table.copy().play(move, faces)
            except RollError as error:
                self._warn(str(error))
            else:
                return faces

    def _ask_person(self, name: str) -> None:
        """Asks until there is an answer that deals with the question."""
        moves = self.table.legal_moves()
        self._show_question(moves, with_board=self._fresh)
        self._fresh = False
        while True:
            text = read_line(f"{name} > ", lambda begun: completions(begun, moves, COMMANDS))
            try:
                if self._answer(text, moves):
                    return
            except KhlongError as error:
                self._warn(str(error))

    def _show_question(self, moves: list[Move], *, with_board: bool) -> None:
        if with_board:
            self.console.print(show.board(self.table))
        self.console.print(show.asked_line(self.table))
        self.console.print(show.move_list(self.table, moves))

    def _answer(self, text: str, moves: list[Move]) -> bool:
        """Does what was typed. Says whether the question is dealt with."""
        word, _, rest = text.strip().partition(" ")
        match ABBREVIATIONS.get(word.lower(), word.lower()):
            case "help":
                self.console.print(self._words.say("play.help"), style=QUIET)
            case "board":
                self._show_question(moves, with_board=True)
            case "hint":
                self._hint(moves, rest)
            case "score":
                self.console.print(show.score_sheet(self.table))
            case "log":
                self._show_log(rest.strip())
            case "save":
                self._save(rest.strip())
            case "quit":
                self._leaving = True
                return True
            case "undo":
                return self._undo()
            case _:
                found = find_move(text, moves, self.table.language)
                self._make(found.number if found else full_notation(text, self.table.game.moves.notation))
                self._fresh = self.table.at_barrier
                self._keep()
                return True
        return False

    # commands

    def _undo(self) -> bool:
        """Back to the last decision of the one who is asked now."""
        asked = self.table.question
        earlier = self.table.copy()
        while earlier.ply:
            earlier.undo(past_chance=True)
            if asked and earlier.question and earlier.question.seat == asked.seat:
                self._say("play.took-back", moves=", ".join(self.table.moves[earlier.ply :]))
                while self.table.ply > earlier.ply:
                    self.table.undo(past_chance=True)
                self._fresh = True
                return True
        self._say("play.nothing-to-take-back")
        return False

    def _hint(self, moves: list[Move], asked: str) -> None:
        """What a strong bot would do; and, of a move that is named, what that would be worth."""
        about = self._meant(asked, moves) if asked.strip() else None
        if self._adviser is None:
            self._adviser = bot_named(ADVISER)
            self._prepare(ADVISER, self._adviser)
        assert isinstance(self._adviser, ExplainingBot)
        with self.console.status(self._words.say("play.thinking")):
            said = self._adviser.explain(self.table.for_bot(), Clock(ADVISER_SECONDS), about)
        self.console.print(show.explanation(self.table, said, moves))

    def _meant(self, text: str, moves: list[Move]) -> int | None:
        """The legal move that is named; any other is refused with the reason."""
        found = find_move(text, moves, self.table.language)
        if found is None:
            self.table.check(full_notation(text, self.table.game.moves.notation))
        return found.number if found else None

    def _show_log(self, count: str) -> None:
        last = int(count) if count.isascii() and count.isdecimal() and len(count) < 6 else 20
        for ply in range(max(1, self.table.ply - last + 1), self.table.ply + 1):
            for line in show.happened(self.table, ply):
                self.console.print(line)

    def _save(self, file: str) -> None:
        if file:
            self._say("saved-copy", file=str(self._keeper.copy_to(file, self.table)))
            return
        self._keeper.keep(self.table)
        if self._keeper.trouble:
            self._warn(self._words.say("play.not-saved", trouble=self._keeper.trouble))
        elif self._keeper.on_file:
            self._say("saved", file=str(self._keeper.path))
        else:
            self._say("play.nothing-yet")

    # beginning and end

    def _greet(self) -> None:
        self.console.print(show.greeting(self.table))
        self.console.print(show.options_line(self.table), soft_wrap=True)
        if len(self._bots) < self.table.players:
            self._say("play.type-help")
        if self.table.ply:
            self._say("play.moves-made", count=self.table.ply)
            self._show_log("8")

    def _prepare_bots(self) -> None:
        """Whatever a bot has to compile: in the background if it can play without, else before its first turn."""
        one_of_each = {str(self.table.bots[seat]): bot for seat, bot in self._bots.items()}
        for name, bot in one_of_each.items():
            if CAN_FORK and isinstance(bot, UnpreparedBot):
                self._preparations[name] = Preparation(bot, self.table.game)
            else:
                self._prepare(name, bot)
        if self._preparations:
            called = [show.bot_name(self.table, kind) for kind in self._preparations]
            self._say("play.still-preparing", bots=", ".join(called))

    def _prepare(self, name: str, bot: Bot) -> None:
        if isinstance(bot, PreparingBot):
            with self.console.status(self._words.say("play.getting-ready", bot=show.bot_name(self.table, name))):
                bot.prepare(self.table.game)

    def _keep(self) -> None:
        trouble = self._keeper.keep(self.table)
        if trouble:
            self._warn(self._words.say("play.cannot-save", trouble=trouble))

    def _leave(self, status: int, *, can_ask: bool) -> int:
        """Saves the game, first of all, and says how to go on with it."""
        self._keeper.keep(self.table)
        self.console.print()
        if not self.table.ply and not self._keeper.on_file:
            self._say("play.nothing-yet")
        elif self._kept_somewhere(can_ask=can_ask):
            self._say_where()
        return status

    def _finish(self) -> int:
        self._keeper.keep(self.table)
        self.console.print(show.board(self.table))
        self.console.print(show.result(self.table))
        self.console.print()
        self.console.print(show.score_sheet(self.table))
        if self._kept_somewhere(can_ask=True):
            self._say_where()
        return 0

    def _say_where(self) -> None:
        if self.table.over:
            self._say("record", file=str(self._keeper.path))
        else:
            self._say("saved", file=str(self._keeper.path))
            command = self._keeper.resume_command(self.table)
            self.console.print(Text.assemble((self._words.say("play.go-on"), QUIET), command), soft_wrap=True)

    def _kept_somewhere(self, *, can_ask: bool) -> bool:
        """Saves the game; if that fails, asks for another file until one will do or nobody minds."""
        self._keeper.keep(self.table)
        while self._keeper.trouble:
            self._warn(self._words.say("play.not-saved", trouble=self._keeper.trouble))
            try:
                file = read_line(self._words.say("play.save-where")).strip() if can_ask else ""
            except (EOFError, KeyboardInterrupt):
                file = ""
            if not file:
                return False
            self._keeper.move_to(file, self.table)
        return True

    def _say(self, key: str, **values: Value) -> None:
        self.console.print(Text(self._words.say(key, **values), QUIET), soft_wrap=True)

    def _warn(self, text: str) -> None:
        self.console.print(Text(text, show.WRONG))
