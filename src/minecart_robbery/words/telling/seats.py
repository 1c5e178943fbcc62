"""How it is told who plays: somebody else in a seat, or nobody more who gives a match up (S33)."""

from __future__ import annotations

from collections.abc import Iterator

from minecart_robbery.engine import events as ev
from minecart_robbery.engine.match import Match
from minecart_robbery.engine.rules import Rules
from minecart_robbery.words.catalogue import say
from minecart_robbery.words.names import Names
from minecart_robbery.words.notices import Notice
from minecart_robbery.words.telling.hosting import given_by, welcome_notice


def taken_line(event: ev.SeatTaken, names: Names) -> str:
    """Who plays on in whose place, and which host has said so (R33)."""
    return say(
        "seat", "taken", host=given_by(names), player=names.of(event.seat), before=names.before
    )


def forfeit_line(event: ev.MatchForfeited, after: Match, names: Names) -> str:
    """Who has given the match up, who wins it, and which host has said so (R33)."""
    loser, winner = event.seat, event.seat.other
    return say(
        "seat",
        "forfeited",
        host=given_by(names),
        player=names.of(loser),
        winner=names.of(winner),
        loser_rounds=after.rounds.of(loser),
        winner_rounds=after.rounds.of(winner),
    )


def welcome_notices(event: ev.Event, names: Names, rules: Rules) -> Iterator[Notice]:
    """Whoever has taken a seat is told what their submissions channel is for."""
    match event:
        case ev.SeatTaken(seat=seat):
            yield welcome_notice(seat, names, rules)
        case _:
            return
