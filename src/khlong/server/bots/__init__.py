"""Bots in processes of their own, and those who act by themselves."""
