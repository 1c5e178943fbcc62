"""What keeps the record from being used, each with a message of one line that says what to do."""

from __future__ import annotations


class RecordError(Exception):
    """The record can't be used; the message says why and what to do, in one line."""


class RecordBusyError(RecordError):
    """Somebody else is using the record; another try, later and unchanged, may succeed."""


class LeaseLostError(RecordBusyError):
    """This process may not write into the record, because it doesn't hold the lease (S14)."""
