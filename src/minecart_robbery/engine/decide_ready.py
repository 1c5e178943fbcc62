"""What the ready check comes to: who is ready, and a host who goes on without waiting (R30).

To be ready is no move in the game, so nothing here is judged by its time, and all of it can be done
in a pause, too.
"""

from __future__ import annotations

from minecart_robbery.engine import commands as do
from minecart_robbery.engine import events as ev
from minecart_robbery.engine.moments import Moment
from minecart_robbery.engine.nouns import Desk
from minecart_robbery.engine.onward import and_onward
from minecart_robbery.engine.phases import BOTH, CheckingReady, Match, WaitingToStart, gone_on
from minecart_robbery.engine.refusals import Decision, Reason, Refusal


def ready_said(match: Match, command: do.SayReady, at: Moment) -> Decision:
    """A player is ready; the last one lets the round begin. Once said, it needn't be again."""
    match gone_on(match.phase):
        case WaitingToStart(ready=ready) | CheckingReady(ready=ready):
            if command.seat in ready:
                return ()
            return and_onward(match, ev.ReadySaid(at, command.seat), at=at)
        case _:
            return Refusal(Reason.NO_READY_CHECK)


def ready_skipped(match: Match, command: do.SkipReady, at: Moment) -> Decision:
    """A host lets the round begin though not both players have said that they are ready."""
    if command.by is not Desk.HOST:
        return Refusal(Reason.HOSTS_ONLY)
    match gone_on(match.phase):
        case CheckingReady(number):
            return and_onward(match, ev.ReadySkipped(at, number), at=at)
        case _:
            return Refusal(Reason.NO_READY_CHECK)


def begun(match: Match, waiting: WaitingToStart, at: Moment, *, skip_ready: bool) -> Decision:
    """The match begins: with a ready check, unless none is needed or a host skips it."""
    is_skipped = skip_ready and match.rules.checks_ready(1) and waiting.ready != BOTH
    skipped = (ev.ReadySkipped(at, 1),) if is_skipped else ()
    return and_onward(match, ev.MatchStarted(at), *skipped, at=at)
