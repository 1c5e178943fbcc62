"""A match that has ended is reopened at the host's desk by taking something back (R32)."""

from __future__ import annotations

import pytest

from minecart_robbery.engine.events import TakenBack
from minecart_robbery.rehearsal.players import LATEST_S
from tests.rehearsal.served import Page, Served

OVER = "That match is over."
WHY = {"reason": "Zac's *phone* had died"}


@pytest.fixture
async def ended(served: Served, director: Page) -> Page:
    """The director's page of a match that Cora has just won in its only turn."""
    await served.in_first_turn(director)
    await won(served, director)
    return director


async def won(served: Served, director: Page) -> None:
    """Cora wins the match in the turn that is open, which takes one gem."""
    await served.plays(director, "north", "south")
    await director.table(phase="over")
    await served.delivered()


@pytest.fixture
async def director(served: Served) -> Page:
    """The director's page of a match of one gem."""
    await served.open(target_gems=1)
    return await served.page("director")


async def taken_back(served: Served) -> int:
    """How often something was taken back in the match."""
    events = await served.record.events(served.number)
    return sum(isinstance(it, TakenBack) for it in events)


@pytest.mark.parametrize("command", ["take_back_turn", "take_back_round"])
async def test_r32_the_director_reopens_a_match_and_it_is_played_to_another_end(
    served: Served, ended: Page, command: str
):
    done = await ended.desk(command, **WHY)
    assert (done["ok"], done["text"]) == (True, "Taken back, and announced in the DM channel.")
    told = await ended.message("open again")
    assert "Reason: Zac's \\*phone\\* had died" in told["text"]
    if command == "take_back_round":
        await ended.table(phase="role")
        await ended.say("dmo", "dm", "miner")
    await ended.table(phase="turn", turn=1)
    await served.delivered()
    await served.plays(ended, "north", "north")
    await ended.message("Zac wins the Death Match")
    await ended.table(phase="over")


async def test_r32_a_match_that_was_called_off_is_reopened_at_the_turn_that_is_named(
    served: Served, director: Page
):
    await served.in_first_turn(director)
    await director.desk("call_off")
    await director.table(phase="called_off")
    assert (await director.desk("take_back_turn", round=1, turn=1, **WHY))["ok"]
    await director.table(phase="turn", turn=1)


async def test_r32_after_a_restart_it_is_reopened_and_the_programs_player_plays_on(
    served: Served,
):
    await served.open(bot="candidate", target_gems=1)
    page = await served.page("director")
    await served.in_first_turn(page)
    await page.desk("call_off")
    again = await served.again()
    try:
        page = await again.page("director")
        assert (await page.desk("take_back_turn", **WHY))["ok"]
        await page.table(phase="turn", turn=1)
        await again.delivered()
        again.passes(LATEST_S)
        await page.until(lambda it: it["by"]["seat"] == "candidate")
    finally:
        served.client, served.rehearsal, served.record = again.client, again.rehearsal, again.record


async def test_r32_when_the_time_is_over_the_match_stays_ended(served: Served, ended: Page):
    served.passes(30 * 60 + 10)
    done = await ended.desk("take_back_turn", **WHY)
    assert (done["ok"], done["text"]) == (False, OVER)
    assert await taken_back(served) == 0


async def test_r32_while_another_match_is_on_none_is_reopened(served: Served, ended: Page):
    first = served.links
    await served.open()
    done = await ended.desk("take_back_turn", **WHY)
    assert not done["ok"]
    assert done["text"].startswith("A match is on already.")
    served.links = first
    assert await taken_back(served) == 0


async def test_r32_while_a_match_is_reopened_no_other_one_can_be_opened(
    served: Served, ended: Page
):
    assert (await ended.desk("take_back_turn", **WHY))["ok"]
    status, found = await served.post({"dmo": "Hanna", "candidate": "Nora"})
    assert status != 200
    assert "A match is on already." in str(found)


async def test_r32_any_other_command_says_that_it_is_over_and_how_it_is_reopened(
    served: Served, ended: Page
):
    for command in ("status", "pause", "resume", "start", "call_off"):
        done = await ended.desk(command)
        assert not done["ok"]
        assert done["text"].startswith(f"{OVER} Take its last turn back to play on")
    served.passes(30 * 60 + 10)
    assert (await ended.desk("status"))["text"] == OVER


async def test_s13_the_same_request_twice_reopens_it_once(served: Served, ended: Page):
    for _ in range(2):
        done = await ended.ask("desk", "once", command="take_back_turn", arguments=WHY)
        assert done["ok"]
    assert await taken_back(served) == 1


async def test_r33_without_a_reason_nothing_is_taken_back(served: Served, ended: Page):
    for reason in ("", "  "):
        done = await ended.desk("take_back_turn", reason=reason)
        assert not done["ok"]
        assert done["text"].startswith("Say why")
    assert await taken_back(served) == 0


async def test_r32_what_was_not_played_is_not_taken_back(served: Served, ended: Page):
    assert not (await ended.desk("take_back_turn", round=1, turn=2, **WHY))["ok"]
    assert not (await ended.desk("take_back_round", round=2, **WHY))["ok"]
    assert not (await ended.desk("take_back_turn", round=1, **WHY))["ok"]
    assert await taken_back(served) == 0


@pytest.mark.parametrize("view", ["dmo", "candidate", "spectator"])
async def test_r30_only_the_director_reopens_a_match(served: Served, ended: Page, view: str):
    page = await served.page(view)
    assert not (await page.desk("take_back_turn", **WHY))["ok"]
    assert await taken_back(served) == 0


async def test_r32_in_a_match_that_is_on_the_last_turn_over_is_taken_back(served: Served):
    await served.open()
    page = await served.page("director")
    await served.in_first_turn(page)
    await served.plays(page, "north", "south")
    await page.table(phase="turn", turn=2)
    await served.delivered()
    assert (await page.desk("take_back_turn", **WHY))["ok"]
    assert (await page.table(phase="turn", turn=1))["gems"] == {"dmo": 0, "candidate": 0}
