"""How a settled turn, a won round and a won match are told."""

from __future__ import annotations

import pytest

from minecart_robbery.engine import commands as do
from minecart_robbery.engine.nouns import Accelerate, Join, Role, Track
from minecart_robbery.engine.rules import StartsAs
from minecart_robbery.words.notices import Audience
from tests.words.telling.stage import CENTRAL, CORA, HOST, NORTH, SOUTH, ZAC, Stage, Told


def plain(line: str) -> str:
    return line.replace("**", "")


def settled(stage: Stage, mine: Track | None, guard: Track | None, at: float = 20) -> str:
    """The line of a turn in which Cora mines."""
    return plain(stage.play(mine, guard, at).public[0])


def in_turn(number: int, mine: Track, guard: Track) -> str:
    """The line of turn `number`, before which North was sent and South guarded in each."""
    stage = Stage.in_first_turn()
    for turn in range(1, number):
        play(stage, turn, NORTH, SOUTH)
    return plain(play(stage, number, mine, guard).public[0])


def play(stage: Stage, number: int, mine: Track, guard: Track) -> Told:
    miner, thief = (CORA, ZAC) if number % 2 else (ZAC, CORA)
    stage.say(miner, mine, number * 10)
    stage.say(thief, guard, number * 10)
    return stage.expire()


@pytest.mark.parametrize(
    ("turn", "line"),
    [
        (1, "Cora sends North; Zac has guessed it. Zac takes 1 gem."),
        (
            2,
            "Zac sends the North cart with 1 gem aboard, straight into Cora's arms: Cora steals 1.",
        ),
        (3, "Zac lies in wait on the North track, and here comes Cora's North cart: 1 gem to Zac."),
    ],
)
def test_the_sentences_for_a_theft_take_turns(turn: int, line: str):
    assert in_turn(turn, NORTH, NORTH) == line


@pytest.mark.parametrize(
    ("turn", "line"),
    [
        (1, "Cora sends North, Zac guards South. Cora claims 1 gem."),
        (2, "Cora waits on the South track, but Zac has sent North: 1 gem for Zac."),
        (3, "Cora's North cart rolls home while Zac watches South: Cora claims 1 gem."),
    ],
)
def test_the_sentences_for_a_claim_take_turns(turn: int, line: str):
    assert in_turn(turn, NORTH, SOUTH) == line


def test_a_rerouted_theft_says_where_the_join_took_the_cart():
    stage = Stage.in_first_turn()
    stage.say(ZAC, Join(NORTH, CENTRAL), 5)
    assert settled(stage, NORTH, CENTRAL) == (
        "Cora sends the North cart, the join takes it onto the Central track, "
        "and Zac is there: Zac steals 1 gem."
    )


def test_a_rerouted_claim_says_where_the_join_took_the_cart():
    stage = Stage.in_first_turn()
    stage.say(ZAC, Join(NORTH, CENTRAL), 5)
    assert settled(stage, NORTH, NORTH) == (
        "Cora sends the North cart, the join takes it onto the Central track, "
        "and Zac guards North: Cora claims 1 gem."
    )


def test_joins_that_bring_a_cart_back_to_its_own_track_are_not_told_as_a_detour():
    stage = Stage.in_first_turn()
    stage.say(ZAC, Join(NORTH, CENTRAL), 5)
    stage.say(CORA, Join(CENTRAL, NORTH), 6)
    assert "join" not in settled(stage, NORTH, SOUTH)


def test_r21_a_silent_miner_is_told_what_the_silence_cost():
    stage = Stage.in_first_turn()
    stage.say(ZAC, Accelerate(SOUTH), 5)
    assert settled(stage, None, SOUTH) == (
        "Cora was silent. Zac guarded South, so the richest cart that would have run there is "
        "lost: South, and Zac steals 2 gems."
    )


def test_r22_a_silent_miner_whom_no_cart_could_cost_anything_claims():
    stage = Stage.in_first_turn()
    stage.say(ZAC, Join(NORTH, CENTRAL), 5)
    assert settled(stage, None, NORTH) == (
        "Cora was silent. Zac guarded North, where no cart could run, so the smallest stash is "
        "sent: North, and Cora claims 1 gem."
    )


def test_r23_a_silent_thief_is_told_that_nobody_stood_guard():
    assert settled(Stage.in_first_turn(), NORTH, None) == (
        "Zac was silent, so nobody stood guard: Cora sends North, and Cora claims 1 gem."
    )


def test_r24_two_silent_players_are_told_that_nothing_moved():
    assert settled(Stage.in_first_turn(), None, None) == (
        "Neither Cora nor Zac made a pick: no cart runs, the stashes stay, the roles swap."
    )


def test_a_settled_turn_and_the_next_ones_opening_are_one_public_message():
    told = Stage.in_first_turn().play(NORTH, SOUTH, 10)
    assert [it.to for it in told.notices].count(Audience.PUBLIC) == 1
    assert told.public[1:] == [
        "## Round 1 · Turn 2",
        "⛏️ Zac **mines** · 🗡️ Cora **steals**",
        "```",
        "North     1 ◆",
        "Central   2 ◆◆",
        "South     2 ◆◆",
        "```",
        "**Gems:** Cora 1 · Zac 0 (first to 15)",
        "**Rounds:** Cora 0 · Zac 0 (first to 3)",
        "**Bonuses left:** Cora Accelerate and Join · Zac Accelerate and Join",
        "⏳ Time is over at 01:10.500",
    ]


def test_a_won_round_tells_both_scores_and_asks_for_the_next_start_role():
    told = Stage.in_first_turn(target_gems=1).play(NORTH, SOUTH, 10)
    assert told.public[1:] == [
        "💎 **Cora wins round 1**, 1 gem to 0. Rounds: Cora 1, Zac 0.",
        "## Round 2",
        "Zac chooses the start role here: **thief** or **miner**.",
        "⏳ The time to choose is over at 01:10.500",
    ]
    assert told.mentions == [(Audience.PUBLIC, (ZAC,))]


def test_a_won_match_ends_the_message_without_a_clock():
    told = Stage.in_first_turn(target_gems=1, rounds_to_win=1).play(NORTH, NORTH, 10)
    assert told.public[1:] == [
        "💎 **Zac wins round 1**, 1 gem to 0. Rounds: Cora 0, Zac 1.",
        "🏆 **Zac wins the Death Match,** 1 round to 0.",
    ]
    assert told.notices[0].clock is None


def test_a_row_of_gems_grows_no_longer_than_a_phone_is_wide():
    stage = Stage.in_first_turn(target_gems=99, idle_turns_before_pause=99)
    told = [stage.expire() for _ in range(12)][-1]
    assert "North    13 ◆◆◆◆◆◆◆◆" in told.public


@pytest.mark.parametrize("role", Role)
def test_a_picked_role_is_told_and_one_that_was_not_picked_too(role: Role):
    told = Stage.started().do(do.PickRole(CORA, role), 5)
    assert told.public[0] == f"Cora starts round 1 as **{role}**."
    defaulted = Stage.started(role_default="random").expire(role)
    assert defaulted.public[0] == f"Cora did not choose in time and starts round 1 as **{role}**."


def test_a_role_fixed_by_the_hosts_follows_from_what_they_have_changed():
    stage = Stage.started()
    told = stage.do(do.SetStarter(HOST, 1, StartsAs(CORA, Role.THIEF)), 5)
    assert told.public[:2] == [
        "⚙️ **A host changes who starts.** Cora starts round 1 as **thief**.",
        "As the hosts have set it, Cora starts round 1 as **thief**.",
    ]
