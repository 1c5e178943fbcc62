"""The channels of a match: made so that nothing leaks at any moment, and archived at its end.

At the end they are left as they are, locked, or locked and moved. Whoever could read a channel can
read it still, and nobody else: all permissions of a channel are changed in one request, and none to
read among them. Nothing is deleted.
"""

from __future__ import annotations

import re
import unicodedata
from collections.abc import Callable, Collection, Coroutine, Sequence
from dataclasses import dataclass
from typing import Any, TypeVar

import discord

from minecart_robbery.chat.calls import Refused, attempt
from minecart_robbery.chat.permissions import host_roles, permission_name
from minecart_robbery.engine.nouns import Seat
from minecart_robbery.live.room import Failure
from minecart_robbery.live.standing import AfterMatch, Standing
from minecart_robbery.record import Record
from minecart_robbery.words.catalogue import say

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


MOST_IN_CATEGORY = 50
"""So many channels Discord allows in a category (S31); a match's own is new, and gets three."""

_WRITING = (
    "send_messages",
    "send_messages_in_threads",
    "create_public_threads",
    "create_private_threads",
)
_NEEDED = ("manage_channels", "manage_roles")


async def put_away(
    record: Record,
    standing: Standing,
    guild: discord.Guild,
    made: Sequence[int],
    players: Collection[int],
    *,
    is_last_try: bool,
) -> tuple[str, ...] | Failure:
    """Do with the channels that were `made` what is `standing` there; what could not be done.

    LATER: not all of it is done, and another try may work; not on the last try. Channels that are
    gone need nothing.
    """
    wanted = standing.after_match
    found = [guild.get_channel(channel) for channel in made]
    channels = [channel for channel in found if isinstance(channel, discord.TextChannel)]
    if wanted is AfterMatch.LEAVE or not channels:
        return ()
    hosts = await host_roles(record, guild)
    category: discord.CategoryChannel | str | None = None
    if wanted is AfterMatch.ARCHIVE:
        category = _archive(guild, standing.archive_category, channels)
    problems = [say("after", "not_moved", why=category)] if isinstance(category, str) else []
    for channel in channels:
        to = category if isinstance(category, discord.CategoryChannel) else None
        outcome = await _put_away(channel, hosts, players, to, is_last_try=is_last_try)
        if isinstance(outcome, Failure):
            return outcome
        problems += outcome
    return tuple(dict.fromkeys(problems))


def _archive(
    guild: discord.Guild, category_id: int | None, channels: Collection[discord.TextChannel]
) -> discord.CategoryChannel | str:
    """The category to which channels are moved, or why they can't be."""
    if category_id is None:
        return say("after", "no_category")
    category = guild.get_channel(category_id)
    if not isinstance(category, discord.CategoryChannel):
        return say("after", "category_gone")
    needed = sum(channel.category_id != category.id for channel in channels)
    if len(category.channels) + needed > MOST_IN_CATEGORY:
        named = category.mention
        return say("after", "full", category=named, needed=needed, most=MOST_IN_CATEGORY)
    return category


async def _put_away(
    channel: discord.TextChannel,
    hosts: Collection[discord.Role],
    players: Collection[int],
    category: discord.CategoryChannel | None,
    *,
    is_last_try: bool,
) -> list[str] | Failure:
    """Lock a channel, and move it if it is to be; where it can't be moved it is locked at least."""
    why = _lacking(channel)
    if why is not None:
        return [say("after", "not_locked", channel=channel.mention, why=why)]
    locked = _locked(channel, hosts, players)
    problems: list[str] = []
    if category is not None:
        moved = await _changed(channel, {"overwrites": locked, "category": category})
        if moved is None:
            return []
        if moved.failure is Failure.LATER and not is_last_try:
            return Failure.LATER
        refused = say("after", "refused", why=moved.text)
        problems = [say("after", "not_moved", why=refused)]
    kept = await _changed(channel, {"overwrites": locked})
    if kept is None or kept.failure is Failure.GONE:
        return problems
    if kept.failure is Failure.LATER and not is_last_try:
        return Failure.LATER
    refused = say("after", "refused", why=kept.text)
    return [say("after", "not_locked", channel=channel.mention, why=refused)]


async def _changed(channel: discord.TextChannel, changes: dict[str, Any]) -> Refused | None:
    """Change a channel in one request, if that would change anything."""
    if all(getattr(channel, name) == value for name, value in changes.items()):
        return None
    outcome = await attempt(channel.edit(**changes))
    return outcome if isinstance(outcome, Refused) else None


def _lacking(channel: discord.TextChannel) -> str | None:
    """Why the bot may not change a channel, by the permissions that it lacks; None if it may."""
    has = channel.permissions_for(channel.guild.me)
    lacking = [name for name in _NEEDED if not getattr(has, name)]
    if not lacking:
        return None
    named = ", ".join(f"**{permission_name(name)}**" for name in lacking)
    return say("after", "permissions", permissions=named)


def _locked(
    channel: discord.TextChannel, hosts: Collection[discord.Role], players: Collection[int]
) -> Overwrites:
    """The channel's overwrites, with which nobody writes there but the bot and hosts.

    Hosts who played are players. The bot can deny to others only what it may do itself; reading
    stays as it is.
    """
    guild, overwrites = channel.guild, dict(channel.overwrites)
    own = guild.me.guild_permissions
    writing = [name for name in _WRITING if getattr(own, name)]
    for target in (guild.default_role, *overwrites):
        keeps = target in hosts or (
            isinstance(target, discord.Member) and _keeps_writing(target, hosts, players)
        )
        if not keeps:
            overwrite = overwrites.get(target) or discord.PermissionOverwrite()
            overwrite.update(**dict.fromkeys(writing, False))
            overwrites[target] = overwrite
    for writer in (guild.me, *hosts):
        overwrite = overwrites.get(writer) or discord.PermissionOverwrite()
        overwrite.update(send_messages=True)
        overwrites[writer] = overwrite
    return overwrites


def _keeps_writing(
    member: discord.Member, hosts: Collection[discord.Role], players: Collection[int]
) -> bool:
    """Whether somebody who is named in a channel's permissions may go on writing there."""
    is_host = any(role in hosts for role in member.roles)
    return member == member.guild.me or (is_host and member.id not in players)
