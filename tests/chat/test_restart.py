"""The bot dies and is started again, at any point of a match: the match goes on to its end (S1).

Moments are counted from 0: the match is opened and its first turn begins at once.
"""

from __future__ import annotations

import asyncio
from collections.abc import Callable
from typing import Any

import pytest

from minecart_robbery.chat.bot import MinecartBot
from minecart_robbery.engine.nouns import Seat, Track
from minecart_robbery.live.house import House
from tests.chat.buttons import confirmed, custom_id, press, press_again, with_button
from tests.chat.looking import all_said, picks
from tests.chat.server import Server, answer

TOLD = "The bot was restarted,** so the clock starts again in full"


async def play_on_to_the_end(server: Server) -> None:
    """Whoever is asked answers, until somebody has won the match."""
    for _ in range(60):
        if "wins the Death Match" in server.last(server.dm):
            return
        await server.cora.send(server.dm, "miner")
        await server.zac.send(server.dm, "miner")
        await server.cora.send(server.cora_sub, "north")
        await server.zac.send(server.zac_sub, "south")
    raise AssertionError(f"the match doesn't end: {server.last(server.dm)}")


def times_told(server: Server, words: str = TOLD) -> int:
    """How often the DM channel says this."""
    return sum(words in said.text for said in server.said(server.dm))


async def test_picks_made_before_a_restart_in_mid_turn_count_and_the_clock_starts_anew(
    server: Server,
):
    await server.play_to_first_turn(target_gems=3, rounds_to_win=2)
    await server.cora.send(server.cora_sub, "north")
    await server.env.advance_time(40)
    await server.restart()
    assert TOLD in server.last(server.dm)
    assert picks(server) == {Seat.DMO: Track.NORTH}
    await server.env.advance_time(50)
    await server.zac.send(server.zac_sub, "guard north")
    assert "Zac" in server.last(server.dm).split("\n")[0]
    assert "Round 1 · Turn 2" in server.last(server.dm)
    await play_on_to_the_end(server)
    assert times_told(server) == 1


async def test_bonus_actions_played_before_a_restart_stay_played(server: Server):
    await server.play_to_first_turn()
    await server.zac.send(server.dm, "accelerate central")
    await server.cora.send(server.dm, "join central to north")
    await server.restart()
    board = server.last(server.dm)
    assert "Central → North   2 ◆◆" in board
    assert "Cora Accelerate · Zac Join" in board
    await server.cora.send(server.cora_sub, "central")
    await server.zac.send(server.zac_sub, "guard north")
    assert "steals 2 gems" in server.last(server.dm)


async def test_a_turn_whose_minute_ran_out_while_the_bot_was_down_gets_a_new_one(server: Server):
    await server.play_to_first_turn()
    await server.go_down()
    await server.env.advance_time(600)
    await server.restart()
    assert TOLD in server.last(server.dm)
    await server.env.advance_time(50)
    await server.cora.send(server.cora_sub, "south")
    assert server.last(server.cora_sub).endswith("Your pick: **South**. 10.0 s were left.")
    await server.env.advance_time(10)
    assert "Zac was silent" in server.last(server.dm)


async def test_during_the_choice_of_a_start_role(server: Server):
    await server.open_match(target_gems=3, rounds_to_win=2)
    await server.start_match()
    await server.env.advance_time(50)
    await server.restart()
    assert "Cora chooses the start role" in server.last(server.dm)
    assert TOLD in server.last(server.dm)
    await server.env.advance_time(50)
    await server.cora.send(server.dm, "thief")
    assert "Zac **mines**" in server.last(server.dm)
    await play_on_to_the_end(server)


async def test_during_a_pause_nothing_is_said_and_the_kept_pick_counts_at_the_resume(
    server: Server,
):
    await server.play_to_first_turn(target_gems=3, rounds_to_win=2)
    await server.zac.send(server.zac_sub, "guard north")
    await server.host.slash(server.dm, "match pause")
    before = all_said(server)
    await server.restart()
    await server.env.advance_time(600)
    assert all_said(server) == before
    await server.host.slash(server.dm, "match resume")
    await server.cora.send(server.cora_sub, "north")
    assert "Round 1 · Turn 2" in server.last(server.dm)
    await play_on_to_the_end(server)


async def test_in_the_settle_window_the_turn_is_settled_as_it_stood(server: Server):
    await server.play_to_first_turn(target_gems=9, settle_seconds=10)
    await server.cora.send(server.cora_sub, "north")
    await server.zac.send(server.zac_sub, "guard south")
    await server.env.advance_time(3)
    await server.restart()
    await server.env.advance_time(7)
    assert "Cora" in server.last(server.dm).split("\n")[0]
    assert "Round 1 · Turn 2" in server.last(server.dm)
    assert times_told(server, "Round 1 · Turn 2") == 1


