"""Puzzles cut from games of strong bots: `python -m khlong.lab.puzzles GAME`."""
