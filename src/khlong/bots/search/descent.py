"""Monte-Carlo tree search as rules: one descent after another, each with dice of its own.

Payoffs are vectors, and whoever decides at a node prefers what is best for them. A new node is not played out: every
move is tried for one step and what it leads to is valued, which says where to look first (PUCT) and what to expect.
The linker puts a game's own rules and its value in the place of those named here.
"""

from math import exp, sqrt
from typing import Any

import numpy as np

from khlong.engine.chance import below, draw, sow
from khlong.engine.decision import GAME_TURN
from khlong.engine.loops import answer, begin, game_turn, legal_moves, play, value
from khlong.engine.rule import rule

from .nodes import MOST_PLAYERS, NO_NODE, ROOT, clear_node

# the states that a search works on, by number
START, NOW, TRIAL, ROLL, GAME = range(5)
STATES = 5
DEEPEST = 200
HASH_PRIME = 0x9E3779B97F4A7C1


def desk_type(room: int) -> Any:
    """What a search keeps at hand: room for so many moves."""
    return np.dtype(
        [
            ("used", np.int64),  # nodes
            ("moves", np.int16, (room,)),
            ("order", np.int16, (room,)),
            ("seen_shares", np.float64, (room, MOST_PLAYERS)),  # of each move, at first sight
            ("seen_points", np.float64, (room, MOST_PLAYERS)),
            ("shares", np.float64, (MOST_PLAYERS,)),  # what the descent came to
            ("points", np.float64, (MOST_PLAYERS,)),
            ("path", np.int32, (DEEPEST + 2,)),
        ],
        align=True,
    )


@rule
def position_key(words: Any, slot: int, mask: Any) -> int:
    """A hash of all of a state that matters for what follows."""
    key = HASH_PRIME
    for index in range(len(mask)):
        key = (key ^ (words[slot, index] & mask[index])) * HASH_PRIME
        key ^= key >> 29
    return key


@rule
def plant(nodes: Any, desk: Any) -> None:
    """A tree that is nothing but its root."""
    clear_node(nodes[ROOT], -1)
    desk.used = 1


@rule
def look_ahead(states: Any, desk: Any, index: int, settings: Any) -> None:
    """Values what a move leads to. Where that is the game's turn, several times: the same dice for every move."""
    trial = states[TRIAL]
    states[TRIAL] = states[NOW]
    shares, points = desk.seen_shares[index], desk.seen_points[index]
    answer(trial, desk.moves[index])
    if trial.decision != GAME_TURN or settings.rolls == 0:
        value(trial, shares, points)
        return
    states[ROLL] = states[TRIAL]
    for player in range(MOST_PLAYERS):
        shares[player] = 0.0
        points[player] = 0.0
    seed = trial.chance
    word0, word1, word2, word3 = seed.a, seed.b, seed.c, seed.counter
    for number in range(settings.rolls):
        states[TRIAL] = states[ROLL]
        sow(trial.chance, word0, word1, word2, word3, number)
        game_turn(trial)
        value(trial, desk.shares, desk.points)
        for player in range(trial.players):
            shares[player] += desk.shares[player] / settings.rolls
            points[player] += desk.points[player] / settings.rolls


@rule
def expand(states: Any, words: Any, mask: Any, nodes: Any, desk: Any, node: int, settings: Any) -> bool:
    """Gives a node its moves, the best at first sight first, which is also what the descent came to.

    False if there is no room for them.
    """
    state = states[NOW]
    count = legal_moves(state, desk.moves)
    if desk.used + count > len(nodes):
        return False
    mover = state.decider
    for index in range(count):
        look_ahead(states, desk, index, settings)
        seen = desk.seen_shares[index, mover]
        place = index
        while place > 0 and desk.seen_shares[desk.order[place - 1], mover] < seen:
            desk.order[place] = desk.order[place - 1]
            place -= 1
        desk.order[place] = index
    best = desk.seen_shares[desk.order[0], mover]
    total = 0.0
    for index in range(count):
        total += exp((desk.seen_shares[index, mover] - best) / settings.temperature)
    for rank in range(count):
        index = desk.order[rank]
        child = nodes[desk.used + rank]
        clear_node(child, desk.moves[index])
        child.behind = best - desk.seen_shares[index, mover]
        child.prior = exp(-child.behind / settings.temperature) / total
    nodes[node].key = position_key(words, NOW, mask)
    nodes[node].decider = mover
    nodes[node].first = desk.used
    nodes[node].count = count
    desk.used += count
    if settings.lookahead:
        for player in range(state.players):
            desk.shares[player] = desk.seen_shares[desk.order[0], player]
            desk.points[player] = desk.seen_points[desk.order[0], player]
    else:
        value(state, desk.shares, desk.points)
    return True


@rule
def select(nodes: Any, node: int, settings: Any) -> int:
    """The move to try: good so far, promising, or not tried much. The longer we look, the more moves we look at."""
    parent = nodes[node]
    mover = parent.decider
    root_of_visits = sqrt(parent.visits)
    wide = min(parent.count, 2 + int(settings.widening * root_of_visits))
    average = parent.shares[mover] / max(1, parent.visits)
    best, best_score = parent.first, -1e9
    for index in range(parent.first, parent.first + wide):
        child = nodes[index]
        share = child.shares[mover] / child.visits if child.visits else average - child.behind
        score = share + settings.exploration * child.prior * root_of_visits / (1 + child.visits)
        if score > best_score:
            best, best_score = index, score
    return best  # type: ignore[no-any-return]


