"""A program that may die, playing a scripted match in a scripted Discord, and starting again."""

from __future__ import annotations

import asyncio
import sqlite3
from collections import deque
from collections.abc import Awaitable
from contextlib import AsyncExitStack, closing, suppress
from pathlib import Path
from typing import Any

from minecart_robbery.engine import commands as do
from minecart_robbery.engine import due
from minecart_robbery.engine.events import Event
from minecart_robbery.engine.match import (
    BeforeTurn,
    Match,
    Paused,
    PickingRole,
    ReadyCheck,
    TurnOpen,
)
from minecart_robbery.engine.nouns import Seat
from minecart_robbery.engine.rules import Rules
from minecart_robbery.live.addressing import Typed
from minecart_robbery.live.house import House
from minecart_robbery.live.table import Table
from minecart_robbery.record import Cause, Record
from minecart_robbery.record.written import read_back
from minecart_robbery.words.names import Names
from minecart_robbery.words.panels import PanelKey, PanelName
from minecart_robbery.words.player_input import Place
from minecart_robbery.words.telling.panels import occasion_in
from tests.live.doom import Dead, Doom
from tests.live.hand_clock import START, HandClock
from tests.live.hosted import HOST, calm, seating
from tests.live.quick_record import quick_record
from tests.live.scripted_discord import Message, RoomThere, ScriptedDiscord
from tests.live.scripted_match import Act, How, Pause, Script, Turn

RECORDS = (
    "add_match",
    "append",
    "tick",
    "owed",
    "delivered",
    "events",
    "unfinished_matches",
    "seen",
    "saw",
)
RECORDS += ("seen", "saw")
ROOMS = ("deliver", "missed", "hide")
"""What the tables wait for: each call is a point at which the program may die."""

MOST_SWEEPS = 3
"""After the end: the first after another death, if there is one, and a last one."""

A_STEP_MS = 300
"""Between two things that people do."""


class Program:
    """The program from one start to its death: a house on a record, and a room in Discord."""

    def __init__(self, record: Record, discord: ScriptedDiscord, doom: Doom) -> None:
        self.record = record
        self.room = RoomThere(discord, Names("Cora", "Zac"))
        self.house = House(record, discord.clock, lambda _: self.room)
        self._close = AsyncExitStack()
        doom.hangs_over(record, RECORDS)
        doom.hangs_over(self.room, ROOMS)

    @classmethod
    async def starts(cls, path: Path, discord: ScriptedDiscord, doom: Doom) -> Program:
        """The program starts on this file; no match is seated yet."""
        stack = AsyncExitStack()
        record = await stack.enter_async_context(quick_record(path))
        program = cls(record, discord, doom)
        program._close = stack
        return program

    async def ends(self) -> None:
        """Whatever is under way is under way no more. Nobody has the time to tidy up."""
        under_way = asyncio.all_tasks() - {asyncio.current_task()}
        for task in under_way:
            task.cancel()
        await asyncio.gather(*under_way, return_exceptions=True)
        await self._close.aclose()

    async def quiet(self) -> None:
        """Wait until nothing is under way."""
        await calm()


