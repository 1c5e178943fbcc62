"""What looks alike has one skeleton, and is read as the letters that it looks like (S54, R35)."""

from __future__ import annotations

import pytest
from hypothesis import given
from hypothesis import strategies as st

from minecart_robbery.shipped import shipped
from minecart_robbery.words.lookalikes import latin, look_alike, skeleton


@pytest.mark.parametrize(
    ("one", "other"),
    [
        ("Alex", "alex"),
        ("Alex", "Аlех"),
        ("Cora", " C\u200bora\u3164"),
        ("Cora", "C o r a"),
        ("Cora", "Ⅽⓞᴿⓐ"),
        ("Cora", "🅒🅞🅡🅐"),
        ("Cora", "ᴄᴏʀᴀ"),
        ("Nora", "Νora"),
        ("IAN", "lan"),
        ("IAN", "ian"),
        ("Bob", "B0b"),
        ("Corn", "Com"),
        ("Нова", "нова"),
        ("ΝΟΡΑ", "νορα"),
        ("ΝΟΡΑ", "NOPA"),
        ("Жанна", "жанна"),
        ("José", "Jose\u0301"),
        ("\ufe0f", ""),
    ],
)
def test_R35_names_that_look_alike_do(one: str, other: str):
    assert look_alike(one, other)
    assert look_alike(other, one)


@pytest.mark.parametrize(
    ("one", "other"),
    [("Cora", "Zac"), ("Hanna", "Nora"), ("Alex", "Alex🔥"), ("José", "Jose"), ("Søren", "Soren")],
)
def test_R35_names_that_look_different_do(one: str, other: str):
    assert not look_alike(one, other)


@pytest.mark.parametrize("text", ["", " ", "\u200b\u2060", "\u3164", "\u2800\ufe0f", "\U000e0100"])
def test_R35_what_shows_nothing_has_an_empty_skeleton(text: str):
    assert skeleton(text) == ""


@given(st.text())
def test_R35_a_skeleton_looks_like_itself(text: str):
    assert skeleton(skeleton(text)) == skeleton(text)


@given(st.text(st.characters(max_codepoint=0x24F)))
def test_R35_case_does_not_make_names_look_different(text: str):
    assert look_alike(text, text.casefold())


@pytest.mark.parametrize(
    ("typed", "read_as"),
    [
        ("с", "c"),
        ("joın", "join"),
        ("ⓝⓞⓡⓣⓗ", "north"),
        ("⒩⒪⒭⒯⒣", "north"),
        ("🅽🅾🆁🆃🅷", "north"),
        ("ɴᴏʀᴛʜ", "north"),
        ("Νоrтн", "north"),
        ("nørŧħ", "north"),
        ("ꮪouth", "south"),
        ("Thief, 10!", "Thief, 10!"),
        ("日本 🔥 ١", "日本 🔥 ١"),
    ],
)
def test_S54_letters_read_as_the_latin_ones_that_they_look_like(typed: str, read_as: str):
    assert latin(typed) == read_as


@given(st.text(st.characters(max_codepoint=0x7F)))
def test_S54_ascii_reads_as_it_is(text: str):
    assert latin(text) == text


def test_S54_what_a_character_looks_like_is_in_its_plainest_form():
    lines = shipped("config", "lookalikes.txt").read_text(encoding="ascii").splitlines()
    told = [line.split(": ") for line in lines if not line.startswith("#")]
    alike = {code for _, those in told for code in those.split()}
    ascii_codes = {f"{code:x}" for code in range(0x80)}
    assert len(told) > 1_000
    assert [like for like, _ in told if set(like.split()) & (alike - ascii_codes)] == []
