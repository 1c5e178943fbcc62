"""What keeps a match from being played, seen before anybody runs into it (S20, S27 to S33)."""

from __future__ import annotations

from dataclasses import dataclass, field
from enum import StrEnum

from minecart_robbery.engine.nouns import Seat
from minecart_robbery.words.notices import Audience


class Loss(StrEnum):
    """How a place is lost to the program; the words stand in the catalogue under these names."""

    GONE = "gone"
    FORBIDDEN = "forbidden"
    """The program may not write there."""
    UNREADABLE = "unreadable"
    """The program may not see it, or not what was typed there while it was away."""
    LACKING = "lacking"
    """The program may not do something else there that a match needs."""
    SHUT = "shut"
    """A thread that is archived or locked, and can't be opened again by the program (S29)."""
    SERVER_DOWN = "server_down"
    REMOVED = "removed"
    """The program was taken out of the server (S32)."""


class Absence(StrEnum):
    """Why a player can't take part; the words stand in the catalogue under these names."""

    LEFT = "left"
    TIMED_OUT = "timed_out"
    PENDING = "pending"
    """The player has not passed the server's membership screening yet (S51)."""
    QUARANTINED = "quarantined"
    """Discord lets the player do nothing while their name breaks the server's rules (S51)."""
    SHUT_OUT = "shut_out"
    """The player can't see their own submissions channel, or can't write there."""


@dataclass(frozen=True, slots=True)
class LostPlace:
    """The place where `place` reads is lost: the match stands still until it is back.

    `permissions` are those that the program lacks there, as the chat calls them; they make no other
    hindrance of it.
    """

    place: Audience
    why: Loss
    permissions: tuple[str, ...] = field(default=(), compare=False)


@dataclass(frozen=True, slots=True)
class AbsentPlayer:
    """The player in `seat` can't take part: the match stands still until a host goes on (S33)."""

    seat: Seat
    why: Absence


@dataclass(frozen=True, slots=True)
class SlowPlace:
    """The place where `place` reads has slow mode: people are told, and nothing stops (S33)."""

    place: Audience


@dataclass(frozen=True, slots=True)
class OpponentReads:
    """The opponent of `seat` can read its submissions: the match stands still (S20).

    A pick may have been seen, so only a host goes on.
    """

    seat: Seat


Hindrance = LostPlace | AbsentPlayer | SlowPlace | OpponentReads
