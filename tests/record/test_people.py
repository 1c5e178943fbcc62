"""Somebody else plays on: who sits there now, and who did, stand beside the events (S33)."""

from __future__ import annotations

import sqlite3
from dataclasses import replace

import pytest

from minecart_robbery.engine import commands as do
from minecart_robbery.engine import events as ev
from minecart_robbery.engine import evolve, replay
from minecart_robbery.engine.clock import Moment
from minecart_robbery.engine.nouns import Desk, Role
from minecart_robbery.engine.refusals import Refusal
from minecart_robbery.record import Cause, Chair, Record
from minecart_robbery.record.chairs import Sat
from minecart_robbery.record.document import document_text, read_document
from minecart_robbery.record.exporting import export, standings
from minecart_robbery.record.timetable import timetable
from minecart_robbery.record.verifying import verify
from tests.deciding import decided
from tests.record.examples import AT, CORA, NORTH, SOUTH, ZAC, cause, opening, owed, seating
from tests.record.sql import rows, run

TAKEN = ev.SeatTaken(AT, ZAC, "Zac is ill")
SUBSTITUTE = Cause("i:9", 5)
NORA = Chair(ZAC, 33, "Nora", 0, since=777)


async def take(record: Record, match: int, by: Cause = SUBSTITUTE, chair: Chair = NORA):
    """Let somebody else take their seat."""
    return await record.append(match, by, [TAKEN], owed("welcome"), chair=chair)


async def test_the_seating_comes_back_with_who_sits_there_and_since_when(record, match, path):
    assert await take(record, match)
    again = await Record.open(path)
    (found,) = await again.unfinished_matches()
    await again.close()
    assert found.candidate == replace(NORA, channel=102)
    assert found.dmo == seating().dmo
    assert found.seat_of(22) is None
    assert found.former == {22}
    assert (found.seat_of(33, 777), found.seat_of(33, 778)) == (None, ZAC)


async def test_s13_the_same_cause_twice_seats_nobody_twice(record, match):
    await take(record, match)
    assert await take(record, match, chair=replace(NORA, person=44)) is None
    (found,) = await record.unfinished_matches()
    assert found.candidate.person == 33


async def test_who_sat_there_before_stays_on_record_with_until_when(record, match):
    await record.append(match, cause(2), [ev.HostCalled(AT, CORA)])
    await take(record, match)
    await take(record, match, Cause("i:10"), replace(NORA, person=44, name="Olga"))
    assert await record.who_sat(match) == (Sat(ZAC, 22, "Zac", 3), Sat(ZAC, 33, "Nora", 4))


async def test_nobody_sat_in_a_match_before_where_nobody_was_substituted(record, match):
    await take(record, match)
    added = await record.add_match(seating(500), cause(), opening())
    assert added is not None
    assert await record.who_sat(added[0].match) == ()


async def test_an_event_that_cannot_be_written_seats_nobody(record, match, path):
    run(path, "CREATE TRIGGER broken BEFORE UPDATE ON chair BEGIN SELECT RAISE(ABORT, 'no'); END")
    with pytest.raises(sqlite3.IntegrityError):
        await take(record, match)
    assert rows(path, "SELECT count(*) FROM sat") == [(0,)]
    assert rows(path, "SELECT count(*) FROM cause WHERE key = 'i:9'") == [(0,)]
    assert rows(path, "SELECT count(*) FROM delivery") == [(0,)]


async def test_a_match_that_is_moved_keeps_whoever_has_taken_a_seat(record, match):
    await take(record, match)
    (now,) = await record.unfinished_matches()
    await record.move_match(now.in_channels_of(seating(500)), Cause("i:11"), [])
    (moved,) = await record.unfinished_matches()
    assert moved.candidate == replace(NORA, channel=502)


PLAYED: tuple[tuple[do.Command, int], ...] = (
    (do.StartMatch(Desk.HOST, skip_ready=True), 0),
    (do.PickRole(CORA, Role.MINER), 0),
    (do.Say(ZAC, NORTH), 1),
    (do.Substitute(Desk.HOST, ZAC, "Zac is ill"), 2),
    (do.SkipReady(Desk.HOST), 3),
    (do.Say(ZAC, SOUTH), 4),
    (do.Forfeit(Desk.HOST, CORA, "no time"), 5),
)


async def play(record: Record, match: int) -> None:
    """Play a match in which Nora takes Zac's seat, and which Cora gives up."""
    now = replay(await record.events(match))
    for number, (command, seconds) in enumerate(PLAYED):
        decision = decided(now, command, Moment(AT.ms + seconds * 1000, snowflake=number))
        assert not isinstance(decision, Refusal), decision
        chair = NORA if isinstance(command, do.Substitute) else None
        is_live = not isinstance(command, do.Forfeit)
        await record.append(match, Cause(f"m:{number}"), decision, is_live=is_live, chair=chair)
        for event in decision:
            now = evolve(now, event)


async def test_an_exported_record_names_everybody_and_verifies(record, match):
    await play(record, match)
    exported = await export(record, match)
    assert exported is not None
    document = read_document(document_text(exported))
    assert document.names is not None
    assert (document.names.dmo, document.names.candidate) == ("Cora", "Nora")
    assert [(it.seat, it.name) for it in document.names.earlier or []] == [("candidate", "Zac")]
    verify(document)


async def test_each_row_of_the_timings_names_whoever_sat_there_then(record, match):
    await play(record, match)
    document = await export(record, match)
    assert document is not None
    did = [(cells[3], cells[4]) for cells in timetable(document)]
    assert did == [("Cora", "miner"), ("Zac", "north"), ("Nora", "south")]


async def test_a_match_that_was_given_up_is_listed_so(record, match):
    await play(record, match)
    (standing,) = await standings(record)
    assert standing.state == "won by Nora by forfeit, 0 to 0"


async def test_a_record_in_which_nobody_was_substituted_has_no_word_of_it(record, match):
    document = await export(record, match, with_secrets=True)
    assert document is not None
    assert "earlier" not in document_text(document)
