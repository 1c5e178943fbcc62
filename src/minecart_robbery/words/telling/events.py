"""What everybody is told of what happened: events become notices, one batch one public message.

What follows from one command comes in one public notice: a settled turn and the next turn's opening
are one message. No public line looks at a pending pick.
"""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from typing import assert_never

from minecart_robbery.engine import events as ev
from minecart_robbery.engine.deadlines import deadline_of
from minecart_robbery.engine.machine import Steps, events_of
from minecart_robbery.engine.match import (
    BeforeTurn,
    Interrupted,
    Match,
    PauseCause,
    PickingRole,
    ReadyCheck,
    TurnOpen,
)
from minecart_robbery.engine.nouns import Seat
from minecart_robbery.engine.turn_projection import project
from minecart_robbery.words.catalogue import say
from minecart_robbery.words.names import Names
from minecart_robbery.words.notices import Audience, Clock, ClockKind, Notice
from minecart_robbery.words.panels import Panel, PanelKey
from minecart_robbery.words.telling.board import table_lines
from minecart_robbery.words.telling.checking import players_named, ready_line
from minecart_robbery.words.telling.correcting import (
    correction_lines,
    entered_lines,
    reason_lines,
)
from minecart_robbery.words.telling.hosting import (
    hosts_notices,
    pause_line,
    settings_line,
    starter_line,
)
from minecart_robbery.words.telling.panels import bonus_key, standing_panels
from minecart_robbery.words.telling.picked import picked_lines
from minecart_robbery.words.telling.played import bonus_lines, changed_bonus_lines, is_closed
from minecart_robbery.words.telling.private import private_notices
from minecart_robbery.words.telling.prompts import has_prompts
from minecart_robbery.words.telling.results import (
    role_line,
    round_line,
    settled_line,
    won_line,
)
from minecart_robbery.words.telling.seats import forfeit_line, taken_line, welcome_notices


def telling(steps: Steps, names: Names) -> tuple[Notice, ...]:
    """The notices that the steps of one command owe to people.

    The public one first (none where nothing is public), then the players', then the hosts'.
    """
    lines: list[str] = []
    others: list[Notice] = []
    for step in steps:
        before, event, after = step.before, step.event, step.after
        if before is not None:
            lines.extend(_public_lines(before, event, after, names))
            others.extend(private_notices(before, event, after))
            others.extend(welcome_notices(event, names, after.rules))
            others.extend(hosts_notices(before, after, event, names))
    if not steps or steps[0].before is None or not lines:
        return tuple(others)
    events = events_of(steps)
    silent = _silent_for_hosts(events)
    if silent:
        lines.insert(1, say("hosts", "silent", players=players_named(silent, names)))
    before, after = steps[0].before, steps[-1].after
    public = _public(before, after, events, tuple(lines), calls_hosts=bool(silent))
    return public, *others


def _public(
    before: Match,
    match: Match,
    events: Sequence[ev.Event],
    lines: tuple[str, ...],
    *,
    calls_hosts: bool,
) -> Notice:
    """The public notice of all that happened, with the clock that is news, and the panel."""
    clock = clock_shown(match) if any(isinstance(it, _START_A_CLOCK) for it in events) else None
    mentions = dict.fromkeys(seat for event in events for seat in _mentioned(event, match))
    panel, see = _new_panel(before, match), None
    if clock is not None and panel is None and isinstance(match.current, TurnOpen):
        see = bonus_key(match.current.round.number)
    return Notice(
        Audience.PUBLIC,
        lines,
        clock,
        tuple(mentions),
        calls_hosts=calls_hosts,
        panel=panel,
        see=see,
    )


def _new_panel(before: Match, after: Match) -> Panel | None:
    """The public panel that is of use from now on: start roles, or a round's bonus actions."""
    shown = _public_panels(before)
    return next((panel for key, panel in _public_panels(after).items() if key not in shown), None)


def _public_panels(match: Match) -> dict[PanelKey, Panel]:
    panels = standing_panels(match)
    return {panel.key: panel for audience, panel in panels if audience is Audience.PUBLIC}


def _silent_for_hosts(events: Sequence[ev.Event]) -> tuple[Seat, ...]:
    """Who made no pick in the turn just settled, where the match goes on as if all were well."""
    match events:
        case [ev.TurnSettled(), *_, ev.MatchPaused(cause=PauseCause.IDLE) | ev.MatchWon()]:
            return ()
        case [ev.TurnSettled(silent=silent), *_]:
            return tuple(seat for seat in Seat if seat in silent)
        case _:
            return ()


_START_A_CLOCK = (
    ev.ReadyAsked,
    ev.RoleAsked,
    ev.BreakBegun,
    ev.TurnOpened,
    ev.BonusPlayed,
    ev.MatchResumed,
    ev.ClockRestarted,
    ev.ClockExtended,
)


def clock_shown(match: Match) -> Clock | None:
    """The clock that somebody still has to act on, or that of a break; None if none runs."""
    deadline = deadline_of(match)
    if deadline is None:
        return None
    match match.current:
        case TurnOpen() as turn:
            has_ended = project(turn, match.rules.turn_ms).ended is not None
            return None if has_ended else Clock(ClockKind.TURN, deadline)
        case ReadyCheck():
            return Clock(ClockKind.READY, deadline)
        case BeforeTurn():
            return Clock(ClockKind.BREAK, deadline)
        case _:
            return Clock(ClockKind.ROLE, deadline)


