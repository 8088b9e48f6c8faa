"""The balance lab: thousands of games of sensible bots, and one report of what they say about a game's components."""
