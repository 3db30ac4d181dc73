"""The rated games of divisions, taken from the results that count."""

from collections.abc import Sequence

from tournament.engine.ratings.rated_field import RatedGame
from tournament.engine.results import GAMES, NOBODY, Outcome, rated_spread
from tournament.models import Division, ResultEntry
from tournament.models.results import ResultStatus
from tournament.queries.standings.standings import results_of


def rated_games(division: Division) -> list[RatedGame]:
    """Return every rated game of the division; games outside the rounds are rated with the last round.

    They are taken from the results for the standings: one query, or none if these are cached, and one
    more if a score is 0.
    """
    played = [row for row in results_of(division) if row.outcome in GAMES and row.second != NOBODY]
    by_spread: set[tuple[int, int]] = set()
    if any(0 in (row.first_score, row.second_score) for row in played):
        rows = ResultEntry.objects.filter(
            pairing__round__division=division,
            pairing__replaced_at=None,
            standing=ResultStatus.COUNTS,
            spread_only=True,
        )
        by_spread = set(rows.values_list("pairing__round__number", "pairing__first__number"))
    games = [
        RatedGame(
            row.round,
            row.first,
            row.second,
            rated_spread(row.outcome, row.first_score, row.second_score),
            scoreless=0 in (row.first_score, row.second_score)
            and (row.round, row.first) not in by_spread,
        )
        for row in played
    ]
    return games + _playoff_games(division, games)


def rated_games_of(divisions: Sequence[Division]) -> dict[int, list[RatedGame]]:
    """Return the rated games of several divisions, by division key. One query."""
    games: dict[int, list[RatedGame]] = {division.pk: [] for division in divisions}
    rows = (
        ResultEntry.objects.filter(
            pairing__round__division__in=divisions,
            pairing__replaced_at=None,
            pairing__second__isnull=False,
            standing=ResultStatus.COUNTS,
            outcome__in=GAMES,
        )
        .order_by("pairing__round__number", "pairing__board", "pairing_id")
        .values_list(
            "pairing__round__division_id",
            "pairing__round__number",
            "pairing__first__number",
            "pairing__second__number",
            "first_score",
            "second_score",
            "spread_only",
            "outcome",
        )
    )
    for division, round_, one, other, mine, theirs, only, outcome in rows:
        spread = rated_spread(outcome, mine, theirs)
        scoreless = not only and 0 in (mine, theirs)
        games[division].append(RatedGame(round_, one, other, spread, scoreless=scoreless))
    for division_ in divisions:
        games[division_.pk] += _playoff_games(division_, games[division_.pk])
    return games


def _playoff_games(division: Division, games: Sequence[RatedGame]) -> list[RatedGame]:
    """Return the games outside the rounds as games of the last round."""
    last = max((game.round for game in games), default=1)
    return [
        RatedGame(
            last,
            game.first,
            game.second,
            rated_spread(Outcome.PLAYED, game.first_score, game.second_score),
            scoreless=0 in (game.first_score, game.second_score),
        )
        for game in division.playoffs
    ]
