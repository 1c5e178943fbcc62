"""Evenings in which the bot is killed at drawn requests, and people go on as soon as it is back.

A kill comes after the n-th request that the stand-in has received, be it done or lost on the way.
"""

from __future__ import annotations

import re
import time
from collections import Counter
from collections.abc import Iterator
from random import Random

from minecart_robbery.engine import replay
from minecart_robbery.engine.match import Match, Over, PickingRole, TurnOpen, WaitingToStart
from minecart_robbery.engine.nouns import Seat
from minecart_robbery.engine.turn_projection import project
from tests.evenings.announced import Opening, announced, each_once, events_in, replayed
from tests.evenings.evening import Evening
from tests.record.sql import rows
from tests.stand_in.people import Person
from tests.stand_in.server import Call, until
from tests.stand_in.world import Channel

FEWEST, MOST = 1, 25
"""So many requests come in from one kill to the next."""
TRACKS = ("north", "central", "south")
SEATED = re.compile(r"(\d+) unfinished match")
BESIDE = (("record", "list"), ("doctor",), ("record", "timings", "1"))
"""What other processes of the program look at meanwhile (S63)."""


class KilledEvening:
    """An evening with so many kills at most, all of it drawn by `draws`."""

    def __init__(self, evening: Evening, draws: Random, most_kills: int) -> None:
        self.evening = evening
        self.draws = draws
        self.most_kills = most_kills
        self.killed_at_ms: list[int] = []
        self.looked: Counter[str] = Counter()
        self.is_down = False
        self._acted: set[tuple[object, ...]] = set()
        self._doomed = 0
        evening.discord.hears = self._hear

    @property
    def kills(self) -> int:
        """How often the bot was killed so far."""
        return len(self.killed_at_ms)

    def _hear(self, call: Call) -> None:
        """A request came in; the bot may be killed for it, and it may be lost for that."""
        if self.is_down or not self._doomed or call.number < self._doomed:
            return
        call.is_lost = self.draws.random() < 0.5
        self.evening.bot.kill()
        self.killed_at_ms.append(now_ms())
        self.is_down, self._doomed = True, 0

    def _draw_doom(self) -> None:
        if self.kills < self.most_kills:
            gap = self.draws.randint(FEWEST, MOST)
            self._doomed = len(self.evening.discord.calls) + gap

    # ------------------------------------------------------------- the evening

    async def play(self) -> None:
        """Play it to the end of the match, whatever happens."""
        await self.evening.start()
        await self.evening.gives("minecart hosts", role=self.evening.hosts)
        self._draw_doom()
        before, match = self._seen(), self.match()
        while match is None or not isinstance(match.current, Over):
            await self._act(match)
            await until(
                lambda before=before: self.is_down or self._seen() != before,
                f"anything after {match and match.current}",
            )
            if self.is_down:
                await self.come_back()
            before, match = self._seen(), self.match()

    def match(self) -> Match | None:
        """The match as another process reads it in the record."""
        events = events_in(self.evening.record)
        return replay(events) if events else None

    def _seen(self) -> tuple[object, ...]:
        """What has to change before people do anything more: the record, or what they were told."""
        said = len(self.evening.openings()) if self.evening.is_set_up else 0
        return *rows(self.evening.record, "SELECT count(*) FROM event"), said

    async def _act(self, match: Match | None) -> None:
        """People do what is to be done next, once they have been told of it."""
        evening = self.evening
        if match is None:
            options = {"dmo": evening.cora, "candidate": evening.zac}
            await self._gives(evening.lobby, "match open", **options)
            return
        await self._look_around()
        match match.current:
            case WaitingToStart():
                await self._gives(evening.dm, "match start", skip_ready=True)
            case PickingRole(number=number, picker=picker) if self._is_asked(number):
                if self._once("role", number):
                    player = evening.cora if picker is Seat.DMO else evening.zac
                    player.types(evening.dm, "miner")
            case TurnOpen() as turn if self._is_told(match):
                for seat, player in ((Seat.DMO, evening.cora), (Seat.CANDIDATE, evening.zac)):
                    self._pick(match, turn, seat, player)
            case _:
                pass

    def _pick(self, match: Match, turn: TurnOpen, seat: Seat, player: Person) -> None:
        has_picked = project(turn, match.rules.turn_ms).picks.get(seat) is not None
        if not has_picked and self._once("pick", match.openings, seat):
            player.types(self.evening.sub(player), self.draws.choice(TRACKS))

    async def _gives(self, channel: Channel, name: str, **options: object) -> None:
        """Hanna gives a command, and waits for the answer as long as the bot lives."""
        given = self.evening.hanna.command(channel, name, **options)
        await until(
            lambda: self.is_down or given.is_failed or given.settled.is_set(),
            f"an answer to /{name}",
        )

    def _is_asked(self, round: int) -> bool:
        """Whether the DM channel shows the question for the start role of a round."""
        texts = (it.text for it in self.evening.said(self.evening.dm))
        return any(f"Round {round}\n" in it and "chooses the start role" in it for it in texts)

    def _once(self, *what: object) -> bool:
        """Whether that wasn't done before; nobody says everything twice."""
        is_new = what not in self._acted
        self._acted.add(what)
        return is_new

    def _is_told(self, match: Match) -> bool:
        """Whether the open turn stands in the DM channel."""
        told = announced(self.evening)
        return bool(told) and told[-1] == replayed(events_in(self.evening.record))[-1]

    async def _look_around(self) -> None:
        """Now and then a host has a check made, or another process looks at the record."""
        drawn = self.draws.random()
        if drawn < 0.25:
            await self._gives(self.evening.dm, "minecart check")
            self.looked["checks"] += 1
        elif drawn < 0.35:
            await self.evening.beside(*self.draws.choice(BESIDE))
            self.looked["looks by other processes"] += 1

    # ------------------------------------------------------------- after a kill

    async def come_back(self) -> None:
        """Start the bot again; all that was announced has to be there, and its clock fresh."""
        await self.evening.bot.ended()
        told = each_once(announced(self.evening)) if self.evening.is_set_up else []
        if self.draws.random() < 0.3:
            await self.evening.beside(*self.draws.choice(BESIDE))
        bot = await self.evening.start()
        self.is_down = False
        match, on_record = self.match(), each_once(replayed(events_in(self.evening.record)))
        lost = list(_lost(told, on_record))
        assert not lost, f"after kill {self.kills} these are undone: {lost}"
        if match is not None and not isinstance(match.current, Over):
            (seated,) = [found[1] for line in bot.lines if (found := SEATED.search(line))]
            assert seated == "1", bot.lines
            await self._clock_has_started_again()
        self._draw_doom()

    async def _clock_has_started_again(self) -> None:
        """The time while the bot was away is nobody's."""
        killed_ms = self.killed_at_ms[-1]

        def is_fresh() -> bool:
            match = self.match()
            clock = None if match is None else match.clock
            return self.is_down or clock is None or clock.counts_from.ms >= killed_ms

        await until(is_fresh, "a clock that counts from after the kill")


def _lost(told: list[Opening], on_record: list[Opening]) -> Iterator[Opening]:
    """What was told and isn't on record, in that order."""
    rest = iter(on_record)
    return (opening for opening in told if not any(it == opening for it in rest))


def now_ms() -> int:
    """The time, as Discord's ids tell it, too: all of this is on one machine."""
    return time.time_ns() // 1_000_000
