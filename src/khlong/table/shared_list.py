"""A list that grows at its end and is copied all the time."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from typing import Generic, TypeVar, overload

T = TypeVar("T")


class SharedList(Sequence[T], Generic[T]):
    """Items in order. A copy costs nothing, however many there are: copies share what they have in common.

    >>> trail = SharedList([1, 2])
    >>> twin = trail.copy()
    >>> trail.append(3)
    >>> twin.append(4)
    >>> [*trail], [*twin], twin.last
    ([1, 2, 3], [1, 2, 4], 4)
    """

    __slots__ = ("_items", "_length", "last")

    def __init__(self, items: Sequence[T]) -> None:
        self._items = [*items]
        self._length = len(items)
        if items:
            self.last = items[-1]

    def copy(self) -> SharedList[T]:
        twin: SharedList[T] = object.__new__(SharedList)
        twin._items, twin._length = self._items, self._length
        if self._length:
            twin.last = self.last
        return twin

    def append(self, item: T) -> None:
        if len(self._items) != self._length:  # a copy went another way from here
            self._items = self._items[: self._length]
        self._items.append(item)
        self._length += 1
        self.last = item

    def cut(self, length: int) -> None:
        """Forgets all but the first so many items."""
        self._length = length
        if length:
            self.last = self._items[length - 1]

    def __len__(self) -> int:
        return self._length

    def __iter__(self) -> Iterator[T]:
        return iter(self._items[: self._length])

    @overload
    def __getitem__(self, place: int) -> T: ...
    @overload
    def __getitem__(self, place: slice) -> list[T]: ...
    def __getitem__(self, place: int | slice) -> T | list[T]:
        if isinstance(place, slice):
            return self._items[slice(*place.indices(self._length))]
        if place < 0:
            place += self._length
        if not 0 <= place < self._length:
            raise IndexError(place)
        return self._items[place]
