"""Edits and deletions: an edit is a message of its moment, a deletion withdraws nothing (R16).

Moments are counted from 0: the match is opened and its first turn begins at once.
"""

from __future__ import annotations

import pytest
from simcord.backend import serializers
from simcord.builders import ChannelHandle

from minecart_robbery.engine.nouns import Seat, Track
from tests.chat.looking import Unmoved, picks
from tests.chat.server import Server


async def test_an_edit_counts_as_a_message_of_the_moment_of_the_edit(server: Server):
    await server.play_to_first_turn()
    typed = await server.cora.send(server.cora_sub, "north")
    await server.env.advance_time(20)
    await server.cora.edit(typed, "south")
    said = server.said(server.cora_sub)[-1]
    assert said.text.split("\n")[-1] == "Changed from North to **South**. 40.0 s were left."
    assert said.is_edit
    assert picks(server) == {Seat.DMO: Track.SOUTH}


async def test_chatter_edited_into_a_pick_or_a_bonus_counts(server: Server):
    await server.play_to_first_turn()
    private = await server.cora.send(server.cora_sub, "hm")
    public = await server.cora.send(server.dm, "hm")
    await server.cora.edit(private, "central")
    await server.cora.edit(public, "accelerate central")
    assert picks(server) == {Seat.DMO: Track.CENTRAL}
    assert "Cora plays **Accelerate Central**" in server.last(server.dm)


async def test_an_edit_after_the_deadline_is_late_though_its_message_was_in_time(server: Server):
    await server.play_to_first_turn(grace_seconds=10)
    typed = await server.cora.send(server.cora_sub, "north")
    await server.env.advance_time(63)
    await server.cora.edit(typed, "south")
    assert server.last(server.cora_sub).startswith("Too late: it came 3.0 s")
    await server.env.advance_time(7)
    assert "Cora sends North" in server.last(server.dm)


async def test_an_old_message_edited_in_a_later_turn_counts_in_that_turn(server: Server):
    await server.play_to_first_turn()
    typed = await server.cora.send(server.cora_sub, "north")
    await server.zac.send(server.zac_sub, "guard south")
    await server.env.advance_time(5)
    await server.cora.edit(typed, "guard central")
    assert picks(server) == {Seat.DMO: Track.CENTRAL}


async def update_without_an_edit(server: Server, channel: ChannelHandle, message: int) -> None:
    """Discord tells of a message again, as when a link preview has come or it was pinned."""
    backend = server.env.backend
    stored = backend.get_message(channel.id, message)
    backend.emit("MESSAGE_UPDATE", serializers.message_payload(backend, stored))
    await server.env.settle()


@pytest.mark.parametrize("was_edited", [False, True])
async def test_an_update_without_an_edit_is_no_message(server: Server, was_edited: bool):
    await server.play_to_first_turn()
    typed = await server.cora.send(server.cora_sub, "north")
    if was_edited:
        await server.env.advance_time(1)
        await server.cora.edit(typed, "central")
    await server.zac.send(server.zac_sub, "guard south")
    await server.env.advance_time(5)
    before = Unmoved(server)
    await update_without_an_edit(server, server.cora_sub, typed.id)
    before.check()
    assert picks(server) == {}


async def test_a_pin_is_no_message(server: Server):
    await server.play_to_first_turn()
    typed = await server.cora.send(server.cora_sub, "north")
    before = Unmoved(server)
    server.env.backend.set_pinned(server.cora_sub.id, typed.id, True, actor_id=server.cora.id)
    await server.env.settle()
    before.check()


async def test_an_edit_by_the_opponent_or_a_host_of_their_own_words_counts_as_nothing(
    server: Server,
):
    await server.play_to_first_turn()
    typed = await server.host.send(server.cora_sub, "hello")
    before = Unmoved(server)
    await server.host.edit(typed, "north")
    before.check()


async def test_deleting_a_pick_withdraws_nothing_and_the_player_is_told(server: Server):
    await server.play_to_first_turn()
    typed = await server.cora.send(server.cora_sub, "north")
    in_public = len(server.dm.history())
    await server.cora.delete(typed)
    assert server.last(server.cora_sub).startswith("Deleting a message withdraws nothing")
    assert "**North**" in server.last(server.cora_sub)
    assert picks(server) == {Seat.DMO: Track.NORTH}
    assert len(server.dm.history()) == in_public


async def test_editing_a_pick_into_something_else_withdraws_nothing_and_the_player_is_told(
    server: Server,
):
    await server.play_to_first_turn()
    typed = await server.cora.send(server.cora_sub, "north")
    await server.cora.edit(typed, "what a lovely evening")
    assert server.last(server.cora_sub).startswith("An edit that names no track withdraws nothing")
    assert "**North**" in server.last(server.cora_sub)
    assert picks(server) == {Seat.DMO: Track.NORTH}


async def test_editing_chatter_into_other_chatter_is_left_alone(server: Server):
    await server.play_to_first_turn()
    chatter = await server.cora.send(server.cora_sub, "what a lovely evening")
    before = Unmoved(server)
    await server.cora.edit(chatter, "what a lovely morning")
    before.check()


async def test_deleting_a_bonus_withdraws_nothing(server: Server):
    await server.play_to_first_turn()
    typed = await server.cora.send(server.dm, "accelerate north")
    before = Unmoved(server)
    await server.cora.delete(typed)
    before.check()


async def test_deleting_chatter_or_a_pick_of_a_settled_turn_is_left_alone(server: Server):
    await server.play_to_first_turn()
    chatter = await server.cora.send(server.cora_sub, "hm")
    pick = await server.cora.send(server.cora_sub, "north")
    await server.zac.send(server.zac_sub, "south")
    before = Unmoved(server)
    await server.cora.delete(chatter)
    await server.cora.delete(pick)
    before.check()
