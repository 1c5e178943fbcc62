"""/minecart hosts and /minecart rules: what concerns the whole server."""

from __future__ import annotations

from pathlib import Path

import discord
import pytest
from discord.app_commands.namespace import Namespace
from simcord.actors import MemberActor
from simcord.results import InteractionResult

from tests.chat.buttons import confirmed
from tests.chat.server import Server, answer, running_server

ON_A_PHONE = 1100
"""Characters that are read on a phone without losing the thread: two screens."""
VIEW = discord.Permissions.view_channel.flag


def private(result: InteractionResult) -> str:
    """What was answered, so that nobody else could see it."""
    assert result.ephemeral
    return answer(result)


async def is_host(server: Server, somebody: MemberActor) -> bool:
    """Whether somebody can do in the open match what only hosts can."""
    result = await somebody.slash(server.dm, "match call-off")
    if answer(result).startswith("Only a host"):
        return False
    await confirmed(somebody, server.dm, "call-off")
    await server.open_match(by=somebody)
    return True


async def test_a_manager_sets_the_hosts_role_and_is_told_who_the_hosts_are(server: Server):
    role = server.guild.create_role("Deal_ers")
    result = await server.host.slash(server.lobby, "minecart hosts", role=role)
    assert private(result) == r"Hosts are now members with the role Deal\_ers."
    assert await server.bot.record.hosts_role(server.guild.id) == role.id


async def test_the_hosts_role_makes_hosts_and_without_it_managers_are(server: Server):
    role = server.guild.create_role("Dealers")
    dealer = server.guild.add_member(server.env.create_user("Dee"), roles=[role])
    await server.open_match()
    assert await is_host(server, server.host)
    assert not await is_host(server, dealer)
    await server.host.slash(server.lobby, "minecart hosts", role=role)
    assert not await is_host(server, server.host)
    assert await is_host(server, dealer)


async def test_a_manager_clears_the_hosts_role_also_without_having_it(server: Server):
    role = server.guild.create_role("Dealers")
    await server.open_match()
    await server.host.slash(server.lobby, "minecart hosts", role=role)
    said = private(await server.host.slash(server.lobby, "minecart hosts"))
    assert said.startswith("Hosts are now members who may manage the server.")
    assert "Name a role with **/minecart hosts**" in said
    assert await server.bot.record.hosts_role(server.guild.id) is None
    assert await is_host(server, server.host)


async def test_who_may_not_manage_the_server_cannot_set_the_hosts_role(server: Server):
    role = server.guild.create_role("Dealers")
    dealer = server.guild.add_member(server.env.create_user("Dee"), roles=[role])
    await server.host.slash(server.lobby, "minecart hosts", role=role)
    for somebody in (server.spectator, server.cora, dealer):
        said = private(await somebody.slash(server.lobby, "minecart hosts"))
        assert (
            said
            == "Only a member who may manage the server can set the hosts' role. Ask one of them."
        )
    assert await server.bot.record.hosts_role(server.guild.id) == role.id


async def test_everyone_cannot_be_the_hosts_role(server: Server):
    everyone = server.guild.default_role
    said = private(await server.host.slash(server.lobby, "minecart hosts", role=everyone))
    await server.open_match(by=server.cora)
    can = server.env.backend.compute_permissions(
        server.guild.id, server.spectator.id, server.cora_sub.id
    )
    assert not can & VIEW, "a spectator can read the DMO's submissions channel"
    assert not said.startswith("Hosts are now")
    assert await server.bot.record.hosts_role(server.guild.id) is None


async def test_a_hosts_role_that_is_deleted_makes_managers_hosts_again(server: Server):
    role = server.guild.create_role("Dealers")
    await server.host.slash(server.lobby, "minecart hosts", role=role)
    server.env.backend.delete_role(server.guild.id, role.id)
    table = await server.open_match(by=server.cora)
    said = answer(await confirmed(server.host, server.dm, "call-off"))
    assert table.is_over, f"a manager was told: {said}"


async def test_each_server_has_its_own_hosts_role(server: Server):
    role = server.guild.create_role("Dealers")
    other = server.env.create_guild("Elsewhere")
    boss = MemberActor(server.env, other, other.owner)
    lobby = other.create_text_channel("lobby")
    await server.host.slash(server.lobby, "minecart hosts", role=role)
    assert await server.bot.record.hosts_role(other.id) is None
    await boss.slash(lobby, "minecart hosts")
    assert await server.bot.record.hosts_role(server.guild.id) == role.id


async def test_anybody_is_shown_the_rules_short_enough_for_a_phone(server: Server):
    said = private(await server.spectator.slash(server.lobby, "minecart rules"))
    assert len(said) <= ON_A_PHONE
    for word in ("miner", "thief", "accelerate", "join", "keep", "host!", "60 seconds", "15 gems"):
        assert word in said


async def test_the_rules_are_those_with_which_matches_are_opened_here(tmp_path: Path):
    rules = {"target_gems": 20, "rounds_to_win": 2, "turn_seconds": 90}
    async with running_server(tmp_path / "record.db", **rules) as server:
        said = private(await server.spectator.slash(server.lobby, "minecart rules"))
    for part in ("20 gems win a round", "2 rounds win the match", "90 seconds"):
        assert part in said


async def test_in_a_matchs_channels_the_rules_are_those_of_that_match(server: Server):
    await server.open_match(target_gems=1, rounds_to_win=1, turn_seconds=5)
    said = answer(await server.spectator.slash(server.dm, "minecart rules"))
    assert "1 gem wins a round, 1 round wins the match" in said
    assert "within 5 seconds" in said


async def test_a_role_that_is_not_known_yet_is_asked_for_and_clears_nothing(
    server: Server, monkeypatch: pytest.MonkeyPatch
):
    role = server.guild.create_role("Dealers")
    new = server.guild.create_role("New")
    await server.host.slash(server.lobby, "minecart hosts", role=role)
    monkeypatch.setattr(Namespace, "_get_resolved_items", lambda *_: {})
    said = private(await server.host.slash(server.lobby, "minecart hosts", role=new))
    assert said == "Hosts are now members with the role New."
    assert await server.bot.record.hosts_role(server.guild.id) == new.id
    server.env.inject_error("GET", f"/guilds/{server.guild.id}/roles/{role.id}", status=404)
    said = private(await server.host.slash(server.lobby, "minecart hosts", role=role))
    assert said.startswith("I don't know that role, so nothing was changed.")
    assert await server.bot.record.hosts_role(server.guild.id) == new.id
