"""The gateway: sessions that outlive their connections, and what can go wrong with them."""

from __future__ import annotations

import asyncio
import json
import zlib
from collections import Counter
from dataclasses import dataclass, field
from enum import IntEnum
from typing import Any

from aiohttp import WSMsgType, web

from tests.stand_in.payloads import guild_payload, member_payload, user_payload
from tests.stand_in.permissions import in_channel
from tests.stand_in.world import Channel, Guild, World

HEARTBEAT_MS = 41_250
ACK_SECONDS = 0.02
"""So long a heartbeat's answer takes: discord.py takes one at once for that to an earlier beat."""
KEPT = 1000
"""So many events are kept for a session that may be resumed."""


class Op(IntEnum):
    """What a frame is for."""

    DISPATCH = 0
    HEARTBEAT = 1
    IDENTIFY = 2
    PRESENCE = 3
    RESUME = 6
    RECONNECT = 7
    REQUEST_MEMBERS = 8
    INVALID_SESSION = 9
    HELLO = 10
    HEARTBEAT_ACK = 11


UNKNOWN_OP, NOT_AUTHENTICATED, WRONG_TOKEN, ALREADY = 4001, 4003, 4004, 4005
SESSION_TIMED_OUT, DISALLOWED_INTENTS, UNKNOWN_ERROR = 4009, 4014, 4000

_MEMBERS, _PRESENCES, _CONTENT = 1 << 1, 1 << 8, 1 << 15
_INTENTS = {"GUILD_MEMBER": _MEMBERS, "GUILD": 1, "CHANNEL": 1, "THREAD": 1, "MESSAGE": 1 << 9}
"""By how an event's name begins: without which intent a bot doesn't hear of it."""


def _intent_of(event: str) -> int:
    return next((bit for name, bit in _INTENTS.items() if event.startswith(name)), 0)


@dataclass(eq=False)
class Session:
    """What a bot was told since it identified itself; `socket` is its connection, if it has one."""

    id: str
    intents: int
    seq: int = 0
    told: list[tuple[int, dict[str, Any]]] = field(default_factory=list)
    socket: Socket | None = None

    def dispatch(self, event: str, data: dict[str, Any]) -> None:
        """Tell of an event, and keep it for a resume."""
        self.seq += 1
        frame = {"op": Op.DISPATCH, "t": event, "s": self.seq, "d": data}
        self.told = [*self.told[1 - KEPT :], (self.seq, frame)]
        if self.socket is not None:
            self.socket.put(frame)


class Socket:
    """One connection. Frames go out in their order, compressed as one stream if that was asked."""

    def __init__(self, web_socket: web.WebSocketResponse, compress: bool) -> None:
        self.web = web_socket
        self.session: Session | None = None
        self._out: asyncio.Queue[dict[str, Any] | int] = asyncio.Queue()
        self._zlib = zlib.compressobj() if compress else None

    def put(self, frame: dict[str, Any]) -> None:
        """Send a frame."""
        self._out.put_nowait(frame)

    def close(self, code: int) -> None:
        """Close the connection, after what was sent before."""
        self._out.put_nowait(code)

    def abort(self) -> None:
        """Cut the connection, without a word."""
        transport = self.web._req.transport if self.web._req is not None else None
        if transport is not None:
            transport.abort()

    async def write(self) -> None:
        """Write what is to be sent, until the connection is closed."""
        while True:
            frame = await self._out.get()
            try:
                if isinstance(frame, int):
                    await self.web.close(code=frame)
                    return
                text = json.dumps(frame)
                if self._zlib is None:
                    await self.web.send_str(text)
                else:
                    data = self._zlib.compress(text.encode())
                    await self.web.send_bytes(data + self._zlib.flush(zlib.Z_SYNC_FLUSH))
            except ConnectionError:
                return


