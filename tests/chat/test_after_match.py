"""When a match has ended its own channels are left, locked or archived, as the server wants it."""

from __future__ import annotations

from typing import Any

import discord
import pytest
from simcord.actors import MemberActor
from simcord.builders import ChannelHandle

from minecart_robbery.chat.application import PERMISSIONS
from minecart_robbery.chat.channels import MOST_IN_CATEGORY
from minecart_robbery.live.after_match import TRIES
from tests.chat.buttons import confirmed
from tests.chat.server import Server
from tests.chat.test_channels import HISTORY, SEND, VIEW, after_each_request, may
from tests.chat.test_command_open_channels import bot_role, fit_channels
from tests.scenarios.world import bot_id, changed_channels, delete, give_role, sweeps

THREADS = discord.Permissions(
    send_messages_in_threads=True, create_public_threads=True, create_private_threads=True
).value
WRITING = SEND | THREADS

__all__ = ["after_each_request"]


async def wants(server: Server, after_match: str, archive: ChannelHandle | int | None = None):
    """What the server has set for the time after a match."""
    settings = server.bot.record.settings
    await settings.set(server.guild.id, "after_match", after_match)
    if archive is not None:
        id = archive if isinstance(archive, int) else archive.id
        await settings.set(server.guild.id, "archive_category", id)


async def called_off(server: Server) -> None:
    """The match is called off, and a sweep goes by."""
    await confirmed(server.host, server.dm, "call-off")
    await sweeps(server, 2)


def channels(server: Server) -> list[ChannelHandle]:
    return [server.dm, server.cora_sub, server.zac_sub]


def writers(server: Server, channel: ChannelHandle) -> set[str]:
    """Who may write in a channel, or in a thread of it."""
    people = {"Hanna": server.host, "Cora": server.cora, "Zac": server.zac, "Sam": server.spectator}
    found = {name for name, member in people.items() if can_write(server, member, channel)}
    return found | ({"bot"} if may(server, bot_id(server), channel.id) & SEND else set())


def can_write(server: Server, member: MemberActor, channel: ChannelHandle) -> bool:
    has = may(server, member, channel.id)
    return bool(has & VIEW and has & WRITING)


def readers(server: Server) -> list[list[bool]]:
    """Who may read which channel of the match."""
    people = [server.host, server.cora, server.zac, server.spectator, bot_id(server)]
    return [
        [may(server, member, channel.id) & VIEW & HISTORY == VIEW & HISTORY for member in people]
        for channel in channels(server)
    ]


def category_of(server: Server, channel: ChannelHandle) -> int | None:
    return server.env.backend.channels[channel.id].parent_id


def problems(server: Server) -> list[str]:
    """What the hosts were told of channels of a match that has ended."""
    said = [said.text for channel in channels(server) for said in server.said(channel)]
    return [text for text in said if "🔔 Hosts: the match has ended" in text]


def edits(server: Server) -> list[int]:
    return [id for id in changed_channels(server) if id in {it.id for it in channels(server)}]


@pytest.mark.parametrize("set_to", [None, "leave"])
async def test_as_shipped_everything_stays_as_it_is(server: Server, set_to: str | None):
    if set_to is not None:
        await wants(server, set_to)
    await server.open_match()
    before = [writers(server, channel) for channel in channels(server)]
    await called_off(server)
    assert edits(server) == []
    assert [writers(server, channel) for channel in channels(server)] == before
    assert await server.bot.record.unfinished_matches() == ()


async def test_locked_nobody_writes_there_but_hosts_and_the_bot(server: Server):
    await wants(server, "lock")
    await server.open_match()
    assert writers(server, server.dm) == {"Hanna", "Cora", "Zac", "Sam", "bot"}
    await called_off(server)
    for channel in channels(server):
        assert writers(server, channel) == {"Hanna", "bot"}
    assert problems(server) == []


