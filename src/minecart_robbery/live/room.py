"""What a table needs of a chat: to deliver letters, and names to call people by."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from enum import StrEnum
from typing import Protocol

from minecart_robbery.engine.clock import Moment
from minecart_robbery.live.addressing import Typed
from minecart_robbery.live.letters import Letter
from minecart_robbery.live.shown import Earlier
from minecart_robbery.record import Seating
from minecart_robbery.words.names import Names
from minecart_robbery.words.notices import Audience


@dataclass(frozen=True, slots=True)
class Receipt:
    """A letter was received: the id of its message, and the time in ms at which it was."""

    message: int
    ms: int


@dataclass(frozen=True, slots=True)
class Stamp:
    """What a letter bears so that it is never delivered twice (S15).

    The chat itself lets a `nonce` through once, for about two minutes. The `mark` stays to be seen.
    Where the letter may stand already, it is among the messages after the one with the id `after`;
    None: it was never sent before. A letter that was rejected is sent once more `is_plain`: as mere
    text, without all that it can do without (S46).
    """

    nonce: str
    mark: str
    after: int | None = None
    is_plain: bool = False


class Failure(StrEnum):
    """Why a letter could not be delivered."""

    GONE = "gone"
    """The place isn't there any more."""
    FORBIDDEN = "forbidden"
    """The bot may not write there."""
    LATER = "later"
    """Not now; another try may work."""
    REJECTED = "rejected"
    """The place is there, but this letter is not taken as it is, now or ever (S46)."""


@dataclass(frozen=True, slots=True)
class Unread:
    """What was said where `place` reads can't be read, and why not."""

    place: Audience
    why: Failure


class LogTrouble(StrEnum):
    """Why a channel can't show the hosts' log; the words stand in the catalogue under these."""

    GONE = "gone"
    FORBIDDEN = "forbidden"
    """The program may not write there."""
    REJECTED = "rejected"
    """What it writes there is turned down."""
    EVERYBODY_READS = "everybody_reads"
    PLAYER_READS = "player_reads"
    MATCH_CHANNEL = "match_channel"
    """A match is played there."""


@dataclass(frozen=True, slots=True)
class LogPlace:
    """The channel in which a server wants to see the hosts' log, and why it can't be shown there.

    No `trouble`: it can.
    """

    channel: int
    trouble: LogTrouble | None = None


class Room(Protocol):
    """One match's channels in a chat."""

    @property
    def names(self) -> Names:
        """What the players are called in sentences."""
        ...

    async def deliver(self, letter: Letter, stamp: Stamp, earlier: Earlier) -> Receipt | Failure:
        """Deliver a letter. One that may stand already is looked for first, by its mark (S15).

        One that takes an earlier message's place changes that, or comes by itself if it is gone.
        """
        ...

    async def answer(self, letter: Letter, stamp: Stamp, earlier: Earlier) -> Receipt | None:
        """Give a letter as the answer to its interaction (S24), in the time that there is for that.

        None: it can't be given, or not any more; it may have been given all the same (S64).
        """
        ...

    async def missed(
        self, seen: Mapping[int, int], since: Moment | None
    ) -> Sequence[Typed] | Unread:
        """All that the players have typed, as it stands now, in any order (S2).

        In each channel from the message on that was seen there last, by its id, and from `since`,
        if that is earlier. All of it or nothing.
        """
        ...

    async def hide(self, message: int) -> None:
        """Take away a message of the DM channel, where that can be done (S21)."""
        ...

    async def has(self, audience: Audience, message: int) -> bool:
        """Whether a message for this audience still stands, as far as can be told (S28)."""
        ...

    async def heard(self, typed: Typed) -> None:
        """What was said by an interaction was heard, at last perhaps; no letter will answer it."""
        ...

    def move_to(self, seating: Seating) -> None:
        """From now on the match has these channels (S28)."""
        ...

    async def log_place(self) -> LogPlace | None:
        """Where the hosts' log is shown; None: the server has none."""
        ...

    async def put_away(
        self, made: Sequence[int], *, is_last_try: bool
    ) -> tuple[str, ...] | Failure:
        """The match has ended: do with these channels of its own what the server wants done.

        What could not be done comes back in words for the hosts. A failure: nothing may have been
        done, and another try may work; on the last try there is none.
        """
        ...
