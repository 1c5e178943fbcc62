"""What a command comes to as events alone, for tests that look at nothing else of it."""

from __future__ import annotations

from minecart_robbery.engine import commands as do
from minecart_robbery.engine import decide, events_of
from minecart_robbery.engine.clock import Moment
from minecart_robbery.engine.events import Event
from minecart_robbery.engine.match import Match
from minecart_robbery.engine.refusals import Refusal


def decided(match: Match | None, command: do.Command, at: Moment) -> tuple[Event, ...] | Refusal:
    """The events, or the refusal."""
    came = decide(match, command, at)
    return came if isinstance(came, Refusal) else events_of(came)
