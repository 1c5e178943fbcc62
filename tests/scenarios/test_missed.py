"""What is typed while the bot is not there counts all the same: rows S1, S2, S16 and S37."""

from __future__ import annotations

from collections.abc import Awaitable, Callable

import pytest

from minecart_robbery.engine import events as ev
from minecart_robbery.engine.nouns import Accelerate, Fault, Join, Seat, Track
from tests.chat.buttons import press
from tests.chat.history import PAGE, history_as_discord_gives_it
from tests.chat.looking import picks
from tests.chat.server import Server
from tests.scenarios.world import (
    chatter,
    lose_connection,
    pause_of,
    plug_in,
    reconnect,
    requests,
    sweeps,
    told,
    unplug,
)

NORTH, CENTRAL, SOUTH = Track.NORTH, Track.CENTRAL, Track.SOUTH
CORA, ZAC = Seat.DMO, Seat.CANDIDATE

Step = Callable[[Server], Awaitable[None]]
AWAY: dict[str, tuple[Step, Step]] = {
    "a restart": (Server.go_down, Server.restart),
    "a lost connection": (lose_connection, reconnect),
    "a new session": (lose_connection, lambda server: reconnect(server, "ready")),
}
"""The ways to be away: how it begins and how it ends."""


@pytest.fixture(params=AWAY)
def away(request: pytest.FixtureRequest) -> tuple[Step, Step]:
    """One of them."""
    return AWAY[request.param]


@pytest.fixture
def paged(monkeypatch: pytest.MonkeyPatch) -> None:
    """The history of channels is paged as Discord does it."""
    history_as_discord_gives_it(monkeypatch)


async def events(server: Server, *kinds: type) -> list[ev.Event]:
    """The events of match 1 of these kinds, in the order of the record."""
    return [it for it in await server.bot.record.events(1) if isinstance(it, kinds)]


async def settled(server: Server) -> list[ev.TurnSettled]:
    """The turns that were settled."""
    return [it for it in await server.bot.record.events(1) if isinstance(it, ev.TurnSettled)]


async def restarts(server: Server) -> list[Fault]:
    """Why the clock was started again, each time that it was."""
    return [it.why for it in await server.bot.record.events(1) if isinstance(it, ev.ClockRestarted)]


# ----------------------------------------------------------------- S1, S2: a bot that is away


async def test_s1_picks_and_a_bonus_typed_while_the_bot_is_away_count_and_settle_the_turn(
    server: Server, away: tuple[Step, Step]
):
    begins, ends = away
    await server.play_to_first_turn()
    await server.cora.send(server.cora_sub, "south")
    await server.env.advance_time(5)
    await begins(server)
    await server.zac.send(server.dm, "accelerate north")
    await server.env.advance_time(5)
    await server.cora.send(server.cora_sub, "north")
    await server.zac.send(server.zac_sub, "guard north")
    await server.spectator.send(server.dm, "accelerate south")
    await server.env.advance_time(300)
    await ends(server)
    (turn,) = await settled(server)
    assert (turn.cart, turn.guard, turn.silent, turn.gems, turn.to) == (NORTH, NORTH, (), 2, ZAC)
    assert "Round 1 · Turn 2" in server.last(server.dm)
    assert told(server, "Zac plays **Accelerate North**") == 1


async def test_s2_an_edit_made_while_the_bot_is_away_counts_as_the_last_pick(
    server: Server, away: tuple[Step, Step]
):
    begins, ends = away
    await server.play_to_first_turn()
    typed = await server.cora.send(server.cora_sub, "south")
    await begins(server)
    await server.env.advance_time(5)
    await server.cora.send(server.cora_sub, "central")
    await server.env.advance_time(5)
    await server.cora.edit(typed, "north")
    await ends(server)
    assert picks(server) == {CORA: NORTH}


