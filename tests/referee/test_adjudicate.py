"""Virtual time: what expires before a line, what a line's moment means, who may do what."""

import pytest

from minecart_robbery.engine.match import Over, TurnOpen, WaitingToStart
from tests.referee.scripts import IN_FIRST_TURN, PLAYERS, STARTED, found, objects, ruling

BOTH_PICK = "00:05 Cora sub north\n00:06 Zac sub south\n"


def events(script: str) -> list[tuple[str, str]]:
    return [(it["at"], it["event"]) for it in objects(script)]


def test_deadlines_before_the_next_line_expire_first_one_after_the_other():
    assert events(IN_FIRST_TURN + "10:00 Zac dm accelerate north\n")[4:] == [
        ("00:01.000", "turn_opened"),
        ("01:02.500", "turn_settled"),
        ("01:02.500", "turn_opened"),
        ("02:04.000", "turn_settled"),
        ("02:04.000", "paused"),
        ("10:00.000", "refused"),
    ]


def test_r36_after_the_last_line_only_a_turn_that_is_decided_is_settled():
    silent = IN_FIRST_TURN + "00:05 Cora sub north\n"
    assert isinstance(ruling(silent).match.current, TurnOpen)
    assert found(silent, "turn_settled") == []
    assert [it["at"] for it in found(IN_FIRST_TURN + BOTH_PICK, "turn_settled")] == ["00:06.500"]


def test_r36_a_decided_turn_in_a_pause_is_settled_and_the_pause_stays():
    script = IN_FIRST_TURN + BOTH_PICK + "00:06.100 host desk pause\n"
    assert events(script)[-2:] == [("00:06.500", "turn_settled"), ("00:06.500", "paused")]


def test_wait_lets_time_pass_up_to_its_moment():
    silent = IN_FIRST_TURN + "00:05 Cora sub north\n"
    assert found(silent + "01:02.500 - wait\n", "turn_settled") == []
    settled = found(silent + "01:02.501 - wait\n", "turn_settled")
    assert [it["at"] for it in settled] == ["01:02.500"]


@pytest.mark.parametrize(("moment", "silent"), [("01:01", []), ("01:01.001", ["Zac"])])
def test_the_exact_deadline_is_in_time_and_a_millisecond_later_is_not(moment: str, silent: list):
    script = f"{IN_FIRST_TURN}00:05 Cora sub north\n{moment} Zac sub south\n01:10 - wait\n"
    assert found(script, "turn_settled")[0]["silent"] == silent


@pytest.mark.parametrize(
    ("first", "second", "guard"), [("north", "south", "south"), ("south", "north", "north")]
)
def test_lines_of_one_moment_count_in_their_order(first: str, second: str, guard: str):
    lines = f"00:05 Zac sub {first}\n00:05 Zac sub {second}\n00:05 Cora sub north\n00:06 - wait\n"
    assert found(IN_FIRST_TURN + lines, "turn_settled")[0]["guard"] == guard


def test_a_bonus_of_the_moment_of_the_last_pick_counts_only_before_it():
    pick, bonus = "00:06 Zac sub south\n", "00:06 Zac dm accelerate north\n"
    start = IN_FIRST_TURN + "00:05 Cora sub north\n"
    assert [it["event"] for it in objects(start + bonus + pick)][-2:] == [
        "bonus_played",
        "pick_made",
    ]
    assert [it["event"] for it in objects(start + pick + bonus)][-4:] == [
        *("pick_made", "refused"),
        *("turn_settled", "turn_opened"),
    ]


def test_with_windows_of_nothing_a_line_of_the_moment_at_which_a_turn_ends_is_late():
    script = "set settle_seconds 0\nset grace_seconds 0\n" + IN_FIRST_TURN + BOTH_PICK
    assert [it["event"] for it in objects(script + "00:06 Zac sub north\n")][-3:] == [
        *("refused", "turn_settled", "turn_opened"),
    ]
    later = objects(script + "00:06.001 Zac sub north\n")
    assert [it["event"] for it in later][-3:] == ["turn_settled", "turn_opened", "pick_made"]
    assert later[-1]["turn"] == 2


@pytest.mark.parametrize("place", ["dm", "sub"])
@pytest.mark.parametrize("text", ["north", "accelerate north", "nroth", "miner", "host!"])
def test_what_a_host_types_is_counted_as_nothing(place: str, text: str):
    script = IN_FIRST_TURN + f"00:05 host {place} {text}\n"
    assert objects(script) == objects(IN_FIRST_TURN)


def test_a_match_that_was_not_started_waits():
    assert isinstance(ruling(PLAYERS + "59:00 - wait\n").match.current, WaitingToStart)


def test_a_script_without_lines_opens_a_match_and_no_more():
    assert events(PLAYERS) == [("00:00.000", "match_opened")]


def test_a_match_opens_at_the_moment_of_the_first_line():
    assert events(PLAYERS + "1:00:00 - wait\n") == [("1:00:00.000", "match_opened")]


def test_after_the_end_words_are_left_alone_and_commands_are_refused():
    over = "set target_gems 1\nset rounds_to_win 1\n" + IN_FIRST_TURN + BOTH_PICK
    script = over + "00:10 Zac sub north\n00:11 Zac dm join n c\n00:12 host desk pause\n"
    assert isinstance(ruling(script).match.current, Over)
    assert [it["event"] for it in objects(script)][-2:] == ["match_won", "refused"]


CORRECTIONS = ["take-back round 1", "award Zac 3", "extend 10", "settle-now", "pick Zac north"]
DESK = ["start", "pause", "resume", "call-off", "starter odd Zac", *CORRECTIONS]


@pytest.mark.parametrize("text", DESK)
def test_r30_whatever_the_candidate_asks_of_the_desk_is_refused(text: str):
    [refused] = found(IN_FIRST_TURN + f"00:05 Zac desk {text}\n", "refused")
    assert (refused["by"], refused["text"]) == ("Zac", text)
    assert "Only a host" in refused["reason"]


@pytest.mark.parametrize("text", ["call-off", "starter odd Zac", *CORRECTIONS])
def test_r30_the_dmo_may_not_do_what_is_the_hosts_own(text: str):
    [refused] = found(IN_FIRST_TURN + f"00:05 Cora desk {text}\n", "refused")
    assert "Only a host" in refused["reason"]


def test_r30_the_dmo_starts_the_match():
    assert found(PLAYERS + "00:00 Cora desk start\n", "match_started") != []


def test_r30_the_dmos_pause_waits_for_the_open_turn_and_ends_by_her_word():
    script = IN_FIRST_TURN + "00:02 Cora desk pause\n" + BOTH_PICK + "01:00 Cora desk resume\n"
    assert [it for it in events(script) if "pause" in it[1] or it[1] == "resumed"] == [
        ("00:02.000", "pause_asked"),
        ("00:06.500", "paused"),
        ("01:00.000", "resumed"),
    ]


def test_r27_a_random_role_is_the_same_for_the_same_seed_and_not_for_every_seed():
    script = "set role_default random\n" + STARTED + "02:00 - wait\n"

    def role(seed: int) -> str:
        return next(it["role"] for it in objects(script, seed) if it["event"] == "role_picked")

    assert all(role(seed) == role(seed) for seed in range(20))
    assert {role(seed) for seed in range(20)} == {"miner", "thief"}


def test_a_run_of_the_same_script_gives_the_same_ruling():
    script = IN_FIRST_TURN + BOTH_PICK + "10:00 - wait\n"
    assert ruling(script) == ruling(script)
