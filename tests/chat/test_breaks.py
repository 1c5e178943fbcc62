"""A break between two turns on Discord, as players, spectators and hosts meet it (R29)."""

from __future__ import annotations

from tests.chat.buttons import labels, press
from tests.chat.server import Server, answer


async def in_break(server: Server) -> None:
    """The break of 20 s after the first turn, in which Cora has won a gem."""
    await server.play_to_first_turn(between_turns_seconds=20)
    await server.cora.send(server.cora_sub, "north")
    await server.zac.send(server.zac_sub, "south")


async def test_the_result_says_when_the_next_turn_opens_and_so_it_does(server: Server):
    await in_break(server)
    result = server.last(server.dm)
    assert "claims 1 gem" in result
    assert "The next turn opens at 00:20" in result
    await server.env.advance_time(19)
    assert server.last(server.dm) == result
    await server.env.advance_time(1)
    assert "Round 1 · Turn 2" in server.last(server.dm)
    assert "round 1, turn 2" in server.last(server.cora_sub)


async def test_the_track_buttons_go_and_those_of_bonus_actions_stay_and_say_when_they_work_again(
    server: Server,
):
    await in_break(server)
    assert not any("North" in labels(message) for message in server.cora_sub.history())
    said = answer(await press(server.zac, server.dm, "Accelerate"))
    assert "the next one opens in 20.0 s" in said
    await server.env.advance_time(20)
    shown = await press(server.zac, server.dm, "Accelerate")
    assert "which mine" in answer(shown)


async def test_status_shows_the_break_the_score_and_when_the_next_turn_opens(server: Server):
    await in_break(server)
    said = server.readable(answer(await server.spectator.slash(server.dm, "match status")))
    assert said.startswith("**Match 1:** round 1 goes on with turn 2 after a short break.")
    assert "**Gems:** Cora 1 · Zac 0" in said
    assert "The next turn opens at 00:20" in said


async def test_a_pause_in_a_break_comes_at_once_and_a_whole_break_follows_it(server: Server):
    await in_break(server)
    await server.env.advance_time(15)
    await server.host.slash(server.dm, "match pause", reason="tea")
    await server.env.advance_time(100)
    assert "Turn 2" not in server.last(server.dm)
    await server.host.slash(server.dm, "match resume")
    assert "The next turn opens at 02:15" in server.last(server.dm)
    await server.env.advance_time(20)
    assert "Round 1 · Turn 2" in server.last(server.dm)


async def test_s1_after_a_restart_in_a_break_the_next_turn_opens_when_it_was_to(server: Server):
    await in_break(server)
    await server.env.advance_time(5)
    await server.restart()
    assert "The bot was restarted" not in server.last(server.dm)
    await server.env.advance_time(15)
    assert "Round 1 · Turn 2" in server.last(server.dm)


async def test_without_prompts_nothing_is_posted_or_edited_in_submissions_channels_at_an_opening(
    server: Server,
):
    await server.play_to_first_turn(between_turns_seconds=20, private_prompts=False)
    subs = (server.cora_sub, server.zac_sub)
    await server.cora.slash(server.cora_sub, "pick", track="north")
    await server.zac.send(server.zac_sub, "south")
    before = [[(it.id, it.edited_at) for it in sub.history()] for sub in subs]
    await server.env.advance_time(20)
    assert "Round 1 · Turn 2" in server.last(server.dm)
    assert server.last(server.dm).endswith("@Cora @Zac")
    assert [[(it.id, it.edited_at) for it in sub.history()] for sub in subs] == before
    found = {label for sub in subs for it in sub.history() for label in labels(it)}
    assert found == {"Call a host"}
