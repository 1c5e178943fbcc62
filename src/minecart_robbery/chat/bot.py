"""The bot: discord.py's client, with the house behind it and the commands before it."""

from __future__ import annotations

import asyncio
import logging
from collections.abc import Awaitable

import discord
from discord import app_commands
from discord.ext import tasks

from minecart_robbery.chat.commands.match import MatchCommands
from minecart_robbery.chat.commands.player import Presser, add_player_commands
from minecart_robbery.chat.commands.server import ServerCommands
from minecart_robbery.chat.commands.status import RevealButton, Revealer
from minecart_robbery.chat.diagnosis import Checker
from minecart_robbery.chat.interactions import (
    Interaction,
    OpenInteractions,
    SlowCommands,
    answer,
)
from minecart_robbery.chat.messages import Listener, moment_of, ms_of
from minecart_robbery.chat.monitor import Watcher
from minecart_robbery.chat.opening import Opener
from minecart_robbery.chat.previews import Choice, PreviewButton, PreviewKey, Previews
from minecart_robbery.chat.rendering import NOBODY, PressButton, Pressed, shown
from minecart_robbery.chat.room import DiscordRoom
from minecart_robbery.chat.sync import CommandSync
from minecart_robbery.live.clock import DiscordClock
from minecart_robbery.live.house import House
from minecart_robbery.live.standing import Standings
from minecart_robbery.record import Record
from minecart_robbery.settings import Settings
from minecart_robbery.words.catalogue import say

_LOG = logging.getLogger(__name__)


def intents() -> discord.Intents:
    """What the bot asks Discord to be told of: servers, members, messages and their content."""
    wanted = discord.Intents.none()
    wanted.guilds = True
    wanted.members = True
    wanted.guild_messages = True
    wanted.message_content = True
    return wanted


_OUT_OF_DATE = (app_commands.CommandNotFound, app_commands.CommandSignatureMismatch)
"""What comes of a command whose shape has changed since somebody's Discord was told of it (S35)."""


class _Tree(app_commands.CommandTree["MinecartBot"]):
    """The slash commands; a fault in one is logged, and answered with a word of regret.

    One that is slow is deferred (S24).
    """

    async def interaction_check(self, interaction: discord.Interaction[MinecartBot]) -> bool:
        """A command was given, or one is being typed; anybody may."""
        if interaction.type is discord.InteractionType.application_command:
            interaction.client.slow_commands.begins(interaction)
        return True

    async def on_error(
        self, interaction: discord.Interaction[MinecartBot], error: app_commands.AppCommandError
    ) -> None:
        interaction.client.slow_commands.ends(interaction)
        if isinstance(error, app_commands.TransformerError):
            name = shown(str(error.value))
            await answer(interaction, say("desk", "not_here", name=name))
            return
        if isinstance(error, _OUT_OF_DATE):
            _LOG.info("an old slash command was used: %s", error)
            if interaction.type is discord.InteractionType.application_command:
                await answer(interaction, say("desk", "old_command"))
            return
        _LOG.error("a slash command failed", exc_info=error)
        await answer(interaction, say("desk", "unexpected"))


