"""What an evening came to, so that it can be compared with another: all but what restarts change.

What a restart of the program may change is this, and nothing else is left out:

- `ClockRestarted` and `ClockStarted`, by which the house says since when a clock counts;
- letters owed by a restart itself, told by their cause (`r:`) in the record;
- moments: deadlines, by how much a pick was in time, and when the house or a host did something.
  What a player typed keeps its moment, as the number of the message that it was;
- nonces, marks and ids, and the fingerprint, which is looked up in the record instead.

What is left out so can hide nothing that is doubled or lost: `faults` looks at each evening by
itself, restart notices and all, whether each letter that the record owes came exactly once.
"""

from __future__ import annotations

import re
from collections import Counter
from collections.abc import Iterator
from dataclasses import dataclass, replace
from pathlib import Path

from minecart_robbery.engine import events as ev
from minecart_robbery.engine import replay
from minecart_robbery.engine.clock import Moment
from minecart_robbery.engine.events import Event
from minecart_robbery.engine.match import Match
from minecart_robbery.live.outbox import NOT_NEEDED
from minecart_robbery.record.written import read_back
from minecart_robbery.words.catalogue import say
from minecart_robbery.words.notices import Audience, Notice
from tests.crash.world import Sight, World
from tests.record.sql import rows

_MARGINS = ("left", "left_restarted", "left_saved")
_EACH = (re.escape(say("private", name, seconds="SECONDS")) for name in _MARGINS)
RECEIPT = re.compile(f"(?:(?:{'|'.join(_EACH)}) ?)+".replace("SECONDS", r"\d+\.\d"))
"""By how much a pick was in time; with a clock that was started again meanwhile, that it counts."""
FINGERPRINT = re.compile(r"\b[0-9a-f]{4}( [0-9a-f]{4}){3}\b|\b[0-9a-f]{64}\b")
NOBODYS = 0
"""In place of the number of a message: it was none of a player's."""


@dataclass(frozen=True)
class Told:
    """What somebody came to see: a new message, or a change of an earlier one; 0: no reply."""

    notice: Notice
    is_new: bool
    reply_to: int


@dataclass(frozen=True)
class Account:
    """What an evening came to: the events, the match in the end, what each was told, in order."""

    events: tuple[Event, ...]
    match: Match
    told: dict[Audience, tuple[Told, ...]]

    def differences(self, other: Account) -> list[str]:
        """Where two accounts are not the same; the first thing of each kind."""
        found = [] if self.match == other.match else [f"{self.match} is not {other.match}"]
        found += _first_difference(self.events, other.events)
        for audience in Audience:
            found += _first_difference(self.told[audience], other.told[audience])
        return found


def _first_difference(these: tuple[object, ...], those: tuple[object, ...]) -> list[str]:
    pairs = zip((*these, None), (*those, None), strict=False)
    return [f"{this} is not {that}" for this, that in pairs if this != that][:1]


class Books:
    """What the record in the file `path` says in the end, as another program reads it."""

    def __init__(self, path: Path) -> None:
        bodies = rows(path, "SELECT body FROM event ORDER BY number")
        self.events = tuple(read_back(body) for (body,) in bodies)
        (self.fingerprint,) = rows(path, "SELECT hash FROM seal ORDER BY number DESC LIMIT 1")[0]
        self.commits = sum(count for ((count,),) in (rows(path, query) for query in _COMMITTED))
        deliveries = rows(
            path,
            "SELECT nonce, message, key FROM delivery JOIN cause"
            " ON cause.match = delivery.match AND cause.number = delivery.cause",
        )
        self.messages: dict[str, int | None] = {nonce: id for nonce, id, _ in deliveries}
        self.of_restarts = {nonce for nonce, _, key in deliveries if key.startswith("r:")}


_COMMITTED = ("SELECT count(*) FROM cause", "SELECT count(*) FROM delivery")
"""What a transaction of its own was made for, each."""


def account(books: Books, world: World) -> Account:
    """What the evening came to."""
    told = {
        audience: tuple(
            _told(sight, world)
            for sight in world.sights
            if sight.letter.notice.to is audience and sight.stamp.nonce not in books.of_restarts
        )
        for audience in Audience
    }
    events = tuple(
        _timeless(event, world)
        for event in books.events
        if not isinstance(event, ev.ClockStarted | ev.ClockRestarted)
    )
    match = replay(books.events)
    timeless = match if match.last_over is None else replace(match, last_over=0)
    return Account(events, timeless, told)


def _timeless(event: Event, world: World) -> Event:
    moment = Moment(_number_of(event.at.snowflake, world), event.at.is_edit)
    times = ("deadline", "over_at")
    changed = {name: 0 for name in times if getattr(event, name, None) is not None}
    return replace(event, at=moment if moment.ms else Moment(NOBODYS), **changed)


def _number_of(message: int, world: World) -> int:
    """The number of a player's message, in the order in which they were typed."""
    ids = [it.id for it in world.messages]
    return ids.index(message) + 1 if message in ids else NOBODYS


def _told(sight: Sight, world: World) -> Told:
    notice = sight.letter.notice
    lines = (FINGERPRINT.sub("#", RECEIPT.sub("…", line)) for line in notice.lines)
    clock = None if notice.clock is None else replace(notice.clock, deadline=0)
    timeless = replace(notice, lines=tuple(lines), clock=clock)
    return Told(timeless, sight.is_new, _number_of(sight.letter.reply_to, world))


def faults(books: Books, world: World) -> Iterator[str]:
    """What is wrong with an evening by itself: anything owed that came not once, or too much."""
    came = Counter(sight.stamp.nonce for sight in world.sights)
    for nonce, message in books.messages.items():
        if message is None:
            yield f"{nonce} is still owed"
        elif came[nonce] != (message != NOT_NEEDED):
            yield f"{nonce} came {came[nonce]} times"
    yield from (f"{nonce} is owed to nobody" for nonce in came.keys() - books.messages.keys())
    for sight in world.sights:
        if books.messages.get(sight.stamp.nonce) not in (None, sight.message):
            yield f"{sight.stamp.nonce} is ticked off as another message"


def faults_of_the_end(books: Books, world: World, kills: int) -> Iterator[str]:
    """What is wrong with a match that has ended, after so many kills."""
    restarts = sum(isinstance(event, ev.ClockRestarted) for event in books.events)
    if restarts > kills:
        yield f"the clock was started again {restarts} times after {kills} kills"
    public = [it.letter.notice for it in world.sights if it.letter.notice.to is Audience.PUBLIC]
    last = [notice for notice in public if notice.lines][-1]
    if books.fingerprint not in "\n".join(last.lines):
        yield "the fingerprint that was told is not that of the record"
