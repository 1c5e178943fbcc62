"""The web server of a rehearsal: pages, sockets, and the form with which matches are set up.

The socket of an open page is sent what its view may see, and asks for what it may do.
"""

from __future__ import annotations

import asyncio
import json
import logging
from collections import defaultdict
from collections.abc import Mapping
from dataclasses import asdict, dataclass
from importlib.resources import files
from importlib.resources.abc import Traversable
from typing import Any, assert_never, cast

from aiohttp import WSCloseCode, WSMsgType, web

from minecart_robbery.record import KeptMatch, KeptMessage, may_pass
from minecart_robbery.rehearsal.guard import Limit, only_own_pages, with_safe_headers
from minecart_robbery.rehearsal.inbox import Done, not_done
from minecart_robbery.rehearsal.rehearsal import Look, Rehearsal
from minecart_robbery.rehearsal.requests import (
    LONGEST_TEXT,
    Delete,
    Desk,
    Edit,
    Press,
    Request,
    Say,
    UnfitError,
    id_in,
    request_of,
    wish_of,
)
from minecart_robbery.rehearsal.views import (
    Frame,
    View,
    channels_of,
    hello,
    id_of,
    is_secret,
    news,
    sees,
)
from minecart_robbery.words.catalogue import say

LARGEST_FORM = 16 * 1024
"""In bytes."""

STATIC = files("minecart_robbery.rehearsal") / "static"
_TYPES = {
    "html": "text/html",
    "css": "text/css",
    "js": "text/javascript",
    "svg": "image/svg+xml",
    "png": "image/png",
}
INDEX, LANDING, DOOR = "index.html", "landing.html", "door.html"
"""What stands at the link of a view, where matches are set up, and where a link is needed."""

_LOG = logging.getLogger(__name__)
LARGEST_FRAME = 64 * 1024
"""In bytes. The longest text fits in, however it is written as JSON."""
GOODBYE_S = 1.0
"""How long a page is waited for that is to say that it has heard of the end."""
LEADS_NOWHERE = 4004
"""The code that tells a page that its link leads nowhere, so that it comes back no more."""
TIME_S = 5
"""How often a page is told what time it is, which is right again then, come what may (S58)."""
BEAT_S = 30
"""How often a page that says nothing is asked whether it is still there."""


@dataclass(frozen=True, slots=True)
class File:
    """A file of the page: its content, and what kind that is."""

    content: bytes
    type: str


def path_of(secret: str) -> str:
    """Where a view stands."""
    return f"/v/{secret}"


def setting_up_path(secret: str) -> str:
    """Where matches are set up."""
    return f"/d/{secret}"


