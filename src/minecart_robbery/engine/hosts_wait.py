"""What a match waits for its hosts to do, and since when: told by what has happened in it.

A host who has done anything at all since then has looked, and isn't waited for any more.
"""

from __future__ import annotations

from collections.abc import Iterable
from dataclasses import dataclass
from enum import StrEnum

from minecart_robbery.engine import events as ev
from minecart_robbery.engine.evolve import evolve
from minecart_robbery.engine.moments import Moment
from minecart_robbery.engine.nouns import Seat
from minecart_robbery.engine.phases import (
    CalledOff,
    CheckingReady,
    Interrupted,
    Match,
    Over,
    PauseCause,
    Paused,
    PickingRole,
    gone_on,
    underneath,
)


class WaitsFor(StrEnum):
    """Why the hosts are waited for; the words stand in the catalogue under these names."""

    CALLED = "called"
    """A player has called one (R30)."""
    ROLE = "role"
    """Nobody has picked a start role, and the settings leave it to them (R27)."""
    READY = "ready"
    """Not both players were ready in time (R30)."""
    IDLE = "idle"
    """The match has paused itself for want of picks (R25)."""
    AWAY = "away"
    """A player can't take part (S33)."""


@dataclass(frozen=True, slots=True)
class HostsWait:
    """That the hosts are waited for, since that moment; `seat`: who has called them, if one has."""

    why: WaitsFor
    since: Moment
    seat: Seat | None = None

    def lasts_in(self, match: Match) -> bool:
        """Whether they are still waited for as the match stands; it goes on without them, too."""
        match self.why, match.phase:
            case _, Over() | CalledOff():
                return False
            case WaitsFor.CALLED, _:
                return True
            case WaitsFor.ROLE, phase:
                asking = underneath(phase)
                return isinstance(asking, PickingRole) and asking.hosts_decide
            case WaitsFor.READY, phase:
                asked = gone_on(phase)
                return isinstance(asked, CheckingReady) and asked.overdue
            case _:
                paused = match.phase
                return isinstance(paused, Paused) and paused.cause.value == self.why.value


def hosts_wait(events: Iterable[ev.Event]) -> HostsWait | None:
    """What the hosts are waited for after these events, which make a match; None for nothing."""
    match, wait = None, None
    for event in events:
        wait = None if match is None else wait_after(wait, match, event)
        match = evolve(match, event)
    return wait


def wait_after(wait: HostsWait | None, before: Match, event: ev.Event) -> HostsWait | None:
    """What they are waited for once `event` has come to the match `before`."""
    match event:
        case ev.HostCalled(at=at, seat=seat):
            return HostsWait(WaitsFor.CALLED, at, seat)
        case ev.HostsDecide(at=at):
            return HostsWait(WaitsFor.ROLE, at)
        case ev.ReadyOverdue(at=at):
            return HostsWait(WaitsFor.READY, at)
        case ev.MatchPaused(at=at, cause=PauseCause.IDLE):
            return HostsWait(WaitsFor.IDLE, at)
        case ev.MatchPaused(at=at, cause=PauseCause.AWAY):
            return HostsWait(WaitsFor.AWAY, at)
        case ev.MatchResumed(at=at) if _leaves_it_to_them(before):
            return HostsWait(WaitsFor.ROLE, at)
        case _:
            return None if _is_by_a_host(event, before) else wait


def _leaves_it_to_them(match: Match) -> bool:
    """Whether somebody new is ready, in a round whose start roles nobody but hosts settles."""
    match match.phase:
        case Interrupted(then=PickingRole(hosts_decide=True)):
            return True
        case _:
            return False


def _is_by_a_host(event: ev.Event, before: Match) -> bool:
    """Whether a host has done this; all at the desk is theirs that isn't others' to do."""
    match event:
        case ev.PickMade(by_host=by_host) | ev.NotCounted(by_host=by_host):
            return by_host
        case ev.GemsAwarded() | ev.ClockExtended() | ev.ClockEnded():
            return True
        case ev.MatchPaused(cause=cause) | ev.PauseAsked(cause=cause):
            return cause is PauseCause.HOST
        case ev.MatchResumed():
            return not _goes_on_by_itself(before)
        case ev.ReadyAsked() | ev.ReadySaid():
            return False
        case _:
            return isinstance(event, ev.DeskEvent)


def _goes_on_by_itself(match: Match) -> bool:
    """Whether the house ends this pause, or the players end it by being ready."""
    match match.phase:
        case Interrupted() | Paused(cause=PauseCause.HOUSE):
            return True
        case _:
            return False
