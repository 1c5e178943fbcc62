"""Whatever way a player takes, they are told at once and in private by how much it was in time."""

from __future__ import annotations

import pytest

from tests.chat.buttons import press, shown_by, with_button
from tests.chat.server import Server, answer

LEFT = "40.0 s were left."


@pytest.mark.parametrize("words", ["north", "send the south cart", "keep"])
async def test_a_pick_that_is_typed_is_acknowledged_with_its_margin(server: Server, words: str):
    await server.play_to_first_turn()
    await server.cora.send(server.cora_sub, "north")
    await server.env.advance_time(20)
    await server.cora.send(server.cora_sub, words)
    assert server.last(server.cora_sub).endswith(LEFT)


async def test_a_pick_that_is_pressed_edited_or_commanded_is_acknowledged_with_its_margin(
    server: Server,
):
    await server.play_to_first_turn()
    typed = await server.zac.send(server.zac_sub, "hm")
    await server.env.advance_time(20)
    await server.zac.edit(typed, "guard north")
    assert server.last(server.zac_sub).endswith(LEFT)
    commanded = await server.cora.slash(server.cora_sub, "pick", track="north")
    assert answer(commanded).endswith(LEFT)


async def test_a_pressed_pick_and_a_pressed_keep_are_acknowledged_with_their_margin(
    server: Server,
):
    await server.play_to_first_turn()
    await press(server.cora, server.cora_sub, "North")
    await server.env.advance_time(20)
    await press(server.cora, server.cora_sub, "Change or keep")
    await press(server.cora, server.cora_sub, "Keep")
    assert server.last(server.cora_sub).endswith(LEFT)


async def test_a_bonus_is_acknowledged_with_its_margin_to_its_player_alone(server: Server):
    await server.play_to_first_turn()
    opponents = server.said(server.zac_sub)
    await server.env.advance_time(20)
    await server.cora.send(server.dm, "accelerate north")
    acknowledged, prompt = server.said(server.cora_sub)[-2:]
    assert acknowledged.text == f"You have played **accelerate north**. {LEFT}"
    assert LEFT not in prompt.text
    assert LEFT not in server.last(server.dm)
    await server.env.advance_time(20)
    shown = await press(server.cora, server.dm, "Join")
    pressed = await server.cora.click(shown_by(shown), label="Central → South")
    assert answer(pressed) == f"You have played **join central to south**. {LEFT}"
    told = server.said(server.zac_sub)[len(opponents) :]
    assert all("were left" not in said.text for said in told)
    await server.env.advance_time(20)
    commanded = await server.zac.slash(server.dm, "accelerate", mine="south")
    assert answer(commanded) == f"You have played **accelerate south**. {LEFT}"


@pytest.mark.parametrize("is_pressed", [True, False])
async def test_a_start_role_is_acknowledged_with_its_margin(server: Server, is_pressed: bool):
    await server.open_match()
    await server.start_match()
    await server.env.advance_time(20)
    if is_pressed:
        await server.cora.click(with_button(server.dm, "Start as thief"), label="Start as thief")
    else:
        await server.cora.send(server.dm, "thief")
    told = [said.text for said in server.said(server.cora_sub)]
    assert any(text.endswith(f"You start round 1 as **thief**. {LEFT}") for text in told)


async def test_what_is_too_late_is_told_by_how_much_though_its_round_is_over(server: Server):
    """The grace of 3 s runs out while the late pick is being answered."""
    await server.play_to_first_turn(target_gems=1, grace_seconds=3)
    await server.cora.send(server.cora_sub, "north")
    await server.env.advance_time(62)
    await server.zac.send(server.zac_sub, "north")
    assert "it came 2.0 s after the turn was over" in server.last(server.zac_sub)
    await server.env.advance_time(2)
    await server.zac.send(server.zac_sub, "north")
    assert "came 5.0 s after the last turn was over" in server.last(server.zac_sub)


async def test_a_start_role_that_comes_after_the_default_is_told_by_how_much(server: Server):
    await server.open_match()
    await server.start_match()
    await server.env.advance_time(63)
    await server.cora.send(server.cora_sub, "miner")
    assert "came 3.0 s after the time to choose was over" in server.last(server.cora_sub)
