"""Letters: notices on their way to somebody, as they are written into the record's outbox."""

from __future__ import annotations

from dataclasses import dataclass

from pydantic import TypeAdapter, ValidationError

from minecart_robbery.engine.clock import Moment
from minecart_robbery.record import Delivery, Owed
from minecart_robbery.words.notices import Notice


@dataclass(frozen=True, slots=True)
class Letter:
    """A notice, and how it is to be delivered.

    `reply_to` is the id of the message that it answers, `answers` that of the interaction, 0 if
    none. `clock_from`: the clock that started provisionally at this moment counts from the receipt
    of this letter (R18). `prompts_for`: it asks somebody to act on that clock, and doesn't go out
    before. `stops_at`: the pause that stopped a clock provisionally at this moment begins with the
    receipt of this letter (R31). `for_pause`: it calls hosts to a pause of the house's, and is for
    nothing once that is over. `at` is the time in ms of what the log tells of, 0 for all others.
    """

    notice: Notice
    reply_to: int = 0
    answers: int = 0
    clock_from: Moment | None = None
    prompts_for: Moment | None = None
    stops_at: Moment | None = None
    at: int = 0
    for_pause: bool = False


_LETTER: TypeAdapter[Letter] = TypeAdapter(Letter)


class UnreadableLetterError(ValueError):
    """What the record kept is no letter. Why not is said without a word of it (S19)."""


def owed(letter: Letter, *, is_due: bool = True) -> Owed:
    """The letter as the record keeps it. Not `is_due`: it is kept there, and nobody is told."""
    return Owed(str(letter.notice.to), _LETTER.dump_json(letter).decode(), is_due)


def letter_of(delivery: Delivery) -> Letter:
    """The letter that the record kept. Raises UnreadableLetterError if it is none."""
    try:
        return letter_in(delivery.body)
    except ValidationError as error:
        first = error.errors(include_url=False, include_input=False, include_context=False)[0]
        where = ".".join(str(part) for part in first["loc"])
        why = f"delivery {delivery.id} can't be read: {where or 'it'} is wrong ({first['type']})"
        raise UnreadableLetterError(why) from None


def letter_in(body: str) -> Letter:
    """The letter that was written so. Raises pydantic's ValidationError if it is none."""
    return _LETTER.validate_json(body)
