"""Documents that could drift from the code, checked against it."""

import ast
import inspect
import json
import re
import shlex
import subprocess
import sys
import tomllib
from collections.abc import Callable, Iterator
from importlib.util import find_spec
from itertools import pairwise
from pathlib import Path
from typing import Any, get_args

import pytest
from pydantic import BaseModel
from typer.main import get_command

from khlong.cli.main import app
from khlong.envs.page import page as agents_page
from khlong.games import game_named, our_games
from khlong.games.facets import Cover, Reference
from khlong.games.reference import lacking, page
from khlong.lab.component_files import FILES
from khlong.server.operations.settings import RATE, Settings
from tests.games.whole import facets
from tests.scenes import games_with

ROOT = Path(__file__).parent.parent
GAMES = ROOT / "src" / "khlong" / "games"
TESTS = ROOT / "tests"


def games_with_rulings() -> list[str]:
    return sorted(path.parent.name.replace("_", "-") for path in GAMES.glob("*/rulings.toml"))


def rulings(name: str) -> dict[str, dict[str, str]]:
    return tomllib.loads((GAMES / name.replace("-", "_") / "rulings.toml").read_text(encoding="utf-8"))


def all_rulings() -> list[str]:
    return [ruling for name in games_with_rulings() for ruling in rulings(name)]


def proofs_of(ruling: str) -> Iterator[str]:
    """The tests that name a ruling, in their name, docstring or body."""
    cites = re.compile(rf"\b{ruling}\b")
    for path in sorted(TESTS.rglob("test_*.py")):
        for part in re.split(r"^(?=def test_)", path.read_text(encoding="utf-8"), flags=re.MULTILINE)[1:]:
            if cites.search(part):
                yield part[len("def ") : part.index("(")]


def files_of(ruling: str, name: str) -> Iterator[str]:
    """The source files that cite a ruling."""
    folder = GAMES / name.replace("-", "_")
    for path in sorted(folder.rglob("*.py")):
        if re.search(rf"\b{ruling}\b", path.read_text(encoding="utf-8")):
            yield path.relative_to(folder).as_posix()


@pytest.mark.parametrize("ruling", all_rulings())
def test_every_ruling_has_a_test_that_names_it(ruling: str) -> None:
    assert list(proofs_of(ruling))


def test_no_test_or_code_cites_a_ruling_that_does_not_exist() -> None:
    kinds = "|".join({ruling.split("-")[0] for ruling in all_rulings()})
    cited = {
        ruling
        for folder in (ROOT / "src", TESTS)
        for path in folder.rglob("*.py")
        for ruling in re.findall(rf"\b(?:{kinds})-\d+\b", path.read_text(encoding="utf-8"))
    }
    assert cited <= set(all_rulings())


@pytest.mark.parametrize("name", games_with_rulings())
def test_a_page_of_rulings_is_what_code_and_tests_say(name: str, golden: Callable[[str, str], None]) -> None:
    lines = [
        f"# {Cover.of(game_named(name)).title}: rulings",
        "",
        "How we play what the rulebook leaves open. Made from the game's `rulings.toml`, the code",
        "that cites them and the tests that prove them: `make regenerate`.",
        "",
        "| id | question | ruling | in | proved by |",
        "| --- | --- | --- | --- | --- |",
    ]
    others = [
        "",
        "## Where the Japanese rulebook says something else",
        "",
        "| id | where | in English | in Japanese | we follow | proved by |",
        "| --- | --- | --- | --- | --- | --- |",
    ]
    empty = len(others)
    for ruling, text in rulings(name).items():
        files = ", ".join(f"`{file}`" for file in files_of(ruling, name)) or "–"
        proofs = ", ".join(f"`{test}`" for test in proofs_of(ruling))
        if "japanese" in text:
            said = (text["question"], text["english"], text["japanese"], text["ruling"])
            others.append(f"| {' | '.join((ruling, *said, proofs))} |")
        else:
            lines.append(f"| {ruling} | {text['question']} | {text['ruling']} | {files} | {proofs} |")
    lines += others if len(others) > empty else []
    golden(f"../../docs/rulings/{name}.md", "\n".join([*lines, ""]))


