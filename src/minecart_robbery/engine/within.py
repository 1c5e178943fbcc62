"""Changing the phase that a match is in, or will go on in once it need wait no more."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import replace
from typing import TypeVar

from minecart_robbery.engine import events as ev
from minecart_robbery.engine.phases import (
    BeforeTurn,
    BetweenTurns,
    CheckingReady,
    Interrupted,
    Match,
    Paused,
    Phase,
    StoodStill,
)

P = TypeVar("P", bound=Phase)


def as_phase(kind: type[P], phase: Phase, event: ev.Event) -> P:
    """The phase, if it is of that kind. Raises ValueError: the event can't happen in another."""
    if not isinstance(phase, kind):
        raise ValueError(f"{event.event} can't happen in {type(phase).__name__}")
    return phase


def inside(match: Match, kind: type[P], event: ev.Event, change: Callable[[P], Phase]) -> Match:
    """Change the phase of this kind, however much it has to wait for before it goes on."""
    return replace(match, phase=_changed(match.phase, kind, event, change))


def _changed(phase: Phase, kind: type[P], event: ev.Event, change: Callable[[P], Phase]) -> Phase:
    match phase:
        case Paused(then=then):
            changed = _changed(then, kind, event, change)
            assert isinstance(changed, CheckingReady | StoodStill | Interrupted)
            return replace(phase, then=changed)
        case CheckingReady(then=then) | Interrupted(then=then) if (
            then is not None and kind is not CheckingReady
        ):
            changed = _changed(then, kind, event, change)
            assert isinstance(changed, StoodStill)
            return replace(phase, then=changed)
        case BetweenTurns(then=then) if kind is not BetweenTurns:
            changed = _changed(then, kind, event, change)
            return replace(phase, then=changed) if isinstance(changed, BeforeTurn) else changed
        case _:
            return change(as_phase(kind, phase, event))
