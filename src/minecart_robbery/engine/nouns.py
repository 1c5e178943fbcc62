"""The nouns of the game: seats, roles, tracks, stashes, bonus actions.

Everything here is a frozen value. Nothing here knows a rule's *when*: who may do what at which
moment stands in `phases` and `decide`.
"""

from __future__ import annotations

from dataclasses import dataclass, replace
from enum import StrEnum


class Seat(StrEnum):
    """One of the two chairs of a match. Who sits there, the engine doesn't know."""

    DMO = "dmo"
    CANDIDATE = "candidate"

    @property
    def other(self) -> Seat:
        """The opponent's seat."""
        return Seat.CANDIDATE if self is Seat.DMO else Seat.DMO


class Desk(StrEnum):
    """Who acts without a seat: a host, or the house, which is the program itself (R25, R30)."""

    HOST = "host"
    HOUSE = "house"


Actor = Seat | Desk


class Fault(StrEnum):
    """A fault of the house that may have cost a player time: the open clock starts again."""

    RESTARTED = "restarted"
    """The program was restarted."""
    AWAY = "away"
    """The program had lost its connection to the chat."""
    STALLED = "stalled"
    """The program was held up on its machine."""
    UNWRITTEN = "unwritten"
    """The program could not write down what was said: the disk was full, say (S48)."""
    UNPROMPTED = "unprompted"
    """A player's prompt came too late, or never (S64)."""
    UNANSWERED = "unanswered"
    """The chat took the program's requests in, and did not answer them in time (S65)."""


class Role(StrEnum):
    """What a seat does in a turn: send a cart, or lie in wait for one."""

    MINER = "miner"
    THIEF = "thief"

    @property
    def other(self) -> Role:
        """The role of the opponent in the same turn."""
        return Role.THIEF if self is Role.MINER else Role.MINER


class Track(StrEnum):
    """A track, and the mine at its head: both bear one name. In the order of R21."""

    NORTH = "north"
    CENTRAL = "central"
    SOUTH = "south"

    def is_adjacent_to(self, other: Track) -> bool:
        """Whether a join can lead from here to `other` (R12): Central touches both others."""
        return (self is Track.CENTRAL) != (other is Track.CENTRAL)


class BonusKind(StrEnum):
    """The two kinds of bonus action; each once per round and player (R9)."""

    ACCELERATE = "accelerate"
    JOIN = "join"


@dataclass(frozen=True, slots=True)
class Accelerate:
    """Adds one gem to the stash of `mine` at once (R11)."""

    mine: Track

    @property
    def kind(self) -> BonusKind:
        """Which of the two bonus actions this is."""
        return BonusKind.ACCELERATE


@dataclass(frozen=True, slots=True)
class Join:
    """Sends on `second`, this turn only, each cart that would have gone on `first` (R12).

    Any two tracks can be named; whether they are adjacent is asked of `is_possible`.
    """

    first: Track
    second: Track

    @property
    def kind(self) -> BonusKind:
        """Which of the two bonus actions this is."""
        return BonusKind.JOIN

    @property
    def is_possible(self) -> bool:
        """Whether the two tracks are adjacent (R12)."""
        return self.first.is_adjacent_to(self.second)


Bonus = Accelerate | Join


@dataclass(frozen=True, slots=True)
class Stashes:
    """The gems lying at each mine, in gems."""

    north: int = 0
    central: int = 0
    south: int = 0

    def at(self, mine: Track) -> int:
        """The gems lying at `mine`."""
        return {Track.NORTH: self.north, Track.CENTRAL: self.central, Track.SOUTH: self.south}[mine]

    @property
    def total(self) -> int:
        """The gems lying at all three mines."""
        return self.north + self.central + self.south

    def after_mining(self) -> Stashes:
        """Each mine adds one gem to its own stash (R2)."""
        return Stashes(self.north + 1, self.central + 1, self.south + 1)

    def with_one_more(self, mine: Track) -> Stashes:
        """After an Accelerate on `mine` (R11)."""
        return self._with(mine, self.at(mine) + 1)

    def without(self, mine: Track) -> Stashes:
        """After the cart of `mine` has taken its whole stash (R4)."""
        return self._with(mine, 0)

    def _with(self, mine: Track, gems: int) -> Stashes:
        return replace(self, **{mine.value: gems})


@dataclass(frozen=True, slots=True)
class Tally:
    """A number for each seat: gems in a round, or rounds in a match."""

    dmo: int = 0
    candidate: int = 0

    def of(self, seat: Seat) -> int:
        """The number of `seat`."""
        return self.dmo if seat is Seat.DMO else self.candidate

    @property
    def total(self) -> int:
        """Both numbers together."""
        return self.dmo + self.candidate

    def plus(self, seat: Seat, gained: int) -> Tally:
        """With `gained` more for `seat`."""
        return replace(self, **{seat.value: self.of(seat) + gained})
