"""The objects for programs: which keys each has, and of which types."""

from __future__ import annotations

import json
from collections.abc import Callable
from typing import Any

import pytest

from minecart_robbery.engine import events as ev
from minecart_robbery.engine.clock import Moment
from minecart_robbery.engine.match import PauseCause
from minecart_robbery.engine.nouns import Seat
from minecart_robbery.engine.rules import RoleDefault, Rules
from minecart_robbery.referee.objects import event_object
from minecart_robbery.referee.script import moment_ms
from minecart_robbery.words.names import Names
from tests.golden.transcripts import NAMES, transcript
from tests.referee.scripts import IN_FIRST_TURN, objects

Check = Callable[[Any], bool]
PLAYERS = ("Cora", "Zac")
IN_THEIR_SEATS = (("Cora", "Cleo Lane", "Alex"), ("Zac", "Nora", "Hanna", "alex"))
"""Who plays in each seat in the golden transcripts: at first, and instead of them later."""
TRACKS = ["north", "central", "south"]


def number(value: Any) -> bool:
    return type(value) is int and value >= 0


def flag(value: Any) -> bool:
    return type(value) is bool


def text(value: Any) -> bool:
    return type(value) is str and value != ""


def moment(value: Any) -> bool:
    return type(value) is str and moment_ms(value) is not None


def player(value: Any) -> bool:
    return any(value in seat for seat in IN_THEIR_SEATS)


def anybody(value: Any) -> bool:
    return player(value) or value == "host"


def players(value: Any) -> bool:
    return type(value) is list and all(player(name) for name in value)


def role(value: Any) -> bool:
    return value in ("miner", "thief")


def track(value: Any) -> bool:
    return value in TRACKS


def per_player(value: Any) -> bool:
    seats = zip(value, IN_THEIR_SEATS, strict=True)
    return all(name in seat for name, seat in seats) and all(number(it) for it in value.values())


def per_track(value: Any) -> bool:
    return list(value) == TRACKS and all(number(it) for it in value.values())


def or_null(check: Check) -> Check:
    return lambda value: value is None or check(value)


PROMISED: dict[str, dict[str, Check]] = {
    "role_picked": {"round": number, "by": anybody, "role": role, "defaulted": flag},
    "turn_opened": {
        "round": number,
        "turn": number,
        "miner": player,
        "thief": player,
        "stashes": per_track,
        "deadline": moment,
    },
    "pick_made": {"by": player, "track": track},
    "bonus_played": {"by": player, "kind": text, "deadline": moment},
    "turn_settled": {
        "round": number,
        "turn": number,
        "miner": player,
        "thief": player,
        "cart": or_null(track),
        "ran_on": or_null(track),
        "guard": or_null(track),
        "to": or_null(player),
        "gems": number,
        "silent": players,
        "gems_after": per_player,
        "stashes_after": per_track,
    },
    "round_won": {"round": number, "winner": player, "rounds": per_player},
    "match_won": {"winner": player},
    "paused": {"reason": text},
    "resumed": {},
    "called_off": {},
    "seat_taken": {"player": player, "before": player},
    "forfeited": {"player": player, "winner": player},
    "refused": {"by": anybody, "text": text, "reason": text},
    "asked_back": {"by": player, "text": text},
    "hinted": {"by": player, "text": text},
}
"""What the referee promises of each event, besides `at` and `event`."""


def every_object() -> list[dict[str, Any]]:
    return [found for name in NAMES for found in transcript(name).objects]


def test_every_object_begins_with_its_moment_and_its_event():
    for found in every_object():
        assert list(found)[:2] == ["at", "event"]
        assert moment(found["at"])
        assert text(found["event"])


def test_the_moments_of_a_script_never_run_backwards():
    for name in NAMES:
        moments = [moment_ms(found["at"]) for found in transcript(name).objects]
        assert moments == sorted(moments, key=lambda ms: ms or 0)


