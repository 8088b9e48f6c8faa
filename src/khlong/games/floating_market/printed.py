"""The printed numbers that the short rules name: constant through a game, and as the component file has them."""

from khlong.engine.components import Die
from khlong.words import Value

from .components import PLAYER_DICE, Box, Components
from .places import Place

NAMED_BY_COST = (
    Place.TEMPLE,
    Place.WOODWORKER,
    Place.HUT,
    Place.MARKET,
    Place.FRUIT_STAND,
    Place.TAILOR,
    Place.OFFICE,
    Place.FISHMONGER,
)


def rule_numbers(sheet: Components, box: Box) -> dict[str, Value]:
    """The numbers that the short rules name; those with a sign or a range as they are written."""
    return {
        "short_goal": sheet.goal.short.value,
        "long_goal": sheet.goal.long.value,
        "customers": sheet.customers.each.value,
        "start_coins": box.start_coins,
        "most_coins": box.most_coins,
        "coins_beside": box.coins_beside,
        "coins_on_dock": box.coins_on_dock,
        "tile_high": _signed(box.tile_high),
        "tile_low": _signed(box.tile_low),
        "north_reach": box.north_reach,
        "south_reach": box.south_reach,
        "tailor_dice": box.tailor_dice,
        "closed": sheet.river.closed_with_two.value.replace("-", "–"),
        "market_with_two": sheet.buildings.market.room(2),
        "ama_with_two": box.ama_dice[2],
        "ama_with_three": box.ama_dice[3],
        "board_d12": _faces(sheet.dice.board.d12),
        "board_d6": _faces(sheet.dice.board.d6),
        **{name: _faces(getattr(sheet.dice.player, name)) for name in PLAYER_DICE},
        **{f"{place.name.lower()}_cost": box.cost[place] for place in NAMED_BY_COST},
    }


def _faces(die: Die) -> str:
    return f"{die.faces[0]}–{die.faces[1]}"


def _signed(number: int) -> str:
    return f"+{number}" if number >= 0 else f"−{-number}"
