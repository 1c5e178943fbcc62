"""`routes_after`, proven by going through all sequences of up to four joins (R5, R12, R13)."""

from itertools import product

import pytest

from minecart_robbery.engine.nouns import Join, Track
from minecart_robbery.engine.routes import Routes, routes_after
from tests.engine.table import CENTRAL, NORTH, SOUTH

JOINS = (
    Join(NORTH, CENTRAL),
    Join(CENTRAL, NORTH),
    Join(CENTRAL, SOUTH),
    Join(SOUTH, CENTRAL),
)
SEQUENCES = [joins for length in range(5) for joins in product(JOINS, repeat=length)]


def track_of(mine: Track, joins: tuple[Join, ...]) -> Track:
    """Follow one cart by hand: at each join ask whether it would now go on the first track."""
    if not joins:
        return mine
    would_now = track_of(mine, joins[:-1])
    return joins[-1].second if would_now == joins[-1].first else would_now


def test_r12_of_all_pairs_of_tracks_exactly_four_are_adjacent():
    possible = {Join(first, second) for first, second in product(Track, repeat=2)}
    assert {join for join in possible if join.is_possible} == set(JOINS)


@pytest.mark.parametrize("length", range(5))
def test_r13_every_sequence_of_up_to_four_joins_leads_each_cart_where_it_is_followed(length):
    for joins in (joins for joins in SEQUENCES if len(joins) == length):
        routes = routes_after(joins)
        for mine in Track:
            assert routes.of(mine) is track_of(mine, joins)


def test_r05_without_joins_each_cart_runs_on_its_own_track():
    assert routes_after(()) == Routes(NORTH, CENTRAL, SOUTH)


def test_r14_each_mine_is_on_exactly_one_track_after_every_sequence_in_the_order_of_the_mines():
    for joins in SEQUENCES:
        routes = routes_after(joins)
        for track in Track:
            expected = tuple(mine for mine in Track if track_of(mine, joins) is track)
            assert routes.onto(track) == expected
        assert sum(len(routes.onto(track)) for track in Track) == 3


def test_r13_the_sixteen_ordered_pairs_of_joins_give_nine_routings_and_never_the_plain_one():
    """Where North, Central and South run, by hand: a is C to N, b N to C, c C to S, d S to C.

    aa NNS, ab CCS, ac NNS, ad NNC, ba NNS, bb CCS, bc SSS, bd CCC,
    ca NSS, cb CSS, cc NSS, cd NCC, da NNN, db CCC, dc NSS, dd NCC.
    """
    found = {
        "".join(routes_after(pair).of(mine).value[0] for mine in Track)
        for pair in product(JOINS, repeat=2)
    }
    assert found == {"nns", "ccs", "nnc", "sss", "ccc", "nss", "css", "ncc", "nnn"}
