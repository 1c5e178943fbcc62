"""Messages of the bot's that are deleted during a match: boards, prompts, buttons (S28)."""

from __future__ import annotations

import discord
import pytest
from simcord.builders import ChannelHandle

from minecart_robbery.engine.match import PauseCause
from minecart_robbery.engine.nouns import Seat, Track
from tests.chat.buttons import confirmed, labels, press, shown_by, with_button
from tests.chat.looking import picks
from tests.chat.server import Server
from tests.scenarios.world import lines_said, pause_of, sweeps, told


async def delete_message(server: Server, message: discord.Message) -> None:
    """A host deletes a message."""
    server.env.backend.delete_message(message.channel.id, message.id)
    await server.env.settle()


def all_labels(channel: ChannelHandle) -> set[str]:
    """What stands on all the buttons in a channel."""
    return {label for message in channel.history() for label in labels(message)}


# ----------------------------------------------------------------- boards


async def test_s28_a_deleted_board_pauses_the_match_and_is_shown_anew_with_a_full_clock(
    server: Server,
):
    await server.play_to_first_turn()
    await server.cora.send(server.cora_sub, "north")
    await server.env.advance_time(40)
    board = server.dm.history()[-1]
    await delete_message(server, board)
    assert pause_of(server) is PauseCause.HOUSE
    assert "the message that showed how things stand was deleted" in server.last(server.dm)
    await sweeps(server)
    shown = server.last(server.dm)
    assert "The match goes on" in shown
    assert "**Gems:**" in shown
    await server.env.advance_time(50)
    assert picks(server) == {Seat.DMO: Track.NORTH}


async def test_s28_a_board_deleted_together_with_others_is_missed_too(server: Server):
    await server.play_to_first_turn()
    messages = [message.id for message in server.dm.history()]
    server.env.backend.bulk_delete_messages(server.dm.id, messages)
    await server.env.settle()
    assert pause_of(server) is PauseCause.HOUSE


async def test_s28_after_a_bonus_both_the_opening_and_the_newer_board_are_missed(server: Server):
    await server.play_to_first_turn()
    opening = server.dm.history()[-1]
    await server.zac.send(server.dm, "accelerate north")
    await server.zac.send(server.dm, "hm")
    await delete_message(server, opening)
    assert pause_of(server) is PauseCause.HOUSE


async def test_s28_after_a_restart_the_board_that_was_shown_anew_is_the_one_that_is_missed(
    server: Server,
):
    await server.play_to_first_turn()
    before = server.dm.history()[-1]
    await server.restart()
    board = server.dm.history()[-1]
    server.env.backend.delete_message(server.dm.id, before.id)
    await server.env.settle()
    assert pause_of(server) is None
    server.env.backend.delete_message(server.dm.id, board.id)
    await server.env.settle()
    assert pause_of(server) is PauseCause.HOUSE


# ----------------------------------------------------------------- buttons


async def test_s28_a_deleted_first_board_is_shown_anew_and_so_are_its_buttons(server: Server):
    await server.play_to_first_turn()
    await delete_message(server, with_button(server.dm, "Accelerate"))
    await sweeps(server, 2)
    assert "The match goes on" in server.last(server.dm)
    panel = with_button(server.dm, "Accelerate")
    assert f"({panel.jump_url})" in str(server.dm.history()[-1].embeds[0].description)
    shown = await press(server.zac, server.dm, "Accelerate")
    await server.zac.click(shown_by(shown), label="North")
    assert "Zac plays **Accelerate North**" in server.last(server.dm)


async def test_s28_a_deleted_question_for_a_role_is_asked_anew_and_so_are_its_buttons(
    server: Server,
):
    await server.open_match()
    await server.start_match()
    await delete_message(server, with_button(server.dm, "Start as miner"))
    await sweeps(server, 2)
    assert "Cora chooses the start role here" in server.last(server.dm)
    await press(server.cora, server.dm, "Start as miner")
    assert "Round 1 · Turn 1" in server.last(server.dm)
    assert "Start as miner" not in all_labels(server.dm)


