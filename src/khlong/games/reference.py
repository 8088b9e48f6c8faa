"""The reference of a game for those who write bots: made from its types, verbs and tables, for any game.

What types cannot say stands in the game's folder: `Reference` in `facets.py`. `lacking` says what is missing there.
"""

from __future__ import annotations

import re
from collections.abc import Iterator, Mapping, Sequence

from pydantic import BaseModel

from khlong.engine.data import Data, ReadData
from khlong.engine.errors import ComponentError
from khlong.engine.game import Game
from khlong.engine.moves import Verb
from khlong.engine.toml import read_toml

from .facets import Cover, Reference, Views, Wording
from .views import view_schemas

SHOWN_CHOICES = 60
Words = Mapping[str, Mapping[str, str]]
KINDS = ("verbs", "parts", "draws", "position")


def page(game: Game) -> str:
    """The whole reference, in Markdown."""
    title, words = Cover.of(game).title, words_of(game)
    lines = [
        f"# {title}, for programs",
        "",
        f"What a bot or a tool reads and writes of {title}: moves, positions, views, and what lies where. Made from",
        f"the game's types and tables with the components that come with it: `khlong reference {game.name}`,",
        "with `--components FILE` for others.",
        "",
        "**Seats** are numbers from 0 on. A **ply** says how many moves have been made. A **move** is a small number",
        "with one fixed meaning, and a notation; either can be played.",
        "",
    ]
    lines += [*_options(game), *_questions(game), *_moves(game, words), *_draws(words)]
    for chart in Reference.of(game).charts():
        lines += [f"## {chart.title}", "", chart.about, "", *_table(chart.columns, chart.rows)]
    whole = "\n".join([*lines, *_position(game, words), *_view(game), *_end(game)])
    return re.sub("\n{3,}", "\n\n", whole).rstrip() + "\n"


def words_of(game: Game) -> Words:
    """What the game says of verbs, parts, draws and fields, by kind and name."""
    file = Reference.of(game).words
    said = read_toml(file, ComponentError) if file else {}
    return {kind: said.get(kind, {}) for kind in (*KINDS, *said)}


def lacking(game: Game) -> list[str]:
    """What should be explained and is not, and what is explained and is not there."""
    words, verbs = words_of(game), game.moves.verbs.all
    wanted = {
        "verbs": {verb.word for verb in verbs},
        "position": {field for field, _, _ in _fields(Reference.of(game).position)},
    }
    missing = [f"{kind}.{name}" for kind, names in wanted.items() for name in names - set(words[kind])]
    missing += [f"parts.{part}" for verb in verbs for part in verb.parts if not _part(words, verb, part)]
    for field, schema in _undescribed(game):
        missing.append(f"the view's {field}: {schema}")
    known = {"parts": {name for verb in verbs for part in verb.parts for name in (part, f"{verb.word}.{part}")}}
    surplus = [f"{kind}.{name}" for kind, names in (wanted | known).items() for name in set(words[kind]) - names]
    return sorted(missing) + [f"{name} is not there" for name in sorted(surplus)]


def _options(game: Game) -> list[str]:
    if not game.options:
        return []
    wording = Wording.of(game)
    rows = [
        (f"`{option.key}`", ", ".join(f"`{choice}`" for choice in option.choices), wording.option_help(option.key))
        for option in game.options
    ]
    return ["## Options", "", "The usual choice first.", "", *_table(("option", "choices", ""), rows)]


def _questions(game: Game) -> list[str]:
    english = Wording.of(game).spoken()
    rows = [
        (f"`{each.key}`", english.say(f"ask.{each.key}"), ", ".join(f"`{verb.word}`" for verb in each.answers))
        for each in game.decisions
    ]
    about = "What is asked: `key` of a question, `asked` in a view; and the verbs of the moves that can answer."
    return ["## Questions", "", about, "", *_table(("key", "in words", "answers"), rows)]


def _moves(game: Game, words: Words) -> list[str]:
    lines = [
        "## Moves",
        "",
        "Each verb with its parts, in the order in which they are written, and the numbers of its moves.",
    ]
    for verb in game.moves.verbs.all:
        parts, moves = game.moves.choices(verb), verb.moves
        written = " ".join([verb.word, *(f"‹{part}›" for part in parts)])
        numbers = f"Number {moves[0]}" if len(moves) == 1 else f"Numbers {moves[0]} to {moves[-1]}"
        examples = dict.fromkeys(game.moves.notation[move] for move in (moves[0], moves[-1]))
        said = words["verbs"].get(verb.word, "")
        lines += ["", f"### `{written}`", "", f"{said} {numbers}: {_quoted(list(examples))}.".strip(), ""]
        rows = [(f"`{part}`", _choices(names), _part(words, verb, part)) for part, names in parts.items()]
        lines += _table(("part", "can be", ""), rows) if rows else []
    return [*lines, ""]


def _part(words: Words, verb: Verb, part: str) -> str:
    """What a part of a verb's moves means: said for this verb, or for all."""
    return words["parts"].get(f"{verb.word}.{part}") or words["parts"].get(part, "")


