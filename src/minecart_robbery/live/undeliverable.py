"""What is done at one table about letters that can't be delivered (S27, S28, S46).

Where people can't be told what happens, nothing happens, and the hosts hear of it: once, for as
long as nothing gets through to that place. A host may go on in spite of it, but no clock runs that
nobody was told of. Whoever calls holds the table's lock.
"""

from __future__ import annotations

from minecart_robbery.engine import commands as do
from minecart_robbery.engine.match import PauseCause, Paused
from minecart_robbery.engine.nouns import Desk
from minecart_robbery.live.clock import Clock
from minecart_robbery.live.hindrances import Loss, LostPlace
from minecart_robbery.live.hosts_log import LogTroubles
from minecart_robbery.live.interruptions import Interruptions
from minecart_robbery.live.lateness import Lateness
from minecart_robbery.live.letters import Letter
from minecart_robbery.live.proceedings import Done, Proceedings
from minecart_robbery.live.room import Failure, Room
from minecart_robbery.words.notices import Audience
from minecart_robbery.words.telling.hindering import loss_note
from minecart_robbery.words.telling.hosting import given_up_notice, house_notice, untold_notice


class Undeliverable:
    """The letters of one table that can't be delivered."""

    def __init__(
        self,
        proceedings: Proceedings,
        interruptions: Interruptions,
        log_troubles: LogTroubles,
        room: Room,
        clock: Clock,
        lateness: Lateness,
    ) -> None:
        self._proceedings = proceedings
        self._interruptions = interruptions
        self._log_troubles = log_troubles
        self._room = room
        self._clock = clock
        self._lateness = lateness
        self._known: dict[Audience, set[Loss | Failure]] = {}

    def got_through(self, audience: Audience) -> None:
        """A letter was received: what kept letters from there before is over."""
        known = self._known.get(audience, set())
        self._known[audience] = {it for it in known if it is Loss.UNREADABLE}

    async def met(self, delivery: int, letter: Letter, failure: Failure) -> None:
        """A letter can't be delivered for now; one that was rejected has been given up."""
        place = letter.notice.to
        if place is Audience.LOG:
            await self._log_troubles.look(failure)
        elif failure is Failure.REJECTED:
            self._lateness.never_prompted(letter)
            await self._given_up(delivery, letter)
        elif self._is_news(failure, place):
            await self.stand_still(failure, place, f"u:{delivery}:{self._clock.now_ms()}")

    def _is_news(self, failure: Failure, place: Audience) -> bool:
        """Whether hosts don't know it; or they went on, and the running clock can't be told."""
        is_known = failure in self._known.get(place, ())
        if not is_known and not self._interruptions.has_noticed(place):
            return True
        is_running = self._proceedings.match.pause is None
        is_clocks = place is Audience.PUBLIC and self._proceedings.clock_is_on_its_way
        return is_running and is_clocks

    async def stand_still(self, why: Loss | Failure, place: Audience, key: str) -> None:
        """Pause the match for a place that is lost; whoever sees that later tells it no more.

        Where it stands still already hosts hear of it besides, but for what passes by itself.
        """
        note, before = loss_note(why, place, self._room.names), self._proceedings.match
        was_paused = before.pause is not None
        was_still = was_paused or before.clock is None
        is_told = was_still and (why is Failure.LATER or why in self._known.get(place, ()))
        match await self._proceedings.house_does(do.PauseMatch(Desk.HOUSE, note), key):
            case Done.SEEN_BEFORE:
                return
            case Done.DONE if why is not Failure.LATER:
                self._interruptions.noticed(LostPlace(place, Loss(why.value)))
            case Done.DONE | Done.REFUSED:
                pass
        self._known.setdefault(place, set()).add(why)
        has_stopped = not was_paused and self._proceedings.match.pause is not None
        if not (is_told or has_stopped or self._proceedings.is_over):
            await self._tell_of(note, f"{key}:told")

    async def _tell_of(self, note: str, key: str) -> None:
        """Tell the hosts why the match stands still, besides; or of what will make it do so."""
        match self._proceedings.match.current:
            case Paused(cause=PauseCause.HOUSE):
                notice = house_notice(note)
            case _:
                notice = untold_notice(note)
        await self._proceedings.tell([notice], key)

    async def _given_up(self, delivery: int, letter: Letter) -> None:
        """Hosts hear that nobody will read it; a clock that counts from it they have to start anew.

        That they are told of their own letters in vain, they are told once: it may be in vain, too.
        """
        place = letter.notice.to
        number = "" if place is Audience.HOSTS else f":{delivery}"
        key, note = f"w:{place}{number}", loss_note(Failure.REJECTED, place, self._room.names)
        clock = self._proceedings.match.clock
        is_clocks = clock is not None and letter.clock_from == clock.counts_from
        if is_clocks and await self._stopped_at_once(note, key) is Done.DONE:
            return
        await self._proceedings.tell([given_up_notice(note)], f"{key}:told")

    async def _stopped_at_once(self, note: str, key: str) -> Done:
        """Start the clock, which nobody was told of, and have it stand still until hosts go on.

        In a ready check it runs: it is there for nothing but to call the hosts.
        """
        started = await self._proceedings.house_does(do.StartClock(), f"{key}:clock")
        if started is Done.REFUSED:
            return started
        return await self._proceedings.house_does(do.AwaitHosts(note), key)
