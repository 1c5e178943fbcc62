"""What comes by itself at a table, when it is time: a nudge, a settled turn, a clock anew.

Nothing due is judged while the house is away or may have missed something, and nobody is taken to
be silent before the channels have been read.
"""

from __future__ import annotations

import asyncio
import random
from collections.abc import Callable

from minecart_robbery.engine import commands as do
from minecart_robbery.engine import due
from minecart_robbery.engine.attention import HostAttention
from minecart_robbery.engine.clock import Moment
from minecart_robbery.engine.deadlines import at_stake, silent_in
from minecart_robbery.engine.match import ReadyCheck, TurnOpen
from minecart_robbery.engine.nouns import Fault, Role
from minecart_robbery.engine.turn_projection import project
from minecart_robbery.live.absences import Absences
from minecart_robbery.live.alarms import Alarms
from minecart_robbery.live.clock import Clock
from minecart_robbery.live.ears import Ears
from minecart_robbery.live.lateness import LATE, MOST_IN_A_ROW, Lateness
from minecart_robbery.live.letters import Letter
from minecart_robbery.live.outbox import Outbox
from minecart_robbery.live.proceedings import Done, Proceedings
from minecart_robbery.live.room import Room
from minecart_robbery.live.tasks import Tasks
from minecart_robbery.record import Cause
from minecart_robbery.words.telling.calling import called_again_notice
from minecart_robbery.words.telling.hindering import too_slow_note
from minecart_robbery.words.telling.nudging import nudge_at, nudges

_DRAWS = random.SystemRandom()


