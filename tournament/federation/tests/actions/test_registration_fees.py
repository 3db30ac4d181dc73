"""Fees of registrations: payments, individual fees, the list of players, and rebuilding from the log."""

import pytest

from scoring.actions.activity import Actor
from scoring.models import Activity
from scoring.models.facts import FACT_KINDS
from tests.remembered import remembered
from tournament.actions.act import Refused
from tournament.actions.people.details import update_entry
from tournament.actions.people.entries import add_players
from tournament.actions.safety.undo import undo_action
from tournament.federation.actions.registered_players import add_registered_players
from tournament.federation.actions.registration_checks import TypedRegistration
from tournament.federation.actions.registration_fees import (
    record_cash_payment,
    record_payment,
    revoke_payment,
    set_fee,
)
from tournament.federation.actions.registration_rules import set_registration_rules
from tournament.federation.actions.registrations import register
from tournament.federation.engine.fees import fee_totals_of
from tournament.federation.models import Registration, RegistrationPayment
from tournament.federation.queries.registration_fees import fees_of
from tournament.federation.queries.registrations import registration_rules_of, registrations_of
from tournament.models import Entry, UndoStep
from tournament.queries.safety.rebuild import replayed_log
from tournament.queries.safety.recheck import recheck

pytestmark = pytest.mark.django_db


@pytest.fixture
@remembered
def opened(desk, event, division):
    set_registration_rules(desk, event, when="now", limit=2, fee="15 €")
    return event


@pytest.fixture
@remembered
def ana(opened):
    return register(Actor("Ana"), opened, TypedRegistration("Ana Lopez"))


def standing(row):
    row = Registration.objects.select_related("entry", "event").get(pk=row.pk)
    fee = fees_of(registration_rules_of(row.event), [row])[row.pk]
    return fee.due, fee.paid, fee.owed, fee.payment_methods


def test_cash_payment_takes_exactly_the_amount_owed(desk, opened, ana):
    assert standing(ana) == (1500, 0, 1500, ())
    record_payment(desk, ana, amount="5 €", how="transfer")
    assert record_cash_payment(desk, ana) == 1000
    assert standing(ana) == (1500, 1500, 0, ("transfer", "cash"))
    assert Activity.objects.latest("pk").summary == "Ana Lopez: 10 € paid, in cash."
    with pytest.raises(Refused, match="Ana Lopez owes nothing"):
        record_cash_payment(desk, ana)


def test_mistaken_payment_is_revoked_and_its_row_remains(desk, opened, ana):
    record_cash_payment(desk, ana)
    revoke_payment(desk, RegistrationPayment.objects.get())
    assert standing(ana) == (1500, 0, 1500, ())
    with pytest.raises(Refused, match="already been reversed"):
        revoke_payment(desk, RegistrationPayment.objects.get())
    with pytest.raises(Refused, match=r"has paid 0 €\. You cannot refund more than that"):
        record_payment(desk, ana, amount="-3", how="cash")
    assert list(recheck(opened)) == []


def test_individual_fee_replaces_the_general_one_and_waiting_people_owe_nothing(desk, opened, ana):
    register(Actor("Ben"), opened, TypedRegistration("Ben Okafor"))
    cy = register(Actor("Cy"), opened, TypedRegistration("Cy Young"))
    set_fee(desk, ana, "7,50")
    rows = registrations_of(opened)
    totals = fee_totals_of(list(fees_of(registration_rules_of(opened), rows).values()))
    assert (totals.due, totals.paid, totals.owed, totals.people_owing) == (2250, 0, 2250, 2)
    assert standing(cy) == (0, 0, 0, ())
    set_fee(desk, ana, "")
    assert standing(ana)[0] == 1500


def test_list_of_players_shows_the_amount_owed_until_paid(desk, opened, division, ana):
    add_registered_players(desk, division)
    entry = Entry.objects.get()
    assert (entry.owes, entry.paid_at) == ("15 €", None)
    record_payment(desk, ana, amount="10", how="cash")
    assert Entry.objects.get().owes == "5 €"
    record_cash_payment(desk, ana)
    entry = Entry.objects.get()
    assert (entry.owes, entry.paid_at is not None) == ("15 €", True)
    assert list(recheck(opened)) == []


def test_directors_note_about_fees_is_not_overwritten(desk, opened, division, ana):
    add_registered_players(desk, division)
    entry = Entry.objects.get()
    update_entry(desk, entry, rating=entry.rating, owes="15 € and a dinner")
    record_cash_payment(desk, ana)
    assert Entry.objects.get().owes == "15 € and a dinner"
    entry = Entry.objects.get()
    update_entry(desk, entry, rating=entry.rating, owes="15 € and a dinner", paid=True)
    assert standing(ana)[2] == 0


def test_link_to_the_player_is_logged_and_removed_by_undo(desk, opened, division, ana):
    add_players(desk, division, "Ben Okafor")
    Registration.objects.create(
        event=opened, division=division, name="Ben Okafor", name_key="ben okafor", state="place",
        came_at=ana.came_at, queued_at=ana.queued_at, accepted_at=ana.came_at,
    )  # fmt: skip
    add_registered_players(desk, division)
    log, at = replayed_log(opened), FACT_KINDS["registration"].columns.index("entry_id")
    linked = {
        str(fact.values[2]): fact.values[at]
        for key, fact in log.rows.items()
        if key.startswith("registration:")
    }
    entries = dict(Entry.objects.values_list("player__name", "pk"))
    assert linked == {"Ana Lopez": entries["Ana Lopez"], "Ben Okafor": entries["Ben Okafor"]}
    assert Activity.objects.filter(verb="link_registered").get().summary == (
        "1 registered person is already a player: Ben Okafor."
    )
    assert list(recheck(opened)) == []
    undo_action(desk, UndoStep.objects.latest("pk"))
    assert Registration.objects.get(pk=ana.pk).entry is None
    assert list(recheck(opened)) == []