@pytest.mark.parametrize("name", our_games())
def test_the_reference_of_a_game_is_what_its_types_and_tables_say(
    name: str, golden: Callable[[str, str], None]
) -> None:
    golden(f"../../docs/reference/{name}.md", page(game_named(name)))


@pytest.mark.parametrize("name", our_games())
def test_the_page_of_a_game_for_agents_is_what_the_code_says(name: str, golden: Callable[[str, str], None]) -> None:
    golden(f"../../docs/environments/{name}.md", agents_page(game_named(name)))


@pytest.mark.parametrize("name", games_with(Reference))
def test_every_verb_part_and_field_is_explained(name: str) -> None:
    assert lacking(game_named(name)) == []


def test_the_guide_to_adding_a_game_tells_of_every_facet() -> None:
    guide = (ROOT / "docs" / "adding-a-game.md").read_text(encoding="utf-8")
    assert set(re.findall(r"^\| `([A-Z]\w+)` \|", guide, re.MULTILINE)) == {facet.__name__ for facet in facets()}


def test_any_game_has_a_reference() -> None:
    text = page(game_named("pig"))
    assert "### `roll`" in text
    assert "`Table.result` has for each seat its score, points" in text


Entry = tuple[str, dict[str, Any]]


def entries(schema: dict[str, Any], whole: dict[str, Any], path: str = "") -> Iterator[Entry]:
    """Every entry of a component file with the schema of its value; its mark goes without saying."""
    while "$ref" in schema:
        schema = whole["$defs"][schema["$ref"].rpartition("/")[2]]
    if "anyOf" in schema:
        yield from (
            entry for choice in schema["anyOf"] if choice != {"type": "null"} for entry in entries(choice, whole, path)
        )
    elif schema.get("type") == "object":
        for name, inner in schema.get("properties", {}).items():
            if name != "mark":
                yield from entries(inner, whole, path if name == "value" else f"{path}.{name}")
        for inner in (schema.get("additionalProperties"), *schema.get("patternProperties", {}).values()):
            if isinstance(inner, dict):
                yield from entries(inner, whole, f"{path}.*")
    elif schema.get("type") == "array" and "$ref" in schema["items"]:
        yield from entries(schema["items"], whole, f"{path}.*")
    else:
        yield path.removeprefix(".").removeprefix("base."), schema


def values_of(schema: dict[str, Any]) -> str:
    """The values that an entry can have."""
    if schema["type"] == "array":
        fewest, most = schema.get("minItems", 0), schema.get("maxItems")
        number = f"{fewest}" if fewest == most else f"{fewest} to {most}" if most else "any number"
        return f"{number} of: {values_of(schema['items'])}"
    if schema["type"] == "integer":
        least, most = (schema.get(limit, schema.get("const")) for limit in ("minimum", "maximum"))
        assert isinstance(least, int)
        assert isinstance(most, int)
        return f"{least} to {most}" if least < most else f"{least}"
    if schema["type"] == "boolean":
        return "true or false"
    choices = schema.get("enum", [schema["const"]] if "const" in schema else [])
    return " or ".join(f"`{choice}`" for choice in choices) or "a name"


def checks(schema: type[BaseModel], seen: set[type[BaseModel]]) -> Iterator[str]:
    """What else must hold, in a sheet and in those below it."""
    if schema in seen:
        return
    seen.add(schema)
    for field in schema.model_fields.values():
        for inner in sheets_in(field.annotation):
            yield from checks(inner, seen)
    for validator in schema.__pydantic_decorators__.model_validators.values():
        yield inspect.cleandoc(validator.func.__doc__ or "").replace("\n", " ")


def sheets_in(annotation: Any) -> Iterator[type[BaseModel]]:
    if inspect.isclass(annotation) and issubclass(annotation, BaseModel):
        yield annotation
    for inner in get_args(annotation):
        yield from sheets_in(inner)


