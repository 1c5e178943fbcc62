"""Corrections that can't be made: it is said why, and what works instead; nothing changes (R30)."""

from __future__ import annotations

from collections.abc import Awaitable, Callable
from typing import Any

import pytest

from tests.chat.buttons import labels
from tests.chat.desk import ORDERS, Order, asked, given, in_second_turn
from tests.chat.looking import Unmoved
from tests.chat.server import Server
from tests.chat.test_command_substitute import done
from tests.chat.test_command_take_back import play
from tests.scenarios.world import give_role

Stand = Callable[[Server], Awaitable[Any]]
WHY = {"reason": "a wrong button"}
CORAS = {"player": "dmo"} | WHY


async def refused(server: Server, command: str, options: dict[str, Any], by: Any = None) -> str:
    """It is refused at once and without buttons, and nothing changes; how."""
    before = Unmoved(server)
    shown = await asked(server, command, by, **options)
    assert labels(shown) == []
    assert shown.embeds == []
    before.check()
    return shown.content


# ----------------------------------------------------------------- how the match can stand


async def opened(server: Server) -> None:
    await server.open_match()


async def asked_for_readiness(server: Server) -> None:
    await server.open_match()
    await server.host.slash(server.dm, "match start")


async def asked_for_the_role(server: Server) -> None:
    await server.open_match()
    await server.start_match()


async def asked_for_the_next_role(server: Server) -> None:
    await server.play_to_first_turn(target_gems=1)
    await play(server, "north", "south")


async def in_first_turn(server: Server) -> None:
    await server.play_to_first_turn()


async def paused(server: Server) -> None:
    await in_second_turn(server)
    await server.host.slash(server.dm, "match pause")


async def in_break(server: Server) -> None:
    await server.play_to_first_turn(between_turns_seconds=20)
    await play(server, "north", "south")


async def with_somebody_new(server: Server) -> None:
    await in_second_turn(server)
    await done(server, server.join("Nora"))


async def both_picked(server: Server) -> None:
    await server.play_to_first_turn(settle_seconds=30.0)
    await play(server, "north", "south")


async def out_of_time(server: Server) -> None:
    await server.play_to_first_turn(grace_seconds=30.0)
    await server.env.advance_time(61)


NOT_STARTED = "The match has not started yet."
NO_SUCH_TURN = "That has not been played, or was taken back already."
NO_ROUND = "No round is being played just now."
NO_CLOCK = "Nobody is late just now"
PAUSED = "The match is paused, so no clock runs. Go on with **/match resume** first"
TWO_PICKS = "Both players have picked, so the turn is over and about to be settled."
TIME_OVER = "The time is over already, and what was sent in time is about to be settled."
READY = "Nobody is late in a ready check. To begin without waiting, use **/match skip-ready**."
SECONDS = {"seconds": 5} | WHY
GEMS = {"gems": 1} | CORAS
TRACK = {"track": "north"} | CORAS
REFUSALS: list[tuple[Stand, str, dict[str, Any], str]] = [
    (asked_for_readiness, "take-back turn", WHY, "Nothing has been played yet"),
    (asked_for_readiness, "take-back round", WHY, "Nothing has been played yet"),
    (asked_for_readiness, "award", GEMS, NO_ROUND),
    (asked_for_readiness, "settle-now", WHY, READY),
    (asked_for_readiness, "pick-for", TRACK, "No turn is open just now."),
    (asked_for_the_role, "take-back turn", WHY, f"{NO_SUCH_TURN} This can be taken back with"),
    (asked_for_the_role, "award", GEMS, NO_ROUND),
    (asked_for_the_role, "pick-for", TRACK, "No turn is open just now."),
    (asked_for_the_next_role, "award", GEMS, NO_ROUND),
    (asked_for_the_next_role, "take-back round", {"round": 3} | WHY, NO_SUCH_TURN),
    (in_first_turn, "take-back turn", {"turn": 2} | WHY, NO_SUCH_TURN),
    (in_first_turn, "take-back turn", {"turn": 1, "round": 2} | WHY, NO_SUCH_TURN),
    (
        in_first_turn,
        "take-back turn",
        {"turn": 999} | WHY,
        "**/match take-back**: round 1, turn 1.",
    ),
    (in_first_turn, "take-back turn", {"round": 1} | WHY, "Name the **turn** as well"),
    (in_first_turn, "take-back round", {"round": 2} | WHY, NO_SUCH_TURN),
    (in_first_turn, "take-back round", {"round": 17} | WHY, NO_SUCH_TURN),
    (in_first_turn, "award", {"gems": 0} | CORAS, "Name a number of gems other than 0"),
    (in_first_turn, "award", {"gems": -1} | CORAS, "No more can be taken away than Cora has"),
    (paused, "settle-now", WHY, PAUSED),
    (paused, "extend", SECONDS, PAUSED),
    (paused, "pick-for", TRACK, "The match is paused, so that was not counted."),
    (in_break, "settle-now", WHY, NO_CLOCK),
    (in_break, "extend", SECONDS, NO_CLOCK),
    (in_break, "pick-for", TRACK, "No turn is open just now; the next one opens in"),
    (in_break, "take-back turn", {"turn": 2} | WHY, NO_SUCH_TURN),
    (with_somebody_new, "settle-now", WHY, READY),
    (with_somebody_new, "pick-for", TRACK, "The match waits until both players are ready"),
    (both_picked, "settle-now", WHY, TWO_PICKS),
    (both_picked, "extend", SECONDS, TWO_PICKS),
    (out_of_time, "settle-now", WHY, TIME_OVER),
    (out_of_time, "extend", SECONDS, TIME_OVER),
]


