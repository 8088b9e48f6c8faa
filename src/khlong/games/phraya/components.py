"""The box of Phraya: component files, checked. `constants.py` turns them into constants for the rules."""

import warnings
from collections import Counter
from collections.abc import Iterator
from itertools import combinations, pairwise
from os import PathLike
from pathlib import Path
from typing import Annotated, Literal

from pydantic import AfterValidator, Field, model_validator

from khlong.engine.components import Mark, Sheet, Value, check_sheet, spelled
from khlong.engine.data import Data, ReadData
from khlong.engine.errors import ComponentError
from khlong.engine.toml import read_toml

from .canal import MOST_BARGE_STEPS, MOST_ROWERS, PART_STALLS, STALL_NAMES
from .enums import GOOD_NAMES, GOODS, STALL_KINDS

FOLDER = Path(__file__).parent
EDITIONS = ("published", "prototype")
BOXES = 6
ROUTE = 6
SLOTS = 4
BASKET_SPACES = 6
KING_COLUMNS = 5
TEMPLE_COLUMNS = 6
TEMPLE_SECTIONS = 3
STACKS = 4
STACK_SIZE = 5
MOST_PLAYERS = 4
FEWEST_ROWERS = 2  # with one, three other boats could take every section that a boat can row to
START_BASKETS = 2
MOST_BASKETS = 31  # of both editions: a state keeps sets of them in 32 bits, one of which is the sign
SIDES = ("1a", "1b", "2a", "2b", "3a", "3b", "4a", "4b")

GoodName = Literal["vegetable", "fruit", "fish", "meat"]
StallKind = Literal["vegetable", "fruit", "fish", "meat", "basket", "restaurant", "temple", "scribe", "administration"]
Count = Annotated[int, Field(ge=0, le=100)]
Rate = Annotated[int, Field(ge=1, le=100)]
Gift = Annotated[int, Field(ge=0, le=10)]
Price = Annotated[int, Field(ge=1, le=50)]
CardName = Annotated[
    str,
    spelled(r"(?=.{1,40}$)[a-z0-9]+(-[a-z0-9]+)*", "a name of small letters and numbers, with strokes between words"),
]
Pair = Annotated[list[GoodName], Field(min_length=2, max_length=2)]
FourCounts = Value[Annotated[list[Count], Field(min_length=GOODS, max_length=GOODS)]]
ThreeCounts = Value[Annotated[list[Count], Field(min_length=3, max_length=3)]]
PriceRow = Value[Annotated[list[Price], Field(min_length=BOXES, max_length=BOXES)]]


def of_two_goods(pair: list[GoodName]) -> list[GoodName]:
    """A basket holds one each: of one good twice a boat could have more than can be traded at once."""
    if pair[0] == pair[1]:
        raise ValueError(f"a basket is for two different goods, not for {pair[0]} twice")
    return pair


BasketGoods = Annotated[Pair, AfterValidator(of_two_goods)]


class Prices(Sheet):
    vegetable: PriceRow
    fruit: PriceRow
    fish: PriceRow
    meat: PriceRow
    start_box: Value[Annotated[int, Field(ge=1, le=BOXES)]]

    @model_validator(mode="after")
    def rows_rise(self) -> "Prices":
        """In each row every price is above the one before it."""
        for name in GOOD_NAMES:
            row = getattr(self, name).value
            if any(left >= right for left, right in pairwise(row)):
                raise ValueError(f"the prices of {name} must rise from left to right, each above the one before")
        return self


class Merchant(Sheet):
    route: Value[Annotated[list[Pair], Field(min_length=ROUTE, max_length=ROUTE)]]

    @model_validator(mode="after")
    def every_pair_once(self) -> "Merchant":
        """The merchant's route shows every pair of goods once."""
        if {frozenset(pair) for pair in self.route.value} != {frozenset(pair) for pair in combinations(GOOD_NAMES, 2)}:
            raise ValueError("the merchant's route must show every pair of goods once")
        return self


