"""/match start and call-off: who may, when, and what everybody else is answered (R30)."""

from __future__ import annotations

from pathlib import Path
from typing import Any

import pytest
from simcord.actors import MemberActor
from simcord.results import InteractionResult

from minecart_robbery.engine.match import CalledOff, PickingRole, ReadyCheck, WaitingToStart
from tests.chat.buttons import confirmed
from tests.chat.server import Server, answer, running_server

HOSTS_ONLY = "Only a host can do that."
MAY_NOT = "Only a host, or the DMO of the match, can do that. Hosts here are "


def private(result: InteractionResult) -> str:
    """What was answered, so that nobody else could see it."""
    assert result.ephemeral
    return answer(result)


async def refusal(server: Server, by: MemberActor, command: str, **options: Any) -> str:
    """What somebody is answered in the DM channel, nothing having changed and nobody told."""
    (table,) = server.bot.house.tables()
    before, said = table.match, server.said(server.dm)
    answered = private(await by.slash(server.dm, command, **options))
    assert server.env.errors == []
    assert table.match == before
    assert server.said(server.dm) == said
    return answered


@pytest.mark.parametrize("by", ["host", "cora"])
async def test_a_host_or_the_dmo_starts_a_match_once_both_players_are_ready(
    server: Server, by: str
):
    table = await server.open_match()
    said = private(await getattr(server, by).slash(server.dm, "match start"))
    assert said.startswith("The match has started. Round 1 begins as soon as both players")
    assert "## Ready for round 1?\nCora and Zac: say **ready**" in server.last(server.dm)
    for name, channel in (("Cora", server.cora_sub), ("Zac", server.zac_sub)):
        assert server.last(channel).startswith(f"@{name} **Are you ready for round 1?**")
    for name, channel in (("Cora", server.cora_sub), ("Zac", server.zac_sub)):
        assert server.last(channel).startswith(f"@{name} **Are you ready for round 1?**")
    await server.zac.send(server.zac_sub, "ready")
    assert isinstance(table.match.current, ReadyCheck)
    await server.cora.send(server.cora_sub, "Ready!")
    assert isinstance(table.match.current, PickingRole)


async def test_a_match_starts_at_once_when_both_players_have_said_ready_already(server: Server):
    table = await server.open_match()
    await server.zac.send(server.zac_sub, "ready")
    await server.cora.send(server.cora_sub, "ready")
    assert isinstance(table.match.current, WaitingToStart)
    said = private(await server.cora.slash(server.dm, "match start"))
    assert said == "The match has started."
    assert isinstance(table.match.current, PickingRole)


@pytest.mark.parametrize("is_asked", [False, True])
async def test_a_host_can_skip_the_ready_check_also_once_it_is_under_way(
    server: Server, is_asked: bool
):
    table = await server.open_match()
    if is_asked:
        await server.host.slash(server.dm, "match start")
    said = private(await server.host.slash(server.dm, "match start", skip_ready=True))
    line, *_ = said.splitlines()
    assert line == ("The ready check is skipped." if is_asked else "The match has started.")
    assert isinstance(table.match.current, PickingRole)


async def test_only_a_host_can_skip_the_ready_check(server: Server):
    await server.open_match()
    said = await refusal(server, server.cora, "match start", skip_ready=True)
    assert said.startswith("Only a host can skip the ready check.")
    assert "Leave out **skip_ready**" in said
    assert "host" in await refusal(server, server.zac, "match start", skip_ready=True)
    said = await refusal(server, server.spectator, "match start", skip_ready=True)
    assert said.startswith(MAY_NOT)


async def test_a_host_who_plays_cannot_skip_the_ready_check_s22(server: Server):
    await server.open_match(dmo=server.host, by=server.host)
    said = await refusal(server, server.host, "match start", skip_ready=True)
    assert "skip the ready check" in said


async def test_neither_the_candidate_nor_a_spectator_starts_a_match(server: Server):
    await server.open_match()
    assert (await refusal(server, server.zac, "match start")).startswith(HOSTS_ONLY)
    assert (await refusal(server, server.spectator, "match start")).startswith(MAY_NOT)


async def test_a_host_who_plays_as_candidate_has_a_players_rights_and_no_more_s22(
    server: Server,
):
    await server.open_match(by=server.cora, candidate=server.host)
    for command in ("start", "skip-ready", "pause", "resume", "call-off"):
        assert (await refusal(server, server.host, f"match {command}")).startswith(HOSTS_ONLY)


async def test_where_the_dmo_may_not_run_matches_only_a_host_starts_them_r30(tmp_path: Path):
    async with running_server(tmp_path / "record.db", dmo_may_run=False) as server:
        table = await server.open_match()
        for command in ("match start", "match pause", "match resume"):
            assert (await refusal(server, server.cora, command)).startswith(HOSTS_ONLY)
        await server.start_match()
        assert isinstance(table.match.current, PickingRole)


async def test_asking_for_the_ready_check_twice_is_answered_with_whom_it_waits_for(
    server: Server,
):
    await server.open_match()
    await server.cora.slash(server.dm, "match start")
    for somebody in (server.cora, server.host):
        said = await refusal(server, somebody, "match start")
        assert said.startswith("The players have been asked whether they are ready")
        assert "**/match skip-ready**" in said


async def test_a_match_that_runs_cannot_be_started_again(server: Server):
    await server.open_match()
    await server.start_match()
    for by, options in ((server.host, {"skip_ready": True}), (server.cora, {})):
        said = await refusal(server, by, "match start", **options)
        assert said.startswith("The match has started already")


@pytest.mark.parametrize("when", ["before the start", "in a turn", "in a pause"])
async def test_a_host_calls_a_match_off_whenever_it_is_with_a_reason_for_all(
    server: Server, when: str
):
    table = await server.open_match()
    if when != "before the start":
        await server.start_match()
        await server.cora.send(server.dm, "miner")
    if when == "in a pause":
        await server.host.slash(server.dm, "match pause")
    result = await confirmed(server.host, server.dm, "call-off", reason="Cora *left*")
    assert answer(result) == "The match is called off."
    assert table.match.current == CalledOff()
    assert "called off" in server.last(server.dm)
    assert r"Cora \*left\*" in server.last(server.dm)


async def test_only_a_host_calls_a_match_off_r30(server: Server):
    await server.open_match()
    for player in (server.cora, server.zac):
        assert (await refusal(server, player, "match call-off")).startswith(HOSTS_ONLY)
    assert (await refusal(server, server.spectator, "match call-off")).startswith(MAY_NOT)


async def test_after_it_was_called_off_there_is_no_match_in_its_channels(server: Server):
    await server.open_match()
    await confirmed(server.host, server.dm, "call-off")
    for command in ("start", "skip-ready", "pause", "resume", "call-off", "status"):
        result = await server.host.slash(server.dm, f"match {command}")
        assert private(result).startswith("Match 1 has ended")