def test_the_page_of_component_files_says_what_every_entry_can_be(golden: Callable[[str, str], None]) -> None:
    """Every number has a range, or `values_of` would complain."""
    lines = [
        "# Component files",
        "",
        "What can stand in a file that is handed in with `--components FILE`. Whatever is accepted is played the same",
        "on every engine; all else is refused, with the entry and the reason. Made from the sheets that check such",
        "files (`components.py` in a game's folder): `make regenerate`.",
        "",
    ]
    for name, files in FILES.items():
        sheet = files.sheet
        schema = sheet.model_json_schema()
        lines += [f"## {Cover.of(game_named(name)).title}", ""]
        lines += ["| entry | values |", "| --- | --- |"]
        lines += [f"| `{path}` | {values_of(inner)} |" for path, inner in entries(schema, schema)]
        lines += ["", "Besides:", "", *(f"- {check}" for check in checks(sheet, set())), ""]
    golden("../../docs/component-files.md", "\n".join(lines))


def about_settings() -> dict[str, str]:
    """What stands under each setting in the code."""
    (body,) = (part.body for part in ast.parse(inspect.getsource(Settings)).body if isinstance(part, ast.ClassDef))
    said = {}
    for field, below in pairwise(body):
        if isinstance(field, ast.AnnAssign) and isinstance(field.target, ast.Name) and isinstance(below, ast.Expr):
            assert isinstance(below.value, ast.Constant)
            said[field.target.id] = inspect.cleandoc(str(below.value.value)).replace("\n", " ")
    return said


def setting_values(schema: dict[str, Any]) -> str:
    """What a setting can be, of what its type says."""
    kinds = [kind for kind in schema.get("anyOf", [schema]) if kind["type"] != "null"]
    (kind,) = kinds
    if "enum" in kind:
        return ", ".join(f"`{choice}`" for choice in kind["enum"])
    if kind["type"] in ("integer", "number"):
        least = f"more than {kind['exclusiveMinimum']:g}" if "exclusiveMinimum" in kind else f"{kind['minimum']:g}"
        if "maximum" in kind:
            return f"{least} to {kind['maximum']:g}"
        return least if "exclusiveMinimum" in kind else f"{least} or more"
    if kind.get("pattern") == f"^{RATE}$":
        return "times in a span"
    return {"boolean": "true or false", "array": "a list of texts", "string": "a text"}[kind["type"]]


def test_the_page_of_settings_says_what_every_setting_is(golden: Callable[[str, str], None]) -> None:
    schema, said = Settings.model_json_schema()["properties"], about_settings()
    assert schema.keys() == said.keys()
    lines = [
        "# Settings of a server",
        "",
        "Each stands in the settings file by its name (`khlong serve --settings FILE`, TOML), or in the environment in",
        "capitals after `KHLONG_`: `bot_seconds` is `KHLONG_BOT_SECONDS`. The environment comes before the file, the",
        "command line before both. What does not fit is refused with the reason. Those that tell players of their turn",
        "are explained on [a page of their own](notices.md). Made from the code: `make regenerate`.",
        "",
        "| setting | what it is | if it is not said | values |",
        "| --- | --- | --- | --- |",
    ]
    for name, about in schema.items():
        default = "a file in your data folder" if "default" not in about else f"`{json.dumps(about['default'])}`"
        lines.append(f"| `{name}` | {said[name]} | {default.replace('`null`', '–')} | {setting_values(about)} |")
    golden("../../docs/settings.md", "\n".join(lines) + "\n")


def test_the_guide_to_adding_a_game_shows_the_toy_game_as_it_is() -> None:
    guide = (ROOT / "docs" / "adding-a-game.md").read_text(encoding="utf-8")
    shown = "\n".join(re.findall(r"^```python\n(.*?)^```$", guide, re.MULTILINE | re.DOTALL))
    toy = (TESTS / "toy" / "pig" / "__init__.py").read_text(encoding="utf-8")
    assert [line for line in shown.splitlines() if line] == [line for line in toy.splitlines() if line]


