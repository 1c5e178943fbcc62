"""The hosts' log: kept in the record always, shown where a server wants it, never waited for."""

from __future__ import annotations

import pytest

from minecart_robbery.engine import commands as do
from minecart_robbery.engine.match import Paused, TurnOpen
from minecart_robbery.engine.nouns import Seat
from minecart_robbery.live.hindrances import SlowPlace
from minecart_robbery.live.hosts_log import log_of
from minecart_robbery.live.retries import FIRST_REST_MS
from minecart_robbery.live.room import Failure, LogPlace, LogTrouble
from minecart_robbery.words.notices import Audience
from minecart_robbery.words.telling.readers import Reader, Readership
from tests.live.hand_clock import START
from tests.live.hosted import CORA, DM, HOST, HOSTS, HOUSE, PUBLIC, ZAC, Hosted

LOG = Audience.LOG
SHOWN = LogPlace(900)
EVENING = [
    "🎲 A host opens the match: Cora (DMO) against Zac.",
    "▶️ A host starts the match.\n⏩ A host skips the ready check of round 1.",
]


async def with_log(hosted: Hosted, place: LogPlace = SHOWN) -> None:
    """A match in its first turn, whose hosts want to see the log there."""
    await hosted.open_match()
    hosted.room.log = place
    await hosted.move_to(-1000)
    await hosted.do(do.StartMatch(HOST, skip_ready=True))
    await hosted.move_to(0)
    await hosted.types(CORA, "miner", DM)


async def kept(hosted: Hosted) -> list[str]:
    """The log as the record has it."""
    return [line.text for line in await log_of(hosted.record, hosted.number)]


async def owed_to_log(hosted: Hosted) -> int:
    return sum(it.audience == LOG for it in await hosted.record.owed(hosted.number))


async def test_what_happens_is_shown_in_its_order_one_notice_for_one_command(hosted):
    await with_log(hosted)
    assert hosted.room.texts(LOG) == EVENING[1:]
    await hosted.do(do.PauseMatch(HOST, "tea"))
    assert hosted.room.texts(LOG)[1:] == ["⏸️ A host pauses the match.\nReason: tea"]


async def test_a_turn_that_is_played_as_planned_costs_no_request_for_the_log(hosted):
    await with_log(hosted)
    before = len(hosted.room.to(LOG))
    await hosted.move_to(100)
    await hosted.types(CORA, "north")
    await hosted.types(ZAC, "accelerate south", DM)
    await hosted.types(ZAC, "south")
    await hosted.types(CORA, "keep")
    await hosted.move_to(2000)
    assert hosted.turn.number == 2
    assert len(hosted.room.to(LOG)) == before


async def test_the_name_of_the_host_stands_in_the_log(hosted):
    await with_log(hosted)
    cause, moment = hosted.typed(CORA, "").cause, hosted.moment()
    await hosted.table.do(do.PauseMatch(HOST, ""), cause, moment, host="Hanna")
    await hosted.quiet()
    assert hosted.room.texts(LOG)[-1] == "⏸️ Hanna pauses the match."


async def test_without_a_log_to_show_nothing_is_owed_and_the_record_keeps_it_all_the_same(hosted):
    await hosted.in_first_turn()
    await hosted.do(do.PauseMatch(HOST, "tea"))
    assert hosted.room.to(LOG) == []
    assert not any("log" in str(to) for to, _ in hosted.room.stamps)
    lines = [line for text in EVENING for line in text.split("\n")]
    assert await kept(hosted) == [*lines, "⏸️ A host pauses the match.", "Reason: tea"]


async def test_each_line_in_the_record_says_when_it_happened(hosted):
    await hosted.in_first_turn()
    await hosted.move_to(500)
    await hosted.table.found(frozenset([SlowPlace(PUBLIC)]))
    log = await log_of(hosted.record, hosted.number)
    assert [line.at - START for line in log] == [-2000, -1000, -1000, 500]


async def test_what_hosts_are_told_is_in_the_log_alarms_of_readers_too(hosted):
    await with_log(hosted)
    seating = hosted.table.seating
    await hosted.then_quiet(hosted.table.found(frozenset([SlowPlace(PUBLIC)])))
    readership = Readership((Reader(7, "Sam"),))
    await hosted.then_quiet(hosted.table.read_by(seating, {Seat.DMO: readership}))
    hosted.table.failed(RuntimeError("what has failed"))
    await hosted.sweep()
    told = [text for text in hosted.room.texts(HOSTS) if text.startswith("🔔")]
    assert len(told) == 3
    assert hosted.room.texts(LOG)[-3:] == told


