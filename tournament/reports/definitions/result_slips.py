"""The result slips of a round with the known details filled in, to be cut apart."""

from __future__ import annotations

from dataclasses import dataclass, replace
from datetime import datetime

from django.utils.translation import gettext as _

from tournament.engine.progress import Meeting
from tournament.models import Event
from tournament.reports.codes import address_option, codes_of, codes_option
from tournament.reports.definition import Definition
from tournament.reports.framing import options_for_rounds, report_on
from tournament.reports.report import (
    Align,
    Card,
    CardField,
    CardLine,
    Cards,
    FontSize,
    Kind,
    Report,
)
from tournament.reports.report_options import (
    audience_option,
    division_option,
    is_public,
    report_option,
    requested_divisions,
    requested_grid,
    round_option,
    selection_filter,
    selection_option,
)
from tournament.reports.seating import DivisionRound, requested_rounds, shared_round_number

GRIDS = {4: (2, 2), 6: (2, 3)}
"""The grid of slips on a page as (across, down), by the number of slips."""


class ResultSlips(Definition):
    """A slip for each board of a round: names, numbers, records; boxes for scores and initials.

    Four or six slips per page, in the order of the boards, with lines to cut along. While phones have access,
    a QR code leads to the page where a player reports the result. The letters that players enter to report are on their
    scorecards, not on the slips, so no player can confirm for the opponent.
    """

    title = "Result slips"
    group = "For the round"
    for_paper = True
    single = "boards"

    @dataclass(frozen=True, slots=True)
    class Options:
        """The slips to print."""

        division: str = division_option()
        round: int | None = round_option("the latest published round")
        only: str = selection_option("boards")
        per_page: int = report_option("Slips per page: 4 or 6.", 4)
        address: str = address_option()
        codes: str = codes_option()
        audience: str = audience_option()

    def folder_options(self, event: Event) -> list[Options]:
        """Return options for the slips of every round."""
        return options_for_rounds(event, ResultSlips.Options)

    def build(self, event: Event, options: Options, printed_at: datetime) -> Report:
        """Return the slips.

        Raise `CannotReport` if no division has the round, or for an unsupported number of slips per page.
        """
        refusal = _("Result slips can be 4 or 6 per page, not {per_page}.")
        across, down = requested_grid(options.per_page, GRIDS, refusal)
        divisions = requested_divisions(event, options.division)
        public = is_public(options.audience)
        rounds = requested_rounds(divisions, options.round, public=public)
        codes = codes_of(options)
        code = codes.report_address(event) if codes else ""
        is_wanted = selection_filter(options.only)
        slips = [
            _slip(event, round_, meeting, code)
            for round_ in rounds
            for meeting in round_.boards
            if is_wanted(round_.play.division, meeting.board)
        ]
        cards = Cards("slips", tuple(slips), across, down, empty=_("No boards are paired."))
        return report_on(
            self,
            event,
            divisions,
            printed_at,
            round_number=shared_round_number(rounds),
            sections=(cards,),
            plain=bool(slips),
            draft=any(round_.is_draft for round_ in rounds),
        )


def _slip(event: Event, paired_round: DivisionRound, meeting: Meeting, code: str) -> Card:
    where = event.name
    if paired_round.is_draft:
        where = _("{event}, draft").format(event=event.name)
    head = CardLine(
        (
            CardField("", "", where, size=FontSize.SMALL, share=5, has_branding=True),
            CardField("division", _("Division"), paired_round.play.division.name, share=2),
            CardField("round", _("Round"), paired_round.number, Kind.INTEGER, share=1, bold=True),
            CardField(
                "board", _("Board"), meeting.board, Kind.INTEGER, FontSize.LARGE, share=1, bold=True,
                side=Align.RIGHT,
            ),
        ),
        share=3,
    )  # fmt: skip
    closing = CardLine(
        (
            CardField(label=_("Spread"), by_hand=True, share=2),
            CardField(label=_("High play: word, score, player"), by_hand=True, share=4),
            CardField(label=_("Challenges"), by_hand=True, share=3),
        ),
        share=4,
    )
    if code:
        box = CardField(label=_("Report here"), value=code, share=3, is_code=True)
        closing = replace(closing, fields=(*closing.fields, box), share=6)
    first = _player_lines(paired_round, meeting.first, "first", _("Goes first"))
    second = _player_lines(paired_round, meeting.second, "second", _("Goes second"))
    return Card((head, *first, *second, closing))


def _player_lines(
    paired_round: DivisionRound, number: int, key: str, label: str
) -> tuple[CardLine, ...]:
    person = paired_round.play.by_number[number]
    name = CardLine(
        (
            CardField(key, label, person.name, size=FontSize.LARGE, share=8, bold=True),
            CardField(f"{key}_number", _("No."), person.number, Kind.INTEGER, side=Align.RIGHT),
        ),
        share=3,
        rule=True,
    )
    boxes = CardLine(
        (
            CardField(f"{key}_record", _("So far"), paired_round.record_text(number), share=4),
            CardField(label=_("Score"), by_hand=True, share=5),
            CardField(label=_("Initials"), by_hand=True, share=4),
        ),
        share=4,
    )
    return (name, boxes)
