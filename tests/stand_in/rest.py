"""Discord's REST, as far as the bot uses it: each route, with what it does in the world."""

from __future__ import annotations

import json
from typing import Any

from aiohttp import BodyPartReader, web

from tests.stand_in import channels, messages
from tests.stand_in.interactions import Desk
from tests.stand_in.limits import Limits
from tests.stand_in.payloads import (
    channel_payload,
    guild_payload,
    member_payload,
    message_payload,
    user_payload,
)
from tests.stand_in.refusals import unknown
from tests.stand_in.validating import check_commands
from tests.stand_in.world import Channel, Guild, Member, World


class Rest:
    """The routes. `flags` and `endpoint` are what the application says of itself."""

    def __init__(self, world: World, desk: Desk, limits: Limits, flags: int) -> None:
        self.flags = flags
        self.endpoint: str | None = None
        self.gateway = ""
        self.commands: list[dict[str, Any]] = []
        self.syncs = 0
        self._world = world
        self._desk = desk
        self._limits = limits

    def add_to(self, router: web.UrlDispatcher) -> None:
        """Let a server answer these."""
        channel, guild = "/channels/{channel}", "/guilds/{guild}"
        message, token = f"{channel}/messages/{{message}}", "/webhooks/{application}/{token}"
        rights = f"{channel}/permissions/{{target}}"
        commands = "/applications/{application}/commands"
        for method, path, answer in (
            ("GET", "/users/@me", self.me),
            ("GET", "/users/{user}", self.user),
            ("GET", "/oauth2/applications/@me", self.application),
            ("GET", "/gateway", self.gateway_address),
            ("GET", "/gateway/bot", self.gateway_address),
            ("GET", guild, self.guild),
            ("GET", f"{guild}/channels", self.channels_of_guild),
            ("POST", f"{guild}/channels", self.make_channel),
            ("GET", f"{guild}/members/{{user}}", self.member),
            ("GET", channel, self.channel),
            ("PATCH", channel, self.edit_channel),
            ("DELETE", channel, self.delete_channel),
            ("PUT", rights, self.set_rights),
            ("DELETE", rights, self.delete_rights),
            ("POST", f"{channel}/typing", self.typing),
            ("GET", f"{channel}/messages", self.history),
            ("POST", f"{channel}/messages", self.send),
            ("POST", f"{channel}/messages/bulk-delete", self.bulk_delete),
            ("GET", message, self.message),
            ("PATCH", message, self.edit),
            ("DELETE", message, self.delete),
            ("GET", commands, self.known_commands),
            ("PUT", commands, self.sync),
            ("POST", "/interactions/{interaction}/{token}/callback", self.call_back),
            ("POST", token, self.follow_up),
            ("GET", f"{token}/messages/{{message}}", self.answer_of),
            ("PATCH", f"{token}/messages/{{message}}", self.change_answer),
            ("DELETE", f"{token}/messages/{{message}}", self.delete_answer),
        ):
            router.add_route(method, f"/api{path}", answer)

    # ------------------------------------------------------------- whom a request is about

    def _channel(self, request: web.Request) -> Channel:
        channel = self._world.channel(int(request.match_info["channel"]))
        if self._world.bot.id not in channel.guild.members or channel.guild.is_unavailable:
            raise unknown("channel")
        return channel

    def _guild(self, request: web.Request) -> Guild:
        return self._world.guild(int(request.match_info["guild"]))

    def _bot_in(self, guild: Guild) -> Member:
        return guild.members[self._world.bot.id]

    def _place(self, request: web.Request) -> tuple[Channel, Member]:
        channel = self._channel(request)
        return channel, self._bot_in(channel.guild)

    # ------------------------------------------------------------- the application

    async def me(self, _: web.Request) -> web.Response:
        """Who the bot is."""
        return answer(user_payload(self._world.bot))

    async def user(self, request: web.Request) -> web.Response:
        """Anybody."""
        found = self._world.users.get(int(request.match_info["user"]))
        if found is None:
            raise unknown("user")
        return answer(user_payload(found))

    async def application(self, _: web.Request) -> web.Response:
        """What the application says of itself."""
        bot = self._world.bot
        return answer(
            {
                "id": str(bot.id),
                "name": bot.name,
                "description": "",
                "icon": None,
                "bot_public": True,
                "bot_require_code_grant": False,
                "owner": user_payload(bot),
                "verify_key": "",
                "flags": self.flags,
                "interactions_endpoint_url": self.endpoint,
            }
        )

    async def gateway_address(self, _: web.Request) -> web.Response:
        """Where the gateway is."""
        starts = {"total": 1000, "remaining": 999, "reset_after": 86_400_000, "max_concurrency": 1}
        return answer({"url": self.gateway, "shards": 1, "session_start_limit": starts})

    async def known_commands(self, _: web.Request) -> web.Response:
        """The slash commands that were told last."""
        return answer(self.commands)

    async def sync(self, request: web.Request) -> web.Response:
        """All slash commands, told anew."""
        told: list[dict[str, Any]] = await _body(request)
        check_commands(told)
        ids = {it["name"]: it["id"] for it in self.commands}
        application = request.match_info["application"]
        self.commands = [
            {"type": 1, "application_id": application, "version": "1", **it}
            | {"id": ids.get(it["name"]) or str(self._world.new_id())}
            for it in told
        ]
        self.syncs += 1
        return answer(self.commands)

    # ------------------------------------------------------------- servers and channels

    async def guild(self, request: web.Request) -> web.Response:
        """A server."""
        guild = self._guild(request)
        return answer(guild_payload(guild, self._bot_in(guild)))

    async def member(self, request: web.Request) -> web.Response:
        """Somebody in a server."""
        member = self._guild(request).members.get(int(request.match_info["user"]))
        if member is None:
            raise unknown("member")
        return answer(member_payload(member))

    async def channels_of_guild(self, request: web.Request) -> web.Response:
        """All channels of a server."""
        found = self._guild(request).channels.values()
        return answer([channel_payload(it) for it in found if not it.is_thread])

    async def make_channel(self, request: web.Request) -> web.Response:
        """A new channel."""
        guild = self._guild(request)
        made = channels.create(self._world, guild, self._bot_in(guild), await _body(request))
        return answer(channel_payload(made), 201)

    async def channel(self, request: web.Request) -> web.Response:
        """A channel, also one that can't be read, as long as it can be seen."""
        channel, bot = self._place(request)
        messages.demand(bot, channel, 0)
        return answer(channel_payload(channel))

    async def edit_channel(self, request: web.Request) -> web.Response:
        """A channel is changed."""
        channel, bot = self._place(request)
        channels.edit(self._world, channel, bot, await _body(request), self._limits)
        return answer(channel_payload(channel))

    async def delete_channel(self, request: web.Request) -> web.Response:
        """A channel is deleted."""
        channel, bot = self._place(request)
        channels.delete(self._world, channel, bot)
        return answer(channel_payload(channel))

    async def set_rights(self, request: web.Request) -> web.Response:
        """An overwrite of a channel is made or changed."""
        channel, bot = self._place(request)
        target = int(request.match_info["target"])
        channels.set_overwrite(self._world, channel, bot, target, await _body(request))
        return _nothing()

    async def delete_rights(self, request: web.Request) -> web.Response:
        """An overwrite of a channel is taken away."""
        channel, bot = self._place(request)
        channels.delete_overwrite(self._world, channel, bot, int(request.match_info["target"]))
        return _nothing()

    # ------------------------------------------------------------- messages

    async def typing(self, request: web.Request) -> web.Response:
        """The bot is typing."""
        channel, bot = self._place(request)
        messages.demand(bot, channel, messages.May.SEND_MESSAGES)
        return _nothing()

    async def history(self, request: web.Request) -> web.Response:
        """Messages of a channel."""
        channel, bot = self._place(request)
        asked = {
            name: int(request.query[name])
            for name in ("limit", "before", "after")
            if name in request.query
        }
        found = messages.history(channel, bot, **asked)
        return answer([message_payload(it) for it in found])

    async def message(self, request: web.Request) -> web.Response:
        """One message."""
        channel, bot = self._place(request)
        found = messages.message_for(channel, bot, int(request.match_info["message"]))
        return answer(message_payload(found))

    async def send(self, request: web.Request) -> web.Response:
        """A new message."""
        channel, bot = self._place(request)
        message = messages.send(self._world, channel, bot, await _body(request))
        return answer(message_payload(message) | {"nonce": message.nonce})

    async def edit(self, request: web.Request) -> web.Response:
        """A message is changed."""
        channel, bot = self._place(request)
        message = messages.message_in(channel, int(request.match_info["message"]))
        messages.edit(self._world, message, bot, await _body(request))
        return answer(message_payload(message))

    async def delete(self, request: web.Request) -> web.Response:
        """A message is deleted."""
        channel, bot = self._place(request)
        message = messages.message_in(channel, int(request.match_info["message"]))
        messages.delete(self._world, message, bot)
        return _nothing()

    async def bulk_delete(self, request: web.Request) -> web.Response:
        """Many messages are deleted at once."""
        channel, bot = self._place(request)
        ids = list(map(int, (await _body(request))["messages"]))
        messages.bulk_delete(self._world, channel, bot, ids)
        return _nothing()

    # ------------------------------------------------------------- interactions

    async def call_back(self, request: web.Request) -> web.Response:
        """The first answer to an interaction."""
        id, token = int(request.match_info["interaction"]), request.match_info["token"]
        found = self._desk.call_back(id, token, await _body(request))
        return answer(found) if "with_response" in request.query else _nothing()

    async def follow_up(self, request: web.Request) -> web.Response:
        """A further answer to an interaction."""
        token = request.match_info["token"]
        return answer(message_payload(self._desk.follow_up(token, await _body(request))))

    async def answer_of(self, request: web.Request) -> web.Response:
        """An answer to an interaction."""
        where = request.match_info
        return answer(message_payload(self._desk.message(where["token"], where["message"])))

    async def change_answer(self, request: web.Request) -> web.Response:
        """An answer to an interaction is changed."""
        where, body = request.match_info, await _body(request)
        message = self._desk.change(where["token"], where["message"], body)
        return answer(message_payload(message))

    async def delete_answer(self, request: web.Request) -> web.Response:
        """An answer to an interaction is deleted."""
        self._desk.delete(request.match_info["token"], request.match_info["message"])
        return _nothing()


async def _body(request: web.Request) -> Any:
    """What a request says, also beside files, which nobody keeps."""
    if request.content_type != "multipart/form-data":
        return await request.json()
    async for part in await request.multipart():
        if isinstance(part, BodyPartReader) and part.name == "payload_json":
            return json.loads(await part.text())
    return {}


def answer(body: Any, status: int = 200) -> web.Response:
    """JSON without a charset, as Discord sends it; discord.py takes nothing else for JSON."""
    data = json.dumps(body).encode()
    return web.Response(body=data, status=status, content_type="application/json")


def _nothing() -> web.Response:
    return web.Response(status=204)
