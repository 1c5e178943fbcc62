"""The landing page's form has a field for each setting, as it is shipped and within its range."""

from __future__ import annotations

import json
import re
from pathlib import Path

import pytest

from minecart_robbery import rehearsal
from minecart_robbery.engine.rules import RANGES, SETTINGS, Rules
from minecart_robbery.words.rules import choices_of

STATIC = Path(rehearsal.__file__).parent / "static"
FORM = (STATIC / "landing.html").read_text(encoding="utf-8")
SENT = (STATIC / "landing.js").read_text(encoding="utf-8")


@pytest.mark.parametrize("name", RANGES)
def test_a_number_has_a_field_with_its_range_and_the_value_as_shipped(name: str):
    (field,) = re.findall(rf'<input name="{name}" ([^>]*)>', FORM)
    found = dict(re.findall(r'(\w+)="([^"]*)"', field))
    least, most = RANGES[name]
    value = getattr(Rules(), name)
    assert (found["min"], found["max"], found["value"]) == (f"{least:g}", f"{most:g}", f"{value:g}")


@pytest.mark.parametrize("name", [name for name in SETTINGS if name not in RANGES])
def test_a_choice_has_all_that_can_be_chosen_and_the_value_as_shipped_selected(name: str):
    (field,) = re.findall(rf'<select name="{name}">(.*?)</select>', FORM, re.DOTALL)
    values = (choices_of(name) or {}).values()
    assert set(re.findall(r'value="([^"]*)"', field)) == {_sent(value) for value in values}
    (selected,) = re.findall(r'value="([^"]*)" selected', field)
    assert selected == _sent(getattr(Rules(), name))


def test_every_field_of_a_setting_is_sent():
    lists = re.findall(r"^const (?:NUMBERS|WORDS|YES_OR_NO) = ([^;]*);", SENT, re.MULTILINE)
    assert sorted(re.findall(r'"(\w+)"', " ".join(lists))) == sorted(SETTINGS)


def _sent(value: object) -> str:
    return json.dumps(value).strip('"')
