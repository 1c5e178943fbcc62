"""A rehearsal: a house on this machine, its channels, its views, and who plays by themselves."""

from __future__ import annotations

import asyncio
import logging
import random
from collections.abc import Awaitable
from dataclasses import dataclass

from minecart_robbery.engine.match import Match
from minecart_robbery.engine.nouns import Seat
from minecart_robbery.live.clock import Clock, Timer
from minecart_robbery.live.house import House
from minecart_robbery.live.tasks import Tasks
from minecart_robbery.record import (
    Cause,
    Chair,
    KeptMatch,
    Record,
    RecordError,
    Seating,
    may_pass,
)
from minecart_robbery.rehearsal.board import Board
from minecart_robbery.rehearsal.inbox import Done, Listener, done_at_desk, not_done
from minecart_robbery.rehearsal.messages import Channels, Sender, moment_of
from minecart_robbery.rehearsal.players import PLAYERS, Opponent
from minecart_robbery.rehearsal.requests import Desk, UnfitError, Wish
from minecart_robbery.rehearsal.room import PageRoom, Presses, timestamp
from minecart_robbery.rehearsal.views import View, new_links, new_secret, view_by
from minecart_robbery.settings import Settings
from minecart_robbery.words.catalogue import say
from minecart_robbery.words.player_input import Place

_LOG = logging.getLogger(__name__)

HERE = 0
"""In place of a server's id, which no server has: this machine."""


@dataclass(frozen=True, slots=True)
class Look:
    """A match that is looked at, and as what."""

    match: int
    view: View


