"""What Discord, and those who run a server, do to a live match: rows S27 to S29 and S31 to S33."""

from __future__ import annotations

from types import SimpleNamespace
from typing import Any, cast

import discord
import pytest
from simcord.actors import MemberActor
from simcord.builders import ChannelHandle

from minecart_robbery.chat.preflight import kept_from_acting
from minecart_robbery.engine.match import PauseCause, Paused, WaitingToStart
from minecart_robbery.engine.nouns import Seat, Track
from minecart_robbery.live.hindrances import Absence
from tests.chat.buttons import confirmed
from tests.chat.looking import match_of, picks
from tests.chat.server import Server, answer
from tests.chat.test_command_open_channels import fit_channels
from tests.scenarios.world import (
    bot_id,
    change,
    changed_channels,
    come_back,
    delete,
    leave,
    lines_said,
    pause_of,
    permit,
    requests,
    sweeps,
    time_out,
    told,
    unavailable,
)

PLACES = ["dm", "cora_sub", "zac_sub"]
NEEDED = {
    "view_channel": ("I can't see the DM channel", "**View Channel**"),
    "send_messages": ("I may not write in the DM channel", "**Send Messages**"),
    "read_message_history": ("I can't see the DM channel or read back", "**Read Message History**"),
    "embed_links": ("I may not do all that a match needs in the DM channel", "**Embed Links**"),
}
"""The permissions that a match needs, what it comes to that one is lost, and its name."""


# ----------------------------------------------------------------- S27


@pytest.mark.parametrize("place", PLACES)
@pytest.mark.parametrize("permission", NEEDED)
async def test_s27_a_permission_taken_away_pauses_the_match_at_once_and_given_back_it_goes_on(
    server: Server, place: str, permission: str
):
    await server.play_to_first_turn()
    await server.cora.send(server.cora_sub, "north")
    channel = getattr(server, place)
    await permit(server, channel, bot_id(server), permission)
    assert pause_of(server) is PauseCause.HOUSE
    assert told(server, "🔔 Hosts: I have paused the match") == 1
    await sweeps(server, 3)
    assert pause_of(server) is PauseCause.HOUSE
    await permit(server, channel, bot_id(server))
    await sweeps(server, 2)
    assert pause_of(server) is None
    assert "The match goes on" in server.last(server.dm)
    assert picks(server) == {Seat.DMO: Track.NORTH}


async def test_s27_the_hosts_are_told_by_a_channel_that_still_works_which_one_is_lost(
    server: Server,
):
    await server.play_to_first_turn()
    await permit(server, server.dm, bot_id(server), "send_messages")
    assert "I may not write in the DM channel" in server.last(server.cora_sub)


@pytest.mark.parametrize("permission", NEEDED)
async def test_s27_the_hosts_are_told_which_permission_is_missing(server: Server, permission: str):
    await server.play_to_first_turn()
    await permit(server, server.dm, bot_id(server), permission)
    (said,) = [text for text in lines_said(server) if "I have paused the match" in text]
    words, name = NEEDED[permission]
    assert f"I have paused the match: {words}" in said
    assert name in said
    assert ("I can't see" in said) == (permission in ("view_channel", "read_message_history"))


async def test_s27_of_two_permissions_lost_one_after_the_other_the_hosts_hear_of_both(
    server: Server,
):
    await server.play_to_first_turn()
    await permit(server, server.zac_sub, bot_id(server), "embed_links")
    await permit(server, server.zac_sub, bot_id(server), "embed_links", "read_message_history")
    assert told(server, "(missing: **Embed Links**)") == 2
    assert told(server, "(missing: **Read Message History**, **Embed Links**)") == 1
    await permit(server, server.zac_sub, bot_id(server))
    await sweeps(server, 2)
    assert pause_of(server) is None


