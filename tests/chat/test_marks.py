"""A letter bears a small mark by which it is found again, and which changes nothing of it (S15)."""

from __future__ import annotations

import discord
import pytest

from minecart_robbery.chat.rendering import Look, bears
from tests.chat.server import Server

MARK, OTHERS = "7 · 12", ("7 · 1", "7 · 2", "17 · 12", "7 · 121", "")
BOX = discord.Embed(title="Round 1", description="a table")


def test_in_a_box_the_mark_is_its_footer_and_the_text_stays():
    look = Look("talk", BOX, None).marked(MARK)
    assert look.content == "talk"
    assert look.embed is not None
    assert look.embed.footer.text == MARK
    assert (look.embed.title, look.embed.description) == (BOX.title, BOX.description)


def test_the_box_that_was_marked_is_another_one():
    Look("", BOX, None).marked(MARK)
    assert BOX.footer.text is None


def test_without_a_box_the_mark_is_a_small_line_below():
    assert Look("talk", None, None).marked(MARK).content == f"talk\n-# {MARK}"


def test_what_says_nothing_bears_no_mark():
    silent = Look("", None, None)
    assert silent.marked(MARK) == silent
    assert not silent.marked(MARK).has_text


@pytest.mark.parametrize("look", [Look("talk", None, None), Look("talk", BOX, None)])
async def test_s15_a_message_bears_its_mark_and_no_other(server: Server, look: Look):
    channel = server.bot.get_partial_messageable(server.lobby.id, guild_id=server.guild.id)
    message = await channel.send(**look.marked(MARK).sent())
    again = await channel.fetch_message(message.id)
    assert bears(message, MARK)
    assert bears(again, MARK)
    assert not any(bears(again, other) for other in OTHERS)


@pytest.mark.parametrize("look", [Look("talk", None, None), Look("talk", BOX, None)])
async def test_a_message_without_a_mark_bears_none(server: Server, look: Look):
    channel = server.bot.get_partial_messageable(server.lobby.id, guild_id=server.guild.id)
    message = await channel.send(**look.sent())
    assert not bears(message, MARK)


async def test_a_mark_in_the_middle_of_a_text_is_text(server: Server):
    channel = server.bot.get_partial_messageable(server.lobby.id, guild_id=server.guild.id)
    message = await channel.send(f"one\n-# {MARK}\ntwo {MARK}")
    assert not bears(message, MARK)
