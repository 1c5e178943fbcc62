"""No pending pick in anything public: random matches, each played twice with other secret picks.

Whatever everybody may see must be the same both times, up to the settlement: the DM channel, the
hosts' log, the channels' names and topics, what strangers are answered, and each line logged at
INFO or above. When Discord takes the slash commands in is a matter of the moment, so that is left
out.
"""

from __future__ import annotations

import logging
from collections.abc import Awaitable, Callable
from dataclasses import dataclass, field
from pathlib import Path
from random import Random
from typing import Any

import discord
import pytest

from minecart_robbery.chat import sync
from minecart_robbery.chat.bot import MinecartBot
from minecart_robbery.engine.nouns import Seat, Track
from tests.chat.buttons import shown_by
from tests.chat.looking import picks
from tests.chat.server import Server, answer, running_server
from tests.chat.test_hosts_log import keep_log_in, log_for_hosts

SEEDS = range(12)
MOST_ACTS = 12
BONUSES = ["accelerate {}", "join central to {}", "join {} to central"]
SPELLINGS = ["{}", "guard {}", "I send {}", "**{}**!", "{} or {}"]
TYPOS = {Track.NORTH: "nroth", Track.CENTRAL: "centrla", Track.SOUTH: "soutth"}


@dataclass
class Seen:
    """What everybody may see of a match, and, for the test to know, what nobody may."""

    public: list[str] = field(default_factory=list)
    answers: list[str] = field(default_factory=list)
    channels: list[str] = field(default_factory=list)
    logged: list[str] = field(default_factory=list)


@dataclass
class Playthrough:
    """One of the two plays of a match. `draws` is the same for both, `twist` is not.

    `twist` turns each secret track into another: 0 leaves it, 1 and 2 make it another one.
    """

    server: Server
    draws: Random
    twist: int
    answers: list[str] = field(default_factory=list)
    last: dict[Seat, discord.Message] = field(default_factory=dict)

    async def play(self) -> None:
        """Some turns in the open, and then one turn full of secrets, which is not settled."""
        for _ in range(self.draws.randrange(3)):
            await self.server.cora.send(self.server.cora_sub, self.draws.choice(tuple(Track)))
            await self.server.zac.send(self.server.zac_sub, self.draws.choice(tuple(Track)))
            await self.server.env.advance_time(30)
        acts = [self.pick, self.pick, self.edit, self.delete, self.keep, self.mistype]
        acts += [
            self.preview,
            self.play_bonus,
            self.call_host,
            self.ask,
            self.pause,
            self.restart,
            self.fail,
        ]
        for seat in Seat:
            await self.type_in_private(seat, self.secret())
        for _ in range(self.draws.randint(3, MOST_ACTS)):
            await self.draws.choice(acts)(self.draws.choice(tuple(Seat)))
            await self.server.env.advance_time(self.draws.choice([0, 0.5, 2]))
        await self.ask(Seat.DMO)

    def secret(self) -> Track:
        """A track, another one in each of the two plays."""
        drawn = self.draws.randrange(3)
        return tuple(Track)[(drawn + self.twist) % 3]

    def open_track(self) -> Track:
        """A track, the same one in both plays."""
        return self.draws.choice(tuple(Track))

    async def pick(self, seat: Seat) -> None:
        spelling = self.draws.choice(SPELLINGS)
        await self.type_in_private(seat, spelling.replace("{}", self.secret()))

    async def mistype(self, seat: Seat) -> None:
        await self.type_in_private(seat, TYPOS[self.secret()])

    async def keep(self, seat: Seat) -> None:
        await self.type_in_private(seat, "keep")

    async def type_in_private(self, seat: Seat, text: str) -> None:
        player, channel = self.at(seat)
        self.last[seat] = await player.send(channel, text)

    async def edit(self, seat: Seat) -> None:
        track = self.secret()
        if seat in self.last:
            await self.at(seat)[0].edit(self.last[seat], track)

    async def delete(self, seat: Seat) -> None:
        if seat in self.last:
            await self.at(seat)[0].delete(self.last.pop(seat))

    async def play_bonus(self, seat: Seat) -> None:
        bonus = self.draws.choice(BONUSES).format(self.open_track())
        await self.at(seat)[0].send(self.server.dm, bonus)

    async def call_host(self, seat: Seat) -> None:
        await self.at(seat)[0].send(self.server.dm, "host!")

    async def ask(self, seat: Seat) -> None:
        """A spectator, a host and a player ask how the match stands."""
        for member in (self.server.spectator, self.server.host, self.at(seat)[0]):
            result = await member.slash(self.server.dm, "match status")
            self.answers.append(answer(result))

    async def preview(self, seat: Seat) -> None:
        """A host looks at what would come of all that hosts can do to a match."""
        player, reason = {"player": str(seat)}, {"reason": "tea"}
        orders: list[tuple[str, dict[str, Any]]] = [
            ("pick-for", player | reason | {"track": self.open_track()}),
            ("award", player | reason | {"gems": self.draws.choice([-1, 1, 99])}),
            ("take-back turn", reason),
            ("take-back turn", reason | {"round": 1, "turn": self.draws.randint(1, 3)}),
            ("take-back round", reason),
            ("settle-now", reason),
            ("extend", reason | {"seconds": self.draws.choice([1, 3600])}),
            ("substitute", player | reason | {"new": self.server.spectator}),
            ("forfeit", player | reason),
            ("call-off", {}),
        ]
        for command, options in orders:
            result = await self.server.host.slash(self.server.dm, f"match {command}", **options)
            shown = shown_by(result)
            self.answers.append(f"{shown.content} {[box.description for box in shown.embeds]}")
            if shown.components:
                await self.server.host.click(shown, label="Drop")

    async def pause(self, _: Seat) -> None:
        for command in ("match pause", "match resume"):
            result = await self.server.host.slash(self.server.dm, command)
            self.answers.append(answer(result))

    async def restart(self, _: Seat) -> None:
        await self.server.restart()

    async def fail(self, seat: Seat) -> None:
        """Discord refuses the next post in the player's own channel."""
        status = self.draws.choice([403, 404, 500])
        path = f"/channels/{self.at(seat)[1].id}/messages"
        self.server.env.inject_error("POST", path, status=status)

    def at(self, seat: Seat):
        """The player in a seat, and their channel."""
        if seat is Seat.DMO:
            return self.server.cora, self.server.cora_sub
        return self.server.zac, self.server.zac_sub


