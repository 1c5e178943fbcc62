"""A house with a record in a real file, a clock moved by hand, and matches in scripted rooms.

Cora is the DMO, Zac the candidate. Times are in ms: a match is opened at -2,000, started at -1,000,
and its first turn opens at 0.
"""

from __future__ import annotations

import asyncio
import operator
from collections.abc import Awaitable, Callable
from dataclasses import dataclass, replace
from pathlib import Path
from typing import Any, TypeVar

from minecart_robbery.engine import commands as do
from minecart_robbery.engine.clock import Moment
from minecart_robbery.engine.events import Event
from minecart_robbery.engine.match import Match, TurnOpen
from minecart_robbery.engine.nouns import Desk, Role, Seat, Track
from minecart_robbery.engine.rules import Rules
from minecart_robbery.engine.turn_projection import TurnProjection, project
from minecart_robbery.live.addressing import Typed
from minecart_robbery.live.house import House
from minecart_robbery.live.room import Room
from minecart_robbery.live.table import Outcome, Table
from minecart_robbery.record import Cause, Chair, Record, Seating
from minecart_robbery.words.names import Names
from minecart_robbery.words.notices import Audience
from minecart_robbery.words.player_input import Place
from tests.live.hand_clock import START, HandClock
from tests.live.room import ScriptedRoom

CORA, ZAC = Seat.DMO, Seat.CANDIDATE
HOST, HOUSE = Desk.HOST, Desk.HOUSE
NORTH, CENTRAL, SOUTH = Track.NORTH, Track.CENTRAL, Track.SOUTH
PUBLIC, HOSTS = Audience.PUBLIC, Audience.HOSTS
TO_CORA, TO_ZAC = Audience.DMO, Audience.CANDIDATE
DM, SUB = Place.DM, Place.SUB
TURN_MS, SETTLE_MS, GRACE_MS = 60_000, 500, 1_500
T = TypeVar("T")


def seating(dm_channel: int = 100) -> Seating:
    """Cora against Zac in this DM channel, with the two channels after it for submissions."""
    cora = Chair(CORA, 11, "Cora", dm_channel + 1)
    return Seating(0, 9, dm_channel, cora, Chair(ZAC, 22, "Zac", dm_channel + 2))


