"""What a typed text can mean: the values that reading gives back.

Only the game's nouns stand in here. Whether what was said is allowed at this moment, and what a
person is told about it, is decided elsewhere.
"""

from __future__ import annotations

from dataclasses import dataclass
from typing import assert_never

from minecart_robbery.engine.nouns import Accelerate, Bonus, BonusKind, Join, Role, Track

Meant = Track | Role | Accelerate | Join


@dataclass(frozen=True, slots=True)
class SaysTrack:
    """A pick: the mine to send or the track to guard (R3)."""

    track: Track


@dataclass(frozen=True, slots=True)
class SaysKeep:
    """The standing pick is picked again (R15)."""


@dataclass(frozen=True, slots=True)
class SaysRole:
    """The start role for a round (R26, R27)."""

    role: Role


@dataclass(frozen=True, slots=True)
class SaysBonus:
    """A bonus action; an impossible Join too, for the engine to refuse (R9, R12)."""

    bonus: Bonus


@dataclass(frozen=True, slots=True)
class SaysReady:
    """The player is ready to begin."""


@dataclass(frozen=True, slots=True)
class CallsHost:
    """The player wants a host (R30)."""


@dataclass(frozen=True, slots=True)
class TwoReadings:
    """Addressed to the game but not clear: asked back, never guessed (S38).

    `options` is what it might mean, in the order in which to offer it; empty if there is nothing
    to offer. A question or a hedge has one option: "north?" might mean north, or nothing yet.
    """

    options: tuple[Meant, ...]


@dataclass(frozen=True, slots=True)
class NearMiss:
    """An attempt with a slip in it, answered with one short hint (R20).

    `typed` holds the words that mattered, as read: lower case, letters, digits and spaces only,
    hence safe to show. `nearest` is a wording that would have been understood.
    """

    typed: str
    nearest: str


@dataclass(frozen=True, slots=True)
class Unfinished:
    """A bonus action without its mines: "accelerate", "join north", "join north to north".

    `named` is the one track that was named, if any.
    """

    kind: BonusKind
    named: Track | None


Clear = SaysTrack | SaysKeep | SaysRole | SaysBonus | SaysReady | CallsHost
Reading = Clear | TwoReadings | NearMiss | Unfinished


def wording(said: Clear) -> str:
    """The plainest text that is read as `said`."""
    match said:
        case SaysTrack(track):
            return typed_form(track)
        case SaysKeep():
            return "keep"
        case SaysRole(role):
            return typed_form(role)
        case SaysBonus(bonus):
            return typed_form(bonus)
        case SaysReady():
            return "ready"
        case CallsHost():
            return "host!"
        case _:
            assert_never(said)


def typed_form(meant: Meant) -> str:
    """How a person would type this so that it has one meaning."""
    match meant:
        case Accelerate(mine):
            return f"{BonusKind.ACCELERATE} {mine}"
        case Join(first, second):
            return f"{BonusKind.JOIN} {first} to {second}"
        case noun:
            return str(noun)