class Gateway:
    """Whom the bot's sessions are told what. `flags` say which privileged intents it may have.

    Whoever identifies itself is turned away with `close_code`, if that isn't 0. While `is_shut`
    nobody can connect. `refuses_resume`: each session has to begin anew. While `is_silent` no
    heartbeat is answered.
    """

    def __init__(self, world: World, token: str, flags: int) -> None:
        self.address = ""
        self.flags = flags
        self.close_code = 0
        self.is_shut = self.refuses_resume = self.is_silent = False
        self.heartbeat_ms = HEARTBEAT_MS
        self.identified = self.resumed = 0
        self._world = world
        self._token = token
        self._sessions: dict[str, Session] = {}
        self._sockets: set[Socket] = set()
        self._lost: Counter[str] = Counter()
        self._held: list[tuple[Session, str, dict[str, Any]]] | None = None
        world.emit = self.emit

    @property
    def is_connected(self) -> bool:
        """Whether the bot is connected, and was told that it is ready."""
        return any(session.socket is not None for session in self._sessions.values())

    # ------------------------------------------------------------- what goes wrong

    def cut(self, is_resumable: bool = True, is_abrupt: bool = True) -> None:
        """Cut all connections; without a word, or with a code after which one may reconnect."""
        if not is_resumable:
            self._sessions.clear()
        for socket in list(self._sockets):
            self._part(socket)
            if is_abrupt:
                socket.abort()
            else:
                socket.close(UNKNOWN_ERROR)

    def ask_to_reconnect(self) -> None:
        """Ask every bot to connect anew, as Discord does from time to time."""
        for socket in self._sockets:
            socket.put({"op": Op.RECONNECT, "d": None})

    def lose(self, event: str, times: int = 1) -> None:
        """Let the next events of that name never be told."""
        self._lost[event] += times

    def hold(self) -> None:
        """Tell nothing of what happens from now on, until `release`."""
        self._held = self._held or []

    def release(self) -> None:
        """Tell of all that was held, late and in its order."""
        held, self._held = self._held or [], None
        for session, event, data in held:
            session.dispatch(event, data)

    # ------------------------------------------------------------- what is told

    def emit(self, event: str, data: dict[str, Any], guild: Guild, channel: Channel | None) -> None:
        """Tell each session of what happened, if its intents and the bot's permissions say so."""
        member = guild.members.get(self._world.bot.id)
        if member is None and event != "GUILD_DELETE":
            return
        is_seen = channel is None or member is None or in_channel(member, channel)
        if not is_seen:
            return
        if self._lost[event] > 0:
            self._lost[event] -= 1
            return
        for session in self._sessions.values():
            needed = _intent_of(event)
            if needed and not session.intents & needed:
                continue
            self._tell(session, event, self._without_content(session, data))

    def _without_content(self, session: Session, data: dict[str, Any]) -> dict[str, Any]:
        """A message without its text, for a bot without that intent; its own it has."""
        is_message = "content" in data and "author" in data
        is_own = is_message and data["author"]["id"] == str(self._world.bot.id)
        if not is_message or is_own or session.intents & _CONTENT:
            return data
        return data | {"content": "", "embeds": [], "components": [], "attachments": []}

    def _tell(self, session: Session, event: str, data: dict[str, Any]) -> None:
        if self._held is None:
            session.dispatch(event, data)
        else:
            self._held.append((session, event, data))

    # ------------------------------------------------------------- a connection

    async def connect(self, request: web.Request) -> web.StreamResponse:
        """`GET /gateway` as a web socket, from hello until it is closed."""
        if self.is_shut:
            return web.Response(status=503)
        web_socket = web.WebSocketResponse()
        await web_socket.prepare(request)
        socket = Socket(web_socket, request.query.get("compress") == "zlib-stream")
        self._sockets.add(socket)
        writing = asyncio.create_task(socket.write())
        socket.put({"op": Op.HELLO, "d": {"heartbeat_interval": self.heartbeat_ms}, "s": None})
        try:
            while True:
                async with asyncio.timeout(2 * self.heartbeat_ms / 1000):
                    message = await web_socket.receive()
                if message.type is not WSMsgType.TEXT:
                    break
                self._hear(socket, message.json())
        except TimeoutError:
            await web_socket.close(code=SESSION_TIMED_OUT)
        finally:
            self._part(socket)
            writing.cancel()
        return web_socket

    def _part(self, socket: Socket) -> None:
        """A connection is lost; its session stays."""
        self._sockets.discard(socket)
        if socket.session is not None and socket.session.socket is socket:
            socket.session.socket = None

    def _hear(self, socket: Socket, frame: dict[str, Any]) -> None:
        data: Any = frame.get("d")
        match frame["op"]:
            case Op.HEARTBEAT:
                if not self.is_silent:
                    loop = asyncio.get_running_loop()
                    loop.call_later(ACK_SECONDS, socket.put, {"op": Op.HEARTBEAT_ACK})
            case Op.IDENTIFY if socket.session is None:
                self._identify(socket, data)
            case Op.IDENTIFY:
                socket.close(ALREADY)
            case Op.RESUME:
                self._resume(socket, data)
            case Op.REQUEST_MEMBERS if socket.session is not None:
                self._tell_members(socket.session, data)
            case Op.PRESENCE if socket.session is not None:
                pass
            case _ if socket.session is None:
                socket.close(NOT_AUTHENTICATED)
            case _:
                socket.close(UNKNOWN_OP)

    def _identify(self, socket: Socket, data: dict[str, Any]) -> None:
        refused = self.close_code or self._refusal(data)
        if refused:
            socket.close(refused)
            return
        self.identified += 1
        session = Session(f"{self._world.new_id():x}", data["intents"], socket=socket)
        socket.session = self._sessions[session.id] = session
        world = self._world
        guilds = [it for it in world.guilds.values() if world.bot.id in it.members]
        ready = {
            "v": 10,
            "user": user_payload(world.bot),
            "guilds": [{"id": str(guild.id), "unavailable": True} for guild in guilds],
            "session_id": session.id,
            "resume_gateway_url": self.address,
            "application": {"id": str(world.bot.id), "flags": self.flags},
        }
        session.dispatch("READY", ready)
        for guild in guilds:
            if not guild.is_unavailable:
                member = guild.members[world.bot.id]
                session.dispatch("GUILD_CREATE", guild_payload(guild, member))

    def _refusal(self, data: dict[str, Any]) -> int:
        """With which code somebody is turned away; 0 if not."""
        if data["token"] != self._token:
            return WRONG_TOKEN
        granted = {
            _MEMBERS: self.flags & (1 << 14 | 1 << 15),
            _PRESENCES: self.flags & (1 << 12 | 1 << 13),
            _CONTENT: self.flags & (1 << 18 | 1 << 19),
        }
        wanted = data["intents"]
        return DISALLOWED_INTENTS if any(wanted & it and not granted[it] for it in granted) else 0

    def _resume(self, socket: Socket, data: dict[str, Any]) -> None:
        if data["token"] != self._token:
            socket.close(WRONG_TOKEN)
            return
        session, seq = self._sessions.get(data["session_id"]), data["seq"] or 0
        first = session.told[0][0] if session is not None and session.told else 1
        if session is None or self.refuses_resume or not first - 1 <= seq <= session.seq:
            self._sessions.pop(data["session_id"], None)
            socket.put({"op": Op.INVALID_SESSION, "d": False})
            return
        self.resumed += 1
        session.socket, socket.session = socket, session
        for number, frame in session.told:
            if number > seq:
                socket.put(frame)
        session.dispatch("RESUMED", {})

    def _tell_members(self, session: Session, data: dict[str, Any]) -> None:
        guild = self._world.guilds[int(data["guild_id"])]
        asked = data.get("user_ids")
        wanted = guild.members if asked is None else list(map(int, asked))
        found = [guild.members[id] for id in wanted if id in guild.members]
        if data.get("query"):
            found = [it for it in found if it.user.name.startswith(data["query"])]
        chunk = {
            "guild_id": str(guild.id),
            "members": [member_payload(member) for member in found],
            "not_found": [str(id) for id in wanted if id not in guild.members],
            "chunk_index": 0,
            "chunk_count": 1,
            "nonce": data.get("nonce"),
        }
        self._tell(session, "GUILD_MEMBERS_CHUNK", chunk)
