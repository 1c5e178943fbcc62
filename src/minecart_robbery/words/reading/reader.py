"""What a person typed, read as a player would mean it (R20, S38).

Pure: a text in, a `Reading` or None out; nothing is remembered and no rule is applied. Whether a
reading is allowed now, and in this channel, is the engine's and the table's business.
"""

from __future__ import annotations

from dataclasses import replace
from typing import assert_never

from minecart_robbery.words.reading import vocabulary as v
from minecart_robbery.words.reading.grammar import understood
from minecart_robbery.words.reading.meanings import (
    CallsHost,
    NearMiss,
    Reading,
    SaysBonus,
    SaysKeep,
    SaysReady,
    SaysRole,
    SaysTrack,
    TwoReadings,
    Unfinished,
    wording,
)
from minecart_robbery.words.reading.normal import AND, listen
from minecart_robbery.words.reading.sentence import Sentence, fold
from minecart_robbery.words.reading.slips import nearest, plainly

MOST_SLIPS = 2
LONGEST_ATTEMPT = 12
"""Words; a longer text with an unknown word in it is chatter."""


def read(text: str) -> Reading | None:
    """What `text` means; None if it is chatter, which is left alone (R20).

    Takes any text, never raises, and works in time proportional to its length.
    """
    heard = listen(text)
    sentence = Sentence(fold(heard.words), heard.asks)
    return understood(sentence) or _mended(sentence)


def _mended(sentence: Sentence) -> NearMiss | TwoReadings | Unfinished | None:
    """The hint for a sentence that could be understood but for a word or two."""
    plain = plainly(sentence.words)
    slips = [word for word in plain if word not in v.KNOWN]
    if plain == sentence.words and not slips:
        return None
    if len(slips) > MOST_SLIPS or len(plain) > LONGEST_ATTEMPT:
        return None
    meant = {slip: nearest(slip) for slip in slips}
    if None in meant.values():
        return None
    words = " ".join(meant.get(word) or word for word in plain).split()
    reading = understood(replace(sentence, words=fold(tuple(words))))
    match reading:
        case None | TwoReadings() | Unfinished() | NearMiss():
            return reading
        case SaysTrack() | SaysKeep() | SaysRole() | SaysBonus() | SaysReady() | CallsHost():
            return NearMiss(_what_mattered(sentence, plain), wording(reading))
        case _:
            assert_never(reading)


def _what_mattered(sentence: Sentence, plain: tuple[str, ...]) -> str:
    if len(plain) < len(sentence.words):
        return " ".join(word for word in sentence.words if word != AND)
    return " ".join(word for word in sentence.words if word in v.TELLING or word not in v.KNOWN)
