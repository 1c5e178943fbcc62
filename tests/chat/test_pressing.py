"""Buttons: what they do, what is left of them, and what those are told who press the wrong ones."""

from __future__ import annotations

from typing import Any

import pytest
from simcord.actors import MemberActor
from simcord.builders import ChannelHandle

from minecart_robbery.engine.match import TurnOpen, WaitingToStart
from minecart_robbery.engine.nouns import Seat, Track
from tests.chat.buttons import (
    confirmed,
    custom_id,
    labels,
    press,
    press_again,
    shown_by,
    with_button,
)
from tests.chat.looking import match_of, picks
from tests.chat.server import Server, answer, text_of

ACCELERATE, JOIN, HOST = "Accelerate", "Join", "Call a host"


def requests(server: Server, since: int) -> list[str]:
    """What was asked of Discord since then, in short."""
    return [f"{it.method} {it.path.split('/')[1]}" for it in server.env.http_requests[since:]]


# ----------------------------------------------------------------- picks


async def test_a_pressed_pick_counts_and_its_prompt_becomes_its_acknowledgement(server: Server):
    await server.play_to_first_turn()
    await server.env.advance_time(12.5)
    before = len(server.env.http_requests)
    await press(server.cora, server.cora_sub, "North")
    assert picks(server) == {Seat.DMO: Track.NORTH}
    assert requests(server, before) == ["POST interactions"]
    message = server.cora_sub.history()[-1]
    acknowledged = "**You mine** (round 1, turn 1).\nYour pick: **North**. 47.5 s were left."
    assert text_of(message.content, []) == acknowledged
    assert labels(message) == ["Change or keep"]


async def test_a_pressed_pick_can_be_changed_and_kept_by_pressing(server: Server):
    await server.play_to_first_turn()
    await press(server.cora, server.cora_sub, "North")
    await press(server.cora, server.cora_sub, "Change or keep")
    assert "Your pick: **North**" in server.cora_sub.history()[-1].content
    await press(server.cora, server.cora_sub, "South")
    assert picks(server) == {Seat.DMO: Track.SOUTH}
    assert "Changed from North to **South**" in server.last(server.cora_sub)
    await server.zac.send(server.dm, "accelerate north")
    await press(server.cora, server.cora_sub, "Keep")
    await press(server.zac, server.zac_sub, "North")
    assert "Round 1 · Turn 2" in server.last(server.dm)


async def test_keep_without_a_pick_is_answered_with_a_hint_for_that_player_alone(server: Server):
    await server.play_to_first_turn()
    said = server.said(server.cora_sub)
    result = await press(server.cora, server.cora_sub, "Keep")
    assert result.ephemeral
    assert "There is no pick to keep yet" in answer(result)
    assert server.said(server.cora_sub) == said


async def test_whoever_types_can_change_by_pressing_too(server: Server):
    await server.play_to_first_turn()
    await server.cora.send(server.cora_sub, "north")
    assert labels(server.cora_sub.history()[-2]) == ["Change or keep"]


async def test_r31_after_a_bonus_action_both_see_the_new_figures_and_the_old_buttons_go(
    server: Server,
):
    await server.play_to_first_turn()
    old = [with_button(sub, "South") for sub in (server.cora_sub, server.zac_sub)]
    await server.env.advance_time(20)
    await server.zac.send(server.dm, "accelerate north")
    for sub, before in zip((server.cora_sub, server.zac_sub), old, strict=True):
        now = {it.id: it for it in sub.history()}
        assert labels(now[before.id]) == []
        assert labels(sub.history()[-1]) == ["North", "Central", "South", "Keep"]
        assert "Stashes: North 2 · Central 1 · South 1" in server.last(sub)
        assert server.last(sub).endswith("⏳ Time is over at 01:20.000")


async def test_no_button_of_a_settled_turn_is_left(server: Server):
    """Neither under a silent player's prompt nor with somebody who thought of changing."""
    await server.play_to_first_turn()
    await press(server.cora, server.cora_sub, "North")
    await press(server.cora, server.cora_sub, "Change or keep")
    settled = server.cora_sub.history()[-1], server.zac_sub.history()[-1]
    await server.env.advance_time(61)
    assert "Round 1 · Turn 2" in server.last(server.dm)
    now = {it.id: it for ch in (server.cora_sub, server.zac_sub) for it in ch.history()}
    assert [labels(now[message.id]) for message in settled] == [[], []]
    assert text_of(now[settled[0].id].content, []).endswith("60.0 s were left.")


