"""What Discord offers while a correction is being typed: turns, rounds, players, matches."""

from __future__ import annotations

from typing import Any

import pytest
from simcord.builders import ChannelHandle

from tests.chat.desk import ORDERS, given, in_second_turn
from tests.chat.server import Server
from tests.chat.test_command_take_back import play

COMMANDS = [order[0] for order in ORDERS]


async def offered(
    server: Server,
    command: str,
    option: str,
    typed: str = "",
    at: ChannelHandle | None = None,
    **filled_in: Any,
) -> list[tuple[str, Any]]:
    """What a host is offered for an option of a command."""
    where, name = at or server.dm, f"match {command}"
    found = await server.host.autocomplete(where, name, option, typed, **filled_in)
    return [(choice["name"], choice["value"]) for choice in found]


async def turns(server: Server, typed: str = "", **filled_in: Any) -> list[str]:
    """The turns that can be taken back, as a host is offered them."""
    found = await offered(server, "take-back turn", "turn", typed, **filled_in)
    return [name for name, _ in found]


async def in_round_two(server: Server) -> None:
    """Round 1 had two turns; in round 2 the second one is open."""
    await server.play_to_first_turn(target_gems=2)
    await play(server, "north", "south")
    await play(server, "central", "central")
    await server.zac.send(server.dm, "miner")
    await play(server, "north", "south")


async def test_the_turns_of_the_round_that_was_played_last_are_offered_the_latest_first(
    server: Server,
):
    await in_round_two(server)
    assert await offered(server, "take-back turn", "turn") == [
        ("round 2, turn 2", 2),
        ("round 2, turn 1", 1),
    ]
    assert await turns(server, "1") == ["round 2, turn 1"]
    assert await turns(server, "7") == []


async def test_the_turns_of_the_round_that_is_named_are_offered(server: Server):
    await in_round_two(server)
    assert await turns(server, round=1) == ["round 1, turn 2", "round 1, turn 1"]
    assert await turns(server, round=3) == []


async def test_what_is_taken_back_is_offered_no_more(server: Server):
    await in_round_two(server)
    await given(server, "take-back turn", turn=1, round=2, reason="a wrong button")
    assert await turns(server) == ["round 1, turn 2", "round 1, turn 1"]
    assert await turns(server, round=2) == ["round 2, turn 1"]


async def test_no_more_turns_are_offered_than_discord_shows(server: Server):
    await server.play_to_first_turn(target_gems=99)
    for _ in range(26):
        await play(server, "north", "south")
    names = await turns(server)
    assert len(names) == 25
    assert names[0] == "round 1, turn 27"


@pytest.mark.parametrize("command", ["take-back turn", "take-back round"])
async def test_the_rounds_that_have_begun_are_offered_the_latest_first(
    server: Server, command: str
):
    await in_round_two(server)
    assert await offered(server, command, "round") == [("round 2", 2), ("round 1", 1)]
    assert await offered(server, command, "round", "1") == [("round 1", 1)]


@pytest.mark.parametrize("option", ["turn", "round"])
async def test_before_anything_was_played_nothing_can_be_taken_back(server: Server, option: str):
    await server.open_match()
    assert await offered(server, "take-back turn", option) == []


@pytest.mark.parametrize("option", ["turn", "round"])
async def test_elsewhere_those_of_the_match_that_is_named_are_offered(server: Server, option: str):
    await in_second_turn(server)
    lobby = server.lobby
    assert await offered(server, "take-back turn", option, at=lobby) == []
    assert await offered(server, "take-back turn", option, at=lobby, match=9) == []
    assert len(await offered(server, "take-back turn", option, at=lobby, match=1)) > 0


@pytest.mark.parametrize("command", ["award", "pick-for"])
async def test_the_two_players_are_offered(server: Server, command: str):
    await in_second_turn(server)
    cora, zac = ("Cora (DMO)", "dmo"), ("Zac (candidate)", "candidate")
    assert await offered(server, command, "player") == [cora, zac]
    assert await offered(server, command, "player", "za") == [zac]
    assert await offered(server, command, "player", at=server.lobby) == []


@pytest.mark.parametrize("command", COMMANDS)
async def test_the_live_matches_are_offered_and_the_one_that_is_named_is_meant(
    server: Server, command: str
):
    await in_second_turn(server)
    first = server.dm
    await server.open_match()
    found = await offered(server, command, "match", at=server.lobby)
    assert [value for _, value in found] == [1, 2]
    order = next(order for order in ORDERS if order[0] == command)
    server.dm, second = first, server.dm
    result = await server.host.slash(second, f"match {command}", **order[1], match=1)
    assert result.response is not None
    await server.host.click(result.response.message, label="Confirm")
    assert any(order[3] in said.text for said in server.said(first))
    assert not any(order[3] in said.text for said in server.said(second))
