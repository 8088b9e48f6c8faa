"""What environments do on a GPU, whatever fails: `python -m bench.gpu [--minutes 2] [--keep agent.pt2]`.

Parts are processes of their own: those that only need the processor, to compile, begin at once, but nothing is measured
while another part runs. Each line is printed as soon as it is known; a table of all figures comes last.
"""

from __future__ import annotations

import argparse
import json
import os
import re
import subprocess
import sys
import tempfile
import time
import traceback
from collections.abc import Callable
from concurrent.futures import ProcessPoolExecutor
from dataclasses import dataclass
from functools import cache, partial
from itertools import pairwise
from multiprocessing import get_context
from pathlib import Path
from typing import Any

from rich.console import Console
from rich.table import Table

from khlong.bots import ask, bot_named
from khlong.table import new_table

from .crew import ROOT

GAMES = 1 << 20
FEW_GAMES = 1 << 14
PLAYERS, SEED = 4, 1
WIDTH, ALIGNED = 256, 8
LEAST = 1e-30  # of which a logarithm is taken
STEPS, LAUNCH = 32, 64
REPEATS = 3
WANTED = {  # decisions a second: alone, with a network
    "floating-market": (500e6, 250e6),
    "phraya": (250e6, 100e6),
}
LEARNT = 10e6
MEETINGS, OPPONENT = 200, "easy"
SHARE = 1 / 3  # of the speed of many games that few should reach
EXAMPLE, COMPARE = ROOT / "examples" / "ppo.py", ROOT / "tests" / "envs" / "compare_cuda.py"
COMPARING = 150  # seconds
COMPARED = {  # by a process for each line: few games for long, and so many that each has but one thread
    "floating-market": ["--games 2048 --steps 150", "--games 66000 --steps 8"],
    "phraya": [
        *(f"--games 512 --steps 120 --share {share} 4" for share in range(4)),
        "--games 66000 --steps 4 --share 1 20",
    ],
}
LINES = "BENCH_GPU_LINES"


def tell(what: str, value: float | str, wanted: float | None = None) -> None:
    """Prints a figure, and keeps it for the table."""
    shown = value if isinstance(value, str) else f"{value / 1e6:,.1f} M/s"
    print(f"## {what}: {shown}" + (f" (wanted {wanted / 1e6:,.0f} M/s)" if wanted else ""), flush=True)
    with Path(os.environ[LINES]).open("a", encoding="utf-8") as lines:
        lines.write(json.dumps([what, shown, f"{wanted / 1e6:,.0f} M/s" if wanted else ""]) + "\n")


def attempt(what: str, measure: Callable[[], object]) -> None:
    """Measures something; what fails does not take the rest with it."""
    try:
        measure()
    except Exception as failure:  # whatever it is, the other parts are worth having
        traceback.print_exc()
        sys.stderr.flush()
        tell(what, f"failed: {type(failure).__name__}: {str(failure)[:120]}")


def wait_for_turn() -> None:
    """Says that all is compiled, and waits to be called."""
    print("## ready", flush=True)
    sys.stdin.readline()


@cache
def own_stream() -> Any:
    """The stream of this process, for torch and for batches."""
    import torch

    stream = torch.cuda.Stream()
    torch.cuda.set_stream(stream)
    return stream