async def test_the_last_pick_of_a_turn_leaves_no_button(server: Server):
    await server.play_to_first_turn()
    await server.cora.send(server.cora_sub, "north")
    prompt = with_button(server.zac_sub, "South")
    await server.zac.click(prompt, label="South")
    (now,) = [message for message in server.zac_sub.history() if message.id == prompt.id]
    assert labels(now) == []


# ----------------------------------------------------------------- stale and foreign presses


async def test_s25_a_press_on_a_settled_turn_is_told_so_and_counts_for_nothing(server: Server):
    await server.play_to_first_turn()
    prompt = with_button(server.cora_sub, "North")
    north = custom_id(prompt, "North")
    await server.cora.send(server.cora_sub, "south")
    await server.zac.send(server.zac_sub, "north")
    before = match_of(server)
    result = await press_again(server, server.cora, prompt, north)
    assert result.ephemeral
    assert "belongs to a turn that is over" in answer(result)
    assert match_of(server) == before


async def test_s25_buttons_work_after_a_restart(server: Server):
    await server.play_to_first_turn()
    await server.restart()
    await press(server.cora, server.cora_sub, "North")
    await server.restart()
    await press(server.cora, server.cora_sub, "Change or keep")
    await press(server.cora, server.cora_sub, "South")
    result = await press(server.zac, server.dm, ACCELERATE)
    await server.zac.click(shown_by(result), label="Central")
    assert picks(server) == {Seat.DMO: Track.SOUTH}
    assert "Zac plays **Accelerate Central**" in server.last(server.dm)
    await server.env.advance_time(61)
    assert all(labels(it) == [] for it in server.zac_sub.history()[1:-1])


@pytest.mark.parametrize("panel", ["wheel", "picks", "x"])
async def test_s25_a_button_of_another_version_is_answered_and_does_nothing(
    server: Server, panel: str
):
    await server.play_to_first_turn()
    prompt, before = with_button(server.cora_sub, "North"), match_of(server)
    result = await press_again(server, server.cora, prompt, f"mr:1:{panel}:1.1.1:north")
    assert result.ephemeral
    assert "of another version of this program" in answer(result)
    assert match_of(server) == before


async def test_a_host_who_presses_a_players_button_is_told_whose_it_is(server: Server):
    await server.play_to_first_turn()
    before = match_of(server)
    result = await press(server.host, server.cora_sub, "North")
    assert result.ephemeral
    assert "Only the players" in answer(result)
    assert match_of(server) == before


async def test_a_spectator_who_presses_in_the_dm_channel_is_told_that_it_is_not_for_them(
    server: Server,
):
    await server.open_match()
    await server.start_match()
    before = match_of(server)
    result = await press(server.spectator, server.dm, "Start as thief")
    assert result.ephemeral
    assert "Only the players" in answer(result)
    assert match_of(server) == before


async def test_the_wrong_player_is_told_whose_choice_the_start_role_is(server: Server):
    await server.open_match()
    await server.start_match()
    said = server.said(server.dm)
    result = await press(server.zac, server.dm, "Start as thief")
    assert result.ephemeral
    assert "Cora's choice" in answer(result)
    assert server.said(server.dm) == said


async def test_a_press_in_a_match_that_is_over_is_told_so(server: Server):
    await server.play_to_first_turn()
    prompt = with_button(server.cora_sub, "North")
    north = custom_id(prompt, "North")
    await confirmed(server.host, server.dm, "call-off")
    result = await press_again(server, server.cora, prompt, north)
    assert result.ephemeral
    assert answer(result) == "That match is over."


async def test_when_a_match_ends_all_its_buttons_go_but_the_first_one(server: Server):
    """That one is quiet, and says what everybody can see by then: that the match is over."""
    await server.play_to_first_turn()
    await confirmed(server.host, server.dm, "call-off")
    left = [
        labels(message)
        for channel in (server.dm, server.cora_sub, server.zac_sub)
        for message in channel.history()
        if message.components
    ]
    assert left == [[HOST], [HOST]]
    assert answer(await press(server.cora, server.cora_sub, HOST)) == "That match is over."


