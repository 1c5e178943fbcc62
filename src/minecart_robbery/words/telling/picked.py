"""That somebody has picked, where the rules let everybody know; never what (S19).

It knows who was waited for and is no more; it has no name for a track.
"""

from __future__ import annotations

from collections.abc import Iterator

from minecart_robbery.engine import events as ev
from minecart_robbery.engine.match import Match
from minecart_robbery.engine.nouns import Seat
from minecart_robbery.engine.turn_projection import project
from minecart_robbery.words.catalogue import say
from minecart_robbery.words.names import Names
from minecart_robbery.words.telling.played import turn_in


def picked_lines(before: Match, event: ev.Event, after: Match, names: Names) -> Iterator[str]:
    """Who has picked by this, of those who had to: once a turn, and once after each bonus action.

    The last pick that a turn needs isn't told of: its result is about to be. A pick that a host
    entered is told of as that (R33).
    """
    match event:
        case ev.PickMade(by_host=False, seat=seat) if after.rules.shows_picked:
            if _waits_for(before, seat) and not _waits_for(after, seat) and not _has_ended(after):
                yield say("turn", "picked", player=names.of(seat))
        case _:
            return


def _waits_for(match: Match, seat: Seat) -> bool:
    turn = turn_in(match)
    return turn is not None and project(turn, match.rules.turn_ms).needs(seat)


def _has_ended(match: Match) -> bool:
    turn = turn_in(match)
    return turn is not None and project(turn, match.rules.turn_ms).ended is not None
