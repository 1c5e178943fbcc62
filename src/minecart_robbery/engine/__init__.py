"""The rules of Minecart Robbery, pure: no clock, no I/O, no randomness, no names of people.

`decide` says what a command comes to, `evolve` what an event makes of a match; `replay` is `evolve`
over a whole history, and `due` tells when a match goes on by itself.
"""

from minecart_robbery.engine.decide import decide
from minecart_robbery.engine.due import deadline_of, due
from minecart_robbery.engine.evolve import evolve, replay
from minecart_robbery.engine.refusals import Decision

__all__ = ["Decision", "deadline_of", "decide", "due", "evolve", "replay"]
