"""Commands, direct messages, renames and start-up: rows S30 and S34 to S36."""

from __future__ import annotations

import logging

import pytest
from discord import app_commands
from simcord.backend.errors import SetupError

from minecart_robbery.chat.bot import MinecartBot, intents
from tests.chat.looking import Unmoved, all_said
from tests.chat.playing import GOLDEN, Stage, play_in
from tests.chat.server import Server, answer
from tests.scenarios.world import changed_channels, requests

OLD = "This command has changed since Discord last told you of it."


@pytest.fixture
async def played(server_with_windows: Server) -> Server:
    """The server in which a whole match was just played."""
    await Stage(server_with_windows).play(play_in(GOLDEN / "whole-match.txt"))
    return server_with_windows


async def test_s30_nothing_is_renamed_and_no_topic_is_set_in_a_whole_match(played: Server):
    assert changed_channels(played) == []


async def test_s34_no_direct_message_is_opened_in_a_whole_match(played: Server):
    assert requests(played, "POST", "/users/@me/channels") == []


@pytest.mark.parametrize("command", ["match status", "match channels", "minecart rules"])
async def test_s35_commands_are_not_offered_in_a_direct_message(server: Server, command: str):
    with pytest.raises(SetupError, match="not visible to this user here"):
        await server.cora.user.slash(command)
    assert server.cora.user.available_commands() == ()


async def test_s35_a_command_that_is_no_more_is_answered_in_private_with_a_clear_word(
    server: Server, caplog: pytest.LogCaptureFixture
):
    await server.play_to_first_turn()
    before = Unmoved(server)
    server.bot.tree.remove_command("minecart")
    result = await server.cora.slash(server.dm, "minecart rules")
    assert result.ephemeral
    assert answer(result).startswith(OLD)
    before.check()
    _acknowledge(server, app_commands.CommandNotFound)
    assert not [record for record in caplog.records if record.levelno >= logging.WARNING]


async def test_s35_a_command_of_an_older_shape_is_answered_in_private_with_a_clear_word(
    server: Server, monkeypatch: pytest.MonkeyPatch, caplog: pytest.LogCaptureFixture
):
    await server.play_to_first_turn()
    before = Unmoved(server)
    group = server.bot.tree.get_command("match")
    assert isinstance(group, app_commands.Group)
    starter = group.get_command("starter")
    assert isinstance(starter, app_commands.Command)
    params = starter._params  # pyright: ignore[reportPrivateUsage]
    monkeypatch.setattr(params["rounds"], "_rename", "rounds_of_today")
    result = await server.host.slash(server.dm, "match starter", rounds="odd", player="candidate")
    assert result.ephemeral
    assert answer(result).startswith(OLD)
    before.check()
    _acknowledge(server, app_commands.CommandSignatureMismatch)
    assert not [record for record in caplog.records if record.levelno >= logging.WARNING]


def _acknowledge(server: Server, kind: type[app_commands.AppCommandError]) -> None:
    """simcord keeps what reaches the commands' own fault handler; here it belongs there."""
    assert [type(error) for error in server.env.errors] == [kind]
    server.env._errors_acknowledged = server.env.error_cursor


async def test_s36_nothing_is_seated_before_ready_and_set_up_waits_for_nothing(
    server: Server, monkeypatch: pytest.MonkeyPatch
):
    await server.play_to_first_turn()
    at_setup: list[tuple[bool, int]] = []
    setup = MinecartBot.setup_hook

    async def setup_and_look(bot: MinecartBot) -> None:
        await setup(bot)
        at_setup.append((bot.is_ready(), len(list(bot.house.tables()))))

    monkeypatch.setattr(MinecartBot, "setup_hook", setup_and_look)
    await server.restart()
    assert at_setup == [(False, 0)]
    assert len(list(server.bot.house.tables())) == 1


async def test_s16_when_ready_fires_again_setup_is_not_done_again_and_nothing_is_said(
    server: Server, monkeypatch: pytest.MonkeyPatch
):
    setups: list[MinecartBot] = []
    setup = MinecartBot.setup_hook

    async def setup_and_count(bot: MinecartBot) -> None:
        setups.append(bot)
        await setup(bot)

    monkeypatch.setattr(MinecartBot, "setup_hook", setup_and_count)
    await server.play_to_first_turn()
    await server.restart()
    before, said = len(server.env.http_requests), all_said(server)
    for _ in range(3):
        await server.connection("ready")
    assert len(setups) == 1
    assert len(server.env.http_requests) == before
    assert all_said(server) == said
    assert len(list(server.bot.house.tables())) == 1


def test_s26_the_bot_asks_for_what_it_cannot_do_without():
    assert intents().message_content
    assert intents().members