# ----------------------------------------------------------------- the DM channel


async def test_a_role_is_picked_by_pressing_and_its_buttons_go_with_the_same_request(
    server: Server,
):
    await server.open_match()
    await server.start_match()
    asked = with_button(server.dm, "Start as miner")
    before = len(server.env.http_requests)
    await server.cora.click(asked, label="Start as miner")
    assert isinstance(match_of(server).current, TurnOpen)
    (now,) = [message for message in server.dm.history() if message.id == asked.id]
    assert labels(now) == []
    assert sorted(requests(server, before)) == ["POST channels"] * 4 + ["POST interactions"]
    assert server.cora_sub.history()[-2].content.startswith("You start round 1 as **miner**.")


async def test_a_role_that_is_typed_takes_the_buttons_away(server: Server):
    await server.open_match()
    await server.start_match()
    asked = with_button(server.dm, "Start as miner")
    await server.cora.send(server.dm, "thief")
    (now,) = [message for message in server.dm.history() if message.id == asked.id]
    assert labels(now) == []
    assert "chooses the start role" in str(now.embeds[0].description)


async def test_a_bonus_action_is_chosen_in_private_and_played_in_public(server: Server):
    await server.play_to_first_turn()
    said = server.said(server.dm)
    shown = await press(server.zac, server.dm, JOIN)
    assert shown.ephemeral
    assert server.said(server.dm) == said
    assert labels(shown_by(shown)) == [
        "North → Central",
        "Central → North",
        "Central → South",
        "South → Central",
    ]
    played = await server.zac.click(shown_by(shown), label="Central → South")
    assert "Zac plays **Join Central to South**" in server.last(server.dm)
    assert answer(played) == "You have played **join central to south**. 60.0 s were left."
    assert labels(shown_by(played)) == []


@pytest.mark.parametrize("label", ["North", "South"])
async def test_choices_lose_their_buttons_once_one_is_played_also_where_the_clock_starts_late(
    server: Server, label: str
):
    """Pressed while the post that starts the clock fails, and played when it has arrived."""
    await server.play_to_first_turn()
    shown = await press(server.cora, server.dm, ACCELERATE)
    await server.host.slash(server.dm, "match pause")
    server.env.inject_error("POST", f"/channels/{server.dm.id}/messages", status=500, times=2)
    await server.host.slash(server.dm, "match resume")
    pressed = await server.cora.click(shown_by(shown), label=label)
    await server.env.advance_time(10)
    assert f"Cora plays **Accelerate {label}**" in server.last(server.dm)
    assert labels(shown_by(pressed)) == []
    assert text_of(shown_by(pressed).content, []).startswith(
        f"You have played **accelerate {label.lower()}**. 60.0 s were left."
    )


@pytest.mark.parametrize("kind", [ACCELERATE, JOIN])
async def test_a_bonus_action_that_is_used_up_shows_no_choices(server: Server, kind: str):
    await server.play_to_first_turn()
    words = {ACCELERATE: "accelerate north", JOIN: "join north to central"}[kind]
    await server.cora.send(server.dm, words)
    result = await press(server.cora, server.dm, kind)
    assert result.ephemeral
    assert answer(result).startswith(f"You have played your {kind}")
    assert labels(shown_by(result)) == []
    assert labels(shown_by(await press(server.zac, server.dm, kind)))


async def test_choices_shown_in_an_earlier_turn_play_nothing(server: Server):
    await server.play_to_first_turn()
    shown = await press(server.cora, server.dm, ACCELERATE)
    await server.cora.send(server.cora_sub, "south")
    await server.zac.send(server.zac_sub, "north")
    before = match_of(server)
    result = await server.cora.click(shown_by(shown), label="North")
    assert "The turn for which you were shown these is over" in answer(result)
    assert match_of(server) == before


