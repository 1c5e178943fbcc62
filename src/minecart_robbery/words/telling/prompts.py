"""The private prompts: what a player is asked to do now, with today's figures and deadline.

A prompt that has become untrue is followed by a new one, and loses its buttons: after a bonus
action, a resume, an extension or a new start of the clock (R15, R30, R31).
"""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import replace

from minecart_robbery.engine import events as ev
from minecart_robbery.engine.due import deadline_of
from minecart_robbery.engine.nouns import Seat
from minecart_robbery.engine.phases import CheckingReady, Match, TurnOpen, underneath
from minecart_robbery.engine.so_far import SoFar, so_far
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
    match match.phase:
        case TurnOpen():
            return match.rules.private_prompts
        case phase:
            return isinstance(phase, CheckingReady) and not phase.overdue


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


def _awaiting(match: Match) -> SoFar | None:
    """The open turn as it stands, while it waits for a pick; None where none does."""
    if not isinstance(match.phase, TurnOpen):
        return None
    sofar = so_far(match.phase, match.rules.turn_ms)
    return None if sofar.ended is not None or sofar.closed is not None else sofar


def _shows(sofar: SoFar) -> tuple[object, ...]:
    """What a prompt shows of the turn's bonus actions; with each that counts its clock starts."""
    return sofar.stashes, sofar.joins, sofar.last_bonus


def _ready_prompts(match: Match) -> Iterator[Notice]:
    """Who isn't ready yet is asked whether they are (R34)."""
    checking, deadline = match.phase, deadline_of(match.phase, match.rules)
    if not isinstance(checking, CheckingReady) or deadline is None:
        return
    kind = "ready" if underneath(checking) is checking else "ready_again"
    line = say("private", kind, round=checking.number)
    clock, panel = Clock(ClockKind.READY, deadline), ready_panel(occasion_in(match))
    for seat in missing_in(match):
        yield Notice(Audience.player(seat), (line,), clock, mentions=(seat,), panel=panel)


def _turn_prompts(match: Match) -> Iterator[Notice]:
    """Both players are asked for their picks, where they are asked in private at all (R3)."""
    sofar = _awaiting(match)
    if sofar is None or not isinstance(match.phase, TurnOpen) or not match.rules.private_prompts:
        return
    for seat in Seat:
        yield Notice(
            Audience.player(seat),
            _turn_lines(match.phase, sofar, seat),
            Clock(ClockKind.TURN, sofar.deadline),
            mentions=(seat,),
            panel=pick_panel(occasion_in(match)),
        )


def _turn_lines(turn: TurnOpen, sofar: SoFar, seat: Seat) -> tuple[str, ...]:
    """What a player is asked; what they, or who sat there before, picked stands."""
    kind, stands = "mine" if seat is turn.miner else "steal", sofar.picks.get(seat)
    lines = (
        say("private", kind, round=turn.round.number, turn=turn.number),
        say("private", "stashes", stashes=stashes_words(sofar.stashes, sofar)),
    )
    if stands is None:
        return lines
    fallback = "stands_as_fallback" if sofar.needs(seat) else "stands"
    return *lines, say("private", fallback, track=name_of(stands))
