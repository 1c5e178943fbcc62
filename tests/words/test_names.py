"""Players are told apart in every sentence, whatever they are called (R35, S50)."""

from __future__ import annotations

from dataclasses import replace
from itertools import combinations

import pytest
from hypothesis import example, given, settings
from hypothesis import strategies as st

from minecart_robbery.engine import commands as do
from minecart_robbery.engine.nouns import Accelerate, Seat, Track
from minecart_robbery.words.lookalikes import look_alike, skeleton
from minecart_robbery.words.names import Names, Person
from tests.how_much import so_many
from tests.words.telling.stage import HOST, Stage

ODD = st.sampled_from(
    [
        *("", " ", "\u200b", "\u3164", "\u0301", "Alex", "alex", " Alex", "A lex", "\u0410lex"),
        *("ALEX", "Ale\u0445\u200d", "DMO", "candidate", "host", "Alex (al)", "Alex (DMO)", "al"),
        *("Cora", "modern", "modem"),
    ]
)
TEXTS = ODD | st.text(max_size=6)
USERS = st.sampled_from(["", "al", "a1", "bob", "b0b", "\u200b", "DMO"]) | st.text(
    "ab1l._", max_size=5
)
PEOPLE = st.builds(Person, TEXTS, USERS)


@settings(max_examples=so_many(500))
@given(PEOPLE, PEOPLE, st.just(Person("")) | PEOPLE, st.just(Person("")) | PEOPLE)
@example(Person("Alex (al)", "x"), Person("Alex", "al"), Person("alex", "c"), Person(""))
@example(Person("candidate"), Person(""), Person(""), Person(""))
def test_r35_no_two_people_of_one_sentence_can_be_taken_for_each_other(
    dmo: Person, candidate: Person, host: Person, before: Person
):
    names = Names(dmo, candidate, host, before)
    others = () if host.is_same(dmo) else (names.host,)
    called = [names.dmo, names.candidate, *filter(None, (*others, names.before))]
    assert all(skeleton(name) for name in called)
    assert not any(look_alike(one, other) for one, other in combinations(called, 2))


@pytest.mark.parametrize("other", ["Alex", "alex", " A lex", "\u0410lex", "Al\u200bex", "A1ex"])
def test_r35_look_alikes_have_their_user_names_behind_them(other: str):
    names = Names(Person("Alex", "alex_d"), Person(other, "al"))
    assert (names.dmo, names.candidate) == ("Alex (alex_d)", f"{other} (al)")


def test_r35_without_user_names_the_seat_stands_behind():
    names = Names("Alex", "Alex", "alex", "Alex")
    assert (names.dmo, names.candidate) == ("Alex (DMO)", "Alex (candidate)")
    assert (names.host, names.before) == ("alex (host)", "Alex (until now)")


def test_r30_a_dmo_who_runs_the_match_is_one_person():
    cora = Person("Cora", "cora_1")
    assert Names(cora, "Zac", cora).host == "Cora"
    assert Names(cora, Person("Cora", "c"), cora).host == "Cora (cora_1)"


def test_r35_a_name_that_shows_nothing_is_replaced_by_the_user_name_or_the_seat():
    names = Names(Person("\u3164", "alex_d"), "\u200b")
    assert (names.dmo, names.candidate) == ("alex_d", "candidate")


def test_r35_names_that_differ_stand_as_they_are():
    names = Names(Person("Cora", "cora_1"), Person("Zac", "zac"), Person("Hanna", "h"))
    assert (names.dmo, names.candidate, names.host) == ("Cora", "Zac", "Hanna")


def test_r35_a_host_called_like_a_player_is_told_apart_and_so_is_the_player():
    names = Names(Person("Alex", "alex_d"), "Zac")
    assert names.dmo == "Alex"
    names = replace(names, host=Person("alex", "boss"))
    assert (names.dmo, names.host) == ("Alex (alex_d)", "alex (boss)")
    assert replace(names, host="").dmo == "Alex"


def test_r35_a_substitute_called_like_whoever_sat_there_is_told_apart():
    names = Names("Cora", Person("Zac", "zac")).once_taken(Seat.CANDIDATE, Person("ZAC", "zac2"))
    assert (names.candidate, names.before) == ("ZAC (zac2)", "Zac (zac)")
    assert replace(names, before="").candidate == "ZAC"


def test_r35_what_was_given_is_still_known():
    assert Names("Alex", "Alex").bare_of(Seat.DMO) == "Alex"


@settings(max_examples=so_many(40), deadline=None)
@given(PEOPLE, PEOPLE)
def test_r35_every_sentence_of_a_turn_tells_the_two_apart(dmo: Person, candidate: Person):
    """Where one player's name stands in a line of the match, it isn't the other one's."""
    names = Names(dmo, candidate)
    stage = Stage.in_first_turn()
    told = [
        stage.do(do.Say(Seat.DMO, Accelerate(Track.NORTH)), 1, names=names),
        stage.do(do.Say(Seat.DMO, Track.NORTH), 2, names=names),
        stage.do(do.Say(Seat.CANDIDATE, Track.SOUTH), 3, names=names),
        stage.do(do.Award(HOST, Seat.DMO, 1), 3.1, names=names),
        stage.do(do.Expire(), 5, names=names),
    ]
    lines = [line for it in told for line in it.public]
    sent = f"{names.dmo} sends North, {names.candidate} guards South. **{names.dmo} claims"
    assert any(line.startswith(sent) for line in lines)
    assert f"⛏️ {names.candidate} **mines** · 🗡️ {names.dmo} **steals**" in lines
