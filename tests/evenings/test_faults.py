"""The real `minecart run` plays on through each fault of Discord's: nothing doubled, nobody silent.

Each test switches one fault on in the middle of a turn, and then plays the match to its end.
"""

from __future__ import annotations

import asyncio
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

HASTY = {"MINECART_RULES__TURN_SECONDS": "6"}
LONG = {"MINECART_RULES__TARGET_GEMS": "99"}
POSTS, READS = "POST /channels/*/messages", "GET /channels/*/messages*"
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


# ----------------------------------------------------------------- answers


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
            opened, resumed = len(evening.openings()), gateway.resumed
            gateway.refuses_resume = how == "refused"
            if how == "asked":
                gateway.ask_to_reconnect()
            else:
                gateway.is_shut = True
                gateway.cut(is_resumable=how != "forgotten")
            evening.pick("north", "south")
            gateway.is_shut = False
            await evening.opening_after(opened)
            assert (gateway.resumed > resumed) == (how in ("resumed", "asked")), how


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
