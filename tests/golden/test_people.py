"""Who plays on, and a match given up: what the golden transcript must say, by hand (S33)."""

from tests.golden.transcripts import log, public, transcript

NAME = "somebody-else-plays-on"


def test_it_is_told_who_plays_on_in_whose_place_and_why():
    found = transcript(NAME)
    assert found.of("seat_taken", "at", "player", "before", "reason") == [
        ("00:30.000", "Nora", "Zac", "Zac's train leaves"),
        ("02:12.000", "Cleo Lane", "Cora", ""),
    ]
    lines = [line.strip() for line in public(log(NAME))]
    assert any("lets Nora play on in place of Zac" in line for line in lines)
    assert "Reason: Zac's train leaves" in lines


def test_both_are_asked_each_time_and_the_clock_starts_in_full_once_they_are_ready():
    found = transcript(NAME)
    assert found.of("ready_asked", "at", "deadline") == [
        ("00:30.000", "02:30.000"),
        ("02:20.000", "04:20.000"),
    ]
    assert found.of("ready_said", "at", "by") == [("01:20.000", "Nora"), ("01:30.000", "Cora")]
    assert found.of("resumed", "at", "deadline") == [
        ("01:30.000", "02:30.000"),
        ("02:20.000", None),
        ("02:25.000", "03:25.000"),
    ]


def test_the_pick_and_the_bonus_actions_of_the_seat_stay_and_so_do_its_gems():
    found = transcript(NAME)
    assert found.settled[0] == ("central", "north", "north", "Nora", 1)
    refused = found.from_whom("refused")
    assert ("01:35.000", "Nora", "accelerate north") in refused
    tallies = [settled["gems_after"] for settled in found.all("turn_settled")]
    assert tallies == [{"Cora": 0, "Nora": 1}, {"Cora": 0, "Nora": 4}]


def test_whoever_sat_there_is_not_heard_any_more_and_nobody_before_they_sit_there():
    found = transcript(NAME)
    said_by = {(it["at"], it["by"]) for it in found.objects if "by" in it}
    ignored = {("00:25.000", "Nora"), ("00:31.000", "Zac"), ("00:32.000", "Zac")}
    assert not said_by & ignored
    assert not said_by & {("01:45.000", "Zac")}


def test_what_is_said_while_the_players_get_ready_is_refused():
    refused = transcript(NAME).from_whom("refused")
    assert ("00:33.000", "Cora", "central") in refused
    assert ("00:35.000", "Nora", "accelerate north") in refused


def test_only_hosts_substitute_and_end_a_match_as_given_up_which_the_other_player_wins():
    found = transcript(NAME)
    refused = [(at, by) for at, by, _ in found.from_whom("refused")]
    assert ("00:24.000", "Cora") in refused
    assert ("02:30.000", "Nora") in refused
    assert found.of("forfeited", "player", "winner", "reason") == [
        ("Cleo Lane", "Nora", "her phone is empty")
    ]
    assert found.objects[-1]["event"] == "forfeited"