async def test_a_restart_is_in_the_log_and_nothing_stands_there_twice(hosted):
    await with_log(hosted)
    hosted.room.hold_answer(LOG)
    await hosted.do(do.PauseMatch(HOST, "tea"))
    await hosted.do(do.ResumeMatch(HOST))
    hosted.room.let_go(LOG)
    await hosted.restarted()
    texts = hosted.room.texts(LOG)
    assert texts[-1] == "⚠️ The bot was restarted; the clock starts again in full."
    assert len(texts) == len(set(texts)) == 4


@pytest.mark.parametrize("failure", list(Failure))
async def test_no_match_stands_still_for_a_log_that_can_not_be_written(hosted, failure):
    await with_log(hosted)
    hosted.room.trouble[LOG] = failure
    await hosted.do(do.CallHost(ZAC))
    for _ in range(5):
        await hosted.sweep()
    assert isinstance(hosted.match.current, TurnOpen)


@pytest.mark.parametrize("failure", list(Failure))
async def test_a_pause_of_the_programs_own_ends_though_the_log_is_still_owed(hosted, failure):
    await with_log(hosted)
    hosted.room.trouble[LOG] = failure
    await hosted.do(do.PauseMatch(HOUSE, "board"))
    assert isinstance(hosted.match.current, Paused)
    await hosted.sweep()
    assert isinstance(hosted.match.current, TurnOpen)


@pytest.mark.parametrize("failure", [Failure.GONE, Failure.FORBIDDEN])
async def test_a_lost_log_is_told_to_the_hosts_once_and_what_is_not_shown_the_record_has(
    hosted, failure
):
    await with_log(hosted)
    hosted.room.trouble[LOG] = failure
    await hosted.do(do.CallHost(ZAC))
    await hosted.do(do.CallHost(CORA))
    await hosted.restarted()
    await hosted.do(do.PauseMatch(HOST, "tea"))
    told = [text for text in hosted.room.texts(HOSTS) if "the log of this match" in text]
    assert len(told) == 1
    assert await owed_to_log(hosted) == 0
    assert [text for text in await kept(hosted) if "calls a host" in text] == [
        "🔔 Zac calls a host (round 1, turn 1).",
        "🔔 Cora calls a host (round 1, turn 1).",
    ]


async def test_a_log_that_fails_for_a_while_is_written_once_it_works_again(hosted):
    await with_log(hosted)
    hosted.room.next_trouble[LOG] = [Failure.LATER] * 2
    await hosted.do(do.CallHost(ZAC))
    await hosted.move_to(hosted.now + FIRST_REST_MS)
    assert hosted.room.texts(LOG)[-1] == "🔔 Zac calls a host (round 1, turn 1)."
    assert all("the log of this match" not in text for text in hosted.room.texts(HOSTS))


@pytest.mark.parametrize("trouble", LogTrouble)
async def test_a_log_that_must_not_be_shown_is_not_and_the_hosts_hear_of_it_once(hosted, trouble):
    await with_log(hosted, LogPlace(900, trouble))
    for _ in range(3):
        await hosted.then_quiet(hosted.table.look_at_log())
    await hosted.restarted()
    await hosted.then_quiet(hosted.table.look_at_log())
    assert hosted.room.to(LOG) == []
    told = [text for text in hosted.room.texts(HOSTS) if "the log of this match" in text]
    assert len(told) == 1


async def test_another_channel_with_the_same_trouble_is_told_of_again(hosted):
    await with_log(hosted, LogPlace(900, LogTrouble.GONE))
    await hosted.then_quiet(hosted.table.look_at_log())
    hosted.room.log = LogPlace(901, LogTrouble.GONE)
    await hosted.then_quiet(hosted.table.look_at_log())
    assert sum("the log of this match" in text for text in hosted.room.texts(HOSTS)) == 2


async def test_of_a_log_that_is_wanted_no_more_nobody_hears_when_it_fails(hosted):
    await with_log(hosted)
    hosted.room.hold(LOG)
    await hosted.do(do.CallHost(ZAC))
    hosted.room.log, hosted.room.trouble[LOG] = None, Failure.GONE
    hosted.room.let_go(LOG)
    await hosted.quiet()
    assert await owed_to_log(hosted) == 0
    assert all("the log of this match" not in text for text in hosted.room.texts(HOSTS))


async def test_of_a_match_that_has_ended_nobody_hears_that_its_log_can_not_be_shown(hosted):
    await with_log(hosted)
    table = hosted.table
    await hosted.do(do.CallOff(HOST, ""))
    hosted.room.log = LogPlace(900, LogTrouble.GONE)
    await hosted.then_quiet(table.look_at_log())
    assert all("the log of this match" not in text for text in hosted.room.texts(HOSTS))
