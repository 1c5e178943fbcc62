"""Changing the phase that a match is in, or will go on in after a pause."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import replace
from typing import TypeVar

from minecart_robbery.engine import events as ev
from minecart_robbery.engine.phases import BeforeRound, BeforeTurn, Match, Paused, Phase, Timed

P = TypeVar("P", bound=Phase)


def as_phase(kind: type[P], phase: Phase, event: ev.Event) -> P:
    """The phase, if it is of that kind. Raises ValueError: the event can't happen in another."""
    if not isinstance(phase, kind):
        raise ValueError(f"{event.event} can't happen in {type(phase).__name__}")
    return phase


def inside(match: Match, kind: type[P], event: ev.Event, change: Callable[[P], Phase]) -> Match:
    """Change the phase that the match is in, or that it will go on in after the pause."""
    if isinstance(match.phase, Paused):
        then = change(as_phase(kind, match.phase.then, event))
        assert isinstance(then, Timed | BeforeTurn | BeforeRound)
        return replace(match, phase=replace(match.phase, then=then))
    return replace(match, phase=change(as_phase(kind, match.phase, event)))
