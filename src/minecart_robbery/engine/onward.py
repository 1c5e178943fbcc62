"""How a match goes on by itself, from a phase that waits for nobody to the next one that waits."""

from __future__ import annotations

from typing import assert_never

from minecart_robbery.engine import events as ev
from minecart_robbery.engine.due import deadline_of
from minecart_robbery.engine.evolve import evolve, resumed_phase
from minecart_robbery.engine.evolve_corrections import has_won
from minecart_robbery.engine.moments import Moment
from minecart_robbery.engine.nouns import Desk
from minecart_robbery.engine.phases import (
    BOTH,
    BeforeRound,
    BeforeTurn,
    BetweenTurns,
    Interrupted,
    Match,
    PauseCause,
    underneath,
)
from minecart_robbery.engine.rules import PickedBy, Rules, StartsAs


def and_onward(match: Match, *events: ev.Event, at: Moment) -> tuple[ev.Event, ...]:
    """`events`, and after them all that follows from them at the same moment."""
    so_far = list(events)
    for event in events:
        match = evolve(match, event)
    while (following := _following(match, at)) is not None:
        so_far.append(following)
        match = evolve(match, following)
    return tuple(so_far)


def _following(match: Match, at: Moment) -> ev.Event | None:
    match match.phase:
        case BeforeTurn() as before:
            return _before_turn(match, before, at)
        case BeforeRound() as before:
            return _before_round(match, before, at)
        case _:
            won = _won_meanwhile(match, at)
            return _once_ready(match, at) if won is None else won


def _won_meanwhile(match: Match, at: Moment) -> ev.Event | None:
    """R7, also where the match stands still: a host may have corrected the gems meanwhile."""
    match underneath(match.phase):
        case (BeforeTurn() as before) | BetweenTurns(then=before):
            return _round_won(match, before, at)
        case BeforeRound():
            return _match_won(match, at)
        case _:
            return None


def _once_ready(match: Match, at: Moment) -> ev.Event | None:
    """Where somebody new has come, both players are asked, and then it goes on (S33)."""
    match match.phase:
        case Interrupted(ready=ready) as stopped if ready == BOTH:
            deadline = deadline_of(resumed_phase(stopped, at), match.rules)
            return ev.MatchResumed(at, deadline)
        case Interrupted(number=number):
            return ev.ReadyAsked(at, number, at.ms + match.rules.ready_ms)
        case _:
            return None


def _round_won(match: Match, before: BeforeTurn, at: Moment) -> ev.Event | None:
    winner = has_won(before.round.gems, match.rules.target_gems)
    if winner is None:
        return None
    return ev.RoundWon(at, before.round.number, winner, match.rounds.plus(winner, 1))


def _match_won(match: Match, at: Moment) -> ev.Event | None:
    winner = has_won(match.rounds, match.rules.rounds_to_win)
    return None if winner is None else ev.MatchWon(at, winner, match.rounds)


def _before_turn(match: Match, before: BeforeTurn, at: Moment) -> ev.Event:
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
    return turn_opened(before, rules, at)


def turn_opened(before: BeforeTurn, rules: Rules, at: Moment) -> ev.TurnOpened:
    """The next turn opens: each mine adds a gem to its stash (R2), and the clock starts (R3)."""
    return ev.TurnOpened(
        at,
        round=before.round.number,
        turn=before.number,
        miner=before.miner,
        stashes=before.stashes.after_mining(),
        deadline=at.ms + rules.turn_ms,
    )


def _before_round(match: Match, before: BeforeRound, at: Moment) -> ev.Event:
    number, rules = before.number, match.rules
    won = _match_won(match, at)
    if won is not None:
        return won
    if match.pause_asked is not None:
        return ev.MatchPaused(at, match.pause_asked.cause, match.pause_asked.note)
    if rules.checks_ready(number) and before.ready != BOTH:
        return ev.ReadyAsked(at, number, at.ms + rules.ready_ms)
    starter = match.starters.of(number)
    match starter:
        case PickedBy(picker):
            return ev.RoleAsked(at, number, picker, at.ms + rules.role_ms)
        case StartsAs(seat, role):
            return ev.RolePicked(at, number, seat, role, Desk.HOST, defaulted=False)
        case _:
            assert_never(starter)
