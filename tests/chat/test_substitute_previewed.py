"""/match substitute while it is only shown: dropped, outrun, given twice, not possible any more."""

from __future__ import annotations

import discord
import pytest
from simcord.actors import MemberActor

from minecart_robbery.engine import events as ev
from minecart_robbery.engine.nouns import Seat
from tests.chat.buttons import labels, press_together, shown_by
from tests.chat.desk import EXPIRED, OVERTAKEN, announced, asked, confirm, given, recorded
from tests.chat.looking import Unmoved
from tests.chat.server import Server, answer
from tests.chat.test_command_substitute import DONE, table_of
from tests.chat.test_hosts_log import kept
from tests.chat.test_substitute_rights import overwrites
from tests.scenarios.world import empower, give_role, leave, permit


@pytest.fixture
async def nora(server: Server) -> MemberActor:
    """Somebody who could play on in the match, which is in its first turn."""
    found = server.join("Nora")
    await server.play_to_first_turn()
    return found


async def shown_for(server: Server, new: MemberActor, by: MemberActor | None = None):
    """What is shown of letting somebody play on in Zac's place."""
    options = {"player": "candidate", "new": new, "reason": "Zac is ill"}
    return await asked(server, "substitute", by, **options)


async def refused_when_confirmed(server: Server, shown: discord.Message, why: str) -> None:
    """It can't be done any more: that is said, the buttons go, and nothing is changed."""
    before, rights = Unmoved(server), overwrites(server)
    result = await server.host.click(shown, label="Confirm")
    assert why in answer(result)
    assert labels(shown_by(result)) == []
    before.check()
    assert overwrites(server) == rights


async def test_nothing_is_changed_while_it_is_only_shown_and_after_it_is_dropped(
    server: Server, nora: MemberActor
):
    before, rights = Unmoved(server), overwrites(server)
    shown = await shown_for(server, nora)
    result = await server.host.click(shown, label="Drop")
    assert answer(result) == "Dropped. Nothing has been done."
    before.check()
    assert overwrites(server) == rights


async def test_a_turn_that_is_over_meanwhile_outruns_it_and_the_new_one_can_be_confirmed(
    server: Server, nora: MemberActor
):
    shown = await shown_for(server, nora)
    await server.env.advance_time(61)
    before, rights = Unmoved(server), overwrites(server)
    renewed = shown_by(await server.host.click(shown, label="Confirm"))
    assert renewed.content.startswith(OVERTAKEN)
    assert "**The match:** round 1, turn 2 → **ready check, then round 1, turn 2**" in (
        renewed.content
    )
    before.check()
    assert overwrites(server) == rights
    assert (await confirm(server.host, renewed)).startswith(DONE)
    assert table_of(server).seating.candidate.person == nora.id


async def test_s13_two_presses_at_once_do_it_once_and_are_answered_alike(
    server: Server, nora: MemberActor
):
    shown = await shown_for(server, nora)
    presses = await press_together("Confirm", (server.host, shown), (server.host, shown))
    assert all(answer(press).startswith(DONE) for press in presses)
    assert len(await recorded(server, ev.SeatTaken)) == 1


async def test_s13_the_second_of_two_hosts_is_shown_that_it_is_done(
    server: Server, nora: MemberActor
):
    other = server.join("Hugo")
    await give_role(server, other, server.hosts_role)
    mine, theirs = await shown_for(server, nora), await shown_for(server, nora, other)
    assert (await confirm(server.host, mine)).startswith(DONE)
    renewed = shown_by(await other.click(theirs, label="Confirm"))
    assert renewed.content.startswith(OVERTAKEN)
    assert "**Let Nora into the channels once more?**" in renewed.content
    assert announced(renewed) == "Nothing is announced in the DM channel."
    assert (await confirm(other, renewed)).startswith(DONE)
    assert len(await recorded(server, ev.SeatTaken)) == 1


async def test_s13_of_two_hosts_with_two_newcomers_the_second_is_shown_whom_they_would_replace(
    server: Server, nora: MemberActor
):
    other, olga = server.join("Hugo"), server.join("Olga")
    await give_role(server, other, server.hosts_role)
    mine, theirs = await shown_for(server, nora), await shown_for(server, olga, other)
    assert (await confirm(server.host, mine)).startswith(DONE)
    renewed = shown_by(await other.click(theirs, label="Confirm"))
    assert "**Let Olga play on in Nora's place?**" in renewed.content
    assert table_of(server).seating.candidate.person == nora.id


async def test_s20_whoever_has_become_an_administrator_meanwhile_does_not_play_on(
    server: Server, nora: MemberActor
):
    role = server.guild.create_role("Crew")
    await give_role(server, nora, role)
    shown = await shown_for(server, nora)
    await empower(server, role, "administrator")
    await refused_when_confirmed(server, shown, "Nora is an administrator here")


async def test_s20_whoever_can_read_the_opponents_channel_meanwhile_does_not_play_on(
    server: Server, nora: MemberActor
):
    shown = await shown_for(server, nora)
    await permit(server, server.cora_sub, nora.id)
    await refused_when_confirmed(server, shown, "Nora can read it, and must not")


async def test_s33_a_player_who_has_left_meanwhile_outruns_it_by_the_pause(
    server: Server, nora: MemberActor
):
    shown = await shown_for(server, nora)
    await leave(server, server.zac)
    renewed = shown_by(await server.host.click(shown, label="Confirm"))
    assert renewed.content.startswith(OVERTAKEN)
    assert "paused" in renewed.content
    assert (await confirm(server.host, renewed)).startswith(DONE)


async def test_s25_after_a_restart_it_has_to_be_given_again(server: Server, nora: MemberActor):
    shown = await shown_for(server, nora)
    await server.restart()
    assert (await confirm(server.host, shown)).startswith(EXPIRED)
    assert await recorded(server, ev.SeatTaken) == []
    assert (await confirm(server.host, await shown_for(server, nora))).startswith(DONE)


async def test_a_match_that_has_ended_meanwhile_has_no_seat_any_more(
    server: Server, nora: MemberActor
):
    shown, rights = await shown_for(server, nora), overwrites(server)
    await given(server, "call-off")
    assert await confirm(server.host, shown) == "That match is over."
    assert overwrites(server) == rights


async def test_r33_the_hosts_log_says_who_let_whom_play_on_and_why(
    server: Server, nora: MemberActor
):
    before = len(await kept(server))
    await confirm(server.host, await shown_for(server, nora))
    first, second, *_ = (await kept(server))[before:]
    assert "Hanna lets Nora play on in place of Zac." in first
    assert second == "Reason: Zac is ill"


async def test_s19_a_pending_pick_of_the_seat_is_shown_to_nobody(server: Server, nora: MemberActor):
    await server.zac.send(server.zac_sub, "south")
    said = len(server.said(server.dm))
    shown = await shown_for(server, nora)
    await confirm(server.host, shown)
    told = [it.text for it in server.said(server.dm)[said:]]
    assert not any("outh" in text for text in (shown.content, announced(shown), *told))
    (taken,) = await recorded(server, ev.SeatTaken)
    assert taken.seat is Seat.CANDIDATE
