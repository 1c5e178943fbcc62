"""An evening with the real `minecart run` as a process of its own, on a stand-in for Discord."""

from __future__ import annotations

import os
import re
from collections.abc import AsyncGenerator
from contextlib import asynccontextmanager
from pathlib import Path

from minecart_robbery.chat.application import PERMISSIONS
from tests.stand_in import Interaction, Person, StandIn, channels, stand_in
from tests.stand_in.permissions import May
from tests.stand_in.programs import READY, Bot, minecart
from tests.stand_in.server import TOKEN, until
from tests.stand_in.world import Channel, Message, Overwrite

TURN = re.compile(r"^(?:Round (\d+) · Turn (\d+))$", re.MULTILINE)
QUICK = {
    "MINECART_NUDGE_SECONDS": "0",
    "MINECART_SWEEP_SECONDS": "1",
    "MINECART_RULES__SETTLE_SECONDS": "0.05",
    "MINECART_RULES__GRACE_SECONDS": "0.2",
    "MINECART_RULES__ROUNDS_TO_WIN": "1",
    "MINECART_RULES__TARGET_GEMS": "4",
}
"""Settings with which an evening is short. A turn's minute is left: nobody shall be silent."""
GEMS = "**Gems:**"
WON = "wins the Death Match"


class Evening:
    """A server with a host (Hanna), two players (Cora, Zac), and Sam who looks on; and the bot."""

    def __init__(self, discord: StandIn, folder: Path, **settings: str) -> None:
        self.discord = discord
        self.folder = folder
        self.settings = {"MINECART_TOKEN": TOKEN} | QUICK | settings
        self.guild = discord.add_guild("The Mines", PERMISSIONS.value)
        self.hosts = discord.add_role(self.guild, "Hosts", permissions=1 << 5)
        self.lobby = discord.add_channel(self.guild, "lobby")
        self.hanna = discord.add_person(self.guild, "Hanna", self.hosts)
        self.cora, self.zac, self.sam = (
            discord.add_person(self.guild, name) for name in ("Cora", "Zac", "Sam")
        )
        self.bots: list[Bot] = []

    @property
    def record(self) -> Path:
        """The file of the record."""
        return self.folder / "minecart.db"

    @property
    def bot(self) -> Bot:
        """The bot that was started last."""
        return self.bots[-1]

    # ------------------------------------------------------------- the program

    async def start(self) -> Bot:
        """Start the bot, and wait until it hosts."""
        bot = await Bot.start(self.folder, self.discord.address, **self.settings)
        self.bots.append(bot)
        await bot.logged(READY)
        return bot

    async def kill(self) -> None:
        """Kill the bot, which gets to know nothing of it."""
        self.bot.kill()
        await self.bot.ended()

    async def printed(self, *command: str) -> str:
        """What another process of the program prints beside the bot. It has to end well."""
        code, out, errors = await self.beside(*command)
        assert code == 0, errors
        return out

    async def beside(self, *command: str) -> tuple[int | None, str, str]:
        """Let another process of the program do something; its exit code, and what it prints."""
        process = await minecart(self.folder, self.discord.address, *command, **self.settings)
        out, errors = await process.communicate()
        return process.returncode, out.decode(), errors.decode()

    # ------------------------------------------------------------- what people do

    async def gives(self, name: str, /, **options: object) -> str:
        """What Hanna is answered to a slash command, in the DM channel once there is one."""
        interaction = await self.hanna.gives(self._desk(), name, **options)
        return said(interaction)

    async def confirmed(self, name: str, /, **options: object) -> str:
        """Hanna gives a command that is previewed, and confirms it; what she reads in the end."""
        interaction = await self.hanna.gives(self._desk(), name, **options)
        assert not interaction.is_failed
        preview = interaction.answers[-1]
        done = await self.hanna.presses(preview, "Confirm")
        assert not done.is_failed
        return preview.text

    async def opened(self) -> None:
        """Hanna makes herself a host, and opens a match of Cora against Zac."""
        await self.gives("minecart hosts", role=self.hosts)
        assert "is open" in await self.gives("match open", dmo=self.cora, candidate=self.zac)

    async def begun(self, role: str = "miner") -> Message:
        """A match is opened and begun; the opening of its first turn."""
        await self.opened()
        assert "has started" in await self.gives("match start", skip_ready=True)
        await self.told(self.dm, "chooses the start role")
        self.cora.types(self.dm, role)
        return await self.opening_after(0)

    def pick(self, cora: str, zac: str) -> None:
        """Both type their picks."""
        self.cora.types(self.sub(self.cora), cora)
        self.zac.types(self.sub(self.zac), zac)

    async def play_on(self, cora: str = "north", zac: str = "south", turns: int = 99) -> int:
        """Both pick, so many turns long or until the match is won; how many turns it were."""
        for played in range(turns):
            before = len(self.openings())
            if self.is_over:
                return played
            self.pick(cora, zac)
            await until(
                lambda before=before: self.is_over or len(self.openings()) > before,
                f"the turn after {self.openings()[-1].text}",
            )
        return turns

    def keep_for_hosts(self, channel: Channel) -> None:
        """Let only hosts and the bot read a channel."""
        bot = self.discord.world.bot.id
        for id, type, allow, deny in (
            (self.guild.id, 0, 0, May.VIEW_CHANNEL),
            (self.hosts.id, 0, May.VIEW_CHANNEL, 0),
            (bot, 1, May.VIEW_CHANNEL | May.SEND_MESSAGES, 0),
        ):
            channel.overwrites[id] = Overwrite(id, type, allow, deny)
        channels.tell(self.discord.world, "CHANNEL_UPDATE", channel)

    # ------------------------------------------------------------- what is to be read

    @property
    def dm(self) -> Channel:
        """The DM channel of the match that was opened last."""
        return self._named("death-match")

    @property
    def is_set_up(self) -> bool:
        """Whether there is a DM channel."""
        return any(it.name == "death-match" for it in self.guild.channels.values())

    def sub(self, player: Person) -> Channel:
        """A player's submissions channel."""
        return self._named(f"{player.name.lower()}-submissions")

    def said(self, channel: Channel) -> list[Message]:
        """What the bot has said in a channel, as it stands now, the oldest first."""
        bot = self.discord.world.bot
        found = (it for _, it in sorted(channel.messages.items()))
        return [it for it in found if it.author is bot and it.to is None]

    def openings(self) -> list[Message]:
        """The public boxes so far in which a turn opens or goes on: those with all that counts."""
        return [it for it in self.said(self.dm) if TURN.search(it.text) and GEMS in it.text]

    @property
    def turn(self) -> tuple[int, int]:
        """The round and the turn that were announced last."""
        found = TURN.findall(self.openings()[-1].text)
        return int(found[-1][0]), int(found[-1][1])

    @property
    def is_over(self) -> bool:
        """Whether it was announced who wins."""
        return any(WON in it.text for it in self.said(self.dm))

    async def opening_after(self, number: int) -> Message:
        """The opening of the turn after so many others."""
        await until(lambda: len(self.openings()) > number, f"opening {number + 1}")
        return self.openings()[number]

    async def told(self, channel: Channel, words: str, after: int = 0) -> Message:
        """The message of the bot that says this in a channel, after the one of that id."""

        def found() -> Message | None:
            fitting = (it for it in self.said(channel) if words in it.text and it.id > after)
            return next(fitting, None)

        message = await until(found, f"{words!r} in {channel.name}")
        assert message is not None
        return message

    def _named(self, name: str) -> Channel:
        found = [it for it in self.guild.channels.values() if it.name == name]
        assert found, f"there is no channel {name}"
        return found[-1]

    def _desk(self) -> Channel:
        return self.dm if self.is_set_up else self.lobby


def said(interaction: Interaction) -> str:
    """What somebody is answered who gave a command or pressed a button."""
    assert not interaction.is_failed, "the application did not respond"
    return "\n".join(it.text for it in interaction.answers)


@asynccontextmanager
async def an_evening(folder: Path, **settings: str) -> AsyncGenerator[Evening]:
    """An evening; in its end no bot goes on."""
    async with stand_in() as discord:
        evening = Evening(discord, folder, **settings)
        try:
            yield evening
        finally:
            for bot in evening.bots:
                bot.kill()
                await bot.ended()
            if os.environ.get("SHOW"):
                print_all(evening)


def print_all(evening: Evening) -> None:
    """Print all that was said, for whoever looks for what went wrong."""
    for channel in evening.guild.channels.values():
        print(f"===== {channel.name}")
        for _, message in sorted(channel.messages.items()):
            print(f"--- {message.author.name} to {message.to}: {message.text}")
    for bot in evening.bots:
        print("=====", *bot.lines, sep="\n")
    print(evening.discord.counted())
