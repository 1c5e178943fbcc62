"""The slash commands of a match: /match open, start, pause, resume and others.

Those by which hosts correct a match, each previewed, stand in `corrections`.
"""

from __future__ import annotations

from typing import Any

import discord
from discord import app_commands
from discord.app_commands import Choice, Range

from minecart_robbery.chat.channels import Channels, Players
from minecart_robbery.chat.commands.corrections import (
    add_correction_commands,
    add_people_commands,
    add_take_back_commands,
)
from minecart_robbery.chat.commands.desk import (
    REASON,
    WHICH_MATCH,
    HostsDesk,
    no_one_player,
    seat_named,
)
from minecart_robbery.chat.commands.status import hosts_look
from minecart_robbery.chat.interactions import Interaction, answer, defer, member_of, show
from minecart_robbery.chat.opening import Mover, Opener, Wish, opened_text
from minecart_robbery.chat.permissions import actor_of, readers_answer
from minecart_robbery.chat.preflight import open_to_opponents, problems_line
from minecart_robbery.chat.previews import Previews
from minecart_robbery.chat.rendering import shown, timestamp
from minecart_robbery.engine import commands as do
from minecart_robbery.engine.nouns import Desk, Role, Seat
from minecart_robbery.engine.rules import SETTINGS, PickedBy, ReadyRounds, RoleDefault, StartsAs
from minecart_robbery.live.house import House
from minecart_robbery.live.table import Table
from minecart_robbery.record import Record
from minecart_robbery.words.catalogue import name_of, say
from minecart_robbery.words.notices import text_of
from minecart_robbery.words.rules import which_rounds
from minecart_robbery.words.telling.status import status_notice

_ROLES = [Choice(name=name_of(role), value=role.value) for role in Role]
_DEFAULTS = [Choice(name=default.value, value=default.value) for default in RoleDefault]
_CHECKS = [Choice(name=check.value, value=check.value) for check in ReadyRounds]
_SEATS = [Choice(name=say("names", seat), value=seat.value) for seat in Seat]
_SETTINGS = {name: say("setting", name) for name in SETTINGS if name != "dmo_may_run"}
"""What each setting is for that a host can choose for one match."""


