"""Matches that can't be seated are tried again, ever more rarely, and logged once (S44, S45)."""

from __future__ import annotations

import logging

import pytest

from minecart_robbery.live.unseated import MOST_SWEEPS, Unseated
from tests.live.one_fault import locked


def tries(unseated: Unseated, sweeps: int) -> list[int]:
    """In which of so many sweeps it is tried, each time in vain."""
    found: list[int] = []
    for sweep in range(sweeps):
        if unseated.is_due():
            found.append(sweep)
            unseated.looked(is_any_left=True)
    return found


def test_s44_the_next_sweep_tries_again_and_later_ones_ever_more_rarely():
    unseated = Unseated()
    assert not unseated.is_due()
    unseated.look_again()
    unseated.looked(is_any_left=True)
    assert tries(unseated, 40) == [0, 2, 6, 14, 27]
    assert MOST_SWEEPS == 12


def test_s44_once_all_are_seated_nothing_is_tried():
    unseated = Unseated()
    unseated.look_again()
    unseated.looked(is_any_left=False)
    assert tries(unseated, 9) == []


@pytest.mark.parametrize(
    ("error", "is_stuck"), [(locked(), False), (OSError(), False), (ValueError(), True)]
)
def test_s45_a_match_is_stuck_by_what_does_not_pass_by_itself(error: Exception, is_stuck: bool):
    unseated = Unseated()
    unseated.failed(1, error)
    assert unseated.is_stuck(1) is is_stuck
    unseated.forget(1)
    assert not unseated.is_stuck(1)


def test_s45_the_same_reason_is_logged_in_full_once(caplog: pytest.LogCaptureFixture):
    unseated = Unseated()
    for error in (ValueError("a"), ValueError("a"), locked(), ValueError("a")):
        unseated.failed(1, error)
    logged = [it for it in caplog.records if it.levelno == logging.ERROR]
    assert len(logged) == 3
