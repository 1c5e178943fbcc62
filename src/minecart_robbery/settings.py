"""Settings: the values shipped in `config/`; `.env` and the environment override them."""

from __future__ import annotations

import os
import re
import tomllib
from collections.abc import Iterable, Iterator, Mapping
from dataclasses import fields
from enum import StrEnum
from pathlib import Path
from typing import Any, Literal, get_args

from dotenv import dotenv_values
from dotenv.parser import parse_stream
from pydantic import Field, SecretStr, ValidationError, field_validator
from pydantic_settings import (
    BaseSettings,
    InitSettingsSource,
    PydanticBaseSettingsSource,
    SettingsConfigDict,
)

from minecart_robbery.engine.rules import RANGES, SETTINGS, Rules
from minecart_robbery.shipped import shipped

PREFIX = "MINECART_"
NESTED = "__"
ENV_FILE = ".env"
_PLACE = re.compile(r"at (line \d+, column \d+|end of document)")


LogLevel = Literal["debug", "info", "warning", "error"]


class SettingsError(Exception):
    """Settings that can't be used; the message says which one, and what to do, in one line."""


class Settings(BaseSettings):
    """How the program runs, and the rules with which it opens matches (R29)."""

    model_config = SettingsConfigDict(
        env_prefix=PREFIX, env_nested_delimiter=NESTED, env_file=ENV_FILE, extra="ignore"
    )

    token: SecretStr = SecretStr("")
    database: Path
    log_level: LogLevel
    sweep_seconds: float = Field(ge=1, le=60)
    nudge_seconds: float = Field(ge=0, le=60)
    hosts_again_seconds: float = Field(ge=0, le=3600)
    reopen_minutes: float = Field(ge=0, le=1440)
    pulse_seconds: float = Field(ge=0, le=10)
    rules: Rules

    @field_validator("database")
    @classmethod
    def _from_the_home_folder(cls, database: Path) -> Path:
        """A path that begins with ~ is one in the home folder (S57)."""
        try:
            return database.expanduser()
        except RuntimeError:
            raise ValueError(
                "begins with ~, and this user has no home folder: write the whole path"
            ) from None

    @classmethod
    def settings_customise_sources(
        cls,
        settings_cls: type[BaseSettings],
        init_settings: PydanticBaseSettingsSource,
        env_settings: PydanticBaseSettingsSource,
        dotenv_settings: PydanticBaseSettingsSource,
        file_secret_settings: PydanticBaseSettingsSource,
    ) -> tuple[PydanticBaseSettingsSource, ...]:
        """The environment first, then `.env`, then the files as shipped."""
        as_shipped = InitSettingsSource(settings_cls, init_kwargs=_as_shipped())
        return init_settings, env_settings, dotenv_settings, as_shipped


def _one_of(values: Iterable[str]) -> str:
    *others, last = values
    return f"must be {', '.join(others)} or {last}"


def _ranges() -> Iterator[tuple[str, str]]:
    """What is allowed of each setting that is a number."""
    for name, field in Settings.model_fields.items():
        found = {key: getattr(it, key) for it in field.metadata for key in _BOUNDS & {*dir(it)}}
        if found:
            yield name, f"must be a number from {found['ge']} to {found['le']}"
    for name, (least, most) in RANGES.items():
        kind = "number" if isinstance(getattr(Rules(), name), float) else "whole number"
        yield name, f"must be a {kind} from {least:g} to {most:g}"


_BOUNDS = {"ge", "le"}
_ALLOWED = (
    dict(_ranges())
    | {"log_level": _one_of(get_args(LogLevel))}
    | {it.name: "must be true or false" for it in fields(Rules) if isinstance(it.default, bool)}
    | {
        it.name: _one_of(type(it.default))
        for it in fields(Rules)
        if isinstance(it.default, StrEnum)
    }
)
"""What is allowed, where pydantic's own words don't say it."""


