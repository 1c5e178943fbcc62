"""The phases of a match, and what it waits for in each.

A match is always in exactly one phase. It leaves it by an event, and by nothing else:

    from                    by                        to
    WaitingToStart          MatchStarted              BeforeRound
    BeforeRound             ReadyAsked                CheckingReady
                            ReadySkipped              BeforeRound
                            RoleAsked                 PickingRole
                            RolePicked (fixed)        BeforeTurn
                            MatchWon                  Over
    CheckingReady           ReadySaid (the last one)  BeforeRound, or Interrupted
                            ReadySkipped              BeforeRound, or Interrupted
    Interrupted             ReadyAsked                CheckingReady, and `then` that phase
                            MatchResumed              the phase inside it
    PickingRole             RolePicked                BeforeTurn
                            StarterSet (asks anew)    BeforeRound
    BeforeTurn              TurnOpened                TurnOpen
                            BreakBegun                BetweenTurns
                            RoundWon                  BeforeRound
    BetweenTurns            TurnOpened                TurnOpen
    TurnOpen                TurnSettled               BeforeTurn (also where it stands still: R31)
                            GemsAwarded (they win)    BeforeTurn
    the last five,          MatchPaused               Paused, around that phase
      BeforeRound and                                 (a break is given anew afterwards)
      CheckingReady
    PickingRole, TurnOpen,  SeatTaken                 Interrupted, around that phase
      BetweenTurns
    CheckingReady           SeatTaken                 what asks both players anew
    Paused                  MatchResumed              the phase inside it
                            SeatTaken                 Paused, around what asks both players
                            MatchWon                  Over
                            MatchPaused (a player     Paused, with another cause
                              can't take part)
    whatever stands still   RoundWon, MatchWon        around BeforeRound, asked anew; Over
      (gems were corrected)
    all with a checkpoint   TakenBack                 that of the checkpoint, also from the last two
    all but the last two    MatchCalledOff            CalledOff
                            MatchForfeited            Over
    Over, CalledOff         nothing else

`BeforeRound`, `BeforeTurn` and `Interrupted` wait for nobody: `decide` never leaves a match in one
of them, it goes on to the next phase that waits. They are met only inside a `Paused` or another
phase. What each of the others waits for is told by `due`: a deadline, or else the hosts (in a ready
check that is `overdue` the players, too).

**Ready.** `WaitingToStart`, `BeforeRound` and `CheckingReady` carry who is ready for the round that
comes next. To be ready is no move in the game: it may be said in a pause, it is never too late, and
nothing is defaulted for whoever doesn't say it.

**Checkpoints.** Whenever a round's start role is asked for or set, and whenever a turn opens, the
match as it stood just before is kept. Taking back goes there (R32), and to nothing worked out anew.

**Somebody new.** When another person takes a seat the clock stops, and both players are asked
whether they are ready before it goes on in full, as after a pause. What stood still meanwhile is
kept inside (`then`), and what was said before it stopped is still heard there (`underneath`).

**Facts, not state.** What players do in an open turn (picks, keeps, bonus actions) is kept as a
list of facts, each with the moment at which Discord received it. Who has picked what, which joins
are in force, when the clock runs out and whether the turn is over already is worked out from that
list by `so_far`, in the order of the moments. So messages may arrive in any order: the same
messages give the same turn.
"""

from __future__ import annotations

from dataclasses import dataclass, field
from enum import StrEnum
from typing import assert_never

from minecart_robbery.engine.facts import Fact
from minecart_robbery.engine.moments import Moment
from minecart_robbery.engine.nouns import BonusKind, Role, Seat, Stashes, Tally
from minecart_robbery.engine.rules import Rules, Starters
from minecart_robbery.engine.running import Running
from minecart_robbery.engine.stack import Stack

UsedBonus = tuple[Seat, BonusKind]
BOTH = frozenset(Seat)


