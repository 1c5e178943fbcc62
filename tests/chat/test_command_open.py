"""/match open: who may, for whom, with which settings; what is answered otherwise (R29, R30)."""

from __future__ import annotations

from pathlib import Path
from typing import Any

import discord
import pytest
from discord.app_commands import TransformerError
from simcord.actors import MemberActor
from simcord.results import InteractionResult

from minecart_robbery.engine.match import WaitingToStart
from minecart_robbery.engine.nouns import Seat
from minecart_robbery.engine.rules import ReadyRounds, RoleDefault, Rules
from tests.chat.server import Server, answer, running_server

A_MANAGER = "members who may manage the server"


def channels(server: Server) -> set[int]:
    """The ids of all channels that there are."""
    return set(server.env.backend.get_guild(server.guild.id).channel_ids)


def private(result: InteractionResult) -> str:
    """What was answered, so that nobody else could see it."""
    assert result.ephemeral
    return answer(result)


async def refusal(server: Server, by: MemberActor, **options: Any) -> str:
    """What somebody is answered to a `/match open` that makes no match and no channel."""
    before = channels(server)
    players = {"dmo": server.cora, "candidate": server.zac}
    said = private(await by.slash(server.lobby, "match open", **(players | options)))
    assert server.env.errors == []
    assert list(server.bot.house.tables()) == []
    assert channels(server) == before
    return said


async def test_a_host_opens_a_match_and_is_told_where_it_is_and_what_comes_next(server: Server):
    result = await server.host.slash(
        server.lobby, "match open", dmo=server.cora, candidate=server.zac
    )
    (table,) = server.bot.house.tables()
    dm, dmo, candidate = (f"<#{id}>" for id in table.seating.channels())
    assert private(result).startswith(
        f"Match 1 is open: Cora (DMO) against Zac in {dm}. Submissions channels: {dmo} and "
        f"{candidate}. Start it with **/match start**.\n"
    )
    assert isinstance(table.match.current, WaitingToStart)
    assert table.match.rules == server.bot.settings.rules
    assert (table.seating.dmo.person, table.seating.candidate.person) == (
        server.cora.id,
        server.zac.id,
    )


async def test_each_channel_is_told_what_it_is_for_and_whom_it_is_for(server: Server):
    await server.open_match()
    public, cora, zac = (
        server.said(channel) for channel in (server.dm, server.cora_sub, server.zac_sub)
    )
    assert [said.text.endswith("@Cora @Zac") for said in public] == [True]
    assert [said.text.startswith("@Cora This is your submissions channel") for said in cora] == [1]
    assert [said.text.startswith("@Zac This is your submissions channel") for said in zac] == [1]


async def test_all_settings_can_be_chosen_by_a_host_and_hold_for_this_match_only_r29(
    server: Server,
):
    chosen: dict[str, Any] = {
        "target_gems": 99,
        "rounds_to_win": 1,
        "turn_seconds": 5,
        "role_seconds": 3600,
        "ready_seconds": 30,
        "settle_seconds": 0.25,
        "grace_seconds": 30.0,
        "idle_turns_before_pause": 7,
        "role_default": "ask the host",
        "first_picker": "candidate",
        "ready_check": "every",
        "between_turns_seconds": 60,
        "shows_picked": True,
        "private_prompts": False,
    }
    table = await server.open_match(**chosen)
    assert table.match.rules == Rules(
        target_gems=99,
        rounds_to_win=1,
        turn_seconds=5,
        role_seconds=3600,
        ready_seconds=30,
        settle_seconds=0.25,
        grace_seconds=30,
        idle_turns_before_pause=7,
        role_default=RoleDefault.ASK,
        first_picker=Seat.CANDIDATE,
        ready_check=ReadyRounds.EVERY,
        between_turns_seconds=60,
        shows_picked=True,
        private_prompts=False,
    )
    assert (await server.open_match()).match.rules == server.bot.settings.rules


async def test_the_dmo_opens_a_match_naming_themselves_as_it_comes_r30(server: Server):
    table = await server.open_match(by=server.cora)
    assert table.seating.dmo.person == server.cora.id
    assert table.match.rules == server.bot.settings.rules


@pytest.mark.parametrize("settings", [{"target_gems": 15}, {"role_default": "miner"}])
async def test_the_dmo_cannot_choose_settings_r30(server: Server, settings: dict[str, Any]):
    said = await refusal(server, server.cora, **settings)
    assert said == (
        "Only a host can choose a match's settings. Open it without them, or ask a host."
    )


@pytest.mark.parametrize("option", ["dm_channel", "dmo_submissions", "candidate_submissions"])
async def test_the_dmo_cannot_choose_channels_r30(server: Server, option: str):
    said = await refusal(server, server.cora, **{option: server.lobby})
    assert said == (
        "Only a host can choose a match's channels. Open it without them and they are made."
    )


async def test_neither_the_candidate_nor_a_spectator_can_open_a_match_of_others_r30(
    server: Server,
):
    for somebody in (server.zac, server.spectator):
        said = await refusal(server, somebody)
        assert said == (
            "A player can open a match only with themselves as the DMO. Ask a host, or name "
            "yourself as **dmo**."
        )


async def test_where_the_dmo_may_not_run_matches_only_hosts_open_them_r30(tmp_path: Path):
    async with running_server(tmp_path / "record.db", dmo_may_run=False) as server:
        for somebody in (server.cora, server.zac, server.spectator):
            said = await refusal(server, somebody)
            assert said.startswith(f"Only a host can do that. Hosts here are {A_MANAGER}")
        await server.open_match()


