"""Pages that come back, tabs beside each other, and a server that is killed in mid-turn."""

from __future__ import annotations

import asyncio
import contextlib
from collections import Counter
from collections.abc import AsyncIterator, Callable
from pathlib import Path

import pytest

from minecart_robbery.rehearsal.messages import Sender
from minecart_robbery.rehearsal.running import MachineClock
from tests.live.hand_clock import START, HandClock
from tests.rehearsal.served import Page, Served


@pytest.fixture
async def serving(tmp_path: Path) -> AsyncIterator[Callable[[Served], Served]]:
    """Closes whichever server is the last one that a test has named."""
    last: list[Served] = []

    def note(served: Served) -> Served:
        last[:] = [served]
        return served

    yield note
    for served in last:
        await served.stop()


async def in_first_turn(path: Path) -> tuple[Served, Page]:
    """A match in its first turn, and the director's page."""
    served = await Served.start(path)
    await served.open()
    page = await served.page("director")
    await served.in_first_turn(page)
    return served, page


async def caught_up(page: Page, words: str) -> list[int]:
    """The numbers of all changes that a page was sent, once a message with these words came."""
    await page.typed(words)
    return [frame["n"] for frame in page.frames if "n" in frame]


async def test_a_page_that_comes_back_is_sent_what_it_missed_and_nothing_twice(served, director):
    await served.in_first_turn(director)
    dmo = await served.page("dmo")
    await director.say("host", "dm", "one")
    before = await caught_up(dmo, "one")
    await dmo.close()
    await served.plays(director, "north", "south")
    await director.table(turn=2)
    await served.quiet(director)
    await director.say("host", "dm", "two")
    again = await served.page("dmo", after=dmo.seen)
    missed = await caught_up(again, "two")
    new = await served.page("dmo")
    await caught_up(new, "two")
    assert not set(missed) & set(before)
    assert missed == sorted(missed)
    assert {**dmo.messages, **again.messages} == new.messages
    assert [it["type"] for it in again.frames].count("hello") == 1


@pytest.mark.parametrize("after", ["", "-1", "x", "1e3", "9" * 40, "٣"])
async def test_a_number_that_can_t_be_is_as_good_as_none(served, director, after):
    path = f"{served.links['dmo']}/socket?after={after}"
    page = Page(await served.client.ws_connect(path, headers=served.origin))
    await page.message("This is your submissions channel")


async def test_tabs_beside_each_other_see_the_same(served, director):
    tabs = [await served.page("dmo") for _ in range(3)]
    await tabs[0].say("dmo", "dmo", "hello")
    await director.say("host", "dm", "so far")
    for tab in tabs:
        await tab.typed("so far")
    assert tabs[0].messages == tabs[1].messages == tabs[2].messages


async def test_a_page_that_goes_is_forgotten(served, director):
    page = await served.page("spectator")
    await page.close()
    await director.say("host", "dm", "alone")
    await director.typed("alone")


async def test_a_server_killed_in_mid_turn_goes_on_with_the_match(tmp_path, serving):
    served, page = await in_first_turn(tmp_path / "a.db")
    await page.say("dmo", "dmo", "north")
    await page.message("Your pick: **North**")
    dmo = await served.page("dmo")
    await page.say("host", "dm", "going")
    before = await caught_up(dmo, "going")
    served = serving(await served.again())
    served.passes(100)
    again = await served.page("dmo", after=dmo.seen)
    director = await served.page("director", after=page.seen)
    await director.message("The bot was restarted")
    await director.say("candidate", "candidate", "south")
    await served.delivered()
    served.passes(0.1)
    settled = await director.table(turn=2)
    assert settled["cart"]["from"] == "north"
    await director.say("host", "dm", "gone on")
    after = await caught_up(again, "gone on")
    assert not set(before) & set(after)
    marks = Counter(it["mark"] for it in (await everything(served)).messages.values() if it["mark"])
    assert set(marks.values()) == {1}


async def everything(served: Served) -> Page:
    """A new page of the director's, with all that stands."""
    page = await served.page("director")
    await page.say("host", "dm", "that is all")
    await page.typed("that is all")
    return page


async def test_what_was_written_down_but_not_heard_before_a_kill_counts(tmp_path, serving):
    served, _ = await in_first_turn(tmp_path / "a.db")

    async def deaf(*_: object) -> None:
        raise ConnectionError

    table = served.rehearsal.house.table(served.number)
    assert table is not None
    with pytest.MonkeyPatch.context() as patch, contextlib.suppress(ConnectionError):
        patch.setattr(table, "say", deaf)
        channel = served.rehearsal.seating(served.number).dmo.channel
        await served.rehearsal.listener.say(served.number, channel, Sender.DMO, "south", "r")
    served = serving(await served.again())
    director = await served.page("director")
    await director.message("Your pick: **South**")


async def test_the_links_and_the_page_for_setting_up_stay_the_same(tmp_path, serving):
    served, _ = await in_first_turn(tmp_path / "a.db")
    director = served.rehearsal.director
    again = serving(await served.again())
    assert again.rehearsal.director == director
    live = again.rehearsal.live
    assert live is not None
    assert f"/v/{live.links['dmo']}" == served.links["dmo"]


async def test_a_match_that_was_killed_before_it_had_links_is_given_some(tmp_path, serving):
    served = await Served.start(tmp_path / "a.db")

    async def killed(*_: object) -> None:
        raise ConnectionError

    with pytest.MonkeyPatch.context() as patch:
        patch.setattr(served.rehearsal.channels, "add_match", killed)
        path = f"/d/{served.rehearsal.director}/matches"
        form = {"dmo": "Cora", "candidate": "Zac"}
        answer = await served.client.post(path, json=form, headers=served.origin)
        assert answer.status == 500
    served = serving(await served.again())
    live = served.rehearsal.live
    assert live is not None
    assert len(set(live.links.values())) == 4


async def test_ids_and_numbers_grow_though_the_machines_clock_was_set_back(tmp_path, serving):
    served, page = await in_first_turn(tmp_path / "a.db")
    await page.say("host", "dm", "before")
    before = await page.typed("before")
    served.clock = HandClock(START - 3_600_000)
    served = serving(await served.again())
    director = await served.page("director", after=page.seen)
    await director.say("host", "dm", "after")
    after = await director.typed("after")
    assert int(after["id"][1:]) > int(before["id"][1:])
    assert after["n"] > before["n"]


async def test_a_clock_goes_on_from_the_latest_time_it_has_heard_of():
    clock = MachineClock()
    now_ms = clock.now_ms()
    clock.heard(now_ms + 3_600_000)
    assert clock.now_ms() >= now_ms + 3_600_000
    clock.heard(now_ms)
    assert clock.now_ms() >= now_ms + 3_600_000
    assert clock.wall_ms() >= now_ms + 3_600_000


async def test_a_server_that_stops_says_so_to_its_pages(served, director):
    async def reads_on() -> None:
        async for _ in director.socket:
            pass

    await asyncio.gather(reads_on(), served.client.server.close())
    assert director.socket.close_code == 1001
