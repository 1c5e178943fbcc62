"""How a ready check is told: who is still missing, and how it goes on (R30)."""

from __future__ import annotations

from collections.abc import Iterable
from typing import assert_never

from minecart_robbery.engine import events as ev
from minecart_robbery.engine.match import Match, ReadyCheck
from minecart_robbery.engine.nouns import Seat
from minecart_robbery.words.catalogue import say
from minecart_robbery.words.names import Names

ReadyEvent = ev.ReadyAsked | ev.ReadySaid | ev.ReadyOverdue | ev.ReadySkipped


def missing_in(match: Match) -> tuple[Seat, ...]:
    """Who isn't ready yet in the ready check that is under way; nobody where none is."""
    check = match.ready_check
    return check.missing if isinstance(check, ReadyCheck) else ()


def players_named(seats: Iterable[Seat], names: Names) -> str:
    """One player, or both, by name."""
    return say("ready", "and").join(names.of(seat) for seat in seats)


def ready_line(event: ReadyEvent, after: Match, names: Names) -> str:
    """What everybody is told of a ready check."""
    players = players_named(missing_in(after), names)
    match event:
        case ev.ReadyAsked() if after.awaits_newcomer:
            return say("ready", "asked_again", players=players)
        case ev.ReadyAsked(round=number):
            return say("ready", "asked", round=number, players=players)
        case ev.ReadySaid(seat=seat):
            return say("ready", "said", player=names.of(seat))
        case ev.ReadyOverdue():
            return say("ready", "overdue", players=players)
        case ev.ReadySkipped():
            return say("ready", "skipped")
        case _:
            assert_never(event)
