"""Reading JSON from anybody."""

from __future__ import annotations

import re

import pytest

from khlong.engine.files import parse_json
from khlong.engine.toml import parse_toml

LONG = "9" * 5000


@pytest.mark.parametrize(
    ("text", "said"),
    [
        ("", "it stops being JSON in line 1"),
        ('{\n"a": 1,\n"b": }', "it stops being JSON in line 3"),
        ("\0", "it stops being JSON in line 1"),
        (f'{{"seed": {LONG}}}', "a number in it has more than 4,300 digits"),
        ("[" * 100_000, "it is nested too deep"),
        ('{"a":' * 100_000, "it is nested too deep"),
    ],
)
def test_what_is_no_json_is_said_without_words_of_python(text: str, said: str) -> None:
    with pytest.raises(ValueError, match=f"^{re.escape(said)}$"):
        parse_json(text)


def test_a_number_that_is_too_long_is_said_alike_in_toml() -> None:
    with pytest.raises(ValueError, match=r"^a number in it has more than 4,300 digits$"):
        parse_toml(f"seed = {LONG}")
