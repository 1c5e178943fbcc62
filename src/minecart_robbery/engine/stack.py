"""A stack that never changes: what is pushed makes another one, which shares all that lies below.

So a match can keep the beginning of every turn, and the next turn copies none of them (S49).
"""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass
from typing import Generic, TypeVar, cast

_T = TypeVar("_T")


@dataclass(frozen=True, slots=True, eq=False, repr=False)
class Stack(Generic[_T]):
    """Values in the order in which they were pushed. Equal stacks hold equal values in it."""

    _top: tuple[_T, Stack[_T]] | None = None

    def push(self, value: _T) -> Stack[_T]:
        """The stack with `value` on top."""
        return Stack((value, self))

    def below(self, value: _T) -> Stack[_T]:
        """What lies below `value`, sought from the top. Raises ValueError if it isn't on it."""
        stack = self
        while stack._top is not None:
            top, stack = stack._top
            if top == value:
                return stack
        raise ValueError(f"{value!r} is not on the stack")

    def __reversed__(self) -> Iterator[_T]:
        stack = self
        while stack._top is not None:
            top, stack = stack._top
            yield top

    def __iter__(self) -> Iterator[_T]:
        return reversed(tuple(reversed(self)))

    def __bool__(self) -> bool:
        return self._top is not None

    def __eq__(self, other: object) -> bool:
        """Walks, since a stack that compares what is below it in itself would recurse."""
        if not isinstance(other, Stack):
            return NotImplemented
        return self is other or tuple(self) == tuple(cast("Stack[object]", other))

    def __hash__(self) -> int:
        return hash(tuple(self))

    def __repr__(self) -> str:
        return f"Stack({list(self)})"
