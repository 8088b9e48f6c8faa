"""Benchmarks of our engines beside those of others: `python -m bench` from the root of the repository."""
