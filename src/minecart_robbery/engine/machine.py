"""The machine: what a command comes to, what an event makes of a match, how it goes on by itself.

`decide` is the one place that judges; it changes nothing, and it is the same for a typed word, a
button, a slash command and a line of a script. Both `decide` and `evolve` only send on to the
topics: turn, roles, hosting, people, corrections. Its table stands at the head of `match`.
"""

from __future__ import annotations

from collections.abc import Iterable
from dataclasses import dataclass
from typing import assert_never

from minecart_robbery.engine import commands as do
from minecart_robbery.engine import corrections, hosting, people, roles, turn
from minecart_robbery.engine import events as ev
from minecart_robbery.engine.clock import Moment
from minecart_robbery.engine.deadlines import decided_turn, due
from minecart_robbery.engine.match import (
    BOTH,
    BeforeRound,
    BeforeTurn,
    Interrupted,
    Match,
    Over,
    PauseCause,
    PickingRole,
    ReadyCheck,
    TurnOpen,
    expect,
)
from minecart_robbery.engine.nouns import Desk
from minecart_robbery.engine.refusals import Decision, Reason, Refusal
from minecart_robbery.engine.rules import Starters


@dataclass(frozen=True, slots=True)
class Step:
    """One event, with the match that it came to and what it made of it; `before` the first: None.

    Steps are made once, by `decide` or from a record, and handed on to whoever tells of them.
    """

    before: Match | None
    event: ev.Event
    after: Match


Steps = tuple[Step, ...]
"""What a command comes to: each step begins where the one before it ended; () changes nothing."""


def decide(match: Match | None, command: do.Command, at: Moment) -> Steps | Refusal:
    """What `command` comes to in `match` when it is given at the moment `at`, with what follows.

    Raises ValueError for a caller's mistake: a command to a match that doesn't exist, a second
    opening, an `Expire` without the draw that a random role default needs (R27), or an extension
    by no time.
    """
    if isinstance(command, do.OpenMatch):
        if match is not None:
            raise ValueError("this match was opened before")
        return steps_of(None, [ev.MatchOpened(at, command.rules)])
    if match is None:
        raise ValueError("the first command opens the match")
    is_reopening = isinstance(command, do.TakeBack) and command.by is Desk.HOST
    if match.has_ended and not is_reopening:
        return Refusal(Reason.MATCH_ENDED)
    decision = _decided(match, command, at)
    if isinstance(decision, Refusal):
        return decision
    if not decision:
        return ()
    steps = steps_of(match, decision)
    return (*steps, *follow_ups(steps[-1].after, at))


def _decided(match: Match, command: do.LaterCommand, at: Moment) -> Decision:
    match command:
        case do.Say():
            return turn.said(match, command, at)
        case do.PickFor():
            return turn.pick_entered(match, command, at)
        case do.StartClock():
            return turn.clock_started(match, at)
        case do.StopClock():
            return turn.clock_stopped(match, at)
        case do.RestartClock():
            return turn.clock_restarted(match, command, at)
        case do.Expire():
            return _expired(match, command, at)
        case do.PickRole():
            return roles.role_picked(match, command, at)
        case do.SetStarter():
            return roles.starter_changed(match, command, at)
        case do.SayReady():
            return hosting.ready_said(match, command, at)
        case do.SkipReady():
            return hosting.ready_skipped(match, command, at)
        case do.CallHost():
            return hosting.host_called(match, command, at)
        case do.SetRules():
            return hosting.rules_set(match, command, at)
        case do.StartMatch():
            return hosting.started(match, command, at)
        case do.PauseMatch():
            return hosting.paused(match, command, at)
        case do.AwaitHosts():
            return hosting.hosts_awaited(match, command, at)
        case do.ResumeMatch():
            return hosting.resumed(match, command, at)
        case do.ShowPicks():
            return hosting.picks_shown(match, command, at)
        case do.CallOff():
            return hosting.called_off(command, at)
        case do.Substitute():
            return people.seat_taken(match, command, at)
        case do.Forfeit():
            return people.forfeited(command, at)
        case do.TakeBack() | do.Award() | do.ExtendClock() | do.EndClock():
            return corrections.corrected(match, command, at)
        case _:
            assert_never(command)


def _expired(match: Match, command: do.Expire, at: Moment) -> Decision:
    """What is due, once it is; not before.

    The turn is settled, the role default applies, the next turn opens after a break, or the hosts
    are called to a ready check. A turn that was over before the match came to a stand is settled
    all the same (R31).
    """
    due_at = due(match)
    if due_at is None or at.ms < due_at:
        return Refusal(Reason.NOT_YET)
    match decided_turn(match) or match.current:
        case TurnOpen() as over:
            return (turn.settlement(over, match.rules.turn_ms, at),)
        case ReadyCheck(number):
            return (ev.ReadyOverdue(at, number),)
        case BeforeTurn() as before:
            return (turn.opening(before, match.rules, at),)
        case asking:
            assert isinstance(asking, PickingRole), "nothing else is ever due"
            return (roles.role_defaulted(match, asking, command.draw, at),)


