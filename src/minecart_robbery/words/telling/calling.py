"""How the hosts are called once more, where nobody has come (R25, R27, R30, S33)."""

from __future__ import annotations

from minecart_robbery.engine.hosts_wait import HostsWait
from minecart_robbery.words.catalogue import say
from minecart_robbery.words.names import Names
from minecart_robbery.words.notices import Audience, Notice


def called_again_notice(wait: HostsWait, names: Names) -> Notice:
    """All hosts are called once more for what they are waited for."""
    player = "" if wait.seat is None else names.of(wait.seat)
    return Notice(Audience.HOSTS, (say("hosts_again", wait.why, player=player),))
