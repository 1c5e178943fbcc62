"""A whole short match over the sockets: typed and pressed, and each view sees only what it may."""

from __future__ import annotations

import json
from collections.abc import Awaitable, Callable
from pathlib import Path

import pytest

from tests.rehearsal.served import Frame, Page, Served

VIEWS = ("director", "dmo", "candidate", "spectator")
SEES = {
    "director": {"dm", "dmo", "candidate"},
    "dmo": {"dm", "dmo"},
    "candidate": {"dm", "candidate"},
    "spectator": {"dm"},
}


async def played(served: Served, director: Page) -> None:
    """Play the match to its end: Cora wins 4 gems to 2."""
    await served.in_first_turn(director)
    await served.plays(director, "north", "south")
    await director.table(turn=2)
    await served.plays(director, "north", "central")
    await director.table(turn=3)
    await served.plays(director, "south", "north")
    await director.table(phase="over")
    await director.message("wins the Death Match")


async def test_each_view_reads_the_whole_match_and_nothing_that_is_not_its_own(served, director):
    pages = {view: await served.page(view) for view in VIEWS}
    await played(served, director)
    await director.say("host", "dm", "the end")
    for view, page in pages.items():
        await page.message("the end")
        messages = [it for it in page.frames if it["type"] == "message"]
        assert {it["channel"] for it in messages} == SEES[view]
        assert {it["private_to"] for it in messages} <= {None, *SEES[view]}
        (hello,) = [it for it in page.frames if it["type"] == "hello"]
        assert {it["id"] for it in hello["channels"]} == SEES[view]


async def test_numbers_only_grow_and_no_frame_comes_twice(served, director):
    await played(served, director)
    numbers = [frame["n"] for frame in director.frames if "n" in frame]
    assert numbers == sorted(set(numbers))
    assert max(numbers) < 2**53


async def test_the_table_is_shown_as_it_stands_at_the_end(served, director):
    await played(served, director)
    (over,) = [it for it in director.frames if it.get("phase") == "over"]
    assert (over["gems"], over["rounds"]) == (
        {"dmo": 4, "candidate": 2},
        {"dmo": 1, "candidate": 0},
    )
    assert over["cart"] == {
        "from": "south",
        "to": ["south"],
        "miner": "dmo",
        "guard": "north",
        "gems": 3,
        "taken_by": "dmo",
    }


async def frames_of_others(path: Path, cora: Callable[[Served, Page], Awaitable[None]]) -> str:
    """What Zac and spectators are sent while Cora does something in secret, and after it."""
    served = await Served.start(path)
    await served.open(settle_seconds=30)
    director = await served.page("director")
    others = [await served.page(view) for view in ("candidate", "spectator")]
    await served.in_first_turn(director)
    served.passes(1)
    await cora(served, director)
    await served.delivered()
    served.passes(1)
    await served.quiet(director)
    served.passes(1)
    await director.say("candidate", "candidate", "south")
    served.passes(1)
    await director.say("candidate", "dm", "hello")
    frames: list[list[Frame]] = []
    for page in others:
        await page.message("hello")
        frames.append([frame for frame in page.frames if frame["type"] != "time"])
    await served.stop()
    return json.dumps(frames)


async def silent(served: Served, director: Page) -> None:
    """Cora does nothing."""


async def picks(served: Served, director: Page) -> None:
    """Cora picks."""
    await director.say("dmo", "dmo", "north")


async def changes_her_mind(served: Served, director: Page) -> None:
    """Cora mistypes, picks, changes the pick, and deletes a message."""
    for text in ("nroth", "north", "central"):
        await director.say("dmo", "dmo", text)
    own = [it for it in director.messages.values() if it["by"]["seat"] == "dmo"]
    await director.ask("delete", message=own[-1]["id"], **{"as": "dmo"})


@pytest.mark.parametrize("cora", [picks, changes_her_mind])
async def test_nothing_that_others_are_sent_depends_on_a_pending_pick(tmp_path, cora):
    quiet = await frames_of_others(tmp_path / "quiet.db", silent)
    assert await frames_of_others(tmp_path / "loud.db", cora) == quiet


async def test_a_turn_is_played_by_buttons(served, director):
    await served.in_first_turn(director)
    seats = {seat: await served.page(seat) for seat in ("dmo", "candidate")}
    for seat, page in seats.items():
        prompt = await page.until(lambda it, seat=seat: says(it, "south") and it["channel"] == seat)
        done = await page.ask("press", message=prompt["id"], says="south", **{"as": seat})
        assert (done["ok"], done["text"]) == (True, "")
        changed = await page.message("Your pick: **South**")
        assert changed["id"] == prompt["id"]
    served.passes(0.1)
    settled = await director.table(turn=2)
    assert settled["cart"]["taken_by"] == "candidate"


async def test_a_bonus_is_chosen_in_private_and_starts_the_clock_again(served, director):
    await served.in_first_turn(director)
    zac, spectator = await served.page("candidate"), await served.page("spectator")
    panel = await zac.until(lambda it: says(it, "accelerate"))
    served.passes(10)
    await zac.ask("press", message=panel["id"], says="accelerate", **{"as": "candidate"})
    menu = await zac.message("which mine gets one more gem")
    assert menu["private_to"] == "candidate"
    before = max(it["deadline_ms"] for it in director.frames if it.get("phase") == "turn")
    await zac.ask("press", message=menu["id"], says="accelerate south", **{"as": "candidate"})
    shown = await director.until(lambda it: it["bonuses"]["candidate"]["accelerate"], kind="table")
    assert shown["deadline_ms"] >= before + 10_000
    assert {it["track"]: it["stash"] for it in shown["mines"]}["south"] == 2
    chosen = await zac.until(lambda it: it.get("id") == menu["id"] and it["panel"] is None)
    assert "You have played **accelerate south**" in chosen["text"]
    await director.say("host", "dm", "so far")
    await spectator.message("so far")
    assert menu["id"] not in spectator.messages


async def test_a_silent_turn_is_settled_when_its_time_is_over(served, director):
    await served.in_first_turn(director)
    served.passes(40)
    settled = await director.table(turn=2)
    assert settled["cart"] is None


async def test_the_same_request_twice_is_done_once(served, director):
    await served.in_first_turn(director)
    for _ in range(2):
        done = await director.ask("say", "again", channel="dmo", text="north", **{"as": "dmo"})
        assert done["ok"]
    await director.say("host", "dm", "so far")
    await director.message("so far")
    typed = [it for it in director.messages.values() if it["text"] == "north"]
    picked = [it for it in director.messages.values() if "Your pick" in it["text"]]
    assert (len(typed), len(picked)) == (1, 1)


def says(frame: Frame, words: str) -> bool:
    """Whether a frame is a message with a button that says this."""
    rows = frame.get("panel") or []
    return any(button["says"] == words for row in rows for button in row)