class Server:
    """Serves a rehearsal with these files of the page. `app` is what listens."""

    def __init__(self, rehearsal: Rehearsal, files: Mapping[str, File]) -> None:
        self._rehearsal = rehearsal
        self._files = files
        self._sockets = Sockets(rehearsal)
        self._limit = Limit(rehearsal.clock)
        self.app = web.Application(middlewares=[only_own_pages], client_max_size=LARGEST_FORM)
        self.app.on_response_prepare.append(with_safe_headers)
        self.app.on_shutdown.append(self._stop)
        self.app.add_routes(
            [
                web.get("/", self._door),
                web.get("/static/{name}", self._static),
                web.get("/v/{secret}", self._view),
                web.get("/v/{secret}/socket", self._socket),
                web.get("/d/{secret}", self._landing),
                web.get("/d/{secret}/matches", self._matches),
                web.post("/d/{secret}/matches", self._open_match),
            ]
        )

    async def _stop(self, _: web.Application) -> None:
        await self._sockets.close()

    async def _door(self, _: web.Request) -> web.Response:
        return self._file(DOOR)

    async def _static(self, request: web.Request) -> web.Response:
        return self._file(request.match_info["name"])

    async def _view(self, request: web.Request) -> web.Response:
        if self._look(request) is None:
            return self._file(DOOR, status=404)
        return self._file(INDEX)

    async def _socket(self, request: web.Request) -> web.StreamResponse:
        look, after = self._look(request), request.query.get("after", "0")
        if look is None:
            return await self._sockets.turn_away(request)
        is_number = after.isascii() and after.isdecimal() and len(after) < 17
        return await self._sockets.serve(request, look, int(after) if is_number else 0)

    async def _landing(self, request: web.Request) -> web.Response:
        if not self._is_director(request):
            return self._file(DOOR, status=404)
        return self._file(LANDING)

    async def _matches(self, request: web.Request) -> web.Response:
        self._check_director(request)
        live = self._rehearsal.live
        shown = None if live is None else self._shown(live)
        return web.json_response({"match": shown, "defaults": asdict(self._rehearsal.rules)})

    async def _open_match(self, request: web.Request) -> web.Response:
        self._check_director(request)
        if not self._limit.allows():
            return web.json_response({"text": say("rehearsal", "too_fast")}, status=429)
        try:
            form = await request.json()
        except (ValueError, RecursionError):
            return web.json_response({"text": say("rehearsal", "unclear")}, status=400)
        try:
            wish = wish_of(form, self._rehearsal.rules)
        except UnfitError as error:
            return web.json_response({"text": str(error)}, status=400)
        try:
            return web.json_response(self._shown(await self._rehearsal.open_match(wish)))
        except UnfitError as error:
            return web.json_response({"text": str(error)}, status=409)

    def _shown(self, kept: KeptMatch) -> dict[str, Any]:
        seating = self._rehearsal.seating(kept.match)
        return {
            "number": kept.match,
            **{view: path_of(kept.links[view]) for view in View},
            "names": {chair.seat: chair.name for chair in seating.chairs()},
            "bot": next(iter(kept.players), None),
            "bots": list(kept.players),
        }

    def _look(self, request: web.Request) -> Look | None:
        """What is looked at by the link that was used; an unknown one leads nowhere."""
        return self._rehearsal.look_by(request.match_info["secret"])

    def _is_director(self, request: web.Request) -> bool:
        return is_secret(request.match_info["secret"], self._rehearsal.director)

    def _check_director(self, request: web.Request) -> None:
        if not self._is_director(request):
            raise web.HTTPNotFound

    def _file(self, name: str, status: int = 200) -> web.Response:
        file = self._files.get(name)
        if file is None:
            raise web.HTTPNotFound
        charset = "utf-8" if file.type.startswith("text/") else None
        return web.Response(
            body=file.content, status=status, content_type=file.type, charset=charset
        )


def pages(folder: Traversable = STATIC) -> Mapping[str, File]:
    """All files of the page by their names. Raises FileNotFoundError if one is missing."""
    found = {
        it.name: File(it.read_bytes(), _TYPES[it.name.rpartition(".")[2]])
        for it in (folder.iterdir() if folder.is_dir() else ())
        if it.name.rpartition(".")[2] in _TYPES
    }
    for name in (INDEX, LANDING, DOOR):
        if name not in found:
            raise FileNotFoundError(
                f"{name} should have come with the program, but isn't in {folder}: please install "
                "minecart-robbery again"
            )
    return found


# ---------------------------------------------------------------- sockets


