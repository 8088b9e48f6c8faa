"""Games looked at again: everybody's chances, what decisions cost, what luck did.

>>> import khlong
>>> table = khlong.new_table("floating-market", seed=7).play("place temple")
>>> found = review(table)
>>> [sum(row) for row in found["chances"]], found["decisions"][0]["move"]
([1.0, 1.0], 'place temple')
"""

from .analysis import Analysis, review
from .game import PastGame
from .shape import VERSION, Review

__all__ = ["VERSION", "Analysis", "PastGame", "Review", "review"]
