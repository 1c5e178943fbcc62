"""What a script says: names, settings, moments, lines."""

import pytest

from minecart_robbery.engine import commands as do
from minecart_robbery.engine.events import ReadyAsked, RoleAsked
from minecart_robbery.engine.nouns import Desk, Role, Seat, Track
from minecart_robbery.engine.rules import PickedBy, ReadyRounds, RoleDefault, Rules, StartsAs
from minecart_robbery.referee import adjudicate, parse
from minecart_robbery.referee.script import DeskCommand, Line, Message, moment_ms, moment_text
from minecart_robbery.words.names import Names
from minecart_robbery.words.player_input import Place
from tests.referee.scripts import PLAYERS


def actions(lines: str) -> list[Message | DeskCommand | None]:
    return [line.action for line in parse(PLAYERS + lines).lines]


@pytest.mark.parametrize(
    ("text", "ms"),
    [
        ("00:00", 0),
        ("0:00", 0),
        ("00:09", 9_000),
        ("0:9", 9_000),
        ("02:30", 150_000),
        ("00:10.5", 10_500),
        ("00:10.05", 10_050),
        ("00:10.005", 10_005),
        ("90:00", 5_400_000),
        ("999:59.999", 59_999_999),
        ("1:00:00", 3_600_000),
        ("1:02:03.004", 3_723_004),
        ("100:59:59", 363_599_000),
    ],
)
def test_a_moment_is_minutes_and_seconds_with_hours_or_thousandths_if_need_be(text: str, ms: int):
    assert moment_ms(text) == ms


@pytest.mark.parametrize("text", ["", ":", "10", "0:60", "1:60:00", "00:10.", "00:1O", "0:10 "])
def test_anything_else_is_no_moment(text: str):
    assert moment_ms(text) is None


@pytest.mark.parametrize("ms", [0, 1, 999, 59_999, 60_000, 3_599_999, 3_600_000, 86_400_001])
def test_a_moment_is_read_as_it_is_written(ms: int):
    assert moment_ms(moment_text(ms)) == ms


def test_hours_are_written_only_where_there_are_any():
    assert moment_text(3_599_999) == "59:59.999"
    assert moment_text(3_600_000) == "1:00:00.000"


def test_names_may_be_quoted_and_may_hold_spaces():
    script = parse('dmo "Cora Lane"\ncandidate Zac of the North\n00:00 "Zac of the North" sub n\n')
    assert script.names == Names("Cora Lane", "Zac of the North")
    assert script.lines == (Line(0, "Zac of the North", Message(Seat.CANDIDATE, Place.SUB, "n")),)


def test_a_script_starts_with_the_rules_as_shipped_and_its_settings_change_them():
    assert parse(PLAYERS).rules == Rules(ready_check=ReadyRounds.NEVER)
    lines = ["target_gems 7", "settle_seconds 0.25", "role_default ask the host", "dmo_may_run off"]
    lines += ["ready_check every", "ready_seconds 30"]
    rules = parse("".join(f"set {line}\n" for line in lines) + PLAYERS).rules
    assert rules == Rules(
        target_gems=7,
        ready_seconds=30,
        settle_seconds=0.25,
        role_default=RoleDefault.ASK,
        ready_check=ReadyRounds.EVERY,
        dmo_may_run=False,
    )


def test_a_script_has_no_ready_check_unless_it_sets_one():
    start = "00:00 host desk start\n"
    asked = [RoleAsked, ReadyAsked]
    for setting, kind in zip(("", "set ready_check first\n"), asked, strict=True):
        entry = adjudicate(parse(setting + PLAYERS + start)).entries[-1]
        assert isinstance(entry.events[-1], kind)


def test_the_last_of_two_values_of_a_setting_counts():
    assert parse(f"set target_gems 7\nset target_gems 9\n{PLAYERS}").rules.target_gems == 9


def test_a_text_goes_up_to_the_end_of_the_line_with_all_that_is_in_it():
    assert actions('00:00   Cora\tdm   "north"  is  # nice  \n') == [
        Message(Seat.DMO, Place.DM, '"north"  is  # nice')
    ]


def test_a_text_may_be_empty():
    assert actions("00:00 Cora sub\n") == [Message(Seat.DMO, Place.SUB, "")]


def test_a_host_who_types_has_no_seat():
    assert actions("00:00 host dm north\n") == [Message(None, Place.DM, "north")]


def test_wait_is_no_deed():
    assert actions("00:00 - wait\n") == [None]


