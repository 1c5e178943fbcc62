"""A room on Discord reads what was typed in it, and finds its own letters again (S2, S15)."""

from __future__ import annotations

import pytest

from minecart_robbery.chat.room import RECENT, DiscordRoom
from minecart_robbery.engine.clock import Moment
from minecart_robbery.engine.nouns import Seat
from minecart_robbery.live.addressing import Typed
from minecart_robbery.live.letters import Letter
from minecart_robbery.live.room import Failure, Receipt, Stamp, Unread
from minecart_robbery.live.shown import Earlier
from minecart_robbery.words.notices import Audience, Notice
from minecart_robbery.words.player_input import Place
from tests.chat.history import history_as_discord_gives_it
from tests.chat.server import Server
from tests.scenarios.world import chatter

NOBODYS = Earlier()
LETTER = Letter(Notice(Audience.DMO, ("a word for Cora",)))


@pytest.fixture(autouse=True)
def paged(monkeypatch: pytest.MonkeyPatch) -> None:
    """The history of channels is paged as Discord does it."""
    history_as_discord_gives_it(monkeypatch)


async def room_of(server: Server) -> DiscordRoom:
    """The room of a match that is open; the bot doesn't hear what is typed in it any more."""
    table = await server.open_match()
    server.bot.ws.open = False  # pyright: ignore[reportAttributeAccessIssue]  # simcord's own
    bot = server.bot
    return DiscordRoom(bot, bot.record, bot.standings, bot._interactions, table.seating)


def seen(server: Server, message: int) -> dict[int, int]:
    """All channels of the match were read up to a message."""
    return {channel.id: message for channel in (server.dm, server.cora_sub, server.zac_sub)}


async def read(room: DiscordRoom, seen: dict[int, int], since: Moment | None = None) -> list[Typed]:
    """What was missed; fails if it can't be read."""
    found = await room.missed(seen, since)
    assert not isinstance(found, Unread)
    return found


# ----------------------------------------------------------------- what was missed


async def test_s2_players_words_after_what_was_seen_are_found_in_all_channels(server: Server):
    room = await room_of(server)
    first = await server.cora.send(server.dm, "before")
    await server.env.advance_time(1)
    for member, channel in (
        (server.cora, server.dm),
        (server.zac, server.dm),
        (server.cora, server.cora_sub),
        (server.zac, server.zac_sub),
    ):
        await member.send(channel, "hello")
    found = await read(room, seen(server, first.id))
    assert [(it.seat, it.place, it.text) for it in found] == [
        (Seat.DMO, Place.DM, "hello"),
        (Seat.CANDIDATE, Place.DM, "hello"),
        (Seat.DMO, Place.SUB, "hello"),
        (Seat.CANDIDATE, Place.SUB, "hello"),
    ]


async def test_s2_others_words_are_not_found(server: Server):
    room = await room_of(server)
    start = await server.spectator.send(server.lobby, "start")
    await server.spectator.send(server.dm, "north")
    await server.host.send(server.cora_sub, "north")
    assert await read(room, seen(server, start.id)) == []


async def test_s2_what_was_typed_since_the_turn_opened_is_found_though_it_was_seen(server: Server):
    """It may have been edited since, and history shows its last text only."""
    room = await room_of(server)
    await server.env.advance_time(1)
    opened = Moment(round(server.env.now().timestamp() * 1000))
    typed = await server.cora.send(server.cora_sub, "north")
    await server.env.advance_time(1)
    await server.cora.edit(typed, "south")
    (found,) = await read(room, seen(server, typed.id), opened)
    assert (found.text, found.message, found.at.is_edit) == ("south", typed.id, True)
    assert found.sent is not None
    assert found.at.ms - found.sent.ms == 1000


async def test_s2_what_came_before_both_is_not_read(server: Server):
    room = await room_of(server)
    await server.cora.send(server.cora_sub, "long ago")
    await server.env.advance_time(1)
    last = await server.cora.send(server.cora_sub, "seen")
    await server.env.advance_time(1)
    opened = Moment(round(server.env.now().timestamp() * 1000))
    assert await read(room, seen(server, last.id), opened) == []
    assert await read(room, seen(server, last.id)) == []


async def test_s2_a_channel_of_which_no_beginning_is_known_is_left_alone(server: Server):
    room = await room_of(server)
    await server.cora.send(server.cora_sub, "north")
    assert await read(room, {}) == []
    assert await read(room, {server.cora_sub.id: 0}) == []


