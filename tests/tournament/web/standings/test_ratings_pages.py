"""The pages of ratings: preview, final rating, undo; lists checked before saving."""

import datetime as dt

import pytest
from django.core.files.uploadedfile import SimpleUploadedFile

from tournament.actions.people.clubs import assign_to_club, create_club
from tournament.actions.people.rating_lists import add_rating_list
from tournament.actions.results.results import correct_result, enter_result
from tournament.engine.ratings.rating_list import parse_rating_list
from tournament.models import Division, Entry, Rating, RatingList

pytestmark = pytest.mark.django_db
PAGE = "/events/autumn-open/a/ratings/"
LIST = {"system": "naspa", "name": "NWL", "as_of": "2026-09-01", "club": ""}
ROWS = "Name\tRating\nLopez, Ana\t1850\nBen Okafor\tmany\n=cmd()\t1200\n<b>Eve</b>\t1100"


def test_preview_shows_the_ratings_after_the_last_round(director_client, whole_robin):
    text = director_client.get(PAGE).text
    assert "Calculated by NASPA as if the event ended now" in text
    assert "after round 3" in text
    assert "<strong>1801</strong>" in text
    assert (
        "The ratings entered with the players are used: no list of NASPA ratings has been added"
    ) in text


@pytest.fixture
def no_system(event):
    """Remove the rating system from the event's rules."""
    event.rules_copy = event.rules_copy | {"rating_system": "none"}
    event.save()


def listed(desk, key="wespa", club=None):
    return add_rating_list(
        desk,
        key=key,
        name="Some list",
        as_of=dt.date(2026, 9, 1),
        source="typed",
        read=parse_rating_list([["Name", "Rating"], ["Ana Lopez", "1777"]]),
        club=club,
    )


@pytest.mark.full
def test_page_asks_for_a_system_until_lists_of_only_one_exist(
    director_client, desk, event, no_system, whole_robin
):
    page = director_client.get(PAGE)
    assert "Choose one to see the ratings." in page.text
    assert '<option value="" selected>Choose …</option>' in page.text
    assert "Rate the division" not in page.text
    assert "shown" not in page.context
    posted = director_client.post(PAGE, {"system": ""})
    assert "Choose one to see the ratings." in posted.text
    assert not Rating.objects.exists()
    listed(desk, "wespa")
    text = director_client.get(PAGE).text
    assert "Calculated by WESPA as if the event ended now" in text
    assert "The rules of this event name no rating system. This is WESPA" in text
    listed(desk, "naspa")
    assert "Choose one" in director_client.get(PAGE).text
    club = create_club(desk, name="Hall Club")
    assign_to_club(desk, event, club)
    listed(desk, "german", club)
    assert "by German" in director_client.get(PAGE).text


@pytest.mark.full
def test_page_stays_with_the_system_used_for_rating(director_client, no_system, whole_robin):
    rated = director_client.post(PAGE, {"system": "wespa"}, follow=True)
    assert rated.redirect_chain == [(f"{PAGE}?system=wespa", 302)]
    assert "Rated by WESPA" in rated.text
    assert "Rated by WESPA" in director_client.get(PAGE).text
    address = f"{PAGE}{Rating.objects.get().pk}/undo/"
    for reason in ("", "a slip"):
        page = director_client.post(address, {"reason": reason}, follow=True)
        assert page.redirect_chain == [(f"{PAGE}?system=wespa", 302)]
    assert "Calculated by WESPA as if the event ended now" in page.text


def test_new_list_preselects_the_system_of_existing_lists(director_client, desk):
    text = director_client.get("/ratings/").text
    assert '<option value="" selected>Choose …</option>' in text
    listed(desk, "wespa")
    text = director_client.get("/ratings/").text
    assert '<option value="wespa" selected>' in text


def test_preview_by_another_system_is_available(director_client, whole_robin):
    page = director_client.get(PAGE, {"system": "wespa"})
    assert "by WESPA" in page.text
    assert director_client.get(PAGE, {"system": "nonsense"}).status_code == 200


def test_remaining_planned_rounds_are_mentioned_before_rating(director_client, whole_robin):
    assert "rounds are planned" not in director_client.get(PAGE).text
    Division.objects.update(rounds_planned=5)
    text = director_client.get(PAGE).text
    assert "5 rounds are planned; if you rate now, only the games up to round 3 count." in text


def test_division_is_rated_and_the_rating_undone_with_a_reason(director_client, whole_robin):
    page = director_client.post(PAGE, {"system": "naspa"}, follow=True)
    assert "Division A has been rated through round 3." in page.text
    assert "Rated by NASPA" in page.text
    assert "NASPA, through round 3" in page.text
    again = director_client.post(PAGE, {"system": "naspa"})
    assert (again.status_code, Rating.objects.count()) == (422, 1)
    rating = Rating.objects.get()
    nothing = director_client.post(f"{PAGE}{rating.pk}/undo/", {"reason": ""}, follow=True)
    assert "Give a reason for undoing the rating; the reason is recorded" in nothing.text
    director_client.post(f"{PAGE}{rating.pk}/undo/", {"reason": "a wrong result"})
    rating.refresh_from_db()
    assert rating.undone_why == "a wrong result"


def test_rated_club_session_is_shown_with_its_stored_ratings(
    director_client, desk, event, whole_robin
):
    assign_to_club(desk, event, create_club(desk, name="Hall Club"))
    before = director_client.get(PAGE).context["shown"]
    director_client.post(PAGE, {"system": "naspa"})
    after = director_client.get(PAGE).context["shown"]
    assert [(row.old, row.new) for row in after.rows] == [(r.old, r.new) for r in before.rows]
    assert (after.stood_on, after.differs) == (None, False)


