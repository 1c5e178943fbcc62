"""How hosts are told who can read a submissions channel: all of them, or those who are new (S20).

Nothing that stands in a channel is ever told, only who can read it.
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass

from minecart_robbery.engine.nouns import Seat
from minecart_robbery.words.catalogue import say
from minecart_robbery.words.notices import Audience, Names, Notice
from minecart_robbery.words.telling.hindering import place_name

EVERYBODY = 0
"""Stands among the ids of the readers where everybody in the server can read."""

MOST_LETTERS = 2000
"""No message on Discord is longer."""

_MOST_IN_ALARM = 1500
_LEAST = 60
"""So many letters are kept for each group of readers, enough to say how many there are."""


@dataclass(frozen=True, slots=True)
class Reader:
    """Somebody who can read a channel: their id, their name as a sentence may show it.

    `roles` are the names of those roles of theirs that open the channel to whoever has them.
    """

    person: int
    name: str
    is_opponent: bool = False
    is_administrator: bool = False
    is_bot: bool = False
    roles: tuple[str, ...] = ()


@dataclass(frozen=True, slots=True)
class OpenRole:
    """A role that opens a channel to whoever has it."""

    name: str
    is_administrator: bool = False


@dataclass(frozen=True, slots=True)
class Readership:
    """Who can read a submissions channel, besides its player and the program.

    Not `is_complete`: more people may be able to, since not all members of the server are known
    just now.
    """

    people: tuple[Reader, ...] = ()
    roles: tuple[OpenRole, ...] = ()
    is_everybody: bool = False
    is_complete: bool = True

    def ids(self) -> frozenset[int]:
        """The ids of all who can read, with `EVERYBODY` if that is so."""
        everybody = [EVERYBODY] if self.is_everybody else []
        return frozenset([*everybody, *(reader.person for reader in self.people)])


Readerships = Mapping[Seat, Readership]
"""Who can read the submissions channels of some seats."""


def read_by_opponents(readerships: Readerships) -> list[Seat]:
    """The seats whose submissions channel the opponent can read."""
    return [
        seat
        for seat, readership in readerships.items()
        if any(reader.is_opponent for reader in readership.people)
    ]


def asked_notice(player: str) -> Notice:
    """The hosts hear that a player has opened a match, and how to see who reads there."""
    return Notice(Audience.HOSTS, (say("hosts", "readers_asked", player=player),))


def new_readers_notice(
    seat: Seat, readership: Readership, known: frozenset[int], names: Names
) -> Notice | None:
    """The hosts hear who can read the submissions of `seat` now and is not `known` to.

    Where everybody can, nobody is named. None: there is nobody new to tell of.
    """
    new = _new_among(readership, known)
    if not new:
        return None
    place = place_name(Audience.player(seat), names)
    readers = _listed(new, _MOST_IN_ALARM)
    return Notice(Audience.HOSTS, (say("hosts", "readers", readers=readers, place=place),))


def readers_text(
    readerships: Readerships, channels: Mapping[Seat, str], names: Names, before: str = ""
) -> str:
    """Who can read each channel, under what is said `before`; names are left out to fit Discord.

    `channels` are what the channels are called.
    """
    room = (MOST_LETTERS - len(before)) // max(1, len(readerships)) - 1
    parts = [
        _of_one(readership, channels[seat], names.of(seat), room)
        for seat, readership in readerships.items()
    ]
    return "\n".join(part for part in (before, *parts) if part)


def _of_one(readership: Readership, channel: str, player: str, room: int) -> str:
    """Who can read one channel, in at most `room` letters: the gravest first."""
    lines = [say("readers", "heading", channel=channel, player=player)]
    lines += [say("readers", "everybody")] if readership.is_everybody else []
    end = [] if readership.is_complete else [say("readers", "incomplete")]
    groups = _groups(readership)
    for number, (group, called) in enumerate(groups, start=1):
        taken = sum(len(line) + 1 for line in (*lines, *end, say("readers", group, names="")))
        kept = (len(groups) - number) * _LEAST
        lines.append(say("readers", group, names=_listed(called, room - taken - kept)))
    if len(lines) == 1:
        lines.append(say("readers", "nobody"))
    return "\n".join([*lines, *end])


def _groups(readership: Readership) -> list[tuple[str, list[str]]]:
    """The readers in groups, each under the name of its sentence; whoever reads is in one."""
    groups: dict[str, list[str]] = {}
    for role in readership.roles:
        called = _marked(role.name, administrator=role.is_administrator)
        groups.setdefault("roles", []).append(called)
    for reader in readership.people:
        group, called = _grouped(reader)
        groups.setdefault(group, []).append(called)
    order = ["opponent", "administrators", "bots", "roles"]
    order += [] if readership.is_everybody else ["members"]
    return [(group, groups[group]) for group in order if group in groups]


def _grouped(reader: Reader) -> tuple[str, str]:
    """The group that a reader is in, and the name with what that group doesn't say of them."""
    match reader:
        case Reader(is_opponent=True, is_administrator=administrator):
            return "opponent", _marked(reader.name, administrator=administrator)
        case Reader(is_administrator=True, is_bot=bot):
            return "administrators", _marked(reader.name, bot=bot)
        case Reader(is_bot=True):
            return "bots", reader.name
        case _:
            return "members", _by_roles(reader)


def _new_among(readership: Readership, known: frozenset[int]) -> list[str]:
    """The readers who are not known, the gravest first, each with what they are."""
    if readership.is_everybody:
        return [] if EVERYBODY in known else [say("hosts", "readers_everybody")]
    new = [it for it in readership.people if it.person not in known]
    new.sort(key=lambda it: (not it.is_opponent, not it.is_administrator, not it.is_bot))
    return [
        _marked(it.name, opponent=it.is_opponent, administrator=it.is_administrator, bot=it.is_bot)
        for it in new
    ]


def _marked(name: str, **marks: bool) -> str:
    """A name, and which of these marks are on it."""
    kinds = [say("readers", f"mark_{mark}") for mark, is_on in marks.items() if is_on]
    return say("readers", "marked", name=name, marks=", ".join(kinds)) if kinds else name


def _by_roles(reader: Reader) -> str:
    if not reader.roles:
        return reader.name
    return say("readers", "by_roles", name=reader.name, roles=", ".join(reader.roles))


def _listed(called: Sequence[str], most: int) -> str:
    """Names one after the other, in at most so many letters; of the rest only how many."""
    whole = ", ".join(called)
    if len(whole) <= most:
        return whole
    listed = say("readers", "count", count=len(called))
    for count in range(1, len(called)):
        longer = say("readers", "more", names=", ".join(called[:count]), count=len(called) - count)
        if len(longer) > most:
            break
        listed = longer
    return listed