class PauseCause(StrEnum):
    """Whose wish a pause is; that decides who may end it (R25, R30, R31)."""

    HOST = "host"
    DMO = "dmo"
    IDLE = "idle"
    HOUSE = "house"
    AWAY = "away"
    """Nobody's wish: a player can't take part, and a host has to say how it goes on (S33)."""


@dataclass(frozen=True, slots=True)
class RoleMissed:
    """`picker` picked no start role by `deadline`, in ms; the default applied (R27)."""

    picker: Seat
    deadline: int


@dataclass(frozen=True, slots=True)
class Round:
    """A round being played: its number from 1, the gems won in it, the bonus actions played."""

    number: int
    gems: Tally = field(default_factory=Tally)
    used: frozenset[UsedBonus] = frozenset()
    role_missed: RoleMissed | None = None


@dataclass(frozen=True, slots=True)
class WaitingToStart:
    """Nothing has begun. Waits for a host, or the DMO, to start; players may be `ready` by then."""

    ready: frozenset[Seat] = frozenset()


@dataclass(frozen=True, slots=True)
class BeforeRound:
    """Between rounds, or before the first: round `number` comes next. `ready`: who is, for it."""

    number: int
    ready: frozenset[Seat] = frozenset()


@dataclass(frozen=True, slots=True)
class CheckingReady:
    """Both players were asked whether they are ready for round `number` (R30).

    `overdue`: the clock ran out and the hosts were called. It waits for the players still, or for a
    host who goes on without them. `then` is what stands still until they are, since somebody new
    has come into it; None where the round begins with their being ready.
    """

    number: int
    ready: frozenset[Seat]
    clock: Running
    overdue: bool = False
    then: StoodStill | None = None

    @property
    def missing(self) -> tuple[Seat, ...]:
        """Who isn't ready yet."""
        return tuple(seat for seat in Seat if seat not in self.ready)


@dataclass(frozen=True, slots=True)
class PickingRole:
    """`picker` picks a role to start round `number` in (R27).

    `hosts_decide`: the clock ran out and the settings leave it to the hosts.
    """

    number: int
    picker: Seat
    clock: Running
    hosts_decide: bool = False


@dataclass(frozen=True, slots=True)
class BeforeTurn:
    """Between turns: turn `number` of the round comes next, with `miner` as miner.

    `stashes` lie at the mines before the new turn's gems. `idle` counts the last turns in a row in
    which both players were silent (R25).
    """

    round: Round
    number: int
    miner: Seat
    stashes: Stashes = field(default_factory=Stashes)
    idle: int = 0


@dataclass(frozen=True, slots=True)
class BetweenTurns:
    """The break before another turn of a round, which opens at `opens`, in ms; nobody has to act.

    A pause ends it: after that there is a whole new one.
    """

    then: BeforeTurn
    opens: int

    @property
    def round(self) -> Round:
        """The round that is being played."""
        return self.then.round

    @property
    def number(self) -> int:
        """The turn that comes next."""
        return self.then.number


@dataclass(frozen=True, slots=True)
class TurnOpen:
    """A turn open for picks and bonus actions (R3, R10). `stashes` hold this turn's gems.

    `facts` are in the order of their moments, and so are `newcomers`: who came into which seat
    while it was open, for whom what was picked there before is a fallback (R31).
    """

    round: Round
    number: int
    miner: Seat
    stashes: Stashes
    idle: int
    clock: Running
    facts: tuple[Fact, ...] = ()
    newcomers: tuple[tuple[Moment, Seat], ...] = ()

    @property
    def thief(self) -> Seat:
        """The seat that steals in this turn."""
        return self.miner.other

    def role_of(self, seat: Seat) -> Role:
        """What `seat` does in this turn."""
        return Role.MINER if seat is self.miner else Role.THIEF


StoodStill = PickingRole | TurnOpen | BeforeTurn | BeforeRound
"""What can stand still while it is asked whether both players are ready to go on in it."""


