"""What pages ask for: who may do what, and that bad requests change nothing."""

from __future__ import annotations

import asyncio
import json

import pytest
from aiohttp import WSMsgType

from minecart_robbery.rehearsal.server import TIME_S
from tests.patience import HANGS_S
from tests.rehearsal.served import Page, Served


async def stands(page: Page, words: str) -> list[str]:
    """The texts with these words that stand, once all so far has been shown."""
    await page.say("host", "dm", "So far.")
    await page.message("So far.")
    return [it["text"] for it in page.messages.values() if words in it["text"]]


@pytest.mark.parametrize("text", ["", "{", "[]", "1", "null", "\ud800", "[" * 5000])
async def test_what_is_no_json_object_closes_the_socket(served, director, text):
    await director.socket.send_bytes(text.encode("utf-8", "surrogatepass"))
    await until_closed(director)
    assert director.socket.close_code in (1003, 1007)


async def test_malformed_json_closes_the_socket_with_the_agreed_code(served, director):
    await director.socket.send_str("{")
    await until_closed(director)
    assert director.socket.close_code == 1003


async def test_a_frame_of_many_megabytes_closes_the_socket(served, director):
    await director.socket.send_str("x" * 100_000)
    await until_closed(director)
    assert director.socket.close_code == 1009


async def until_closed(page: Page) -> None:
    """Read until the server has closed the socket."""
    async with asyncio.timeout(HANGS_S):
        while (await page.socket.receive()).type is WSMsgType.TEXT:
            pass


@pytest.mark.parametrize(
    "content",
    [
        {"type": "sing"},
        {},
        {"type": "say", "as": "dmo", "channel": "dm"},
        {"type": "say", "as": "bot", "channel": "dm", "text": "x"},
        {"type": "say", "as": "nobody", "channel": "dm", "text": "x"},
        {"type": "say", "as": "dmo", "channel": "dm", "text": 7},
        {"type": "say", "as": "dmo", "channel": "dm", "text": "\ud800"},
        {"type": "say", "as": "dmo", "channel": "dm", "text": "x", "more": 1},
        {"type": "say", "as": "dmo", "channel": "nowhere", "text": "x"},
        {"type": "say", "as": "dmo", "channel": "candidate", "text": "x"},
        {"type": "say", "as": "dmo", "channel": "dm", "text": " \n"},
        {"type": "say", "as": "dmo", "channel": "dm", "text": "x" * 2001},
        {"type": "edit", "as": "dmo", "message": "m1", "text": "x"},
        {"type": "edit", "as": "dmo", "message": "1", "text": "x"},
        {"type": "delete", "as": "dmo", "message": "m" + "9" * 30},
        {"type": "delete", "as": "dmo", "message": "m٣"},
        {"type": "press", "as": "dmo", "message": "m1", "says": "north"},
        {"type": "desk", "command": "win"},
        {"type": "desk", "command": "starter", "arguments": {"rounds": "all"}},
        {"type": "desk", "command": "starter", "arguments": {"player": "Sam"}},
        {"type": "desk", "command": "pause", "arguments": {"reason": "x" * 201}},
        {"type": "desk", "command": "take_back_turn", "arguments": {"turn": 0}},
        {"type": "desk", "command": "take_back_round", "arguments": {"round": "1"}},
    ],
    ids=json.dumps,
)
async def test_a_bad_request_is_answered_and_changes_nothing(served, director, content):
    before = await served.record.events(served.number)
    await director.socket.send_json({"request": "bad", **content})
    done = await director.until(lambda it: True, kind="done")
    assert (done["request"], done["ok"]) == ("bad", False)
    assert done["text"]
    assert len(await stands(director, "")) == len(OPENING) + 1
    assert await served.record.events(served.number) == before


@pytest.mark.parametrize("request_id", [None, 7, "", "x" * 65, ["a"]])
async def test_a_request_with_no_id_that_can_be_is_answered_without_one(
    served, director, request_id
):
    say = {"type": "say", "as": "dmo", "channel": "dm", "text": "x"}
    await director.socket.send_json(say | {"request": request_id})
    done = await director.until(lambda it: True, kind="done")
    assert (done["request"], done["ok"]) == (None, False)


