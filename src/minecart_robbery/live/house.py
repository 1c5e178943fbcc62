"""The house: all tables of this process, found by their channels, seated again after a restart."""

from __future__ import annotations

import asyncio
import logging
from collections.abc import (
    AsyncGenerator,
    Awaitable,
    Callable,
    Collection,
    Generator,
    Iterable,
    Iterator,
    Sequence,
)
from contextlib import asynccontextmanager, contextmanager
from dataclasses import replace
from enum import StrEnum

from minecart_robbery.engine import commands as do
from minecart_robbery.engine import decide, events_of, steps_of
from minecart_robbery.engine.attention import HostAttention, attention_in
from minecart_robbery.engine.clock import Moment
from minecart_robbery.engine.events import MatchCalledOff
from minecart_robbery.engine.match import Match
from minecart_robbery.engine.nouns import Seat
from minecart_robbery.engine.refusals import Refusal
from minecart_robbery.engine.rules import Rules
from minecart_robbery.live.absences import Absences
from minecart_robbery.live.addressing import own_place, place_of
from minecart_robbery.live.clock import Clock
from minecart_robbery.live.early import Deletion
from minecart_robbery.live.hosts_log import dated, owed_in
from minecart_robbery.live.pulse import Pulse
from minecart_robbery.live.room import Room
from minecart_robbery.live.table import Table, nobody_asks
from minecart_robbery.live.tasks import Tasks
from minecart_robbery.live.unread import call_off_unread, over_unread
from minecart_robbery.live.unseated import Unseated
from minecart_robbery.record import NO_READERS, Cause, Readers, Record, Seating, may_pass
from minecart_robbery.words.notices import Notice
from minecart_robbery.words.telling.hosting import opening_notices
from minecart_robbery.words.telling.hosts_log import log_notices

_LOG = logging.getLogger(__name__)


class Missing(StrEnum):
    """Why a live match has no table; the words stand in the catalogue under these names."""

    COMING = "coming"
    """The program has just started, and has not seated it yet."""
    STUCK = "stuck"
    """It can't be seated (S42)."""


AT_A_TIME = 4
"""So many matches are read up on at a time: well below Discord's limit of requests a second."""


