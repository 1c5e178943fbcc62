"""The real `minecart run` plays on through each fault of Discord's: nothing doubled, nobody silent.

Each test switches one fault on in the middle of a turn, and then plays the match to its end.
"""

from __future__ import annotations

import asyncio
import time
from collections.abc import AsyncGenerator
from contextlib import asynccontextmanager
from pathlib import Path

from tests.evenings.announced import nothing_is_wrong
from tests.evenings.evening import Evening, an_evening
from tests.stand_in import Person
from tests.stand_in.faults import Kind
from tests.stand_in.server import until
from tests.stand_in.validating import buttons_in
from tests.stand_in.world import Message

TURN_S, STALLED_FOR_S = 6, 3
"""So long a hasty turn lasts, and so long a stall lasts beyond its end."""
TRIES = 5
"""So often discord.py tries to answer, waiting longer each time: for 25 seconds in all."""
HASTY = {"MINECART_RULES__TURN_SECONDS": str(TURN_S)}
LONG = {"MINECART_RULES__TARGET_GEMS": "99"}
POSTS, READS, CALLBACKS = (
    "POST /channels/*/messages",
    "GET /channels/*/messages*",
    "POST /interactions/*/callback",
)
WAYS = (
    (Kind.LIMITED, 429),
    (Kind.BEFORE, 500),
    (Kind.AFTER, 502),
    (Kind.ABORTED_BEFORE, 0),
    (Kind.ABORTED_AFTER, 0),
    (Kind.UNPARSABLE, 200),
)
"""The ways in which a request fails that can be made again."""


@asynccontextmanager
async def a_match(folder: Path, **settings: str) -> AsyncGenerator[Evening]:
    """An evening in its first turn. Limits are off: they would be one fault more.

    In its end all that was told is what is on record, once each, and nobody was silent.
    """
    async with an_evening(folder, **settings) as evening:
        evening.discord.limits.are_on = False
        await evening.start()
        await evening.begun()
        yield evening
        await nothing_is_wrong(evening)


def prompt_of(evening: Evening, player: Person, after: int) -> Message | None:
    """The prompt with buttons that a player was sent after the message of that id."""
    fitting = (it for it in evening.said(evening.sub(player)) if it.id > after)
    return next((it for it in fitting if list(buttons_in(it.components))), None)


# ----------------------------------------------------------------- messages


async def test_s15_a_message_that_fails_in_whatever_way_is_sent_again_and_stands_once(
    tmp_path: Path,
):
    async with a_match(tmp_path, **LONG) as evening:
        for kind, status in WAYS:
            fault = evening.discord.faults.add(
                kind, POSTS, times=2, status=status, retry_after_s=0.3
            )
            await evening.play_on(turns=1)
            await until(lambda fault=fault: fault.met == 2, str(kind))


async def test_s46_what_a_player_can_never_be_sent_holds_nobody_up_and_the_hosts_hear_of_it(
    tmp_path: Path,
):
    async with a_match(tmp_path) as evening:
        private = f"POST /channels/{evening.sub(evening.zac).id}/messages"
        fault = evening.discord.faults.add(
            Kind.REFUSED, private, times=None, status=400, code=50035
        )
        await evening.play_on(turns=2)
        await until(
            lambda: any(evening.hosts.id in it.mention_roles for it in evening.said(evening.dm)),
            "a call for the hosts",
        )
        fault.end()
        await evening.play_on()


# ----------------------------------------------------------------- answers


async def test_s64_a_press_that_can_not_be_answered_counts_and_the_next_prompt_waits_for_nothing(
    tmp_path: Path,
):
    async with a_match(tmp_path, **LONG) as evening:
        for kind, status in (*WAYS, (Kind.REFUSED, 404), (Kind.STALLED, 0)):
            fault = evening.discord.faults.add(
                kind, CALLBACKS, times=None, status=status, code=10062, retry_after_s=600
            )
            opening = evening.openings()[-1]
            prompt = await until(lambda id=opening.id: prompt_of(evening, evening.zac, id))
            assert prompt is not None
            evening.zac.press(prompt, "South")
            await until(lambda fault=fault: fault.met, f"an answer that fails: {kind}")
            evening.cora.types(evening.sub(evening.cora), "north")
            opening = await evening.opening_after(len(evening.openings()))
            await until(lambda id=opening.id: prompt_of(evening, evening.zac, id), f"{kind}")
            assert fault.met < TRIES, f"the prompt has waited for all tries of the answer: {kind}"
            fault.end()


