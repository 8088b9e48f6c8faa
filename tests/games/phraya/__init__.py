"""The rules of Phraya, each proved from a position."""
