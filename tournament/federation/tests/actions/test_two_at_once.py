"""Concurrent rating runs, erasures, registrations, championships and shared people."""

import json
import threading
from functools import partial

import pytest
from django.db import transaction
from django.utils import timezone

from scoring.actions.activity import Actor
from scoring.models import Activity
from scoring.queries.chain import check_log
from scoring.tenancy import FIRST_TENANT
from tests.at_once import at_once
from tests.tournament.actions.test_two_at_once import (
    DESK,
    ON_POSTGRESQL,
    OTHER,
    TIMES,
    a_board,
    refusals,
)
from tournament.actions.act import Refused
from tournament.actions.event.events import create_division, create_event
from tournament.actions.results.penalties import give_penalty
from tournament.actions.results.results import enter_result
from tournament.actions.safety.organisations import create_organisation
from tournament.federation.actions import erasure
from tournament.federation.actions.championships import create_championship
from tournament.federation.actions.contacts import change_contacts
from tournament.federation.actions.erasure import erase_person
from tournament.federation.actions.rating_runs import run_ratings
from tournament.federation.actions.registration_checks import TypedRegistration
from tournament.federation.actions.registration_rules import set_registration_rules
from tournament.federation.actions.registrations import register
from tournament.federation.actions.sharing import accept_person, offer_person
from tournament.federation.models import Championship, Contact, Erasure, Registration
from tournament.federation.tests.actions.test_rating_runs import a_list
from tournament.federation.tests.stories import play
from tournament.models import Entry, Player, RatingRun, ResultEntry

pytestmark = pytest.mark.postgres

LETTERS = "VWXYZ"


def two_runs_on_one_list(connected):
    base = a_list(DESK)
    rated = [play(DESK, f"Event {n}", (2, n), ("Ana Lopez", f"Cy {n}", 400, 380)) for n in (1, 2)]
    answers = at_once(connected, *(partial(run_ratings, DESK, base, [one]) for one in rated))
    assert refusals(answers) == [Refused]
    assert RatingRun.objects.count() == 1


def two_erasings_of_one_person(connected):
    a_board("Open")
    person = Player.objects.get(name="Zebulon Quick Open")
    change_contacts(DESK, person, {"email": "zeb@secret.example"})

    def erase(actor):
        return partial(erase_person, actor, person, typed="Zebulon Quick Open", reason="asked")

    assert refusals(at_once(connected, erase(DESK), erase(OTHER))) == [Refused]
    assert Erasure.objects.count() == 1
    assert not Contact.objects.exists()
    assert Player.objects.get(pk=person.pk).name == "Z. Q. O."


def erasing_against_a_result(connected):
    for letter in LETTERS:
        pairing = a_board(letter * 4)
        person = pairing.first.player
        answers = at_once(
            connected,
            partial(erase_person, DESK, person, typed=person.name, reason="asked"),
            partial(enter_result, OTHER, pairing, 400, 380),
        )
        assert refusals(answers) == []
        assert ResultEntry.objects.filter(pairing=pairing, standing="counts").count() == 1
        is_erased(person.name)


def erasing_against_contacts(connected):
    for letter in LETTERS:
        person = a_board(letter * 4).first.player
        answers = at_once(
            connected,
            partial(erase_person, DESK, person, typed=person.name, reason="asked"),
            partial(
                change_contacts, OTHER, Player.objects.get(pk=person.pk), {"email": "z@x.example"}
            ),
        )
        assert refusals(answers) in ([], [Refused])
        assert not Contact.objects.exists()
        is_erased(person.name)


def erased_with_a_pause(person, pause):
    """Erase a person and call `pause` between searching the log and locking it."""
    search = erasure.search_log

    def search_and_pause(*of):
        searched = search(*of)
        pause()
        return searched

    with pytest.MonkeyPatch.context() as patch:
        patch.setattr(erasure, "search_log", search_and_pause)
        erasure.erase_person(DESK, person, typed=person.name, reason="asked")


def wait_for(moment):
    assert moment.wait(60), "the other one never came so far"


def is_erased(name):
    log = Activity.objects.values_list("summary", "reason", "message", "before", "after", "facts")
    assert name not in json.dumps([*log], ensure_ascii=False)
    assert check_log().is_intact


