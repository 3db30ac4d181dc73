"""The fees of registered people: payments, amounts owed, and totals for the treasurer."""

from __future__ import annotations

from collections import Counter
from datetime import datetime

from django.utils import timezone
from django.utils.translation import gettext as _
from django.utils.translation import gettext_lazy as _lazy

from tournament.engine.plugins import NoOptions
from tournament.engine.prizes.money import parse_prize_value
from tournament.federation.engine.fees import fee_totals_of
from tournament.federation.queries.registration_fees import fee_of, payments_of
from tournament.federation.queries.registrations import registration_rules_of, registrations_of
from tournament.federation.wording.fees import PAYMENT_METHODS
from tournament.models import Event
from tournament.reports.definition import Definition
from tournament.reports.framing import report_on
from tournament.reports.report import Column, Group, Kind, Report, Row, Table, hide_columns_if_empty
from tournament.wording.alphabet import alphabetical_key

PERSON_COLUMNS = (
    Column("name", _lazy("Name")),
    Column("division", _lazy("Division"), width=8),
    Column("state", _lazy("State")),
    Column("due", _lazy("Fee"), Kind.MONEY),
    Column("paid", _lazy("Paid"), Kind.MONEY),
    Column("owed", _lazy("To pay"), Kind.MONEY),
    Column("how", _lazy("Method")),
    Column("paid_at", _lazy("When"), Kind.DATE, name=_lazy("Date paid")),
)
TOTAL_COLUMNS = (
    Column("what", _lazy("Item")),
    Column("amount", _lazy("Amount"), Kind.MONEY),
    Column("currency", _lazy("Currency")),
)


class RegistrationFees(Definition):
    """Fees of the registered people, with payments and their methods, and the totals for the treasurer.

    For the director only. People who withdrew are listed as long as they have paid something.
    """

    title = "Registration fees"
    group = "At the end"
    private = True

    def build(self, event: Event, options: NoOptions, printed_at: datetime) -> Report:
        """Return all people who have a fee or paid one, by name, with the totals; a message if there are none."""
        del options
        rules = registration_rules_of(event)
        rows = sorted(registrations_of(event), key=lambda row: alphabetical_key(row.name))
        payments = payments_of(rows)
        balances = {row.pk: fee_of(rules, row, payments[row.pk]) for row in rows}
        ways = dict(PAYMENT_METHODS)
        cells: list[Row] = []
        for row in rows:
            balance = balances[row.pk]
            if balance.due or payments[row.pk]:
                last = payments[row.pk][-1].at if payments[row.pk] else None
                cells.append(
                    (
                        row.name,
                        str(row.division or ""),
                        str(row.get_state_display()),
                        balance.due / 100,
                        balance.paid / 100,
                        balance.owed / 100,
                        ", ".join(str(ways[how]) for how in balance.payment_methods),
                        timezone.localtime(last).date() if last else None,
                    )
                )
        people = Table(
            "fees",
            PERSON_COLUMNS,
            (Group(tuple(cells)),) if cells else (),
            empty=_("There are no fees to pay."),
        )
        totals = fee_totals_of(list(balances.values()))
        by_way: Counter[str] = Counter()
        for of_person in payments.values():
            for payment in of_person:
                by_way[payment.how] += payment.cents
        fee = parse_prize_value(rules.fee).money
        currency = fee.currency if fee else ""
        sums = [
            (_("Fees"), totals.due),
            (_("Paid"), totals.paid),
            *((f"{_('Paid')}: {ways[how]}", by_way[how]) for how in ways if by_way[how]),
            (_("To pay"), totals.owed),
        ]
        summary = tuple((what, cents / 100, currency) for what, cents in sums)
        return report_on(
            self,
            event,
            list(event.divisions.all()),
            printed_at,
            sections=(
                hide_columns_if_empty(people, "division"),
                *(
                    (Table("totals", TOTAL_COLUMNS, (Group(summary),), title=_("Totals")),)
                    if cells
                    else ()
                ),
            ),
        )