async def test_s2_hundreds_of_messages_are_read_page_by_page(server: Server):
    room = await room_of(server)
    start = await server.spectator.send(server.lobby, "start")
    chatter(server, server.zac, server.zac_sub, 350)
    found = await read(room, seen(server, start.id))
    assert len(found) == 350
    assert [it.message for it in found] == sorted({it.message for it in found})


@pytest.mark.parametrize("place", ["dm", "cora_sub", "zac_sub"])
@pytest.mark.parametrize(
    ("status", "code", "failure"),
    [
        (403, 50001, Failure.FORBIDDEN),
        (404, 10003, Failure.GONE),
        (403, 0, Failure.LATER),
        (500, 0, Failure.LATER),
        (503, 0, Failure.LATER),
    ],
)
async def test_s2_all_of_it_or_nothing(
    server: Server, place: str, status: int, code: int, failure: Failure
):
    room = await room_of(server)
    start = await server.spectator.send(server.lobby, "start")
    await server.cora.send(server.dm, "hello")
    path = f"/channels/{getattr(server, place).id}/messages"
    server.env.inject_error("GET", path, status=status, code=code)
    audience = {"dm": Audience.PUBLIC, "cora_sub": Audience.DMO, "zac_sub": Audience.CANDIDATE}
    assert await room.missed(seen(server, start.id), None) == Unread(audience[place], failure)


# ----------------------------------------------------------------- what stands already


def texts(server: Server) -> list[str]:
    """What the bot has said to Cora alone since the match was opened, marks and all."""
    return [it.content for it in server.cora_sub.history() if it.author.bot][1:]


async def delivered(room: DiscordRoom, stamp: Stamp) -> int:
    """A letter to Cora is delivered: the id of its message."""
    receipt = await room.deliver(LETTER, stamp, NOBODYS)
    assert isinstance(receipt, Receipt)
    return receipt.message


async def test_s15_a_letter_that_stands_is_found_by_its_mark_and_not_sent_again(server: Server):
    room = await room_of(server)
    start = server.cora_sub.history()[-1].id
    first = await delivered(room, Stamp("n1", "1 · 9"))
    chatter(server, server.cora, server.cora_sub, 150)
    again = await delivered(room, Stamp("n1", "1 · 9", after=start))
    assert again == first
    assert texts(server) == ["a word for Cora\n-# 1 · 9"]


async def test_s15_one_with_another_mark_is_another_letter(server: Server):
    room = await room_of(server)
    start = server.cora_sub.history()[-1].id
    await delivered(room, Stamp("n1", "1 · 9"))
    await delivered(room, Stamp("n2", "1 · 99", after=start))
    assert len(texts(server)) == 2


async def test_s15_one_that_was_never_sent_before_is_not_looked_for(server: Server):
    room = await room_of(server)
    before = len(server.env.http_requests)
    await delivered(room, Stamp("n1", "1 · 9"))
    assert [it.method for it in server.env.http_requests[before:]] == ["POST"]


async def test_s15_it_is_not_looked_for_before_the_last_one_that_arrived(server: Server):
    """A forged or an older message with that mark is none of its."""
    room = await room_of(server)
    older = await delivered(room, Stamp("n1", "1 · 9"))
    newer = await delivered(room, Stamp("n2", "1 · 9", after=older))
    assert newer > older
    assert len(texts(server)) == 2


async def test_s15_what_somebody_else_has_said_is_no_letter(server: Server):
    room = await room_of(server)
    start = server.cora_sub.history()[-1].id
    await server.cora.send(server.cora_sub, "a word for Cora\n-# 1 · 9")
    await delivered(room, Stamp("n1", "1 · 9", after=start))
    assert texts(server) == ["a word for Cora\n-# 1 · 9"]


async def test_s15_while_it_cannot_be_looked_for_it_is_not_sent(server: Server):
    room = await room_of(server)
    server.env.inject_error("GET", f"/channels/{server.cora_sub.id}/messages", status=500)
    stamp = Stamp("n1", "1 · 9", after=1)
    assert await room.deliver(LETTER, stamp, NOBODYS) is Failure.LATER
    assert texts(server) == []


async def test_s15_where_no_beginning_is_known_a_reasonable_number_is_looked_through(
    server: Server,
):
    room = await room_of(server)
    await delivered(room, Stamp("n1", "1 · 9"))
    chatter(server, server.cora, server.cora_sub, RECENT)
    before = len(server.env.http_requests)
    await delivered(room, Stamp("n1", "1 · 9", after=0))
    looked = [it for it in server.env.http_requests[before:] if it.method == "GET"]
    assert len(looked) <= RECENT // 100 + 1
    assert len(texts(server)) == 2