@pytest.mark.parametrize("view", ["dmo", "candidate", "spectator"])
async def test_only_the_director_has_the_desk(served, director, view):
    page = await served.page(view)
    assert not (await page.desk("start", skip_ready=True))["ok"]
    assert len(await served.record.events(served.number)) == 1


@pytest.mark.parametrize(
    ("view", "writer", "channel"),
    [
        ("dmo", "candidate", "dm"),
        ("dmo", "host", "dm"),
        ("dmo", "dmo", "candidate"),
        ("candidate", "dmo", "dmo"),
        ("spectator", "dmo", "dm"),
        ("spectator", "host", "dm"),
    ],
)
async def test_nobody_writes_as_somebody_else_nor_where_they_can_t_see(
    served, director, view, writer, channel
):
    page = await served.page(view)
    assert not (await page.say(writer, channel, "intruding"))["ok"]
    assert await stands(director, "intruding") == []


async def test_a_message_that_can_t_be_seen_can_t_be_touched(served, director):
    await director.say("dmo", "dmo", "my secret")
    secret = await director.typed("my secret")
    zac = await served.page("candidate")
    for asked in ("edit", "delete", "press"):
        more = {"edit": {"text": "x"}, "press": {"says": "north"}}.get(asked, {})
        done = await zac.ask(asked, message=secret["id"], **more, **{"as": "candidate"})
        unknown = await zac.ask(asked, message="m5", **more, **{"as": "candidate"})
        assert (done["ok"], done["text"]) == (False, unknown["text"])


async def test_only_its_writer_changes_a_message_and_only_the_host_takes_others_away(
    served, director
):
    await director.say("dmo", "dm", "mine")
    mine = (await director.typed("mine"))["id"]
    for writer in ("host", "candidate"):
        done = await director.ask("edit", message=mine, text="yours", **{"as": writer})
        assert not done["ok"]
    assert not (await director.ask("delete", message=mine, **{"as": "candidate"}))["ok"]
    assert (await director.ask("edit", message=mine, text="still mine", **{"as": "dmo"}))["ok"]
    edited = await director.typed("still mine")
    assert (edited["id"], edited["edited_ms"] is None) == (mine, False)
    assert (await director.ask("delete", message=mine, **{"as": "host"}))["ok"]
    gone = await director.until(lambda it: it.get("id") == mine and it["deleted"])
    assert gone["text"] == ""
    assert not (await director.ask("delete", message=mine, **{"as": "dmo"}))["ok"]


async def test_an_edit_is_a_pick_anew(served, director):
    await served.in_first_turn(director)
    await director.say("dmo", "dmo", "north")
    typed = await director.typed("north")
    await director.ask("edit", message=typed["id"], text="south", **{"as": "dmo"})
    changed = await director.message("Changed from North to **South**")
    assert changed["channel"] == "dmo"
    await director.ask("delete", message=typed["id"], **{"as": "dmo"})
    await director.message("your pick is still **South**")


async def test_a_pick_typed_in_public_is_taken_away_with_its_words(served, director):
    await served.in_first_turn(director)
    await director.say("dmo", "dm", "send north")
    typed = await director.typed("send north")
    hidden = await director.until(lambda it: it.get("id") == typed["id"])
    assert (hidden["deleted"], hidden["text"]) == (True, "")
    late = await served.page("spectator")
    await director.say("host", "dm", "So far.")
    await late.message("So far.")
    assert "send north" not in json.dumps(late.frames)


async def test_more_than_ten_requests_in_two_seconds_are_not_done(served, director):
    dmo, same = await served.page("dmo"), await served.page("dmo")
    done = [(await page.say("dmo", "dm", "quick"))["ok"] for page in [dmo, same] * 6]
    assert done == [True] * 10 + [False] * 2
    served.passes(2)
    assert (await dmo.say("dmo", "dm", "quick"))["ok"]
    assert len(await stands(director, "quick")) == 11


async def test_a_button_belongs_to_its_player_and_to_what_it_says(served, director):
    await served.in_first_turn(director)
    prompt = await director.until(is_prompt)
    for writer, says, why in (
        ("candidate", "north", "Only Cora can press that"),
        ("host", "north", "Only the players"),
        ("dmo", "keep forever", "not there any more"),
    ):
        done = await director.ask("press", message=prompt["id"], says=says, **{"as": writer})
        assert (done["ok"], why in done["text"]) == (False, True), done


