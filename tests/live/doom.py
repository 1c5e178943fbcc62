"""Death at one of the things that the program waits for: just before it takes effect, or after."""

from __future__ import annotations

from collections.abc import Callable, Iterable
from typing import Any


class Dead(Exception):
    """The program has died."""


class Doom:
    """Lets the program die at the `number`th thing that it waits for, just before it or after.

    0: it only counts them.
    """

    def __init__(self, number: int = 0, *, is_after: bool = False) -> None:
        self.number = number
        self.is_after = is_after
        self.seen = 0
        self.has_come = False

    def on(self, work: Callable[..., Any]) -> Callable[..., Any]:
        """Whatever is waited for through this, nothing of it happens once the program is dead."""

        async def doomed(*rest: Any, **named: Any) -> Any:
            self.seen += 1
            comes_now = self.seen == self.number
            if self.has_come or (comes_now and not self.is_after):
                self.has_come = True
                raise Dead
            came = await work(*rest, **named)
            if comes_now:
                self.has_come = True
                raise Dead
            return came

        return doomed

    def hangs_over(self, thing: object, names: Iterable[str]) -> None:
        """From now on these methods of `thing` are waited for under this doom."""
        for name in names:
            setattr(thing, name, self.on(getattr(thing, name)))
