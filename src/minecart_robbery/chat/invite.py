"""The link by which a server's owner invites the bot, with the permissions it needs and no more."""

from __future__ import annotations

import discord

PERMISSIONS = discord.Permissions(
    view_channel=True,
    send_messages=True,
    read_message_history=True,
    manage_channels=True,
    mention_everyone=True,
)
"""To see, write and catch up; to make channels; to call hosts by a role that isn't mentionable."""


def invite_link(application: int) -> str:
    """The invite link of the application with this id."""
    return discord.utils.oauth_url(
        application, permissions=PERMISSIONS, scopes=("bot", "applications.commands")
    )
