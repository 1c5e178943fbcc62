"""What players say at a table, heard in its turn: at once, when its time comes, or read afterwards.

Whoever calls holds the table's lock. What was said comes to events, to an answer, or to nothing;
when a match goes on by itself is not known here.
"""

from __future__ import annotations

from collections.abc import Awaitable, Callable, Mapping, Sequence

from minecart_robbery.engine import commands as do
from minecart_robbery.engine import decide
from minecart_robbery.engine.clock import Moment
from minecart_robbery.engine.match import Match
from minecart_robbery.engine.nouns import Fault
from minecart_robbery.engine.refusals import Refusal
from minecart_robbery.live.absences import KEPT_MS
from minecart_robbery.live.addressing import Typed
from minecart_robbery.live.clock import Clock
from minecart_robbery.live.early import Deletion, Early
from minecart_robbery.live.hindrances import Loss
from minecart_robbery.live.lateness import Lateness
from minecart_robbery.live.letters import Letter
from minecart_robbery.live.missed import Missed
from minecart_robbery.live.outbox import Outbox
from minecart_robbery.live.proceedings import Done, Outcome, Proceedings
from minecart_robbery.live.room import Failure, Room, Unread
from minecart_robbery.live.tasks import Tasks
from minecart_robbery.record import Record
from minecart_robbery.words.answers import refusal_line
from minecart_robbery.words.notices import Audience, Notice
from minecart_robbery.words.panels import Panel, Takes
from minecart_robbery.words.player_input import (
    Answer,
    Place,
    PlayerCommand,
    interpret,
    interpret_press,
)
from minecart_robbery.words.telling.private import still_stands_notice

StandStill = Callable[[Loss | Failure, Audience, str], Awaitable[None]]
"""Pauses the match since the place where an audience reads is lost, for a cause of that key."""