class Loop:
    """A batch on the card with its arrays in torch tensors, and policies to play it by."""

    def __init__(self, game: str, games: int, players: int = PLAYERS) -> None:
        import torch

        from khlong.envs import make_batch

        self.torch, self.games, self.game = torch, games, game
        self.stream = own_stream()
        self.batch: Any = make_batch(
            game,
            games,
            players=players,
            backend="cuda",
            allocate=lambda shape, kind: torch.empty(shape, dtype=getattr(torch, kind), device="cuda"),
            stream=self.stream.cuda_stream,
            check=False,
        )
        self.frame = self.batch.reset(SEED)
        size, moves = self.frame.observation.shape[1], self.frame.legal.shape[1]
        self.layers = [
            torch.nn.Linear(before, after, device="cuda", dtype=torch.float16).requires_grad_(False)
            for before, after in pairwise((padded(size), WIDTH, WIDTH, WIDTH, padded(moves)))
        ]
        self.order = torch.arange(moves, 0, -1, device="cuda", dtype=torch.float16)
        self.indifferent = torch.zeros((games, padded(moves)), device="cuda", dtype=torch.float16)

    def any_legal(self) -> Any:
        """A random legal move of each game."""
        noise = self.torch.rand(self.frame.legal.shape, device="cuda", dtype=self.torch.float16)
        return (noise + 1).mul_(self.frame.legal).argmax(1)

    def any_drawn(self) -> Any:
        """The same, compiled by torch."""
        return compiled_ends()[1](self.torch, self.indifferent, self.frame.legal)

    def first_legal(self) -> Any:
        """The first legal move of each game, whatever the card."""
        return (self.order * self.frame.legal).argmax(1)

    def by_policy(self) -> Any:
        """A legal move of each game as a network likes it: a kernel for each layer, one before them and one after."""
        widen, draw = compiled_ends()
        *inner, last = self.layers
        seen = widen(self.torch, self.frame.observation, inner[0].in_features)
        for layer in inner:  # cuts off below 0 in the same kernel
            seen = self.torch._addmm_activation(layer.bias, seen, layer.weight.T)
        return draw(self.torch, last(seen), self.frame.legal)

    def pace(self, play: Callable[[], object], steps: int, decisions: int = 1) -> float:
        """How many decisions a second, in the best of some repeats."""
        play()
        best = 0.0
        for _ in range(REPEATS):
            self.torch.cuda.synchronize()
            began = time.perf_counter()
            for _ in range(steps):
                play()
            self.torch.cuda.synchronize()
            best = max(best, steps * decisions * self.games / (time.perf_counter() - began))
        return best

    def graph(self, choose: Callable[[], Any]) -> Any:
        """A decision in each game as a CUDA graph."""
        for _ in range(3):
            self.batch.step(choose())
        self.torch.cuda.synchronize()
        graph = self.torch.cuda.CUDAGraph()
        with self.torch.cuda.graph(graph, stream=self.stream):
            self.batch.step(choose())
        return graph


