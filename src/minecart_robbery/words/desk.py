"""What those who run a match write for rounds, and what they are answered when it is done."""

from __future__ import annotations

import re

from minecart_robbery.engine import events as ev
from minecart_robbery.engine.rules import WhichRounds
from minecart_robbery.words.catalogue import say

_NUMBER = re.compile(r"[0-9]{1,10}")


def which_rounds(text: str) -> WhichRounds | None:
    """The rounds that `text` names: odd, even or one by its number; None if it names none."""
    match text.strip().lower():
        case "odd":
            return "odd"
        case "even":
            return "even"
        case number if _NUMBER.fullmatch(number):
            return int(number)
        case _:
            return None


def deed_of(events: tuple[ev.Event, ...]) -> ev.Event:
    """The event by which what a command came to is named: the first, but a start may only ask."""
    match events:
        case (ev.MatchStarted(), ev.ReadyAsked() as asked):
            return asked
        case _:
            return events[0]


def done_line(events: tuple[ev.Event, ...] | None) -> str:
    """What a command has done, to whoever gave it; all else is told in the DM channel."""
    return say("desk", f"done_{deed_of(events).event}" if events else "done_before")