def _choices(names: Sequence[str]) -> str:
    told = [name or "nothing" for name in names]
    if len(told) > SHOWN_CHOICES:
        return f"`{told[0]}`, `{told[1]}` … `{told[-1]}`"
    return ", ".join("nothing" if name == "nothing" else f"`{name}`" for name in told)


def _quoted(names: Sequence[str]) -> str:
    return " … ".join(f"`{name}`" for name in names)


def _draws(words: Words) -> list[str]:
    if not words["draws"]:
        return []
    about = (
        "What `Table.draws` names, in order, for those who roll and draw on a real table (`Table.play(move, roll)`)."
    )
    return [
        "## Left to chance",
        "",
        about,
        "",
        *_table(("draw", ""), [(f"`{n}`", t) for n, t in words["draws"].items()]),
    ]


def _position(game: Game, words: Words) -> list[str]:
    sheet = Reference.of(game).position
    if sheet is None:
        return []
    about = (
        "The fields of `position` in what `Table.write_position` gives and `khlong.table_from_position` takes. "
        "All may be left out: what is not named is as in a fresh game."
    )
    rows = [(f"`{name}`", kind, words["position"].get(name, "")) for name, kind, _ in _fields(sheet)]
    return ["## Positions", "", about, "", *_table(("field", "type", ""), rows)]


def _fields(sheet: type[BaseModel] | None) -> Iterator[tuple[str, str, Data]]:
    """The fields of a position, those of its parts under dotted names."""
    if sheet is None:
        return
    whole: Data = sheet.model_json_schema(ref_template="{model}")
    parts: Data = whole.get("$defs", {})

    def listed(schema: Data, before: str) -> Iterator[tuple[str, str, Data]]:
        for name, field in schema["properties"].items():
            yield f"{before}{name}", in_words(field), field
            for part in _referred(field):
                yield from listed(parts[part], f"{before}{name}.")

    yield from listed(whole, "")


def _referred(schema: Data) -> list[str]:
    """The parts that a field is made of."""
    if "$ref" in schema:
        return [schema["$ref"]]
    inner = [*schema.get("anyOf", ()), *(schema[key] for key in ("items", "additionalProperties") if key in schema)]
    return [part for each in inner if isinstance(each, dict) for part in _referred(each)]


def _view(game: Game) -> list[str]:
    schemas = view_schemas(game, "view-{model}")
    if not schemas:
        return []
    unchanging = ", ".join(f"`{key}`" for key in Views.of(game).unchanging)
    lines = [
        "## Views",
        "",
        "What everybody sees of a position: `Table.view()`, and `view` in the protocols of programs and pages.",
    ]
    lines += [
        "What may be missing has a question mark." + (f" {unchanging} never change in a game." if unchanging else ""),
        "",
    ]
    for part in sorted(schemas, key=lambda part: part != "View"):
        fields = schemas[part]["properties"].items()
        must = schemas[part].get("required", ())
        rows = [(f"`{n}{'' if n in must else '?'}`", in_words(s), s.get("description", "")) for n, s in fields]
        lines += [f"### View: {part}", "", schemas[part]["description"], "", *_table(("field", "type", ""), rows)]
    return lines


def _undescribed(game: Game) -> Iterator[tuple[str, str]]:
    """Fields of the view whose name and type say too little, and that nothing else is said of: plain numbers apart."""
    for part, schema in view_schemas(game, "view-{model}").items():
        for name, field in schema["properties"].items():
            if "description" not in field and not _referred(field) and field.get("type") not in ("integer", "boolean"):
                yield f"{part}.{name}", in_words(field)


def _end(game: Game) -> list[str]:
    scores = ", then ".join(game.score_names)
    endings = "; ".join(f"`{ending}`" for ending in game.endings[1:])
    return [
        "## The end",
        "",
        f"`Table.result` has for each seat its score, {scores}, and its place: winners are first, the others by their "
        f"score; equals share a place and the next is left out. `ending` is one of {endings}.",
        "",
    ]


def _table(columns: Sequence[str], rows: Sequence[Sequence[str]]) -> list[str]:
    cells = [columns, ["---"] * len(columns), *rows]
    return [f"| {' | '.join(' '.join(cell.split()) for cell in row)} |" for row in cells] + [""]


def in_words(schema: ReadData) -> str:
    """A JSON schema's type as a bot writer reads it."""
    if "$ref" in schema:
        name = schema["$ref"].rpartition("-")[2]
        return f"[{name}](#{schema['$ref'].lower()})" if "-" in schema["$ref"] else "fields of its own"
    if "anyOf" in schema:
        kinds = [in_words(one) for one in schema["anyOf"] if one.get("type") != "null" or "default" not in schema]
        return " or ".join(kinds)
    if "enum" in schema:
        return " or ".join(f"`{choice}`" for choice in schema["enum"])
    if "const" in schema:
        return f"`{schema['const']}`"
    kind = schema.get("type")
    if kind == "array":
        return f"list of {in_words(schema['items'])}"
    if kind == "object":
        keys = in_words(schema["propertyNames"]) if "propertyNames" in schema else "names"
        return f"{in_words(schema['additionalProperties'])} by {keys}"
    if "minimum" in schema and "maximum" in schema:
        return f"{kind} from {schema['minimum']} to {schema['maximum']}"
    return str(kind)
