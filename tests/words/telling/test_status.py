"""How a match stands, what its channels are for, and the rules in a few words."""

from __future__ import annotations

import pytest

from minecart_robbery.engine import commands as do
from minecart_robbery.engine.rules import RoleDefault, Rules
from minecart_robbery.words.names import Names
from minecart_robbery.words.notices import Audience, Clock, ClockKind
from minecart_robbery.words.rules import rules_text
from minecart_robbery.words.telling.hosting import opening_notices
from minecart_robbery.words.telling.status import status_notice
from tests.words.telling.stage import CORA, HOST, NAMES, NORTH, SOUTH, ZAC, Stage

NO_ROUNDS = "Rounds: Cora 0, Zac 0 (first to 3)."


def status(stage: Stage) -> list[str]:
    return list(status_notice(stage.match, NAMES, 7).lines)


def deciding() -> Stage:
    stage = Stage.started(role_default=RoleDefault.ASK)
    stage.expire()
    return stage


def paused(stage: Stage) -> Stage:
    stage.do(do.PauseMatch(HOST), 1)
    return stage


def overdue() -> Stage:
    stage = Stage.checking_ready(ZAC)
    stage.expire()
    return stage


def paused_between_turns() -> Stage:
    stage = Stage.in_first_turn()
    stage.do(do.PauseMatch(CORA), 1)
    stage.play(NORTH, SOUTH, 5)
    return stage


PAUSED = "**Match 7** is paused. A host goes on with **/match resume**."
PAUSED_BY_THE_DMO = (
    "**Match 7** is paused. A host, or Cora who asked for it, goes on with **/match resume**."
)
READY = "**Match 7:** round 1 is about to begin. Not ready yet: Cora and Zac."
ROLE = "**Match 7:** round 1 is about to begin; Cora chooses the start role."


@pytest.mark.parametrize(
    ("stage", "lines"),
    [
        (
            Stage(),
            [
                "**Match 7:** Cora (DMO) against Zac. It has not been started: it waits for a host "
                "to do so with **/match start**.",
                NO_ROUNDS,
            ],
        ),
        (Stage.checking_ready(), [READY, NO_ROUNDS]),
        (paused(Stage.checking_ready()), [PAUSED, READY, NO_ROUNDS]),
        (
            overdue(),
            [
                "**Match 7:** round 1 waits. Not ready yet: Cora. "
                "A host can go on without waiting (**/match skip-ready**).",
                NO_ROUNDS,
            ],
        ),
        (Stage.started(), [ROLE, NO_ROUNDS]),
        (paused(Stage.started()), [PAUSED, ROLE, NO_ROUNDS]),
        (
            Stage.in_break(),
            [
                "**Match 7:** round 1 goes on with turn 2 after a short break.",
                "**Gems:** Cora 1 · Zac 0 (first to 15)",
                NO_ROUNDS,
            ],
        ),
        (
            deciding(),
            [
                "**Match 7:** round 1 waits for the hosts to settle the start roles "
                "(**/match starter**).",
                NO_ROUNDS,
            ],
        ),
        (paused_between_turns(), [PAUSED_BY_THE_DMO, NO_ROUNDS]),
    ],
)
def test_the_status_says_what_the_match_waits_for(stage: Stage, lines: list[str]):
    assert status(stage) == lines


def test_the_status_of_a_turn_is_its_table_and_its_clock():
    notice = status_notice(Stage.in_first_turn().match, NAMES, 7)
    assert notice.lines[0] == "## Round 1 · Turn 1"
    assert notice.clock == Clock(ClockKind.TURN, 60_000)


def test_the_status_of_a_ready_check_has_its_clock_until_it_is_overdue():
    checking = status_notice(Stage.checking_ready().match, NAMES, 7)
    assert checking.clock == Clock(ClockKind.READY, 120_000)
    assert status_notice(overdue().match, NAMES, 7).clock is None


def test_the_status_of_a_paused_turn_has_no_clock():
    stage = paused(Stage.in_first_turn())
    assert status(stage)[:2] == [PAUSED, "## Round 1 · Turn 1"]
    assert status_notice(stage.match, NAMES, 7).clock is None


def test_the_status_is_the_same_whatever_was_picked():
    first, second = Stage.in_first_turn(), Stage.in_first_turn()
    first.say(CORA, NORTH, 5)
    second.say(CORA, SOUTH, 5)
    assert status(first) == status(second) == status(Stage.in_first_turn())


def test_when_a_match_is_set_up_each_channel_is_told_what_it_is_for():
    public, *welcomes = opening_notices(Names("Cora", "Zac"), Rules())
    assert (public.to, public.mentions) == (Audience.PUBLIC, (CORA, ZAC))
    assert "Cora (DMO) against Zac" in public.lines[0]
    assert [(it.to, it.mentions) for it in welcomes] == [
        (Audience.DMO, (CORA,)),
        (Audience.CANDIDATE, (ZAC,)),
    ]
    assert "against Zac" in welcomes[0].lines[0]
    assert "against Cora" in welcomes[1].lines[0]


def test_the_rules_are_told_with_the_settings_of_the_match():
    text = rules_text(Rules(target_gems=7, rounds_to_win=2, turn_seconds=45))
    assert "within 45 seconds" in text
    assert "7 gems win a round, 2 rounds win the match" in text
    assert text == text.strip()
