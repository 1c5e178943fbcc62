"""Whether an exported record is sound: the chain of its hashes, and the rules of the game.

The chain shows what was changed, dropped, added or moved after the fact. The rules show what was
forged with all hashes made anew: every cause is judged again by the engine, and has to come to the
very events that stand in the record. Another match that the rules allow is told from this one by
the fingerprint alone, as it was posted in the DM channel at the end.
"""

from __future__ import annotations

import json
from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from itertools import groupby, zip_longest
from typing import Any, cast

from pydantic import ValidationError

from minecart_robbery.engine import decide, events_of, evolve
from minecart_robbery.engine.events import Event
from minecart_robbery.engine.match import Match
from minecart_robbery.engine.refusals import Refusal
from minecart_robbery.record.document import RULES, Document, Line, taken_back_numbers, timing_rows
from minecart_robbery.record.retracing import command_of
from minecart_robbery.record.sealing import UNSEALED, Fingerprint, canonical, seal
from minecart_robbery.record.written import read_back, written


@dataclass(frozen=True, slots=True)
class End:
    """That a match ended with event number `event`, the `number`th time that it did."""

    number: int
    event: int


@dataclass(frozen=True, slots=True)
class Sound:
    """The record is sound: the match as it stands after its last event, and the fingerprint.

    `reopened` is the end at which the fingerprint was posted that was asked for, where the match
    was reopened since (R32); None where that is its last one.
    """

    match: Match
    fingerprint: Fingerprint
    reopened: End | None = None


class FlawError(Exception):
    """The record is not sound; the message is a sentence that names the first event at fault."""


def verify(document: Document, posted: str | None = None) -> Sound:
    """Check a record offline. Raises FlawError for the first thing that is wrong with it.

    `posted` is the fingerprint that it has to have, in full or its first 16 digits at least; raises
    MalformedFingerprintError if that is none.
    """
    fingerprint = _check_chain(document)
    meant = None if posted is None else _meant_by(posted, document, fingerprint)
    match, ends = _replay(document.events)
    if meant is not None and meant < len(document.events) and meant not in ends:
        raise _another(fingerprint)
    if not _stands_in(document.rules, RULES.dump_python(match.rules, mode="json")):
        raise FlawError("the rules beside the events are not those that the events were played by")
    events = [_read(line) for line in document.events]
    _check_marks(document, events)
    _check_timings(document, events)
    if meant is None or meant == len(document.events):
        return Sound(match, fingerprint)
    return Sound(match, fingerprint, End(ends.index(meant) + 1, meant))


def _meant_by(posted: str, document: Document, fingerprint: Fingerprint) -> int:
    """The number of the event whose hash was posted; the last one's, or that of an earlier end."""
    if fingerprint.is_meant_by(posted):
        return len(document.events)
    for line in document.events:
        if Fingerprint(line.hash).is_meant_by(posted):
            return line.number
    raise _another(fingerprint)


def _another(fingerprint: Fingerprint) -> FlawError:
    return FlawError(
        f"this is another record than the one that was posted: its fingerprint is "
        f"{fingerprint.short}"
    )


def _check_chain(document: Document) -> Fingerprint:
    """The hash of the last event, if each one follows from the one before it."""
    previous, numbers = UNSEALED, [line.number for line in document.events]
    if not numbers:
        raise FlawError("event 1 is missing: there are no events")
    for number, line in enumerate(document.events, start=1):
        if line.number != number:
            raise FlawError(_out_of_place(number, line.number, numbers))
        if line.hash != seal(document.match, number, line.cause, line.event, previous):
            what = "" if number > 1 else " or the match's number"
            raise FlawError(
                f"event {number}{what} was changed, or an event was dropped or added here: its "
                "hash is not that of what stands here"
            )
        previous = line.hash
    if document.fingerprint != previous:
        raise FlawError(
            f"event {len(numbers)} is not the last one, or was changed: the fingerprint is not "
            "that of the record up to here"
        )
    return Fingerprint(previous)


