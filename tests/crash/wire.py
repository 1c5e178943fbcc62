"""What a program that hosts and the world around it say to each other, over a pipe.

The program answers each order with what it asks for on the way, and in the end with `Idle`.
"""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass

from minecart_robbery.engine import commands as do
from minecart_robbery.engine.clock import Moment
from minecart_robbery.engine.match import Match
from minecart_robbery.engine.rules import Rules
from minecart_robbery.live.addressing import Typed
from minecart_robbery.live.letters import Letter
from minecart_robbery.live.room import Stamp
from minecart_robbery.live.shown import Earlier
from minecart_robbery.record import Cause, Seating

# ------------------------------------------------------------- what the program is ordered


@dataclass(frozen=True)
class Start:
    """Start on the database in the file `path`: take the lease, seat every match again.

    `boot` names this start. `beats`: the lease is looked at while the program waits for orders.
    """

    path: str
    now_ms: int
    boot: str
    beats: bool = False


@dataclass(frozen=True)
class Open:
    """A host opens a match."""

    seating: Seating
    rules: Rules
    cause: Cause
    at: Moment


@dataclass(frozen=True)
class Do:
    """A host gives a command."""

    command: do.Command
    cause: Cause
    at: Moment


@dataclass(frozen=True)
class Hear:
    """A player's message arrives."""

    typed: Typed


@dataclass(frozen=True)
class MoveTo:
    """Time has passed."""

    now_ms: int


Order = Open | Do | Hear | MoveTo

# ------------------------------------------------------------- what the program asks for


@dataclass(frozen=True)
class AtCommit:
    """The program is about to commit a transaction, or has just done so: may it go on?"""

    is_done: bool


@dataclass(frozen=True)
class Deliver:
    """A letter is to be delivered; the answer is its receipt."""

    seating: Seating
    letter: Letter
    stamp: Stamp
    earlier: Earlier


@dataclass(frozen=True)
class Read:
    """The players' messages are to be read from the channels' histories; they are the answer."""

    seating: Seating
    seen: Mapping[int, int]
    since: Moment | None


@dataclass(frozen=True)
class Idle:
    """All that followed from an order has happened. `match` is the match of the program's table.

    `next_due_ms` is when the next timer goes off, `errors` is what was logged as one. `refused`:
    the program doesn't host, and why; it ends now.
    """

    match: Match | None = None
    next_due_ms: int | None = None
    errors: tuple[str, ...] = ()
    refused: str = ""


Request = AtCommit | Deliver | Read | Idle