def padded(width: int) -> int:
    """The next width whose rows in half precision begin where the fast kernels for products want them."""
    return -(-width // ALIGNED) * ALIGNED


def widened(torch: Any, observation: Any, width: int) -> Any:
    """Observations in half precision, with zeros after them."""
    return torch.nn.functional.pad(observation.half(), (0, width - observation.shape[1]))


def drawn(torch: Any, logits: Any, legal: Any) -> Any:
    """A legal move of each game, with the odds that logits give."""
    logits = logits[:, : legal.shape[1]].float()
    noise = torch.rand_like(logits).clamp_min(LEAST).log().neg().log()
    return torch.where(legal, logits - noise, -torch.inf).argmax(1)


@cache
def compiled_ends() -> tuple[Callable[..., Any], Callable[..., Any]]:
    """Both, compiled by torch."""
    import torch

    return torch.compile(widened, dynamic=False), torch.compile(drawn, dynamic=False)


def speed(game: str) -> None:
    """Batches of a game: many and few, alone and with a network, launched one by one and as graphs."""
    alone, with_network = WANTED[game]
    began = time.perf_counter()
    loop = Loop(game, GAMES)
    loop.batch.step(loop.any_legal())
    loop.batch.run(1)
    few_loop = Loop(game, FEW_GAMES)
    for each in (loop, few_loop):
        attempt(f"{game}, torch.compile", each.by_policy)
    loop.torch.cuda.synchronize()
    print(f"## {game}: compiled in {time.perf_counter() - began:.0f} s", flush=True)
    wait_for_turn()
    for _ in range(200):  # to positions of all kinds
        loop.batch.step(loop.any_legal())
    attempt(f"{game}, kernels", lambda: profile(loop))
    attempt(f"{game}, 1 M games", lambda: alone_in_its_loop(loop, alone))
    attempt(
        f"{game}, 1 M games, random in torch",
        lambda: tell(
            f"{game}, 1 M games, masked random choice in torch",
            loop.pace(lambda: loop.batch.step(loop.any_legal()), STEPS),
        ),
    )
    attempt(
        f"{game}, 1 M games, network",
        lambda: tell(
            f"{game}, 1 M games, network 256-256-256 in half precision",
            loop.pace(lambda: loop.batch.step(loop.by_policy()), STEPS),
            with_network,
        ),
    )
    attempt(f"{game}, graphs", lambda: few(few_loop, alone * SHARE, with_network * SHARE))
    attempt(f"{game}, arrays", lambda: arrays(loop))
    attempt(f"{game}, many decisions a launch", lambda: many(loop))


def profile(loop: Loop) -> None:
    """How long each kernel takes."""
    torch = loop.torch
    with torch.profiler.profile(activities=[torch.profiler.ProfilerActivity.CUDA]) as seen:
        for _ in range(4):
            loop.batch.step(loop.by_policy())
        torch.cuda.synchronize()
    print(seen.key_averages().table(sort_by="cuda_time_total", row_limit=16, max_name_column_width=60), flush=True)


def alone_in_its_loop(loop: Loop, wanted: float) -> None:
    """One decision a launch, by actions that were drawn beforehand."""
    saved, actions = loop.batch.save(), []
    for _ in range(STEPS):
        actions.append(loop.any_legal())
        loop.batch.step(actions[-1])
    best = 0.0
    for _ in range(REPEATS):
        loop.batch.restore(saved)
        loop.torch.cuda.synchronize()
        began = time.perf_counter()
        for chosen in actions:
            loop.batch.step(chosen)
        loop.torch.cuda.synchronize()
        best = max(best, STEPS * GAMES / (time.perf_counter() - began))
    tell(f"{loop.game}, 1 M games, a decision a launch, observation and mask in torch tensors", best, wanted)


def few(loop: Loop, wanted: float, wanted_with_network: float) -> None:
    """Few games, with and without graphs."""
    game = loop.game
    name = f"{game}, {FEW_GAMES:,} games"
    for _ in range(200):  # to positions of all kinds
        loop.batch.step(loop.any_legal())
    tell(f"{name}, random, launched one by one", loop.pace(lambda: loop.batch.step(loop.any_legal()), 8 * STEPS))
    by_graph, by_steps = Loop(game, FEW_GAMES), Loop(game, FEW_GAMES)
    graph = by_graph.graph(by_graph.first_legal)
    by_graph.batch.reset(SEED)
    by_steps.batch.reset(SEED)
    for _ in range(400):
        graph.replay()
        by_steps.batch.step(by_steps.first_legal())
    by_graph.torch.cuda.synchronize()
    equal = all((one == other).all().item() for one, other in zip(by_graph.frame, by_steps.frame, strict=True))
    tell(f"{name}, 400 decisions by a graph and one by one", "equal" if equal else "DIFFERENT")
    tell(f"{name}, the step alone in a graph", loop.pace(by_graph.graph(by_graph.first_legal).replay, 8 * STEPS))
    for what, policy, rate in (
        (f"{name}, random, in a graph", loop.any_drawn, wanted),
        (f"{name}, network, in a graph", loop.by_policy, wanted_with_network),
    ):
        attempt(what, partial(with_graph, loop, what, policy, rate))


def with_graph(loop: Loop, what: str, policy: Callable[[], Any], wanted: float) -> None:
    """A policy that plays within a graph."""
    tell(what, loop.pace(loop.graph(policy).replay, 8 * STEPS), wanted)


def arrays(loop: Loop) -> None:
    """Whether others see the same memory, without a copy."""
    torch = loop.torch
    from khlong.envs import make_batch

    batch = make_batch(loop.game, 64, backend="cuda")
    frame: Any = batch.reset(SEED)
    where = frame.observation.__cuda_array_interface__["data"][0]
    taken = {"torch": torch.as_tensor(frame.observation, device="cuda").data_ptr}
    try:
        import cupy  # type: ignore[import-not-found]

        taken["cupy"] = lambda: cupy.asarray(frame.observation).data.ptr
    except ImportError as missing:
        print(missing)
    try:
        os.environ["XLA_PYTHON_CLIENT_PREALLOCATE"] = "false"
        import jax  # type: ignore[import-not-found]

        taken["jax"] = lambda: jax.numpy.asarray(frame.observation).unsafe_buffer_pointer()
    except ImportError as missing:
        print(missing)
    for package, pointer in taken.items():
        attempt(
            f"{loop.game}, arrays in {package}",
            lambda pointer=pointer, package=package: tell(  # type: ignore[misc]
                f"{loop.game}, arrays in {package}", "no copy" if pointer() == where else "a COPY"
            ),
        )


def many(loop: Loop) -> None:
    """Many decisions a launch, by a policy on the card."""
    rate = loop.pace(lambda: loop.batch.run(LAUNCH, seed=SEED), 2, LAUNCH)
    tell(f"{loop.game}, 1 M games, {LAUNCH} random decisions a launch", rate)


def learn(words: list[str]) -> None:
    """PPO from end to end, at the pace that it reported last."""
    with subprocess.Popen([sys.executable, "-u", str(EXAMPLE), *words], stdout=subprocess.PIPE, text=True) as process:
        assert process.stdout is not None
        pace = None
        for line in process.stdout:
            print(line, end="", flush=True)
            pace = re.search(r"([\d,]+)/s", line) or pace
    if process.returncode or pace is None:
        raise RuntimeError(f"{EXAMPLE.name} ended with status {process.returncode}")
    tell("floating-market, PPO from end to end, decisions learnt from", float(pace[1].replace(",", "")), LEARNT)


def meet(agent: str) -> None:
    """What was learnt against one of our bots."""
    with ProcessPoolExecutor(mp_context=get_context("spawn")) as pool:
        shares = list(pool.map(partial(meeting, agent), range(MEETINGS)))
    mean = sum(shares) / MEETINGS
    error = 1.96 * (mean * (1 - mean) / MEETINGS) ** 0.5
    tell(f"what was learnt against {OPPONENT}, {MEETINGS} games of two", f"won {mean:.1%} ± {error:.1%}")


def meeting(agent: str, number: int) -> float:
    """The share of the win in one game, in one seat and then in the other."""
    bots = [bot_named(f"torch:{agent}", seed=number), bot_named(OPPONENT, seed=number)]
    own, table = number % 2, new_table("floating-market", 2, seed=number)
    while not table.over:
        table.play(ask(bots[table.state.decider != own], table))
    assert table.result is not None
    return (own in table.result.winners) / len(table.result.winners)


def peers() -> None:
    """Pgx on the same card."""
    import jax
    import pgx  # type: ignore[import-not-found]

    for name, games in (("connect_four", GAMES), ("backgammon", GAMES >> 4)):
        attempt(f"Pgx, {name}", lambda name=name, games=games: pgx_pace(jax, pgx, name, games))  # type: ignore[misc]


def pgx_pace(jax: Any, pgx: Any, name: str, games: int) -> None:
    """Random play with games begun anew."""
    from pgx.experimental import auto_reset  # type: ignore[import-not-found]

    env = pgx.make(name)
    step, begin = jax.vmap(auto_reset(env.step, env.init)), jax.jit(jax.vmap(env.init))

    def turn(state: Any, key: Any) -> tuple[Any, None]:
        one, other = jax.random.split(key)
        scores = jax.numpy.where(state.legal_action_mask, 0.0, -jax.numpy.inf)
        return step(state, jax.random.categorical(one, scores), jax.random.split(other, games)), None

    @jax.jit  # type: ignore[untyped-decorator]
    def play(state: Any, key: Any) -> Any:
        return jax.lax.scan(turn, state, jax.random.split(key, STEPS))[0]

    state = begin(jax.random.split(jax.random.PRNGKey(SEED), games))
    best = 0.0
    for repeat in range(REPEATS + 1):
        began = time.perf_counter()
        state = jax.block_until_ready(play(state, jax.random.PRNGKey(repeat)))
        if repeat:
            best = max(best, STEPS * games / (time.perf_counter() - began))
    tell(f"Pgx, {name}, {games:,} games", best)


@dataclass
class Part:
    """A process, how long it may take from its turn on, and whether it waits for its turn."""

    name: str
    command: list[str]
    seconds: float
    waits: bool = False
    process: Any = None

    def begin(self) -> Part:
        """Starts it."""
        self.process = subprocess.Popen(
            self.command, cwd=ROOT, stdin=subprocess.PIPE, stdout=None, stderr=subprocess.STDOUT, text=True
        )
        return self

    def finish(self) -> None:
        """Lets it have its turn, and ends it when its time is up."""
        began = time.monotonic()
        try:
            if self.waits:
                self.process.stdin.write("go\n")
                self.process.stdin.flush()
            status = self.process.wait(self.seconds)
            how = "done" if status == 0 else f"failed with status {status}"
        except (subprocess.TimeoutExpired, OSError) as failure:
            self.process.kill()
            how = f"ended: {type(failure).__name__}"
        print(f"## part {self.name}: {how} after {time.monotonic() - began:.0f} s", flush=True)
        if how != "done":
            tell(f"part {self.name}", how)


def main(minutes: float, keep: str | None) -> None:
    """All parts, one after the other."""
    with tempfile.TemporaryDirectory() as folder:
        os.environ[LINES] = str(Path(folder, "figures.jsonl"))
        agent = Path(keep).resolve() if keep else Path(folder, "agent.pt2")
        run_parts(minutes, agent)
        show_table(Path(os.environ[LINES]))


def run_parts(minutes: float, agent: Path) -> None:
    """What compiles begins at once."""
    python = [sys.executable, "-u"]
    own = [*python, "-m", "bench.gpu", "--part"]
    compared = [
        (game, Part(f"compare {game} {how}", [*python, str(COMPARE), "--game", game, *how.split()], 0))
        for game in WANTED
        for how in COMPARED[game]
    ]
    speeds = [Part(game, [*own, game], 75, waits=True) for game in WANTED]
    until = time.monotonic() + COMPARING
    for part in (*(part for _, part in compared), *speeds):
        part.begin()
    for _, part in compared:
        part.seconds = max(1, until - time.monotonic())
        part.finish()
    for game in WANTED:
        equal = all(part.process.returncode == 0 for its, part in compared if its == game)
        tell(f"{game} compared with the native and the python engine", "all equal" if equal else "NOT shown equal")
    for part in speeds:
        part.finish()
    how = ["--device", "cuda", "--games", "32768", "--rollout", "64", "--minutes", str(minutes), "--save", str(agent)]
    Part("learn", [*own, "learn", *how], 60 * minutes + 30).begin().finish()
    for part in [Part("Pgx", [*own, "pgx"], 50).begin(), Part("meet", [*own, "meet", str(agent)], 40).begin()]:
        part.finish()


def show_table(lines: Path) -> None:
    """All figures once more."""
    table = Table("what", "figure", "wanted", title="On a GPU")
    for line in lines.read_text(encoding="utf-8").splitlines():
        table.add_row(*json.loads(line))
    Console(width=130).print(table)


def arguments() -> argparse.Namespace:
    """What was asked for."""
    parser = argparse.ArgumentParser(prog="python -m bench.gpu", description="Measures environments on a GPU.")
    parser.add_argument("--minutes", type=float, default=2, help="how long PPO learns")
    parser.add_argument("--keep", metavar="FILE", help="where what was learnt is kept")
    parser.add_argument("--part", nargs=argparse.REMAINDER, help=argparse.SUPPRESS)  # with words that are all its own
    return parser.parse_args()


def do_part(name: str, *words: str) -> None:
    """What a process of its own does."""
    if name == "pgx":
        peers()
    elif name == "meet":
        meet(words[0])
    elif name == "learn":
        learn([*words])
    else:
        speed(name)


if __name__ == "__main__":
    asked = arguments()
    if asked.part:
        do_part(*asked.part)
    else:
        main(asked.minutes, asked.keep)
