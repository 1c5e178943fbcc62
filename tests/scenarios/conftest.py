"""The scenarios are played on the Discord floor, and where Discord can't be made to, at a table."""

from tests.chat.conftest import server, server_with_windows
from tests.live.conftest import hosted

__all__ = ["hosted", "server", "server_with_windows"]
