"""The hosts' log: what hosts did and were told, and what went otherwise than planned, in order.

A line for each event that hosts would want to find again. What is played as the rules have it needs
none. No line looks at a pending pick (S19).
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator
from dataclasses import replace
from typing import assert_never

from minecart_robbery.engine import events as ev
from minecart_robbery.engine.machine import Steps
from minecart_robbery.engine.match import (
    AskedPause,
    Interrupted,
    Match,
    PauseCause,
    Paused,
    PickingRole,
)
from minecart_robbery.engine.nouns import Seat
from minecart_robbery.words.catalogue import say
from minecart_robbery.words.names import Names
from minecart_robbery.words.notices import Audience, Notice
from minecart_robbery.words.telling.checking import missing_in, players_named
from minecart_robbery.words.telling.correcting import (
    correction_lines,
    entered_reason,
    reason_lines,
)
from minecart_robbery.words.telling.hosting import (
    changed_settings,
    given_by,
    where_in,
    who_starts,
)
from minecart_robbery.words.telling.readers import MOST_LETTERS
from minecart_robbery.words.telling.results import (
    role_line,
    round_line,
    settled_line,
    won_line,
)
from minecart_robbery.words.telling.seats import forfeit_line, taken_line

_HEADING = 300
"""So many letters of a message are left for what stands above and below a notice."""


def log_notices(steps: Steps, names: Names) -> tuple[Notice, ...]:
    """What the log says of the steps of one command.

    One notice, unless it says nothing. `names.host` is who gave that command, where a person did.
    """
    return _noted(
        line
        for step in steps
        for line in _lines(step.before or step.after, step.event, step.after, names)
    )


def noted(notices: Iterable[Notice]) -> tuple[Notice, ...]:
    """What the log says of what people are told beside the events: all that hosts are told."""
    return _noted([line for it in notices if it.to is Audience.HOSTS for line in it.lines])


def _noted(lines: Iterable[str]) -> tuple[Notice, ...]:
    """The lines in as few notices as there have to be."""
    notices: list[tuple[str, ...]] = []
    for line in lines:
        longer = (*notices[-1], line) if notices else ()
        if notices and len("\n".join(longer)) <= MOST_LETTERS - _HEADING:
            notices[-1] = longer
        else:
            notices.append((line,))
    return tuple(Notice(Audience.LOG, lines) for lines in notices)


def headed(notice: Notice, match: int, names: Names) -> Notice:
    """The notice under the number of its match and its players: one log is of all matches."""
    heading = say("log", "heading", match=match, dmo=names.dmo, candidate=names.candidate)
    return replace(notice, lines=(heading, *notice.lines))


def log_lost_notice(why: str) -> Notice:
    """The hosts hear that the log can't be shown; `why` is the name of a sentence."""
    return Notice(Audience.HOSTS, (say("hosts", "log_lost", why=say("log", why)),))


def _lines(before: Match, event: ev.Event, after: Match, names: Names) -> Iterator[str]:
    """The lines of one event. Each kind of event is named here, whether it has one or not."""
    match event:
        case ev.TurnSettled(silent=silent, round=number, turn=turn) if silent:
            players = players_named((seat for seat in Seat if seat in silent), names)
            what = settled_line(event, names)
            yield say("log", "silent", round=number, turn=turn, players=players, what=what)
        case ev.RoundWon():
            yield round_line(before, event, names)
        case ev.MatchWon():
            yield won_line(event, names)
        case ev.RolePicked(defaulted=True):
            yield say("log", "role_defaulted", what=role_line(event, names))
        case ev.ClockRestarted(why=why):
            yield say("log", "clock_restarted", why=say("fault", why))
        case ev.PickMade(by_host=True) | ev.NotCounted(by_host=True):
            yield _entered(event, names)
            yield from entered_reason(event)
        case ev.GemsAwarded() | ev.ClockExtended() | ev.ClockEnded():
            yield from correction_lines(before, event, after, names)
        case ev.HostsDecide(round=number):
            assert isinstance(before.current, PickingRole), "somebody was asked for the role"
            player = names.of(before.current.picker)
            yield say("log", "hosts_decide", player=player, round=number)
        case (
            ev.RoleAsked()
            | ev.RolePicked()
            | ev.BreakBegun()
            | ev.TurnOpened()
            | ev.ClockStarted()
            | ev.ClockStopped()
            | ev.PickMade()
            | ev.BonusPlayed()
            | ev.NotCounted()
            | ev.TurnSettled()
        ):
            return
        case _:
            yield from _desk_lines(before, event, after, names)


