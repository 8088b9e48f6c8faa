"""What makes a position impossible: every reason in words a player understands."""

from collections.abc import Iterator

from .canal import CROSSING_SECTIONS, CROSSINGS, OUTER_SECTIONS, PARTS, SECTIONS, STALL_NAMES, STALLS
from .components import BOXES, KING_COLUMNS, ROUTE, STACK_SIZE, TEMPLE_COLUMNS
from .constants import Box
from .decisions import DECISIONS
from .enums import GOOD_NAMES, GOODS
from .moves import CARDS
from .names import KING_ROW_NAMES, Names
from .state import KING, NOBODY, NONE, Ask, Seat, State, members


class Inspector:
    """Finds what is wrong with a state, given the components."""

    def __init__(self, names: Names, box: Box, list_legal: object) -> None:
        self._names = names
        self._box = box
        self._list_legal = list_legal

    def faults(self, state: State) -> list[str]:
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

    def _frame(self, state: State) -> Iterator[str]:
        if not 0 <= state.round_number <= self._box.last_round:
            yield f"Round {state.round_number} does not exist: rounds go from 1 to {self._box.last_round}."
        for what, seat in (("decider", state.decider), ("first player", state.first)):
            if not 0 <= seat < state.players:
                yield f"The {what} must be one of the seats 1 to {state.players}."
        if not 0 <= state.barge < CROSSINGS or not 0 <= state.merchant < ROUTE:
            yield "The barge lies on a crossing, and the merchant stands on his route."
        if any(not 0 <= box < BOXES for box in state.box):
            yield "Prices stay within their rows."
        if any(seat.values() != Seat().values() for seat in state.seat[state.players :]):
            yield f"Only seats 1 to {state.players} are in the game."

    def _seat(self, state: State, player: int) -> Iterator[str]:
        box, seat, who = self._box, state.seat[player], f"Seat {player + 1}"
        if min(seat.coins, seat.flowers, seat.favors) < 0:
            yield f"{who} has fewer than no coins, flowers or Favors."
        for good in range(GOODS):
            if not 0 <= seat.goods[good] <= seat.room[good]:
                yield f"{who} has {seat.goods[good]} {GOOD_NAMES[good]}, and room for {seat.room[good]}."
        if not box.rowers <= seat.rowers <= box.rowers_at_most:
            yield f"{who} has {seat.rowers} rowers: there are {box.rowers} to {box.rowers_at_most}."
        bought = seat.tiles.bit_count()
        baskets = bought if state.asymmetric else bought + 2
        if seat.baskets != baskets or baskets > box.most_baskets:
            yield f"{who} has {baskets} baskets: a boat has room for {box.most_baskets}."
        room = [0] * GOODS
        if not state.asymmetric:
            for good in box.start_baskets:
                room[good] += 1
        for tile in members(seat.tiles):
            room[box.basket_one[tile]] += 1
            room[box.basket_other[tile]] += 1
        if room != seat.room:
            yield f"{who} has other room than the baskets give."
        owned = sum(owner == player for owner in state.owner)
        if seat.stalls < 0 or owned + seat.stalls != box.stall_pieces[state.players]:
            yield f"{who} has {box.stall_pieces[state.players]} stall pieces in all, not {owned + seat.stalls}."
        disks = sum(owner == player for owner in (*state.temple, *state.king))
        if seat.disks < 0 or disks + seat.disks != box.disks[state.edition]:
            yield f"{who} has {box.disks[state.edition]} disks in all, not {disks + seat.disks}."

    def _boats(self, state: State) -> Iterator[str]:
        sections = [seat.section for seat in state.seat[: state.players] if seat.section != NONE]
        if any(not 0 <= section < SECTIONS for section in sections) or len(set(sections)) != len(sections):
            yield "Every boat has a channel section of its own."
        if state.round_number and len(sections) < state.players:
            yield "All boats are on the canals once the first round has begun."
        if not state.round_number and any(not OUTER_SECTIONS >> section & 1 for section in sections):
            yield "Boats are first put on outer sections."

    def _board(self, state: State) -> Iterator[str]:
        for stall in range(STALLS):
            owner = state.owner[stall]
            if owner != NOBODY and state.stall[stall] >= GOODS:
                yield f"{STALL_NAMES[stall]} is no goods stall and cannot be owned."
            elif not NOBODY <= owner < state.players:
                yield f"{STALL_NAMES[stall]} belongs to nobody who is in the game."

    def _charts(self, state: State) -> Iterator[str]:
        if any(owner >= state.players for owner in (*state.temple, *state.king)):
            yield "A disk on a chart belongs to nobody who is in the game."
        met = conditions_of(state, self._box)
        if state.conditions != met:
            yield "The conditions for the end are not those that charts and stalls show."
        elif met.bit_count() > 1 and self._box.ends_at_once[state.edition] and not state.ending:
            yield "Two conditions have come about, so the game is over."
        columns = self._box.temple_columns_used[state.edition]
        for good in range(GOODS):
            row = state.temple[good * TEMPLE_COLUMNS : (good + 1) * TEMPLE_COLUMNS]
            count = state.temple_count[good]
            filled = [owner != NOBODY for owner in row]
            if count > columns or filled != [column < count for column in range(TEMPLE_COLUMNS)]:
                yield f"The temple's row of {GOOD_NAMES[good]} is filled from the left, {columns} spaces at most."
        for space in range(KING):
            if state.king[space] != NOBODY and not self._box.king_spaces[state.edition] >> space & 1:
                number, column = divmod(space, KING_COLUMNS)
                yield f"The King's row of {KING_ROW_NAMES[number]} has no space {column + 1} in this edition."

    def _cards(self, state: State) -> Iterator[str]:
        """Every card of the edition is in exactly one place."""
        basic = self._box.basic_hand
        if state.under_count and not self._box.may_refresh[state.edition]:
            yield "No card goes under the deck in this edition."
        if NONE in state.market and (state.deck or state.under_count):
            yield "All slots of the market have cards while the deck lasts."
        places = [*state.market, *state.under[: state.under_count], *members(state.deck)]
        for player, seat in enumerate(state.seat[: state.players]):
            if seat.hand & seat.discard or (seat.hand | seat.discard) & basic != basic:
                yield f"Seat {player + 1} has each basic card once, in hand or discarded."
            places += members((seat.hand | seat.discard) & ~basic)
        cards = [card for card in places if card != NONE]
        for card in range(basic.bit_length(), CARDS):
            wanted = self._box.deck[state.edition] >> card & 1
            if cards.count(card) != wanted:
                places_found = cards.count(card)
                yield f"The card {self._names.cards[card]} must be in {wanted or 'no'} place, not in {places_found}."

    def _tiles(self, state: State) -> Iterator[str]:
        """Every basket and order is in exactly one place."""
        tiles = [tile for tile in state.basket_at if tile != NONE] + members(state.bag)
        orders = [order for order in state.order_at if order != NONE] + members(state.unseen_orders)
        for seat in state.seat[: state.players]:
            tiles += members(seat.tiles)
            orders += members(seat.orders)
        if sorted(tiles) != members(self._box.bag[state.edition]):
            yield "Every basket tile must be in exactly one place: a boat, a stall or the bag."
        if sorted(orders) != list(range(len(self._names.orders))):
            yield "Every order must be in exactly one place: a player's, a restaurant or its stack."
        if len(state.basket_at) != PARTS:
            yield "Every part has one basket stall."
        if NONE in state.basket_at and state.bag:
            yield "Every basket stall has a basket while the bag lasts."
        if NONE in state.order_at and any(state.stack_left):
            yield "Every restaurant has an order while the stacks last."
        for stack, left in enumerate(state.stack_left):
            if left != stack_size(state, stack, self._box):
                yield f"Stack {stack + 1} has {stack_size(state, stack, self._box)} orders left, not {left}."

    def _question(self, state: State) -> Iterator[str]:
        if state.ending:
            return
        if not 0 <= state.decision < len(DECISIONS):
            yield "Nothing is asked, though the game is not over."
        elif (state.decision in (Ask.FIRST_SECTION, Ask.FIRST_STALL)) != (state.round_number == 0):
            yield "Boats and first stalls are placed before the first round, everything else after."
        elif state.round_number == 0:
            yield from self._setting_up(state)
        elif state.decision > Ask.CARD and state.card == NONE:
            yield "A card is played before anything else is asked in a turn."
        elif state.decision == Ask.CARD and (state.card != NONE or state.used):
            yield "No card is in play, and nothing is used, before a card is asked for."
        elif state.decision > Ask.CARD and not self._card_asks(state):
            yield f"The card {self._names.cards[state.card]} does not lead to the question asked."
        elif state.decision > Ask.CARD and not self._own_card(state):
            yield f"The card {self._names.cards[state.card]} is not the one that seat {state.decider + 1} just played."
        elif state.used and (state.decision != Ask.ACTION or (state.used & 4 and not self._king_is_near(state))):
            yield "Stalls and the King are used in the actions of a turn, the King only if he is near."
        elif not self._list_legal(state, [0] * 128):  # type: ignore[operator]
            yield f"Seat {state.decider + 1} has no legal move."

    def _setting_up(self, state: State) -> Iterator[str]:
        """Boats are placed in turn order, then first stalls in reverse, so that it is always clear whose turn it is."""
        turns = [(state.first + place) % state.players for place in range(state.players)]
        boats = [player for player in turns if state.seat[player].section != NONE]
        stalls = [player for player in reversed(turns) if player in state.owner]
        backwards = turns[::-1]
        placing = boats == turns
        in_order = boats == turns[: len(boats)] and stalls == backwards[: len(stalls)] and (placing or not stalls)
        if not in_order or len(stalls) == len(turns) or any(state.owner.count(player) > 1 for player in turns):
            yield "Boats are placed in turn order, then one stall each in reverse."
            return
        decider = backwards[len(stalls)] if placing else turns[len(boats)]
        if state.decision != (Ask.FIRST_STALL if placing else Ask.FIRST_SECTION) or state.decider != decider:
            yield f"Seat {decider + 1} is to place a {'stall' if placing else 'boat'}."

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
