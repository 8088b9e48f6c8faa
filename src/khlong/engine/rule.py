"""`@rule` marks the functions that are the rules of a game; `Linker` builds them for an engine.

A rule is an ordinary Python function over a state: ints, tuples of constants, loops, and lists handed in by
the caller. No exceptions, recursion, allocation or closures, so that every engine can run it as it stands.
"""

from collections import namedtuple
from collections.abc import Callable, Mapping
from dis import get_instructions
from enum import EnumType
from functools import cache
from hashlib import sha256
from pathlib import Path
from types import CodeType, FunctionType, ModuleType
from typing import Any, TypeAlias, TypeGuard, TypeVar

from khlong.engine.data import Data

Rule: TypeAlias = Callable[..., Any]
"""A rule, as Python runs it or as an engine built it; its arguments and result no checker sees through a linker."""
Link: TypeAlias = Callable[[Rule], Rule]
F = TypeVar("F", bound=Rule)
LONG_TUPLE = 16  # compilers turn an index into a tuple into a branch for each item; from here on a table is better


def rule(function: F) -> F:
    """Marks a function as a rule. It stays what it is: the python engine calls it directly."""
    function.__rule__ = True  # type: ignore[attr-defined]
    return function


def generated_rule(name: str, source: str, scope: Mapping[str, object] | None = None) -> Rule:
    """A rule that a program has written. It has no file, so its print stands for that where code is kept."""
    names: Data = dict(scope or {})
    exec(compile(source, f"<{name} {sha256(source.encode()).hexdigest()}>", "exec"), names)
    made: Rule = names[name]
    return rule(made)


def is_rule(value: object) -> TypeGuard[Rule]:
    return getattr(value, "__rule__", False) is True


class Linker:
    """Builds rules for one engine: each with its globals replaced by what that engine should see.

    `build` turns a plain function into the engine's kind of function, `table` a long tuple of numbers into its kind
    of table. `constants` replaces globals by name: that is how other components come into the same rules, and a
    game's rules into the shared loops. A thing with an `as_rule`, like a verb, is replaced by that rule.
    """

    def __init__(
        self,
        build: Callable[[FunctionType], Rule],
        constants: Mapping[str, object],
        table: Callable[[tuple[int, ...]], object] = tuple,
    ) -> None:
        self._build = build
        self.constants = constants
        self._table = table
        self._linked: dict[object, Rule] = {}
        self._tables: dict[object, object] = {}
        self.sources: set[str] = set()

    def link(self, function: Rule) -> Rule:
        """The engine's version of a rule, and with it of every rule that it calls."""
        if function not in self._linked:
            self._linked[function] = self._build(self.bind(function))
        return self._linked[function]

    def bind(self, function: Any) -> FunctionType:
        """A twin of the function that sees this engine's rules and constants, not yet built itself."""
        scope = dict(function.__globals__)
        for name in _globals(function.__code__):
            default = scope.get(name)
            value = self.constants.get(name, default)
            if default is not None and type(value) is not type(default) and not is_rule(value):
                raise TypeError(f"the constant {name} means something else in rule {function.__qualname__}")
            value = getattr(value, "as_rule", value)
            if is_rule(value):
                value = self.link(value)
            elif isinstance(value, tuple):
                value = self.tabled(value)
            elif isinstance(value, EnumType):
                value = _plain_members(value)
            elif isinstance(value, ModuleType) and value.__name__.startswith("khlong."):
                raise TypeError(f"rule {function.__qualname__} uses the module {name}: import the names it needs")
            if value is not None:
                scope[name] = value
        twin = FunctionType(function.__code__, scope, function.__name__, function.__defaults__)
        twin.__qualname__ = function.__qualname__
        twin.__module__ = function.__module__
        self.sources.add(function.__code__.co_filename)
        return twin

    def tabled(self, value: Any) -> object:
        """A long tuple as the engine's kind of table; a box of constants as a module, since compilers take what stands
        in a module as so many constants, each used by itself."""
        if type(value) is tuple and len(value) < LONG_TUPLE:
            return value
        if value not in self._tables:
            if type(value) is tuple:
                self._tables[value] = self._table(value)
            else:
                self._tables[value] = module = ModuleType(type(value).__name__)
                for name, item in value._asdict().items():
                    setattr(module, name, self.tabled(item) if isinstance(item, tuple) else item)
        return self._tables[value]


def made_from(linker: Linker, *tools: str) -> str:
    """A print of all that compiled code is made from: constants, the sources of its rules, and some tools."""
    constants = sorted((key, value) for key, value in linker.constants.items() if not is_rule(value))
    made = sha256(repr((constants, *tools)).encode())
    for source in sorted(linker.sources):
        made.update(Path(source).read_bytes() if Path(source).exists() else source.encode())
    return made.hexdigest()[:16]


@cache
def _plain_members(enum: EnumType) -> object:
    """An enum's members as a tuple of plain numbers with the same names: CUDA takes no enum for an index."""
    members = {member.name: member.value for member in enum}  # type: ignore[var-annotated]
    return namedtuple(enum.__name__, members)(**members)


def _globals(code: CodeType) -> set[str]:
    """The names of the globals that a function uses; attributes of the same name are not meant."""
    return {step.argval for step in get_instructions(code) if step.opname == "LOAD_GLOBAL"}