def _mentioned(event: ev.Event, after: Match) -> tuple[Seat, ...]:
    """Whom a public line speaks to: who has to act and has no private prompt for it."""
    match event:
        case ev.TurnOpened() | ev.ClockExtended() | ev.MatchResumed() | ev.ClockRestarted():
            return () if has_prompts(after) else _awaited(after)
        case ev.RoleAsked(picker=picker):
            return (picker,)
        case ev.SeatTaken(seat=seat):
            return (seat,)
        case _:
            return ()


def _awaited(match: Match) -> tuple[Seat, ...]:
    match match.current:
        case PickingRole(picker=picker):
            return (picker,)
        case ReadyCheck(missing=missing):
            return missing
        case _:
            return tuple(Seat)


def _public_lines(before: Match, event: ev.Event, after: Match, names: Names) -> Iterator[str]:
    """The lines of one event. Each kind of event is named here, whether it has one or not."""
    match event:
        case ev.TurnSettled():
            yield settled_line(event, names)
        case ev.RoundWon():
            yield round_line(before, event, names)
        case ev.MatchWon():
            yield won_line(event, names)
        case ev.TurnOpened():
            assert isinstance(after.current, TurnOpen), "a turn is open"
            yield from table_lines(after, after.current, names)
        case ev.RoleAsked(round=number, picker=picker):
            yield say("role", "asked", round=number, picker=names.of(picker))
        case ev.RolePicked():
            yield role_line(event, names)
        case ev.HostsDecide():
            assert isinstance(before.current, PickingRole), "somebody was asked for the role"
            yield say("role", "hosts_decide", player=names.of(before.current.picker))
        case ev.BonusPlayed():
            yield from bonus_lines(before, event, after, names)
        case ev.PickMade() | ev.NotCounted():
            yield from entered_lines(event, names)
            yield from changed_bonus_lines(before, after, event.at, names)
            yield from picked_lines(before, event, after, names)
        case ev.ClockStarted() | ev.ClockStopped():
            yield from changed_bonus_lines(before, after, event.at, names)
        case ev.GemsAwarded() | ev.ClockExtended() | ev.ClockEnded():
            yield from correction_lines(before, event, after, names)
            if isinstance(event, ev.ClockExtended | ev.ClockEnded):
                yield from changed_bonus_lines(before, after, event.at, names)
        case ev.BreakBegun():
            return
        case ev.ClockRestarted(why=why):
            yield from _going_on("clock_restarted", after, names, say("fault", why))
            if is_closed(before) and not is_closed(after):
                yield say("corrected", "ended_undone")
        case _:
            yield from _hosting_lines(before, event, after, names)


def _hosting_lines(
    before: Match, event: ev.MatchOpened | ev.DeskEvent, after: Match, names: Names
) -> Iterator[str]:
    match event:
        case ev.MatchStarted():
            rules = after.rules
            yield say(
                "match",
                "started",
                dmo=names.dmo,
                candidate=names.candidate,
                target_gems=rules.target_gems,
                rounds_to_win=rules.rounds_to_win,
            )
        case ev.ReadyAsked() | ev.ReadySaid() | ev.ReadyOverdue() | ev.ReadySkipped():
            yield ready_line(event, after, names)
        case ev.RulesSet():
            yield settings_line(before.rules, event.rules)
        case ev.StarterSet(note=note):
            yield starter_line(event, names)
            yield from reason_lines(note)
        case ev.PauseAsked(note=note):
            kind = "asked" if isinstance(before.current, TurnOpen) else "asked_role"
            yield say("pause", kind)
            yield from reason_lines(note)
        case ev.MatchPaused(note=note):
            yield pause_line(before, event, names)
            yield from reason_lines(note)
        case ev.MatchCalledOff(note=note):
            yield say("match", "called_off")
            yield from reason_lines(note)
        case ev.SeatTaken(note=note):
            yield taken_line(event, names)
            yield from reason_lines(note)
        case ev.MatchForfeited(note=note):
            yield forfeit_line(event, after, names)
            yield from reason_lines(note)
        case ev.MatchResumed():
            yield from _going_on("resumed", after, names)
        case ev.TakenBack():
            yield from correction_lines(before, event, after, names)
        case ev.MatchOpened() | ev.HostCalled() | ev.PicksShown():
            return
        case _:
            assert_never(event)


def _going_on(kind: str, after: Match, names: Names, why: str = "") -> Iterator[str]:
    """A clock starts again: why, what it is for, and the table as it stands."""
    match after.current:
        case TurnOpen() as turn if project(turn, after.rules.turn_ms).ended is not None:
            yield say("pause", "resumed_settles")
        case TurnOpen() as turn:
            suffix = "_turn" if kind == "resumed" else ""
            number, turn_number = turn.round.number, turn.number
            yield say("pause", kind + suffix, round=number, turn=turn_number, why=why)
            yield from table_lines(after, turn, names)
        case Interrupted():
            yield say("pause", "over")
        case ReadyCheck(missing=missing, overdue=True):
            yield say("pause", kind, why=why)
            yield say("ready", "overdue", players=players_named(missing, names))
        case ReadyCheck(missing=missing):
            players = players_named(missing, names)
            yield say("pause", f"{kind}_ready", players=players, why=why)
        case PickingRole(number=number, hosts_decide=True):
            yield say("pause", kind, why=why)
            yield say("role", "hosts_still_decide", round=number)
        case PickingRole(picker=picker):
            yield say("pause", f"{kind}_role", picker=names.of(picker), why=why)
        case _:
            yield say("pause", kind, why=why)