class Boat(Sheet):
    rowers: Value[Annotated[int, Field(ge=FEWEST_ROWERS, le=MOST_ROWERS)]]
    most_rowers: Value[Annotated[int, Field(ge=FEWEST_ROWERS, le=MOST_ROWERS)]]
    most_baskets: Value[Annotated[int, Field(ge=2, le=BASKET_SPACES)]]
    bonus_channels: Value[Annotated[int, Field(ge=1, le=MOST_ROWERS)]]
    baskets: Value[Annotated[list[BasketGoods], Field(min_length=START_BASKETS, max_length=START_BASKETS)]]

    @model_validator(mode="after")
    def rowers_have_benches(self) -> "Boat":
        """A boat does not start with more than `most_rowers`."""
        if self.rowers.value > self.most_rowers.value:
            raise ValueError("a boat cannot start with more than most_rowers")
        return self


class Stalls(Sheet):
    price: Value[Count]
    price_with_card: Value[Count]
    pieces: Value[Annotated[list[Annotated[int, Field(ge=2, le=12)]], Field(min_length=3, max_length=3)]]
    first: FourCounts
    second: FourCounts

    @model_validator(mode="after")
    def card_makes_it_cheaper(self) -> "Stalls":
        """`price_with_card` is not above `price`."""
        if self.price_with_card.value > self.price.value:
            raise ValueError(f"price_with_card is above the price without, {self.price.value}")
        return self


class Market(Sheet):
    slots: Value[Annotated[int, Field(ge=SLOTS, le=SLOTS)]]


class TempleScore(Sheet):
    vp: FourCounts
    majorities: ThreeCounts
    penalties: ThreeCounts
    discount_with_card: Value[Count]


class Rates(Sheet):
    coins_for_a_point: Value[Rate]
    coins_for_a_flower: Value[Rate]
    flowers_for_a_good: Value[Rate]
    coins_for_a_card: Value[Rate]
    flowers_for_an_owner: Value[Gift]
    favors_for_an_offering: Value[Gift]


class Bonuses(Sheet):
    orders: Value[Count]
    king: Value[Count]
    temple: Value[Count]
    good: Value[Count]
    stalls: Value[Count]
    flowers: Value[Count]
    favors: Value[Count]
    coins: Value[Count]


class Rounds(Sheet):
    last: Value[Annotated[int, Field(ge=1, le=1000)]]


class Part(Sheet):
    """One side of a part as it lies in the south-west."""

    a2: list[StallKind]
    a4: list[StallKind]
    b1: list[StallKind]
    b3: list[StallKind]
    c2: list[StallKind]
    c4: list[StallKind]
    d1: list[StallKind]
    d3: list[StallKind]
    mark: Mark

    def stalls(self) -> list[int]:
        """The kinds of its stalls, in the order of PART_STALLS."""
        found = []
        for stall in PART_STALLS:
            section, side = STALL_NAMES[stall].split("-")
            found.append(STALL_KINDS.index(getattr(self, section)[0 if side == "left" else 1]))
        return found

    @model_validator(mode="after")
    def has_twelve_stalls(self) -> "Part":
        """A part has twelve stalls: one each that is no goods stall, and every good."""
        for section in ("a2", "b1", "b3", "c2"):
            if len(getattr(self, section)) != 2:
                raise ValueError(f"section {section} has two stalls of the part")
        for section in ("a4", "c4", "d1", "d3"):
            if len(getattr(self, section)) != 1:
                raise ValueError(f"section {section} has one stall of the part")
        kinds = self.stalls()
        for kind in ("basket", "restaurant", "temple", "scribe", "administration"):
            if kinds.count(STALL_KINDS.index(kind)) != 1:
                raise ValueError(f"a part needs exactly one {kind} stall")
        for good in range(GOODS):
            if good not in kinds:
                raise ValueError(f"a part needs a {GOOD_NAMES[good]} stall, or a board could lack that good")
        return self


