"""What becomes of a table's own messages: clocks count from them, and deleted ones are missed.

Whoever calls holds the table's lock, where nothing else is said.
"""

from __future__ import annotations

import asyncio
import logging

from minecart_robbery.engine import commands as do
from minecart_robbery.engine.clock import Moment
from minecart_robbery.engine.nouns import Desk
from minecart_robbery.live.clock import Clock
from minecart_robbery.live.ears import Ears
from minecart_robbery.live.lateness import Lateness
from minecart_robbery.live.letters import Letter
from minecart_robbery.live.outbox import Outbox
from minecart_robbery.live.proceedings import Done, Proceedings
from minecart_robbery.live.room import Receipt, Room
from minecart_robbery.words.notices import Audience, ClockKind
from minecart_robbery.words.telling.events import clock_shown
from minecart_robbery.words.telling.hindering import board_note
from minecart_robbery.words.telling.panels import replaced, standing_panels

_LOG = logging.getLogger(__name__)


class Posts:
    """The messages of one table, whose lock this is."""

    def __init__(
        self,
        lock: asyncio.Lock,
        proceedings: Proceedings,
        ears: Ears,
        outbox: Outbox,
        room: Room,
        clock: Clock,
        lateness: Lateness,
    ) -> None:
        self._lock = lock
        self._proceedings = proceedings
        self._ears = ears
        self._outbox = outbox
        self._room = room
        self._clock = clock
        self._lateness = lateness
        self._boards: tuple[int, ...] = ()
        self._receipt: tuple[int, Moment, Receipt] | None = None

    async def received(self, delivery: int, letter: Letter, receipt: Receipt) -> None:
        """A letter was received; if a clock counts from it, it does from now on (R18).

        Whoever calls doesn't hold the lock.
        """
        self._clock.heard(receipt.ms)
        self._lateness.received(letter, receipt)
        if letter.notice.to is Audience.PUBLIC and letter.notice.clock is not None:
            is_start = letter.clock_from is not None
            self._boards = (*(() if is_start else self._boards[:1]), receipt.message)
        if letter.clock_from is not None:
            self._receipt = (delivery, letter.clock_from, receipt)
            await self.start_clock()
        if letter.stops_at is not None:
            at = Moment(receipt.ms, snowflake=receipt.message)
            async with self._lock:
                await self.stop_clock(letter.stops_at, at)

    async def stop_clock(self, since: Moment, at: Moment) -> None:
        """The pause that stopped the clock at `since` begins at `at`; nobody waits for that longer.

        That is when its letter was received (R31), or when it proved to be undeliverable. What has
        waited for it is heard.
        """
        clock = self._proceedings.match.clock
        if clock is not None and clock.awaits_announcement and clock.pauses[-1].since == since:
            key = f"k:{since.ms}:{since.snowflake}"
            done = await self._proceedings.house_does(do.StopClock(), key, at)
            _LOG.info("the pause was announced; to begin it is %s", done)
        await self._ears.hear_early()

    async def start_clock(self) -> None:
        """Start the clock that the last receipt is to start, if it is still that one.

        What has waited for it is heard. Whoever calls doesn't hold the lock.
        """
        if self._receipt is None:
            return
        delivery, clock_from, receipt = self._receipt
        async with self._lock:
            clock = self._proceedings.match.clock
            if clock is not None and clock.counts_from == clock_from:
                at = Moment(receipt.ms, snowflake=receipt.message)
                key = f"c:{delivery}:{self._clock.now_ms()}"
                if await self._proceedings.house_does(do.StartClock(), key, at) is not Done.DONE:
                    return  # the next sweep tries again
                self._lateness.started(clock_from, receipt.ms)
            self._receipt = None
            if not self._ears.are_behind:
                await self._ears.hear_early()

    async def begin_announced_pause(self) -> None:
        """Where the program ended just when it had announced a pause, that began as it was given.

        Its letter is not owed any more, and when exactly it was received is not known (R31).
        """
        clock = self._proceedings.match.clock
        is_announced = self._proceedings.pause_is_on_its_way and not self._outbox.owes_stop()
        if is_announced and clock is not None:
            since = clock.pauses[-1].since
            await self.stop_clock(since, since)

    async def deleted_in_public(self, message: int) -> None:
        """A message of the DM channel was deleted.

        If it showed the table, or a clock counts from it, the match stands still, and at the next
        sweep goes on with the table shown anew and a full clock (S28). After a restart the table
        is shown anew in any case. If it bore buttons, they are shown again at once.
        """
        clock = clock_shown(self._proceedings.match)
        is_acted_on = clock is not None and clock.kind is not ClockKind.BREAK
        is_shown = is_acted_on and message in self._boards
        if is_shown and not self._proceedings.clock_is_on_its_way:
            pause = do.PauseMatch(Desk.HOUSE, board_note())
            done = await self._proceedings.house_does(pause, f"x:{message}")
            _LOG.info("the message that showed the table was deleted; to pause is %s", done)
        await self.show_again_after(message)

    async def show_again_after(self, deleted: int) -> None:
        """Show again what the deleted message bore, and can still be pressed."""
        notices = list(replaced(self._proceedings.match, self._outbox.deleted(deleted)))
        if notices:
            await self._proceedings.tell(notices, f"p:{deleted}")

    async def miss_panels(self) -> None:
        """Show again the buttons whose message was deleted while nobody heard of it (S28).

        Whoever calls doesn't hold the lock.
        """
        for audience, panel in list(standing_panels(self._proceedings.match)):
            message = self._outbox.message_of(audience, panel.key)
            if message and not await self._room.has(audience, message):
                async with self._lock:
                    await self.show_again_after(message)
