"""The bot's application at Discord: its intents, its invite link, and whether its token is right.

The token is tried without going online, so that a bot that hosts isn't disturbed. What comes of it
says whether it is right, both intents are switched on, and by how much this machine's clock is off.
"""

from __future__ import annotations

import asyncio
import time
from collections.abc import Iterator
from email.utils import parsedate_to_datetime

import aiohttp
import discord

from minecart_robbery.chat.calls import Refused, attempt
from minecart_robbery.chat.messages import ms_of
from minecart_robbery.checking.finding import Finding, fault, ok, warning
from minecart_robbery.checking.machine import checked_clock
from minecart_robbery.live.skew import ahead_ms

SWITCHES = ("Server Members Intent", "Message Content Intent")
"""Both are needed: the bot has to know its players and to read picks."""


def switched_off(flags: discord.ApplicationFlags) -> list[str]:
    """The switches that are off, by what the application says of itself."""
    are_on = (
        flags.gateway_guild_members or flags.gateway_guild_members_limited,
        flags.gateway_message_content or flags.gateway_message_content_limited,
    )
    return [name for name, is_on in zip(SWITCHES, are_on, strict=True) if not is_on]


PERMISSIONS = discord.Permissions(
    view_channel=True,
    send_messages=True,
    embed_links=True,
    read_message_history=True,
    send_messages_in_threads=True,
    manage_channels=True,
    manage_roles=True,
    manage_messages=True,
    mention_everyone=True,
)
"""To see, write and catch up, in threads too, with tables in boxes; to make channels, and to change
who may do what in them (S33), which needs Manage Roles; to take away a pick that was typed in the
DM channel (S21); to call hosts by a role that isn't mentionable."""


def invite_link(application: int) -> str:
    """The invite link of the application with this id."""
    return discord.utils.oauth_url(
        application, permissions=PERMISSIONS, scopes=("bot", "applications.commands")
    )


_PATIENCE_S = 10.0
_A_SECOND_MS = 1000
"""So fine are the times at which a web server says that it answers."""


def probe(token: str) -> list[Finding]:
    """What Discord says to the token. Takes at most ten seconds."""
    discord.VoiceClient.warn_nacl = discord.VoiceClient.warn_dave = False
    return asyncio.run(_probed(token.strip()))


async def _probed(token: str) -> list[Finding]:
    dates = _Dates()
    client = discord.Client(intents=discord.Intents.none(), http_trace=dates.trace)
    try:
        async with asyncio.timeout(_PATIENCE_S), client:
            outcome = await attempt(client.login(token))
    except discord.LoginFailure:
        return [fault("discord", "discord_refuses"), *dates.findings()]
    except TimeoutError:
        return [warning("discord", "discord_silent", why=f"no answer within {_PATIENCE_S:g} s")]
    if isinstance(outcome, Refused):
        return [warning("discord", "discord_silent", why=outcome.text)]
    return [*checked_application(client), *dates.findings()]


def checked_application(client: discord.Client) -> Iterator[Finding]:
    """Whether the application is set up as the bot needs it, once it has logged in."""
    application = client.application
    assert application is not None, "logging in asks for it"
    assert client.user is not None, "logging in asks for it"
    if application.interactions_endpoint_url:
        yield fault("discord", "discord_endpoint")
    else:
        yield ok("discord", "discord", name=client.user.name)
    yield checked_intents(application.flags)


def checked_intents(flags: discord.ApplicationFlags) -> Finding:
    """Whether both privileged intents are switched on, by what the application says (S26)."""
    off = switched_off(flags)
    if off:
        return fault("intents", "intents_off", switches=", ".join(off))
    return ok("intents", "intents")


class _Dates:
    """Compares the clocks by the times at which Discord's answers say that they were given."""

    def __init__(self) -> None:
        self._ahead_ms: int | None = None
        self._sent_ms = 0
        self.trace = aiohttp.TraceConfig()
        self.trace.on_request_start.append(self._sent)
        self.trace.on_request_end.append(self._answered)

    def findings(self) -> list[Finding]:
        """What is to be said of the clock; nothing where no answer said a time."""
        return [] if self._ahead_ms is None else [checked_clock(self._ahead_ms)]

    async def _sent(self, *_: object) -> None:
        self._sent_ms = _now_ms()

    async def _answered(self, _: object, __: object, end: aiohttp.TraceRequestEndParams) -> None:
        said = end.response.headers.get("Date")
        if said is not None:
            received_ms = ms_of(parsedate_to_datetime(said))
            within = _A_SECOND_MS - 1
            self._ahead_ms = ahead_ms(self._sent_ms, received_ms, _now_ms(), within_ms=within)


def _now_ms() -> int:
    return time.time_ns() // 1_000_000
