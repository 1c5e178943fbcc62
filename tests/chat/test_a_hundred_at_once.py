"""A hundred presses and messages within one second, on Discord: one resolution, the right one."""

from __future__ import annotations

import logging
import random

import pytest

from minecart_robbery.chat.rendering import Pressed
from minecart_robbery.engine.events import TurnSettled
from minecart_robbery.words.panels import PanelKey, PanelName
from minecart_robbery.words.telling.panels import occasion_of
from tests.chat.buttons import press_again
from tests.chat.looking import match_of
from tests.chat.server import Server

TRACKS = ("north", "central", "south")


@pytest.mark.parametrize("seed", range(3))
async def test_a_hundred_presses_and_messages_within_one_second_settle_the_turn_once(
    server_with_windows: Server, seed: int, caplog: pytest.LogCaptureFixture
):
    """Each player goes on for as long as the prompt is there; what came first to last counts."""
    server, draw = server_with_windows, random.Random(seed)
    caplog.set_level(logging.WARNING)
    table = await server.play_to_first_turn(settle_seconds=30)
    occasion = occasion_of(match_of(server))
    assert occasion is not None
    subs = {"Cora": server.cora_sub, "Zac": server.zac_sub}
    prompts = {name: channel.history()[-1] for name, channel in subs.items()}
    counted: dict[str, str] = {}
    for _ in range(100):
        name, track = draw.choice(("Cora", "Zac")), draw.choice(TRACKS)
        actor = server.cora if name == "Cora" else server.zac
        if draw.random() < 0.5:
            await actor.send(subs[name], track)
        else:
            key = PanelKey(PanelName.PICK, occasion)
            custom_id = Pressed(table.seating.match, key, track).custom_id
            await press_again(server, actor, prompts[name], custom_id)
        if len(counted) < 2:
            counted[name] = track
        await server.env.advance_time(0.01)
    await server.env.advance_time(31)
    events = await server.bot.record.events(table.seating.match)
    (settled,) = [it for it in events if isinstance(it, TurnSettled) and it.turn == 1]
    assert (settled.cart, settled.guard) == (counted["Cora"], counted["Zac"])
    assert [record for record in caplog.records if record.name.startswith("minecart")] == []
