"""A channel is lost for good, and a host lets the match go on in another one (S28, R33)."""

from __future__ import annotations

from typing import Any

import pytest
from simcord.builders import ChannelHandle

from minecart_robbery.engine.match import PauseCause
from minecart_robbery.engine.nouns import Seat, Track
from tests.chat.buttons import press, shown_by, with_button
from tests.chat.looking import Unmoved, match_of, picks
from tests.chat.server import Server, answer
from tests.chat.test_command_open_channels import fit_channels
from tests.record.sql import rows
from tests.scenarios.world import delete, leave, pause_of, sweeps

PLACES = {"dm_channel": "dm", "dmo_submissions": "cora_sub", "candidate_submissions": "zac_sub"}


async def moved(server: Server, **options: Any) -> str:
    """What a host is answered who names these channels; the match is meant by its number."""
    (table,) = server.bot.house.tables()
    result = await server.host.slash(
        server.lobby, "match channels", match=table.seating.match, **options
    )
    assert result.ephemeral
    for place, id in zip(PLACES.values(), table.seating.channels(), strict=True):
        if id in server.env.backend.channels:
            setattr(server, place, server.channel(id))
    return answer(result)


async def test_s28_without_options_the_channels_of_the_match_are_shown(server: Server):
    await server.play_to_first_turn()
    before = Unmoved(server)
    said = await moved(server)
    for channel in (server.dm, server.cora_sub, server.zac_sub):
        assert channel.mention in said
    before.check()


@pytest.mark.parametrize("option", PLACES)
async def test_s28_in_place_of_a_deleted_channel_another_one_is_bound_and_the_match_goes_on(
    server: Server, option: str
):
    await server.play_to_first_turn()
    await server.cora.send(server.cora_sub, "north")
    new = fit_channels(server)[option]
    await delete(server, getattr(server, PLACES[option]))
    assert (await moved(server, **{option: new})).startswith("Done.")
    announced = [said.text for said in server.said(server.dm)]
    assert any("Hanna has changed the channels of this match" in text for text in announced)
    await sweeps(server, 3)
    assert pause_of(server) is None
    assert "The match goes on" in server.last(server.dm)
    assert picks(server) == {Seat.DMO: Track.NORTH}
    await server.zac.send(server.zac_sub, "guard north")
    assert "Round 1 · Turn 2" in server.last(server.dm)


async def test_s28_what_is_owed_goes_out_to_the_new_channel_at_once(server: Server):
    await server.play_to_first_turn()
    await delete(server, server.dm)
    await moved(server, dm_channel=server.guild.create_text_channel("arena"))
    said = [said.text for said in server.said(server.dm)]
    assert "The match is paused by the program" in said[0]


async def test_s28_a_moved_submissions_channel_is_explained_and_the_old_one_is_deaf(
    server: Server,
):
    await server.play_to_first_turn()
    old = server.zac_sub
    await moved(server, candidate_submissions=fit_channels(server)["candidate_submissions"])
    assert "This is your submissions channel" in server.said(server.zac_sub)[0].text
    await sweeps(server, 2)
    await server.zac.send(old, "north")
    assert picks(server) == {}
    await server.zac.send(server.zac_sub, "north")
    assert picks(server) == {Seat.CANDIDATE: Track.NORTH}


async def test_s28_an_open_turn_gets_a_full_clock_when_its_channels_change(server: Server):
    await server.play_to_first_turn()
    await server.env.advance_time(50)
    await moved(server, dm_channel=server.guild.create_text_channel("arena"))
    assert pause_of(server) is PauseCause.HOUSE
    await sweeps(server)
    await server.env.advance_time(50)
    assert "was silent" not in server.last(server.dm)
    await server.zac.send(server.zac_sub, "north")
    assert picks(server) == {Seat.CANDIDATE: Track.NORTH}


async def test_s28_after_a_restart_the_match_is_in_its_new_channels_and_the_old_are_on_record(
    server: Server,
):
    await server.play_to_first_turn()
    old = server.dm.id
    await moved(server, dm_channel=server.guild.create_text_channel("arena"))
    await server.restart()
    (table,) = server.bot.house.tables()
    assert table.seating.dm_channel == server.dm.id
    path = server.bot.settings.database
    assert rows(path, "SELECT place, channel FROM moved") == [("dm", old)]


