"""The round, ruling by ruling: what the golden transcripts must say, worked out by hand."""

from tests.golden.transcripts import log, public, transcript


def test_r01_a_round_starts_with_empty_stashes_no_gems_and_all_bonuses():
    found = transcript("r01-a-round-starts-empty")
    first, second = found.all("turn_settled")
    assert first["stashes_after"] == {"north": 0, "central": 1, "south": 1}
    assert found.opened_with[1] == (1, 1, 1)
    assert (first["gems_after"], second["gems_after"]) == (
        {"Cora": 3, "Zac": 0},
        {"Cora": 0, "Zac": 1},
    )
    all_four = [
        ("Cora", "accelerate"),
        ("Cora", "join"),
        ("Zac", "accelerate"),
        ("Zac", "join"),
    ]
    played = found.of("bonus_played", "round", "by", "kind")
    assert played == [(number, *bonus) for number in (1, 2) for bonus in all_four]
    assert found.all("refused") == []


def test_r02_each_mine_adds_one_gem_at_the_start_of_each_turn():
    found = transcript("r02-each-turn-adds-a-gem-to-each-stash")
    assert found.opened_with == [(1, 1, 1), (1, 2, 2), (2, 3, 3), (3, 4, 1)]


def test_r03_both_have_a_minute_from_the_opening_and_both_picks_count():
    name = "r03-both-pick-in-secret-within-a-minute"
    opened = transcript(name).all("turn_opened")[0]
    assert (opened["at"], opened["deadline"]) == ("00:01.000", "01:01.000")
    assert transcript(name).settled == [("south", "south", "central", "Cora", 1)]


def test_r03_the_dm_channel_shows_nothing_between_the_opening_and_the_settlement():
    lines = public(log("r03-both-pick-in-secret-within-a-minute"))
    opening = lines.index("           ⏳ Time is over at 01:01.000")
    assert lines[opening + 1 : opening + 3] == ["", "00:59.500  Minecart"]


def test_r04_the_cart_takes_its_whole_stash_and_the_others_stay():
    found = transcript("r04-a-cart-takes-its-whole-stash")
    assert found.settled == [
        ("north", "north", "south", "Cora", 1),
        ("central", "central", "central", "Cora", 2),
        ("south", "south", "north", "Cora", 3),
    ]
    assert found.left == [(0, 1, 1), (1, 0, 2), (2, 1, 0)]
    assert found.opened_with[3] == (3, 2, 1)


def test_r05_each_cart_runs_on_the_track_of_its_own_mine():
    found = transcript("r05-a-cart-runs-on-its-own-track")
    assert found.of("turn_settled", "cart", "ran_on") == [
        ("north", "north"),
        ("central", "central"),
        ("south", "south"),
    ]


def test_r06_the_right_guard_steals_and_another_does_not():
    found = transcript("r06-the-right-guard-steals")
    assert found.of("turn_settled", "ran_on", "guard", "to", "miner") == [
        ("north", "north", "Zac", "Cora"),
        ("south", "central", "Zac", "Zac"),
    ]
    assert found.gems == [(0, 1), (0, 3)]


def test_r07_fourteen_gems_are_not_enough_and_fifteen_win_at_once():
    found = transcript("r07-fifteen-gems-win-the-round-at-once")
    assert found.gems[6:] == [(14, 4), (14, 6), (15, 6)]
    assert found.of("round_won", "round", "winner", "rounds") == [
        (1, "Cora", {"Cora": 1, "Zac": 0})
    ]
    after = [it["event"] for it in found.objects if it["at"] == "00:19.500"]
    assert after == ["turn_settled", "round_won", "role_asked"]


def test_r08_the_roles_swap_also_after_a_turn_in_which_nobody_gained():
    found = transcript("r08-the-roles-swap-after-every-turn")
    assert found.of("turn_opened", "miner", "thief") == [
        ("Cora", "Zac"),
        ("Zac", "Cora"),
        ("Cora", "Zac"),
    ]
    assert found.all("turn_settled")[0]["gems"] == 0
