"""What happens in a match: it is written into the record with what it owes, and then takes effect.

Only here a match moves on. Whoever calls holds its table's lock; what is to be done, and when, is
the table's to say.
"""

from __future__ import annotations

from collections.abc import Callable, Generator, Sequence
from contextlib import contextmanager
from dataclasses import dataclass, replace
from enum import StrEnum

from minecart_robbery.engine import Steps, decide, events_of, steps_of
from minecart_robbery.engine import commands as do
from minecart_robbery.engine.attention import HostAttention, attention_after, attention_in
from minecart_robbery.engine.clock import Moment
from minecart_robbery.engine.events import Event
from minecart_robbery.engine.match import (
    Match,
    PauseCause,
    Paused,
    PickingRole,
    TurnOpen,
)
from minecart_robbery.engine.refusals import Refusal
from minecart_robbery.live.absences import Absences
from minecart_robbery.live.addressing import Typed, letters_for
from minecart_robbery.live.clock import Clock
from minecart_robbery.live.hosts_log import dated, owed_in
from minecart_robbery.live.letters import Letter
from minecart_robbery.live.outbox import Outbox
from minecart_robbery.live.room import Room
from minecart_robbery.record import NO_READERS, Cause, Chair, Readers, Record, Seating
from minecart_robbery.words.notices import Audience, Notice
from minecart_robbery.words.player_input import Place
from minecart_robbery.words.telling.events import telling
from minecart_robbery.words.telling.hosts_log import log_notices, noted
from minecart_robbery.words.telling.panels import closings, renewals
from minecart_robbery.words.telling.sealing import with_fingerprint


@dataclass(frozen=True, slots=True)
class Newcomer:
    """Somebody who plays on in a seat: their chair, and their name as sentences show it (S33)."""

    chair: Chair
    name: str


Outcome = tuple[Event, ...] | Refusal | None
"""What an input came to; None: it was seen before, or it was left alone."""


class Done(StrEnum):
    """What a command of the house's own came to. Only of one that is done anything has happened."""

    DONE = "done"
    REFUSED = "refused"
    """It isn't taken as the match stands."""
    SEEN_BEFORE = "seen before"
    """The record has a cause of that key already."""


@dataclass(frozen=True, slots=True)
class Overtaken:
    """The match has gone on since somebody was shown what their command would come to.

    So it was not given. `match` is how it stands now, `decision` what it would come to now.
    """

    match: Match
    decision: Steps | Refusal


class OutOfStepError(Exception):
    """What was decided was decided on a match that has gone on in the record (S44)."""


