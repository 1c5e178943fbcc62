"""The hosts' log on Discord: in a channel that neither everybody nor a player reads."""

from __future__ import annotations

from typing import Any

import discord
import pytest
from simcord.builders import ChannelHandle

from minecart_robbery.chat.preflight import why_no_log
from minecart_robbery.engine.match import TurnOpen
from minecart_robbery.live.hosts_log import log_of
from tests.chat.looking import match_of
from tests.chat.server import Server
from tests.chat.test_command_open_channels import SHUT_OUT, WRITES, bot_role, fit_channels
from tests.scenarios.world import delete, give_role, permit, requests, sweeps, told

LOST = "🔔 Hosts: the log of this match can't be shown, since "


def log_for_hosts(
    server: Server,
    also: dict[Any, discord.PermissionOverwrite] | None = None,
    name: str = "log",
):
    """A channel that hosts and the bot read, and nobody else."""
    overwrites = {
        server.guild.default_role: SHUT_OUT,
        bot_role(server): WRITES,
        server.hosts_role: WRITES,
    }
    return server.guild.create_text_channel(name, overwrites=overwrites | (also or {}))


async def keep_log_in(server: Server, channel: ChannelHandle | int) -> None:
    """The server has set this channel for the hosts' log."""
    id = channel if isinstance(channel, int) else channel.id
    await server.bot.record.settings.set(server.guild.id, "hosts_log", id)


async def with_log(server: Server) -> ChannelHandle:
    """A match in its first turn, with a log that can be shown."""
    log = log_for_hosts(server)
    await keep_log_in(server, log)
    await server.play_to_first_turn()
    return log


async def kept(server: Server) -> list[str]:
    """The log of the first match, as the record has it."""
    return [line.text for line in await log_of(server.bot.record, 1)]


def logged(server: Server, log: ChannelHandle) -> list[str]:
    """What stands in the log, each message without its heading."""
    texts = [said.text for said in server.said(log)]
    assert all(text.startswith("**Match 1** (Cora – Zac)\n") for text in texts)
    return [text.partition("\n")[2] for text in texts]


async def test_what_hosts_do_stands_there_with_their_names_and_reasons(server: Server):
    log = await with_log(server)
    await server.host.slash(server.dm, "match pause", reason="tea")
    await server.host.slash(server.dm, "match resume")
    assert logged(server, log) == [
        "🎲 Hanna opens the match: Cora (DMO) against Zac.",
        "▶️ Hanna starts the match.\n⏩ Hanna skips the ready check of round 1.",
        "⏸️ Hanna pauses the match.\nReason: tea",
        "▶️ Hanna goes on with the match.",
    ]


async def test_nobody_is_called_by_the_log(server: Server):
    log = await with_log(server)
    await server.zac.send(server.zac_sub, "host!")
    messages = [server.env.backend.get_message(log.id, it.id) for it in log.history()]
    assert "calls a host" in messages[-1].content
    assert not any(it.ping_role_ids or it.ping_user_ids for it in messages)


async def test_the_dmo_who_runs_the_match_stands_there_by_name(server: Server):
    log = log_for_hosts(server)
    await keep_log_in(server, log)
    await server.open_match(by=server.cora)
    await server.cora.slash(server.dm, "match start")
    assert logged(server, log) == [
        "🎲 Cora opens the match: Cora (DMO) against Zac.",
        "▶️ Cora starts the match.",
    ]


async def test_r33_other_channels_are_logged_with_the_name_of_the_host(server: Server):
    log = await with_log(server)
    new = fit_channels(server)["dmo_submissions"]
    await server.host.slash(server.dm, "match channels", dmo_submissions=new)
    assert any("Hanna has changed the channels" in text for text in logged(server, log))


async def test_s20_an_alarm_of_readers_stands_there(server: Server):
    log = await with_log(server)
    await permit(server, server.cora_sub, server.spectator.id)
    assert "Sam can now read Cora's submissions channel" in logged(server, log)[-1]


async def test_s19_a_pending_pick_does_not_stand_there(server: Server):
    log = await with_log(server)
    before = logged(server, log)
    await server.cora.send(server.cora_sub, "north")
    await server.zac.send(server.dm, "north")
    assert logged(server, log) == before


async def test_s1_after_a_restart_it_goes_on_where_it_was(server: Server):
    log = await with_log(server)
    await server.restart()
    await server.host.slash(server.dm, "match pause")
    assert logged(server, log)[2:] == [
        "⚠️ The bot was restarted; the clock starts again in full.",
        "⏸️ Hanna pauses the match.",
    ]


async def test_a_log_that_is_set_in_the_middle_of_a_match_shows_what_comes_then(server: Server):
    await server.play_to_first_turn()
    log = log_for_hosts(server)
    await keep_log_in(server, log)
    await server.host.slash(server.dm, "match pause")
    assert logged(server, log) == ["⏸️ Hanna pauses the match."]
    assert len(await kept(server)) == 4