@rule
def find_outcome(nodes: Any, desk: Any, node: int, key: int, settings: Any) -> int:
    """The node of what chance answered to a move. New ones are made as visits grow; else NO_NODE."""
    outcome = nodes[node].outcome
    while outcome != NO_NODE:
        if nodes[outcome].key == key:
            return outcome  # type: ignore[no-any-return]
        outcome = nodes[outcome].next
    if nodes[node].outcomes >= settings.outcomes * sqrt(nodes[node].visits) or desk.used >= len(nodes):
        return NO_NODE
    outcome = desk.used
    desk.used += 1
    clear_node(nodes[outcome], nodes[node].move)
    nodes[outcome].key = key
    nodes[outcome].next = nodes[node].outcome
    nodes[node].outcome = outcome
    nodes[node].outcomes += 1
    return outcome  # type: ignore[no-any-return]


@rule
def descend(states: Any, words: Any, mask: Any, nodes: Any, desk: Any, own: Any, settings: Any) -> None:
    """From the root to a position that is new, over, or not worth a node; its value goes back all the way."""
    states[NOW] = states[START]
    state = states[NOW]
    sow(state.chance, draw(own), draw(own), draw(own), draw(own), 0)
    node = ROOT
    desk.path[0] = ROOT
    depth = 1
    mover = -1
    while True:
        if state.ending or (node == NO_NODE and depth > 1) or depth > DEEPEST:
            value(state, desk.shares, desk.points)
            break
        if nodes[node].count == 0:
            if not expand(states, words, mask, nodes, desk, node, settings):
                value(state, desk.shares, desk.points)
                break
            if nodes[node].count > 1 and (settings.finish == 0 or (state.decider != mover and depth > 1)):
                break
        mover = state.decider
        node = select(nodes, node, settings)
        desk.path[depth] = node
        depth += 1
        drawn = state.chance.counter
        play(state, nodes[node].move)
        if state.chance.counter != drawn and state.ending == 0:
            node = find_outcome(nodes, desk, node, position_key(words, NOW, mask), settings)
            if node != NO_NODE:
                desk.path[depth] = node
                depth += 1
    for step in range(depth):
        passed = nodes[desk.path[step]]
        passed.visits += 1
        for player in range(state.players):
            passed.shares[player] += desk.shares[player]
            passed.points[player] += desk.points[player]


@rule
def settled(nodes: Any, left: int) -> bool:
    """Whether no other move can catch up with the most visited one any more."""
    root = nodes[ROOT]
    most, second = 0, 0
    for index in range(root.first, root.first + root.count):
        visits = nodes[index].visits
        if visits > most:
            most, second = visits, most
        elif visits > second:
            second = visits
    return most - second > left


@rule
def think(
    states: Any, words: Any, mask: Any, nodes: Any, desk: Any, own: Any, settings: Any, playouts: int, total: int
) -> int:
    """Some descents, fewer once the choice is settled for all there are to be; returns how many."""
    for made in range(playouts):
        if made % 64 == 0 and settled(nodes, total - made):
            return made
        descend(states, words, mask, nodes, desk, own, settings)
    return playouts


@rule
def favourite(nodes: Any) -> int:
    """The root's most visited move; of equals the one that was more promising."""
    root = nodes[ROOT]
    best = root.first
    for index in range(root.first + 1, root.first + root.count):
        if nodes[index].visits > nodes[best].visits:
            best = index
    return nodes[best].move  # type: ignore[no-any-return]


@rule
def decide(states: Any, words: Any, mask: Any, nodes: Any, desk: Any, own: Any, settings: Any, playouts: int) -> int:
    """The move of a player with so many playouts in the position at the start; without any, a random one."""
    count = legal_moves(states[START], desk.moves)
    if count == 1 or playouts == 0:
        return desk.moves[below(own, count)]  # type: ignore[no-any-return]
    plant(nodes, desk)
    think(states, words, mask, nodes, desk, own, settings, playouts, playouts)
    return favourite(nodes)


@rule
def play_game(
    template: Any,
    seeds: Any,
    playouts: Any,
    settings: Any,
    states: Any,
    words: Any,
    mask: Any,
    nodes: Any,
    desks: Any,
    owns: Any,
    made: Any,
) -> int:
    """Plays a whole game; returns how many moves were made. The first seed is the game's, the others are the seats'."""
    states[GAME] = template[0]
    game = states[GAME]
    begin(game, seeds[0, 0], seeds[0, 1], seeds[0, 2], seeds[0, 3], 0)
    while game.ending == 0:
        seat = game.decider
        seed = seeds[1 + seat]
        sow(owns[0], seed[0], seed[1], seed[2], seed[3], game.ply)
        states[START] = states[GAME]
        move = decide(states, words, mask, nodes, desks[0], owns[0], settings[seat], playouts[seat])
        if game.ply < len(made):
            made[game.ply] = move
        play(game, move)
    return game.ply  # type: ignore[no-any-return]


@rule
def think_on(
    states: Any, words: Any, mask: Any, nodes: Any, desks: Any, owns: Any, settings: Any, playouts: int, total: int
) -> int:
    """`think` as an entry point."""
    return think(states, words, mask, nodes, desks[0], owns[0], settings[0], playouts, total)


@rule
def root_key(words: Any, mask: Any) -> int:
    """`position_key` of the position at the start, as an entry point."""
    return position_key(words, START, mask)
