"""The countdown, in real time: a bonus action resets it, and a silent turn ends by itself."""

from __future__ import annotations

import asyncio

from playwright.async_api import expect

from tests.patience import HANGS_S
from tests.rehearsal.browser.conftest import OpenView
from tests.rehearsal.browser.house import RehearsalProcess


async def test_a_bonus_action_resets_the_countdown_of_everybody(
    house: RehearsalProcess, open_view: OpenView
) -> None:
    links = house.open_match()
    director, zac = await open_view(links["director"]), await open_view(links["candidate"])
    await director.start()
    await director.say("dm", "thief")
    await zac.digits(r"59:\d\d")
    before = zac.heard("table")[-1]["deadline_ms"]

    await director.press_once_asked("dm", "Bonuses left", "Accelerate")
    await director.press_once_asked("dm", "Only Cora can see this", "South")

    await zac.reads("dm", "Cora plays Accelerate South")
    after = zac.heard("table")[-1]["deadline_ms"]
    assert after > before
    await zac.counts_down_to(after)
    stash = zac.page.locator('.mine[data-track="south"] .mine-stash')
    await expect(stash).to_have_text("2 gems")
    assert "Only Cora can see this" not in await zac.page.content()


async def test_a_turn_in_which_one_is_silent_ends_by_the_default_and_the_last_seconds_are_red(
    house: RehearsalProcess, open_view: OpenView
) -> None:
    links = house.open_match(turn_seconds=5, idle_turns_before_pause=99)
    director = await open_view(links["director"])
    await director.start()
    await director.say("dm", "thief")
    await expect(director.page.locator(".clock.urgent")).to_be_visible()

    async with asyncio.timeout(HANGS_S):
        while not await director.has_read("dm", "Cora was silent"):
            await director.say("candidate", "north")
            await asyncio.sleep(1)

    await expect(director.page.locator(".phase")).not_to_have_text("Round 1 · Turn 1")


JUMP = "Date.now = ((real) => () => real() + 3_600_000)(Date.now)"
STOP = "performance.now = ((at) => () => at)(performance.now())"


async def test_s58_the_countdown_goes_on_when_the_clock_of_the_machine_is_set(
    house: RehearsalProcess, open_view: OpenView
) -> None:
    director = await open_view(house.open_match(turn_seconds=600)["director"])
    await director.start()
    await director.say("dm", "thief")
    await director.digits(r"9:5\d")

    await director.page.evaluate(JUMP)
    await director.digits(r"9:[45]\d")
    await director.say("dm", "after the jump")
    await director.reads("dm", "after the jump")

    await director.digits(r"9:[0-5]\d")


async def test_s58_the_countdown_is_right_again_soon_after_the_pages_stopwatch_stood_still(
    house: RehearsalProcess, open_view: OpenView
) -> None:
    """As it may while the machine sleeps; the server is asked for nothing meanwhile."""
    director = await open_view(house.open_match(turn_seconds=600)["director"])
    await director.start()
    await director.say("dm", "thief")
    await director.digits(r"9:5[1-9]")

    await director.page.evaluate(STOP)

    await director.digits(r"9:50|9:[0-4]\d")


async def test_a_join_is_drawn_as_a_switch_and_told_to_those_who_do_not_see_it(
    house: RehearsalProcess, open_view: OpenView
) -> None:
    director = await open_view(house.open_match()["director"])
    await director.start()
    await director.say("dm", "thief")
    await director.is_in("Round 1 · Turn 1")
    await expect(director.page.locator(".mines .switch")).to_have_count(0)

    await director.say("dm", "join central to north")

    await expect(director.page.locator(".mines .switch")).to_have_count(1)
    await expect(director.page.locator("#mines-text")).to_contain_text(
        "Central: 1 gem, its cart is switched onto the North track."
    )
    await expect(director.page.locator("#mines-text")).to_contain_text(
        "No cart can run on the Central track."
    )