class MerchantEffect(Sheet):
    steps: Annotated[list[Annotated[int, Field(ge=1, le=3)]], Field(min_length=1, max_length=3)]
    changes: Annotated[list[Annotated[int, Field(ge=-5, le=5)]], Field(min_length=1, max_length=2)]

    @model_validator(mode="after")
    def steps_differ(self) -> "MerchantEffect":
        """No number of steps stands there twice."""
        if len(set(self.steps)) < len(self.steps):
            raise ValueError("steps names a number of steps twice")
        return self


class BargeEffect(Sheet):
    steps: Annotated[int, Field(ge=1, le=MOST_BARGE_STEPS)]
    blessing: Annotated[str, spelled(r"flower|favor|coins [1-9]", "flower, favor or coins and a number from 1 to 9")]


class Effects(Sheet):
    """What a card does when it is played, in this order."""

    mark: Mark
    merchant: MerchantEffect | None = None
    coins: Count = 0
    flowers: Count = 0
    barge: BargeEffect | None = None
    boat: bool = False
    goods_for_flowers: bool = False
    flowers_for_coins: bool = False


class BasicCard(Effects):
    recover: bool = False

    @model_validator(mode="after")
    def recover_does_nothing_else(self) -> "BasicCard":
        """A card to recover has no other effect (PH-19)."""
        if self.recover and any(self.model_dump(exclude={"mark", "recover"}).values()):
            raise ValueError("a card to recover has no other effect: nothing else happens in its turn")
        return self


class Cost(Sheet):
    coins: Annotated[int, Field(ge=1, le=100)]
    flowers: Annotated[int, Field(ge=1, le=30)]


class MarketCard(Effects):
    cost: Cost
    special: Annotated[
        str,
        spelled(
            r"(lowest|ignore|counts|score) (vegetable|fruit|fish|meat)|temple|stall"
            r"|score (orders|king|temple|stalls|flowers|favors|coins)",
            "temple, stall, score and what it scores, or lowest, ignore, counts or score and a good",
        ),
    ]


class Order(Sheet):
    stack: Annotated[int, Field(ge=1, le=STACKS)]
    goods: Annotated[dict[GoodName, Annotated[int, Field(ge=1, le=BASKET_SPACES)]], Field(min_length=1)]
    coins: Count
    vp: Count
    mark: Mark


class Base(Sheet):
    """components.toml: what both editions share."""

    prices: Prices
    merchant: Merchant
    boat: Boat
    stalls: Stalls
    market: Market
    temple: TempleScore
    rounds: Rounds
    rates: Rates
    bonuses: Bonuses
    parts: dict[str, Part]
    basic: dict[CardName, BasicCard]
    cards: dict[CardName, MarketCard]
    orders: Annotated[list[Order], Field(min_length=STACKS * STACK_SIZE, max_length=STACKS * STACK_SIZE)]

    @model_validator(mode="after")
    def numbers_are_right(self) -> "Base":
        """Five basic cards, one to recover and one or more for the barge; 25 market cards; 5 orders in each stack."""
        if tuple(self.parts) != SIDES:
            raise ValueError(f"parts must be {', '.join(SIDES)}")
        if len(self.basic) != 5 or sum(card.recover for card in self.basic.values()) != 1:
            raise ValueError("basic cards are five, one of them to recover")
        if not any(card.barge for card in self.basic.values()):
            raise ValueError("a basic card must move the barge, or a blocked boat could never be freed")
        if len(self.cards) != 25:
            raise ValueError("market cards are 25")
        for name in self.cards:
            if name in self.basic:
                raise ValueError(f"the name {name} is both a basic and a market card's")
        for stack in range(1, STACKS + 1):
            if sum(order.stack == stack for order in self.orders) != STACK_SIZE:
                raise ValueError(f"stack {stack} of the orders must have {STACK_SIZE} tiles")
        return self


class BasketKind(Sheet):
    goods: BasketGoods
    prices: Annotated[list[Price], Field(min_length=1, max_length=3)]


