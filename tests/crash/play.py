"""The scripted match: one of each, from the opening to the fingerprint, in two short rounds."""

from __future__ import annotations

from collections import deque
from collections.abc import Callable
from dataclasses import dataclass
from typing import assert_never

from minecart_robbery.engine import commands as do
from minecart_robbery.engine.match import Match, Over, Paused, PickingRole, ReadyCheck, TurnOpen
from minecart_robbery.engine.nouns import Desk, Seat
from minecart_robbery.engine.rules import Rules
from minecart_robbery.words.player_input import Place
from tests.crash.killing import Evening
from tests.crash.wire import Do, Hear, MoveTo, Open
from tests.crash.world import SEATING

CORA, ZAC = Seat.DMO, Seat.CANDIDATE
DM, SUB = Place.DM, Place.SUB
RULES = Rules(target_gems=3, rounds_to_win=2)
TRIES = 2
"""So often a host gives a command until it is done: a kill can cost one."""
PATIENCE = 10
"""So many timers go off at most until what is waited for has come."""
Shown = Callable[[Match], bool]


@dataclass(frozen=True)
class Opens:
    """A host opens the match."""


@dataclass(frozen=True)
class Commands:
    """A host gives a command, again if it isn't seen to be done."""

    command: do.Command
    is_done: Shown


@dataclass(frozen=True)
class Types:
    """A player types something."""

    seat: Seat
    text: str
    place: Place = SUB


@dataclass(frozen=True)
class Edits:
    """A player changes what they typed last."""

    seat: Seat
    text: str


@dataclass(frozen=True)
class Passes:
    """Time passes until the match is seen to be so."""

    until: Shown


Step = Opens | Commands | Types | Edits | Passes


def turn(round_number: int, number: int) -> Passes:
    """Time passes until that turn is open."""

    def is_open(match: Match) -> bool:
        match match.current:
            case TurnOpen(round=current, number=found):
                return (current.number, found) == (round_number, number)
            case _:
                return False

    return Passes(is_open)


def comes_to(phase: type) -> Passes:
    """Time passes until the match is in such a phase."""
    return Passes(lambda match: isinstance(match.current, phase))


PAUSE = do.PauseMatch(Desk.HOST, "the cat")
START, RESUME = do.StartMatch(Desk.HOST), do.ResumeMatch(Desk.HOST)
PLAY: tuple[Step, ...] = (
    Opens(),
    Commands(START, lambda match: isinstance(match.current, ReadyCheck)),
    Types(ZAC, "ready"),
    Types(CORA, "ready"),
    comes_to(PickingRole),
    Types(CORA, "miner", DM),
    # an edit, a slip, talk, a bonus, a keep
    turn(1, 1),
    Types(CORA, "north"),
    Edits(CORA, "south"),
    Types(ZAC, "nroth"),
    Types(ZAC, "good luck", DM),
    Types(ZAC, "accelerate south", DM),
    Types(CORA, "keep"),
    Types(ZAC, "north"),
    # a pause in mid-turn, a pick during it, and silence until the clock has run out
    turn(1, 2),
    Types(CORA, "central"),
    Commands(PAUSE, lambda match: isinstance(match.current, Paused)),
    Types(ZAC, "north"),
    Commands(RESUME, lambda match: not isinstance(match.current, Paused)),
    # the next round: a role picked in private, a join, a host called
    comes_to(PickingRole),
    Types(ZAC, "thief"),
    turn(2, 1),
    Types(ZAC, "host!", DM),
    Types(CORA, "join north to central", DM),
    Types(CORA, "north"),
    Types(ZAC, "north"),
    # a keep of nothing
    turn(2, 2),
    Types(ZAC, "keep"),
    Types(ZAC, "south"),
    Types(CORA, "south"),
    comes_to(Over),
)


class Playing:
    """The play on one evening. Who `types_on` does so while the program is dead."""

    def __init__(self, evening: Evening, *, types_on: bool = False) -> None:
        self._evening = evening
        self._to_come = deque(PLAY)
        self._step: Step | None = None
        if types_on:
            evening.meanwhile = self._typed_meanwhile

    def play(self) -> None:
        """Play to the end."""
        while self._to_come:
            self._step = self._to_come.popleft()
            self._happens(self._step)

    def _typed_meanwhile(self) -> None:
        """The next thing to be typed is, unless its player would have waited for something."""
        match self._step, self._to_come and self._to_come[0]:
            case Types() | Edits(), Types(seat, text, place):
                self._evening.world.types(seat, text, place)
                self._to_come.popleft()
            case _:
                return

    def _happens(self, step: Step) -> None:
        evening, world = self._evening, self._evening.world
        match step:
            case Opens():
                self._until_done(lambda: Open(SEATING, RULES, *world.interaction()), lambda _: True)
            case Commands(command, is_done):
                self._until_done(lambda: Do(command, *world.interaction()), is_done)
            case Types(seat, text, place):
                evening.give(Hear(world.types(seat, text, place)))
            case Edits(seat, text):
                evening.give(Hear(world.edits(seat, text)))
            case Passes(until):
                self._pass_until(until)
            case _:
                assert_never(step)

    def _until_done(self, order: Callable[[], Do | Open], is_done: Shown) -> None:
        for _ in range(TRIES):
            if not self._is_so(is_done):
                self._evening.give(order())
        assert self._is_so(is_done), f"{self._step} comes to nothing"

    def _pass_until(self, until: Shown) -> None:
        for _ in range(PATIENCE):
            if self._is_so(until):
                return
            due_ms = self._evening.idle.next_due_ms
            assert due_ms is not None, "nothing will ever happen here"
            self._evening.world.move_to(due_ms)
            self._evening.give(MoveTo(self._evening.world.now_ms))
        raise AssertionError(f"it is in vain to wait for {self._evening.idle.match}")

    def _is_so(self, shown: Shown) -> bool:
        match = self._evening.idle.match
        return match is not None and shown(match)
