"""The rules a match is opened with: R29's settings, their ranges, and who starts a round (R26).

Values as shipped are the designer's. A match carries its rules from its first event on.
"""

from __future__ import annotations

from dataclasses import dataclass, fields, replace
from enum import StrEnum
from typing import Literal, assert_never

from minecart_robbery.engine.nouns import Role, Seat


class RoleDefault(StrEnum):
    """What happens when a start role isn't picked in time (R27)."""

    THIEF = "thief"
    MINER = "miner"
    RANDOM = "random"
    ASK = "ask the host"


class ReadyRounds(StrEnum):
    """Before which rounds both players are asked whether they are ready (R30)."""

    FIRST = "first"
    EVERY = "every"
    NEVER = "never"


RANGES: dict[str, tuple[float, float]] = {
    "target_gems": (1, 99),
    "rounds_to_win": (1, 9),
    "turn_seconds": (5, 3600),
    "role_seconds": (5, 3600),
    "ready_seconds": (5, 3600),
    "settle_seconds": (0, 30),
    "grace_seconds": (0, 30),
    "idle_turns_before_pause": (1, 99),
    "between_turns_seconds": (0, 60),
}
"""The least and the greatest value of each numeric setting, both allowed (R29)."""


LONGEST_CLOCK_MS = 2 * 1000 * round(RANGES["turn_seconds"][1])
"""So long a clock can become that hosts extend: twice the longest that a match can have (R29)."""


@dataclass(frozen=True, slots=True)
class Rules:
    """The settings of one match (R29). Raises ValueError for a value out of its range."""

    target_gems: int = 15
    rounds_to_win: int = 3
    turn_seconds: int = 60
    role_seconds: int = 60
    ready_seconds: int = 120
    settle_seconds: float = 0.5
    grace_seconds: float = 1.5
    idle_turns_before_pause: int = 2
    role_default: RoleDefault = RoleDefault.THIEF
    first_picker: Seat = Seat.DMO
    """Who picks the start role in odd rounds, where the hosts haven't said otherwise (R26)."""
    ready_check: ReadyRounds = ReadyRounds.FIRST
    between_turns_seconds: int = 0
    """The break after a settled turn, before the next one of its round opens; 0: there is none."""
    shows_picked: bool = False
    """Whether everybody is told that somebody has picked, though never what (S19)."""
    private_prompts: bool = True
    """Whether each turn is announced to both players in their submissions channels, too."""
    dmo_may_run: bool = True
    """Whether the DMO may run the match too (R30)."""

    def __post_init__(self) -> None:
        for name in ("settle_seconds", "grace_seconds"):
            object.__setattr__(self, name, float(getattr(self, name)))
        for name, (least, most) in RANGES.items():
            if not least <= getattr(self, name) <= most:
                raise ValueError(f"{name} must be from {least:g} to {most:g}")

    @property
    def turn_ms(self) -> int:
        """The length of a turn's clock in milliseconds (R3)."""
        return self.turn_seconds * 1000

    @property
    def role_ms(self) -> int:
        """The length of a role pick's clock in milliseconds (R27)."""
        return self.role_seconds * 1000

    @property
    def ready_ms(self) -> int:
        """The length of a ready check's clock in milliseconds."""
        return self.ready_seconds * 1000

    @property
    def settle_ms(self) -> int:
        """How long messages still on their way are waited for after the last needed pick (R18)."""
        return round(self.settle_seconds * 1000)

    @property
    def grace_ms(self) -> int:
        """How long messages still on their way are waited for after a deadline (R18)."""
        return round(self.grace_seconds * 1000)

    @property
    def between_ms(self) -> int:
        """The length of the break between two turns in milliseconds, 0 where there is none."""
        return self.between_turns_seconds * 1000

    @property
    def most_rounds(self) -> int:
        """The number of rounds after which the match is decided at the latest (R28)."""
        return 2 * self.rounds_to_win - 1

    def checks_ready(self, round_number: int) -> bool:
        """Whether both players have to be ready before this round begins."""
        match self.ready_check:
            case ReadyRounds.FIRST:
                return round_number == 1
            case ReadyRounds.EVERY:
                return True
            case ReadyRounds.NEVER:
                return False
            case _:
                assert_never(self.ready_check)


SETTINGS = tuple(field.name for field in fields(Rules))
"""The names of all settings, in the order of R29."""


@dataclass(frozen=True, slots=True)
class PickedBy:
    """The start role is picked by `seat`, for itself (R26)."""

    seat: Seat


@dataclass(frozen=True, slots=True)
class StartsAs:
    """The hosts have fixed the start roles: `seat` starts as `role` (R26)."""

    seat: Seat
    role: Role


Starter = PickedBy | StartsAs
WhichRounds = Literal["odd", "even"] | int
"""Odd rounds, even rounds, or the one round of that number."""


@dataclass(frozen=True, slots=True)
class Starters:
    """Who settles the start role of which round (R26). A named round goes before odd and even."""

    odd: Starter = PickedBy(Seat.DMO)
    even: Starter = PickedBy(Seat.CANDIDATE)
    named: tuple[tuple[int, Starter], ...] = ()

    def begun_by(self, seat: Seat) -> Starters:
        """With odd rounds picked by `seat` and even ones by the other; named ones stay."""
        return replace(self, odd=PickedBy(seat), even=PickedBy(seat.other))

    def of(self, round_number: int) -> Starter:
        """Who settles the start role of this round."""
        for number, starter in self.named:
            if number == round_number:
                return starter
        return self.odd if round_number % 2 else self.even

    def concerns(self, rounds: WhichRounds, round_number: int) -> bool:
        """Whether a change for `rounds` is one for this round; a named one keeps its own."""
        if rounds in ("odd", "even"):
            is_named = any(number == round_number for number, _ in self.named)
            return not is_named and rounds == ("odd" if round_number % 2 else "even")
        return rounds == round_number

    def after(self, rounds: WhichRounds, starter: Starter) -> Starters:
        """With `starter` for odd rounds, even rounds or one named round."""
        match rounds:
            case "odd":
                return replace(self, odd=starter)
            case "even":
                return replace(self, even=starter)
            case number:
                others = tuple(entry for entry in self.named if entry[0] != number)
                return replace(self, named=tuple(sorted((*others, (number, starter)), key=_number)))


def _number(entry: tuple[int, Starter]) -> int:
    return entry[0]
