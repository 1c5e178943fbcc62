"""Messages of a rehearsal: their ids, their moments, what there is to read and to press."""

from __future__ import annotations

from dataclasses import dataclass
from enum import StrEnum

from pydantic import TypeAdapter

from minecart_robbery.engine.moments import Moment
from minecart_robbery.engine.nouns import Seat
from minecart_robbery.live.addressing import Typed, own_place
from minecart_robbery.record import Cause, KeptMessage, Seating
from minecart_robbery.words.panels import Panel

COUNTER_BITS = 22
"""So many bits of an id count what came in one millisecond; those above are the time in ms."""


class Sender(StrEnum):
    """Who writes in a channel."""

    BOT = "bot"
    HOST = "host"
    DMO = "dmo"
    CANDIDATE = "candidate"

    @property
    def seat(self) -> Seat | None:
        """The seat of a player, None for anybody else."""
        return Seat(self) if self in tuple(Seat) else None

    @property
    def person(self) -> int:
        """The id by which the record knows whoever sits there."""
        return list(Sender).index(self)


@dataclass(frozen=True, slots=True)
class Body:
    """What there is to read, with a table in a box perhaps, and the buttons under it."""

    text: str
    title: str = ""
    table: str = ""
    reply_to: int = 0
    panel: Panel | None = None


_BODY: TypeAdapter[Body] = TypeAdapter(Body)


def kept_body(body: Body) -> str:
    """The body as the record keeps it."""
    return _BODY.dump_json(body).decode()


def body_of(kept: KeptMessage) -> Body:
    """The body of a message that the record kept."""
    return _BODY.validate_json(kept.body)


def ms_of(number: int) -> int:
    """The time in ms at which something with that id was received."""
    return number >> COUNTER_BITS


def moment_of(number: int) -> Moment:
    """The moment at which something with that id was received (R18)."""
    return Moment(ms_of(number), snowflake=number)


def typed_in(kept: KeptMessage, seating: Seating) -> Typed | None:
    """What a player typed, as it stands; None if that is heard from nobody there (R16, R19)."""
    sender = Sender(kept.sender)
    own = own_place(seating, sender.person, kept.channel)
    if own is None:
        return None
    sent = moment_of(kept.id)
    if kept.edited is None:
        key, at = f"m:{kept.id}", sent
    else:
        key = f"e:{kept.id}:{kept.edited}"
        at = Moment(kept.edited, is_edit=True, snowflake=kept.id)
    cause = Cause(key, sender.person, kept.channel, kept.id)
    return Typed(*own, body_of(kept).text, kept.id, cause, at, sent=sent)
