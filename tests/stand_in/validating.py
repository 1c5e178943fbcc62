"""What Discord's limits say of the bodies of messages and of slash commands (400, code 50035)."""

from __future__ import annotations

import re
from collections.abc import Iterable, Iterator
from typing import Any

from tests.stand_in.refusals import Refused, invalid, too_long

MOST_COMMANDS, MOST_OPTIONS, MOST_CHOICES, MOST_LETTERS = 100, 25, 25, 8000
SUB_COMMAND, SUB_COMMAND_GROUP = 1, 2
CHAT_INPUT = 1
_NAME = re.compile(r"[-'\w]{1,32}")
_EMBED = {"title": 256, "description": 4096}

ACTION_ROW, BUTTON = 1, 2


def check_message(body: dict[str, Any], is_new: bool = True) -> None:
    """Refuse a message that Discord would not take."""
    content, embeds = body.get("content") or "", body.get("embeds") or []
    components = body.get("components") or []
    if is_new and not (content or embeds or components or body.get("sticker_ids")):
        raise Refused(400, 50006, "Cannot send an empty message")
    if len(content) > 2000:
        raise too_long("content", 2000)
    if len(str(body.get("nonce") or "")) > 25:
        raise too_long("nonce", 25)
    _check_embeds(embeds)
    _check_components(components)


def _check_embeds(embeds: list[dict[str, Any]]) -> None:
    if len(embeds) > 10:
        raise too_long("embeds", 10)
    letters = 0
    for number, embed in enumerate(embeds):
        texts = {name: embed.get(name) or "" for name in _EMBED}
        footer = (embed.get("footer") or {}).get("text") or ""
        fields = embed.get("fields") or []
        for name, text in texts.items():
            if len(text) > _EMBED[name]:
                raise too_long(f"embeds.{number}.{name}", _EMBED[name])
        if len(footer) > 2048:
            raise too_long(f"embeds.{number}.footer.text", 2048)
        if len(fields) > 25:
            raise too_long(f"embeds.{number}.fields", 25)
        letters += sum(map(len, texts.values())) + len(footer)
        letters += sum(len(field["name"]) + len(field["value"]) for field in fields)
    if letters > 6000:
        raise invalid("embeds", "MAX_EMBED_SIZE_EXCEEDED", "Embed size exceeds maximum of 6000")


def buttons_in(components: Iterable[dict[str, Any]]) -> Iterator[dict[str, Any]]:
    """The buttons of a message, in their order."""
    for component in components:
        if component["type"] == BUTTON:
            yield component
        yield from buttons_in(component.get("components") or ())


def _check_components(rows: list[dict[str, Any]]) -> None:
    if len(rows) > 5:
        raise too_long("components", 5)
    for number, row in enumerate(rows):
        if not 1 <= len(row.get("components") or ()) <= 5:
            message = "Must be between 1 and 5 in length."
            raise invalid(f"components.{number}.components", "BASE_TYPE_BAD_LENGTH", message)
    seen: set[str] = set()
    for button in buttons_in(rows):
        custom_id = button.get("custom_id") or ""
        if len(custom_id) > 100 or not (custom_id or button.get("url")):
            raise too_long("components.custom_id", 100)
        if len(button.get("label") or "") > 80:
            raise too_long("components.label", 80)
        if custom_id and custom_id in seen:
            duplicated = "Component custom id cannot be duplicated"
            raise invalid("components", "COMPONENT_CUSTOM_ID_DUPLICATED", duplicated)
        seen.add(custom_id)


def check_commands(commands: list[dict[str, Any]]) -> None:
    """Refuse a set of commands that Discord would not take."""
    chat = [it for it in commands if it.get("type", CHAT_INPUT) == CHAT_INPUT]
    if len(chat) > MOST_COMMANDS:
        raise Refused(400, 30032, "Maximum number of application commands reached (100)")
    names = [(it["name"], it.get("type", CHAT_INPUT)) for it in commands]
    if len(set(names)) < len(names):
        message = "Application command names must be unique"
        raise invalid("name", "APPLICATION_COMMANDS_DUPLICATE_NAME", message)
    for number, command in enumerate(commands):
        if command.get("type", CHAT_INPUT) == CHAT_INPUT:
            _check_command(command, str(number))
            letters = sum(map(len, _texts(command)))
            if letters > MOST_LETTERS:
                message = f"Command exceeds maximum size ({MOST_LETTERS})"
                raise invalid(str(number), "APPLICATION_COMMAND_TOO_LARGE", message)


def _texts(command: dict[str, Any]) -> Iterator[str]:
    """What counts towards the size of a command: names, descriptions, values."""
    yield command["name"]
    yield command.get("description") or ""
    for choice in command.get("choices") or ():
        yield choice["name"]
        yield str(choice["value"])
    for option in command.get("options") or ():
        yield from _texts(option)


def _check_command(command: dict[str, Any], where: str) -> None:
    name, options = command["name"], command.get("options") or []
    if not _NAME.fullmatch(name) or name != name.lower():
        message = "Command name is invalid"
        raise invalid(f"{where}.name", "APPLICATION_COMMAND_INVALID_NAME", message)
    if not 1 <= len(command.get("description") or "") <= 100:
        message = "Must be between 1 and 100 in length."
        raise invalid(f"{where}.description", "BASE_TYPE_BAD_LENGTH", message)
    _check_options(options, where)
    for number, option in enumerate(options):
        _check_command(option, f"{where}.options.{number}")


def _check_options(options: list[dict[str, Any]], where: str) -> None:
    if len(options) > MOST_OPTIONS:
        raise too_long(f"{where}.options", MOST_OPTIONS)
    names = [option["name"] for option in options]
    if len(set(names)) < len(names):
        message = "Option names must be unique"
        raise invalid(
            f"{where}.options", "APPLICATION_COMMAND_OPTIONS_NAME_ALREADY_EXISTS", message
        )
    needed = [bool(option.get("required")) for option in options]
    if needed != sorted(needed, reverse=True):
        message = "Required options must be placed before non-required options"
        raise invalid(f"{where}.options", "APPLICATION_COMMAND_OPTIONS_REQUIRED_INVALID", message)
    for number, option in enumerate(options):
        choices = option.get("choices") or []
        if len(choices) > MOST_CHOICES:
            raise too_long(f"{where}.options.{number}.choices", MOST_CHOICES)
        if choices and option.get("autocomplete"):
            message = "Autocomplete can't be enabled with choices"
            raise invalid(f"{where}.options.{number}", "AUTOCOMPLETE_WITH_CHOICES", message)
        for choice in choices:
            if not 1 <= len(choice["name"]) <= 100 or len(str(choice["value"])) > 100:
                raise too_long(f"{where}.options.{number}.choices.name", 100)