@pytest.mark.parametrize(("stand", "command", "options", "why"), REFUSALS)
async def test_what_can_not_be_done_is_refused_at_once_and_it_is_said_what_works(
    server: Server, stand: Stand, command: str, options: dict[str, Any], why: str
):
    await stand(server)
    said = await refused(server, command, options)
    assert why in said
    assert "What works now: **/match " in said or "Name the **turn** as well" in said


each_order = pytest.mark.parametrize("order", ORDERS, ids=[order[0] for order in ORDERS])


@each_order
async def test_before_the_start_there_is_nothing_to_correct(server: Server, order: Order):
    await opened(server)
    said = await refused(server, order[0], order[1])
    assert said.startswith(NOT_STARTED)
    assert "What works now: **/match start**" in said


@each_order
async def test_after_the_end_there_is_nothing_to_correct(server: Server, order: Order):
    await in_second_turn(server)
    await given(server, "call-off")
    said = len(server.said(server.dm))
    shown = await asked(server, order[0], **order[1])
    assert shown.content.startswith("Match 1 has ended")
    assert len(server.said(server.dm)) == said


@each_order
@pytest.mark.parametrize("who", ["cora", "zac", "spectator"])
async def test_r30_only_hosts_correct_anything(server: Server, order: Order, who: str):
    await in_second_turn(server)
    said = await refused(server, order[0], order[1], getattr(server, who))
    assert said.startswith("Only a host")
    assert ("**host!**" in said) is (who != "spectator")


@each_order
async def test_s22_a_host_who_plays_corrects_nothing_in_their_own_match(
    server: Server, order: Order
):
    await in_second_turn(server)
    await give_role(server, server.cora, server.hosts_role)
    said = await refused(server, order[0], order[1], server.cora)
    assert said.startswith("Only a host can do that.")


@pytest.mark.parametrize("command", ["award", "pick-for"])
@pytest.mark.parametrize("player", ["Sam", "**", "<@1>"])
async def test_somebody_who_does_not_play_has_nothing_to_correct(
    server: Server, command: str, player: str
):
    await in_second_turn(server)
    options = dict(next(order[1] for order in ORDERS if order[0] == command))
    said = await refused(server, command, options | {"player": player})
    assert "does not play in this match. Choose **Cora** or **Zac** from the list" in said
