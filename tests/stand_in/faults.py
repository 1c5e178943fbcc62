"""The ways in which Discord fails to answer, each to be switched on for requests of a kind."""

from __future__ import annotations

import asyncio
import fnmatch
from dataclasses import dataclass, field
from enum import Enum, auto


class Kind(Enum):
    """How a request fails. "After": all that was asked for was done, though nobody says so."""

    LIMITED = auto()
    """429, though no header told of a limit."""
    BEFORE = auto()
    """A 5xx, and nothing was done."""
    AFTER = auto()
    """A 5xx, and it was done."""
    ABORTED_BEFORE = auto()
    """The connection is cut, and nothing was done."""
    ABORTED_AFTER = auto()
    """The connection is cut, and it was done."""
    UNPARSABLE = auto()
    """200 with a page of HTML, and it was done."""
    STALLED = auto()
    """Taken in, and done and answered only when the stall is over."""
    REFUSED = auto()
    """A 4xx with a code of Discord's, and nothing was done."""


@dataclass
class Fault:
    """Requests that match `route` fail, so many `times` (None: on and on).

    `route` is a pattern with stars, such as "POST /channels/*/messages". `status` and `code` are
    those of the answer, where the kind of fault has one; `retry_after_s` is that of a 429.
    """

    kind: Kind
    route: str
    times: int | None = 1
    status: int = 500
    code: int = 0
    retry_after_s: float = 1.0
    met: int = 0
    is_over: asyncio.Event = field(default_factory=asyncio.Event)

    def end(self) -> None:
        """No request fails by this any more; what was stalled is done and answered."""
        self.is_over.set()

    def meets(self, method: str, path: str) -> bool:
        """Whether a request fails by this; it counts if it does."""
        is_done = self.times is not None and self.met >= self.times
        if self.is_over.is_set() or is_done:
            return False
        found = fnmatch.fnmatchcase(f"{method} {path}", self.route)
        self.met += found
        return found


class Faults:
    """The faults that are switched on."""

    def __init__(self) -> None:
        self._on: list[Fault] = []

    def add(
        self,
        kind: Kind,
        route: str = "*",
        times: int | None = 1,
        status: int = 500,
        code: int = 0,
        retry_after_s: float = 1.0,
    ) -> Fault:
        """Switch a fault on."""
        fault = Fault(kind, route, times, status, code, retry_after_s)
        self._on.append(fault)
        return fault

    def of(self, method: str, path: str) -> Fault | None:
        """By which fault a request fails, if by any."""
        return next((fault for fault in self._on if fault.meets(method, path)), None)

    def end(self) -> None:
        """Switch all of them off."""
        for fault in self._on:
            fault.end()
        self._on.clear()
