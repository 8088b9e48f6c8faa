"""The rules of Phraya, in the order of the rulebook.

set-up · the turn · cards · merchant · barge · movement · actions: goods stall, stalls, king and his favors · turn end ·
game end · scoring
"""
