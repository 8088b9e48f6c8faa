"""How long tests wait: only one that fails waits so long, on whatever machine and whatever else it does."""

PATIENCE = 600
