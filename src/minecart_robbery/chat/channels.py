"""The channels of a match, made so that nothing leaks at any moment."""

from __future__ import annotations

import re
import unicodedata
from collections.abc import Callable, Coroutine, Sequence
from dataclasses import dataclass
from typing import Any, TypeVar

import discord

from minecart_robbery.chat.calls import Refused, attempt
from minecart_robbery.engine.nouns import Seat

T = TypeVar("T")

Overwrites = dict[discord.Role | discord.Member | discord.Object, discord.PermissionOverwrite]

DmChannel = discord.TextChannel | discord.Thread
"""What a match can be played in before spectators."""

_WRITER = discord.PermissionOverwrite(
    view_channel=True, send_messages=True, read_message_history=True
)
_BOT = discord.PermissionOverwrite(
    view_channel=True, send_messages=True, read_message_history=True, embed_links=True
)
_READER = discord.PermissionOverwrite(view_channel=True, read_message_history=True)
THREADS = ("create_public_threads", "create_private_threads")
_SHUT_OUT = discord.PermissionOverwrite(view_channel=False)


@dataclass(frozen=True, slots=True)
class Players:
    """The two members who play."""

    dmo: discord.Member
    candidate: discord.Member

    def both(self) -> tuple[discord.Member, discord.Member]:
        """The DMO, then the candidate."""
        return self.dmo, self.candidate

    def opponent_of(self, player: discord.Member) -> discord.Member:
        """The other one."""
        return self.candidate if player == self.dmo else self.dmo


@dataclass(frozen=True, slots=True)
class Channels:
    """The three channels of a match; None where one is still to be made."""

    dm: DmChannel | None
    dmo: discord.TextChannel | None
    candidate: discord.TextChannel | None

    def given(self) -> tuple[DmChannel, ...]:
        """Those that are there."""
        return tuple(channel for channel in (self.dm, self.dmo, self.candidate) if channel)

    @property
    def is_complete(self) -> bool:
        """Whether all three are there."""
        return None not in (self.dm, self.dmo, self.candidate)


@dataclass(frozen=True, slots=True)
class BoundChannels:
    """The three channels of a match, all there."""

    dm: DmChannel
    dmo: discord.TextChannel
    candidate: discord.TextChannel


_OF_THE_NAME = "In name: "
"""How Discord's refusal of a name begins, after its general words."""

Made = list[discord.abc.GuildChannel]
"""What was made for a match, in its order."""


async def make_missing(
    channels: Channels, players: Players, hosts: list[discord.Role], made: Made
) -> BoundChannels | Refused:
    """Make the channels that aren't there, each call with all of its overwrites.

    What was made stands in `made`, also when Discord refuses.
    """
    if channels.dm and channels.dmo and channels.candidate:
        return BoundChannels(channels.dm, channels.dmo, channels.candidate)
    names = " vs ".join(player.display_name for player in players.both())
    guild = players.dmo.guild
    category = await _made_with(
        (f"Minecart: {names}"[:100], "Minecart"),
        lambda name: guild.create_category(name, overwrites=_for_category(guild)),
    )
    if isinstance(category, Refused):
        return category
    made.append(category)

    async def make(overwrites: Overwrites, *names: str) -> discord.TextChannel | Refused:
        channel = await _made_with(
            names, lambda name: category.create_text_channel(name, overwrites=overwrites)
        )
        made.extend([] if isinstance(channel, Refused) else [channel])
        return channel

    dm = channels.dm or await make(for_dm_channel(players, hosts), "death-match")
    if isinstance(dm, Refused):
        return dm
    subs: list[discord.TextChannel] = []
    given_subs = (channels.dmo, channels.candidate)
    for given, player, seat in zip(given_subs, players.both(), Seat, strict=True):
        overwrites = for_submissions_channel(player, players.opponent_of(player), hosts)
        names = (slug(player.display_name), str(seat))
        sub = given or await make(overwrites, *(f"{name}-submissions" for name in names))
        if isinstance(sub, Refused):
            return sub
        subs.append(sub)
    return BoundChannels(dm, *subs)


async def _made_with(
    names: Sequence[str], make: Callable[[str], Coroutine[Any, Any, T]]
) -> T | Refused:
    """What is made with the first of these names that Discord takes.

    It refuses words that may stand in a player's name; the last one has none of it (S53).
    """
    first, *others = names
    outcome = await attempt(make(first))
    for name in others:
        if isinstance(outcome, Refused) and _OF_THE_NAME in outcome.text:
            outcome = await attempt(make(name))
    return outcome


async def take_away(made: Made) -> Made:
    """Delete what was made, and give what could not be deleted."""
    outcomes = [(channel, await attempt(channel.delete())) for channel in reversed(made)]
    return [channel for channel, outcome in outcomes if isinstance(outcome, Refused)]


def _for_category(guild: discord.Guild) -> Overwrites:
    return {guild.me: _BOT}


def for_dm_channel(players: Players, hosts: list[discord.Role]) -> Overwrites:
    """All may read; players, hosts and bot write, spectators as the server allows."""
    guild = players.dmo.guild
    overwrites: Overwrites = {guild.default_role: _without_threads(_READER, guild), guild.me: _BOT}
    return overwrites | dict.fromkeys([*hosts, *players.both()], _WRITER)


def for_submissions_channel(
    player: discord.Member, opponent: discord.Member, hosts: list[discord.Role]
) -> Overwrites:
    """Only the player, hosts and bot; the opponent is denied by name, whatever roles they have."""
    guild = player.guild
    overwrites: Overwrites = {
        guild.default_role: _without_threads(_SHUT_OUT, guild),
        guild.me: _BOT,
    }
    overwrites |= dict.fromkeys(hosts, _WRITER)
    return overwrites | {player: _WRITER, opponent: _SHUT_OUT}


def _without_threads(
    rights: discord.PermissionOverwrite, guild: discord.Guild
) -> discord.PermissionOverwrite:
    """The same, and nobody begins a thread there, in which nobody would be heard (S52).

    The bot can deny only what it may do itself.
    """
    may = guild.me.guild_permissions
    denied = {name: False for name in THREADS if getattr(may, name)}
    return discord.PermissionOverwrite(**dict(rights) | denied)


def slug(name: str) -> str:
    """A name as a part of a channel's name; "player" where nothing of it can stand there."""
    kept = (it if _stands(it) else "-" for it in unicodedata.normalize("NFC", name.casefold()))
    return re.sub("-+", "-", "".join(kept)).strip("-_")[:60] or "player"


def _stands(character: str) -> bool:
    """Whether it is a letter, a digit, or a mark that belongs to the letter before it."""
    return character.isalnum() or character == "_" or unicodedata.category(character)[0] == "M"
