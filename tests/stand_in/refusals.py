"""What Discord says when it does not do something: a status, and its own code for why."""

from __future__ import annotations

from typing import Any


class Refused(Exception):
    """A request is refused, with Discord's code; `errors` names the field that is wrong."""

    def __init__(
        self, status: int, code: int, message: str, errors: dict[str, Any] | None = None
    ) -> None:
        super().__init__(f"{status} {code}: {message}")
        self.status = status
        self.code = code
        self.message = message
        self.errors = errors

    @property
    def body(self) -> dict[str, Any]:
        """What is answered."""
        more = {} if self.errors is None else {"errors": self.errors}
        return {"message": self.message, "code": self.code} | more


class Limited(Exception):
    """A request has to wait for so many seconds (429), by a limit that no header told of."""

    def __init__(self, retry_after_s: float) -> None:
        super().__init__(f"for {retry_after_s:.1f} s")
        self.retry_after_s = retry_after_s


def unauthorized() -> Refused:
    """The token is wrong."""
    return Refused(401, 0, "401: Unauthorized")


_UNKNOWN = {
    "channel": (10003, "Unknown Channel"),
    "guild": (10004, "Unknown Guild"),
    "member": (10007, "Unknown Member"),
    "message": (10008, "Unknown Message"),
    "role": (10011, "Unknown Role"),
    "user": (10013, "Unknown User"),
    "webhook": (10015, "Unknown Webhook"),
    "interaction": (10062, "Unknown interaction"),
    "command": (10063, "Unknown application command"),
}


def unknown(what: str) -> Refused:
    """There is no such thing (404)."""
    return Refused(404, *_UNKNOWN[what])


def missing_access() -> Refused:
    """The channel can't be seen (403)."""
    return Refused(403, 50001, "Missing Access")


def missing_permissions() -> Refused:
    """It can be seen, but that can't be done there (403)."""
    return Refused(403, 50013, "Missing Permissions")


def invalid(field: str, code: str, message: str) -> Refused:
    """A field of the body is wrong (400): `field` with dots, as "embeds.0.title"."""
    errors: dict[str, Any] = {"_errors": [{"code": code, "message": message}]}
    for part in reversed(field.split(".")):
        errors = {part: errors}
    return Refused(400, 50035, "Invalid Form Body", errors)


def too_long(field: str, most: int) -> Refused:
    """A text is too long (400)."""
    return invalid(field, "BASE_TYPE_MAX_LENGTH", f"Must be {most} or fewer in length.")
