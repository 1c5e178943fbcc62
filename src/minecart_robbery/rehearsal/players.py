"""Players that the program can put into a seat, who know no more than a person there would.

An `Opponent` sits at a table: it waits a moment, then says what a person would type.
"""

from __future__ import annotations

import random
from collections.abc import Awaitable, Callable, Mapping
from dataclasses import dataclass
from typing import Protocol

from minecart_robbery.engine.match import Match, PickingRole, ReadyCheck, TurnOpen
from minecart_robbery.engine.nouns import (
    Accelerate,
    Bonus,
    BonusKind,
    Join,
    Role,
    Seat,
    Stashes,
    Tally,
    Track,
)
from minecart_robbery.engine.routes import Routes
from minecart_robbery.engine.rules import Rules
from minecart_robbery.engine.turn_projection import project
from minecart_robbery.live.clock import Clock, Timer
from minecart_robbery.live.tasks import Tasks
from minecart_robbery.words.player_input import Place
from minecart_robbery.words.reading import typed_form

SOONEST_S, LATEST_S = 1.0, 3.5
"""How long it waits before it says something."""
Says = Callable[[Place, str], Awaitable[object]]
"""Says something as the player in that seat, in one of its places."""
BONUS_EVERY = 0.15
"""How often a random player plays a bonus action rather than picking at once."""


@dataclass(frozen=True, slots=True)
class Outlook:
    """An open turn as the player in `seat` may know it: all that is public, and nothing else.

    `left` are the bonus actions that each seat still has in this round.
    """

    seat: Seat
    role: Role
    stashes: Stashes
    routes: Routes
    gems: Tally
    rounds: Tally
    left: Mapping[Seat, frozenset[BonusKind]]
    rules: Rules


class Player(Protocol):
    """Somebody who plays by themselves."""

    def start_role(self) -> Role:
        """As what to start the round."""
        ...

    def move(self, outlook: Outlook) -> Track | Bonus:
        """A pick, or a bonus action to be played before; after one the next move is asked for."""
        ...


def outlook_of(match: Match, turn: TurnOpen, seat: Seat) -> Outlook:
    """What the player in `seat` may know of an open turn."""
    projection = project(turn, match.rules.turn_ms)
    left = {
        one: frozenset(kind for kind in BonusKind if (one, kind) not in projection.used)
        for one in Seat
    }
    return Outlook(
        seat,
        turn.role_of(seat),
        projection.stashes,
        projection.routes,
        turn.round.gems,
        match.rounds,
        left,
        match.rules,
    )


class RandomPlayer:
    """Picks each track as often as the others, and now and then plays a bonus action before."""

    def __init__(self, draws: random.Random) -> None:
        self._draws = draws

    def start_role(self) -> Role:
        """Either."""
        return self._draws.choice(tuple(Role))

    def move(self, outlook: Outlook) -> Track | Bonus:
        """Anything that is allowed."""
        left = sorted(outlook.left[outlook.seat])
        if left and self._draws.random() < BONUS_EVERY:
            return self._bonus(self._draws.choice(left))
        return self._draws.choice(tuple(Track))

    def _bonus(self, kind: BonusKind) -> Bonus:
        if kind is BonusKind.ACCELERATE:
            return Accelerate(self._draws.choice(tuple(Track)))
        joins = [Join(first, second) for first in Track for second in Track]
        return self._draws.choice([join for join in joins if join.is_possible])


PLAYERS: Mapping[str, Callable[[random.Random], Player]] = {"random": RandomPlayer}
"""The players that there are, by the names under which they are asked for."""


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
        match match.current:
            case ReadyCheck(missing=missing):
                return self._seat in missing
            case PickingRole(picker=picker, hosts_decide=False):
                return picker is self._seat
            case TurnOpen() as turn:
                return project(turn, match.rules.turn_ms).needs(self._seat)
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
        match match.current:
            case TurnOpen() as turn:
                move = self._player.move(outlook_of(match, turn, self._seat))
                is_pick = isinstance(move, str)
                return Place.SUB if is_pick else Place.DM, typed_form(move)
            case PickingRole():
                return Place.DM, typed_form(self._player.start_role())
            case _:
                return Place.SUB, "ready"