async def test_a_match_that_was_won_is_locked_as_well(server: Server):
    await wants(server, "lock")
    await server.play_to_first_turn(target_gems=1, rounds_to_win=1)
    await server.cora.send(server.cora_sub, "north")
    await server.zac.send(server.zac_sub, "south")
    await sweeps(server, 2)
    assert "sealed" in server.last(server.dm)
    assert writers(server, server.dm) == {"Hanna", "bot"}


@pytest.mark.parametrize("after_match", ["lock", "archive"])
async def test_s20_at_no_moment_anybody_reads_more_or_less_than_before(
    server: Server, after_each_request: list[Any], after_match: str
):
    await wants(server, after_match, server.guild.create_category("Archive"))
    await server.open_match()
    before = readers(server)
    after_each_request.append(lambda: seen.append(readers(server)))
    seen: list[list[list[bool]]] = []
    await called_off(server)
    assert len(edits(server)) == 3
    assert seen
    assert all(one == before for one in seen)


async def test_each_channel_is_changed_by_one_request_and_only_once(server: Server):
    await wants(server, "archive", server.guild.create_category("Archive"))
    await server.open_match()
    await called_off(server)
    await sweeps(server, 3)
    await server.restart()
    await sweeps(server, 2)
    assert sorted(edits(server)) == sorted(channel.id for channel in channels(server))


async def test_archived_they_are_locked_and_in_the_category(server: Server):
    archive = server.guild.create_category("Archive")
    await wants(server, "archive", archive)
    await server.open_match()
    await called_off(server)
    for channel in channels(server):
        assert category_of(server, channel) == archive.id
        assert writers(server, channel) == {"Hanna", "bot"}


async def test_nothing_is_ever_deleted(server: Server):
    await wants(server, "archive", server.guild.create_category("Archive"))
    await server.open_match()
    before = set(server.env.backend.get_guild(server.guild.id).channel_ids)
    await called_off(server)
    assert set(server.env.backend.get_guild(server.guild.id).channel_ids) == before


@pytest.mark.parametrize("after_match", ["lock", "archive"])
async def test_a_hosts_own_channels_stay_as_they_are(server: Server, after_match: str):
    await wants(server, after_match, server.guild.create_category("Archive"))
    own: dict[str, Any] = fit_channels(server)
    await server.open_match(**own)
    await called_off(server)
    assert edits(server) == []
    assert await server.bot.record.unfinished_matches() == ()


async def test_of_a_match_in_channels_of_both_kinds_only_the_bots_own_are_locked(server: Server):
    await wants(server, "lock")
    await server.open_match(dm_channel=fit_channels(server)["dm_channel"])
    await called_off(server)
    assert sorted(edits(server)) == sorted([server.cora_sub.id, server.zac_sub.id])


async def test_a_channel_that_the_match_has_left_is_locked_with_the_others(server: Server):
    await wants(server, "lock")
    await server.open_match()
    left = server.cora_sub
    new = fit_channels(server)["dmo_submissions"]
    await server.host.slash(server.dm, "match channels", dmo_submissions=new)
    await called_off(server)
    assert writers(server, left) == {"Hanna", "bot"}
    assert new.id not in changed_channels(server)


async def test_s1_a_bot_that_is_down_at_the_end_locks_when_it_is_back(server: Server):
    await wants(server, "lock")
    await server.open_match()
    await confirmed(server.host, server.dm, "call-off")
    assert edits(server) == []
    await server.restart()
    await sweeps(server, 2)
    assert writers(server, server.dm) == {"Hanna", "bot"}


async def test_what_is_set_when_the_match_has_ended_counts_and_not_what_is_set_later(
    server: Server,
):
    await server.open_match()
    await called_off(server)
    await wants(server, "lock")
    await server.restart()
    await sweeps(server, 2)
    assert edits(server) == []