async def seen_of(
    seed: int, twist: int, path: Path, caplog: pytest.LogCaptureFixture
) -> tuple[Seen, dict[Seat, Track]]:
    """What everybody may see of the match with this seed, and the picks that pend in the end."""
    caplog.clear()
    rules = {"shows_picked": seed % 2 == 1, "private_prompts": seed % 3 > 0}
    async with running_server(path, settle_seconds=30.0, grace_seconds=30.0, **rules) as server:
        log = log_for_hosts(server)
        await keep_log_in(server, log)
        await server.play_to_first_turn()
        playthrough = Playthrough(server, Random(seed), twist)
        await playthrough.play()
        seen = Seen(
            [
                f"{said.ms} {said.by}: {said.text}"
                for channel in (server.dm, log)
                for said in server.said(channel)
            ],
            playthrough.answers,
            [f"{it.name} {getattr(it, 'topic', None)}" for it in _cached_guild(server).channels],
        )
        pending = picks(server)
    form = logging.Formatter("%(name)s %(levelname)s %(message)s")
    seen.logged += [
        form.format(record) for record in caplog.records if record.name != sync.__name__
    ]
    return seen, pending


def _cached_guild(server: Server) -> discord.Guild:
    guild = server.bot.get_guild(server.guild.id)
    assert guild is not None
    return guild


@pytest.fixture(autouse=True)
def _all_loggers_at_info(caplog: pytest.LogCaptureFixture) -> None:
    caplog.set_level(logging.INFO)


@pytest.mark.parametrize("seed", SEEDS)
async def test_nothing_public_depends_on_a_pending_pick(
    seed: int, tmp_path: Path, caplog: pytest.LogCaptureFixture
):
    seen, pending = await seen_of(seed, 0, tmp_path / "a.db", caplog)
    other_seen, other_pending = await seen_of(seed, 1, tmp_path / "b.db", caplog)
    assert set(pending) == set(other_pending) == set(Seat)
    assert all(pending[seat] is not other_pending[seat] for seat in Seat)
    assert seen == other_seen
    assert seen.logged
    assert seen.answers


# ----------------------------------------------------------------- the test bites


def _match_channel(message: discord.Message) -> discord.TextChannel:
    assert message.guild is not None
    channel = discord.utils.get(message.guild.text_channels, name="death-match")
    assert channel is not None
    return channel


async def _log_it(message: discord.Message) -> None:
    logging.getLogger("minecart_robbery.chat").info("heard %r", message.content)


async def _say_it(message: discord.Message) -> None:
    await _match_channel(message).send(f"{message.author} has typed: {message.content}")


async def _hint_at_it(message: discord.Message) -> None:
    length = len(message.content)
    await _match_channel(message).send(f"{message.author} has typed {length} letters")


async def _show_it(message: discord.Message) -> None:
    await _match_channel(message).edit(topic=f"Last heard: {message.content}")


@pytest.mark.parametrize("leak", [_log_it, _say_it, _hint_at_it, _show_it])
async def test_a_planted_leak_is_found(
    leak: Callable[[discord.Message], Awaitable[None]],
    tmp_path: Path,
    caplog: pytest.LogCaptureFixture,
    monkeypatch: pytest.MonkeyPatch,
):
    hear = MinecartBot.on_message

    async def hear_and_leak(bot: MinecartBot, message: discord.Message) -> None:
        await hear(bot, message)
        is_private = "-submissions" in getattr(message.channel, "name", "")
        if is_private and not message.author.bot:
            await leak(message)

    monkeypatch.setattr(MinecartBot, "on_message", hear_and_leak)
    seen, _ = await seen_of(0, 0, tmp_path / "a.db", caplog)
    other_seen, _ = await seen_of(0, 1, tmp_path / "b.db", caplog)
    assert seen != other_seen
