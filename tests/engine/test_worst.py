"""Defaults are the worst for the silent player: all that he could say is tried (R21 to R24)."""

from itertools import product

import pytest

from minecart_robbery.engine.nouns import Role, Stashes, Track
from minecart_robbery.engine.routes import Routes
from minecart_robbery.engine.worst import NOBODY_CAME, outcome, worst_for_miner

ALL_STASHES = [Stashes(*gems) for gems in product(range(1, 5), repeat=3)]
ALL_ROUTES = [Routes(*tracks) for tracks in product(Track, repeat=3)]
GAMES = list(product(ALL_STASHES, ALL_ROUTES))


def swing(mine: Track, guard: Track, stashes: Stashes, routes: Routes) -> int:
    """What the miner gains against the thief in this turn: R4 to R6, written down once more."""
    gems = {Track.NORTH: stashes.north, Track.CENTRAL: stashes.central, Track.SOUTH: stashes.south}
    ran_on = {Track.NORTH: routes.north, Track.CENTRAL: routes.central, Track.SOUTH: routes.south}
    return -gems[mine] if ran_on[mine] == guard else gems[mine]


@pytest.mark.parametrize("guard", Track)
def test_r21_r22_a_silent_miner_gets_the_worst_that_any_mine_could_have_brought(guard):
    for stashes, routes in GAMES:
        came = outcome(None, guard, stashes, routes)
        got = came.gems if came.to is Role.MINER else -came.gems
        assert got == min(swing(mine, guard, stashes, routes) for mine in Track)


@pytest.mark.parametrize("guard", Track)
def test_r21_r22_among_equally_bad_mines_the_first_of_north_central_south_is_sent(guard):
    for stashes, routes in GAMES:
        swings = {mine: swing(mine, guard, stashes, routes) for mine in Track}
        equally_bad = [mine for mine in Track if swings[mine] == min(swings.values())]
        assert worst_for_miner(guard, stashes, routes) is equally_bad[0]


@pytest.mark.parametrize("mine", Track)
def test_r23_a_silent_thief_gets_the_worst_that_any_guard_could_have_brought(mine):
    for stashes, routes in GAMES:
        came = outcome(mine, None, stashes, routes)
        assert came.to is Role.MINER
        assert came.gems == max(swing(mine, guard, stashes, routes) for guard in Track)


@pytest.mark.parametrize(("mine", "guard"), list(product(Track, repeat=2)))
def test_r04_to_r06_two_picks_come_to_what_the_rules_say(mine, guard):
    for stashes, routes in GAMES:
        came = outcome(mine, guard, stashes, routes)
        got = came.gems if came.to is Role.MINER else -came.gems
        assert got == swing(mine, guard, stashes, routes)
        assert (came.cart, came.ran_on, came.guard) == (mine, routes.of(mine), guard)


def test_r24_two_silent_players_move_no_cart_whatever_lies_there():
    for stashes, routes in GAMES:
        assert outcome(None, None, stashes, routes) == NOBODY_CAME
