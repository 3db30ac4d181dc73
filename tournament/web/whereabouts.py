"""Where a recorded game belongs: the way back from its score pad to its board."""

from typing import Any

from django.urls import reverse

from scoring.models import Game
from tournament.models import Pairing


def whereabouts(sender: Any, *, game: Game, **_: Any) -> list[tuple[str, str]]:
    """The places of a game, outermost first, as (text, address); none for a game of no event."""
    del sender
    pairing = Pairing.objects.select_related("round__division__event").filter(game=game).first()
    if pairing is None:
        return []
    round_ = pairing.round
    division = round_.division
    names = [division.event.slug, division.slug]
    return [
        ("Events", reverse("home")),
        (str(division.event), division.event.get_absolute_url()),
        (
            f"Division {division}, {str(round_).lower()}",
            f"{division.get_absolute_url()}?round={round_.number}",
        ),
        (f"Board {pairing.board}", reverse("board", args=[*names, round_.number, pairing.board])),
    ]