async def test_s27_a_permission_that_a_role_gave_is_missed_when_the_role_loses_it(server: Server):
    await server.play_to_first_turn()
    server.env.backend.delete_overwrite(server.dm.id, bot_id(server))
    role = server.guild.roles[server.env.backend.bot_user.name]
    await permit(server, server.dm, server.guild.default_role.id, "send_messages", by_role=True)
    assert pause_of(server) is PauseCause.HOUSE
    await permit(server, server.dm, role.id, by_role=True)
    await sweeps(server, 2)
    assert pause_of(server) is None
    server.env.backend.remove_member_role(server.guild.id, bot_id(server), role.id)
    await server.env.settle()
    assert pause_of(server) is PauseCause.HOUSE


async def test_s27_what_was_taken_away_before_the_start_pauses_the_match_once_it_has_started(
    server: Server,
):
    await server.open_match()
    await permit(server, server.zac_sub, bot_id(server), "read_message_history")
    assert isinstance(match_of(server).current, WaitingToStart)
    await server.start_match()
    await sweeps(server)
    assert pause_of(server) is PauseCause.HOUSE


async def test_s27_what_was_taken_away_while_the_bot_was_down_is_noticed_when_it_is_back(
    server: Server,
):
    await server.play_to_first_turn()
    await server.go_down()
    await permit(server, server.zac_sub, bot_id(server), "read_message_history")
    await server.restart()
    assert pause_of(server) is PauseCause.HOUSE
    await sweeps(server, 2)
    assert pause_of(server) is PauseCause.HOUSE


async def test_s27_a_host_may_go_on_in_spite_of_it_and_is_not_stopped_again(server: Server):
    await server.play_to_first_turn()
    await permit(server, server.zac_sub, bot_id(server), "read_message_history")
    await server.host.slash(server.dm, "match resume")
    await sweeps(server, 2)
    assert pause_of(server) is None


async def test_s7_a_match_that_cannot_be_looked_at_is_logged_and_holds_up_no_other(
    server: Server, monkeypatch: pytest.MonkeyPatch, caplog: pytest.LogCaptureFixture
):
    first = await server.play_to_first_turn()
    await server.play_to_first_turn()

    async def on_fire(_: object) -> None:
        raise RuntimeError("on fire")

    monkeypatch.setattr(first, "found", on_fire)
    await permit(server, server.zac_sub, bot_id(server), "send_messages")
    assert "match 1 can't be looked at" in caplog.text
    _, second = server.bot.house.tables()
    assert isinstance(second.match.current, Paused)


async def test_s27_what_changes_in_another_server_concerns_no_match_here(server: Server):
    await server.play_to_first_turn()
    elsewhere = server.env.create_guild("Elsewhere")
    channel = elsewhere.create_text_channel("lobby")
    await permit(server, channel, bot_id(server), "send_messages")
    assert pause_of(server) is None


# ----------------------------------------------------------------- S28


@pytest.mark.parametrize("place", PLACES)
async def test_s28_a_deleted_channel_pauses_the_match_at_once(server: Server, place: str):
    await server.play_to_first_turn()
    await delete(server, getattr(server, place))
    assert pause_of(server) is PauseCause.HOUSE
    assert told(server, "is not there any more") >= 1
    await sweeps(server, 3)
    assert pause_of(server) is PauseCause.HOUSE


@pytest.mark.parametrize("place", PLACES)
async def test_s28_a_channel_deleted_before_the_start_breaks_nothing(server: Server, place: str):
    table = await server.open_match()
    await delete(server, getattr(server, place))
    await sweeps(server, 2)
    result = await confirmed(server.host, server.lobby, "call-off", match=table.seating.match)
    assert answer(result) == "The match is called off."


async def test_s28_a_message_of_the_bots_that_shows_no_open_clock_is_not_missed(server: Server):
    await server.open_match()
    for message in server.dm.history():
        server.env.backend.delete_message(server.dm.id, message.id)
    await server.env.settle()
    assert isinstance(match_of(server).current, WaitingToStart)


# ----------------------------------------------------------------- S29


