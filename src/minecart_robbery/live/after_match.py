"""What is done once, when a match has ended and nothing is owed: its channels are put away.

Only those that were made for it. How, is for the chat to know; what it can't do the hosts are told.
"""

from __future__ import annotations

from collections.abc import Callable

from minecart_robbery.live.faults import Tell
from minecart_robbery.live.room import Failure, Room
from minecart_robbery.record import PUT_AWAY, Record
from minecart_robbery.words.notices import Audience, Notice

TRIES = 5
"""So many times a passing failure is put up with, a sweep apart."""


class AfterMatch:
    """What comes after match number `match`. `tell` is its table's."""

    def __init__(self, match: int, record: Record, room: Room, tell: Tell) -> None:
        self._match = match
        self._record = record
        self._room = room
        self._tell = tell
        self._tries = 0
        self.is_done = False
        """Whether nothing is left to do."""

    async def put_away(self, is_in_use: Callable[[int], bool]) -> None:
        """Put the channels away that were made, but for those that another match uses by now."""
        made = await self._record.made.to_put_away(self._match)
        if made:
            self._tries += 1
            unused = [channel for channel in made if not is_in_use(channel)]
            problems = await self._room.put_away(unused, is_last_try=self._tries >= TRIES)
            if isinstance(problems, Failure):
                return
            notices = [Notice(Audience.HOSTS, problems)] if problems else []
            await self._tell(notices, PUT_AWAY)
        self.is_done = True
