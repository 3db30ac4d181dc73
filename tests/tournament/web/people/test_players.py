"""The list of players: search, filters, sorting, columns, download, and changes to several players."""

import pytest

from tests.shown import text
from tournament.actions.event.events import create_division
from tournament.actions.people.entries import add_players
from tournament.models import Entry, UndoStep

pytestmark = pytest.mark.django_db
PAGE = "/events/autumn-open/players/"
CHANGE = f"{PAGE}change/"


def names(page):
    """Return the names on the page in order."""
    return [row.record.name for row in page.context["table"].paginated_rows]


def mark(*numbers):
    return [str(Entry.objects.get(number=number).pk) for number in numbers]


def test_players_are_listed_by_number_and_sorted_by_the_query(director_client, four):
    assert names(director_client.get(PAGE)) == [
        "Ana Lopez",
        "Ben Okafor",
        "Zoë Müller",
        "Dai Jones",
    ]
    by_name = director_client.get(f"{PAGE}?sort=name")
    assert names(by_name) == ["Dai Jones", "Ana Lopez", "Zoë Müller", "Ben Okafor"]
    assert 'aria-sort="ascending"' in by_name.text
    by_rating = names(director_client.get(f"{PAGE}?sort=-rating"))
    assert by_rating == names(director_client.get(PAGE))
    assert names(director_client.get(f"{PAGE}?sort=nonsense")) == by_rating


def test_search_matches_all_words_and_filters_apply(director_client, four):
    Entry.objects.filter(number=2).update(team="Rosas")
    assert names(director_client.get(f"{PAGE}?find=be+OK")) == ["Ben Okafor"]
    assert names(director_client.get(f"{PAGE}?team=Rosas")) == ["Ben Okafor"]
    assert len(names(director_client.get(f"{PAGE}?team=Nobody"))) == 4
    director_client.post(CHANGE, {"do": "here", "row": mark(1, 3)})
    here = director_client.get(f"{PAGE}?here=here")
    assert names(here) == ["Ana Lopez", "Zoë Müller"]
    assert "2 of 4" in text(here)
    nobody = director_client.get(f"{PAGE}?find=zz")
    assert "No rows match." in text(nobody)


def test_marked_players_are_checked_in_and_undone_together(director_client, four):
    answer = director_client.post(
        CHANGE, {"do": "here", "row": mark(1, 2, 4), "back": f"{PAGE}?sort=name"}, follow=True
    )
    assert answer.redirect_chain == [(f"{PAGE}?sort=name", 302)]
    assert "3 players changed." in text(answer)
    assert Entry.objects.exclude(arrived_at=None).count() == 3
    step = UndoStep.objects.latest("pk")
    assert step.activity.summary == "3 players of division A checked in."
    director_client.post(f"/events/autumn-open/a/undo/{step.pk}/")
    assert not Entry.objects.exclude(arrived_at=None).exists()


def test_marked_players_get_a_team_and_a_class(director_client, four):
    director_client.post(CHANGE, {"do": "team", "team": "Rosas", "row": mark(1, 2)})
    director_client.post(CHANGE, {"do": "class", "rating_class": "B", "row": mark(2, 3)})
    described = Entry.objects.order_by("number").values_list("team", "rating_class")
    assert list(described) == [("Rosas", ""), ("Rosas", "B"), ("", "B"), ("", "")]


def test_marked_players_move_together(director_client, desk, event, four):
    other = create_division(desk, event, name="B")
    director_client.post(CHANGE, {"do": "move", "division": other.slug, "row": mark(2, 3)})
    assert sorted(row.name for row in other.entries.all()) == ["Ben Okafor", "Zoë Müller"]


def test_no_marked_player_moves_if_one_cannot(director_client, desk, event, round_one):
    other = create_division(desk, event, name="B")
    add_players(desk, round_one.division, "Eva Ek")
    everybody = [str(row.pk) for row in Entry.objects.order_by("-number")]
    data = {"do": "move", "division": other.slug, "row": everybody}
    answer = director_client.post(CHANGE, data, follow=True)
    assert "Ana Lopez has been paired in a published round of division A." in text(answer)
    assert not other.entries.exists()


def test_missing_marks_and_unknown_actions_are_reported(director_client, four):
    assert "No player is selected." in text(
        director_client.post(CHANGE, {"do": "here"}, follow=True)
    )
    nothing = director_client.post(CHANGE, {"do": "dance", "row": mark(1)}, follow=True)
    assert "Choose what to do with the selected players." in text(nothing)


def test_badges_and_scorecards_are_printed_for_marked_players(director_client, four):
    for paper, name in (("name_badges", "Ana Lopez"), ("scorecards", "Ana Lopez")):
        answer = director_client.post(CHANGE, {"do": paper, "row": mark(1, 3)})
        assert answer.url == f"/events/autumn-open/reports/{paper}/?only=a.1+a.3&format=pdf"
        shown = text(director_client.get(answer.url.replace("format=pdf", "format=html")))
        assert name in shown
        assert "Zoë Müller" in shown
        assert "Dai Jones" not in shown
    refused = director_client.get("/events/autumn-open/reports/name_badges/?only=Ana&format=pdf")
    assert refused.status_code == 422
    assert "“Ana” is not a valid number or range" in text(refused)


def test_chosen_columns_are_remembered_in_a_cookie(director_client, four):
    answer = director_client.get(f"{PAGE}?find=a&columns=&columns=team&columns=nonsense")
    assert answer.url == f"{PAGE}?find=a"
    assert answer.cookies["ninetimer-columns-players"].value == "team"
    headings = [column.name for column in director_client.get(PAGE).context["table"].columns]
    assert headings == ["name", "team"]