async def opened_in_a_thread(server: Server) -> None:
    """The first turn of a match that is played in a thread."""
    await server.play_to_first_turn(dm_channel=server.make_thread())


async def test_s29_a_match_is_played_in_a_thread(server: Server):
    await opened_in_a_thread(server)
    await server.zac.send(server.dm, "accelerate south")
    assert "Accelerate South" in server.last(server.dm)


async def test_s29_an_archived_thread_is_opened_again_once_and_nothing_stops(server: Server):
    await opened_in_a_thread(server)
    await change(server, server.dm, archived=True)
    await sweeps(server, 2)
    assert changed_channels(server) == [server.dm.id]
    assert pause_of(server) is None
    await server.zac.send(server.dm, "accelerate south")
    assert "Accelerate South" in server.last(server.dm)


@pytest.mark.parametrize("changes", [{"archived": True, "locked": True}, {"locked": True}])
async def test_s29_a_locked_thread_pauses_the_match_until_it_is_open_again(
    server: Server, changes: dict[str, Any]
):
    await opened_in_a_thread(server)
    await change(server, server.dm, **changes)
    assert pause_of(server) is PauseCause.HOUSE
    assert changed_channels(server) == []
    await change(server, server.dm, archived=False, locked=False)
    await sweeps(server, 2)
    assert pause_of(server) is None


async def test_s29_a_thread_that_cannot_be_opened_again_is_tried_once_and_pauses_the_match(
    server: Server,
):
    await opened_in_a_thread(server)
    server.env.inject_error("PATCH", "/channels/*", status=403, code=50013, times=None)
    await change(server, server.dm, archived=True)
    await sweeps(server, 3)
    assert pause_of(server) is PauseCause.HOUSE
    assert changed_channels(server) == [server.dm.id]


async def test_s28_a_deleted_thread_pauses_the_match_and_is_asked_for_once(server: Server):
    await opened_in_a_thread(server)
    await delete(server, server.dm)
    await sweeps(server, 3)
    assert pause_of(server) is PauseCause.HOUSE
    assert len(requests(server, "GET", f"/channels/{server.dm.id}")) == 1


async def test_s29_an_archived_thread_that_the_bot_may_not_see_pauses_the_match(server: Server):
    await opened_in_a_thread(server)
    server.env.inject_error("GET", f"/channels/{server.dm.id}", status=403, code=50001, times=None)
    await change(server, server.dm, archived=True, locked=True)
    assert pause_of(server) is PauseCause.HOUSE
    await server.restart()
    await sweeps(server, 2)
    assert pause_of(server) is PauseCause.HOUSE


async def test_s29_a_thread_archived_while_the_bot_was_down_is_opened_again(server: Server):
    await opened_in_a_thread(server)
    await server.go_down()
    await change(server, server.dm, archived=True)
    await server.restart()
    await sweeps(server, 2)
    assert pause_of(server) is None


async def refusal_to_play_in(server: Server, thread: ChannelHandle) -> str:
    """Why no match can be opened in this thread."""
    result = await server.host.slash(
        server.lobby, "match open", dmo=server.cora, candidate=server.zac, dm_channel=thread
    )
    assert list(server.bot.house.tables()) == []
    return answer(result)


async def test_s29_a_locked_thread_is_refused_at_the_opening(server: Server):
    thread = server.make_thread()
    await change(server, thread, locked=True)
    assert f"{thread.mention} is archived or locked." in await refusal_to_play_in(server, thread)


async def test_s29_a_private_thread_is_refused_at_the_opening(server: Server):
    thread = server.make_thread(discord.ChannelType.private_thread.value)
    server.env.backend.add_thread_member(thread.id, bot_id(server))
    await server.env.settle()
    assert "where spectators can't read" in await refusal_to_play_in(server, thread)


# ----------------------------------------------------------------- S31


