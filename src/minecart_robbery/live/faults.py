"""What has failed at a table, apart from the chat's own failures: the hosts hear of it (S7).

Each kind of fault is told once in a match, so that a loop of them floods nobody. What has gone
wrong, and where, stands in the log; the letter says no more than its kind, since an error's words
may hold a pick (S19).
"""

from __future__ import annotations

from collections.abc import Awaitable, Callable, Sequence

from minecart_robbery.words.notices import Notice
from minecart_robbery.words.telling.hosting import fault_notice

Tell = Callable[[Sequence[Notice], str], Awaitable[None]]
"""Tells people something, for a cause of that key; a cause that was told of before is not again."""


class Faults:
    """The kinds of faults of one match that the hosts have still to hear of."""

    def __init__(self, tell: Tell) -> None:
        self._tell = tell
        self._untold: list[str] = []

    def met(self, error: BaseException) -> None:
        """Take note of a fault."""
        self._untold.append(type(error).__name__)

    async def tell(self) -> None:
        """Tell the hosts. What could not be written down is told the next time."""
        while self._untold:
            kind = self._untold[0]
            await self._tell([fault_notice(kind)], f"q:{kind}")
            self._untold = [it for it in self._untold if it != kind]
