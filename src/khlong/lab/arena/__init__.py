"""The arena: bots meet in many games, fairly, and are ranked."""
