"""Settings: as shipped, overridden in the right order, and refused in one line that helps."""

from __future__ import annotations

import os
import re
from pathlib import Path

import pytest
from dotenv import dotenv_values

from minecart_robbery import settings as module
from minecart_robbery.engine.rules import RANGES, SETTINGS, Rules
from minecart_robbery.settings import Settings, SettingsError, load_settings

CHECKOUT = Path(__file__).parents[1]
EXAMPLE = CHECKOUT / ".env.example"
VARIABLES = {f"MINECART_{name.upper()}" for name in Settings.model_fields if name != "rules"} | {
    f"MINECART_RULES__{name.upper()}" for name in SETTINGS
}


@pytest.fixture(autouse=True)
def folder(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Path:
    """A working folder and an environment without any setting of the program."""
    monkeypatch.chdir(tmp_path)
    for name in list(os.environ):
        if name.upper().startswith("MINECART_"):
            monkeypatch.delenv(name)
    return tmp_path


def put_into_env_file(folder: Path, *lines: str) -> None:
    """Write a `.env` of these lines."""
    (folder / ".env").write_text("\n".join(lines) + "\n", encoding="utf-8")


def refusal() -> str:
    """What is said of the settings in force, which are refused in one line."""
    with pytest.raises(SettingsError) as refused:
        load_settings()
    said = str(refused.value)
    assert "\n" not in said
    return said


def test_without_env_and_environment_the_values_are_those_shipped():
    settings = load_settings()
    assert settings.rules == Rules()
    assert settings.token.get_secret_value() == ""
    assert settings.database == Path("minecart.db")
    assert (settings.log_level, settings.sweep_seconds) == ("info", 5)


def test_the_env_file_overrides_what_is_shipped(folder: Path):
    put_into_env_file(
        folder,
        "MINECART_TOKEN=secret",
        "MINECART_DATABASE=matches/all.db",
        "MINECART_LOG_LEVEL=debug",
    )
    settings = load_settings()
    assert settings.token.get_secret_value() == "secret"
    assert settings.database == Path("matches/all.db")
    assert settings.log_level == "debug"


def test_the_environment_overrides_the_env_file(folder: Path, monkeypatch: pytest.MonkeyPatch):
    put_into_env_file(
        folder, "MINECART_RULES__TARGET_GEMS=9", "MINECART_RULES__ROUNDS_TO_WIN=2", "OTHER=1"
    )
    monkeypatch.setenv("MINECART_RULES__TARGET_GEMS", "7")
    rules = load_settings().rules
    assert (rules.target_gems, rules.rounds_to_win, rules.turn_seconds) == (7, 2, 60)


def test_the_environment_goes_before_the_env_file_also_in_lower_case(
    folder: Path, monkeypatch: pytest.MonkeyPatch
):
    put_into_env_file(folder, "minecart_log_level=error", "minecart_sweep_seconds=7")
    monkeypatch.setenv("MINECART_LOG_LEVEL", "warning")
    settings = load_settings()
    assert (settings.log_level, settings.sweep_seconds) == ("warning", 7)


def test_the_token_is_not_shown_where_settings_are(folder: Path):
    put_into_env_file(folder, "MINECART_TOKEN=very-secret", "MINECART_RULES__TARGET_GEMS=9")
    assert "very-secret" not in repr(load_settings())


@pytest.mark.parametrize(
    "name", ["MINECART_TOKENS", "MINECART_RULES__TARGET", "MINECART_RULES__TARGET_GEMS__X"]
)
def test_an_unknown_variable_is_refused_by_its_name_wherever_it_stands(
    folder: Path, monkeypatch: pytest.MonkeyPatch, name: str
):
    put_into_env_file(folder, f"{name}=1")
    assert re.search(rf"\b{name} in \.env\b.*take it out", refusal())
    monkeypatch.setenv(name, "1")
    assert re.search(rf"\b{name} in the environment\b.*take it out", refusal())


@pytest.mark.parametrize("value", ["nonsense", '{"target_gems": 100}', '{"no_such_rule": 1}'])
def test_all_rules_in_one_variable_are_no_setting(monkeypatch: pytest.MonkeyPatch, value: str):
    monkeypatch.setenv("MINECART_RULES", value)
    assert "MINECART_RULES" in refusal()


@pytest.mark.parametrize("name", RANGES)
@pytest.mark.parametrize("place", ["environment", ".env"])
def test_a_rule_out_of_its_range_is_refused_by_its_variables_name_with_the_range(
    folder: Path, monkeypatch: pytest.MonkeyPatch, name: str, place: str
):
    variable, (least, most) = f"MINECART_RULES__{name.upper()}", RANGES[name]
    for value in (f"{least - 1:g}", f"{most + 1:g}"):
        if place == ".env":
            put_into_env_file(folder, f"{variable}={value}")
        else:
            monkeypatch.setenv(variable, value)
        said = refusal()
        assert said.startswith(f"{variable}: ")
        assert f"from {least:g} to {most:g}" in said


@pytest.mark.parametrize("name", RANGES)
@pytest.mark.parametrize("value", ["many", ""])
def test_a_rule_that_is_no_number_is_refused_with_the_numbers_that_are_allowed(
    monkeypatch: pytest.MonkeyPatch, name: str, value: str
):
    variable, (least, most) = f"MINECART_RULES__{name.upper()}", RANGES[name]
    monkeypatch.setenv(variable, value)
    said = refusal()
    assert said.startswith(f"{variable}: ")
    assert f"from {least:g} to {most:g}" in said


@pytest.mark.parametrize(
    ("variable", "value", "allowed"),
    [
        ("MINECART_SWEEP_SECONDS", "0", ["1", "60"]),
        ("MINECART_SWEEP_SECONDS", "61", ["1", "60"]),
        ("MINECART_SWEEP_SECONDS", "often", ["1", "60"]),
        ("MINECART_LOG_LEVEL", "loud", ["debug", "info", "warning", "error"]),
        ("MINECART_RULES__ROLE_DEFAULT", "dealer", ["thief", "miner", "random", "ask the host"]),
        ("MINECART_RULES__DMO_MAY_RUN", "perhaps", ["true", "false"]),
    ],
)
def test_a_value_of_the_wrong_kind_is_refused_with_what_is_allowed(
    monkeypatch: pytest.MonkeyPatch, variable: str, value: str, allowed: list[str]
):
    monkeypatch.setenv(variable, value)
    said = refusal()
    assert said.startswith(f"{variable}: ")
    for word in allowed:
        assert re.search(rf"\b{word}\b", said), f"{word} is not in: {said}"


NONSENSE = ("loud", "", "1e9", "nan", "{}", "é", " ", "\\", "0x10")


@pytest.mark.parametrize("name", sorted(VARIABLES - {"MINECART_TOKEN", "MINECART_DATABASE"}))
def test_nonsense_is_refused_in_the_programs_own_words(monkeypatch: pytest.MonkeyPatch, name: str):
    for value in NONSENSE:
        monkeypatch.setenv(name, value)
        assert re.fullmatch(rf"{name}: must be [a-z0-9 ,.]+", refusal()), value


def test_a_line_of_an_env_file_that_cant_be_read_is_refused_by_its_number(folder: Path):
    put_into_env_file(folder, "MINECART_LOG_LEVEL=info", 'this is "not one', "# but this is")
    assert refusal() == ".env, line 2 can't be read: write NAME=value there"


def test_an_env_file_that_is_no_text_is_refused(folder: Path):
    (folder / ".env").write_bytes(b"MINECART_TOKEN=\xff\xfe\n")
    assert ".env" in refusal()


@pytest.fixture
def config(folder: Path, monkeypatch: pytest.MonkeyPatch) -> Path:
    """A folder with its own copy of the shipped files."""
    for name in ("house.toml", "rules.toml"):
        shipped = CHECKOUT / "config" / name
        (folder / name).write_bytes(shipped.read_bytes())
    monkeypatch.setattr(module, "shipped", lambda _, name: folder / name)
    return folder


def test_a_changed_file_changes_the_settings(config: Path):
    (config / "rules.toml").write_text("target_gems = 20\n", encoding="utf-8")
    assert load_settings().rules == Rules(target_gems=20)


@pytest.mark.parametrize("name", ["house.toml", "rules.toml"])
@pytest.mark.parametrize("content", [b"target_gems = \n", b"[[[", b'database = "\xff"\n'])
def test_a_broken_file_is_refused_by_its_name(config: Path, name: str, content: bytes):
    (config / name).write_bytes(content)
    assert str(config / name) in refusal()


@pytest.mark.parametrize("name", ["house.toml", "rules.toml"])
def test_an_unknown_setting_in_a_file_is_refused_with_the_files_name(config: Path, name: str):
    with (config / name).open("a", encoding="utf-8") as file:
        file.write("\ngems = 1\n")
    said = refusal()
    assert str(config / name) in said
    assert "'gems'" in said


def test_a_value_out_of_its_range_in_a_file_is_refused_by_its_name(config: Path):
    (config / "rules.toml").write_text("target_gems = 100\n", encoding="utf-8")
    said = refusal()
    assert re.search("target_gems", said, re.IGNORECASE)
    assert "from 1 to 99" in said


def test_every_variable_is_in_the_example_and_no_other_is():
    named = re.findall(r"^#?(MINECART_\w+)=", EXAMPLE.read_text(encoding="utf-8"), re.MULTILINE)
    assert set(named) == VARIABLES
    assert len(named) == len(VARIABLES)


def test_every_variable_of_the_example_stands_under_an_explanation():
    for block in EXAMPLE.read_text(encoding="utf-8").split("\n\n"):
        if "MINECART_" in block:
            assert re.match(r"# \w", block), f"nothing explains: {block}"


@pytest.mark.parametrize("name", ["house.toml", "rules.toml"])
def test_every_setting_of_the_shipped_files_stands_under_an_explanation(name: str):
    blocks = (CHECKOUT / "config" / name).read_text(encoding="utf-8").split("\n\n")
    settings = [block for block in blocks if re.search(r"^\w+ = ", block, re.MULTILINE)]
    for block in settings:
        assert re.match(r"# \w", block), f"nothing explains: {block}"


def test_the_values_of_the_example_load_and_are_those_shipped(folder: Path):
    as_shipped = load_settings()
    example = re.sub(r"^#MINECART_", "MINECART_", EXAMPLE.read_text(encoding="utf-8"), flags=re.M)
    (folder / ".env").write_text(example, encoding="utf-8")
    assert set(dotenv_values(".env")) == VARIABLES
    assert load_settings() == as_shipped


def test_s57_a_database_path_that_begins_with_a_tilde_is_in_the_home_folder(
    monkeypatch: pytest.MonkeyPatch,
):
    monkeypatch.setenv("MINECART_DATABASE", "~/minecart.db")
    assert load_settings().database == Path.home() / "minecart.db"
