"""The prizes with their winners as certificates and slides want them, as far as they may be read."""

from __future__ import annotations

from collections.abc import Sequence

from django.utils.translation import gettext as _

from scoring.wording.phrases import and_list
from tournament.engine.prizes.award import Award, Winner
from tournament.models import Division, Event
from tournament.queries.standings.prizes import awards_of, contest, prizes_of
from tournament.reports.request import CannotReport, is_public, requested_divisions


def awards_to_give(
    event: Event, division: str, audience: str
) -> tuple[Sequence[Division], tuple[Award, ...]]:
    """Return the divisions asked for and the prizes won there, in the order of the ceremony.

    Raises `CannotReport` where no prize has a winner, and while rounds are held back for everybody.
    """
    divisions = requested_divisions(event, division)
    if is_public(audience) and any(one.held_back_from is not None for one in divisions):
        raise CannotReport(_("Who has won is not said while results are held back."))
    prizes = prizes_of(event)
    names = {one.name for one in divisions}
    awards = tuple(
        award
        for award in (awards_of(prizes, contest(event)) if prizes else ())
        if award.winners and (not division or award.prizes[0].division in names)
    )
    if not awards:
        raise CannotReport(_("No prize has a winner yet."))
    return divisions, awards


def share_of(award: Award, winner: Winner) -> str:
    """Return what a winner takes home, as it was written or as it was shared."""
    return str(winner.money) if award.shared and winner.money else and_list(award.values)
