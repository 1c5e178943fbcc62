"""What a person is answered: every refusal has its words, and says what would work."""

from __future__ import annotations

import re

import pytest

from minecart_robbery.engine import commands as do
from minecart_robbery.engine import events as ev
from minecart_robbery.engine.clock import Moment
from minecart_robbery.engine.nouns import Accelerate, BonusKind, Join, Role, Seat, Track
from minecart_robbery.engine.refusals import Reason, Refusal
from minecart_robbery.engine.rules import PickedBy, RoleDefault
from minecart_robbery.words.answers import (
    ask_back_line,
    deed_of,
    done_line,
    hint_line,
    refusal_line,
)
from minecart_robbery.words.catalogue import say
from minecart_robbery.words.names import Names
from minecart_robbery.words.reading import (
    Clear,
    Meant,
    NearMiss,
    SaysBonus,
    SaysKeep,
    SaysRole,
    SaysTrack,
    TwoReadings,
    Unfinished,
    read,
    typed_form,
)
from tests.words.telling.stage import CENTRAL, CORA, HOST, HOUSE, NAMES, NORTH, SOUTH, ZAC, Stage

FULL = {
    "whose": Seat.CANDIDATE,
    "bonus": BonusKind.JOIN,
    "late_ms": 400,
    "most": 5,
    "played": (12, 3),
    "wait_ms": 9,
}


@pytest.mark.parametrize("reason", Reason)
@pytest.mark.parametrize("details", [{}, FULL])
def test_every_reason_has_words_whatever_goes_with_it(reason: Reason, details: dict):
    line = refusal_line(Refusal(reason, **details), NAMES)
    assert re.match(r"[A-Z].*[.*]$", line)
    assert "{" not in line
    assert "None" not in line


@pytest.mark.parametrize(
    ("refusal", "line"),
    [
        (
            Refusal(Reason.USED_UP, bonus=BonusKind.JOIN),
            "You have played your Join in this round already. You get it back next round.",
        ),
        (
            Refusal(Reason.NOT_YOUR_ROLE_PICK, whose=Seat.DMO),
            "The start role of this round is Cora's choice. Make your pick once the turn is open.",
        ),
        (
            Refusal(Reason.ROLE_TOO_LATE, late_ms=500),
            "Too late: that came 0.5 s after the time to choose was over. "
            "Make your pick once a turn is open.",
        ),
        (
            Refusal(Reason.TOO_EARLY),
            "That was sent before this turn opened, so it is no pick for it. "
            "If you mean it now, send it again.",
        ),
        (
            Refusal(Reason.TOO_EARLY, late_ms=40),
            "That came 0.040 s after the last turn was over and before this one opened: "
            "it counts for neither. If you mean it now, send it again.",
        ),
        (
            Refusal(Reason.NO_TURN_OPEN, late_ms=1250),
            "That came 1.2 s after the last turn was over, and no turn is open just now. "
            "It was not counted; send it again once one is open.",
        ),
        (
            Refusal(Reason.PAUSED, late_ms=400),
            "That came 0.4 s after the last turn was over, and the match is paused now. "
            "It was not counted; picks are taken again when it goes on.",
        ),
        (
            Refusal(Reason.BETWEEN_TURNS, wait_ms=12_500),
            "No turn is open just now; the next one opens in 12.5 s. "
            "That was not counted: send it again then.",
        ),
        (
            Refusal(Reason.BETWEEN_TURNS, late_ms=400, wait_ms=12_500),
            "That came 0.4 s after the last turn was over, and the next one opens in 12.5 s. "
            "It counts for neither: send it again then.",
        ),
        (
            Refusal(Reason.NO_SUCH_ROUND, most=5),
            "There is no such round: this match has at most 5. Name one of those.",
        ),
        (
            Refusal(Reason.NO_SUCH_TURN, played=(12, 0)),
            "That has not been played, or was taken back already. This can be taken back with "
            "**/match take-back**: round 1, turns 1 to 12; round 2 from its start.",
        ),
        (
            Refusal(Reason.NO_SUCH_TURN, played=(1,)),
            "That has not been played, or was taken back already. This can be taken back with "
            "**/match take-back**: round 1, turn 1.",
        ),
        (
            Refusal(Reason.TOO_FEW_GEMS, whose=Seat.CANDIDATE, most=1),
            "No more can be taken away than Zac has in this round: 1 gem.",
        ),
    ],
)
def test_a_refusal_names_what_goes_with_it(refusal: Refusal, line: str):
    assert refusal_line(refusal, NAMES) == line


