"""What somebody wants opened: who plays, with which settings; read from a form or the command."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import asdict, dataclass, field
from typing import Any

from pydantic import BaseModel, ConfigDict, TypeAdapter, ValidationError

from minecart_robbery.engine.nouns import Seat
from minecart_robbery.engine.rules import SETTINGS, Rules
from minecart_robbery.rehearsal.players import PLAYERS
from minecart_robbery.words.catalogue import say

LONGEST_NAME = 32
_RULES: TypeAdapter[Rules] = TypeAdapter(Rules)


@dataclass(frozen=True, slots=True)
class Wish:
    """A match that somebody wants opened; `players` are those of the program, by their seats."""

    names: Mapping[Seat, str]
    rules: Rules
    players: Mapping[Seat, str] = field(default_factory=dict[Seat, str])


class UnfitError(Exception):
    """A match can't be opened like that; the message says why, in words for people."""


class _Form(BaseModel):
    """The form as a page sends it; a stranger may have written it."""

    model_config = ConfigDict(frozen=True, extra="forbid", hide_input_in_errors=True)

    dmo: str
    candidate: str
    settings: dict[str, Any] = {}
    bot: Seat | None = None


def wish_of(found: object, rules: Rules) -> Wish:
    """The wish that a JSON value is; settings that it doesn't name are those of `rules`.

    Raises UnfitError.
    """
    try:
        form = _Form.model_validate(found)
    except ValidationError as error:
        raise UnfitError(say("rehearsal", "unclear")) from error
    names = {Seat.DMO: name_in(form.dmo), Seat.CANDIDATE: name_in(form.candidate)}
    players = {} if form.bot is None else {form.bot: next(iter(PLAYERS))}
    return checked(Wish(names, rules_with(form.settings, rules), players))


def checked(wish: Wish) -> Wish:
    """The wish, if both players can be told apart. Raises UnfitError."""
    if wish.names[Seat.DMO].casefold() == wish.names[Seat.CANDIDATE].casefold():
        raise UnfitError(say("rehearsal", "same_name"))
    return wish


def name_in(typed: str) -> str:
    """A player's name, on one line, without space around it. Raises UnfitError."""
    name = typed.strip()
    if not 0 < len(name) <= LONGEST_NAME or not name.isprintable():
        raise UnfitError(say("rehearsal", "bad_name", most=LONGEST_NAME))
    return name


def rules_with(settings: Mapping[str, Any], rules: Rules) -> Rules:
    """The rules with these settings changed. Raises UnfitError."""
    unknown = [name for name in settings if name not in SETTINGS]
    if unknown:
        raise UnfitError(say("rehearsal", "unknown_setting", name=unknown[0][:40]))
    try:
        return _RULES.validate_python(asdict(rules) | dict(settings))
    except ValidationError as error:
        first = error.errors(include_url=False, include_input=False)[0]
        if not first["loc"]:  # the rules' own check of a range, which begins with the name
            raise UnfitError(first["msg"].removeprefix("Value error, ")) from error
        name = str(first["loc"][0])
        raise UnfitError(say("rehearsal", "bad_setting", name=name)) from error
