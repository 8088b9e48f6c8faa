"""The wasm engine: equal to native code in games and in search, here and in the machine that browsers have."""

import json
import subprocess
import sys
from collections.abc import Iterator
from pathlib import Path
from typing import Any

import pytest

from khlong.bots import Clock
from khlong.bots.search.player import player_of
from khlong.bots.search.tree import Tree
from khlong.engine import engine_for, wasm
from khlong.engine.chance import seed_words
from khlong.engine.errors import EngineError
from khlong.engine.wasm.module import Module
from khlong.engine.wasm.runtime import Machine
from khlong.games import game_named, game_names
from khlong.games.facets import Components
from khlong.lab.fuzz import Variant, variants
from khlong.table import Table, new_table, template

pytestmark = pytest.mark.slow

IN_NODE = Path(__file__).parents[2] / "web/tests/search-in-node.ts"
GAMES = 1000
SEARCHED_GAMES, NODES, SEED = 10, 1 << 14, 99
LEAST_VISITS = 5


@pytest.fixture(scope="module", autouse=True)
def modules() -> None:
    subprocess.run([sys.executable, "-m", "khlong.lab.modules"], check=True)


def all_variants() -> Iterator[Variant]:
    for name in game_names():
        yield from variants(game_named(name))


@pytest.mark.parametrize("variant", list(all_variants()), ids=str)
def test_random_games_end_in_the_states_of_native_byte_for_byte(variant: Variant) -> None:
    name, players, options = variant
    game = game_named(name)
    start = template(game, players, options)
    ours, native = engine_for(game, "wasm"), engine_for(game, "native")
    assert ours.random_games(start, 5, GAMES) == native.random_games(start, 5, GAMES)
    assert ours.last_states(start, 5, GAMES) == native.last_states(start, 5, GAMES).tobytes()


@pytest.mark.parametrize("name", game_names())
def test_moves_and_states_are_those_of_the_python_engine(name: str) -> None:
    game = game_named(name)
    engine, table = engine_for(game, "wasm"), new_table(game, seed=3)
    state = engine.begin(template(game, table.players), 3)
    while not table.over:
        assert engine.legal_moves(state) == [*table.legal_numbers()]
        move = table.legal_numbers()[table.ply % len(table.legal_numbers())]
        table.play(move)
        state = engine.play(state, move)
        assert engine.to_state(state) == table.state


@pytest.mark.parametrize("keep", [False, True], ids=["anew", "kept"])
@pytest.mark.parametrize("name", game_names())
def test_the_search_of_a_browser_finds_what_ours_finds(name: str, keep: bool) -> None:
    """All moves of ten games, with visits, shares, points, the line that is expected and what comes of looking at the
    last of them alone, to the last bit."""
    game = game_named(name)
    for number in range(SEARCHED_GAMES):
        table = new_table(game, game.players[number % len(game.players)], seed=number)
        playouts = 40 + 30 * number
        positions, found = [], []
        tree = Tree(player_of(game), NODES)
        while not table.over:
            if len(table.legal_numbers()) == 1:
                table.play(table.legal_numbers()[0])
                continue
            positions.append({"state": table.state.pack().hex(), "moves": [*table.move_numbers]})
            found.append(_findings(tree, table, playouts, keep=keep))
            table.play(found[-1]["ranked"][0]["move"])
        task = {"seed": seed_words(SEED), "playouts": playouts, "keep": keep, "positions": positions}
        assert _in_node(name, task) == found


def _findings(tree: Tree, table: Table, playouts: int, *, keep: bool) -> dict[str, Any]:
    tree.set_out(table, SEED, 0, keep=keep)
    made = tree.grow(Clock(None), playouts)
    ranked = _ranked(tree)
    line, about = [*tree.line(ranked[0]["move"], LEAST_VISITS)], ranked[-1]["move"]
    tree.grow(Clock(None), playouts, about)
    asked = next(each for each in _ranked(tree) if each["move"] == about)
    return {"made": made, "ranked": ranked, "line": line, "asked": asked}


def _ranked(tree: Tree) -> list[dict[str, Any]]:
    ranked = [
        {"move": int(each["move"]), "visits": int(each["visits"]), "prior": float(each["prior"])}
        | {"shares": each["shares"].tolist(), "points": each["points"].tolist()}
        for each in tree.moves()
    ]
    return sorted(ranked, key=lambda each: (-each["visits"], -each["prior"]))


def _in_node(name: str, task: dict[str, Any]) -> Any:
    task |= {"module": str(wasm.MODULES / name), "nodes": NODES}
    node = str(Path(sys.executable).with_name("node"))
    command = [node, "--experimental-strip-types", "--no-warnings", str(IN_NODE)]
    done = subprocess.run(command, input=json.dumps(task), capture_output=True, text=True, check=False)
    assert done.returncode == 0, done.stderr
    return json.loads(done.stdout)


def test_a_module_asks_nothing_of_whoever_runs_it() -> None:
    for name in game_names():
        assert Machine(Module.load(wasm.MODULES / name)).imports == []


def test_a_module_of_other_components_is_refused(tmp_path: Path) -> None:
    game = game_named("floating-market")
    from khlong.games.floating_market.components import DEFAULT_FILE

    richer = tmp_path / "richer.toml"
    source = DEFAULT_FILE.read_text(encoding="utf-8")
    richer.write_text(source.replace("start = { value = 2,", "start = { value = 5,"), encoding="utf-8")
    with pytest.raises(EngineError, match="other rules or components"):
        engine_for(Components.of(game).load(richer), "wasm")


def test_a_module_that_was_not_made_says_how_it_is_made(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(wasm, "MODULES", tmp_path)
    with pytest.raises(EngineError, match=r"python -m khlong\.lab\.modules phraya"):
        engine_for(game_named("phraya"), "wasm")
