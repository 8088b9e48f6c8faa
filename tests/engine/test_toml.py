"""Reading TOML from anybody."""

from __future__ import annotations

import tomllib
from pathlib import Path

import pytest

import khlong
from khlong.engine.toml import DEEPEST, LONGEST, parse_toml, read_toml

NESTED = {
    "a key": f"{'.'.join('a' * 29_000)} = 1",
    "a key with spaces": f"{' . '.join('a' * 10_000)} = 1",
    "a key in quotes": f"""{'."a"'.join(["'a'"] * 7_000)} = 1""",
    "a header": f"[{'.'.join('a' * 20_000)}]",
    "a header of a list": f"[[{'.'.join('a' * 20_000)}]]",
    "arrays": f"a = {'[' * 30_000}",
    "arrays that end": f"a = {'[' * 20_000}{']' * 20_000}",
    "inline tables": f"a = {'{a=' * 10_000}",
    "arrays with brackets in strings": "a = " + '["]", ' * 8_000,
    "arrays with brackets in comments": "a = " + "[ # ]\n" * 8_000,
    "arrays with brackets in long strings": "a = " + "['''\n]''', " * 4_000,
    "arrays behind a quotation mark": 'a = "\\""\nb = ' + "[" * 8_000,
    "arrays behind five quotation marks": 'a = """a"""""\nb = ' + "[" * 8_000,
}


@pytest.mark.parametrize("text", NESTED.values(), ids=NESTED)
def test_what_is_nested_too_deep_is_refused_before_it_is_read(text: str, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(tomllib, "loads", None)
    with pytest.raises(ValueError, match="nested more than"):
        parse_toml(text)


def test_what_is_too_long_is_refused_before_it_is_read(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(tomllib, "loads", None)
    with pytest.raises(ValueError, match="60,001 letters"):
        parse_toml("#" * (LONGEST + 1))


@pytest.mark.parametrize(
    "text",
    [
        ".".join("a" * DEEPEST) + " = 1.5",
        f"a = {'[' * DEEPEST}{']' * DEEPEST}",
        'a = "' + "[" * 50 + "." * 50 + '"',
        "a = '" + "[" * 50 + "." * 50 + "'",
        'a = """\n' + '[".\\"""' * 50 + '"""',
        "# " + "[" * 50 + "." * 50 + "\na = 1",
        "a = [" + "1.5, " * 500 + "]",
        "\n".join(f"[table.number{number}]\na.b = [[1], {{c = 2}}]" for number in range(500)),
        *(path.read_text(encoding="utf-8") for path in Path(khlong.__file__).parent.glob("games/*/*.toml")),
    ],
    ids=lambda text: text[:20],
)
def test_all_else_is_read_as_it_stands(text: str) -> None:
    assert parse_toml(text) == tomllib.loads(text)


@pytest.mark.parametrize("text", ["a = '", 'a = """', "a = 1 2", f"a = {'9' * 5000}", "[a", "a = '''" * 8_000])
def test_what_is_no_toml_is_said_by_the_name_of_the_file(text: str, tmp_path: Path) -> None:
    file = tmp_path / "mine.toml"
    file.write_text(text, encoding="utf-8")
    with pytest.raises(khlong.ComponentError, match=r"mine\.toml: is not a TOML file: "):
        read_toml(file, khlong.ComponentError)
