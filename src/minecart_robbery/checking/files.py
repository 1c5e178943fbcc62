"""The settings and the sentences: whether the program can read them, and may use them."""

from __future__ import annotations

import string
import tomllib
from collections.abc import Iterator

from minecart_robbery.checking.finding import Finding, Result, fault, ok
from minecart_robbery.settings import settings_problems
from minecart_robbery.words.catalogue import sentences


def checked_sentences() -> Finding | None:
    """What is wrong with the catalogue of sentences; None if nothing is.

    The words for it can't stand in the catalogue.
    """
    try:
        for section in sentences().values():
            for entry in section.values():
                for sentence in [entry] if isinstance(entry, str) else entry:
                    list(string.Formatter().parse(sentence))
    except (tomllib.TOMLDecodeError, UnicodeDecodeError) as error:
        why = f"it is not valid TOML ({error})"
    except (ValueError, AttributeError, TypeError) as error:
        why = f"a sentence in it can't be read ({error})"
    except OSError as error:
        why = str(error)
    else:
        return None
    to_do = "put it right, or install the program again"
    return Finding("sentences", Result.FAULT, f"config/words.toml can't be used: {why}", to_do)


def checked_settings() -> Iterator[Finding]:
    """Whether all settings are known ones, and within their ranges."""
    problems = settings_problems()
    for problem in problems:
        yield fault("settings", "settings_bad", problem=problem)
    if not problems:
        yield ok("settings", "settings")
