"""Evenings from the first order to the end, undisturbed or not."""

from __future__ import annotations

import shutil
from dataclasses import dataclass
from pathlib import Path

from tests.crash.accounts import Account, Books, account, faults, faults_of_the_end
from tests.crash.killing import Doom, Evening, Point, never
from tests.crash.play import Playing
from tests.crash.world import World


@dataclass(frozen=True)
class Run:
    """An evening that is over."""

    books: Books
    world: World
    points: tuple[Point, ...]
    kills: int

    @property
    def account(self) -> Account:
        """What it came to."""
        return account(self.books, self.world)

    @property
    def faults(self) -> list[str]:
        """What is wrong with it by itself."""
        of_the_end = faults_of_the_end(self.books, self.world, self.kills)
        return [*faults(self.books, self.world), *of_the_end]

    def flaws(self, undisturbed: Account) -> list[str]:
        """All that is wrong with it, and all in which it isn't what it should have come to."""
        return [*self.faults, *undisturbed.differences(self.account)]


@dataclass(frozen=True)
class Theatre:
    """Where evenings are played, each on a copy of the `empty` record in a file of its own."""

    empty: Path

    def run(
        self,
        name: str,
        doom: Doom = never,
        *,
        away_ms: int = 5000,
        types_on: bool = False,
        world: World | None = None,
    ) -> Run:
        """Play an evening to its end, on a file of this name."""
        path = self.empty.with_name(f"{name}.db")
        shutil.copyfile(self.empty, path)
        with Evening(path, doom, away_ms, world or World()) as evening:
            Playing(evening, types_on=types_on).play()
        return Run(Books(path), evening.world, tuple(evening.points), evening.kills)
