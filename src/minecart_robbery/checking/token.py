"""The bot's token: whether it can be one, by its shape. No part of it is ever told."""

from __future__ import annotations

import base64
import binascii
import re

from minecart_robbery.checking.finding import Finding, fault, ok

_PART = re.compile(r"[\w-]+", re.ASCII)


def checked_token(token: str) -> Finding:
    """Whether the token is there, and looks like one."""
    token = token.strip()
    if not token:
        return fault("token", "token_missing")
    return ok("token", "token") if _can_be_one(token) else fault("token", "token_malformed")


def _can_be_one(token: str) -> bool:
    """A token has three parts with dots between, the first of which is the bot's id in base 64."""
    parts = token.split(".")
    if len(parts) != 3 or not all(map(_PART.fullmatch, parts)):
        return False
    first = parts[0]
    try:
        id = base64.urlsafe_b64decode(first + "=" * (-len(first) % 4))
    except binascii.Error:
        return False
    return id.isdigit()
