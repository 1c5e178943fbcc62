"""Discord with a script: channels with their history, ids by the hand-moved clock, nonces.

It outlives the program that talks to it. Players type here, also while nobody listens; what the
program says stands here. It knows nothing of tables or records.
"""

from __future__ import annotations

import itertools
import math
from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass, field

from minecart_robbery.engine.clock import Moment
from minecart_robbery.engine.nouns import Seat
from minecart_robbery.live.addressing import Typed
from minecart_robbery.live.letters import Letter
from minecart_robbery.live.room import Failure, LogPlace, Receipt, Stamp
from minecart_robbery.live.shown import Earlier
from minecart_robbery.record import Cause, Seating
from minecart_robbery.words.names import Names
from minecart_robbery.words.notices import Audience, Notice
from minecart_robbery.words.panels import PanelKey
from minecart_robbery.words.player_input import Place
from tests.live.hand_clock import HandClock
from tests.live.hosted import seating

NONCES_ARE_FRESH_MS = 120_000
"""For so long Discord knows a nonce again."""


@dataclass
class Post:
    """A message of the program's: who reads it, and each text that it has had."""

    id: int
    audience: Audience
    stamp: Stamp
    texts: list[str]
    is_deleted: bool = False


@dataclass
class Message:
    """A player's message: its text now, and when that was edited, 0 if it wasn't."""

    id: int
    seat: Seat
    place: Place
    text: str
    edited_ms: int = 0
    is_deleted: bool = False


@dataclass
class ScriptedDiscord:
    """The channels of one match, with all that was said in them by anybody."""

    clock: HandClock
    people: dict[Seat, int]
    posts: list[Post] = field(default_factory=list[Post])
    messages: list[Message] = field(default_factory=list[Message])
    _numbers: Iterator[int] = field(default_factory=lambda: itertools.count(1))

    def new_id(self) -> int:
        """A snowflake of now."""
        return (self.clock.discord_ms << 22) + next(self._numbers)

    def types(self, seat: Seat, place: Place, text: str) -> Message:
        """A player types something."""
        message = Message(self.new_id(), seat, place, text)
        self.messages.append(message)
        return message

    def edits(self, message: Message, text: str) -> None:
        """A player edits a message."""
        message.text, message.edited_ms = text, self.clock.discord_ms

    def heard_as(self, message: Message) -> Typed:
        """A player's message as the program hears of it, live or from history."""
        key, sent = f"m:{message.id}", Moment(message.id >> 22, False, message.id)
        at = sent
        if message.edited_ms:
            key = f"e:{message.id}:{message.edited_ms}"
            at = Moment(message.edited_ms, True, message.id)
        cause = Cause(key, self.people[message.seat], channel_of(message), message.id)
        return Typed(message.seat, message.place, message.text, message.id, cause, at, sent=sent)

    def pressed(self, seat: Seat, place: Place, text: str, key: PanelKey) -> Typed:
        """A player presses a button. Nobody hears of it later: history knows no presses."""
        interaction = self.new_id()
        cause = Cause(f"i:{interaction}", self.people[seat])
        at = Moment(interaction >> 22, False, interaction)
        return Typed(seat, place, text, interaction, cause, at, interaction, key)

    def commanded(self) -> Moment:
        """The moment of a slash command that somebody gives now."""
        interaction = self.new_id()
        return Moment(interaction >> 22, False, interaction)

    def history(self, seen: Mapping[int, int], since: Moment | None) -> list[Typed]:
        """What players have typed, as it stands now: what wasn't seen, and all since then."""
        since_ms = math.inf if since is None else since.ms
        standing = (it for it in self.messages if not it.is_deleted)
        return [
            self.heard_as(it)
            for it in standing
            if it.id > seen[channel_of(it)] or it.id >> 22 >= since_ms
        ]

    def post(self, audience: Audience, stamp: Stamp, text: str) -> Post:
        """The program says something; not a second time with a nonce that is fresh still (S15)."""
        since = self.clock.discord_ms - NONCES_ARE_FRESH_MS
        for post in self.posts:
            if post.stamp.nonce == stamp.nonce and post.id >> 22 > since:
                return post
        return self.say(audience, stamp, text)

    def say(self, audience: Audience, stamp: Stamp, text: str) -> Post:
        """The program says something, in answer to an interaction perhaps: that has no nonce."""
        post = Post(self.new_id(), audience, stamp, [text])
        self.posts.append(post)
        return post

    def marked(self, mark: str, after: int) -> Post | None:
        """A post after that one that bears a mark, as anybody can see in the history."""
        standing = (it for it in self.posts if it.id > after and not it.is_deleted)
        return next((it for it in standing if it.stamp.mark == mark), None)

    def standing(self, post: int) -> Post | None:
        """A post of the program's that hasn't been deleted."""
        return next((it for it in self.posts if it.id == post and not it.is_deleted), None)

    def changed(self, post: Post, text: str) -> None:
        """The program changes one of its posts, to what it says already or to something else."""
        if text and post.texts[-1] != text:
            post.texts.append(text)


