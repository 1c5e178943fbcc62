"""How bonus actions are told, in whatever order their messages arrive."""

from minecart_robbery.engine import commands as do
from minecart_robbery.engine.nouns import Accelerate, Join
from minecart_robbery.words.notices import Audience
from tests.words.telling.stage import CENTRAL, CORA, HOST, NORTH, SOUTH, ZAC, Stage

NORTH_FIRST = Join(NORTH, CENTRAL)
RESTARTS = (
    "The clock starts again in full for both. Picks made before still count; "
    "to change yours, or to **keep** it at once, go to your submissions channel."
)


def not_any_more(player: str, bonus: str) -> str:
    why = "Something sent earlier has only now arrived"
    return f"{why}; because of it {player}'s {bonus} does not count."


def accelerated(player: str, mine: str, gems: str) -> str:
    return f"⚡ {player} plays **Accelerate {mine}**: its stash grows to {gems}."


def joined(player: str, first: str, second: str) -> str:
    return (
        f"🔀 {player} plays **Join {first} to {second}**: "
        f"this turn a cart that would have run on {first} runs on {second}."
    )


def test_an_accelerate_shows_the_grown_stash_what_is_left_and_the_new_deadline():
    told = Stage.in_first_turn().say(CORA, Accelerate(SOUTH), 10)
    assert told.public == [
        accelerated("Cora", "South", "2 gems"),
        "## Round 1 · Turn 1",
        "```",
        "North     1 ◆",
        "Central   1 ◆",
        "South     2 ◆◆",
        "```",
        "**Bonuses left:** Cora Join · Zac Accelerate and Join",
        RESTARTS,
        "⏳ Time is over at 01:10.000",
    ]


def test_a_join_shows_where_each_cart_would_run_and_which_track_is_empty():
    told = Stage.in_first_turn().say(ZAC, NORTH_FIRST, 10)
    assert told.public == [
        joined("Zac", "North", "Central"),
        "## Round 1 · Turn 1",
        "```",
        "North → Central   1 ◆",
        "Central           1 ◆",
        "South             1 ◆",
        "```",
        "No cart can run on the North track this turn.",
        "**Bonuses left:** Cora Accelerate and Join · Zac Accelerate",
        RESTARTS,
        "⏳ Time is over at 01:10.000",
    ]


def test_all_carts_on_one_track_leave_two_tracks_empty():
    stage = Stage.in_first_turn()
    stage.say(ZAC, NORTH_FIRST, 10)
    told = stage.say(CORA, Join(SOUTH, CENTRAL), 11)
    assert told.public[3:6] == [
        "North → Central   1 ◆",
        "Central           1 ◆",
        "South → Central   1 ◆",
    ]
    assert told.public[7:9] == [
        "No cart can run on the North track this turn.",
        "No cart can run on the South track this turn.",
    ]


def test_an_earlier_bonus_of_the_same_kind_takes_the_place_of_the_one_told_before():
    stage = Stage.in_first_turn()
    stage.say(CORA, Accelerate(SOUTH), 5)
    told = stage.say(CORA, Accelerate(NORTH), 3)
    assert told.public[:2] == [
        accelerated("Cora", "North", "2 gems"),
        not_any_more("Cora", "Accelerate"),
    ]
    assert told.public[4:7] == ["North     2 ◆◆", "Central   1 ◆", "South     1 ◆"]
    assert told.public[-1] == "⏳ Time is over at 01:03.000"


def test_a_pick_that_arrives_late_ends_the_turn_before_a_bonus_that_was_told():
    stage = Stage.in_first_turn()
    stage.say(CORA, NORTH, 10)
    stage.say(ZAC, NORTH_FIRST, 20)
    told = stage.say(ZAC, SOUTH, 15)
    assert told.public == [not_any_more("Zac", "Join")]
    assert "join" not in stage.expire().public[0]


def test_a_bonus_that_arrives_late_brings_back_another_that_was_too_late():
    stage = Stage.in_first_turn()
    stage.say(CORA, NORTH, 10)
    stage.say(ZAC, SOUTH, 12)
    late = stage.say(ZAC, Accelerate(CENTRAL), 12.3)
    assert late.public == []
    assert late.player(ZAC) == [
        "Too late: it came 0.3 s after the turn was over. "
        "It does not count, and it is not carried over."
    ]
    told = stage.say(CORA, Join(SOUTH, CENTRAL), 11)
    assert told.public[:2] == [
        joined("Cora", "South", "Central"),
        accelerated("Zac", "Central", "2 gems"),
    ]
    assert told.public[-1] == "⏳ Time is over at 01:12.300"


def test_a_join_brought_back_is_told_with_its_tracks():
    stage = Stage.in_first_turn()
    stage.say(CORA, NORTH, 10)
    stage.say(ZAC, SOUTH, 12)
    stage.say(ZAC, NORTH_FIRST, 12.3)
    told = stage.say(CORA, Accelerate(SOUTH), 11)
    assert told.public[:2] == [
        accelerated("Cora", "South", "2 gems"),
        joined("Zac", "North", "Central"),
    ]


def test_a_bonus_sent_before_a_pause_and_received_in_it_is_told_without_a_clock():
    stage = Stage.in_first_turn()
    stage.do(do.PauseMatch(HOST), 30)
    told = stage.say(ZAC, Accelerate(NORTH), 29)
    assert told.public[0] == accelerated("Zac", "North", "2 gems")
    assert told.public[-1] == "The clock stands still; it starts in full when the match goes on."
    assert told.player(ZAC) == [
        "You have played **accelerate north**. "
        "31.0 s were left. It was sent before the clock was stopped, so it counts."
    ]
    assert {it.clock for it in told.notices} == {None}


def test_a_bonus_pings_the_opponent_alone():
    told = Stage.in_first_turn().say(CORA, Accelerate(SOUTH), 10)
    assert told.mentions == [(Audience.CANDIDATE, (ZAC,))]
