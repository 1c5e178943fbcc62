"""How hosts are told who can read a submissions channel: all of them, or those who are new (S20).

Nothing that stands in a channel is ever told, only who can read it.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass, replace

from minecart_robbery.engine.nouns import Seat
from minecart_robbery.words.catalogue import say
from minecart_robbery.words.names import Names, Person, told_apart
from minecart_robbery.words.notices import Audience, Notice

EVERYBODY = 0
"""Stands among the ids of the readers where everybody in the server can read."""

MOST_LETTERS = 2000
"""No message on Discord is longer."""

_MOST_IN_ALARM = 1500
_MOST_NAMED = MOST_LETTERS // 3
"""No more names than this fit into a message, however short they are, with a comma each."""
_LEAST = 60
"""So many letters are kept for each group of readers, enough to say how many there are."""


@dataclass(frozen=True, slots=True)
class Reader:
    """Somebody who can read a channel: their id, their name as a sentence may show it.

    The name is a `Person` where there is a user name (R35). `roles` are the names of those roles of
    theirs that open the channel to whoever has them.
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


def called_apart(readerships: Readerships, names: Names) -> tuple[Readerships, Mapping[Seat, str]]:
    """The readers and the players, each called so that nobody is taken for somebody else (R35).

    Who has no user name is told by their id, a player by their seat. Of a crowd, those stay as they
    are whom no message has room for.
    """
    named = {it.person: it.name for whom in readerships.values() for it in _may_be_named(whom)}
    people = [Person.called(it) for it in (*map(names.of, Seat), *named.values())]
    places = [*(say("apart", seat) for seat in Seat), *map(str, named)]
    called = told_apart(people, places)
    players = dict(zip(Seat, called, strict=False))
    others = dict(zip(named, called[len(Seat) :], strict=True))

    def name_of(it: Reader, seat: Seat) -> str:
        return players[seat.other] if it.is_opponent else others.get(it.person, it.name)

    told = {
        seat: replace(whom, people=tuple(replace(it, name=name_of(it, seat)) for it in whom.people))
        for seat, whom in readerships.items()
    }
    return told, players


def asked_notice(player: str) -> Notice:
    """The hosts hear that a player has opened a match, and how to see who reads there."""
    return Notice(Audience.HOSTS, (say("hosts", "readers_asked", player=player),))


def new_readers_notice(
    seat: Seat, readership: Readership, known: frozenset[int], names: Names
) -> Notice | None:
    """The hosts hear who can read the submissions of `seat` now and is not `known` to.

    Where everybody can, nobody is named. None: there is nobody new to tell of.
    """
    unknown = tuple(it for it in readership.people if it.person not in known)
    told, players = called_apart({seat: replace(readership, people=unknown)}, names)
    new = _new_among(told[seat], known)
    if not new:
        return None
    place = say("house", "submissions_channel", player=players[seat])
    readers = _listed(new, _MOST_IN_ALARM)
    return Notice(Audience.HOSTS, (say("hosts", "readers", readers=readers, place=place),))


def readers_text(
    readerships: Readerships, channels: Mapping[Seat, str], names: Names, before: str = ""
) -> str:
    """Who can read each channel, under what is said `before`; names are left out to fit Discord.

    `channels` are what the channels are called.
    """
    room = (MOST_LETTERS - len(before)) // max(1, len(readerships)) - 1
    told, players = called_apart(readerships, names)
    parts = [
        _of_one(readership, channels[seat], players[seat], room)
        for seat, readership in told.items()
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


def _may_be_named(readership: Readership) -> Iterator[Reader]:
    """The readers but for the opponent, of each kind as many as a message may have room for."""
    counts: Counter[tuple[bool, ...]] = Counter()
    for it in readership.people:
        kind = _gravity(it)
        counts[kind] += 1
        if counts[kind] <= _MOST_NAMED and not it.is_opponent:
            yield it


def _gravity(reader: Reader) -> tuple[bool, ...]:
    """What kind of reader somebody is; the gravest come first."""
    return not reader.is_opponent, not reader.is_administrator, not reader.is_bot


def _new_among(readership: Readership, known: frozenset[int]) -> list[str]:
    """The readers who are not known, the gravest first, each with what they are."""
    if readership.is_everybody:
        return [] if EVERYBODY in known else [say("hosts", "readers_everybody")]
    new = [it for it in readership.people if it.person not in known]
    new.sort(key=_gravity)
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
