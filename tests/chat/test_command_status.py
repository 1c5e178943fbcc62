"""/match status: how a match stands in each phase, the same for all but hosts; nothing secret.

What hosts are shown besides stands in `test_looking_in`.
"""

from __future__ import annotations

from pathlib import Path

import pytest
from simcord.actors import MemberActor

from tests.chat.server import WITHOUT_WINDOWS, Server, answer, running_server

LENGTH_ON_DISCORD = 2000


async def status(server: Server, by: MemberActor | None = None) -> str:
    """What somebody, a spectator if not said, is shown in the DM channel."""
    result = await (by or server.spectator).slash(server.dm, "match status")
    assert result.ephemeral
    assert server.env.errors == []
    assert len(answer(result)) <= LENGTH_ON_DISCORD
    return server.readable(answer(result))


async def shown_to_all(server: Server) -> str:
    """What everybody is shown, players included; hosts are shown that first."""
    seen = {await status(server, by) for by in (server.spectator, server.cora, server.zac)}
    assert len(seen) == 1
    (public,) = seen
    of_a_clock = public.rpartition("\n⏳")
    assert (await status(server, server.host)).startswith(of_a_clock[0] or public)
    return public


async def test_before_the_start_it_says_who_plays_and_that_it_has_not_been_started(
    server: Server,
):
    await server.open_match()
    assert await shown_to_all(server) == (
        "**Match 1:** Cora (DMO) against Zac. It has not been started: it waits for a host to do "
        "so with **/match start**.\n"
        "Rounds: Cora 0, Zac 0 (first to 3)."
    )


async def test_while_a_start_role_is_chosen_it_says_by_whom_and_until_when(server: Server):
    await server.open_match()
    await server.start_match()
    said = await shown_to_all(server)
    assert said.startswith("**Match 1:** round 1 is about to begin; Cora chooses the start role.")
    assert "is over at 01:00" in said


async def test_while_the_hosts_are_to_decide_it_says_so_and_by_which_command(tmp_path: Path):
    async with running_server(tmp_path / "record.db", **WITHOUT_WINDOWS) as server:
        await server.open_match(role_default="ask the host")
        await server.start_match()
        await server.env.advance_time(61)
        said = await shown_to_all(server)
    assert "waits for the hosts to settle the start roles (**/match starter**)" in said


async def test_in_a_turn_it_shows_the_table_and_the_scores(server: Server):
    await server.play_to_first_turn()
    said = await shown_to_all(server)
    for part in ("Round 1 · Turn 1", "Cora **mines**", "Zac **steals**", "North", "first to 15"):
        assert part in said


@pytest.mark.parametrize("by", ["host", "cora"])
async def test_in_a_pause_it_says_that_it_is_paused_and_how_it_goes_on(server: Server, by: str):
    await server.play_to_first_turn()
    await getattr(server, by).slash(server.dm, "match pause")
    await server.env.advance_time(61)
    said = await shown_to_all(server)
    assert said.startswith("**Match 1** is paused. A host")
    assert ("or Cora who asked for it" in said) == (by == "cora")
    assert "**/match resume**" in said


async def test_in_a_pause_of_a_turn_it_shows_no_clock_that_runs(server: Server):
    await server.play_to_first_turn()
    await server.host.slash(server.dm, "match pause")
    assert "until" not in await shown_to_all(server)


@pytest.mark.parametrize("is_paused", [False, True])
async def test_it_is_the_same_before_and_after_a_pick_for_whoever_asks(
    server: Server, is_paused: bool
):
    await server.play_to_first_turn()
    await server.zac.send(server.dm, "accelerate south")
    if is_paused:
        await server.host.slash(server.dm, "match pause")
    before = await shown_to_all(server)
    if is_paused:
        await server.host.slash(server.dm, "match resume")
    await server.cora.send(server.cora_sub, "north")
    if is_paused:
        await server.host.slash(server.dm, "match pause")
    assert await shown_to_all(server) == before


async def test_a_players_name_in_it_is_mere_text(server: Server):
    await server.open_match(candidate=server.join("odd", global_name="**Z**"))
    assert r"\*\*Z\*\*" in await status(server)
