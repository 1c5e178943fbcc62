"""What is typed in a match's channels: whose words count, and what is answered where.

Moments are counted from 0: the match is opened and its first turn begins at once.
"""

from __future__ import annotations

import pytest
from simcord.backend import serializers
from simcord.backend.errors import BackendError
from simcord.builders import ChannelHandle

from tests.chat.looking import Unmoved, all_said, picks
from tests.chat.server import Said, Server

WORDS = ["north", "guard south", "keep", "accelerate north", "miner", "ready", "host!", "nroth"]


# ----------------------------------------------------------------- only players' own words


@pytest.mark.parametrize("words", WORDS)
async def test_a_spectator_and_a_host_in_the_dm_channel_count_as_nothing(
    server: Server, words: str
):
    await server.play_to_first_turn()
    before = Unmoved(server)
    await server.spectator.send(server.dm, words)
    await server.host.send(server.dm, words)
    before.check()


@pytest.mark.parametrize("words", WORDS)
async def test_a_host_in_a_submissions_channel_counts_as_nothing(server: Server, words: str):
    await server.play_to_first_turn()
    before = Unmoved(server)
    await server.host.send(server.cora_sub, words)
    await server.host.send(server.zac_sub, words)
    before.check()


@pytest.mark.parametrize("place", ["dm", "cora_sub", "zac_sub"])
async def test_another_bot_and_a_webhook_count_as_nothing(server: Server, place: str):
    await server.play_to_first_turn()
    channel: ChannelHandle = getattr(server, place)
    other_bot = server.guild.add_member(
        server.env.create_user("Beep", bot=True), roles=[server.hosts_role]
    )
    webhook = server.guild.create_webhook(channel)
    await server.env.settle()
    before = Unmoved(server)
    for words in WORDS:
        await other_bot.send(channel, words)
        await webhook.send(words, username="Cora")
    before.check()


async def test_the_opponent_and_a_spectator_cannot_type_in_a_submissions_channel(server: Server):
    await server.play_to_first_turn()
    for stranger in (server.zac, server.spectator):
        with pytest.raises(BackendError, match="Missing Access"):
            await stranger.send(server.cora_sub, "north")


@pytest.mark.parametrize("words", WORDS)
async def test_the_opponents_words_in_the_others_channel_count_as_nothing(
    server: Server, words: str
):
    """Even if somebody has let the opponent in."""
    await server.play_to_first_turn()
    before = Unmoved(server)
    server.env.backend.create_message(server.cora_sub.id, server.zac.id, words)
    await server.env.settle()
    before.check()


@pytest.mark.parametrize("words", WORDS)
async def test_words_elsewhere_in_the_server_count_as_nothing(server: Server, words: str):
    await server.play_to_first_turn()
    before = Unmoved(server)
    await server.cora.send(server.lobby, words)
    before.check()


async def test_chatter_is_left_alone(server: Server):
    await server.play_to_first_turn()
    before = Unmoved(server)
    await server.cora.send(server.cora_sub, "What would he guard now?")
    await server.zac.send(server.dm, "You won't get me, Cora")
    before.check()


# ----------------------------------------------------------------- picks and their answers


def prompts(server: Server, turn: int) -> list[Said]:
    """What tells the players in their own channels that this turn of round 1 is open."""
    said = [*server.said(server.cora_sub), *server.said(server.zac_sub)]
    return [it for it in said if f"(round 1, turn {turn})" in it.text]


async def test_a_pick_is_acknowledged_in_its_prompts_place_with_the_seconds_left(server: Server):
    await server.play_to_first_turn()
    (prompt,) = prompts(server, turn=1)[:1]
    await server.env.advance_time(12.5)
    await server.cora.send(server.cora_sub, "north")
    said = server.said(server.cora_sub)[-1]
    assert said.text == "**You mine** (round 1, turn 1).\nYour pick: **North**. 47.5 s were left."
    assert said.id == prompt.id


async def test_a_changed_pick_says_from_what_to_what(server: Server):
    await server.play_to_first_turn()
    await server.zac.send(server.zac_sub, "guard north")
    await server.env.advance_time(10)
    await server.zac.send(server.zac_sub, "s")
    said = server.said(server.zac_sub)[-1]
    assert said.text.endswith("\nChanged from North to **South**. 50.0 s were left.")
    assert [it.id for it in prompts(server, turn=1)[1:]] == [said.id] * 3


