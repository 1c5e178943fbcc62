"""The slash commands by which hosts correct or end a match. Each is previewed, then confirmed."""

from __future__ import annotations

from discord import app_commands
from discord.app_commands import Choice, Range

from minecart_robbery.chat.answering import Interaction
from minecart_robbery.chat.hosts_desk import REASON, WHICH_MATCH, HostsDesk, Reason
from minecart_robbery.chat.proposals import Ordered, Proposal
from minecart_robbery.chat.showing import shown
from minecart_robbery.engine import commands as do
from minecart_robbery.engine.nouns import Actor, Desk, Seat, Track
from minecart_robbery.live.table import Table
from minecart_robbery.words.catalogue import name_of, say
from minecart_robbery.words.notices import Names
from minecart_robbery.words.telling.aspects import Aspect

_TRACKS = [Choice(name=name_of(track), value=track.value) for track in Track]
_PLAYER = "Which of the two players is meant."


def add_correction_commands(group: app_commands.Group, desk: HostsDesk) -> None:
    """Add them to /match."""

    @group.command(name="call-off", description="End the match without a winner.")
    @app_commands.describe(reason=REASON, match=WHICH_MATCH)
    @app_commands.autocomplete(match=desk.match_choices)
    async def call_off(
        interaction: Interaction, reason: Range[str, 0, 200] = "", match: int | None = None
    ) -> None:
        def proposal(_: Table | None, actor: Actor) -> Ordered:
            return Ordered(lambda _: say("preview", "call_off"), do.CallOff(actor, shown(reason)))

        stuck = await desk.stuck(interaction, match)
        if stuck is None:
            await desk.propose(interaction, match, proposal)
        else:
            by_host = proposal(None, Desk.HOST)
            await desk.propose_call_off_unread(interaction, stuck, by_host, shown(reason))

    @group.command(name="pick-for", description="Enter a pick for a player, on the record.")
    @app_commands.describe(
        player=_PLAYER,
        track="The mine to send, or the track to guard.",
        reason=REASON,
        match=WHICH_MATCH,
    )
    @app_commands.choices(track=_TRACKS)
    @app_commands.autocomplete(match=desk.match_choices)
    @app_commands.autocomplete(player=desk.player_choices)
    async def pick_for(
        interaction: Interaction,
        player: str,
        track: str,
        reason: Reason,
        match: int | None = None,
    ) -> None:
        def proposal(_: Table, actor: Actor, seat: Seat) -> Proposal:
            picked = Track(track)

            def title(names: Names) -> str:
                return say("preview", "pick_for", player=names.of(seat), track=name_of(picked))

            return Ordered(title, do.PickFor(actor, seat, picked, shown(reason)))

        await desk.propose_for(interaction, match, player, proposal)

    @group.command(name="award", description="Correct a player's gems in this round.")
    @app_commands.describe(
        player=_PLAYER,
        gems="How many to give; with a minus, how many to take away.",
        reason=REASON,
        match=WHICH_MATCH,
    )
    @app_commands.autocomplete(match=desk.match_choices)
    @app_commands.autocomplete(player=desk.player_choices)
    async def award(
        interaction: Interaction,
        player: str,
        gems: Range[int, -99, 99],
        reason: Reason,
        match: int | None = None,
    ) -> None:
        def title(names: Names, seat: Seat) -> str:
            kind = "give" if gems > 0 else "take"
            return say("preview", kind, player=names.of(seat), gems=abs(gems))

        def proposal(_: Table, actor: Actor, seat: Seat) -> Proposal:
            command = do.Award(actor, seat, gems, shown(reason))
            return Ordered(lambda names: title(names, seat), command)

        await desk.propose_for(interaction, match, player, proposal)

    @group.command(name="settle-now", description="Let the running time be over now.")
    @app_commands.describe(reason=REASON, match=WHICH_MATCH)
    @app_commands.autocomplete(match=desk.match_choices)
    async def settle_now(
        interaction: Interaction, reason: Reason, match: int | None = None
    ) -> None:
        def proposal(_: Table, actor: Actor) -> Proposal:
            command = do.EndClock(actor, shown(reason))
            return Ordered(lambda _: say("preview", "settle_now"), command, also=(Aspect.PICKS,))

        await desk.propose(interaction, match, proposal)

    @group.command(name="extend", description="Let the running clock run for longer.")
    @app_commands.describe(seconds="How many seconds more.", reason=REASON, match=WHICH_MATCH)
    @app_commands.autocomplete(match=desk.match_choices)
    async def extend(
        interaction: Interaction,
        seconds: Range[int, 1, 3600],
        reason: Reason,
        match: int | None = None,
    ) -> None:
        def proposal(_: Table, actor: Actor) -> Proposal:
            command = do.ExtendClock(actor, seconds * 1000, shown(reason))
            return Ordered(lambda _: say("preview", "extend", seconds=seconds), command)

        await desk.propose(interaction, match, proposal)
