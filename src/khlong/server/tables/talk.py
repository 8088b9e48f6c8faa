"""What somebody says at a table: messages, read and turned into what is to happen."""

from __future__ import annotations

from functools import partial

from pydantic import TypeAdapter, ValidationError

from khlong.server.errors import Refusal
from khlong.server.storage import Person
from khlong.server.wire.messages import ChatMessage, ClientMessage, MoveMessage, UndoMessage

from . import commands

READER: TypeAdapter[ClientMessage] = TypeAdapter(ClientMessage)


def read_message(message: bytes) -> ClientMessage:
    """A message, checked."""
    try:
        return READER.validate_json(message)
    except ValidationError as error:
        fault = error.errors(include_url=False, include_input=False)[0]
        if fault["type"] == "json_invalid":
            raise Refusal("bad_message", "That is not JSON.") from None
        place = ".".join(str(part) for part in fault["loc"])
        raise Refusal("bad_message", f"{place or 'message'}: {fault['msg']}"[:300]) from None


def decision_of(message: MoveMessage | UndoMessage | ChatMessage, person: Person) -> commands.Decision:
    """The command that a message stands for."""
    if isinstance(message, MoveMessage):
        return partial(commands.play_move, person, message.ply, message.move)
    if isinstance(message, UndoMessage):
        return partial(commands.take_back, person, message.ply)
    return partial(commands.say, person, message.text)
