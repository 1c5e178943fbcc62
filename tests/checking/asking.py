"""Asking the doctor by the real command, and looking whether that changed or told anything."""

from __future__ import annotations

import base64
import json
from pathlib import Path

from tests.test_cli import minecart

SECRET = "GabcdE.of-which-no-part-may-be-told"
TOKEN = f"{base64.b64encode(b'123456789012345678').decode().rstrip('=')}.{SECRET}"
Findings = dict[str, dict[str, str | None]]


def state_of(folder: Path) -> dict[str, tuple[int, bytes]]:
    """All files of a folder, when they were changed last, and what is in them."""
    return {
        file.name: (file.stat().st_mtime_ns, file.read_bytes())
        for file in sorted(folder.iterdir())
        if file.is_file() and not file.name.endswith("-shm")
    }


def doctor(*arguments: str, exit_code: int | None = None) -> Findings:
    """What the doctor doesn't find to be in order, each check by its name."""
    before = state_of(Path.cwd())
    result = minecart("doctor", "--offline", "--json", *arguments)
    assert state_of(Path.cwd()) == before, "the doctor changes nothing"
    assert result.stderr == ""
    found = json.loads(result.stdout)
    assert SECRET not in result.stdout
    assert exit_code in (None, result.exit_code)
    assert result.exit_code == (1 if found["result"] == "fault" else 0)
    return {it["check"]: it for it in found["checks"] if it["result"] != "ok"}


def found_in(check: str, result: str) -> str:
    """What the doctor finds in this check, which is the only one that isn't well."""
    findings = doctor(exit_code=1 if result == "fault" else 0)
    assert list(findings) == [check]
    assert findings[check]["result"] == result
    assert findings[check]["to_do"]
    return str(findings[check]["found"])


def lines() -> list[str]:
    """What the doctor prints for a person."""
    return minecart("doctor", "--offline").stdout.splitlines()
