"""The channels that were made for a match stand in the record, until they are done with."""

from __future__ import annotations

from minecart_robbery.record import PUT_AWAY, Cause, Record
from tests.record.examples import cause, opening, owed, seating

MADE = (90, 100, 101)


async def ended(record: Record, made: tuple[int, ...] = MADE, dm_channel: int = 100) -> int:
    """The number of a match for which these were made, and which has ended."""
    added = await record.add_match(seating(dm_channel), cause(), opening(), made=made)
    assert added is not None
    match = added[0].match
    await record.append(match, cause(2), [], is_live=False)
    return match


async def test_what_was_made_comes_back_in_its_order_until_it_is_put_away(record):
    match = await ended(record)
    assert await record.made.to_put_away(match) == MADE
    assert [it.match for it in await record.unfinished_matches()] == [match]
    await record.append(match, Cause(PUT_AWAY), [], is_live=False)
    assert await record.made.to_put_away(match) == ()
    assert await record.unfinished_matches() == ()


async def test_a_match_for_which_nothing_was_made_has_nothing_to_put_away(record):
    match = await ended(record, ())
    assert await record.made.to_put_away(match) == ()
    assert await record.unfinished_matches() == ()


async def test_what_was_made_for_one_match_is_no_other_matchs(record):
    one, other = await ended(record), await ended(record, (200,), 200)
    await record.append(one, Cause(PUT_AWAY), [], is_live=False)
    assert await record.made.to_put_away(other) == (200,)


async def test_what_is_not_due_is_kept_for_the_record_and_owed_to_nobody(record, match):
    due, kept = owed("due", audience="log")[0], owed("kept", audience="log")[0]
    deliveries = await record.append(match, cause(), [], [due, type(kept)("log", "kept", False)])
    assert [it.body for it in deliveries] == ["due"]
    assert [it.body for it in await record.owed(match)] == ["due"]
    assert await record.delivered(match) == ()
    assert await record.told(match, "log") == ("due", "kept")
    assert await record.told(match, "public") == ()