async def test_s31_without_room_in_the_category_they_are_locked_only_and_the_hosts_hear_of_it(
    server: Server,
):
    archive = server.guild.create_category("Archive")
    for number in range(MOST_IN_CATEGORY - 2):
        server.guild.create_text_channel(f"old-{number}", category=archive)
    await wants(server, "archive", archive)
    await server.open_match()
    before = category_of(server, server.dm)
    await called_off(server)
    (told,) = problems(server)
    assert f"{archive.mention} has no room for 3 channels more" in told
    assert {category_of(server, channel) for channel in channels(server)} == {before}
    assert writers(server, server.cora_sub) == {"Hanna", "bot"}


async def test_s31_with_just_enough_room_they_are_moved(server: Server):
    archive = server.guild.create_category("Archive")
    for number in range(MOST_IN_CATEGORY - 3):
        server.guild.create_text_channel(f"old-{number}", category=archive)
    await wants(server, "archive", archive)
    await server.open_match()
    await called_off(server)
    assert {category_of(server, channel) for channel in channels(server)} == {archive.id}


@pytest.mark.parametrize(
    ("archive", "why"),
    [(None, "no category is set for that"), (1, "is not there any more")],
)
async def test_without_a_category_they_are_locked_only_and_the_hosts_hear_of_it(
    server: Server, archive: int | None, why: str
):
    await wants(server, "archive", archive)
    await server.open_match()
    await called_off(server)
    (told,) = problems(server)
    assert why in told
    assert writers(server, server.zac_sub) == {"Hanna", "bot"}


@pytest.mark.parametrize(
    ("permission", "name"),
    [("manage_channels", "Manage Channels"), ("manage_roles", "Manage Roles")],
)
async def test_s27_without_the_right_to_it_the_hosts_are_told_which_and_nothing_changes(
    server: Server, permission: str, name: str
):
    await wants(server, "lock")
    await server.open_match()
    left = PERMISSIONS & ~discord.Permissions(**{permission: True})
    changes = {"permissions": left.value}
    server.env.backend.edit_role(server.guild.id, bot_role(server).id, changes)
    await called_off(server)
    (told,) = problems(server)
    for channel in channels(server):
        assert f"lock {channel.mention}: I lack the permission **{name}** there" in told
    assert edits(server) == []
    await sweeps(server, 3)
    assert problems(server) == [told]


async def test_what_discord_refuses_is_told_with_its_words_and_the_others_are_locked(
    server: Server,
):
    await wants(server, "lock")
    await server.open_match()
    server.env.inject_error(
        "PATCH", f"/channels/{server.dm.id}", status=403, code=50001, message="Missing Access"
    )
    await called_off(server)
    (told,) = problems(server)
    assert f"lock {server.dm.mention}: Discord refused it (Missing Access)" in told
    assert writers(server, server.cora_sub) == {"Hanna", "bot"}


async def test_what_discord_does_not_move_is_locked_at_least(server: Server):
    await wants(server, "archive", server.guild.create_category("Archive"))
    await server.open_match()
    server.env.inject_error(
        "PATCH", f"/channels/{server.dm.id}", status=403, code=50001, message="Missing Access"
    )
    await called_off(server)
    (told,) = problems(server)
    assert "locked, but not archived: Discord refused it (Missing Access)" in told
    assert writers(server, server.dm) == {"Hanna", "bot"}


@pytest.mark.parametrize("after_match", ["lock", "archive"])
async def test_what_fails_for_a_while_is_done_later_and_nobody_hears_of_it(
    server: Server, after_match: str
):
    archive = server.guild.create_category("Archive")
    await wants(server, after_match, archive)
    await server.open_match()
    server.env.inject_error("PATCH", f"/channels/{server.zac_sub.id}", times=TRIES - 1)
    await called_off(server)
    await sweeps(server, TRIES)
    assert problems(server) == []
    assert writers(server, server.zac_sub) == {"Hanna", "bot"}


