"""How the hosts are called once more, where nobody has come (R25, R27, R30, S33)."""

from __future__ import annotations

from minecart_robbery.engine.attention import HostAttention
from minecart_robbery.words.catalogue import say
from minecart_robbery.words.names import Names
from minecart_robbery.words.notices import Audience, Notice


def called_again_notice(attention: HostAttention, names: Names) -> Notice:
    """All hosts are called once more for what they are waited for."""
    player = "" if attention.seat is None else names.of(attention.seat)
    return Notice(Audience.HOSTS, (say("hosts_again", attention.why, player=player),))
