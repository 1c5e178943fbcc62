"""The page in one's hands: the keyboard, one's own messages, a phone, names for all controls."""

from __future__ import annotations

import pytest
from playwright.async_api import expect

from tests.rehearsal.browser.conftest import OpenView
from tests.rehearsal.browser.house import RehearsalProcess

PHONE = (375, 812)


async def test_enter_sends_shift_enter_starts_a_line_and_arrow_up_edits_the_last_own_message(
    house: RehearsalProcess, open_view: OpenView
) -> None:
    cora = await open_view(house.open_match()["dmo"])
    box, editor = cora.box("dm"), cora.channel("dm").locator(".edit-text")
    await box.press_sequentially("one")
    await box.press("Shift+Enter")
    await box.press_sequentially("two")
    await box.press("Enter")
    await expect(cora.messages("dm").last.locator(".body")).to_have_text(
        "one\ntwo", use_inner_text=True
    )

    await box.press("ArrowUp")
    await expect(editor).to_be_focused()
    await editor.fill("thrown away")
    await editor.press("Escape")
    await expect(box).to_be_focused()
    await box.press("ArrowUp")
    await expect(editor).to_have_value("one\ntwo")
    await editor.fill("three")
    await editor.press("Enter")

    await cora.reads("dm", "three(edited)")
    await expect(box).to_be_focused()


async def test_an_own_message_is_deleted_by_its_button_after_a_second_press(
    house: RehearsalProcess, open_view: OpenView
) -> None:
    links = house.open_match()
    cora, zac = await open_view(links["dmo"]), await open_view(links["candidate"])
    await cora.say("dm", "a slip of the tongue")
    await zac.reads("dm", "a slip of the tongue")
    slip = cora.messages("dm").filter(has_text="a slip of the tongue")

    await slip.hover()
    await slip.get_by_role("button", name="Delete").click()
    await slip.get_by_text("Really delete?").click()

    gone = zac.messages("dm").filter(has_text="a slip of the tongue")
    await expect(gone).to_have_count(0)
    await expect(slip).to_have_count(0)


async def test_the_director_switches_as_whom_to_write_by_keyboard(
    house: RehearsalProcess, open_view: OpenView
) -> None:
    director = await open_view(house.open_match()["director"])
    await director.channel("dm").get_by_role("radio", name="Cora").focus()
    await director.page.keyboard.press("ArrowDown")
    await expect(director.box("dm")).to_have_attribute("placeholder", "Message as Zac")

    await director.say("dm", "hello")

    await expect(director.messages("dm").last.locator(".name")).to_have_text("Zac")


async def test_what_is_refused_is_told_to_whoever_did_it_and_to_nobody_else(
    house: RehearsalProcess, open_view: OpenView
) -> None:
    links = house.open_match()
    director, cora = await open_view(links["director"]), await open_view(links["dmo"])
    await director.start()
    await director.writes_as("dm", "Zac")

    await director.press_once_asked("dm", "chooses the start role", "Start as thief")

    said = director.channel("dm").get_by_text("The start role of this round is Cora's choice.")
    await expect(said).to_be_visible()
    assert "Cora's choice" not in await cora.text("dm")


@pytest.mark.parametrize("view", ["director", "dmo", "spectator"])
async def test_nothing_is_wider_than_a_phone(
    house: RehearsalProcess, open_view: OpenView, view: str
) -> None:
    links = house.open_match()
    director = await open_view(links["director"])
    await director.start()
    await director.say("dm", "a" * 300)
    await director.say("dm", "thief")
    phone = await open_view(links[view], size=PHONE)
    await phone.is_in("Round 1 · Turn 1")
    await phone.reads("dm", "Bonuses left")

    assert await phone.page.evaluate("document.documentElement.scrollWidth") == PHONE[0]
    assert await phone.page.evaluate("document.documentElement.scrollHeight") == PHONE[1]


async def test_on_a_phone_channels_are_tabs_which_count_what_was_not_seen(
    house: RehearsalProcess, open_view: OpenView
) -> None:
    links = house.open_match()
    phone = await open_view(links["dmo"], size=PHONE)
    zac = await open_view(links["candidate"])
    await expect(phone.channel("dmo")).to_be_visible()
    await expect(phone.channel("dm")).to_be_hidden()
    await expect(phone.channel("dmo").locator(".log")).to_have_attribute("aria-live", "polite")

    await zac.say("dm", "hello?")
    tab = phone.page.locator('.tab[data-shows="dm"]')
    await expect(tab.locator(".unread")).to_have_text("1")
    await tab.click()

    await expect(phone.channel("dm")).to_be_visible()
    await expect(phone.channel("dmo")).to_be_hidden()
    await expect(tab.locator(".unread")).to_be_hidden()


async def test_nothing_moves_by_itself_for_those_who_asked_for_that(
    house: RehearsalProcess, open_view: OpenView
) -> None:
    links = house.open_match(turn_seconds=9, idle_turns_before_pause=99)
    director = await open_view(links["director"], reduced_motion="reduce")
    await director.start()
    await director.say("dm", "thief")
    await expect(director.page.locator(".clock.urgent")).to_be_visible()

    assert await director.page.evaluate("document.getAnimations().length") == 0


async def test_every_control_has_a_name(house: RehearsalProcess, open_view: OpenView) -> None:
    director = await open_view(house.open_match()["director"])
    landing = await open_view(house.link, live=False)
    for view in (director, landing):
        for control in await view.page.locator("button, input, textarea, select, a").all():
            tree = await control.evaluate(
                "it => it.ariaLabel || it.textContent.trim() || it.labels?.[0]?.textContent.trim()"
            )
            assert tree, await control.evaluate("it => it.outerHTML")
