"""A match in each of the phases in which people may type something."""

from __future__ import annotations

from minecart_robbery.engine import commands as do
from minecart_robbery.engine.nouns import Seat
from minecart_robbery.engine.phases import Match
from minecart_robbery.engine.rules import ReadyCheck
from tests.words.telling.stage import CORA, HOST, NORTH, SOUTH, Stage


def waiting() -> Match:
    """Not started yet."""
    return Stage().match


def checking_ready() -> Match:
    """Both are asked whether they are ready."""
    return Stage.checking_ready().match


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
    stage = Stage.in_first_turn(target_gems=1, ready_check=ReadyCheck.EVERY)
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
