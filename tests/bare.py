"""A user of whom the machine knows nothing, on a root that may only be read (S56).

As in a container that is started with a number for a user and a read-only root: no passwd entry, no
HOME, no temporary folder; only the working folder can be written. Made of Linux namespaces, for
which nobody has to be root.
"""

from __future__ import annotations

import shutil
import subprocess
from pathlib import Path

import pytest

USER = "54321"
SCRIPT = """
mount --bind "$0" "$0" && mount -o remount,ro,bind / || exit 99
for folder in /tmp /var/tmp /usr/tmp /dev/shm; do
  case "$0" in $folder/*) continue;; esac
  if [ -w $folder ]; then mount --bind $folder $folder && mount -o remount,ro,bind $folder; fi
done
[ {may_write} ] || mount -o remount,ro,bind "$0" || exit 99
cd "$0"
unset HOME USER LOGNAME USERNAME TMPDIR TEMP TMP
exec unshare --user --map-user={user} --map-group={user} -- "$@"
"""


def bare(folder: Path, *, may_write: bool = True) -> tuple[str, ...]:
    """What goes before a command so that this user runs it in `folder`; skips where none can."""
    unshare = shutil.which("unshare")
    if unshare is None:
        pytest.skip("needs Linux's namespaces")
    script = SCRIPT.format(user=USER, may_write="yes" if may_write else "")
    before = (unshare, "--user", "--map-root-user", "--mount", "sh", "-c", script, str(folder))
    here = "touch here && rm here" if may_write else "! touch here"
    tried = subprocess.run(
        [*before, "sh", "-c", f"id -u; {here} && ! touch /there"],
        capture_output=True,
        text=True,
        check=False,
    )
    if tried.returncode:
        pytest.skip(f"namespaces can't be had here: {tried.stderr.strip()}")
    assert tried.stdout.split() == [USER]
    return before
