"""Ctrl-C from the first moment on (S59): noted, so that none is lost.

Python raises KeyboardInterrupt wherever the program is. Where no exception can be raised, as in a
callback of the garbage collector while modules are imported, it is printed and lost. So that it
came is noted as well, and whoever begins to host asks for it.
"""

from __future__ import annotations

import signal
import sys
from types import FrameType

_came = False


def watch() -> None:
    """From now on note what comes. On Windows asyncio has to do that, and finds its own way."""
    if sys.platform != "win32":
        signal.signal(signal.SIGINT, _note)


def came() -> bool:
    """Whether the program was to stop, whatever became of it."""
    return _came


def _note(_signal: int, _frame: FrameType | None) -> None:
    global _came
    _came = True
    raise KeyboardInterrupt