@app_commands.guild_only()
class MatchCommands(app_commands.Group):
    """/match: set up and run Death Matches."""

    def __init__(self, house: House, record: Record, opener: Opener, previews: Previews) -> None:
        super().__init__(name="match", description="Set up and run Death Matches.")
        self._record = record
        self._desk = HostsDesk(house, record, previews)
        add_correction_commands(self, self._desk)
        add_take_back_commands(self, self._desk, record)
        self._opener = opener
        self._mover = Mover(house)
        add_people_commands(self, self._desk, record)

    @app_commands.command(name="open", description="Set up a Death Match between two players.")
    @app_commands.describe(
        dmo="The Death Match Opponent, whom the elimination candidate has picked.",
        candidate="The elimination candidate.",
        dm_channel="The public channel of the match; made if not given.",
        dmo_submissions="The DMO's private channel; made if not given.",
        candidate_submissions="The candidate's private channel; made if not given.",
        **_SETTINGS,
    )
    @app_commands.choices(role_default=_DEFAULTS, first_picker=_SEATS, ready_check=_CHECKS)
    async def open(
        self,
        interaction: Interaction,
        dmo: discord.Member,
        candidate: discord.Member,
        dm_channel: discord.TextChannel | discord.Thread | None = None,
        dmo_submissions: discord.TextChannel | None = None,
        candidate_submissions: discord.TextChannel | None = None,
        target_gems: Range[int, 1, 99] | None = None,
        rounds_to_win: Range[int, 1, 9] | None = None,
        turn_seconds: Range[int, 5, 3600] | None = None,
        role_seconds: Range[int, 5, 3600] | None = None,
        ready_seconds: Range[int, 5, 3600] | None = None,
        settle_seconds: Range[float, 0, 30] | None = None,
        grace_seconds: Range[float, 0, 30] | None = None,
        idle_turns_before_pause: Range[int, 1, 99] | None = None,
        role_default: str | None = None,
        first_picker: str | None = None,
        ready_check: str | None = None,
        between_turns_seconds: Range[int, 0, 60] | None = None,
        shows_picked: bool | None = None,
        private_prompts: bool | None = None,
    ) -> None:
        """Set up a match: check everything, make what is missing, and say what comes next."""
        settings: dict[str, Any] = {
            "target_gems": target_gems,
            "rounds_to_win": rounds_to_win,
            "turn_seconds": turn_seconds,
            "role_seconds": role_seconds,
            "ready_seconds": ready_seconds,
            "settle_seconds": settle_seconds,
            "grace_seconds": grace_seconds,
            "idle_turns_before_pause": idle_turns_before_pause,
            "role_default": None if role_default is None else RoleDefault(role_default),
            "first_picker": None if first_picker is None else Seat(first_picker),
            "ready_check": None if ready_check is None else ReadyRounds(ready_check),
            "between_turns_seconds": between_turns_seconds,
            "shows_picked": shows_picked,
            "private_prompts": private_prompts,
        }
        wish = Wish(
            member_of(interaction),
            Players(dmo, candidate),
            Channels(dm_channel, dmo_submissions, candidate_submissions),
            {name: value for name, value in settings.items() if value is not None},
        )
        objection = await self._opener.objection_to(wish)
        if objection is not None:
            await answer(interaction, objection)
            return
        await defer(interaction)
        table = await self._opener.open(wish, interaction.id)
        text = table if isinstance(table, str) else opened_text(table, wish)
        await answer(interaction, text)

    @app_commands.command(name="start", description="Start the match, after a ready check.")
    @app_commands.describe(
        skip_ready="Start without asking the players first; hosts only.", match=WHICH_MATCH
    )
    async def start(
        self, interaction: Interaction, skip_ready: bool = False, match: int | None = None
    ) -> None:
        """Start the match; unless a host skips it, the players have to say that they are ready."""
        found = await self._desk.table_for(interaction, match)
        if found is None:
            return
        table, actor = found
        if skip_ready and actor is not Desk.HOST:
            await answer(interaction, say("desk", "only_hosts_skip"))
            return
        if await self._is_open_to_opponents(interaction, table, "cannot_start"):
            return

        def with_readers(done: str) -> str:
            return readers_answer(member_of(interaction).guild, table, done)

        answered = with_readers if actor is Desk.HOST else str
        await self._desk.give(interaction, table, actor, do.StartMatch(actor, skip_ready), answered)

    async def _is_open_to_opponents(self, interaction: Interaction, table: Table, why: str) -> bool:
        """Whether an opponent can read submissions, so that nothing may begin; it is answered."""
        problems = open_to_opponents(member_of(interaction).guild, table.seating)
        if problems:
            await answer(interaction, problems_line(why, problems))
        return bool(problems)

    @app_commands.command(name="readers", description="Show who can read the submissions channels.")
    @app_commands.describe(match=WHICH_MATCH)
    async def readers(self, interaction: Interaction, match: int | None = None) -> None:
        """Show a host, and nobody else, who can read the submissions channels (S20)."""
        if found := await self._desk.table_for(interaction, match):
            table, actor = found
            if actor is not Desk.HOST:
                await answer(interaction, say("desk", "only_hosts_read"))
            else:
                await answer(interaction, readers_answer(member_of(interaction).guild, table))

    @app_commands.command(name="skip-ready", description="Go on without waiting for a ready.")
    @app_commands.describe(match=WHICH_MATCH)
    async def skip_ready(self, interaction: Interaction, match: int | None = None) -> None:
        """Go on though not both players have said that they are ready; hosts only."""
        await self._desk.give_by(interaction, match, lambda actor: do.SkipReady(actor))

    @app_commands.command(name="pause", description="Pause the match.")
    @app_commands.describe(reason=REASON, match=WHICH_MATCH)
    async def pause(
        self, interaction: Interaction, reason: Range[str, 0, 200] = "", match: int | None = None
    ) -> None:
        """Stop the clock (hosts), or have a pause after the open turn (the DMO)."""
        await self._desk.give_by(
            interaction, match, lambda actor: do.PauseMatch(actor, shown(reason))
        )

    @app_commands.command(name="resume", description="Go on with a paused match.")
    @app_commands.describe(match=WHICH_MATCH)
    async def resume(self, interaction: Interaction, match: int | None = None) -> None:
        """End a pause, unless an opponent can read submissions (S20)."""
        if found := await self._desk.table_for(interaction, match):
            table, actor = found
            if not await self._is_open_to_opponents(interaction, table, "cannot_resume"):
                await self._desk.give(interaction, table, actor, do.ResumeMatch(actor))

    @app_commands.command(name="starter", description="Set who settles the start roles of rounds.")
    @app_commands.describe(
        rounds="odd, even, or the number of one round.",
        player="The player who chooses, or who starts as the role given.",
        role="If given, the player starts as this and nobody chooses.",
        reason=REASON,
        match=WHICH_MATCH,
    )
    @app_commands.choices(role=_ROLES)
    async def starter(
        self,
        interaction: Interaction,
        rounds: Range[str, 1, 10],
        player: str,
        role: str | None = None,
        reason: Range[str, 0, 200] = "",
        match: int | None = None,
    ) -> None:
        """Set who chooses the start role of which rounds, or how a player starts (R26)."""
        found = await self._desk.table_for(interaction, match)
        if found is None:
            return
        table, actor = found
        which, seat = which_rounds(rounds), seat_named(interaction.guild, table, player)
        if which is None:
            await answer(interaction, say("desk", "bad_rounds", rounds=shown(rounds)))
        elif seat is None:
            await answer(interaction, no_one_player(interaction.guild, table, player))
        else:
            starter = PickedBy(seat) if role is None else StartsAs(seat, Role(role))
            command = do.SetStarter(actor, which, starter, shown(reason))
            await self._desk.give(interaction, table, actor, command)

    @app_commands.command(name="channels", description="Show or change the match's channels.")
    @app_commands.describe(
        dm_channel="The public channel of the match from now on.",
        dmo_submissions="The DMO's private channel from now on.",
        candidate_submissions="The candidate's private channel from now on.",
        match=WHICH_MATCH,
    )
    async def channels(
        self,
        interaction: Interaction,
        dm_channel: discord.TextChannel | discord.Thread | None = None,
        dmo_submissions: discord.TextChannel | None = None,
        candidate_submissions: discord.TextChannel | None = None,
        match: int | None = None,
    ) -> None:
        """Show in which channels a match is played, or let it go on in others; for hosts (S28)."""
        if found := await self._desk.table_for(interaction, match):
            table, actor = found
            wanted = Channels(dm_channel, dmo_submissions, candidate_submissions)
            if actor is not Desk.HOST:
                await answer(interaction, say("desk", "only_hosts_move"))
            else:
                by = member_of(interaction)
                done = await self._mover.move(table, wanted, by, interaction.id)
                await answer(interaction, done)

    @app_commands.command(name="status", description="Show how the match stands.")
    @app_commands.describe(match=WHICH_MATCH)
    async def status(self, interaction: Interaction, match: int | None = None) -> None:
        """Show what is public of a match, to anybody; hosts who don't play see more."""
        table = await self._desk.table(interaction, match)
        if table is not None:
            if await actor_of(self._record, member_of(interaction), table) is Desk.HOST:
                await show(interaction, hosts_look(table, interaction))
                return
            notice = status_notice(table.match, table.names, table.seating.match)
            await answer(interaction, text_of(notice, timestamp))

    @starter.autocomplete("rounds")
    async def _rounds_choices(self, _: Interaction, typed: str) -> list[Choice[str]]:
        rounds = ["odd", "even", *map(str, range(1, 18))]
        return [Choice(name=one, value=one) for one in rounds if one.startswith(typed.lower())]

    @starter.autocomplete("player")
    async def _player_choices(self, interaction: Interaction, typed: str) -> list[Choice[str]]:
        return await self._desk.player_choices(interaction, typed)

    @start.autocomplete("match")
    @readers.autocomplete("match")
    @skip_ready.autocomplete("match")
    @pause.autocomplete("match")
    @resume.autocomplete("match")
    @starter.autocomplete("match")
    @channels.autocomplete("match")
    @status.autocomplete("match")
    async def _match_choices(self, interaction: Interaction, typed: str) -> list[Choice[int]]:
        return await self._desk.match_choices(interaction, typed)
