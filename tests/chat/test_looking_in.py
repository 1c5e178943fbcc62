"""What /match status shows a host: the whole table, and pending picks only on the record (S19)."""

from __future__ import annotations

from typing import Any

import discord
import pytest
from simcord.actors import MemberActor

from minecart_robbery.engine import events as ev
from tests.chat.buttons import custom_id, labels, press_again, shown_by
from tests.chat.looking import Unmoved, all_said
from tests.chat.server import Server, answer
from tests.scenarios.world import give_role, take_role

REVEAL = "Show the picks"


async def looked(server: Server, by: MemberActor | None = None) -> discord.Message:
    """What a host is shown in the DM channel."""
    result = await (by or server.host).slash(server.dm, "match status")
    assert result.ephemeral
    return shown_by(result)


async def asked_for_picks(server: Server, shown: discord.Message) -> discord.Message:
    """The second step: what a host is told before the picks are shown."""
    result = await server.host.click(shown, label=REVEAL)
    assert result.ephemeral
    return shown_by(result)


async def looks_on_record(server: Server) -> list[tuple[Any, ...]]:
    """Who has looked at pending picks, as the record has it."""
    events = await server.bot.record.events(1)
    numbers = [at for at, it in enumerate(events, 1) if isinstance(it, ev.PicksShown)]
    rows = await server.bot.record._database.read(
        "SELECT e.number, c.person FROM event e JOIN cause c"
        " ON c.match = e.match AND c.number = e.cause WHERE e.match = 1"
    )
    return [person for number, person in rows if number in numbers]


async def test_a_host_sees_the_table_who_has_picked_who_reads_and_what_works(server: Server):
    await server.play_to_first_turn()
    await server.cora.send(server.cora_sub, "north")
    await server.zac.send(server.zac_sub, "host!")
    shown = await looked(server)
    lines = server.readable(shown.content).split("\n")
    assert lines[0] == "## Round 1 · Turn 1"
    assert lines[-4:] == [
        "**Picks:** Cora has picked · Zac has not picked",
        "🔔 A host has been called by Zac.",
        "⏳ Time is over at 01:00.000",
        "What works now: **/match pause**, **/match starter**, **/match pick-for**, "
        "**/match award**, **/match take-back round**, **/match take-back turn**, "
        "**/match extend**, **/match settle-now**, **/match substitute**, **/match forfeit**, "
        "**/match call-off**.",
    ]
    (readers,) = shown.embeds
    assert readers.title == "Who can read the submissions channels"
    assert "Hanna (by Hosts)" in str(readers.description)
    assert labels(shown) == [REVEAL]


@pytest.mark.parametrize("by", ["cora", "zac", "spectator"])
async def test_nobody_else_sees_more_than_is_public(server: Server, by: str):
    await server.play_to_first_turn()
    shown = await looked(server, getattr(server, by))
    assert "Picks:" not in shown.content
    assert shown.embeds == []
    assert labels(shown) == []


async def test_a_host_who_plays_sees_what_players_see_s22(server: Server):
    await server.play_to_first_turn()
    await give_role(server, server.zac, server.hosts_role)
    shown = await looked(server, server.zac)
    assert "Picks:" not in shown.content
    assert labels(shown) == []


async def test_where_no_turn_is_open_there_are_no_picks_to_show(server: Server):
    await server.open_match()
    assert labels(await looked(server)) == []


async def test_the_first_step_shows_no_pick_and_is_on_no_record(server: Server):
    await server.play_to_first_turn()
    await server.cora.send(server.cora_sub, "north")
    before = Unmoved(server)
    sure = await asked_for_picks(server, await looked(server))
    assert sure.content == (
        "**See the pending picks of round 1, turn 1?** "
        "That you have looked, and when, will stand on the record."
    )
    assert labels(sure) == ["Confirm", "Drop"]
    assert answer(await server.host.click(sure, label="Drop")).startswith("Dropped.")
    before.check()
    assert await looks_on_record(server) == []


async def test_the_second_step_shows_the_picks_to_that_host_alone_and_is_on_the_record(
    server: Server,
):
    await server.play_to_first_turn()
    await server.cora.send(server.cora_sub, "north")
    said = all_said(server)
    sure = await asked_for_picks(server, await looked(server))
    result = await server.host.click(sure, label="Confirm")
    assert answer(result).split("\n") == [
        "**Pending picks, for your eyes only.** That you have looked stands on the record.",
        "Cora: **North**",
        "Zac: no pick yet",
    ]
    assert shown_by(result).flags.ephemeral
    assert all_said(server) == said
    assert await looks_on_record(server) == [server.host.id]


async def test_a_double_press_is_one_look_s13(server: Server):
    await server.play_to_first_turn()
    sure = await asked_for_picks(server, await looked(server))
    id = custom_id(sure, "Confirm")
    await server.host.click(sure, label="Confirm")
    again = await press_again(server, server.host, sure, id)
    assert "Zac: no pick yet" in answer(again)
    assert len(await looks_on_record(server)) == 1


async def test_the_picks_of_another_turn_are_not_shown_for_those_that_were_asked_for(
    server: Server,
):
    await server.play_to_first_turn()
    sure = await asked_for_picks(server, await looked(server))
    await server.env.advance_time(61)
    await server.zac.send(server.zac_sub, "north")
    renewed = shown_by(await server.host.click(sure, label="Confirm"))
    assert renewed.content.startswith("⚠️ **The match has gone on since")
    assert "turn 2?" in renewed.content
    assert await looks_on_record(server) == []


@pytest.mark.parametrize("step", [1, 2])
async def test_whoever_is_no_host_any_more_is_shown_nothing(server: Server, step: int):
    await server.play_to_first_turn()
    shown = await looked(server)
    if step == 2:
        shown = await asked_for_picks(server, shown)
    await take_role(server, server.host, server.hosts_role)
    result = await server.host.click(shown, label=REVEAL if step == 1 else "Confirm")
    assert answer(result).startswith("Only a host can do that.")
    assert await looks_on_record(server) == []


async def test_the_button_works_after_a_restart_s25(server: Server):
    await server.play_to_first_turn()
    shown = await looked(server)
    await server.restart()
    sure = await asked_for_picks(server, shown)
    await server.host.click(sure, label="Confirm")
    assert await looks_on_record(server) == [server.host.id]


async def test_once_the_turn_is_over_the_button_is_refused_with_what_works(server: Server):
    await server.play_to_first_turn(target_gems=1)
    shown = await looked(server)
    await server.cora.send(server.cora_sub, "north")
    await server.zac.send(server.zac_sub, "south")
    result = await server.host.click(shown, label=REVEAL)
    assert answer(result).startswith("No turn is open just now.")
    assert "What works now:" in answer(result)


async def test_once_the_match_is_over_the_button_says_so(server: Server):
    table = await server.play_to_first_turn()
    shown = await looked(server)
    call_off = shown_by(await server.host.slash(server.dm, "match call-off"))
    await server.host.click(call_off, label="Confirm")
    assert table.is_over
    assert answer(await server.host.click(shown, label=REVEAL)) == "That match is over."


async def test_s24_a_look_whose_answer_fails_stands_on_the_record_and_can_be_had_again(
    server: Server,
):
    await server.play_to_first_turn()
    sure = await asked_for_picks(server, await looked(server))
    server.env.inject_error("POST", "/interactions/*/callback", status=404, code=10062, times=2)
    await server.host.click(sure, label="Confirm")
    assert await looks_on_record(server) == [server.host.id]
    again = await server.host.click(sure, label="Confirm")
    assert "Cora: no pick yet" in answer(again)
    assert len(await looks_on_record(server)) == 1
