"""Scripts of matches that come to the same, wherever the program dies and starts again.

After a restart the open clock starts in full, and all that was picked before counts as picked at
its start (R31). So a script has nothing in it that hangs on when a clock started: in each turn one
player picks, as often as they like, and the other one's pick, if there is one, is the last thing
that is done. Nobody is late, and nobody is early.
"""

from __future__ import annotations

from dataclasses import dataclass
from enum import StrEnum
from typing import Any

from hypothesis import strategies as st

from minecart_robbery.engine.nouns import Seat
from minecart_robbery.engine.rules import ReadyRounds, RoleDefault
from minecart_robbery.words.player_input import Place


class How(StrEnum):
    """How a player says something."""

    TYPED = "typed"
    PRESSED = "pressed"
    EDITED = "edited"
    """By an edit of what this player last typed there in this turn, typed anew if nothing was."""


@dataclass(frozen=True)
class Act:
    """A player says something in a turn."""

    seat: Seat
    place: Place
    text: str
    how: How = How.TYPED


@dataclass(frozen=True)
class Pause:
    """A host pauses the match, and goes on with it."""


Turn = tuple[Act | Pause, ...]


@dataclass(frozen=True)
class Script:
    """A match with these rules, turn by turn; when they are all played it is called off."""

    rules: dict[str, Any]
    turns: tuple[Turn, ...]


TRACKS = ("north", "central", "south")
BONUSES = (
    *(f"accelerate {mine}" for mine in TRACKS),
    *("join north to central", "join central to south", "join central to north"),
)
CHATTER = ("good luck", "nroth", "north or south", "accelerate north", "host!")
IN_PUBLIC = ("well played", "south", "join north to south", "join north", "host!", "keep")

_PICKS = st.tuples(st.just(Place.SUB), st.sampled_from((*TRACKS, *TRACKS, "keep")))
_HOWS = st.sampled_from((How.TYPED, How.TYPED, How.PRESSED, How.EDITED))
_BY_ANYBODY = st.one_of(
    st.tuples(st.just(Place.DM), st.sampled_from(BONUSES)),
    st.tuples(st.just(Place.SUB), st.sampled_from(CHATTER)),
    st.tuples(st.just(Place.DM), st.sampled_from(IN_PUBLIC)),
)


def _act(seat: Seat, said: tuple[Place, str], how: How = How.TYPED) -> Act:
    return Act(seat, *said, how)


@st.composite
def _turns(draw: st.DrawFn) -> Turn:
    first = draw(st.sampled_from(Seat))
    acts = st.one_of(
        st.builds(_act, st.just(first), _PICKS, _HOWS),
        st.builds(_act, st.sampled_from(Seat), _BY_ANYBODY),
        st.just(Pause()),
    )
    before = draw(st.lists(acts, max_size=5))
    last = st.builds(Act, st.just(first.other), st.just(Place.SUB), st.sampled_from(TRACKS), _HOWS)
    return (*before, *draw(st.lists(last, max_size=1)))


SCRIPTS = st.builds(
    Script,
    st.fixed_dictionaries(
        {
            "target_gems": st.sampled_from((1, 3, 6)),
            "rounds_to_win": st.sampled_from((1, 2)),
            "ready_check": st.sampled_from(ReadyRounds),
            "role_default": st.just(RoleDefault.THIEF),
            "between_turns_seconds": st.sampled_from((0, 0, 5)),
        }
    ),
    st.lists(_turns(), min_size=2, max_size=3).map(tuple),
)
