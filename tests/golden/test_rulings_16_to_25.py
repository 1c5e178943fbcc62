"""Picks, the clock and defaults: what the golden transcripts must say, worked out by hand."""

from tests.golden.transcripts import log, public, transcript


def test_r16_the_last_valid_pick_counts():
    found = transcript("r16-the-last-valid-pick-counts")
    assert found.of("pick_made", "by", "track") == [
        ("Cora", "north"),
        ("Cora", "south"),
        ("Zac", "north"),
    ]
    assert found.settled == [("south", "south", "north", "Cora", 1)]


def test_r17_a_message_exactly_at_the_deadline_is_in_time():
    found = transcript("r17-the-turn-ends-with-both-picks-or-the-minute")
    assert found.all("turn_opened")[0]["deadline"] == "01:01.000"
    assert found.of("pick_made", "at", "by")[1] == ("01:01.000", "Cora")
    assert found.all("turn_settled")[0]["silent"] == []


def test_r17_a_message_a_millisecond_after_the_deadline_is_late():
    found = transcript("r17-the-turn-ends-with-both-picks-or-the-minute")
    assert found.from_whom("refused") == [("02:01.501", "Cora", "central")]
    second = found.all("turn_settled")[1]
    assert (second["silent"], second["guard"], second["to"]) == (["Cora"], None, "Zac")


def test_r17_the_turn_ends_as_soon_as_both_have_picked():
    found = transcript("r17-the-turn-ends-with-both-picks-or-the-minute")
    assert found.of("turn_settled", "over_at", "at") == [
        ("01:01.000", "01:01.500"),
        ("02:01.500", "02:03.000"),
        ("02:05.000", "02:05.500"),
    ]


def test_r18_a_message_within_the_windows_is_late_by_its_own_time_and_not_carried_over():
    found = transcript("r18-discords-moments-judge")
    assert found.from_whom("refused")[:2] == [
        ("00:10.400", "Cora", "south"),
        ("01:11.900", "Zac", "south"),
    ]
    assert found.of("turn_settled", "at", "over_at", "silent") == [
        ("00:10.500", "00:10.000", []),
        ("01:12.000", "01:10.500", ["Zac"]),
        ("01:20.500", "01:20.000", []),
    ]
    assert found.settled[:2] == [
        ("north", "north", "central", "Cora", 1),
        ("north", "north", "north", "Cora", 1),
    ]


def test_r18_within_one_moment_the_order_of_the_messages_counts():
    found = transcript("r18-discords-moments-judge")
    assert found.from_whom("refused")[2] == ("01:20.000", "Zac", "accelerate south")
    assert found.settled[2] == ("south", "south", "north", "Cora", 3)


def test_r19_only_words_in_the_players_own_channel_are_picks_and_a_host_can_enter_one():
    found = transcript("r19-picks-come-from-the-players-own-channel")
    assert found.of("pick_made", "by", "track", "by_host") == [
        ("Cora", "south", True),
        ("Zac", "north", False),
    ]
    assert found.from_whom("refused") == [
        ("00:05.000", "Cora", "north"),
        ("00:08.000", "Zac", "pick Cora central"),
    ]


def test_r19_nothing_public_says_what_the_host_has_entered():
    lines = public(log("r19-picks-come-from-the-players-own-channel"))
    settled = lines.index("00:15.500  Minecart")
    between = lines[lines.index("00:05.000  Cora: north") : settled]
    assert between == [
        "00:05.000  Cora: north",
        "00:06.000  host: north",
        "00:10.000  Minecart",
        "           ✍️ A host has entered a pick for Cora.",
        "",
    ]


def test_r20_chatter_is_left_alone_and_attempts_are_answered_and_nothing_is_guessed():
    found = transcript("r20-chatter-is-left-alone-and-attempts-are-hinted")
    assert found.from_whom("hinted", "asked_back") == [
        ("00:10.000", "Cora", "nroth"),
        ("00:11.000", "Zac", "acelerate north"),
        ("00:12.000", "Cora", "north or south"),
        ("00:13.000", "Cora", "not north"),
        ("00:14.000", "Zac", "south?"),
    ]
    assert found.all("pick_made") == found.all("bonus_played") == found.all("refused") == []
    assert found.of("turn_settled", "silent") == [(["Cora", "Zac"],)]


def test_r21_a_silent_miner_loses_the_largest_stash_that_would_have_run_there():
    found = transcript("r21-a-silent-miner-loses-the-largest-stash")
    assert found.settled == [
        ("south", "central", "central", "Zac", 2),
        ("south", "south", "south", "Cora", 1),
    ]
    assert found.of("turn_settled", "silent") == [(["Cora"],), (["Zac"],)]
    assert found.opened_with[1] == (2, 2, 1)


def test_r21_among_equals_north_goes_before_central_and_central_before_south():
    found = transcript("r21-among-equals-north-before-central-before-south")
    assert found.settled == [
        ("north", "north", "north", "Zac", 1),
        ("central", "south", "south", "Cora", 2),
    ]


def test_r22_where_no_cart_can_run_a_silent_miner_claims_the_smallest_stash():
    found = transcript("r22-a-silent-miner-claims-the-smallest-where-no-cart-can-run")
    assert found.settled == [
        ("central", "central", "north", "Cora", 1),
        ("central", "south", "central", "Zac", 1),
    ]
    assert found.of("turn_settled", "silent") == [(["Cora"],), (["Zac"],)]
    assert found.opened_with[:2] == [(1, 1, 1), (3, 1, 2)]


def test_r23_a_silent_thief_steals_nothing():
    found = transcript("r23-a-silent-thief-steals-nothing")
    assert found.settled == [("north", "north", None, "Cora", 1)]
    assert found.of("turn_settled", "silent") == [(["Zac"],)]


def test_r24_when_both_are_silent_nothing_moves_but_the_roles():
    found = transcript("r24-both-silent-and-nothing-moves")
    assert found.settled == [(None, None, None, None, 0)]
    assert found.of("turn_settled", "silent") == [(["Cora", "Zac"],)]
    assert (found.left, found.gems) == ([(2, 1, 1)], [(0, 0)])
    assert found.opened_with == [(1, 1, 1), (3, 2, 2)]
    assert found.of("turn_opened", "miner") == [("Cora",), ("Zac",)]


def test_r25_two_idle_turns_in_a_row_pause_the_match_and_call_the_hosts():
    name = "r25-an-empty-room-pauses-the-match"
    found = transcript(name)
    assert found.of("paused", "at") == [("02:04.000",)]
    assert found.of("turn_opened", "at", "turn") == [
        ("00:01.000", 1),
        ("01:02.500", 2),
        ("06:00.000", 3),
        ("07:01.500", 4),
    ]
    assert sum("to the hosts" in line for line in log(name)) == 1


def test_r25_while_it_waits_for_the_hosts_picks_and_the_dmos_resume_are_refused():
    found = transcript("r25-an-empty-room-pauses-the-match")
    assert found.from_whom("refused") == [
        ("05:00.000", "Cora", "north"),
        ("05:10.000", "Cora", "resume"),
    ]


def test_r25_a_turn_with_a_pick_starts_the_count_anew():
    found = transcript("r25-a-pick-starts-the-count-anew")
    silent = [("Cora", "Zac"), ("Cora",), ("Cora", "Zac"), ("Zac", "Cora")]
    assert found.of("turn_settled", "silent") == [(list(names),) for names in silent]
    assert found.of("paused", "at") == [("04:07.000",)]
