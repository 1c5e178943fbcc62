"""Several places lost at once, and losses that only concern buttons (S27)."""

from __future__ import annotations

from tests.chat.buttons import confirmed
from tests.chat.server import Server
from tests.scenarios.world import bot_id, lines_said, pause_of, permit, sweeps


async def test_s27_of_two_places_lost_the_hosts_hear_of_both(server: Server):
    await server.play_to_first_turn()
    await permit(server, server.zac_sub, bot_id(server), "send_messages")
    await permit(server, server.cora_sub, bot_id(server), "send_messages")
    await sweeps(server, 1)
    told = "\n".join(lines_said(server))
    assert "I may not write in Zac's submissions channel" in told
    assert "I may not write in Cora's submissions channel" in told
    await permit(server, server.zac_sub, bot_id(server))
    await permit(server, server.cora_sub, bot_id(server))
    await sweeps(server, 2)
    assert pause_of(server) is None


async def test_s27_buttons_that_cannot_be_taken_away_stop_no_match(server: Server):
    await server.play_to_first_turn()
    path = f"/channels/{server.zac_sub.id}/messages/*"
    server.env.inject_error("PATCH", path, status=500, times=None)
    await server.env.advance_time(61)
    await sweeps(server, 8)
    assert pause_of(server) is None


async def test_s27_buttons_that_cannot_be_taken_away_keep_no_ended_match_alive(server: Server):
    await server.play_to_first_turn()
    await permit(server, server.zac_sub, bot_id(server), "view_channel", "send_messages")
    await confirmed(server.host, server.dm, "call-off")
    await sweeps(server, 20)
    before = len(server.env.http_requests)
    await sweeps(server, 20)
    assert server.env.http_requests[before:] == []
    assert list(server.bot.house.tables()) == []
