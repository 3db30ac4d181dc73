"""The list of registrations at the desk: accept, refuse, add to the players, and rules."""

import csv
import io
import re

import pytest
from django.urls import reverse

from scoring.actions.activity import Actor
from scoring.models import Activity
from scoring.tenancy import tenant
from tests.remembered import remembered
from tests.shown import main_words
from tournament.actions.event.events import create_division, create_event
from tournament.actions.people.entries import add_players
from tournament.actions.safety.organisations import create_organisation
from tournament.federation.actions.registration_checks import TypedRegistration
from tournament.federation.actions.registration_rules import set_registration_rules
from tournament.federation.actions.registrations import register
from tournament.federation.models import Registration, RegistrationRules
from tournament.models import Entry, Player

pytestmark = pytest.mark.django_db
PAGE = "/events/autumn-open/registration/"
RULES = f"{PAGE}rules/"


@pytest.fixture
@remembered
def registered(desk, event, division):
    """Create three registrations: Ana and Ben have places, Cy waits."""
    set_registration_rules(desk, event, when="now", limit=2)
    return [
        register(Actor(name), event, TypedRegistration(name, member=member))
        for name, member in (("Ana Lopez", "1"), ("Ben Okafor", ""), ("Cy Young", ""))
    ]


def do(client, what, *rows, **more):
    form = {"do": what, "row": [row.pk for row in rows], **more}
    return main_words(client.post(f"{PAGE}change/", form, follow=True))


def test_list_shows_places_and_the_waiting_list(director_client, registered):
    shown = main_words(director_client.get(PAGE))
    assert "2 of 2 places taken, including by players already entered." in shown
    assert "waiting, place 1" in shown
    assert "http://testserver/hall/autumn-open/register/" in shown
    assert "Add 2 registered players to division A" in shown
    only = main_words(director_client.get(f"{PAGE}?state=waiting"))
    assert "Cy Young" in only
    assert "Ana Lopez" not in only


@pytest.mark.full
def test_marked_rows_are_accepted_withdrawn_or_refused_together(director_client, registered):
    ana, ben, cy = registered
    Registration.objects.filter(pk=ana.pk).update(accepted_at=None)
    assert "2 registrations changed." in do(director_client, "accept", ana, cy)
    assert Registration.objects.get(pk=cy.pk).state == "place"
    (accepted,) = Activity.objects.filter(verb="accept_registration")
    assert accepted.summary == "2 registrations accepted: Ana Lopez, Cy Young."
    assert accepted.after == {"registrations": [ana.pk, cy.pk]}
    assert "Give a reason." in do(director_client, "refuse", ana, ben)
    assert Registration.objects.filter(state="refused").count() == 0
    do(director_client, "refuse", ana, ben, reason="Members alone")
    assert set(
        Registration.objects.filter(state="refused").values_list("refused_why", flat=True)
    ) == {"Members alone"}
    (refused,) = Activity.objects.filter(verb="end_registration")
    assert refused.summary == "2 registrations refused: Ana Lopez, Ben Okafor. Members alone"
    assert "No row is selected." in do(director_client, "accept")
    assert "Choose what to do" in do(director_client, "dance", cy)


def test_marked_rows_change_together_or_not_at_all(director_client, registered):
    ana, ben, _cy = registered
    do(director_client, "withdraw", ben)
    assert "can no longer be changed" in do(director_client, "refuse", ana, ben, reason="x")
    assert Registration.objects.get(pk=ana.pk).state == "place"


def test_registered_people_are_added_as_players(director_client, registered, division):
    answer = director_client.post(f"{PAGE}add/", {"division": "a"}, follow=True)
    assert "2 players added to division A." in main_words(answer)
    assert list(Entry.objects.filter(division=division).values_list("player__name", flat=True)) == [
        "Ana Lopez", "Ben Okafor",
    ]  # fmt: skip
    assert director_client.post(f"{PAGE}add/", {"division": "zz"}).status_code == 404


