"""Monte-Carlo tree search as rules: one descent after another, each with dice of its own.

Payoffs are vectors, and whoever decides at a node prefers what is best for them. A new node is not played out: every
move is tried for one step and what it leads to is valued, which says where to look first (PUCT) and what to expect.
The linker puts a game's own rules and its value in the place of those named here.
"""

from math import exp, sqrt
from typing import Annotated, Any, NamedTuple

from khlong.engine.chance import Chance, below, draw, sow
from khlong.engine.decision import GAME_TURN
from khlong.engine.game import Game, GameState
from khlong.engine.loops import answer, begin, game_turn, legal_moves, play, value
from khlong.engine.rule import rule
from khlong.engine.scratch import copy_into
from khlong.games.facets import Settings

from .nodes import NO_NODE, ROOT, Node, clear_node

# the states that a search works on, by number
START, NOW, TRIAL, ROLL, GAME = range(5)
STATES = 5
DEEPEST = 200
HASH_PRIME = 0x9E3779B97F4A7C1


class Scratch:
    """What a search keeps at hand while it descends."""

    used: Annotated[int, "i8"]  # nodes
    moves: Annotated[list[int], "i2", "moves"]
    order: Annotated[list[int], "i2", "moves"]
    seen_shares: Annotated[list[list[float]], "f8", "moves", "players"]  # of each move, at first sight
    seen_points: Annotated[list[list[float]], "f8", "moves", "players"]
    shares: Annotated[list[float], "f8", "players"]  # what the descent came to
    points: Annotated[list[float], "f8", "players"]
    path: Annotated[list[int], "i4", "path"]


class Workspace(NamedTuple):
    """All that one thread's search works on, in lists or in arrays of records."""

    states: list[GameState]
    words: Any  # the states once more, as plain numbers
    mask: Any  # which bits of them matter
    nodes: list[Node]
    scratch: Scratch
    own: Chance  # the player's dice, not the table's


def sizes(game: Game) -> dict[str, int]:
    """How long the lists of a search are."""
    return {"players": max(game.players), "moves": game.most_moves + 1, "path": DEEPEST + 2}


@rule
def position_key(words: Any, slot: int, mask: Any) -> int:
    """A hash of all of a state that matters for what follows."""
    key = HASH_PRIME
    for index in range(len(mask)):
        key = (key ^ (words[slot, index] & mask[index])) * HASH_PRIME
        key ^= key >> 29
    return key


@rule
def plant(nodes: list[Node], scratch: Scratch) -> None:
    """A tree that is nothing but its root."""
    clear_node(nodes[ROOT], -1)
    scratch.used = 1


@rule
def look_ahead(states: list[GameState], scratch: Scratch, index: int, settings: Settings) -> None:
    """Values what a move leads to. Where that is the game's turn, several times: the same dice for every move."""
    trial = copy_into(states, states[NOW], TRIAL)
    shares, points = scratch.seen_shares[index], scratch.seen_points[index]
    answer(trial, scratch.moves[index])
    if trial.decision != GAME_TURN or settings.rolls == 0:
        value(trial, shares, points)
        return
    copy_into(states, trial, ROLL)
    for player in range(trial.players):
        shares[player] = 0.0
        points[player] = 0.0
    seed = trial.chance
    word0, word1, word2, word3 = seed.a, seed.b, seed.c, seed.counter
    for number in range(settings.rolls):
        trial = copy_into(states, states[ROLL], TRIAL)
        sow(trial.chance, word0, word1, word2, word3, number)
        game_turn(trial)
        value(trial, scratch.shares, scratch.points)
        for player in range(trial.players):
            shares[player] += scratch.shares[player] / settings.rolls
            points[player] += scratch.points[player] / settings.rolls


@rule
def expand(space: Workspace, node: int, settings: Settings) -> bool:
    """Gives a node its moves, the best at first sight first, which is also what the descent came to.

    False if there is no room for them.
    """
    states, nodes, scratch = space.states, space.nodes, space.scratch
    state = states[NOW]
    count = legal_moves(state, scratch.moves)
    if scratch.used + count > len(nodes):
        return False
    mover = state.decider
    for index in range(count):
        look_ahead(states, scratch, index, settings)
        seen = scratch.seen_shares[index][mover]
        place = index
        while place > 0 and scratch.seen_shares[scratch.order[place - 1]][mover] < seen:
            scratch.order[place] = scratch.order[place - 1]
            place -= 1
        scratch.order[place] = index
    best = scratch.seen_shares[scratch.order[0]][mover]
    total = 0.0
    for index in range(count):
        total += exp((scratch.seen_shares[index][mover] - best) / settings.temperature)
    for rank in range(count):
        index = scratch.order[rank]
        child = nodes[scratch.used + rank]
        clear_node(child, scratch.moves[index])
        child.behind = best - scratch.seen_shares[index][mover]
        child.prior = exp(-child.behind / settings.temperature) / total
    nodes[node].key = position_key(space.words, NOW, space.mask)
    nodes[node].decider = mover
    nodes[node].first = scratch.used
    nodes[node].count = count
    scratch.used += count
    if settings.lookahead:
        for player in range(state.players):
            scratch.shares[player] = scratch.seen_shares[scratch.order[0]][player]
            scratch.points[player] = scratch.seen_points[scratch.order[0]][player]
    else:
        value(state, scratch.shares, scratch.points)
    return True


