"""What makes a position impossible: every reason in words a player understands."""

from collections.abc import Iterator

from .canal import CROSSINGS, OUTER_SECTIONS, PARTS, SECTIONS, STALL_NAMES, STALLS
from .components import BOXES, KING_COLUMNS, ROUTE, TEMPLE_COLUMNS
from .decisions import DECISIONS
from .kinds import GOOD_NAMES, GOODS
from .moves import CARDS
from .names import KING_ROW_NAMES, Names
from .state import KING, NOBODY, NONE, Ask, Seat, State
from .tables import Tables
from .view import members


class Inspector:
    """Finds what is wrong with a state, given the components."""

    def __init__(self, names: Names, tables: Tables, list_legal: object) -> None:
        self._names = names
        self._tables = tables
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
        if not 0 <= state.round_number <= self._tables.last_round:
            yield f"Round {state.round_number} does not exist: rounds go from 1 to {self._tables.last_round}."
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
        tables, seat, who = self._tables, state.seat[player], f"Seat {player + 1}"
        if min(seat.coins, seat.flowers, seat.favors) < 0:
            yield f"{who} has fewer than no coins, flowers or Favors."
        for good in range(GOODS):
            if not 0 <= seat.goods[good] <= seat.room[good]:
                yield f"{who} has {seat.goods[good]} {GOOD_NAMES[good]}, and room for {seat.room[good]}."
        if not tables.rowers <= seat.rowers <= tables.rowers_at_most:
            yield f"{who} has {seat.rowers} rowers: there are {tables.rowers} to {tables.rowers_at_most}."
        bought = seat.tiles.bit_count()
        baskets = bought if state.asymmetric else bought + 2
        if seat.baskets != baskets or baskets > tables.most_baskets:
            yield f"{who} has {baskets} baskets: a boat has room for {tables.most_baskets}."
        room = [0] * GOODS
        if not state.asymmetric:
            for good in tables.start_baskets:
                room[good] += 1
        for tile in members(seat.tiles):
            room[tables.basket_one[tile]] += 1
            room[tables.basket_other[tile]] += 1
        if room != seat.room:
            yield f"{who} has other room than the baskets give."
        owned = sum(owner == player for owner in state.owner)
        if seat.stalls < 0 or owned + seat.stalls != tables.stall_pieces[state.players]:
            yield f"{who} has {tables.stall_pieces[state.players]} stall pieces in all, not {owned + seat.stalls}."
        disks = sum(owner == player for owner in (*state.temple, *state.king))
        if seat.disks < 0 or disks + seat.disks != tables.disks[state.edition]:
            yield f"{who} has {tables.disks[state.edition]} disks in all, not {disks + seat.disks}."

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
        columns = self._tables.temple_columns_used[state.edition]
        for good in range(GOODS):
            row = state.temple[good * TEMPLE_COLUMNS : (good + 1) * TEMPLE_COLUMNS]
            count = state.temple_count[good]
            filled = [owner != NOBODY for owner in row]
            if count > columns or filled != [column < count for column in range(TEMPLE_COLUMNS)]:
                yield f"The temple's row of {GOOD_NAMES[good]} is filled from the left, {columns} spaces at most."
        for space in range(KING):
            if state.king[space] != NOBODY and not self._tables.king_spaces[state.edition] >> space & 1:
                number, column = divmod(space, KING_COLUMNS)
                yield f"The King's row of {KING_ROW_NAMES[number]} has no space {column + 1} in this edition."

    def _cards(self, state: State) -> Iterator[str]:
        """Every card of the edition is in exactly one place."""
        basic = self._tables.basic_hand
        places = [*state.market, *state.under[: state.under_count], *members(state.deck)]
        for player, seat in enumerate(state.seat[: state.players]):
            if seat.hand & seat.discard or (seat.hand | seat.discard) & basic != basic:
                yield f"Seat {player + 1} has each basic card once, in hand or discarded."
            places += members((seat.hand | seat.discard) & ~basic)
        cards = [card for card in places if card != NONE]
        for card in range(basic.bit_length(), CARDS):
            wanted = self._tables.deck[state.edition] >> card & 1
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
        if sorted(tiles) != members(self._tables.bag[state.edition]):
            yield "Every basket tile must be in exactly one place: a boat, a stall or the bag."
        if sorted(orders) != list(range(len(self._names.orders))):
            yield "Every order must be in exactly one place: a player's, a restaurant or its stack."
        if len(state.basket_at) != PARTS:
            yield "Every part has one basket stall."

    def _question(self, state: State) -> Iterator[str]:
        if state.ending:
            return
        if not 0 <= state.decision < len(DECISIONS):
            yield "Nothing is asked, though the game is not over."
        elif (state.decision in (Ask.FIRST_SECTION, Ask.FIRST_STALL)) != (state.round_number == 0):
            yield "Boats and first stalls are placed before the first round, everything else after."
        elif state.decision > Ask.CARD and state.card == NONE:
            yield "A card is played before anything else is asked in a turn."
        elif not self._list_legal(state, [0] * 128):  # type: ignore[operator]
            yield f"Seat {state.decider + 1} has no legal move."
