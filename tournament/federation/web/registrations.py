"""The desk's list of registrations, and the actions on the selected ones."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from typing import Any

import django_tables2 as tables
from django.contrib import messages
from django.http import HttpRequest, HttpResponse
from django.shortcuts import redirect
from django.urls import reverse
from django.utils.html import format_html
from django.utils.translation import gettext as _
from django.utils.translation import gettext_lazy as _lazy
from django.utils.translation import ngettext
from django.views.decorators.http import require_POST

from scoring.actions.activity import Actor
from scoring.bulk_actions import list_address, selected_rows
from scoring.tables import FigureColumn, ListFilter, ListTable, MomentColumn, TextColumn
from tournament.federation.actions.registrations import (
    accept_registrations,
    refuse_registrations,
    withdraw_registrations,
)
from tournament.federation.engine.fees import fee_totals_of, format_amount
from tournament.federation.models import Registration
from tournament.federation.queries.registered_ratings import registered_ratings
from tournament.federation.queries.registration_fees import fees_of
from tournament.federation.queries.registration_messages import count_waiting_messages
from tournament.federation.queries.registrations import (
    places_of,
    registration_rules_of,
    registrations_of,
)
from tournament.federation.wording.fees import fee_in_words, fees_in_words
from tournament.web.access import Permission, requires
from tournament.web.other_devices import address_for_others
from tournament.web.page import find_event
from tournament.web.perform import perform
from tournament.web.tables import list_page

State = Registration.State
STATES = (
    ("new", _lazy("not accepted yet")),
    ("place", _lazy("registered")),
    ("waiting", _lazy("waiting list")),
    ("player", _lazy("player")),
    ("ended", _lazy("withdrawn or refused")),
)
FEES = (("unpaid", _lazy("unpaid")), ("paid", _lazy("paid")))


def state_of(row: Registration) -> str:
    """Return the state of a registration, a key of `STATES`."""
    if not row.is_alive:
        return "ended"
    if row.entry_id:
        return "player"
    if row.state == State.WAITING:
        return "waiting"
    return "place" if row.accepted_at else "new"


class RegistrationsTable(ListTable):
    """The registrations of an event, in the order of the waiting list."""

    key = "registrations"
    searched = ("name", "member", "notes")
    always = ("name",)
    at_first_hidden = ("by_initials",)
    left_out_when_empty = ("fee", "number", "member", "club", "rating", "notes")

    name = TextColumn(verbose_name=_lazy("Name"))
    division = TextColumn(verbose_name=_lazy("Division"), accessor="division__name")
    state = tables.Column(verbose_name=_lazy("State"), empty_values=(), order_by=("state", "place"))
    fee = tables.Column(verbose_name=_lazy("Fee"), empty_values=(), order_by=("owed", "paid"))
    member = TextColumn(verbose_name=_lazy("Member"))
    club = TextColumn(verbose_name=_lazy("Club"))
    rating = FigureColumn(verbose_name=_lazy("Rating"))
    notes = TextColumn(verbose_name=_lazy("Note"), wraps=True)
    came_at = MomentColumn(verbose_name=_lazy("Received"), format="j M, H:i")
    number = FigureColumn(verbose_name=_lazy("Number"), accessor="entry__number")
    by_initials = tables.BooleanColumn(verbose_name=_lazy("Initials only"), null=False)

    def render_state(self, record: Any) -> str:
        """Return the state in words, with the position on the waiting list or the reason for a refusal.

        A possible duplicate is marked.
        """
        words = {
            "waiting": _("waiting, place {place}").format(place=record.place),
            "ended": _("refused: {reason}").format(reason=record.refused_why)
            if record.state == State.REFUSED
            else _("withdrawn"),
        }
        shown = words.get(state_of(record)) or str(dict(STATES)[state_of(record)])
        return _("{state}, duplicate?").format(state=shown) if record.is_twice else shown

    def render_name(self, record: Any) -> str:
        """Return the name, linked to the registration, as an anchor to which the page returns after a payment."""
        address = reverse("registered", args=[record.event.slug, record.pk])
        return format_html(
            '<a id="registered-{}" href="{}">{}</a>', record.pk, address, record.name
        )

    def value_name(self, record: Any) -> str:
        """Return the name without a link, for a file."""
        return str(record.name)

    def render_fee(self, record: Any) -> str:
        """Return the amount owed with a button to record it as paid in cash, or the string of `value_fee`."""
        if not record.owed:
            return self.value_fee(record)
        return format_html(
            '{} <button type="submit" form="cash" name="registration" value="{}" class="outline"'
            ' aria-label="{}">{}</button>',
            record.fee,
            record.pk,
            _("{player} paid {amount} in cash").format(player=record.name, amount=record.owed_text),
            _("Paid in cash"),
        )

    def value_fee(self, record: Any) -> str:
        """Return the fee in words as in `fee_in_words`, for a file."""
        return str(record.fee)

    def render_by_initials(self, value: bool) -> str:
        """Return “yes” if public pages show initials only, or an empty string."""
        return _("yes") if value else ""

    def checkbox_value(self, record: Any) -> str:
        """Return the value of the checkbox; empty for ended registrations and players."""
        return "" if state_of(record) in ("ended", "player") else str(record.pk)


@requires(Permission.DIRECT)
def registrations_page(request: HttpRequest, event: str) -> HttpResponse:
    """List the registrations with filters by state, by fee if there is one, and by division if there are several."""
    event_ = find_event(event)
    rules, rows = registration_rules_of(event_), registrations_of(event_)
    divisions = list(event_.divisions.all())
    places = places_of(rules)
    to_add = {
        division: sum(
            1
            for row in rows
            if state_of(row) == "place"
            and (
                row.division_id == division.pk or (row.division_id is None and len(divisions) == 1)
            )
        )
        for division in divisions
    }
    fees = fees_of(rules, rows)
    ratings = registered_ratings(event_, rows)
    for row in rows:
        standing = fees[row.pk]
        row.owed, row.paid = standing.owed, standing.paid  # type: ignore[attr-defined]
        row.owed_text = format_amount(standing.owed, rules.fee)  # type: ignore[attr-defined]
        row.fee = fee_in_words(standing, rules.fee)  # type: ignore[attr-defined]
        row.rating = ratings.get(row.pk)  # type: ignore[attr-defined]
    filters = [ListFilter("state", _("State"), STATES, lambda row, key: state_of(row) == key)]
    has_fees = any(row.due or row.paid for row in fees.values())
    if has_fees:
        filters.append(ListFilter("fee", _("Fee"), FEES, _matches_fee_filter))
    if len(divisions) > 1:
        choices = [(row.slug, row.name) for row in divisions]
        filters.append(
            ListFilter(
                "division",
                _("Division"),
                choices,
                lambda row, key: row.division is not None and row.division.slug == key,
            )
        )
    return list_page(
        request,
        "federation/people/registrations.html",
        {
            "event": event_,
            "listed": _("Registration"),
            "rules": rules,
            "is_open": rules.is_open,
            "taken": places.taken.total(),
            "fees": fees_in_words(fee_totals_of(list(fees.values())), rules.fee)
            if has_fees
            else "",
            "messages_waiting": count_waiting_messages(event_),
            "to_add": [(division, count) for division, count in to_add.items() if count],
            "address": address_for_others(request, reverse("register", args=[event_.slug])),
        },
        RegistrationsTable,
        rows,
        title=_("Registration"),
        event=event_,
        filters=filters,
    )


def _matches_fee_filter(row: Any, key: str) -> bool:
    return bool(row.owed) if key == "unpaid" else bool(row.paid)


@requires(Permission.DIRECT)
@require_POST
def change_registrations(request: HttpRequest, event: str) -> HttpResponse:
    """Accept, refuse or withdraw the selected registrations, all or none.

    Show an error if no rows are selected or the action is unknown.
    """
    event_ = find_event(event)
    to = list_address(request, reverse("registrations", args=[event_.slug]))
    none = _("No row is selected. Select rows in the list first.")
    marked = selected_rows(request, registrations_of(event_), "pk", none=none)
    if not marked:
        return redirect(to)
    reason = request.POST.get("reason", "")
    actions: dict[str, Callable[[Actor, Sequence[Registration]], Sequence[Registration]]] = {
        "accept": accept_registrations,
        "withdraw": withdraw_registrations,
        "refuse": lambda actor, rows: refuse_registrations(actor, rows, reason=reason),
    }
    action = actions.get(request.POST.get("do", ""))
    if action is None:
        messages.error(request, _("Choose what to do with the selected rows."))
        return redirect(to)

    return perform(
        request,
        lambda actor: len(action(actor, marked)),
        done=lambda count: ngettext(
            "{count} registration changed.", "{count} registrations changed.", count
        ).format(count=count),
        to=to,
    )
