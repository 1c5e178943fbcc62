"""The slash commands of a server: /minecart hosts, /minecart rules, settings and check."""

from __future__ import annotations

from typing import Any

import discord
from discord import app_commands
from discord.app_commands import Choice, Range

from minecart_robbery.chat.calls import Refused, attempt
from minecart_robbery.chat.commands.settings import Asked, SettingsDesk
from minecart_robbery.chat.diagnosis import Checker
from minecart_robbery.chat.interactions import Interaction, answer, member_of
from minecart_robbery.chat.permissions import hosts_name, is_host
from minecart_robbery.live.house import House
from minecart_robbery.live.standing import Standings
from minecart_robbery.record import Record
from minecart_robbery.words.catalogue import say
from minecart_robbery.words.rules import rules_text


@app_commands.guild_only()
class ServerCommands(app_commands.Group):
    """/minecart: what concerns the whole server."""

    def __init__(
        self, house: House, record: Record, standings: Standings, checker: Checker
    ) -> None:
        super().__init__(name="minecart", description="Minecart Robbery in this server.")
        self._house = house
        self._record = record
        self._standings = standings
        self._settings = SettingsDesk(house, record, standings)
        self._checker = checker

    @app_commands.command(name="hosts", description="Set the role whose members are hosts.")
    @app_commands.describe(role="The hosts' role; without it, whoever may manage the server.")
    async def hosts(self, interaction: Interaction, role: discord.Role | None = None) -> None:
        """Set the hosts' role; for members who may manage the server."""
        assert interaction.guild is not None, "these commands are for servers only"
        if not interaction.permissions.manage_guild:
            await answer(interaction, say("desk", "only_managers"))
            return
        named = _named_role(interaction)
        if named is not None and not isinstance(role, discord.Role):
            role = await self._fetched(interaction, named)
            if role is None:
                await answer(interaction, say("desk", "no_such_role"))
                return
        if role is not None and role.is_default():
            await answer(interaction, say("desk", "not_everyone"))
            return
        await self._record.set_hosts_role(interaction.guild.id, None if role is None else role.id)
        hosts = await hosts_name(self._record, interaction.guild)
        kind = "hosts_cleared" if role is None else "hosts_set"
        await answer(interaction, say("desk", kind, hosts=hosts))

    async def _fetched(self, interaction: Interaction, role: int) -> discord.Role | None:
        """The role of that id, which isn't known here yet; None if Discord knows none either."""
        assert interaction.guild is not None, "these commands are for servers only"
        found = await attempt(interaction.guild.fetch_role(role))
        return None if isinstance(found, Refused) else found

    @app_commands.command(name="rules", description="Show the rules of Minecart Robbery.")
    async def rules(self, interaction: Interaction) -> None:
        """Show the rules in the bot's words: those of the match here, if there is one.

        Of a match that isn't seated (yet), other rules than its own would be told.
        """
        channel, server = interaction.channel_id or 0, interaction.guild_id
        assert server is not None, "these commands are for servers only"
        table = self._house.table_at(channel)
        if table is not None:
            await answer(interaction, rules_text(table.match.rules))
        elif missing := await self._house.why_missing(lambda it: channel in it.channels()):
            await answer(interaction, say("pressed", missing))
        else:
            standing = await self._standings.of(server)
            await answer(interaction, rules_text(standing.rules))

    @app_commands.command(name="settings", description="Show or change this server's settings.")
    @app_commands.describe(
        setting="The setting that is meant; without it, all are shown.",
        value="What it is to be from now on; without it, the setting is explained.",
        clear="Let it be as it is without a value of this server's own.",
    )
    async def settings(
        self,
        interaction: Interaction,
        setting: str | None = None,
        value: Range[str, 1, 100] | None = None,
        clear: bool = False,
    ) -> None:
        """Show, set or clear what matches are opened with here; for hosts and managers."""
        asked = Asked(setting, value, clear)
        await answer(interaction, await self._settings.answer_to(member_of(interaction), asked))

    @settings.autocomplete("setting")
    async def _setting_choices(self, _: Interaction, typed: str) -> list[Choice[str]]:
        return self._settings.setting_choices(typed)

    @settings.autocomplete("value")
    async def _value_choices(self, interaction: Interaction, typed: str) -> list[Choice[str]]:
        setting = str(interaction.namespace.setting or "")
        return await self._settings.value_choices(member_of(interaction), setting, typed)

    @app_commands.command(name="check", description="Look for whatever is wrong with the set-up.")
    async def check(self, interaction: Interaction) -> None:
        """Look for whatever is wrong; for hosts and for members who may manage the server."""
        member = member_of(interaction)
        if not (interaction.permissions.manage_guild or await is_host(self._record, member)):
            hosts = await hosts_name(self._record, member.guild)
            await answer(interaction, say("desk", "only_hosts_check", hosts=hosts))
            return
        found = await self._checker.check(member)
        await answer(interaction, found)


def _named_role(interaction: Interaction) -> int | None:
    """The id of the role that was named, though it may be none that this program knows yet."""
    data: Any = interaction.data or {}
    options = [option for group in data.get("options", ()) for option in group.get("options", ())]
    named = (it["value"] for it in options if it["name"] == "role")
    return next((int(role) for role in named), None)