def erase_while_an_entry_is_written(connected):
    entry = Entry.objects.select_related("player", "division__event").get(
        pk=a_board("Open").first_id
    )
    name = entry.player.name
    searched, written = threading.Event(), threading.Event()

    def pause():
        searched.set()
        wait_for(written)

    def write():
        wait_for(searched)
        give_penalty(OTHER, entry, round_number=1, spread=-10, reason=f"{name} was late")
        written.set()

    answers = at_once(connected, partial(erased_with_a_pause, entry.player, pause), write)
    assert refusals(answers) == []
    assert Activity.objects.get(verb="give_penalty").redacted_at is not None
    is_erased(name)


def erase_while_an_archive_is_committed(connected):
    """Commit the entries of an archive after the search, with keys before the last entry that the search saw."""
    pairing = a_board("Open")
    name = pairing.first.player.name
    numbered, searched, there = threading.Event(), threading.Event(), threading.Event()

    def bring():
        with transaction.atomic():
            summary = f"{name} was late"
            row = Activity(
                at=timezone.now(), verb="give_penalty", summary=summary, scope="event:brought"
            )
            row.chain, row.previous_hash = f"organisation:{FIRST_TENANT}/house-1a2b", ""
            row.seal()
            Activity.objects.bulk_create([row])
            numbered.set()
            wait_for(searched)
        there.set()

    def pause():
        searched.set()
        wait_for(there)

    def erase():
        wait_for(numbered)
        enter_result(DESK, pairing, 400, 380)
        erased_with_a_pause(pairing.first.player, pause)

    assert refusals(at_once(connected, erase, bring)) == []
    assert Activity.objects.get(verb="give_penalty").redacted_at is not None
    is_erased(name)


def the_last_free_place(connected):
    for number in range(TIMES):
        event = create_event(DESK, name=f"Open {number}", preset="club")
        create_division(DESK, event, name="A")
        set_registration_rules(DESK, event, when="now", limit=1)
        names = ("Ana Lopez", "Ben Okafor", "Cy Young")
        answers = at_once(
            connected,
            *(partial(register, Actor(name), event, TypedRegistration(name)) for name in names),
        )
        assert refusals(answers) == []
        states = Registration.objects.filter(event=event).values_list("state", flat=True)
        assert sorted(states) == ["place", "waiting", "waiting"]


def two_championships_of_one_name(connected):
    answers = at_once(
        connected,
        partial(create_championship, DESK, name="Grand Prix"),
        partial(create_championship, OTHER, name="grand prix"),
    )
    assert refusals(answers) == [Refused]
    assert Championship.objects.count() == 1


def an_offered_person_is_accepted_twice(connected):
    a_board("Open")
    federation = create_organisation(DESK, name="Federation")
    share = offer_person(
        DESK, Player.objects.get(name="Ben Okafor Open"), to="Federation", how="by letter"
    )
    answers = at_once(
        connected, partial(accept_person, DESK, share), partial(accept_person, OTHER, share)
    )
    assert len([answer for answer in answers if isinstance(answer, Player)]) >= 1
    assert Player.everywhere.filter(organisation=federation).count() == 1


RACES = [
    two_runs_on_one_list,
    two_erasings_of_one_person,
    erasing_against_a_result,
    erasing_against_contacts,
    erase_while_an_entry_is_written,
    the_last_free_place,
    two_championships_of_one_name,
    an_offered_person_is_accepted_twice,
]
SISTERS = [erasing_against_contacts]
"""Erasures against writers of data other than results; only the full run has them, since each takes seconds."""


@pytest.mark.full
@pytest.mark.parametrize("race", RACES, ids=lambda race: race.__name__)
def test_concurrent_actions_leave_consistent_data_in_either_order(on_sqlite, race):
    race(on_sqlite)


@pytest.mark.skipif(not ON_POSTGRESQL, reason="the tests run on SQLite")
@pytest.mark.parametrize(
    "race",
    [
        pytest.param(race, marks=pytest.mark.full if race in SISTERS else ())
        for race in (*RACES, erase_while_an_archive_is_committed)
    ],
    ids=lambda race: race.__name__,
)
def test_concurrent_actions_leave_consistent_data_on_postgresql(on_postgresql, race):
    """SQLite has a single writer, so an archive's entries are committed in the order of their keys."""
    race(on_postgresql)
