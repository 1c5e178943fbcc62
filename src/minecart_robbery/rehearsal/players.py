"""Players that the program can put into a seat. They know no more than a person there would."""

from __future__ import annotations

import random
from collections.abc import Callable, Mapping
from dataclasses import dataclass
from typing import Protocol

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
from minecart_robbery.engine.phases import Match, TurnOpen
from minecart_robbery.engine.routes import Routes
from minecart_robbery.engine.rules import Rules
from minecart_robbery.engine.so_far import so_far


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
    sofar = so_far(turn, match.rules.turn_ms)
    left = {
        one: frozenset(kind for kind in BonusKind if (one, kind) not in sofar.used) for one in Seat
    }
    return Outlook(
        seat,
        turn.role_of(seat),
        sofar.stashes,
        sofar.routes,
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


BONUS_EVERY = 0.15
"""How often a random player plays a bonus action rather than picking at once."""

PLAYERS: Mapping[str, Callable[[random.Random], Player]] = {"random": RandomPlayer}
"""The players that there are, by the names under which they are asked for."""