async def test_s37_a_pick_deleted_while_the_bot_is_away_stands(
    server: Server, away: tuple[Step, Step]
):
    begins, ends = away
    await server.play_to_first_turn()
    typed = await server.cora.send(server.cora_sub, "south")
    await begins(server)
    await server.cora.delete(typed)
    never_seen = await server.zac.send(server.zac_sub, "south")
    await server.zac.delete(never_seen)
    await ends(server)
    assert picks(server) == {CORA: SOUTH}


async def test_s1_a_silent_player_gets_a_new_minute_and_everybody_is_told_why(
    server: Server, away: tuple[Step, Step]
):
    begins, ends = away
    await server.play_to_first_turn()
    await server.cora.send(server.cora_sub, "south")
    await begins(server)
    await server.env.advance_time(300)
    await ends(server)
    assert len(await restarts(server)) == 1
    assert told(server, "so the clock starts again in full") == 1
    await server.env.advance_time(59)
    assert await settled(server) == []
    await server.zac.send(server.zac_sub, "guard north")
    assert [turn.silent for turn in await settled(server)] == [()]


async def test_s16_ready_fired_twice_hears_what_was_missed_once(
    server: Server, away: tuple[Step, Step]
):
    begins, ends = away
    await server.play_to_first_turn()
    await begins(server)
    await server.zac.send(server.dm, "accelerate north")
    await server.zac.send(server.zac_sub, "nroth")
    await server.cora.send(server.cora_sub, "north")
    await ends(server)
    heard, said = await server.bot.record.events(1), [it.text for it in server.said(server.dm)]
    for _ in range(2):
        await server.connection("ready")
    assert await server.bot.record.events(1) == heard
    assert [it.text for it in server.said(server.dm)] == said
    assert told(server, "**north**?") == 1
    assert len(await events(server, ev.BonusPlayed)) == 1


async def test_s25_buttons_work_when_the_bot_is_back(server: Server, away: tuple[Step, Step]):
    begins, ends = away
    await server.play_to_first_turn()
    await begins(server)
    await server.cora.send(server.cora_sub, "north")
    await ends(server)
    await press(server.zac, server.zac_sub, "South")
    assert [(turn.cart, turn.guard) for turn in await settled(server)] == [(NORTH, SOUTH)]


# ----------------------------------------------------------------- S2: the order of moments


@pytest.mark.parametrize("how", ["a lost connection", "a restart"])
async def test_s2_a_bonus_after_both_picks_is_judged_after_them_though_its_channel_is_read_first(
    server: Server, how: str
):
    """The picks had ended the turn by their moments, be the bot down or away (R17, R31)."""
    begins, ends = AWAY[how]
    await server.play_to_first_turn()
    await begins(server)
    await server.cora.send(server.cora_sub, "north")
    await server.zac.send(server.zac_sub, "south")
    await server.env.advance_time(2)
    await server.cora.send(server.dm, "accelerate north")
    await ends(server)
    assert [turn.gems for turn in await settled(server)] == [1]
    heard = await events(server, ev.PickMade, ev.BonusPlayed)
    assert [type(it) for it in heard] == [ev.PickMade, ev.PickMade]


@pytest.mark.parametrize("how", ["a lost connection", "a restart"])
async def test_s2_a_join_and_an_accelerate_among_picks_keep_their_order_across_channels(
    server: Server, how: str
):
    """Neither pick was made since the last bonus, whether the bot was down or away (R15, R31)."""
    begins, ends = AWAY[how]
    await server.play_to_first_turn()
    await begins(server)
    await server.zac.send(server.zac_sub, "guard north")
    await server.env.advance_time(1)
    await server.zac.send(server.dm, "join central to north")
    await server.env.advance_time(1)
    await server.cora.send(server.cora_sub, "central")
    await server.env.advance_time(1)
    await server.cora.send(server.dm, "accelerate central")
    await server.env.advance_time(1)
    await ends(server)
    assert await settled(server) == []
    heard = await events(server, ev.PickMade, ev.BonusPlayed)
    assert [getattr(it, "bonus", None) for it in heard] == [
        None,
        Join(CENTRAL, NORTH),
        None,
        Accelerate(CENTRAL),
    ]


