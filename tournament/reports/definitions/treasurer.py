"""The treasurer's list: payments, amounts owed and prize money."""

from __future__ import annotations

from collections.abc import Sequence
from datetime import datetime

from django.utils import timezone
from django.utils.translation import gettext as _
from django.utils.translation import gettext_lazy as _lazy

from scoring.wording.phrases import and_list
from tournament.engine.prizes.award import Award
from tournament.engine.prizes.money import Money, parse_prize_value
from tournament.models import Entry, Event
from tournament.queries.standings.prizes import awards_of, prize_sections, prizes_of
from tournament.reports.definition import Definition
from tournament.reports.framing import report_on, with_division_heading
from tournament.reports.report import Column, Group, Kind, Mark, Report, Row, Table
from tournament.reports.report_options import DivisionOptions, requested_divisions
from tournament.wording.sentences import sentence

PAYMENT_COLUMNS = (
    Column("number", _lazy("No."), Kind.INTEGER, name=_lazy("Number")),
    Column("name", _lazy("Name")),
    Column("here", _lazy("Here"), Kind.MARK),
    Column("paid", _lazy("Paid"), Kind.MARK),
    Column("paid_at", _lazy("When"), Kind.MOMENT, name=_lazy("Date paid")),
    Column("owes", _lazy("Owes")),
)
PRIZE_MONEY_COLUMNS = (
    Column("prize", _lazy("Prize")),
    Column("winner", _lazy("Winner")),
    Column("amount", _lazy("Amount"), Kind.MONEY),
    Column("currency", _lazy("Currency"), data_only=True),
    Column("also", _lazy("Other prizes"), name=_lazy("Prizes other than money")),
)
TOTAL_COLUMNS = (
    Column("what", _lazy("Item")),
    Column("amount", _lazy("Amount"), Kind.MONEY),
    Column("currency", ""),
)


class Treasurer(Definition):
    """Paid and unpaid entry fees, and the prize money with its winners.

    For the director only. Amounts owed are added up if they were entered as money.
    """

    title = "Treasurer’s list"
    group = "At the end"
    private = True

    Options = DivisionOptions

    def build(self, event: Event, options: DivisionOptions, printed_at: datetime) -> Report:
        """Return the players and their payments, the prize money and the totals.

        Raise `CannotReport` for an unknown division.
        """
        divisions = requested_divisions(event, options.division)
        single = len(divisions) == 1
        entries = {
            division.pk: list(
                Entry.objects.filter(division=division)
                .select_related("player")
                .order_by("player__sort_name")
            )
            for division in divisions
        }
        prizes = prizes_of(event)
        awards = awards_of(prizes, prize_sections(event)) if prizes else ()
        if options.division:
            name = divisions[0].name
            awards = tuple(award for award in awards if award.prizes[0].division == name)
        everybody = [entry for entered in entries.values() for entry in entered]
        tables = [
            with_division_heading(_payments_table(entries[division.pk]), division, single=single)
            for division in divisions
        ]
        paid = sum(1 for entry in everybody if entry.paid_at)
        sections = (*tables, *_prize_money_table(awards), *_totals_table(everybody, awards))
        return report_on(
            self,
            event,
            divisions,
            printed_at,
            facts=((_("Players"), str(len(everybody))), (_("Paid"), str(paid))),
            sections=sections,
        )


def _payments_table(entries: Sequence[Entry]) -> Table:
    rows = tuple(
        (
            entry.number,
            entry.player.sort_name,
            Mark.TICK if entry.arrived_at else None,
            Mark.TICK if entry.paid_at else None,
            timezone.localtime(entry.paid_at) if entry.paid_at else None,
            "" if entry.paid_at else entry.owes,
        )
        for entry in entries
    )
    return Table("rows", PAYMENT_COLUMNS, (Group(rows),), empty=_("No players yet."))


def _prize_money_table(awards: Sequence[Award]) -> tuple[Table, ...]:
    if not awards:
        return ()
    rows: list[Row] = []
    for award in awards:
        extras = and_list(filter(None, (prize.worth.extra for prize in award.prizes)))
        rows += [
            (
                sentence(award.title),
                winner.name,
                None if winner.money is None else winner.money.cents / 100,
                winner.money.currency if winner.money else "",
                extras,
            )
            for winner in award.winners
        ]
        for prize in award.prizes if not award.winners else ():
            money = prize.worth.money
            amount = None if money is None else money.cents / 100
            currency = money.currency if money else ""
            rows.append(
                (sentence(prize.title), _("no winner yet"), amount, currency, prize.worth.extra)
            )
    return (Table("prizes", PRIZE_MONEY_COLUMNS, (Group(tuple(rows)),), title=_("Prize money")),)


def _totals_table(entries: Sequence[Entry], awards: Sequence[Award]) -> tuple[Table, ...]:
    owed = [
        parse_prize_value(entry.owes).money for entry in entries if entry.owes and not entry.paid_at
    ]
    money = [prize.worth.money for award in awards for prize in award.prizes]
    rows = [*_total_rows(_("Still owed"), owed), *_total_rows(_("Prize money"), money)]
    return (
        (Table("totals", TOTAL_COLUMNS, (Group(tuple(rows)),), title=_("Totals")),) if rows else ()
    )


def _total_rows(what: str, amounts: Sequence[Money | None]) -> list[Row]:
    """Return a row with the total for each currency."""
    sums: dict[str, int] = {}
    for amount in amounts:
        if amount is not None:
            sums[amount.currency] = sums.get(amount.currency, 0) + amount.cents
    return [(what, cents / 100, currency) for currency, cents in sums.items()]
