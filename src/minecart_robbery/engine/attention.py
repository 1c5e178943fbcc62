"""Host attention: what a match waits for its hosts to do, and since when, told by its events.

A host who has done anything at all since then has looked, and isn't waited for any more.
"""

from __future__ import annotations

from collections.abc import Iterable
from dataclasses import dataclass
from enum import StrEnum
from typing import assert_never

from minecart_robbery.engine import events as ev
from minecart_robbery.engine.clock import Moment
from minecart_robbery.engine.machine import Step
from minecart_robbery.engine.match import (
    Interrupted,
    Match,
    PauseCause,
    Paused,
    PickingRole,
    ReadyCheck,
)
from minecart_robbery.engine.nouns import Seat


class AttentionCause(StrEnum):
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
class HostAttention:
    """That the hosts are waited for, since that moment; `seat`: who has called them, if one has."""

    why: AttentionCause
    since: Moment
    seat: Seat | None = None

    def lasts_in(self, match: Match) -> bool:
        """Whether they are still waited for as the match stands; it goes on without them, too."""
        if match.has_ended:
            return False
        match self.why:
            case AttentionCause.CALLED:
                return True
            case AttentionCause.ROLE:
                return isinstance(match.phase, PickingRole) and match.phase.hosts_decide
            case AttentionCause.READY:
                check = match.ready_check
                return isinstance(check, ReadyCheck) and check.overdue
            case AttentionCause.IDLE | AttentionCause.AWAY:
                return match.pause is not None and match.pause.cause.value == self.why.value
            case _:
                assert_never(self.why)


def attention_in(steps: Iterable[Step]) -> HostAttention | None:
    """What the hosts are waited for after these steps, from the first one on; None for nothing."""
    attention = None
    for step in steps:
        attention = attention_after(attention, step)
    return attention


def attention_after(attention: HostAttention | None, step: Step) -> HostAttention | None:
    """What they are waited for once this has happened, where it was `attention` until then."""
    event, before = step.event, step.before
    if before is None:
        return None
    match event:
        case ev.HostCalled(at=at, seat=seat):
            return HostAttention(AttentionCause.CALLED, at, seat)
        case ev.HostsDecide(at=at):
            return HostAttention(AttentionCause.ROLE, at)
        case ev.ReadyOverdue(at=at):
            return HostAttention(AttentionCause.READY, at)
        case ev.MatchPaused(at=at, cause=PauseCause.IDLE):
            return HostAttention(AttentionCause.IDLE, at)
        case ev.MatchPaused(at=at, cause=PauseCause.AWAY):
            return HostAttention(AttentionCause.AWAY, at)
        case ev.MatchResumed(at=at) if _leaves_it_to_them(before):
            return HostAttention(AttentionCause.ROLE, at)
        case _:
            return None if _is_by_a_host(event, before) else attention


def _leaves_it_to_them(match: Match) -> bool:
    """Whether somebody new is ready, in a round whose start roles nobody but hosts settles."""
    match match.current, match.phase:
        case Interrupted(), PickingRole(hosts_decide=True):
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
    match match.current:
        case Interrupted() | Paused(cause=PauseCause.HOUSE):
            return True
        case _:
            return False