class KingChart(Sheet):
    first: Value[Count]
    second: Value[Count]
    set: Value[Count]
    coins: Value[Annotated[list[Rate], Field(min_length=1, max_length=KING_COLUMNS)]]
    flowers: Value[Annotated[list[Rate], Field(min_length=1, max_length=KING_COLUMNS)]]
    goods: Value[Annotated[list[Pair], Field(min_length=1, max_length=KING_COLUMNS)]]

    @model_validator(mode="after")
    def rows_are_equally_long(self) -> "KingChart":
        """The three rows of the King's chart are equally long."""
        if not len(self.coins.value) == len(self.flowers.value) == len(self.goods.value):
            raise ValueError("the three rows of the King's chart must be equally long")
        return self


ONE_EACH_SECTION = Field(min_length=TEMPLE_SECTIONS, max_length=TEMPLE_SECTIONS)
TempleRow = Value[Annotated[list[Count], Field(min_length=TEMPLE_SECTIONS, max_length=TEMPLE_COLUMNS)]]


class TempleChart(Sheet):
    sections: Value[Annotated[list[Annotated[int, Field(ge=1, le=TEMPLE_COLUMNS - 2)]], ONE_EACH_SECTION]]
    vegetable: TempleRow
    fruit: TempleRow
    fish: TempleRow
    meat: TempleRow

    @model_validator(mode="after")
    def rows_fill_the_sections(self) -> "TempleChart":
        """A row of the temple has a space in every column of the three sections, 6 at most."""
        columns = sum(self.sections.value)
        if columns > TEMPLE_COLUMNS:
            raise ValueError(f"the temple's sections have {TEMPLE_COLUMNS} columns at most in all")
        for name in GOOD_NAMES:
            if len(getattr(self, name).value) != columns:
                raise ValueError(f"the temple's row of {name} must have {columns} spaces")
        return self


class Edition(Sheet):
    """published.toml or prototype.toml."""

    disks: Value[Annotated[int, Field(ge=1, le=100)]]
    start_coins: Value[Annotated[list[Count], Field(min_length=4, max_length=4)]]
    orders_removed_with_two: Value[Annotated[int, Field(ge=0, le=4)]]
    refresh: Value[bool]
    ends_at_once: Value[bool]
    cards_left_out: Value[list[str]]
    baskets: Value[Annotated[list[BasketKind], Field(min_length=6, max_length=6)]]
    king: KingChart
    temple: TempleChart

    def tiles(self) -> list[tuple[frozenset[GoodName], int]]:
        """The goods and the price of every basket."""
        return [(frozenset(kind.goods), price) for kind in self.baskets.value for price in kind.prices]

    @model_validator(mode="after")
    def baskets_differ(self) -> "Edition":
        """No two baskets of an edition have the same goods and price, and none a good twice."""
        tiles = self.tiles()
        if len(set(tiles)) < len(tiles):
            raise ValueError("two baskets have the same goods and price, so that they could not be told apart")
        return self

    @model_validator(mode="after")
    def the_game_can_end(self) -> "Edition":
        """Two players' disks do not all fit on the charts without ending the game."""
        spare = 3 * (len(self.king.coins.value) - 1) + GOODS * sum(self.temple.sections.value[:-1])
        if 2 * self.disks.value <= spare:
            raise ValueError(
                f"two players' {2 * self.disks.value} disks could all lie on charts without ending the game: "
                f"there must be more than {spare}"
            )
        return self


class Components(Sheet):
    """All component files of the game together."""

    base: Base
    published: Edition
    prototype: Edition

    @model_validator(mode="after")
    def cards_exist(self) -> "Components":
        """`cards_left_out` names market cards, each once."""
        for edition in (self.published, self.prototype):
            for name in edition.cards_left_out.value:
                if name not in self.base.cards:
                    raise ValueError(f"cards_left_out names {name!r}, which is no market card")
                if edition.cards_left_out.value.count(name) > 1:
                    raise ValueError(f"cards_left_out names {name} twice")
        return self

    @model_validator(mode="after")
    def baskets_are_enough_and_not_too_many(self) -> "Components":
        """The published edition has 8 baskets or more, both together 31 at most."""
        published, prototype = (len(edition.tiles()) for edition in (self.published, self.prototype))
        if published < START_BASKETS * MOST_PLAYERS:
            raise ValueError(
                f"the published edition has {published} baskets: for the asymmetric start it takes "
                f"{START_BASKETS * MOST_PLAYERS}, two for each of {MOST_PLAYERS} players"
            )
        if published + prototype > MOST_BASKETS:
            raise ValueError(
                f"the two editions have {published} and {prototype} baskets: together {MOST_BASKETS} at most"
            )
        return self

    def edition(self, name: str) -> Edition:
        return getattr(self, name)  # type: ignore[no-any-return]


