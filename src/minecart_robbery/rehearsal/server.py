"""The web server of a rehearsal: pages, sockets, and the form with which matches are set up."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import asdict, dataclass
from importlib.resources import files
from importlib.resources.abc import Traversable
from typing import Any

from aiohttp import web

from minecart_robbery.record import KeptMatch
from minecart_robbery.rehearsal.guard import Limit, only_own_pages, with_safe_headers
from minecart_robbery.rehearsal.opening import UnfitError, wish_of
from minecart_robbery.rehearsal.rehearsal import Look, Rehearsal
from minecart_robbery.rehearsal.sockets import Sockets
from minecart_robbery.rehearsal.views import View, is_secret
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
