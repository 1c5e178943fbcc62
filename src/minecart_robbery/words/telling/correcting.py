"""How corrections are told: by which host, for which reason, and what they come to (R30 to R33)."""

from __future__ import annotations

import re
from collections.abc import Iterator
from typing import assert_never

from minecart_robbery.engine import events as ev
from minecart_robbery.engine.match import BeforeTurn, Match, Paused, TurnOpen
from minecart_robbery.engine.nouns import Tally, Track
from minecart_robbery.words.catalogue import name_of, say
from minecart_robbery.words.names import Names
from minecart_robbery.words.reading import NearMiss, Reading, SaysTrack, read
from minecart_robbery.words.telling.hosting import given_by

_APOSTROPHE = re.compile(r"['’]")
_WORD = re.compile(r"[^\W_]+")

Correction = ev.TakenBack | ev.GemsAwarded | ev.ClockExtended | ev.ClockEnded


def correction_lines(before: Match, event: Correction, after: Match, names: Names) -> Iterator[str]:
    """What everybody is told of a correction."""
    host = given_by(names)
    match event:
        case ev.TakenBack(round=number, turn=turn):
            kind = "round" if turn is None else "turn"
            yield say("corrected", kind, host=host, round=number, turn=turn or 0)
        case ev.GemsAwarded():
            yield _gems_line(event, host, names)
            if _is_dropped(before, after):
                yield say("corrected", "dropped")
        case ev.ClockExtended(by_ms=by_ms):
            yield say("corrected", "extended", host=host, seconds=f"{by_ms / 1000:g}")
        case ev.ClockEnded():
            yield say("corrected", "ended", host=host)
        case _:
            assert_never(event)
    yield from reason_lines(event.note)
    if isinstance(event, ev.TakenBack) and before.has_ended:
        yield say("corrected", "reopened")
    if isinstance(event, ev.TakenBack) and isinstance(after.current, Paused):
        yield say("corrected", "later")


def entered_lines(event: ev.PickMade | ev.NotCounted, names: Names) -> Iterator[str]:
    """That a host has entered a pick for a player, and why; never which (R19, S19)."""
    if not event.by_host:
        return
    kind = "pick" if isinstance(event, ev.PickMade) else "pick_not_counted"
    yield say("corrected", kind, host=given_by(names), player=names.of(event.seat))
    yield from entered_reason(event)


def entered_reason(event: ev.PickMade | ev.NotCounted) -> Iterator[str]:
    """Why a host has entered a pick; nothing that names a track (S19)."""
    if _names_a_track(event.note):
        yield say("corrected", "reason_kept_back")
    else:
        yield from reason_lines(event.note)


def reason_lines(note: str) -> Iterator[str]:
    """The reason that was given, if one was."""
    if note:
        yield say("match", "reason", note=note)


def _gems_line(event: ev.GemsAwarded, host: str, names: Names) -> str:
    after: Tally = event.gems_after
    return say(
        "corrected",
        "given" if event.gems > 0 else "taken",
        host=host,
        player=names.of(event.seat),
        gems=abs(event.gems),
        dmo=names.dmo,
        dmo_has=after.dmo,
        candidate=names.candidate,
        candidate_has=after.candidate,
    )


def _is_dropped(before: Match, after: Match) -> bool:
    was, now = before.phase, after.phase
    return isinstance(was, TurnOpen) and isinstance(now, BeforeTurn)


def _names_a_track(note: str) -> bool:
    """A reason may give the pick away that it is given for, by any word that players pick with."""
    words = _WORD.findall(_APOSTROPHE.sub("", note))
    is_named = any(name_of(track).casefold() in note.casefold() for track in Track)
    return is_named or any(_is_a_pick(read(word)) for word in words)


def _is_a_pick(reading: Reading | None) -> bool:
    match reading:
        case SaysTrack():
            return True
        case NearMiss(nearest=nearest):
            return isinstance(read(nearest), SaysTrack)
        case _:
            return False
