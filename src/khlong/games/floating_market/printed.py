"""The printed numbers that the short rules name: constant through a game, and as the component file has them."""

from collections.abc import Mapping

from khlong.engine.components import Die
from khlong.words import Value, readable

from . import view_types as shown
from .components import MOST_PLAYERS, PLAYER_DICE, Box, Components
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


def rule_values(sheet: Components, box: Box, players: int, options: Mapping[str, str]) -> dict[str, Value]:
    """What the short rules name of a table: printed numbers, with signs and ranges as they are written, and what rules
    depend on.

    For no table in particular, with 0 players: as with many, and beside it what fewer change.
    """
    river, buildings = sheet.river, sheet.buildings
    many = players or MOST_PLAYERS
    west = {*river.west.value}
    in_play = [place.name for place in river.locations if players != 2 or place.name != river.closed_with_two.value]
    return {
        "players": players,
        "few": _yes(players < 4),
        "goal": options.get("goal", str(sheet.goal.short.value)),
        "traders": options.get("traders", ""),
        "short_goal": sheet.goal.short.value,
        "long_goal": sheet.goal.long.value,
        "customers": sheet.customers.each.value,
        "start_coins": box.start_coins,
        "most_coins": box.most_coins,
        "coins_beside": box.coins_beside,
        "coins_on_dock": box.coins_on_dock,
        "last_round": box.last_round,
        "tile_high": _signed(box.tile_high),
        "tile_low": _signed(box.tile_low),
        "north_reach": box.north_reach,
        "south_reach": box.south_reach,
        "tailor_dice": box.tailor_dice,
        "last_place": readable(river.locations[-1].name),
        "west": ", ".join(readable(name) for name in in_play if name in west),
        "east": ", ".join(readable(name) for name in in_play if name not in west),
        "closed": readable(river.closed_with_two.value),
        "hut": _yes(buildings.hut.room(many) > 0),
        "hut_with_two": _yes(buildings.hut.room(2) > 0),
        "market_room": buildings.market.room(many),
        "market_with_two": buildings.market.room(2),
        "ama_places": ", ".join(map(readable, river.ama.value)),
        "ama_die": faces(sheet.dice.ama.kind),
        "ama_dice": box.ama_dice[many],
        "ama_with_two": box.ama_dice[2],
        "ama_with_three": box.ama_dice[3],
        "board_d12": faces(sheet.dice.board.d12),
        "board_d6": faces(sheet.dice.board.d6),
        **{name: faces(getattr(sheet.dice.player, name)) for name in PLAYER_DICE},
        **{f"{place.name.lower()}_cost": box.cost[place] for place in NAMED_BY_COST},
    }


def printed(sheet: Components, box: Box) -> shown.Printed:
    """What stands on dice and boards, for whoever reckons with it."""
    return {
        "dice": {name: _die(getattr(sheet.dice.player, name)) for name in PLAYER_DICE},
        "board_dice": {"d12": _die(sheet.dice.board.d12), "d6": _die(sheet.dice.board.d6)},
        "ama_die": _die(sheet.dice.ama.kind),
        "customers": sheet.customers.each.value,
        "most_coins": box.most_coins,
        "coins_beside": box.coins_beside,
        "last_round": box.last_round,
    }


def _die(die: Die) -> shown.Die:
    return {"lowest": die.faces[0], "highest": die.faces[1], "subtracts": die.subtracts}


def faces(die: Die) -> str:
    """The numbers of a die."""
    return f"{die.faces[0]}–{die.faces[1]}"


def _yes(holds: bool) -> str:
    return "yes" if holds else "no"


def _signed(number: int) -> str:
    return f"+{number}" if number >= 0 else f"−{-number}"
