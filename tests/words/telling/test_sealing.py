"""The last word of a match is the fingerprint of its record."""

from minecart_robbery.words.notices import Audience, Notice
from minecart_robbery.words.telling.sealing import with_fingerprint

WON = Notice(Audience.PUBLIC, ("Cora wins.",))


def test_what_everybody_is_told_last_ends_with_the_fingerprint():
    (closing,) = with_fingerprint([WON], 7, "a1b2 c3d4", "a1b2c3d4")
    assert closing.lines[0] == "Cora wins."
    assert "match 7" in closing.lines[1]
    assert "**a1b2 c3d4**" in closing.lines[1]
    assert "`a1b2c3d4`" in closing.lines[1]


def test_no_player_is_told_it_alone():
    private = Notice(Audience.DMO, ("Your pick: North.",))
    assert with_fingerprint([private], 7, "a", "b") == (private,)
