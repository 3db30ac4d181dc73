"""The prizes in the order of the ceremony, with or without their winners."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass
from datetime import datetime

from django.utils.translation import gettext as _
from django.utils.translation import gettext_lazy as _lazy

from scoring.wording.phrases import and_list
from tournament.engine.prizes.award import Award
from tournament.engine.prizes.money import Money
from tournament.models import Event
from tournament.queries.standings.prizes import awards_of, engine_prize, prize_sections, prizes_of
from tournament.reports.awards import podiums, winner_prize_value
from tournament.reports.definition import Definition
from tournament.reports.framing import add_full_stop, report_on, withheld_results_note
from tournament.reports.report import (
    Cell,
    Column,
    Emphasis,
    Group,
    Kind,
    Picture,
    Report,
    Row,
    Table,
)
from tournament.reports.report_options import (
    CannotReport,
    audience_option,
    is_public,
    report_option,
    requested_divisions,
)
from tournament.wording.sentences import sentence, sentences

AMOUNT_COLUMNS = (
    Column("amount", _lazy("Amount"), Kind.MONEY, data_only=True),
    Column("currency", _lazy("Currency"), data_only=True),
)
COLUMNS_WITHOUT_WINNERS = (
    Column("prize", _lazy("Prize")),
    Column("worth", _lazy("Worth")),
    *AMOUNT_COLUMNS,
)
COLUMNS_WITH_WINNERS = (
    Column("prize", _lazy("Prize")),
    Column("worth", _lazy("Worth"), data_only=True),
    Column("winner", _lazy("Winner")),
    Column("gets", _lazy("Gets")),
    *AMOUNT_COLUMNS,
    Column("why", _lazy("For"), name=_lazy("Prize and how it was decided")),
)


class Prizes(Definition):
    """The prizes in the order of the ceremony, with or without winners.

    Broken ties and shared money are explained. While rounds are held back, only the desk sees the
    winners.
    """

    title = "Prizes"
    group = "At the end"

    @dataclass(frozen=True, slots=True)
    class Options:
        """The prizes to list, and whether to name winners."""

        division: str = report_option("The division. Default: the prizes of all divisions.", "")
        winners: str = report_option(
            "`no` leaves out the winners, for announcing the prizes.",
            "",
            (("", "yes"), ("no", "no")),
        )
        audience: str = audience_option()

    def build(self, event: Event, options: Options, printed_at: datetime) -> Report:
        """Return the prizes, without winners if `winners` is "no" or if a public report would show withheld results.

        Raise `CannotReport` for an unknown division or for an invalid value of `winners` or `audience`.
        """
        if options.winners not in ("", "yes", "no"):
            raise CannotReport(
                _("“winners” must be “yes” or “no”, not “{winners}”.").format(
                    winners=options.winners
                )
            )
        divisions = requested_divisions(event, options.division)
        public = is_public(options.audience)
        held = public and any(division.held_back_from is not None for division in divisions)
        bare = options.winners == "no" or held
        prizes = [
            prize
            for prize in prizes_of(event)
            if not options.division or prize.division_id == divisions[0].pk
        ]
        if bare or not prizes:
            awards = tuple(Award((engine_prize(prize),)) for prize in prizes)
        else:
            # All prizes are awarded, since a prize may exclude its winner from another.
            keys = {prize.pk for prize in prizes}
            everywhere = awards_of(prizes_of(event), prize_sections(event, public=public))
            awards = tuple(award for award in everywhere if award.prizes[0].key in keys)
        several = len(divisions) > 1
        pictures = [
            Picture(
                drawing,
                title=f"{_('Division')} {division}" if division and several else "",
                key="podium",
            )
            for division, drawing in ([] if bare else podiums(awards))
        ]
        columns = (
            *(COLUMNS_WITHOUT_WINNERS if bare else COLUMNS_WITH_WINNERS),
            *([Column("division", _("Division"))] * several),
        )
        rows = tuple(
            (*row, *((award.prizes[0].division or _("all"),) * several))
            for award in awards
            for row in (_row_without_winner(award) if bare else _rows(award))
        )
        return report_on(
            self,
            event,
            divisions,
            printed_at,
            sections=(
                *pictures,
                Table("rows", columns, (Group(rows),), empty=_("No prizes have been defined.")),
            ),
            notes=withheld_results_note(held),
        )


def _row_without_winner(award: Award) -> Iterator[Row]:
    """Yield one row with the prize and its value."""
    money = award.prizes[0].worth.money if len(award.prizes) == 1 else None
    yield (sentence(award.title), and_list(award.values), *_amount(money))


def _amount(money: Money | None) -> Row:
    """Return the amount as a number, and its currency; None and an empty string if there is no money."""
    return (None, "") if money is None else (money.cents / 100, money.currency)


def _rows(award: Award) -> Iterator[Row]:
    """Yield a row for each winner of an award, or one row with the notes if there is no winner."""
    notes = " ".join(sentences(award.notes))
    if not award.winners:
        yield (sentence(award.title), and_list(award.values), "", "", None, "", notes)
    for place, winner in enumerate(award.winners):
        merit = add_full_stop(sentence(winner.achievement)) if winner.achievement else ""
        why = " ".join(filter(None, (merit, "" if place else notes)))
        yield (
            sentence(award.title),
            and_list(award.values),
            Cell(winner.name, Emphasis.STRONG),
            winner_prize_value(award, winner),
            *_amount(winner.money),
            why,
        )