def test_every_dependency_has_a_line_that_says_why() -> None:
    project = tomllib.loads((ROOT / "pyproject.toml").read_text(encoding="utf-8"))
    wanted = [
        *project["project"]["dependencies"],
        *(name for extra in project["project"]["optional-dependencies"].values() for name in extra),
        *(name for group in project["dependency-groups"].values() for name in group if isinstance(name, str)),
        *project["build-system"]["requires"],
        *(ROOT / "bench" / "requirements.txt").read_text(encoding="utf-8").splitlines()[1:],
    ]
    names = {re.split(r"[^\w-]", name)[0] for name in wanted}
    said = set(
        re.findall(r"^\| `([\w-]+)` \|", (ROOT / "docs" / "dependencies.md").read_text(encoding="utf-8"), re.MULTILINE)
    )
    assert names == said


def documents() -> list[Path]:
    return [ROOT / "README.md", ROOT / "CONTRIBUTING.md", *sorted((ROOT / "docs").rglob("*.md"))]


def test_code_in_the_documents_runs_and_prints_what_it_says() -> None:
    with_code = [str(path) for path in documents() if ">>> " in path.read_text(encoding="utf-8")]
    assert len(with_code) >= 5
    done = subprocess.run(
        [sys.executable, "-m", "doctest", *with_code], capture_output=True, text=True, check=False, cwd=ROOT
    )
    assert done.returncode == 0, done.stdout + done.stderr


def commands(document: Path) -> Iterator[str]:
    """What a document says to type: lines in its blocks, and code between its words."""
    text = document.read_text(encoding="utf-8")
    fenced = re.compile(r"^```\n(.*?)^```$", re.MULTILINE | re.DOTALL)
    for block in fenced.findall(text):
        yield from block.splitlines()
    for code in re.findall(r"`([^`]+)`", re.sub(r"^```.*?^```$", "", text, flags=re.MULTILINE | re.DOTALL)):
        yield " ".join(code.split())


def missing_of(line: str) -> str | None:
    """Which word of a `khlong` command there is not."""
    command: Any = get_command(app)
    for word in shlex.split(line.replace("…", ""))[1:]:
        if word.startswith("--"):
            known = {name for parameter in command.params for name in (*parameter.opts, *parameter.secondary_opts)}
            if word.partition("=")[0] not in known | {"--help"}:
                return word
        elif hasattr(command, "commands"):
            if word not in command.commands:
                return word
            command = command.commands[word]
    return None


def test_a_command_that_there_is_not_is_found() -> None:
    assert missing_of("khlong lab balance phraya --games 300 --out REPORT.html") is None
    assert missing_of("khlong sing") == "sing"
    assert missing_of("khlong play phraya --louder") == "--louder"


def test_commands_in_the_documents_exist() -> None:
    makefile = (ROOT / "Makefile").read_text(encoding="utf-8")
    found = 0
    for document in documents():
        for line in commands(document):
            first, _, rest = line.partition(" ")
            if first == "khlong":
                assert missing_of(line) is None, f"{document.name}: {line}"
            elif first == "make" and rest:
                assert f"\n{rest.split()[0]}:" in makefile, f"{document.name}: {line}"
            elif line.startswith("python -m "):
                assert find_spec(rest.split()[1]) is not None, f"{document.name}: {line}"
            elif first == "python":
                assert (ROOT / rest.split()[0]).is_file(), f"{document.name}: {line}"
            else:
                continue
            found += 1
    assert found >= 100


def test_links_in_the_documents_lead_somewhere() -> None:
    for document in (ROOT / "CHANGELOG.md", *documents()):
        for link in re.findall(r"\]\((?!https?:)([^)#]+)", document.read_text(encoding="utf-8")):
            assert (document.parent / link).exists(), f"{document.name}: {link}"


def test_every_test_that_the_points_of_the_page_name_exists() -> None:
    text = (ROOT / "docs" / "page.md").read_text(encoding="utf-8")
    named = re.findall(r"`((?:\w+\.)*test_\w+)\.(test_\w+)`", text)
    assert len(named) >= 30
    for module, name in named:
        path = TESTS / "web" / f"{module.replace('.', '/')}.py"
        assert f"def {name}(" in path.read_text(encoding="utf-8"), f"{module}.{name}"
