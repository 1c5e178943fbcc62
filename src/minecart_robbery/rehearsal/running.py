"""`minecart rehearse`: from the settings to a page that is served, and down again in good order."""

from __future__ import annotations

import asyncio
import contextlib
import errno
import os
import socket
import time
import webbrowser
from collections.abc import Callable, Iterable, Mapping
from dataclasses import dataclass
from pathlib import Path
from threading import Thread

from aiohttp import web

from minecart_robbery.engine.nouns import Seat
from minecart_robbery.live.clock import Stopwatch, Timer
from minecart_robbery.live.on_record import host_on
from minecart_robbery.record import Record
from minecart_robbery.rehearsal.guard import LOOPBACK
from minecart_robbery.rehearsal.players import PLAYERS
from minecart_robbery.rehearsal.rehearsal import Rehearsal
from minecart_robbery.rehearsal.requests import UnfitError, Wish, checked, name_in
from minecart_robbery.rehearsal.server import File, Server, pages, path_of, setting_up_path
from minecart_robbery.rehearsal.views import View
from minecart_robbery.settings import Settings

DEFAULT_NAMES = {Seat.DMO: "Cora", Seat.CANDIDATE: "Zac"}

Tell = Callable[[str], object]
"""Prints a line for whoever has started the program."""


class RehearsalError(Exception):
    """It can't be rehearsed; the message says why and what to do, in one line."""


@dataclass(frozen=True, slots=True)
class Options:
    """What was asked for: where, and perhaps a match to be opened at once (`wish`)."""

    data: Path
    port: int | None
    is_to_open: bool
    wish: Wish | None


def wished(
    names: Mapping[Seat, str | None], bots: Iterable[str], settings: Settings
) -> Wish | None:
    """The match that the command's options ask for; None if they ask for none.

    Raises RehearsalError for a name, a player or a seat that can't be.
    """
    players = dict(_player_and_seat(bot) for bot in bots)
    if not players and not any(names.values()):
        return None
    try:
        given = {seat: name_in(names[seat] or DEFAULT_NAMES[seat]) for seat in Seat}
        return checked(Wish(given, settings.rules, players))
    except UnfitError as error:
        raise RehearsalError(str(error)) from error


def _player_and_seat(bot: str) -> tuple[Seat, str]:
    """The seat and the player that `random:dmo` names; without a seat, the candidate's."""
    player, colon, seat = bot.partition(":")
    if player not in PLAYERS:
        raise RehearsalError(
            f"there is no player '{player}': write --bot {' or --bot '.join(PLAYERS)}"
        )
    if colon and seat not in tuple(Seat):
        raise RehearsalError(
            f"there is no seat '{seat}': write --bot {player}:dmo or --bot {player}:candidate"
        )
    return Seat(seat) if colon else Seat.CANDIDATE, player


def run(options: Options, settings: Settings, tell: Tell) -> None:
    """Serve a rehearsal until it is stopped.

    Raises RehearsalError or RecordError when that can't be, and LeaseLostError when another
    process has taken the record over.
    """
    listening = None if options.port is None else _listen(options.port)

    async def hosting(record: Record) -> None:
        files = _files()
        bound = listening or await _listen_again(record)
        with contextlib.closing(bound):
            rehearsal = await Rehearsal.open(record, MachineClock(), settings)
            try:
                await _serve(Server(rehearsal, files), rehearsal, bound, options, tell)
            finally:
                await rehearsal.close()

    with contextlib.closing(listening) if listening else contextlib.nullcontext():
        asyncio.run(host_on(options.data, hosting))


def _files() -> Mapping[str, File]:
    try:
        return pages()
    except FileNotFoundError as error:
        raise RehearsalError(str(error)) from error


