"""What is wanted of Phraya."""

from bench.ours import EMPTY_CACHE
from bench.targets import Target, for_agents, punctual, targets
from bench.words import span
from khlong.bots.search.bot import MOST_THREADS

from . import Bench

BENCH = Bench(
    places=190,  # 14 KiB of state
    targets=(
        *targets(native=2e6, python=40e3, cuda=500e6, copy=2e-6, warm=2.0),
        *for_agents(batch=4e6, agents=100e3),
        punctual(1),
        punctual(MOST_THREADS),
        Target(
            "native: from process start to first game in less than 60 s, all compiled anew",
            60,
            lambda sheet, game: sheet.best(EMPTY_CACHE, game),
            span,
            True,
        ),
    ),
)
