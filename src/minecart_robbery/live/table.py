"""A table: one match being hosted. Every input comes through here, first come, first served.

An input is judged by the engine, written into the record with what it owes to people, and only
then takes effect; the table waits for no delivery but that which starts a clock.
"""

from __future__ import annotations

import asyncio
import logging
from collections.abc import AsyncGenerator, Callable, Sequence
from contextlib import AbstractAsyncContextManager, asynccontextmanager

from minecart_robbery.engine import Steps, decide
from minecart_robbery.engine import commands as do
from minecart_robbery.engine.attention import HostAttention
from minecart_robbery.engine.clock import Moment
from minecart_robbery.engine.events import Event
from minecart_robbery.engine.match import Match
from minecart_robbery.engine.nouns import BonusKind, Desk, Seat
from minecart_robbery.engine.refusals import Reason, Refusal
from minecart_robbery.live.absences import Absences
from minecart_robbery.live.addressing import Typed, is_paused_by_house, moved_audiences
from minecart_robbery.live.after_match import AfterMatch
from minecart_robbery.live.clock import Clock
from minecart_robbery.live.early import Deletion
from minecart_robbery.live.ears import Ears
from minecart_robbery.live.faults import Faults, Unwritten
from minecart_robbery.live.hindrances import Hindrance
from minecart_robbery.live.hosts_log import LogTroubles, dated, owed_in
from minecart_robbery.live.interruptions import Interruptions
from minecart_robbery.live.lateness import Lateness
from minecart_robbery.live.letters import Letter
from minecart_robbery.live.outbox import Outbox
from minecart_robbery.live.posts import Posts
from minecart_robbery.live.proceedings import Newcomer, Outcome, Overtaken, Proceedings
from minecart_robbery.live.readers import told_of_new_readers
from minecart_robbery.live.room import Failure, Receipt, Room, Unread
from minecart_robbery.live.tasks import Tasks
from minecart_robbery.live.timekeeper import Timekeeper
from minecart_robbery.live.undeliverable import Undeliverable
from minecart_robbery.record import NO_READERS, Cause, Delivery, Readers, Record, Seating
from minecart_robbery.words.names import Names
from minecart_robbery.words.notices import Audience, Notice
from minecart_robbery.words.panels import Panel, PanelKey
from minecart_robbery.words.player_input import choices
from minecart_robbery.words.telling.hindering import moved_note, thread_notice
from minecart_robbery.words.telling.panels import shown_again
from minecart_robbery.words.telling.readers import Readerships

_LOG = logging.getLogger(__name__)


def nobody_asks(match: int) -> None:
    """Tell nobody that the match of this number has moved on."""


@asynccontextmanager
async def nobody_reopens(table: Table) -> AsyncGenerator[bool]:
    """A match that has ended stays so."""
    yield False


