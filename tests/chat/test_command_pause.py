"""/match pause and resume: hosts stop the clock, the DMO has a pause after the turn (R30, R31)."""

from __future__ import annotations

import pytest
from simcord.actors import MemberActor
from simcord.results import InteractionResult

from minecart_robbery.engine.match import PauseCause, Paused, PickingRole, TurnOpen
from minecart_robbery.live.table import Table
from tests.chat.server import Server, answer

HOSTS_ONLY = "Only a host can do that."
MAY_NOT = "Only a host, or the DMO of the match, can do that. Hosts here are "


def private(result: InteractionResult) -> str:
    """What was answered, so that nobody else could see it."""
    assert result.ephemeral
    return answer(result)


async def told(server: Server, by: MemberActor, command: str, **options: str) -> str:
    """What somebody is answered in the DM channel."""
    said = private(await by.slash(server.dm, f"match {command}", **options))
    assert server.env.errors == []
    return said


def number_of_turn(table: Table) -> int:
    """The turn that is open, or that goes on after the pause."""
    phase = table.match.unpaused
    assert isinstance(phase, TurnOpen)
    return phase.number


async def both_pick(server: Server) -> None:
    """Both players pick, so that the turn is over."""
    await server.cora.send(server.cora_sub, "north")
    await server.zac.send(server.zac_sub, "south")


async def test_a_hosts_pause_stops_the_clock_and_is_public_with_its_reason(server: Server):
    table = await server.play_to_first_turn()
    await server.env.advance_time(30)
    await told(server, server.host, "pause", reason="Zac's *cat* @everyone")
    assert "paused by a host" in server.last(server.dm)
    assert r"Zac's \*cat\*" in server.last(server.dm)
    assert "@everyone" not in server.last(server.dm)
    await server.env.advance_time(600)
    assert isinstance(table.match.current, Paused)
    assert number_of_turn(table) == 1


async def test_a_resume_gives_a_full_new_clock_and_picks_from_before_the_pause_count_r31(
    server: Server,
):
    table = await server.play_to_first_turn()
    await server.cora.send(server.cora_sub, "north")
    await server.env.advance_time(59)
    await told(server, server.host, "pause")
    await server.env.advance_time(600)
    await told(server, server.host, "resume")
    await server.env.advance_time(59)
    assert number_of_turn(table) == 1
    await server.zac.send(server.zac_sub, "south")
    assert number_of_turn(table) == 2


async def test_whoever_pauses_and_resumes_is_told_what_has_come_of_it(server: Server):
    await server.play_to_first_turn()
    said = await told(server, server.host, "pause")
    assert said == "The match is paused. Go on with **/match resume**."
    assert await told(server, server.host, "resume") == "The match goes on."
    said = await told(server, server.cora, "pause")
    assert said == "The pause comes before the next turn opens."
    await both_pick(server)
    assert await told(server, server.cora, "resume") == "The match goes on."


async def test_what_is_typed_in_a_pause_is_refused_with_a_notice_r31(server: Server):
    await server.play_to_first_turn()
    await told(server, server.host, "pause")
    await server.cora.send(server.cora_sub, "north")
    assert server.last(server.cora_sub).startswith("The match is paused, so that was not counted.")


async def test_the_dmos_pause_takes_effect_once_the_open_turn_is_settled_r30(server: Server):
    table = await server.play_to_first_turn()
    await told(server, server.cora, "pause")
    assert "will pause when this turn has been settled" in server.last(server.dm)
    assert isinstance(table.match.current, TurnOpen)
    await both_pick(server)
    assert isinstance(table.match.current, Paused)
    assert table.match.current.cause is PauseCause.DMO
    assert "paused, as Cora asked" in server.last(server.dm)


async def test_the_dmos_pause_takes_effect_also_when_the_turns_time_runs_out_r30(server: Server):
    table = await server.play_to_first_turn()
    await told(server, server.cora, "pause")
    await server.env.advance_time(61)
    assert isinstance(table.match.current, Paused)


async def test_the_dmo_who_asks_before_the_first_turn_has_the_pause_before_it_opens(
    server: Server,
):
    table = await server.open_match()
    await server.start_match()
    await told(server, server.cora, "pause")
    assert isinstance(table.match.current, PickingRole)
    await server.cora.send(server.dm, "miner")
    assert isinstance(table.match.current, Paused)


@pytest.mark.parametrize("by", ["cora", "host"])
async def test_the_dmo_ends_their_own_pause_and_a_host_may_too_r30(server: Server, by: str):
    table = await server.play_to_first_turn()
    await told(server, server.cora, "pause")
    await both_pick(server)
    await told(server, getattr(server, by), "resume")
    assert number_of_turn(table) == 2


async def test_the_dmo_cannot_end_a_hosts_pause_r30(server: Server):
    table = await server.play_to_first_turn()
    await told(server, server.host, "pause")
    said = await told(server, server.cora, "resume")
    assert said.startswith("The DMO can end only a pause that the DMO asked for.")
    assert "**host!**" in said
    assert isinstance(table.match.current, Paused)


async def test_a_host_stops_the_clock_though_the_dmo_has_asked_for_a_pause(server: Server):
    table = await server.play_to_first_turn()
    await told(server, server.cora, "pause")
    await told(server, server.host, "pause")
    assert isinstance(table.match.current, Paused)
    assert table.match.current.cause is PauseCause.HOST


@pytest.mark.parametrize("command", ["pause", "resume"])
async def test_neither_the_candidate_nor_a_spectator_pauses_or_resumes(
    server: Server, command: str
):
    table = await server.play_to_first_turn()
    assert (await told(server, server.zac, command)).startswith(HOSTS_ONLY)
    assert (await told(server, server.spectator, command)).startswith(MAY_NOT)
    assert isinstance(table.match.current, TurnOpen)
    assert table.match.pause_asked is None


async def test_a_pause_at_the_wrong_time_is_refused_with_the_reason(server: Server):
    await server.open_match()
    for somebody in (server.host, server.cora):
        for command, said in (("pause", "has not started yet."), ("resume", "is not paused.")):
            refused = await told(server, somebody, command)
            assert refused.startswith(f"The match {said}")
            assert "What works now: **/match start**" in refused
    await server.start_match()
    await server.cora.send(server.dm, "miner")
    await told(server, server.cora, "pause")
    assert "asked for already" in await told(server, server.cora, "pause")
    await told(server, server.host, "pause")
    for somebody in (server.host, server.cora):
        said = await told(server, somebody, "pause")
        assert said.startswith("The match is paused already. A host goes on with")
        assert "**/match resume**" in said


async def test_a_reason_of_the_greatest_length_is_said_in_full(server: Server):
    await server.play_to_first_turn()
    await told(server, server.host, "pause", reason="*" * 200)
    assert r"\*" * 200 in server.last(server.dm)