async def test_where_a_hosts_role_is_set_its_members_are_hosts_and_managers_are_not(
    server: Server,
):
    role = server.guild.create_role("Deal*ers*")
    dealer = server.guild.add_member(server.env.create_user("Dee"), roles=[role])
    assert "themselves as the DMO" in await refusal(server, dealer)
    await server.host.slash(server.lobby, "minecart hosts", role=role)
    assert "themselves as the DMO" in await refusal(server, server.host)
    await server.open_match(by=dealer)


async def test_the_hosts_role_is_named_to_those_who_do_not_have_it(tmp_path: Path):
    async with running_server(tmp_path / "record.db", dmo_may_run=False) as server:
        role = server.guild.create_role("Deal*ers*")
        await server.host.slash(server.lobby, "minecart hosts", role=role)
        said = await refusal(server, server.cora)
    who = r"members with the role Deal\*ers\*"
    assert said == f"Only a host can do that. Hosts here are {who}; ask one of them."


async def test_a_host_cannot_open_a_match_in_which_they_are_the_candidate_s22(server: Server):
    said = await refusal(server, server.host, candidate=server.host)
    assert "You play in this match" in said
    assert "a host who doesn't play has to open it" in said


async def test_a_host_who_plays_as_dmo_has_the_dmos_rights_and_no_more_s22(server: Server):
    said = await refusal(server, server.host, dmo=server.host, target_gems=9)
    assert "settings" in said
    said = await refusal(server, server.host, dmo=server.host, dm_channel=server.lobby)
    assert "channels" in said
    await server.open_match(dmo=server.host, by=server.host)


async def test_a_host_who_plays_as_dmo_where_the_dmo_may_not_is_told_that_another_host_may_s22(
    tmp_path: Path,
):
    async with running_server(tmp_path / "record.db", dmo_may_run=False) as server:
        said = await refusal(server, server.host, dmo=server.host)
    assert "You play in this match" in said
    assert "a host who doesn't" in said


async def test_one_person_cannot_be_both_players(server: Server):
    said = await refusal(server, server.host, candidate=server.cora)
    assert said == "A match needs two different players. Name another **candidate**."


@pytest.mark.parametrize("option", ["dmo", "candidate"])
async def test_a_bot_cannot_play(server: Server, option: str):
    said = await refusal(server, server.host, **{option: server.join("Robo_t", bot=True)})
    assert said == r"Robo\_t is a bot. Both players have to be people; name somebody else."


@pytest.mark.parametrize("option", ["dmo", "candidate"])
async def test_an_administrator_cannot_play_since_nothing_can_be_kept_from_them_s20(
    server: Server, option: str
):
    role = server.guild.create_role("Boss", permissions=discord.Permissions(administrator=True))
    boss = server.guild.add_member(server.env.create_user("Bo"), roles=[role])
    said = await refusal(server, server.host, **{option: boss})
    assert said.startswith("Bo is an administrator here, so nobody can keep")


@pytest.mark.parametrize("option", ["dmo", "candidate"])
async def test_the_servers_owner_cannot_play_and_is_called_the_owner_s20(
    server: Server, option: str
):
    owner = MemberActor(server.env, server.guild, server.guild.owner)
    said = await refusal(server, server.host, **{option: owner})
    assert said.startswith(owner.name)
    assert "administrator" not in said
    assert "own" in said.removeprefix(owner.name)


@pytest.mark.parametrize("option", ["dmo", "candidate"])
async def test_somebody_who_is_not_in_the_server_cannot_play_and_that_is_said(
    server: Server, option: str
):
    players = {"dmo": server.cora, "candidate": server.zac}
    options = players | {option: server.env.create_user("Stranger")}
    said = private(await server.host.slash(server.lobby, "match open", **options))
    assert [type(error) for error in server.env.errors] == [TransformerError]
    assert "Stranger" in said
    assert "not in this server" in said


async def test_without_manage_channels_a_host_is_told_of_both_ways_out(server: Server):
    role = server.guild.roles[server.env.backend.bot_user.name]
    server.env.backend.edit_role(server.guild.id, role.id, {"permissions": 1 << 10 | 1 << 11})
    said = await refusal(server, server.host)
    assert said == (
        "**The match can't be opened yet:**\n- I may not make channels here. Give me the "
        "permission **Manage Channels**, or name three channels that exist."
    )


async def test_the_same_two_can_have_two_matches_in_different_channels_s17(server: Server):
    first, second = await server.open_match(), await server.open_match()
    assert set(first.seating.channels()).isdisjoint(second.seating.channels())
    assert (first.seating.match, second.seating.match) == (1, 2)


async def test_a_dmo_has_one_open_match_at_a_time_r30(server: Server):
    await server.open_match(by=server.cora)
    before = channels(server)
    result = await server.cora.slash(
        server.lobby, "match open", dmo=server.cora, candidate=server.spectator
    )
    assert private(result).startswith("You have opened a match already")
    assert channels(server) == before


async def test_hosts_open_as_many_matches_for_a_dmo_as_they_like_s17(server: Server):
    await server.open_match(by=server.cora)
    await server.open_match(candidate=server.spectator)
    assert len(list(server.bot.house.tables())) == 2