async def test_s28_buttons_under_an_older_board_are_shown_again_and_later_boards_lead_to_them(
    server: Server,
):
    """The newest board stands, so nothing stops."""
    await server.play_to_first_turn(target_gems=9)
    for _ in range(2):
        await server.cora.send(server.cora_sub, "south")
        await server.zac.send(server.zac_sub, "south")
    await delete_message(server, with_button(server.dm, "Accelerate"))
    assert pause_of(server) is None
    panel = with_button(server.dm, "Accelerate")
    assert "The message with these buttons was deleted" in panel.content
    await server.cora.send(server.cora_sub, "south")
    await server.zac.send(server.zac_sub, "south")
    assert f"({panel.jump_url})" in str(server.dm.history()[-1].embeds[0].description)
    await delete_message(server, panel)
    assert with_button(server.dm, "Accelerate").id != panel.id
    await confirmed(server.host, server.dm, "call-off")
    assert "Accelerate" not in all_labels(server.dm)


@pytest.mark.parametrize("earlier", [None, "North"])
async def test_s28_a_deleted_prompt_of_a_player_is_given_back_its_buttons(
    server: Server, earlier: str | None
):
    await server.play_to_first_turn()
    if earlier is not None:
        await press(server.cora, server.cora_sub, earlier)
    await delete_message(server, server.cora_sub.history()[-1])
    assert pause_of(server) is None
    await press(server.cora, server.cora_sub, "South")
    assert picks(server) == {Seat.DMO: Track.SOUTH}
    await server.zac.send(server.zac_sub, "north")
    assert "Round 1 · Turn 2" in server.last(server.dm)


async def test_s28_a_deleted_question_whether_a_player_is_ready_is_given_back_its_button(
    server: Server,
):
    await server.open_match()
    await server.host.slash(server.dm, "match start")
    await delete_message(server, with_button(server.zac_sub, "I am ready"))
    await press(server.zac, server.zac_sub, "I am ready")
    assert "Zac is ready" in server.last(server.dm)


async def test_s28_what_is_deleted_without_buttons_that_are_of_use_brings_none_back(
    server: Server,
):
    """A settled turn's prompt, a role that was chosen."""
    await server.open_match(target_gems=9)
    await server.start_match()
    asked = with_button(server.dm, "Start as miner")
    await server.cora.send(server.dm, "miner")
    settled = with_button(server.zac_sub, "North")
    await server.cora.send(server.cora_sub, "south")
    await server.zac.send(server.zac_sub, "north")
    before = lines_said(server)
    for message in (asked, settled):
        await delete_message(server, message)
    assert not any("these buttons was deleted" in text for text in lines_said(server))
    assert len(lines_said(server)) < len(before)


async def test_s28_buttons_deleted_many_at_once_are_shown_again_once(server: Server):
    await server.play_to_first_turn()
    messages = [message.id for message in server.dm.history()]
    server.env.backend.bulk_delete_messages(server.dm.id, messages)
    await server.env.settle()
    await sweeps(server, 2)
    assert told(server, "The message with these buttons was deleted") == 1


async def test_s28_after_a_restart_the_buttons_of_before_are_missed_too(server: Server):
    await server.play_to_first_turn()
    await server.restart()
    await delete_message(server, with_button(server.dm, "Accelerate"))
    await delete_message(server, with_button(server.zac_sub, "North"))
    assert {"Accelerate", "Join"} <= all_labels(server.dm)
    assert "North" in all_labels(server.zac_sub)


async def test_s28_buttons_that_were_deleted_while_the_bot_was_down_are_shown_again(
    server: Server,
):
    await server.play_to_first_turn()
    await server.go_down()
    await delete_message(server, with_button(server.dm, "Accelerate"))
    await delete_message(server, with_button(server.zac_sub, "North"))
    await server.restart()
    assert {"Accelerate", "Join"} <= all_labels(server.dm)
    assert "North" in all_labels(server.zac_sub)
    assert told(server, "The message with these buttons was deleted") == 1
    await server.restart()
    assert told(server, "The message with these buttons was deleted") == 1


async def test_s28_buttons_in_a_channel_that_is_lost_are_not_shown_again_by_themselves(
    server: Server,
):
    """The match stands still for the channel, and a new one gets its buttons as it is bound."""
    await server.play_to_first_turn()
    await server.go_down()
    server.env.backend.delete_channel(server.zac_sub.id)
    await server.restart()
    assert pause_of(server) is PauseCause.HOUSE
    assert {it.audience for it in await server.bot.record.owed(1)} == {"candidate"}
