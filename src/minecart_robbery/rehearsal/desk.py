"""The host's desk: what is pressed there becomes a command to the match's table."""

from __future__ import annotations

from collections.abc import Sequence

from minecart_robbery.engine import commands as do
from minecart_robbery.engine.events import Event
from minecart_robbery.engine.evolve_corrections import last_turn_over
from minecart_robbery.engine.nouns import Desk as Actor
from minecart_robbery.engine.phases import Match
from minecart_robbery.engine.refusals import Refusal
from minecart_robbery.engine.rules import PickedBy, StartsAs
from minecart_robbery.live.proceedings import Overtaken
from minecart_robbery.live.table import Table
from minecart_robbery.record import Cause
from minecart_robbery.rehearsal.hearing import Done, not_done
from minecart_robbery.rehearsal.messages import Sender, moment_of
from minecart_robbery.rehearsal.requests import LONGEST_REASON, Arguments, Desk
from minecart_robbery.rehearsal.room import shown, timestamp
from minecart_robbery.words.answers import done_line, refusal_line
from minecart_robbery.words.catalogue import say
from minecart_robbery.words.notices import text_of
from minecart_robbery.words.rules import which_rounds
from minecart_robbery.words.telling.status import status_notice


async def done_at_desk(table: Table, asked: Desk, received: int) -> Done:
    """Do what the host asks for; `received` is the id under which that was received.

    The same request twice does nothing the second time (S13).
    """
    if asked.command == "status":
        notice = status_notice(table.match, table.names, table.seating.match)
        return Done(True, text_of(notice, timestamp))
    if len(asked.arguments.reason) > LONGEST_REASON:
        return not_done("too_long", most=LONGEST_REASON)
    if asked.takes_back:
        return await _taken_back(table, asked, received)
    command = _command(asked)
    if command is None:
        rounds = shown(asked.arguments.rounds)
        return Done(False, say("desk", "bad_rounds", rounds=rounds))
    cause = Cause(f"i:host:{asked.request}", Sender.HOST.person)
    outcome = await table.do(command, cause, moment_of(received))
    if isinstance(outcome, Refusal):
        return Done(False, refusal_line(outcome, table.names))
    return Done(True, done_line(outcome))


async def _taken_back(table: Table, asked: Desk, received: int) -> Done:
    """Take back a turn or a whole round, without more that of what was played last (R32).

    That reopens a match that has ended. Everybody is told the reason, so there has to be one (R33).
    """
    reason, given = shown(asked.arguments.reason.strip()), asked.arguments
    if not reason:
        return not_done("no_reason")
    is_turn = asked.command == "take_back_turn"
    if is_turn and given.round is not None and given.turn is None:
        return not_done("which_turn")
    last_round, last_turn = last_turn_over(table.match) or (1, 1)
    turn = (given.turn or last_turn) if is_turn else None
    command = do.TakeBack(Actor.HOST, given.round or last_round, turn, reason)
    cause = Cause(f"i:host:{asked.request}", Sender.HOST.person)
    came = await table.do_as_shown(command, cause, moment_of(received), "", _unseen)
    if isinstance(came, Overtaken):
        assert isinstance(came.decision, Refusal), "whatever it comes to is as shown"
        return Done(False, refusal_line(came.decision, table.names))
    return Done(True, done_line(came))


def _unseen(_match: Match, _events: Sequence[Event]) -> bool:
    """Nothing was shown before of what a command comes to, so it is as shown."""
    return True


def _command(asked: Desk) -> do.Command | None:
    """The command; None where its rounds are none."""
    by, reason = Actor.HOST, shown(asked.arguments.reason.strip())
    match asked.command:
        case "start":
            return do.StartMatch(by, asked.arguments.skip_ready)
        case "skip_ready":
            return do.SkipReady(by)
        case "pause":
            return do.PauseMatch(by, reason)
        case "resume":
            return do.ResumeMatch(by)
        case "call_off":
            return do.CallOff(by, reason)
        case _:
            return _starter(asked.arguments, reason)


def _starter(arguments: Arguments, reason: str) -> do.SetStarter | None:
    rounds = which_rounds(arguments.rounds)
    if rounds is None:
        return None
    seat, role = arguments.player, arguments.role
    starter = PickedBy(seat) if role is None else StartsAs(seat, role)
    return do.SetStarter(Actor.HOST, rounds, starter, reason)
