"""The table of words: each stands in it once, and what is surprising in it was asked for."""

from __future__ import annotations

import pytest

from minecart_robbery.words.reading.grammar import fold
from minecart_robbery.words.reading.normal import normalise
from minecart_robbery.words.reading.vocabulary import ROWS, TURNS_OF_PHRASE, Row
from tests.words.listed import AT_LEAST, TRIED_AT_LEAST, phrases
from tests.words.test_readings_kept import taken_as

CITED = [(row, phrase) for row in ROWS for phrase in row.phrases]


def words_of(row: Row) -> set[str]:
    return {word.removesuffix("*") for word in row.words}


def test_no_word_stands_in_two_rows():
    words = [word for row in ROWS for word in words_of(row)]
    assert [word for word in set(words) if words.count(word) > 1] == []


def test_no_two_rows_have_the_same_parts():
    played = [frozenset(row.parts) for row in ROWS]
    assert len(set(played)) == len(played)


def test_every_phrase_that_the_table_cites_is_listed():
    listed = {phrase for name in AT_LEAST | TRIED_AT_LEAST for phrase, _ in phrases(name)}
    assert [phrase for _, phrase in CITED if phrase not in listed] == []


@pytest.mark.parametrize(("row", "phrase"), CITED, ids=[phrase for _, phrase in CITED])
def test_a_phrase_that_the_table_cites_has_a_word_of_its_row_and_is_read_by_it(
    row: Row, phrase: str
):
    words = fold(normalise(phrase).words)
    used = words_of(row).intersection(words)
    without = " ".join("xyzzy" if word in used else word for word in words)
    assert used
    assert taken_as(phrase) == "-" or taken_as(without) != taken_as(phrase)


@pytest.mark.parametrize("phrase", TURNS_OF_PHRASE)
def test_every_turn_of_phrase_is_replaced_wherever_it_stands(phrase: str):
    folded = fold(("oh", *phrase.split(), "north"))
    assert f" {phrase} " not in f" {' '.join(folded)} "
