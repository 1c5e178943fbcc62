"""How a match stands, aspect by aspect, as hosts may know it: who has picked, and never what."""

from __future__ import annotations

from collections.abc import Callable
from enum import StrEnum
from typing import assert_never

from minecart_robbery.engine.match import (
    BeforeRound,
    BeforeTurn,
    CalledOff,
    Interrupted,
    Match,
    Over,
    Phase,
    PickingRole,
    ReadyCheck,
    TurnOpen,
    WaitingToStart,
)
from minecart_robbery.engine.nouns import Seat, Tally
from minecart_robbery.engine.turn_projection import TurnProjection, project
from minecart_robbery.words.catalogue import say
from minecart_robbery.words.names import Names
from minecart_robbery.words.telling.board import bonuses_left, stashes_words
from minecart_robbery.words.telling.checking import players_named


class Aspect(StrEnum):
    """What there is to say of a match as it stands; what each is called stands in the catalogue."""

    PHASE = "phase"
    ROUNDS = "rounds"
    READY = "ready"
    GEMS = "gems"
    STASHES = "stashes"
    ROLES = "roles"
    BONUSES = "bonuses"
    PICKS = "picks"
    CLOCK = "clock"
    """Told by whoever knows how its readers see times; no aspect of `aspects_of`."""


def aspects_of(match: Match, names: Names) -> dict[Aspect, str]:
    """Each aspect but the clock that the match has in its phase, in words."""
    found = {
        Aspect.PHASE: standing_words(match, names),
        Aspect.ROUNDS: _tally(match.rounds, names),
    }
    match match.unpaused:
        case WaitingToStart(ready=ready) | ReadyCheck(ready=ready):
            found[Aspect.READY] = _ready(ready, names)
        case _:
            pass
    match match.phase:
        case TurnOpen() as turn:
            projection = project(turn, match.rules.turn_ms)
            return found | {
                Aspect.GEMS: _tally(turn.round.gems, names),
                Aspect.STASHES: stashes_words(projection.stashes, projection),
                Aspect.ROLES: _roles(turn.miner, names),
                Aspect.BONUSES: _both(names, lambda seat: bonuses_left(seat, projection.used)),
                Aspect.PICKS: picks_words(projection, names),
            }
        case BeforeTurn() as before:
            used = before.round.used
            return found | {
                Aspect.GEMS: _tally(before.round.gems, names),
                Aspect.STASHES: stashes_words(before.stashes),
                Aspect.ROLES: _roles(before.miner, names),
                Aspect.BONUSES: _both(names, lambda seat: bonuses_left(seat, used)),
            }
        case _:
            return found


def _ready(ready: frozenset[Seat], names: Names) -> str:
    seats = tuple(seat for seat in Seat if seat in ready)
    return players_named(seats, names) or say("aspect", "nobody")


def standing_words(match: Match, names: Names) -> str:
    """What the match is at, whom it waits for, and what it stands still for."""
    words = phase_words(match.phase, names)
    match match.ready_check:
        case ReadyCheck(resumes=True):
            words = say("aspect", "checking_again", phase=words)
        case ReadyCheck(number=number):
            words = say("aspect", "checking", round=number)
        case Interrupted():
            words = say("aspect", "interrupted", phase=words)
        case None:
            pass
        case _:
            assert_never(match.ready_check)
    return words if match.pause is None else say("aspect", "paused", phase=words)


def phase_words(phase: Phase, names: Names) -> str:
    """Where the game is, and whom it waits for."""
    match phase:
        case WaitingToStart():
            return say("aspect", "waiting")
        case PickingRole(number=number, hosts_decide=True):
            return say("aspect", "hosts_decide", round=number)
        case PickingRole(number=number, picker=picker):
            return say("aspect", "picking", round=number, player=names.of(picker))
        case BeforeRound(number=number):
            return say("aspect", "before_round", round=number)
        case BeforeTurn(round=current, number=number, opens=None):
            return say("aspect", "before_turn", round=current.number, turn=number)
        case BeforeTurn(round=current, number=number):
            return say("aspect", "break", round=current.number, turn=number)
        case TurnOpen(round=current, number=number):
            return say("aspect", "turn", round=current.number, turn=number)
        case Over(winner=winner):
            return say("aspect", "over", player=names.of(winner))
        case CalledOff():
            return say("aspect", "called_off")
        case _:
            assert_never(phase)


def picks_words(projection: TurnProjection, names: Names) -> str:
    """Who has picked, who has to pick once more (R15), and who hasn't picked at all."""
    return _both(names, lambda seat: _has_picked(seat, projection))


def _has_picked(seat: Seat, projection: TurnProjection) -> str:
    if seat not in projection.picks:
        return say("aspect", "silent")
    return say("aspect", "stale" if projection.needs(seat) else "picked")


def _tally(tally: Tally, names: Names) -> str:
    return _both(names, lambda seat: str(tally.of(seat)))


def _both(names: Names, words_for: Callable[[Seat], str]) -> str:
    """The same thing said of both players."""
    return say(
        "aspect",
        "both",
        dmo=names.dmo,
        dmo_has=words_for(Seat.DMO),
        candidate=names.candidate,
        candidate_has=words_for(Seat.CANDIDATE),
    )


def _roles(miner: Seat, names: Names) -> str:
    return say("aspect", "roles", miner=names.of(miner), thief=names.of(miner.other))