def _out_of_place(number: int, found: int, numbers: Sequence[int]) -> str:
    if found in numbers[: number - 1]:
        return f"event {number} was added: it is event {found} a second time"
    if number not in numbers:
        return f"event {number} is missing: it was dropped, or its number was changed"
    return f"event {number} is not in its place, event {found} is: they were reordered"


def _check_marks(document: Document, events: Sequence[Event]) -> None:
    """Whether those events are marked that were taken back, and no others."""
    found, due = document.taken_back, taken_back_numbers(events)
    for number in sorted(set(found) ^ set(due)):
        if number in due:
            raise FlawError(f"event {number} was taken back, and is not marked so")
        raise FlawError(f"event {number} is marked as taken back, and nobody has taken it back")
    if found != due:
        raise FlawError("the events that were taken back are not marked once each, in their order")


def _check_timings(document: Document, events: Sequence[Event]) -> None:
    """Whether the timing table is the one that the events make; they are known to be sound."""
    due_rows = timing_rows(events)
    for number, (found, due) in enumerate(zip_longest(document.timings, due_rows), start=1):
        if due is None:
            raise FlawError(f"row {number} of the timings was added: the events make no such row")
        if found is None:
            raise FlawError(f"row {number} of the timings (event {due.event}) is missing")
        if found != due:
            raise FlawError(
                f"row {number} of the timings (event {due.event}) is not what the events make"
            )


def _replay(lines: Sequence[Line]) -> tuple[Match, list[int]]:
    """The match that the events make, if the rules allow each of them, and with which it ended."""
    match, known, ends = None, set[str](), list[int]()
    for cause, group in groupby(lines, key=lambda line: line.cause):
        together = list(group)
        if cause in known:
            number = together[0].number
            raise FlawError(f"event {number} has the cause of an earlier one: it was added")
        known.add(cause)
        for event in _judged_again(match, together):
            match = evolve(match, event)
        assert match is not None, "the first event was judged to be an opening"
        if match.has_ended:
            ends.append(together[-1].number)
    assert match is not None, "there is at least one event"
    return match, ends


def _judged_again(match: Match | None, together: Sequence[Line]) -> Sequence[Event]:
    """The events of one cause, if that is what the engine says comes of it."""
    events = [_read(line) for line in together]
    first = together[0].number
    command = command_of(events)
    if command is None:
        raise FlawError(f"{_named(first, events[0])} can't stand for itself: one was dropped")
    try:
        decision = decide(match, command, events[0].at)
    except ValueError as error:
        raise FlawError(f"{_named(first, events[0])} can't happen here: {error}") from error
    if isinstance(decision, Refusal):
        why = decision.reason.value.replace("_", " ")
        raise FlawError(f"{_named(first, events[0])} is against the rules: {why}")
    for number, (found, due) in enumerate(zip_longest(events, events_of(decision)), start=first):
        if found is None:
            raise FlawError(f"event {number} is missing: the rules want {due.event} here")
        if due is None:
            raise FlawError(f"{_named(number, found)} is against the rules: nothing follows here")
        if found != due:
            raise FlawError(f"{_named(number, found)} is not what the rules make of its cause")
    return events


def _read(line: Line) -> Event:
    try:
        event = read_back(json.dumps(line.event))
    except ValidationError as error:
        raise FlawError(f"event {line.number} is none that this program knows") from error
    if not _stands_in(line.event, json.loads(written(event))):
        raise FlawError(f"{_named(line.number, event)} has something in it that none has")
    return event


def _named(number: int, event: Event) -> str:
    return f"event {number} ({event.event})"


def _stands_in(found: Any, whole: Any) -> bool:
    """Whether `found` is `whole`, but for what a later form of it has in addition (S42)."""
    if not isinstance(found, dict) or not isinstance(whole, dict):
        return canonical(found) == canonical(whole)
    parts = cast("Mapping[str, Any]", found)
    return all(name in whole and _stands_in(part, whole[name]) for name, part in parts.items())
