"""The standings after every round, compared with those worked out the plain way."""

from __future__ import annotations

from collections.abc import Iterator

from tournament.engine.interchange import MADE_UP
from tournament.engine.standings.plain import PlainDivision, PlainGame
from tournament.engine.standings.plain_ranking import PlainLine, plain_standings
from tournament.models import Division, Entry, Event, ResultEntry
from tournament.models import Penalty as PenaltyRow
from tournament.models.results import Standing
from tournament.queries.recheck.difference import Difference
from tournament.queries.standings import Row, division_standings

TOLD = 5
"""After so many differences in one table the rest is a number."""


def differences_in_standings(event: Event) -> Iterator[Difference]:
    """Compare the standings of every division after every round with a result."""
    for division in Division.objects.filter(event=event).select_related("event"):
        given = _given(division)
        last = max((game[0] for game in given.games), default=0)
        for after in range(last + 1):
            where = f"Division {division}, standings after round {after}"
            shown = division_standings(division, after).rows
            plain = plain_standings(given, division.ranked_after(after), after)
            if event.rules.withdrawn != "last":
                out = {n for n, _, left in given.players if left is not None and after > left}
                plain = [line for line in plain if line.number not in out]
            found = list(_compared(plain, shown))
            for what in found[:TOLD]:
                yield Difference(where, what)
            if len(found) > TOLD:
                yield Difference(where, f"{len(found) - TOLD} more lines differ.")


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
            for number, unknown in division.kept.get(MADE_UP, {}).get("firsts", {}).items()
            for first in unknown
        },
    )


def _compared(plain: list[PlainLine], shown: tuple[Row, ...]) -> Iterator[str]:
    if len(plain) != len(shown):
        yield f"{len(shown)} players are shown, {len(plain)} are entered."
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
            yield (
                f"place {theirs.rank} shows {row.person.name} ({theirs.record}, spread "
                f"{theirs.spread}); worked out plainly it is number {line.number} on place "
                f"{line.rank} ({line.won / 2:g}-{line.lost / 2:g}, spread {line.spread})."
            )
