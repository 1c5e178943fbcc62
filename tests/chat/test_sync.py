"""Slash commands are told to Discord when their shape has changed, and not otherwise (S16, S35)."""

from __future__ import annotations

from typing import Any

import pytest

from minecart_robbery.chat.commands.server import ServerCommands
from tests.chat.server import Server
from tests.scenarios.world import sweeps

IN_SERVERS = 0
MOST_LETTERS, MOST_OPTIONS = 8000, 25


def letters(command: dict[str, Any]) -> int:
    """The letters of a command that Discord counts: names, descriptions, values, all the way."""
    own = sum(len(str(command.get(name, ""))) for name in ("name", "description", "value"))
    parts = [*command.get("options", ()), *command.get("choices", ())]
    return own + sum(map(letters, parts))


def syncs(server: Server) -> list[Any]:
    """What Discord was told of the commands, each time that it was."""
    return [
        request.json
        for request in server.env.http_requests
        if request.method == "PUT" and request.path.endswith("/commands")
    ]


async def test_the_first_start_tells_discord_all_commands_at_once(server: Server):
    (told,) = syncs(server)
    names = {one["name"]: [option["name"] for option in one["options"]] for one in told}
    assert names == {
        "match": [
            "open",
            "start",
            "readers",
            "skip-ready",
            "pause",
            "resume",
            "starter",
            "channels",
            "status",
            "call-off",
            "pick-for",
            "award",
            "settle-now",
            "extend",
            "take-back",
            "substitute",
            "forfeit",
        ],
        "minecart": ["hosts", "rules", "settings", "check"],
        "pick": ["track"],
        "accelerate": ["mine"],
        "join": ["first", "second"],
    }


async def test_a_turn_or_a_whole_round_can_be_taken_back(server: Server):
    (told,) = syncs(server)
    match = next(one for one in told if one["name"] == "match")
    take_back = next(one for one in match["options"] if one["name"] == "take-back")
    assert [one["name"] for one in take_back["options"]] == ["turn", "round"]


async def test_no_command_has_more_text_than_discord_takes(server: Server):
    (told,) = syncs(server)
    assert all(letters(one) <= MOST_LETTERS for one in told)
    assert all(len(one["options"]) <= MOST_OPTIONS for one in told)


async def test_all_commands_are_for_servers_only(server: Server):
    (told,) = syncs(server)
    for group in told:
        assert group["contexts"] == [IN_SERVERS]


async def test_a_restart_on_the_same_record_tells_discord_nothing(server: Server):
    await server.restart()
    await server.restart()
    assert len(syncs(server)) == 1
    await server.open_match()


async def test_a_restart_with_another_shape_tells_discord_once(
    server: Server, monkeypatch: pytest.MonkeyPatch
):
    monkeypatch.setattr(ServerCommands.rules, "description", "Show how it is played.")
    await server.restart()
    assert len(syncs(server)) == 2
    assert "Show how it is played." in str(syncs(server)[-1])
    await server.restart()
    assert len(syncs(server)) == 2


async def test_a_record_that_knows_of_another_versions_commands_is_told_to_discord_once(
    server: Server,
):
    await server.bot.record.set_commands_shape("of another version")
    await server.restart()
    await server.restart()
    assert len(syncs(server)) == 2


async def test_being_ready_again_neither_syncs_nor_seats_a_match_twice_s16(server: Server):
    table = await server.play_to_first_turn()
    said = server.said(server.dm)
    await server.bot.on_ready()
    assert len(syncs(server)) == 1
    assert list(server.bot.house.tables()) == [table]
    assert server.said(server.dm) == said


# ----------------------------------------------------------------- what goes wrong


def wipe(server: Server, *names: str) -> None:
    """Somebody has wiped these commands at Discord, in the developer portal perhaps; or all."""
    known = server.env.backend.commands[None]
    for key, command in list(known.items()):
        if not names or command["name"] in names:
            del known[key]


@pytest.mark.parametrize("names", [(), ("pick",)])
async def test_s35_commands_that_were_wiped_at_discord_are_put_back_at_the_next_start(
    server: Server, names: tuple[str, ...]
):
    wipe(server, *names)
    await server.restart()
    assert len(syncs(server)) == 2
    await server.restart()
    assert len(syncs(server)) == 2
    await server.open_match()


async def test_s35_where_discord_does_not_say_what_it_knows_it_is_told_nothing(server: Server):
    server.env.inject_error("GET", "/applications/*/commands", status=500, times=9)
    await server.restart()
    assert len(syncs(server)) == 1


async def test_s44_matches_are_hosted_though_discord_does_not_take_the_commands(
    server: Server, monkeypatch: pytest.MonkeyPatch
):
    await server.play_to_first_turn()
    monkeypatch.setattr(ServerCommands.rules, "description", "Show how it is played.")
    server.env.inject_error("PUT", "/applications/*/commands", status=400, times=2)
    await server.restart()
    await server.cora.send(server.cora_sub, "north")
    await server.zac.send(server.zac_sub, "south")
    assert "Round 1 · Turn 2" in server.last(server.dm)
    await sweeps(server, 4)
    told = [it.text for it in server.said(server.dm) if "take my slash commands" in it.text]
    assert len(told) == 1
    assert "Show how it is played." in str(syncs(server)[-1])
    tries = len(syncs(server))
    await sweeps(server, 4)
    assert len(syncs(server)) == tries, "once they are taken, nothing is tried any more"


async def test_s44_what_is_refused_on_and_on_is_tried_ever_more_rarely(
    server: Server, monkeypatch: pytest.MonkeyPatch
):
    monkeypatch.setattr(ServerCommands.rules, "description", "Show how it is played.")
    server.env.inject_error("PUT", "/applications/*/commands", status=400, times=None)
    await server.restart()
    await sweeps(server, 30)
    assert len(syncs(server)) - 1 <= 6
