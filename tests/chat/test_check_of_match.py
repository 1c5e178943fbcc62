"""/minecart check finds what is in the way of a live match, and who reads along."""

from __future__ import annotations

import discord
import pytest
from simcord.actors import MemberActor

from minecart_robbery.chat.permissions import permission_name
from tests.chat.checking import LOOK, checked, found
from tests.chat.server import Server, answer
from tests.scenarios.world import bot_id, change, delete, leave, permit, time_out

pytestmark = pytest.mark.usefixtures("machine_in_order")
EMBEDS = "embed_links"


@pytest.mark.parametrize("place", ["dm", "cora_sub", "zac_sub"])
@pytest.mark.parametrize("lacking", ["send_messages", EMBEDS])
async def test_s27_a_permission_that_the_bot_lacks_in_a_channel_of_a_match_is_found(
    server: Server, place: str, lacking: str
):
    await server.open_match()
    channel = getattr(server, place)
    await permit(server, channel, bot_id(server), lacking)
    line = await found(server)
    name = permission_name(lacking)
    assert f"match 1: {channel.mention}: I lack the permission **{name}**" in line


async def test_s33_a_player_who_cannot_write_is_found(server: Server):
    await server.open_match()
    await permit(server, server.cora_sub, server.cora.id, "send_messages")
    assert "Cora lacks the permission **Send Messages** there" in await found(server)


async def test_s20_an_opponent_who_can_read_a_submissions_channel_is_found(server: Server):
    await server.open_match()
    await permit(server, server.cora_sub, server.zac.id)
    assert f"match 1: {server.cora_sub.mention}: Zac can read it, and must not" in await found(
        server
    )


async def test_s20_a_submissions_channel_that_everybody_can_read_is_found_once(server: Server):
    await server.open_match()
    everybody = server.guild.default_role.id
    await permit(server, server.cora_sub, everybody, by_role=True)
    line = await found(server)
    assert f"{server.cora_sub.mention}: everybody can read it" in line


async def test_s20_whoever_else_reads_a_submissions_channel_is_found(server: Server):
    await server.open_match()
    await permit(server, server.zac_sub, server.spectator.id)
    line = await found(server, LOOK)
    assert f"match 1: {server.zac_sub.mention} can be read by Sam" in line


async def test_s33_slow_mode_is_found(server: Server):
    await server.open_match()
    await change(server, server.dm, rate_limit_per_user=30)
    assert f"{server.dm.mention} has slow mode" in await found(server, LOOK)


async def test_s28_a_channel_that_is_gone_is_found(server: Server):
    await server.open_match()
    await delete(server, server.zac_sub)
    assert "match 1: Zac's submissions channel is not there any more" in await found(server)


async def test_s29_a_thread_that_is_locked_is_found(server: Server):
    thread = server.make_thread()
    await server.open_match(dm_channel=thread)
    await change(server, thread, locked=True)
    assert f"{thread.mention} is archived or locked" in await found(server)


async def test_s33_a_player_who_has_left_and_one_who_is_timed_out_are_found(server: Server):
    await server.open_match()
    await leave(server, server.cora)
    await time_out(server, server.zac, 3600)
    _, *lines, _ = await checked(server)
    assert len(lines) == 2
    assert any("match 1: Cora has left this server" in line for line in lines)
    assert any("match 1: Zac is timed out in this server" in line for line in lines)


async def test_s20_that_not_all_members_are_known_is_found(
    server: Server, monkeypatch: pytest.MonkeyPatch
):
    await server.open_match()
    monkeypatch.setattr(discord.Guild, "chunked", False)
    assert "Discord has not told me of all members yet" in await found(server, LOOK)


async def test_a_match_elsewhere_is_not_told_of(server: Server):
    await server.open_match()
    await permit(server, server.cora_sub, server.zac.id)
    other = server.env.create_guild("Elsewhere")
    lobby = other.create_text_channel("lobby")
    boss = MemberActor(server.env, other, other.owner)
    said = answer(await boss.slash(lobby, "minecart check"))
    assert "match 1" not in said