def _desk_lines(
    before: Match, event: ev.MatchOpened | ev.DeskEvent, after: Match, names: Names
) -> Iterator[str]:
    by = given_by(names)
    match event:
        case ev.MatchOpened():
            yield say("log", "opened", by=by, dmo=names.dmo, candidate=names.candidate)
        case ev.RulesSet(rules=rules):
            changes = changed_settings(before.rules, rules)
            yield say("log", "rules_set", by=by, changes=changes)
        case ev.StarterSet():
            yield say("log", "starter_set", by=by, what=who_starts(event, names))
        case ev.MatchStarted():
            yield say("log", "started", by=by)
        case ev.ReadySkipped(round=number):
            yield say("log", "ready_skipped", by=by, round=number)
        case ev.ReadyOverdue(round=number):
            players = players_named(missing_in(after), names)
            yield say("log", "ready_overdue", round=number, players=players)
        case ev.PauseAsked(cause=cause, note=note):
            yield say("log", "pause_asked", by=_asking(cause, names))
            yield from reason_lines(note)
        case ev.MatchPaused(note=note):
            yield _paused(before, event, names)
            yield from reason_lines(note)
        case ev.MatchResumed():
            yield from _resumed(before, names)
        case ev.HostCalled(seat=seat):
            yield say("log", "called", player=names.of(seat), where=where_in(after))
        case ev.MatchCalledOff(note=note):
            yield say("log", "called_off", by=by)
            yield from reason_lines(note)
        case ev.PicksShown(round=number, turn=turn):
            yield say("log", "picks_shown", by=by, round=number, turn=turn)
        case ev.TakenBack():
            yield from correction_lines(before, event, after, names)
        case ev.SeatTaken(note=note):
            yield taken_line(event, names)
            yield from reason_lines(note)
        case ev.MatchForfeited(note=note):
            yield forfeit_line(event, after, names)
            yield from reason_lines(note)
        case ev.ReadyAsked() | ev.ReadySaid():
            return
        case _:
            assert_never(event)


def _entered(event: ev.PickMade | ev.NotCounted, names: Names) -> str:
    """That a host has entered a pick for a player, and never which (R19)."""
    kind = "pick_for" if isinstance(event, ev.PickMade) else "pick_for_not_counted"
    by, player = given_by(names), names.of(event.seat)
    return say("log", kind, by=by, player=player, round=event.round, turn=event.turn)


def _paused(before: Match, event: ev.MatchPaused, names: Names) -> str:
    """That the match stands still: at once, or since that was asked for before."""
    if before.pause_asked == AskedPause(event.cause, event.note):
        return say("log", "paused_as_asked")
    match event.cause:
        case PauseCause.IDLE:
            return say("log", "paused_idle", turns=before.rules.idle_turns_before_pause)
        case PauseCause.AWAY:
            return say("log", "paused_away")
        case cause:
            return say("log", "paused", by=_asking(cause, names))


def _asking(cause: PauseCause, names: Names) -> str:
    """Whose wish a pause is."""
    match cause:
        case PauseCause.HOST:
            return given_by(names)
        case PauseCause.DMO:
            return names.dmo
        case _:
            return say("log", "program")


def _resumed(before: Match, names: Names) -> Iterator[str]:
    """Who goes on; the program does with its own pauses, unless a host does before.

    At the end of a ready check nobody does: both players are ready, or a host has skipped it.
    """
    match before.current:
        case Interrupted():
            return
        case Paused(cause=PauseCause.HOUSE) if not names.host:
            by = say("log", "program")
        case _:
            by = given_by(names)
    yield say("log", "resumed", by=by)