@rule
def select(nodes: list[Node], node: int, settings: Settings) -> int:
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
    return best


@rule
def find_outcome(nodes: list[Node], scratch: Scratch, node: int, key: int, settings: Settings) -> int:
    """The node of what chance answered to a move. New ones are made as visits grow; else NO_NODE."""
    outcome = nodes[node].outcome
    while outcome != NO_NODE:
        if nodes[outcome].key == key:
            return outcome
        outcome = nodes[outcome].next
    if nodes[node].outcomes >= settings.outcomes * sqrt(nodes[node].visits) or scratch.used >= len(nodes):
        return NO_NODE
    outcome = scratch.used
    scratch.used += 1
    clear_node(nodes[outcome], nodes[node].move)
    nodes[outcome].key = key
    nodes[outcome].next = nodes[node].outcome
    nodes[node].outcome = outcome
    nodes[node].outcomes += 1
    return outcome


@rule
def descend(space: Workspace, settings: Settings, first: int) -> None:
    """From the root to a position that is new, over, or not worth a node; its value goes back all the way.

    `first` is the root's move to begin with; with NO_NODE the search chooses that too.
    """
    nodes, scratch, own = space.nodes, space.scratch, space.own
    state = copy_into(space.states, space.states[START], NOW)
    sow(state.chance, draw(own), draw(own), draw(own), draw(own), 0)
    node = ROOT
    scratch.path[0] = ROOT
    depth = 1
    mover = -1
    while True:
        if state.ending or (node == NO_NODE and depth > 1) or depth > DEEPEST:
            value(state, scratch.shares, scratch.points)
            break
        if nodes[node].count == 0:
            if not expand(space, node, settings):
                value(state, scratch.shares, scratch.points)
                break
            if nodes[node].count > 1 and (settings.finish == 0 or (state.decider != mover and depth > 1)):
                break
        mover = state.decider
        node = first if node == ROOT and first != NO_NODE else select(nodes, node, settings)
        scratch.path[depth] = node
        depth += 1
        drawn = state.chance.counter
        play(state, nodes[node].move)
        if state.chance.counter != drawn and state.ending == 0:
            node = find_outcome(nodes, scratch, node, position_key(space.words, NOW, space.mask), settings)
            if node != NO_NODE:
                scratch.path[depth] = node
                depth += 1
    for step in range(depth):
        passed = nodes[scratch.path[step]]
        passed.visits += 1
        for player in range(state.players):
            passed.shares[player] += scratch.shares[player]
            passed.points[player] += scratch.points[player]


@rule
def settled(nodes: list[Node], left: int) -> bool:
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
def think(space: Workspace, settings: Settings, playouts: int, total: int, first: int) -> int:
    """Some descents, fewer once the choice is settled for all there are to be; returns how many.

    With a first move, all of them are made, and begin with it: see `descend`.
    """
    for made in range(playouts):
        if first == NO_NODE and made % 64 == 0 and settled(space.nodes, total - made):
            return made
        descend(space, settings, first)
    return playouts


@rule
def favourite(nodes: list[Node]) -> int:
    """The root's most visited move; of equals the one that was more promising."""
    root = nodes[ROOT]
    best = root.first
    for index in range(root.first + 1, root.first + root.count):
        if nodes[index].visits > nodes[best].visits:
            best = index
    return nodes[best].move


@rule
def decide(space: Workspace, settings: Settings, playouts: int) -> int:
    """The move of a player with so many playouts in the position at the start; without any, a random one."""
    count = legal_moves(space.states[START], space.scratch.moves)
    if count == 1 or playouts == 0:
        return space.scratch.moves[below(space.own, count)]
    plant(space.nodes, space.scratch)
    think(space, settings, playouts, playouts, NO_NODE)
    return favourite(space.nodes)


@rule
def play_game(template: Any, seeds: Any, playouts: Any, settings: Any, space: Workspace, made: Any) -> int:
    """Plays a whole game; returns how many moves were made. The first seed is the game's, the others are the seats'."""
    game: GameState = copy_into(space.states, template, GAME)
    begin(game, seeds[0, 0], seeds[0, 1], seeds[0, 2], seeds[0, 3], 0)
    while game.ending == 0:
        seat = game.decider
        seed = seeds[1 + seat]
        sow(space.own, seed[0], seed[1], seed[2], seed[3], game.ply)
        copy_into(space.states, game, START)
        move = decide(space, settings[seat], playouts[seat])
        if game.ply < len(made):
            made[game.ply] = move
        play(game, move)
    return game.ply


@rule
def think_on(space: Workspace, settings: Settings, playouts: int, total: int, first: int) -> int:
    """`think` as an entry point."""
    return think(space, settings, playouts, total, first)


@rule
def root_key(space: Workspace) -> int:
    """`position_key` of the position at the start, as an entry point."""
    return position_key(space.words, START, space.mask)
