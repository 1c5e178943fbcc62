"""A player of the program's at a table: waits a moment, then says what a person would type."""

from __future__ import annotations

import random
from collections.abc import Awaitable, Callable

from minecart_robbery.engine.nouns import Seat
from minecart_robbery.engine.phases import CheckingReady, Match, PickingRole, TurnOpen
from minecart_robbery.engine.so_far import so_far
from minecart_robbery.live.clock import Clock, Timer
from minecart_robbery.live.tasks import Tasks
from minecart_robbery.rehearsal.players import Player, outlook_of
from minecart_robbery.words.player_input import Place
from minecart_robbery.words.reading import typed_form

SOONEST_S, LATEST_S = 1.0, 3.5
"""How long it waits before it says something."""

Says = Callable[[Place, str], Awaitable[object]]
"""Says something as the player in that seat, in one of its places."""


class Opponent:
    """`player` in the seat `seat` of the match that `match_now` gives, None once that is over."""

    def __init__(
        self,
        seat: Seat,
        player: Player,
        match_now: Callable[[], Match | None],
        says: Says,
        clock: Clock,
        tasks: Tasks,
        draws: random.Random,
    ) -> None:
        self._seat = seat
        self._player = player
        self._match_now = match_now
        self._says = says
        self._clock = clock
        self._tasks = tasks
        self._draws = draws
        self._timer: Timer | None = None

    def consider(self) -> None:
        """Something has happened: make up one's mind in a moment, if something is to be said."""
        if self._timer is None and self._is_asked():
            seconds = self._draws.uniform(SOONEST_S, LATEST_S)
            self._timer = self._clock.later(seconds, self._speak)

    def leave(self) -> None:
        """Say nothing more."""
        if self._timer is not None:
            self._timer.cancel()

    def _is_asked(self) -> bool:
        match = self._match_now()
        if match is None:
            return False
        match match.phase:
            case CheckingReady(missing=missing):
                return self._seat in missing
            case PickingRole(picker=picker, hosts_decide=False):
                return picker is self._seat
            case TurnOpen() as turn:
                return so_far(turn, match.rules.turn_ms).needs(self._seat)
            case _:
                return False

    def _speak(self) -> None:
        self._timer = None
        match = self._match_now()
        if match is None or not self._is_asked():
            return
        self._tasks.start(self._say(*self._words(match)))

    async def _say(self, place: Place, text: str) -> None:
        await self._says(place, text)

    def _words(self, match: Match) -> tuple[Place, str]:
        match match.phase:
            case TurnOpen() as turn:
                move = self._player.move(outlook_of(match, turn, self._seat))
                is_pick = isinstance(move, str)
                return Place.SUB if is_pick else Place.DM, typed_form(move)
            case PickingRole():
                return Place.DM, typed_form(self._player.start_role())
            case _:
                return Place.SUB, "ready"
