"""Which match a command means: the channel's, or elsewhere the one that is named (S35)."""

from __future__ import annotations

from typing import Any

import pytest
from simcord.actors import MemberActor
from simcord.backend.errors import SetupError
from simcord.builders import ChannelHandle, GuildHandle

from minecart_robbery.engine.match import CalledOff, Paused
from tests.chat.buttons import confirmed
from tests.chat.server import Server, answer

COMMANDS = ["start", "skip-ready", "readers", "status", "pause", "resume", "call-off", "starter"]
COMMANDS += ["pick-for", "award", "extend", "settle-now", "take-back turn", "take-back round"]
COMMANDS += ["forfeit", "substitute"]


async def told(
    by: MemberActor, channel: ChannelHandle, command: str, server: Server, **options: Any
) -> str:
    """What somebody is answered."""
    match command:
        case "starter":
            options |= {"rounds": "odd", "player": "candidate"}
        case "pick-for":
            options |= {"player": "dmo", "track": "north", "reason": "by phone"}
        case "award":
            options |= {"player": "dmo", "gems": 1, "reason": "a gift"}
        case "extend":
            options |= {"seconds": 1, "reason": "a gift"}
        case "settle-now" | "take-back turn" | "take-back round":
            options |= {"reason": "a gift"}
        case "forfeit":
            options |= {"player": "dmo"}
        case "substitute":
            options |= {"player": "dmo", "new": server.spectator}
        case _:
            pass
    result = await by.slash(channel, f"match {command}", **options)
    assert server.env.errors == []
    assert result.ephemeral
    return answer(result)


@pytest.mark.parametrize("place", ["dm", "cora_sub", "zac_sub"])
async def test_in_each_of_its_three_channels_the_match_need_not_be_named(
    server: Server, place: str
):
    first = await server.open_match()
    channel: ChannelHandle = getattr(server, place)
    second = await server.open_match()
    assert "Match 1" in await told(server.host, channel, "status", server)
    await confirmed(server.host, channel, "call-off")
    assert isinstance(first.match.current, CalledOff)
    assert not isinstance(second.match.current, CalledOff)


async def test_a_player_gives_commands_in_their_own_submissions_channel(server: Server):
    table = await server.play_to_first_turn()
    assert "Round 1" in await told(server.cora, server.cora_sub, "status", server)
    await told(server.cora, server.cora_sub, "pause", server)
    await server.env.advance_time(61)
    assert isinstance(table.match.current, Paused)


@pytest.mark.parametrize("command", COMMANDS)
async def test_elsewhere_a_command_that_names_no_match_is_told_both_ways_to_mean_one(
    server: Server, command: str
):
    await server.open_match()
    said = await told(server.host, server.lobby, command, server)
    assert said.startswith("There is no live match in this channel.")
    assert "in the match's own channel" in said
    assert "option **match**" in said


async def test_elsewhere_a_match_is_meant_by_its_number(server: Server):
    table = await server.open_match()
    await server.open_match()
    assert "Match 1" in await told(server.spectator, server.lobby, "status", server, match=1)
    await confirmed(server.host, server.lobby, "call-off", match=1)
    assert isinstance(table.match.current, CalledOff)


async def test_the_match_that_is_named_goes_before_that_of_the_channel(server: Server):
    await server.open_match()
    await server.open_match()
    assert "Match 1" in await told(server.host, server.dm, "status", server, match=1)


@pytest.mark.parametrize("command", COMMANDS)
@pytest.mark.parametrize("number", [2, 0, -1, 2**53 - 1])
async def test_an_unknown_number_is_refused(server: Server, command: str, number: int):
    await server.open_match()
    said = await told(server.host, server.lobby, command, server, match=number)
    assert said.startswith("There is no live match with that number in this server.")


@pytest.fixture
async def elsewhere(server: Server) -> tuple[GuildHandle, MemberActor, ChannelHandle]:
    """Another server with the bot in it, somebody who may manage it, and a channel there."""
    guild = server.env.create_guild("Elsewhere")
    boss = MemberActor(server.env, guild, guild.owner)
    return guild, boss, guild.create_text_channel("lobby")


@pytest.mark.parametrize("command", [it for it in COMMANDS if it not in ("starter", "substitute")])
async def test_a_match_of_another_server_cannot_be_meant_by_its_number(
    server: Server, elsewhere: tuple[GuildHandle, MemberActor, ChannelHandle], command: str
):
    table = await server.play_to_first_turn()
    before = table.match
    _, boss, lobby = elsewhere
    said = await told(boss, lobby, command, server, match=1)
    assert said.startswith("There is no live match with that number in this server.")
    assert table.match == before


async def test_the_live_matches_of_this_server_are_offered_and_no_others(
    server: Server, elsewhere: tuple[GuildHandle, MemberActor, ChannelHandle]
):
    await server.open_match()
    await server.open_match(dmo=server.spectator)
    await server.open_match()
    await confirmed(server.host, server.dm, "call-off")
    _, boss, lobby = elsewhere

    async def offered(by: MemberActor, channel: ChannelHandle, typed: str) -> list[int]:
        choices = await by.autocomplete(channel, "match status", "match", typed)
        return [choice["value"] for choice in choices]

    assert await offered(server.host, server.lobby, "") == [1, 2]
    assert await offered(server.host, server.lobby, "2") == [2]
    assert await offered(server.host, server.lobby, "cora") == [1]
    assert await offered(server.host, server.lobby, "nobody") == []
    assert await offered(boss, lobby, "") == []


async def test_a_match_is_offered_with_its_number_and_players_for_each_command(server: Server):
    await server.open_match()
    for command in COMMANDS:
        choices = await server.host.autocomplete(server.lobby, f"match {command}", "match", "")
        assert choices == [{"name": "Match 1: Cora against Zac", "value": 1}]


async def test_no_more_matches_are_offered_than_discord_shows(server: Server):
    for _ in range(26):
        await server.open_match()
    choices = await server.host.autocomplete(server.lobby, "match status", "match", "")
    assert len(choices) == 25


@pytest.mark.parametrize("command", ["match status", "minecart rules", "match open"])
async def test_commands_are_not_offered_in_a_direct_message_s35(server: Server, command: str):
    with pytest.raises(SetupError, match="not visible to this user here"):
        await server.cora.user.slash(command)
    assert server.cora.user.available_commands() == ()
