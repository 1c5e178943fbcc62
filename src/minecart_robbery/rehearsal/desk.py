"""The host's desk: what is pressed there becomes a command to the match's table."""

from __future__ import annotations

from minecart_robbery.engine import commands as do
from minecart_robbery.engine.nouns import Desk as Actor
from minecart_robbery.engine.refusals import Refusal
from minecart_robbery.engine.rules import PickedBy, StartsAs
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
    command = _command(asked)
    if command is None:
        rounds = shown(asked.arguments.rounds)
        return Done(False, say("desk", "bad_rounds", rounds=rounds))
    cause = Cause(f"i:host:{asked.request}", Sender.HOST.person)
    outcome = await table.do(command, cause, moment_of(received))
    if isinstance(outcome, Refusal):
        return Done(False, refusal_line(outcome, table.names))
    return Done(True, done_line(outcome))


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
