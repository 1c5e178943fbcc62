"""Reading: what a person typed, as a player would mean it (R20, S38)."""

from minecart_robbery.words.reading.meanings import (
    CallsHost,
    Clear,
    Meant,
    NearMiss,
    Reading,
    SaysBonus,
    SaysKeep,
    SaysReady,
    SaysRole,
    SaysTrack,
    TwoReadings,
    Unfinished,
    typed_form,
    wording,
)
from minecart_robbery.words.reading.reader import attempt, read

__all__ = [
    "CallsHost",
    "Clear",
    "Meant",
    "NearMiss",
    "Reading",
    "SaysBonus",
    "SaysKeep",
    "SaysReady",
    "SaysRole",
    "SaysTrack",
    "TwoReadings",
    "Unfinished",
    "attempt",
    "read",
    "typed_form",
    "wording",
]