@pytest.mark.parametrize("event", PROMISED)
def test_an_event_has_the_keys_that_are_promised(event: str):
    these = [found for found in every_object() if found["event"] == event]
    assert these, f"no golden transcript has {event}"
    for found in these:
        wrong = [key for key, check in PROMISED[event].items() if not check(found[key])]
        assert wrong == [], found


def test_a_bonus_names_its_mine_or_its_two_tracks():
    bonuses = [found for found in every_object() if found["event"] == "bonus_played"]
    assert {found["kind"] for found in bonuses} == {"accelerate", "join"}
    for found in bonuses:
        named = [key for key in ("mine", "first", "second") if key in found]
        assert named == (["mine"] if found["kind"] == "accelerate" else ["first", "second"])
        assert all(track(found[key]) for key in named)


def test_where_no_cart_ran_there_is_null_and_no_gems():
    nothing = [it for it in every_object() if it["event"] == "turn_settled" and it["to"] is None]
    assert nothing
    for found in nothing:
        assert (found["cart"], found["ran_on"], found["guard"], found["gems"]) == (None,) * 3 + (0,)


def test_names_of_any_script_stand_in_the_objects_as_they_are():
    script = 'dmo "Ça va"\ncandidate "Zac 🚂"\n00:00 host desk start\n00:01 "Ça va" dm miner\n'
    opened = objects(script)[-1]
    assert (opened["miner"], opened["thief"]) == ("Ça va", "Zac 🚂")
    assert json.loads(json.dumps(opened)) == opened


def test_a_pause_without_a_reason_says_whose_wish_it_was():
    assert objects(IN_FIRST_TURN + "00:05 host desk pause\n")[-1]["reason"] == "a host asked for it"


def test_what_is_late_is_refused_and_keep_without_a_pick_is_hinted():
    late = objects(IN_FIRST_TURN + "01:01.500 Cora sub north\n")[-1]
    assert (late["event"], late["by"], late["text"]) == ("refused", "Cora", "north")
    keep = objects(IN_FIRST_TURN + "00:05 Cora sub keep\n")[-1]
    assert (keep["event"], keep["by"], keep["text"]) == ("hinted", "Cora", "keep")


def test_a_late_pick_that_a_host_enters_is_refused_to_the_host():
    late = objects(IN_FIRST_TURN + "01:01.500 host desk pick Cora north\n")[-1]
    assert (late["event"], late["by"]) == ("refused", "host")


@pytest.mark.parametrize(
    ("event", "fields"),
    [
        (ev.ReadyAsked(Moment(1), 2, 61_000), {"round": 2, "deadline": "01:01.000"}),
        (ev.ReadySaid(Moment(1), Seat.CANDIDATE), {"by": "Zac"}),
        (ev.ReadyOverdue(Moment(1), 2), {"round": 2}),
        (ev.ReadySkipped(Moment(1), 2), {"round": 2}),
        (ev.ClockStarted(Moment(1), 61_000), {"deadline": "01:01.000"}),
        (ev.ClockRestarted(Moment(1), 61_000), {"deadline": "01:01.000"}),
        (ev.MatchPaused(Moment(1), PauseCause.DMO, ""), {"reason": "Cora asked for it"}),
        (ev.MatchResumed(Moment(1), None), {"deadline": None}),
        (ev.HostsDecide(Moment(1), 3), {"round": 3}),
    ],
)
def test_what_scripts_seldom_bring_about_has_an_object_too(event: ev.Event, fields: dict[str, Any]):
    found = event_object(event, Rules(), Names("Cora", "Zac"))
    assert found == {"at": "00:00.001", "event": event.event} | fields


def test_settings_stand_in_the_object_of_the_opening_and_of_a_change():
    set_to = Rules(target_gems=7, role_default=RoleDefault.ASK)
    found = event_object(ev.RulesSet(Moment(0), set_to), Rules(), Names("Cora", "Zac"))
    assert found["rules"]["target_gems"] == 7
    assert json.loads(json.dumps(found))["rules"]["role_default"] == "ask the host"