async def test_in_the_grace_window_the_silent_player_gets_a_new_minute(server: Server):
    await server.play_to_first_turn(grace_seconds=10)
    await server.zac.send(server.zac_sub, "guard south")
    await server.env.advance_time(63)
    await server.restart()
    assert TOLD in server.last(server.dm)
    await server.cora.send(server.cora_sub, "north")
    assert "was silent" not in server.last(server.dm)
    assert "Round 1 · Turn 2" in server.last(server.dm)


async def test_before_the_start_who_was_ready_stays_ready(server: Server):
    await server.open_match(target_gems=3, rounds_to_win=1)
    await server.cora.send(server.cora_sub, "ready")
    before = all_said(server)
    await server.restart()
    assert all_said(server) == before
    await server.host.slash(server.dm, "match start")
    await server.zac.send(server.zac_sub, "ready")
    assert "Cora chooses the start role" in server.last(server.dm)
    await play_on_to_the_end(server)


async def test_in_the_ready_check_who_was_ready_stays_ready_and_who_spoke_meanwhile_is(
    server: Server,
):
    await server.open_match(target_gems=3, rounds_to_win=1)
    await server.host.slash(server.dm, "match start")
    await server.cora.send(server.cora_sub, "ready")
    await server.go_down()
    await server.zac.send(server.zac_sub, "ready")
    await server.restart()
    assert "Cora chooses the start role" in server.last(server.dm)
    await play_on_to_the_end(server)


async def test_while_the_hosts_decide_the_match_still_waits_for_them(server: Server):
    await server.open_match(role_default="ask the host")
    await server.start_match()
    await server.env.advance_time(60)
    before = all_said(server)
    await server.restart()
    await server.env.advance_time(600)
    assert all_said(server) == before
    await server.host.slash(server.dm, "match starter", rounds="1", player="dmo", role="thief")
    assert "Zac **mines**" in server.last(server.dm)


async def test_an_asked_pause_is_still_owed(server: Server):
    await server.play_to_first_turn()
    await server.cora.slash(server.dm, "match pause")
    await server.restart()
    await server.cora.send(server.cora_sub, "north")
    await server.zac.send(server.zac_sub, "north")
    assert "The match is paused, as Cora asked." in server.last(server.dm).replace("**", "")


async def test_a_match_that_has_ended_is_not_seated_again(server: Server):
    await server.play_to_first_turn(target_gems=1, rounds_to_win=1)
    await server.cora.send(server.cora_sub, "north")
    await server.zac.send(server.zac_sub, "south")
    before = all_said(server)
    await server.restart()
    await server.zac.send(server.zac_sub, "south")
    await server.env.advance_time(60)
    assert all_said(server) == before
    assert list(server.bot.house.tables()) == []


async def test_three_restarts_one_after_the_other_are_told_once_each(server: Server):
    await server.play_to_first_turn(target_gems=3, rounds_to_win=2)
    for count in (1, 2, 3):
        await server.env.advance_time(20)
        await server.restart()
        assert times_told(server) == count
    await play_on_to_the_end(server)


async def test_two_matches_are_both_seated_again(server: Server):
    await server.play_to_first_turn()
    first = server.dm
    await server.play_to_first_turn()
    second = server.dm
    assert first.id != second.id
    await server.restart()
    assert TOLD in server.last(first)
    assert TOLD in server.last(second)


@pytest.mark.parametrize("is_restarted", [False, True])
async def test_ready_firing_again_does_nothing(server: Server, is_restarted: bool):
    """Discord may say so often (S16)."""
    await server.play_to_first_turn()
    if is_restarted:
        await server.restart()
    before, requests = all_said(server), len(server.env.http_requests)
    for _ in range(2):
        await server.connection("ready")
    assert all_said(server) == before
    assert len(server.env.http_requests) == requests
    await server.env.advance_time(60)
    settled = [said for said in server.said(server.dm) if "made a pick" in said.text]
    assert len(settled) == 1


@pytest.mark.usefixtures("slow_to_try_again")
@pytest.mark.parametrize("how", ["another try", "a restart"])
async def test_what_discord_refused_once_is_said_later_and_once(server: Server, how: str):
    await server.play_to_first_turn()
    await server.cora.send(server.cora_sub, "north")
    server.env.inject_error("POST", f"/channels/{server.dm.id}/messages", status=500, times=2)
    await server.zac.send(server.zac_sub, "south")
    assert times_told(server, "Round 1 · Turn 2") == 0
    if how == "a restart":
        await server.restart()
    await server.env.advance_time(6)
    settled = [said for said in server.said(server.dm) if "Cora sends North" in said.text]
    assert len(settled) == 1