class Proceedings:
    """Match number `number`, as the record has it. `moved_on` is told whenever it is written on.

    `found_seated` is told where and by whom it is played, where that was in doubt; `attention` is
    what the hosts are waited for in it.
    """

    def __init__(
        self,
        number: int,
        match: Match,
        record: Record,
        room: Room,
        clock: Clock,
        absences: Absences,
        outbox: Outbox,
        moved_on: Callable[[], None],
        found_seated: Callable[[Seating], None],
        attention: HostAttention | None = None,
    ) -> None:
        self.match = match
        self.attention = attention
        self._number = number
        self._record = record
        self._room = room
        self._clock = clock
        self._absences = absences
        self._outbox = outbox
        self._moved_on = moved_on
        self._found_seated = found_seated
        self._is_in_doubt = False

    @property
    def is_over(self) -> bool:
        """Whether the match has ended."""
        return self.match.has_ended

    @property
    def cannot_write(self) -> bool:
        """Whether what was to be written last could not be (S48)."""
        return self._absences.cannot_write

    @property
    def clock_is_on_its_way(self) -> bool:
        """Whether the letter from whose receipt the running clock counts is still owed (R18)."""
        clock = self.match.clock
        return clock is not None and not clock.is_start_known

    @property
    def pause_is_on_its_way(self) -> bool:
        """Whether a host has paused, and the letter is still owed that says so (R31)."""
        match self.match.pause, self.match.unpaused:
            case Paused(PauseCause.HOST), PickingRole(clock=clock) | TurnOpen(clock=clock):
                return clock.awaits_announcement
            case _:
                return False

    async def happened(
        self,
        steps: Steps,
        cause: Cause,
        typed: Typed | None = None,
        host: str = "",
        newcomer: Newcomer | None = None,
        readers: Readers = NO_READERS,
    ) -> tuple[Event, ...] | None:
        """Write what has happened and all that is owed; a player's own acknowledgement is a reply.

        `host` is who gave the command that they come of, where a host did, and `newcomer` who plays
        on in a seat by it. `readers` are known from now on (S20).
        """
        attention = self.attention
        for step in steps:
            attention = attention_after(attention, step)
        after, events = steps[-1].after if steps else self.match, events_of(steps)
        names = replace(self._room.names, host=host)
        if newcomer is not None:
            names = names.once_taken(newcomer.chair.seat, newcomer.name)
        told = telling(steps, names)
        notices = (*told, *closings(self.match, after), *renewals(self.match, told))
        if after.has_ended:
            sealed = await self._record.fingerprint(self._number, cause, events)
            notices = with_fingerprint(notices, self._number, sealed.short, sealed.full)
        letters = [letter for it in notices for letter in letters_for(it, self.match, after, typed)]
        chair = None if newcomer is None else newcomer.chair
        logged = log_notices(steps, names)
        at_ms = events[0].at.ms if events else 0
        letters += dated(logged, at_ms)
        return await self._write(after, attention, events, cause, letters, chair, readers)

    async def answer(self, text: str, typed: Typed, to: Place) -> None:
        """Answer where it was typed, once, as a reply; a press or a slash command in private."""
        in_private = Audience.player(typed.seat)
        if typed.interaction:
            letter = Letter(Notice(in_private, (text,)), answers=typed.interaction)
        else:
            audience = Audience.PUBLIC if to is Place.DM else in_private
            reply_to = typed.message if to is typed.place else 0
            letter = Letter(Notice(audience, (text,)), reply_to)
        await self.owe([letter], typed.cause)

    async def owe(self, letters: Sequence[Letter], cause: Cause) -> None:
        """Tell people something that is no event of the match, once."""
        logged = noted(letter.notice for letter in letters)
        letters = [*letters, *dated(logged, self._clock.now_ms())]
        await self._write(self.match, self.attention, (), cause, letters)

    async def tell(self, notices: Sequence[Notice], key: str) -> None:
        """Tell people something that is no event of the match, for a cause of that key."""
        await self.owe(dated(notices, self._clock.now_ms()), Cause(key))

    async def house_does(self, command: do.Command, key: str, at: Moment | None = None) -> Done:
        """Give a command of the house's own, now or as of `at`; see what it came to."""
        now = Moment.end_of(self._clock.now_ms())
        decision = decide(self.match, command, now if at is None else at)
        if isinstance(decision, Refusal):
            return Done.REFUSED
        happened = await self.happened(decision, Cause(key))
        return Done.SEEN_BEFORE if happened is None else Done.DONE

    async def _write(
        self,
        after: Match,
        attention: HostAttention | None,
        events: Sequence[Event],
        cause: Cause,
        letters: Sequence[Letter],
        chair: Chair | None = None,
        readers: Readers = NO_READERS,
    ) -> tuple[Event, ...] | None:
        is_live = not after.has_ended
        told = await owed_in(self._room, letters)
        if await self.made_sure():
            raise OutOfStepError
        with self._absences.writing(), self.in_doubt_if_it_fails():
            deliveries = await self._record.append(
                self._number, cause, events, told, is_live=is_live, chair=chair, readers=readers
            )
        if deliveries is None:
            return None
        self._absences.wrote()
        self.match, self.attention = after, attention
        self._outbox.put(deliveries)
        self._moved_on()
        return tuple(events)

    @contextmanager
    def in_doubt_if_it_fails(self) -> Generator[None]:
        """Around a write: one that fails may stand in the record nevertheless (S44)."""
        try:
            yield
        except Exception:
            self._is_in_doubt = True
            raise

    async def made_sure(self) -> bool:
        """After a write that has failed, look whether it stands in the record; whether it does.

        Then the match is as the record has it, and what that owes is seen to.
        """
        if not self._is_in_doubt:
            return False
        events = await self._record.events(self._number)
        seating = await self._record.seating(self._number)
        await self._outbox.look_for_more()
        steps = steps_of(None, events)
        before, self.match, self.attention = self.match, steps[-1].after, attention_in(steps)
        self._is_in_doubt = False
        self._found_seated(seating)
        if self.match != before:
            self._moved_on()
        return self.match != before
