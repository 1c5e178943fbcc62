"""Whether a process of this machine is still there, on POSIX and on Windows."""

from __future__ import annotations

import os
import sys

if sys.platform == "win32":
    import ctypes

    _QUERY, _STILL_ACTIVE, _ACCESS_DENIED = 0x1000, 259, 5

    def is_running(process: int) -> bool:
        """Whether there is a process of that id. One that can't be looked at is there."""
        kernel = ctypes.WinDLL("kernel32", use_last_error=True)
        kernel.OpenProcess.restype = ctypes.c_void_p
        handle = kernel.OpenProcess(_QUERY, False, process)
        if not handle:
            return ctypes.get_last_error() == _ACCESS_DENIED
        code = ctypes.c_ulong()
        kernel.GetExitCodeProcess(ctypes.c_void_p(handle), ctypes.byref(code))
        kernel.CloseHandle(ctypes.c_void_p(handle))
        return code.value == _STILL_ACTIVE

else:

    def is_running(process: int) -> bool:
        """Whether there is a process of that id. One that can't be looked at is there."""
        if process <= 0:
            return False  # to a kill, these mean groups of processes
        try:
            os.kill(process, 0)
        except ProcessLookupError:
            return False
        except OverflowError:
            return False
        except PermissionError:
            return True
        return True
