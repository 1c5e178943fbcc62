"""Rounds, match, hosts and pauses: what the golden transcripts must say, worked out by hand."""

from tests.golden.transcripts import golden, log, public, transcript


def test_r26_the_dmo_picks_odd_rounds_the_other_even_ones_unless_the_hosts_say_otherwise():
    found = transcript("r26-who-picks-the-start-role")
    assert found.of("role_asked", "at", "round", "picker") == [
        ("00:00.000", 1, "Cora"),
        ("00:06.500", 2, "Zac"),
        ("00:21.500", 3, "Zac"),
        ("00:30.000", 3, "Cora"),
    ]
    assert found.of("role_picked", "round", "by", "player", "role") == [
        (1, "Cora", "Cora", "thief"),
        (2, "Zac", "Zac", "thief"),
        (3, "Cora", "Cora", "miner"),
        (4, "host", "Cora", "thief"),
    ]
    assert found.of("turn_opened", "round", "miner") == [
        (1, "Zac"),
        (2, "Cora"),
        (3, "Cora"),
        (4, "Zac"),
    ]


def test_r26_a_settled_round_a_round_that_cannot_be_and_a_player_are_refused():
    found = transcript("r26-who-picks-the-start-role")
    assert found.from_whom("refused") == [
        ("00:13.000", "host", "starter 2 Zac"),
        ("00:14.000", "host", "starter 6 Zac"),
        ("00:15.000", "Cora", "starter odd Cora"),
    ]


def test_r27_the_picker_picks_in_either_channel_and_the_other_is_refused():
    found = transcript("r27-the-start-role-is-picked-openly")
    refused = found.all("refused")
    assert [(it["by"], it["text"]) for it in refused[:2]] == [("Zac", "miner"), ("Zac", "thief")]
    assert all("Cora" in it["reason"] for it in refused[:2])
    assert found.of("role_picked", "by", "role", "defaulted")[0] == ("Cora", "miner", False)


def test_r27_a_role_half_a_second_late_is_refused_and_the_silent_picker_starts_as_thief():
    found = transcript("r27-the-start-role-is-picked-openly")
    assert found.from_whom("refused")[2] == ("01:17.000", "Zac", "miner")
    assert found.of("role_picked", "at", "by", "role", "defaulted")[1] == (
        "01:18.000",
        "Zac",
        "thief",
        True,
    )
    assert found.all("turn_opened")[1]["miner"] == "Cora"


def test_r27_with_ask_the_host_the_match_waits_for_the_hosts():
    name = "r27-nobody-chose-ask-the-host"
    found = transcript(name)
    assert found.from_whom("refused") == [("02:00.000", "Cora", "miner")]
    assert found.of("role_picked", "at", "by", "player", "role") == [
        ("09:00.000", "host", "Cora", "miner")
    ]
    assert sum("to the hosts" in line for line in log(name)) == 1


def test_r27_with_miner_the_silent_picker_starts_as_miner():
    found = transcript("r27-nobody-chose-miner")
    assert found.of("role_picked", "by", "role", "defaulted") == [("Cora", "miner", True)]
    assert found.of("turn_opened", "miner") == [("Cora",)]


def test_r27_with_random_one_of_the_roles_is_drawn():
    [picked] = transcript("r27-nobody-chose-random").all("role_picked")
    assert picked["role"] in ("miner", "thief")
    assert (picked["by"], picked["defaulted"]) == ("Cora", True)


def test_r28_the_third_round_won_wins_the_match_and_nothing_follows():
    found = transcript("r28-three-rounds-win-the-match")
    assert found.of("round_won", "round", "winner") == [
        (1, "Cora"),
        (2, "Zac"),
        (3, "Cora"),
        (4, "Cora"),
    ]
    assert found.of("match_won", "winner", "rounds") == [("Cora", {"Cora": 3, "Zac": 1})]
    assert [it["event"] for it in found.objects[-3:]] == ["round_won", "match_won", "refused"]


