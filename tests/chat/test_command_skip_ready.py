"""/match skip-ready, and the ready check on Discord: who may go on without it, and when (R30)."""

from __future__ import annotations

import pytest

from minecart_robbery.engine.match import BOTH, BeforeRound, Paused, PickingRole, ReadyCheck
from tests.chat.server import Server
from tests.chat.test_command_start import HOSTS_ONLY, MAY_NOT, private, refusal

NOBODY_IS_ASKED = "Nobody is being asked just now whether they are ready."


@pytest.fixture
async def checking(server: Server) -> Server:
    """A server in which both players are asked whether they are ready for round 1."""
    await server.open_match()
    await server.host.slash(server.dm, "match start")
    return server


async def test_a_host_goes_on_without_waiting_and_the_dm_channel_is_told(checking: Server):
    (table,) = checking.bot.house.tables()
    said = private(await checking.host.slash(checking.dm, "match skip-ready"))
    assert said == "The ready check is skipped."
    assert checking.last(checking.dm).startswith("A host has skipped the ready check.\n## Round 1")
    assert isinstance(table.match.current, PickingRole)


async def test_only_a_host_goes_on_without_waiting_r30(checking: Server):
    for player in (checking.cora, checking.zac):
        assert (await refusal(checking, player, "match skip-ready")).startswith(HOSTS_ONLY)
    assert (await refusal(checking, checking.spectator, "match skip-ready")).startswith(MAY_NOT)


async def test_a_host_who_plays_does_not_go_on_without_waiting_s22(server: Server):
    await server.open_match(dmo=server.host, by=server.host)
    await server.host.slash(server.dm, "match start")
    assert (await refusal(server, server.host, "match skip-ready")).startswith(HOSTS_ONLY)


@pytest.mark.parametrize("when", ["before the start", "a role is picked", "in a turn"])
async def test_where_nobody_is_asked_there_is_nothing_to_skip(server: Server, when: str):
    await server.open_match()
    if when != "before the start":
        await server.start_match()
    if when == "in a turn":
        await server.cora.send(server.dm, "miner")
    said = await refusal(server, server.host, "match skip-ready")
    assert said.startswith(f"{NOBODY_IS_ASKED} What works now: **/match ")


async def test_after_two_minutes_the_hosts_are_called_and_told_the_way_on(checking: Server):
    (table,) = checking.bot.house.tables()
    await checking.zac.send(checking.zac_sub, "ready")
    await checking.env.advance_time(125)
    called = [said.text for said in checking.said(checking.dm) if "🔔" in said.text]
    assert len(called) == 1
    assert "not ready for round 1: Cora." in called[0]
    assert "**/match skip-ready**" in called[0]
    status = private(await checking.spectator.slash(checking.dm, "match status"))
    assert "Not ready yet: Cora." in status
    await checking.cora.send(checking.cora_sub, "ready")
    assert isinstance(table.match.current, PickingRole)


async def test_a_ready_in_a_pause_counts_and_so_does_a_skip(checking: Server):
    (table,) = checking.bot.house.tables()
    await checking.host.slash(checking.dm, "match pause")
    await checking.cora.send(checking.cora_sub, "ready")
    assert checking.last(checking.dm) == "Cora is ready."
    await checking.host.slash(checking.dm, "match skip-ready")
    assert isinstance(table.match.current, Paused)
    assert table.match.unpaused == BeforeRound(1, BOTH)
    await checking.host.slash(checking.dm, "match resume")
    assert isinstance(table.match.current, PickingRole)


async def test_with_every_the_next_round_is_checked_and_with_never_none_is(server: Server):
    for check, phase in (("every", ReadyCheck), ("never", PickingRole)):
        table = await server.open_match(ready_check=check, target_gems=1)
        await server.host.slash(server.dm, "match start")
        assert isinstance(table.match.current, phase)
        if check == "every":
            await server.host.slash(server.dm, "match skip-ready")
        await server.cora.send(server.dm, "miner")
        await server.cora.send(server.cora_sub, "north")
        await server.zac.send(server.zac_sub, "south")
        assert isinstance(table.match.current, phase)
        assert table.match.current.number == 2