async def test_the_buttons_of_a_round_serve_all_its_turns_and_later_ones_lead_to_them(
    server: Server,
):
    await server.play_to_first_turn(target_gems=3)
    panel = with_button(server.dm, ACCELERATE)
    await server.cora.send(server.cora_sub, "south")
    await server.zac.send(server.zac_sub, "south")
    board = server.dm.history()[-1]
    assert labels(board) == []
    assert f"[Buttons for bonus actions]({panel.jump_url})" in str(board.embeds[0].description)
    shown = await press(server.cora, server.dm, ACCELERATE)
    await server.cora.click(shown_by(shown), label="North")
    assert "Cora plays **Accelerate North**" in server.last(server.dm)


async def test_a_rounds_buttons_go_with_the_round(server: Server):
    await server.play_to_first_turn(target_gems=1)
    panel = with_button(server.dm, ACCELERATE)
    accelerate = custom_id(panel, ACCELERATE)
    await server.cora.send(server.cora_sub, "south")
    await server.zac.send(server.zac_sub, "north")
    (now,) = [message for message in server.dm.history() if message.id == panel.id]
    assert labels(now) == []
    result = await press_again(server, server.zac, panel, accelerate)
    assert "belong to a round that is over" in answer(result)


# ----------------------------------------------------------------- ready


async def test_players_say_that_they_are_ready_by_pressing(server: Server):
    await server.open_match()
    await server.host.slash(server.dm, "match start")
    asked = with_button(server.zac_sub, "I am ready")
    before = len(server.env.http_requests)
    await server.zac.click(asked, label="I am ready")
    assert requests(server, before) == ["POST channels", "POST interactions"]
    assert "Zac is ready" in server.last(server.dm)
    (now,) = [message for message in server.zac_sub.history() if message.id == asked.id]
    assert labels(now) == []
    await server.cora.send(server.cora_sub, "ready")
    assert "Cora chooses the start role" in server.last(server.dm)
    assert [labels(it) for it in server.cora_sub.history() if "ready for round" in it.content] == [
        []
    ]


# ----------------------------------------------------------------- calling a host


@pytest.mark.parametrize("place", ["dm", "zac_sub"])
async def test_a_host_is_called_by_pressing_once(server: Server, place: str):
    await server.play_to_first_turn()
    channel: ChannelHandle = getattr(server, place)
    result = await press(server.zac, channel, HOST)
    assert result.ephemeral
    assert "The hosts have been called" in answer(result)
    assert "Zac calls a host" in server.last(server.dm)
    again = await press(server.zac, channel, HOST)
    assert "have been called already" in answer(again)


# ----------------------------------------------------------------- slash commands


async def test_a_pick_by_a_slash_command_counts_and_is_answered_in_private(server: Server):
    await server.play_to_first_turn()
    before = len(server.env.http_requests)
    result = await server.cora.slash(server.cora_sub, "pick", track="north")
    assert picks(server) == {Seat.DMO: Track.NORTH}
    assert result.ephemeral
    assert answer(result) == "Your pick: **North**. 60.0 s were left."
    assert requests(server, before) == ["POST interactions"]


@pytest.mark.parametrize("earlier", ["pressed", "typed", "commanded"])
async def test_a_slash_command_leaves_no_earlier_pick_standing_in_the_channel(
    server: Server, earlier: str
):
    await server.play_to_first_turn()
    match earlier:
        case "pressed":
            await press(server.cora, server.cora_sub, "North")
        case "typed":
            await server.cora.send(server.cora_sub, "north")
        case _:
            await server.cora.slash(server.cora_sub, "pick", track="north")
    result = await server.cora.slash(server.cora_sub, "pick", track="south")
    assert "Changed from North to **South**" in answer(result)
    assert picks(server) == {Seat.DMO: Track.SOUTH}
    standing = [it.content for it in server.cora_sub.history() if it.author.bot]
    assert not any("Your pick: **North**" in text for text in standing)
    assert "Changed from North to **South**" in standing[-1]


async def test_a_pick_by_a_slash_command_in_the_dm_channel_counts_for_nothing_and_stays_secret(
    server: Server,
):
    await server.play_to_first_turn()
    said = server.said(server.dm)
    result = await server.cora.slash(server.dm, "pick", track="north")
    assert result.ephemeral
    assert "Picks are secret" in answer(result)
    assert picks(server) == {}
    assert server.said(server.dm) == said


