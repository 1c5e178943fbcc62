"""What keeps the record from being used, each with a message of one line that says what to do."""

from __future__ import annotations

import sqlite3

SETTING = "MINECART_DATABASE"
"""The setting that names the database, as the messages call it."""


class RecordError(Exception):
    """The record can't be used; the message says why and what to do, in one line."""

    def naming(self, option: str) -> str:
        """The message for one who named the database by an option of a command."""
        return str(self).replace(SETTING, option)


class RecordBusyError(RecordError):
    """Somebody else is using the record; another try, later and unchanged, may succeed."""


class LeaseLostError(RecordBusyError):
    """This process may not write into the record, because it doesn't hold the lease (S14)."""


def may_pass(error: Exception) -> bool:
    """Whether what failed for this reason may work unchanged later: a lock, a full disk (S44)."""
    if isinstance(error, LeaseLostError):
        return False  # another process hosts by now
    return isinstance(error, sqlite3.OperationalError | RecordBusyError | OSError)
