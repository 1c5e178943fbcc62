"""A sentence of known or unknown words, and the questions that every reading asks of it."""

from __future__ import annotations

from collections.abc import Container
from dataclasses import dataclass

from minecart_robbery.engine.nouns import Track
from minecart_robbery.words.reading import idioms
from minecart_robbery.words.reading import vocabulary as v
from minecart_robbery.words.reading.meanings import Meant, TwoReadings

LONGEST_ASKED_BACK = 12
"""Words; what is unclear and longer than this is a conversation, and left alone."""


@dataclass(frozen=True, slots=True)
class Sentence:
    """The words of one message, and whether it bears a question mark."""

    words: tuple[str, ...]
    asks: bool

    @property
    def spoken(self) -> str:
        """The words in a row, a space around each, so that phrases can be looked for."""
        return f" {' '.join(self.words)} "

    def has(self, words: Container[str]) -> bool:
        """Whether any of `words` is in it."""
        return any(word in words for word in self.words)

    def keeps_to(self, *lists: Container[str]) -> bool:
        """Whether every word of it stands in one of `lists`."""
        return all(any(word in words for words in lists) for word in self.words)

    @property
    def is_question(self) -> bool:
        """Whether it asks, by its mark or by its order ("is it north")."""
        opening = self.spoken
        return (
            self.asks
            or (len(self.words) > 1 and self.words[0] in v.QUESTION_OPENERS)
            or any(opening.startswith(f" {turned} ") for turned in v.TURNED_ROUND)
        )

    @property
    def is_doubtful(self) -> bool:
        """Whether it asks, hedges or negates: then it is never acted upon."""
        return self.is_question or self.has(v.DOUBTS) or self.has(v.NEGATIONS)


def fold(words: tuple[str, ...]) -> tuple[str, ...]:
    """`words` with each turn of phrase replaced by the one word whose work it does."""
    spoken = f" {' '.join(words)} "
    for phrase, single in idioms.PHRASES.items():
        spoken = spoken.replace(f" {phrase} ", f" {single} ")
    return tuple(spoken.split())


def tracks_in(words: tuple[str, ...]) -> tuple[Track, ...]:
    """The tracks that `words` name, each once, in the order in which they are named."""
    return tuple(dict.fromkeys(v.TRACKS[word] for word in words if word in v.TRACKS))


def ask_back(sentence: Sentence, *options: Meant) -> TwoReadings | None:
    """Ask which of `options` was meant, each offered once, if the sentence is short enough."""
    if len(sentence.words) > LONGEST_ASKED_BACK:
        return None
    return TwoReadings(tuple(dict.fromkeys(options)))
