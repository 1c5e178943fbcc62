"""A pick typed where everybody reads it: row S21."""

from __future__ import annotations

import logging

import pytest

from minecart_robbery.engine.nouns import Seat, Track
from tests.chat.looking import picks
from tests.chat.server import Server
from tests.live.hosted import CORA, DM, TO_CORA, Hosted
from tests.scenarios.world import requests, sweeps


def texts(server: Server) -> list[str]:
    """All that stands in the DM channel."""
    return [said.text for said in server.said(server.dm)]


@pytest.mark.parametrize("words", ["north", "I guard south!", "nroth", "**central**"])
async def test_s21_a_pick_typed_in_the_dm_channel_is_deleted_and_its_player_told_in_private(
    server: Server, words: str
):
    await server.play_to_first_turn()
    before, in_private = texts(server), server.said(server.cora_sub)
    await server.cora.send(server.dm, words)
    assert texts(server) == before
    (told,) = server.said(server.cora_sub)[len(in_private) :]
    assert "Picks are secret: make them in your submissions channel" in told.text
    assert picks(server) == {}


async def test_s21_its_deletion_is_no_withdrawal_and_a_pick_that_stands_is_not_spoken_of(
    server: Server,
):
    await server.play_to_first_turn()
    await server.cora.send(server.cora_sub, "north")
    before = len(server.said(server.cora_sub))
    await server.cora.send(server.dm, "south")
    assert len(server.said(server.cora_sub)) == before + 1
    assert "withdraws nothing" not in server.last(server.cora_sub)
    assert picks(server) == {Seat.DMO: Track.NORTH}


@pytest.mark.parametrize("status", [403, 404, 500])
async def test_s21_where_it_cannot_be_deleted_all_else_is_as_ever(server: Server, status: int):
    path = "/channels/*/messages/*"
    server.env.inject_error("DELETE", path, status=status, times=None)
    await server.play_to_first_turn()
    before = len(server.said(server.cora_sub))
    await server.cora.send(server.dm, "north")
    assert texts(server)[-1] == "north"
    await sweeps(server, 2)
    assert len(server.said(server.cora_sub)) == before + 1
    assert len(requests(server, "DELETE")) == 1
    assert picks(server) == {}


@pytest.mark.parametrize("words", ["gg", "accelerate south", "host!", "good luck up north, Zac"])
async def test_s21_what_is_no_pick_stays_in_the_dm_channel(server: Server, words: str):
    await server.play_to_first_turn()
    await server.cora.send(server.dm, words)
    assert words in texts(server)
    assert requests(server, "DELETE") == []


async def test_s21_what_a_spectator_says_stays(server: Server):
    await server.play_to_first_turn()
    await server.spectator.send(server.dm, "north")
    assert texts(server)[-1] == "north"


async def test_s21_an_edit_into_a_pick_is_deleted_too(server: Server):
    await server.play_to_first_turn()
    typed = await server.cora.send(server.dm, "hello")
    await server.cora.edit(typed, "north")
    assert "north" not in texts(server)


async def test_s21_a_pick_typed_there_while_the_bot_was_down_is_deleted_when_it_is_back(
    server: Server,
):
    await server.play_to_first_turn()
    await server.go_down()
    await server.cora.send(server.dm, "north")
    await server.restart()
    assert "north" not in texts(server)
    assert picks(server) == {}


async def test_s21_no_line_of_the_log_says_which_pick_it_was(
    server: Server, caplog: pytest.LogCaptureFixture
):
    caplog.set_level(logging.INFO, logger="minecart_robbery")
    server.env.inject_error("DELETE", "/channels/*/messages/*", status=403)
    await server.play_to_first_turn()
    await server.cora.send(server.dm, "north")
    assert "north" not in caplog.text.lower()


async def test_s21_a_message_that_is_heard_twice_is_told_once_and_taken_away_if_it_still_stands(
    hosted: Hosted,
):
    """The program may have died between the two."""
    await hosted.in_first_turn()
    await hosted.move_to(1000)
    typed = hosted.typed(CORA, "north", DM)
    await hosted.arrives(typed)
    answer = hosted.room.texts(TO_CORA)[-1]
    hosted.room.unheard = [typed]
    await hosted.restarted()
    assert hosted.room.hidden == [typed.message, typed.message]
    assert hosted.room.texts(TO_CORA).count(answer) == 1
