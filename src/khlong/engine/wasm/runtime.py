"""Calls compiled modules from Python, in wasmtime: what a browser does, for tests and measurements."""

from __future__ import annotations

import struct
from collections.abc import Iterator
from contextlib import contextmanager
from typing import Any, NamedTuple, TypeVar

import numpy as np
import numpy.typing as npt
import wasmtime

from .module import Module, Shape

ALIGNMENT = 64
PAGE = 1 << 16
Kind = TypeVar("Kind", bound=np.generic)


class Room(NamedTuple):
    """An array in a module's memory."""

    address: int
    shape: tuple[int, ...]
    itemsize: int


class Machine:
    """A module that is ready to run, with memory of its own."""

    def __init__(self, module: Module) -> None:
        self._entries = module.entries
        engine = wasmtime.Engine(_config())
        self._store = wasmtime.Store(engine)
        code = wasmtime.Module(engine, module.code)
        self.imports = [each.name for each in code.imports]
        """What it asks of whoever runs it: nothing."""
        instance = wasmtime.Instance(self._store, code, [])
        exports = instance.exports(self._store)
        memory, top = exports["memory"], exports["__heap_base"]
        assert isinstance(memory, wasmtime.Memory), memory
        assert isinstance(top, wasmtime.Global), top
        self._functions = {name: each for name, each in exports.items() if isinstance(each, wasmtime.Func)}
        self._memory, self._top = memory, int(top.value(self._store))
        self._result = self._take(16)

    def room(self, dtype: np.dtype[np.generic], *shape: int) -> Room:
        """Room for an array. Whatever was there before is still there."""
        count = int(np.prod(shape))
        return Room(self._take(dtype.itemsize * count), shape, dtype.itemsize)

    @contextmanager
    def lent(self) -> Iterator[None]:
        """Rooms that are taken within are given back afterwards."""
        top = self._top
        yield
        self._top = top

    def _take(self, size: int) -> int:
        self._top += -self._top % ALIGNMENT
        address, self._top = self._top, self._top + size
        missing = self._top - self._memory.data_len(self._store)
        if missing > 0:
            self._memory.grow(self._store, -(-missing // PAGE))
        return address

    def array(self, room: Room, dtype: np.dtype[Kind]) -> npt.NDArray[Kind]:
        """What is in a room, to be read and written until more room is taken."""
        size = room.itemsize * int(np.prod(room.shape))
        data = self._memory.get_buffer_ptr(self._store, size, room.address)
        return np.frombuffer(memoryview(data), dtype).reshape(room.shape)

    def call(self, name: str, *arguments: object) -> int:
        """Calls an entry: with numbers, and rooms for arrays and records."""
        entry = self._entries[name]
        flat = [number for each, kind in zip(arguments, entry.arguments, strict=True) for number in _flat(each, kind)]
        status = self._functions[name](self._store, self._result, self._result + 8, *flat)
        if status:
            raise RuntimeError(f"{name} stopped with status {status}.")
        if entry.result is None:
            return 0
        data = self._memory.read(self._store, self._result, self._result + 8)
        return int(struct.unpack_from("<q" if entry.result == "i64" else "<i", data)[0])


def _config() -> wasmtime.Config:
    config = wasmtime.Config()
    config.cranelift_opt_level = "speed"
    return config


def _flat(value: Any, kind: Shape) -> list[int]:
    """An argument as the numbers that compiled code takes for it."""
    if isinstance(kind, list):
        return [number for each, inner in zip(value, kind, strict=True) for number in _flat(each, inner)]
    if kind == "record":
        return [value.address]
    if isinstance(kind, dict):
        strides = [value.itemsize * int(np.prod(value.shape[axis + 1 :])) for axis in range(len(value.shape))]
        count = int(np.prod(value.shape))
        return [0, 0, count, value.itemsize, value.address, *value.shape, *strides]
    return [int(value)]
