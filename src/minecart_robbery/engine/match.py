"""A match: where the game is, and beside it why the clock stands. It leaves either by an event.

`phase` is where the game is:

    from                    by                        to
    WaitingToStart          MatchStarted              BeforeRound
    BeforeRound             RoleAsked                 PickingRole
                            RolePicked (fixed)        BeforeTurn
                            MatchWon                  Over
    PickingRole             RolePicked                BeforeTurn
                            StarterSet (asks anew)    BeforeRound
    BeforeTurn              TurnOpened                TurnOpen
                            BreakBegun                BeforeTurn that `opens` later
                            RoundWon                  BeforeRound
    TurnOpen                TurnSettled               BeforeTurn (also where it stands still: R31)
                            GemsAwarded (they win)    BeforeTurn
    any with a snapshot     TakenBack                 that of the snapshot, also from the last two
    any but the last two    MatchCalledOff            CalledOff
                            MatchForfeited            Over
    Over, CalledOff         nothing else

`ready_check` is why it stands still until both players are ready:

    none                    ReadyAsked                ReadyCheck, before a round
                            SeatTaken (in a round)    Interrupted
    Interrupted             ReadyAsked                ReadyCheck that `resumes`
                            MatchResumed (both are)   none: the phase goes on
    ReadyCheck              ReadySaid (the last one)  none, or Interrupted with both ready
                            ReadySkipped              the same
                            SeatTaken                 none, or Interrupted: both are asked anew
    a check that resumes    RoundWon, TakenBack       Interrupted: gems or turns were corrected

`pause` is why it stands still until somebody ends that:

    none                    MatchPaused               Paused (a break is given anew afterwards)
    Paused                  MatchResumed              none: the ready check, else the phase, goes on
                            MatchPaused (a player     Paused, with another cause
                              can't take part)

What is in force is `current`: the pause, else the ready check, else the phase. `BeforeRound`, a
`BeforeTurn` without a break and `Interrupted` wait for nobody: `decide` never leaves a match in one
of them, it goes on to what waits. They are met only under a pause or a ready check. What each of
the others waits for is told by `due`: a deadline, or else the hosts (in a ready check that is
`overdue` the players, too).

**Ready.** `WaitingToStart`, `BeforeRound` and `ReadyCheck` carry who is ready for the round that
comes next. To be ready is no move in the game: it may be said in a pause, it is never too late, and
nothing is defaulted for whoever doesn't say it.

**Snapshots.** Whenever a round's start role is asked for or set, and whenever a turn opens, the
match as it stood just before is kept. Taking back goes there (R32), and to nothing worked out anew.

**Substitution.** When another person takes a seat the clock stops, and both players are asked
whether they are ready before it goes on in full, as after a pause. What was said before it stopped
is still heard in the phase.

**Facts, not state.** What players do in an open turn (picks, keeps, bonus actions) is kept as a
list of facts, each with the moment at which Discord received it. Who has picked what, which joins
are in force, when the clock runs out and whether the turn is over already is projected from that
list (`project`), in the order of the moments. So messages may arrive in any order: the same
messages give the same turn.
"""

from __future__ import annotations

from dataclasses import dataclass, field, replace
from enum import StrEnum
from typing import TypeVar

from minecart_robbery.engine.clock import Moment, TurnClock
from minecart_robbery.engine.facts import Fact
from minecart_robbery.engine.nouns import BonusKind, Role, Seat, Stashes, Tally
from minecart_robbery.engine.rules import Rules, Starters
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


# ---------------------------------------------------------------- where the game is


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
class PickingRole:
    """`picker` picks a role to start round `number` in (R27).

    `hosts_decide`: the clock ran out and the settings leave it to the hosts.
    """

    number: int
    picker: Seat
    clock: TurnClock
    hosts_decide: bool = False


