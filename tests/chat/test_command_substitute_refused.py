"""/match substitute where it can't be done: nothing changes, and it is said what would work."""

from __future__ import annotations

from typing import Any

import discord
import pytest
from simcord.actors import MemberActor

from minecart_robbery.engine.match import ReadyCheck
from tests.chat.buttons import labels
from tests.chat.desk import asked, given
from tests.chat.looking import Unmoved, match_of
from tests.chat.server import Server, answer
from tests.chat.test_command_open_channels import fit_channels
from tests.chat.test_command_substitute import done, substitute
from tests.chat.test_substitute_rights import overwrites
from tests.scenarios.world import bot_id, empower, give_role, hand_over, permit, time_out


async def refused(server: Server, new: MemberActor, why: str, **options: Any) -> None:
    """It is refused to the host alone, for this reason, and nothing changes."""
    before, rights = Unmoved(server), overwrites(server)
    asks = {"by": None, "player": "candidate", "new": new} | options
    shown = await asked(server, "substitute", **asks)
    assert why in shown.content
    assert labels(shown) == []
    before.check()
    assert overwrites(server) == rights


@pytest.mark.parametrize("who", ["cora", "zac", "spectator"])
async def test_r30_only_hosts_who_do_not_play_may(server: Server, who: str):
    nora = server.join("Nora")
    await server.play_to_first_turn()
    await refused(server, nora, "Only a host", by=getattr(server, who))


async def test_s22_a_host_who_plays_has_a_players_rights_only(server: Server):
    nora = server.join("Nora")
    await server.play_to_first_turn()
    await give_role(server, server.cora, server.hosts_role)
    await refused(server, nora, "Only a host can do that", by=server.cora)


async def test_s22_a_host_who_has_played_is_no_host_in_that_match_any_more(server: Server):
    nora = server.join("Nora")
    await server.play_to_first_turn()
    await give_role(server, server.zac, server.hosts_role)
    await done(server, nora)
    before = Unmoved(server)
    for command in ("match pause", "match readers", "match skip-ready"):
        assert "Only a host" in answer(await server.zac.slash(server.dm, command))
    before.check()
    result = await server.zac.slash(server.dm, "match forfeit", player="dmo")
    assert "Only a host" in answer(result)
    before.check()


async def test_s22_no_host_lets_themselves_play_on(server: Server):
    await server.play_to_first_turn()
    await refused(server, server.host, "another host has to let you")


async def test_s20_whoever_can_read_the_opponents_submissions_cannot_play_on(server: Server):
    helga = server.guild.add_member(server.env.create_user("Helga"), roles=[server.hosts_role])
    await server.play_to_first_turn()
    await refused(server, helga, f"<#{server.cora_sub.id}>: Helga can read it, and must not")
    await permit(server, server.cora_sub, helga.id, "view_channel")
    await done(server, helga)


async def test_the_opponent_cannot_play_both(server: Server):
    await server.play_to_first_turn()
    await refused(server, server.cora, "two different players")


async def test_a_bot_cannot_play(server: Server):
    beep = server.join("Beep", bot=True)
    await server.play_to_first_turn()
    await refused(server, beep, "Beep is a bot")


async def test_s20_an_administrator_cannot_play_and_nor_can_the_owner(server: Server):
    role = server.guild.create_role("Admins", permissions=discord.Permissions(administrator=True))
    nora = server.guild.add_member(server.env.create_user("Nora"), roles=[role])
    await server.play_to_first_turn()
    await refused(server, nora, "Nora is an administrator here")
    olga = server.join("Olga")
    await hand_over(server, olga)
    await refused(server, olga, "Olga owns this server")


async def test_s20_nobody_can_shut_out_an_administrator_who_goes(server: Server):
    role = server.guild.create_role("Crew")
    nora = server.join("Nora")
    await server.play_to_first_turn()
    await give_role(server, server.zac, role)
    await empower(server, role, "administrator")
    await server.env.advance_time(6)
    await refused(server, nora, "nobody can shut them out")


async def test_s33_whoever_is_timed_out_cannot_play(server: Server):
    nora = server.join("Nora")
    await server.play_to_first_turn()
    await time_out(server, nora, 600)
    await refused(server, nora, "Nora is timed out")


async def test_whoever_has_played_in_the_other_seat_has_seen_its_picks(server: Server):
    nora = server.join("Nora")
    await server.play_to_first_turn()
    await done(server, nora)
    await refused(server, server.zac, "has seen its picks", player="dmo")


async def test_s27_a_permission_that_the_bot_lacks_is_named_before_anything_is_changed(
    server: Server,
):
    nora = server.join("Nora")
    await server.play_to_first_turn()
    await permit(server, server.zac_sub, bot_id(server), "manage_roles")
    await refused(server, nora, f"<#{server.zac_sub.id}>: I may not change who sees it")


async def test_s29_a_thread_in_which_they_cannot_write_is_named(server: Server):
    nora = server.join("Nora")
    channels: dict[str, Any] = fit_channels(server) | {"dm_channel": server.make_thread()}
    await server.play_to_first_turn(**channels)
    lobby = server.lobby
    await permit(server, lobby, nora.id, "send_messages_in_threads")
    await refused(server, nora, "Nora lacks the permission **Send Messages in Threads**")


async def test_a_turn_that_is_just_over_is_settled_first(server_with_windows: Server):
    server, nora = server_with_windows, server_with_windows.join("Nora")
    await server.play_to_first_turn()
    await server.env.advance_time(60.5)
    rights = overwrites(server)
    assert "Give the command again in a moment" in await substitute(server, nora)
    assert overwrites(server) == rights
    await server.env.advance_time(3)
    await done(server, nora)
    assert isinstance(match_of(server).current, ReadyCheck)


@pytest.mark.parametrize("player", ["Sam", "zach", "opponent"])
async def test_somebody_who_does_not_play_cannot_be_replaced(server: Server, player: str):
    nora = server.join("Nora")
    await server.play_to_first_turn()
    await refused(server, nora, f"“{player}” does not play", player=player)


async def test_a_match_that_has_ended_has_no_seat_to_take(server: Server):
    nora = server.join("Nora")
    await server.play_to_first_turn()
    await given(server, "call-off")
    assert "Match 1 has ended" in await substitute(server, nora)


async def test_the_players_of_the_match_that_is_meant_are_offered_and_no_others(server: Server):
    await server.play_to_first_turn()
    offer = server.host.autocomplete
    for command in ("match substitute", "match forfeit"):
        found = await offer(server.dm, command, "player", "")
        assert [(it["name"], it["value"]) for it in found] == [
            ("Cora (DMO)", "dmo"),
            ("Zac (candidate)", "candidate"),
        ]
        assert [it["name"] for it in await offer(server.dm, command, "player", "za")] == [
            "Zac (candidate)"
        ]
        assert await offer(server.lobby, command, "player", "") == []
        assert len(await offer(server.lobby, command, "match", "")) == 1
        filled = await offer(server.lobby, command, "player", "", match=1)
        assert len(filled) == 2
        assert await offer(server.lobby, command, "player", "", match=99) == []