@pytest.mark.parametrize(("there_are", "fits"), [(496, True), (497, False), (500, False)])
async def test_s31_a_server_without_room_is_told_before_anything_is_made(
    server: Server, there_are: int, fits: bool
):
    while len(server.env.backend.get_guild(server.guild.id).channel_ids) < there_are:
        server.env.backend.create_channel(server.guild.id, "full")
    await server.env.settle()
    result = await server.host.slash(
        server.lobby, "match open", dmo=server.cora, candidate=server.zac
    )
    assert ("has room for 500 channels" in answer(result)) is not fits
    assert ("name three channels that exist" in answer(result)) is not fits
    assert bool(requests(server, "POST", "/guilds/")) is fits
    assert len(list(server.bot.house.tables())) == fits


async def test_s31_in_a_full_server_three_channels_that_exist_are_used(server: Server):
    channels: dict[str, Any] = fit_channels(server)
    while len(server.env.backend.get_guild(server.guild.id).channel_ids) < 500:
        server.env.backend.create_channel(server.guild.id, "full")
    await server.env.settle()
    await server.open_match(**channels)


# ----------------------------------------------------------------- S32


async def test_s32_a_server_that_is_unavailable_pauses_its_match_and_back_it_goes_on(
    server: Server,
):
    await server.play_to_first_turn()
    await server.cora.send(server.cora_sub, "north")
    await unavailable(server)
    assert pause_of(server) is PauseCause.HOUSE
    await sweeps(server, 5)
    assert pause_of(server) is PauseCause.HOUSE
    guild = server.bot.get_guild(server.guild.id)
    assert guild is not None
    guild.unavailable = False
    await sweeps(server, 2)
    assert pause_of(server) is None
    assert picks(server) == {Seat.DMO: Track.NORTH}


async def test_s32_a_server_that_puts_the_bot_out_keeps_its_match_paused_and_on_record(
    server: Server,
):
    table = await server.play_to_first_turn()
    await server.cora.send(server.cora_sub, "north")
    before = await server.bot.record.events(table.seating.match)
    server.env.backend.remove_guild(server.guild.id)
    await server.env.settle()
    assert pause_of(server) is PauseCause.HOUSE
    await sweeps(server, 5)
    assert pause_of(server) is PauseCause.HOUSE
    events = await server.bot.record.events(table.seating.match)
    assert events[: len(before)] == before
    assert requests(server, "DELETE") == []


# ----------------------------------------------------------------- S33


async def test_s33_a_timed_out_player_and_slow_mode_are_named_before_the_match(server: Server):
    await change(server, server.lobby, rate_limit_per_user=10)
    await time_out(server, server.zac, 600)
    result = await server.host.slash(
        server.guild.create_text_channel("desk"),
        "match open",
        dmo=server.cora,
        candidate=server.zac,
        dm_channel=server.lobby,
    )
    assert answer(result).splitlines()[1:] == [
        "- Zac is timed out in this server. End the time-out first, or wait until it is over.",
        f"- {server.lobby.mention} has slow mode, which keeps players from changing a pick in time."
        " Switch slow mode off in the channel's settings.",
    ]


async def test_s33_a_player_who_leaves_pauses_the_match_until_a_host_goes_on(server: Server):
    await server.play_to_first_turn()
    await server.cora.send(server.cora_sub, "north")
    await leave(server, server.zac)
    assert pause_of(server) is PauseCause.AWAY
    assert told(server, "Reason: Zac has left this server") == 1
    called = "Wait until that has changed and go on with **/match resume**, let somebody else play"
    assert told(server, called) == 1
    await come_back(server, server.zac)
    await sweeps(server, 3)
    assert pause_of(server) is PauseCause.AWAY
    assert told(server, "what kept the match from going on is put right") == 1
    await server.host.slash(server.dm, "match resume")
    assert picks(server) == {Seat.DMO: Track.NORTH}


