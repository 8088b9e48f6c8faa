"""What makes a position impossible: every reason in words a player understands."""

from collections.abc import Iterator

from khlong.engine.moves import members
from khlong.games.facets import Event
from khlong.games.faults import fault

from .canal import CROSSING_SECTIONS, CROSSINGS, OUTER_SECTIONS, PARTS, SECTIONS, STALL_NAMES, STALLS
from .components import BOXES, KING_COLUMNS, ROUTE, STACK_SIZE, TEMPLE_COLUMNS
from .constants import Box
from .decisions import DECISIONS
from .enums import GOOD_NAMES, GOODS
from .moves import CARDS
from .names import KING_ROW_NAMES, Names
from .rules.gains import MOST_HELD
from .state import KING, NOBODY, NONE, Ask, Seat, State


class Inspector:
    """Finds what is wrong with a state, given the components."""

    def __init__(self, names: Names, box: Box, list_legal: object) -> None:
        self._names = names
        self._box = box
        self._list_legal = list_legal

    def faults(self, state: State) -> list[Event]:
        """All reasons why a state cannot come about in a game; none if it can."""
        found = [*self._frame(state)]
        if found:
            return found  # the rest would only repeat it
        for player in range(state.players):
            found += self._seat(state, player)
        found += self._boats(state)
        found += self._board(state)
        found += self._charts(state)
        found += self._cards(state)
        found += self._tiles(state)
        return found or [*self._question(state)]

    def _frame(self, state: State) -> Iterator[Event]:
        if not 0 <= state.round_number <= self._box.last_round:
            yield fault("round", round=state.round_number, last=self._box.last_round)
        for what, seat in (("decider", state.decider), ("first", state.first)):
            if not 0 <= seat < state.players:
                yield fault(f"no-{what}", last=state.players - 1)
        if not 0 <= state.barge < CROSSINGS or not 0 <= state.merchant < ROUTE:
            yield fault("barge-and-merchant")
        if any(not 0 <= box < BOXES for box in state.box):
            yield fault("prices")
        if any(seat.values() != Seat().values() for seat in state.seat[state.players :]):
            yield fault("empty-seats", last=state.players - 1)

    def _seat(self, state: State, player: int) -> Iterator[Event]:
        box, seat = self._box, state.seat[player]
        if not all(0 <= held <= MOST_HELD for held in (seat.coins, seat.flowers, seat.favors)):
            yield fault("held", seat=player, most=MOST_HELD)
        for good in range(GOODS):
            if not 0 <= seat.goods[good] <= seat.room[good]:
                yield fault("goods", seat=player, good=GOOD_NAMES[good], count=seat.goods[good], room=seat.room[good])
        if not box.rowers <= seat.rowers <= box.rowers_at_most:
            yield fault("rowers", seat=player, count=seat.rowers, least=box.rowers, most=box.rowers_at_most)
        bought = seat.tiles.bit_count()
        baskets = bought if state.asymmetric else bought + 2
        if seat.baskets != baskets or baskets > box.most_baskets:
            yield fault("baskets", seat=player, count=baskets, most=box.most_baskets)
        room = [0] * GOODS
        if not state.asymmetric:
            for good in box.start_baskets:
                room[good] += 1
        for tile in members(seat.tiles):
            room[box.basket_one[tile]] += 1
            room[box.basket_other[tile]] += 1
        if room != seat.room:
            yield fault("room", seat=player)
        owned = sum(owner == player for owner in state.owner)
        disks = sum(owner == player for owner in (*state.temple, *state.king))
        for what, laid, left, all_of_them in (
            ("stalls", owned, seat.stalls, box.stall_pieces[state.players]),
            ("disks", disks, seat.disks, box.disks[state.edition]),
        ):
            if laid > all_of_them:
                yield fault(f"{what}-laid", seat=player, all=all_of_them, count=laid)
            elif laid + left != all_of_them:
                yield fault(f"{what}-left", seat=player, all=all_of_them, count=laid, left=left)

    def _boats(self, state: State) -> Iterator[Event]:
        sections = [seat.section for seat in state.seat[: state.players] if seat.section != NONE]
        if any(not 0 <= section < SECTIONS for section in sections) or len(set(sections)) != len(sections):
            yield fault("boats-apart")
        if state.round_number and len(sections) < state.players:
            yield fault("boats-afloat")
        if not state.round_number and any(not OUTER_SECTIONS >> section & 1 for section in sections):
            yield fault("boats-outside")

    def _board(self, state: State) -> Iterator[Event]:
        for stall in range(STALLS):
            owner = state.owner[stall]
            if owner != NOBODY and state.stall[stall] >= GOODS:
                yield fault("no-goods-stall", stall=STALL_NAMES[stall])
            elif not NOBODY <= owner < state.players:
                yield fault("stall-of-nobody", stall=STALL_NAMES[stall])

    def _charts(self, state: State) -> Iterator[Event]:
        if any(owner >= state.players for owner in (*state.temple, *state.king)):
            yield fault("disk-of-nobody")
        met = conditions_of(state, self._box)
        if state.conditions != met:
            yield fault("conditions")
        elif met.bit_count() > 1 and self._box.ends_at_once[state.edition] and not state.ending:
            yield fault("over-already")
        columns = self._box.temple_columns_used[state.edition]
        for good in range(GOODS):
            row = state.temple[good * TEMPLE_COLUMNS : (good + 1) * TEMPLE_COLUMNS]
            count = state.temple_count[good]
            filled = [owner != NOBODY for owner in row]
            if count > columns or filled != [column < count for column in range(TEMPLE_COLUMNS)]:
                yield fault("temple-row", good=GOOD_NAMES[good], count=columns)
        for space in range(KING):
            if state.king[space] != NOBODY and not self._box.king_spaces[state.edition] >> space & 1:
                number, column = divmod(space, KING_COLUMNS)
                yield fault("king-space", part=KING_ROW_NAMES[number], column=column + 1)

    def _cards(self, state: State) -> Iterator[Event]:
        """Every card of the edition is in exactly one place."""
        basic = self._box.basic_hand
        if state.under_count and not self._box.may_refresh[state.edition]:
            yield fault("nothing-under")
        if NONE in state.market and (state.deck or state.under_count):
            yield fault("market-full")
        places = [*state.market, *state.under[: state.under_count], *members(state.deck)]
        for card in places:
            if card != NONE and basic >> card & 1:
                yield fault("basic-card", card=self._names.cards[card])
        for player, seat in enumerate(state.seat[: state.players]):
            if seat.hand & seat.discard or (seat.hand | seat.discard) & basic != basic:
                yield fault("basic-cards", seat=player)
            elif not seat.hand >> self._box.recover & 1:
                yield fault("recover-in-hand", seat=player, card=self._names.cards[self._box.recover])
            places += members((seat.hand | seat.discard) & ~basic)
        cards = [card for card in places if card != NONE]
        for card in range(basic.bit_length(), CARDS):
            wanted = self._box.deck[state.edition] >> card & 1
            if cards.count(card) != wanted:
                key = "card-once" if wanted else "card-not-in-edition"
                yield fault(key, card=self._names.cards[card], count=cards.count(card))

    def _tiles(self, state: State) -> Iterator[Event]:
        """Every basket and order is in exactly one place."""
        tiles = [tile for tile in state.basket_at if tile != NONE] + members(state.bag)
        orders = [order for order in state.order_at if order != NONE] + members(state.unseen_orders)
        for seat in state.seat[: state.players]:
            tiles += members(seat.tiles)
            orders += members(seat.orders)
        if sorted(tiles) != members(self._box.bag[state.edition]):
            yield fault("tiles-once")
        if sorted(orders) != list(range(len(self._names.orders))):
            yield fault("orders-once")
        if len(state.basket_at) != PARTS:
            yield fault("basket-stalls")
        if NONE in state.basket_at and state.bag:
            yield fault("baskets-filled")
        if NONE in state.order_at and any(state.stack_left):
            yield fault("restaurants-filled")
        for stack, left in enumerate(state.stack_left):
            if left != stack_size(state, stack, self._box):
                yield fault("stack", number=stack + 1, count=stack_size(state, stack, self._box), told=left)

    def _question(self, state: State) -> Iterator[Event]:
        if state.ending:
            return
        if not 0 <= state.decision < len(DECISIONS):
            yield fault("nothing-asked")
        elif (state.decision in (Ask.FIRST_SECTION, Ask.FIRST_STALL)) != (state.round_number == 0):
            yield fault("setting-up")
        elif state.decision <= Ask.CARD and (state.card != NONE or state.used):
            yield fault("no-card-yet")
        elif state.round_number == 0:
            yield from self._setting_up(state)
        elif state.decision > Ask.CARD and state.card == NONE:
            yield fault("card-first")
        elif state.decision > Ask.CARD and not self._card_asks(state):
            yield fault("card-asks-not", card=self._names.cards[state.card])
        elif state.decision > Ask.CARD and not self._own_card(state):
            yield fault("not-just-played", card=self._names.cards[state.card], seat=state.decider)
        elif state.used and (state.decision != Ask.ACTION or (state.used & 4 and not self._king_is_near(state))):
            yield fault("used")
        elif not self._list_legal(state, [0] * 128):  # type: ignore[operator]
            yield fault("no-move", seat=state.decider)

    def _setting_up(self, state: State) -> Iterator[Event]:
        """Boats are placed in turn order, then first stalls in reverse, so that it is always clear whose turn it is."""
        turns = [(state.first + place) % state.players for place in range(state.players)]
        boats = [player for player in turns if state.seat[player].section != NONE]
        stalls = [player for player in reversed(turns) if player in state.owner]
        backwards = turns[::-1]
        placing = boats == turns
        in_order = boats == turns[: len(boats)] and stalls == backwards[: len(stalls)] and (placing or not stalls)
        if not in_order or len(stalls) == len(turns) or any(state.owner.count(player) > 1 for player in turns):
            yield fault("setting-up-order")
            return
        decider = backwards[len(stalls)] if placing else turns[len(boats)]
        if state.decision != (Ask.FIRST_STALL if placing else Ask.FIRST_SECTION) or state.decider != decider:
            yield fault("stall-is-next" if placing else "boat-is-next", seat=decider)

    def _card_asks(self, state: State) -> bool:
        """Whether the card in play leads to the question."""
        box, card = self._box, state.card
        shows = {
            Ask.MERCHANT: box.card_changes[card],
            Ask.PRICES: box.card_changes[card],
            Ask.BARGE: box.card_barge[card],
            Ask.BONUS_MOVE: box.card_boat[card],
            Ask.GOODS: box.card_goods_for_flowers[card],
            Ask.FLOWERS: box.card_flowers_for_coins[card],
            Ask.REFRESH: card == box.recover and box.may_refresh[state.edition],
        }
        return bool(shows.get(Ask(state.decision), card != box.recover))

    def _own_card(self, state: State) -> bool:
        """A card in play lies on its player's discard pile; Recover has come back to the hand."""
        seat = state.seat[state.decider]
        return bool((seat.hand if state.decision == Ask.REFRESH else seat.discard) >> state.card & 1)

    def _king_is_near(self, state: State) -> bool:
        return state.seat[state.decider].section in CROSSING_SECTIONS[state.barge]


def conditions_of(state: State, box: Box) -> int:
    """The conditions for the end that charts and stalls show: tithe 1, worship 2, supremacy 4."""
    empty = sum(1 << space for space in range(KING) if state.king[space] == NOBODY) & box.king_spaces[state.edition]
    row = (1 << KING_COLUMNS) - 1
    tithe = any(not empty & row << number * KING_COLUMNS for number in range(len(KING_ROW_NAMES)))
    worship = any(count > box.temple_last[state.edition] for count in state.temple_count)
    supremacy = any(seat.stalls == 0 for seat in state.seat[: state.players])
    return tithe + 2 * worship + 4 * supremacy


def stack_size(state: State, stack: int, box: Box) -> int:
    """How many orders a stack has: those unseen, less those that are out of a two-player game."""
    unseen = (state.unseen_orders >> stack * STACK_SIZE & (1 << STACK_SIZE) - 1).bit_count()
    return max(unseen - (box.orders_removed[state.edition] if state.players == 2 else 0), 0)
