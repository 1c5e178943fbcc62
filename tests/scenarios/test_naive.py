"""The same stories for a naive handler, as a contrast: what it loses, ours keeps (S1, S2, S37).

It reacts to a message when it gets it, judges it by the time of that, and never looks back.
Its notes outlive a restart, which is more than a naive bot can say.
"""

from __future__ import annotations

from collections.abc import Awaitable, Callable
from dataclasses import dataclass, field
from pathlib import Path

import discord
import pytest
import simcord
from simcord.actors import MemberActor
from simcord.builders import ChannelHandle

from minecart_robbery.chat.bot import intents
from minecart_robbery.engine import events as ev
from minecart_robbery.engine.nouns import Accelerate, Bonus, Join, Seat, Track
from minecart_robbery.words.reading import SaysBonus, SaysTrack, read
from tests.chat.server import WITHOUT_WINDOWS, running_server
from tests.scenarios.world import lose_connection, reconnect

MINUTE_MS = 60_000


@dataclass
class World:
    """Two players with their channels, a bot of some kind, and the ways in which it is away."""

    env: simcord.Env
    cora: MemberActor
    zac: MemberActor
    dm: ChannelHandle
    cora_sub: ChannelHandle
    zac_sub: ChannelHandle
    goes_down: Callable[[], Awaitable[None]]
    comes_up: Callable[[], Awaitable[None]]
    loses_connection: Callable[[], Awaitable[None]]
    reconnects: Callable[[], Awaitable[None]]


@dataclass
class Kept:
    """What a bot made of a turn: the last picks that it counted, and the bonus actions."""

    picks: dict[str, Track] = field(default_factory=dict)
    bonuses: list[Bonus] = field(default_factory=list)


# ----------------------------------------------------------------- the stories


async def picks_and_a_bonus_while_it_is_down(world: World) -> None:
    await world.goes_down()
    await world.zac.send(world.dm, "accelerate north")
    await world.cora.send(world.cora_sub, "north")
    await world.zac.send(world.zac_sub, "south")
    await world.comes_up()


async def picks_and_bonuses_while_the_connection_is_lost(world: World) -> None:
    await world.loses_connection()
    await world.zac.send(world.dm, "join north to central")
    await world.env.advance_time(1)
    await world.cora.send(world.dm, "accelerate north")
    await world.env.advance_time(1)
    await world.cora.send(world.cora_sub, "north")
    await world.zac.send(world.zac_sub, "south")
    await world.reconnects()


async def a_change_of_mind_while_it_is_down(world: World) -> None:
    await world.cora.send(world.cora_sub, "north")
    await world.goes_down()
    await world.cora.send(world.cora_sub, "south")
    await world.zac.send(world.zac_sub, "south")
    await world.comes_up()


async def an_edit_while_it_is_there(world: World) -> None:
    typed = await world.cora.send(world.cora_sub, "north")
    await world.env.advance_time(1)
    await world.cora.edit(typed, "south")
    await world.env.advance_time(1)
    await world.zac.send(world.zac_sub, "south")


async def an_edit_while_it_is_down(world: World) -> None:
    typed = await world.cora.send(world.cora_sub, "north")
    await world.goes_down()
    await world.env.advance_time(1)
    await world.cora.edit(typed, "south")
    await world.env.advance_time(1)
    await world.zac.send(world.zac_sub, "south")
    await world.comes_up()


async def a_minute_that_ran_out_while_it_was_down(world: World) -> None:
    await world.cora.send(world.cora_sub, "south")
    await world.goes_down()
    await world.env.advance_time(90)
    await world.comes_up()
    await world.zac.send(world.zac_sub, "south")


async def nothing_out_of_the_ordinary(world: World) -> None:
    await world.zac.send(world.dm, "accelerate north")
    await world.cora.send(world.cora_sub, "north")
    await world.cora.send(world.cora_sub, "south")
    await world.zac.send(world.zac_sub, "south")


