"""Readiness, names, the end of a script: what the transcripts must say, worked out by hand."""

from tests.golden.transcripts import log, transcript


def test_r34_nobody_is_defaulted_in_a_ready_check_and_the_hosts_are_called():
    name = "r34-whoever-is-not-ready-is-waited-for"
    found = transcript(name)
    assert found.of("ready_asked", "at", "round", "deadline") == [
        ("00:00.000", 1, "00:30.000"),
        ("05:40.000", 2, "06:10.000"),
    ]
    assert found.of("ready_overdue", "at", "round") == [("00:31.500", 1), ("06:11.500", 2)]
    assert found.of("role_asked", "at", "round") == [("05:10.000", 1), ("05:31.500", 2)]
    assert sum("to the hosts" in line for line in log(name)) == 2


def test_r34_after_a_substitution_both_are_asked_and_a_host_may_skip_it():
    found = transcript("r34-whoever-is-not-ready-is-waited-for")
    assert found.of("ready_said", "at", "by")[2:] == [("06:00.000", "Cora")]
    assert found.of("ready_skipped", "at", "round") == [("08:00.000", 2)]
    assert found.of("role_picked", "at", "by", "role")[1:] == [("08:10.000", "Nora", "thief")]


def test_r36_a_script_that_ends_with_the_winning_pick_tells_the_result():
    found = transcript("r36-a-script-that-ends-with-the-winning-pick-tells-the-result")
    assert found.of("turn_settled", "at", "over_at") == [("00:20.500", "00:20.000")]
    assert found.settled == [("north", "north", "south", "Cora", 1)]
    assert found.of("match_won", "winner") == [("Cora",)]


def test_r36_nothing_else_passes_after_the_last_line():
    found = transcript("r36-nothing-else-passes-after-the-last-line")
    assert found.all("turn_settled") == []
    assert found.objects[-1]["at"] == "00:20.000"