@dataclass(frozen=True, slots=True)
class BeforeTurn:
    """Between turns: turn `number` of the round comes next, with `miner` as miner.

    `stashes` lie at the mines before the new turn's gems. `idle` counts the last turns in a row in
    which both players were silent (R25). In a break before the turn, `opens` is when it opens, in
    ms; nobody has to act. A pause ends a break: after that there is a whole new one.
    """

    round: Round
    number: int
    miner: Seat
    stashes: Stashes = field(default_factory=Stashes)
    idle: int = 0
    opens: int | None = None


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
    clock: TurnClock
    facts: tuple[Fact, ...] = ()
    newcomers: tuple[tuple[Moment, Seat], ...] = ()

    @property
    def thief(self) -> Seat:
        """The seat that steals in this turn."""
        return self.miner.other

    def role_of(self, seat: Seat) -> Role:
        """What `seat` does in this turn."""
        return Role.MINER if seat is self.miner else Role.THIEF


@dataclass(frozen=True, slots=True)
class Over:
    """The match is won (R28); `is_forfeited`: since the other one has given it up (S33)."""

    winner: Seat
    is_forfeited: bool = False


@dataclass(frozen=True, slots=True)
class CalledOff:
    """A host has called the match off (R30)."""


Phase = WaitingToStart | BeforeRound | PickingRole | BeforeTurn | TurnOpen | Over | CalledOff


# ---------------------------------------------------------------- why the clock stands


@dataclass(frozen=True, slots=True)
class AskedPause:
    """A pause that takes effect before the next turn opens, and the reason given for it (R30)."""

    cause: PauseCause
    note: str


@dataclass(frozen=True, slots=True)
class Paused:
    """The clock stands until the pause is ended (R31)."""

    cause: PauseCause


@dataclass(frozen=True, slots=True)
class Interrupted:
    """Somebody new takes part: both players have to be `ready` before the phase goes on (S33)."""

    ready: frozenset[Seat] = frozenset()


@dataclass(frozen=True, slots=True)
class ReadyCheck:
    """Both players were asked whether they are ready (R30).

    `number` is that of the round that comes next, or in which the match stands still. `overdue`:
    the clock ran out and the hosts were called. It waits for the players still, or for a host who
    goes on without them. `resumes`: what stands still goes on once they are ready, since somebody
    new has come into it; else the round begins with their being ready.
    """

    number: int
    ready: frozenset[Seat]
    clock: TurnClock
    overdue: bool = False
    resumes: bool = False

    @property
    def missing(self) -> tuple[Seat, ...]:
        """Who isn't ready yet."""
        return tuple(seat for seat in Seat if seat not in self.ready)


Timed = ReadyCheck | PickingRole | TurnOpen
"""What has a clock by which somebody has to act."""

Current = Paused | ReadyCheck | Interrupted | Phase
"""What can be in force: whatever comes first of a pause, a ready check and the phase."""


# ---------------------------------------------------------------- the match


@dataclass(frozen=True, slots=True)
class Snapshot:
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


_NOTHING_PLAYED: Stack[Snapshot] = Stack()