async def test_a_pick_whose_prompt_was_deleted_unheard_is_acknowledged_by_a_reply(
    server: Server, monkeypatch: pytest.MonkeyPatch
):
    async def unheard(_: object) -> None:
        pass

    await server.play_to_first_turn()
    monkeypatch.setattr(server.bot, "on_raw_message_delete", unheard)
    server.env.backend.delete_message(server.cora_sub.id, server.cora_sub.history()[-1].id)
    typed = await server.cora.send(server.cora_sub, "north")
    said = server.said(server.cora_sub)[-1]
    assert said.text.endswith("Your pick: **North**. 60.0 s were left.")
    assert said.reply_to == typed.id


ANSWERS = [
    ("cora_sub", "nroth", "did you mean **north**?"),
    ("cora_sub", "north or south", "Did you mean **north** or **south**?"),
    ("cora_sub", "accelerate north", "play them in the DM channel"),
    ("cora_sub", "keep", "There is no pick to keep yet."),
    ("cora_sub", "miner", "There is no start role to choose just now."),
    ("dm", "acelerate north", "did you mean"),
    ("dm", "accelerate", "Which mine?"),
    ("dm", "join north to south", "Only neighbouring tracks can be joined"),
]


@pytest.mark.parametrize(("place", "words", "answer"), ANSWERS)
async def test_a_hint_or_a_refusal_is_a_reply_where_it_was_typed(
    server: Server, place: str, words: str, answer: str
):
    await server.play_to_first_turn()
    count = len(all_said(server))
    typed = await server.cora.send(getattr(server, place), words)
    said = server.said(getattr(server, place))[-1]
    assert answer in said.text
    assert said.reply_to == typed.id
    assert len(all_said(server)) == count + 1
    assert picks(server) == {}


async def test_a_pick_typed_in_the_dm_channel_is_answered_in_the_players_own(server: Server):
    await server.play_to_first_turn()
    in_public = len(server.dm.history())
    await server.cora.send(server.dm, "north")
    assert server.last(server.cora_sub).startswith("Picks are secret")
    assert len(server.dm.history()) == in_public, "it is taken away, and nothing is said"
    assert picks(server) == {}


async def test_a_late_pick_is_told_so_and_not_carried_over(server: Server):
    await server.play_to_first_turn(grace_seconds=10)
    await server.zac.send(server.zac_sub, "guard north")
    await server.env.advance_time(64)
    typed = await server.cora.send(server.cora_sub, "south")
    said = server.said(server.cora_sub)[-1]
    assert said.text.startswith("Too late: it came 4.0 s after the turn was over.")
    assert said.reply_to == typed.id
    await server.env.advance_time(6)
    assert "Cora was silent." in server.last(server.dm)
    assert picks(server) == {}


@pytest.mark.usefixtures("slow_to_try_again")
async def test_a_pick_sent_before_the_opening_reached_discord_is_told_to_be_sent_again(
    server: Server,
):
    """A player in a hurry picks while the public opening is still under way (R18)."""
    await server.play_to_first_turn()
    server.env.inject_error("POST", f"/channels/{server.dm.id}/messages", status=500, times=2)
    await server.cora.send(server.cora_sub, "north")
    await server.zac.send(server.zac_sub, "guard south")
    early = await server.cora.send(server.cora_sub, "guard central")
    await server.env.advance_time(6)
    assert "Round 1 · Turn 2" in server.last(server.dm)
    said = server.said(server.cora_sub)[-1]
    assert said.text.startswith("That was sent before this turn opened")
    assert said.reply_to == early.id
    assert picks(server) == {}


@pytest.mark.usefixtures("slow_to_try_again")
@pytest.mark.parametrize("received", ["at once", "later", "after a restart"])
async def test_nobody_is_prompted_before_the_opening_was_received_r18(
    server: Server, received: str
):
    """Who sees the prompt may pick, so the clock must have started by then."""
    await server.play_to_first_turn()
    if received != "at once":
        server.env.inject_error("POST", f"/channels/{server.dm.id}/messages", status=500, times=2)
    await server.cora.send(server.cora_sub, "north")
    await server.zac.send(server.zac_sub, "guard south")
    if received != "at once":
        assert prompts(server, turn=2) == []
    if received == "after a restart":
        await server.restart()
    await server.env.advance_time(6)
    opening, *_ = (said for said in server.said(server.dm) if "Round 1 · Turn 2" in said.text)
    assert len(prompts(server, turn=2)) == (4 if received == "after a restart" else 2)
    assert all(prompt.id > opening.id for prompt in prompts(server, turn=2))


