"""What a substitution and a forfeit come to (S33). Hosts alone decide who plays on, and whether."""

from __future__ import annotations

from minecart_robbery.engine import commands as do
from minecart_robbery.engine import events as ev
from minecart_robbery.engine.decide_desk import clock_ran_out
from minecart_robbery.engine.moments import Moment
from minecart_robbery.engine.nouns import Desk
from minecart_robbery.engine.onward import and_onward
from minecart_robbery.engine.phases import Match
from minecart_robbery.engine.refusals import Decision, Reason, Refusal


def seat_taken(match: Match, command: do.Substitute, at: Moment) -> Decision:
    """Another person plays on in the seat; what runs stands still until both players are ready.

    A clock that has run out already can't be stopped: then it has to be given again, once the turn
    is settled.
    """
    if command.by is not Desk.HOST:
        return Refusal(Reason.HOSTS_ONLY)
    if clock_ran_out(match, at):
        return Refusal(Reason.TURN_JUST_OVER)
    return and_onward(match, ev.SeatTaken(at, command.seat, command.note), at=at)


def forfeited(command: do.Forfeit, at: Moment) -> Decision:
    """The seat gives the match up: whatever is open is dropped, and the other one has won."""
    if command.by is not Desk.HOST:
        return Refusal(Reason.HOSTS_ONLY)
    return (ev.MatchForfeited(at, command.seat, command.note),)
