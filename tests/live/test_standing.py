"""What is in force in a server, and where it comes from: its own, the house's, as shipped."""

from __future__ import annotations

import logging
from collections.abc import AsyncIterator
from pathlib import Path
from typing import Any

import pytest

from minecart_robbery.engine.nouns import Seat
from minecart_robbery.engine.rules import SETTINGS, ReadyRounds, RoleDefault, Rules
from minecart_robbery.live.standing import STANDING, AfterMatch, Standings, standing_with
from minecart_robbery.record import Record
from minecart_robbery.words.telling.standing import Origin
from tests.record.sql import run

HOUSE = Rules(turn_seconds=90, settle_seconds=0.25)


@pytest.fixture
async def record(tmp_path: Path) -> AsyncIterator[Record]:
    """An open record, closed in the end."""
    record = await Record.open(tmp_path / "record.db")
    yield record
    await record.close()


def test_where_a_server_has_set_nothing_all_is_the_houses_or_as_shipped():
    standing = standing_with(HOUSE, {})
    assert standing.rules == HOUSE
    assert (standing.after_match, standing.hosts_log) == (AfterMatch.LEAVE, None)
    assert standing.origin_of("turn_seconds") is Origin.HOUSE
    others = [name for name in STANDING if name not in ("turn_seconds", "settle_seconds")]
    assert {standing.origin_of(name) for name in others} == {Origin.SHIPPED}


def test_what_a_server_has_set_goes_before_the_house():
    found = {"turn_seconds": 30, "role_default": "ask the host", "after_match": "lock"}
    standing = standing_with(HOUSE, found)
    assert standing.rules == Rules(
        turn_seconds=30, settle_seconds=0.25, role_default=RoleDefault.ASK
    )
    assert standing.after_match is AfterMatch.LOCK
    assert {standing.origin_of(name) for name in found} == {Origin.SERVER}
    assert standing.origin_of("settle_seconds") is Origin.HOUSE


def test_a_servers_own_value_is_its_own_though_it_is_the_same_as_shipped():
    assert standing_with(HOUSE, {"target_gems": 15}).origin_of("target_gems") is Origin.SERVER


@pytest.mark.parametrize(
    ("name", "value"),
    [
        ("target_gems", 100),
        ("target_gems", "many"),
        ("role_default", "host"),
        ("shows_picked", "perhaps"),
        ("after_match", "burn"),
        ("hosts_log", "#log"),
        ("between_turns_seconds", None),
    ],
)
def test_s42_a_stored_value_that_cannot_be_used_is_as_good_as_none_and_the_rest_holds(
    name: str, value: Any, caplog: pytest.LogCaptureFixture
):
    caplog.set_level(logging.WARNING)
    standing = standing_with(HOUSE, {name: value, "turn_seconds": 30})
    assert standing.rules.turn_seconds == 30
    assert standing.value_of(name) == standing_with(HOUSE, {}).value_of(name)
    assert standing.origin_of(name) is not Origin.SERVER
    assert name in caplog.text


def test_s42_a_stored_name_that_is_no_setting_is_left_alone():
    assert standing_with(HOUSE, {"show_picked": True}) == standing_with(HOUSE, {})


def test_every_rule_is_one_that_a_server_can_set():
    assert STANDING[: len(SETTINGS)] == SETTINGS


async def test_every_value_is_stored_and_read_again_as_what_it_was(record: Record):
    values: dict[str, Any] = {
        "target_gems": 9,
        "grace_seconds": 0.5,
        "role_default": RoleDefault.RANDOM,
        "first_picker": Seat.CANDIDATE,
        "ready_check": ReadyRounds.EVERY,
        "dmo_may_run": False,
        "after_match": AfterMatch.ARCHIVE,
        "archive_category": 2**62,
        "hosts_log": 2**62 + 1,
    }
    standings = Standings(record, HOUSE)
    for name, value in values.items():
        await standings.set(9, name, value)
    standing = await standings.of(9)
    for name, value in values.items():
        read = standing.value_of(name)
        assert (type(read), read) == (type(value), value)
    assert standing.own == set(values)
    assert (await standings.of(8)).own == set()


async def test_what_is_cleared_is_the_houses_again(record: Record):
    standings = Standings(record, HOUSE)
    await standings.set(9, "turn_seconds", 30)
    standing = await standings.clear(9, "turn_seconds")
    assert standing.rules == HOUSE
    assert standing == await standings.of(9)


async def test_a_value_that_a_setting_cannot_have_is_not_stored(record: Record):
    standings = Standings(record, HOUSE)
    with pytest.raises(ValueError, match="turn_seconds"):
        await standings.set(9, "turn_seconds", 4)
    assert await record.settings.of(9) == {}


async def test_s42_a_value_that_is_no_json_is_as_good_as_none(record: Record, tmp_path: Path):
    run(tmp_path / "record.db", "INSERT INTO server_setting VALUES (9, 'turn_seconds', '{')")
    standing = await Standings(record, Rules()).of(9)
    assert standing == standing_with(Rules(), {})


async def test_s42_a_value_that_cannot_be_used_is_logged_once(
    record: Record, caplog: pytest.LogCaptureFixture
):
    await record.settings.set(9, "turn_seconds", "many")
    standings = Standings(record, Rules())
    for _ in range(3):
        await standings.of(9)
    assert len([it for it in caplog.records if "turn_seconds" in it.getMessage()]) == 1
