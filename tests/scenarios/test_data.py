"""What is kept of a match outlasts changes of the program and of its settings: rows S41 to S43."""

from __future__ import annotations

import asyncio
import json
from dataclasses import replace
from pathlib import Path

import pytest
from hypothesis import given, settings

from minecart_robbery.engine import evolve, replay
from minecart_robbery.engine.match import Match
from minecart_robbery.engine.rules import Rules
from minecart_robbery.record import Record
from minecart_robbery.record.document import MalformedDocumentError, read_document
from minecart_robbery.record.written import VERSION, read_back, written
from minecart_robbery.words.notices import Audience
from tests.chat.looking import match_of
from tests.chat.server import Server, running_server
from tests.live.hosted import CORA, TO_CORA, TO_ZAC, TURN_MS, ZAC, Hosted
from tests.live.script import RULES, TURNS, a_house, play
from tests.record.exported import object_of
from tests.record.random_match import RandomMatch
from tests.record.sql import run

OTHER_RULES = {"target_gems": 1, "rounds_to_win": 1, "turn_seconds": 5, "role_seconds": 5}

# ----------------------------------------------------------------- S41


async def test_s41_who_is_reminded_is_decided_when_the_reminder_is_sent(hosted: Hosted):
    """When the clock began neither had picked; when the time to remind comes, one has."""
    hosted.house._nudge_ms = 10_000  # pyright: ignore[reportPrivateUsage]
    await hosted.in_first_turn()
    await hosted.move_to(TURN_MS - 10_001)
    await hosted.types(CORA, "north")
    await hosted.move_to(TURN_MS - 9_999)
    reminded = [audience for audience in (TO_CORA, TO_ZAC) if is_reminded(hosted, audience)]
    assert reminded == [TO_ZAC]


async def test_s41_nobody_is_reminded_of_a_turn_that_is_over(hosted: Hosted):
    hosted.house._nudge_ms = 10_000  # pyright: ignore[reportPrivateUsage]
    await hosted.in_first_turn()
    await hosted.types(CORA, "north", at=TURN_MS - 20_000)
    await hosted.types(ZAC, "north", at=TURN_MS - 19_000)
    await hosted.move_to(TURN_MS)
    assert not any(is_reminded(hosted, audience) for audience in (TO_CORA, TO_ZAC))


def is_reminded(hosted: Hosted, audience: Audience) -> bool:
    """Whether somebody was told that time is running out."""
    return any("Time is running out" in text for text in hosted.room.texts(audience))


# ----------------------------------------------------------------- S42


async def test_s42_other_settings_at_a_restart_change_no_match_that_runs(tmp_path: Path):
    path = tmp_path / "record.db"
    async with running_server(path) as server:
        await server.play_to_first_turn()
        before = match_of(server).rules
        await restart_with(server, **OTHER_RULES)
        assert match_of(server).rules == before
        await server.cora.send(server.cora_sub, "north")
        await server.env.advance_time(55)
        assert "was silent" not in server.last(server.dm)
        await server.zac.send(server.zac_sub, "south")
        await server.env.advance_time(1)
        assert "Round 1 · Turn 2" in server.last(server.dm), "a gem doesn't win the round"


async def test_s42_a_match_opened_after_that_has_the_new_settings(tmp_path: Path):
    async with running_server(tmp_path / "record.db") as server:
        await restart_with(server, **OTHER_RULES)
        table = await server.open_match()
        rules = table.match.rules
        assert {name: getattr(rules, name) for name in OTHER_RULES} == OTHER_RULES


async def restart_with(server: Server, **rules: int) -> None:
    """The bot is started again with other rules as shipped."""
    settings = server.bot.settings
    changed = replace(settings.rules, **rules)
    server.bot.settings = settings.model_copy(update={"rules": changed})
    await server.restart()


@pytest.mark.parametrize(
    "name",
    [
        *("idle_turns_before_pause", "ready_seconds", "dmo_may_run", "first_picker"),
        *("between_turns_seconds", "shows_picked", "private_prompts"),
    ],
)
def test_s42_an_opening_from_before_a_rule_was_added_is_read_with_its_default(name: str):
    opened = RandomMatch(1).causes[0][1][0]
    body = json.loads(written(opened))
    del body["rules"][name]
    read = read_back(json.dumps(body))
    assert getattr(replay([read]).rules, name) == getattr(Rules(), name)


def test_s42_a_record_in_a_newer_form_is_refused():
    document = object_of(1) | {"written": VERSION + 1}
    with pytest.raises(MalformedDocumentError, match="written"):
        read_document(json.dumps(document))


async def test_s42_an_event_that_this_program_does_not_know_seats_no_match_wrongly(
    hosted: Hosted, tmp_path: Path, caplog: pytest.LogCaptureFixture
):
    """Its match is left as it is and said so in the log; the others are played on."""
    await hosted.in_first_turn()
    await hosted.open_match(200)
    again = await hosted.stopped()
    newer = """INSERT INTO event VALUES (1, 99, 1, '{"event": "weather_changed"}')"""
    run(tmp_path / "record.db", newer)
    await hosted.then_quiet(again.house.seat_all("2"))
    assert [table.seating.dm_channel for table in again.house.tables()] == [200]
    assert "match 1 can't be seated again" in caplog.text
    await again.house.close()


# ----------------------------------------------------------------- S43


@settings(max_examples=20)
@given(TURNS, RULES)
def test_s43_a_match_is_at_any_time_the_replay_of_its_record(turns, rules):
    """Nothing is computed beside the events: so what is left out of them is as if never done."""

    async def played() -> None:
        async with a_house() as hosted:
            await play(hosted, turns, rules)
            table = hosted.house.table(hosted.number)
            if table is not None:
                assert replay(await hosted.events()) == table.match

    asyncio.run(played())


@pytest.mark.parametrize("seed", range(8))
def test_s43_without_its_last_causes_a_match_is_exactly_what_it_was_before_them(seed: int):
    match: Match | None = None
    was: list[Match] = []
    events = [event for _, some in RandomMatch(seed).causes for event in some]
    for event in events:
        match = evolve(match, event)
        was.append(match)
    for count in range(1, len(events) + 1):
        assert replay(events[:count]) == was[count - 1]


async def test_s43_a_replay_under_other_shipped_settings_is_the_same_match(
    monkeypatch: pytest.MonkeyPatch,
):
    """Today's values are the defaults of the rules; a match goes by its own."""
    async with a_house() as hosted:
        await play(hosted, [], {"target_gems": 2, "rounds_to_win": 2})
        match = hosted.match
        monkeypatch.setattr(Rules.__init__, "__defaults__", changed_defaults())
        assert Rules().turn_seconds != match.rules.turn_seconds
        assert replay(await hosted.events()) == match


def changed_defaults() -> tuple[object, ...]:
    """The defaults of the rules as another version might ship them: each number one more."""
    shipped = Rules.__init__.__defaults__
    assert shipped is not None
    return tuple(it + 1 if type(it) in (int, float) else it for it in shipped)


async def test_s43_the_record_that_is_opened_again_gives_the_same_match(
    hosted: Hosted, tmp_path: Path
):
    await hosted.in_first_turn()
    await hosted.types(CORA, "north", at=100)
    await hosted.types(ZAC, "south", at=200)
    await hosted.move_to(1000)
    again = await Record.open(tmp_path / "record.db")
    assert replay(await again.events(hosted.number)) == hosted.match
    await again.close()
