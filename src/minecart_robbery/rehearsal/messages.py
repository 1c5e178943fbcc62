"""All that is said and shown in the channels of the rehearsed matches, and every change of it.

Each change has a number, greater than any before it; so whoever looks asks for what has changed
since the last number that they have seen, and gets all of it, once. The numbers follow the time and
not the number of changes: who can't see a change must not be able to count it.
"""

from __future__ import annotations

import asyncio
from collections.abc import Awaitable, Callable, Generator, Iterable
from contextlib import contextmanager
from dataclasses import dataclass, replace
from enum import StrEnum

from pydantic import TypeAdapter

from minecart_robbery.engine.clock import Moment
from minecart_robbery.engine.nouns import Seat
from minecart_robbery.live.addressing import Typed, own_place
from minecart_robbery.live.clock import Clock
from minecart_robbery.record import Cause, KeptMatch, KeptMessage, Rehearsals, Seating, may_pass
from minecart_robbery.words.panels import Panel

COUNTER_BITS = 22
"""So many bits of an id count what came in one millisecond; those above are the time in ms."""

CHANGES_IN_A_MS = 1000
"""Numbers of changes that a millisecond has; they stay below 2**53, as a page needs it."""


class Sender(StrEnum):
    """Who writes in a channel."""

    BOT = "bot"
    HOST = "host"
    DMO = "dmo"
    CANDIDATE = "candidate"

    @property
    def seat(self) -> Seat | None:
        """The seat of a player, None for anybody else."""
        return Seat(self) if self in tuple(Seat) else None

    @property
    def person(self) -> int:
        """The id by which the record knows whoever sits there."""
        return list(Sender).index(self)


@dataclass(frozen=True, slots=True)
class Body:
    """What there is to read, with a table in a box perhaps, and the buttons under it."""

    text: str
    title: str = ""
    table: str = ""
    reply_to: int = 0
    panel: Panel | None = None


_BODY: TypeAdapter[Body] = TypeAdapter(Body)


def kept_body(body: Body) -> str:
    """The body as the record keeps it."""
    return _BODY.dump_json(body).decode()


def body_of(kept: KeptMessage) -> Body:
    """The body of a message that the record kept."""
    return _BODY.validate_json(kept.body)


def ms_of(number: int) -> int:
    """The time in ms at which something with that id was received."""
    return number >> COUNTER_BITS


def moment_of(number: int) -> Moment:
    """The moment at which something with that id was received (R18)."""
    return Moment(ms_of(number), snowflake=number)


def typed_in(kept: KeptMessage, seating: Seating) -> Typed | None:
    """What a player typed, as it stands; None if that is heard from nobody there (R16, R19)."""
    sender = Sender(kept.sender)
    own = own_place(seating, sender.person, kept.channel)
    if own is None:
        return None
    sent = moment_of(kept.id)
    if kept.edited is None:
        key, at = f"m:{kept.id}", sent
    else:
        key = f"e:{kept.id}:{kept.edited}"
        at = Moment(kept.edited, is_edit=True, snowflake=kept.id)
    cause = Cause(key, sender.person, kept.channel, kept.id)
    return Typed(*own, body_of(kept).text, kept.id, cause, at, sent=sent)