def test_r29_every_setting_takes_effect():
    found = transcript("r29-settings-hold-for-the-whole-match")
    assert found.from_whom("refused") == [("00:00.000", "Cora", "start")]
    assert found.of("role_asked", "deadline") == [("00:11.000",)]
    assert found.of("role_picked", "at", "role") == [("00:11.250", "miner")]
    assert found.of("turn_opened", "at", "deadline") == [
        ("00:11.250", "00:41.250"),
        ("00:50.000", "01:20.000"),
    ]
    assert found.of("paused", "at") == [("00:41.500",)]
    assert found.of("turn_settled", "at") == [("00:41.500",), ("00:56.000",)]
    assert found.of("match_won", "winner", "rounds") == [("Zac", {"Cora": 0, "Zac": 1})]


def test_r30_the_dmos_pause_takes_effect_when_the_open_turn_has_been_settled():
    found = transcript("r30-the-dmo-may-run-the-match")
    assert found.of("role_asked", "at") == [("00:01.000",)]
    assert found.of("pause_asked", "at", "reason") == [("00:06.000", "tea")]
    assert found.of("paused", "at")[0] == ("00:11.500",)
    assert found.of("resumed", "at") == [("00:25.000",)]


def test_r30_what_only_hosts_may_do_is_refused_to_players():
    found = transcript("r30-the-dmo-may-run-the-match")
    assert found.from_whom("refused") == [
        ("00:00.000", "Zac", "start"),
        ("00:05.000", "Zac", "pause"),
        ("00:20.000", "Zac", "resume"),
        ("00:30.000", "Cora", "pick Zac north"),
        ("00:31.000", "Cora", "starter even Cora"),
        ("00:32.000", "Cora", "call-off"),
        ("00:36.000", "Zac", "host!"),
        ("00:55.000", "Cora", "resume"),
    ]
    assert found.of("called_off", "at", "reason") == [("01:00.000", "the building is on fire")]


def test_r30_a_called_host_is_notified_once_and_nothing_stops():
    name = "r30-the-dmo-may-run-the-match"
    assert transcript(name).of("host_called", "by") == [("Zac",)]
    assert sum("to the hosts" in line for line in log(name)) == 1
    assert transcript(name).of("turn_settled", "at")[1] == ("00:41.500",)


def test_r30_a_server_may_keep_the_dmo_from_running_matches():
    found = transcript("r30-a-server-may-keep-the-dmo-from-it")
    assert [text for _, _, text in found.from_whom("refused")] == ["start", "pause", "resume"]
    assert found.all("paused") == found.all("pause_asked") == []


def test_r31_a_pause_stops_the_clock_and_the_resume_gives_a_full_minute():
    found = transcript("r31-a-pause-keeps-the-picks")
    assert found.of("paused", "at", "reason") == [("00:30.000", "Zac's phone rang")]
    assert found.of("resumed", "at", "deadline") == [("05:00.000", "06:00.000")]
    assert found.of("turn_settled", "over_at") == [("05:55.000",)]


def test_r31_picks_made_before_the_pause_are_kept_and_new_ones_refused():
    found = transcript("r31-a-pause-keeps-the-picks")
    assert found.from_whom("refused") == [
        ("00:40.000", "Cora", "south"),
        ("00:41.000", "Zac", "accelerate north"),
    ]
    assert found.settled == [("north", "north", "central", "Cora", 1)]


def test_r31_a_pick_from_before_a_bonus_is_a_fallback_after_a_pause_too():
    found = transcript("r31-a-pick-from-before-a-bonus-is-a-fallback-after-a-pause-too")
    assert found.of("resumed", "deadline") == [("06:00.000",), ("07:00.000",)]
    assert found.of("turn_settled", "over_at", "at") == [
        ("05:40.000", "05:40.500"),
        ("07:00.000", "07:01.500"),
    ]
    assert found.settled == [
        ("south", "south", "central", "Cora", 2),
        ("north", "north", "central", "Zac", 3),
    ]


