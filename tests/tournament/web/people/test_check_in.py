"""The check-in desk in the director's browser."""

import pytest

from tests.shown import text
from tests.tournament.logged_in import browser_in
from tournament.actions.event.events import create_division, create_event
from tournament.actions.people.check_in import check_in
from tournament.actions.rounds.plans import set_plan
from tournament.engine.pairing.event_plan import PlannedRounds
from tournament.models import Entry
from tournament.models.membership import Role

pytestmark = pytest.mark.django_db
PAGE = "/events/autumn-open/check-in/"


def test_search_updates_the_list_without_losing_focus(director_client, four):
    typed = director_client.get(f"{PAGE}?find=lop", headers={"hx-request": "true"})
    rows = typed.text.partition('id="check-in-list"')[2]
    assert [name in rows for name in ("Ana Lopez", "Ben Okafor")] == [True, False]
    assert "autofocus" not in rows
    content = director_client.get(f"{PAGE}?find=lop").text
    before, _list, rows = content.partition('id="check-in-list"')
    assert ["autofocus" in part for part in (before, rows)] == [True, False]


def test_division_of_another_event_is_refused(director_client, desk, four):
    other = create_division(desk, create_event(desk, name="Spring", preset="club"), name="A")
    director_client.post(f"{PAGE}walk-in/", {"name": "Johnny Walker", "division": other.pk})
    assert Entry.objects.count() == 4


def test_only_players_ticked_as_absent_are_left_out(director_client, desk, four):
    set_plan(desk, four, [PlannedRounds(1, 3, "swiss")])
    check_in(desk, Entry.objects.select_related("division__event", "player").first(), here=True)
    director_client.post("/events/autumn-open/a/rounds/1/pair/present/", {"absent": ["2", "9"]})
    assert list(Entry.objects.exclude(withdrawn_after=None).values_list("number", flat=True)) == [2]


def test_door_helper_can_only_check_in(desk, four):
    client = browser_in(desk, four.event, Role.DOOR)
    shown = client.get(PAGE)
    assert "Check in all 4 missing" in text(shown)
    assert "Walk-in" not in text(shown)
    assert "Pair" not in text(shown)
    client.post(f"{PAGE}tap/", {"find": "dai"})
    assert Entry.objects.get(number=4).arrived_at is not None
    assert client.post(f"{PAGE}walk-in/", {"name": "Eve Stone"}).status_code == 403
    assert client.get("/events/autumn-open/a/results/").status_code == 403


def test_list_is_refreshed_only_after_a_change_and_keeps_its_filter(director_client, desk, four):
    page = director_client.get(f"{PAGE}?sort=-number&here=missing")
    address = f"{PAGE}?since={page.context['version']}&amp;sort=-number&amp;here=missing"
    assert f'hx-get="{address}"' in page.text
    since = address.replace("&amp;", "&")
    assert director_client.get(since).status_code == 204
    check_in(desk, Entry.objects.select_related("division__event", "player").first(), here=True)
    newer = director_client.get(since, headers={"HX-Request": "true"})
    assert "3 missing of 4, 1 here." in text(newer)
    content = newer.text
    for part in ("check-in-state", "list-rows", "list-line", "check-in-poll", "places"):
        assert f'id="{part}"' in content, part
    for part in ("<html", "<h1", 'id="find"', "walk-in/"):
        assert part not in content, part
    rows = content.partition('id="list-rows"')[2].partition("data-poll")[0]
    assert "since" not in rows, "a link of the rows asks for what is newer"
    names = [row.record.name for row in newer.context["table"].paginated_rows]
    assert names == ["Dai Jones", "Zoë Müller", "Ben Okafor"]


def test_owes_column_appears_only_if_a_player_owes_something(director_client, four):
    assert ">Owes<" not in director_client.get(PAGE).text.partition("list-rows")[2]
    Entry.objects.filter(number=2).update(owes="20 EUR")
    for address in (PAGE, f"{PAGE}?find=ana"):
        page = director_client.get(address).text
        assert 'data-label="Owes"' in page.partition("list-rows")[2], address
    assert "20 EUR" in text(director_client.get(PAGE))