class Played:
    """A scripted match played to its end under a doom, in `path`.

    `away_ms`: how long the program is away once it died; `typed_meanwhile`: so much of what comes
    next in the turn is typed while it is.
    """

    def __init__(
        self, script: Script, path: Path, doom: Doom, away_ms: int = 50, typed_meanwhile: int = 0
    ) -> None:
        self.script = script
        self.clock = HandClock(START)
        self.discord = ScriptedDiscord(self.clock, {Seat.DMO: 11, Seat.CANDIDATE: 22})
        self.events: tuple[Event, ...] = ()
        self._path = path
        self._doom = doom
        self._away_ms = away_ms
        self._typed_meanwhile = typed_meanwhile
        self._starts = 1
        self._to_do: deque[Act | Pause] = deque()
        self._last: dict[tuple[Seat, Place], Message] = {}
        self._program: Program

    async def play(self) -> None:
        """Play the match."""
        self._program = await Program.starts(self._path, self.discord, self._doom)
        try:
            while not self._stands("SELECT id FROM match"):
                await self._survives(self._open())
            await self._commanded(do.StartMatch(HOST))
            for turn in self.script.turns:
                if await self._on_to_a_turn():
                    await self._play_turn(turn)
            if self._table is not None:
                await self._commanded(do.CallOff(HOST, "no time"))
            for _ in range(MOST_SWEEPS):
                await self._survives(self._program.house.sweep())
            bodies = self._stands("SELECT body FROM event ORDER BY number")
            self.events = tuple(read_back(body) for body in bodies)
        finally:
            await self._program.ends()

    @property
    def _table(self) -> Table | None:
        return self._program.house.table(1)

    @property
    def _match(self) -> Match:
        assert self._table is not None
        return self._table.match

    async def _survives(self, work: Awaitable[object]) -> None:
        """Do something, and all that follows from it. If the program dies of it, it starts anew."""
        with suppress(Dead):
            await work
        await self._program.quiet()
        if self._doom.has_come:
            await self._restart()

    async def _restart(self) -> None:
        await self._program.ends()
        self.clock.lose_timers()
        self._type_meanwhile()
        self.clock.move_to(self.clock.now_ms() + self._away_ms)
        self._doom = Doom()
        self._starts += 1
        self._program = await Program.starts(self._path, self.discord, self._doom)
        await self._program.house.seat_all(str(self._starts))
        await self._program.quiet()

    def _type_meanwhile(self) -> None:
        """Players type on while nobody listens. Edits and presses they keep for later."""
        for _ in range(self._typed_meanwhile):
            match self._to_do:
                case [Act(how=How.TYPED) as act, *_]:
                    self._to_do.popleft()
                    self.clock.move_to(self.clock.now_ms() + 1)
                    self._typed(act)
                case _:
                    return

    async def _open(self) -> None:
        at = self.discord.commanded()
        rules = Rules(**self.script.rules)
        await self._program.house.open(seating(), rules, Cause(f"i:{at.snowflake}", 5), at)

    async def _commanded(self, command: do.Command) -> None:
        """A host gives a command, and again if they get no answer and nothing came of it."""
        is_known = False
        while not is_known and self._table is not None:
            at = self.discord.commanded()
            cause = Cause(f"i:{at.snowflake}", 5)
            await self._survives(self._table.do(command, cause, at))
            is_known = cause.key in self._stands("SELECT key FROM cause")
            await self._passes(A_STEP_MS)

    def _stands(self, query: str) -> list[Any]:
        """What stands in the file, whatever the program thinks of it."""
        with closing(sqlite3.connect(self._path)) as db:
            return [value for (value,) in db.execute(query)]

    async def _passes(self, ms: int) -> None:
        """Time passes; what is due happens."""
        until = self.clock.now_ms() + ms
        while (due_ms := self.clock.next_due_ms) is not None and due_ms <= until:
            self.clock.move_to(due_ms)
            await self._survives(asyncio.sleep(0))
        self.clock.move_to(max(until, self.clock.now_ms()))
        await self._survives(asyncio.sleep(0))

    async def _on_to_a_turn(self) -> bool:
        """Whoever is waited for does what is needed, until a turn is open. False: it is over."""
        while self._table is not None:
            match self._match.current:
                case TurnOpen():
                    return True
                case PickingRole(picker=picker):
                    await self._says(Act(picker, Place.DM, "miner"))
                case ReadyCheck(missing=(seat, *_)):
                    await self._says(Act(seat, Place.SUB, "ready"))
                case Paused():
                    await self._commanded(do.ResumeMatch(HOST))
                case BeforeTurn(opens=int(opens)):
                    await self._passes(max(0, opens - self.clock.now_ms()))
                case other:
                    raise AssertionError(f"nobody would end this: {other}")
            await self._passes(A_STEP_MS)
        return False

    async def _play_turn(self, turn: Turn) -> None:
        """Do what the script says, then wait until the turn is settled."""
        self._to_do, self._last = deque(turn), {}
        openings = self._match.openings
        while self._to_do:
            act = self._to_do.popleft()
            await self._passes(A_STEP_MS)
            match act:
                case Act():
                    await self._says(act)
                case Pause():
                    later, self._to_do = self._to_do, deque()
                    await self._commanded(do.PauseMatch(HOST, "tea"))
                    await self._commanded(do.ResumeMatch(HOST))
                    self._to_do = later
        while self._table is not None and isinstance(self._match.current, TurnOpen):
            if self._match.openings != openings:
                return
            due_ms = due(self._match)
            assert due_ms is not None
            await self._passes(max(0, due_ms - self.clock.now_ms()))

    async def _says(self, act: Act) -> None:
        """A player says it. One whose press came to nothing presses again."""
        if act.how is not How.PRESSED:
            await self._survives(self._heard(self._typed(act)))
            return
        is_known = False
        while not is_known:
            key = PanelKey(PanelName.PICK, occasion_in(self._match))
            typed = self.discord.pressed(act.seat, act.place, act.text, key)
            self._program.room.opened(typed.interaction)
            await self._survives(self._heard(typed))
            is_known = typed.cause.key in self._stands("SELECT key FROM cause")

    def _typed(self, act: Act) -> Typed:
        last = self._last.get((act.seat, act.place))
        if act.how is How.EDITED and last is not None:
            self.discord.edits(last, act.text)
        else:
            last = self.discord.types(act.seat, act.place, act.text)
        self._last[act.seat, act.place] = last
        return self.discord.heard_as(last)

    async def _heard(self, typed: Typed) -> None:
        assert self._table is not None
        await self._table.say(typed)
