"""How many different first turns there are, counted by playing all of them (as chess's perft)."""

from collections import Counter
from itertools import product

import pytest

from minecart_robbery.engine import events as ev
from minecart_robbery.engine.match import UsedBonus
from minecart_robbery.engine.nouns import Accelerate, Bonus, Seat, Track
from tests.engine.table import CANDIDATE, DMO, Table
from tests.engine.test_routes import JOINS

ACCELERATES = tuple(Accelerate(mine) for mine in Track)
Picks = tuple[Track | None, Track | None]
PICKS: list[Picks] = [(mine, guard) for mine in Track for guard in Track]
PICKS_OR_SILENCE: list[Picks] = [
    (mine, guard) for mine in (*Track, None) for guard in (*Track, None)
]
Play = tuple[Seat, Bonus]


def play(picks: Picks, *plays: Play) -> tuple[ev.TurnSettled, frozenset[UsedBonus]]:
    """One first turn: what it came to, and the bonus actions used up in it."""
    table = Table.in_first_turn()
    for number, (seat, bonus) in enumerate(plays):
        table.say(seat, bonus, 100 + number)
    settled = table.play(*picks)
    return settled, table.turn.round.used


def gain(settled: ev.TurnSettled) -> tuple:
    """Who gains what, and what is left lying."""
    return settled.to, settled.gems, settled.stashes_after


def course(settled: ev.TurnSettled) -> tuple:
    """All of a turn but its moments."""
    cart = settled.cart, settled.ran_on, settled.guard
    return (*cart, settled.silent, *gain(settled))


def test_r06_nine_picks_come_to_nine_courses_and_six_gains():
    """Six: three mines, each claimed or stolen. Nine: each mine against each guard."""
    turns = [play(picks)[0] for picks in PICKS]
    assert len({course(settled) for settled in turns}) == 9
    assert len({gain(settled) for settled in turns}) == 6


def test_r21_to_r24_sixteen_picks_or_silences_come_to_sixteen_courses_and_seven_gains():
    """The six gains of two picks, for a default is always one of them, and "nobody came"."""
    turns = [play(picks)[0] for picks in PICKS_OR_SILENCE]
    assert len({course(settled) for settled in turns}) == 16
    assert len({gain(settled) for settled in turns}) == 7


def test_r11_one_accelerate_comes_to_eighteen_gains():
    """Three accelerated mines times six gains: what is sent or left lying tells them apart."""
    turns = [play(picks, (DMO, bonus))[0] for picks, bonus in product(PICKS, ACCELERATES)]
    assert len({gain(settled) for settled in turns}) == 18


@pytest.mark.parametrize("join", JOINS)
def test_r14_a_join_leaves_three_thefts_of_nine_two_of_them_on_the_second_track(join):
    """Each cart runs on one track, so each mine is stolen by one guard: 3 of 9, join or not.

    The carts of first and second both run on second, none on first, one on the third track.
    """
    turns = [play(picks, (CANDIDATE, join))[0] for picks in PICKS]
    thefts = Counter(settled.guard for settled in turns if settled.to is CANDIDATE)
    third = next(track for track in Track if track not in (join.first, join.second))
    assert thefts == {join.second: 2, third: 1}
    assert len({gain(settled) for settled in turns}) == 6


def test_r09_first_turns_with_at_most_one_bonus_come_to_105_different_ways():
    """9 with no bonus; with Accelerate 3 mines x 9 picks x 2 players = 54; with Join 42.

    For Join: a North cart runs on North or Central, a Central cart on any track, a South cart on
    South or Central, so 2 + 3 + 2 = 7 carts on tracks; x 3 guards x 2 players = 42.
    """
    bonuses = [(seat, bonus) for seat in Seat for bonus in (*ACCELERATES, *JOINS)]
    plays = [(), *((one,) for one in bonuses)]
    ways = set()
    for picks, played in product(PICKS, plays):
        settled, used = play(picks, *played)
        ways.add((course(settled), used))
    assert len(plays) * len(PICKS) == 135
    assert len(ways) == 105


def test_r13_first_turns_with_a_join_by_each_player_come_to_27_courses():
    """One join each, the DMO's first: the sixteen pairs give the nine routings of test_routes.

    A North cart then runs on N, C or S, and so does a Central cart and a South cart: all nine
    carts on tracks are met in these routings (NNS, CCS, NNC, SSS, CCC, NSS, CSS, NCC, NNN: North
    on N C S, Central on N C S, South on N C S). Times 3 guards: 27. In both orders the same.
    """
    first = {
        course(play(picks, (DMO, one), (CANDIDATE, two))[0])
        for picks, one, two in product(PICKS, JOINS, JOINS)
    }
    second = {
        course(play(picks, (CANDIDATE, one), (DMO, two))[0])
        for picks, one, two in product(PICKS, JOINS, JOINS)
    }
    assert len(first) == 27
    assert first == second