def load_settings() -> Settings:
    """The settings in force. Raises SettingsError for one that is unknown or out of its range."""
    for problem in _unknown_variables():
        raise SettingsError(problem)
    try:
        return Settings()  # pyright: ignore[reportCallIssue]  # the sources fill it in
    except ValidationError as error:
        raise SettingsError(_in_lines(error)[0]) from error


def settings_problems() -> list[str]:
    """All that is wrong with the settings in force, each in one line that says what to do."""
    problems: list[str] = []
    try:
        problems += _unknown_variables()
    except SettingsError as error:
        return [str(error)]
    for name, known in _FILES.items():
        try:
            _toml(name, known)
        except SettingsError as error:
            problems.append(str(error))
    try:
        Settings()  # pyright: ignore[reportCallIssue]  # the sources fill it in
    except ValidationError as error:
        problems += _in_lines(error)
    except SettingsError:
        pass  # of a file, and told already
    return problems


def _unknown_variables() -> Iterator[str]:
    """What is set and no setting. Raises SettingsError for a `.env` that can't be read."""
    yield from _unknown(os.environ, "the environment")
    try:
        yield from _unreadable_lines(Path(ENV_FILE))
        yield from _unknown(dotenv_values(ENV_FILE), ENV_FILE)
    except UnicodeDecodeError as error:
        raise SettingsError(f"{ENV_FILE} is not UTF-8 text: save it as UTF-8") from error
    except OSError as error:
        raise SettingsError(
            f"{ENV_FILE} can't be read ({error.strerror}): let this user read it"
        ) from error


def _unreadable_lines(path: Path) -> Iterator[str]:
    if not path.is_file():
        return
    with path.open(encoding="utf-8") as text:
        for found in parse_stream(text):
            if found.error:
                yield f"{path}, line {found.original.line} can't be read: write NAME=value there"


def _in_lines(error: ValidationError) -> list[str]:
    """What is wrong: each variable as one writes it, and what is allowed."""
    return [_in_one_line(list(map(str, it["loc"])), it["msg"]) for it in error.errors()]


def _in_one_line(path: list[str], why: str) -> str:
    why = why.removeprefix("Value error, ")
    if path == ["rules"]:  # their own check of ranges begins with the name of the setting
        path.append(why.partition(" ")[0])
    name = PREFIX + NESTED.join(path).upper()
    return f"{name}: {_ALLOWED.get(path[-1], why)}"


_FILES = {
    "house.toml": set(Settings.model_fields) - {"token", "rules"},
    "rules.toml": set(SETTINGS),
}
"""The files that ship with the program, and which settings may stand in each."""


def _as_shipped() -> dict[str, Any]:
    house, rules = (_toml(name, known) for name, known in _FILES.items())
    return house | {"rules": rules}


def _toml(name: str, known: Iterable[str]) -> dict[str, Any]:
    try:
        path = shipped("config", name)
        text = path.read_bytes()
    except OSError as error:
        raise SettingsError(f"the settings in {name} can't be read: {error}") from error
    try:
        found = tomllib.loads(text.decode("utf-8"))
    except tomllib.TOMLDecodeError as error:
        place = _PLACE.search(str(error))
        where = f": look at {place[1]}" if place else ""
        raise SettingsError(f"{path} is not valid TOML{where}") from error
    except UnicodeDecodeError as error:
        raise SettingsError(f"{path} is not valid TOML: save it as UTF-8 text") from error
    for key in found:
        if key not in known:
            raise SettingsError(f"{path} has an unknown setting '{key}': take it out")
    return found


def _unknown(values: Mapping[str, Any], where: str) -> Iterator[str]:
    known = {f"{PREFIX}{name}".upper() for name in Settings.model_fields if name != "rules"}
    known |= {f"{PREFIX}RULES{NESTED}{name}".upper() for name in SETTINGS}
    for name in values:
        if name.upper().startswith(PREFIX) and name.upper() not in known:
            yield f"{name} in {where} is no setting of this program: take it out"
