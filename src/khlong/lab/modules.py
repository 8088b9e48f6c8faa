"""Makes the modules that browsers run, rules and search of each game: `python -m khlong.lab.modules [GAME …]`.

A module that was made from the same rules and components is kept. To make one takes half a minute, and the packages of
`khlong[wasm]`.
"""

from __future__ import annotations

import os
import sys

from khlong.bots.search.entries import layouts, wanted
from khlong.engine.making import alone
from khlong.engine.rule import Linker, made_from
from khlong.engine.wasm import MODULES, rules_print
from khlong.engine.wasm.compiler import NEUTRAL, compile_module, neutral
from khlong.engine.wasm.module import Module
from khlong.games import game_named, game_names
from khlong.games.facets import Value


def main(names: list[str]) -> None:
    """Makes those of all games, if none is named."""
    if os.environ.items() >= NEUTRAL.items():
        _make(*names)
        return
    with alone(MODULES):
        for name in names or game_names():
            if not _made(name):
                neutral("khlong.lab.modules", name)


def _made(name: str) -> bool:
    """Whether there is a module that was made from what there is now."""
    try:
        return bool(Module.load(MODULES / name).about["print"] == _print(name))
    except (FileNotFoundError, ValueError, KeyError):
        return False


def _print(name: str) -> str:
    game = game_named(name)
    linker = Linker(lambda function: function, Value.of(game).constants(game))
    for rule, _ in wanted(game):
        linker.bind(rule)
    return made_from(linker)


def _make(name: str) -> None:
    """Makes one where Numba compiles for no machine in particular."""
    game = game_named(name)
    module = compile_module(Value.of(game).constants(game), wanted(game))
    about = {"game": name, "rules": rules_print(game), "print": _print(name), "search": layouts(game)}
    module._replace(about=about).save(MODULES / name)
    print(f"{name}: {len(module.code):,} bytes in {MODULES}")


if __name__ == "__main__":
    main(sys.argv[1:])
