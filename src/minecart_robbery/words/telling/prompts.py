"""The private prompts: what a player is asked to do now, with today's figures and deadline.

A prompt that has become untrue is followed by a new one, and loses its buttons: after a bonus
action, a resume, an extension or a new start of the clock (R15, R30, R31).
"""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import replace

from minecart_robbery.engine import events as ev
from minecart_robbery.engine.deadlines import deadline_of
from minecart_robbery.engine.match import Match, ReadyCheck, TurnOpen
from minecart_robbery.engine.nouns import Seat
from minecart_robbery.engine.turn_projection import TurnProjection, project
from minecart_robbery.words.catalogue import name_of, say
from minecart_robbery.words.notices import Audience, Clock, ClockKind, Notice
from minecart_robbery.words.telling.board import stashes_words
from minecart_robbery.words.telling.checking import missing_in
from minecart_robbery.words.telling.panels import occasion_in, pick_panel, ready_panel


def prompts_after(before: Match, event: ev.Event, after: Match) -> Iterator[Notice]:
    """The prompts that `event` makes due."""
    match event:
        case ev.ReadyAsked():
            yield from _ready_prompts(after)
        case ev.TurnOpened():
            yield from _turn_prompts(after)
        case _ if _is_asked_anew(before, event, after):
            for prompt in (*_ready_prompts(after), *_turn_prompts(after)):
                yield replace(prompt, mentions=()) if _knows(prompt, event) else prompt
        case _:
            return


def has_prompts(match: Match) -> bool:
    """Whether the players to act are asked in private, each with a clock and a panel."""
    match match.current:
        case TurnOpen():
            return match.rules.private_prompts
        case phase:
            return isinstance(phase, ReadyCheck) and not phase.overdue


def _is_asked_anew(before: Match, event: ev.Event, after: Match) -> bool:
    """Whether what a prompt said before isn't so any more, or its clock has started again."""
    match event:
        case ev.MatchResumed() | ev.ClockRestarted() | ev.ClockExtended():
            return True
        case _:
            was, now = _awaiting(before), _awaiting(after)
            return was is not None and now is not None and _shows(was) != _shows(now)


def _knows(prompt: Notice, event: ev.Event) -> bool:
    """Whether the player has just played the bonus action that the prompt comes of."""
    return isinstance(event, ev.BonusPlayed) and prompt.to is Audience.player(event.seat)


def _awaiting(match: Match) -> TurnProjection | None:
    """The open turn as it stands, while it waits for a pick; None where none does."""
    if not isinstance(match.current, TurnOpen):
        return None
    projection = project(match.current, match.rules.turn_ms)
    return None if projection.ended is not None or projection.closed is not None else projection


def _shows(projection: TurnProjection) -> tuple[object, ...]:
    """What a prompt shows of the turn's bonus actions; with each that counts its clock starts."""
    return projection.stashes, projection.joins, projection.last_bonus


def _ready_prompts(match: Match) -> Iterator[Notice]:
    """Who isn't ready yet is asked whether they are (R34)."""
    checking, deadline = match.current, deadline_of(match)
    if not isinstance(checking, ReadyCheck) or deadline is None:
        return
    kind = "ready_again" if checking.resumes else "ready"
    line = say("private", kind, round=checking.number)
    clock, panel = Clock(ClockKind.READY, deadline), ready_panel(occasion_in(match))
    for seat in missing_in(match):
        yield Notice(Audience.player(seat), (line,), clock, mentions=(seat,), panel=panel)


def _turn_prompts(match: Match) -> Iterator[Notice]:
    """Both players are asked for their picks, where they are asked in private at all (R3)."""
    projection = _awaiting(match)
    if (
        projection is None
        or not isinstance(match.current, TurnOpen)
        or not match.rules.private_prompts
    ):
        return
    for seat in Seat:
        yield Notice(
            Audience.player(seat),
            _turn_lines(match.current, projection, seat),
            Clock(ClockKind.TURN, projection.deadline),
            mentions=(seat,),
            panel=pick_panel(occasion_in(match)),
        )


def _turn_lines(turn: TurnOpen, projection: TurnProjection, seat: Seat) -> tuple[str, ...]:
    """What a player is asked; what they, or who sat there before, picked stands."""
    kind, stands = "mine" if seat is turn.miner else "steal", projection.picks.get(seat)
    lines = (
        say("private", kind, round=turn.round.number, turn=turn.number),
        say("private", "stashes", stashes=stashes_words(projection.stashes, projection)),
    )
    if stands is None:
        return lines
    fallback = "stands_as_fallback" if projection.needs(seat) else "stands"
    return *lines, say("private", fallback, track=name_of(stands))