def test_r31_what_a_substitute_finds_picked_is_a_fallback_and_the_others_pick_is_none():
    found = transcript("r31-a-substitutes-pick-is-a-fallback")
    assert found.of("turn_settled", "over_at") == [("01:20.000",), ("01:50.000",)]
    assert found.settled == [
        ("south", "south", "central", "Cora", 1),
        ("south", "south", "north", "Hanna", 1),
    ]
    kept = [(it["by"], it["track"]) for it in found.all("pick_made") if it["kept"]]
    assert kept == [("Nora", "central")]


def test_a_whole_match_is_won_as_its_comments_say():
    found = transcript("a-whole-match")
    assert found.gems == [
        *((0, 1), (2, 1), (2, 3), (2, 8), (5, 8), (5, 11)),
        *((0, 1), (4, 1), (4, 4), (7, 4), (10, 4)),
        *((0, 0), (0, 2), (3, 2), (3, 3), (7, 3), (14, 3)),
    ]
    assert found.of("round_won", "winner") == [("Zac",), ("Cora",), ("Cora",)]
    assert found.of("match_won", "winner", "rounds") == [("Cora", {"Cora": 2, "Zac": 1})]


def test_a_whole_match_shows_what_happens_at_a_table():
    found = transcript("a-whole-match")
    played = found.of("bonus_played", "by", "kind")
    assert set(played) == {(by, kind) for by in ("Cora", "Zac") for kind in ("accelerate", "join")}
    assert {len(silent) for (silent,) in found.of("turn_settled", "silent")} == {0, 1, 2}
    assert found.all("hinted")
    assert found.all("asked_back")
    assert found.all("paused")
    assert any(pick["kept"] for pick in found.all("pick_made"))
    refused = {text for _, _, text in found.from_whom("refused")}
    assert refused == {"north", "accelerate south", "guard north", "thief"}


def test_in_a_whole_match_a_turn_costs_one_public_message():
    lines = public(log("a-whole-match"))
    script = golden("a-whole-match", ".txt").read_text(encoding="utf-8")
    starts = [line for line in lines if line.endswith("  Minecart")]
    bonuses = transcript("a-whole-match").all("bonus_played")
    turns = transcript("a-whole-match").all("turn_settled")
    start, roles, pause, resume = 1, 3, 1, 1
    assert "pause fire alarm" in script
    assert len(starts) == len(turns) + len(bonuses) + start + roles + pause + resume


def test_r29_between_two_turns_there_is_a_break_and_a_whole_new_one_after_a_pause():
    found = transcript("r29-a-break-between-turns")
    assert found.of("break_begun", "at", "round", "turn", "opens") == [
        ("00:10.500", 1, 2, "00:30.500"),
        ("01:00.000", 1, 2, "01:20.000"),
        ("01:35.000", 1, 3, "01:55.000"),
        ("01:42.000", 1, 3, "02:02.000"),
        ("03:16.500", 2, 2, "03:36.500"),
    ]
    assert found.of("turn_opened", "at", "round", "turn") == [
        ("00:05.000", 1, 1),
        ("01:20.000", 1, 2),
        ("02:02.000", 1, 3),
        ("02:15.000", 2, 1),
        ("03:36.500", 2, 2),
    ]
    assert found.from_whom("refused") == [
        ("00:10.200", "Zac", "north"),
        ("00:20.000", "Cora", "central"),
        ("00:21.000", "Cora", "accelerate north"),
        ("00:26.000", "Zac", "north"),
    ]


def test_r29_that_somebody_has_picked_is_told_once_a_turn_and_after_a_bonus_and_nothing_is_asked():
    lines = public(log("r29-who-has-picked-is-told"))
    told = [line.strip() for line in lines if "has picked" in line]
    assert told == [f"✅ {name} has picked." for name in ("Zac", "Zac", "Cora", "Zac")]
    assert not any("Which" in line for line in log("r29-who-has-picked-is-told"))
    asked = transcript("r29-who-has-picked-is-told").of("role_asked", "round", "picker")
    assert asked == [(1, "Zac"), (2, "Cora")]
