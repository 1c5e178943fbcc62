"""The referee's findings for a program: an object for each event and answer, with names in it.

Each has `at` (a moment as a script writes it) and `event`. Players stand by name, tracks as
`north`, `central` and `south`, deadlines as moments.
"""

from __future__ import annotations

from dataclasses import asdict
from typing import Any

from minecart_robbery.engine import events as ev
from minecart_robbery.engine.facts import Verdict
from minecart_robbery.engine.nouns import Accelerate, Bonus, Desk, Join, Seat, Stashes, Tally, Track
from minecart_robbery.engine.rules import PickedBy, Rules, Starter, StartsAs
from minecart_robbery.referee.script import moment_text
from minecart_robbery.words.names import Names, Person
from minecart_robbery.words.player_input import AnswerKind
from minecart_robbery.words.telling.hosting import pause_reason
from minecart_robbery.words.telling.private import not_counted_line

Object = dict[str, Any]


def answer_object(kind: AnswerKind, ms: int, by: str, text: str, answer: str) -> Object:
    """An answer to words that came to nothing: refused, asked back, or hinted."""
    found = {"at": moment_text(ms), "event": str(kind), "by": by, "text": text}
    key = {
        AnswerKind.REFUSED: "reason",
        AnswerKind.ASKED_BACK: "question",
        AnswerKind.HINTED: "hint",
    }
    return found | {key[kind]: answer}


def event_object(event: ev.Event, rules: Rules, names: Names, text: str = "") -> Object:
    """An event of a match with these `rules`; `text` is what was typed for it."""
    if isinstance(event, ev.NotCounted):
        return _not_counted(event, names, text)
    found = {"at": moment_text(event.at.ms), "event": str(event.event)}
    return found | _fields(event, rules, names)


def _not_counted(event: ev.NotCounted, names: Names, text: str) -> Object:
    kind = AnswerKind.HINTED if event.why is Verdict.NOTHING_TO_KEEP else AnswerKind.REFUSED
    by = "host" if event.by_host else names.bare_of(event.seat)
    return answer_object(kind, event.at.ms, by, text, not_counted_line(event))


def _fields(event: ev.Event, rules: Rules, names: Names) -> Object:
    match event:
        case ev.TurnOpened() | ev.PickMade() | ev.BonusPlayed() | ev.TurnSettled():
            return _turn_fields(event, names)
        case ev.MatchOpened(rules=these) | ev.RulesSet(rules=these):
            return _rules(these) | {
                "dmo": names.bare_of(Seat.DMO),
                "candidate": names.bare_of(Seat.CANDIDATE),
            }
        case ev.StarterSet(rounds=rounds, starter=starter):
            return {"rounds": rounds} | _starter(starter, names)
        case ev.ReadySaid(seat=seat) | ev.HostCalled(seat=seat):
            return {"by": names.bare_of(seat)}
        case ev.ReadyAsked():
            return {"round": event.round, "deadline": moment_text(event.deadline)}
        case ev.BreakBegun(round=number, turn=turn, opens=opens):
            return {"round": number, "turn": turn, "opens": moment_text(opens)}
        case ev.RoleAsked():
            deadline = moment_text(event.deadline)
            return {
                "round": event.round,
                "picker": names.bare_of(event.picker),
                "deadline": deadline,
            }
        case ev.RolePicked():
            by = "host" if isinstance(event.by, Desk) else names.bare_of(event.by)
            found = {"round": event.round, "by": by, "player": names.bare_of(event.seat)}
            return found | {"role": str(event.role), "defaulted": event.defaulted}
        case ev.RoundWon():
            won = {"round": event.round, "winner": names.bare_of(event.winner)}
            return won | {"rounds": _tally(event.rounds, names)}
        case ev.MatchWon():
            return {"winner": names.bare_of(event.winner), "rounds": _tally(event.rounds, names)}
        case ev.MatchPaused():
            return {"reason": pause_reason(rules, event, names)}
        case ev.MatchResumed(deadline=deadline):
            return {"deadline": None if deadline is None else moment_text(deadline)}
        case ev.ClockStarted(deadline=deadline) | ev.ClockRestarted(deadline=deadline):
            return {"deadline": moment_text(deadline)}
        case ev.MatchCalledOff(note=note) | ev.PauseAsked(note=note):
            return {"reason": note}
        case ev.SeatTaken(seat=seat, note=note):
            return {
                "player": names.bare_of(seat),
                "before": Person.called(names.before).bare,
                "reason": note,
            }
        case ev.MatchForfeited(seat=seat, note=note):
            return {
                "player": names.bare_of(seat),
                "winner": names.bare_of(seat.other),
                "reason": note,
            }
        case (
            ev.HostsDecide(round=number)
            | ev.ReadyOverdue(round=number)
            | ev.ReadySkipped(round=number)
        ):
            return {"round": number}
        case ev.GemsAwarded() | ev.ClockExtended() | ev.ClockEnded() | ev.TakenBack():
            return _correction(event, names) | {"reason": event.note}
        case ev.PicksShown(round=number, turn=turn):
            return {"round": number, "turn": turn}
        case ev.MatchStarted() | ev.ClockStopped() | ev.NotCounted():
            return {}


