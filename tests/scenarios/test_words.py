"""What players do to their messages, and how oddly they write them: rows S37 and S38."""

from __future__ import annotations

import pytest
from simcord.backend import serializers
from simcord.builders import ChannelHandle

from minecart_robbery.engine.nouns import Seat, Track
from tests.chat.looking import Unmoved, picks
from tests.chat.server import Server

CORA = Seat.DMO
NORTH, CENTRAL, SOUTH = Track.NORTH, Track.CENTRAL, Track.SOUTH

# ----------------------------------------------------------------- S37


async def test_s37_an_edited_pick_counts_as_a_message_of_its_moment(server: Server):
    """The older message, edited after the newer one was sent, is the last word (R16)."""
    await server.play_to_first_turn()
    older = await server.cora.send(server.cora_sub, "north")
    await server.env.advance_time(1)
    newer = await server.cora.send(server.cora_sub, "central")
    await server.env.advance_time(1)
    await server.cora.edit(older, "south")
    assert picks(server) == {CORA: SOUTH}
    await server.env.advance_time(1)
    await server.cora.edit(newer, "north")
    assert picks(server) == {CORA: NORTH}


async def test_s37_an_edit_into_something_else_withdraws_nothing_and_the_player_is_told(
    server: Server,
):
    await server.play_to_first_turn()
    typed = await server.cora.send(server.cora_sub, "north")
    await server.cora.edit(typed, "never mind")
    assert picks(server) == {CORA: NORTH}
    assert "withdraws nothing: your pick is still **North**" in server.last(server.cora_sub)


async def test_s37_a_deleted_pick_stands_and_only_its_player_is_told(server: Server):
    await server.play_to_first_turn()
    typed = await server.cora.send(server.cora_sub, "north")
    elsewhere = len(server.said(server.dm)), len(server.said(server.zac_sub))
    await server.cora.delete(typed)
    assert picks(server) == {CORA: NORTH}
    assert "withdraws nothing: your pick is still **North**" in server.last(server.cora_sub)
    assert (len(server.said(server.dm)), len(server.said(server.zac_sub))) == elsewhere


async def test_s37_a_pick_that_a_moderator_deletes_stands_too(server: Server):
    await server.play_to_first_turn()
    typed = await server.cora.send(server.cora_sub, "north")
    server.env.backend.delete_message(server.cora_sub.id, typed.id)
    await server.env.settle()
    assert picks(server) == {CORA: NORTH}


async def test_s37_a_bonus_whose_message_is_deleted_stays_played(server: Server):
    await server.play_to_first_turn()
    typed = await server.cora.send(server.dm, "accelerate north")
    before = Unmoved(server)
    await server.cora.delete(typed)
    before.check()


# ----------------------------------------------------------------- S38


ONE_MEANING = [
    ("NORTH!", NORTH),
    ("**n**", NORTH),
    ("||south||", SOUTH),
    ("`central`", CENTRAL),
    ("ＮＯＲＴＨ", NORTH),
    ("“north”", NORTH),
    ("‘South’.", SOUTH),
    ("north 🙂", NORTH),
    ("🛒 central 🛒", CENTRAL),
    ("n\u200bor\u200bth", NORTH),
    ("\ufeffsouth\u200d", SOUTH),
    ("  north\n", NORTH),
    ("i’ll go central…", CENTRAL),
]
TWO_MEANINGS = ["north or south", "N/S", "central? no, north or south"]
CHATTER = ["🙂", "good luck!", "||hm||", "> hello", "<:north:123456789012345678>", "la " * 1300]


@pytest.mark.parametrize(("text", "track"), ONE_MEANING)
async def test_s38_odd_text_with_one_meaning_is_read(server: Server, text: str, track: Track):
    await server.play_to_first_turn()
    await server.cora.send(server.cora_sub, text)
    assert picks(server) == {CORA: track}


@pytest.mark.parametrize("text", TWO_MEANINGS)
async def test_s38_text_with_two_meanings_is_asked_back_once_and_counts_for_nothing(
    server: Server, text: str
):
    await server.play_to_first_turn()
    before = len(server.said(server.cora_sub))
    await server.cora.send(server.cora_sub, text)
    typed, asked = server.said(server.cora_sub)[before:]
    assert asked.reply_to == typed.id
    assert picks(server) == {}


async def says_at_length(server: Server, channel: ChannelHandle, text: str) -> None:
    """Cora says something that may be longer than simcord allows; who pays Discord may say it."""
    backend = server.env.backend
    message = backend.create_message(channel.id, server.cora.id, "…", broadcast=False)
    message.content = text
    backend.emit("MESSAGE_CREATE", serializers.message_payload(backend, message))
    await server.env.settle()


@pytest.mark.parametrize("text", CHATTER)
async def test_s38_chatter_is_left_alone(server: Server, text: str):
    await server.play_to_first_turn()
    before = Unmoved(server)
    await says_at_length(server, server.cora_sub, text)
    await says_at_length(server, server.dm, text)
    before.check()


async def test_s38_a_reply_and_a_picture_with_a_word_are_read_as_the_word(server: Server):
    await server.play_to_first_turn()
    hello = await server.cora.send(server.cora_sub, "hello")
    await server.cora.send(server.cora_sub, "north", reply_to=hello)
    assert picks(server) == {CORA: NORTH}
    await server.cora.send(server.cora_sub, "south", attachments=[("cart.png", b"-")])
    assert picks(server) == {CORA: SOUTH}


async def test_s38_a_picture_or_a_sticker_alone_is_left_alone(server: Server):
    await server.play_to_first_turn()
    before = Unmoved(server)
    await server.cora.send(server.cora_sub, attachments=[("north.png", b"-")])
    before.check()


@pytest.mark.parametrize("words", ["north", "@everyone", "<@&1>", "`", "||"])
async def test_s38_four_thousand_characters_are_answered_in_no_more_than_fit(
    server: Server, words: str
):
    """Whatever comes of it, nothing fails, and nothing is repeated that pings somebody."""
    await server.play_to_first_turn()
    await says_at_length(server, server.cora_sub, (f"{words} nroth " * 600)[:4000])
    await server.cora.send(server.cora_sub, "south")
    assert picks(server) == {CORA: SOUTH}
    answers = [it.content for it in server.cora_sub.history() if it.author.bot]
    assert all(len(it) <= 2000 for it in answers)
    assert all("@everyone" not in it for it in answers)
