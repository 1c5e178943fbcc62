"""The ready check: what its golden transcript must say, worked out by hand."""

from tests.golden.transcripts import log, public, transcript

NAME = "ready-check"


def test_both_players_are_asked_before_every_round_and_have_two_minutes():
    found = transcript(NAME)
    assert found.of("ready_asked", "at", "round", "deadline") == [
        ("00:05.000", 1, "02:05.000"),
        ("00:51.500", 2, "02:51.500"),
        ("03:31.500", 3, "05:31.500"),
    ]


def test_a_round_begins_once_both_are_ready_or_a_host_skips_it():
    found = transcript(NAME)
    assert found.of("ready_said", "at", "by") == [
        ("00:00.000", "Zac"),
        ("00:40.000", "Cora"),
        ("03:00.000", "Zac"),
        ("04:05.000", "Cora"),
        ("04:10.000", "Zac"),
    ]
    assert found.of("ready_skipped", "at", "round") == [("03:20.000", 2)]
    assert found.of("role_asked", "at", "round") == [
        ("00:40.000", 1),
        ("03:20.000", 2),
        ("04:20.000", 3),
    ]


def test_whoever_is_not_ready_in_time_is_waited_for_after_the_hosts_were_called():
    found = transcript(NAME)
    assert found.of("ready_overdue", "at", "round") == [("02:53.000", 2)]
    called = [line for line in log(NAME) if "to the hosts: " in line]
    assert [line.split()[1] for line in called] == ["01:10.000", "02:53.000"]
    assert "not ready for round 2: Cora and Zac." in called[1]


def test_what_is_no_ready_or_nobodys_to_skip_is_refused():
    found = transcript(NAME)
    assert found.from_whom("refused") == [
        ("00:10.000", "Cora", "ready"),
        ("00:12.000", "Cora", "start"),
        ("01:00.000", "Zac", "skip-ready"),
        ("03:10.000", "Cora", "skip-ready"),
        ("04:25.000", "host", "skip-ready"),
    ]


def test_the_dm_channel_says_who_is_still_missing():
    lines = [line.strip() for line in public(log(NAME))]
    asked = "say ready in your submissions channel when you are."
    assert lines.count(f"Cora: {asked}") == 1
    assert lines.count(f"Cora and Zac: {asked}") == 2
    assert sum(line.startswith("Not ready yet: Cora and Zac.") for line in lines) == 1
