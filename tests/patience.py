"""How long tests wait: only one that fails waits so long, on whatever machine and whatever else it does."""

import os

PATIENCE = float(os.environ.get("KHLONG_PATIENCE", "600"))  # in seconds; less finds a failure sooner
