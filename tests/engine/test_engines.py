"""Choosing engines, and what the native one keeps on disk."""

import os
import subprocess
import sys
from pathlib import Path
from typing import Any

import pytest

from khlong.engine import engine_for
from khlong.engine.errors import EngineError
from khlong.games import game_named
from khlong.games.facets import Components
from khlong.games.floating_market.components import DEFAULT_FILE
from khlong.table import template

PLAY_ONE = """
from khlong.engine import engine_for
from khlong.games import game_named
from khlong.table import template
game = game_named("pig")
print(engine_for(game, "native").random_games(template(game, 4), 1, 1).decisions)
"""


def in_new_process(code: str, **environment: str) -> str:
    done = subprocess.run(
        [sys.executable, "-c", code], env=os.environ | environment, capture_output=True, text=True, check=False
    )
    assert done.returncode == 0, done.stderr
    return done.stdout


def test_an_unknown_engine_is_refused_by_name() -> None:
    with pytest.raises(EngineError, match="no engine 'fast'"):
        engine_for(game_named("floating-market"), "fast")


def test_without_numba_the_python_engine_plays_and_the_others_say_what_to_install() -> None:
    code = """
import sys
sys.modules["numba"] = None
sys.modules["numpy"] = None
import khlong
from khlong.engine import engine_for
table = khlong.new_table("floating-market", players=3, seed=3)
while not table.over:
    table.play(table.legal_moves()[-1].number)
print(table.result.ending)
for name in ("native", "cuda", "wasm"):
    try:
        engine_for(table.game, name)
    except khlong.EngineError as error:
        print(error)
"""
    lines = in_new_process(code).splitlines()
    assert lines[0] in game_named("floating-market").endings
    assert "pip install 'khlong[native]'" in lines[1]
    assert "pip install 'khlong[cuda]'" in lines[2]
    assert "pip install 'khlong[wasm]'" in lines[3]


def test_numba_is_not_imported_before_it_is_needed() -> None:
    code = (
        "import sys, khlong; khlong.new_table('floating-market'); print('numba' in sys.modules, 'numpy' in sys.modules)"
    )
    assert in_new_process(code).split() == ["False", "False"]


def test_compiled_code_is_kept_and_used_again(tmp_path: Path) -> None:
    first = in_new_process(PLAY_ONE, XDG_CACHE_HOME=str(tmp_path))
    files = {path: path.stat().st_mtime_ns for path in tmp_path.rglob("*.nb?")}
    assert files
    assert in_new_process(PLAY_ONE, XDG_CACHE_HOME=str(tmp_path)) == first
    assert {path: path.stat().st_mtime_ns for path in tmp_path.rglob("*.nb?")} == files


def test_other_components_get_their_own_compiled_code(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setenv("XDG_CACHE_HOME", str(tmp_path / "cache"))
    game = game_named("floating-market")
    richer = tmp_path / "richer.toml"
    source = DEFAULT_FILE.read_text(encoding="utf-8")
    richer.write_text(source.replace("start = { value = 2,", "start = { value = 5,"), encoding="utf-8")
    for each in (game, Components.of(game).load(richer)):
        engine: Any = engine_for(each, "native")
        state = engine.to_state(engine.begin(template(each, 2), 1))
        assert state.seat[0].coins == (2 if each is game else 5)
    assert len(list((tmp_path / "cache" / "khlong").iterdir())) == 2


@pytest.mark.slow
def test_a_cache_folder_that_cannot_be_written_does_not_stop_play(tmp_path: Path) -> None:
    (tmp_path / "khlong").write_text("a file stands where the folder should be", encoding="utf-8")
    assert int(in_new_process(PLAY_ONE, XDG_CACHE_HOME=str(tmp_path))) > 0
