"""Others can read a submissions channel, and a host plays in the match: rows S20 and S22."""

from __future__ import annotations

from collections.abc import Awaitable, Callable
from typing import Any

import discord
import pytest
from simcord.actors import MemberActor
from simcord.builders import RoleHandle

from minecart_robbery.engine.match import PauseCause, WaitingToStart
from minecart_robbery.engine.nouns import Seat, Track
from tests.chat.looking import Unmoved, match_of, picks
from tests.chat.server import Server, answer
from tests.chat.test_command_open_channels import WRITES, fit_channels, private_to
from tests.scenarios.world import (
    come_back,
    empower,
    give_role,
    hand_over,
    lines_said,
    pause_of,
    permit,
    shut_out,
    sweeps,
    take_role,
    told,
)

HEADING_START = "**The match can't start yet:**"
HEADING_RESUME = "**The match can't go on yet:**"
Change = Callable[[Server, MemberActor], Awaitable[None]]
"""What somebody does to a server, by which a member of it comes to read Cora's submissions."""


async def by_name(server: Server, member: MemberActor) -> None:
    await permit(server, server.cora_sub, member.id)


async def by_a_role_that_is_let_in(server: Server, member: MemberActor) -> None:
    role = server.guild.create_role("Team")
    await lift_denial(server, member)
    await give_role(server, member, role)
    await permit(server, server.cora_sub, role.id, by_role=True)


async def by_being_given_the_hosts_role(server: Server, member: MemberActor) -> None:
    await lift_denial(server, member)
    await give_role(server, member, server.hosts_role)


async def by_being_made_administrator(server: Server, member: MemberActor) -> None:
    await give_role(server, member, root_role(server))


async def by_a_role_that_becomes_administrator(server: Server, member: MemberActor) -> None:
    role = server.guild.create_role("Team")
    await give_role(server, member, role)
    await empower(server, role, "administrator")


async def by_owning_the_server(server: Server, member: MemberActor) -> None:
    await hand_over(server, member)


CHANGES: list[Change] = [
    by_name,
    by_a_role_that_is_let_in,
    by_being_given_the_hosts_role,
    by_being_made_administrator,
    by_a_role_that_becomes_administrator,
    by_owning_the_server,
]


def root_role(server: Server) -> RoleHandle:
    """A role of administrators."""
    return server.guild.create_role("Root", permissions=discord.Permissions(administrator=True))


async def lift_denial(server: Server, member: MemberActor) -> None:
    """Somebody takes away the overwrite that keeps a member out of Cora's channel by name."""
    server.env.backend.delete_overwrite(server.cora_sub.id, member.id)
    await server.env.settle()


def alarms(server: Server) -> list[str]:
    """What the hosts have been told of new readers."""
    return [line for line in lines_said(server) if "can now read" in line]


# ----------------------------------------------------------------- S20: the opponent


@pytest.mark.parametrize("change", CHANGES)
async def test_s20_the_opponent_as_a_reader_pauses_the_match_at_once(
    server: Server, change: Change
):
    await server.play_to_first_turn()
    await server.cora.send(server.cora_sub, "north")
    await change(server, server.zac)
    assert pause_of(server) is PauseCause.AWAY
    assert told(server, "🔔 Hosts: I have paused the match: Zac can read Cora's") == 1
    assert "Zac can read this channel just now" in server.last(server.cora_sub)
    await sweeps(server, 3)
    assert pause_of(server) is PauseCause.AWAY


async def test_s20_once_the_opponent_is_kept_out_again_a_host_goes_on(server: Server):
    """A pick may have been seen, so nothing goes on by itself."""
    await server.play_to_first_turn()
    await server.cora.send(server.cora_sub, "north")
    role = root_role(server)
    await give_role(server, server.zac, role)
    await take_role(server, server.zac, role)
    await sweeps(server, 2)
    assert pause_of(server) is PauseCause.AWAY
    assert told(server, "what kept the match from going on is put right") == 1
    await server.host.slash(server.dm, "match resume")
    assert picks(server) == {Seat.DMO: Track.NORTH}
    await give_role(server, server.zac, role)
    assert pause_of(server) is PauseCause.AWAY


async def test_s20_in_the_other_channel_as_well(server: Server):
    await server.play_to_first_turn()
    await permit(server, server.zac_sub, server.cora.id)
    assert pause_of(server) is PauseCause.AWAY
    await shut_out(server, server.zac_sub, server.cora)
    await server.host.slash(server.dm, "match resume")
    assert pause_of(server) is None


async def test_s20_what_everybody_reads_the_opponent_reads(server: Server):
    await server.play_to_first_turn()
    await lift_denial(server, server.zac)
    everybody = server.guild.default_role.id
    await permit(server, server.cora_sub, everybody, by_role=True)
    assert pause_of(server) is PauseCause.AWAY
    assert ["everybody in this server can now read Cora's" in it for it in alarms(server)] == [True]
    await permit(server, server.cora_sub, everybody, "view_channel", by_role=True)
    await server.host.slash(server.dm, "match resume")
    assert pause_of(server) is None


