"""The worst outcome for whoever was silent when a turn's clock ran out (R21 to R24).

The opponent's pick is taken as given. "Worst" is the largest swing against the silent player in
this turn's gems.
"""

from __future__ import annotations

from dataclasses import dataclass

from minecart_robbery.engine.nouns import Role, Stashes, Track
from minecart_robbery.engine.routes import Routes


@dataclass(frozen=True, slots=True)
class Outcome:
    """What a turn came to. `cart` and all that depends on it is None when no cart ran (R24).

    `guard` is None for a silent thief; `gems` (0 when no cart ran) go to the role in `to`.
    """

    cart: Track | None
    ran_on: Track | None
    guard: Track | None
    to: Role | None
    gems: int


NOBODY_CAME = Outcome(cart=None, ran_on=None, guard=None, to=None, gems=0)


def outcome(mine: Track | None, guard: Track | None, stashes: Stashes, routes: Routes) -> Outcome:
    """What these picks come to (R4 to R6); None is a silent player's pick (R21 to R24)."""
    if mine is None and guard is None:
        return NOBODY_CAME
    if mine is None:
        assert guard is not None
        mine = worst_for_miner(guard, stashes, routes)
    ran_on = routes.of(mine)
    to = Role.THIEF if guard is ran_on else Role.MINER
    return Outcome(cart=mine, ran_on=ran_on, guard=guard, to=to, gems=stashes.at(mine))


def worst_for_miner(guard: Track, stashes: Stashes, routes: Routes) -> Track:
    """The mine that a silent miner is taken to have sent against a thief on `guard`.

    The largest stash of those whose carts would run on `guard` (R21); where none would, the
    miner's smallest (R22). Among equals North, then Central, then South.
    """
    stealable = routes.onto(guard)
    if stealable:
        return max(stealable, key=stashes.at)
    return min(Track, key=stashes.at)