async def test_s33_a_player_who_is_timed_out_pauses_it_and_the_end_of_the_time_out_is_told(
    server: Server,
):
    await server.play_to_first_turn()
    await time_out(server, server.cora, 120)
    assert pause_of(server) is PauseCause.AWAY
    assert told(server, "Reason: Cora is timed out") == 1
    await server.env.advance_time(100)
    assert told(server, "what kept the match from going on") == 0
    await server.env.advance_time(30)
    assert told(server, "what kept the match from going on") == 1


@pytest.mark.parametrize("permission", ["view_channel", "send_messages"])
async def test_s33_a_player_shut_out_of_their_submissions_channel_pauses_it(
    server: Server, permission: str
):
    await server.play_to_first_turn()
    await permit(server, server.zac_sub, server.zac.id, permission)
    assert pause_of(server) is PauseCause.AWAY
    await permit(server, server.zac_sub, server.zac.id)
    assert told(server, "what kept the match from going on") == 1


async def test_s33_a_host_who_goes_on_without_the_player_is_not_stopped_again(server: Server):
    await server.play_to_first_turn()
    await leave(server, server.zac)
    await server.host.slash(server.dm, "match resume")
    await sweeps(server, 3)
    assert pause_of(server) is None


async def test_s33_two_players_who_leave_are_told_back_only_when_both_are(server: Server):
    await server.play_to_first_turn()
    await leave(server, server.zac)
    await leave(server, server.cora)
    await come_back(server, server.zac)
    assert told(server, "what kept the match from going on") == 0
    await come_back(server, server.cora)
    assert told(server, "what kept the match from going on") == 1


async def test_s33_a_player_who_left_while_the_bot_was_down_is_missed_when_it_is_back(
    server: Server,
):
    await server.play_to_first_turn()
    await server.go_down()
    await leave(server, server.zac)
    await server.restart()
    assert pause_of(server) is PauseCause.AWAY


async def test_s33_a_player_who_came_back_while_the_bot_was_down_is_told_of(server: Server):
    await server.play_to_first_turn()
    await leave(server, server.zac)
    await server.go_down()
    await come_back(server, server.zac)
    await server.restart()
    await sweeps(server, 2)
    assert told(server, "what kept the match from going on") == 1


async def test_s33_slow_mode_during_the_match_is_told_and_nothing_stops(server: Server):
    await server.play_to_first_turn()
    typed = await server.cora.send(server.cora_sub, "north")
    await change(server, server.cora_sub, rate_limit_per_user=60)
    await sweeps(server, 2)
    assert pause_of(server) is None
    assert "edit your last message" in server.last(server.cora_sub)
    assert told(server, "Cora's submissions channel has slow mode now") == 1
    assert told(server, "edit your last message") == 1
    await server.cora.edit(typed, "south")
    assert picks(server) == {Seat.DMO: Track.SOUTH}


# ----------------------------------------------------------------- S51, S52, S53, S62


async def screened(server: Server, player: MemberActor, *, is_pending: bool) -> None:
    """A member has not accepted the server's rules yet, or has now."""
    server.env.backend.get_member(server.guild.id, player.id).pending = is_pending
    server.env.backend.edit_member(server.guild.id, player.id, {"timed_out_until": None})
    await server.env.settle()


async def test_s51_who_has_not_accepted_the_servers_rules_is_named_before_the_match(server: Server):
    await screened(server, server.zac, is_pending=True)
    result = await server.host.slash(
        server.lobby, "match open", dmo=server.cora, candidate=server.zac
    )
    assert "Zac has not accepted this server's rules yet" in answer(result)
    assert list(server.bot.house.tables()) == []


async def test_s51_who_is_to_accept_the_rules_again_pauses_the_match(server: Server):
    await server.play_to_first_turn()
    await screened(server, server.cora, is_pending=True)
    assert pause_of(server) is PauseCause.AWAY
    assert told(server, "Reason: Cora has not accepted this server's rules yet") == 1
    await screened(server, server.cora, is_pending=False)
    assert told(server, "what kept the match from going on") == 1


