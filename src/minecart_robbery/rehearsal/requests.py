"""What a page asks for, over its socket or with its form, read from JSON.

A stranger may have written it. A match can also be asked for by the command's options.
"""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import asdict, dataclass, field
from typing import Annotated, Any, Literal

from pydantic import AfterValidator, BaseModel, ConfigDict, Field, TypeAdapter, ValidationError

from minecart_robbery.engine.nouns import Role, Seat
from minecart_robbery.engine.rules import SETTINGS, Rules
from minecart_robbery.rehearsal.messages import Sender
from minecart_robbery.rehearsal.players import PLAYERS
from minecart_robbery.words.catalogue import say

LONGEST_TEXT = 2000
LONGEST_REASON = 200

LONGEST_NAME = 32
_RULES: TypeAdapter[Rules] = TypeAdapter(Rules)


def _writable(text: str) -> str:
    """The text, if it can be written down; half a character, as JSON may bear it, can't."""
    text.encode("utf-8")
    return text


_Text = Annotated[str, AfterValidator(_writable)]
_Number = Annotated[int, Field(ge=1, le=999, strict=True)]
_Id = Annotated[_Text, Field(min_length=1, max_length=64)]


class _Request(BaseModel):
    model_config = ConfigDict(frozen=True, extra="forbid", hide_input_in_errors=True)

    request: _Id


class _ByWriter(_Request):
    writer: Sender = Field(alias="as")


class Say(_ByWriter):
    """Write a message."""

    type: Literal["say"]
    channel: _Id
    text: _Text


class Edit(_ByWriter):
    """Change a message of one's own."""

    type: Literal["edit"]
    message: _Id
    text: _Text


class Delete(_ByWriter):
    """Take a message away."""

    type: Literal["delete"]
    message: _Id


class Press(_ByWriter):
    """Press a button under a message."""

    type: Literal["press"]
    message: _Id
    says: _Id


class Arguments(BaseModel):
    """What goes with a command of the desk; each command looks at its own."""

    model_config = ConfigDict(frozen=True, extra="forbid", hide_input_in_errors=True)

    skip_ready: bool = False
    reason: _Text = ""
    rounds: Annotated[_Text, Field(max_length=10)] = ""
    player: Seat = Seat.DMO
    role: Role | None = None
    round: _Number | None = None
    turn: _Number | None = None


class Desk(_Request):
    """A command of the host's."""

    type: Literal["desk"]
    command: Literal[
        "start",
        "skip_ready",
        "pause",
        "resume",
        "call_off",
        "starter",
        "status",
        "take_back_turn",
        "take_back_round",
    ]
    arguments: Arguments = Arguments()

    @property
    def takes_back(self) -> bool:
        """Whether it takes back what was played, which may reopen a match (R32)."""
        return self.command in ("take_back_turn", "take_back_round")


Request = Say | Edit | Delete | Press | Desk

_REQUEST: TypeAdapter[Request] = TypeAdapter(Annotated[Request, Field(discriminator="type")])


def request_of(found: dict[str, Any]) -> Request | None:
    """The request that a JSON object is; None if it is none."""
    try:
        return _REQUEST.validate_python(found)
    except ValidationError:
        return None


def id_in(found: dict[str, Any]) -> str | None:
    """The id of a request that can't be understood, if it has one."""
    number = found.get("request")
    return number if isinstance(number, str) and 0 < len(number) <= 64 else None


# ---------------------------------------------------------------- a match to be opened


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
