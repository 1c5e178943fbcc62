"""A second look at what reading leaves alone: was it meant for a pick all the same?

Where a player's silence costs gems, and nearly everything typed is a pick (a player's own
submissions channel while a turn is open), a few words with a track among them are worth asking
back about, though one of them means nothing here (R20).
"""

from __future__ import annotations

from minecart_robbery.words.reading import vocabulary as v
from minecart_robbery.words.reading.bonuses import BONUS_WORDS
from minecart_robbery.words.reading.grammar import BESIDE_A_TRACK, is_a_place, understood
from minecart_robbery.words.reading.meanings import SaysTrack, TwoReadings
from minecart_robbery.words.reading.normal import AND, listen
from minecart_robbery.words.reading.sentence import Sentence, fold, tracks_in
from minecart_robbery.words.reading.slips import nearest, plainly

LONGEST_ATTEMPT = 6
"""Words; longer than this it is talk, whatever it names."""
MOST_STRANGE = 1
"""Words that mean nothing beside a track."""
MOST_STRANGE_WITH_A_VERB = 2
"""As many as that if the text also speaks of picking or of changing a pick."""


def attempt(text: str) -> TwoReadings | None:
    """The pick to ask back about if `text`, which `read` leaves alone, looks like one.

    It is the one track that is named, or whatever a negation leaves: "not north bruh". None for
    chatter. Never raises, and works in time proportional to the length of the text.
    """
    heard = listen(text)
    if sum(word != AND for word in heard.words) > LONGEST_ATTEMPT:
        return None
    sentence = Sentence(_mended(heard.words), heard.asks)
    if not _names_one_track(sentence) or _is_talk(sentence):
        return None
    familiar = tuple(word for word in sentence.words if _is_familiar(word))
    strange = [word for word in sentence.words if word not in familiar and word not in v.CHANGING]
    most = MOST_STRANGE_WITH_A_VERB if sentence.has(v.ACTING) else MOST_STRANGE
    if len(strange) > most or (strange and (sentence.has(v.TOLD) or is_a_place(sentence))):
        return None
    match understood(Sentence(familiar, heard.asks)):
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
    spelt_out = any(word in v.TRACKS and len(word) > 1 for word in sentence.words)
    return spelt_out and len(tracks_in(sentence.words)) == 1


def _is_talk(sentence: Sentence) -> bool:
    """Whether it speaks of something else, or tells how a track is doing: "north is juicy"."""
    if sentence.has(v.TALKING | BONUS_WORDS | v.BONUS_IN_OTHER_WORDS):
        return True
    if any(word.isdecimal() and not _is_familiar(word) for word in sentence.words):
        return True
    return any(
        subject in v.TRACKS and link in v.LINKS and not _is_familiar(said)
        for subject, link, said in zip(
            sentence.words, sentence.words[1:], sentence.words[2:], strict=False
        )
    )


def _is_familiar(word: str) -> bool:
    return any(word in words for words in BESIDE_A_TRACK)
