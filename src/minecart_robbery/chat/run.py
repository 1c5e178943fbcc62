"""`minecart run`: from the settings to a bot that is online, and down again in good order."""

from __future__ import annotations

import asyncio

import aiohttp
import discord

from minecart_robbery.chat.application import SWITCHES, switched_off
from minecart_robbery.chat.bot import MinecartBot
from minecart_robbery.live.on_record import host_on
from minecart_robbery.record import Record
from minecart_robbery.settings import Settings, SettingsError

_WRONG_TOKEN = (
    "Discord doesn't accept the token: copy it again from the developer portal (your application, "
    "Bot, Reset Token) into MINECART_TOKEN"
)
_TOKEN_REVOKED = 4004


class StartError(Exception):
    """The bot can't go online; the message says why and what to do, in one line."""


class UnreachableError(StartError):
    """Discord can't be reached now; another try, later and unchanged, may succeed."""


def run(settings: Settings) -> None:
    """Run the bot until it is stopped.

    Raises SettingsError, RecordError or StartError when it can't start, and LeaseLostError when
    another process has taken the record over.
    """
    token = settings.token.get_secret_value().strip()
    if not token:
        raise SettingsError(
            "MINECART_TOKEN is not set: put the bot's token into .env (see .env.example) or into "
            "the environment"
        )
    if not token.isprintable() or not token.isascii():
        raise StartError(_WRONG_TOKEN)
    discord.VoiceClient.warn_nacl = discord.VoiceClient.warn_dave = False

    async def hosting(record: Record) -> None:
        await _go_online(MinecartBot(record, settings), token)

    asyncio.run(host_on(settings.database, hosting))


async def _go_online(bot: MinecartBot, token: str) -> None:
    try:
        async with bot:
            await bot.start(token)
    except discord.LoginFailure as error:
        raise StartError(_WRONG_TOKEN) from error
    except discord.PrivilegedIntentsRequired as error:
        # None, perhaps, since it was asked before somebody switched them off: then it is both.
        switches = " and ".join(switched_off(bot.application_flags) or SWITCHES)
        raise StartError(
            "a privileged intent is switched off: in the developer portal (your application, Bot) "
            f"switch on {switches}"
        ) from error
    except discord.ConnectionClosed as error:
        if error.code == _TOKEN_REVOKED:
            raise StartError(_WRONG_TOKEN) from error
        raise StartError(
            f"Discord closed the connection for good (code {error.code}): look whether this "
            "program is up to date"
        ) from error
    except discord.HTTPException as error:
        raise UnreachableError(
            f"Discord turned the bot away ({error.status} {error.text}): wait a while, then start "
            "it again"
        ) from error
    except (aiohttp.ClientError, OSError) as error:
        raise UnreachableError(
            f"Discord can't be reached ({error}): check this machine's connection"
        ) from error
