"""From a message as a chat sends it to the plain words in it.

Takes off whatever doesn't matter: case, markdown, spoiler bars, quotes, full-width letters,
invisible characters, emoji, mentions, links. Letters that look like Latin ones, of another script
or in circles, are taken for those (S54). Knows nothing of the game. The work is linear in the
length of the text: no pattern here can backtrack over more than a few dozen characters.
"""

from __future__ import annotations

import re
import unicodedata
from dataclasses import dataclass
from string import ascii_lowercase

from minecart_robbery.words.lookalikes import latin

LONGEST_TEXT = 8_000
"""Characters; twice what Discord lets anyone send. What is longer is not read at all."""

AND = "&"
"""The word that stands for a comma, a slash, a dash, a plus: things side by side."""

_DROPPED = dict.fromkeys(map(ord, "'’‘‛ʼʻ′´`＇*＊\u115f\u1160\u3164\uffa0"))
_SPELT_OUT = {ord(sign): " to " for sign in "→⇒⟶⟹⇨➔➙➜➝➞➡➢➤⮕"} | {ord(sign): "?" for sign in "❓❔"}
_SIGNS = str.maketrans(_DROPPED | _SPELT_OUT)

_FLAG_LETTERS = {0x1F1E6 + place: letter for place, letter in enumerate(ascii_lowercase)}
_IN_FLAG_LETTERS = re.compile(r"[\U0001F1E6-\U0001F1FF\s\u200b\u2060\ufe0f]+")

_QUOTED_LINE = re.compile(r"\s*>(?![:;=._(])")
_QUOTED_REST = re.compile(r"\s*>>>")
_STRUCK = re.compile(r"~~([^~]+)~~")
_WORD = re.compile(rf"[^\W_]+|{AND}")

_REPLACED = (
    (re.compile(r"<?(?:https?://|www\.)\S*"), " "),
    (re.compile(r"<(?:a?:\w{1,40}:|@[!&]?|#|t:-?|/[^:<>]{1,60}:)\w{1,32}(?::\w)?>"), " "),
    (re.compile(r":[a-z0-9_+\-]{2,40}:(?![^\W_])"), " "),
    (re.compile(r"[_\"“”„«»]|\|\|"), " "),
    (re.compile(r"(?<=[^\W_])\.(?=[^\W_])"), ""),
    (
        re.compile(
            r"(?<!\S)(?:>?[:;=][-^]?[()\[\]dpocsx3/\\|]{1,9}|[cd]:|<3{1,9}|x{1,9}d{1,9})(?!\w)"
        ),
        " ",
    ),
    (re.compile(r"<[-=]{0,3}>|<[-=]{1,3}|[←↔⇔]"), f" {AND} "),
    (re.compile(r"[-=]{0,3}>"), " to "),
    (re.compile(r"[,;:/&+|‐–—−-]"), f" {AND} "),
)


@dataclass(frozen=True, slots=True)
class Sentence:
    """The words of a text in lower case, apostrophes left out; `asks`: with a question mark."""

    words: tuple[str, ...]
    asks: bool

    @property
    def spoken(self) -> str:
        """The words in a row, a space around each, so that phrases can be looked for."""
        return f" {' '.join(self.words)} "

    def has(self, words: frozenset[str]) -> bool:
        """Whether any of `words` is in it."""
        return not words.isdisjoint(self.words)

    def keeps_to(self, words: frozenset[str]) -> bool:
        """Whether every word of it is one of `words`."""
        return words.issuperset(self.words)


def normalise(text: str) -> Sentence:
    """The words in `text` that its writer says now: not what is quoted, not what is struck out.

    A text that is struck out as a whole is taken for "not" and its words.
    """
    if len(text) > LONGEST_TEXT:
        return Sentence((), asks=False)
    said = _unstruck(_unquoted(_plain_letters(text)))
    for pattern, instead in _REPLACED:
        said = pattern.sub(instead, said)
    return Sentence(_words(said), asks="?" in said)


def _plain_letters(text: str) -> str:
    signs = _in_flag_letters(text).translate(_SIGNS)
    shown = "".join(_seen(character) for character in signs)
    folded = latin(shown).casefold()
    return "".join(letter for letter in folded if unicodedata.category(letter) not in ("Mn", "Me"))


def _seen(character: str) -> str:
    match unicodedata.category(character):
        case "Cf":
            return ""
        case "So":
            letter = latin(character)
            return letter if len(letter) == 1 and letter.isascii() else " "
        case _:
            return character


def _in_flag_letters(text: str) -> str:
    """`text` as it reads if it is written in the letters of which flags are made, and nothing else.

    They are typed with a space after each, lest they become flags. Beside words they are emoji.
    """
    if not _IN_FLAG_LETTERS.fullmatch(text):
        return text
    words = re.split(r"\s{2,}", text.translate(_FLAG_LETTERS))
    return " ".join(word.replace(" ", "") for word in words)


def _unquoted(text: str) -> str:
    own: list[str] = []
    for line in text.splitlines():
        if _QUOTED_REST.match(line):
            break
        if not _QUOTED_LINE.match(line):
            own.append(line)
    return "\n".join(own)


def _unstruck(text: str) -> str:
    rest = _STRUCK.sub(" ", text)
    if rest == text or _WORD.search(rest):
        return rest
    return f"not {text}"


def _words(said: str) -> tuple[str, ...]:
    words = _WORD.findall(said)
    while words and words[-1] == AND:
        words.pop()
    first = next((at for at, word in enumerate(words) if word != AND), 0)
    return tuple(words[first:])