class Channels:
    """All channels here. Make them with `Channels.open`."""

    def __init__(
        self,
        kept: Rehearsals,
        clock: Clock,
        last: tuple[int, int],
        matches: Iterable[KeptMatch],
    ) -> None:
        self.matches = {it.match: it for it in matches}
        self._kept = kept
        self._clock = clock
        self._last_id, self._last_change = last
        self._one_at_a_time = asyncio.Lock()
        self._looking: set[asyncio.Event] = set()
        self._waiting: dict[str, KeptMessage] = {}

    @classmethod
    async def open(cls, kept: Rehearsals, clock: Clock) -> Channels:
        """The channels as the record has them."""
        last = await kept.last()
        clock.heard(max(ms_of(last[0]), last[1] // CHANGES_IN_A_MS))
        return cls(kept, clock, last, await kept.matches())

    def new_id(self) -> int:
        """An id for something that is received now."""
        self._last_id = max(self._clock.now_ms() << COUNTER_BITS, self._last_id + 1)
        self._clock.heard(ms_of(self._last_id))
        return self._last_id

    def _new_change(self) -> int:
        by_time = self._clock.now_ms() * CHANGES_IN_A_MS
        self._last_change = max(by_time, self._last_change + 1)
        return self._last_change

    async def send(
        self,
        match: int,
        channel: int,
        sender: Sender,
        body: Body,
        nonce: str,
        *,
        mark: str | None = None,
        private_to: Seat | None = None,
        may_wait: bool = False,
    ) -> KeptMessage:
        """Put a message into a channel; what bears a nonce that was seen stands there already.

        One that `may_wait` and can't be written has been received all the same, and is kept for
        `write_waiting` (S48). Raises what writing raises.
        """
        async with self._one_at_a_time:
            if nonce in self._waiting:
                return await self._write_waiting(nonce)
            standing = await self._kept.sent_with(nonce)
            if standing is not None:
                return standing
            new = KeptMessage(
                self.new_id(),
                match,
                channel,
                self._new_change(),
                sender,
                private_to,
                nonce,
                mark,
                None,
                False,
                kept_body(body),
            )
            try:
                await self._put(new)
            except Exception as error:
                if may_wait and may_pass(error):
                    self._waiting[nonce] = new
                raise
            return new

    @property
    def is_anything_waiting(self) -> bool:
        """Whether a message has been received that could not be written yet."""
        return bool(self._waiting)

    async def write_waiting(self) -> None:
        """Write the messages that could not be written, in their order, each at its own time.

        Raises what writing raises; those that are left wait on.
        """
        async with self._one_at_a_time:
            for nonce in list(self._waiting):
                await self._write_waiting(nonce)

    async def _write_waiting(self, nonce: str) -> KeptMessage:
        written = replace(self._waiting[nonce], change=self._new_change())
        await self._put(written)
        del self._waiting[nonce]
        return written

    async def change(self, number: int, body: Body, mark: str | None = None) -> KeptMessage | None:
        """Let a message say something else from now on; None if it doesn't stand any more."""
        return await self._changed(
            number, lambda it: replace(it, body=kept_body(body), mark=mark or it.mark)
        )

    async def edit(self, number: int, body: Body) -> KeptMessage | None:
        """A person's own change of their message, which has a moment of its own (R16)."""

        def edited(it: KeptMessage) -> KeptMessage:
            after = ms_of(it.id) if it.edited is None else it.edited + 1
            at = max(self._clock.now_ms(), after)
            self._clock.heard(at)
            return replace(it, body=kept_body(body), edited=at)

        return await self._changed(number, edited)

    async def delete(self, number: int) -> KeptMessage | None:
        """Take a message away, and what it said; None if it doesn't stand any more."""
        empty = kept_body(Body(""))
        return await self._changed(number, lambda it: replace(it, body=empty, is_deleted=True))

    async def _changed(
        self, number: int, change: Callable[[KeptMessage], KeptMessage]
    ) -> KeptMessage | None:
        async with self._one_at_a_time:
            standing = await self.standing(number)
            if standing is None:
                return None
            after = change(standing)
            if after != standing:
                after = replace(after, change=self._new_change())
                await self._put(after)
            return after

    async def _put(self, message: KeptMessage) -> None:
        await self._kept.put(message)
        self._wake()

    async def standing(self, number: int) -> KeptMessage | None:
        """The message of that id, None if it doesn't stand any more, or never did."""
        found = await self._kept.message(number)
        return None if found is None or found.is_deleted else found

    async def standing_after(self, channel: int, number: int) -> tuple[KeptMessage, ...]:
        """The messages that stand in a channel behind the one of that id, oldest first.

        Those that could not be written yet stand behind all others (S48).
        """
        waiting = (it for it in self._waiting.values() if it.channel == channel and it.id > number)
        return (*await self._kept.standing(channel, number), *waiting)

    async def news(self, match: int, after: int) -> tuple[tuple[KeptMessage, ...], KeptMatch]:
        """What has changed in a match since that number, in the order of changes, and its table.

        Both as of one time: of what changes meanwhile, nothing has a smaller number.
        """
        async with self._one_at_a_time:
            return await self._kept.changed(match, after), self.matches[match]

    async def add_match(self, kept: KeptMatch) -> None:
        """A match is rehearsed in these channels from now on."""
        async with self._one_at_a_time:
            await self._kept.put_match(kept)
            self.matches[kept.match] = kept

    async def show(self, match: int, board: Callable[[], Awaitable[str]]) -> None:
        """Show a match's table as `board` gives it now."""
        async with self._one_at_a_time:
            before, now = self.matches[match], await board()
            if now != before.board:
                shown = replace(before, board=now, change=self._new_change())
                await self._kept.put_match(shown)
                self.matches[match] = shown
                self._wake()

    @contextmanager
    def looking(self) -> Generator[asyncio.Event]:
        """An event that is set whenever something has changed, for as long as one looks."""
        event = asyncio.Event()
        self._looking.add(event)
        try:
            yield event
        finally:
            self._looking.discard(event)

    def _wake(self) -> None:
        for event in self._looking:
            event.set()