class MinecartBot(discord.Client):
    """The bot that hosts matches. `record` is open, and stays the caller's to close."""

    def __init__(self, record: Record, settings: Settings) -> None:
        super().__init__(
            intents=intents(),
            allowed_mentions=NOBODY,
            max_messages=None,
            chunk_guilds_at_startup=True,
        )
        self.record = record
        self.settings = settings
        self._interactions = OpenInteractions()
        self.slow_commands = SlowCommands()
        self.clock = DiscordClock(lambda: ms_of(discord.utils.utcnow()))
        self.standings = Standings(record, settings.rules)
        self.house = House(
            record,
            self.clock,
            lambda seating: DiscordRoom(self, record, self.standings, self._interactions, seating),
            nudge_seconds=settings.nudge_seconds,
            hosts_again_seconds=settings.hosts_again_seconds,
            reopen_minutes=settings.reopen_minutes,
        )
        self.tree = _Tree(self)
        self._listener = Listener(self.house, self.clock, lambda: self.user.id if self.user else 0)
        self._presser = Presser(self.house, record, self.clock, self._interactions)
        self._previews = Previews(self.house, record)
        self._revealer = Revealer(self.house, record, self._previews)
        self._watcher = Watcher(self, self.house)
        self._commands = CommandSync(self.tree, record, self.house)
        self._boot = ""
        self._is_connected = False
        self._is_in_sync = False
        self._resyncing = asyncio.Lock()
        self._sweep = tasks.loop(seconds=settings.sweep_seconds)(self._sweep_once)

    async def setup_hook(self) -> None:
        """Once at the start, before anything is heard: the commands, and no waiting (S16, S36)."""
        opener = Opener(self.house, self.record, self.standings)
        self.tree.add_command(MatchCommands(self.house, self.record, opener, self._previews))
        checker = Checker(
            self.tree,
            self.house,
            self.record,
            self.standings,
            self.clock,
            self.settings.database,
        )
        self.tree.add_command(ServerCommands(self.house, self.record, self.standings, checker))
        add_player_commands(self.tree, self._presser)
        self.add_dynamic_items(PressButton, PreviewButton, RevealButton)
        self._commands.begin()

    async def on_app_command_completion(self, interaction: Interaction, _: object) -> None:
        """A slash command has done what it does."""
        self.slow_commands.ends(interaction)

    async def on_ready(self) -> None:
        """Seat the matches again. Discord may be ready often; they are seated once (S16)."""
        if not self._boot:
            self._boot = str(self.clock.now_ms())
        try:
            await self._connected()
        finally:  # what could not be done now, the sweep does
            self.house.watch_itself(self.settings.pulse_seconds)
            if not self._sweep.is_running():
                self._sweep.start()

    async def on_disconnect(self) -> None:
        """The connection to Discord is lost; discord.py sees to a new one (S2)."""
        self._is_connected = False
        self.house.went_away()

    async def on_connect(self) -> None:
        """Discord answers again; until the bot is ready to go on, it reads (S2)."""
        self.house.read_on()

    async def on_resumed(self) -> None:
        """The connection is there again, where it had been left."""
        await self._connected()

    async def on_interaction(self, interaction: Interaction) -> None:
        """A command was given, or a button pressed: it tells what time it is at Discord (S47)."""
        self.clock.heard(moment_of(interaction.id).ms)

    async def on_message(self, message: discord.Message) -> None:
        """Something was typed."""
        self.clock.heard(ms_of(message.created_at))
        await self._listener.message(message)

    async def on_raw_message_edit(self, payload: discord.RawMessageUpdateEvent) -> None:
        """A message was edited, or changed otherwise."""
        await self._listener.update(payload.message)

    async def on_raw_message_delete(self, payload: discord.RawMessageDeleteEvent) -> None:
        """A message was deleted."""
        await self._listener.deletions(payload.channel_id, [payload.message_id])

    async def pressed(self, interaction: Interaction, pressed: Pressed | None) -> None:
        """A button was pressed."""
        await _without_fail(interaction, self._presser.pressed(interaction, pressed))

    async def chosen(self, press: Interaction, key: PreviewKey, choice: Choice) -> None:
        """A host has confirmed or dropped what a preview shows."""
        await _without_fail(press, self._previews.pressed(press, key, choice))

    async def asked_for_picks(self, press: Interaction, match: int) -> None:
        """A host wants to see the pending picks of a match."""
        await _without_fail(press, self._revealer.pressed(press, match))

    async def on_raw_bulk_message_delete(self, payload: discord.RawBulkMessageDeleteEvent) -> None:
        """Many messages were deleted at once."""
        await self._listener.deletions(payload.channel_id, payload.message_ids)

    async def on_guild_channel_update(
        self, _: discord.abc.GuildChannel, after: discord.abc.GuildChannel
    ) -> None:
        """A channel was changed, its permissions perhaps (S20, S27, S33)."""
        await self._watcher.channel_changed(after)

    async def on_guild_channel_delete(self, channel: discord.abc.GuildChannel) -> None:
        """A channel was deleted (S28)."""
        await self._watcher.channel_changed(channel)

    async def on_raw_thread_update(self, payload: discord.RawThreadUpdateEvent) -> None:
        """A thread was changed: archived or locked perhaps (S29)."""
        await self._thread_changed(payload.thread_id, payload.guild_id)

    async def on_raw_thread_delete(self, payload: discord.RawThreadDeleteEvent) -> None:
        """A thread was deleted (S28)."""
        await self._thread_changed(payload.thread_id, payload.guild_id)

    async def _thread_changed(self, thread: int, server: int) -> None:
        if self.house.table_at(thread) is not None:
            await self._watcher.look(server)

    async def on_guild_update(self, before: discord.Guild, after: discord.Guild) -> None:
        """A server was changed: it has another owner perhaps, who reads everything (S20)."""
        if before.owner_id != after.owner_id:
            await self._watcher.changed(after.id)

    async def on_guild_role_update(self, before: discord.Role, after: discord.Role) -> None:
        """A role was changed: what it permits perhaps (S20, S27, S33)."""
        if before.permissions != after.permissions:
            await self._watcher.changed(after.guild.id)

    async def on_guild_role_delete(self, role: discord.Role) -> None:
        """A role was deleted (S20, S27, S33)."""
        await self._watcher.changed(role.guild.id)

    async def on_member_update(self, before: discord.Member, after: discord.Member) -> None:
        """A member was changed: timed out, screened, given other roles (S20, S27, S33, S51)."""
        if _rights_of(before) != _rights_of(after):
            await self._watcher.member_changed(after)

    async def on_member_join(self, member: discord.Member) -> None:
        """Somebody has joined: a player perhaps, who had left (S20, S33)."""
        await self._watcher.member_changed(member)

    async def on_member_remove(self, member: discord.Member) -> None:
        """Somebody has left, or was put out (S20, S33)."""
        await self._watcher.member_changed(member)

    async def on_guild_unavailable(self, guild: discord.Guild) -> None:
        """Discord can't reach a server for now (S32)."""
        await self._watcher.changed(guild.id)

    async def on_guild_remove(self, guild: discord.Guild) -> None:
        """The bot was taken out of a server (S32). The sweep sees when it is back."""
        await self._watcher.changed(guild.id)

    async def close(self) -> None:
        """Stop: no timer and no task is left, and the record has all there is to go on from."""
        self._sweep.cancel()
        await self._watcher.close()
        await self._commands.close()
        await self.slow_commands.close()
        await self._interactions.close()
        await self.house.close()
        await super().close()

    async def _connected(self) -> None:
        self._is_connected, self._is_in_sync = True, False
        self._watcher.forget()
        await self._resync()

    async def _resync(self) -> None:
        """Seat what isn't seated, look what hinders, hear what was missed, unless all that is done.

        Whatever of it fails is raised in the end; it keeps nothing else back, and is done again by
        the sweeps until all has worked (S44). Nothing of it is done without a connection.
        """
        async with self._resyncing:
            if self._is_in_sync or not self._is_connected:
                return
            self._is_in_sync = True
            failed: list[Exception] = []
            for step in (self._seat_all, self._watcher.look, self._come_back):
                try:
                    await step()
                except Exception as error:
                    failed.append(error)
            if failed:
                self._is_in_sync = False
                raise failed[0]

    async def _seat_all(self) -> None:
        count = await self.house.seat_all(self._boot)
        _LOG.info("ready: %d unfinished matches seated again", count)

    async def _come_back(self) -> None:
        if self._is_connected:
            await self.house.came_back()

    async def _sweep_once(self) -> None:
        """One sweep. No error ends the sweeping, and none of one step keeps the next back (S7)."""
        steps = (self._resync, self._watcher.look, self.house.sweep, self._commands.sweep)
        for step in steps:
            try:
                await step()
            except Exception:
                _LOG.exception("the sweep failed; the next one tries again")


def _rights_of(member: discord.Member) -> tuple[object, ...]:
    """What decides on what a member may do; who is renamed may do what they could before."""
    return member.roles, member.timed_out_until, member.pending, member.flags


async def _without_fail(press: Interaction, doing: Awaitable[None]) -> None:
    """Do what was pressed for; a fault is logged, and answered with a word of regret."""
    try:
        await doing
    except Exception:
        _LOG.exception("a press failed")
        await answer(press, say("desk", "unexpected"))
