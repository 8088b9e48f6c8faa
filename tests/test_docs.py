"""Documents that could drift from the code, checked against it."""

import re
import subprocess
import sys
import tomllib
from collections.abc import Callable, Iterator
from pathlib import Path
from typing import Any

import pytest

from khlong.games import game_named, game_names
from khlong.games.facets import Cover
from khlong.games.views import view_schemas

ROOT = Path(__file__).parent.parent
GAMES = ROOT / "src" / "khlong" / "games"
TESTS = ROOT / "tests"
RULING = r"\b(?:FM|PH)-\d+\b"


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
    cited = {
        ruling
        for folder in (ROOT / "src", TESTS)
        for path in folder.rglob("*.py")
        for ruling in re.findall(RULING, path.read_text(encoding="utf-8"))
    }
    assert cited <= set(all_rulings())


def test_the_page_of_rulings_is_what_code_and_tests_say(golden: Callable[[str, str], None]) -> None:
    lines = [
        "# Rulings",
        "",
        "How we play what the rulebooks leave open. Made from the games' `rulings.toml`, the code",
    ]
    lines += ["that cites them and the tests that prove them: `make regenerate`.", ""]
    for name in games_with_rulings():
        lines += [
            f"## {Cover.of(game_named(name)).title}",
            "",
            "| id | question | ruling | in | proved by |",
            "| --- | --- | --- | --- | --- |",
        ]
        for ruling, text in rulings(name).items():
            files = ", ".join(f"`{file}`" for file in files_of(ruling, name)) or "–"
            proofs = ", ".join(f"`{test}`" for test in proofs_of(ruling))
            lines.append(f"| {ruling} | {text['question']} | {text['ruling']} | {files} | {proofs} |")
        lines.append("")
    golden("../../docs/rulings.md", "\n".join(lines))


def test_the_page_of_views_is_what_games_declare(golden: Callable[[str, str], None]) -> None:
    lines = [
        "# Views",
        "",
        "What bots, pages and players are told of a position, field by field. Made from the types that the games",
        "declare (`view_types.py` in a game's folder): `make regenerate`. Seats count from 0. What may be missing",
        "has a question mark.",
        "",
    ]
    for name in game_names():
        game = game_named(name)
        title, schemas = Cover.of(game).title, view_schemas(game, f"{name}-{{model}}")
        lines += [f"## {title}", ""] if schemas else []
        for part in sorted(schemas, key=lambda part: part != "View"):
            lines += [
                f"### {title}: {part}",
                "",
                schemas[part]["description"],
                "",
                "| field | type | |",
                "| --- | --- | --- |",
            ]
            for field, schema in schemas[part]["properties"].items():
                mark = "" if field in schemas[part].get("required", ()) else "?"
                lines.append(f"| `{field}{mark}` | {in_words(schema)} | {schema.get('description', '')} |")
            lines.append("")
    golden("../../docs/views.md", "\n".join(lines))


def in_words(schema: dict[str, Any]) -> str:
    """A JSON schema's type as a bot writer reads it."""
    if "$ref" in schema:
        return f"[{schema['$ref'].rpartition('-')[2]}](#{schema['$ref'].lower()})"
    if "anyOf" in schema:
        return " or ".join(in_words(one) for one in schema["anyOf"])
    if "enum" in schema:
        return " or ".join(f"`{choice}`" for choice in schema["enum"])
    if schema["type"] == "array":
        return f"list of {in_words(schema['items'])}"
    if schema["type"] == "object":
        keys = in_words(schema["propertyNames"]) if "propertyNames" in schema else "names"
        return f"{in_words(schema['additionalProperties'])} by {keys}"
    return str(schema["type"])


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
        *project["dependency-groups"]["dev"],
        *project["build-system"]["requires"],
        *(ROOT / "bench" / "requirements.txt").read_text(encoding="utf-8").splitlines()[1:],
    ]
    names = {re.split(r"[^\w-]", name)[0] for name in wanted}
    said = set(
        re.findall(r"^\| `([\w-]+)` \|", (ROOT / "docs" / "dependencies.md").read_text(encoding="utf-8"), re.MULTILINE)
    )
    assert names == said


def test_code_in_the_readme_runs_and_prints_what_it_says() -> None:
    done = subprocess.run(
        [sys.executable, "-m", "doctest", str(ROOT / "README.md")],
        capture_output=True,
        text=True,
        check=False,
        cwd=ROOT,
    )
    assert done.returncode == 0, done.stdout


def test_commands_in_the_readme_exist() -> None:
    readme = (ROOT / "README.md").read_text(encoding="utf-8")
    makefile = (ROOT / "Makefile").read_text(encoding="utf-8")
    for target in set(re.findall(r"\bmake ([a-z]+)\b", readme)):
        assert f"\n{target}:" in makefile
    for command in set(re.findall(r"^khlong ([a-z]+)", readme, re.MULTILINE)):
        done = subprocess.run([sys.executable, "-m", "khlong", command, "--help"], capture_output=True, check=False)
        assert done.returncode == 0, command


def test_links_in_the_documents_lead_somewhere() -> None:
    for page in (ROOT / "README.md", ROOT / "CHANGELOG.md", *(ROOT / "docs").glob("*.md")):
        for link in re.findall(r"\]\((?!https?:)([^)#]+)", page.read_text(encoding="utf-8")):
            assert (page.parent / link).exists(), f"{page.name}: {link}"
