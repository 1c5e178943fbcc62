"""Letters that look like others (S54, R35): Unicode's confusables, as UTS #39 uses them.

What looks like what stands in `config/lookalikes.txt`, which `scripts/lookalikes.py` writes.
"""

from __future__ import annotations

import unicodedata
from collections.abc import Mapping
from functools import cache

from minecart_robbery.shipped import shipped

Table = Mapping[int, str]

_SHOW_NOTHING = frozenset(
    "\u034f\u115f\u1160\u17b4\u17b5\u180b\u180c\u180d\u180f\u2800\u3164\uffa0"
).union(map(chr, range(0xFE00, 0xFE10)), map(chr, range(0xE0100, 0xE01F0)))
"""Characters that show nothing, though their category doesn't say so."""
_NOR_DO = ("Cc", "Cf", "Zl", "Zp", "Zs")
"""Categories of controls, formats and spaces."""
_LETTERS = ("Ll", "Lm", "Lo", "Lt", "Lu", "So")
"""Categories of letters; letters in circles are signs."""


def skeleton(text: str) -> str:
    """What `text` looks like: two texts with one skeleton can be taken for each other.

    Case, spaces and invisible characters don't count, so a text that shows nothing has an empty
    skeleton; "I", "l", "1" and "|" are one, so are "O" and "0", "m" and "rn". Not for showing.
    """
    seen = _taken_apart(text.translate(_table()))
    letters = "".join(character for character in seen if not _shows_nothing(character))
    folded = _taken_apart(letters.translate(_table()).casefold())
    return folded.translate(_table()).replace("i", "l")


def look_alike(one: str, other: str) -> bool:
    """Whether two texts can be taken for each other: they look the same, but for their case."""
    return any(it == that for it, that in zip(looks(one), looks(other), strict=True))


def looks(text: str) -> tuple[str, str]:
    """What `text` looks like, in two ways: texts that share one can be taken for each other.

    More than its skeleton: Greek "ΝΟΡΑ" and "νορα" differ in case alone, and in looks too.
    """
    return skeleton(text), _bare(text)


def latin(text: str) -> str:
    """`text` with each letter that looks like ASCII letters replaced by those, in lower case.

    A letter with an accent keeps it: it is another letter, though one may be meant for the other.
    """
    if text.isascii():
        return text
    return unicodedata.normalize("NFKC", text.translate(_latin())).translate(_latin())


def _bare(text: str) -> str:
    folded = _taken_apart(_taken_apart(text).casefold())
    return "".join(character for character in folded if not _shows_nothing(character))


def _taken_apart(text: str) -> str:
    return unicodedata.normalize("NFKD", text)


def _shows_nothing(character: str) -> bool:
    return character in _SHOW_NOTHING or unicodedata.category(character) in _NOR_DO


@cache
def _table() -> Table:
    """What each character looks like."""
    lines = shipped("config", "lookalikes.txt").read_text(encoding="ascii").splitlines()
    pairs = (line.split(":") for line in lines if not line.startswith("#"))
    return {
        code: "".join(map(chr, _codes(like))) for like, those in pairs for code in _codes(those)
    }


@cache
def _latin() -> Table:
    """Of that, what a letter beyond ASCII looks like in ASCII letters, marks aside."""
    bare = {
        code: "".join(letter for letter in like if not unicodedata.combining(letter))
        for code, like in _table().items()
        if not chr(code).isascii() and unicodedata.category(chr(code)) in _LETTERS
    }
    return {code: like for code, like in bare.items() if like.isascii() and like.isalpha()}


def _codes(text: str) -> list[int]:
    return [int(code, 16) for code in text.split()]
