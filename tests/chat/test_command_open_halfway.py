"""/match open when Discord refuses halfway: what was made is taken away again, and that is said."""

from __future__ import annotations

import pytest
from simcord.backend.errors import BackendError
from simcord.results import InteractionResult

from minecart_robbery.chat.channels import Channels, Players
from minecart_robbery.chat.opening import Opener, Wish
from tests.chat.server import Server, answer

FULL = "Maximum number of channels in category reached (50)"


def channels(server: Server) -> set[int]:
    """The ids of all channels that there are."""
    return set(server.env.backend.get_guild(server.guild.id).channel_ids)


def refuse_channel(server: Server, monkeypatch: pytest.MonkeyPatch, number: int) -> None:
    """Let Discord refuse to make the channel of this number, counted from 1."""
    create = server.env.backend.create_channel
    count = 0

    def create_or_refuse(*args: object, **kwargs: object) -> object:
        nonlocal count
        count += 1
        if count == number:
            raise BackendError(400, 30013, FULL)
        return create(*args, **kwargs)  # pyright: ignore[reportArgumentType]

    monkeypatch.setattr(server.env.backend, "create_channel", create_or_refuse)


async def opened(server: Server) -> InteractionResult:
    """What comes of a host's `/match open` of Cora against Zac."""
    result = await server.host.slash(
        server.lobby, "match open", dmo=server.cora, candidate=server.zac
    )
    assert server.env.errors == []
    return result


@pytest.mark.parametrize("number", [1, 2, 3, 4])
async def test_whichever_channel_is_refused_nothing_is_left_and_the_reason_is_told_s31(
    server: Server, monkeypatch: pytest.MonkeyPatch, number: int
):
    before = channels(server)
    refuse_channel(server, monkeypatch, number)
    result = await opened(server)
    assert result.ephemeral
    assert FULL in answer(result)
    assert "taken away again" in answer(result) or number == 1
    assert channels(server) == before
    assert list(server.bot.house.tables()) == []
    monkeypatch.undo()
    await server.open_match()


async def test_a_permission_taken_away_halfway_is_told_the_same_way(server: Server):
    server.env.inject_error("POST", "/guilds/*/channels", status=403, message="Missing Permissions")
    result = await opened(server)
    assert "Missing Permissions" in answer(result)
    assert list(server.bot.house.tables()) == []


async def test_what_cannot_be_taken_away_again_is_named_and_not_said_to_be_gone(
    server: Server, monkeypatch: pytest.MonkeyPatch
):
    refuse_channel(server, monkeypatch, 3)
    server.env.inject_error("DELETE", "/channels/*", status=500, times=1)
    before = channels(server)
    result = await opened(server)
    (left,) = channels(server) - before
    assert f"<#{left}>" in answer(result)
    assert "What was made so far has been taken away again" not in answer(result)


async def test_a_match_that_another_one_forestalled_leaves_no_channels_behind_s17(server: Server):
    await server.open_match()
    before = channels(server)
    guild = server.bot.get_guild(server.guild.id)
    assert guild is not None
    host, cora, zac = (guild.get_member(one.id) for one in (server.host, server.cora, server.zac))
    dm = guild.get_channel(server.dm.id)
    opener = Opener(server.bot.house, server.bot.record, server.bot.standings)
    wish = Wish(host, Players(cora, zac), Channels(dm, None, None), {})  # pyright: ignore[reportArgumentType]
    with server.env._bot_scope():
        outcome = await opener.open(wish, server.env.backend.snowflake())
    assert isinstance(outcome, str)
    assert "live match" in outcome
    assert "Use other channels" in outcome
    assert channels(server) == before
