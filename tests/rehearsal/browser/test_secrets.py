"""Nothing of a pending pick reaches the opponent or the spectators: every frame is read."""

from __future__ import annotations

from tests.rehearsal.browser.conftest import OpenView
from tests.rehearsal.browser.house import RehearsalProcess
from tests.rehearsal.browser.view import View

SECRET = "guard south please"


async def test_neither_frames_nor_page_of_the_others_have_anything_of_a_pending_pick(
    house: RehearsalProcess, open_view: OpenView
) -> None:
    links = house.open_match()
    director, cora = await open_view(links["director"]), await open_view(links["dmo"])
    zac, spectator = await open_view(links["candidate"]), await open_view(links["spectator"])
    await director.start()
    await cora.say("dm", "thief")
    for view in (zac, spectator):
        await view.is_in("Round 1 · Turn 1")
        await view.reads("dm", "Bonuses left")
    await zac.reads("candidate", "You mine this turn")
    await cora.has_no_button("dm", "Start as thief")
    await director.say("dm", "Quiet, please.")
    for view in (zac, spectator):
        await view.reads("dm", "Quiet, please.")
    before = {view: len(view.frames) for view in (zac, spectator)}

    await cora.say("dmo", "nroth")
    await cora.reads("dmo", "did you mean")
    await cora.press_once_asked("dmo", "round 1, turn 1", "Central")
    await cora.reads("dmo", "Your pick: Central")
    await cora.say("dmo", SECRET)
    await cora.reads("dmo", "Changed from Central to South")
    await cora.say("dm", "I have picked.")
    for view in (zac, spectator):
        await view.reads("dm", "I have picked.")
        since = view.frames[before[view] :]
        assert [frame for frame in since if "I have picked." not in frame] == []
        await _has_nothing_secret(view)
    await director.reads("dmo", "Changed from Central to South")


async def _has_nothing_secret(view: View) -> None:
    seen = "\n".join([*view.frames, await view.page.content()])
    for secret in (SECRET, "nroth", "Your pick", "Changed from", "coras-submissions"):
        assert secret not in seen
    messages = view.heard("message")
    own = {"dm", view.heard("hello")[0]["view"]}
    assert {frame["channel"] for frame in messages} <= own
    assert {frame["private_to"] for frame in messages} <= {None} | own
    assert {frame["picked"] for frame in view.heard("table")} == {None}


async def test_links_of_others_are_in_no_page_of_a_seat(
    house: RehearsalProcess, open_view: OpenView
) -> None:
    links = house.open_match()
    for view in ("dmo", "candidate", "spectator"):
        page = await open_view(links[view])
        seen = "\n".join([*page.frames, await page.page.content()])
        for other, link in links.items():
            assert other == view or link.rpartition("/")[2] not in seen