NORTH, CENTRAL, SOUTH = Track.NORTH, Track.CENTRAL, Track.SOUTH
Story = Callable[[World], Awaitable[None]]
STORIES: list[tuple[Story, Kept, Kept]] = [
    (
        picks_and_a_bonus_while_it_is_down,
        Kept({"Cora": NORTH, "Zac": SOUTH}, [Accelerate(NORTH)]),
        Kept(),
    ),
    (
        picks_and_bonuses_while_the_connection_is_lost,
        Kept({"Cora": NORTH, "Zac": SOUTH}, [Join(NORTH, CENTRAL), Accelerate(NORTH)]),
        Kept(),
    ),
    (
        a_change_of_mind_while_it_is_down,
        Kept({"Cora": SOUTH, "Zac": SOUTH}),
        Kept({"Cora": NORTH}),
    ),
    (
        an_edit_while_it_is_there,
        Kept({"Cora": SOUTH, "Zac": SOUTH}),
        Kept({"Cora": NORTH, "Zac": SOUTH}),
    ),
    (an_edit_while_it_is_down, Kept({"Cora": SOUTH, "Zac": SOUTH}), Kept({"Cora": NORTH})),
    (
        a_minute_that_ran_out_while_it_was_down,
        Kept({"Cora": SOUTH, "Zac": SOUTH}),
        Kept({"Cora": SOUTH}),
    ),
]
"""What is done, what ours keeps of it, and what the naive handler does."""


# ----------------------------------------------------------------- the naive handler


class Naive(discord.Client):
    """A turn is open for a minute from the handler's first start on; the last word counts."""

    def __init__(self, kept: Kept, until_ms: int) -> None:
        super().__init__(intents=intents())
        self.kept = kept
        self._until_ms = until_ms

    async def on_message(self, message: discord.Message) -> None:
        """Take what was said, if it comes before the minute is over."""
        now_ms = round(discord.utils.utcnow().timestamp() * 1000)
        if message.author.bot or now_ms > self._until_ms:
            return
        match read(message.content):
            case SaysTrack(track):
                self.kept.picks[message.author.name] = track
            case SaysBonus(bonus):
                self.kept.bonuses.append(bonus)
            case _:
                pass


async def naively(story: Story) -> Kept:
    """What the naive handler makes of a story."""
    kept = Kept()
    async with simcord.run(Naive(kept, 0)) as env:
        until_ms = round(env.now().timestamp() * 1000) + MINUTE_MS
        await env.restart_bot(Naive(kept, until_ms))
        guild = env.create_guild("The Mines")
        cora, zac = (guild.add_member(env.create_user(name)) for name in ("Cora", "Zac"))
        dm, cora_sub, zac_sub = (guild.create_text_channel(name) for name in ("dm", "c", "z"))
        await env.settle()

        async def unplugged() -> None:
            env.bot.ws.open = False  # pyright: ignore[reportAttributeAccessIssue]

        async def plugged_in() -> None:
            env.bot.ws.open = True  # pyright: ignore[reportAttributeAccessIssue]

        async def restarted() -> None:
            await env.restart_bot(Naive(kept, until_ms))

        channels = dm, cora_sub, zac_sub
        await story(World(env, cora, zac, *channels, unplugged, restarted, unplugged, plugged_in))
    return kept


# ----------------------------------------------------------------- ours


async def ours(story: Story, path: Path) -> Kept:
    """What our bot makes of a story: what the one turn was settled by."""
    async with running_server(path, **WITHOUT_WINDOWS) as server:
        await server.play_to_first_turn()
        world = World(
            server.env,
            server.cora,
            server.zac,
            server.dm,
            server.cora_sub,
            server.zac_sub,
            server.go_down,
            server.restart,
            lambda: lose_connection(server),
            lambda: reconnect(server),
        )
        await story(world)
        events = await server.bot.record.events(1)
    names = {Seat.DMO: "Cora", Seat.CANDIDATE: "Zac"}
    (turn,) = [it for it in events if isinstance(it, ev.TurnSettled)]
    picks = {names[turn.miner]: turn.cart, names[turn.miner.other]: turn.guard}
    bonuses = [it.bonus for it in events if isinstance(it, ev.BonusPlayed)]
    assert turn.silent == ()
    return Kept({name: track for name, track in picks.items() if track}, bonuses)


# ----------------------------------------------------------------- the contrast


@pytest.mark.parametrize(("story", "_kept", "naive"), STORIES)
async def test_a_naive_handler_loses_what_is_said_while_it_is_away(
    story: Story, _kept: Kept, naive: Kept
):
    assert await naively(story) == naive


@pytest.mark.parametrize(("story", "kept", "naive"), STORIES)
async def test_s1_ours_keeps_what_the_naive_handler_loses(
    story: Story, kept: Kept, naive: Kept, tmp_path: Path
):
    assert await ours(story, tmp_path / "record.db") == kept
    assert kept != naive


async def test_while_nothing_goes_wrong_the_naive_handler_does_as_well_as_ours(tmp_path: Path):
    """Otherwise it would lose for another reason than the one that the contrast is about."""
    story = nothing_out_of_the_ordinary
    assert await naively(story) == await ours(story, tmp_path / "record.db")
