"""The rules of Phraya, in the order of the rulebook.

set-up · the turn: card, movement, actions · merchant · stalls · barge and King · game end · scoring
"""
