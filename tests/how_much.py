"""How much is tried at random: what a run of the tests has time for, or `SOAK` times as much."""

from __future__ import annotations

import os
import uuid

SOAK = int(os.environ.get("SOAK", "1"))
"""1 in `make test`; more in `make soak`, which draws its matches anew each time."""


def so_many(number: int) -> int:
    """`number`, or as many times more as a longer run is asked for."""
    return number * SOAK


def first_seed() -> int:
    """Where the seeds of a run begin: the same ones each time, fresh ones in a longer run.

    All processes of a run begin with the same ones, else they wouldn't find the same tests.
    """
    if SOAK == 1:
        return 0
    run = os.environ.get("PYTEST_XDIST_TESTRUNUID", uuid.uuid4().hex)
    return int(run, 16) % 2**32