def load_components(changes: str | PathLike[str] | None = None) -> Components:
    """The components that come with the game, with the changes of an owner's file if there is one.

    Such a file has the entries of components.toml, and those of an edition under [published] or [prototype].
    """
    data = {name: read_toml(FOLDER / f"{name}.toml", ComponentError) for name in ("components", *EDITIONS)}
    whole = {"base": data["components"], "published": data["published"], "prototype": data["prototype"]}
    source = "components of Phraya"
    if changes is not None:
        source = str(changes)
        own = read_toml(Path(changes), ComponentError)
        for name in EDITIONS:
            edition = own.pop(name, {})
            if not isinstance(edition, dict):
                raise ComponentError(f"{source}: {name} must be a table.")
            _merge(whole[name], edition)
        _merge(whole["base"], own)
    try:
        sheet = check_sheet(Components, whole, source, ComponentError)
    except ComponentError as error:
        raise ComponentError(str(error).replace(": base.", ": ")) from None
    for departure in departures(sheet):
        warnings.warn(f"{source}: departs from the rulebook: {departure}.", stacklevel=2)
    return sheet


def departures(sheet: Components) -> list[str]:
    """What of the components is other than the rulebooks say or show, though it can be played."""
    return [*_base_departures(sheet.base), *_market_departures(sheet.base), *_edition_departures(sheet)]


def _base_departures(base: Base) -> Iterator[str]:
    prices = base.prices
    for cheaper, dearer in pairwise(GOOD_NAMES):
        rows = zip(getattr(prices, cheaper).value, getattr(prices, dearer).value, strict=True)
        if any(low >= high for low, high in rows):
            yield f"{dearer} should be dearer than {cheaper} in every box"
    if 8 not in prices.fish.value[2:]:
        yield "fish should have a box 8 with two or more to its left"
    if 4 not in prices.vegetable.value[:-2]:
        yield "vegetable should have a box 4 with two or more to its right"
    boat, stalls, temple = base.boat, base.stalls, base.temple
    baskets = {frozenset(pair) for pair in boat.baskets.value}
    facts = {
        "prices should start on the third box": prices.start_box.value == 3,
        "a boat should have 2 rowers at first and 4 at most": (boat.rowers.value, boat.most_rowers.value) == (2, 4),
        "a boat should have room for 6 baskets": boat.most_baskets.value == 6,
        "a bonus move should be 2 channels": boat.bonus_channels.value == 2,
        "the first baskets should be for vegetable and fruit, fish and meat": baskets
        == {frozenset(("vegetable", "fruit")), frozenset(("fish", "meat"))},
        "a stall should cost 10": stalls.price.value == 10,
        "a stall with the card should cost 5": stalls.price_with_card.value == 5,
        "stall pieces should be 7, 6, 5": stalls.pieces.value == [7, 6, 5],
        "stall majorities should give the first 14 for vegetable and 12 for fruit": stalls.first.value[:2] == [14, 12],
        "stall majorities should give the second 7, 6, 5, 4": stalls.second.value == [7, 6, 5, 4],
        "temple disks should be worth 2, 3, 4, 5": temple.vp.value == [2, 3, 4, 5],
        "the first temple majority should be 10": temple.majorities.value[0] == 10,
        "the last temple penalty should be 2": temple.penalties.value[-1] == 2,
        "the temple card should save 2 flowers": temple.discount_with_card.value == 2,
    }
    yield from (fact for fact, holds in facts.items() if not holds)
    ours = read_toml(FOLDER / "components.toml", ComponentError)
    for part in ("rates", "bonuses"):
        for name, printed in getattr(base, part):
            if printed.value != ours[part][name]["value"]:
                yield f"{part}.{name} should be {ours[part][name]['value']}"


