"""The record: matches, their events and what is owed to people, in one SQLite file.

Nothing else in the program touches SQLite. Events are added and never changed, and sealed.
"""

from minecart_robbery.record.deliveries import NOT_SENT
from minecart_robbery.record.errors import LeaseLostError, RecordBusyError, RecordError, may_pass
from minecart_robbery.record.readers import NO_READERS, Readers
from minecart_robbery.record.record import Record
from minecart_robbery.record.rehearsals import KeptMatch, KeptMessage, Rehearsals
from minecart_robbery.record.rows import PUT_AWAY, Cause, Chair, Delivery, Owed, Seating
from minecart_robbery.record.sealing import Fingerprint

__all__ = [
    "NOT_SENT",
    "NO_READERS",
    "PUT_AWAY",
    "Cause",
    "Chair",
    "Delivery",
    "Fingerprint",
    "KeptMatch",
    "KeptMessage",
    "LeaseLostError",
    "Owed",
    "Readers",
    "Record",
    "RecordBusyError",
    "RecordError",
    "Rehearsals",
    "Seating",
    "may_pass",
]
