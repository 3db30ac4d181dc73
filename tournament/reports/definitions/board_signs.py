"""Table signs with the number of each board in large digits."""

from __future__ import annotations

from dataclasses import dataclass
from datetime import datetime

from django.db.models import Count, Max, Q
from django.utils.translation import gettext as _

from tournament.models import Event
from tournament.reports.definition import Definition
from tournament.reports.framing import report_on
from tournament.reports.report import Card, CardLine, Cards, FontSize, Kind, Report, division_title
from tournament.reports.report_options import (
    CannotReport,
    division_option,
    report_option,
    requested_divisions,
    requested_grid,
)

GRIDS = {1: (1, 1), 2: (1, 2), 4: (2, 2), 8: (2, 4)}
MAX_BOARDS = 999


class BoardSigns(Definition):
    """A sign for each board with its number as large as the paper allows.

    By default, there is a sign for each board used so far or needed by the players entered.
    """

    title = "Board signs"
    group = "Setting up"
    for_paper = True

    @dataclass(frozen=True, slots=True)
    class Options:
        """The boards to make signs for."""

        division: str = division_option()
        first: int = report_option("The number of the first board.", 1)
        last: int | None = report_option(
            "The number of the last board. Default: as many boards as are needed.", None
        )
        per_page: int = report_option("Signs per page: 1, 2, 4 or 8.", 2)

    def build(self, event: Event, options: Options, printed_at: datetime) -> Report:
        """Return the signs.

        Raise `CannotReport` for an unknown division, an unsupported number of signs per page, a first board
        below 1, or a last board that is before the first or too high.
        """
        refusal = _("Board signs can be 1, 2, 4 or 8 per page, not {per_page}.")
        across, down = requested_grid(options.per_page, GRIDS, refusal)
        divisions = requested_divisions(event, options.division)
        last = _boards_needed(event) if options.last is None else options.last
        nobody_yet = options.last is None and last == 0
        if options.first < 1 or not (nobody_yet or options.first <= last <= MAX_BOARDS):
            raise CannotReport(
                _("Choose boards between 1 and {most}, not {first} to {last}.").format(
                    first=options.first, last=last, most=MAX_BOARDS
                )
            )
        where = event.name
        if len(divisions) == 1 and event.divisions.count() > 1:
            where = _("{event}, {division}").format(
                event=event.name, division=division_title(divisions[0].name)
            )
        signs = tuple(_sign(number, where) for number in range(options.first, last + 1))
        cards = Cards("signs", signs, across, down, empty=_("No players yet."))
        return report_on(
            self,
            event,
            divisions,
            printed_at,
            sections=(cards,),
            plain=bool(signs),
            landscape=options.per_page == 1,
        )


def _sign(number: int, where: str) -> Card:
    board = CardLine.centred(
        number, FontSize.HUGE, share=12, key="board", kind=Kind.INTEGER, bold=True
    )
    return Card((board, CardLine.centred(where)))


def _boards_needed(event: Event) -> int:
    """Return the number of boards used so far, or needed by the current entries if that is more.

    This takes two queries.
    """
    used = event.divisions.aggregate(most=Max("rounds__pairings__board"))["most"] or 0
    still_in = Count("entries", filter=Q(entries__withdrawn_after=None), distinct=True)
    seats = event.divisions.annotate(still_in=still_in).values_list("still_in", flat=True)
    return max(used, sum(many // 2 for many in seats))