def _market_departures(base: Base) -> Iterator[str]:
    basic, market, orders = list(base.basic.values()), list(base.cards.values()), base.orders
    merchants = [(card.merchant.steps, card.merchant.changes, card.coins) for card in basic if card.merchant]
    specials = Counter(card.special for card in market)
    for special in _SPECIALS:
        if specials[special] != 1:
            yield f"there should be one card for {special!r}, not {specials[special]}"
    facts = {
        "two or more basic cards should move the barge and bless with a flower": sum(
            card.barge is not None and card.barge.blessing == "flower" for card in basic
        )
        >= 2,
        "a basic card should move the merchant 2 for +1 and -3": ([2], [1, -3], 0) in merchants,
        "a basic card should move the merchant 1 or 2 for +2, -2 and 2 coins": ([1, 2], [2, -2], 2) in merchants,
        "a card should cost 15 coins or 3 flowers": any((c.cost.coins, c.cost.flowers) == (15, 3) for c in market),
        "an order of 2 vegetable and 1 meat should pay 13": any(
            order.goods == {"vegetable": 2, "meat": 1} and order.coins == 13 for order in orders
        ),
        "an order should need a single fruit beside fish or meat": any(
            order.goods.get("fruit") == 1 and {"fish", "meat"} & set(order.goods) for order in orders
        ),
        "there should be an order worth 4 VP": any(order.vp == 4 for order in orders),
    }
    yield from (fact for fact, holds in facts.items() if not holds)


_SPECIALS = (
    *(f"{verb} {good}" for verb in ("lowest", "ignore", "counts", "score") for good in GOOD_NAMES),
    *("temple", "stall"),
    *(f"score {what}" for what in ("orders", "king", "temple", "stalls", "flowers", "favors", "coins")),
)
_PRINTED = {
    "published": (15, [8, 9, 10, 11], 1, True, True, 25, 18, (12, 6, 8)),
    "prototype": (8, [6, 7, 8, 9], 2, False, False, 20, 12, (10, 5, 5)),
}


def _edition_departures(sheet: Components) -> Iterator[str]:
    for name in EDITIONS:
        edition = sheet.edition(name)
        disks, coins, removed, refresh, at_once, cards, baskets, king = _PRINTED[name]
        chart = edition.king
        facts = {
            f"there should be {disks} disks": edition.disks.value == disks,
            f"the start coins should be {coins}": edition.start_coins.value == coins,
            f"{removed} of each stack's orders should be out with two players": edition.orders_removed_with_two.value
            == removed,
            f"refreshing should be {'' if refresh else 'im'}possible": edition.refresh.value == refresh,
            f"the game should end {'at once' if at_once else 'after the round'}": edition.ends_at_once.value == at_once,
            f"there should be {cards} cards": len(set(sheet.base.cards) - set(edition.cards_left_out.value)) == cards,
            f"there should be {baskets} baskets": len(edition.tiles()) == baskets,
            "King majority and set should be {}, {}, {}".format(*king): (
                chart.first.value,
                chart.second.value,
                chart.set.value,
            )
            == king,
            "the King's coins should contain 8": 8 in chart.coins.value,
            "the temple's last section should have two columns": edition.temple.sections.value[-1] == 2,
            "a fish space of the temple should cost 2 flowers": 2 in edition.temple.fish.value,
        }
        yield from (f"in the {name} edition {fact}" for fact, holds in facts.items() if not holds)


def _merge(whole: Data, changes: ReadData) -> None:
    """Lays changes over the whole. A table that has a mark is complete, so that it takes the place of ours."""
    for key, value in changes.items():
        if (
            isinstance(value, dict)
            and isinstance(whole.get(key), dict)
            and "mark" not in value
            and "value" not in value
        ):
            _merge(whole[key], value)
        else:
            whole[key] = value
