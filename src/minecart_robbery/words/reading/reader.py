"""What a person typed, read as a player would mean it (R20, S38).

Pure: a text in, a `Reading` or None out; nothing is remembered and no rule is applied. Whether a
reading is allowed now, and in this channel, is the engine's and the table's business. Any text is
taken, nothing is raised, and the work is in proportion to the text's length.
"""

from __future__ import annotations

from dataclasses import replace
from typing import assert_never

from minecart_robbery.words.reading import vocabulary as v
from minecart_robbery.words.reading.grammar import (
    BESIDE_A_TRACK,
    fold,
    is_a_place,
    tracks_in,
    understood,
)
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
from minecart_robbery.words.reading.normal import AND, Sentence, normalise
from minecart_robbery.words.reading.slips import nearest, plainly

MOST_SLIPS = 2
LONGEST_NEAR_MISS = 12
"""Words; a longer text with an unknown word in it is chatter."""

LONGEST_ATTEMPT = 6
"""Words; longer than this it is talk, whatever it names."""
MOST_STRANGE = 1
"""Words that mean nothing beside a track."""
MOST_STRANGE_WITH_A_VERB = 2
"""As many as that if the text also speaks of picking or of changing a pick."""
_NEVER_STRANGE = BESIDE_A_TRACK | v.CHANGING
_OF_SOMETHING_ELSE = v.TALK | v.BONUS | v.BONUS_LIKE


def read(text: str) -> Reading | None:
    """What `text` means; None if it is chatter, which is left alone (R20)."""
    normal = normalise(text)
    sentence = replace(normal, words=fold(normal.words))
    return understood(sentence) or _near_miss(sentence)


def _near_miss(sentence: Sentence) -> NearMiss | TwoReadings | Unfinished | None:
    """The hint for a sentence that could be understood but for a word or two."""
    plain = plainly(sentence.words)
    slips = [word for word in plain if word not in v.KNOWN]
    if plain == sentence.words and not slips:
        return None
    if len(slips) > MOST_SLIPS or len(plain) > LONGEST_NEAR_MISS:
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


def attempt(text: str) -> TwoReadings | None:
    """The pick to ask back about if `text`, which `read` leaves alone, looks like one all the same.

    For where a player's silence costs gems, and nearly everything typed is a pick: a player's own
    submissions channel while a turn is open (R20). It is the one track that is named, though a word
    beside it means nothing here, or whatever a negation leaves: "not north bruh". None for chatter.
    """
    normal = normalise(text)
    if sum(word != AND for word in normal.words) > LONGEST_ATTEMPT:
        return None
    sentence = replace(normal, words=_mended(normal.words))
    if not _names_one_track(sentence) or _is_talk(sentence):
        return None
    familiar = tuple(word for word in sentence.words if word in BESIDE_A_TRACK)
    strange = [word for word in sentence.words if word not in _NEVER_STRANGE]
    most = MOST_STRANGE_WITH_A_VERB if sentence.has(v.ACTING) else MOST_STRANGE
    if len(strange) > most or (strange and (sentence.has(v.TOLD) or is_a_place(sentence))):
        return None
    match understood(replace(sentence, words=familiar)):
        case SaysTrack(track):
            return TwoReadings((track,))
        case TwoReadings() as unclear:
            return unclear
        case _:
            return None


def _mended(words: tuple[str, ...]) -> tuple[str, ...]:
    """`words` with each slip replaced by what it was probably meant to be."""
    spelt = (word if word in v.KNOWN else nearest(word) or word for word in plainly(fold(words)))
    return fold(tuple(" ".join(spelt).split()))


def _names_one_track(sentence: Sentence) -> bool:
    spelt_out = any(word in v.TRACK and len(word) > 1 for word in sentence.words)
    return spelt_out and len(tracks_in(sentence.words)) == 1


def _is_talk(sentence: Sentence) -> bool:
    """Whether it speaks of something else, or tells how a track is doing: "north is juicy"."""
    words = sentence.words
    if sentence.has(_OF_SOMETHING_ELSE):
        return True
    if any(word.isdecimal() and word not in BESIDE_A_TRACK for word in words):
        return True
    return any(
        subject in v.TRACK and link in v.LINK and said not in BESIDE_A_TRACK
        for subject, link, said in zip(words, words[1:], words[2:], strict=False)
    )
