"""The main pages of an event show the words, figures and links that somebody last looked at.

A page's own tests read a few cells. This one compares all of them with `approved_pages.json`.
After an intended change, read the difference, then store it with `pytest --write-drawings` and this file.
"""

import pytest
from django.contrib.auth.models import User
from django.db import transaction
from django.test import Client
from django.urls import reverse
from django.urls.converters import IntConverter

from scoring.actions.activity import Actor
from tests.approved import check_approved
from tests.stories import WITH_ALL_ROOMS, stop_chance, words_of
from tests.tournament.logged_in import browser_of
from tests.tournament.reports.evening import whole_evening
from tests.tournament.web.safety.test_who_may import PAGES
from tournament.broadcast.actions.streams import point_slot
from tournament.federation.actions.championships import change_championship, create_championship
from tournament.federation.actions.registration_checks import TypedContact, TypedRegistration
from tournament.federation.actions.registration_rules import set_registration_rules
from tournament.federation.actions.registrations import register_family
from tournament.models import Pairing
from tournament.web.page_cache import page_cache

pytestmark = [pytest.mark.django_db, WITH_ALL_ROOMS]
GIVEN = {
    "division": "a", "number": 2, "board": 1, "entry": 1, "other": 2, "turn": 2, "club": "thursdays", "organisation": 1,
    "championship": "series",
}  # fmt: skip
OF_THE_DESK = """
    person library?player=Jones scoring:pad scoring:pad?turn=3 dispute:game
    event division check_in players entry classes prizes prize ratings standings standings?ratings=1 pictures plan
    pairings edit_round make_round what_if all_results results results?mode=both&by=player results?mode=spread board
    event_games hall
"""
LISTS_AND_FORMS = """
    home calendar club clubs persons rating_list rating_lists member members apart word_list files roster rules
    reports print_desk send_results turn_statistics pair_present check_event activity event_activity undo_list
    organisation_activity helpers phones player_phones room streams publishing new_event new_prize
    handbook:rules handbook:rules?with=wespa handbook:lexicons handbook:judge scoring:new scoring:photos
    scoring:game_files scoring:game_judge dispute:new
    registrations registration_rules registration_questions registration_messages championships championship
    change_championship rating_runs share_person erase_person contacts keep_contacts
    library?player=Jones&with=ann activity?text=prize activity?who=evening season?since=2026-10-01
    print_desk?pack=round_papers print_desk?pack=rating_officer_papers new_prize?kind=rating_class
    new_prize?kind=by_hand new_prize?kind=lower_half reports?show=records reports?show=standings
    persons?q=dai members?q=dai standings?round=2 results?round=3 pairings?by=name
"""
PUBLIC = """
    season season_of_player site_now site_find?q=1 site_best site_prizes site_schedule site_pairings?by=name
    site_standings_after site_players site_player site_against site_games site_highlights
    api_event api_rounds api_pairings api_results api_standings api_player api_games api_highlights
    api_ratings tourney_js calendar register championship site_division site_highlights_of site_pairings_of
    site_standings site_more
"""


@pytest.fixture(scope="module")
def evening(django_db_setup, django_db_blocker):
    """Create the event and leave nothing to chance."""
    with pytest.MonkeyPatch.context() as patch, django_db_blocker.unblock(), transaction.atomic():
        stop_chance(patch)
        event = whole_evening()
        add_rooms(event)
        yield event
        transaction.set_rollback(True)


def add_rooms(event):
    """Add what the rooms show: three registrations for two places, a championship, a slot of the stream."""
    actor = Actor.for_user(User.objects.get(username="evening"))
    set_registration_rules(actor, event, when="now", limit=11, fee="15 €", shows_names=True)
    division = event.divisions.get(name="B")
    people = [
        TypedRegistration(f"{name} Quist", division, notes="vegan")
        for name in ("Ada", "Bo", "Cyril")
    ]
    register_family(
        Actor("Ada"), event, people, TypedContact("ada@example.org", "5551234", agreed=True)
    )
    rules = {"scoring": "place", "table": [9, 6, 4], "best": 0, "qualify": 2, "qualify_each": 0}
    series = create_championship(actor, name="Series")
    change_championship(actor, series, name="Series", events=[event], rules=rules, by_division=True)
    point_slot(actor, event, "table 1", division="a", number=1)


def shown_on(browser, name, event, game):
    """Return what a page shows; data for programs as it is."""
    name, _mark, query = name.partition("?")
    known = {**GIVEN, "event": event.slug, "pk": game}
    kinds = PAGES[name].pattern.converters
    names = {
        key: known.get(key, 1 if isinstance(kind, IntConverter) else "x")
        for key, kind in kinds.items()
    }
    address = reverse(name, kwargs=names)
    answer = browser.get(f"{address}?{query}")
    assert answer.status_code == 200, name
    if not answer["Content-Type"].startswith("text/html"):
        return " ".join(answer.text.split())
    words = words_of(answer.text)
    if not query and "list" in answer.context:
        words += rows_of_list(browser, address, answer.context["list"])
    return " | ".join(words)


def rows_of_list(browser, address, state):
    """Return the marks of the rows behind each filter and order of a list."""
    choices = [(row.key, choice) for row in state.filters for choice, _label in row.choices]
    choices += [("sort", column) for column, _label in state.sort_options if column[0] != "-"]
    return [
        f"{key}={choice}: {browser.get(address, {key: choice, 'marks': 1}).text}"
        for key, choice in choices
    ]


@pytest.mark.parametrize(
    ("names", "logged_in"),
    [(OF_THE_DESK, True), (LISTS_AND_FORMS, True), (PUBLIC, False)],
    ids=["desk", "lists", "public"],
)
def test_pages_are_the_approved_ones(request, evening, names, logged_in):
    page_cache.forget()
    browser = browser_of(User.objects.get(username="evening")) if logged_in else Client()
    game = Pairing.objects.exclude(game=None).get(round__division__name="A").game_id
    whose = "" if logged_in else "public "
    now = {whose + name: shown_on(browser, name, evening, game) for name in names.split()}
    check_approved(request, now)
