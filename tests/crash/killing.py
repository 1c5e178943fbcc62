"""Killing a program at a point of its life, and starting it again on the same file."""

from __future__ import annotations

import signal
from collections.abc import Callable
from dataclasses import dataclass, field
from multiprocessing import get_all_start_methods, get_context
from pathlib import Path
from threading import Lock
from typing import Self, assert_never

from minecart_robbery.live.letters import Letter
from tests.crash.program import program
from tests.crash.wire import AtCommit, Deliver, Idle, Order, Read, Request, Start
from tests.crash.world import World

CAN_FORK = "forkserver" in get_all_start_methods()
PROCESSES = get_context("forkserver") if CAN_FORK else get_context("spawn")
"""Where it can be, a process is forked from one that has loaded the program already."""
PROCESSES.set_forkserver_preload(["tests.crash.program"])
KILLED = -getattr(signal, "SIGKILL", signal.SIGTERM)
"""How a process that was killed has ended, by its exit code."""
_ONE_AT_A_TIME = Lock()
"""Two threads of ours that start or await processes at once would take each other's exit codes."""


class Killed(Exception):
    """The program was killed before it had answered."""


class Died(Exception):
    """The program has ended by itself, as it never should."""


@dataclass(frozen=True)
class Point:
    """A point at which a program can be killed: before or after a delivery; None: a commit."""

    letter: Letter | None
    is_after: bool


Doom = Callable[[Point], bool]
"""Whether a program is killed at this point."""


def never(point: Point) -> bool:
    """No program is killed."""
    del point
    return False


class Life:
    """One life of the program, in a process of its own."""

    def __init__(self, world: World, start: Start, doom: Doom) -> None:
        self._world = world
        self._doom = doom
        self._pipe, theirs = PROCESSES.Pipe()
        self._process = PROCESSES.Process(target=program, args=(theirs,), daemon=True)
        with _ONE_AT_A_TIME:
            self._process.start()
        theirs.close()
        self._pipe.send(start)

    @property
    def process(self) -> int:
        """The number of its process."""
        assert self._process.pid is not None
        return self._process.pid

    def end(self) -> None:
        """See to it that it has ended, one way or another."""
        if not self._pipe.closed:
            self._pipe.close()
            with _ONE_AT_A_TIME:
                self._process.kill()
                self._process.join()

    def kill(self) -> None:
        """Kill it with SIGKILL while it waits for an answer: nothing in it gets to know."""
        with _ONE_AT_A_TIME:
            self._process.kill()
            self._process.join()
        assert self._process.exitcode == KILLED
        self._pipe.close()

    def give(self, order: Order) -> Idle:
        """Give an order, and wait until all that follows from it has happened. Raises Killed."""
        self._pipe.send(order)
        return self.until_idle()

    def until_idle(self) -> Idle:
        """Answer the program until it is idle. Raises Killed, and Died."""
        while True:
            try:
                request: Request = self._pipe.recv()
            except EOFError:
                with _ONE_AT_A_TIME:
                    self._process.join()
                raise Died(f"exit code {self._process.exitcode}") from None
            match request:
                case AtCommit(is_done=is_done):
                    self._pass(Point(None, is_done))
                    self._pipe.send(None)
                case Deliver(seating, letter, stamp, earlier):
                    self._pass(Point(letter, is_after=False))
                    receipt = self._world.deliver(seating, letter, stamp, earlier)
                    self._pass(Point(letter, is_after=True))
                    self._pipe.send(receipt)
                case Read(seating, seen, since):
                    self._pipe.send(self._world.missed(seating, seen, since))
                case Idle():
                    return request
                case _:
                    assert_never(request)

    def _pass(self, point: Point) -> None:
        if self._doom(point):
            self.kill()
            raise Killed


@dataclass
class Evening:
    """A match that is played in a world, by a program that comes back `away_ms` after each kill.

    `meanwhile` is what happens while it is away. It lasts as long as its context.
    """

    path: Path
    doom: Doom = never
    away_ms: int = 5000
    world: World = field(default_factory=World)
    meanwhile: Callable[[], None] = lambda: None
    kills: int = 0
    points: list[Point] = field(default_factory=list)
    idle: Idle = field(default_factory=Idle)
    _life: Life | None = None

    def __enter__(self) -> Self:
        self._start()
        return self

    def __exit__(self, *error: object) -> None:
        if self._life is not None:
            self._life.end()

    def give(self, order: Order) -> None:
        """Give an order to the program. If it is killed meanwhile it comes back, without it."""
        assert self._life is not None
        try:
            self.idle = self._life.give(order)
        except Killed:
            self._is_away()
            self._start()
        assert not self.idle.errors, self.idle.errors

    def _start(self) -> None:
        """Start the program, however often it takes."""
        while self._life is None:
            start = Start(str(self.path), self.world.now_ms, boot=f"{self.kills + 1}")
            self._life = Life(self.world, start, self._is_doomed)
            try:
                self.idle = self._life.until_idle()
            except Killed:
                self._is_away()
        assert not self.idle.errors, self.idle.errors

    def _is_doomed(self, point: Point) -> bool:
        self.points.append(point)
        return self.doom(point)

    def _is_away(self) -> None:
        self._life = None
        self.kills += 1
        self.meanwhile()
        self.world.move_to(self.world.now_ms + self.away_ms)
