"""The commands `minecart record list`, `export`, `verify` and `timings`, and their exit codes.

The golden record is written anew as `tests/golden` is: with GOLDEN=write.
"""

from __future__ import annotations

import asyncio
import json
import os
import re
from collections.abc import Awaitable, Callable
from itertools import count
from pathlib import Path
from typing import TypeVar

import pytest

from minecart_robbery.engine import commands as do
from minecart_robbery.engine import evolve
from minecart_robbery.engine.clock import Moment
from minecart_robbery.engine.match import CalledOff, Match
from minecart_robbery.engine.nouns import Desk, Role, Seat, Track
from minecart_robbery.engine.refusals import Refusal
from minecart_robbery.engine.rules import Rules
from minecart_robbery.record import Cause, Record
from tests.deciding import decided
from tests.record.examples import seating
from tests.record.exported import object_of, recorded
from tests.record.random_match import RandomMatch
from tests.record.sql import run
from tests.record.tampering import sealed_anew
from tests.test_cli import assert_one_line_refuses, in_a_process, minecart

GOLDEN = Path(__file__).parent / "record" / "golden" / "a-short-match.json"
Causes = tuple[tuple[str, do.Command], ...]
SHORT_MATCH: Causes = (
    ("i:100", do.OpenMatch(Rules(target_gems=1, rounds_to_win=1))),
    ("i:101", do.StartMatch(Desk.HOST, skip_ready=True)),
    ("m:102", do.PickRole(Seat.DMO, Role.MINER)),
    ("c:1", do.StartClock()),
    ("m:104", do.Say(Seat.DMO, Track.NORTH)),
    ("m:105", do.Say(Seat.CANDIDATE, Track.SOUTH)),
    ("t:3:6000", do.Expire()),
)
T = TypeVar("T")


async def play_short_match(record: Record, causes: Causes = SHORT_MATCH) -> None:
    """Write the shortest of matches into the record, a second between any two causes."""
    match: Match | None = None
    number = 0
    for at, (key, command) in enumerate(causes):
        events = decided(match, command, Moment(at * 1000, snowflake=100 + at))
        assert not isinstance(events, Refusal)
        for event in events:
            match = evolve(match, event)
        if number:
            assert await record.append(number, Cause(key), events) is not None
        else:
            added = await record.add_match(seating(), Cause(key), events)
            assert added is not None
            number = added[0].match


async def play_until_a_pick_is_pending(record: Record) -> None:
    """Write the short match into the record up to the first pick."""
    await play_short_match(record, SHORT_MATCH[:5])


async def play_and_take_back(record: Record) -> None:
    """Write the short match into the record up to the first pick, and then take that back."""
    back = ("i:200", do.TakeBack(Desk.HOST, 1, 1))
    await play_short_match(record, (*SHORT_MATCH[:3], *SHORT_MATCH[4:5], back))


def with_record(path: Path, work: Callable[[Record], Awaitable[T]]) -> T:
    """Do something with the record in that file."""

    async def done() -> T:
        record = await Record.open(path)
        try:
            return await work(record)
        finally:
            await record.close()

    return asyncio.run(done())


def called_off() -> int:
    """The seed of a random match that a host has called off."""
    seeds = (seed for seed in count() if isinstance(RandomMatch(seed).match.current, CalledOff))
    return next(seeds)


@pytest.fixture
def database(tmp_path: Path) -> Path:
    """A database with the short match in it, and after it one that was called off."""

    async def fill(record: Record) -> None:
        await play_short_match(record)
        await recorded(record, seed=called_off(), dm_channel=200)

    path = tmp_path / "record.db"
    with_record(path, fill)
    return path


@pytest.fixture
def document(database: Path, tmp_path: Path) -> Path:
    """The short match as exported."""
    path = tmp_path / "match-1.json"
    result = minecart("record", "export", "1", "--format", "json", "--database", str(database))
    assert (result.exit_code, result.stderr) == (0, "")
    path.write_text(result.stdout, encoding="utf-8")
    return path


def test_a_short_match_is_exported_as_the_golden_file_says(document: Path):
    if os.environ.get("GOLDEN") == "write":
        GOLDEN.write_bytes(document.read_bytes())
    assert document.read_text(encoding="utf-8") == GOLDEN.read_text(encoding="utf-8")


