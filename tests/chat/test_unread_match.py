"""A match that this version can't read, as hosts and players meet it on Discord (S45)."""

from __future__ import annotations

import pytest

from minecart_robbery.engine.nouns import Seat, Track
from minecart_robbery.record import Record
from minecart_robbery.words.catalogue import say
from tests.chat.buttons import confirmed, shown_by
from tests.chat.looking import picks
from tests.chat.server import Server, answer
from tests.record.sql import run
from tests.scenarios.world import sweeps, told

NEWER = """INSERT INTO event VALUES (1, 99, 1, '{"event": "weather_changed"}')"""


@pytest.fixture
async def unread(server: Server) -> Server:
    """A server with a match in its first turn, which the bot can't read since its restart."""
    await server.play_to_first_turn()
    await server.go_down()
    run(server.bot.settings.database, NEWER)
    await server.restart()
    return server


async def test_s45_a_host_can_call_it_off_and_open_another_match_in_its_channels(unread: Server):
    server = unread
    channels = {
        "dm_channel": server.dm,
        "dmo_submissions": server.cora_sub,
        "candidate_submissions": server.zac_sub,
    }
    players = {"dmo": server.cora, "candidate": server.zac}
    refused = await server.host.slash(server.lobby, "match open", **players, **channels)
    assert "belongs to a live match already" in answer(refused)
    done = await confirmed(server.host, server.dm, "call-off", reason="the lamp went out")
    assert "called off" in server.last(server.dm)
    assert "the lamp went out" in server.last(server.dm)
    assert answer(done) == "The match is called off."
    await sweeps(server)
    table = await server.open_match(None, **channels)
    assert table.seating.match == 2
    assert told(server, "called off") == 1


async def test_s45_it_is_previewed_and_can_be_dropped(unread: Server):
    server = unread
    preview = await server.host.slash(server.lobby, "match call-off", match=1)
    assert "can't read its record" in answer(preview)
    await server.host.click(shown_by(preview), label=say("preview", "drop"))
    assert not await server.bot.record.has_ended(1)


async def test_s45_other_commands_of_hosts_are_answered_with_what_can_be_done(unread: Server):
    server = unread
    for command in ("pause", "status", "channels"):
        said = answer(await server.host.slash(server.dm, f"match {command}"))
        assert "**/match call-off**" in said
        assert "match 1" in said


async def test_s45_only_hosts_who_do_not_play_can_call_it_off(unread: Server):
    server = unread
    for member in (server.spectator, server.cora):
        said = answer(await member.slash(server.dm, "match call-off"))
        assert "Only a host can do that" in said
    assert not await server.bot.record.has_ended(1)


async def test_s45_one_that_can_be_read_by_the_time_of_the_confirmation_is_shown_anew(
    server: Server, monkeypatch: pytest.MonkeyPatch
):
    await server.play_to_first_turn()
    await server.cora.send(server.cora_sub, "north")

    async def unreadable(*_: object) -> None:
        raise ValueError("not an event")

    with monkeypatch.context() as patch:
        patch.setattr(Record, "events", unreadable)
        await server.restart()
        preview = await server.host.slash(server.dm, "match call-off")
    await sweeps(server, 12)
    await server.host.click(shown_by(preview), label=say("preview", "confirm"))
    assert not await server.bot.record.has_ended(1)
    assert picks(server) == {Seat.DMO: Track.NORTH}