async def test_s2_picks_and_a_bonus_typed_while_the_bot_was_down_count(server: Server):
    """Cora had picked before the bonus, so the turn waits for her as if the bot had run (R31)."""
    await server.play_to_first_turn()
    await server.go_down()
    await server.cora.send(server.cora_sub, "north")
    await server.zac.send(server.dm, "accelerate north")
    typed = await server.zac.send(server.zac_sub, "south")
    await server.zac.edit(typed, "north")
    await server.spectator.send(server.dm, "accelerate south")
    await server.env.advance_time(90)
    await server.restart()
    told = "\n".join(said.text for said in server.said(server.dm))
    assert "Zac plays **Accelerate North**" in told
    assert "Accelerate South" not in told
    assert "Round 1 · Turn 2" not in told
    await server.cora.send(server.cora_sub, "keep")
    assert "2 gems" in server.last(server.dm)
    assert "Round 1 · Turn 2" in server.last(server.dm)


async def test_s2_a_match_of_which_a_channel_cannot_be_read_waits_until_it_can(server: Server):
    await server.play_to_first_turn()
    await server.cora.send(server.cora_sub, "north")
    await server.go_down()
    await server.zac.send(server.zac_sub, "guard north")
    path = f"/channels/{server.zac_sub.id}/messages"
    server.env.inject_error("GET", path, status=403, code=50001, times=3)
    await server.restart()
    told = server.last(server.dm)
    assert "I can't see Zac's submissions channel or read back what was typed there" in told
    await server.env.advance_time(20)
    assert "Round 1 · Turn 2" in server.last(server.dm), "what was typed meanwhile counts"


# ----------------------------------------------------------------- before the matches are seated


@pytest.fixture
async def just_coming_back(server: Server, monkeypatch: pytest.MonkeyPatch) -> Server:
    """A server with a first turn open, where the bot takes half a minute to seat the matches."""
    await server.play_to_first_turn()
    await server.go_down()
    on_ready = MinecartBot.on_ready

    async def late(bot: MinecartBot) -> None:
        await asyncio.sleep(30)
        await on_ready(bot)

    monkeypatch.setattr(MinecartBot, "on_ready", late)
    await server.restart()
    await server.env.advance_time(1)
    return server


async def seated(server: Server) -> None:
    """The bot comes to seating its matches."""
    await server.env.advance_time(30)


WAYS: dict[str, Callable[[Server], Any]] = {
    "a pick": lambda server: press(server.cora, server.cora_sub, "North"),
    "a bonus": lambda server: press(server.cora, server.dm, "Accelerate"),
    "/pick": lambda server: server.cora.slash(server.cora_sub, "pick", track="north"),
    "/join": lambda server: server.cora.slash(server.dm, "join", first="north", second="central"),
    "/match": lambda server: server.host.slash(server.dm, "match pause"),
    "/minecart rules": lambda server: server.spectator.slash(server.dm, "minecart rules"),
    "/match 1": lambda server: server.host.slash(server.lobby, "match status", match=1),
}


@pytest.mark.parametrize("way", WAYS)
async def test_s36_before_the_matches_are_seated_nobody_is_told_that_there_is_none(
    just_coming_back: Server, way: str
):
    server = just_coming_back
    result = await WAYS[way](server)
    assert result.ephemeral
    assert answer(result).startswith("I am just coming back")
    await seated(server)
    assert picks(server) == {}
    assert "I am just coming back" not in answer(await WAYS[way](server))


async def test_s36_a_pick_that_is_typed_before_the_matches_are_seated_counts(
    just_coming_back: Server,
):
    server = just_coming_back
    await server.cora.send(server.cora_sub, "north")
    await seated(server)
    assert picks(server) == {Seat.DMO: Track.NORTH}


async def test_s17_a_channel_of_a_match_that_is_not_seated_yet_is_taken(just_coming_back: Server):
    server = just_coming_back
    players = {"dmo": server.cora, "candidate": server.zac}
    result = await server.host.slash(
        server.lobby, "match open", **players, candidate_submissions=server.zac_sub
    )
    assert "belongs to a live match already" in answer(result)
    await seated(server)
    assert len(list(server.bot.house.tables())) == 1


async def test_s42_a_press_in_a_match_that_cannot_be_seated_is_told_so(
    just_coming_back: Server, monkeypatch: pytest.MonkeyPatch
):
    server = just_coming_back

    def refuse(*_: object) -> None:
        raise ValueError("not a match")

    monkeypatch.setattr(House, "_built", refuse)
    await seated(server)
    for way in WAYS.values():
        assert answer(await way(server)).startswith("I can't go on with this match")


async def test_a_press_in_a_match_that_the_record_does_not_have_is_told_so(server: Server):
    """As after the record was put back from a backup."""
    await server.play_to_first_turn()
    prompt = with_button(server.cora_sub, "North")
    other = custom_id(prompt, "North").replace("mr:1:", "mr:77:")
    result = await press_again(server, server.cora, prompt, other)
    assert answer(result).startswith("I have no such match on record")


async def test_after_a_restart_a_press_in_a_match_that_has_ended_is_told_so(server: Server):
    await server.play_to_first_turn()
    prompt = with_button(server.cora_sub, "North")
    north = custom_id(prompt, "North")
    await confirmed(server.host, server.dm, "call-off")
    await server.restart()
    result = await press_again(server, server.cora, prompt, north)
    assert answer(result) == "That match is over."