def _correction(
    event: ev.GemsAwarded | ev.ClockExtended | ev.ClockEnded | ev.TakenBack, names: Names
) -> Object:
    match event:
        case ev.GemsAwarded():
            given = {"round": event.round, "player": names.bare_of(event.seat), "gems": event.gems}
            return given | {"gems_after": _tally(event.gems_after, names)}
        case ev.ClockExtended():
            return {"deadline": moment_text(event.deadline), "by_ms": event.by_ms}
        case ev.ClockEnded():
            return {}
        case ev.TakenBack():
            return {"round": event.round, "turn": event.turn}


def _turn_fields(
    event: ev.TurnOpened | ev.PickMade | ev.BonusPlayed | ev.TurnSettled, names: Names
) -> Object:
    found: Object = {"round": event.round, "turn": event.turn}
    match event:
        case ev.TurnOpened(miner=miner):
            found |= {"miner": names.bare_of(miner), "thief": names.bare_of(miner.other)}
            return found | _opening(event)
        case ev.PickMade():
            made = {"by": names.bare_of(event.seat), "track": str(event.track)}
            made |= {"kept": event.kept, "by_host": event.by_host}
            return found | made | ({"reason": event.note} if event.by_host else {})
        case ev.BonusPlayed():
            deadline = {"deadline": moment_text(event.deadline)}
            return found | {"by": names.bare_of(event.seat)} | _bonus(event.bonus) | deadline
        case ev.TurnSettled():
            return found | _settlement(event, names)


def _opening(event: ev.TurnOpened) -> Object:
    return {"stashes": _stashes(event.stashes), "deadline": moment_text(event.deadline)}


def _settlement(event: ev.TurnSettled, names: Names) -> Object:
    return {
        "miner": names.bare_of(event.miner),
        "thief": names.bare_of(event.thief),
        "cart": _track(event.cart),
        "ran_on": _track(event.ran_on),
        "guard": _track(event.guard),
        "to": None if event.to is None else names.bare_of(event.to),
        "gems": event.gems,
        "silent": [names.bare_of(seat) for seat in event.silent],
        "gems_after": _tally(event.gems_after, names),
        "stashes_after": _stashes(event.stashes_after),
        "over_at": moment_text(event.over_at),
    }


def _bonus(bonus: Bonus) -> Object:
    match bonus:
        case Accelerate(mine):
            return {"kind": str(bonus.kind), "mine": str(mine)}
        case Join(first, second):
            return {"kind": str(bonus.kind), "first": str(first), "second": str(second)}


def _starter(starter: Starter, names: Names) -> Object:
    match starter:
        case PickedBy(seat):
            return {"picker": names.bare_of(seat)}
        case StartsAs(seat, role):
            return {"player": names.bare_of(seat), "role": str(role)}


def _track(track: Track | None) -> str | None:
    return None if track is None else str(track)


def _stashes(stashes: Stashes) -> Object:
    return {str(mine): stashes.at(mine) for mine in Track}


def _tally(tally: Tally, names: Names) -> Object:
    return {names.bare_of(seat): tally.of(seat) for seat in Seat}


def _rules(rules: Rules) -> Object:
    return {"rules": asdict(rules)}
