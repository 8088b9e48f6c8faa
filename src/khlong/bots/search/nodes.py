"""The tree of a search, in one array: no objects, so that compiled code grows it without Python.

A node is a position. The moves of a position are nodes that stand side by side, the most promising first. A move that
chance answers has its outcomes behind it, a list of nodes told apart by their keys.
"""

from __future__ import annotations

from typing import Annotated, Any

from khlong.engine.rule import rule

ROOT = 0
NO_NODE = 0  # the root is nobody's child, so its number is free
NOT_FOUND = -1


class Node:
    """A position, and what was found out about it."""

    key: Annotated[int, "i8"]  # a hash of the position, once it has been looked at
    first: Annotated[int, "i4"]  # the first of its moves
    outcome: Annotated[int, "i4"]  # the first of its outcomes
    next: Annotated[int, "i4"]  # the next outcome of the same move
    visits: Annotated[int, "i4"]
    outcomes: Annotated[int, "i4"]  # how many there are
    count: Annotated[int, "i2"]  # how many moves there are, 0 if nobody has looked yet
    move: Annotated[int, "i2"]  # the move that leads here
    decider: Annotated[int, "i1"]
    prior: Annotated[float, "f4"]  # how promising the move looked at first sight, among its siblings
    behind: Annotated[float, "f4"]  # how far its share of the win then was behind the best of them
    shares: Annotated[list[float], "f4", "players"]  # of the win, summed over visits
    points: Annotated[list[float], "f4", "players"]  # likewise


@rule
def clear_node(node: Node, move: int) -> None:
    """A node that nobody has visited."""
    node.key = 0
    node.first = NO_NODE
    node.outcome = NO_NODE
    node.next = NO_NODE
    node.visits = 0
    node.outcomes = 0
    node.count = 0
    node.move = move
    node.decider = 0
    node.prior = 1.0
    node.behind = 0.0
    for player in range(len(node.shares)):
        node.shares[player] = 0.0
        node.points[player] = 0.0


@rule
def keep_subtree(source: list[Node], start: int, target: list[Node], origin: list[int]) -> int:
    """Copies what hangs on a node into an empty tree, level by level; returns how many nodes there are then.

    `origin` notes for each new node where it came from, which makes it the queue as well.
    """
    target[ROOT] = source[start]
    target[ROOT].next = NO_NODE
    origin[ROOT] = start
    used = 1
    node = 0
    while node < used:
        old = source[origin[node]]
        if old.count:
            target[node].first = used
            for index in range(old.count):
                target[used] = source[old.first + index]
                origin[used] = old.first + index
                used += 1
        outcome = old.outcome
        target[node].outcome = used if outcome != NO_NODE else NO_NODE
        while outcome != NO_NODE:
            target[used] = source[outcome]
            origin[used] = outcome
            outcome = source[outcome].next
            target[used].next = used + 1 if outcome != NO_NODE else NO_NODE
            used += 1
        node += 1
    return used


@rule
def find_below(nodes: list[Node], start: int, moves: list[int], key: int, stack: Any) -> int:
    """The node that some moves lead to from another, whatever chance answered on the way; or NOT_FOUND.

    The key tells which of the outcomes it is. `stack` holds nodes to try, and how many of the moves led there.
    """
    stack[0, 0] = start
    stack[0, 1] = 0
    size = 1
    while size:
        size -= 1
        node, done = stack[size, 0], stack[size, 1]
        if done == len(moves) and nodes[node].key == key and nodes[node].count:
            return node  # type: ignore[no-any-return]
        if done < len(moves):
            for index in range(nodes[node].first, nodes[node].first + nodes[node].count):
                if nodes[index].move == moves[done] and size < len(stack):
                    stack[size, 0] = index
                    stack[size, 1] = done + 1
                    size += 1
        outcome = nodes[node].outcome
        while outcome != NO_NODE:
            if size < len(stack):
                stack[size, 0] = outcome
                stack[size, 1] = done
                size += 1
            outcome = nodes[outcome].next
    return NOT_FOUND
