"""The standings shown against the standings worked out plainly from the results, line by line."""

from __future__ import annotations

from collections.abc import Iterator

from django.utils.translation import gettext as _
from django.utils.translation import ngettext

from tournament.engine.interchange import MADE_UP
from tournament.engine.standings.plain import PlainDivision, PlainGame
from tournament.engine.standings.plain_ranking import PlainLine, plain_standings
from tournament.models import Division, Entry, Event, ResultEntry
from tournament.models import Penalty as PenaltyRow
from tournament.models.results import Standing
from tournament.queries.standings.standings import StandingsRow, division_standings

MOST_LINES = 5
"""After so many differences in one table the rest is a number."""


def differences_in_standings(event: Event) -> Iterator[tuple[str, str]]:
    """Where standings differ from those worked out plainly, and what differs: after every round with a result."""
    for division in Division.objects.filter(event=event).select_related("event"):
        given = _given(division)
        last = max((game[0] for game in given.games), default=0)
        for after in range(last + 1):
            where = _("Division {division}, standings after round {after}").format(
                division=division, after=after
            )
            shown = division_standings(division, after).rows
            plain = plain_standings(given, division.ranked_after(after), after)
            if event.rules.withdrawn != "last":
                out = {
                    number
                    for number, _rating, left in given.players
                    if left is not None and after > left
                }
                plain = [line for line in plain if line.number not in out]
            different_lines = list(_compared(plain, shown))
            for what in different_lines[:MOST_LINES]:
                yield where, what
            if len(different_lines) > MOST_LINES:
                more = len(different_lines) - MOST_LINES
                text = ngettext("{count} more line differs.", "{count} more lines differ.", more)
                yield where, text.format(count=more)


def _given(division: Division) -> PlainDivision:
    rules = division.event.rules
    rows = ResultEntry.objects.filter(
        pairing__round__division=division,
        pairing__replaced_at=None,
        standing=Standing.COUNTS,
    ).select_related("pairing__round", "pairing__first", "pairing__second")
    games: list[PlainGame] = [
        (
            row.pairing.round.number,
            row.pairing.first.number,
            row.pairing.second.number if row.pairing.second else 0,
            row.first_score,
            row.second_score,
            row.outcome,
        )
        for row in rows
    ]
    penalties = PenaltyRow.objects.filter(entry__division=division, revoked_at=None)
    caps = rules.spread_caps
    return PlainDivision(
        players=[
            (entry.number, entry.rating, entry.withdrawn_after)
            for entry in Entry.objects.filter(division=division)
        ],
        games=games,
        penalties=[(p.round_number, p.entry.number, p.spread) for p in penalties],
        cap_of=lambda number: caps[min(number, len(caps)) - 1] or None if caps else None,
        lots_seed=division.event.lots_seed,
        byes_are_starts=rules.byes_count_as_starts,
        forfeits_are_starts=rules.forfeits_charged_as_starts,
        firsts_unknown={
            (int(number), first)
            for number, unknown in division.extras.get(MADE_UP, {}).get("firsts", {}).items()
            for first in unknown
        },
    )


def _compared(plain: list[PlainLine], shown: tuple[StandingsRow, ...]) -> Iterator[str]:
    if len(plain) != len(shown):
        yield _("{shown} players are shown, {entered} are entered.").format(
            shown=len(shown), entered=len(plain)
        )
        return
    for line, row in zip(plain, shown, strict=True):
        theirs = row.line
        mine = (
            line.rank, line.number, line.won, line.lost, line.spread, line.capped, line.values,
        )  # fmt: skip
        given = (
            theirs.rank, theirs.number, theirs.half_wins, theirs.half_losses, theirs.spread,
            theirs.capped_spread, theirs.values,
        )  # fmt: skip
        if mine != given:
            yield _(
                "place {shown_place} shows {name} ({shown_record}, spread {shown_spread}); worked out "
                "plainly it is number {number} on place {place} ({record}, spread {spread})."
            ).format(
                shown_place=theirs.rank,
                name=row.person.name,
                shown_record=theirs.record,
                shown_spread=theirs.spread,
                number=line.number,
                place=line.rank,
                record=f"{line.won / 2:g}-{line.lost / 2:g}",
                spread=line.spread,
            )
