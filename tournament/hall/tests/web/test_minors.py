"""Names of minors follow the rule of the event on public pages and are complete at the desk."""

import re

import pytest
from django.test import Client
from django.urls import reverse
from django.urls.converters import IntConverter

from tests.remembered import remembered
from tests.scoring.views.pads import put
from tests.tournament.web.safety.minors import FAMILY, FIRST, decide
from tests.tournament.web.safety.test_what_strangers_see import TOKEN
from tests.tournament.web.safety.test_who_may import GIVEN, KIND_OF, PAGES
from tournament.actions.people.clubs import create_club
from tournament.actions.people.persons import correct_person
from tournament.actions.results.recorded_games import start_game
from tournament.actions.results.results import enter_result
from tournament.actions.standings.prizes import add_prizes
from tournament.hall.actions.player_requests import open_kiosk
from tournament.hall.actions.screens import add_screen, set_screen
from tournament.hall.models import PlayerCode
from tournament.hall.models.screens import ScreenList
from tournament.hall.tests.web.test_live import LINES, everything
from tournament.hall.web.access import KIOSK_COOKIE
from tournament.models import Entry, Event, Player
from tournament.reports.definition import all_papers

pytestmark = pytest.mark.django_db


@pytest.fixture
@remembered
def screen_number(desk, event, round_one):
    """Create a running event: a live board, results, prizes, a club, a screen, and Ana as a minor."""
    one, two = round_one.pairings.order_by("board")
    game = start_game(desk, one)
    put(game, *LINES)
    enter_result(desk, two, 400, 380)
    add_prizes(desk, event, "1st place: 50\nHigh word: 10\nHigh game: 20")
    Event.objects.update(club=create_club(desk, name="Thursdays"))
    ana = Player.objects.get(name="Ana Lopez")
    correct_person(desk, ana, name="Ana Lopez", is_minor=True)
    screen = add_screen()
    set_screen(desk, event, screen, shows=ScreenList.values)
    return screen.number


RULES = [
    ("initials", "A. L.", (FAMILY, FIRST)),
    pytest.param("first_and_initial", "Ana L.", (FAMILY,), marks=pytest.mark.full),
]
"""For each rule of an event: how Ana Lopez, a minor, is named, and which part of her name stays hidden."""


@pytest.mark.full
@pytest.mark.parametrize(("minors", "stands", "hidden"), [*RULES, ("full", "Ana Lopez", ())])
def test_public_responses_follow_the_events_rule_for_minors_names(
    client, desk, screen_number, minors, stands, hidden, tmp_path
):
    answers = everything(client, decide(desk, minors), screen_number, tmp_path)
    for key, report in all_papers().items():
        if report.private:  # only for the director, with any options
            answers.pop(f"report {key}", None)
    leaked = [
        f"{where}: {match[0]}"
        for where, answer in answers.items()
        for pattern in hidden
        if (match := pattern.search(answer))
    ]
    assert leaked == []
    named = {where for where, answer in answers.items() if stands in answer}
    assert {"/stream/autumn-open/featured/p1_name.txt", "report standings"} <= named
    assert len(named) > 30


OPEN = sorted(
    name
    for name, kind in KIND_OF.items()
    if kind in ("open", "open form")
    and name != "api_description"  # its examples name no real people
)


@pytest.mark.parametrize(("minors", "stands", "hidden"), RULES)
def test_addresses_open_without_log_in_follow_the_rule(desk, screen_number, minors, stands, hidden):
    """Request every open address, including those of screens, the calendar and the season."""
    decide(desk, minors)
    leaked, named = [], set()
    for name in OPEN:
        given = GIVEN | {"organisation": 1}
        kinds = PAGES[name].pattern.converters
        samples = {key: 1 if isinstance(kind, IntConverter) else "x" for key, kind in kinds.items()}
        answer = Client().get(
            reverse(name, kwargs={key: given.get(key, samples[key]) for key in kinds}), follow=True
        )
        shown = (b"".join(answer) if answer.streaming else answer.content).decode(errors="ignore")
        shown = TOKEN.sub("", shown)
        leaked += [f"{name}: {match[0]}" for way in hidden if (match := way.search(shown))]
        named |= {name} if stands in shown else set()
    assert leaked == []
    assert {"screen", "screen_lists", "site_standings", "site_player"} <= named


def test_kiosk_screen_and_phones_name_a_minor_by_the_events_rule(desk, event, screen_number):
    """This covers the list of matches, the player's page, and the message after check-in."""
    decide(desk, "first_and_initial")
    ana, ben = (Entry.objects.get(number=number, division__event=event).pk for number in (1, 2))
    tablet = Client()
    tablet.cookies[KIOSK_COOKIE] = open_kiosk(desk, event).secret
    phone = f"/me/{PlayerCode.objects.get(entry=ben).token}/"
    for answer, named in (
        (tablet.get("/kiosk/", {"q": "lop"}), "L., Ana"),
        (tablet.get(f"/kiosk/{ana}/"), "Ana L."),
        (tablet.post(f"/kiosk/{ana}/here/", follow=True), "Ana L."),
        (tablet.get(f"/kiosk/{ben}/"), "Ana L."),
        (Client().get(reverse("screen_lists", args=[event.slug, screen_number])), "Ana L."),
        (Client().get(phone), "Ana L."),
    ):
        assert answer.status_code == 200
        assert named in answer.text, answer.request
        assert not FAMILY.search(answer.text), answer.request


def test_minors_have_initials_by_default(event):
    assert event.rules.minors == "initials"


def test_desk_shows_the_full_name(director_client, desk, screen_number):
    decide(desk, "initials")
    for path in ("a/", "a/standings/", "check-in/", "reports/standings/", "reports/check_in_list/"):
        page = director_client.get(f"/events/autumn-open/{path}").text
        assert re.search("Ana Lopez|Lopez, Ana", page), path
