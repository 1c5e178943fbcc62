"""The record: matches, their events and what is owed to people, in one SQLite file.

Nothing else in the program touches SQLite. Events are added and never changed.
"""

from minecart_robbery.record.errors import LeaseLostError, RecordBusyError, RecordError
from minecart_robbery.record.record import Record
from minecart_robbery.record.rows import Cause, Chair, Delivery, Owed, Seating

__all__ = [
    "Cause",
    "Chair",
    "Delivery",
    "LeaseLostError",
    "Owed",
    "Record",
    "RecordBusyError",
    "RecordError",
    "Seating",
]
