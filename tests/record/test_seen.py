"""What a match has heard and told is kept: the last message seen, the marks of its deliveries."""

from __future__ import annotations

from dataclasses import replace

from minecart_robbery.record import Cause, Owed, Record
from tests.record.examples import EVERY_KIND, cause, opening, seating
from tests.record.sql import rows

FIRST = EVERY_KIND[2]


def typed(message: int, channel: int = 100) -> Cause:
    """Somebody typed the message of that id in a channel."""
    return Cause(f"m:{message}", 11, channel, message)


async def begun(record: Record, dm_channel: int = 100, since: int = 50) -> int:
    """A match begun after that message."""
    added = await record.add_match(seating(dm_channel), cause(), opening(), since=since)
    assert added is not None
    return added[0].match


async def test_s2_before_anything_was_heard_all_since_the_beginning_is_unseen(record):
    match = await begun(record)
    assert await record.since(match) == 50
    assert await record.seen(match) == dict.fromkeys(seating().channels(), 50)


async def test_where_the_beginning_is_not_known_nothing_is_said_of_it(record):
    match = await begun(record, since=0)
    assert await record.since(match) == 0
    assert set((await record.seen(match)).values()) == {0}


async def test_s2_a_cause_that_came_to_something_was_seen_with_it(record):
    match = await begun(record)
    dm, sub, _ = seating().channels()
    await record.append(match, typed(60, dm), [FIRST])
    await record.append(match, typed(61, sub), [])
    assert (await record.seen(match))[dm] == 60
    assert (await record.seen(match))[sub] == 61


async def test_s2_chatter_is_seen_though_nothing_came_of_it(record):
    match = await begun(record)
    await record.saw(match, typed(70))
    assert (await record.seen(match))[100] == 70
    assert len(await record.events(match)) == 1


async def test_s2_an_older_message_takes_nothing_back(record):
    match = await begun(record)
    for message in (70, 65, 71, 60):
        await record.saw(match, typed(message))
    assert (await record.seen(match))[100] == 71


async def test_what_is_no_message_is_seen_nowhere(record):
    match = await begun(record)
    await record.append(match, Cause("i:999", 11), [FIRST])
    await record.saw(match, Cause("t:1:2"))
    assert set((await record.seen(match)).values()) == {50}


async def test_each_match_has_seen_its_own_channels_alone(record):
    first, second = await begun(record), await begun(record, 200, since=80)
    await record.saw(first, typed(90))
    assert (await record.seen(first))[100] == 90
    assert set((await record.seen(second)).values()) == {80}
    assert set(await record.seen(second)) == set(seating(200).channels())


async def test_s28_in_a_new_channel_all_since_the_move_is_unseen_and_the_others_stay(record):
    match = await begun(record)
    dm, *_ = seating().channels()
    await record.saw(match, typed(60, dm))
    bound = replace(seating(), match=match)
    moved = replace(bound, candidate=replace(bound.candidate, channel=999))
    assert await record.move_match(moved, typed(75), [], since=75) is not None
    seen = await record.seen(match)
    assert set(seen) == set(moved.channels())
    assert seen[999] == 75
    assert seen[dm] >= 60


async def test_s2_it_outlasts_the_program(record, path):
    match = await begun(record)
    await record.saw(match, typed(70))
    again = await Record.open(path)
    assert (await again.seen(match))[100] == 70
    assert await again.since(match) == 50
    await again.close()


# ----------------------------------------------------------------- deliveries


async def test_s15_each_delivery_has_a_nonce_and_a_mark_of_its_own_which_are_read_back(record):
    match, other = await begun(record), await begun(record, 200)
    made = [
        *(await record.append(match, typed(60), [FIRST], [Owed("public", "a"), Owed("dmo", "b")])),
        *(await record.append(other, typed(61, 200), [FIRST], [Owed("public", "c")])),
        *(await record.append(match, typed(62), [], [Owed("hosts", "d")])),
    ]
    assert [it.mark for it in made] == [
        f"{match} · P1",
        f"{match} · D1",
        f"{other} · P1",
        f"{match} · H1",
    ]
    assert len({it.nonce for it in made}) == 4
    assert all(len(it.nonce) <= 25 for it in made)
    assert await record.owed(match) == (made[0], made[1], made[3])
    await record.tick(made[1].id, 77)
    assert await record.owed(match) == (made[0], made[3])
    assert await record.delivered(match) == ((made[1], 77),)


async def test_what_was_not_needed_is_neither_owed_nor_delivered(record):
    match = await begun(record)
    (it,) = await record.append(match, typed(60), [], [Owed("public", "a")])
    await record.tick(it.id, 0)
    assert await record.owed(match) == ()
    assert await record.delivered(match) == ()


async def test_s15_two_records_never_use_one_nonce(record, tmp_path):
    other = await Record.open(tmp_path / "other.db")
    first, second = [
        await one.append(await begun(one), typed(60), [], [Owed("public", "a")])
        for one in (record, other)
    ]
    await other.close()
    assert first is not None
    assert second is not None
    assert first[0].nonce != second[0].nonce


async def test_s49_what_is_passed_writes_nothing_and_goes_into_the_file_with_what_is_written_next(
    record, path
):
    match = await begun(record)
    record.passed(match, 100, 80)
    record.passed(match, 100, 75)
    assert (await record.seen(match))[100] == 80
    assert rows(path, "SELECT * FROM seen") == []
    await record.append(match, typed(60, 101), [FIRST])
    assert rows(path, "SELECT channel, message FROM seen ORDER BY 1") == [(100, 80), (101, 60)]


async def test_s1_what_was_passed_and_not_written_yet_is_read_again_after_a_crash(record, path):
    match = await begun(record)
    record.passed(match, 100, 80)
    again = await Record.open(path)
    assert (await again.seen(match))[100] == 50
    await again.close()