def test_s51_a_member_whom_discord_has_quarantined_is_kept_from_acting():
    flags = discord.MemberFlags(automod_quarantined_username=True)
    member = SimpleNamespace(is_timed_out=lambda: False, pending=False, flags=flags)
    assert kept_from_acting(cast("discord.Member", member)) is Absence.QUARANTINED
    member.flags = discord.MemberFlags()
    assert kept_from_acting(cast("discord.Member", member)) is None


async def test_s52_nobody_can_begin_a_thread_in_channels_that_were_made(server: Server):
    await server.play_to_first_turn()
    for channel in (server.dm, server.cora_sub, server.zac_sub):
        found = server.bot.get_channel(channel.id)
        assert isinstance(found, discord.TextChannel)
        for member in (server.cora.id, server.zac.id, server.host.id):
            who = found.guild.get_member(member)
            assert who is not None
            if not who.guild_permissions.administrator and who.id != found.guild.owner_id:
                rights = found.permissions_for(who)
                assert not rights.create_public_threads
                assert not rights.create_private_threads


async def test_s52_a_player_who_writes_in_a_thread_is_told_once_where_to_write(server: Server):
    table = await server.open_match(dm_channel=server.lobby)
    thread = server.make_thread()
    before = table.match
    for text in ("miner", "north", "hello?"):
        await server.zac.send(thread, text)
    await server.host.send(thread, "what are you doing here?")
    await server.zac.send(thread, "north!")
    assert told(server, "I don't hear what is written in a thread") == 1
    assert "I don't hear what is written in a thread" in server.last(server.zac_sub)
    assert table.match == before


@pytest.mark.parametrize("path", ["channels", "category"])
async def test_s53_a_channel_whose_name_discord_refuses_is_made_with_another(
    server: Server, monkeypatch: pytest.MonkeyPatch, path: str
):
    asked: list[str] = []

    def refusing(make: Any) -> Any:
        async def made(self: Any, name: str, **named: Any) -> Any:
            asked.append(name)
            if "zac" in name.casefold():
                response = SimpleNamespace(status=400, reason="Bad Request")
                words = {"_errors": [{"code": "X", "message": "Contains words not allowed"}]}
                errors = {"name": words}
                why = {"code": 50035, "message": "Invalid Form Body", "errors": errors}
                raise discord.HTTPException(cast("Any", response), why)
            return await make(self, name, **named)

        return made

    owner, name = {
        "channels": (discord.CategoryChannel, "create_text_channel"),
        "category": (discord.Guild, "create_category"),
    }[path]
    monkeypatch.setattr(owner, name, refusing(getattr(owner, name)))
    table = await server.open_match()
    names = {server.bot.get_channel(it).name for it in table.seating.channels()}  # pyright: ignore
    expected = {"channels": "candidate-submissions", "category": "zac-submissions"}[path]
    assert names == {"death-match", "cora-submissions", expected}


async def test_s62_many_of_a_players_messages_deleted_at_once_are_answered_once(server: Server):
    await server.play_to_first_turn()
    for track in ("north", "south", "central"):
        await server.cora.send(server.cora_sub, track)
    mine = [it.id for it in server.cora_sub.history() if it.author.id == server.cora.id]
    server.env.backend.bulk_delete_messages(server.cora_sub.id, mine)
    await server.env.settle()
    assert told(server, "Deleting a message withdraws nothing") == 1
    assert picks(server) == {Seat.DMO: Track.CENTRAL}


async def test_s62_a_board_whose_box_somebody_removes_is_shown_again_once(server: Server):
    await server.play_to_first_turn()
    (board,) = boards(server)
    for _ in range(2):
        server.env.backend.edit_message(server.dm.id, board.id, {"flags": 4, "embeds": []})
        await server.env.settle()
    await sweeps(server, 2)
    assert len(boards(server)) == 1
    assert boards(server)[0].id != board.id


def boards(server: Server) -> list[discord.Message]:
    """The messages that show the table of a first turn."""
    return [
        it for it in server.dm.history() if any("Turn 1" in str(box.title) for box in it.embeds)
    ]
