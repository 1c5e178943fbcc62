"""What the players of a recorded match are called where it is printed, told apart (R35).

The record keeps no user names, so it is the seat that stands behind a name. What is sealed or
exported has the names as they were.
"""

from __future__ import annotations

from minecart_robbery.engine.nouns import Seat
from minecart_robbery.record.document import SeatedNames
from minecart_robbery.words.catalogue import say
from minecart_robbery.words.names import Person, told_apart


def called_apart(names: SeatedNames) -> SeatedNames:
    """What those are called who sit in the seats, and who did until somebody else played on."""
    earlier = names.earlier or []
    people = [names.dmo, names.candidate, *(it.name for it in earlier)]
    places = [
        *(say("apart", seat) for seat in Seat),
        *(f"{_place(it.seat)} until event {it.until}" for it in earlier),
    ]
    dmo, candidate, *others = told_apart([Person(it) for it in people], places)
    sat = [it.model_copy(update={"name": name}) for it, name in zip(earlier, others, strict=True)]
    return SeatedNames(dmo=dmo, candidate=candidate, earlier=sat or None)


def _place(seat: str) -> str:
    """A seat in words; what is none stands as the document has it, since anybody may write one."""
    return say("apart", seat) if seat in tuple(Seat) else seat


def with_seat(name: str, seat: Seat) -> str:
    """A name with the seat behind it, once: `called_apart` may have put it there already."""
    place = say("apart", seat)
    marked = say("apart", "behind", name=name, what=place)
    return name if name == place or name.endswith(f" ({place})") else marked