async def test_s24_a_press_that_comes_too_late_to_be_answered_counts_all_the_same(
    tmp_path: Path,
):
    async with a_match(tmp_path) as evening:
        opening = evening.openings()[-1]
        prompt = await until(lambda: prompt_of(evening, evening.zac, opening.id))
        assert prompt is not None
        evening.discord.gateway.hold()
        pressed = evening.zac.press(prompt, "South")
        await until(lambda: pressed.is_failed)
        evening.discord.gateway.release()
        evening.cora.types(evening.sub(evening.cora), "north")
        await evening.opening_after(1)
        await evening.play_on()


# ----------------------------------------------------------------- the gateway


async def test_s2_what_is_typed_while_the_gateway_is_away_counts_however_it_comes_back(
    tmp_path: Path,
):
    async with a_match(tmp_path, **LONG) as evening:
        gateway = evening.discord.gateway
        for how in ("resumed", "refused", "forgotten", "asked"):
            opened, before = len(evening.openings()), (gateway.resumed, gateway.identified)
            gateway.refuses_resume = how == "refused"
            if how == "asked":
                gateway.ask_to_reconnect()
            else:
                gateway.is_shut = True
                gateway.cut(is_resumable=how != "forgotten")
            evening.pick("north", "south")
            gateway.is_shut = False
            await evening.opening_after(opened)
            await until(lambda known=before: (gateway.resumed, gateway.identified) != known, how)
            assert (gateway.resumed > before[0]) == (how in ("resumed", "asked")), how


async def test_s12_events_that_come_late_count_by_their_own_time(tmp_path: Path):
    async with a_match(tmp_path) as evening:
        evening.discord.gateway.hold()
        evening.pick("north", "south")
        await asyncio.sleep(0.5)
        evening.discord.gateway.release()
        await evening.opening_after(1)
        await evening.play_on()


async def test_s2_a_pick_of_which_the_gateway_never_told_is_found_before_anybody_is_silent(
    tmp_path: Path,
):
    async with a_match(tmp_path, **HASTY) as evening:
        evening.discord.gateway.lose("MESSAGE_CREATE")
        evening.pick("north", "south")
        await evening.opening_after(1)


async def test_s2_a_history_that_can_not_be_read_for_a_while_costs_nobody_a_turn(
    tmp_path: Path,
):
    async with a_match(tmp_path) as evening:
        fault = evening.discord.faults.add(Kind.BEFORE, READS, times=2, status=500)
        evening.discord.gateway.cut(is_resumable=False)
        evening.pick("north", "south")
        await evening.opening_after(1)
        assert fault.met == 2


async def test_s65_a_server_that_stands_still_across_a_deadline_makes_nobody_silent(
    tmp_path: Path,
):
    async with a_match(tmp_path, **HASTY) as evening:
        discord, gateway = evening.discord, evening.discord.gateway
        stall = discord.faults.add(Kind.STALLED, "*", times=None)
        gateway.hold()
        gateway.is_silent = True
        over = time.monotonic() + TURN_S + STALLED_FOR_S
        await until(lambda: time.monotonic() > over)
        evening.zac.types(evening.sub(evening.zac), "south")
        gateway.is_silent = False
        gateway.release()
        stall.end()
        await evening.opening_after(1)
        await evening.play_on()


# ----------------------------------------------------------------- the start


async def test_a_start_whose_commands_are_refused_hosts_and_tells_of_them_later(tmp_path: Path):
    async with an_evening(tmp_path) as evening:
        fault = evening.discord.faults.add(
            Kind.REFUSED, "PUT /applications/*", status=400, code=50035
        )
        await evening.start()
        assert fault.met == 1
        await until(lambda: evening.discord.rest.commands, "the commands")
        await evening.begun()
