"""A world that outlives the programs that host in it: what Discord and the players know.

It behaves as Discord does where that matters to a delivery: a nonce is known for two minutes, a
mark stands for ever, ids rise with time, and history shows each message as it stands now.
"""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass

from minecart_robbery.engine.clock import Moment
from minecart_robbery.engine.nouns import Seat
from minecart_robbery.live.addressing import Typed, place_of
from minecart_robbery.live.letters import Letter
from minecart_robbery.live.room import Receipt, Stamp
from minecart_robbery.live.shown import Earlier
from minecart_robbery.record import Cause, Chair, Seating
from minecart_robbery.words.notices import Audience
from minecart_robbery.words.player_input import Place
from tests.live.hand_clock import START

NONCE_MS = 120_000
LAG_MS = 40
"""So long a message of the bot's takes to Discord."""
HOST = 5
LOG = 109
"""The channel of the hosts' log."""
SEATING = Seating(
    0, 9, 100, Chair(Seat.DMO, 11, "Cora", 101), Chair(Seat.CANDIDATE, 22, "Zac", 102)
)


@dataclass
class Message:
    """A message of a player's, as it stands now."""

    id: int
    channel: int
    seat: Seat
    text: str
    edited_ms: int | None = None


@dataclass(frozen=True)
class Sight:
    """A letter that came to be seen in a channel: a new message, or an earlier one changed.

    `message` is the message's id, `sent_ms` when Discord received the letter.
    """

    channel: int
    letter: Letter
    stamp: Stamp
    message: int
    sent_ms: int
    is_new: bool


class World:
    """Channels with their histories, and a clock that stands still unless it is moved."""

    def __init__(self) -> None:
        self.now_ms = START
        self.messages: list[Message] = []
        self.sights: list[Sight] = []
        self._last_id = 0

    def new_id(self) -> int:
        """The id of what Discord receives now."""
        self._last_id = max(self._last_id + 1, self.now_ms * 1000)
        return self._last_id

    def move_to(self, ms: int) -> None:
        """Time passes."""
        self.now_ms = max(self.now_ms, ms)

    # --------------------------------------------------------- what people do

    def interaction(self) -> tuple[Cause, Moment]:
        """A host gives a slash command."""
        self.now_ms += 1000
        number = self.new_id()
        return Cause(f"i:{number}", HOST), Moment(self.now_ms, snowflake=number)

    def types(self, seat: Seat, text: str, place: Place) -> Typed:
        """A player types something, a second after what happened before."""
        self.now_ms += 1000
        channel = SEATING.dm_channel if place is Place.DM else SEATING.chair(seat).channel
        self.messages.append(Message(self.new_id(), channel, seat, text))
        return _typed(self.messages[-1])

    def edits(self, seat: Seat, text: str) -> Typed:
        """A player changes the last message that they typed."""
        self.now_ms += 1000
        message = next(it for it in reversed(self.messages) if it.seat is seat)
        message.text, message.edited_ms = text, self.now_ms
        return _typed(message)

    # --------------------------------------------------------- what a program asks for

    def missed(
        self, seating: Seating, seen: Mapping[int, int], since: Moment | None
    ) -> list[Typed]:
        """The players' messages as they stand now, as Discord gives a channel's history."""
        since_id = None if since is None else since.ms * 1000 - 1
        starts = {it: seen.get(it, 0) for it in seating.channels()}
        if since_id is not None:
            starts = {it: min(start, since_id) for it, start in starts.items()}
        return [_typed(it) for it in self.messages if it.id > starts[it.channel]]

    def deliver(self, seating: Seating, letter: Letter, stamp: Stamp, earlier: Earlier) -> Receipt:
        """Take a letter in, unless it stands already and that is seen."""
        seat = letter.notice.to.seat
        channel = seating.dm_channel if seat is None else seating.chair(seat).channel
        channel = LOG if letter.notice.to is Audience.LOG else channel
        if earlier.taken:
            standing = [it for it in self.sights if it.message == earlier.taken]
            assert standing, "only what stands can be changed"
            if standing[-1].stamp.mark != stamp.mark:
                sight = Sight(channel, letter, stamp, earlier.taken, self.now_ms, is_new=False)
                self.sights.append(sight)
            return Receipt(earlier.taken, earlier.taken // 1000)
        known = self.known(channel, stamp)
        if known is None:
            assert letter.notice.lines, "nothing is posted that says nothing"
            self.now_ms += LAG_MS
            known = Sight(channel, letter, stamp, self.new_id(), self.now_ms, is_new=True)
            self.sights.append(known)
        return Receipt(known.message, known.sent_ms)

    def known(self, channel: int, stamp: Stamp) -> Sight | None:
        """The message that a letter is already, by its mark if it is looked for, or its nonce."""
        for it in self.sights:
            is_looked_for = stamp.after is not None and it.message > stamp.after
            is_marked = is_looked_for and self._mark_of(it.message) == stamp.mark
            is_fresh = self.now_ms - it.sent_ms <= NONCE_MS
            is_same_nonce = is_fresh and it.stamp.nonce == stamp.nonce
            if it.channel == channel and it.is_new and (is_marked or is_same_nonce):
                return it
        return None

    def _mark_of(self, message: int) -> str:
        """The mark that a message bears now: a change of its words changes that too."""
        sights = [it for it in self.sights if it.message == message and it.letter.notice.lines]
        return sights[-1].stamp.mark


def _typed(message: Message) -> Typed:
    """A message as it is heard: an edited one as an edit, of the moment of that."""
    sent = Moment(message.id // 1000, snowflake=message.id)
    key, at = f"m:{message.id}", sent
    if message.edited_ms is not None:
        key = f"e:{message.id}:{message.edited_ms}"
        at = Moment(message.edited_ms, is_edit=True, snowflake=message.id)
    found = place_of(SEATING, message.channel)
    assert found is not None
    person = SEATING.chair(message.seat).person
    cause = Cause(key, person, message.channel, message.id)
    return Typed(message.seat, found[0], message.text, message.id, cause, at, sent=sent)
