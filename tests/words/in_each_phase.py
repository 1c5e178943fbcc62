"""A match in each of the phases in which people may type something."""

from __future__ import annotations

from minecart_robbery.engine import commands as do
from minecart_robbery.engine.match import Match
from minecart_robbery.engine.nouns import Join, Seat
from minecart_robbery.engine.rules import ReadyRounds, RoleDefault
from tests.words.telling.stage import CENTRAL, CORA, HOST, NORTH, SOUTH, ZAC, Stage


def waiting() -> Match:
    """Not started yet."""
    return Stage().match


def checking_ready() -> Match:
    """Both are asked whether they are ready."""
    return Stage.checking_ready().match


def hosts_decide() -> Match:
    """The hosts are to settle the start roles."""
    stage = Stage.started(role_default=RoleDefault.ASK)
    stage.expire()
    return stage.match


def half_picked() -> Match:
    """In a turn Cora has a pick from before a bonus action, which made a cart take another way."""
    stage = Stage.in_first_turn()
    stage.say(CORA, NORTH, 1)
    stage.say(ZAC, Join(NORTH, CENTRAL), 2)
    return stage.match


def paused_between_turns() -> Match:
    """In a pause after the first turn."""
    stage = Stage.in_first_turn()
    stage.do(do.PauseMatch(CORA), 1)
    stage.play(NORTH, SOUTH, 2)
    return stage.match


def paused_check() -> Match:
    """The same, in a pause."""
    stage = Stage.checking_ready()
    stage.do(do.PauseMatch(HOST), 1)
    return stage.match


def overdue_check() -> Match:
    """They were not ready in time."""
    stage = Stage.checking_ready()
    stage.expire()
    return stage.match


def paused_before_the_check() -> Match:
    """In a pause between two rounds, before both are asked again."""
    stage = Stage.in_first_turn(target_gems=1, ready_check=ReadyRounds.EVERY)
    stage.do(do.PauseMatch(CORA), 1)
    stage.play(NORTH, SOUTH, 2)
    return stage.match


def interrupted_turn() -> Match:
    """Both are asked whether they are ready to go on in a turn with somebody new in it."""
    stage = Stage.in_first_turn()
    stage.do(do.Substitute(HOST, Seat.CANDIDATE), 1)
    return stage.match


def picking_role() -> Match:
    """Cora is asked for her start role."""
    return Stage.started().match


def in_turn() -> Match:
    """A turn is open."""
    return Stage.in_first_turn().match


def paused_turn() -> Match:
    """A turn is open, in a pause."""
    stage = Stage.in_first_turn()
    stage.do(do.PauseMatch(HOST), 1)
    return stage.match


def paused_role() -> Match:
    """Cora is asked for her start role, in a pause."""
    stage = Stage.started()
    stage.do(do.PauseMatch(HOST), 1)
    return stage.match


def in_break() -> Match:
    """In a break between two turns."""
    stage = Stage.in_first_turn(between_turns_seconds=10)
    stage.play(NORTH, SOUTH, 2)
    return stage.match


def somebody_new() -> Match:
    """Somebody new plays in Zac's seat, in a turn: both are asked whether they are ready."""
    stage = Stage.in_first_turn()
    stage.do(do.Substitute(HOST, ZAC), 1)
    return stage.match


def paused_with_somebody_new() -> Match:
    """The same in a pause: both are asked when it is over."""
    stage = Stage.in_first_turn()
    stage.do(do.PauseMatch(HOST), 1)
    stage.do(do.Substitute(HOST, ZAC), 2)
    return stage.match


def over() -> Match:
    """The match is won."""
    stage = Stage.in_first_turn(target_gems=1, rounds_to_win=1)
    stage.play(NORTH, SOUTH, 1)
    return stage.match


def called_off() -> Match:
    """A host has called it off."""
    stage = Stage.in_first_turn()
    stage.do(do.CallOff(HOST), 1)
    return stage.match


ALL = (
    waiting,
    checking_ready,
    paused_check,
    overdue_check,
    paused_before_the_check,
    picking_role,
    hosts_decide,
    paused_role,
    in_turn,
    half_picked,
    paused_turn,
    paused_between_turns,
    in_break,
    somebody_new,
    paused_with_somebody_new,
    over,
    called_off,
)
"""All of them."""
