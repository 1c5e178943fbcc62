"""Notices: what somebody is told, before it is turned into a Discord message or a page.

A notice knows the markdown that Discord's users know, and nothing else of Discord or HTML.
"""

from __future__ import annotations

import re
from collections.abc import Callable
from dataclasses import dataclass
from enum import StrEnum

from minecart_robbery.engine.nouns import Seat
from minecart_robbery.words.catalogue import say
from minecart_robbery.words.panels import Panel, PanelKey, Takes


class Audience(StrEnum):
    """Who reads a notice: everybody, the player in a seat, the hosts, or whoever reads their log.

    What stands in the log calls nobody, and no match waits for it.
    """

    PUBLIC = "public"
    DMO = "dmo"
    CANDIDATE = "candidate"
    HOSTS = "hosts"
    LOG = "log"

    @classmethod
    def player(cls, seat: Seat) -> Audience:
        """The player who sits in `seat`."""
        return cls.DMO if seat is Seat.DMO else cls.CANDIDATE

    @property
    def seat(self) -> Seat | None:
        """The seat whose player this is; None for everybody, the hosts and their log."""
        match self:
            case Audience.DMO:
                return Seat.DMO
            case Audience.CANDIDATE:
                return Seat.CANDIDATE
            case _:
                return None


class ClockKind(StrEnum):
    """What a clock is for; its words stand in the catalogue's section of that name."""

    TURN = "turn"
    ROLE = "role"
    READY = "ready"
    BREAK = "break"


@dataclass(frozen=True, slots=True)
class Clock:
    """A running clock: what it is for, and its `deadline` in ms, the last moment in time.

    Of a break it is the moment at which the next turn opens.
    """

    kind: ClockKind
    deadline: int


@dataclass(frozen=True, slots=True)
class Notice:
    """What `to` is told: lines of text, and the clock that runs then, if one does.

    `mentions` are the players to be pinged, and nobody else; the hosts too, if it `calls_hosts`.
    Under it stands its `panel`. It may take an earlier notice's place (`takes`), and point to a
    panel that stands elsewhere (`see`).
    """

    to: Audience
    lines: tuple[str, ...]
    clock: Clock | None = None
    mentions: tuple[Seat, ...] = ()
    calls_hosts: bool = False
    panel: Panel | None = None
    takes: Takes | None = None
    see: PanelKey | None = None


def text_of(notice: Notice, moment: Callable[[int], str]) -> str:
    """The notice as one text.

    `moment` shows a time in ms as its readers see times: "at 01:02.000", "in a minute".
    """
    lines = list(notice.lines)
    if notice.clock is not None:
        lines.append(say(notice.clock.kind, "clock", moment=moment(notice.clock.deadline)))
    return "\n".join(lines)


_TITLE = "## "


@dataclass(frozen=True, slots=True)
class Parts:
    """A notice in the parts in which a chat shows it: talk, and a box with a title and a table.

    Both `title` and `table` are empty where there is no box.
    """

    talk: str
    title: str = ""
    table: str = ""


def parts_of(notice: Notice, moment: Callable[[int], str]) -> Parts:
    """The notice in its parts, below what stays of an earlier one whose place it takes.

    What stands under a title goes into a box, so that a table is told from talk at a glance.
    """
    text = text_of(notice, moment)
    if notice.takes is not None and notice.takes.heading:
        text = f"{notice.takes.heading}\n{text}"
    lines = text.split("\n")
    at = next((at for at, line in enumerate(lines) if line.startswith(_TITLE)), len(lines))
    title = lines[at].removeprefix(_TITLE) if at < len(lines) else ""
    return Parts("\n".join(lines[:at]), title, "\n".join(lines[at + 1 :]))


_MARKUP = re.compile(r"\\([!-/:-@\[-`{-~])|\*\*")
"""What is bold, and a letter that would mean something but for the stroke before it."""


def plain(text: str) -> str:
    """A text as its reader sees it once the markdown has done its work, for a plain terminal."""
    lines = (line for line in text.split("\n") if line != "```")
    return "\n".join(_plain_line(line) for line in lines)


def _plain_line(line: str) -> str:
    if line.startswith(_TITLE):
        return f"── {line.removeprefix(_TITLE)} ──"
    return _MARKUP.sub(lambda found: found[1] or "", line)