async def by_name(server: Server, log: ChannelHandle) -> None:
    await permit(server, log, server.zac.id)


async def by_the_hosts_role(server: Server, log: ChannelHandle) -> None:
    await give_role(server, server.zac, server.hosts_role)


async def by_being_open_to_everybody(server: Server, log: ChannelHandle) -> None:
    await permit(server, log, server.guild.default_role.id, by_role=True)


async def closed_to_the_bot(server: Server, log: ChannelHandle) -> None:
    await permit(server, log, bot_role(server).id, "send_messages", by_role=True)


async def by_being_deleted(server: Server, log: ChannelHandle) -> None:
    await delete(server, log)


TROUBLES = [
    (by_name, "a player can read its channel"),
    (by_the_hosts_role, "a player can read its channel"),
    (by_being_open_to_everybody, "everybody can read its channel"),
    (closed_to_the_bot, "I may not write in its channel"),
    (by_being_deleted, "its channel is not there any more"),
]


@pytest.mark.parametrize(("change", "why"), TROUBLES)
async def test_a_log_that_is_lost_is_told_to_the_hosts_once_and_stops_nothing(
    server: Server, change: Any, why: str
):
    log = await with_log(server)
    before = len(log.history())
    await change(server, log)
    await sweeps(server, 2)
    assert told(server, LOST + why) == 1
    posts = requests(server, "POST", f"/channels/{log.id}/messages")
    await server.zac.send(server.zac_sub, "host!")
    await sweeps(server, 2)
    await server.restart()
    await sweeps(server, 2)
    assert told(server, LOST) == 1
    assert isinstance(match_of(server).current, TurnOpen)
    assert requests(server, "POST", f"/channels/{log.id}/messages") == posts
    if log.id in server.env.backend.channels:
        assert len(log.history()) == before
    assert "🔔 Zac calls a host (round 1, turn 1)." in await kept(server)


@pytest.mark.parametrize(("change", "why"), TROUBLES[:3])
async def test_before_a_match_a_log_that_its_players_read_is_not_used_and_the_hosts_hear_of_it(
    server: Server, change: Any, why: str
):
    log = log_for_hosts(server)
    await keep_log_in(server, log)
    await change(server, log)
    await server.open_match()
    await sweeps(server, 2)
    assert log.history() == []
    assert told(server, LOST + why) == 1


async def test_a_log_that_only_discord_refuses_is_told_of_as_well(server: Server):
    log = await with_log(server)
    path = f"/channels/{log.id}/messages"
    server.env.inject_error("POST", path, status=403, code=50013, times=None)
    await server.zac.send(server.zac_sub, "host!")
    await server.cora.send(server.cora_sub, "host!")
    assert told(server, f"{LOST}I may not write in its channel") == 1
    assert isinstance(match_of(server).current, TurnOpen)


async def test_what_can_be_read_no_more_is_shown_again(server: Server):
    log = await with_log(server)
    await by_name(server, log)
    await permit(server, log, server.zac.id, "view_channel")
    await server.host.slash(server.dm, "match pause")
    assert logged(server, log)[-1] == "⏸️ Hanna pauses the match."


@pytest.mark.parametrize("place", ["dm", "cora_sub"])
async def test_a_channel_of_the_match_itself_is_no_log(server: Server, place: str):
    await server.open_match()
    await keep_log_in(server, getattr(server, place))
    await sweeps(server, 2)
    assert told(server, f"{LOST}its channel is one in which a match is played") == 1


async def test_another_matchs_player_may_read_it_and_that_match_alone_is_not_logged(
    server: Server,
):
    ann, ben = server.join("Ann"), server.join("Ben")
    log = log_for_hosts(server, {ann: WRITES})
    await keep_log_in(server, log)
    await server.open_match()
    await server.open_match(dmo=ann, candidate=ben)
    assert [said.text for said in server.said(log)] == [
        "**Match 1** (Cora – Zac)\n🎲 Hanna opens the match: Cora (DMO) against Zac."
    ]


def cached(server: Server, channel: ChannelHandle) -> discord.TextChannel:
    found = server.bot.get_channel(channel.id)
    assert isinstance(found, discord.TextChannel)
    return found


async def test_a_fit_channel_can_be_set(server: Server):
    await server.open_match()
    log = log_for_hosts(server)
    await server.env.settle()
    assert why_no_log(cached(server, log), server.bot.house) is None


@pytest.mark.parametrize(("change", "why"), TROUBLES[:4])
async def test_a_channel_that_is_not_fit_can_not_be_set_and_it_is_said_why(
    server: Server, change: Any, why: str
):
    await server.open_match()
    log = log_for_hosts(server)
    await change(server, log)
    await server.env.settle()
    assert why_no_log(cached(server, log), server.bot.house) == why


async def test_a_channel_in_which_a_match_is_played_can_not_be_set(server: Server):
    await server.open_match()
    why = why_no_log(cached(server, server.zac_sub), server.bot.house)
    assert why == "its channel is one in which a match is played"