def test_the_golden_record_is_sound():
    result = minecart("record", "verify", str(GOLDEN))
    fingerprint = json.loads(GOLDEN.read_text())["fingerprint"]
    short = " ".join(fingerprint[at : at + 4] for at in (0, 4, 8, 12))
    assert (result.exit_code, result.stderr) == (0, "")
    assert result.stdout == (
        f"sound: match 1, 12 events, won by Cora, 1 to 0, fingerprint {short}\n"
    )


def test_an_export_is_verified_from_standard_input_in_processes_of_their_own(database: Path):
    exported = in_a_process("record", "export", "2", MINECART_DATABASE=str(database))
    assert (exported.returncode, exported.stderr) == (0, b"")
    verified = in_a_process("record", "verify", "-", typed=exported.stdout)
    assert (verified.returncode, verified.stderr) == (0, b"")
    assert verified.stdout.startswith(b"sound: match 2, ")


def test_the_list_tells_number_players_state_and_fingerprint(database: Path):
    result = minecart("record", "list", "--database", str(database))
    first, second = result.stdout.splitlines()
    posted = with_record(database, lambda record: record.fingerprint(1))
    assert first == f"1  Cora (DMO) against Zac  won by Cora, 1 to 0  {posted.short}"
    assert re.match(r"2  Cora \(DMO\) against Zac  called off[; ]", second)


def test_r32_the_list_tells_of_how_many_events_were_taken_back(tmp_path: Path):
    database = tmp_path / "record.db"
    with_record(database, play_and_take_back)
    result = minecart("record", "list", "--database", str(database))
    assert result.stdout == (
        "1  Cora (DMO) against Zac  under way, 0 to 0; 2 of its events taken back\n"
    )
    table = minecart("record", "timings", "1", "--with-secrets", "--database", str(database))
    assert "counted, taken back" in table.stdout


def test_s23_nothing_that_a_pending_pick_is_hashed_into_is_shown(tmp_path: Path):
    """Whoever knows the rest of the record needs only three tries to find the pick."""
    database = tmp_path / "record.db"
    with_record(database, play_until_a_pick_is_pending)
    result = minecart("record", "list", "--database", str(database))
    assert result.stdout == "1  Cora (DMO) against Zac  under way, 0 to 0\n"
    assert_one_line_refuses(
        minecart("record", "export", "1", "--database", str(database)),
        "match 1 has not ended, and its record may hold picks that are still secret: wait until "
        "it has ended, or, if you may know them, give --with-secrets",
    )
    shown = minecart("record", "export", "1", "--with-secrets", "--database", str(database))
    assert json.loads(shown.stdout)["events"][-1]["event"]["event"] == "pick_made"


def named(path: Path, dmo: str, candidate: str) -> None:
    """Give the players of all matches in that file other names."""
    for seat, name in (("dmo", dmo), ("candidate", candidate)):
        run(path, f"UPDATE chair SET name = '{name}' WHERE seat = '{seat}'")


def test_r35_two_players_of_one_name_are_told_apart_in_the_list_and_in_what_is_verified(
    database: Path,
):
    named(database, "Alex", "\u0410lex")
    first, second = minecart("record", "list", "--database", str(database)).stdout.splitlines()
    players = "Alex (DMO) against \u0410lex (candidate)"
    assert first.startswith(f"1  {players}  won by Alex (DMO), 1 to 0")
    assert second.startswith(f"2  {players}  called off")
    exported = minecart("record", "export", "1", "--database", str(database)).stdout
    assert json.loads(exported)["names"] == {"dmo": "Alex", "candidate": "\u0410lex"}
    verified = minecart("record", "verify", "-", typed=exported)
    assert "won by Alex (DMO), 1 to 0" in verified.stdout


def test_r35_two_players_of_one_name_are_told_apart_in_the_table_of_timings(database: Path):
    named(database, "Alex", "Alex")
    table = minecart("record", "timings", "1", "--database", str(database)).stdout
    rows = [line for line in table.splitlines() if "Alex" in line]
    assert len(rows) == 3
    assert all("Alex (DMO)" in row or "Alex (candidate)" in row for row in rows)


def test_r35_who_played_until_a_substitution_is_told_from_whoever_played_on(document: Path):
    found = json.loads(document.read_text())
    found["names"] = {
        "dmo": "Cora",
        "candidate": "zac",
        "earlier": [
            {"seat": "candidate", "name": "Zac", "until": 11},
            {"seat": "dmo", "name": "Nora", "until": 2},
        ],
    }
    document.write_text(json.dumps(found))
    table = minecart("record", "timings", str(document)).stdout
    assert "Zac (candidate until event 11)" in table
    assert "Cora" in table
    assert "Cora (" not in table
    assert "zac (candidate)" not in table