@pytest.mark.parametrize("name", ["*Zac*", "{Zac}", "Zac {seconds}", "__Zac__", "Zac: 1|2", "%s"])
def test_a_name_is_shown_as_it_is_given(name: str):
    refusal = Refusal(Reason.NOT_YOUR_ROLE_PICK, whose=Seat.CANDIDATE)
    line = refusal_line(refusal, Names("Cora", name))
    assert line.startswith(f"The start role of this round is {name}'s choice.")


def refusals() -> list[Refusal]:
    """A refusal of every reason, as the engine gives it."""
    early, started, turn = Stage(), Stage.started(), Stage.in_first_turn()
    paused, deciding = Stage.in_first_turn(), Stage.started(role_default=RoleDefault.ASK)
    asked, second, over = Stage.in_first_turn(), Stage.in_first_turn(), Stage.in_first_turn()
    checking = Stage.checking_ready()
    deciding.expire()
    paused.do(do.PauseMatch(HOST), 1)
    asked.do(do.PauseMatch(CORA), 1)
    asked.do(do.CallHost(CORA), 1)
    second.play(NORTH, SOUTH, 5)
    second.say(CORA, Accelerate(NORTH), 6)
    over.do(do.CallOff(HOST), 1)
    defaulted, won = Stage.started(), Stage.in_first_turn(target_gems=1)
    defaulted.expire()
    won.play(NORTH, SOUTH, 5)
    interrupted = Stage.in_first_turn()
    interrupted.do(do.Substitute(HOST, ZAC), 1)
    stopped = Stage.in_first_turn()
    stopped.do(do.PauseMatch(CORA), 1)
    stopped.play(NORTH, SOUTH, 5)
    between = Stage.in_break()
    return [
        *refused_corrections(),
        early.refusal(do.Say(CORA, NORTH), 1),
        checking.refusal(do.StartMatch(HOST), 1),
        started.refusal(do.StartMatch(HOST), 1),
        started.refusal(do.SkipReady(HOST), 1),
        started.refusal(do.Say(CORA, NORTH), 1),
        started.refusal(do.PickRole(ZAC, Role.MINER), 1),
        started.refusal(do.PickRole(CORA, Role.MINER), 60.5),
        started.refusal(do.PickRole(CORA, Role.MINER), -1),
        started.refusal(do.SetStarter(CORA, 1, PickedBy(ZAC)), 1),
        started.refusal(do.SetStarter(HOST, 9, PickedBy(ZAC)), 1),
        turn.refusal(do.SetStarter(HOST, 1, PickedBy(ZAC)), 1),
        turn.refusal(do.Say(CORA, Join(NORTH, SOUTH)), 1),
        turn.refusal(do.PickRole(CORA, Role.MINER), 1),
        turn.refusal(do.ResumeMatch(HOST), 1),
        turn.refusal(do.Expire(), 1),
        paused.refusal(do.Say(CORA, NORTH), 2),
        paused.refusal(do.PauseMatch(HOST), 2),
        paused.refusal(do.ResumeMatch(CORA), 2),
        deciding.refusal(do.PickRole(CORA, Role.MINER), 70),
        deciding.refusal(do.PickRole(CORA, Role.MINER), 59),
        defaulted.refusal(do.PickRole(CORA, Role.MINER), 60.4),
        won.refusal(do.Say(CORA, CENTRAL), 5.2),
        stopped.refusal(do.Say(CORA, CENTRAL), 5.2),
        between.refusal(do.Say(CORA, CENTRAL), 1),
        between.refusal(do.Say(CORA, CENTRAL), 5),
        asked.refusal(do.PauseMatch(CORA), 2),
        asked.refusal(do.CallHost(CORA), 2),
        second.refusal(do.Say(CORA, CENTRAL), 4),
        second.refusal(do.Say(CORA, CENTRAL), 5.2),
        second.refusal(do.Say(CORA, Accelerate(NORTH)), 7),
        over.refusal(do.PauseMatch(HOUSE), 2),
        interrupted.refusal(do.Say(CORA, NORTH), 2),
        Stage.in_first_turn().refusal(do.Substitute(HOST, ZAC), 60.5),
    ]