class House:
    """All tables of this process. `room_for` gives a match its room in the chat.

    `nudge_seconds` before a deadline whoever is silent is told so; 0: nobody is. So many seconds
    after hosts were called, and none has done anything, all are called once more; 0: they aren't.
    So many minutes after its end a match can be reopened by taking something back (R32).
    `moved_on` is told the number of a match of whose proceedings something has just been written.
    """

    def __init__(
        self,
        record: Record,
        clock: Clock,
        room_for: Callable[[Seating], Room],
        *,
        nudge_seconds: float = 0,
        hosts_again_seconds: float = 0,
        reopen_minutes: float = 0,
        moved_on: Callable[[int], None] = nobody_asks,
    ) -> None:
        self._moved_on = moved_on
        self._nudge_ms = round(nudge_seconds * 1000)
        self._again_ms = round(hosts_again_seconds * 1000)
        self._reopen_ms = round(reopen_minutes * 60_000)
        self._record = record
        self._clock = clock
        self._room_for = room_for
        self._tables: dict[int, Table] = {}
        self._at: dict[int, list[Table]] = {}
        self._unseated = Unseated()
        self._boot = ""
        self._tasks = Tasks("the house")
        self._is_reading_on = False
        self._seating = asyncio.Lock()
        self._absences = Absences(clock)
        self.pulse = Pulse(clock, self._absences.stalled)

    def tables(self) -> Iterator[Table]:
        """The tables of all matches that have not ended, in the order of their opening."""
        yield from (table for table in list(self._tables.values()) if not table.is_over)

    def table(self, match: int) -> Table | None:
        """The table of a match by its number, None if that match has ended or never was."""
        table = self._tables.get(match)
        return None if table is None or table.is_over else table

    def table_at(self, channel: int) -> Table | None:
        """The table to which a channel belongs, whether as DM or as submissions channel."""
        found = self._at.get(channel, ())
        here = (it for it in found if channel in it.seating.channels() and not it.is_over)
        return next(here, None)

    def reopenable(self, is_meant: Callable[[Seating], bool]) -> Table | None:
        """The table of a match that has ended last, and that taking back can still reopen (R32)."""
        ended = [it for it in list(self._tables.values()) if it.may_be_reopened]
        return next((it for it in reversed(ended) if is_meant(it.seating)), None)

    @asynccontextmanager
    async def _reopening(self, table: Table) -> AsyncGenerator[bool]:
        """While a match may be reopened: whether it may, and no other has one of its channels."""
        async with self._seating:
            yield table.may_be_reopened and not await self._are_taken(table.seating)

    async def why_missing(self, is_meant: Callable[[Seating], bool]) -> Missing | None:
        """Why a live match that is meant has no table; None if there is no such match."""
        for seating in await self._record.live_matches(besides=self._tables.keys()):
            if is_meant(seating):
                is_stuck = self._unseated.is_stuck(seating.match)
                return Missing.STUCK if is_stuck else Missing.COMING
        return None

    async def stuck(self, is_meant: Callable[[Seating], bool]) -> Seating | None:
        """A live match that is meant and can't be seated, since its record can't be read (S45)."""
        live = await self._record.live_matches(besides=self._tables.keys())
        stuck = (it for it in live if self._unseated.is_stuck(it.match))
        return next(filter(is_meant, stuck), None)

    async def call_off_stuck(
        self, match: int, note: str, cause: Cause, at: Moment, host: str
    ) -> bool:
        """End a match that can't be seated, at a host's command; its channels are free then (S45).

        False: it can be seated by now, or has ended, and nothing was done.
        """
        async with self._seating:
            seating = await self.stuck(lambda it: it.match == match)
            if seating is None:
                return False
            called_off = MatchCalledOff(at, note)
            room = self._room_for(seating)
            owed = await call_off_unread(self._record, room, match, called_off, cause, host)
            self._unseated.forget(match)
            table = self._built(seating, over_unread())
            self._register(table)
        table.owes(owed or ())
        _LOG.info("match %d was called off unread", match)
        return True

    async def has_ended(self, match: int) -> bool:
        """Whether the match of that number has ended; False, too, if there never was one."""
        return await self._record.has_ended(match)

    async def _are_taken(self, seating: Seating, by_others_than: Table | None = None) -> bool:
        """Whether one of these channels belongs to another live match, seated or not (S17)."""
        wanted = set(seating.channels())
        if any(self.table_at(channel) not in (None, by_others_than) for channel in wanted):
            return True
        return await self.why_missing(lambda it: bool(wanted & set(it.channels()))) is not None

    async def open(
        self,
        seating: Seating,
        rules: Rules,
        cause: Cause,
        at: Moment,
        *,
        notices: Sequence[Notice] = (),
        readers: Readers = NO_READERS,
        made: Sequence[int] = (),
        host: str = "",
    ) -> Table | None:
        """Open a match and its table; `seating.match` is not looked at.

        With what is said in its channels go out these `notices`. Of `readers` the hosts are told
        by whoever opens it: that is `host`, by the name that the log says. The channels `made`
        were made for it. None: one of its channels belongs to a live match already (S17).
        """
        opening = decide(None, do.OpenMatch(rules), at)
        if isinstance(opening, Refusal):
            raise ValueError(f"a match can't be opened: {opening}")
        room = self._room_for(seating)
        logged = log_notices(opening, replace(room.names, host=host))
        letters = dated((*opening_notices(room.names, rules), *notices, *logged), at.ms)
        async with self._seating:
            if await self._are_taken(seating):
                return None
            due = await owed_in(room, letters)
            try:
                added = await self._record.add_match(
                    seating, cause, events_of(opening), due, readers, since=at.snowflake, made=made
                )
            except Exception:  # it may stand in the record nevertheless
                self._unseated.look_again()
                raise
            if added is None:
                return None
            seated, deliveries = added
            table = self._built(seated, opening[-1].after)
            self._register(table)
        table.owes(deliveries)
        await table.look_at_log()
        _LOG.info("match %d opened", seated.match)
        return table

    async def move(
        self,
        table: Table,
        seating: Seating,
        notices: Sequence[Notice],
        cause: Cause,
        at: Moment,
        readers: Readers = NO_READERS,
    ) -> bool:
        """Let a match go on in other channels (S28); False: one belongs to another live match."""
        async with self._seating:
            if await self._are_taken(seating, by_others_than=table):
                return False
            both = {*table.seating.channels(), *seating.channels()}
            self._find_in(both, table)
            try:
                return await table.move_to(seating, notices, cause, at, readers)
            finally:
                self._lose(table, both)
                self._find_in(table.seating.channels(), table)

    def _built(
        self,
        seating: Seating,
        match: Match,
        attention: HostAttention | None = None,
        ended_ms: int | None = None,
    ) -> Table:
        """A table for a match; nobody finds it yet."""
        return Table(
            seating,
            match,
            self._record,
            self._room_for(seating),
            self._clock,
            self._absences,
            nudge_ms=self._nudge_ms,
            again_ms=self._again_ms,
            reopen_ms=self._reopen_ms,
            reopening=self._reopening,
            ended_ms=ended_ms,
            attention=attention,
            moved_on=self._moved_on,
        )

    def _register(self, table: Table) -> None:
        """Let a table be found by its channels from now on."""
        self._tables[table.seating.match] = table
        self._find_in(table.seating.channels(), table)
        if self._absences.is_away:
            table.fall_behind()

    def _find_in(self, channels: Iterable[int], table: Table) -> None:
        """Let a table be found in these channels, as far as it has them (S49)."""
        for channel in channels:
            self._at.setdefault(channel, []).append(table)

    def _lose(self, table: Table, channels: Iterable[int]) -> None:
        """Look for a table in these channels no more."""
        for channel in channels:
            left = [it for it in self._at.pop(channel, ()) if it is not table]
            if left:
                self._at[channel] = left

    async def seat_all(self, boot: str) -> int:
        """Seat every unfinished match again after a restart, and give how many there are.

        `boot` names this start of the program, the first time. Matches seated already are left
        alone (S16). One that can't be seated keeps no other from it, and is tried again by the
        sweeps (S44). Raises whatever keeps the record from being read.
        """
        self._boot = self._boot or boot
        self._unseated.look_again()
        return await self._seat_missing()

    async def _seat_missing(self) -> int:
        """Seat the unfinished matches that have no table; how many have one now."""
        async with self._seating:
            since = self._clock.now_ms() - self._reopen_ms
            recent = (since,) if self._reopen_ms else ()
            seatings = await self._record.unfinished_matches(*recent)
            missing = [seating for seating in seatings if seating.match not in self._tables]
            seated = [table for it in missing if (table := await self._seated_again(it))]
            self._unseated.looked(is_any_left=len(seated) < len(missing))
        await self._catch_up(seated)
        return len(seated)

    async def _seated_again(self, seating: Seating) -> Table | None:
        """Seat one match again: built, recovered, and only then found by its channels (S44).

        None: it can't be now. Nothing of that try is left but what stands in the record.
        """
        table: Table | None = None
        try:
            table = self._built(seating, *await self._read(seating.match))
            await table.recover(self._boot)
        except Exception as error:
            self._unseated.failed(seating.match, error)
            if table is not None:
                await table.close()
            return None
        self._unseated.forget(seating.match)
        self._register(table)
        table.go_on()
        return table

    async def _read(self, match: int) -> tuple[Match, HostAttention | None, int | None]:
        """A match as its record says, and when (in ms) its last event was.

        Of one that has ended, none of it need be known (S45).
        """
        try:
            events = await self._record.events(match)
            steps = steps_of(None, events)
            return steps[-1].after, attention_in(steps), events[-1].at.ms
        except Exception as error:
            if may_pass(error) or not await self._record.has_ended(match):
                raise
            _LOG.warning("match %d has ended, and can't be read: %s", match, type(error).__name__)
            return over_unread(), None, None

    async def _catch_up(self, tables: Iterable[Table]) -> None:
        """Let tables hear what was missed."""
        await self._some_at_a_time(tables, Table.catch_up)

    async def _some_at_a_time(
        self, tables: Iterable[Table], do_for: Callable[[Table], Awaitable[None]]
    ) -> None:
        """Do something for tables, some at a time: one in trouble holds up no other."""
        left = iter(tuple(tables))

        async def one_after_the_other() -> None:
            for table in left:
                try:
                    await do_for(table)
                except Exception as error:
                    _LOG.exception("match %d can't catch up", table.seating.match)
                    table.failed(error)

        await asyncio.gather(*(one_after_the_other() for _ in range(AT_A_TIME)))

    async def messages_deleted(self, channel: int, messages: Collection[int]) -> None:
        """Messages were deleted in a channel at once, by whomever (R16, S28, S62)."""
        table = self.table_at(channel)
        where = None if table is None else place_of(table.seating, channel)
        match table, where:
            case Table(), (_, None):
                for message in sorted(messages):
                    await table.public_message_deleted(message)
            case Table(), (_, Seat() as seat):
                gone = [Deletion(seat, it, Cause(f"d:{it}")) for it in sorted(messages)]
                await table.deleted(*gone)
            case _:
                pass

    async def written_in_thread(self, channel: int, thread: int, person: int) -> None:
        """Somebody wrote in a thread under a match's channel, where nothing is heard (S52)."""
        table = self.table_at(channel)
        own = None if table is None else own_place(table.seating, person, channel)
        if table is not None and own is not None:
            await table.written_in_thread(own[0], thread)

    def went_away(self) -> None:
        """The connection to the chat is lost: until it is back, nobody is taken to be silent."""
        self._absences.went_away()
        for table in self.tables():
            table.fall_behind()
        self.read_on()

    def read_on(self) -> None:
        """While the connection is lost, have read what is typed: at once, and by every sweep (S2).

        For each match with three requests, and never more than `AT_A_TIME` matches at once.
        """
        if self._absences.is_away and not self._is_reading_on:
            self._is_reading_on = True
            self._tasks.start(self._read_on())

    async def _read_on(self) -> None:
        try:
            await self._some_at_a_time(self.tables(), Table.read_on)
        finally:
            self._is_reading_on = False

    async def came_back(self) -> None:
        """The connection is there again: what was missed is heard, then what is due judged (S2)."""
        if not self._absences.is_away:
            return
        self._absences.came_back()
        await self._catch_up(self.tables())

    @contextmanager
    def writing(self) -> Generator[None]:
        """Around a write of the chat's own, which somebody's clock may hang on (S48)."""
        with self._absences.writing():
            yield
        self._absences.wrote()

    def watch_itself(self, seconds: float) -> None:
        """Look every so many seconds whether the program runs in time; 0: don't (S40)."""
        self.pulse.begin(seconds)

    async def sweep(self) -> None:
        """Settle what is overdue, try what is still owed, clear the tables that are done (S7).

        First of all, seat what could not be seated yet (S44).
        """
        self.read_on()
        if self._unseated.is_due():
            self._boot = self._boot or str(self._clock.now_ms())
            try:
                await self._seat_missing()
            except Exception:
                _LOG.exception("the matches that are not seated can't be looked for")
        for match, table in list(self._tables.items()):
            try:
                if table.is_over:
                    async with self._seating:
                        await table.put_away(lambda channel: self.table_at(channel) is not None)
                if table.is_done:
                    await table.close()
                    self._tables.pop(match, None)
                    self._lose(table, table.seating.channels())
                else:
                    await table.settle_overdue()
            except Exception as error:
                _LOG.exception("match %d: the sweep failed", match)
                table.failed(error)

    async def close(self) -> None:
        """Leave all tables as they are; the record has them."""
        self.pulse.cancel()
        await self._tasks.finish()
        for table in list(self._tables.values()):
            await table.close()
        self._tables.clear()
        self._at.clear()