# ---------------------------------------------------------------- what follows by itself


def follow_ups(match: Match, at: Moment) -> Steps:
    """All that follows by itself at that moment, until the match waits for somebody or has ended.

    So a match never stays in a phase that waits for nobody.
    """
    steps: list[Step] = []
    while (event := _following(match, at)) is not None:
        steps.append(Step(match, event, match := evolve(match, event)))
    return tuple(steps)


def _following(match: Match, at: Moment) -> ev.LaterEvent | None:
    match match.current:
        case BeforeTurn(opens=None) as before:
            return _before_turn(match, before, at)
        case BeforeRound() as before:
            return _before_round(match, before, at)
        case current:
            won = _won_meanwhile(match, at)
            return _once_ready(match, current, at) if won is None else won


def _won_meanwhile(match: Match, at: Moment) -> ev.LaterEvent | None:
    """R7, also where the match stands still: a host may have corrected the gems meanwhile."""
    match match.phase:
        case BeforeTurn() as before:
            return _round_won(match, before, at)
        case BeforeRound():
            return _match_won(match, at)
        case _:
            return None


def _once_ready(match: Match, current: object, at: Moment) -> ev.LaterEvent | None:
    """Where somebody new has come, both players are asked, and then it goes on (S33)."""
    match current:
        case Interrupted(ready=ready) if ready == BOTH:
            return hosting.resumption(match, at)
        case Interrupted():
            return ev.ReadyAsked(at, match.round_number, at.ms + match.rules.ready_ms)
        case _:
            return None


def _round_won(match: Match, before: BeforeTurn, at: Moment) -> ev.RoundWon | None:
    winner = turn.has_won(before.round.gems, match.rules.target_gems)
    if winner is None:
        return None
    return ev.RoundWon(at, before.round.number, winner, match.rounds.plus(winner, 1))


def _match_won(match: Match, at: Moment) -> ev.MatchWon | None:
    winner = turn.has_won(match.rounds, match.rules.rounds_to_win)
    return None if winner is None else ev.MatchWon(at, winner, match.rounds)


def _before_turn(match: Match, before: BeforeTurn, at: Moment) -> ev.LaterEvent:
    rules = match.rules
    won = _round_won(match, before, at)
    if won is not None:
        return won
    if before.idle >= rules.idle_turns_before_pause:
        return ev.MatchPaused(at, PauseCause.IDLE, "")
    if match.pause_asked is not None:
        return ev.MatchPaused(at, match.pause_asked.cause, match.pause_asked.note)
    if rules.between_ms and before.number > 1:
        opens = at.ms + rules.between_ms
        return ev.BreakBegun(at, before.round.number, before.number, opens)
    return turn.opening(before, rules, at)


def _before_round(match: Match, before: BeforeRound, at: Moment) -> ev.LaterEvent:
    number, rules = before.number, match.rules
    won = _match_won(match, at)
    if won is not None:
        return won
    if match.pause_asked is not None:
        return ev.MatchPaused(at, match.pause_asked.cause, match.pause_asked.note)
    if rules.checks_ready(number) and before.ready != BOTH:
        return ev.ReadyAsked(at, number, at.ms + rules.ready_ms)
    return roles.role_asked(match, number, at)


# ---------------------------------------------------------------- what an event makes of a match


def steps_of(match: Match | None, events: Iterable[ev.Event]) -> Steps:
    """The steps that these events make from there on. Raises ValueError if they don't fit."""
    steps: list[Step] = []
    for event in events:
        before, match = match, evolve(match, event)
        steps.append(Step(before, event, match))
    return tuple(steps)


def events_of(steps: Iterable[Step]) -> tuple[ev.Event, ...]:
    """What has happened in these steps."""
    return tuple(step.event for step in steps)


def replay(events: Iterable[ev.Event]) -> Match:
    """The match that these events make. Raises ValueError if there are none, or they don't fit."""
    match = None
    for event in events:
        match = evolve(match, event)
    if match is None:
        raise ValueError("a match has at least one event")
    return match


def evolve(match: Match | None, event: ev.Event) -> Match:
    """The match after `event`. `match` is None for the first event only, a `MatchOpened`.

    No rule is judged here. Raises ValueError for an event that can't happen as the match stands.
    """
    if isinstance(event, ev.MatchOpened):
        if match is not None:
            raise ValueError("a match opens only once")
        return Match(event.rules, Starters().begun_by(event.rules.first_picker))
    if match is None:
        raise ValueError(f"the first event opens the match, not {event.event}")
    if isinstance(event, ev.MatchWon):
        expect(BeforeRound, match.phase, event.event)
        return match.ended(Over(event.winner))
    if isinstance(event, ev.TurnEvent):
        return turn.evolve(match, event)
    if isinstance(event, ev.RoleEvent):
        return roles.evolve(match, event)
    if isinstance(event, ev.HostingEvent):
        return hosting.evolve(match, event)
    if isinstance(event, ev.PeopleEvent):
        return people.evolve(match, event)
    return corrections.evolve(match, event)