@dataclass
class Hosted:
    """A house, and the one table that a test is about."""

    record: Record
    clock: HandClock
    house: House
    rooms: dict[int, ScriptedRoom]
    messages: int = 0
    number: int = 0
    again_seconds: float = 0

    @classmethod
    async def open(cls, path: Path, again_seconds: float = 0) -> Hosted:
        """A house without a match, with its record in this file.

        It calls the hosts once more, so many seconds after they were called in vain; 0: it doesn't.
        """
        return cls.on(await Record.open(path), HandClock(START - 2000), {}, again_seconds)

    @classmethod
    def on(
        cls,
        record: Record,
        clock: HandClock,
        rooms: dict[int, ScriptedRoom],
        again_seconds: float = 0,
    ) -> Hosted:
        """A house that has just started, on this record and in these rooms."""

        def room_for(seating: Seating) -> Room:
            new = ScriptedRoom(clock, Names(seating.dmo.name, seating.candidate.name))
            return rooms.setdefault(seating.dm_channel, new)

        house = House(record, clock, room_for, hosts_again_seconds=again_seconds)
        return cls(record, clock, house, rooms, again_seconds=again_seconds)

    async def close(self) -> None:
        """Close the house and the record."""
        await self.house.close()
        await self.record.close()

    async def open_match(self, dm_channel: int = 100, **rules: Any) -> Table:
        """Open a match, which becomes the one that the test is about unless there is one."""
        cause, at = Cause(f"i:{dm_channel}", 5), self.moment()
        table = await self.house.open(seating(dm_channel), Rules(**rules), cause, at)
        assert table is not None
        self.number = self.number or table.seating.match
        await self.quiet()
        return table

    async def checking_ready(self, **rules: Any) -> None:
        """Open a match and start it: both players are asked whether they are ready."""
        await self.open_match(**rules)
        await self.move_to(-1000)
        await self.do(do.StartMatch(HOST))

    async def started(self, **rules: Any) -> None:
        """Open a match and start it: Cora is asked for her start role."""
        await self.open_match(**rules)
        await self.move_to(-1000)
        await self.do(do.StartMatch(HOST, skip_ready=True))

    async def in_first_turn(self, **rules: Any) -> None:
        """Open the first turn, with Cora as miner."""
        await self.started(**rules)
        await self.move_to(0)
        await self.do(do.PickRole(CORA, Role.MINER))

    @property
    def table(self) -> Table:
        """The table that the test is about; fails once its match has ended."""
        table = self.house.table(self.number)
        assert table is not None
        return table

    @property
    def match(self) -> Match:
        """The match as it stands at the table."""
        return self.table.match

    @property
    def turn(self) -> TurnOpen:
        """The open turn."""
        assert isinstance(self.match.current, TurnOpen), self.match.current
        return self.match.current

    @property
    def projection(self) -> TurnProjection:
        """What the open turn comes to so far."""
        return project(self.turn, self.match.rules.turn_ms)

    @property
    def deadline(self) -> int:
        """The deadline of the open turn, in ms."""
        return self.projection.deadline - START

    @property
    def room(self) -> ScriptedRoom:
        """The room of the table that the test is about."""
        return self.rooms[100]

    @property
    def now(self) -> int:
        """The time in ms."""
        return self.clock.now_ms() - START

    def picked(self, seat: Seat) -> Track | None:
        """The pick of `seat` that stands in the open turn."""
        return self.projection.picks.get(seat)

    def moment(self, ms: int | None = None) -> Moment:
        """The moment of a new message, sent at `ms` or now."""
        self.messages += 1
        at_ms = self.clock.now_ms() if ms is None else START + ms
        return Moment(at_ms, snowflake=at_ms * 1000 + self.messages)

    def typed(self, seat: Seat, text: str, place: Place = SUB, at: int | None = None) -> Typed:
        """A new message of a player's, sent at `at` or now."""
        moment = self.moment(at)
        channel = 100 if place is DM else 101 if seat is CORA else 102
        person, message = (11 if seat is CORA else 22), moment.snowflake
        cause = Cause(f"m:{message}", person, channel, message)
        return Typed(seat, place, text, message, cause, moment, sent=moment)

    def edited(self, typed: Typed, text: str, at: int | None = None) -> Typed:
        """The same message with another text, edited at `at` or now."""
        edit = Moment(self.clock.now_ms() if at is None else START + at, True, typed.message)
        cause = replace(typed.cause, key=f"e:{typed.message}:{edit.ms}")
        return replace(typed, text=text, cause=cause, at=edit)

    async def types(
        self, seat: Seat, text: str, place: Place = SUB, at: int | None = None
    ) -> Outcome:
        """A player's message arrives, sent at `at` or now; all that follows from it happens."""
        return await self.then_quiet(self.table.say(self.typed(seat, text, place, at)))

    async def arrives(self, typed: Typed) -> Outcome:
        """A message arrives, and all that follows from it happens."""
        return await self.then_quiet(self.table.say(typed))

    async def do(self, command: do.Command, at: int | None = None) -> Outcome:
        """A command is given, and all that follows from it happens."""
        moment = self.moment(at)
        cause = Cause(f"i:{moment.snowflake}", 5)
        return await self.then_quiet(self.table.do(command, cause, moment))

    async def move_to(self, ms: int) -> None:
        """Time passes, and what was waited for happens when it is due."""
        while (due_ms := self.clock.next_due_ms) is not None and due_ms < START + ms:
            self.clock.move_to(due_ms)
            await self.quiet()
        self.clock.move_to(START + ms)
        await self.quiet()

    async def sweep(self) -> None:
        """The house sweeps, and all that follows from it happens."""
        await self.then_quiet(self.house.sweep())

    async def events(self) -> tuple[Event, ...]:
        """The match's events as the record has them."""
        return await self.record.events(self.number)

    async def last(self, kind: type[T]) -> T:
        """The last event of this kind in the record."""
        found = [event for event in await self.events() if isinstance(event, kind)]
        assert found, f"no {kind.__name__}"
        return found[-1]

    async def restarted(self, boot: str = "2") -> None:
        """The program ends at once and starts again, on the same file and in the same rooms."""
        again = await self.stopped()
        self.house = again.house
        await self.then_quiet(self.house.seat_all(boot))

    async def stopped(self) -> Hosted:
        """The program has ended at once, and starts again; no match is seated yet."""
        await self.house.close()
        self.clock.lose_timers()
        return self.on(self.record, self.clock, self.rooms, self.again_seconds)

    async def together(self, *work: Awaitable[object]) -> None:
        """Let several things happen at once."""
        await asyncio.gather(*work)

    async def then_quiet(self, work: Awaitable[T]) -> T:
        """Wait for `work`, and for all that follows from it."""
        came = await work
        await self.quiet()
        return came

    async def quiet(self) -> None:
        """Wait until nothing is under way but letters that the rooms hold."""
        await calm(lambda others: len(others) <= sum(it.waiting for it in self.rooms.values()))


async def calm(is_quiet: Callable[[set[asyncio.Task[Any]]], bool] = operator.not_) -> None:
    """Wait until it is quiet, by those who are under way, and all others have told how they ended.

    A task that has ended is no longer among all tasks, but those who asked to be told are told a
    round of the loop later.
    """
    me, rounds = asyncio.current_task(), 0
    while rounds < 2:
        others = asyncio.all_tasks() - {me}
        if is_quiet(others):
            rounds += 1
            await asyncio.sleep(0)
        else:
            rounds = 0
            await asyncio.wait(others, timeout=0.001, return_when=asyncio.FIRST_COMPLETED)