async def test_s20_an_opponent_who_became_a_reader_while_the_bot_was_down_is_noticed(
    server: Server,
):
    await server.play_to_first_turn()
    await server.go_down()
    await permit(server, server.cora_sub, server.zac.id)
    await server.restart()
    assert pause_of(server) is PauseCause.AWAY
    assert alarms(server) == []


async def test_s20_nobody_goes_on_while_the_opponent_reads(server: Server):
    await server.play_to_first_turn()
    await permit(server, server.cora_sub, server.zac.id)
    before = Unmoved(server)
    result = await server.host.slash(server.dm, "match resume")
    assert result.ephemeral
    heading, line = answer(result).splitlines()
    assert heading == HEADING_RESUME
    assert line.endswith("Deny Zac **View Channel** there by name.")
    before.check()


async def test_s20_in_a_pause_of_a_hosts_it_is_an_alarm_and_the_match_is_not_resumed(
    server: Server,
):
    await server.play_to_first_turn()
    await server.host.slash(server.dm, "match pause")
    await permit(server, server.cora_sub, server.zac.id)
    await sweeps(server, 2)
    assert pause_of(server) is PauseCause.HOST
    (alarm,) = alarms(server)
    assert "Zac (the opponent) can now read Cora's submissions channel" in alarm
    result = await server.host.slash(server.dm, "match resume")
    assert answer(result).startswith(HEADING_RESUME)
    await shut_out(server, server.cora_sub, server.zac)
    await server.host.slash(server.dm, "match resume")
    assert pause_of(server) is None


@pytest.mark.parametrize("by", ["host", "cora"])
@pytest.mark.parametrize("change", CHANGES)
async def test_s20_the_opponent_as_a_reader_refuses_the_start_and_nothing_changes(
    server: Server, change: Change, by: str
):
    await server.open_match()
    await change(server, server.zac)
    before = Unmoved(server)
    result = await getattr(server, by).slash(server.dm, "match start")
    assert result.ephemeral
    heading, *lines = answer(result).splitlines()
    assert heading == HEADING_START
    assert all("Zac" in line for line in lines)
    assert isinstance(match_of(server).current, WaitingToStart)
    before.check()


async def test_s20_a_start_refused_for_that_succeeds_when_it_is_mended(server: Server):
    await server.open_match()
    await permit(server, server.cora_sub, server.zac.id)
    result = await server.host.slash(server.dm, "match start")
    assert "Deny Zac **View Channel** there by name." in answer(result)
    await shut_out(server, server.cora_sub, server.zac)
    await server.start_match()
    assert not isinstance(match_of(server).current, WaitingToStart)


async def test_s20_of_an_administrator_it_is_said_that_no_overwrite_keeps_them_out(server: Server):
    await server.open_match()
    await by_being_made_administrator(server, server.zac)
    result = await server.host.slash(server.dm, "match start")
    assert "Zac is an administrator here, so nobody can keep" in answer(result)
    assert "by name" not in answer(result)


@pytest.mark.parametrize("change", CHANGES[3:])
async def test_s20_a_match_is_not_moved_to_a_channel_that_the_opponent_reads(
    server: Server, change: Change
):
    await server.play_to_first_turn()
    await change(server, server.zac)
    before = Unmoved(server)
    new = fit_channels(server)["dmo_submissions"]
    result = await server.host.slash(server.dm, "match channels", dmo_submissions=new)
    assert answer(result).startswith("**The match can't go on there yet:**")
    before.check()


# ----------------------------------------------------------------- S20: all others


@pytest.mark.parametrize("change", CHANGES)
async def test_s20_a_new_reader_is_an_alarm_once_and_stops_nothing(server: Server, change: Change):
    await server.play_to_first_turn()
    await change(server, server.spectator)
    await sweeps(server, 3)
    assert [it for it in alarms(server) if "Sam" in it and "Cora's submissions" in it] != []
    per_channel = {it.rpartition(" can now read ")[2] for it in alarms(server)}
    assert len(alarms(server)) == len(per_channel)
    assert pause_of(server) is None
    before = alarms(server)
    await server.restart()
    await sweeps(server, 2)
    assert alarms(server) == before


async def test_s20_an_alarm_goes_to_the_hosts_and_marks_an_administrator(server: Server):
    await server.play_to_first_turn()
    await by_being_made_administrator(server, server.spectator)
    assert alarms(server) == [
        f"<@&{server.hosts_role.id}> 🔔 Hosts: Sam (administrator) can now read {player}'s "
        "submissions channel."
        for player in ("Cora", "Zac")
    ]