@dataclass(frozen=True, slots=True)
class Match:
    """A match as it stands: its rules, the rounds won by each, where the game is, why it stands.

    `pause_asked`: a pause takes effect before the next turn opens (R30). `called`: who has called a
    host since somebody was last asked to act. `openings` counts how often somebody was asked to
    act: to be ready, to pick a start role, to pick in a turn. `last_over` is the time in ms at
    which the last turn was over, or taken back, None before the first one was. `snapshots` are in
    the order of play: one for each round begun, and for each turn opened.
    """

    rules: Rules
    starters: Starters = field(default_factory=Starters)
    rounds: Tally = field(default_factory=Tally)
    phase: Phase = field(default_factory=WaitingToStart)
    pause: Paused | None = None
    ready_check: ReadyCheck | Interrupted | None = None
    pause_asked: AskedPause | None = None
    called: frozenset[Seat] = frozenset()
    openings: int = 0
    last_over: int | None = None
    snapshots: Stack[Snapshot] = _NOTHING_PLAYED

    @property
    def current(self) -> Current:
        """What is in force: the pause, else the ready check, else the phase."""
        return self.pause or self.unpaused

    @property
    def unpaused(self) -> ReadyCheck | Interrupted | Phase:
        """What is in force, or will be once the pause is over."""
        return self.ready_check or self.phase

    @property
    def has_ended(self) -> bool:
        """Whether the match has ended, however it did."""
        return isinstance(self.phase, Over | CalledOff)

    @property
    def round_number(self) -> int:
        """The number of the round that is played, or comes next; 0 if none."""
        match self.phase:
            case BeforeRound(number) | PickingRole(number):
                return number
            case BeforeTurn(round=current) | TurnOpen(round=current):
                return current.number
            case _:
                return 0

    @property
    def clock(self) -> TurnClock | None:
        """The clock that runs, or that a pause has stopped; None if there is none."""
        return _clock_waited_for(self.unpaused)

    @property
    def phase_clock(self) -> TurnClock | None:
        """The clock of the phase, which may stand still for a ready check; None if it has none."""
        return _clock_waited_for(self.phase)

    @property
    def any_clock(self) -> TurnClock | None:
        """That clock, also where it has run out and the hosts are waited for."""
        unpaused = self.unpaused
        return unpaused.clock if isinstance(unpaused, Timed) else None

    @property
    def awaits_newcomer(self) -> bool:
        """Whether both players have to be ready, since somebody new has come, before it goes on."""
        match self.ready_check:
            case Interrupted() | ReadyCheck(resumes=True):
                return True
            case _:
                return False

    def with_clock(self, clock: TurnClock) -> Match:
        """The match with another `clock`. Raises ValueError if it has none."""
        match self.unpaused:
            case ReadyCheck() as check:
                return replace(self, ready_check=replace(check, clock=clock))
            case (PickingRole() | TurnOpen()) as phase:
                return replace(self, phase=replace(phase, clock=clock))
            case other:
                raise ValueError(f"{type(other).__name__} has no clock")

    def stopped_at(self, at: Moment) -> Match:
        """The match with its clock, if it has one, stopped at that moment."""
        clock = self.any_clock
        return self if clock is None else self.with_clock(clock.stopped(at))

    def resumed_at(self, at: Moment) -> Match:
        """The match once a pause, or a substitution, is over: its clock starts again in full."""
        is_ready = isinstance(self.ready_check, Interrupted) and self.ready_check.ready == BOTH
        resumed = replace(self, pause=None, ready_check=None if is_ready else self.ready_check)
        clock = resumed.any_clock
        return resumed if clock is None else resumed.with_clock(clock.resumed(at))

    def ended(self, how: Over | CalledOff) -> Match:
        """The match once it has ended: nothing of it is open, stands still or is asked for."""
        return replace(self, phase=how, pause=None, ready_check=None, pause_asked=None)

    def asked_to_act(self) -> Match:
        """Once somebody was asked to act: a new opening; hosts can be called again (R30)."""
        return replace(self, called=frozenset(), openings=self.openings + 1)

    def with_snapshot(self, phase: BeforeRound | BeforeTurn) -> Match:
        """Once the match can be taken back to this phase; a round asked for anew is that round."""
        if isinstance(phase, BeforeTurn):
            phase = replace(phase, opens=None)
        taken = Snapshot(self.rounds, phase)
        if self.snapshot_of(taken.round, taken.turn) is not None:
            return self
        return replace(self, snapshots=self.snapshots.push(taken))

    def snapshot_of(self, round_number: int, turn: int | None) -> Snapshot | None:
        """Where taking back that turn, or the whole round (`turn` None), leads; None if nowhere.

        It is sought from the last one on, no further than it can be: they are in the order of play.
        """
        wanted = (round_number, turn or 0)
        for taken in reversed(self.snapshots):
            if (taken.round, taken.turn or 0) <= wanted:
                return taken if (taken.round, taken.turn) == (round_number, turn) else None
        return None


def _clock_waited_for(current: Current) -> TurnClock | None:
    match current:
        case (
            TurnOpen(clock=clock)
            | PickingRole(clock=clock, hosts_decide=False)
            | ReadyCheck(clock=clock, overdue=False)
        ):
            return clock
        case _:
            return None


C = TypeVar("C", bound=Current)


def expect(kind: type[C], current: Current, event: str) -> C:
    """What is in force, if it is of that kind. Raises ValueError: the event can't happen in it."""
    if not isinstance(current, kind):
        raise ValueError(f"{event} can't happen in {type(current).__name__}")
    return current