@pytest.mark.parametrize("option", list(PLACES)[1:])
async def test_s28_a_channel_that_everybody_reads_is_no_submissions_channel(
    server: Server, option: str
):
    await server.play_to_first_turn()
    before = Unmoved(server)
    said = await moved(server, **{option: server.lobby})
    assert said.startswith("**The match can't go on there yet:**")
    assert "everybody can read it" in said
    before.check()


async def test_s28_one_channel_cannot_be_bound_twice(server: Server):
    await server.play_to_first_turn()
    before = Unmoved(server)
    assert "three different channels" in await moved(server, dm_channel=server.cora_sub)
    before.check()


async def test_s17_a_channel_of_another_live_match_cannot_be_bound(server: Server):
    await server.open_match()
    taken: ChannelHandle = server.dm
    table = await server.open_match()
    result = await server.host.slash(server.dm, "match channels", dm_channel=taken)
    assert "belongs to a live match already" in answer(result)
    assert table.seating.dm_channel == server.dm.id


async def test_s28_while_a_player_has_left_nothing_is_moved_for_want_of_a_check(server: Server):
    await server.play_to_first_turn()
    await leave(server, server.zac)
    said = await moved(server, dm_channel=server.guild.create_text_channel("arena"))
    assert "Zac is not in this server just now" in said


async def test_s28_the_channels_that_it_has_already_move_nothing(server: Server):
    await server.play_to_first_turn()
    before = Unmoved(server)
    assert await moved(server, dm_channel=server.dm) == "That was done already."
    before.check()


@pytest.mark.parametrize("who", ["cora", "zac", "spectator"])
async def test_s28_only_a_host_who_does_not_play_moves_a_match(server: Server, who: str):
    await server.play_to_first_turn()
    arena = server.guild.create_text_channel("arena")
    before = Unmoved(server)
    result = await getattr(server, who).slash(server.dm, "match channels", dm_channel=arena)
    assert result.ephemeral
    assert "Only a host" in answer(result)
    before.check()


async def test_s28_before_the_start_a_match_is_moved_and_nothing_stops(server: Server):
    await server.open_match()
    await moved(server, dm_channel=server.guild.create_text_channel("arena"))
    await server.start_match()
    await server.cora.send(server.dm, "miner")
    assert pause_of(server) is None
    assert "Round 1 · Turn 1" in server.last(server.dm)
    assert match_of(server).pause_asked is None


async def test_s28_in_new_channels_there_are_new_buttons_and_later_turns_lead_to_them(
    server: Server,
):
    await server.play_to_first_turn()
    await moved(server, **fit_channels(server))
    await sweeps(server, 2)
    await press(server.cora, server.cora_sub, "North")
    shown = await press(server.zac, server.dm, "Accelerate")
    await server.zac.click(shown_by(shown), label="North")
    assert "Zac plays **Accelerate North**" in server.last(server.dm)
    await press(server.zac, server.zac_sub, "South")
    await press(server.cora, server.cora_sub, "Keep")
    panel = with_button(server.dm, "Accelerate")
    (board,) = server.dm.history()[-1].embeds
    assert board.title == "Round 1 · Turn 2"
    assert panel.jump_url in str(board.description)


@pytest.mark.parametrize(
    ("option", "label"), [("candidate_submissions", "North"), ("dm_channel", "Accelerate")]
)
async def test_s28_a_player_who_presses_in_a_channel_of_before_is_told_that_the_match_has_moved(
    server: Server, option: str, label: str
):
    await server.play_to_first_turn()
    old: ChannelHandle = getattr(server, PLACES[option])
    new = fit_channels(server)[option]
    await moved(server, **{option: new})
    before = Unmoved(server)
    assert "The match has moved" in answer(await press(server.zac, old, label))
    assert "Only the players" in answer(await press(server.host, old, label))
    before.check()