def test_names_of_a_seat_that_there_is_not_are_no_fault_of_the_program(document: Path):
    found = json.loads(document.read_text())
    found["names"]["earlier"] = [{"seat": "host", "name": "Cora", "until": 3}] * 2
    document.write_text(json.dumps(found))
    result = minecart("record", "timings", str(document))
    assert (result.exit_code, result.stderr) == (0, "")


def test_r35_a_name_that_shows_nothing_is_replaced_by_the_seat_in_the_list(database: Path):
    named(database, "\u3164", "Zac")
    listed = minecart("record", "list", "--database", str(database)).stdout
    assert listed.startswith("1  DMO against Zac  won by DMO, 1 to 0")


def test_no_name_moves_the_cursor_of_whoever_lists_matches(database: Path):
    named(database, "Co\x1b[2Jra", "Zac")
    listed = minecart("record", "list", "--database", str(database)).stdout
    assert "\x1b" not in listed
    assert listed.startswith("1  Co\ufffd[2Jra (DMO) against Zac")


def test_without_names_the_seats_are_told(document: Path):
    found = json.loads(document.read_text())
    del found["names"]
    result = minecart("record", "verify", "-", typed=json.dumps(found))
    assert "won by the dmo, 1 to 0" in result.stdout


@pytest.mark.parametrize("encoding", ["utf-16", "utf-8-sig"])
def test_a_record_that_powershell_has_redirected_is_verified(document: Path, encoding: str):
    document.write_text(document.read_text(encoding="utf-8"), encoding=encoding)
    assert minecart("record", "verify", str(document)).exit_code == 0


def test_a_changed_record_is_one_line_and_exit_code_1(document: Path):
    found = json.loads(document.read_text())
    found["events"][4]["event"]["round"] = 2
    result = minecart("record", "verify", "-", typed=json.dumps(found))
    assert (result.exit_code, result.stdout) == (1, "")
    assert result.stderr == (
        "minecart: -: event 5 was changed, or an event was dropped or added here: its hash is not "
        "that of what stands here\n"
    )


def test_a_forged_record_is_one_line_and_exit_code_1(document: Path):
    found = json.loads(document.read_text())
    settled = next(it for it in found["events"] if it["event"]["event"] == "turn_settled")
    settled["event"]["to"] = "candidate"
    result = minecart("record", "verify", "-", typed=json.dumps(sealed_anew(found)))
    assert (result.exit_code, result.stdout) == (1, "")
    assert result.stderr == (
        f"minecart: -: event {settled['number']} (turn_settled) is not what the rules make of its "
        "cause\n"
    )


def test_another_match_than_the_one_that_was_posted_has_exit_code_1(document: Path):
    posted = json.loads(document.read_text())["fingerprint"]
    short = " ".join(posted[at : at + 4] for at in (0, 4, 8, 12))
    assert minecart("record", "verify", str(document), "--fingerprint", short).exit_code == 0
    other = object_of(2)["fingerprint"]
    result = minecart("record", "verify", str(document), "--fingerprint", other)
    assert (result.exit_code, result.stdout) == (1, "")
    assert result.stderr == (
        f"minecart: {document}: this is another record than the one that was posted: its "
        f"fingerprint is {short}\n"
    )


@pytest.mark.parametrize(
    ("text", "why"),
    [
        ("", "it is not JSON"),
        ("dmo Cora\n", "it is not JSON"),
        ("[]", "it is no exported record: "),
        ('{"format": "minecart record"}', "it is no exported record: written: field required"),
        ('{"a": 1, "a": 2}', "a name stands in it twice in one object"),
    ],
)
def test_a_file_that_is_no_record_is_one_line_and_exit_code_2(tmp_path: Path, text: str, why: str):
    path = tmp_path / "some.json"
    path.write_text(text)
    result = minecart("record", "verify", str(path))
    assert (result.exit_code, result.stdout) == (2, "")
    assert result.stderr.startswith(f"minecart: {path}: {why}")
    assert result.stderr.count("\n") == 1


def test_what_is_no_fingerprint_has_exit_code_2(document: Path):
    assert_one_line_refuses(
        minecart("record", "verify", str(document), "--fingerprint", "hello"),
        f"{document}: 'hello' is no fingerprint: at least 16 digits 0-9, a-f are expected",
    )


