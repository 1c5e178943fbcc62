"""Settings: the values shipped in `config/`; `.env` and the environment override them."""

from __future__ import annotations

import os
import tomllib
from collections.abc import Iterable, Mapping
from dataclasses import fields
from pathlib import Path
from typing import Any, Literal

from dotenv import dotenv_values
from pydantic import Field, SecretStr, ValidationError
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


_FRACTIONS = ("settle_seconds", "grace_seconds")
_ALLOWED = (
    {
        name: f"must be a {'' if name in _FRACTIONS else 'whole '}number from {least:g} to {most:g}"
        for name, (least, most) in RANGES.items()
    }
    | {
        "sweep_seconds": "must be a number from 1 to 60",
        "nudge_seconds": "must be a number from 0 to 60",
        "hosts_again_seconds": "must be a number from 0 to 3600",
        "pulse_seconds": "must be a number from 0 to 10",
    }
    | {
        field.name: "must be true or false"
        for field in fields(Rules)
        if isinstance(field.default, bool)
    }
)
"""What is allowed, where pydantic's own words don't say it."""


class SettingsError(Exception):
    """Settings that can't be used; the message says which one, and what to do, in one line."""


class Settings(BaseSettings):
    """How the program runs, and the rules with which it opens matches (R29)."""

    model_config = SettingsConfigDict(
        env_prefix=PREFIX, env_nested_delimiter=NESTED, env_file=ENV_FILE, extra="ignore"
    )

    token: SecretStr = SecretStr("")
    database: Path
    log_level: Literal["debug", "info", "warning", "error"]
    sweep_seconds: float = Field(ge=1, le=60)
    nudge_seconds: float = Field(ge=0, le=60)
    hosts_again_seconds: float = Field(ge=0, le=3600)
    pulse_seconds: float = Field(ge=0, le=10)
    rules: Rules

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


def load_settings() -> Settings:
    """The settings in force. Raises SettingsError for one that is unknown or out of its range."""
    _refuse_unknown(os.environ, "the environment")
    try:
        _refuse_unknown(dotenv_values(ENV_FILE), ENV_FILE)
    except UnicodeDecodeError as error:
        raise SettingsError(f"{ENV_FILE} is not UTF-8 text: save it as UTF-8") from error
    try:
        return Settings()  # pyright: ignore[reportCallIssue]  # the sources fill it in
    except ValidationError as error:
        raise SettingsError(_in_one_line(error)) from error


def _in_one_line(error: ValidationError) -> str:
    """The first thing that is wrong: the variable as one writes it, and what is allowed."""
    first = error.errors()[0]
    path, why = [str(part) for part in first["loc"]], first["msg"]
    if path == ["rules"]:  # their own check of ranges begins with the name of the setting
        why = why.removeprefix("Value error, ")
        path.append(why.partition(" ")[0])
    name = PREFIX + NESTED.join(path).upper()
    return f"{name}: {_ALLOWED.get(path[-1], why)}"


def _as_shipped() -> dict[str, Any]:
    found = _toml("house.toml", set(Settings.model_fields) - {"token", "rules"})
    return found | {"rules": _toml("rules.toml", SETTINGS)}


def _toml(name: str, known: Iterable[str]) -> dict[str, Any]:
    path = shipped("config", name)
    try:
        found = tomllib.loads(path.read_text(encoding="utf-8"))
    except (tomllib.TOMLDecodeError, UnicodeDecodeError) as error:
        raise SettingsError(f"{path} is not valid TOML: {error}") from error
    for key in found:
        if key not in known:
            raise SettingsError(f"{path} has an unknown setting '{key}': take it out")
    return found


def _refuse_unknown(values: Mapping[str, Any], where: str) -> None:
    known = {f"{PREFIX}{name}".upper() for name in Settings.model_fields if name != "rules"}
    known |= {f"{PREFIX}RULES{NESTED}{name}".upper() for name in SETTINGS}
    for name in values:
        if name.upper().startswith(PREFIX) and name.upper() not in known:
            raise SettingsError(f"{name} in {where} is no setting of this program: take it out")
