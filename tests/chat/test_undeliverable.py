"""A channel is lost to the bot: the match stands still and the hosts hear of it (S27, S28)."""

from __future__ import annotations

import discord
import pytest

from minecart_robbery.engine.nouns import Seat, Track
from tests.chat.looking import picks
from tests.chat.server import Server

SWEEP_SECONDS = 5


async def sweeps(server: Server, count: int) -> None:
    """So many sweeps go by."""
    for _ in range(count):
        await server.env.advance_time(SWEEP_SECONDS)


def close_to_the_bot(server: Server, channel: int) -> list[dict[str, object]]:
    """Discord refuses every message of the bot's in a channel, until the fault is removed."""
    before = len(server.env.backend.faults)
    server.env.inject_error(
        "POST", f"/channels/{channel}/messages", status=403, code=50013, times=None
    )
    return server.env.backend.faults[before:]


async def test_s27_the_dm_channel_is_closed_to_the_bot_and_opened_again(server: Server):
    await server.play_to_first_turn()
    await server.cora.send(server.cora_sub, "north")
    faults = close_to_the_bot(server, server.dm.id)
    await server.zac.send(server.dm, "accelerate south")
    told = "I have paused the match: I may not write in the DM channel"
    assert told in server.last(server.cora_sub)
    await server.env.advance_time(300)
    for fault in faults:
        server.env.backend.faults.remove(fault)
    await server.env.advance_time(70)
    assert "The match goes on" in server.last(server.dm)
    assert picks(server) == {Seat.DMO: Track.NORTH}
    await server.cora.send(server.cora_sub, "keep")
    await server.zac.send(server.zac_sub, "guard south")
    await server.cora.send(server.cora_sub, "keep")  # her pick is older than the bonus (R15, R31)
    assert "Round 1 · Turn 2" in server.last(server.dm)


async def test_s28_a_deleted_submissions_channel_pauses_the_match(server: Server):
    await server.play_to_first_turn()
    channel = server.bot.get_channel(server.zac_sub.id)
    assert isinstance(channel, discord.TextChannel)
    await channel.delete()
    await server.cora.send(server.cora_sub, "north")
    await server.env.advance_time(70)
    assert any(
        "Zac's submissions channel is not there" in said.text for said in server.said(server.dm)
    )
    assert "paused" in server.last(server.dm)


@pytest.mark.parametrize("failures", [1, 2])
async def test_s15_a_passing_failure_pauses_nothing_and_loses_nothing(
    server: Server, failures: int
):
    await server.play_to_first_turn()
    path = f"/channels/{server.dm.id}/messages"
    server.env.inject_error("POST", path, status=503, times=failures)
    await server.zac.send(server.dm, "accelerate south")
    await sweeps(server, failures + 1)
    played = [said for said in server.said(server.dm) if "Accelerate South" in said.text]
    assert len(played) == 1
    assert not any("paused" in said.text for said in server.said(server.dm))


def called_in(server: Server) -> list[str]:
    """In which channels of the match the hosts were called by Zac, each time that they were."""
    names = ("dm", "cora_sub", "zac_sub")
    return [
        name
        for name in names
        for said in server.said(getattr(server, name))
        if "Zac calls a host" in said.text
    ]


@pytest.mark.usefixtures("slow_to_try_again")
@pytest.mark.parametrize("failures", [1, 2])
async def test_s15_what_hosts_are_told_stands_in_one_channel_though_discord_falters(
    server: Server, failures: int
):
    await server.play_to_first_turn()
    path = f"/channels/{server.dm.id}/messages"
    server.env.inject_error("POST", path, status=503, times=failures)
    await server.zac.send(server.zac_sub, "host!")
    assert called_in(server) == ["dm"][: 2 - failures]
    await sweeps(server, failures + 1)
    assert called_in(server) == ["dm"]


async def test_s27_where_the_dm_channel_is_closed_hosts_are_told_in_another_channel(
    server: Server,
):
    await server.play_to_first_turn()
    close_to_the_bot(server, server.dm.id)
    await server.zac.send(server.zac_sub, "host!")
    assert called_in(server) == ["cora_sub"]