class Timekeeper:
    """The timekeeper of one table, whose lock this is.

    `read_on` has the channels read while the connection is lost.
    `nudge_ms` before a deadline the silent are nudged, and `again_ms` after the hosts were called
    they are called once more; 0: never.
    """

    def __init__(
        self,
        lock: asyncio.Lock,
        proceedings: Proceedings,
        ears: Ears,
        clock: Clock,
        absences: Absences,
        lateness: Lateness,
        outbox: Outbox,
        room: Room,
        tasks: Tasks,
        nudge_ms: int,
        again_ms: int,
        read_on: Callable[[], None],
    ) -> None:
        self._lock = lock
        self._proceedings = proceedings
        self._ears = ears
        self._clock = clock
        self._absences = absences
        self._lateness = lateness
        self._owes_prompt = outbox.owes_prompt
        self._room = room
        self._nudge_ms = nudge_ms
        self._again_ms = again_ms
        self._read_on = read_on
        self._called_again: HostAttention | None = None
        self._alarms = Alarms(clock, tasks)

    def arm(self) -> None:
        """Wait for what is due next. A clock that its letter is to start is not due before."""
        self._alarms.begin_anew()
        match = self._proceedings.match
        again_at = self._again_at()
        if again_at is not None:
            self._alarms.at(again_at, self._call_again)
        due_ms = due(match)
        if due_ms is None or self._proceedings.clock_is_on_its_way:
            return
        self._alarms.at(due_ms, self._expire)
        nudge_ms = nudge_at(match, self._nudge_ms)
        if nudge_ms is not None and nudge_ms > self._clock.now_ms():
            self._alarms.at(nudge_ms, self._nudge)

    def stop(self) -> None:
        """Wait for nothing more."""
        self._alarms.cancel()

    async def settle_overdue(self) -> None:
        """Do what a lost timer would have done (S7)."""
        await self._expire(self._alarms.generation)
        await self._call_again(self._alarms.generation)

    def _again_at(self) -> int | None:
        """When (in ms) the hosts are called once more; None if they aren't, or have been."""
        attention = self._proceedings.attention
        if attention is None or attention == self._called_again or not self._again_ms:
            return None
        if not attention.lasts_in(self._proceedings.match):
            return None
        return attention.since.ms + self._again_ms

    async def _call_again(self, generation: int) -> None:
        """All hosts are called once more, once for what they are waited for, restarts and all."""
        async with self._lock:
            attention, again_at = self._proceedings.attention, self._again_at()
            is_meant = generation == self._alarms.generation
            if not is_meant or attention is None or again_at is None:
                return
            if self._clock.now_ms() >= again_at:
                notice = called_again_notice(attention, self._room.names)
                key = f"q:{attention.since.ms}:{attention.since.snowflake}:{attention.why}"
                await self._proceedings.tell([notice], key)
                self._called_again = attention

    async def _nudge(self, generation: int) -> None:
        """A last word to whoever is silent now, shortly before the deadline (S8, S41)."""
        async with self._lock:
            if generation == self._alarms.generation:
                match = self._proceedings.match
                letters = [Letter(notice) for notice in nudges(match)]
                await self._proceedings.owe(letters, Cause(f"n:{generation}:{due(match)}"))

    async def _expire(self, generation: int) -> None:
        """Settle what is due, unless something has happened since the timer was set (S4)."""
        async with self._lock:
            due_ms = due(self._proceedings.match)
            is_meant = generation == self._alarms.generation
            if not is_meant or due_ms is None or self._proceedings.clock_is_on_its_way:
                return
            if self._clock.now_ms() < due_ms:
                self.arm()
                return
            if self._absences.is_away:
                if self.is_decided():
                    self._read_on()
                return
            if self._ears.are_behind:
                return
            if not await self._is_surely_due(due_ms):
                self.arm()
                return
            await self._judge(f"{self._alarms.generation}:{due_ms}")

    async def settle_decided(self, read_ms: int) -> None:
        """While the connection is lost: do what is due, if nobody's time hangs on it (S2).

        Whoever calls holds the lock, and has heard all that was typed up to `read_ms`.
        """
        due_ms = due(self._proceedings.match)
        if due_ms is None or read_ms < due_ms or not self.is_decided():
            return
        key = f"t:{self._alarms.generation}:{due_ms}"
        now = Moment(self._clock.now_ms())
        if await self._proceedings.house_does(do.Expire(), key, now) is not Done.DONE:
            self._alarms.begin_anew()

    def is_decided(self) -> bool:
        """Whether a turn has ended since both have picked since the last bonus action (R17)."""
        match = self._proceedings.match
        if not isinstance(match.current, TurnOpen) or self._proceedings.clock_is_on_its_way:
            return False
        return project(match.current, match.rules.turn_ms).ended is not None

    async def _is_surely_due(self, due_ms: int) -> bool:
        """Whether what is due stays due, where somebody is silent, once the channels were read.

        A connection can be lost for a while before anybody notices; nobody pays for that.
        """
        if at_stake(self._proceedings.match) is None:
            return True
        return await self._ears.catch_up() and due(self._proceedings.match) == due_ms

    async def _judge(self, key: str) -> None:
        """Let the clock run out, or start again where the house owes that to a silent player.

        What was not done is done by the next sweep, for a cause of its own.
        """
        match, now = self._proceedings.match, Moment(self._clock.now_ms())
        why = self._fault()
        is_enough = why in LATE and self._lateness.is_last_straw(match)
        if why is None or (is_enough and isinstance(match.current, ReadyCheck)):
            expire = do.Expire(_DRAWS.choice(tuple(Role)))
            done = await self._proceedings.house_does(expire, f"t:{key}", now)
        else:
            done = await self._proceedings.house_does(do.RestartClock(why), f"f:{key}", now)
            if is_enough and done is Done.DONE:
                wait = do.AwaitHosts(too_slow_note(MOST_IN_A_ROW))
                done = await self._proceedings.house_does(wait, f"s:{key}")
        if done is not Done.DONE:
            self._alarms.begin_anew()

    def _fault(self) -> Fault | None:
        """What the house would pay a silent player for, were the clock to run out just now."""
        span = at_stake(self._proceedings.match)
        if span is None:
            return None
        silent = silent_in(self._proceedings.match)
        late = self._lateness.fault(*span, silent, self._owes_prompt)
        return self._absences.within(*span) or self._ears.lost_within(*span) or late
