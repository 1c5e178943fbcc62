"""The program dies and comes back, and so do connections: no page loses or doubles anything."""

from __future__ import annotations

from playwright.async_api import expect

from tests.rehearsal.browser.conftest import OpenView
from tests.rehearsal.browser.house import RehearsalProcess
from tests.rehearsal.browser.view import WAIT_MS


async def test_a_program_killed_in_mid_turn_goes_on_where_it_was_and_the_page_with_it(
    house: RehearsalProcess, open_view: OpenView
) -> None:
    links = house.open_match()
    director = await open_view(links["director"])
    await director.start()
    await director.say("dm", "thief")
    await director.press_once_asked("candidate", "round 1, turn 1", "North")
    await director.reads("candidate", "Your pick: North")

    house.kill()
    await expect(director.page.locator("#wire")).to_contain_text("reconnecting")
    await director.say("dmo", "guard south")
    house.start()

    await director.is_live()
    await director.is_in("Round 1 · Turn 2")
    said = director.channel("dmo").locator('.message[data-seat="dmo"]')
    await expect(said.filter(has_text="guard south")).to_have_count(1)
    await director.say("dm", "still here")
    await director.reads("dm", "still here")
    fresh = await open_view(links["director"])
    await fresh.reads("dm", "still here")
    for channel in ("dm", "dmo", "candidate"):
        ids = await director.ids(channel)
        assert len(ids) == len(set(ids))
        assert ids == await fresh.ids(channel)


async def test_what_was_said_while_a_page_was_offline_comes_when_it_is_back_and_once(
    house: RehearsalProcess, open_view: OpenView
) -> None:
    links = house.open_match()
    cora, zac = await open_view(links["dmo"]), await open_view(links["candidate"])
    await cora.say("dm", "before")
    await zac.reads("dm", "before")
    await zac.page.context.set_offline(True)
    house.kill()
    house.start()
    await cora.is_live()
    await cora.say("dm", "meanwhile")
    await cora.reads("dm", "meanwhile")
    await expect(zac.page.locator("#wire")).to_contain_text("reconnecting")

    await zac.page.context.set_offline(False)

    await zac.is_live()
    await expect(zac.messages("dm").filter(has_text="meanwhile")).to_have_count(1)
    await expect(zac.messages("dm").filter(has_text="before")).to_have_count(1)


async def test_several_tabs_of_one_seat_show_the_same(
    house: RehearsalProcess, open_view: OpenView
) -> None:
    links = house.open_match()
    one, other = await open_view(links["dmo"]), await open_view(links["dmo"])

    await one.say("dm", "from the one")
    await other.reads("dm", "from the one")
    await other.say("dmo", "from the other")
    await one.reads("dmo", "from the other")

    assert await one.ids("dm") == await other.ids("dm")
    assert await one.ids("dmo") == await other.ids("dmo")


async def test_a_page_whose_match_is_not_kept_any_more_says_so_and_asks_no_more(
    house: RehearsalProcess, open_view: OpenView
) -> None:
    link = house.open_match()["spectator"]
    page = await open_view(link)

    house.forget()

    wire = page.page.locator("#wire")
    await expect(wire).to_contain_text("This link leads nowhere any more", timeout=WAIT_MS)
    anew = await open_view(link, live=False)
    await expect(anew.page.locator("main")).to_contain_text("lead nowhere any more")
