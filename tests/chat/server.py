"""A Discord server for tests: simcord's, with the real bot, a real record and people in it.

Use the fixtures `server` (no settle or grace window) and `server_with_windows` (as shipped), or
`running_server` where a test needs another. People are simcord's actors: `server.cora.send(...)`.
"""

from __future__ import annotations

import re
from collections.abc import AsyncGenerator, Callable
from contextlib import asynccontextmanager
from dataclasses import dataclass, replace
from pathlib import Path
from typing import Any

import discord
import simcord
from simcord.actors import MemberActor
from simcord.builders import ChannelHandle
from simcord.results import InteractionResult

from minecart_robbery.chat.application import PERMISSIONS
from minecart_robbery.chat.bot import MinecartBot
from minecart_robbery.live.table import Table
from minecart_robbery.record import Record
from minecart_robbery.referee.script import moment_text
from minecart_robbery.settings import Settings

WITHOUT_WINDOWS = {"settle_seconds": 0.0, "grace_seconds": 0.0}
"""Settings with which a turn is settled as soon as both have picked, or time is over."""

_MARK = re.compile(r"\n-# \d+ · [A-Z]\d+$")
_LINK = re.compile(r"\(https://discord\.com/channels/[\d/]+\)")
_TIMESTAMP = re.compile(r"<t:(\d+):R>")
_CALLED = re.compile(r"(?:^|\n)((?:<@&?\d+> ?)+)$")
_MENTION = re.compile(r"<@(\d{17,20})>")


def settings_for(
    path: Path, hosts_again_seconds: float = 0, reopen_minutes: float = 0, **rules: Any
) -> Settings:
    """The settings as shipped but for nudges, with the record in `path` and these rules changed.

    So many seconds after the hosts were called in vain they are called again; 0: they aren't.
    """
    options: dict[str, Any] = {"_env_file": None, "database": path, "nudge_seconds": 0}
    options |= {"pulse_seconds": 0, "hosts_again_seconds": hosts_again_seconds}
    options |= {"reopen_minutes": reopen_minutes}
    shipped = Settings(**options)
    return shipped.model_copy(update={"rules": replace(shipped.rules, **rules)})


class Server:
    """One Discord server with the bot in it, a host, the players Cora and Zac, and a spectator.

    `dm`, `cora_sub` and `zac_sub` are the channels of the match that `open_match` opened last.
    """

    host: MemberActor
    cora: MemberActor
    zac: MemberActor
    spectator: MemberActor
    dm: ChannelHandle
    cora_sub: ChannelHandle
    zac_sub: ChannelHandle

    def __init__(self, env: simcord.Env, bot: MinecartBot) -> None:
        self.env = env
        self.bot = bot
        self._heard = Ear(env)
        self.guild = env.create_guild("The Mines")
        self._limit_the_bot()
        self.hosts_role = self.guild.create_role(
            "Hosts", permissions=discord.Permissions(manage_guild=True)
        )
        self.lobby = self.guild.create_text_channel("lobby")
        self.host = self.guild.add_member(env.create_user("Hanna"), roles=[self.hosts_role])
        self.cora = self.join("Cora")
        self.zac = self.join("Zac")
        self.spectator = self.join("Sam")
        self.start_s = int(env.now().timestamp())

    def _limit_the_bot(self) -> None:
        """The bot's own role has exactly what the invite link asks for, as in a real server."""
        role = self.guild.roles[self.env.backend.bot_user.name]
        self.env.backend.edit_role(self.guild.id, role.id, {"permissions": PERMISSIONS.value})

    def join(self, name: str, **user: Any) -> MemberActor:
        """Somebody new joins the server; `user` may say `bot=True` or `global_name=...`."""
        return self.guild.add_member(self.env.create_user(name, **user))

    # ------------------------------------------------------------- running a match

    async def open_match(self, by: MemberActor | None = None, **options: Any) -> Table:
        """Open a match of Cora (DMO) against Zac with `/match open`, by the host if not said."""
        before = set(self.bot.house.tables())
        players = {"dmo": self.cora, "candidate": self.zac}
        result = await (by or self.host).slash(self.lobby, "match open", **(players | options))
        opened = set(self.bot.house.tables()) - before
        assert len(opened) == 1, f"no match was opened: {answer(result)}"
        table = opened.pop()
        self.dm, self.cora_sub, self.zac_sub = map(self.channel, table.seating.channels())
        return table

    async def start_match(self) -> None:
        """Start the match by the host, without a ready check."""
        await self.host.slash(self.dm, "match start", skip_ready=True)

    async def play_to_first_turn(self, role: str = "miner", **options: Any) -> Table:
        """Open and start a match; Cora picks `role` for round 1."""
        table = await self.open_match(**options)
        await self.start_match()
        await self.cora.send(self.dm, role)
        return table

    def channel(self, id: int) -> ChannelHandle:
        """The channel with this id."""
        return ChannelHandle(self.env, self.guild, self.env.backend.channels[id])

    def make_thread(self, type: int = discord.ChannelType.public_thread.value) -> ChannelHandle:
        """A host opens a thread in the lobby."""
        backend = self.env.backend
        thread = backend.create_thread(self.lobby.id, "arena", self.host.id, type=type)
        return self.channel(thread.id)

    # ------------------------------------------------------------- the bot

    async def go_down(self) -> None:
        """The bot stops; it hears nothing and does nothing until it is restarted."""
        await self.bot.close()
        self.bot.ws.open = False  # pyright: ignore[reportAttributeAccessIssue]  # simcord's own

    async def restart(self) -> None:
        """The bot dies without a word, and a new one starts on the same record."""
        old = self.bot.record
        bot = MinecartBot(await Record.open(self.bot.settings.database), self.bot.settings)
        self.bot = bot
        await self.env.restart_bot(bot)
        await old.close()

    async def connection(self, event: str) -> None:
        """The bot is told of its connection: "ready", "disconnect" or "resumed"; it acts on that.

        In simcord's scope of the bot, without which what follows would not be waited for.
        """
        with self.env._bot_scope():
            self.bot.dispatch(event)
        await self.env.settle()

    # ------------------------------------------------------------- reading

    @property
    def now(self) -> str:
        """The time since the server was made, as a script writes moments."""
        return moment_text(self.now_ms)

    @property
    def now_ms(self) -> int:
        """The time since the server was made, in ms."""
        return round(self.env.now().timestamp() * 1000) - self.start_s * 1000

    def said(self, channel: ChannelHandle) -> list[Said]:
        """All that was said in a channel and still stands, in the order in which it was said.

        A message of the bot that was given another text has been said once more, as an edit.
        """
        standing = {message.id: message for message in channel.history()}
        heard = [it for it in self._heard.uttered if it.message in standing]
        return [self._said(it, standing[it.message]) for it in heard]

    def last(self, channel: ChannelHandle) -> str:
        """What was said last in a channel."""
        return self.said(channel)[-1].text

    def _said(self, heard: Utterance, message: discord.Message) -> Said:
        is_bots = message.author.id == self.env.backend.bot_user.id
        text = self.readable(heard.text if is_bots else message.content)
        reference = message.reference.message_id if message.reference else None
        ms = heard.ms - self.start_s * 1000
        return Said(message.id, ms, message.author.name, text, reference, heard.is_edit)

    def readable(self, text: str) -> str:
        """A text with timestamps as moments since the server was made, and mentions as @Name."""
        text = _TIMESTAMP.sub(lambda it: self._at(int(it[1])), text)
        text = _LINK.sub("(link)", text)
        return _MENTION.sub(self._name_in, text)

    def _at(self, second: int) -> str:
        return f"at {moment_text((second - self.start_s) * 1000)}"

    def _name_in(self, mention: re.Match[str]) -> str:
        user = self.env.backend.users.get(int(mention[1]))
        return mention[0] if user is None else f"@{user.name}"