@pytest.mark.parametrize("track", ["north", "keep"])
async def test_a_slash_command_that_comes_to_nothing_says_so(server: Server, track: str):
    await server.open_match()
    before = match_of(server)
    result = await server.cora.slash(server.dm, "pick", track=track)
    assert result.ephemeral
    assert answer(result) == "There is nothing for that to do just now."
    assert match_of(server) == before


async def test_bonus_actions_by_slash_commands_are_played_in_public(server: Server):
    await server.play_to_first_turn()
    result = await server.cora.slash(server.dm, "accelerate", mine="south")
    assert answer(result) == "You have played **accelerate south**. 60.0 s were left."
    assert "Cora plays **Accelerate South**" in server.last(server.dm)
    await server.zac.slash(server.dm, "join", first="north", second="central")
    assert "Zac plays **Join North to Central**" in server.last(server.dm)
    refused = await server.zac.slash(server.dm, "join", first="north", second="south")
    assert "Only neighbouring tracks" in answer(refused)


@pytest.mark.parametrize(
    ("who", "where"),
    [("spectator", "dm"), ("host", "cora_sub"), ("cora", "lobby"), ("host", "dm")],
)
async def test_players_commands_are_for_players_in_their_channels(
    server: Server, who: str, where: str
):
    await server.play_to_first_turn()
    before = match_of(server)
    actor: MemberActor = getattr(server, who)
    result = await actor.slash(getattr(server, where), "pick", track="north")
    assert result.ephemeral
    assert answer(result) == "Use this in a channel of your match."
    assert match_of(server) == before


# ----------------------------------------------------------------- unkind answers


UNKIND: list[dict[str, Any]] = [
    {"status": 404, "code": 10062, "message": "Unknown interaction"},
    {"status": 401, "code": 50027, "message": "Invalid Webhook Token"},
    {"status": 400, "code": 40060, "message": "Interaction has already been acknowledged."},
    {"status": 500},
]


@pytest.mark.parametrize("trouble", UNKIND, ids=lambda it: str(it.get("code", 500)))
async def test_s24_a_press_counts_though_its_answer_is_refused(
    server: Server, trouble: dict[str, Any], caplog: pytest.LogCaptureFixture
):
    await server.play_to_first_turn()
    server.env.inject_error("POST", "/interactions/*/*/callback", **trouble, times=None)
    await press(server.cora, server.cora_sub, "North")
    assert picks(server) == {Seat.DMO: Track.NORTH}
    assert "Your pick: **North**" in server.last(server.cora_sub)
    await press(server.zac, server.zac_sub, "Keep")
    assert "There is no pick to keep yet" in server.last(server.zac_sub)
    assert not [record for record in caplog.records if record.levelname == "ERROR"]


async def test_s13_a_double_click_picks_the_same_again(server: Server):
    await server.play_to_first_turn()
    prompt = with_button(server.cora_sub, "North")
    north = custom_id(prompt, "North")
    await server.cora.click(prompt, label="North")
    result = await press_again(server, server.cora, prompt, north)
    assert result.acknowledged
    assert "It stays at **North**" in server.last(server.cora_sub)
    assert picks(server) == {Seat.DMO: Track.NORTH}


async def test_s13_a_press_that_is_told_of_twice_counts_once(
    server: Server, monkeypatch: pytest.MonkeyPatch, caplog: pytest.LogCaptureFixture
):
    await server.play_to_first_turn()
    pressed = server.bot.pressed

    async def twice(*told: Any) -> None:
        await pressed(*told)
        await pressed(*told)

    monkeypatch.setattr(server.bot, "pressed", twice)
    events, before = len(await server.bot.record.events(1)), len(server.env.http_requests)
    await press(server.cora, server.cora_sub, "North")
    assert len(await server.bot.record.events(1)) == events + 1
    assert requests(server, before) == ["POST interactions"]
    assert not [record for record in caplog.records if record.levelname == "ERROR"]


async def test_before_the_start_a_host_can_be_called_by_pressing(server: Server):
    await server.open_match()
    await press(server.cora, server.cora_sub, HOST)
    assert isinstance(match_of(server).current, WaitingToStart)
    assert "Cora calls a host" in server.last(server.dm)
