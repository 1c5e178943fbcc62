"""What stands beside the events: who sits where, which matches live, what a server has set."""

from __future__ import annotations

import asyncio
from dataclasses import replace

import pytest

from minecart_robbery.record import Cause, Record
from tests.record.examples import CORA, EVERY_KIND, ZAC, cause, opening, owed, seating
from tests.record.sql import rows
from tests.record.statements import Beside, Steps

LAST = EVERY_KIND[-1]
ODD_NAME = "Zac „the 🐍“ O'Neill\u200b"


async def test_a_seating_gets_its_number_and_comes_back_as_it_was(record):
    added = await record.add_match(seating(), cause(), opening())
    assert added is not None
    assert added[0] == replace(seating(), match=added[0].match)
    assert await record.unfinished_matches() == (added[0],)


async def test_a_name_comes_back_letter_for_letter(record):
    chair = replace(seating().candidate, name=ODD_NAME)
    await record.add_match(replace(seating(), candidate=chair), cause(), opening())
    (back,) = await record.unfinished_matches()
    assert back.candidate.name == ODD_NAME


def test_a_seating_knows_who_sits_where():
    match = seating(100)
    assert (match.chair(CORA), match.chair(ZAC)) == (match.dmo, match.candidate)
    assert (match.seat_of(11), match.seat_of(22), match.seat_of(33)) == (CORA, ZAC, None)
    assert match.channels() == (100, 101, 102)


async def test_s17_one_live_match_stands_in_a_dm_channel(record, match, path):
    assert await record.add_match(seating(), Cause("i:2"), opening(), owed("a")) is None
    assert rows(path, "SELECT count(*) FROM match") == [(1,)]
    assert rows(path, "SELECT count(*) FROM delivery") == [(0,)]
    assert [it.match for it in await record.unfinished_matches()] == [match]


async def test_s17_of_many_openings_at_once_in_one_channel_one_succeeds(record):
    came = await asyncio.gather(
        *(record.add_match(seating(), Cause(f"i:{it}"), opening()) for it in range(5))
    )
    assert len([added for added in came if added is not None]) == 1


async def test_s17_a_channel_is_free_again_once_its_match_has_ended(record, match):
    await record.append(match, cause(), [LAST], is_live=False)
    added = await record.add_match(seating(), Cause("i:2"), opening())
    assert added is not None
    assert added[0].match > match


async def test_an_ended_match_that_owes_nothing_is_finished(record, match):
    await record.append(match, cause(), [LAST], is_live=False)
    assert await record.unfinished_matches() == ()


async def test_an_ended_match_is_unfinished_as_long_as_it_owes_something(record, match):
    given = await record.append(match, cause(), [LAST], owed("farewell"), is_live=False)
    assert [it.match for it in await record.unfinished_matches()] == [match]
    await record.tick(given[0].id, 777)
    assert await record.unfinished_matches() == ()


async def test_a_match_is_live_until_it_has_ended_and_until_then_has_not(record, match):
    assert [it.match for it in await record.live_matches()] == [match]
    assert await record.live_matches(besides=[match]) == ()
    assert not await record.has_ended(match)
    await record.append(match, cause(), [LAST], owed("farewell"), is_live=False)
    assert await record.live_matches() == ()
    assert await record.has_ended(match)
    assert not await record.has_ended(match + 1)


async def test_unfinished_matches_come_in_the_order_of_opening(record):
    for channel in (300, 100, 200):
        await record.add_match(seating(channel), cause(), opening())
    assert [it.dm_channel for it in await record.unfinished_matches()] == [300, 100, 200]


@pytest.mark.parametrize("statement", range(2, 10))
async def test_a_match_half_added_is_not_among_the_unfinished(record, monkeypatch, statement):
    """Discord may be ready again, and seat the matches, while a host opens one (S16)."""
    seen: list[int] = []

    async def read() -> None:
        seen.append(len(await record.unfinished_matches()))

    steps, reading = Steps(monkeypatch, statement), Beside(read)
    adding = asyncio.create_task(record.add_match(seating(), cause(), opening()))
    steps.of(adding, reading)
    await adding
    await reading.is_over()
    assert seen in ([0], [1])


async def test_s42_a_match_keeps_the_version_in_which_it_was_begun(record, match, path):
    assert rows(path, f"SELECT version FROM match WHERE id = {match}") == [(1,)]


async def test_a_server_has_no_hosts_role_until_one_is_set(record):
    assert await record.hosts_role(1) is None


async def test_each_server_has_its_own_hosts_role(record):
    await record.set_hosts_role(1, 10)
    await record.set_hosts_role(2, 20)
    await record.set_hosts_role(1, 11)
    assert (await record.hosts_role(1), await record.hosts_role(2)) == (11, 20)


async def test_a_hosts_role_can_be_taken_back(record):
    await record.set_hosts_role(1, 10)
    await record.set_hosts_role(1, None)
    assert await record.hosts_role(1) is None


async def test_s35_the_shape_of_the_commands_is_kept(record, path):
    assert await record.commands_shape() is None
    await record.set_commands_shape("old")
    await record.set_commands_shape("new")
    again = await Record.open(path)
    assert await again.commands_shape() == "new"
    await again.close()
