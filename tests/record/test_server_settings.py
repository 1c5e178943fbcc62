"""What servers set for themselves."""

from __future__ import annotations

from minecart_robbery.record import Record


async def test_a_server_has_set_nothing_at_first(record):
    assert await record.settings.of(9) == {}


async def test_the_last_value_stands_for_that_server_alone(record):
    await record.settings.set(9, "after_match", "lock")
    await record.settings.set(9, "after_match", "archive")
    await record.settings.set(9, "turn_seconds", 90)
    assert await record.settings.of(9) == {"after_match": "archive", "turn_seconds": 90}
    assert await record.settings.of(8) == {}


async def test_what_is_cleared_is_set_no_more_and_may_be_cleared_again(record):
    await record.settings.set(9, "after_match", "lock")
    await record.settings.clear(9, "after_match")
    await record.settings.clear(9, "after_match")
    assert await record.settings.of(9) == {}


async def test_it_outlives_the_program(record, path):
    await record.settings.set(9, "show_picked", True)
    again = await Record.open(path)
    assert await again.settings.of(9) == {"show_picked": True}
    await again.close()
