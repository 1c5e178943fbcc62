"""New readers of a submissions channel: the hosts hear of each once, whatever happens (S20)."""

from __future__ import annotations

from dataclasses import replace
from typing import Any

import pytest

from minecart_robbery.engine import commands as do
from minecart_robbery.engine.nouns import Seat
from minecart_robbery.engine.rules import Rules
from minecart_robbery.live.hindrances import OpponentReads
from minecart_robbery.live.readers import told_of
from minecart_robbery.record import Cause
from minecart_robbery.words.telling.readers import Reader, Readership
from tests.live.hosted import CORA, HOST, HOSTS, ZAC, Hosted, seating

SAM, MAX = Reader(6, "Sam"), Reader(7, "Max", is_administrator=True)
OPPONENT = Reader(22, "Zac", is_opponent=True)
SAM_ALARM = "Sam can now read Cora's submissions channel"


async def read_by(hosted: Hosted, *readers: Reader, seat: Seat = CORA, **of: Any) -> None:
    """These are seen to be the readers of one submissions channel."""
    seen = {seat: Readership(readers, **of)}
    await hosted.then_quiet(hosted.table.read_by(hosted.table.seating, seen))


def alarms(hosted: Hosted) -> list[str]:
    """What the hosts have been told of readers."""
    return [text for text in hosted.room.texts(HOSTS) if "can now read" in text]


async def test_s20_a_new_reader_is_told_of_once_however_often_they_are_seen(hosted):
    await hosted.in_first_turn()
    for _ in range(3):
        await read_by(hosted, SAM)
    (alarm,) = alarms(hosted)
    assert SAM_ALARM in alarm


async def test_s20_of_several_new_readers_it_is_told_at_once(hosted):
    await hosted.in_first_turn()
    await read_by(hosted, SAM, MAX)
    (alarm,) = alarms(hosted)
    assert "Max (administrator), Sam can now read" in alarm


async def test_s20_both_channels_are_looked_at_each_for_itself(hosted):
    await hosted.in_first_turn()
    await read_by(hosted, SAM)
    await read_by(hosted, SAM, seat=ZAC)
    assert len(alarms(hosted)) == 2
    assert "Zac's submissions channel" in alarms(hosted)[1]


async def test_s20_after_a_restart_who_was_told_of_is_known_and_who_came_meanwhile_is_not(hosted):
    await hosted.in_first_turn()
    await read_by(hosted, SAM)
    await hosted.restarted()
    await read_by(hosted, SAM)
    assert len(alarms(hosted)) == 1
    await read_by(hosted, SAM, MAX)
    assert "Hosts: Max (administrator) can now" in alarms(hosted)[1]


async def test_s20_whoever_reads_no_more_is_new_when_they_come_again(hosted):
    await hosted.in_first_turn()
    for readers in ((SAM,), (), (SAM,)):
        await read_by(hosted, *readers)
    assert len(alarms(hosted)) == 2


async def test_s20_nobody_is_forgotten_while_not_all_members_are_known(hosted):
    await hosted.in_first_turn()
    await read_by(hosted, SAM)
    await read_by(hosted, MAX, is_complete=False)
    await read_by(hosted, SAM, MAX)
    assert len(alarms(hosted)) == 2


async def test_s20_a_channel_that_could_not_be_looked_at_changes_nothing(hosted):
    await hosted.in_first_turn()
    await read_by(hosted, SAM)
    await hosted.then_quiet(hosted.table.read_by(hosted.table.seating, {}))
    await read_by(hosted, SAM)
    assert len(alarms(hosted)) == 1


async def test_s20_a_changed_name_is_no_change_of_readers(hosted):
    await hosted.in_first_turn()
    await read_by(hosted, SAM)
    await read_by(hosted, replace(SAM, name="Samuel", roles=("Mods",), is_administrator=True))
    assert len(alarms(hosted)) == 1


async def test_s20_whom_the_host_was_shown_when_opening_is_known(hosted):
    readers = told_of({CORA: Readership((SAM,))})
    table = await hosted.house.open(
        seating(), Rules(), Cause("i:1", 5), hosted.moment(), readers=readers
    )
    assert table is not None
    hosted.number = table.seating.match
    await read_by(hosted, SAM)
    assert alarms(hosted) == []


async def test_s20_before_the_start_a_new_reader_is_told_of_too(hosted):
    await hosted.open_match()
    await read_by(hosted, SAM)
    assert len(alarms(hosted)) == 1


async def test_s20_whom_the_host_was_shown_when_moving_the_match_is_known(hosted):
    await hosted.in_first_turn()
    await read_by(hosted, SAM)
    table = hosted.table
    moved = replace(table.seating, dmo=replace(table.seating.dmo, channel=500))
    readers = told_of({CORA: Readership((MAX,))})
    at, cause = hosted.moment(), Cause("i:9", 5)
    await hosted.then_quiet(hosted.house.move(table, moved, [], cause, at, readers))
    await read_by(hosted, MAX)
    assert len(alarms(hosted)) == 1
    await read_by(hosted, MAX, SAM)
    assert len(alarms(hosted)) == 2


async def test_s20_what_was_seen_of_a_channel_that_the_match_has_left_is_nothing_to_it(hosted):
    await hosted.in_first_turn()
    before = hosted.table.seating
    moved = replace(before, dmo=replace(before.dmo, channel=500))
    at, cause = hosted.moment(), Cause("i:9", 5)
    await hosted.then_quiet(hosted.house.move(hosted.table, moved, [], cause, at))
    await hosted.then_quiet(hosted.table.read_by(before, {CORA: Readership((SAM,))}))
    assert alarms(hosted) == []


async def test_s20_the_opponent_is_an_alarm_as_long_as_the_house_has_not_paused_for_them(hosted):
    await hosted.open_match()
    await read_by(hosted, OPPONENT)
    assert "Zac (the opponent) can now read" in alarms(hosted)[0]


async def test_s20_of_the_opponent_for_whom_the_house_has_paused_there_is_no_alarm_besides(hosted):
    await hosted.in_first_turn()
    reads = frozenset({OpponentReads(CORA)})
    await hosted.then_quiet(hosted.table.found(reads))
    await read_by(hosted, OPPONENT, SAM)
    (alarm,) = alarms(hosted)
    assert "Hosts: Sam can now read" in alarm


async def test_s20_when_the_match_has_ended_nobody_is_known_or_told_of_any_more(hosted):
    await hosted.in_first_turn()
    await read_by(hosted, SAM)
    table = hosted.table
    await hosted.do(do.CallOff(HOST))
    assert await hosted.record.readers(hosted.number) == dict.fromkeys(Seat, frozenset())
    await hosted.then_quiet(table.read_by(table.seating, {CORA: Readership((MAX,))}))
    assert len(alarms(hosted)) == 1


async def test_s20_an_alarm_that_could_not_be_written_is_given_at_the_next_look(
    hosted, monkeypatch
):
    await hosted.in_first_turn()

    async def fails(*_: object) -> None:
        raise OSError("the disk is full")

    with monkeypatch.context() as patch:
        patch.setattr(hosted.record, "know_readers", fails)
        with pytest.raises(OSError, match="full"):
            await read_by(hosted, SAM)
    await read_by(hosted, SAM)
    assert len(alarms(hosted)) == 1
