"""The rules of Floating Market, in the order of the rulebook.

set-up · assign customers (with the buildings that act at once) · collect fruit · round end · game end
"""