@dataclass(frozen=True)
class Said:
    """A message: when (ms since the server was made), by whom, what, in reply to which message.

    `is_edit`: an earlier message was given this text.
    """

    id: int
    ms: int
    by: str
    text: str
    reply_to: int | None
    is_edit: bool = False


@dataclass(frozen=True)
class Utterance:
    """What the bot or somebody else said: in which message, when (ms), and what."""

    message: int
    ms: int
    text: str
    is_edit: bool


class Ear:
    """Hears all that is said in a world, the texts that the bot gives its messages later too."""

    def __init__(self, env: simcord.Env) -> None:
        self.uttered: list[Utterance] = []
        self._env = env
        self._texts: dict[int, str] = {}
        backend: Any = env.backend
        backend.emit = self._hearing(backend.emit)

    def _hearing(self, emit: Callable[..., Any]) -> Callable[..., Any]:
        def heard(event: str, payload: dict[str, Any], *args: Any, **kwargs: Any) -> Any:
            if event in ("MESSAGE_CREATE", "MESSAGE_UPDATE") and "author" in payload:
                self._hear(payload)
            return emit(event, payload, *args, **kwargs)

        return heard

    def _hear(self, payload: dict[str, Any]) -> None:
        message, text = int(payload["id"]), text_of(payload["content"], payload["embeds"])
        before = self._texts.get(message)
        is_bots = int(payload["author"]["id"]) == self._env.backend.bot_user.id
        if text != before and (is_bots or before is None):
            ms = round(self._env.now().timestamp() * 1000)
            self.uttered.append(Utterance(message, ms, text, before is not None))
        self._texts[message] = text


def text_of(content: str, embeds: list[dict[str, Any]]) -> str:
    """All that is to be read in a message: its text, its box, and whom it mentions in public.

    But for its mark, which is a number.
    """
    content = _MARK.sub("", content)
    if not embeds:
        return content
    (embed,) = embeds
    called = _CALLED.search(content)
    talk = content[: called.start()] if called else content
    lines = [talk, f"## {embed['title']}", embed["description"], called[1] if called else ""]
    return "\n".join(line for line in lines if line)


def answer(result: InteractionResult) -> str:
    """What a slash command was answered; "" if nothing."""
    message = result.followups[0] if result.followups else result.response
    return "" if message is None else text_of(message.content, [])


@asynccontextmanager
async def running_server(path: Path, **rules: Any) -> AsyncGenerator[Server]:
    """A server with the bot online, its record in the file `path`, these rules of R29 changed.

    In the end an exception that the bot swallowed fails the test.
    """
    settings = settings_for(path, **rules)
    bot = MinecartBot(await Record.open(path), settings)
    env = simcord.Env(bot)
    server: Server | None = None
    try:
        await env.start()
        server = Server(env, bot)
        yield server
        await server.bot.close()
    finally:
        await env.shutdown()
        await (server.bot if server else bot).record.close()
    for error in env.errors_since(env._errors_acknowledged):
        raise error
