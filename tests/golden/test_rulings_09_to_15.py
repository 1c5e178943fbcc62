"""Bonus actions, ruling by ruling: what the golden transcripts must say, worked out by hand."""

from tests.golden.transcripts import log, transcript


def test_r09_each_bonus_is_played_once_per_round_as_miner_or_as_thief():
    found = transcript("r09-each-bonus-once-per-round")
    assert found.of("bonus_played", "turn", "by", "kind") == [
        (1, "Cora", "accelerate"),
        (1, "Cora", "join"),
        (1, "Zac", "accelerate"),
        (2, "Zac", "join"),
    ]
    assert found.from_whom("refused") == [
        ("00:15.000", "Cora", "accelerate north"),
        ("00:16.000", "Cora", "join south to central"),
        ("00:17.000", "Zac", "accelerate north"),
    ]
    assert found.left == [(2, 1, 0), (0, 2, 1)]


def test_r10_elsewhere_and_at_other_times_a_bonus_is_refused_and_not_used_up():
    found = transcript("r10-bonuses-are-played-openly-in-an-open-turn")
    assert found.from_whom("refused") == [
        ("00:00.000", "Cora", "accelerate north"),
        ("00:02.000", "Zac", "accelerate north"),
        ("00:05.000", "Zac", "accelerate north"),
        ("00:06.000", "Zac", "join north to central"),
        ("00:12.200", "Zac", "join north to central"),
    ]
    assert found.of("bonus_played", "at", "turn", "by", "kind") == [
        ("00:08.000", 1, "Zac", "accelerate"),
        ("00:15.000", 2, "Zac", "join"),
    ]


def test_r10_in_the_submissions_channel_the_refusal_names_the_dm_channel():
    refused = transcript("r10-bonuses-are-played-openly-in-an-open-turn").all("refused")
    assert all("DM channel" in found["reason"] for found in refused[2:4])


def test_r11_an_accelerated_gem_counts_in_the_same_turn():
    found = transcript("r11-accelerate-counts-at-once")
    assert found.of("bonus_played", "by", "mine") == [("Cora", "central"), ("Zac", "central")]
    assert found.settled == [("central", "central", "south", "Cora", 3)]
    assert found.left == [(1, 0, 1)]


def test_r12_a_join_reroutes_its_first_track_for_one_turn_only():
    found = transcript("r12-a-join-reroutes-for-one-turn")
    assert found.settled == [
        ("central", "north", "north", "Zac", 1),
        ("central", "central", "north", "Zac", 1),
    ]


def test_r12_joining_north_and_south_is_refused_and_not_used_up():
    found = transcript("r12-a-join-reroutes-for-one-turn")
    assert found.from_whom("refused") == [
        ("00:05.000", "Zac", "join north to south"),
        ("00:06.000", "Zac", "join south to north"),
    ]
    assert found.of("bonus_played", "by", "kind", "first", "second") == [
        ("Zac", "join", "central", "north")
    ]


def test_r13_the_later_join_looks_at_where_each_cart_would_now_run():
    found = transcript("r13-joins-compose-in-their-order")
    assert found.settled == [("north", "central", "central", "Zac", 1)]
    assert found.of("bonus_played", "first", "second") == [
        ("central", "north"),
        ("north", "central"),
    ]
    shown = table_after("r13-joins-compose-in-their-order", "00:06.000")
    assert shown == [
        "North → Central   1 ◆",
        "Central           1 ◆",
        "South             1 ◆",
        "No cart can run on the North track this turn.",
    ]


def test_r13_the_other_order_leads_elsewhere():
    found = transcript("r13-joins-in-the-other-order")
    assert found.settled == [("north", "north", "central", "Cora", 1)]
    assert table_after("r13-joins-in-the-other-order", "00:06.000") == [
        "North             1 ◆",
        "Central → North   1 ◆",
        "South             1 ◆",
        "No cart can run on the Central track this turn.",
    ]


def table_after(name: str, at: str) -> list[str]:
    """The mines as the bot shows them after the bonus action played at this moment."""
    lines = log(name)
    start = lines.index(f"{at}  Minecart") + 3
    return [line.strip() for line in lines[start : start + 4]]


def test_r14_a_guard_on_a_track_without_a_cart_steals_nothing():
    found = transcript("r14-a-track-without-a-cart-may-be-guarded")
    assert found.settled == [("north", "central", "north", "Cora", 1)]
    assert found.all("turn_settled")[0]["silent"] == []


def test_r14_everybody_sees_that_no_cart_can_run_there():
    lines = log("r14-a-track-without-a-cart-may-be-guarded")
    assert "           No cart can run on the North track this turn." in lines


def test_r15_a_bonus_gives_both_a_new_minute():
    found = transcript("r15-a-bonus-restarts-the-clock-for-both")
    assert found.of("bonus_played", "at", "deadline") == [
        ("00:20.000", "01:20.000"),
        ("00:46.000", "01:46.000"),
    ]


def test_r15_the_turn_ends_early_only_with_both_picks_since_the_last_bonus():
    first = transcript("r15-a-bonus-restarts-the-clock-for-both").all("turn_settled")[0]
    assert (first["over_at"], first["at"]) == ("00:40.000", "00:40.500")


def test_r15_a_pick_before_the_bonus_stands_as_a_fallback():
    second = transcript("r15-a-bonus-restarts-the-clock-for-both").all("turn_settled")[1]
    assert (second["over_at"], second["at"]) == ("01:46.000", "01:47.500")
    assert (second["cart"], second["guard"], second["to"]) == ("central", "north", "Zac")
    assert (second["gems"], second["silent"]) == (2, [])


def test_r15_keep_picks_again_what_stands_and_is_hinted_where_nothing_does():
    found = transcript("r15-a-bonus-restarts-the-clock-for-both")
    assert found.from_whom("hinted") == [("00:05.000", "Cora", "keep")]
    kept = [it for it in found.all("pick_made") if it["kept"]]
    assert [(it["at"], it["by"], it["track"]) for it in kept] == [("00:40.000", "Cora", "north")]
