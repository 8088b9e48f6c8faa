"""A program of anybody's as a bot: it is asked and answers in lines of JSON. See docs/bot-protocol.md."""

from __future__ import annotations

import json
import math
import shlex
import shutil
from contextlib import suppress

from khlong.engine.data import Data
from khlong.engine.given import shown
from khlong.table import Table

from .clock import Clock
from .errors import ForfeitError, UnknownBotError
from .piped_process import PipedProcess, ProcessTroubleError

PROTOCOL = 1
PREFIX = "program:"
START_SECONDS = 30.0
PATIENCE = 60.0  # for a move where there is no limit
GRACE = 1.0  # a late answer is an overrun; one later than this is none


class ProgramBot:
    """Starts a command when it sits down, and asks it for every move."""

    def __init__(self, command: str) -> None:
        try:
            self._words = shlex.split(command)
        except ValueError as error:
            raise UnknownBotError(f"The command line {shown(command)} cannot be read: {error}.") from None
        if "\0" in command:
            raise UnknownBotError("A command line has no NUL in it.")
        if not self._words:
            raise UnknownBotError("program: needs a command line, for example program:./mybot.")
        if shutil.which(self._words[0]) is None:
            raise UnknownBotError(f"There is no program {shown(self._words[0])} that can be run.")
        self._process: PipedProcess | None = None
        self._trouble: ForfeitError | None = None  # once it has forfeited

    def sit_down(self, position: Table, seat: int, seconds: float | None) -> None:
        """Starts the program and greets it. If that goes wrong, it forfeits at its first move."""
        with suppress(ForfeitError):
            self._greet(position, seat, seconds)

    def _greet(self, position: Table, seat: int, seconds: float | None) -> None:
        try:
            self._process = PipedProcess(self._words)
        except OSError as error:
            self._trouble = ForfeitError(f"could not be started: {error.strerror or error}.")
            raise self._trouble from None
        hello = {
            "type": "hello",
            "protocol": PROTOCOL,
            "game": position.game.name,
            "rules": position.game.rules_version,
            "players": position.players,
            "seat": seat,
            "options": position.options,
            "seconds": seconds,
        }
        answer = self._exchange(hello, START_SECONDS, f"to hello within {START_SECONDS:.0f} s")
        if answer.get("protocol") != PROTOCOL:
            raise self._forfeit(f"speaks protocol {shown(answer.get('protocol'))}, not {PROTOCOL}")

    def choose(self, position: Table, clock: Clock) -> int:
        asked = position.question
        assert asked is not None
        if self._process is None and self._trouble is None:
            self.sit_down(position, asked.seat, None if math.isinf(clock.seconds) else clock.seconds)
            clock = Clock(clock.seconds)
        if self._trouble is not None:
            raise self._trouble
        legal = position.legal_moves()
        seconds = min(clock.left(), PATIENCE)
        question = {
            "type": "choose",
            "seat": asked.seat,
            "ply": position.ply,
            "seconds": round(seconds, 4),
            "question": {"key": asked.key, "prompt": asked.prompt},
            "legal": [{"number": move.number, "notation": move.notation} for move in legal],
            "moves": position.moves,
            "view": position.shown(),
        }
        answer = self._exchange(question, seconds + GRACE, f"at ply {position.ply} within {seconds:.2f} s")
        chosen = answer.get("move")
        for move in legal:
            if chosen == move.notation or (chosen == move.number and not isinstance(chosen, (bool, float))):
                return move.number
        written = ", ".join(move.notation for move in legal)
        raise self._forfeit(f"answered an illegal move at ply {position.ply}: {shown(chosen)}. Legal moves: {written}")

    def get_up(self, position: Table | None) -> None:
        """Tells the program how the game ended, and sees it out."""
        if self._process is None:
            return
        result = position.result if position else None
        self._process.close(_line({"type": "over", "result": result.as_data() if result else None}))
        self._process = None

    def _exchange(self, message: Data, seconds: float, when: str) -> Data:
        """Sends a message and waits for the answer, which has to be an object on one line."""
        assert self._process is not None
        try:
            text = self._process.exchange(_line(message), seconds, when)
        except ProcessTroubleError as trouble:
            raise self._forfeit(str(trouble)) from None
        try:
            answer = json.loads(text)
        except (ValueError, RecursionError):
            answer = None
        if not isinstance(answer, dict):
            raise self._forfeit(f"printed what is no JSON object: {shown(text.decode(errors='replace'))}")
        return answer

    def _forfeit(self, what: str) -> ForfeitError:
        """Ends the program and says what it did."""
        assert self._process is not None
        self._process.close(_line({"type": "error", "message": f"Your program {what}."}), wait=False)
        last = self._process.last_words()
        self._process = None
        words = "".join(f"\n  {line}" for line in last)
        self._trouble = ForfeitError(f"{what}.{' Its last words on stderr:' if last else ''}{words}")
        return self._trouble


def _line(message: Data) -> bytes:
    return json.dumps(message, ensure_ascii=True).encode() + b"\n"
