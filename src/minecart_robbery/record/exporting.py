"""What is shown of a record: a match as a document, and how each match stands, in a line.

Until a match has ended, its fingerprint is shown to nobody: whoever knows all but a pending pick
needs only three tries to find the one that gives it (S23).
"""

from __future__ import annotations

import json
from collections.abc import Callable, Sequence
from dataclasses import dataclass

from minecart_robbery.engine import replay
from minecart_robbery.engine.events import Event
from minecart_robbery.engine.match import CalledOff, Match, Over, WaitingToStart
from minecart_robbery.engine.nouns import Seat
from minecart_robbery.record.chairs import Sat
from minecart_robbery.record.document import (
    RULES,
    Document,
    EarlierName,
    Line,
    SeatedNames,
    taken_back_numbers,
    timing_rows,
)
from minecart_robbery.record.errors import RecordError, may_pass
from minecart_robbery.record.record import Record
from minecart_robbery.record.rows import Seating
from minecart_robbery.record.sealing import Fingerprint


class SecretsError(Exception):
    """The match has not ended: its record may hold picks that nobody may know yet."""


class UnreadableError(RecordError):
    """A match is written down in a way that this version can't read (S42, S45)."""


@dataclass(frozen=True, slots=True)
class Standing:
    """A match of the record: its number, who plays, how it stands in words, its fingerprint.

    None in place of the fingerprint: the match has not ended.
    """

    match: int
    names: SeatedNames
    state: str
    fingerprint: Fingerprint | None


async def export(record: Record, match: int, *, with_secrets: bool = False) -> Document | None:
    """The match as a document; None if there is no such match.

    Raises SecretsError if the match has not ended, unless it is wanted `with_secrets`, and
    UnreadableError if this version can't read it.
    """
    seating = next((it for it in await record.matches() if it.match == match), None)
    if seating is None:
        return None
    played, found = await _read(record, match)
    if not (with_secrets or _has_ended(found)):
        raise SecretsError(f"match {match} has not ended")
    events = [
        Line(number=it.number, cause=it.cause, event=json.loads(it.body), hash=it.hash)
        for it in await record.sealed_events(match)
    ]
    return Document(
        written=await record.written_in(match),
        match=match,
        rules=RULES.dump_python(found.rules, mode="json"),
        names=_names(seating, await record.who_sat(match)),
        events=events,
        fingerprint=events[-1].hash,
        timings=timing_rows(played),
        taken_back=taken_back_numbers(played),
    )


def as_they_are(names: SeatedNames) -> SeatedNames:
    """The names that the record has."""
    return names


async def standings(
    record: Record, called: Callable[[SeatedNames], SeatedNames] = as_they_are
) -> tuple[Standing, ...]:
    """How all matches stand, in the order of opening.

    `called` gives what the players of a match are called of what the record calls them.
    """
    return tuple(
        [await _standing(record, it.match, called(_names(it))) for it in await record.matches()]
    )


async def _standing(record: Record, number: int, names: SeatedNames) -> Standing:
    try:
        events, match = await _read(record, number)
    except UnreadableError:
        return await _unread(record, number, names)
    gone = len(taken_back_numbers(events))
    fingerprint = await record.fingerprint(number) if _has_ended(match) else None
    state = state_of(match, names) + (f"; {gone} of its events taken back" if gone else "")
    return Standing(number, names, state, fingerprint)


async def _unread(record: Record, match: int, names: SeatedNames) -> Standing:
    """What can be said of a match that can't be read: whether it has ended, how it is sealed."""
    has_ended = await record.has_ended(match)
    fingerprint = await record.fingerprint(match) if has_ended else None
    state = "has ended" if has_ended else "not ended"
    return Standing(match, names, f"{state}, can't be read by this version", fingerprint)


async def _read(record: Record, match: int) -> tuple[tuple[Event, ...], Match]:
    """The events of a match, and how it stands. Raises UnreadableError if they can't be read."""
    try:
        events = await record.events(match)
        return events, replay(events)
    except Exception as error:
        if may_pass(error):
            raise
        raise UnreadableError(
            f"match {match} can't be read by this version of the program: use the version that "
            "played it last"
        ) from error


def _has_ended(match: Match) -> bool:
    return match.has_ended


def _names(seating: Seating, sat: Sequence[Sat] = ()) -> SeatedNames:
    earlier = [EarlierName(seat=it.seat, name=it.name, until=it.until) for it in sat]
    dmo, candidate = seating.dmo.name, seating.candidate.name
    return SeatedNames(dmo=dmo, candidate=candidate, earlier=earlier or None)


def state_of(match: Match, names: SeatedNames | None) -> str:
    """How a match stands, in words; without names players are told by their seats."""
    match match.current:
        case WaitingToStart():
            return "not started"
        case Over(winner=winner, is_forfeited=is_forfeited):
            rounds = match.rounds
            name = f"the {winner.value}" if names is None else getattr(names, winner.value)
            how = " by forfeit" if is_forfeited else ""
            return f"won by {name}{how}, {rounds.of(winner)} to {rounds.of(winner.other)}"
        case CalledOff():
            return "called off"
        case _:
            return f"under way, {match.rounds.of(Seat.DMO)} to {match.rounds.of(Seat.CANDIDATE)}"