async def _serve(
    server: Server, rehearsal: Rehearsal, bound: socket.socket, options: Options, tell: Tell
) -> None:
    await _open_wished(rehearsal, options.wish, tell)
    await rehearsal.serves_on(bound.getsockname()[1])
    runner = web.AppRunner(server.app, access_log=None, shutdown_timeout=1)
    await runner.setup()
    try:
        await web.SockSite(runner, bound).start()
        address = f"http://{LOOPBACK}:{bound.getsockname()[1]}"
        links = _links(rehearsal, address)
        for line in links:
            tell(line)
        if options.is_to_open:
            _open_browser(links[0].split()[-1])
        await asyncio.Event().wait()
    finally:
        await runner.cleanup()


def _open_browser(address: str) -> None:
    """Show a page in a browser. One that stays in the foreground keeps nothing waiting (S59)."""
    Thread(target=webbrowser.open, args=(address,), name="browser", daemon=True).start()


async def _open_wished(rehearsal: Rehearsal, wish: Wish | None, tell: Tell) -> None:
    if wish is None:
        return
    if rehearsal.live is not None:
        tell(f"Match {rehearsal.live.match} is still on and goes on; no other one was opened.")
    else:
        await rehearsal.open_match(wish)


def _links(rehearsal: Rehearsal, address: str) -> list[str]:
    """The links, a line each, the one to begin with first. They end with the address."""
    setting_up = f"To set matches up: {address}{setting_up_path(rehearsal.director)}"
    live = rehearsal.live
    if live is None:
        return [setting_up]
    seating = rehearsal.seating(live.match)
    titles = {
        View.DIRECTOR: "The director's view",
        View.DMO: f"For {seating.dmo.name} alone (DMO)",
        View.CANDIDATE: f"For {seating.candidate.name} alone (candidate)",
        View.SPECTATOR: "For spectators",
    }
    views = [f"{title}: {address}{path_of(live.links[view])}" for view, title in titles.items()]
    return [*views, setting_up]


async def _listen_again(record: Record) -> socket.socket:
    """Listen where it was served last, so that open pages go on; if that is taken, anywhere."""
    page = await record.rehearsals.setting_up()
    last = None if page is None else page[1]
    try:
        bound = _listen(last or 0)
    except RehearsalError:
        bound = _listen(0)
    return bound


def _listen(port: int) -> socket.socket:
    """A socket of this machine alone, on that port; 0: on a free one. Raises RehearsalError."""
    bound = socket.socket(socket.AF_INET, socket.SOCK_STREAM)
    try:
        if os.name == "posix":
            bound.setsockopt(socket.SOL_SOCKET, socket.SO_REUSEADDR, 1)
        bound.bind((LOOPBACK, port))
        bound.listen()
    except OSError as error:
        bound.close()
        if error.errno == errno.EADDRINUSE:
            raise RehearsalError(
                f"port {port} is in use by another program: name another one with --port, or "
                "leave it out"
            ) from error
        raise RehearsalError(
            f"port {port} can't be used ({error.strerror}): name another one with --port, or "
            "leave it out"
        ) from error
    return bound


class MachineClock:
    """The time of this machine, in ms since 1970 (UTC)."""

    def __init__(self) -> None:
        self._stopwatch = Stopwatch()
        self._ahead_ms = time.time() * 1000 - self._stopwatch.seconds() * 1000

    def now_ms(self) -> int:
        """The time now."""
        return int(self._stopwatch.seconds() * 1000 + self._ahead_ms)

    def passed_ms(self) -> int:
        """How much time has passed here since any one moment, in ms."""
        return int(self._stopwatch.seconds() * 1000)

    def heard(self, ms: int) -> None:
        """Go on to `ms`, if it is later: something bears that time already, of an earlier life."""
        self._ahead_ms += max(0, ms - self.now_ms())

    def wall_ms(self) -> int:
        """The same time: nobody else's is to be compared with it."""
        return self.now_ms()

    def answered(self, sent_ms: int, received_ms: int) -> None:
        """What was received here was received by this very clock."""

    def later(self, seconds: float, call: Callable[[], None]) -> Timer:
        """Make `call` after so many seconds."""
        return asyncio.get_running_loop().call_later(seconds, call)
