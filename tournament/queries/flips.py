"""Recorded games whose result a ruling or a correction has flipped, while that result counts."""

from __future__ import annotations

from collections.abc import Iterable

from scoring.queries.outcomes import Flip, flips_of
from tournament.models import Pairing, ResultEntry


def flips_that_count(
    results: Iterable[tuple[Pairing, ResultEntry | None]],
) -> list[tuple[Pairing, Flip]]:
    """Each board whose result is that of a recorded game after its last flip. One query, none without games.

    Whether the game posted it or, in a closed round, the director let it count makes no difference.
    """
    recorded = [
        (pairing, result)
        for pairing, result in results
        if pairing.game is not None and result is not None
    ]
    flips = flips_of([pairing.game for pairing, _ in recorded if pairing.game]) if recorded else {}
    return [
        (pairing, flip)
        for pairing, result in recorded
        if (flip := flips.get(pairing.game_id or 0)) is not None
        and flip.finals == (result.first_score, result.second_score)
    ]
