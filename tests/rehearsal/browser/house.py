"""The program as a person starts it, `minecart rehearse`, in a process that a test can kill."""

from __future__ import annotations

import json
import os
import re
import subprocess
import sys
import urllib.request
from pathlib import Path
from typing import Any, Self

_LINK = re.compile(r"(http://127\.0\.0\.1:(\d+))/d/[\w-]+")
NAMES = {"dmo": "Cora", "candidate": "Zac"}

HOUR = {"turn_seconds": 3600, "role_seconds": 3600}
SHORT = {"target_gems": 3, "rounds_to_win": 1, "settle_seconds": 0, "grace_seconds": 0} | HOUR
"""Settings with which a match is over in three turns, none of which ends by itself or waits."""


class RehearsalProcess:
    """`minecart rehearse` on one data file; `start` it again and it has the same address."""

    def __init__(self, data: Path) -> None:
        self._data = data
        self._port = 0
        self._process: subprocess.Popen[str] | None = None
        self.link = self.base = ""

    def __enter__(self) -> Self:
        self.start()
        return self

    def __exit__(self, *_: object) -> None:
        self.kill()

    def start(self) -> None:
        """Start it, and read the director's link off what it prints."""
        words = ["rehearse", "--no-open", "--data", str(self._data)]
        words += ["--port", str(self._port)] if self._port else []
        self._process = subprocess.Popen(
            [sys.executable, "-u", "-m", "minecart_robbery", *words],
            stdout=subprocess.PIPE,
            stderr=subprocess.STDOUT,
            text=True,
            cwd=self._data.parent,
            env=os.environ | {"NO_COLOR": "1", "COLUMNS": "200"},
        )
        assert self._process.stdout is not None
        printed: list[str] = []
        for line in self._process.stdout:
            printed.append(line)
            found = _LINK.search(line)
            if found is not None:
                self.link, self.base, self._port = found[0], found[1], int(found[2])
                return
        raise AssertionError("no link was printed, only: " + "".join(printed))

    def kill(self) -> None:
        """End it as a power cut would."""
        if self._process is None:
            return
        self._process.kill()
        self._process.communicate()
        self._process = None

    def forget(self) -> None:
        """End it, and begin anew at the same address without anything of before."""
        self.kill()
        for file in self._data.parent.glob(f"{self._data.name}*"):
            file.unlink()
        self.start()

    def open_match(self, bot: str | None = None, **settings: Any) -> dict[str, str]:
        """Set a match up as the landing page does; the whole address of each view."""
        return self.set_up(NAMES, bot, SHORT | {"ready_check": "never"} | settings)

    def set_up(
        self, names: dict[str, str], bot: str | None, settings: dict[str, Any]
    ) -> dict[str, str]:
        """Set a match up with these names; the whole address of each view."""
        wanted = {**names, "bot": bot, "settings": settings}
        request = urllib.request.Request(
            f"{self.link}/matches",
            json.dumps(wanted).encode(),
            {"Content-Type": "application/json", "Origin": self.base},
        )
        with urllib.request.urlopen(request) as answer:
            found = json.load(answer)
        return {
            view: self.base + found[view] for view in ("director", "dmo", "candidate", "spectator")
        }