def channel_of(message: Message) -> int:
    """The id of the channel in which a message stands."""
    match = seating()
    return match.dm_channel if message.place is Place.DM else match.chair(message.seat).channel


class RoomThere:
    """A match's room in it, for as long as the program lives; interactions end with that."""

    def __init__(self, discord: ScriptedDiscord, names: Names) -> None:
        self.names = names
        self._discord = discord
        self._open: set[int] = set()

    def opened(self, interaction: int) -> None:
        """An interaction came in, and may be answered."""
        self._open.add(interaction)

    async def deliver(self, letter: Letter, stamp: Stamp, earlier: Earlier) -> Receipt | Failure:
        """Change an earlier post, or post: as a chat does it."""
        notice, text = letter.notice, text_in(letter.notice)
        post = self._discord.standing(earlier.taken)
        if post is not None:
            self._discord.changed(post, text)
        else:
            found = None
            if stamp.after is not None:
                found = self._discord.marked(stamp.mark, stamp.after)
            post = found or self._discord.post(notice.to, stamp, text)
        return Receipt(post.id, post.id >> 22)

    async def answer(self, letter: Letter, stamp: Stamp, earlier: Earlier) -> Receipt | None:
        """Answer an interaction: by changing an earlier post, or by another one."""
        if letter.answers not in self._open:
            return None
        self._open.discard(letter.answers)
        text = text_in(letter.notice)
        post = self._discord.standing(earlier.taken)
        if post is not None:
            self._discord.changed(post, text)
        else:
            post = self._discord.say(letter.notice.to, stamp, text)
        return Receipt(post.id, post.id >> 22)

    async def missed(self, seen: Mapping[int, int], since: Moment | None) -> Sequence[Typed]:
        """What was typed since then, newest first: nobody promises an order."""
        return self._discord.history(seen, since)[::-1]

    async def has(self, audience: Audience, message: int) -> bool:
        """Whether a post still stands."""
        return self._discord.standing(message) is not None

    async def heard(self, typed: Typed) -> None:
        """Of a press that no letter answers a chat takes note, and nobody sees it."""
        self._open.discard(typed.interaction)

    async def hide(self, message: int) -> None:
        """Delete a player's message."""
        for it in self._discord.messages:
            it.is_deleted |= it.id == message

    async def log_place(self) -> LogPlace | None:
        """Nobody keeps a log here."""
        return None

    async def put_away(self, made: Sequence[int], *, is_last_try: bool) -> tuple[str, ...]:
        """Nothing was made here."""
        raise NotImplementedError

    def move_to(self, seating: Seating) -> None:
        """No match of these moves."""
        raise NotImplementedError


def text_in(notice: Notice) -> str:
    """What a post says, without its clock."""
    heading = () if notice.takes is None or not notice.takes.heading else (notice.takes.heading,)
    return "\n".join((*heading, *notice.lines)) if notice.lines else ""
