"""`minecart run` and `minecart rehearse`: what is logged, and in which words they end."""

from __future__ import annotations

import logging
from collections.abc import Iterable
from pathlib import Path

import typer

from minecart_robbery.chat.run import StartError, UnreachableError
from minecart_robbery.chat.run import run as run_bot
from minecart_robbery.command_line.terminal import refused
from minecart_robbery.engine.nouns import Seat
from minecart_robbery.record import LeaseLostError, RecordBusyError, RecordError
from minecart_robbery.rehearsal.running import Options, RehearsalError, wished
from minecart_robbery.rehearsal.running import run as run_rehearsal
from minecart_robbery.settings import SettingsError, load_settings

LOG_FORMAT = "%(asctime)s %(levelname)-7s %(name)s: %(message)s"


def host_on_discord() -> None:
    """Go online on Discord and host matches, until stopped."""
    try:
        settings = load_settings()
        logging.basicConfig(level=settings.log_level.upper(), format=LOG_FORMAT)
        for handler in logging.root.handlers:
            handler.addFilter(_is_news)
        logging.getLogger("yoyo").setLevel(logging.WARNING)
        run_bot(settings)
    except (UnreachableError, RecordBusyError) as error:
        raise refused(str(error), exit_code=1) from error
    except (SettingsError, RecordError, StartError) as error:
        raise refused(str(error)) from error
    except KeyboardInterrupt:
        raise typer.Exit from None


def _is_news(record: logging.LogRecord) -> bool:
    """Whether a line belongs in the log: a lost lease is told by the one line at the end (S14)."""
    return not (record.exc_info and isinstance(record.exc_info[1], LeaseLostError))


def host_rehearsal(
    data: Path,
    port: int | None,
    names: tuple[str | None, str | None],
    bots: Iterable[str],
    *,
    is_to_open: bool,
) -> None:
    """Host a rehearsal here, until stopped; `names` are the DMO's and the candidate's."""
    try:
        settings = load_settings()
        logging.basicConfig(level=logging.WARNING, format=LOG_FORMAT)
        wish = wished(dict(zip(Seat, names, strict=True)), bots, settings)
        run_rehearsal(Options(data, port, is_to_open, wish), settings, typer.echo)
    except RecordBusyError as error:
        raise refused(error.naming("--data"), exit_code=1) from error
    except RecordError as error:
        raise refused(error.naming("--data")) from error
    except (SettingsError, RehearsalError) as error:
        raise refused(str(error)) from error
    except KeyboardInterrupt:
        raise typer.Exit from None
