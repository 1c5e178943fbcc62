"""One thing that the program waits for fails, before it takes effect or after; all else works."""

from __future__ import annotations

import sqlite3
from collections.abc import Callable, Iterable
from typing import Any

RECORD = (
    *("append", "tick", "owed", "delivered", "events", "unfinished_matches", "live_matches"),
    *("seen", "saw", "since", "told", "fingerprint", "readers", "know_readers"),
)
"""What tables and houses wait for of a record."""

ROOM = ("deliver", "missed", "has", "hide", "heard", "log_place", "put_away")
"""What they wait for of a room in a chat."""


def locked() -> Exception:
    """What SQLite says while another program writes for too long."""
    return sqlite3.OperationalError("database is locked")


class OneFault:
    """Lets the `number`th thing fail that is waited for, just before it takes effect or after.

    Nothing is counted before `begins`, nor after `ends`. 0: nothing fails, it only counts.
    """

    def __init__(
        self, number: int, *, is_after: bool = False, error: Callable[[], Exception] = locked
    ) -> None:
        self.number = number
        self.seen = 0
        self.what = ""
        self._is_after = is_after
        self._error = error
        self._counts = False

    @property
    def has_come(self) -> bool:
        """Whether it has failed."""
        return bool(self.what)

    def begins(self) -> None:
        """Count from now on."""
        self._counts = True

    def ends(self) -> None:
        """Let nothing fail any more."""
        self._counts = False

    def hangs_over(self, thing: object, names: Iterable[str]) -> None:
        """From now on these methods of `thing` may fail."""
        for name in names:
            setattr(thing, name, self._on(name, getattr(thing, name)))

    def _on(self, name: str, work: Callable[..., Any]) -> Callable[..., Any]:
        async def may_fail(*rest: Any, **named: Any) -> Any:
            self.seen += self._counts
            fails = self._counts and self.seen == self.number and not self.has_come
            if fails:
                self.what = name
            if fails and not self._is_after:
                raise self._error()
            came = await work(*rest, **named)
            if fails:
                raise self._error()
            return came

        return may_fail
