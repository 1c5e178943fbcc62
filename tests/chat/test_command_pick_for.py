"""/match pick-for: a host enters a pick for a player, for a reason, on the record (R19, R33)."""

from __future__ import annotations

import pytest

from minecart_robbery.engine import events as ev
from minecart_robbery.engine.nouns import Seat, Tally, Track
from tests.chat.desk import announced, asked, confirm, given, in_second_turn, recorded
from tests.chat.looking import all_said, picks
from tests.chat.server import Server
from tests.chat.test_command_take_back import turn_of
from tests.chat.test_hosts_log import kept

ENTERED = "The pick is entered. In the DM channel it is told that, and why, but not which."


async def entered(server: Server, reason: str = "by *phone*", track: str = "south") -> str:
    """A host enters a pick for Zac; what is said then."""
    return await given(server, "pick-for", player="candidate", track=track, reason=reason)


async def test_everybody_is_told_that_and_why_and_only_its_player_which(server: Server):
    await in_second_turn(server)
    assert await entered(server) == ENTERED
    assert server.last(server.dm).split("\n") == [
        "✍️ **Hanna has entered a pick for Zac.**",
        "Reason: by \\*phone\\*",
    ]
    assert "A host has entered a pick for you: **South**." in server.last(server.zac_sub)
    assert "South**" not in server.last(server.cora_sub)
    (pick,) = [it for it in await recorded(server, ev.PickMade) if it.by_host]
    assert (pick.seat, pick.track, pick.note) == (
        Seat.CANDIDATE,
        Track.SOUTH,
        "by \\*phone\\*",
    )


@pytest.mark.parametrize("reason", ["he said south", "SOUTH!", "not north", "s**outh** or Central"])
async def test_s19_a_reason_that_names_a_track_is_kept_for_the_record(server: Server, reason: str):
    await in_second_turn(server)
    shown = await asked(server, "pick-for", player="candidate", track="south", reason=reason)
    kept_back = "The reason is on record; it names a track, so it is not told here."
    assert announced(shown).split("\n")[1] == kept_back
    await confirm(server.host, shown)
    assert server.last(server.dm).split("\n")[1] == kept_back
    assert (await kept(server))[-1] == kept_back
    assert reason not in "\n".join(said.text for said in all_said(server))


async def test_it_completes_the_turn_if_the_other_has_picked(server: Server):
    await in_second_turn(server)
    await server.cora.send(server.cora_sub, "central")
    shown = await asked(server, "pick-for", player="candidate", track="central", reason="ill")
    assert "**needed no more, both have picked**" in shown.content
    assert await confirm(server.host, shown) == ENTERED
    assert turn_of(server).round.gems == Tally(3, 0)


async def test_r16_the_player_may_pick_again_after_it(server: Server):
    await in_second_turn(server)
    await entered(server)
    await server.zac.send(server.zac_sub, "north")
    assert picks(server) == {Seat.CANDIDATE: Track.NORTH}


async def test_one_that_comes_too_late_is_shown_and_told_so_and_what_works_instead(
    server: Server,
):
    await server.play_to_first_turn(grace_seconds=30.0)
    await server.env.advance_time(61)
    shown = await asked(server, "pick-for", player="candidate", track="south", reason="ill")
    assert "⚠️ It would not count: the turn is over, or was not open yet." in shown.content
    said = await confirm(server.host, shown)
    assert said.startswith("The pick was not in time")
    assert "**/match take-back**" in said
    told = [it.text for it in server.said(server.dm)]
    assert any("but as things stand it was not in time to count." in text for text in told)
    await server.env.advance_time(30)
    (settled,) = await recorded(server, ev.TurnSettled)
    assert settled.silent == (Seat.DMO, Seat.CANDIDATE)
