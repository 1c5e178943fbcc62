"""What is shown of a record: a match as a document, and how each match stands, in a line."""

from __future__ import annotations

import json
from dataclasses import dataclass

from minecart_robbery.engine import replay
from minecart_robbery.engine.nouns import Seat
from minecart_robbery.engine.phases import CalledOff, Match, Over, WaitingToStart
from minecart_robbery.record.document import RULES, Document, Line, SeatedNames, timing_rows
from minecart_robbery.record.record import Record
from minecart_robbery.record.rows import Seating
from minecart_robbery.record.sealing import Fingerprint


@dataclass(frozen=True, slots=True)
class Standing:
    """A match of the record: its number, who plays, how it stands in words, its fingerprint."""

    match: int
    names: SeatedNames
    state: str
    fingerprint: Fingerprint


async def export(record: Record, match: int) -> Document | None:
    """The match as a document, pending picks and all; None if there is no such match."""
    seating = next((it for it in await record.matches() if it.match == match), None)
    if seating is None:
        return None
    played = await record.events(match)
    events = [
        Line(number=it.number, cause=it.cause, event=json.loads(it.body), hash=it.hash)
        for it in await record.sealed_events(match)
    ]
    return Document(
        written=await record.written_in(match),
        match=match,
        rules=RULES.dump_python(replay(played).rules, mode="json"),
        names=_names(seating),
        events=events,
        fingerprint=events[-1].hash,
        timings=timing_rows(played),
    )


async def standings(record: Record) -> tuple[Standing, ...]:
    """How all matches stand, in the order of opening."""
    return tuple([await _standing(record, seating) for seating in await record.matches()])


async def _standing(record: Record, seating: Seating) -> Standing:
    match, names = replay(await record.events(seating.match)), _names(seating)
    fingerprint = await record.fingerprint(seating.match)
    return Standing(seating.match, names, state_of(match, names), fingerprint)


def _names(seating: Seating) -> SeatedNames:
    return SeatedNames(dmo=seating.dmo.name, candidate=seating.candidate.name)


def state_of(match: Match, names: SeatedNames | None) -> str:
    """How a match stands, in words; without names players are told by their seats."""
    match match.phase:
        case WaitingToStart():
            return "not started"
        case Over(winner=winner):
            rounds = match.rounds
            name = f"the {winner.value}" if names is None else getattr(names, winner.value)
            return f"won by {name}, {rounds.of(winner)} to {rounds.of(winner.other)}"
        case CalledOff():
            return "called off"
        case _:
            return f"under way, {match.rounds.of(Seat.DMO)} to {match.rounds.of(Seat.CANDIDATE)}"
