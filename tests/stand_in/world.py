"""What there is on this Discord: users, servers with roles and members, channels, messages."""

from __future__ import annotations

import time
from collections.abc import Callable
from dataclasses import dataclass, field
from datetime import UTC, datetime, timedelta
from enum import IntEnum
from typing import Any

from tests.stand_in.refusals import unknown

EPOCH_MS = 1_420_070_400_000
"""The first second of 2015, from which ids count."""
NONCE_SECONDS = 120
"""So long a nonce is known: "the past few minutes", by Discord's words."""
EPHEMERAL = 1 << 6
"""The flag of a message that only one person sees."""


class ChannelType(IntEnum):
    """Kinds of channels, by Discord's numbers."""

    TEXT = 0
    CATEGORY = 4
    PUBLIC_THREAD = 11
    PRIVATE_THREAD = 12


THREADS = (ChannelType.PUBLIC_THREAD, ChannelType.PRIVATE_THREAD)


@dataclass(eq=False)
class User:
    """Somebody on Discord."""

    id: int
    name: str
    is_bot: bool = False
    global_name: str | None = None


@dataclass(eq=False)
class Role:
    """A role of a server; `bot` is whose own it is, if a bot's."""

    id: int
    name: str
    permissions: int
    position: int
    bot: int | None = None


@dataclass(eq=False)
class Member:
    """Somebody in a server. `pending`: the server's screening is still before them."""

    user: User
    guild: Guild
    roles: set[int] = field(default_factory=set)
    nick: str | None = None
    timed_out_until: datetime | None = None
    is_pending: bool = False

    @property
    def is_timed_out(self) -> bool:
        """Whether a time-out lasts."""
        return self.timed_out_until is not None and self.timed_out_until > datetime.now(UTC)


@dataclass
class Overwrite:
    """What a channel allows and denies a role (type 0) or a member (type 1)."""

    id: int
    type: int
    allow: int
    deny: int


@dataclass(eq=False)
class Message:
    """A message as it stands. `to`: the one person who sees it."""

    id: int
    channel: Channel
    author: User
    content: str = ""
    embeds: list[dict[str, Any]] = field(default_factory=list)
    components: list[dict[str, Any]] = field(default_factory=list)
    mentions: list[int] = field(default_factory=list)
    mention_roles: list[int] = field(default_factory=list)
    nonce: str | None = None
    reply_to: int | None = None
    edited: datetime | None = None
    flags: int = 0
    to: int | None = None
    token: str | None = None

    @property
    def text(self) -> str:
        """All that is to be read in it: its text, and its boxes."""
        parts = [self.content]
        for embed in self.embeds:
            parts += [embed.get("title") or "", embed.get("description") or ""]
        return "\n".join(part for part in parts if part)


@dataclass(eq=False)
class Channel:
    """A channel, a category or a thread; in a category or thread `parent` is what it is in."""

    id: int
    guild: Guild
    type: ChannelType
    name: str
    parent: int | None = None
    position: int = 0
    overwrites: dict[int, Overwrite] = field(default_factory=dict)
    topic: str | None = None
    slowmode_s: int = 0
    messages: dict[int, Message] = field(default_factory=dict)
    owner: int = 0
    is_archived: bool = False
    is_locked: bool = False

    @property
    def is_thread(self) -> bool:
        """Whether it is a thread."""
        return self.type in THREADS


@dataclass(eq=False)
class Guild:
    """A server. The role that everybody has bears its id."""

    id: int
    name: str
    owner: int
    roles: dict[int, Role] = field(default_factory=dict)
    members: dict[int, Member] = field(default_factory=dict)
    channels: dict[int, Channel] = field(default_factory=dict)
    is_unavailable: bool = False


@dataclass(frozen=True)
class Shown:
    """That a message came up before people: `text` as it stood then, and who could read it."""

    message: Message
    text: str
    at: datetime
    readers: frozenset[int]


class Nonces:
    """Which message bears which author's nonce, as long as that is known."""

    def __init__(self) -> None:
        self._known: dict[tuple[int, str], tuple[float, Message]] = {}

    def message(self, author: int, nonce: str) -> Message | None:
        """The message that has been sent with that nonce."""
        at, message = self._known.get((author, nonce), (0.0, None))
        return message if time.monotonic() - at < NONCE_SECONDS else None

    def remember(self, message: Message) -> None:
        """A message was sent with a nonce."""
        if message.nonce is not None:
            self._known[message.author.id, message.nonce] = (time.monotonic(), message)


Emit = Callable[[str, dict[str, Any], Guild, Channel | None], None]
"""How the gateway is told of an event in a server, and in which channel of it."""


class World:
    """All that there is. Its clock is `ahead_s` ahead of the machine's.

    `shown` is all that was ever to be read: each message anew whenever it was changed.
    """

    def __init__(self, application: int, ahead_s: float = 0) -> None:
        self.ahead_s = ahead_s
        self.emit: Emit = lambda event, payload, guild, channel: None
        self.bot = User(application, "minecart", is_bot=True)
        self.users: dict[int, User] = {application: self.bot}
        self.guilds: dict[int, Guild] = {}
        self.shown: list[Shown] = []
        self.nonces = Nonces()
        self._last_id = 0

    def now(self) -> datetime:
        """The time here."""
        return datetime.now(UTC) + timedelta(seconds=self.ahead_s)

    def new_id(self) -> int:
        """A snowflake of this moment; later ones are greater."""
        ms = int((time.time() + self.ahead_s) * 1000) - EPOCH_MS
        self._last_id = max(ms << 22, self._last_id + 1)
        return self._last_id

    def guild(self, id: int) -> Guild:
        """A server that the bot is in."""
        guild = self.guilds.get(id)
        if guild is None or self.bot.id not in guild.members:
            raise unknown("guild")
        return guild

    def channel(self, id: int) -> Channel:
        """A channel of any server."""
        for guild in self.guilds.values():
            if id in guild.channels:
                return guild.channels[id]
        raise unknown("channel")


def message_in(channel: Channel, id: int) -> Message:
    """A message that stands in a channel."""
    message = channel.messages.get(id)
    if message is None or message.to is not None:
        raise unknown("message")
    return message


def moment_of(id: int) -> datetime:
    """The moment that an id tells."""
    return datetime.fromtimestamp(((id >> 22) + EPOCH_MS) / 1000, UTC)