async def test_s2_what_is_typed_before_the_missed_could_be_read_waits_for_its_turn(server: Server):
    await server.play_to_first_turn()
    await lose_connection(server)
    await server.zac.send(server.dm, "accelerate north")
    server.env.inject_error("GET", f"/channels/{server.dm.id}/messages", status=500)
    await reconnect(server)
    await server.cora.send(server.cora_sub, "north")
    assert told(server, "Your pick: **North**") == 0
    await sweeps(server)
    heard = await events(server, ev.PickMade, ev.BonusPlayed)
    assert [type(it) for it in heard] == [ev.BonusPlayed, ev.PickMade]
    assert told(server, "Your pick: **North**") == 1
    assert pause_of(server) is None


# ----------------------------------------------------------------- S2: page by page


async def test_s2_among_hundreds_of_missed_messages_none_is_overlooked(
    server: Server, away: tuple[Step, Step], paged: None
):
    """250 in each channel; what counts stands at the beginning, in the middle, at the end."""
    begins, ends = away
    await server.play_to_first_turn()
    seen = await server.cora.send(server.cora_sub, "what a day")
    await begins(server)
    first = await server.cora.send(server.cora_sub, "north")
    await server.zac.send(server.dm, "accelerate north")
    await server.zac.send(server.zac_sub, "north")
    chatter(server, server.spectator, server.dm, 125)
    chatter(server, server.cora, server.cora_sub, 125)
    chatter(server, server.zac, server.zac_sub, 125)
    await server.env.advance_time(10)
    await server.cora.send(server.dm, "join south to central")
    middle = await server.cora.send(server.cora_sub, "central")
    chatter(server, server.cora, server.dm, 125)
    chatter(server, server.cora, server.cora_sub, 125)
    chatter(server, server.zac, server.zac_sub, 125)
    await server.env.advance_time(10)
    await server.zac.send(server.dm, "join central to north")
    await server.cora.edit(first, "south")
    await server.env.advance_time(1)
    await server.zac.send(server.zac_sub, "guard north")
    await ends(server)
    (turn,) = await settled(server)
    assert (turn.cart, turn.ran_on, turn.guard) == (SOUTH, NORTH, NORTH)
    bonuses = [getattr(it, "bonus", None) for it in await events(server, ev.BonusPlayed)]
    assert bonuses == [Accelerate(NORTH), Join(SOUTH, CENTRAL), Join(CENTRAL, NORTH)]
    assert seen.id < first.id < middle.id
    for channel in (server.dm, server.cora_sub, server.zac_sub):
        assert len(pages_of(server, channel.id)) >= 3


def pages_of(server: Server, channel: int) -> list[str]:
    """The requests for a page of a channel's history."""
    path = f"/channels/{channel}/messages"
    return [it for it in requests(server, "GET", path) if it.endswith("/messages")]


async def test_the_history_stands_in_for_discords(server: Server, paged: None):
    """The oldest after a message, newest first, a hundred at most; else simcord's own."""
    first = await server.spectator.send(server.lobby, "first")
    chatter(server, server.spectator, server.lobby, 2 * PAGE)
    channel = server.bot.get_partial_messageable(server.lobby.id, guild_id=server.guild.id)
    after = [it.id async for it in channel.history(limit=None, after=first, oldest_first=True)]
    newest = [it.id async for it in channel.history(limit=2 * PAGE)]
    assert len(after) == 2 * PAGE
    assert after == sorted(after) == newest[::-1]


async def test_s2_long_after_the_turn_began_no_more_is_read_than_was_missed(
    server: Server, paged: None
):
    """What was said before the turn opened, and was heard, is not read again."""
    await server.open_match()
    chatter(server, server.spectator, server.dm, 3 * PAGE)
    await server.env.advance_time(1)
    await server.start_match()
    await server.cora.send(server.dm, "miner")
    await server.go_down()
    await server.restart()
    assert len(pages_of(server, server.dm.id)) == 1


