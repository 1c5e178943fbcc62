"""Button panels: the buttons under a notice, and for which occasion they were put there.

A press says what the same words would, typed in the same channel; a panel only knows which words.
"""

from __future__ import annotations

from dataclasses import dataclass
from enum import StrEnum


class PanelName(StrEnum):
    """Which panel it is: what it is there for."""

    PICK = "pick"
    """Under a turn's private prompt: the tracks, and Keep (R3, R15)."""
    ROLE = "role"
    """In the DM channel, where a start role is asked for (R27)."""
    READY = "ready"
    """In a submissions channel, where its player is asked whether they are ready."""
    BONUS = "bonus"
    """In the DM channel, once a round: Accelerate, Join, Call a host (R9)."""
    CHOICE = "choice"
    """Shown to one player alone: what a bonus action can be played on."""
    WELCOME = "welcome"
    """Under the first words in a submissions channel, for the whole match: Call a host (R30)."""


@dataclass(frozen=True, slots=True)
class Occasion:
    """What a panel was put there for: a round, a turn in it, and that turn's generation.

    `turn` is 0 for what concerns a round, `round` for what concerns the match. `generation` is
    the number of times that somebody had been asked to act by then, so that no two occasions of a
    match are ever the same; 0 where the round or the match is enough.
    """

    round: int = 0
    turn: int = 0
    generation: int = 0


@dataclass(frozen=True, slots=True)
class PanelKey:
    """One panel of a match: its name and its occasion."""

    name: PanelName
    occasion: Occasion


class Tone(StrEnum):
    """How a button looks; what it does, its label says."""

    INVITING = "inviting"
    QUIET = "quiet"


@dataclass(frozen=True, slots=True)
class Button:
    """A button: what stands on it, and the words that a press says."""

    label: str
    says: str
    tone: Tone = Tone.INVITING


@dataclass(frozen=True, slots=True)
class Panel:
    """Rows of buttons. A panel that `stays` is not taken away when its occasion is over."""

    key: PanelKey
    rows: tuple[tuple[Button, ...], ...]
    stays: bool = False


@dataclass(frozen=True, slots=True)
class Takes:
    """The place that a notice takes: that of an earlier one with this panel, which goes.

    `heading` is what stays of the earlier text. A notice without text leaves that text alone and
    only takes the panel away. With `is_older` the earlier notice is the one that showed the same
    panel before the newest did.
    """

    key: PanelKey
    heading: str = ""
    is_older: bool = False
