"""What is said in an open turn, and how the turn is settled (R3 to R25).

What counts is worked out from the moments of all facts (`so_far`), this one included.
"""

from __future__ import annotations

from dataclasses import replace
from typing import assert_never

from minecart_robbery.engine import commands as do
from minecart_robbery.engine import events as ev
from minecart_robbery.engine.due import decided_turn, due
from minecart_robbery.engine.evolve import with_fact
from minecart_robbery.engine.facts import Fact, Verdict
from minecart_robbery.engine.moments import Moment
from minecart_robbery.engine.nouns import Accelerate, Desk, Join, Role, Track
from minecart_robbery.engine.onward import and_onward, turn_opened
from minecart_robbery.engine.phases import (
    BetweenTurns,
    CheckingReady,
    Match,
    Paused,
    PickingRole,
    TurnOpen,
    WaitingToStart,
    underneath,
)
from minecart_robbery.engine.refusals import Decision, Reason, Refusal, why_stopped
from minecart_robbery.engine.rules import RoleDefault
from minecart_robbery.engine.so_far import so_far
from minecart_robbery.engine.worst import outcome


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
    turn = with_fact(turn, fact)
    sofar = so_far(turn, match.rules.turn_ms)
    verdict = sofar.verdicts[turn.facts.index(fact)]
    if verdict is Verdict.STOPPED:
        return Refusal(why_stopped(match))
    refusal = _refusal_of(verdict, fact, turn, _after_last_turn(match, fact.at))
    if refusal is not None:
        return refusal
    where = (fact.at, turn.round.number, turn.number, fact.seat)
    match verdict, fact.said:
        case Verdict.COUNTS, Accelerate() | Join() as bonus:
            return (ev.BonusPlayed(*where, bonus, sofar.deadline),)
        case Verdict.COUNTS, Track() as track:
            return (ev.PickMade(*where, track, kept=False, by_host=by_host, note=note),)
        case Verdict.COUNTS, _:
            track = _standing_before(turn, fact, match.rules.turn_ms)
            return (ev.PickMade(*where, track, kept=True, by_host=by_host),)
        case _:
            late_ms = fact.at.ms - sofar.over_at if verdict is Verdict.LATE else 0
            return (ev.NotCounted(*where, fact.said, verdict, late_ms, by_host, note),)


def _after_last_turn(match: Match, at: Moment) -> int:
    """How long after the end of the last turn that was settled, in ms; 0 if it wasn't after it."""
    return 0 if match.last_over is None else max(0, at.ms - match.last_over)


def _turn_in(match: Match, at: Moment) -> TurnOpen | Refusal:
    """The turn that a fact may belong to: the open one, or the one that a pause has stopped."""
    match underneath(match.phase):
        case TurnOpen() as turn:
            return turn
        case WaitingToStart():
            return Refusal(Reason.NOT_STARTED)
        case _ if isinstance(match.phase, Paused):
            return Refusal(Reason.PAUSED, late_ms=_after_last_turn(match, at))
        case BetweenTurns(opens=opens):
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
    return so_far(replace(turn, facts=until_then), turn_ms).picks[keep.seat]


def expired(match: Match, command: do.Expire, at: Moment) -> Decision:
    """What is due, once it is; not before.

    The turn is settled, the role default applies, the next turn opens after a break, or the hosts
    are called to a ready check. A turn that was over before the match came to a stand is settled
    all the same (R31).
    """
    due_at = due(match)
    if due_at is None or at.ms < due_at:
        return Refusal(Reason.NOT_YET)
    turn = decided_turn(match) or match.phase
    match turn:
        case TurnOpen():
            return and_onward(match, settled(turn, match.rules.turn_ms, at), at=at)
        case CheckingReady(number):
            return (ev.ReadyOverdue(at, number),)
        case BetweenTurns(then=then):
            return (turn_opened(then, match.rules, at),)
        case asking:
            assert isinstance(asking, PickingRole), "nothing else is ever due"
            return _role_defaulted(match, asking, command.draw, at)


def _role_defaulted(
    match: Match, asking: PickingRole, draw: Role | None, at: Moment
) -> tuple[ev.Event, ...]:
    match match.rules.role_default:
        case RoleDefault.ASK:
            return (ev.HostsDecide(at, asking.number),)
        case RoleDefault.RANDOM:
            if draw is None:
                raise ValueError("a random role default needs a draw")
            role = draw
        case RoleDefault.THIEF:
            role = Role.THIEF
        case RoleDefault.MINER:
            role = Role.MINER
        case _:
            assert_never(match.rules.role_default)
    picker = asking.picker
    picked = ev.RolePicked(at, asking.number, picker, role, by=picker, defaulted=True)
    return and_onward(match, picked, at=at)


def settled(turn: TurnOpen, turn_ms: int, at: Moment) -> ev.TurnSettled:
    """What the turn comes to; the worst for whoever was silent (R4 to R6, R21 to R24)."""
    sofar = so_far(turn, turn_ms)
    picks = sofar.picks
    came = outcome(picks.get(turn.miner), picks.get(turn.thief), sofar.stashes, sofar.routes)
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
        stashes_after=sofar.stashes if came.cart is None else sofar.stashes.without(came.cart),
        over_at=sofar.over_at,
    )
