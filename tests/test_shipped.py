"""The shipped files are found from a checkout and from a wheel, wherever one stands."""

import tomllib
from pathlib import Path

import pytest

from minecart_robbery import shipped as module
from minecart_robbery.shipped import shipped

CHECKOUT = Path(__file__).parents[1]


@pytest.fixture
def wheel(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Path:
    """A package folder as a wheel lays it, with nothing above it."""
    package = tmp_path / "site-packages" / "minecart_robbery"
    package.mkdir(parents=True)
    monkeypatch.setattr(module, "_PACKAGE", package)
    monkeypatch.setattr(module, "_CHECKOUT", tmp_path)
    return package


@pytest.mark.parametrize("folder", ["config", "migrations"])
def test_a_checkout_has_its_folders_at_the_top(folder: str):
    assert shipped(folder) == CHECKOUT / folder


def test_the_working_folder_plays_no_part(tmp_path: Path, monkeypatch: pytest.MonkeyPatch):
    (tmp_path / "config").mkdir()
    monkeypatch.chdir(tmp_path)
    assert shipped("config", "rules.toml") == CHECKOUT / "config" / "rules.toml"


def test_a_wheel_has_them_inside_the_package(wheel: Path):
    (wheel / "config").mkdir()
    (wheel / "config" / "rules.toml").touch()
    assert shipped("config", "rules.toml") == wheel / "config" / "rules.toml"


def test_a_wheel_is_not_misled_by_what_lies_above_it(wheel: Path):
    (wheel / "config").mkdir()
    (wheel.parents[1] / "config").mkdir()
    assert shipped("config") == wheel / "config"


def test_what_is_in_neither_place_is_said_with_both_places(wheel: Path):
    with pytest.raises(FileNotFoundError) as missing:
        shipped("config", "rules.toml")
    said = str(missing.value)
    assert said.startswith("config/rules.toml should have come with the program")
    assert str(wheel / "config" / "rules.toml") in said
    assert str(wheel.parents[1] / "config" / "rules.toml") in said


def test_the_shipped_rules_are_the_designers_values_r29():
    assert tomllib.loads(shipped("config", "rules.toml").read_text(encoding="utf-8")) == {
        "target_gems": 15,
        "rounds_to_win": 3,
        "turn_seconds": 60,
        "role_seconds": 60,
        "ready_seconds": 120,
        "settle_seconds": 0.5,
        "grace_seconds": 1.5,
        "idle_turns_before_pause": 2,
        "role_default": "thief",
        "first_picker": "dmo",
        "ready_check": "first",
        "between_turns_seconds": 0,
        "shows_picked": False,
        "private_prompts": True,
        "dmo_may_run": True,
    }
