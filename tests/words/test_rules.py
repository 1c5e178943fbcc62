"""What people write for a setting or for rounds: read where it is allowed, else told what is."""

from __future__ import annotations

import pytest

from minecart_robbery.engine.nouns import Seat
from minecart_robbery.engine.rules import RANGES, SETTINGS, ReadyRounds, RoleDefault, Rules
from minecart_robbery.words.rules import (
    allowed_text,
    choices_of,
    one_of,
    value_of,
    value_text,
    which_rounds,
)
from minecart_robbery.words.telling.standing import (
    InForce,
    Origin,
    changed_text,
    setting_text,
    settings_text,
)


@pytest.mark.parametrize("rule", SETTINGS)
def test_a_value_as_it_is_shown_is_read_as_that_value(rule: str):
    value = getattr(Rules(), rule)
    read = value_of(rule, value_text(value))
    assert (type(read), read) == (type(value), value)


@pytest.mark.parametrize("rule", RANGES)
def test_a_number_is_read_up_to_both_ends_of_its_range_and_not_beyond(rule: str):
    least, most = RANGES[rule]
    assert [value_of(rule, f"{it:g}") for it in (least, most)] == [least, most]
    assert [value_of(rule, f"{it:g}") for it in (least - 1, most + 1)] == [None, None]


@pytest.mark.parametrize("text", ["", "many", "1e1", "nan", "inf", "1_0", "٣", "0x9", "9" * 5000])
@pytest.mark.parametrize("rule", ["target_gems", "settle_seconds", "dmo_may_run", "role_default"])
def test_what_is_no_value_is_none(rule: str, text: str):
    assert value_of(rule, text) is None


def test_only_windows_take_fractions():
    assert value_of("grace_seconds", "0.25") == 0.25
    assert value_of("target_gems", "7.5") is None


@pytest.mark.parametrize(
    ("rule", "words"),
    [
        ("shows_picked", {"on": True, "off": False}),
        ("role_default", {it.value: it for it in RoleDefault}),
        ("ready_check", {it.value: it for it in ReadyRounds}),
        ("first_picker", {it.value: it for it in Seat}),
        ("turn_seconds", None),
    ],
)
def test_some_settings_are_one_of_a_few_words(rule: str, words: dict[str, object] | None):
    assert choices_of(rule) == words
    assert all(value_of(rule, word) is value for word, value in (words or {}).items())


@pytest.mark.parametrize(
    ("rule", "text"),
    [
        ("target_gems", "a whole number from 1 to 99"),
        ("settle_seconds", "a number from 0 to 30"),
        ("private_prompts", "**on** or **off**"),
        ("ready_check", "**first** or **every** or **never**"),
    ],
)
def test_what_is_allowed_is_said_in_words(rule: str, text: str):
    assert allowed_text(rule) == text


def test_a_few_words_are_named_one_after_the_other():
    assert one_of(["a"]) == "**a**"
    assert one_of(["a", "b"]) == "**a** or **b**"


TURN = InForce("turn_seconds", "90", Origin.SERVER)
LOG = InForce("hosts_log", "", Origin.SHIPPED)


def test_all_settings_are_shown_with_value_and_origin():
    lines = settings_text([TURN, LOG], "members of the guild").split("\n")
    assert lines[1:4] == [
        "- `turn_seconds` **90** · set in this server",
        "- `hosts_log` **not set** · as shipped",
        "Hosts are members of the guild (**/minecart hosts**).",
    ]


def test_one_setting_is_explained_with_what_it_can_be():
    text = setting_text(InForce("turn_seconds", "90", Origin.HOUSE), "a number")
    assert text == (
        "`turn_seconds`: Seconds for a turn.\n"
        "Now **90** · set by whoever runs the bot. It can be a number."
    )


def test_what_was_set_or_cleared_is_said_with_the_value_in_force():
    assert changed_text(TURN, is_cleared=False).startswith("Set: `turn_seconds` is **90** for")
    assert changed_text(LOG, is_cleared=True) == (
        "This server has no `hosts_log` of its own now: it is **not set** · as shipped."
    )


@pytest.mark.parametrize(
    ("text", "rounds"),
    [("odd", "odd"), (" Even ", "even"), ("3", 3), ("0", 0), ("007", 7)],
)
def test_rounds_are_named_by_a_word_or_a_number(text: str, rounds: object):
    assert which_rounds(text) == rounds


@pytest.mark.parametrize("text", ["", "three", "-1", "1.5", "٣", "1" * 5000])
def test_anything_else_names_no_rounds(text: str):
    assert which_rounds(text) is None
