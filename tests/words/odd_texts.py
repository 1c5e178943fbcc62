"""Texts as people type them when nobody has told them how (S38), for hypothesis to draw.

Cheap to draw: a text takes a few choices, so that a hundred thousand of them can be.
"""

from __future__ import annotations

import unicodedata
from collections.abc import Callable, Sequence
from random import Random
from string import ascii_lowercase

from hypothesis import strategies as st

from minecart_robbery.shipped import shipped
from tests.words.listed import AT_LEAST, TRIED_AT_LEAST, phrases

Dressing = Callable[[str], str]


def _lookalikes() -> dict[str, str]:
    """For each letter, the letters of other scripts, small capitals and so on that look like it."""
    lines = shipped("config", "lookalikes.txt").read_text(encoding="ascii").splitlines()
    told = [line.split(": ") for line in lines if not line.startswith("#")]
    alike = {like: [chr(int(code, 16)) for code in those.split()] for like, those in told}
    return {
        letter: "".join(it for it in alike.get(f"{ord(letter):x}", []) if _is_foreign_letter(it))
        for letter in ascii_lowercase
    }


def _is_foreign_letter(character: str) -> bool:
    return not character.isascii() and unicodedata.category(character) in ("Ll", "Lo", "Lu", "So")


LOOKALIKES = _lookalikes()


def in_lookalikes(text: str, random: Random) -> str:
    """`text` with about half of its letters replaced by some that look like them (S54)."""
    return "".join(
        random.choice(LOOKALIKES[letter])
        if LOOKALIKES.get(letter) and random.random() < 0.5
        else letter
        for letter in text
    )


NAMES_OF_TRACKS = {
    "north": ("north", "n", "top", "northern"),
    "central": ("central", "centre", "center", "middle", "mid", "c"),
    "south": ("south", "s", "bottom", "southern"),
}
WORDS = (
    *(name for names in NAMES_OF_TRACKS.values() for name in names[:3]),
    *("accelerate", "accel", "join", "joining", "thief", "miner", "steal", "mine", "keep", "same"),
    *("ready", "host", "host!", "to", "and", "or", "not", "dont", "from", "please", "i", "guard"),
    *("send", "the", "track", "maybe", "lol", "is", "it", "change", "instead", "west", "any", "2"),
    *("nroth", "sotuh", "cetral", "acelerate", "jion", "theif", "redy", "kepp", "confrim"),
    *("northsouth", "joinnorth", "guardsouth", "acceleratenorth", "north,south", "n/s", "c->n"),
    *("good", "luck", "train", "cheese", "@everyone", "<@123>", "<@&9>", "<#5>", ":south:"),
    *("<:north:123>", "https://north.example/south", "[north](http://x.example)", "/pick", "!n"),
    *("север", "норд", "nоrth", "北", "שלום", "nórth", "ñ", "ﬁ", "ß", "İ", "٣", "½", "①", "⁰"),
)
"""Words of the game, near misses, words glued together, mentions, other scripts, small talk."""

SPACES = (" ", " ", " ", "  ", "\n", ", ", " - ", "/", "\t", " ", ". ", "\n\n", "+", " → ", "")
INVISIBLE = "\u200b\u200c\u200d\u2060\ufeff\u00ad\ufe0f\u200e\u200f\u202a\u202e\u202c\u2066\u2069"
"""Zero-width characters, soft hyphens, marks of direction."""
FULL_WIDTH = {code: code + 0xFEE0 for code in range(ord("A"), ord("z") + 1)}
BOLD = {code: code - ord("a") + 0x1D41A for code in range(ord("a"), ord("z") + 1)}


def around(before: str, after: str) -> Dressing:
    """Put something on both sides of a text."""
    return lambda text: f"{before}{text}{after}"


def between_letters(sign: str) -> Dressing:
    """Put something after every character of a text."""
    return lambda text: "".join(f"{letter}{sign}" for letter in text)


BELOW_A_QUOTE: Dressing = around("> well then\n", "")
"""To be put on last: with anything before it on its line it is no quote."""

HARMLESS: tuple[Dressing, ...] = (
    str.upper,
    str.title,
    lambda text: text.translate(FULL_WIDTH),
    lambda text: text.translate(BOLD),
    *(around(mark, mark[::-1]) for mark in ("**", "__", "*", "_", "||", "`", "***", "**||")),
    *(around(mark, mark) for mark in ("```", "```\n", '"', "'", "\n", " ")),
    *(around(*marks) for marks in ("“”", "‘’", "«»", "„“")),
    *(around("", end) for end in ("!", ".", "...", "!!!", "…", ",")),
    *(around(f"{emoji} ", f" {emoji}") for emoji in ("🔥", "👍🏽", "🇸", "<:n:123456>", ":fire:")),
    *(between_letters(sign) for sign in INVISIBLE),
    between_letters("\u0336"),
    *(around(f"{sign}", f"{sign}") for sign in INVISIBLE),
    BELOW_A_QUOTE,
)
"""Dressings that change nothing about what the letters and spaces under them say."""

OTHER: tuple[Dressing, ...] = (
    around("", "?"),
    around("~~", "~~"),
    around("> ", ""),
    around(">>> ", ""),
    around("# ", ""),
    around("-# ", ""),
    around("- ", "\n- "),
    around("http://", ""),
    around("@everyone ", " <@1>"),
    around("\ud800", "\udfff"),
    around("\x00", "\x1b[31m"),
    around("", "\ufdfa"),
    between_letters("\u0301"),
    around("🚂" * 5, "👩‍👩‍👧‍👦"),
    lambda text: text[::-1],
    lambda text: text * 2,
    lambda text: text.replace(" ", ""),
    lambda text: unicodedata.normalize("NFD", text),
    lambda text: (f"{text} " * 4000)[:4000],
    lambda text: ("please " * 600)[: 4000 - len(text)] + text,
    lambda text: text + "z" * max(0, 4000 - len(text)),
)
"""Dressings under which a text may say anything or nothing."""

_LISTED = tuple(phrase for name in AT_LEAST | TRIED_AT_LEAST for phrase, _ in phrases(name))


def _row(parts: Sequence[tuple[str, str]]) -> str:
    return "".join(f"{space}{word}" for word, space in parts).lstrip(" ")


ROWS = st.lists(st.tuples(st.sampled_from(WORDS), st.sampled_from(SPACES)), max_size=6).map(_row)
"""Any words in a row, with anything between them."""
PLAIN_WORDS = tuple(word for word in WORDS if word.isascii() and word.isalpha())
PLAIN_ROWS = st.lists(st.sampled_from(PLAIN_WORDS), min_size=1, max_size=6).map(" ".join)
"""Words of letters only, a space between each two."""
LISTED = st.sampled_from(_LISTED)
ANYTHING = st.text(st.characters(), max_size=12)
"""Any characters at all, lone surrogates and control characters too."""

SAID = st.one_of(ROWS, PLAIN_ROWS, LISTED, LISTED, ANYTHING)


def _dressed(text: str, dressings: list[Dressing]) -> str:
    for dressing in dressings:
        text = dressing(text)
    return text[:4000]


ODD_TEXTS = st.builds(
    _dressed, SAID, st.lists(st.sampled_from((*HARMLESS, *OTHER, *OTHER)), max_size=2)
)
"""A text of any of S38's kinds, as long as Discord lets anyone send it."""