async def test_s20_whoever_joins_with_a_role_that_reads_is_an_alarm(server: Server):
    await server.play_to_first_turn()
    user = server.env.create_user("Beep", bot=True)
    server.guild.add_member(user, roles=[server.hosts_role])
    await server.env.settle()
    assert [it.count("Beep (bot) can now read") for it in alarms(server)] == [1, 1]


async def test_s20_a_reader_added_while_the_bot_was_down_is_an_alarm_when_it_is_back(
    server: Server,
):
    await server.play_to_first_turn()
    await server.go_down()
    await by_name(server, server.spectator)
    await server.restart()
    assert len(alarms(server)) == 1
    await server.restart()
    await sweeps(server, 2)
    assert len(alarms(server)) == 1


async def test_s20_a_reader_who_is_one_no_more_and_then_again_is_an_alarm_again(server: Server):
    await server.play_to_first_turn()
    await by_name(server, server.spectator)
    await lift_denial(server, server.spectator)
    await by_name(server, server.spectator)
    assert len(alarms(server)) == 2


async def test_s20_those_who_read_at_the_opening_are_no_alarm(server: Server):
    overwrites = private_to(server, server.cora, {server.spectator: WRITES})
    channel = server.guild.create_text_channel("odd", overwrites=overwrites)
    given: dict[str, Any] = fit_channels(server) | {"dmo_submissions": channel}
    await server.play_to_first_turn(**given)
    await sweeps(server, 2)
    await server.restart()
    await sweeps(server, 2)
    assert alarms(server) == []


async def test_s20_those_who_read_in_a_channel_to_which_the_match_moves_are_no_alarm(
    server: Server,
):
    await server.play_to_first_turn()
    overwrites = private_to(server, server.cora, {server.spectator: WRITES})
    new = server.guild.create_text_channel("odd", overwrites=overwrites)
    await server.host.slash(server.dm, "match channels", dmo_submissions=new)
    await sweeps(server, 3)
    assert alarms(server) == []
    server.cora_sub = new
    await permit(server, new, server.join("Max").id)
    assert ["Max can now read" in it for it in alarms(server)] == [True]


async def test_s20_a_player_who_comes_back_is_no_reader_of_their_own_channel(server: Server):
    await server.play_to_first_turn()
    server.guild.remove_member(server.cora)
    await server.env.settle()
    await come_back(server, server.cora)
    await sweeps(server, 2)
    assert alarms(server) == []


async def test_s20_another_nickname_is_no_alarm(server: Server):
    await server.play_to_first_turn()
    server.env.backend.edit_member(server.guild.id, server.host.id, {"nick": "Hanna II"})
    await server.env.settle()
    assert alarms(server) == []


async def test_s20_no_pick_is_in_what_is_told_of_readers(server: Server):
    await server.play_to_first_turn()
    before = lines_said(server)
    await server.cora.send(server.cora_sub, "north")
    acknowledged = lines_said(server)
    await by_being_made_administrator(server, server.zac)
    await by_name(server, server.spectator)
    shown = await server.host.slash(server.dm, "match readers")
    new = [line for line in lines_said(server) if line not in acknowledged]
    assert len(lines_said(server)) > len(acknowledged) > len(before)
    assert not any("north" in line.lower() for line in (*new, answer(shown)))


# ----------------------------------------------------------------- S22


@pytest.mark.parametrize(
    ("command", "options"),
    [
        ("readers", {}),
        ("skip-ready", {}),
        ("start", {"skip_ready": True}),
        ("resume", {}),
        ("pause", {}),
        ("call-off", {}),
        ("pick-for", {"player": "dmo", "track": "north", "reason": "by phone"}),
        ("award", {"player": "candidate", "gems": 3, "reason": "a gift"}),
        ("take-back turn", {"reason": "a gift"}),
        ("take-back round", {"reason": "a gift"}),
        ("settle-now", {"reason": "it is late"}),
        ("extend", {"seconds": 30, "reason": "it is early"}),
        ("forfeit", {"player": "dmo"}),
        ("channels", {}),
    ],
)
async def test_s22_a_host_who_plays_has_no_command_of_the_hosts(
    server: Server, command: str, options: dict[str, Any]
):
    table = await server.open_match()
    await give_role(server, server.zac, server.hosts_role)
    await server.start_match()
    await server.cora.send(server.dm, "miner")
    if command == "resume":
        await server.host.slash(server.dm, "match pause")
    before = Unmoved(server)
    result = await server.zac.slash(server.dm, f"match {command}", **options)
    assert result.ephemeral
    assert "nly a host" in answer(result)
    before.check()
    assert table.match == before.match


async def test_s22_a_host_who_plays_reads_only_their_own_submissions_channel(server: Server):
    await give_role(server, server.zac, server.hosts_role)
    await server.open_match()
    shown = answer(await server.host.slash(server.dm, "match readers"))
    assert "⚠️" not in shown
    await server.start_match()
    await server.cora.send(server.dm, "miner")
    assert pause_of(server) is None
    assert "Round 1 · Turn 1" in server.last(server.dm)
