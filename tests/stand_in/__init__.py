"""A Discord of the tests: a stand-in over real sockets, for the real command to talk to.

A model of what Discord documents, no more: REST and gateway, permissions, history, nonces,
interactions, commands, rate limits; and a switch for each way in which it fails (`faults`, and the
gateway's own). Its time is the machine's own.
"""

from tests.stand_in.people import Interaction, Person
from tests.stand_in.server import StandIn, stand_in

__all__ = ["Interaction", "Person", "StandIn", "stand_in"]