async def test_ready_answers_the_ready_check_in_the_submissions_channel(server: Server):
    await server.open_match()
    await server.host.slash(server.dm, "match start")
    assert "Ready for round 1?" in server.last(server.dm)
    typed = await server.zac.send(server.dm, "ready")
    said = server.said(server.dm)[-1]
    assert said.text == "Say **ready** in your submissions channel."
    assert said.reply_to == typed.id
    await server.cora.send(server.cora_sub, "ready")
    assert server.last(server.dm) == "Cora is ready."
    await server.cora.send(server.cora_sub, "ready!")
    await server.zac.send(server.zac_sub, "I'm ready")
    assert "Cora chooses the start role" in server.last(server.dm)


async def test_the_prompt_of_a_turn_mentions_the_player_and_shows_the_stashes(server: Server):
    await server.play_to_first_turn()
    prompt = server.zac_sub.history()[-1].content
    assert prompt.startswith(f"{server.zac.mention} **You steal this turn** (round 1, turn 1).")
    assert "Stashes: North 1 · Central 1 · South 1" in prompt


async def test_two_picks_in_one_instant_both_count_and_settle_the_turn_once(server: Server):
    """S11: neither handler has ended when the other one begins."""
    await server.play_to_first_turn()
    backend = server.env.backend
    backend.create_message(server.cora_sub.id, server.cora.id, "north")
    backend.create_message(server.zac_sub.id, server.zac.id, "guard south")
    await server.env.settle()
    settled = [said for said in server.said(server.dm) if "Cora sends North" in said.text]
    assert len(settled) == 1
    assert "Round 1 · Turn 2" in settled[0].text


@pytest.mark.parametrize("words", ["north", "nroth", "keep", "accelerate north", "host!", "hm"])
@pytest.mark.parametrize("place", ["cora_sub", "dm"])
async def test_a_message_of_which_discord_tells_twice_is_heard_once(
    server: Server, place: str, words: str
):
    """S13. Discord doesn't let it be taken away, so that it can be told of again."""
    server.env.inject_error("DELETE", "/channels/*/messages/*", status=403, times=None)
    await server.play_to_first_turn()
    channel: ChannelHandle = getattr(server, place)
    typed = await server.cora.send(channel, words)
    before = Unmoved(server)
    backend = server.env.backend
    stored = backend.get_message(channel.id, typed.id)
    backend.emit("MESSAGE_CREATE", serializers.message_payload(backend, stored))
    await server.env.settle()
    before.check()


# ----------------------------------------------------------------- bonus actions


async def test_a_bonus_is_acknowledged_with_its_effect_and_the_new_deadline(server: Server):
    await server.play_to_first_turn()
    await server.env.advance_time(13.7)
    await server.zac.send(server.dm, "join central to north")
    message = server.dm.history()[-1]
    assert "a cart that would have run on Central runs on North" in message.content
    deadline = server.start_s + 73  # 13.7 s and a minute, and never later than that
    assert f"<t:{deadline}:R>" in str(message.embeds[0].description)


async def test_the_clock_of_a_bonus_runs_from_the_moment_of_the_players_message(server: Server):
    await server.play_to_first_turn()
    await server.env.advance_time(50)
    await server.zac.send(server.dm, "accelerate south")
    await server.env.advance_time(50)
    await server.cora.send(server.cora_sub, "south")
    assert server.last(server.cora_sub).endswith("10.0 s were left.")


async def test_host_calls_the_hosts_once(server: Server):
    await server.play_to_first_turn()
    await server.zac.send(server.zac_sub, "host!")
    assert "Zac calls a host" in server.last(server.dm)
    again = await server.zac.send(server.zac_sub, "host!")
    said = server.said(server.zac_sub)[-1]
    assert said.text.startswith("The hosts have been called already")
    assert said.reply_to == again.id
    calls = [said for said in server.said(server.dm) if "calls a host" in said.text]
    assert len(calls) == 1
