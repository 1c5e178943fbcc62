"""Which track each mine's cart runs on: one function of the joins played, in their order."""

from __future__ import annotations

from collections.abc import Iterable
from dataclasses import dataclass

from minecart_robbery.engine.nouns import Join, Track


@dataclass(frozen=True, slots=True)
class Routes:
    """For each mine the track on which its cart would run now."""

    north: Track = Track.NORTH
    central: Track = Track.CENTRAL
    south: Track = Track.SOUTH

    def of(self, mine: Track) -> Track:
        """The track on which the cart of `mine` would run."""
        return {Track.NORTH: self.north, Track.CENTRAL: self.central, Track.SOUTH: self.south}[mine]

    def onto(self, track: Track) -> tuple[Track, ...]:
        """The mines whose carts would run on `track`: none, one, two or all, in R21's order."""
        return tuple(mine for mine in Track if self.of(mine) is track)


def routes_after(joins: Iterable[Join]) -> Routes:
    """The routes once `joins` were played, in this order (R5, R12, R13).

    A later join looks at where each cart *would now* run, not at where it started from.
    """
    north, central, south = Track.NORTH, Track.CENTRAL, Track.SOUTH
    for join in joins:
        north, central, south = (
            join.second if track is join.first else track for track in (north, central, south)
        )
    return Routes(north, central, south)
