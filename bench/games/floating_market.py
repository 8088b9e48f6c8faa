"""What is wanted of Floating Market."""

from bench.peers import BACKGAMMON, CATAN, CATANATRON, OPEN_SPIEL_ROLLOUTS
from bench.search import positions_with
from bench.targets import Target, for_agents, punctual, targets
from bench.words import rate, times
from khlong.bots.search.bot import MOST_THREADS

from . import Bench

BENCH = Bench(
    places=40,  # 3 KiB of state
    targets=(
        *targets(native=10e6, python=100e3, cuda=8e9, copy=1e-6, warm=1.5),
        Target(
            f"search: {rate(100e3)} playouts/s or nodes with value on a core",
            100e3,
            lambda sheet, game: sheet.best(positions_with(1), game),
            rate,
        ),
        *for_agents(batch=8e6, agents=100e3),
        punctual(1),
        punctual(MOST_THREADS),
        Target(
            "native: 100 times OpenSpiel's backgammon or more, which is measured by C++ rollouts, not from Python",
            100,
            lambda sheet, game: sheet.times_native(game, sheet.best(OPEN_SPIEL_ROLLOUTS, BACKGAMMON, 2)),
            times,
        ),
        Target(
            "native: 500 times Catanatron or more",
            500,
            lambda sheet, game: sheet.times_native(game, sheet.best(CATANATRON, CATAN)),
            times,
        ),
    ),
)
