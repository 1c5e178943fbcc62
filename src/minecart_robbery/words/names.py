"""What people are called in one sentence, so that nobody is taken for somebody else (R35).

Names that look alike have the user name behind them, and a name that shows nothing is replaced by
it. Where there is no user name, what somebody is in the match stands there: "Alex (DMO)".
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Sequence
from dataclasses import dataclass, replace
from functools import lru_cache
from typing import Self

from minecart_robbery.engine.nouns import Seat
from minecart_robbery.words.catalogue import say
from minecart_robbery.words.lookalikes import looks, skeleton


@dataclass(frozen=True, slots=True)
class Names:
    """What people are called, as a sentence may show it (escaped where need be).

    `host` is who gave the command that is told of, where a host did (R33); else it is empty. Where
    it lets somebody else play on in a seat, `before` is who sat there until then. Give each as a
    `Person` where there is a user name: whoever could be taken for another is told apart (R35).
    """

    dmo: str
    candidate: str
    host: str = ""
    before: str = ""

    def __post_init__(self) -> None:
        """Tell apart all who are named; a DMO who runs the match is one person (R30)."""
        is_dmo = Person.called(self.host).is_same(Person.called(self.dmo))
        optional = [name for name in ("host", "before") if getattr(self, name) != ""]
        named = ["dmo", "candidate", *(name for name in optional if not is_dmo or name != "host")]
        people = [Person.called(getattr(self, name)) for name in named]
        places = [say("apart", name) for name in named]
        for name, person in zip(named, told_apart(people, places), strict=True):
            object.__setattr__(self, name, person)
        if is_dmo:
            object.__setattr__(self, "host", self.dmo)

    def of(self, seat: Seat) -> str:
        """The name of the player who sits in `seat`."""
        return self.dmo if seat is Seat.DMO else self.candidate

    def bare_of(self, seat: Seat) -> str:
        """The same without what it is told apart by: as it was given."""
        return Person.called(self.of(seat)).bare

    def once_taken(self, seat: Seat, name: str) -> Names:
        """The same, once somebody of that name plays on in the seat."""
        changed = replace(self, before=self.of(seat))
        return replace(changed, **{seat.value: name})


class Person(str):
    """A name as a sentence shows it; `bare` is the name alone, `user` the user name, "" if none.

    All of it is escaped already, where that need be.
    """

    bare: str
    user: str

    def __new__(cls, name: str, user: str = "", shown_as: str | None = None) -> Self:
        """`name` as it is, or `shown_as` something else."""
        person = super().__new__(cls, name if shown_as is None else shown_as)
        person.bare = name
        person.user = user
        return person

    def is_same(self, other: Person) -> bool:
        """Whether the two are one, as far as their names say."""
        return (self.bare, self.user) == (other.bare, other.user)

    @classmethod
    def called(cls, name: str) -> Person:
        """The person of that name; of a name alone no user name is known."""
        return name if isinstance(name, Person) else cls(name)


def told_apart(people: Sequence[Person], places: Sequence[str]) -> tuple[Person, ...]:
    """The same people, each called so that it can be told from the others.

    `places` say what each is in the match, each something else. Of many, each takes no longer than
    of two.
    """
    levels = [0] * len(people)
    while True:
        called = [_called(*it) for it in zip(people, places, levels, strict=True)]
        alike = _taken_for_others(called)
        if not any(
            is_alike and level < _MOST for is_alike, level in zip(alike, levels, strict=True)
        ):
            return tuple(called)
        levels = [min(level + it, _MOST) for level, it in zip(levels, alike, strict=True)]


_MOST = 2


def _called(person: Person, place: str, level: int) -> Person:
    """A name with more behind it, level by level: nothing, the user name, the place too."""
    user = person.user if skeleton(person.user) else ""
    name = person.bare if skeleton(person.bare) else user or place
    behind = ([user] if user else [place], [user, place] if user else [place])
    if level:
        name = say("apart", "behind", name=name, what=", ".join(behind[level - 1]))
    return Person(person.bare, person.user, name)


def _taken_for_others(names: Sequence[str]) -> list[bool]:
    """Of each name, whether it can be taken for another one of them."""
    seen = [_looks(name) for name in names]
    counts = [Counter(ways) for ways in zip(*seen, strict=True)]
    return [any(it[way] > 1 for it, way in zip(counts, ways, strict=True)) for ways in seen]


_looks = lru_cache(maxsize=4096)(looks)