def test_files_that_are_not_there_have_exit_code_2(tmp_path: Path):
    missing = tmp_path / "missing"
    assert_one_line_refuses(
        minecart("record", "verify", str(missing)), f"{missing}: No such file or directory"
    )
    for arguments in (("list",), ("export", "1")):
        result = minecart("record", *arguments, "--database", str(missing))
        assert_one_line_refuses(result, f"there is no database {missing}")
    assert not missing.exists()


def test_a_match_or_a_form_that_is_not_there_has_exit_code_2(database: Path):
    result = minecart("record", "export", "9", "--database", str(database))
    assert_one_line_refuses(result, "there is no match 9 in the database")
    other = minecart("record", "export", "1", "--format", "xml", "--database", str(database))
    assert other.exit_code == 2


def test_a_file_that_is_no_database_has_exit_code_2(tmp_path: Path):
    path = tmp_path / "diary.txt"
    path.write_text("Dear diary, " * 100)
    result = minecart("record", "list", "--database", str(path))
    assert (result.exit_code, result.stdout) == (2, "")
    assert "is not a database of this program" in result.stderr
    assert result.stderr.count("\n") == 1


def test_help_tells_of_the_four_commands():
    shown = minecart("record", "--help").stdout
    assert all(command in shown for command in ("list", "export", "verify", "timings"))


SHORT_TABLE = """\
event  round  turn  player  did    received (UTC)           deadline      margin           outcome
5      1      role  Cora    miner  1970-01-01 00:00:02.000  00:01:01.000  59.000 s before  counted
8      1      1     Cora    north  1970-01-01 00:00:04.000  00:01:03.000  59.000 s before  counted
9      1      1     Zac     south  1970-01-01 00:00:05.000  00:01:03.000  58.000 s before  counted
"""


def test_the_timings_of_a_file_and_of_the_database_are_the_same(document: Path, database: Path):
    of_file = minecart("record", "timings", str(document))
    of_database = minecart("record", "timings", "1", "--database", str(database))
    of_input = minecart("record", "timings", "-", typed=document.read_text())
    assert of_file.stdout == of_database.stdout == of_input.stdout == SHORT_TABLE
    assert {it.exit_code for it in (of_file, of_database, of_input)} == {0}


def test_the_timings_are_plain_text_where_they_are_piped(document: Path):
    shown = in_a_process("record", "timings", str(document), FORCE_COLOR="1", COLUMNS="20")
    assert (shown.stdout.decode(), shown.stderr, shown.returncode) == (SHORT_TABLE, b"", 0)


def test_on_a_terminal_the_timings_have_a_line_under_their_headings(
    document: Path, monkeypatch: pytest.MonkeyPatch
):
    monkeypatch.setenv("COLUMNS", "200")
    monkeypatch.setattr("minecart_robbery.command_line.terminal.is_terminal", lambda: True)
    shown = minecart("record", "timings", str(document)).stdout
    assert "────" in shown
    assert "59.000 s before" in shown


def test_the_timings_of_a_changed_record_are_not_shown(document: Path):
    found = json.loads(document.read_text())
    found["timings"][1]["margin"] = 60_000
    result = minecart("record", "timings", "-", typed=json.dumps(found))
    assert (result.exit_code, result.stdout) == (1, "")
    assert result.stderr == (
        "minecart: -: row 2 of the timings (event 8) is not what the events make\n"
    )


def test_timings_that_are_not_there_have_exit_code_2(database: Path, tmp_path: Path):
    nine = minecart("record", "timings", "9", "--database", str(database))
    assert_one_line_refuses(nine, "there is no match 9 in the database")
    missing = tmp_path / "missing"
    nowhere = minecart("record", "timings", str(missing))
    assert_one_line_refuses(nowhere, f"{missing}: No such file or directory")
    huge = minecart("record", "timings", "9" * 5000, "--database", str(database))
    assert_one_line_refuses(huge, f"{'9' * 5000}: File name too long")


def test_s45_a_match_that_cannot_be_read_keeps_no_other_from_being_listed(database: Path):
    run(database, """INSERT INTO event VALUES (1, 99, 1, '{"event": "weather_changed"}')""")
    listed = minecart("record", "list", "--database", str(database))
    assert listed.exit_code == 0
    first, second = listed.stdout.splitlines()
    assert "can't be read by this version" in first
    assert "called off" in second
    why = (
        "match 1 can't be read by this version of the program: use the version that played it last"
    )
    for command in ("export", "timings"):
        assert_one_line_refuses(minecart("record", command, "1", "--database", str(database)), why)
