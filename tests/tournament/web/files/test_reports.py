"""The menu of reports: in order of use, with a preview of the first page."""

import pytest

from tests.shown import source
from tournament.actions.people.entries import add_players
from tournament.reports.definition import EARLIER_KEYS, all_reports

pytestmark = pytest.mark.django_db

MENU = "/events/autumn-open/reports/"


def test_report_variants_are_chosen_above_the_report(director_client, event, whole_robin):
    page = source(director_client.get(f"{MENU}?show=records&which=high_losses&count=1"))
    assert (
        '<a href="?show=records&amp;which=high_losses" aria-current="page">High losses</a>' in page
    )
    assert '<a href="?show=records&amp;which=lucky">Lucky and unlucky</a>' in page
    assert '<input type="hidden" name="which" value="high_losses">' in page
    assert ('id="ask-count"' in page, 'id="ask-players"' in page) == (True, False)
    assert "A tied game is not a loss." in page
    assert page.count("<tbody") == 1


@pytest.mark.parametrize("key", EARLIER_KEYS)
def test_bookmark_of_a_former_report_leads_to_its_variant(director_client, event, whole_robin, key):
    report, value = EARLIER_KEYS[key]
    page = source(director_client.get(f"{MENU}?show={key}"))
    link = f"?show={report}&amp;{all_reports()[report].chooses}={value}"
    assert f'<a href="{link}" aria-current="page">' in page
    now = director_client.get(
        f"{MENU}{report}/?{all_reports()[report].chooses}={value}&format=json"
    )
    earlier = director_client.get(f"{MENU}{key}/?format=json")
    assert earlier.content == now.content
    assert earlier["Content-Disposition"] == now["Content-Disposition"]
    assert key.replace("_", "-") in now["Content-Disposition"]


def test_option_unknown_to_the_variant_is_refused(director_client, event, whole_robin):
    answer = director_client.get(f"{MENU}records/?which=bingos&count=3&format=pdf")
    assert answer.status_code == 422
    assert "This report has no option count." in source(answer)
    for address in ("records/?which=odd", "?show=records&which=odd"):
        assert "There is no report “odd”." in source(director_client.get(MENU + address))


def test_scorekeeper_is_offered_no_private_report(keeper_client, four):
    page = source(keeper_client.get(MENU))
    private = [key for key, item in all_reports().items() if item.private]
    assert private
    assert [key for key in private if f"show={key}" in page] == []
    assert "Standings</h2>" in source(keeper_client.get(f"{MENU}?show=treasurer"))


def test_rows_beyond_the_preview_are_counted(director_client, desk, event, division):
    names = ["ab", "cd", "ef", "gh", "ij", "kl", "mn"]
    add_players(desk, division, "\n".join(f"{a.title()} {b.title()}" for a in names for b in names))
    assert "19 more rows on paper." in source(director_client.get(f"{MENU}?show=roster"))


@pytest.mark.parametrize("key", ["season", "score_graph", "recount", "score_sheet"])
def test_unsuitable_report_shows_an_explanation(director_client, event, four, key):
    page = source(director_client.get(f"{MENU}?show={key}"))
    assert ('class="empty"' in page, "more row" in page) == (True, False)
    assert key != "score_sheet" or "Division A has no rounds yet." in page


@pytest.mark.parametrize("menu", [MENU, "/events/autumn-open/print/"])
def test_event_without_divisions_has_a_report_menu(director_client, event, menu):
    assert "Autumn Open has no divisions yet." in source(director_client.get(menu))


@pytest.mark.parametrize(("report", "option"), [("standings", "ratings"), ("prizes", "winners")])
def test_yes_or_no_option_is_a_select_field(director_client, event, report, option):
    page = director_client.get(f"/events/autumn-open/reports/?show={report}&{option}=no")
    assert f'<select name="{option}"' in page.text
    assert f'<input name="{option}"' not in page.text
