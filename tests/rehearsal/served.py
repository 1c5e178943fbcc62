"""A rehearsal that is served in earnest to pages without a browser, on a clock moved by hand."""

from __future__ import annotations

import asyncio
import itertools
import json
from collections import Counter
from collections.abc import Callable, Mapping
from dataclasses import dataclass, field
from pathlib import Path
from typing import Any

from aiohttp import ClientWebSocketResponse
from aiohttp.test_utils import TestClient, TestServer

from minecart_robbery.record import Record
from minecart_robbery.rehearsal.rehearsal import Rehearsal
from minecart_robbery.rehearsal.server import DOOR, INDEX, LANDING, File, Server
from minecart_robbery.settings import load_settings
from tests.live.hand_clock import START, HandClock
from tests.patience import HANGS_S

Frame = dict[str, Any]

FILES: Mapping[str, File] = {
    name: File(f"<title>{name}</title>".encode(), "text/html") for name in (INDEX, LANDING, DOOR)
} | {"page.js": File(b"// nothing", "text/javascript")}
"""In place of the page's own files, which a browser is needed for."""

SHORT = {"target_gems": 3, "rounds_to_win": 1, "turn_seconds": 30, "settle_seconds": 0}
REQUESTS = itertools.count(1)


class Page:
    """An open page: what its socket was sent, and what it asks for."""

    def __init__(self, socket: ClientWebSocketResponse) -> None:
        self.socket = socket
        self.frames: list[Frame] = []
        self._looked_at: Counter[str] = Counter()

    async def until(self, is_wanted: Callable[[Frame], bool], kind: str = "message") -> Frame:
        """The first wanted frame of a kind behind the one of it that this gave last."""
        at, frame = await self._first(
            self._looked_at[kind], lambda it: it["type"] == kind and is_wanted(it)
        )
        self._looked_at[kind] = at + 1
        return frame

    async def _first(self, at: int, is_wanted: Callable[[Frame], bool]) -> tuple[int, Frame]:
        async with asyncio.timeout(HANGS_S):
            while True:
                if at == len(self.frames):
                    self.frames.append(await self.socket.receive_json())
                if is_wanted(self.frames[at]):
                    return at, self.frames[at]
                at += 1

    async def message(self, words: str, channel: str = "") -> Frame:
        """The next message that has these words in it."""
        return await self.until(
            lambda it: (
                it["type"] == "message"
                and words in json.dumps(it, ensure_ascii=False)
                and channel in ("", it["channel"])
            )
        )

    async def table(self, **shown: Any) -> Frame:
        """The next picture of the table in which these things are so."""
        return await self.until(
            lambda it: all(it[key] == shown[key] for key in shown), kind="table"
        )

    async def typed(self, text: str) -> Frame:
        """The next message that says just this."""
        return await self.until(lambda it: it["text"] == text)

    async def ask(self, type: str, request: str = "", **content: Any) -> Frame:
        """Ask for something, and give what was answered."""
        request = request or f"request-{next(REQUESTS)}"
        asked_at = len(self.frames)
        await self.socket.send_json({"type": type, "request": request, **content})
        _, done = await self._first(
            asked_at, lambda it: it["type"] == "done" and it["request"] == request
        )
        return done

    async def say(self, writer: str, channel: str, text: str) -> Frame:
        """Write a message."""
        return await self.ask("say", channel=channel, text=text, **{"as": writer})

    async def desk(self, command: str, **arguments: Any) -> Frame:
        """Give a command at the host's desk."""
        return await self.ask("desk", command=command, arguments=arguments)

    @property
    def seen(self) -> int:
        """The last change that was seen."""
        return max((frame.get("n", 0) for frame in self.frames), default=0)

    @property
    def messages(self) -> dict[str, Frame]:
        """The messages as they stand, by their ids."""
        return {it["id"]: it for it in self.frames if it["type"] == "message"}

    async def close(self) -> None:
        """Close it."""
        await self.socket.close()


@dataclass
class Served:
    """A rehearsal with its record in a file, and a server that listens on this machine."""

    path: Path
    record: Record
    clock: HandClock
    rehearsal: Rehearsal
    client: TestClient[Any, Any]
    links: dict[str, Any] = field(default_factory=dict)

    @classmethod
    async def start(cls, path: Path, clock: HandClock | None = None) -> Served:
        """Serve what the record in this file keeps."""
        clock = clock or HandClock(START)
        record = await Record.open(path)
        rehearsal = await Rehearsal.open(record, clock, load_settings())
        server = TestServer(Server(rehearsal, FILES).app, host="127.0.0.1")
        await server.start_server()
        return cls(path, record, clock, rehearsal, TestClient(server))

    async def stop(self) -> None:
        """Stop, with nothing said to the record: as a kill leaves it."""
        await self.client.close()
        await self.rehearsal.close()
        await self.record.close()

    async def again(self) -> Served:
        """Stop, and start again on the same file, with the same links."""
        await self.stop()
        found = await Served.start(self.path, self.clock)
        found.links = self.links
        return found

    @property
    def number(self) -> int:
        """The number of the match."""
        return int(self.links["number"])

    @property
    def address(self) -> str:
        """Where it is served."""
        return f"http://127.0.0.1:{self.client.port}"

    @property
    def origin(self) -> dict[str, str]:
        """What a page of this server sends along."""
        return {"Origin": self.address}

    async def post(self, form: object) -> tuple[int, Any]:
        """Send the form with which a match is set up."""
        path = f"/d/{self.rehearsal.director}/matches"
        answer = await self.client.post(path, json=form, headers=self.origin)
        return answer.status, await answer.json()

    async def open(self, bot: str | None = None, **settings: Any) -> None:
        """Open a match of Cora and Zac, a short one."""
        names = {"dmo": "Cora", "candidate": "Zac"}
        status, found = await self.post({**names, "settings": SHORT | settings, "bot": bot})
        assert status == 200, found
        self.links = found

    async def page(self, view: str, after: int = 0) -> Page:
        """Open a page."""
        path = f"{self.links[view]}/socket?after={after}"
        return Page(await self.client.ws_connect(path, headers=self.origin))

    def passes(self, seconds: float) -> None:
        """Let time go by."""
        self.clock.move_to(self.clock.now_ms() + round(seconds * 1000))

    async def in_first_turn(self, director: Page) -> None:
        """Start the match, with Cora as the miner of the first turn."""
        assert (await director.desk("start", skip_ready=True))["ok"]
        await director.table(phase="role")
        self.passes(3)
        assert (await director.say("dmo", "dm", "miner"))["ok"]
        await director.table(phase="turn", turn=1)
        await self.quiet(director)

    async def quiet(self, director: Page) -> None:
        """Wait until nothing is owed to anybody, and all that has happened is shown."""
        await self.delivered()
        await director.say("host", "dm", "All quiet.")

    async def delivered(self) -> None:
        """Wait until nothing is owed to anybody."""
        while await self.record.owed(self.number):  # noqa: ASYNC110  # nobody tells
            await asyncio.sleep(0)

    async def plays(self, director: Page, dmo: str, candidate: str) -> None:
        """Both players type their picks, and the turn is settled."""
        self.passes(3)
        await director.say("dmo", "dmo", dmo)
        await director.say("candidate", "candidate", candidate)
        self.passes(0.1)
