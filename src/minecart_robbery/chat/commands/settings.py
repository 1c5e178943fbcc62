"""A server's settings, shown, set and cleared by those who run matches there (R29, R30).

What a match was opened with is out of reach from here: a change is for matches opened afterwards.
"""

from __future__ import annotations

from dataclasses import dataclass
from typing import Any

import discord
from discord.app_commands import Choice

from minecart_robbery.chat.permissions import hosts_name, is_host
from minecart_robbery.chat.preflight import bot_lacks, why_no_log
from minecart_robbery.chat.rendering import shown
from minecart_robbery.engine.rules import RANGES, SETTINGS, Rules
from minecart_robbery.live.house import House
from minecart_robbery.live.standing import STANDING, AfterMatch, Standing, Standings
from minecart_robbery.record import Record
from minecart_robbery.words.catalogue import say
from minecart_robbery.words.rules import allowed_text, choices_of, one_of, value_of, value_text
from minecart_robbery.words.telling.standing import (
    InForce,
    changed_text,
    setting_text,
    settings_text,
)

MOST_CHOICES, LONGEST_CHOICE = 25, 100
"""Discord shows no more choices than this, and no longer ones."""

_AFTER = [after.value for after in AfterMatch]
_CHANNELS = {"archive_category": discord.CategoryChannel, "hosts_log": discord.TextChannel}
"""The settings that are channels, each with its kind."""


@dataclass(frozen=True, slots=True)
class Asked:
    """What somebody asks of the settings: to be shown one or all, to set one, or to clear one."""

    setting: str | None
    value: str | None
    clear: bool


class SettingsDesk:
    """Where a server's settings are kept."""

    def __init__(self, house: House, record: Record, standings: Standings) -> None:
        self._house = house
        self._record = record
        self._standings = standings

    async def answer_to(self, by: discord.Member, asked: Asked) -> str:
        """Do what is asked; the answer to it. A refusal changes nothing."""
        if not await self._may_use(by):
            hosts = await hosts_name(self._record, by.guild)
            return say("settings", "not_allowed", hosts=hosts)
        if asked.setting is None:
            if asked.value is not None or asked.clear:
                return say("settings", "which")
            return await self._all(by.guild)
        if asked.setting not in STANDING:
            return say("settings", "unknown", name=shown(asked.setting))
        if asked.clear and asked.value is not None:
            return say("settings", "value_or_clear")
        if asked.clear:
            return await self._cleared(by.guild, asked.setting)
        if asked.value is None:
            standing = await self._standings.of(by.guild.id)
            setting = _in_force(standing, asked.setting, by.guild)
            return setting_text(setting, _allowed(asked.setting))
        return await self._set(by, asked.setting, asked.value.strip())

    async def _may_use(self, member: discord.Member) -> bool:
        """Whether a member may see and change the settings: hosts, and who manages the server."""
        return member.guild_permissions.manage_guild or await is_host(self._record, member)

    async def _all(self, guild: discord.Guild) -> str:
        standing = await self._standings.of(guild.id)
        settings = [_in_force(standing, name, guild) for name in STANDING]
        return settings_text(settings, await hosts_name(self._record, guild))

    async def _set(self, by: discord.Member, name: str, typed: str) -> str:
        guild, value = by.guild, _read(name, typed, by)
        if value is None:
            allowed = _allowed(name)
            return say("settings", "bad_value", name=name, value=shown(typed), allowed=allowed)
        if isinstance(value, discord.TextChannel) and (lacking := bot_lacks(value)):
            return lacking[0]
        if isinstance(value, discord.TextChannel) and (why := why_no_log(value, self._house)):
            return say("settings", "no_log", channel=value.mention, why=why)
        standing = await self._standings.of(guild.id)
        if value is AfterMatch.ARCHIVE and standing.archive_category is None:
            return say("settings", "no_category")
        stored = value.id if isinstance(value, discord.abc.GuildChannel) else value
        now = await self._standings.set(guild.id, name, stored)
        return changed_text(_in_force(now, name, guild), is_cleared=False)

    async def _cleared(self, guild: discord.Guild, name: str) -> str:
        standing = await self._standings.of(guild.id)
        if name == "archive_category" and standing.after_match is AfterMatch.ARCHIVE:
            return say("settings", "needs_category")
        now = await self._standings.clear(guild.id, name)
        return changed_text(_in_force(now, name, guild), is_cleared=True)

    def setting_choices(self, typed: str) -> list[Choice[str]]:
        """The settings whose name or purpose fits what was typed."""
        labels = {name: f"{name}: {say('setting', name)}" for name in STANDING}
        return _fitting([(label, name) for name, label in labels.items()], typed)

    async def value_choices(
        self, by: discord.Member, setting: str, typed: str
    ) -> list[Choice[str]]:
        """What somebody may set a setting to; of numbers the one in force and some more."""
        if not await self._may_use(by):
            return []
        if setting in _CHANNELS:
            channels = _channels(setting, by)
            return _fitting([(f"#{it.name}", str(it.id)) for it in channels], typed)
        if setting in RANGES:
            standing = await self._standings.of(by.guild.id)
            numbers = [standing.value_of(setting), getattr(Rules(), setting), *RANGES[setting]]
            texts = list(dict.fromkeys(value_text(float(number)) for number in numbers))
        else:
            texts = _words(setting)
        return _fitting([(text, text) for text in texts], typed)


def _fitting(choices: list[tuple[str, str]], typed: str) -> list[Choice[str]]:
    wanted = [it for it in choices if typed.casefold() in it[0].casefold()]
    return [
        Choice(name=label[:LONGEST_CHOICE], value=value) for label, value in wanted[:MOST_CHOICES]
    ]


def _words(setting: str) -> list[str]:
    """The words of which a setting's value is one; none for a name that is no setting."""
    if setting == "after_match":
        return _AFTER
    return list(choices_of(setting) or ()) if setting in SETTINGS else []


def _channels(setting: str, by: discord.Member) -> list[discord.abc.GuildChannel]:
    """The channels that a setting may be set to, of those that whoever sets it can see."""
    return [
        channel
        for channel in by.guild.channels
        if isinstance(channel, _CHANNELS[setting]) and channel.permissions_for(by).view_channel
    ]


def _read(setting: str, typed: str, by: discord.Member) -> Any:
    """The value that was typed; None if it is none. A channel by mention, id or name."""
    if setting in _CHANNELS:
        channels, bare = _channels(setting, by), typed.strip("<#>").casefold()
        named = [it for it in channels if bare in (str(it.id), it.name.casefold())]
        return named[0] if len(named) == 1 else None
    if setting == "after_match":
        return AfterMatch(typed.casefold()) if typed.casefold() in _AFTER else None
    return value_of(setting, typed.casefold())


def _allowed(setting: str) -> str:
    """What a setting may be set to, in words."""
    if setting in _CHANNELS:
        return say("settings", setting)
    return one_of(_AFTER) if setting == "after_match" else allowed_text(setting)


def _in_force(standing: Standing, name: str, guild: discord.Guild) -> InForce:
    """A setting as it is shown: channels by their mentions."""
    value = standing.value_of(name)
    if name not in _CHANNELS:
        text = value_text(value)
    elif value is None:
        text = ""
    else:
        channel = guild.get_channel(value)
        text = say("settings", "gone") if channel is None else channel.mention
    return InForce(name, text, standing.origin_of(name))
