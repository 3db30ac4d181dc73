"""The pages of prizes and classes: parsed before saving, kept after errors, explained."""

import re

import pytest

from tests.shown import source
from tournament.actions.standings.prizes import add_prizes
from tournament.queries.standings.prizes import prizes_of

pytestmark = pytest.mark.django_db

PRIZES = "/events/autumn-open/prizes/"


def test_pasted_prizes_are_previewed_before_saving(director_client, event, four):
    response = director_client.post(
        PRIZES, {"prizes": "A: 1st = 300\nbest hat 3\nclass C 20", "step": "read"}
    )
    page = source(response)
    assert "2 prizes in 3 lines." in page
    assert "Not added</span> This line cannot be read. Write a place" in page
    assert "No player is in class C yet." in page
    assert "best hat 3</textarea>" not in page
    assert "best hat 3\nclass C 20</textarea>" in response.text.replace("\r", "")
    assert prizes_of(event) == []


def test_prizes_are_added_and_the_ceremony_is_shown(director_client, event, whole_robin):
    response = director_client.post(PRIZES, {"prizes": "1st = 300\nhigh win = 10", "step": "save"})
    assert response.url == PRIZES
    page = source(director_client.get(PRIZES))
    assert "2 prizes added." in page
    assert page.index(">1st place</a>") < page.index(">High win</a>")
    (podium,) = re.findall(r'<section class="podium".*?</section>', page)
    (winners,) = re.findall(r"The top places\. 1: ([^.]+)\.", podium)
    drawn = re.findall(r"<text[^>]*>([^<]*)<", podium)
    assert drawn[0] == "1"
    for winner in winners.split(" and "):
        assert f"<strong>{winner}</strong>" in page
        assert winner in drawn
    assert "400 to 380 in round 1 against" in page


def test_prize_is_defined_with_the_options_of_its_kind(director_client, event, four):
    where = f"{PRIZES}new/?kind=rating_class"
    assert 'name="option_rating_class"' in source(director_client.get(where))
    given = {"division": str(four.pk), "place": "1", "value": "20", "exclusive": "on"}
    response = director_client.post(where, given)
    assert (response.status_code, prizes_of(event)) == (422, [])
    response = director_client.post(where, {**given, "option_rating_class": "B"})
    assert response.url == PRIZES
    (prize,) = prizes_of(event)
    assert (prize.kind, prize.options, prize.value) == ("rating_class", {"rating_class": "B"}, "20")


def test_winner_is_chosen_by_hand_and_reset_to_the_results(
    director_client, desk, event, whole_robin
):
    (prize,) = add_prizes(desk, event, "1st = 300")
    where = f"{PRIZES}{prize.pk}/"
    assert "according to the results: " in source(director_client.get(where))
    dai = event.divisions.get().entries.get(number=4)
    director_client.post(where, {"step": "winner", "winner": str(dai.pk), "why": "a coin"})
    page = source(director_client.get(PRIZES))
    assert "<strong>Dai Jones</strong>" in page
    assert "Chosen by hand: a coin" in page
    director_client.post(where, {"step": "winner", "winner": "", "why": ""})
    assert "Chosen by hand" not in source(director_client.get(PRIZES))


def test_prize_is_changed_moved_and_removed(director_client, desk, event, four):
    first, second = add_prizes(desk, event, "high win 5\nhigh loss 4")
    changed = {"step": "save", "division": "", "place": "2", "value": "7", "title": "Big one"}
    assert director_client.post(f"{PRIZES}{first.pk}/", changed).url == PRIZES
    director_client.post(f"{PRIZES}move/", {"prize": second.pk, "to": "up"})
    assert [(p.title, p.place, p.value) for p in prizes_of(event)] == [
        ("", 1, "4"),
        ("Big one", 2, "7"),
    ]
    director_client.post(f"{PRIZES}{first.pk}/", {"step": "remove"})
    assert [prize.pk for prize in prizes_of(event)] == [second.pk]


def test_classes_are_cut_on_a_page(director_client, four):
    where = "/events/autumn-open/a/classes/"
    response = director_client.post(where, {"classes": "A from 1700, B 1800"})
    assert response.status_code == 422
    assert "1800 is not below 1700: write the strongest class first." in source(response)
    assert "A from 1700, B 1800</textarea>" in source(response)
    assert director_client.post(where, {"classes": "A from 1700, B"}).url == where
    assert list(four.entries.values_list("rating_class", flat=True)) == ["A", "A", "B", "B"]
    page = source(director_client.get(where))
    assert "The classes of 4 players have changed." in page
    assert "A from 1700 B</textarea>" in page
    director_client.post(where, {"step": "equally", "parts": "4"})
    assert list(four.entries.values_list("rating_class", flat=True)) == ["A", "B", "C", "D"]
