"""The check-in desk, as the director's browser sees it."""

import pytest

from tests.tournament.web.event.test_setting_up import text
from tournament.actions.event.events import create_division
from tournament.actions.people.entries import add_players
from tournament.actions.people.withdrawals import withdraw
from tournament.actions.results.results import enter_result
from tournament.models import Entry

pytestmark = pytest.mark.django_db
PAGE = "/events/autumn-open/check-in/"


def test_a_tap_counts_and_goes_back_to_the_list(director_client, four):
    assert "4 missing of 4, 0 here." in text(director_client.get(PAGE))
    ana = Entry.objects.get(number=1)
    response = director_client.post(f"{PAGE}tap/", {"entry": ana.pk, "here": "1", "missing": "1"})
    assert response.url == f"{PAGE}?missing=1"
    shown = text(director_client.get(response.url))
    assert "Ana Lopez is here. Check-in 3 missing of 4, 1 here." in shown
    assert "Ana Lopez A, 1" not in shown


def test_the_list_follows_what_is_typed_and_the_typing_keeps_the_focus(director_client, four):
    typed = director_client.get(f"{PAGE}?find=lop", headers={"hx-request": "true"})
    rows = typed.content.decode().partition('id="check-in-list"')[2]
    assert [name in rows for name in ("Ana Lopez", "Ben Okafor")] == [True, False]
    assert "autofocus" not in rows
    content = director_client.get(f"{PAGE}?find=lop").content.decode()
    assert "autofocus" in content.partition('id="check-in-list"')[2]


def test_a_search_that_finds_nobody_points_at_the_walk_in(director_client, four):
    assert "Nobody is called “quux”." in text(director_client.get(f"{PAGE}?find=quux"))


def test_a_walk_in_in_one_form(director_client, desk, four):
    b = create_division(desk, four.event, name="B")
    director_client.post(
        f"{PAGE}walk-in/", {"name": "Johnny Walker", "rating": "1300", "division": b.pk}
    )
    entry = Entry.objects.get(division=b)
    assert (entry.name, entry.rating, entry.arrived_at is not None) == ("Johnny Walker", 1300, True)


def test_a_walk_in_who_is_entered_already_is_refused_and_nothing_typed_is_lost(
    director_client, four
):
    response = director_client.post(
        f"{PAGE}walk-in/", {"name": "Ana Lopez", "rating": "1300", "division": four.pk}
    )
    assert response.status_code == 422
    assert 'value="Ana Lopez"' in response.content.decode()
    assert Entry.objects.count() == 4


def test_a_division_of_another_event_is_no_choice(director_client, desk, four):
    from tournament.actions.event.events import create_event

    other = create_division(desk, create_event(desk, name="Spring", preset="club"), name="A")
    director_client.post(f"{PAGE}walk-in/", {"name": "Johnny Walker", "division": other.pk})
    assert Entry.objects.count() == 4


def test_a_player_is_moved_and_a_tap_taken_back_on_the_persons_page(director_client, desk, four):
    b = create_division(desk, four.event, name="B")
    page = "/events/autumn-open/a/players/1/"
    director_client.post(f"{page}here/", {"here": "1"})
    director_client.post(f"{page}here/", {"here": "0"})
    assert Entry.objects.get(number=1).arrived_at is None
    response = director_client.post(f"{page}move/", {"to": b.pk})
    assert response.url == "/events/autumn-open/b/players/1/"


def test_the_desk_asks_as_much_for_one_person_as_for_many(
    director_client, desk, division, django_assert_num_queries
):
    for people in ("Ana Lopez", "Ben Okafor\nDai Jones\nZoë Müller"):
        add_players(desk, division, people)
        with django_assert_num_queries(10):
            director_client.get(PAGE)


def test_who_withdrew_is_found_marked_and_plays_again_from_the_desk(director_client, desk, four):
    withdraw(desk, Entry.objects.select_related("division__event").get(number=4))
    assert "Dai Jones" not in text(director_client.get(PAGE))
    response = director_client.get(f"{PAGE}?find=dai")
    assert "Dai Jones A, 4, withdrawn plays again" in text(response)
    there = "/events/autumn-open/a/players/4/return/"
    assert f'formaction="{there}"' in response.content.decode()
    back = director_client.post(there, {"from": "check_in"})
    assert back.url == f"{PAGE}?find=Dai+Jones"
    assert Entry.objects.get(number=4).withdrawn_after is None


def test_the_page_of_somebody_missing_is_opened_from_the_desk(director_client, four):
    shown = director_client.get(PAGE).content.decode()
    assert [f'href="/events/autumn-open/a/players/{n}/"' in shown for n in range(1, 5)] == [
        True
    ] * 4


def test_a_walk_in_in_another_division_already_is_told_so(director_client, desk, four):
    b = create_division(desk, four.event, name="B")
    response = director_client.post(f"{PAGE}walk-in/", {"name": "Ana Lopez", "division": b.pk})
    assert "Ana Lopez is in division A already: move them from there." in text(response)
    assert Entry.objects.count() == 4


def test_a_walk_in_during_a_round_is_told_what_it_costs_before_and_after(
    director_client, round_one, board, desk
):
    enter_result(desk, board(1), 400, 380)
    sentence = "misses round 1: a forfeit, −50 by these rules."
    shown = text(director_client.get(PAGE))
    assert f"Who comes into division A from the next round on {sentence}" in shown
    assert "Joins" not in shown
    data = {"name": "Eve Stone", "division": round_one.division.pk}
    done = text(director_client.post(f"{PAGE}walk-in/", data, follow=True))
    assert f"Eve Stone is number 5 in division A, and here, and {sentence}" in done


def test_a_walk_in_is_offered_what_is_possible(director_client, desk, round_one):
    page = director_client.get(PAGE)
    assert page.context["form"].fields["joining"].choices == [
        ("new_bye", "in round 1, with a new bye"),
        ("next_round", "from round 2 on"),
    ]
    data = {"name": "Eve Stone", "division": round_one.division.pk, "joining": "new_bye"}
    done = text(director_client.post(f"{PAGE}walk-in/", data, follow=True))
    assert "number 5 in division A, and here, in round 1, with a new bye." in done
    page = director_client.get(PAGE)
    assert page.context["form"].fields["joining"].choices[0] == (
        "byes_seat",
        "in round 1, against Eve Stone, who has the bye",
    )


def test_before_the_first_round_nothing_is_missed(director_client, four):
    shown = director_client.get(PAGE)
    assert shown.context["missed"] == []
    assert "joining" not in shown.context["form"].fields


@pytest.mark.parametrize(
    ("typed", "rating", "sentence"),
    [("1,650", 1650, "and here."), ("0", None, "and here. 0 is taken as unrated.")],
)
def test_a_walk_ins_rating_is_read_as_people_write_it(
    director_client, four, typed, rating, sentence
):
    data = {"name": "Eve Stone", "rating": typed, "division": four.pk}
    response = director_client.post(f"{PAGE}walk-in/", data, follow=True)
    assert f"Eve Stone is number 5 in division A, {sentence}" in text(response)
    assert Entry.objects.get(number=5).rating == rating


def test_a_walk_ins_rating_that_is_none_is_told_why(director_client, four):
    data = {"name": "Eve Stone", "rating": "#12", "division": four.pk}
    response = director_client.post(f"{PAGE}walk-in/", data)
    assert "“#12” is a member number, not a rating." in text(response)
    assert Entry.objects.count() == 4
