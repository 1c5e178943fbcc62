"""What a page asks for over its socket, read from JSON; a stranger may have written it."""

from __future__ import annotations

from typing import Annotated, Any, Literal

from pydantic import AfterValidator, BaseModel, ConfigDict, Field, TypeAdapter, ValidationError

from minecart_robbery.engine.nouns import Role, Seat
from minecart_robbery.rehearsal.messages import Sender

LONGEST_TEXT = 2000
LONGEST_REASON = 200


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
