"""A turn: its opening, what is said in it, its clock, and how it is settled (R3 to R25).

What counts is projected from the moments of all facts (`project`), a new one included.
"""

from __future__ import annotations

from dataclasses import replace
from typing import assert_never

from minecart_robbery.engine import commands as do
from minecart_robbery.engine import events as ev
from minecart_robbery.engine.clock import Moment, TurnClock
from minecart_robbery.engine.deadlines import deadline_of
from minecart_robbery.engine.facts import KEEP, Fact, Said, Verdict
from minecart_robbery.engine.match import (
    BeforeRound,
    BeforeTurn,
    Match,
    PickingRole,
    ReadyCheck,
    TurnOpen,
    WaitingToStart,
    expect,
)
from minecart_robbery.engine.nouns import Accelerate, Desk, Join, Role, Seat, Tally, Track
from minecart_robbery.engine.people import asked_anew
from minecart_robbery.engine.refusals import Decision, Reason, Refusal, why_stopped
from minecart_robbery.engine.rules import Rules
from minecart_robbery.engine.turn_projection import project
from minecart_robbery.engine.worst import outcome

# ---------------------------------------------------------------- what is said


def said(match: Match, command: do.Say, at: Moment) -> Decision:
    """A player's pick, keep or bonus action."""
    if isinstance(command.said, Join) and not command.said.is_possible:
        return Refusal(Reason.NOT_ADJACENT)
    return _fact_noted(match, Fact(command.seat, command.said, at))


def pick_entered(match: Match, command: do.PickFor, at: Moment) -> Decision:
    """A pick that a host enters for a player (R19)."""
    if command.by is not Desk.HOST:
        return Refusal(Reason.HOSTS_ONLY)
    fact = Fact(command.seat, command.track, at)
    return _fact_noted(match, fact, by_host=True, note=command.note)


def _fact_noted(match: Match, fact: Fact, *, by_host: bool = False, note: str = "") -> Decision:
    """Note the fact in its turn. One that can't count any more, whatever comes, is refused."""
    turn = _turn_in(match, fact.at)
    if isinstance(turn, Refusal):
        return turn
    if any(known.at == fact.at and known.seat is fact.seat for known in turn.facts):
        return ()
    turn = _with_fact(turn, fact)
    projected = project(turn, match.rules.turn_ms)
    verdict = projected.verdicts[turn.facts.index(fact)]
    if verdict is Verdict.STOPPED:
        return Refusal(why_stopped(match))
    refusal = _refusal_of(verdict, fact, turn, _after_last_turn(match, fact.at))
    if refusal is not None:
        return refusal
    where = (fact.at, turn.round.number, turn.number, fact.seat)
    match verdict, fact.said:
        case Verdict.COUNTS, Accelerate() | Join() as bonus:
            return (ev.BonusPlayed(*where, bonus, projected.deadline),)
        case Verdict.COUNTS, Track() as track:
            return (ev.PickMade(*where, track, kept=False, by_host=by_host, note=note),)
        case Verdict.COUNTS, _:
            track = _standing_before(turn, fact, match.rules.turn_ms)
            return (ev.PickMade(*where, track, kept=True, by_host=by_host),)
        case _:
            late_ms = fact.at.ms - projected.over_at if verdict is Verdict.LATE else 0
            return (ev.NotCounted(*where, fact.said, verdict, late_ms, by_host, note),)


def _after_last_turn(match: Match, at: Moment) -> int:
    """How long after the end of the last turn that was settled, in ms; 0 if it wasn't after it."""
    return 0 if match.last_over is None else max(0, at.ms - match.last_over)


def _turn_in(match: Match, at: Moment) -> TurnOpen | Refusal:
    """The turn that a fact may belong to: the open one, or the one that stands still."""
    match match.phase:
        case TurnOpen() as turn:
            return turn
        case WaitingToStart():
            return Refusal(Reason.NOT_STARTED)
        case _ if match.pause is not None:
            return Refusal(Reason.PAUSED, late_ms=_after_last_turn(match, at))
        case BeforeTurn(opens=int(opens)):
            late_ms, wait_ms = _after_last_turn(match, at), max(0, opens - at.ms)
            return Refusal(Reason.BETWEEN_TURNS, late_ms=late_ms, wait_ms=wait_ms)
        case _:
            return Refusal(Reason.NO_TURN_OPEN, late_ms=_after_last_turn(match, at))


