"""Superseded events: which of a match still stand, and which a host has taken back (R32).

What was played from the snapshot on stands no more, and neither does the ready check before a
later round. A break falls with its turn, but not what hosts corrected in it, before the turn
opened. The end falls, however the match ended. What was done around it stands: who picks, pauses,
calls for a host, and taking back.
"""

from __future__ import annotations

from collections.abc import Iterable, Sequence

from minecart_robbery.engine import events as ev

_ENDED = ev.MatchCalledOff | ev.MatchForfeited
_READY = ev.ReadyAsked | ev.ReadySaid | ev.ReadyOverdue | ev.ReadySkipped
_UNDONE = ev.PlayEvent | _READY | _ENDED


def taken_back(events: Iterable[ev.Event]) -> frozenset[int]:
    """The numbers, from 1, of the events of a whole match that were taken back."""
    undone: set[int] = set()
    played: list[int] = []
    awards: set[int] = set()
    began: dict[tuple[int, int | None], int] = {}
    opened: dict[tuple[int, int | None], int] = {}
    for number, event in enumerate(events, start=1):
        match event:
            case ev.RoleAsked() | ev.RolePicked():
                began.setdefault((event.round, None), number)
            case ev.BreakBegun():
                began.setdefault((event.round, event.turn), number)
            case ev.TurnOpened():
                began.setdefault((event.round, event.turn), number)
                opened[event.round, event.turn] = number
            case ev.GemsAwarded():
                awards.add(number)
            case ev.TakenBack():
                since = began[event.round, event.turn]
                opens = opened.get((event.round, event.turn), since)
                undone.update(
                    it for it in played if it >= since and (it >= opens or it not in awards)
                )
                began = {place: first for place, first in began.items() if first < since}
            case _:
                pass
        if isinstance(event, _UNDONE):
            played.append(number)
    return frozenset(undone)


def falling(events: Sequence[ev.Event], event: ev.TakenBack) -> tuple[ev.Event, ...]:
    """The events of a match that stand so far, and that fall with this taking back (R32)."""
    new = taken_back((*events, event)) - taken_back(events)
    return tuple(events[number - 1] for number in sorted(new))
