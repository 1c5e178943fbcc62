"""What a turn costs in requests to Discord, whichever way it is played."""

from __future__ import annotations

from collections.abc import Awaitable, Callable

import pytest
from simcord.actors import MemberActor
from simcord.builders import ChannelHandle

from minecart_robbery.words.catalogue import name_of
from tests.chat.buttons import press
from tests.chat.server import Server

Pick = Callable[[MemberActor, ChannelHandle, str], Awaitable[object]]


async def typed(actor: MemberActor, channel: ChannelHandle, track: str) -> None:
    await actor.send(channel, track)


async def pressed(actor: MemberActor, channel: ChannelHandle, track: str) -> None:
    await press(actor, channel, name_of(track))


async def commanded(actor: MemberActor, channel: ChannelHandle, track: str) -> None:
    await actor.slash(channel, "pick", track=track)


def requests(server: Server, since: int) -> tuple[int, int]:
    """How many answers the bot has given since then, and how many requests it made besides."""
    paths = [it.path for it in server.env.http_requests[since:]]
    answers = sum("/callback" in path for path in paths)
    return answers, len(paths) - answers


@pytest.mark.parametrize("one", [typed, pressed])
@pytest.mark.parametrize("other", [typed, pressed])
async def test_a_turn_of_two_picks_costs_five_requests_answers_and_all(
    server: Server, one: Pick, other: Pick
):
    """The public message, both prompts, and for each pick its acknowledgement or its answer."""
    await server.play_to_first_turn(target_gems=9)
    for _ in range(6):
        before = len(server.env.http_requests)
        await one(server.cora, server.cora_sub, "north")
        await other(server.zac, server.zac_sub, "central")
        assert sum(requests(server, before)) == 5


async def test_a_turn_of_slash_commands_costs_five_requests_besides_its_answers(server: Server):
    """Whose prompt a command leaves alone loses its buttons when the turn is settled."""
    await server.play_to_first_turn(target_gems=9)
    for _ in range(6):
        before = len(server.env.http_requests)
        await commanded(server.cora, server.cora_sub, "north")
        await commanded(server.zac, server.zac_sub, "central")
        assert requests(server, before) == (2, 5)


@pytest.mark.parametrize("words", ["Accelerate", "Join"])
async def test_a_bonus_that_is_pressed_costs_two_answers_and_its_announcement(
    server: Server, words: str
):
    await server.play_to_first_turn()
    before = len(server.env.http_requests)
    shown = await press(server.zac, server.dm, words)
    assert shown.response is not None
    label = {"Accelerate": "North", "Join": "North → Central"}[words]
    await server.zac.click(shown.response.message, label=label)
    assert requests(server, before) == (2, 1)


async def test_every_press_is_answered_exactly_once(server: Server):
    """Whether it counts, is refused, or only shows something."""
    await server.play_to_first_turn()
    for label in ("Keep", "North", "Turn 1: change or keep", "North", "Turn 1: change or keep"):
        before = len(server.env.http_requests)
        await press(server.cora, server.cora_sub, label)
        assert requests(server, before) == (1, 0)


async def test_a_silent_player_costs_one_request_more(server: Server):
    """A nudge, and taking the buttons away, in place of an acknowledgement."""
    server.bot.house._nudge_ms = 10_000  # pyright: ignore[reportPrivateUsage]
    await server.play_to_first_turn(target_gems=9)
    before = len(server.env.http_requests)
    await server.cora.send(server.cora_sub, "north")
    await server.env.advance_time(61)
    assert "Round 1 · Turn 2" in server.last(server.dm)
    assert requests(server, before) == (0, 6)