@pytest.mark.parametrize("after_match", ["lock", "archive"])
async def test_what_fails_on_and_on_is_told_in_the_end_and_left(server: Server, after_match: str):
    await wants(server, after_match, server.guild.create_category("Archive"))
    await server.open_match()
    server.env.inject_error("PATCH", f"/channels/{server.zac_sub.id}", times=None)
    await called_off(server)
    await sweeps(server, TRIES + 1)
    (told,) = problems(server)
    assert f"I could not lock {server.zac_sub.mention}" in told
    assert await server.bot.record.unfinished_matches() == ()


async def test_s28_a_channel_that_is_gone_needs_nothing(server: Server):
    await wants(server, "lock")
    await server.open_match()
    await confirmed(server.host, server.dm, "call-off")
    gone, left = server.zac_sub, [server.dm, server.cora_sub]
    await delete(server, gone)
    await sweeps(server, 2)
    assert [writers(server, channel) for channel in left] == [{"Hanna", "bot"}] * 2
    assert not any("the match has ended" in said.text for said in server.said(server.dm))


async def test_s22_a_host_who_played_writes_there_no_more(server: Server):
    await wants(server, "lock")
    await server.open_match()
    await give_role(server, server.zac, server.hosts_role)
    await called_off(server)
    assert writers(server, server.zac_sub) == {"Hanna", "bot"}


async def test_a_host_who_is_let_in_by_name_goes_on_writing_and_anybody_else_does_not(
    server: Server,
):
    await wants(server, "lock")
    await server.open_match()
    channel = server.bot.get_channel(server.cora_sub.id)
    assert isinstance(channel, discord.TextChannel)
    for member in (server.host, server.spectator):
        there = channel.guild.get_member(member.id)
        assert there is not None
        await channel.set_permissions(there, view_channel=True, send_messages=True)
    await called_off(server)
    assert writers(server, server.cora_sub) == {"Hanna", "bot"}


async def test_s33_a_player_who_has_left_is_no_hindrance(server: Server):
    await wants(server, "lock")
    await server.open_match()
    await confirmed(server.host, server.dm, "call-off")
    server.guild.remove_member(server.zac)
    await sweeps(server, 2)
    assert problems(server) == []
    assert len(edits(server)) == 3


async def test_s17_channels_in_which_another_match_is_played_by_now_are_left_alone(
    server: Server,
):
    await wants(server, "lock")
    await server.open_match()
    await confirmed(server.host, server.dm, "call-off")
    await server.open_match(dm_channel=server.dm)
    await sweeps(server, 2)
    assert server.dm.id not in changed_channels(server)


async def test_s32_out_of_the_server_there_is_nothing_to_do(server: Server):
    await wants(server, "lock")
    await server.open_match()
    await confirmed(server.host, server.dm, "call-off")
    server.env.backend.emit("GUILD_DELETE", {"id": str(server.guild.id)})
    await sweeps(server, 2)
    assert await server.bot.record.unfinished_matches() == ()


async def test_s32_while_discord_can_not_reach_the_server_it_waits(server: Server):
    await wants(server, "lock")
    await server.open_match()
    await confirmed(server.host, server.dm, "call-off")
    guild = server.bot.get_guild(server.guild.id)
    assert guild is not None
    guild.unavailable = True
    await sweeps(server, TRIES + 2)
    assert edits(server) == []
    guild.unavailable = False
    await sweeps(server, 2)
    assert len(edits(server)) == 3


@pytest.mark.parametrize("value", ["burn", 7, None, {"lock": True}])
async def test_s42_a_setting_of_another_version_leaves_the_channels_as_they_are(
    server: Server, value: Any
):
    """And no sweep fails of it."""
    await server.bot.record.settings.set(server.guild.id, "after_match", value)
    await server.open_match()
    await called_off(server)
    assert edits(server) == []
    assert list(server.bot.house._tables) == []