# ----------------------------------------------------------------- S2: what can't be known


async def test_s2_an_edit_after_the_deadline_of_a_message_never_seen_starts_the_minute_anew(
    server_with_windows: Server,
):
    """It was in time, and what it said then can't be known; the bot had not noticed its absence."""
    server = server_with_windows
    await server.play_to_first_turn()
    await server.env.advance_time(59)
    unplug(server)
    typed = await server.zac.send(server.zac_sub, "south")
    await server.env.advance_time(1.5)
    await server.zac.edit(typed, "north")
    plug_in(server)
    await server.env.advance_time(2)
    assert await settled(server) == []
    assert await restarts(server) == [Fault.AWAY]
    assert told(server, "**The bot had lost its connection to Discord,** so the clock starts") == 1


async def test_s2_an_edit_after_the_deadline_of_a_message_that_was_seen_is_late(
    server_with_windows: Server,
):
    server = server_with_windows
    await server.play_to_first_turn()
    await server.env.advance_time(58)
    typed = await server.zac.send(server.zac_sub, "south")
    await server.env.advance_time(2.5)
    await server.zac.edit(typed, "north")
    await server.env.advance_time(3)
    (turn,) = await settled(server)
    assert turn.guard is SOUTH
    assert await restarts(server) == []


# ----------------------------------------------------------------- S2: what can't be read


@pytest.mark.parametrize("place", ["dm", "cora_sub", "zac_sub"])
@pytest.mark.parametrize(("status", "times"), [(503, 3), (403, 1), (403, 3)])
async def test_s2_what_cannot_be_read_is_waited_for_and_told_and_then_heard(
    server: Server, place: str, status: int, times: int
):
    await server.play_to_first_turn()
    await server.cora.send(server.cora_sub, "north")
    await lose_connection(server)
    await server.zac.send(server.zac_sub, "guard north")
    path = f"/channels/{getattr(server, place).id}/messages"
    code = 50001 if status == 403 else 0
    server.env.inject_error("GET", path, status=status, code=code, times=times)
    await reconnect(server)
    assert await settled(server) == []
    await sweeps(server, 2 if status == 503 else 0)
    assert told(server, "🔔 Hosts: I have paused the match: I can't see") == 1
    await sweeps(server, times + 2)
    assert [turn.guard for turn in await settled(server)] == [NORTH]
    assert pause_of(server) is None


async def test_s2_a_passing_failure_to_read_stops_nothing_and_nobody_hears_of_it(server: Server):
    await server.play_to_first_turn()
    await lose_connection(server)
    await server.cora.send(server.cora_sub, "north")
    server.env.inject_error("GET", "/channels/*/messages", status=503, times=2)
    await reconnect(server)
    await sweeps(server, 2)
    assert pause_of(server) is None
    assert told(server, "🔔 Hosts") == 0
    assert picks(server) == {CORA: NORTH}


# ----------------------------------------------------------------- S2: read without the connection


async def test_s2_a_turn_in_which_both_have_picked_is_settled_before_the_connection_is_back(
    server: Server,
):
    """By REST, which answers all the while; and it costs so many requests."""
    await server.play_to_first_turn()
    await server.cora.send(server.cora_sub, "north")
    before = len(requests(server, "GET", "/messages"))
    await lose_connection(server)
    await server.zac.send(server.zac_sub, "guard north")
    await sweeps(server)
    await server.env.advance_time(1)
    assert [turn.guard for turn in await settled(server)] == [NORTH]
    assert len(requests(server, "GET", "/messages")) - before <= 3 * 3
    await reconnect(server)
    assert told(server, "Round 1 · Turn 2") == 1


async def test_s2_it_is_read_once_more_when_discord_answers_and_the_bot_is_not_ready_yet(
    server: Server,
):
    await server.play_to_first_turn()
    await lose_connection(server)
    await server.zac.send(server.zac_sub, "guard north")
    await server.connection("connect")
    assert picks(server) == {ZAC: NORTH}
