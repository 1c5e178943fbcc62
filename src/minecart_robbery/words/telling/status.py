"""How a match stands, as far as it is public: an answer to whoever asks."""

from __future__ import annotations

from collections.abc import Iterator

from minecart_robbery.engine.phases import (
    BetweenTurns,
    CheckingReady,
    Match,
    PauseCause,
    Paused,
    PickingRole,
    TurnOpen,
    WaitingToStart,
)
from minecart_robbery.words.catalogue import say
from minecart_robbery.words.notices import Audience, Names, Notice
from minecart_robbery.words.telling.board import gems_line, table_lines
from minecart_robbery.words.telling.checking import players_named
from minecart_robbery.words.telling.events import clock_shown


def status_notice(match: Match, names: Names, number: int) -> Notice:
    """What anybody may know of match `number`: phase, table and scores; no pending pick."""
    lines = tuple(_lines(match, names, number))
    return Notice(Audience.PUBLIC, lines, clock_shown(match))


def _lines(match: Match, names: Names, number: int) -> Iterator[str]:
    phase = match.phase
    if isinstance(phase, Paused):
        kind = "status_paused_dmo" if phase.cause is PauseCause.DMO else "status_paused"
        yield say("desk", kind, match=number, dmo=names.dmo)
        phase = phase.then
    match phase:
        case WaitingToStart():
            dmo, candidate = names.dmo, names.candidate
            yield say("desk", "status_waiting", match=number, dmo=dmo, candidate=candidate)
        case CheckingReady(number=current, missing=missing):
            kind = "status_overdue" if phase.overdue else "status_ready"
            players = players_named(missing, names)
            yield say("desk", kind, match=number, round=current, players=players)
        case PickingRole(number=current, hosts_decide=True):
            yield say("desk", "status_hosts", match=number, round=current)
        case PickingRole(number=current, picker=picker):
            yield say("desk", "status_role", match=number, round=current, player=names.of(picker))
        case BetweenTurns(round=current, number=turn):
            yield say("desk", "status_break", match=number, round=current.number, turn=turn)
            yield gems_line(match, current, names)
        case TurnOpen():
            yield from table_lines(match, phase, names)
            return
        case _:
            pass
    yield say(
        "desk",
        "status_rounds",
        dmo=names.dmo,
        dmo_has=match.rounds.dmo,
        candidate=names.candidate,
        candidate_has=match.rounds.candidate,
        first_to=match.rules.rounds_to_win,
    )
