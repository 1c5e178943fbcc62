"""The log of a match: kept in the record always, and owed to the hosts where their server has one.

No match waits for it. A channel in which it can't be shown is told of once.
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Sequence
from dataclasses import dataclass

from minecart_robbery.live.faults import Tell
from minecart_robbery.live.letters import Letter, letter_in, owed
from minecart_robbery.live.room import Failure, LogPlace, LogTrouble, Room
from minecart_robbery.record import Owed, Record
from minecart_robbery.words.notices import Audience, Notice, plain
from minecart_robbery.words.telling.hosts_log import log_lost_notice


def dated(notices: Iterable[Notice], at_ms: int) -> list[Letter]:
    """Letters with these notices; the log's say that it happened at that time."""
    return [Letter(it, at=at_ms if it.to is Audience.LOG else 0) for it in notices]


async def owed_in(room: Room, letters: Sequence[Letter]) -> list[Owed]:
    """The letters as the record keeps them. The log's are due where the room shows a log."""
    if all(letter.notice.to is not Audience.LOG for letter in letters):
        return [owed(letter) for letter in letters]
    place = await room.log_place()
    is_shown = place is not None and place.trouble is None
    return [
        owed(letter, is_due=is_shown or letter.notice.to is not Audience.LOG) for letter in letters
    ]


class LogTroubles:
    """What keeps the log of one match from being shown: each trouble of a channel is told once."""

    def __init__(self, room: Room, tell: Tell) -> None:
        self._room = room
        self._tell = tell
        self._told: set[LogPlace] = set()

    async def look(self, met: Failure | None = None) -> None:
        """Look whether the log can be shown, and tell the hosts what keeps it from that.

        `met` is how a letter failed for which no reason was to be seen before.
        """
        place = await self._room.log_place()
        if place is not None and place.trouble is None and met is not None:
            place = LogPlace(place.channel, LogTrouble(met.value))
        if place is None or place.trouble is None or place in self._told:
            return
        await self._tell([log_lost_notice(place.trouble)], f"k:{place.channel}:{place.trouble}")
        self._told.add(place)


@dataclass(frozen=True, slots=True)
class LogLine:
    """A line of the log: when it happened, in ms, and what."""

    at: int
    text: str


async def log_of(record: Record, match: int) -> tuple[LogLine, ...]:
    """The log of a match as the record has it, without markup."""
    return tuple(_lines(await record.told(match, Audience.LOG)))


def _lines(bodies: Sequence[str]) -> Iterator[LogLine]:
    for letter in map(letter_in, bodies):
        for text in letter.notice.lines:
            yield LogLine(letter.at, plain(text))
