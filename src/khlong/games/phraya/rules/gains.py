"""What players gain: coins and flowers. The supply never runs out, but nobody keeps more than so much (PH-1)."""

from khlong.engine.rule import rule

from ..state import Seat

MOST_HELD = 30_000  # no game with printed components comes near; a state keeps numbers in 16 bits


@rule
def gain_coins(seat: Seat, number: int) -> None:
    seat.coins = min(seat.coins + number, MOST_HELD)


@rule
def gain_flowers(seat: Seat, number: int) -> None:
    seat.flowers = min(seat.flowers + number, MOST_HELD)
