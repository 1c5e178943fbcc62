"""What was said while the house didn't listen: read from the chat's history, all or nothing (S2).

Until that has worked the house is behind: it judges nothing that is due, and what is said meanwhile
waits.
"""

from __future__ import annotations

from collections.abc import Sequence

from minecart_robbery.engine.deadlines import deadline_of
from minecart_robbery.engine.match import Match
from minecart_robbery.live.addressing import Typed
from minecart_robbery.live.room import Failure, Room, Unread
from minecart_robbery.record import Record

TRIES = 3
"""So many times in a row a passing failure to read is put up with before people are told."""


class Missed:
    """What was missed of match number `number`."""

    def __init__(self, number: int, record: Record, room: Room) -> None:
        self._number = number
        self._record = record
        self._room = room
        self._failures = 0
        self._seen: dict[int, int] = {}
        self._generation = 0
        self.is_behind = False

    def fall_behind(self) -> int:
        """From now on something may be missed, until `caught_up` with what this gives."""
        self.is_behind = True
        self._generation += 1
        return self._generation

    def caught_up(self, generation: int) -> bool:
        """All was heard that was missed since then; False: more may have been missed meanwhile."""
        self.is_behind = self.is_behind and generation != self._generation
        return not self.is_behind

    async def read(self, match: Match) -> Sequence[Typed] | Unread:
        """What was typed since what was heard last, and since the running clock first started.

        In the order of its moments. The house is behind until it was heard (`caught_up`).
        """
        self._seen, found = await self._look(match)
        self._failures = self._failures + 1 if isinstance(found, Unread) else 0
        return found

    async def peek(self, match: Match, *, with_edits: bool) -> Sequence[Typed] | Unread:
        """What was typed since what was heard last, while the connection is lost.

        More may be typed that is missed, and failing is nothing to tell anybody of. Only
        `with_edits` is read again what was heard in this turn, and may have been edited since.
        """
        _, found = await self._look(match, with_edits=with_edits)
        return found

    async def _look(
        self, match: Match, *, with_edits: bool = True
    ) -> tuple[dict[int, int], Sequence[Typed] | Unread]:
        clock = match.phase_clock or match.clock
        since = None if clock is None or not with_edits else clock.opened
        seen = await self._record.seen(self._number)
        found = await self._room.missed(seen, since)
        if isinstance(found, Unread):
            return seen, found
        return seen, sorted(found, key=lambda typed: typed.at)

    def is_lost(self, why: Failure) -> bool:
        """Whether what can't be read will not be read soon, so that people have to be told."""
        return why is not Failure.LATER or self._failures >= TRIES

    def is_unjudgeable(self, typed: Typed, match: Match) -> bool:
        """Whether a player may have said something in time that can't be known any more.

        So it is if a message that was typed while the clock ran, and was read only now, was edited
        after its end: what it said before was never seen.
        """
        clock, deadline = match.clock, deadline_of(match)
        if typed.sent is None or clock is None or deadline is None:
            return False
        was_in_time = clock.opened <= typed.sent and typed.sent.ms <= deadline
        was_seen = typed.message <= self._seen.get(typed.cause.channel, 0)
        return was_in_time and not was_seen and typed.at.ms > deadline
