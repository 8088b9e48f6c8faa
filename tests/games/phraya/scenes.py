"""What is worth seeing of Phraya."""

from khlong.table import Table
from tests.scenes import Position, Scenes, asked, offers


def much_to_buy(table: Table) -> bool:
    return sum(move.notation.startswith("buy ") for move in table.legal_moves()) >= 8


def much_to_offer(table: Table) -> bool:
    verbs = [move.notation.split()[0] for move in table.legal_moves()]
    return verbs.count("king") >= 6 and verbs.count("take") >= 4


SCENES = Scenes(
    fixed={"board": "2b-4b-3b-1a", "first": "1"},
    short={"edition": "prototype"},
    idle=("done", "card recover"),
    variants=((2, {}), (3, {"start": "asymmetric"}), (4, {"edition": "prototype"})),
    games=30,
    reasons=9,
    usual="card",
    positions={
        "card": Position(3, 1, asked("card", 120)),
        "move": Position(3, 2, asked("move", 120)),
        "action": Position(3, 3, offers("buy ", 120)),
        "stall": Position(3, 3, asked("first-stall")),
    },
    texts=(offers("buy ", 120), asked("card", 150)),
    crowded=(much_to_buy, much_to_offer),
    in_sight=".panel.hand",
    ends_turn="done",
    kinds=13,
    told=15,
    rules_say="Edition: Published",
    rules_sought="temple FLOWER",
    pictures={
        "card": Position(4, 11, asked("card", 170)),
        "sail": Position(3, 3, asked("move", 130)),
        "act": Position(3, 7, offers("deliver ", 100), why=True),
    },
    shown=("set-up", "look-back"),
    terminal=(20, 300, "merchant vegetable-fruit"),
)
