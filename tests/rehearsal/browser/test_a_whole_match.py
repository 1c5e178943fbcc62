"""A whole short match in the browser: from the director's view, and from two separate seats."""

from __future__ import annotations

from playwright.async_api import expect

from tests.rehearsal.browser.conftest import OpenView
from tests.rehearsal.browser.house import RehearsalProcess

SHORT_MATCH = {"target_gems": "3", "rounds_to_win": "1", "settle_seconds": "0"}


async def test_a_match_is_set_up_and_played_from_the_director_s_view_by_typing_and_by_buttons(
    house: RehearsalProcess, open_view: OpenView
) -> None:
    director = await open_view(await _set_up_by_hand(house, open_view))

    await director.desk("Start the match")
    await director.press_once_asked("dmo", "Are you ready", "I am ready")
    await director.say("candidate", "ready")
    await director.is_in("Round 1 · Start roles")
    await director.press_once_asked("dm", "chooses the start role", "Start as thief")
    await director.is_in("Round 1 · Turn 1")
    await director.press_once_asked("candidate", "round 1, turn 1", "North")
    await director.say("dmo", "guard south please")
    await director.is_in("Round 1 · Turn 2")
    await director.say("dmo", "send central")
    await director.press_once_asked("candidate", "round 1, turn 2", "North")
    await director.is_in("Round 1 · Turn 3")
    await director.press_once_asked("dmo", "round 1, turn 3", "North")
    await director.say("candidate", "south")

    await director.is_in("Zac wins the match")
    await director.reads("dm", "Zac wins the Death Match")
    await expect(director.page.locator(".board figcaption")).to_contain_text("3 gems for Zac")


async def _set_up_by_hand(house: RehearsalProcess, open_view: OpenView) -> str:
    """Fill the form of the landing page in; the link of the director's view that it gives."""
    page = (await open_view(house.link, live=False)).page
    await page.get_by_text("More settings").click()
    for name, value in {**SHORT_MATCH, "grace_seconds": "0"}.items():
        await page.locator(f"[name={name}]").fill(value)
    await page.get_by_role("button", name="Set up the match").click()
    await expect(page.locator("#links li")).to_have_count(4)
    link = await page.locator('#links [data-view="director"] input').input_value()
    assert link.startswith(f"{house.base}/v/")
    return link


async def test_two_seats_play_a_match_against_each_other_and_a_spectator_sees_it(
    house: RehearsalProcess, open_view: OpenView
) -> None:
    links = house.open_match()
    director = await open_view(links["director"])
    cora, zac = await open_view(links["dmo"]), await open_view(links["candidate"])
    spectator = await open_view(links["spectator"])

    await director.start()
    await cora.say("dm", "miner")
    await zac.press_once_asked("candidate", "round 1, turn 1", "South")
    await cora.press_once_asked("dmo", "round 1, turn 1", "North")
    await zac.is_in("Round 1 · Turn 2")
    await zac.say("candidate", "send central")
    await cora.say("dmo", "guard north")
    await cora.is_in("Round 1 · Turn 3")
    await cora.press_once_asked("dmo", "round 1, turn 3", "South")
    await zac.say("candidate", "guard north")

    for view in (cora, zac, spectator):
        await view.is_in("Cora wins the match")
        await view.reads("dm", "Cora wins the Death Match")
    await expect(spectator.page.locator(".composer textarea")).to_have_count(0)
    await expect(spectator.page.locator(".channel")).to_have_count(1)


async def test_an_automatic_opponent_plays_its_seat(
    house: RehearsalProcess, open_view: OpenView
) -> None:
    links = house.open_match(bot="candidate")
    director, cora = await open_view(links["director"]), await open_view(links["dmo"])
    landing = (await open_view(house.link, live=False)).page
    await expect(landing.locator('[data-view="candidate"]')).to_contain_text("the program")
    await expect(cora.page.locator('.score[data-seat="candidate"]')).to_contain_text("automatic")

    await director.start()
    await cora.press_once_asked("dm", "chooses the start role", "Start as thief")

    await director.reads("candidate", "Your pick: ")
