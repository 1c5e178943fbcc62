"""What is done about hindrances: the match stands still, people hear of it once, and it goes on.

A hindrance is noticed once. One that comes before the start, or in a pause, is noticed when the
match would go on with it; so a host who goes on in spite of one isn't stopped by it again.
"""

from __future__ import annotations

from collections.abc import Awaitable, Callable, Collection, Sequence
from typing import assert_never

from minecart_robbery.engine import commands as do
from minecart_robbery.engine.match import Match, PauseCause, Paused
from minecart_robbery.engine.nouns import Desk, Seat
from minecart_robbery.live.hindrances import (
    Absence,
    AbsentPlayer,
    Hindrance,
    LostPlace,
    OpponentReads,
    SlowPlace,
)
from minecart_robbery.live.proceedings import Done
from minecart_robbery.words.names import Names
from minecart_robbery.words.notices import Audience, Notice
from minecart_robbery.words.telling.hindering import (
    absence_note,
    loss_note,
    opponent_reads_note,
    opponent_reads_notice,
    players_back_notice,
    slow_notices,
)
from minecart_robbery.words.telling.hosting import house_notice

Give = Callable[[do.Command, str], Awaitable[Done]]
"""Gives a command of the house's, for a cause of that key: what it came to."""

Tell = Callable[[Sequence[Notice], str], Awaitable[None]]
"""Tells people something, for a cause of that key."""


class Interruptions:
    """The hindrances of one match. `give` and `tell` are its table's."""

    def __init__(self, give: Give, tell: Tell) -> None:
        self._give = give
        self._tell = tell
        self._noticed: set[Hindrance] = set()
        self._lost: set[LostPlace] = set()
        self._back_told = False
        self._excused: set[Seat] = set()

    @property
    def nothing_is_lost(self) -> bool:
        """Whether, as far as is known, all places of the match can be used."""
        return not self._lost

    def noticed(self, hindrance: Hindrance) -> None:
        """The match stands still because of this, and people have heard of it; once is enough."""
        self._noticed.add(hindrance)

    def has_noticed(self, place: Audience) -> bool:
        """Whether people have heard that a place is lost, however it is."""
        return any(isinstance(it, LostPlace) and it.place is place for it in self._noticed)

    def excuse(self, seat: Seat) -> None:
        """Nobody is missed in a seat that changes hands, until `expect` (S33)."""
        self._excused.add(seat)

    def expect(self, seat: Seat) -> None:
        """Whoever sits in the seat now is missed when they can't take part; by a new person."""
        self._excused.discard(seat)
        absent = {AbsentPlayer(seat, why) for why in Absence}
        self._noticed -= absent | {OpponentReads(it) for it in Seat}

    async def found(
        self, found: Collection[Hindrance], names: Names, match: Callable[[], Match], now_ms: int
    ) -> None:
        """Only these hindrances are there now; all others are mended."""
        found = [it for it in found if not self._is_excused(it)]
        self._lost = {it for it in found if isinstance(it, LostPlace)}
        self._noticed &= set(found)
        for hindrance in sorted(set(found) - self._noticed, key=str):
            key = f"h:{now_ms}:{hindrance}"
            if await self._interrupted_by(hindrance, names, match().pause, key):
                self._noticed.add(hindrance)
        match match().pause:
            case Paused(cause=PauseCause.AWAY):
                is_clear = all(isinstance(it, SlowPlace) for it in found)
                if is_clear and not self._back_told:
                    await self._tell([players_back_notice()], f"b:{now_ms}")
                self._back_told = is_clear
            case _:
                self._back_told = False

    def _is_excused(self, hindrance: Hindrance) -> bool:
        return isinstance(hindrance, AbsentPlayer) and hindrance.seat in self._excused

    async def _interrupted_by(
        self, hindrance: Hindrance, names: Names, pause: Paused | None, key: str
    ) -> bool:
        """Do what is to be done about a hindrance; whether that could be done yet."""
        match hindrance:
            case LostPlace(place, why, permissions):
                return await self._stopped(loss_note(why, place, names, permissions), pause, key)
            case OpponentReads(seat):
                note = opponent_reads_note(seat, names)
                stopped = await self._give(do.AwaitHosts(note), key)
                if stopped is Done.DONE:
                    await self._tell([opponent_reads_notice(seat, names)], f"{key}:player")
                return stopped is Done.DONE
            case AbsentPlayer(seat, why):
                note = absence_note(why, seat, names)
                return await self._give(do.AwaitHosts(note), key) is Done.DONE
            case SlowPlace(place):
                await self._tell(slow_notices(place, names), key)
                return True
            case _:
                assert_never(hindrance)

    async def _stopped(self, note: str, pause: Paused | None, key: str) -> bool:
        """Let the house pause the match for this, or stay in its pause; whether it does."""
        if pause is not None and pause.cause is PauseCause.HOUSE:
            await self._tell([house_notice(note)], key)
            return True
        return await self._give(do.PauseMatch(Desk.HOUSE, note), key) is Done.DONE