class Sockets:
    """The sockets of all open pages."""

    def __init__(self, rehearsal: Rehearsal) -> None:
        self._rehearsal = rehearsal
        self._open: set[web.WebSocketResponse] = set()
        self._limits: dict[Look, Limit] = defaultdict(lambda: Limit(rehearsal.clock))

    async def serve(self, request: web.Request, look: Look, after: int) -> web.WebSocketResponse:
        """Talk with a page until it goes; `after` is the last change that it has seen."""
        socket = web.WebSocketResponse(
            timeout=GOODBYE_S, max_msg_size=LARGEST_FRAME, heartbeat=BEAT_S, compress=False
        )
        await socket.prepare(request)
        self._open.add(socket)
        telling = [
            asyncio.ensure_future(self._tell(socket, look, after)),
            asyncio.ensure_future(self._tell_time(socket)),
        ]
        try:
            await self._listen(socket, look)
        finally:
            self._open.discard(socket)
            for it in telling:
                it.cancel()
            await asyncio.wait(telling)
        return socket

    async def turn_away(self, request: web.Request) -> web.StreamResponse:
        """Tell a page that its link leads nowhere, which was opened when it led somewhere."""
        socket = web.WebSocketResponse(timeout=GOODBYE_S)
        if not socket.can_prepare(request):
            raise web.HTTPNotFound
        await socket.prepare(request)
        await socket.close(code=LEADS_NOWHERE)
        return socket

    async def close(self) -> None:
        """Tell all pages that the server stops."""
        closing = [socket.close(code=WSCloseCode.GOING_AWAY) for socket in self._open]
        await asyncio.gather(*closing)

    async def _tell(self, socket: web.WebSocketResponse, look: Look, after: int) -> None:
        """Send what has changed since `after`, and whatever changes from now on, in its order."""
        match, view, rehearsal = look.match, look.view, self._rehearsal
        seating = rehearsal.seating(match)
        try:
            with rehearsal.channels.looking() as changed:
                now_ms = rehearsal.clock.now_ms()
                await socket.send_json(hello(view, seating, rehearsal.kept(match), now_ms))
                while True:
                    changed.clear()
                    messages, kept = await rehearsal.channels.news(match, after)
                    for frame in news(view, seating, kept, messages, after):
                        await socket.send_json(frame)
                    after = max((after, kept.change, *(it.change for it in messages)))
                    await changed.wait()
        except ConnectionError:
            return  # the page has gone; it asks for the rest when it is back
        except Exception:
            _LOG.exception("a page can't be told what has changed")
            await socket.close(code=WSCloseCode.INTERNAL_ERROR)

    async def _tell_time(self, socket: web.WebSocketResponse) -> None:
        clock = self._rehearsal.clock
        while not socket.closed:
            is_time = asyncio.Event()
            timer = clock.later(TIME_S, is_time.set)
            try:
                await is_time.wait()
                await socket.send_json({"type": "time", "now_ms": clock.now_ms()})
            except ConnectionError:
                return  # the page has gone
            finally:
                timer.cancel()

    async def _listen(self, socket: web.WebSocketResponse, look: Look) -> None:
        async for message in socket:
            found = _object_in(message.data) if message.type is WSMsgType.TEXT else None
            if found is None:
                await socket.close(code=WSCloseCode.UNSUPPORTED_DATA)
                return
            done = await self._answer(found, look)
            if not socket.closed:
                await socket.send_json(done)

    async def _answer(self, found: dict[str, Any], look: Look) -> Frame:
        asked = request_of(found)
        if not self._limits[look].allows():
            done = not_done("too_fast")
        elif asked is None:
            done = not_done("unclear")
        else:
            done = await self._tried(asked, look)
        return {"type": "done", "request": id_in(found), "ok": done.is_ok, "text": done.text}

    async def _tried(self, asked: Request, look: Look) -> Done:
        """Do what is asked. A fault ends no page's socket; whoever asked is told (S7, S48)."""
        try:
            return await self._do(asked, look)
        except Exception as error:
            _LOG.exception("what a page has asked for can't be done")
            return not_done("unwritten" if may_pass(error) else "failed")

    async def _do(self, asked: Request, look: Look) -> Done:
        """Do what is asked, if this view may ask for it."""
        if isinstance(asked, Desk):
            return await self._at_desk(asked, look)
        if asked.writer not in look.view.writes:
            return not_done("not_as_them")
        if isinstance(asked, Say | Edit):
            if len(asked.text) > LONGEST_TEXT:
                return not_done("too_long", most=LONGEST_TEXT)
            if not asked.text.strip():
                return not_done("empty")
        if isinstance(asked, Say):
            return await self._say(asked, look)
        message = await self._seen(asked.message, look)
        if message is None:
            return not_done("no_message")
        listener = self._rehearsal.listener
        match asked:
            case Edit(writer=writer, text=text):
                return await listener.edit(message, writer, text)
            case Delete(writer=writer):
                return await listener.delete(message, writer)
            case Press(writer=writer, says=says, request=request):
                seating = self._rehearsal.seating(look.match)
                return await listener.press(message, seating, writer, says, request)
            case _:
                assert_never(asked)

    async def _say(self, asked: Say, look: Look) -> Done:
        seating = self._rehearsal.seating(look.match)
        for channel in channels_of(look.view, seating):
            if channel.name == asked.channel and asked.writer in channel.writers:
                return await self._rehearsal.listener.say(
                    look.match, channel.id, asked.writer, asked.text, asked.request
                )
        return not_done("no_channel")

    async def _at_desk(self, asked: Desk, look: Look) -> Done:
        if look.view is not View.DIRECTOR:
            return not_done("not_as_them")
        return await self._rehearsal.at_desk(look.match, asked)

    async def _seen(self, name: str, look: Look) -> KeptMessage | None:
        """The message of that name, if it stands where this view sees it."""
        number = id_of(name)
        found = None if number is None else await self._rehearsal.channels.standing(number)
        if found is None or found.match != look.match:
            return None
        return found if sees(look.view, found, self._rehearsal.seating(look.match)) else None


def _object_in(text: str) -> dict[str, Any] | None:
    """The JSON object that a text is, None if it is none."""
    try:
        found = json.loads(text)
    except (ValueError, RecursionError):
        return None
    return cast("dict[str, Any]", found) if isinstance(found, dict) else None