@dataclass(frozen=True, slots=True)
class Interrupted:
    """Somebody new has come into `then`: both players have to be `ready` before it goes on."""

    then: StoodStill
    ready: frozenset[Seat] = frozenset()

    @property
    def number(self) -> int:
        """The number of the round in which the match stands still, or which comes next."""
        match self.then:
            case PickingRole(number) | BeforeRound(number):
                return number
            case TurnOpen(round=current) | BeforeTurn(round=current):
                return current.number
            case _:
                assert_never(self.then)


@dataclass(frozen=True, slots=True)
class AskedPause:
    """A pause that takes effect before the next turn opens, and the reason given for it (R30)."""

    cause: PauseCause
    note: str


@dataclass(frozen=True, slots=True)
class Paused:
    """The clock stands still; `then` is what goes on at the resume (R31)."""

    cause: PauseCause
    then: CheckingReady | StoodStill | Interrupted


@dataclass(frozen=True, slots=True)
class Over:
    """The match is won (R28); `is_forfeited`: since the other one has given it up (S33)."""

    winner: Seat
    is_forfeited: bool = False


@dataclass(frozen=True, slots=True)
class CalledOff:
    """A host has called the match off (R30)."""


Timed = CheckingReady | PickingRole | TurnOpen
"""The phases that have a clock by which somebody has to act."""

Phase = (
    WaitingToStart
    | BeforeRound
    | BeforeTurn
    | BetweenTurns
    | Timed
    | Interrupted
    | Paused
    | Over
    | CalledOff
)


@dataclass(frozen=True, slots=True)
class Checkpoint:
    """To where a match can be taken back: the rounds won and the phase, as they were then (R32)."""

    rounds: Tally
    phase: BeforeRound | BeforeTurn

    @property
    def round(self) -> int:
        """The number of the round that was about to begin, or was being played."""
        phase = self.phase
        return phase.round.number if isinstance(phase, BeforeTurn) else phase.number

    @property
    def turn(self) -> int | None:
        """The number of the turn that was about to open; None before a round."""
        return self.phase.number if isinstance(self.phase, BeforeTurn) else None


_NOTHING_PLAYED: Stack[Checkpoint] = Stack()


@dataclass(frozen=True, slots=True)
class Match:
    """A match as it stands: its rules, the rounds won by each, and the phase it is in.

    `pause_asked`: a pause takes effect before the next turn opens (R30). `called`: who has called a
    host since somebody was last asked to act. `openings` counts how often somebody was asked to
    act: to be ready, to pick a start role, to pick in a turn. `last_over` is the time in ms at
    which the last turn was over, or taken back, None before the first one was. `checkpoints` are in
    the order of play: one for each round begun, and for each turn opened.
    """

    rules: Rules
    starters: Starters = field(default_factory=Starters)
    rounds: Tally = field(default_factory=Tally)
    phase: Phase = field(default_factory=WaitingToStart)
    pause_asked: AskedPause | None = None
    called: frozenset[Seat] = frozenset()
    openings: int = 0
    last_over: int | None = None
    checkpoints: Stack[Checkpoint] = _NOTHING_PLAYED


def gone_on(phase: Phase) -> Phase:
    """The phase that the match is in, or that it will go on in after the pause."""
    return phase.then if isinstance(phase, Paused) else phase


def underneath(phase: Phase) -> Phase:
    """The phase in which it is played on once a pause is over, and whoever is asked is ready."""
    match gone_on(phase):
        case Interrupted(then=then) | CheckingReady(then=then) if then is not None:
            return then
        case other:
            return other


def clock_of(phase: Phase) -> Running | None:
    """The clock that runs in this phase, or that a pause has stopped; None if there is none."""
    match gone_on(phase):
        case (
            TurnOpen(clock=clock)
            | PickingRole(clock=clock, hosts_decide=False)
            | CheckingReady(clock=clock, overdue=False)
        ):
            return clock
        case _:
            return None