@pytest.mark.parametrize("query", [{}, {"system": "naspa"}])
def test_light_rating_is_shown_as_calculated(director_client, whole_robin, query):
    director_client.post(PAGE, {"system": "naspa", "lightly": "on"})
    stored = [change.new for change in Rating.objects.get().changes.all()]
    assert [row.new for row in director_client.get(PAGE, query).context["shown"].rows] == stored


def test_result_corrected_after_the_rating_is_reported(director_client, desk, whole_robin, board):
    director_client.post(PAGE, {"system": "naspa"})
    sentence = "Results have been entered or corrected since the division was rated"
    assert sentence not in director_client.get(PAGE).text
    correct_result(desk, board(1, whole_robin[0]), 300, 400, reason="read the wrong way round")
    assert sentence in director_client.get(PAGE).text


def test_options_of_the_rating_system_are_used(director_client, whole_robin):
    director_client.post(PAGE, {"system": "naspa", "lightly": "on"})
    assert Rating.objects.get().options == {"lightly": True}
    wrong = director_client.post(PAGE, {"system": "german", "each": "lots"})
    assert wrong.status_code == 422
    assert "Enter a number" in wrong.text


def test_division_with_a_missing_result_cannot_be_rated(director_client, desk, round_one, board):
    enter_result(desk, board(1), 400, 300)
    assert "round 1 board 2" in director_client.get(PAGE).text
    refused = director_client.post(PAGE, {"system": "naspa"})
    assert refused.status_code == 422
    assert not Rating.objects.exists()


def test_division_without_games_cannot_be_rated(director_client, four):
    assert "nothing can be rated" in director_client.get(PAGE).text


def test_rating_list_is_previewed_before_saving(director_client):
    read = director_client.post("/ratings/", {**LIST, "rows": ROWS, "step": "read"})
    text = read.text
    assert "3 people read" in text
    assert "Row 3: “many” is not a rating." in text
    assert "&lt;b&gt;Eve&lt;/b&gt;" in text
    assert "<b>Eve" not in text
    assert not RatingList.objects.exists()
    saved = director_client.post("/ratings/", {**LIST, "rows": ROWS, "step": "save"}, follow=True)
    assert "3 people" in saved.text
    assert [row.rating for row in RatingList.objects.get().rows.all()] == [1850, 1200, 1100]


def test_rating_list_is_read_from_a_file(director_client):
    file = SimpleUploadedFile("list.csv", b"Player;Rating;Games\nAna Lopez;1850;120\n")
    page = director_client.post("/ratings/", {**LIST, "name": "", "file": file, "step": "file"})
    text = page.text
    assert "Ana Lopez\t1850\t120" in text
    assert "the file list.csv" in text
    wrong = SimpleUploadedFile("list.pdf", b"%PDF-1.4")
    refused = director_client.post("/ratings/", {**LIST, "file": wrong, "step": "file"})
    assert refused.status_code == 422
    assert "Ninetimer cannot" in refused.text


def test_list_with_only_a_heading_is_explained(director_client):
    data = SimpleUploadedFile("june.csv", b"Name,Rating\n")
    page = director_client.post("/ratings/", {**LIST, "step": "file", "file": data}).text
    assert "The list is empty: there is no row below the heading." in page


def test_rating_list_is_withdrawn_with_a_reason(director_client):
    director_client.post("/ratings/", {**LIST, "rows": ROWS, "step": "save"})
    rating_list = RatingList.objects.get()
    director_client.post(f"/ratings/{rating_list.pk}/take-back/", {"reason": "last year's"})
    text = director_client.get(f"/ratings/{rating_list.pk}/").text
    assert "Not used since" in text
    assert "last year&#x27;s" in text


def test_page_asks_for_career_games_and_names_assumed_ones(director_client, whole_robin):
    text = director_client.get(PAGE).text
    assert (
        "The career games of Ana Lopez, Ben Okafor, Zoë Müller and Dai Jones are not known." in text
    )
    assert "Enter career games for 4 players" in text
    response = director_client.post(
        f"{PAGE}games/", {"system": "naspa", "games_1": "12", "games_2": "400", "games_3": ""}
    )
    assert response.url == f"{PAGE}?system=naspa"
    text = director_client.get(response.url).text
    assert "The career games of Ana Lopez and Ben Okafor have been saved." in text
    assert "Enter career games for 2 players" in text
    assert "The career games of Zoë Müller and Dai Jones are not known." in text
    assert list(Entry.objects.order_by("number").values_list("career_games", flat=True)) == [
        12, 400, None, None,
    ]  # fmt: skip


def test_invalid_career_games_are_shown_again_as_typed(director_client, whole_robin):
    answer = director_client.post(f"{PAGE}games/", {"system": "naspa", "games_1": "many"})
    assert answer.status_code == 422
    text = answer.text
    assert "This is not a whole number." in text
    assert 'value="many"' in text
    assert not Entry.objects.exclude(career_games=None).exists()


def test_career_games_are_not_requested_if_irrelevant_or_already_rated(
    director_client, whole_robin
):
    assert "Career games" not in director_client.get(f"{PAGE}?system=aspa").text
    director_client.post(PAGE, {"system": "naspa"})
    assert "Enter career games for" not in director_client.get(PAGE).text
