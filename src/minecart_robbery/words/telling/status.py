"""How a match stands, as far as it is public: an answer to whoever asks."""

from __future__ import annotations

from collections.abc import Iterator

from minecart_robbery.engine.match import (
    BeforeTurn,
    Match,
    PauseCause,
    PickingRole,
    ReadyCheck,
    TurnOpen,
    WaitingToStart,
)
from minecart_robbery.words.catalogue import say
from minecart_robbery.words.names import Names
from minecart_robbery.words.notices import Audience, Notice
from minecart_robbery.words.telling.board import gems_line, table_lines
from minecart_robbery.words.telling.checking import players_named
from minecart_robbery.words.telling.events import clock_shown


def status_notice(match: Match, names: Names, number: int) -> Notice:
    """What anybody may know of match `number`: phase, table and scores; no pending pick."""
    lines = tuple(_lines(match, names, number))
    return Notice(Audience.PUBLIC, lines, clock_shown(match))


def _lines(match: Match, names: Names, number: int) -> Iterator[str]:
    if match.pause is not None:
        kind = "status_paused_dmo" if match.pause.cause is PauseCause.DMO else "status_paused"
        yield say("desk", kind, match=number, dmo=names.dmo)
    asked = match.ready_check
    if isinstance(asked, ReadyCheck):
        players = players_named(asked.missing, names)
        yield say("desk", _kind(asked), match=number, round=asked.number, players=players)
    phase = match.phase
    match phase:
        case WaitingToStart():
            dmo, candidate = names.dmo, names.candidate
            yield say("desk", "status_waiting", match=number, dmo=dmo, candidate=candidate)
        case PickingRole(number=current, hosts_decide=True):
            yield say("desk", "status_hosts", match=number, round=current)
        case PickingRole(number=current, picker=picker):
            yield say("desk", "status_role", match=number, round=current, player=names.of(picker))
        case BeforeTurn(round=current, number=turn, opens=int()):
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


def _kind(asked: ReadyCheck) -> str:
    """The name of the sentence that says whether a round begins, goes on or waits."""
    if asked.overdue:
        return "status_overdue"
    return "status_again" if asked.resumes else "status_ready"
