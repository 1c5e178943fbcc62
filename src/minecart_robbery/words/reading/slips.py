"""Finding the word that a misspelt one was meant to be (R20).

Kept conservative: an ordinary English word is never taken for a slip, short words only where a
slip is beyond doubt. What is found is never acted upon; it only makes a hint.
"""

from __future__ import annotations

import re
import unicodedata
from difflib import SequenceMatcher
from unicodedata import combining

from minecart_robbery.words.reading import vocabulary as v
from minecart_robbery.words.reading.normal import AND

LONGEST_SLIP = 24
"""Letters; a longer word isn't compared with anything."""
_DIGITS = {ord("0"): "o", ord("1"): "l"}
_LONG_WORD = 9
_ALIKE = 0.84
_LONG_RUN = re.compile(r"(.)\1{2,}")
_RUN = re.compile(r"(.)\1+")

_UNMISTAKABLE = v.BONUS | {"north", "south", "central", "centre", "center"}


def plainly(words: tuple[str, ...]) -> tuple[str, ...]:
    """`words` without what disguises known ones: accents, digits for letters, spaces between them.

    So "tóp", "j0in" and "n o r t h"; as long as it was, but for the last.
    """
    letters = [word for word in words if word != AND]
    run = "".join(letters)
    if len(letters) == len(run) > 2 and run in v.KNOWN:
        return (run,)
    return tuple(_undisguised(word) for word in words)


def _undisguised(word: str) -> str:
    bare = "".join(it for it in unicodedata.normalize("NFD", word) if not combining(it))
    plain = bare.translate(_DIGITS)
    return word if word.isdecimal() or plain not in v.KNOWN else plain


def nearest(word: str) -> str | None:
    """The known word or words that `word` was probably meant to be; None if it is just a word."""
    if word in v.OTHERWISE_CALLED:
        return v.OTHERWISE_CALLED[word]
    if word in v.ORDINARY or not 3 <= len(word) <= LONGEST_SLIP:
        return None
    if set(word) <= {"n"} or set(word) <= {"c"} or set(word) <= {"s"}:
        return word[0]
    return _misspelt(word) or _swapped(word) or _run_together(word)


def _misspelt(word: str) -> str | None:
    candidates = [word]
    if _LONG_RUN.search(word):
        candidates += [_LONG_RUN.sub(r"\1", word), _LONG_RUN.sub(r"\1\1", word)]
    for candidate in candidates:
        for target in v.COMPARED:
            if _is_slip_of(candidate, target):
                return target
        if candidate in v.KNOWN:
            return candidate
    return None


def _is_slip_of(word: str, target: str) -> bool:
    if word == target:
        return True
    if len(target) >= _LONG_WORD:
        return SequenceMatcher(None, word, target).ratio() >= _ALIKE
    if len(target) == 4:
        return _RUN.sub(r"\1", word) == _RUN.sub(r"\1", target)
    is_shuffled = word[0] == target[0] and sorted(word) == sorted(target)
    return is_shuffled or _is_one_slip(word, target)


def _is_one_slip(word: str, target: str) -> bool:
    """Whether one letter is missing, added, wrong, or swapped with its neighbour."""
    start = 0
    while start < min(len(word), len(target)) and word[start] == target[start]:
        start += 1
    left, right = word[start:], target[start:]
    while left and right and left[-1] == right[-1]:
        left, right = left[:-1], right[:-1]
    if len(left) == len(right) == 2:
        return left == right[::-1]
    return len(left) <= 1 and len(right) <= 1


def _swapped(word: str) -> str | None:
    """The known word that two neighbouring letters of `word`, swapped, make: "teh"."""
    for at in range(len(word) - 1):
        candidate = word[:at] + word[at + 1] + word[at] + word[at + 2 :]
        if candidate in v.KNOWN:
            return candidate
    return None


def _run_together(word: str) -> str | None:
    """Two known words without a space between them, one of them unmistakable: "sendnorth"."""
    for at in range(1, len(word)):
        first, second = word[:at], word[at:]
        if {first, second} & _UNMISTAKABLE and {first, second} <= v.KNOWN:
            return f"{first} {second}"
    return None
