"""What hosts correct or end: seen, then done once; or dropped, or outrun by the match (R33)."""

from __future__ import annotations

import re
from typing import Any

import pytest

from minecart_robbery.engine import events as ev
from tests.chat.buttons import custom_id, labels, press_again, press_together, shown_by
from tests.chat.desk import (
    ENDINGS,
    EXPIRED,
    ORDERS,
    OVERTAKEN,
    Order,
    announced,
    asked,
    confirm,
    given,
    in_second_turn,
    recorded,
)
from tests.chat.looking import Unmoved
from tests.chat.server import Server, answer
from tests.chat.test_hosts_log import kept
from tests.scenarios.world import give_role

_VARIES = re.compile(r"(\d+:)?\d\d:\d\d\.\d{3}|🔏.*")
"""Times, and the fingerprint of a record in which the picks stand."""
BOTH = [*ORDERS, *ENDINGS]
each_order = pytest.mark.parametrize("order", BOTH, ids=[order[0] for order in BOTH])


async def shown_in_second_turn(server: Server, order: Order):
    """What is shown to the host who gives that order in the second turn."""
    await in_second_turn(server)
    return await asked(server, order[0], **order[1])


async def came_to(server: Server, order: Order) -> list[Any]:
    """What the order has come to by the record: once, more often or never."""
    events = await recorded(server, order[2])
    return [it for it in events if not isinstance(it, ev.PickMade) or it.by_host]


@each_order
async def test_nothing_is_done_while_it_is_only_shown(server: Server, order: Order):
    await in_second_turn(server)
    before = Unmoved(server)
    shown = await asked(server, order[0], **order[1])
    assert "Nothing has been done yet." in shown.content
    assert labels(shown) == ["Confirm", "Drop"]
    before.check()
    assert await came_to(server, order) == []


@each_order
async def test_r33_everybody_is_told_that_and_why_as_it_was_shown(server: Server, order: Order):
    shown = await shown_in_second_turn(server, order)
    said = len(server.said(server.dm))
    await confirm(server.host, shown)
    first = server.said(server.dm)[said].text.split("\n")[:2]
    assert order[3] in first[0]
    assert first[1] == f"Reason: {order[1]['reason']}"
    assert announced(shown).split("\n")[:2] == first


@each_order
async def test_r33_it_stands_in_the_record_with_its_reason_and_its_host(
    server: Server, order: Order
):
    shown = await shown_in_second_turn(server, order)
    await confirm(server.host, shown)
    (event,) = await came_to(server, order)
    assert event.note == order[1]["reason"]
    causes = await server.bot.record._database.read("SELECT key, person FROM cause WHERE match = 1")
    of = custom_id(shown, "Confirm").split(":")[2]
    assert (f"i:{of}", server.host.id) in causes


@each_order
async def test_the_hosts_log_has_a_line_with_the_host_and_one_with_the_reason(
    server: Server, order: Order
):
    await in_second_turn(server)
    before = await kept(server)
    await given(server, order[0], **order[1])
    first, second, *_ = (await kept(server))[len(before) :]
    assert "Hanna" in first
    assert second == f"Reason: {order[1]['reason']}"


@each_order
async def test_s19_what_is_shown_and_told_is_the_same_whatever_was_picked(
    server: Server, order: Order
):
    seen: list[list[str]] = []
    for secret in ("north", "central"):
        await in_second_turn(server)
        await server.zac.send(server.zac_sub, secret)
        said = len(server.said(server.dm))
        shown = await asked(server, order[0], **order[1])
        texts = [shown.content, announced(shown)]
        if order[0] != "settle-now":
            await confirm(server.host, shown)
        texts += [it.text for it in server.said(server.dm)[said:]]
        seen.append([_VARIES.sub("…", server.readable(text)) for text in texts])
        await given(server, "call-off")
    first, second = seen
    assert first == second


@each_order
async def test_what_is_dropped_is_not_done(server: Server, order: Order):
    shown = await shown_in_second_turn(server, order)
    before = Unmoved(server)
    result = await server.host.click(shown, label="Drop")
    assert answer(result) == "Dropped. Nothing has been done."
    again = await press_again(server, server.host, shown, custom_id(shown, "Confirm"))
    assert answer(again) == "Dropped. Nothing has been done."
    before.check()


@each_order
async def test_s13_two_presses_at_once_do_it_once_and_are_answered_alike(
    server: Server, order: Order
):
    shown = await shown_in_second_turn(server, order)
    first, second = await press_together("Confirm", (server.host, shown), (server.host, shown))
    assert answer(first) == answer(second)
    assert len(await came_to(server, order)) == 1
    again = await press_again(server, server.host, shown, custom_id(shown, "Confirm"))
    assert answer(again) == answer(first)
    assert len(await came_to(server, order)) == 1


@each_order
async def test_what_the_match_has_outrun_is_shown_anew_and_that_can_be_confirmed(
    server: Server, order: Order
):
    shown = await shown_in_second_turn(server, order)
    old = custom_id(shown, "Confirm")
    await server.env.advance_time(61)
    before = Unmoved(server)
    renewed = shown_by(await server.host.click(shown, label="Confirm"))
    assert renewed.content.startswith(OVERTAKEN)
    assert "round 1, turn 3" in renewed.content
    assert labels(renewed) == ["Confirm", "Drop"]
    late = await press_again(server, server.host, shown, old)
    assert answer(late).startswith("The match has gone on since you were shown that.")
    before.check()
    await confirm(server.host, renewed)
    assert len(await came_to(server, order)) == 1


@each_order
async def test_s13_of_two_hosts_at_once_the_second_is_shown_what_the_first_has_done(
    server: Server, order: Order
):
    other = server.join("Hugo")
    await give_role(server, other, server.hosts_role)
    mine = await shown_in_second_turn(server, order)
    theirs = await asked(server, order[0], other, **order[1])
    await press_together("Confirm", (server.host, mine), (other, theirs))
    assert len(await came_to(server, order)) == 1


@each_order
async def test_s25_after_a_restart_the_command_has_to_be_given_again_and_then_it_is_done(
    server: Server, order: Order
):
    shown = await shown_in_second_turn(server, order)
    await server.restart()
    assert (await confirm(server.host, shown)).startswith(EXPIRED)
    assert await came_to(server, order) == []
    await given(server, order[0], **order[1])
    assert len(await came_to(server, order)) == 1


@each_order
async def test_s1_what_was_confirmed_is_kept_by_a_restart_and_told_once(
    server: Server, order: Order
):
    shown = await shown_in_second_turn(server, order)
    await confirm(server.host, shown)
    await server.restart()
    assert len(await came_to(server, order)) == 1
    told = [said for said in server.said(server.dm) if order[3] in said.text]
    assert len(told) == 1


@each_order
async def test_a_match_that_has_ended_meanwhile_is_changed_no_more(server: Server, order: Order):
    shown = await shown_in_second_turn(server, order)
    await given(server, "call-off")
    said, done = server.said(server.dm), await came_to(server, order)
    ended = await server.host.click(shown, label="Confirm")
    assert answer(ended) == "That match is over."
    assert labels(shown_by(ended)) == []
    assert server.said(server.dm) == said
    assert await came_to(server, order) == done
