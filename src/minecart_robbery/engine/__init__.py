"""The rules of Minecart Robbery, pure: no clock, no I/O, no randomness, no names of people.

`decide` says to which steps a command comes, `evolve` what an event makes of a match; `replay` is
`evolve` over a whole history, and `due` tells when a match goes on by itself.
"""

from minecart_robbery.engine.deadlines import deadline_of, due
from minecart_robbery.engine.machine import (
    Step,
    Steps,
    decide,
    events_of,
    evolve,
    replay,
    steps_of,
)

__all__ = [
    "Step",
    "Steps",
    "deadline_of",
    "decide",
    "due",
    "events_of",
    "evolve",
    "replay",
    "steps_of",
]
