"""The table as everybody may see it, in figures for the page to draw; no pending pick goes in.

Not even that somebody has picked: the deadline shown is that of the clock, whoever is waited for.
A board goes on from the events that it knows already, so a change costs as much late in a long
match as early in it (S49).
"""

from __future__ import annotations

import json
from collections.abc import Iterable
from dataclasses import dataclass
from typing import Any

from minecart_robbery.engine import evolve
from minecart_robbery.engine.deadlines import deadline_of, running_since
from minecart_robbery.engine.events import Event, TakenBack, TurnSettled
from minecart_robbery.engine.match import (
    BeforeRound,
    BeforeTurn,
    CalledOff,
    Current,
    Interrupted,
    Match,
    Over,
    Paused,
    Phase,
    PickingRole,
    ReadyCheck,
    TurnOpen,
    UsedBonus,
    WaitingToStart,
)
from minecart_robbery.engine.nouns import BonusKind, Role, Seat, Stashes, Tally, Track
from minecart_robbery.engine.routes import Routes
from minecart_robbery.engine.stack import Stack
from minecart_robbery.engine.turn_projection import project

_NONE_SETTLED: Stack[TurnSettled] = Stack()


@dataclass(frozen=True, slots=True)
class Board:
    """The table of a match after its first `known` events; before the first one there is no match.

    `settled` are the settled turns that no host has taken back, in the order of play (R32).
    """

    match: Match | None = None
    settled: Stack[TurnSettled] = _NONE_SETTLED
    known: int = 0

    def after(self, events: Iterable[Event]) -> Board:
        """The board once these events have happened, too: those that follow on the `known` ones."""
        match, settled, known = self.match, self.settled, self.known
        for event in events:
            match, settled, known = evolve(match, event), _with(settled, event), known + 1
        return Board(match, settled, known)

    @property
    def has_ended(self) -> bool:
        """Whether the match has ended; taking back may still reopen it (R32)."""
        return self.match is not None and self.match.has_ended

    def shown(self) -> str:
        """The table as JSON. Raises ValueError before the first event."""
        if self.match is None:
            raise ValueError("a match has at least one event")
        return json.dumps(_figures(self.match, next(reversed(self.settled), None)))


def _with(settled: Stack[TurnSettled], event: Event) -> Stack[TurnSettled]:
    """The settled turns that stand after an event: taking back undoes the last ones (R32)."""
    match event:
        case TurnSettled():
            return settled.push(event)
        case TakenBack(round=number, turn=turn):
            for last in reversed(settled):
                if (last.round, last.turn) < (number, turn or 0):
                    break
                settled = settled.below(last)
            return settled
        case _:
            return settled


def _figures(match: Match, settled: TurnSettled | None) -> dict[str, Any]:
    """What is shown of a match of which `settled` is the last settled turn that stands."""
    rules, phase = match.rules, match.phase
    number, turn, miner, gems = _where(phase, settled)
    stashes, routes, used = _lies(match, settled)
    return {
        "phase": _phase_name(match.current),
        "round": number,
        "turn": turn,
        "deadline_ms": deadline_of(match),
        "length_ms": _length_ms(match),
        "roles": {seat: _role(seat, miner) for seat in Seat},
        "rounds": {seat: match.rounds.of(seat) for seat in Seat},
        "gems": {seat: gems.of(seat) for seat in Seat},
        "target_gems": rules.target_gems,
        "rounds_to_win": rules.rounds_to_win,
        "mines": [
            {"track": mine, "stash": stashes.at(mine), "runs_to": [routes.of(mine)]}
            for mine in Track
        ],
        "bonuses": {seat: {kind: (seat, kind) in used for kind in BonusKind} for seat in Seat},
        "cart": None if settled is None else _cart(settled),
        "picked": None,
    }


def _phase_name(current: Current) -> str:
    match current:
        case WaitingToStart():
            return "waiting"
        case ReadyCheck():
            return "ready"
        case PickingRole():
            return "role"
        case Over():
            return "over"
        case CalledOff():
            return "called_off"
        case Paused():
            return "paused"
        case BeforeTurn(opens=int()):
            return "break"
        case BeforeRound() | BeforeTurn() | TurnOpen() | Interrupted():
            return "turn"


def _where(phase: Phase, settled: TurnSettled | None) -> tuple[int, int, Seat | None, Tally]:
    """The round, the turn, who mines and the gems in the round; 0 and None before there is one.

    A match that has ended stays where its last turn was `settled`.
    """
    match phase:
        case Over() | CalledOff() if settled is not None:
            return settled.round, settled.turn, settled.miner, settled.gems_after
        case TurnOpen() | BeforeTurn():
            return phase.round.number, phase.number, phase.miner, phase.round.gems
        case PickingRole() | BeforeRound():
            return phase.number, 0, None, Tally()
        case _:
            return 0, 0, None, Tally()


def _lies(
    match: Match, settled: TurnSettled | None
) -> tuple[Stashes, Routes, frozenset[UsedBonus]]:
    """What lies at the mines, where the carts would run, and which bonus actions are used up."""
    match match.phase:
        case TurnOpen() as turn:
            projection = project(turn, match.rules.turn_ms)
            return projection.stashes, projection.routes, projection.used
        case BeforeTurn() as before:
            return before.stashes, Routes(), before.round.used
        case Over() | CalledOff() if settled is not None:
            return settled.stashes_after, Routes(), frozenset()
        case _:
            return Stashes(), Routes(), frozenset()


def _length_ms(match: Match) -> int:
    """How long the clock runs that runs now, or how long the next one of its kind will."""
    deadline = deadline_of(match)
    match match.unpaused:
        case ReadyCheck() | PickingRole() | TurnOpen() as phase if deadline is not None:
            return deadline - running_since(phase, match.rules)
        case ReadyCheck():
            return match.rules.ready_ms
        case PickingRole():
            return match.rules.role_ms
        case BeforeTurn(opens=int()):
            return match.rules.between_ms
        case _:
            return match.rules.turn_ms


def _role(seat: Seat, miner: Seat | None) -> Role | None:
    if miner is None:
        return None
    return Role.MINER if seat is miner else Role.THIEF


def _cart(settled: TurnSettled) -> dict[str, Any] | None:
    """The cart of a settled turn; None where none ran (R24)."""
    if settled.cart is None:
        return None
    return {
        "from": settled.cart,
        "to": [settled.ran_on],
        "miner": settled.miner,
        "guard": settled.guard,
        "gems": settled.gems,
        "taken_by": settled.to,
    }
