"""Who starts a round in which role: asked for, picked, set by hosts, or defaulted (R26, R27)."""

from __future__ import annotations

from dataclasses import replace
from typing import assert_never

from minecart_robbery.engine import commands as do
from minecart_robbery.engine import events as ev
from minecart_robbery.engine.clock import Moment, TurnClock
from minecart_robbery.engine.match import (
    BOTH,
    BeforeRound,
    BeforeTurn,
    Match,
    PickingRole,
    RoleMissed,
    Round,
    TurnOpen,
    WaitingToStart,
    expect,
)
from minecart_robbery.engine.nouns import Desk, Role
from minecart_robbery.engine.refusals import Decision, Reason, Refusal, why_stopped
from minecart_robbery.engine.rules import PickedBy, RoleDefault, StartsAs


def starter_changed(match: Match, command: do.SetStarter, at: Moment) -> Decision:
    """R26. A named round must exist, and its roles must not be settled yet."""
    if command.by is not Desk.HOST:
        return Refusal(Reason.HOSTS_ONLY)
    if isinstance(command.rounds, int):
        if not 1 <= command.rounds <= match.rules.most_rounds:
            return Refusal(Reason.NO_SUCH_ROUND, most=match.rules.most_rounds)
        if command.rounds <= _rounds_settled(match):
            return Refusal(Reason.ROUND_SETTLED)
    return (ev.StarterSet(at, command.rounds, command.starter, command.note),)


def _rounds_settled(match: Match) -> int:
    """The number of rounds whose start roles are settled."""
    match match.phase:
        case PickingRole(number) | BeforeRound(number):
            return number - 1
        case BeforeTurn(round=current) | TurnOpen(round=current):
            return current.number
        case _:
            return 0  # it has not begun; one that has ended takes no commands


def role_picked(match: Match, command: do.PickRole, at: Moment) -> Decision:
    """R27. A pick sent before a pause and received after it counts, and the pause goes on."""
    match match.phase:
        case PickingRole() as asking:
            pass
        case WaitingToStart():
            return Refusal(Reason.NOT_STARTED)
        case BeforeRound() if match.ready_check is None or match.awaits_newcomer:
            return Refusal(Reason.PAUSED)
        case BeforeTurn(round=current) | TurnOpen(round=current):
            return _role_settled(current, command, at)
        case _:
            return Refusal(Reason.NO_ROLE_TO_PICK)
    if command.seat is not asking.picker:
        return Refusal(Reason.NOT_YOUR_ROLE_PICK, whose=asking.picker)
    if asking.clock.was_stopped_at(at):
        return Refusal(why_stopped(match))
    if at < asking.clock.opened:
        return Refusal(Reason.ROLE_TOO_EARLY)
    late_ms = max(0, at.ms - asking.clock.deadline(match.rules.role_ms))
    if asking.hosts_decide:
        return Refusal(Reason.HOSTS_DECIDE_ROLE, late_ms=late_ms)
    if late_ms > 0:
        return Refusal(Reason.ROLE_TOO_LATE, late_ms=late_ms)
    seat, role = command.seat, command.role
    return (ev.RolePicked(at, asking.number, seat, role, by=seat, defaulted=False),)


def _role_settled(current: Round, command: do.PickRole, at: Moment) -> Refusal:
    """Too late for the one who didn't pick in time; nobody else has a role to pick."""
    missed = current.role_missed
    if missed is None or command.seat is not missed.picker or at.ms <= missed.deadline:
        return Refusal(Reason.NO_ROLE_TO_PICK)
    return Refusal(Reason.ROLE_TOO_LATE, late_ms=at.ms - missed.deadline)


def role_asked(match: Match, number: int, at: Moment) -> ev.RoleAsked | ev.RolePicked:
    """How round `number` gets its start role: somebody is asked for it, or hosts have set it."""
    starter = match.starters.of(number)
    match starter:
        case PickedBy(picker):
            return ev.RoleAsked(at, number, picker, at.ms + match.rules.role_ms)
        case StartsAs(seat, role):
            return ev.RolePicked(at, number, seat, role, Desk.HOST, defaulted=False)
        case _:
            assert_never(starter)


def role_defaulted(
    match: Match, asking: PickingRole, draw: Role | None, at: Moment
) -> ev.HostsDecide | ev.RolePicked:
    """Nobody has picked in time. Raises ValueError if the default is random and nothing drawn."""
    match match.rules.role_default:
        case RoleDefault.ASK:
            return ev.HostsDecide(at, asking.number)
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
    return ev.RolePicked(at, asking.number, picker, role, by=picker, defaulted=True)


def evolve(match: Match, event: ev.RoleEvent) -> Match:
    """The match after it. Raises ValueError for an event that can't happen as it stands."""
    match event:
        case ev.StarterSet():
            return _starter_set(match, event)
        case ev.RoleAsked():
            before = expect(BeforeRound, match.current, event.event)
            asking = PickingRole(event.round, event.picker, TurnClock(event.at, event.at))
            return replace(match.with_snapshot(before).asked_to_act(), phase=asking)
        case ev.HostsDecide():
            asking = expect(PickingRole, match.current, event.event)
            return replace(match, phase=replace(asking, hosts_decide=True))
        case ev.RolePicked():
            return _role_picked(match, event)
        case _:
            assert_never(event)


def _starter_set(match: Match, event: ev.StarterSet) -> Match:
    """Where the change concerns the role being picked just now, it is asked for anew (R26).

    Nobody is asked again whether they are ready for that round.
    """
    before, asking = match.starters, match.phase
    match = replace(match, starters=before.after(event.rounds, event.starter))
    if not isinstance(asking, PickingRole) or not before.concerns(event.rounds, asking.number):
        return match
    if not asking.hosts_decide and match.starters.of(asking.number) == before.of(asking.number):
        return match
    return replace(match, phase=BeforeRound(asking.number, BOTH))


def _role_picked(match: Match, event: ev.RolePicked) -> Match:
    if isinstance(match.phase, BeforeRound):
        match = match.with_snapshot(expect(BeforeRound, match.current, event.event))
    else:
        expect(PickingRole, match.phase, event.event)
    current = Round(event.round, role_missed=_role_missed(match, event))
    return replace(match, phase=BeforeTurn(current, 1, event.miner))


def _role_missed(match: Match, event: ev.RolePicked) -> RoleMissed | None:
    if not event.defaulted:
        return None
    asking = expect(PickingRole, match.current, event.event)
    return RoleMissed(event.seat, asking.clock.deadline(match.rules.role_ms))
