"""The link by which a server's owner invites the bot, with the permissions it needs and no more."""

from __future__ import annotations

import discord

PERMISSIONS = discord.Permissions(
    view_channel=True,
    send_messages=True,
    embed_links=True,
    read_message_history=True,
    send_messages_in_threads=True,
    manage_channels=True,
    manage_roles=True,
    manage_messages=True,
    mention_everyone=True,
)
"""To see, write and catch up, in threads too, with tables in boxes; to make channels, and to change
who may do what in them (S33), which needs Manage Roles; to take away a pick that was typed in the
DM channel (S21); to call hosts by a role that isn't mentionable."""


def invite_link(application: int) -> str:
    """The invite link of the application with this id."""
    return discord.utils.oauth_url(
        application, permissions=PERMISSIONS, scopes=("bot", "applications.commands")
    )
