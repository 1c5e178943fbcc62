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
    """How many answers the bot has given since then, and how much else it has written."""
    paths = [it.path for it in server.env.http_requests[since:] if it.method != "GET"]
    answers = sum("/callback" in path for path in paths)
    return answers, len(paths) - answers


COSTS = [
    (typed, typed, 0, 6),
    (typed, pressed, 1, 5),
    (pressed, typed, 1, 5),
    (pressed, pressed, 2, 4),
    (commanded, commanded, 2, 5),
]
"""Two picks, in how many answers and in how many requests besides.

Always the public message and both prompts; for what is typed an acknowledgement, for what is
pressed or commanded an answer; and where buttons are left when the turn is settled, as under the
first pick that was typed or pressed, they go.
"""


@pytest.mark.parametrize(("first", "last", "answers", "others"), COSTS)
async def test_a_turn_of_two_picks_costs_at_most_six_requests_and_an_answer_to_each_press(
    server: Server, first: Pick, last: Pick, answers: int, others: int
):
    await server.play_to_first_turn(target_gems=9)
    for _ in range(6):
        before = len(server.env.http_requests)
        await first(server.cora, server.cora_sub, "north")
        await last(server.zac, server.zac_sub, "central")
        assert requests(server, before) == (answers, others)
        assert others <= 6


@pytest.mark.parametrize("words", ["Accelerate", "Join"])
async def test_a_bonus_that_is_pressed_costs_two_answers_its_announcement_and_both_prompts_anew(
    server: Server, words: str
):
    """And the older prompts' buttons go: so a bonus action costs five requests, typed one more."""
    await server.play_to_first_turn()
    before = len(server.env.http_requests)
    shown = await press(server.zac, server.dm, words)
    assert shown.response is not None
    label = {"Accelerate": "North", "Join": "North → Central"}[words]
    await server.zac.click(shown.response.message, label=label)
    assert requests(server, before) == (2, 5)


async def test_telling_that_somebody_has_picked_costs_one_request_more_a_turn(server: Server):
    """Only the first of two picks is told of; after a bonus action each first one once more."""
    await server.play_to_first_turn(target_gems=9, shows_picked=True)
    for _ in range(6):
        before = len(server.env.http_requests)
        await server.cora.send(server.cora_sub, "north")
        assert "Cora has picked." in server.last(server.dm)
        await server.zac.send(server.zac_sub, "central")
        assert requests(server, before) == (0, 7)


@pytest.mark.parametrize(
    ("first", "last", "answers", "others"),
    [(typed, typed, 0, 3), (typed, commanded, 1, 2), (commanded, commanded, 2, 1)],
)
async def test_without_private_prompts_a_turn_costs_its_public_message_and_what_is_typed_an_answer(
    server: Server, first: Pick, last: Pick, answers: int, others: int
):
    await server.play_to_first_turn(target_gems=9, private_prompts=False)
    for _ in range(6):
        before = len(server.env.http_requests)
        await first(server.cora, server.cora_sub, "north")
        await last(server.zac, server.zac_sub, "central")
        assert requests(server, before) == (answers, others)


async def test_every_press_is_answered_exactly_once(server: Server):
    """Whether it counts, is refused, or only shows something."""
    await server.play_to_first_turn()
    for label in ("Keep", "North", "Change or keep", "North", "Change or keep"):
        before = len(server.env.http_requests)
        await press(server.cora, server.cora_sub, label)
        assert requests(server, before) == (1, 0)


async def test_a_silent_player_costs_one_request_more_and_a_look_into_each_channel(
    server: Server,
):
    """A nudge, and taking the buttons away, in place of an acknowledgement.

    And before anybody is taken to be silent, the channels are read.
    """
    server.bot.house._nudge_ms = 10_000  # pyright: ignore[reportPrivateUsage]
    await server.play_to_first_turn(target_gems=9)
    before = len(server.env.http_requests)
    await server.cora.send(server.cora_sub, "north")
    await server.env.advance_time(61)
    assert "Round 1 · Turn 2" in server.last(server.dm)
    assert requests(server, before) == (0, 7)
    looks = [it for it in server.env.http_requests[before:] if it.method == "GET"]
    assert len(looks) == 3
