"""What players do at a table in a storm: anything, at random, in any order of arrival.

Messages, edits, deletions, presses also of stale buttons, some of them heard twice. What was sent
in a turn arrives before the turn's windows are over, so what it comes to is known from the moments
of sending alone.
"""

from __future__ import annotations

import random
from collections import Counter
from collections.abc import Collection
from dataclasses import dataclass, field, replace

from minecart_robbery.engine.clock import Moment
from minecart_robbery.engine.nouns import Seat
from minecart_robbery.live.addressing import Typed
from minecart_robbery.live.early import Deletion
from minecart_robbery.record import Cause
from minecart_robbery.words.panels import PanelKey, PanelName
from minecart_robbery.words.telling.panels import CHANGE
from tests.live.hand_clock import START
from tests.live.hosted import DM, SUB, seating
from tests.live.turn_model import MINES, Said

SLICE_MS = 20
"""What arrives within so many ms arrives at once."""
LONGEST_DELAY_MS = 400
"""With a slice, less than the shortest window: what was sent in time arrives in time."""

JOINS = ("north to central", "central to north", "central to south", "south to central")
BONUSES = (*(f"accelerate {mine}" for mine in MINES), *(f"join {join}" for join in JOINS))
SECRET = (*MINES * 5, "keep", "keep", "nroth", "north or south", "host!", "ready", "gl", BONUSES[0])
OPEN = (*BONUSES, *BONUSES, "join north to south", "south", "well played", "host!", "miner", "keep")
PRESSED = {
    PanelName.PICK: (*MINES, *MINES, "keep", CHANGE),
    PanelName.CHOICE: BONUSES,
    PanelName.ROLE: ("miner", "thief"),
    PanelName.READY: ("ready",),
    PanelName.BONUS: ("host!",),
    PanelName.WELCOME: ("host!",),
}
"""What can be pressed on each panel; its other buttons only show more buttons."""
PEOPLE = {Seat.DMO: 11, Seat.CANDIDATE: 22}


@dataclass(frozen=True)
class Sent:
    """What arrives at `arrives` (ms): something typed or pressed, or a message's deletion."""

    arrives: int
    what: Typed | Deletion

    @property
    def is_secret(self) -> bool:
        """Whether nobody but its player, and the hosts if called, is to notice anything of it."""
        match self.what:
            case Typed(place=place, text=text):
                return place is SUB and text != "host!"
            case Deletion():
                return True


@dataclass
class Storm:
    """What people do, as the draws have it: all that was `sent`, and all that was `said` by it."""

    draw: random.Random
    sent: list[Typed] = field(default_factory=list[Typed])
    said: list[tuple[Said, PanelKey | None]] = field(
        default_factory=list[tuple[Said, PanelKey | None]]
    )
    keys: list[PanelKey] = field(default_factory=list[PanelKey])
    count: Counter[str] = field(default_factory=Counter[str])
    snowflakes: set[int] = field(default_factory=set[int])

    def shown(self, keys: Collection[PanelKey]) -> None:
        """These panels are shown now; those of before can be pressed still, by whoever is late."""
        self.keys += [key for key in keys if key not in self.keys]

    def moment(self, at: int) -> Moment:
        """The moment of a message that is sent at `at`: many share a millisecond, in any order."""
        while (snowflake := (START + at) * 1000 + self.draw.randrange(500)) in self.snowflakes:
            pass
        self.snowflakes.add(snowflake)
        return Moment(START + at, snowflake=snowflake)

    def typed(self, seat: Seat, text: str, at: int, *, in_dm: bool) -> Typed:
        """A new message."""
        moment = self.moment(at)
        channel = seating().dm_channel if in_dm else seating().chair(seat).channel
        message = moment.snowflake
        cause = Cause(f"m:{message}", PEOPLE[seat], channel, message)
        return Typed(seat, DM if in_dm else SUB, text, message, cause, moment, sent=moment)

    def anything(self, at: int) -> list[Sent]:
        """Something that a player does at `at`; a message may be heard twice."""
        arrives = at + self.draw.choice((0, 0, self.draw.randrange(LONGEST_DELAY_MS)))
        arrives = -(-arrives // SLICE_MS) * SLICE_MS
        kind = self.draw.random()
        if kind < 0.08:
            return self._deleted(arrives)
        typed = self._edited(at) if kind < 0.2 else self._pressed(at) if kind < 0.45 else None
        typed = typed or self._typed(at)
        self.sent.append(typed)
        when = (typed.at.ms, typed.at.is_edit, typed.at.snowflake)
        self.said.append((Said(when, typed.seat, typed.text, typed.place is DM), typed.pressed))
        if typed.interaction or self.draw.random() < 0.9:
            return [Sent(arrives, typed)]
        self.count["twice"] += 1
        return [Sent(arrives, typed), Sent(arrives + self.draw.choice((0, SLICE_MS)), typed)]

    def _seat(self) -> Seat:
        return self.draw.choice(tuple(Seat))

    def _typed(self, at: int) -> Typed:
        self.count["messages"] += 1
        in_dm = self.draw.random() < 0.3
        text = self.draw.choice(OPEN if in_dm else SECRET)
        return self.typed(self._seat(), text, at, in_dm=in_dm)

    def _pressed(self, at: int) -> Typed:
        """A press of a button that the player sees now, or has seen once."""
        self.count["presses"] += 1
        key = self.draw.choice((*self.keys[-4:] * 3, *self.keys))
        in_dm = key.name in (PanelName.ROLE, PanelName.CHOICE, PanelName.BONUS)
        text = self.draw.choice(PRESSED[key.name])
        typed = self.typed(self._seat(), text, at, in_dm=in_dm)
        cause = Cause(f"i:{typed.message}", typed.cause.person)
        return replace(typed, cause=cause, interaction=typed.message, pressed=key)

    def _edited(self, at: int) -> Typed | None:
        """An edit of what was typed before; None where nothing was, or it was edited just now."""
        now = START + at
        before = [it for it in self.sent[-20:] if not it.interaction and it.at.ms < now]
        if not before:
            return None
        typed = self.draw.choice(before)
        cause = replace(typed.cause, key=f"e:{typed.message}:{now}")
        if any(it.cause == cause for it in self.sent):
            return None
        self.count["edits"] += 1
        text = self.draw.choice(OPEN if typed.place is DM else SECRET)
        return replace(typed, text=text, cause=cause, at=Moment(now, True, typed.message))

    def _deleted(self, arrives: int) -> list[Sent]:
        typed = [it for it in self.sent[-20:] if not it.interaction and it.place is SUB]
        if not typed:
            return []
        self.count["deletions"] += 1
        gone = self.draw.choice(typed)
        return [Sent(arrives, Deletion(gone.seat, gone.message, Cause(f"d:{gone.message}")))]