def refused_corrections() -> list[Refusal]:
    """A refusal of every reason that only corrections are refused for."""
    checking, started, turn = Stage.checking_ready(), Stage.started(), Stage.in_first_turn()
    deciding, paused, over = Stage.started(role_default=RoleDefault.ASK), *both_picked()
    deciding.expire()
    unheard = Stage.in_first_turn(posts_are_received=False)
    return [
        checking.refusal(do.TakeBack(HOST, 1), 1),
        checking.refusal(do.EndClock(HOST), 1),
        turn.refusal(do.TakeBack(HOST, 1, 2), 1),
        started.refusal(do.TakeBack(HOST, 1, 1), 1),
        started.refusal(do.Award(HOST, ZAC, 1), 1),
        turn.refusal(do.Award(HOST, ZAC, 0), 1),
        turn.refusal(do.Award(HOST, ZAC, -1), 1),
        paused.refusal(do.EndClock(HOST), 5),
        deciding.refusal(do.ExtendClock(HOST, 1000), 70),
        unheard.refusal(do.EndClock(HOST), 1),
        turn.refusal(do.ExtendClock(HOST, 1000), 61),
        turn.refusal(do.ExtendClock(HOST, 7_200_000), 1),
        turn.refusal(do.ExtendClock(HOST, 0), 1),
        over.refusal(do.ExtendClock(HOST, 1000), 5),
    ]


def both_picked() -> tuple[Stage, Stage]:
    """A turn that both have picked in: in a pause, and about to be settled."""
    stages = Stage.in_first_turn(), Stage.in_first_turn()
    for stage in stages:
        stage.say(CORA, NORTH, 1)
        stage.say(ZAC, NORTH, 2)
    stages[0].do(do.PauseMatch(HOST), 1.5)
    return stages


def test_the_engine_gives_a_refusal_of_every_reason():
    assert {refusal.reason for refusal in refusals()} == set(Reason)


def test_what_goes_with_a_refusal_of_the_engine_is_never_left_blank():
    for refusal in refusals():
        line = refusal_line(refusal, NAMES)
        assert "  " not in line
        assert " 's" not in line
        assert " 0.0 s" not in line


def test_two_readings_are_asked_back_with_each_of_them():
    assert ask_back_line(TwoReadings((NORTH, SOUTH))) == (
        "Did you mean **north** or **south**? Nothing has been done yet; please say just one."
    )
    assert "**thief** or **north** or **accelerate south**" in ask_back_line(
        TwoReadings((Role.THIEF, NORTH, Accelerate(SOUTH)))
    )


def test_no_reading_at_all_is_asked_back_with_all_tracks():
    assert ask_back_line(TwoReadings(())) == (
        "I won't guess what you mean. Nothing has been done; "
        "please say just what you want, for example **north** or **keep**."
    )


def test_one_doubtful_reading_is_asked_back_in_a_sentence_that_fits_one():
    assert "just one" not in ask_back_line(TwoReadings((NORTH,)))


def test_a_near_miss_is_hinted_with_what_was_typed_and_what_was_meant():
    assert hint_line(NearMiss("nroth", "north")) == (
        "“nroth” – did you mean **north**? Nothing has been done; please type it again."
    )


def test_an_unfinished_bonus_is_hinted_with_a_whole_one():
    assert "**accelerate north**" in hint_line(Unfinished(BonusKind.ACCELERATE, None))
    assert "**join central to north**" in hint_line(Unfinished(BonusKind.JOIN, NORTH))


EVERYTHING: list[tuple[Meant, Clear]] = [
    *((track, SaysTrack(track)) for track in Track),
    *((role, SaysRole(role)) for role in Role),
    *((Accelerate(mine), SaysBonus(Accelerate(mine))) for mine in Track),
    *(
        (Join(first, second), SaysBonus(Join(first, second)))
        for first in Track
        for second in Track
        if first.is_adjacent_to(second)
    ),
]


@pytest.mark.parametrize(("meant", "reading"), EVERYTHING)
def test_what_is_offered_is_understood_when_it_is_typed(meant: Meant, reading: Clear):
    assert read(typed_form(meant)) == reading


@pytest.mark.parametrize(
    "line",
    [
        hint_line(Unfinished(BonusKind.ACCELERATE, None)),
        hint_line(Unfinished(BonusKind.JOIN, None)),
        ask_back_line(TwoReadings(())),
    ],
)
def test_every_example_in_an_answer_is_understood_when_it_is_typed(line: str):
    examples = re.findall(r"\*\*(.+?)\*\*", line)
    assert examples
    assert all(isinstance(read(example), SaysTrack | SaysBonus | SaysKeep) for example in examples)


def test_a_start_that_only_asks_is_answered_by_what_it_asks():
    started, asked = ev.MatchStarted(Moment(0)), ev.ReadyAsked(Moment(0), 1, 2)
    assert deed_of((started, asked)) is asked
    assert deed_of((started,)) is started
    assert done_line((started, asked)) == say("desk", "done_ready_asked")


def test_what_came_to_nothing_was_done_before():
    assert done_line(()) == done_line(None) == say("desk", "done_before")
