"""What is worth seeing of Floating Market."""

from khlong.table import Table
from tests.scenes import Position, Scenes, asked


def much_to_add(table: Table) -> bool:
    return asked("die", 40)(table) and len(table.legal_moves()) >= 4


SCENES = Scenes(
    fixed={"first": "1"},
    variants=((2, {}), (3, {"traders": "owner", "goal": "7"}), (5, {"goal": "7"})),
    games=60,
    reasons=9,
    usual="customer",
    positions={
        "customer": Position(3, 1, asked("customer", 60)),
        "die": Position(3, 2, asked("die", 60)),
        "swap": Position(3, 3, asked("swap", 60)),
    },
    texts=(asked("die", 60), asked("customer", 50)),
    crowded=(much_to_add,),
    kinds=4,
    told=1,
    rules_say="Fruits to win: Five",
    rules_sought="dock COIN",
    pictures={
        "place": Position(4, 5, asked("customer", 75), drawers={"h": "hint", "r": "rules", "p": "score"}),
        "dice": Position(3, 2, asked("die", 60)),
    },
    shown=("lobby",),
    terminal=(18, 79, "die d4"),
)