@pytest.mark.full
def test_similar_name_is_questioned_before_adding_the_player(
    director_client, desk, registered, division
):
    spring = create_event(desk, name="Spring Open", preset="club")
    add_players(desk, create_division(desk, spring, name="A"), "López Ben\nOkafor, Bén 900")
    answer = director_client.post(f"{PAGE}add/", {"division": "a"}, follow=True)
    assert answer.redirect_chain == [(f"{PAGE}add/a/", 302)]
    assert "1 player added to division A." in answer.text
    shown = main_words(answer)
    assert "Ben Okafor Decide later Bén Okafor, 1 entry A new person" in shown
    row = Registration.objects.get(name="Ben Okafor")
    nothing = director_client.post(f"{PAGE}add/a/", {f"who-{row.pk}": ""})
    assert nothing.status_code == 422
    assert "No person is chosen." in main_words(nothing)
    other = Player.objects.get(name="López Ben")
    assert director_client.post(f"{PAGE}add/a/", {f"who-{row.pk}": other.pk}).status_code == 422
    known = Player.objects.get(name="Bén Okafor")
    done = director_client.post(f"{PAGE}add/a/", {f"who-{row.pk}": known.pk}, follow=True)
    assert "1 player added to division A." in done.text
    assert Entry.objects.get(division=division, number=2).player == known
    assert director_client.get(f"{PAGE}add/a/").url == PAGE


def test_no_success_message_is_shown_if_every_name_is_questioned(
    director_client, desk, registered, division
):
    spring = create_event(desk, name="Spring Open", preset="club")
    text = "Lópéz, Ana\nOkafor, Bén"
    add_players(desk, create_division(desk, spring, name="A"), text)
    answer = director_client.post(f"{PAGE}add/", {"division": "a"}, follow=True)
    assert "added to division" not in answer.text
    assert "Ana Lopez #1 Decide later" in main_words(answer)


def test_registration_rules_are_saved_and_not_overwritten_from_a_stale_form(
    director_client, desk, event, division
):
    create_division(desk, event, name="B")
    page = director_client.get(RULES).text
    assert "Places in division B" in page
    seen = re.search(r'name="seen" value="([^"]*)"', page)[1]
    form = {
        "when": "now",
        "limit": "24",
        "limit-b": "8",
        "shows_names": "on",
        "contact": "none",
        "seen": seen,
    }
    assert director_client.post(RULES, form).status_code == 302
    rules = RegistrationRules.objects.get()
    assert (rules.when, rules.limit, rules.division_limits, rules.shows_names) == (
        "now",
        24,
        {"b": 8},
        True,
    )
    stale = director_client.post(RULES, {**form, "limit": "30"})
    assert stale.status_code == 422
    assert "Registration for Autumn Open has changed" in main_words(stale)
    assert RegistrationRules.objects.get().limit == 24
    anew = re.search(r'name="seen" value="([^"]*)"', stale.text)[1]
    assert director_client.post(RULES, {**form, "limit": "30", "seen": anew}).status_code == 302
    assert RegistrationRules.objects.get().limit == 30
    assert director_client.post(RULES, {**form, "limit": "many"}).status_code == 422


def test_registration_list_is_available_as_a_file_and_a_report(director_client, registered):
    sent = director_client.get(f"{PAGE}?file=csv").content.decode("utf-8-sig")
    rows = list(csv.reader(io.StringIO(sent)))
    assert [row[0] for row in rows[1:]] == ["Ana Lopez", "Ben Okafor", "Cy Young"]
    paper = director_client.get(reverse("report_file", args=["autumn-open", "registered"]))
    assert "2 registered, 1 on the waiting list" in paper.text


def test_marked_rows_of_another_organisation_are_not_changed(director_client, desk, registered):
    north = create_organisation(desk, name="Northern Lights")
    with tenant(north.pk):
        theirs = create_event(desk, name="Northern Open", preset="club")
        set_registration_rules(desk, theirs, when="now")
        row = register(Actor("q"), theirs, TypedRegistration("Quillon Quay"))
    assert "1 selected row is no longer in the list" in do(director_client, "withdraw", row)
    assert Registration.objects.get(pk=row.pk).state == "place"


def test_registration_list_takes_a_constant_number_of_queries(
    director_client, event, registered, django_assert_num_queries
):
    director_client.get(PAGE)
    with django_assert_num_queries(17):
        director_client.get(PAGE)
    for number in range(5):
        name = f"Person {'ABCDE'[number]}"
        register(Actor(name), event, TypedRegistration(name))
    with django_assert_num_queries(17):
        director_client.get(PAGE)
