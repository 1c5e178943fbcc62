"""Corrections: what the golden transcripts must say, worked out by hand."""

from tests.golden.transcripts import log, public, stashes, transcript


def test_r32_a_turn_taken_back_opens_with_the_stashes_gems_and_bonuses_of_then():
    found = transcript("r32-a-turn-taken-back-opens-as-it-was")
    assert found.opened_with == [(1, 1, 1), (1, 2, 2), (2, 3, 1), (1, 2, 2), (2, 1, 3)]
    assert found.of("turn_opened", "turn", "miner") == [
        *((1, "Cora"), (2, "Zac"), (3, "Cora")),
        *((2, "Zac"), (3, "Cora")),
    ]
    assert found.gems == [(1, 0), (1, 3), (4, 0)]
    assert found.of("bonus_played", "by", "mine") == [("Zac", "south"), ("Zac", "central")]


def test_r32_a_turn_taken_back_has_a_full_minute_and_none_of_the_picks_of_before():
    found = transcript("r32-a-turn-taken-back-opens-as-it-was")
    assert found.of("taken_back", "at", "round", "turn", "reason") == [
        ("00:30.000", 1, 2, "Zac pressed the wrong button")
    ]
    assert found.all("turn_opened")[3]["deadline"] == "01:30.000"
    assert found.settled[2] == ("central", "central", "central", "Cora", 3)
    assert stashes(found.all("turn_settled")[2]["stashes_after"]) == (1, 0, 2)


def test_r32_what_was_not_played_is_not_taken_back_and_players_take_nothing_back():
    found = transcript("r32-a-turn-taken-back-opens-as-it-was")
    assert found.from_whom("refused") == [
        ("00:50.000", "host", "take-back round 1 turn 4"),
        ("00:51.000", "host", "take-back round 2"),
        ("00:52.000", "Cora", "take-back round 1"),
    ]
    assert "round 1, turns 1 to 3" in found.all("refused")[0]["reason"]


def test_r32_a_round_taken_back_has_its_start_role_picked_anew_and_is_won_by_nobody():
    found = transcript("r32-a-round-taken-back-begins-anew")
    assert found.of("round_won", "round", "winner") == [(1, "Cora")]
    assert found.of("role_asked", "at", "round", "picker") == [
        ("00:00.000", 1, "Cora"),
        ("00:11.500", 2, "Zac"),
        ("00:40.000", 1, "Cora"),
    ]
    assert found.opened_with == [(1, 1, 1), (1, 2, 2), (1, 1, 1), (1, 2, 2)]
    assert found.gems == [(0, 1), (2, 1), (0, 1)]
    assert found.of("taken_back", "round", "turn") == [(1, None)]
    assert found.from_whom("refused") == [("00:35.000", "host", "take-back round 1")]


def test_r33_every_correction_names_the_host_and_the_reason_in_the_dm_channel():
    for name in ("r32-a-turn-taken-back-opens-as-it-was", "r32-a-round-taken-back-begins-anew"):
        lines = public(log(name))
        assert any("host takes back round 1" in line for line in lines)
    lines = public(log("r33-every-correction-is-announced"))
    for correction, reason in (
        ("host has entered a pick for Cora.", "her keyboard is broken"),
        ("host gives Zac 3 gems.", "won by a coin toss"),
        ("host takes 1 gem from Zac.", "one too many"),
        ("host gives 30 s more.", "Zac's phone rang"),
        ("host ends the time now.", "Zac has gone home"),
        ("host gives Cora 14 gems.", "Zac has given the round up"),
    ):
        at = next(number for number, line in enumerate(lines) if correction in line)
        assert f"Reason: {reason}" in "\n".join(lines[at : at + 3])


def test_r33_a_pick_that_a_host_enters_is_announced_without_its_track():
    lines = public(log("r33-every-correction-is-announced"))
    [at] = [number for number, line in enumerate(lines) if "entered a pick" in line]
    assert "South" not in "\n".join(lines[at : at + 2])


def test_r30_gems_are_corrected_and_never_below_none():
    found = transcript("r33-every-correction-is-announced")
    assert found.of("gems_awarded", "player", "gems", "gems_after") == [
        ("Zac", 3, {"Cora": 0, "Zac": 3}),
        ("Zac", -1, {"Cora": 0, "Zac": 2}),
        ("Cora", 14, {"Cora": 15, "Zac": 2}),
    ]
    assert found.gems == [(1, 2)]
    assert found.of("round_won", "at", "winner") == [("01:35.000", "Cora")]


def test_r30_a_clock_is_extended_and_ended_and_the_silent_player_has_made_no_pick():
    found = transcript("r33-every-correction-is-announced")
    assert found.of("clock_extended", "deadline", "by_ms") == [
        ("01:31.000", 30_000),
        ("02:45.000", 10_000),
    ]
    assert found.of("clock_ended", "at") == [("01:20.000",), ("01:50.000",)]
    assert found.of("turn_settled", "at", "over_at", "silent") == [
        ("01:21.500", "01:20.000", ["Zac"])
    ]
    assert found.settled == [("south", "south", None, "Cora", 1)]
    assert found.of("role_picked", "at", "by", "role", "defaulted")[1] == (
        "01:51.500",
        "Zac",
        "thief",
        True,
    )


def test_r30_what_can_not_be_corrected_is_refused():
    assert transcript("r33-every-correction-is-announced").from_whom("refused") == [
        ("00:16.000", "host", "award Zac -3"),
        ("00:17.000", "host", "award Zac 0"),
        ("01:21.000", "Zac", "north"),
        ("01:56.000", "host", "extend 10"),
        ("01:57.000", "host", "settle-now"),
    ]


def test_r32_the_turn_that_won_the_match_is_taken_back_and_the_match_is_open_again():
    found = transcript("r32-an-ended-match-is-reopened")
    assert found.of("match_won", "at", "winner") == [
        ("00:22.500", "Cora"),
        ("05:22.500", "Zac"),
    ]
    assert found.from_whom("refused") == [
        ("05:00.000", "host", "award Zac 1"),
    ]
    assert found.of("turn_opened", "at", "turn", "miner")[-1] == ("05:10.000", 2, "Zac")
    assert found.gems == [(1, 0), (3, 0), (1, 2)]


def test_r32_what_was_corrected_in_the_break_stands_when_the_turn_is_taken_back():
    found = transcript("r32-a-correction-in-the-break-stands")
    assert found.of("gems_awarded", "player", "gems_after") == [
        ("Cora", {"Cora": 3, "Zac": 0}),
        ("Zac", {"Cora": 3, "Zac": 3}),
    ]
    assert found.of("break_begun", "turn", "opens") == [(2, "00:08.500"), (2, "00:17.000")]
    lines = log("r32-a-correction-in-the-break-stands")
    shown = [line.strip() for line in lines if line.strip().startswith("Gems: ")]
    assert shown[-1] == "Gems: Cora 3 · Zac 0 (first to 15)"
