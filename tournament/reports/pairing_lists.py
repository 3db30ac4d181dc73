"""Lists of pairings: by board, by name, by rank; one frame, three tables."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass
from datetime import datetime
from typing import Any

from django.utils.translation import gettext as _

from tournament.models import Event
from tournament.reports.framing import held_back_note, part_of, report_on
from tournament.reports.phone_codes import address_option, base_of, codes_option, site_address
from tournament.reports.report import Report, Table
from tournament.reports.request import (
    audience_option,
    division_option,
    is_public,
    requested_divisions,
    round_option,
)
from tournament.reports.seating import RoundOfDivision, common_round, requested_rounds


@dataclass(frozen=True, slots=True)
class WhichRound:
    """Which pairings."""

    division: str = division_option()
    round: int | None = round_option("the latest published")
    audience: str = audience_option()


@dataclass(frozen=True, slots=True)
class WhichPairings(WhichRound):
    """Which pairings, and where their QR code leads."""

    address: str = address_option()
    codes: str = codes_option()


def every_round(event: Event, options: type[Any] = WhichRound) -> list[Any]:
    """The options for each round of the event, for the folder of the whole event."""
    numbers = event.divisions.values_list("rounds__number", flat=True).distinct()
    return [options(round=number) for number in sorted(number for number in numbers if number)]


def pairing_list(
    key: str,
    title: str,
    event: Event,
    options: WhichRound,
    printed_at: datetime,
    make: Callable[[RoundOfDivision, bool], Table],
) -> Report:
    """Return the list of a round, a table for each division; drafts say so.

    `make` is given the round and whether it is for everybody.
    """
    divisions = requested_divisions(event, options.division)
    public = is_public(options.audience)
    rounds = requested_rounds(divisions, options.round, public=public)
    common = common_round(rounds)
    single = len(divisions) == 1
    sections = []
    for round_ in rounds:
        table = part_of(make(round_, public), round_.play.division, single=single)
        sections.append(table)
    apart = [
        _("{division}: round {round}.").format(
            division=round_.play.division.name, round=round_.number
        )
        for round_ in rounds
        if common is None
    ]
    return report_on(
        key,
        title,
        event,
        divisions,
        printed_at,
        round_number=common,
        sections=tuple(sections),
        notes=(*apart, *held_back_note(any(round_.play.held_back for round_ in rounds))),
        code=site_address(base_of(options), event) if isinstance(options, WhichPairings) else "",
        for_hall=True,
        draft=any(round_.is_draft for round_ in rounds),
    )