class Table:
    """One match with its clock and its deliveries."""

    def __init__(
        self,
        seating: Seating,
        match: Match,
        record: Record,
        room: Room,
        clock: Clock,
        absences: Absences,
        *,
        nudge_ms: int = 0,
        again_ms: int = 0,
        reopen_ms: int = 0,
        reopening: Callable[[Table], AbstractAsyncContextManager[bool]] | None = None,
        ended_ms: int | None = None,
        attention: HostAttention | None = None,
        moved_on: Callable[[int], None] = nobody_asks,
    ) -> None:
        self.seating = seating
        self._record = record
        self._room = room
        self._clock = clock
        self._absences = absences
        self._lock = asyncio.Lock()
        self._one_newcomer = asyncio.Lock()
        self._may_miss_panels = False
        self._is_reading_on = False
        self._tasks = Tasks(f"match {seating.match}", self.failed)
        lateness = Lateness(clock)
        self._outbox = Outbox(
            seating.match,
            record,
            room,
            self._tasks,
            clock,
            lateness,
            self._received,
            self._not_delivered,
            lambda: self.is_over,
            lambda: is_paused_by_house(self.match),
            lambda: not self._interruptions.nothing_is_lost,
        )
        self._proceedings = Proceedings(
            seating.match,
            match,
            record,
            room,
            clock,
            absences,
            self._outbox,
            self._moved_on,
            self._found_seated,
            attention,
        )
        self._tell_moved_on = moved_on
        self._reopen_ms = reopen_ms
        self._reopening = reopening or nobody_reopens
        self._ended_ms = ended_ms
        self._faults = Faults(self._proceedings.tell)
        self._unwritten = Unwritten(seating.match, room, clock, absences)
        self._ears = Ears(
            seating.match,
            record,
            room,
            clock,
            self._outbox,
            self._proceedings,
            self._tasks,
            lateness,
            lambda why, place, key: self._undeliverable.stand_still(why, place, key),
        )
        self._posts = Posts(
            self._lock, self._proceedings, self._ears, self._outbox, room, clock, lateness
        )
        self._interruptions = Interruptions(self._proceedings.house_does, self._proceedings.tell)
        self._log_troubles = LogTroubles(room, self._proceedings.tell)
        self._undeliverable = Undeliverable(
            self._proceedings, self._interruptions, self._log_troubles, room, clock, lateness
        )
        self._after = AfterMatch(seating.match, record, room, self._proceedings.tell)
        self._timekeeper = Timekeeper(
            self._lock,
            self._proceedings,
            self._ears,
            clock,
            absences,
            lateness,
            self._outbox,
            room,
            self._tasks,
            nudge_ms,
            again_ms,
            lambda: self._tasks.start(self.read_on()),
        )

    @property
    def match(self) -> Match:
        """The match as the record has it."""
        return self._proceedings.match

    @property
    def names(self) -> Names:
        """What the players are called in sentences."""
        return self._room.names

    @property
    def is_over(self) -> bool:
        """Whether the match has ended."""
        return self._proceedings.is_over

    @property
    def is_done(self) -> bool:
        """Whether the match has ended, nothing is owed any more and its channels are put away."""
        return self.is_over and self._outbox.is_empty and self._after.is_done

    @property
    def may_be_reopened(self) -> bool:
        """Whether taking back can still reopen the match: it has ended, not too long ago (R32)."""
        if not self.is_over or self._after.is_done:
            return False
        return self._clock.now_ms() < self.reopenable_until_ms

    @property
    def reopenable_until_ms(self) -> int:
        """Until when (in ms) a match that has ended may be reopened; 0: not at all (R32)."""
        return 0 if self._ended_ms is None else self._ended_ms + self._reopen_ms

    async def do(self, command: do.Command, cause: Cause, at: Moment, host: str = "") -> Outcome:
        """Give a command. A refusal is given back, and nobody else is told of it.

        `host` is the name under which it is announced, where a host gives it (R33). A match that
        has ended takes none.
        """
        async with self._lock:
            if self.is_over:
                return Refusal(Reason.MATCH_ENDED)
            decision = decide(self.match, command, at)
            if isinstance(decision, Refusal):
                return decision
            return await self._proceedings.happened(decision, cause, host=host)

    async def do_as_shown(
        self,
        command: do.Command,
        cause: Cause,
        at: Moment,
        host: str,
        is_as_shown: Callable[[Match, Steps], bool],
        readers: Readers = NO_READERS,
    ) -> tuple[Event, ...] | Overtaken | None:
        """Give a host's command, if it still comes to what that host was shown.

        None: it was given before. One that takes something back may reopen the match (R32); of
        `readers` that host is told by whoever gives it, and they are known from then on.
        """
        if not self.is_over:
            return await self._do_as_shown(command, cause, at, host, is_as_shown)
        async with self._reopening(self) as may_be_reopened:
            if not may_be_reopened:
                return Overtaken(self.match, Refusal(Reason.MATCH_ENDED))
            return await self._do_as_shown(
                command, cause, at, host, is_as_shown, readers, reopens=True
            )

    async def _do_as_shown(
        self,
        command: do.Command,
        cause: Cause,
        at: Moment,
        host: str,
        is_as_shown: Callable[[Match, Steps], bool],
        readers: Readers = NO_READERS,
        *,
        reopens: bool = False,
    ) -> tuple[Event, ...] | Overtaken | None:
        async with self._lock:
            if self.is_over and not reopens:
                return Overtaken(self.match, Refusal(Reason.MATCH_ENDED))
            decision = decide(self.match, command, at)
            if isinstance(decision, Refusal) or not is_as_shown(self.match, decision):
                return Overtaken(self.match, decision)
            return await self._proceedings.happened(decision, cause, host=host, readers=readers)

    @asynccontextmanager
    async def changing_hands(self, seat: Seat) -> AsyncGenerator[None]:
        """While somebody else comes into a seat: one at a time, and what is owed to it waits.

        Nobody is missed there meanwhile (S33).
        """
        async with self._one_newcomer:
            self._interruptions.excuse(seat)
            self._outbox.hold(Audience.player(seat))
            try:
                yield
            finally:
                self._interruptions.expect(seat)
                self._outbox.let_go(Audience.player(seat))

    async def seat(
        self,
        command: do.Substitute,
        newcomer: Newcomer,
        before: Seating,
        cause: Cause,
        at: Moment,
        host: str,
    ) -> Outcome:
        """Let somebody else play on in a seat, while it changes hands (S33).

        What was said before by whoever sits there is heard first. None: the match isn't seated as
        it was `before` any more, or this cause was seen before; then nothing has changed.
        """
        async with self._lock:
            if self._ears.are_behind:
                await self._ears.catch_up()
            decision = decide(self.match, command, at)
            if isinstance(decision, Refusal):
                return decision
            if self.seating != before:
                return None
            outcome = await self._proceedings.happened(
                decision, cause, host=host, newcomer=newcomer
            )
            if outcome is not None:
                self.seating = before.once_taken(newcomer.chair)
                self._room.move_to(self.seating)
            return outcome

    async def say(self, typed: Typed) -> Outcome:
        """A player typed something. Answers go out as replies to it.

        While something may have been missed it waits, to be heard in its turn (S2).
        """
        async with self._lock:
            try:
                return await self._ears.say(typed)
            except Exception as error:
                self.failed(error)
                raise

    async def tell_player(self, seat: Seat, text: str, cause: Cause) -> None:
        """Tell a player something in their own channel, since it could not be answered (S64)."""
        async with self._lock:
            await self._proceedings.owe([Letter(Notice(Audience.player(seat), (text,)))], cause)

    async def others_said(self, channel: int, message: int) -> None:
        """Somebody else than its player said something in a channel, after all said before (S49).

        Nothing is written because of that.
        """
        async with self._lock:
            self._ears.others_said(channel, message)

    def choices(
        self, seat: Seat, pressed: PanelKey, kind: BonusKind, at: Moment
    ) -> tuple[str, Panel] | str:
        """What a bonus action can be played on now, with a word about it; or why it can't be."""
        return choices(kind, pressed, seat, self.match, at, self._room.names)

    async def deleted(self, *deletions: Deletion) -> None:
        """Messages of a player's channel were deleted at once.

        If their pick was among them they are told, once (R16, S62).
        """
        async with self._lock:
            await self._ears.deleted(deletions)
            for deletion in deletions:
                await self._posts.show_again_after(deletion.message)

    async def written_in_thread(self, seat: Seat, thread: int) -> None:
        """A player wrote in a thread under a channel of the match: they are told once (S52)."""
        async with self._lock:
            if not self.is_over:
                await self._proceedings.tell([thread_notice(seat)], f"h:{thread}:{seat}")

    async def public_message_deleted(self, message: int) -> None:
        """A message of the DM channel was deleted; what it showed is shown anew (S28)."""
        async with self._lock:
            await self._posts.deleted_in_public(message)

    async def found(self, hindrances: frozenset[Hindrance]) -> None:
        """What keeps the match from being played just now; all else is mended (S27 to S33)."""
        async with self._lock:
            if not self.is_over:
                names, now_ms = self._room.names, self._clock.now_ms()
                was_lost = not self._interruptions.nothing_is_lost
                await self._interruptions.found(hindrances, names, lambda: self.match, now_ms)
                if was_lost and self._interruptions.nothing_is_lost:
                    self._outbox.wake()

    async def read_by(self, seating: Seating, readerships: Readerships) -> None:
        """Who can read the submissions channels just now: hosts hear of those who are new (S20).

        What was seen of channels that the match has left is nothing to it.
        """
        async with self._lock:
            if seating == self.seating and not self.is_over:
                with self._proceedings.in_doubt_if_it_fails():
                    told = await told_of_new_readers(
                        self._record,
                        self._room,
                        seating.match,
                        readerships,
                        self.match.pause,
                        self._clock.now_ms(),
                    )
                self._outbox.put(told)

    async def look_at_log(self) -> None:
        """Look whether the hosts' log can be shown; they hear once if not, and nothing stops."""
        async with self._lock:
            if not self.is_over:
                await self._log_troubles.look()

    async def put_away(self, is_in_use: Callable[[int], bool]) -> None:
        """Once the match has ended and nothing holds it up, see to the channels made for it.

        Those that another live match uses by now are left alone. Not while it may be reopened.
        """
        async with self._lock:
            is_due = self._outbox.holds_up_nothing and not self._after.is_done
            if self.is_over and is_due and not self.may_be_reopened:
                await self._after.put_away(is_in_use)

    async def move_to(
        self,
        seating: Seating,
        notices: Sequence[Notice],
        cause: Cause,
        at: Moment,
        readers: Readers = NO_READERS,
    ) -> bool:
        """Play on in other channels (S28). What is owed goes there, and so do these notices.

        Whoever has another channel is shown there what can be pressed now. Of `readers` the hosts
        are told by whoever moves it.

        An open clock stands still until the next sweep, and then starts in full. False: one of
        the channels belongs to another live match, or this cause was seen before.
        """
        async with self._lock:
            seating = self.seating.in_channels_of(seating)
            moved = moved_audiences(self.seating, seating)
            told = (*notices, *shown_again(self.match, moved))
            letters = await owed_in(self._room, dated(told, at.ms))
            with self._proceedings.in_doubt_if_it_fails():
                deliveries = await self._record.move_match(
                    seating, cause, letters, readers, since=at.snowflake
                )
            if deliveries is None:
                return False
            self.seating = seating
            self._room.move_to(seating)
            self._outbox.moved(moved)
            self._outbox.put(deliveries)
            pause = do.PauseMatch(Desk.HOUSE, moved_note())
            done = await self._proceedings.house_does(pause, f"v:{cause.key}")
            _LOG.info("match %d was moved; to pause is %s", seating.match, done)
            return True

    async def tell(self, notices: Sequence[Notice], key: str) -> None:
        """Tell people something that is no event of the match, once for a cause of that key."""
        async with self._lock:
            if not self.is_over:
                await self._proceedings.tell(notices, key)

    def owes(self, deliveries: Sequence[Delivery]) -> None:
        """See to deliveries that the record says are owed."""
        self._outbox.put(deliveries)

    async def recover(self, boot: str) -> None:
        """After a restart of the program: learn what is owed, and start the clock anew (S1, S44).

        `boot` names the restart, once and for all; done over again, on a table built anew, it comes
        to the same. Nothing goes out yet. What is said before `go_on` stands in the channels'
        history, which `catch_up` reads after it: between the two nothing is lost.
        """
        async with self._lock:
            self._ears.fall_behind()
            await self._outbox.recall()
            if not self.is_over:
                now, key = Moment(self._clock.now_ms()), f"r:{boot}"
                done = await self._proceedings.house_does(do.RestartClock(), key, now)
                _LOG.info("match %d is seated again; to restart is %s", self.seating.match, done)
                await self._posts.begin_announced_pause()

    def go_on(self) -> None:
        """The table has recovered, and is found by its channels: what is owed goes out.

        What is said from now on waits until `catch_up` (S2).
        """
        self._outbox.begin()
        self._timekeeper.arm()

    def fall_behind(self) -> None:
        """From now on something may be missed, until `catch_up`."""
        self._ears.fall_behind()

    async def catch_up(self) -> None:
        """Hear what was missed while nobody listened; what is due is judged after that.

        Not while the connection is lost. What fails is done by the sweeps (S44).
        """
        self._may_miss_panels = True
        async with self._lock:
            if self._absences.is_away:
                return
            if not self.is_over:
                await self._ears.catch_up()
                self._timekeeper.arm()
        self._tasks.start(self._look_for_panels())

    async def read_on(self) -> None:
        """While the connection is lost: hear what was typed so far, and settle what that decides.

        It takes a request for each of the three channels, once at a time, and holds up nothing;
        nobody is taken to be silent by it (S2). What fails, or comes too late, is done at the
        reconnect.
        """
        if self.is_over or self._is_reading_on or not self._absences.is_away:
            return
        self._is_reading_on = True
        try:
            read_ms, is_decided = self._clock.now_ms(), self._timekeeper.is_decided()
            found = await self._ears.peek(with_edits=is_decided)
            async with self._lock:
                if self._absences.is_away and not self.is_over and not isinstance(found, Unread):
                    await self._ears.hear_so_far(found)
                    if is_decided:
                        await self._timekeeper.settle_decided(read_ms)
        finally:
            self._is_reading_on = False

    async def _look_for_panels(self) -> None:
        """Show again the buttons that were deleted while nobody listened; until it worked."""
        await self._posts.miss_panels()
        self._may_miss_panels = False

    def lost(self, ms: int) -> None:
        """What was said at that time (in ms) could not be written: nobody will hear it (S48)."""
        self._ears.lost(ms)

    def failed(self, error: BaseException) -> None:
        """What was done for this match has failed; the next sweep tells the hosts (S7)."""
        self._faults.met(error)
        if self._absences.cannot_write:
            self._tasks.start(self._unwritten.tell())

    async def settle_overdue(self) -> None:
        """Do what a lost timer would have done, and try again what could not be done (S7)."""
        self._outbox.sweep()
        async with self._lock:
            await self._proceedings.made_sure()
            await self._faults.tell()
        await self._posts.start_clock()
        await self._go_on_if_possible()
        await self._timekeeper.settle_overdue()
        if self._may_miss_panels and not self._absences.is_away:
            self._tasks.start(self._look_for_panels())

    async def close(self) -> None:
        """Leave the table as it is: no timer, no task under way."""
        self._timekeeper.stop()
        self._outbox.stop()
        await self._tasks.finish()

    def _found_seated(self, seating: Seating) -> None:
        """The match is played there and by them, as the record says after all (S44)."""
        if seating != self.seating:
            self.seating = seating
            self._room.move_to(seating)

    def _moved_on(self) -> None:
        if not self.is_over:
            self._ended_ms = None
        elif self._ended_ms is None:
            self._ended_ms = self._clock.now_ms()
        self._timekeeper.arm()
        self._tell_moved_on(self.seating.match)

    async def _received(self, delivery: int, letter: Letter, receipt: Receipt) -> None:
        self._undeliverable.got_through(letter.notice.to)
        await self._posts.received(delivery, letter, receipt)

    async def _not_delivered(self, delivery: int, letter: Letter, failure: Failure) -> None:
        async with self._lock:
            await self._undeliverable.met(delivery, letter, failure)
            if letter.stops_at is not None:
                now = Moment.end_of(self._clock.now_ms())
                await self._posts.stop_clock(letter.stops_at, now)

    async def _go_on_if_possible(self) -> None:
        """Catch up, and end the house's own pause once all is delivered and nothing is lost.

        What was typed where the house could not see it is read before.
        """
        async with self._lock:
            if self.is_over or self._absences.is_away:
                return
            if not self._ears.are_behind and not self._may_go_on:
                return
            if await self._ears.catch_up() and self._may_go_on:
                now = Moment(self._clock.now_ms())
                command = do.ResumeMatch(Desk.HOUSE)
                done = await self._proceedings.house_does(command, f"g:{now.ms}", now)
                _LOG.info("match %d may go on; to resume is %s", self.seating.match, done)
            self._timekeeper.arm()

    @property
    def _may_go_on(self) -> bool:
        """Whether the house has paused the match, and has no reason to any more."""
        if not is_paused_by_house(self.match):
            return False
        return self._outbox.holds_up_nothing and self._interruptions.nothing_is_lost
