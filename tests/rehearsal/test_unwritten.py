"""A rehearsal whose record can't be written for a while: nothing that was typed is lost (S48)."""

from __future__ import annotations

import sqlite3
from collections.abc import AsyncIterator
from contextlib import asynccontextmanager, closing

from tests.rehearsal.served import Page, Served


@asynccontextmanager
async def locked(served: Served) -> AsyncIterator[None]:
    """Another program writes into the record, and doesn't come to an end."""
    async with served.record._database.reading() as db:  # pyright: ignore[reportPrivateUsage]
        await db.execute("PRAGMA busy_timeout = 0")
    with closing(sqlite3.connect(served.path, isolation_level=None)) as other:
        other.execute("BEGIN IMMEDIATE")
        yield


async def test_s48_two_picks_that_could_not_be_written_settle_the_turn_once_they_can(
    served: Served, director: Page
):
    await served.in_first_turn(director)
    served.passes(3)
    async with locked(served):
        for seat, pick in (("dmo", "north"), ("candidate", "south")):
            done = await director.say(seat, seat, pick)
            assert done["ok"]
            assert "counts from when you sent it" in done["text"]
        served.passes(60)
    served.passes(5)
    table = await director.table(turn=2)
    assert (table["cart"]["from"], table["cart"]["guard"]) == ("north", "south")
    typed = [it["text"] for it in director.messages.values() if it["by"]["seat"] != "bot"]
    assert typed.count("north") == typed.count("south") == 1


async def test_s48_what_is_sent_again_after_it_was_kept_is_one_message(
    served: Served, director: Page
):
    await served.in_first_turn(director)
    served.passes(3)
    asked = {"as": "dmo", "channel": "dm", "text": "hello"}
    async with locked(served):
        assert (await director.ask("say", request="one", **asked))["ok"]
        assert (await director.ask("say", request="one", **asked))["ok"]
    done = await director.ask("say", request="one", **asked)
    assert (done["ok"], done["text"]) == (True, "")
    served.passes(5)
    await director.say("host", "dm", "All quiet.")
    await director.typed("All quiet.")
    texts = [it["text"] for it in director.messages.values()]
    assert texts.count("hello") == 1


async def test_s48_a_press_that_could_not_be_written_gives_the_minute_again(
    served: Served, director: Page
):
    await served.in_first_turn(director)
    asked = await director.until(lambda it: it["channel"] == "dmo" and bool(it["panel"]))
    says = asked["panel"][0][0]["says"]
    served.passes(3)
    async with locked(served):
        done = await director.ask("press", message=asked["id"], says=says, **{"as": "dmo"})
        assert not done["ok"]
        assert "could not be written down" in done["text"]
    served.passes(5)
    served.passes(60)
    await director.message("The bot could not write down what was said")
    assert not any("was silent" in it["text"] for it in director.messages.values())


async def test_s48_the_socket_outlives_all_that_can_be_asked_for_meanwhile(
    served: Served, director: Page
):
    await served.in_first_turn(director)
    served.passes(3)
    await director.say("host", "dm", "a slip")
    slip = await director.typed("a slip")
    served.passes(3)
    async with locked(served):
        mine = {"message": slip["id"], "as": "host"}
        for done in (
            await director.ask("edit", text="better", **mine),
            await director.ask("delete", **mine),
            await director.desk("pause", reason="tea"),
        ):
            assert not done["ok"]
            assert "could not be written down" in done["text"]
    assert (await director.ask("delete", **mine))["ok"]