OPENING = ("in the DM channel", "in Cora's", "in Zac's")
"""Where something stands when a match has just been opened."""


def is_prompt(message: dict[str, object]) -> bool:
    """Whether a message asks for a pick by buttons."""
    return message["panel"] is not None and "You mine this turn" in str(message["text"])


async def test_the_hosts_desk_runs_the_match(served: Served, director: Page):
    status = await director.desk("status")
    assert "waits for a host" in status["text"]
    set_up = await director.desk("starter", rounds="1", player="candidate", role="miner")
    assert set_up["ok"]
    assert (await director.desk("start"))["ok"]
    assert not (await director.desk("start"))["ok"]
    assert (await director.desk("skip_ready"))["ok"]
    assert (await director.table(phase="turn", turn=1))["roles"]["candidate"] == "miner"
    assert (await director.desk("pause", reason="*tea*"))["ok"]
    await director.message("Reason: \\\\*tea")
    paused = await director.table(phase="paused")
    assert (paused["turn"], paused["deadline_ms"]) == (1, None)
    served.passes(60)
    assert (await director.desk("resume"))["ok"]
    await director.table(phase="turn", turn=1)
    assert (await director.desk("call_off", reason="late"))["ok"]
    await director.table(phase="called_off")
    assert not (await director.desk("resume"))["ok"]
    assert (await director.say("dmo", "dm", "well"))["ok"]


async def test_the_same_command_twice_is_done_once(served, director):
    for _ in range(2):
        await director.ask("desk", "once", command="start", arguments={})
    assert len(await stands(director, "The Death Match begins")) == 1


async def test_an_edit_to_the_same_words_is_none(served, director):
    await director.say("dmo", "dm", "as it was")
    before = await director.typed("as it was")
    assert (await director.ask("edit", message=before["id"], text="as it was", **{"as": "dmo"}))[
        "ok"
    ]
    await stands(director, "")
    assert director.messages[before["id"]] == before


async def test_when_the_match_is_over_buttons_say_so(served, director):
    welcome = await director.message("This is your submissions channel", channel="dmo")
    await director.desk("call_off")
    press = {"message": welcome["id"], "says": "host!", "as": "dmo"}
    done = await director.ask("press", **press)
    assert (done["ok"], done["text"]) == (False, "That match is over.")


async def test_a_bonus_that_can_t_be_played_shows_no_choices(served, director):
    await served.in_first_turn(director)
    await director.say("dmo", "dm", "accelerate north")
    panel = await director.until(lambda it: "Accelerate" in json.dumps(it["panel"]))
    press = {"message": panel["id"], "says": "accelerate", "as": "dmo"}
    done = await director.ask("press", **press)
    assert (done["ok"], "in this round already" in done["text"]) == (False, True)


async def test_a_player_may_put_away_what_was_shown_to_them_alone(served, director):
    await served.in_first_turn(director)
    panel = await director.until(lambda it: "Accelerate" in json.dumps(it["panel"]))
    await director.ask("press", message=panel["id"], says="join", **{"as": "candidate"})
    menu = await director.message("Only you can see this")
    assert not (await director.ask("delete", message=menu["id"], **{"as": "dmo"}))["ok"]
    for says, writer in (("join north to central", "dmo"), ("join north to central", "host")):
        done = await director.ask("press", message=menu["id"], says=says, **{"as": writer})
        assert not done["ok"]
    assert (await director.ask("delete", message=menu["id"], **{"as": "candidate"}))["ok"]
    await director.until(lambda it: it["id"] == menu["id"] and it["deleted"])


async def test_the_table_is_shown_anew_when_the_host_takes_it_away(served, director):
    await served.in_first_turn(director)
    board = await director.until(lambda it: it["title"] == "Round 1 · Turn 1")
    await director.ask("delete", message=board["id"], **{"as": "host"})
    await director.table(phase="paused")
    await served.delivered()
    served.passes(6)
    await director.table(phase="turn")
    again = await director.until(lambda it: it["title"] == "Round 1 · Turn 1")
    assert again["id"] != board["id"]


async def test_s58_an_open_page_is_told_every_few_seconds_what_time_it_is(served, director):
    for _ in range(2):
        served.passes(TIME_S)
        told = await director.until(lambda _: True, kind="time")
        assert told["now_ms"] == served.clock.now_ms()