class Rehearsal:
    """All matches rehearsed here. Make it with `Rehearsal.open`, and close it in the end."""

    def __init__(
        self,
        record: Record,
        clock: Clock,
        settings: Settings,
        channels: Channels,
        seatings: dict[int, Seating],
        director: str,
    ) -> None:
        self.clock = clock
        self.rules = settings.rules
        self.channels = channels
        self.director = director
        self._record = record
        self._settings = settings
        self._seatings = seatings
        self._presses = Presses()
        self._tasks = Tasks("the rehearsal")
        self._draws = random.SystemRandom()
        self._opponents: dict[int, list[Opponent]] = {}
        self._boards: dict[int, Board] = {}
        self._sweep: Timer | None = None
        self._opening = asyncio.Lock()
        self.house = House(
            record,
            clock,
            lambda seating: PageRoom(channels, self._presses, seating),
            nudge_seconds=settings.nudge_seconds,
            hosts_again_seconds=settings.hosts_again_seconds,
            reopen_minutes=settings.reopen_minutes,
            moved_on=self._moved_on,
        )
        self.listener = Listener(self.house, channels, self._presses, clock)

    @classmethod
    async def open(cls, record: Record, clock: Clock, settings: Settings) -> Rehearsal:
        """The rehearsal that this record keeps, with its matches seated again.

        Raises RecordError if matches of another kind are kept there.
        """
        seatings = {it.match: it for it in await record.matches()}
        if any(it.server != HERE for it in seatings.values()):
            raise RecordError(
                "that database has matches in it which were hosted on Discord: use another file "
                "for rehearsing"
            )
        page = await record.rehearsals.setting_up()
        director = new_secret() if page is None else page[0]
        if page is None:
            await record.rehearsals.set_up(director, None)
        channels = await Channels.open(record.rehearsals, clock)
        rehearsal = cls(record, clock, settings, channels, seatings, director)
        await rehearsal._begin()
        return rehearsal

    async def _begin(self) -> None:
        for match in self._seatings.keys() - self.channels.matches.keys():
            await self.channels.add_match(KeptMatch(match, new_links(), {}))
        await self.house.seat_all(str(self.clock.now_ms()))
        self.house.watch_itself(self._settings.pulse_seconds)
        for match in self._seatings:
            try:
                await self._show_board(match)
            except Exception as error:
                if may_pass(error):
                    raise
                _LOG.exception("match %d can't be read, and is not shown", match)
        for table in self.house.tables():
            self._seat_players(table.seating)
        self._sweep_later()

    async def serves_on(self, port: int) -> None:
        """Remember where it is served, for the next time."""
        await self._record.rehearsals.set_up(self.director, port)

    def seating(self, match: int) -> Seating:
        """Who plays a match that was opened here, and in which channels."""
        return self._seatings[match]

    def kept(self, match: int) -> KeptMatch:
        """The links of a match that was opened here, and its table."""
        return self.channels.matches[match]

    @property
    def live(self) -> KeptMatch | None:
        """The match that is on, None if none is."""
        return next((self.kept(table.seating.match) for table in self.house.tables()), None)

    def look_by(self, secret: str) -> Look | None:
        """What is looked at by the link with that secret; None: nothing is."""
        found = view_by(secret, self.channels.matches.values())
        return None if found is None else Look(*found)

    async def open_match(self, wish: Wish) -> KeptMatch:
        """Open a match. Raises UnfitError while another one is on."""
        async with self._opening:
            if self.live is not None:
                raise UnfitError(say("rehearsal", "one_at_a_time"))
            return await self._opened(wish)

    async def at_desk(self, match: int, asked: Desk) -> Done:
        """Do what the host asks for; of a match that has ended, only what reopens it (R32)."""
        table = self.house.table(match)
        if table is not None:
            return await done_at_desk(table, asked, self.channels.new_id())
        async with self._opening:
            return await self._reopened(match, asked)

    async def _reopened(self, match: int, asked: Desk) -> Done:
        """Reopen a match, unless another one is on: its players of the program's play on, too."""
        table = self.house.reopenable(lambda it: it.match == match)
        if table is None:
            return Done(False, say("pressed", "match_over"))
        if not asked.takes_back:
            until = timestamp(table.reopenable_until_ms)
            return Done(False, say("rehearsal", "reopenable", moment=until))
        if self.live is not None:
            return not_done("one_at_a_time")
        done = await done_at_desk(table, asked, self.channels.new_id())
        if done.is_ok and match not in self._opponents:
            self._seat_players(table.seating)
        return done

    async def _opened(self, wish: Wish) -> KeptMatch:
        opened = self.channels.new_id()
        channels = [self.channels.new_id() for _ in range(3)]
        dmo, candidate = (
            Chair(seat, Sender(seat).person, wish.names[seat], channel)
            for seat, channel in zip(Seat, channels[1:], strict=True)
        )
        seating = Seating(0, HERE, channels[0], dmo, candidate)
        cause = Cause(f"i:{opened}", Sender.HOST.person)
        table = await self.house.open(seating, wish.rules, cause, moment_of(opened))
        assert table is not None, "these channels are new"
        seating = table.seating
        self._seatings[seating.match] = seating
        await self.channels.add_match(KeptMatch(seating.match, new_links(), wish.players))
        await self._show_board(seating.match)
        self._seat_players(seating)
        return self.kept(seating.match)

    def _seat_players(self, seating: Seating) -> None:
        """Put the program's players into their seats."""
        self._opponents[seating.match] = [
            self._opponent(seating, seat, name)
            for seat, name in self.kept(seating.match).players.items()
        ]
        self._moved_on(seating.match)

    def _opponent(self, seating: Seating, seat: Seat, name: str) -> Opponent:
        def match_now() -> Match | None:
            table = self.house.table(seating.match)
            return None if table is None else table.match

        def says(place: Place, text: str) -> Awaitable[object]:
            dm, sub = seating.dm_channel, seating.chair(seat).channel
            channel = dm if place is Place.DM else sub
            request = f"bot:{self.channels.new_id()}"
            return self.listener.say(seating.match, channel, Sender(seat), text, request)

        player = PLAYERS[name](self._draws)
        return Opponent(seat, player, match_now, says, self.clock, self._tasks, self._draws)

    def _moved_on(self, match: int) -> None:
        if match in self.channels.matches:
            self._tasks.start(self._show_board(match))
        for opponent in self._opponents.get(match, ()):
            opponent.consider()

    async def _show_board(self, match: int) -> None:
        await self.channels.show(match, lambda: self._board_now(match))

    async def _board_now(self, match: int) -> str:
        """The table of a match; of one that goes on, only what is new is read (S49)."""
        before = self._boards.get(match, Board())
        board = before.after(await self._record.events(match, before.known))
        if board.has_ended:  # it may never be asked for again
            self._boards.pop(match, None)
        else:
            self._boards[match] = board
        return board.shown()

    def _sweep_later(self) -> None:
        self._sweep = self.clock.later(self._settings.sweep_seconds, self._sweep_now)

    def _sweep_now(self) -> None:
        self._tasks.start(self._swept())
        self._sweep_later()

    async def _swept(self) -> None:
        try:
            await self.listener.write_waiting()
        finally:
            await self.house.sweep()

    async def close(self) -> None:
        """Leave all as it is; the record has it."""
        if self._sweep is not None:
            self._sweep.cancel()
        for opponents in self._opponents.values():
            for opponent in opponents:
                opponent.leave()
        await self._tasks.finish()
        await self.house.close()
