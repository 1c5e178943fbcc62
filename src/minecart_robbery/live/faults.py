"""What has failed at a table, apart from the chat's own failures: the hosts hear of it (S7).

Each kind of fault is told once in a match, so that a loop of them floods nobody. What has gone
wrong, and where, stands in the log; the letter says no more than its kind, since an error's words
may hold a pick (S19).
"""

from __future__ import annotations

import logging
import secrets
from collections.abc import Awaitable, Callable, Sequence

from minecart_robbery.live.absences import Absences
from minecart_robbery.live.clock import Clock
from minecart_robbery.live.letters import Letter
from minecart_robbery.live.room import Failure, Room, Stamp
from minecart_robbery.live.shown import Earlier
from minecart_robbery.words.notices import Notice
from minecart_robbery.words.telling.hosting import fault_notice, unwritten_notice

_LOG = logging.getLogger(__name__)

REST_MS = 10 * 60 * 1000
"""Hosts who were told that nothing can be written are told of no other such trouble for so long."""

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


class Unwritten:
    """Tells the hosts of match number `match` that nothing can be written (S48).

    Each trouble is told once, by a letter that stands in no record: one that is lost is lost.
    """

    def __init__(self, match: int, room: Room, clock: Clock, absences: Absences) -> None:
        self._match = match
        self._room = room
        self._clock = clock
        self._absences = absences
        self._told, self._rests_until = 0, 0

    async def tell(self) -> None:
        """Tell the hosts, if they haven't heard of this trouble, nor of another just before."""
        passed_ms = self._clock.passed_ms()
        if self._told == self._absences.unwritten or passed_ms < self._rests_until:
            return
        self._told, self._rests_until = self._absences.unwritten, passed_ms + REST_MS
        stamp = Stamp(f"w:{secrets.token_hex(8)}", str(self._match))
        try:
            outcome = await self._room.deliver(Letter(unwritten_notice()), stamp, Earlier())
        except Exception:
            _LOG.exception("match %d: its hosts can't be told that nothing is written", self._match)
            return
        if isinstance(outcome, Failure):
            self._told, self._rests_until = 0, 0
