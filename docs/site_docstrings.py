"""What the API pages do with docstrings: examples in them are shown as code, which Markdown takes for quotations."""

import re

import griffe

EXAMPLE = re.compile(r"^>>> .*?(?=\n\s*\n|\Z)", re.MULTILINE | re.DOTALL)
FLAG = re.compile(r" *# doctest:.*$", re.MULTILINE)


class Examples(griffe.Extension):
    """Puts a fence around every example of a docstring."""

    def on_instance(self, *, obj: griffe.Object, **_: object) -> None:
        if obj.docstring is not None:
            obj.docstring.value = fenced(obj.docstring.value)


def fenced(docstring: str) -> str:
    """A docstring whose examples are code to Markdown too."""
    return EXAMPLE.sub(lambda example: f"```pycon\n{FLAG.sub('', example[0])}\n```", docstring)
