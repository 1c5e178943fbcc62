"""The channels of a match: made so that nothing leaks at any moment, or looked at and found fit."""

from __future__ import annotations

import re
from dataclasses import dataclass

import aiohttp
import discord

from minecart_robbery.chat.showing import shown
from minecart_robbery.words.catalogue import say

Overwrites = dict[discord.Role | discord.Member | discord.Object, discord.PermissionOverwrite]

READS_AND_WRITES = ("view_channel", "send_messages", "read_message_history")
_WRITER = discord.PermissionOverwrite(
    view_channel=True, send_messages=True, read_message_history=True
)
_READER = discord.PermissionOverwrite(view_channel=True, read_message_history=True)
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

    dm: discord.TextChannel | None
    dmo: discord.TextChannel | None
    candidate: discord.TextChannel | None

    def given(self) -> tuple[discord.TextChannel, ...]:
        """Those that are there."""
        return tuple(channel for channel in (self.dm, self.dmo, self.candidate) if channel)

    @property
    def is_complete(self) -> bool:
        """Whether all three are there."""
        return None not in (self.dm, self.dmo, self.candidate)


@dataclass(frozen=True, slots=True)
class BoundChannels:
    """The three channels of a match, all there."""

    dm: discord.TextChannel
    dmo: discord.TextChannel
    candidate: discord.TextChannel


def administrators_among(players: Players) -> tuple[discord.Member, ...]:
    """The players from whom no overwrite keeps anything: administrators and the server's owner."""
    return tuple(player for player in players.both() if player.guild_permissions.administrator)


def problems_with(channels: Channels, players: Players) -> list[str]:
    """What is wrong with channels that were given, each with how to mend it."""
    given = channels.given()
    if len({channel.id for channel in given}) < len(given):
        return [say("desk", "same_channel")]
    problems: list[str] = []
    if channels.dm is not None:
        problems += _lacking(channels.dm, players.both())
    for channel, player in ((channels.dmo, players.dmo), (channels.candidate, players.candidate)):
        if channel is not None:
            problems += _lacking(channel, (player,))
            problems += _readers(channel, players.opponent_of(player))
    return problems


def _lacking(channel: discord.TextChannel, people: tuple[discord.Member, ...]) -> list[str]:
    """Which permissions the bot and these people lack in a channel."""
    found: list[str] = []
    for member in (channel.guild.me, *people):
        has = channel.permissions_for(member)
        lacks = [name for name in READS_AND_WRITES if not getattr(has, name)]
        if lacks:
            found.append(
                say(
                    "desk",
                    "bot_lacks" if member == channel.guild.me else "player_lacks",
                    channel=channel.mention,
                    player=shown(member.display_name),
                    permissions=", ".join(f"**{permission_name(name)}**" for name in lacks),
                )
            )
    return found


def _readers(channel: discord.TextChannel, opponent: discord.Member) -> list[str]:
    """Whether the opponent, or everybody, can read a submissions channel."""
    if channel.permissions_for(channel.guild.default_role).view_channel:
        return [say("desk", "everybody_reads", channel=channel.mention)]
    if channel.permissions_for(opponent).view_channel:
        name = shown(opponent.display_name)
        return [say("desk", "opponent_reads", channel=channel.mention, player=name)]
    return []


def permission_name(name: str) -> str:
    """A permission as Discord's settings call it, such as "View Channel"."""
    return name.replace("_", " ").title()


Made = list[discord.abc.GuildChannel]
"""What was made for a match, in its order."""


async def make_missing(
    channels: Channels, players: Players, hosts: list[discord.Role], made: Made
) -> BoundChannels:
    """Make the channels that aren't there, each call with all of its overwrites.

    What was made stands in `made`, also when Discord refuses: then raises discord.HTTPException.
    """
    guild = players.dmo.guild
    if channels.dm and channels.dmo and channels.candidate:
        return BoundChannels(channels.dm, channels.dmo, channels.candidate)
    category = await guild.create_category(
        f"Minecart: {players.dmo.display_name} vs {players.candidate.display_name}"[:100],
        overwrites=_for_category(guild),
    )
    made.append(category)
    dm = channels.dm or await category.create_text_channel(
        "death-match", overwrites=for_dm_channel(players, hosts)
    )
    made += [dm] if channels.dm is None else []
    subs: list[discord.TextChannel] = []
    for given, player in zip((channels.dmo, channels.candidate), players.both(), strict=True):
        opponent = players.opponent_of(player)
        sub = given or await category.create_text_channel(
            f"{slug(player.display_name)}-submissions",
            overwrites=for_submissions_channel(player, opponent, hosts),
        )
        made += [sub] if given is None else []
        subs.append(sub)
    return BoundChannels(dm, *subs)


async def take_away(made: Made) -> Made:
    """Delete what was made, and give what could not be deleted."""
    left: Made = []
    for channel in reversed(made):
        try:
            await channel.delete()
        except (discord.HTTPException, aiohttp.ClientError, OSError):
            left.append(channel)
    return left


def _for_category(guild: discord.Guild) -> Overwrites:
    return {guild.me: _WRITER}


def for_dm_channel(players: Players, hosts: list[discord.Role]) -> Overwrites:
    """All may read; players, hosts and bot write, spectators as the server allows."""
    guild = players.dmo.guild
    overwrites: Overwrites = {guild.default_role: _READER, guild.me: _WRITER}
    return overwrites | dict.fromkeys([*hosts, *players.both()], _WRITER)


def for_submissions_channel(
    player: discord.Member, opponent: discord.Member, hosts: list[discord.Role]
) -> Overwrites:
    """Only the player, hosts and bot; the opponent is denied by name, whatever roles they have."""
    guild = player.guild
    overwrites: Overwrites = {guild.default_role: _SHUT_OUT, guild.me: _WRITER}
    overwrites |= dict.fromkeys(hosts, _WRITER)
    return overwrites | {player: _WRITER, opponent: _SHUT_OUT}


def slug(name: str) -> str:
    """A name as a part of a channel's name; "player" where nothing of it can stand there."""
    return re.sub(r"[^\w]+", "-", name.casefold()).strip("-_")[:60] or "player"
