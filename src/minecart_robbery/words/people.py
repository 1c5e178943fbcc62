"""What people are called in one sentence, so that nobody is taken for somebody else (R35).

Names that look alike have the user name behind them, and a name that shows nothing is replaced by
it. Where there is no user name, what somebody is in the match stands there: "Alex (DMO)".
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Sequence
from functools import lru_cache
from typing import Self

from minecart_robbery.words.catalogue import say
from minecart_robbery.words.lookalikes import looks, skeleton


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
