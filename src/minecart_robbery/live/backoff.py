"""Backoff in sweeps: what fails on and on is tried ever more rarely (S44)."""

from __future__ import annotations


class Backoff:
    """After the first failure the next sweep tries again; later 1, 3, 7 ... sweeps are left out.

    At most `most` of them.
    """

    def __init__(self, most: int) -> None:
        self._most = most
        self._failures = 0
        self._left_out = 0

    def reset(self) -> None:
        """Let the next sweep try, whatever has failed before."""
        self._failures = self._left_out = 0

    def failed(self) -> None:
        """It was tried, and has failed."""
        self._left_out = min(2**self._failures - 1, self._most)
        self._failures += 1

    def leaves_out(self) -> bool:
        """A sweep comes: whether it doesn't try."""
        if self._left_out:
            self._left_out -= 1
            return True
        return False