def _refusal_of(verdict: Verdict, fact: Fact, turn: TurnOpen, late_ms: int) -> Refusal | None:
    """Why the fact is refused for good. While the opening is a guess, less is sure (R18)."""
    match verdict, fact.said:
        case Verdict.TOO_EARLY, _ if turn.clock.is_opening_known:
            return Refusal(Reason.TOO_EARLY, late_ms=late_ms)
        case Verdict.USED_UP, Accelerate() | Join() as bonus if turn.clock.is_opening_known:
            return Refusal(Reason.USED_UP, bonus=bonus.kind)
        case _:
            return None


def _standing_before(turn: TurnOpen, keep: Fact, turn_ms: int) -> Track:
    """The pick that a keep picks again: the player's last one before it that counts."""
    until_then = tuple(fact for fact in turn.facts if fact.at <= keep.at)
    return project(replace(turn, facts=until_then), turn_ms).picks[keep.seat]


def _with_fact(turn: TurnOpen, fact: Fact) -> TurnOpen:
    """The turn with one more fact, in its place in the order of moments."""
    return replace(turn, facts=tuple(sorted((*turn.facts, fact), key=_moment_of)))


def _moment_of(fact: Fact) -> tuple[Moment, Seat]:
    return fact.at, fact.seat


# ---------------------------------------------------------------- its clock


def clock_started(match: Match, at: Moment) -> Decision:
    """What started the clock is received once; a clock that doesn't run can't be started.

    The post of an opening may be known only after a pause has stopped its clock.
    """
    clock = match.clock
    if clock is None or clock.is_start_known:
        return ()
    started = replace(match.with_clock(clock.started(at)), pause=None)
    deadline = deadline_of(started)
    assert deadline is not None, "a clock that was started runs"
    return (ev.ClockStarted(at, deadline),)


def clock_stopped(match: Match, at: Moment) -> Decision:
    """The announcement of a pause is received once; it tells when a running clock was stopped."""
    match match.unpaused:
        case PickingRole(clock=clock) | TurnOpen(clock=clock) if match.pause is not None:
            return (ev.ClockStopped(at),) if clock.awaits_announcement else ()
        case _:
            return ()


def clock_restarted(match: Match, command: do.RestartClock, at: Moment) -> Decision:
    """The house was at fault. A turn that is over by all needed picks needs no new clock."""
    match match.current:
        case TurnOpen(clock=clock) as turn if project(turn, match.rules.turn_ms).ended is None:
            pass
        case ReadyCheck(clock=clock, overdue=False) | PickingRole(clock=clock, hosts_decide=False):
            pass
        case _:
            return ()
    deadline = deadline_of(match.with_clock(clock.restarted(at)))
    assert deadline is not None, "a clock that was restarted runs"
    return (ev.ClockRestarted(at, deadline, command.why),)


# ---------------------------------------------------------------- opening and settling


def opening(before: BeforeTurn, rules: Rules, at: Moment) -> ev.TurnOpened:
    """The next turn opens: each mine adds a gem to its stash (R2), and the clock starts (R3)."""
    return ev.TurnOpened(
        at,
        round=before.round.number,
        turn=before.number,
        miner=before.miner,
        stashes=before.stashes.after_mining(),
        deadline=at.ms + rules.turn_ms,
    )


