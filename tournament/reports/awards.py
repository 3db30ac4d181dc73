"""Prizes and their winners for certificates and slides."""

from __future__ import annotations

from collections.abc import Iterable, Mapping, Sequence

from django.utils.translation import gettext as _

from scoring.wording.phrases import and_list
from tournament.engine.prizes.award import Award, Winner
from tournament.models import Division, Event
from tournament.queries.standings.prizes import BY_PLACE, awards_of, prize_sections, prizes_of
from tournament.reports.drawing import Drawing
from tournament.reports.pictures.podium import PodiumStep, podium_picture
from tournament.reports.report_options import CannotReport, is_public, requested_divisions


def awards_to_give(
    event: Event, division: str, audience: str
) -> tuple[Sequence[Division], tuple[Award, ...]]:
    """Return the requested divisions and the prizes won there, in the order of the ceremony.

    Raise `CannotReport` if the division is unknown, if no prize there has a winner, or if a public
    report would show withheld results.
    """
    divisions = requested_divisions(event, division)
    if is_public(audience) and any(one.held_back_from is not None for one in divisions):
        raise CannotReport(_("The winners are not shown while results are held back."))
    prizes = prizes_of(event)
    names = {one.name for one in divisions}
    awards = tuple(
        award
        for award in (awards_of(prizes, prize_sections(event)) if prizes else ())
        if award.winners and (not division or award.prizes[0].division in names)
    )
    if not awards:
        raise CannotReport(_("No prize has a winner yet."))
    return divisions, awards


PODIUM_PLACES = 3


def podiums(awards: Iterable[Award]) -> list[tuple[str, Drawing]]:
    """Return a podium for each division whose first places have winners, as (division name, drawing).

    The name is empty for prizes of the whole event. Prizes for the same place, such as money and a
    trophy, share a step.
    """
    steps: dict[str, dict[int, PodiumStep]] = {}
    for award in awards:
        prize = award.prizes[0]
        if prize.kind != BY_PLACE or prize.place > PODIUM_PLACES or not award.winners:
            continue
        worths = {winner_prize_value(award, winner) for winner in award.winners}
        worth = worths.pop() if len(worths) == 1 else ""
        names = tuple(winner.name for winner in award.winners)
        there = steps.setdefault(prize.division, {})
        if prize.place in there:
            names = there[prize.place].names
            worth = and_list(filter(None, (there[prize.place].worth, worth)))
        there[prize.place] = PodiumStep(prize.place, names, worth)
    return [
        (division, podium_picture(list(there.values()), _podium_in_words(there)))
        for division, there in steps.items()
    ]


def _podium_in_words(steps: Mapping[int, PodiumStep]) -> str:
    places = "; ".join(f"{place}: {and_list(steps[place].names)}" for place in sorted(steps))
    return _("The top places. {places}.").format(places=places)


def winner_prize_value(award: Award, winner: Winner) -> str:
    """Return the value of a winner's prize: as entered, or the winner's part of shared money."""
    return str(winner.money) if award.is_shared and winner.money else and_list(award.values)
