"""The gems of any match: what stands of its events comes to just what is in force (R32)."""

from __future__ import annotations

from hypothesis import given, settings
from hypothesis import strategies as st

from minecart_robbery.engine import evolve
from tests.engine.test_never_played import in_force, reckoned
from tests.how_much import so_many
from tests.record.random_match import RandomMatch


@settings(deadline=None, max_examples=so_many(150))
@given(st.integers(0, 2**32))
def test_r32_the_gems_reckoned_from_the_events_that_stand_are_those_in_force(seed: int):
    """With all commands, with breaks, and after each of the causes, up to the end."""
    events, match = [], None
    for _, came in RandomMatch(seed).causes:
        for event in came:
            match = evolve(match, event)
            events.append(event)
        assert match is not None
        if not match.has_ended:
            assert reckoned(events) == in_force(match)