class Ears:
    """The ears of one table, that of match number `number`."""

    def __init__(
        self,
        number: int,
        record: Record,
        room: Room,
        clock: Clock,
        outbox: Outbox,
        proceedings: Proceedings,
        tasks: Tasks,
        lateness: Lateness,
        stand_still: StandStill,
    ) -> None:
        self._number = number
        self._record = record
        self._room = room
        self._clock = clock
        self._outbox = outbox
        self._proceedings = proceedings
        self._tasks = tasks
        self._lateness = lateness
        self._stand_still = stand_still
        self._early = Early()
        self._lost: list[int] = []
        self._missed = Missed(number, record, room)
        self._others: dict[int, int] = {}

    @property
    def are_behind(self) -> bool:
        """Whether something may have been missed: then nothing that is due is judged."""
        return self._missed.is_behind

    def fall_behind(self) -> None:
        """From now on something may be missed, until `catch_up`."""
        self._missed.fall_behind()

    async def say(self, typed: Typed) -> Outcome:
        """A player typed something. While something may have been missed it waits (S2)."""
        if self._missed.is_behind:
            self._early.put(typed)
            return None
        try:
            return await self._hear(typed)
        except Exception:
            self._could_not_hear(typed)
            raise

    def others_said(self, channel: int, message: int) -> None:
        """Others said something in a channel: it need not be read again, nor what is before it.

        Whoever calls has waited for whatever players said before. It holds once all has been heard
        that may have been missed, or waits.
        """
        self._others[channel] = max(message, self._others.get(channel, 0))
        if not self._missed.is_behind:
            self._pass(self._others)

    def _pass(self, cursors: Mapping[int, int]) -> None:
        if not self._early.is_empty:
            return
        for channel, message in cursors.items():
            self._record.passed(self._number, channel, message)

    async def deleted(self, deletions: Sequence[Deletion]) -> None:
        """A player's messages were deleted. If their pick was among them they are told (R16)."""
        for deletion in deletions:
            if not self._early.takes(deletion) and await self._still_stands(deletion, "deleted"):
                return

    async def catch_up(self) -> bool:
        """Hear all that was missed and what has waited, in the order of its moments.

        False: it can't be read now, or the connection was lost meanwhile, and the next sweep tries
        again; where that won't do, the match stands still, and people are told.
        """
        generation, others = self._missed.fall_behind(), dict(self._others)
        match = self._proceedings.match
        with self._lateness.asking():
            found = await self._missed.read(match)
            if isinstance(found, Unread):
                self._lateness.was_refused()
        if isinstance(found, Unread):
            if self._missed.is_lost(found.why):
                why = Loss.GONE if found.why is Failure.GONE else Loss.UNREADABLE
                await self._stand_still(why, found.place, f"y:{self._clock.now_ms()}")
            return False
        if any(self._missed.is_unjudgeable(typed, match) for typed in found):
            now = Moment(self._clock.now_ms())
            command = do.RestartClock(Fault.AWAY)
            done = await self._proceedings.house_does(command, f"l:{now.ms}", now)
            if done is not Done.DONE:
                self._missed.fall_behind()
                return False
        self._early.put(*found)
        await self.hear_early()
        has_caught_up = self._missed.caught_up(generation)
        if has_caught_up:
            self._pass(others)
        return has_caught_up

    async def peek(self, *, with_edits: bool) -> Sequence[Typed] | Unread:
        """What was typed so far while the connection is lost; with edits of what was heard, or not.

        Whoever calls needs no lock.
        """
        return await self._missed.peek(self._proceedings.match, with_edits=with_edits)

    async def hear_so_far(self, found: Sequence[Typed]) -> None:
        """Hear what was found by `peek`, and what has waited; more may be missed still."""
        self._early.put(*found)
        await self.hear_early()

    async def hear_early(self) -> None:
        """Hear what has waited; what has to wait on waits on."""
        typed_early, deleted_early = self._early.empty()
        for at, typed in enumerate(typed_early):
            try:
                await self._hear(typed)
            except Exception:
                self._could_not_hear(*typed_early[at:])
                raise
        for deletion in deleted_early:
            await self._still_stands(deletion, "deleted")

    def lost(self, ms: int) -> None:
        """Something that was said at that time is lost: it is not made a second time (S48)."""
        self._lost = [it for it in self._lost if it > ms - KEPT_MS]
        self._lost.append(ms)

    def lost_within(self, since: int, until: int) -> Fault | None:
        """Whether something is lost that was said in this time (in ms): a fault, or None."""
        return Fault.UNWRITTEN if any(since <= it <= until for it in self._lost) else None

    def _could_not_hear(self, *typed: Typed) -> None:
        """Hear this and what comes after it again, by the next sweep (S7).

        A press is not made a second time by the house: whoever pressed was told that it failed.
        """
        self._missed.fall_behind()
        if not typed[0].interaction:
            is_its_fault = not self._proceedings.cannot_write
            self._early.put_back(*typed, is_its_fault=is_its_fault)
        else:
            self.lost(typed[0].at.ms)
            self._early.put(*typed[1:])

    async def _hear(self, typed: Typed) -> Outcome:
        outcome = await self._heard(typed)
        if typed.interaction and not self._will_answer(typed.interaction):
            self._tasks.start(self._room.heard(typed))
        return outcome

    def _will_answer(self, interaction: int) -> bool:
        return self._early.holds(interaction) or self._outbox.owes_answer(interaction)

    async def _heard(self, typed: Typed) -> Outcome:
        match _heard_as(typed, self._proceedings.match):
            case None:
                if typed.at.is_edit:
                    gone = Deletion(typed.seat, typed.message, typed.cause)
                    await self._still_stands(gone, "edited")
                elif not typed.interaction:
                    await self._record.saw(self._number, typed.cause)
                return None
            case Panel() as panel:
                shows = Notice(Audience.player(typed.seat), (), panel=panel, takes=Takes(panel.key))
                letter = Letter(shows, answers=typed.interaction)
                await self._proceedings.owe([letter], typed.cause)
                return None
            case Answer(text=text, is_private=is_private):
                to = Place.SUB if is_private else typed.place
                await self._proceedings.answer(text, typed, to)
                if is_private and typed.place is Place.DM and not typed.interaction:
                    self._tasks.start(self._room.hide(typed.message))
                return None
            case do.Say() | do.PickRole() if (
                self._proceedings.clock_is_on_its_way or self._proceedings.pause_is_on_its_way
            ):
                self._early.put(typed)
                return None
            case command:
                decision = decide(self._proceedings.match, command, typed.at)
        if isinstance(decision, Refusal):
            line = refusal_line(decision, self._room.names)
            await self._proceedings.answer(line, typed, typed.place)
            return decision
        return await self._proceedings.happened(decision, typed.cause, typed)

    async def _still_stands(self, gone: Deletion, why: str) -> bool:
        """Tell a player that their pick stands, if it was in what is gone; whether it was."""
        match = self._proceedings.match
        notice = still_stands_notice(match, gone.seat, gone.message, why=why)
        if notice is None:
            return False
        await self._proceedings.owe([Letter(notice)], gone.cause)
        return True


def _heard_as(typed: Typed, match: Match) -> PlayerCommand | Answer | Panel | None:
    if typed.pressed is None:
        return interpret(typed.text, typed.seat, typed.place, match)
    return interpret_press(typed.text, typed.pressed, typed.seat, typed.place, match)
