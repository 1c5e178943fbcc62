"""A match's room in a rehearsal: letters become messages of the channels that the record keeps."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import replace

from minecart_robbery.engine.clock import Moment
from minecart_robbery.engine.nouns import Seat
from minecart_robbery.live.addressing import Typed, places_of
from minecart_robbery.live.letters import Letter
from minecart_robbery.live.room import Failure, LogPlace, Receipt, Stamp, Unread
from minecart_robbery.live.shown import Earlier
from minecart_robbery.record import KeptMessage, Seating
from minecart_robbery.rehearsal.messages import (
    COUNTER_BITS,
    Body,
    Channels,
    Sender,
    body_of,
    ms_of,
    typed_in,
)
from minecart_robbery.words.catalogue import say
from minecart_robbery.words.names import Names
from minecart_robbery.words.notices import Audience, Notice, parts_of
from minecart_robbery.words.panels import PanelName

_MEANS_SOMETHING = frozenset("\\`*_~|#>-+[]<")


def shown(name: str) -> str:
    """A name as a sentence may show it: what would mean something to the page is mere text."""
    return "".join(f"\\{letter}" if letter in _MEANS_SOMETHING else letter for letter in name)


def timestamp(ms: int) -> str:
    """A time as the page counts down to it."""
    return f"<t:{ms}>"


class Presses:
    """Presses that letters may answer: under which message each of them was."""

    def __init__(self) -> None:
        self._open: dict[int, KeptMessage] = {}

    def opened(self, interaction: int, under: KeptMessage) -> None:
        """Let letters answer a press."""
        self._open[interaction] = under

    def taken(self, interaction: int) -> KeptMessage | None:
        """Under which message a press was; nothing answers it after that."""
        return self._open.pop(interaction, None)


class PageRoom:
    """One match's channels. What can be seen there is seen at once by all who may."""

    def __init__(self, channels: Channels, presses: Presses, seating: Seating) -> None:
        self._channels = channels
        self._presses = presses
        self._seating = seating

    @property
    def names(self) -> Names:
        """What the players are called in sentences."""
        return Names(shown(self._seating.dmo.name), shown(self._seating.candidate.name))

    async def deliver(self, letter: Letter, stamp: Stamp, earlier: Earlier) -> Receipt | Failure:
        """Change an earlier message, or send a new one; a nonce is known for good."""
        notice, body = letter.notice, self._body(letter, earlier)
        if earlier.taken:
            is_changed = await self._change(earlier.taken, notice, body, stamp.mark)
            if is_changed or not notice.lines:
                return _receipt(earlier.taken)
        return await self._send(self._channel(notice.to), body, stamp)

    async def answer(self, letter: Letter, stamp: Stamp, earlier: Earlier) -> Receipt | None:
        """Answer a press: in the place of what was pressed, or there, for its player alone."""
        under = self._presses.taken(letter.answers)
        if under is None:
            return None
        notice, body = letter.notice, self._body(letter, earlier)
        if notice.takes is None:
            return await self._send(under.channel, body, stamp, notice.to.seat)
        is_changed = await self._change(under.id, notice, body, stamp.mark)
        return _receipt(under.id) if is_changed or not notice.lines else None

    async def missed(
        self, seen: Mapping[int, int], since: Moment | None
    ) -> Sequence[Typed] | Unread:
        """All that the players have typed, as it stands now."""
        found: list[Typed] = []
        for _, channel in places_of(self._seating):
            starts = [] if since is None else [(since.ms << COUNTER_BITS) - 1]
            kept = await self._channels.standing_after(channel, min([*starts, seen[channel]]))
            typed = (typed_in(it, self._seating) for it in kept)
            found += [it for it in typed if it is not None]
        return found

    async def hide(self, message: int) -> None:
        """Take a message of the DM channel away (S21)."""
        await self._channels.delete(message)

    async def has(self, audience: Audience, message: int) -> bool:
        """Whether a message still stands (S28)."""
        return await self._channels.standing(message) is not None

    async def heard(self, typed: Typed) -> None:
        """A choice that no letter answers is answered in its place; of any other press no word."""
        under = self._presses.taken(typed.interaction)
        is_choice = typed.pressed is not None and typed.pressed.name is PanelName.CHOICE
        if under is not None and is_choice:
            await self._channels.change(under.id, Body(say("pressed", "nothing")))

    def move_to(self, seating: Seating) -> None:
        """From now on the match has these channels (S28)."""
        self._seating = seating

    async def log_place(self) -> LogPlace | None:
        """A rehearsal shows no log; the record keeps it."""
        return None

    async def put_away(
        self, made: Sequence[int], *, is_last_try: bool
    ) -> tuple[str, ...] | Failure:
        """Everything stays as it is: the page shows matches that have ended, too."""
        return ()

    async def _send(
        self, channel: int, body: Body, stamp: Stamp, private_to: Seat | None = None
    ) -> Receipt:
        sent = await self._channels.send(
            self._seating.match,
            channel,
            Sender.BOT,
            body,
            stamp.nonce,
            mark=stamp.mark,
            private_to=private_to,
        )
        return _receipt(sent.id)

    async def _change(self, message: int, notice: Notice, body: Body, mark: str) -> bool:
        """Change an earlier message; one without a word to say leaves the words that stand."""
        standing = await self._channels.standing(message)
        if standing is None:
            return False
        was = body_of(standing)
        has_words = bool(notice.lines)
        now = (
            replace(body, reply_to=was.reply_to) if has_words else replace(was, panel=notice.panel)
        )
        return await self._channels.change(message, now, mark) is not None

    def _body(self, letter: Letter, earlier: Earlier) -> Body:
        notice = letter.notice
        parts = parts_of(notice, timestamp)
        link = say("pressed", "see_bonus", link=f"#m{earlier.seen}") if earlier.seen else ""
        table = "\n".join(part for part in (parts.table, link) if part)
        return Body(parts.talk, parts.title, table, letter.reply_to, notice.panel)

    def _channel(self, audience: Audience) -> int:
        """Where an audience is reached; the hosts, in the DM channel."""
        seat = audience.seat
        return self._seating.dm_channel if seat is None else self._seating.chair(seat).channel


def _receipt(message: int) -> Receipt:
    return Receipt(message, ms_of(message))
