"""What stands in the record beside the events: who sits where, causes, deliveries."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass, replace

from minecart_robbery.engine.nouns import Seat


@dataclass(frozen=True, slots=True)
class Chair:
    """Who sits in a seat: the person's id and name, and the id of their submissions channel.

    What they sent up to message number `since` they didn't send as a player: somebody else sat
    there then. 0: they sit there from the beginning.
    """

    seat: Seat
    person: int
    name: str
    channel: int
    since: int = 0


@dataclass(frozen=True, slots=True)
class Seating:
    """A match's place in the world: its number, the server's id, the channels, the players.

    `former` are those who have played before somebody else took their seat (S33).
    """

    match: int
    server: int
    dm_channel: int
    dmo: Chair
    candidate: Chair
    former: frozenset[int] = frozenset()

    def chair(self, seat: Seat) -> Chair:
        """The chair of `seat`."""
        return self.dmo if seat is Seat.DMO else self.candidate

    def chairs(self) -> Iterator[Chair]:
        """Both chairs."""
        yield self.dmo
        yield self.candidate

    def once_taken(self, chair: Chair) -> Seating:
        """The same, with this chair for its seat."""
        former = (self.former | {self.chair(chair.seat).person}) - {chair.person}
        return replace(self, former=former, **{chair.seat.value: chair})

    def in_channels_of(self, other: Seating) -> Seating:
        """The same people, in another seating's channels."""
        dmo, candidate = (
            replace(chair, channel=other.chair(chair.seat).channel) for chair in self.chairs()
        )
        return replace(self, dm_channel=other.dm_channel, dmo=dmo, candidate=candidate)

    def seat_of(self, person: int, sent: int | None = None) -> Seat | None:
        """The seat in which a person sits, None for somebody who doesn't play.

        Or didn't yet when they `sent` the message or interaction of that id.
        """
        mine = (chair for chair in self.chairs() if chair.person == person)
        return next((it.seat for it in mine if sent is None or sent > it.since), None)

    def channels(self) -> tuple[int, int, int]:
        """The ids of the DM channel and both submissions channels."""
        return self.dm_channel, self.dmo.channel, self.candidate.channel


PUT_AWAY = "a:put-away"
"""The key of the cause by which the channels that were made for a match are done with."""


@dataclass(frozen=True, slots=True)
class Cause:
    """What caused events: a key unique in its match, and the person who did it (None: the house).

    `m:<message id>`, `e:<message id>:<edited at>`, `i:<interaction id>`, `t:<generation>:<due ms>`,
    `w:<number>` (the readers of a channel have changed), `a:put-away` (`PUT_AWAY`), and others of
    the house's own. What was
    said in a message of the match's own channels names both; else they are 0.
    """

    key: str
    person: int | None = None
    channel: int = 0
    message: int = 0


@dataclass(frozen=True, slots=True)
class Owed:
    """Something that `audience` is to be told, written down for a floor above.

    Not `is_due`: it is written down for the record alone, and owed to nobody.
    """

    audience: str
    body: str
    is_due: bool = True


@dataclass(frozen=True, slots=True)
class Delivery:
    """Something owed, with the number it goes by and the nonce that is sent with it (S15).

    `mark` is what it bears for people to see: the match, and its number among what that audience
    is told; it says nothing of what others are (S19).
    """

    id: int
    audience: str
    body: str
    nonce: str
    mark: str


@dataclass(frozen=True, slots=True)
class SealedEvent:
    """An event as it stands in the record: number, its cause's key, its JSON, its hash."""

    number: int
    cause: str
    body: str
    hash: str
