"""Notices: what somebody is told, before it is turned into a Discord message or a page.

A notice knows the markdown that Discord's users know, and nothing else of Discord or HTML.
"""

from __future__ import annotations

import re
from collections.abc import Callable
from dataclasses import dataclass, replace
from enum import StrEnum

from minecart_robbery.engine.nouns import Seat
from minecart_robbery.words.catalogue import say
from minecart_robbery.words.panels import Panel, PanelKey, Takes
from minecart_robbery.words.people import Person, told_apart


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
class Names:
    """What people are called, as a sentence may show it (escaped where need be).

    `host` is who gave the command that is told of, where a host did (R33); else it is empty. Where
    it lets somebody else play on in a seat, `before` is who sat there until then. Give each as a
    `Person` where there is a user name: whoever could be taken for another is told apart (R35).
    """

    dmo: str
    candidate: str
    host: str = ""
    before: str = ""

    def __post_init__(self) -> None:
        """Tell apart all who are named; a DMO who runs the match is one person (R30)."""
        is_dmo = Person.called(self.host).is_same(Person.called(self.dmo))
        optional = [name for name in ("host", "before") if getattr(self, name) != ""]
        named = ["dmo", "candidate", *(name for name in optional if not is_dmo or name != "host")]
        people = [Person.called(getattr(self, name)) for name in named]
        places = [say("apart", name) for name in named]
        for name, person in zip(named, told_apart(people, places), strict=True):
            object.__setattr__(self, name, person)
        if is_dmo:
            object.__setattr__(self, "host", self.dmo)

    def of(self, seat: Seat) -> str:
        """The name of the player who sits in `seat`."""
        return self.dmo if seat is Seat.DMO else self.candidate

    def bare_of(self, seat: Seat) -> str:
        """The same without what it is told apart by: as it was given."""
        return Person.called(self.of(seat)).bare

    def once_taken(self, seat: Seat, name: str) -> Names:
        """The same, once somebody of that name plays on in the seat."""
        changed = replace(self, before=self.of(seat))
        return replace(changed, **{seat.value: name})


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