@pytest.mark.parametrize(
    ("text", "command"),
    [
        ("start", do.StartMatch(Desk.HOST)),
        ("skip-ready", do.SkipReady(Desk.HOST)),
        ("resume", do.ResumeMatch(Desk.HOST)),
        ("pause", do.PauseMatch(Desk.HOST)),
        ("pause tea is ready", do.PauseMatch(Desk.HOST, "tea is ready")),
        ("call-off", do.CallOff(Desk.HOST)),
        ("call-off it is late", do.CallOff(Desk.HOST, "it is late")),
        ("starter odd Zac", do.SetStarter(Desk.HOST, "odd", PickedBy(Seat.CANDIDATE))),
        ("starter even Cora", do.SetStarter(Desk.HOST, "even", PickedBy(Seat.DMO))),
        (
            'starter 3 "Zac" miner',
            do.SetStarter(Desk.HOST, 3, StartsAs(Seat.CANDIDATE, Role.MINER)),
        ),
        ("starter 1 Cora thief", do.SetStarter(Desk.HOST, 1, StartsAs(Seat.DMO, Role.THIEF))),
        ("pick Zac south", do.PickFor(Desk.HOST, Seat.CANDIDATE, Track.SOUTH)),
        ("forfeit Zac", do.Forfeit(Desk.HOST, Seat.CANDIDATE)),
        ("forfeit Cora no time", do.Forfeit(Desk.HOST, Seat.DMO, "no time")),
        ("pick Zac south by phone", do.PickFor(Desk.HOST, Seat.CANDIDATE, Track.SOUTH, "by phone")),
        ("take-back round 2", do.TakeBack(Desk.HOST, 2)),
        ("take-back round 2 turn 13", do.TakeBack(Desk.HOST, 2, 13)),
        ("take-back  round 2  turn 3  a slip", do.TakeBack(Desk.HOST, 2, 3, "a slip")),
        ("take-back round 2 his turn now", do.TakeBack(Desk.HOST, 2, None, "his turn now")),
        ("award Zac 3", do.Award(Desk.HOST, Seat.CANDIDATE, 3)),
        ('award "Cora" -2 counted twice', do.Award(Desk.HOST, Seat.DMO, -2, "counted twice")),
        ("award Zac 0", do.Award(Desk.HOST, Seat.CANDIDATE, 0)),
        ("extend 30", do.ExtendClock(Desk.HOST, 30_000)),
        ("extend 030 he has to eat", do.ExtendClock(Desk.HOST, 30_000, "he has to eat")),
        ("settle-now", do.EndClock(Desk.HOST)),
        ("settle-now he is gone", do.EndClock(Desk.HOST, "he is gone")),
    ],
)
def test_a_desk_line_is_a_hosts_command(text: str, command: do.Command):
    assert actions(f"00:00 host desk {text}\n") == [DeskCommand(Desk.HOST, command, text)]


def test_who_plays_on_is_known_from_their_line_on_and_so_is_who_played_before():
    text = 'substitute Zac "Nora Lee" he is ill'
    done, *typed = actions(
        f'00:00 host desk {text}\n00:01 "Nora Lee" sub north\n00:02 Zac sub south\n'
    )
    command = do.Substitute(Desk.HOST, Seat.CANDIDATE, "he is ill")
    assert done == DeskCommand(Desk.HOST, command, text, "Nora Lee")
    assert typed == [
        Message(Seat.CANDIDATE, Place.SUB, "north"),
        Message(Seat.CANDIDATE, Place.SUB, "south"),
    ]


def test_the_first_players_give_the_match_its_names():
    text = f"{PLAYERS}00:00 host desk substitute Cora Cleo\n00:01 host desk substitute Cleo Cora\n"
    assert parse(text).names == Names("Cora", "Zac")


def test_a_players_desk_line_is_that_players_command():
    assert actions("00:00 Cora desk pause\n") == [
        DeskCommand(Seat.DMO, do.PauseMatch(Seat.DMO), "pause")
    ]


def test_windows_line_ends_and_a_byte_order_mark_change_nothing():
    lines = ["dmo Cora", "candidate Zac", "", "# hm", "00:00 Cora sub north"]
    plain = parse("\n".join(lines))
    assert parse("\ufeff" + "\r\n".join(lines) + "\r\n") == plain
    assert plain.lines[0].action == Message(Seat.DMO, Place.SUB, "north")


def test_comments_may_be_set_in_and_stand_between_the_lines():
    script = parse("  # one\ndmo Cora\n\t# two\ncandidate Zac\n#three\n00:00 - wait\n   # four")
    assert len(script.lines) == 1


def test_a_script_may_have_no_lines_at_all():
    assert parse(PLAYERS).lines == ()