def settlement(turn: TurnOpen, turn_ms: int, at: Moment) -> ev.TurnSettled:
    """What the turn comes to; the worst for whoever was silent (R4 to R6, R21 to R24)."""
    projected = project(turn, turn_ms)
    picks, stashes = projected.picks, projected.stashes
    came = outcome(picks.get(turn.miner), picks.get(turn.thief), stashes, projected.routes)
    to = None if came.to is None else turn.miner if came.to is Role.MINER else turn.thief
    gems = turn.round.gems
    return ev.TurnSettled(
        at,
        round=turn.round.number,
        turn=turn.number,
        miner=turn.miner,
        cart=came.cart,
        ran_on=came.ran_on,
        guard=came.guard,
        to=to,
        gems=came.gems,
        silent=tuple(seat for seat in (turn.miner, turn.thief) if seat not in picks),
        gems_after=gems if to is None else gems.plus(to, came.gems),
        stashes_after=stashes if came.cart is None else stashes.without(came.cart),
        over_at=projected.over_at,
    )


def has_won(tally: Tally, target: int) -> Seat | None:
    """The seat that has reached `target`; only one gains at a time, so it is one at most (R7)."""
    return next((seat for seat in Seat if tally.of(seat) >= target), None)


# ---------------------------------------------------------------- what it makes of a match


def evolve(match: Match, event: ev.TurnEvent) -> Match:
    """The match after an event of a turn. Raises ValueError for one that can't happen in it."""
    match event:
        case ev.BreakBegun(opens=opens):
            before = expect(BeforeTurn, match.current, event.event)
            return replace(match, phase=replace(before, opens=opens))
        case ev.TurnOpened():
            return _opened(match, event)
        case ev.ClockStarted() | ev.ClockRestarted() | ev.ClockStopped():
            return match.with_clock(_clock_after(match, event))
        case ev.PickMade() | ev.BonusPlayed() | ev.NotCounted():
            turn = expect(TurnOpen, match.phase, event.event)
            return replace(match, phase=_with_fact(turn, _fact_of(event)))
        case ev.TurnSettled():
            return _settled(match, event)
        case ev.RoundWon():
            return _round_won(match, event)
        case _:
            assert_never(event)


def _opened(match: Match, event: ev.TurnOpened) -> Match:
    before = expect(BeforeTurn, match.current, event.event)
    turn = TurnOpen(
        round=before.round,
        number=before.number,
        miner=before.miner,
        stashes=event.stashes,
        idle=before.idle,
        clock=TurnClock(event.at, event.at),
    )
    return replace(match.with_snapshot(before).asked_to_act(), phase=turn)


def _clock_after(
    match: Match, event: ev.ClockStarted | ev.ClockRestarted | ev.ClockStopped
) -> TurnClock:
    clock = match.any_clock
    if clock is None:
        raise ValueError(f"{event.event} can't happen in {type(match.unpaused).__name__}")
    match event:
        case ev.ClockStarted(at=at):
            return clock.started(at)
        case ev.ClockRestarted(at=at):
            return clock.restarted(at)
        case ev.ClockStopped(at=at):
            return clock.stop_announced(at)
        case _:
            assert_never(event)


def _fact_of(event: ev.PickMade | ev.BonusPlayed | ev.NotCounted) -> Fact:
    match event:
        case ev.PickMade(kept=True):
            said: Said = KEEP
        case ev.PickMade():
            said = event.track
        case ev.BonusPlayed():
            said = event.bonus
        case ev.NotCounted():
            said = event.said
        case _:
            assert_never(event)
    return Fact(event.seat, said, event.at)


def _settled(match: Match, event: ev.TurnSettled) -> Match:
    """The next turn comes, once whatever the match stands still for is over (R31)."""
    turn = expect(TurnOpen, match.phase, event.event)
    used = project(turn, match.rules.turn_ms).used
    following = BeforeTurn(
        round=replace(turn.round, gems=event.gems_after, used=used),
        number=turn.number + 1,
        miner=turn.thief,
        stashes=event.stashes_after,
        idle=turn.idle + 1 if len(event.silent) == len(Seat) else 0,
    )
    return replace(match, phase=following, last_over=event.over_at)


def _round_won(match: Match, event: ev.RoundWon) -> Match:
    """The next round comes; both are asked before it where somebody new wasn't ready yet (R7)."""
    expect(BeforeTurn, match.phase, event.event)
    won = replace(match, phase=BeforeRound(event.round + 1), rounds=event.rounds)
    return won if match.ready_check is None else asked_anew(replace(won, ready_check=None))
