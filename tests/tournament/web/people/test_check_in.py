"""The check-in desk in the director's browser."""

import re

import pytest

from tests.shown import text
from tests.tournament.logged_in import browser_in
from tournament.actions.event.events import create_division, create_event
from tournament.actions.people.bulk_entries import pair_present_entries
from tournament.actions.people.check_in import check_in
from tournament.actions.people.entries import add_players
from tournament.actions.people.withdrawals import withdraw
from tournament.actions.results.results import enter_result
from tournament.actions.rounds.plans import set_plan
from tournament.engine.pairing.event_plan import PlannedRounds
from tournament.models import Entry, Pairing, UndoStep
from tournament.models.membership import Role

pytestmark = pytest.mark.django_db
PAGE = "/events/autumn-open/check-in/"


def test_check_in_returns_to_the_same_list(director_client, four):
    assert "4 missing of 4, 0 here." in text(director_client.get(PAGE))
    ana = Entry.objects.get(number=1)
    narrowed = f"{PAGE}?here=missing&sort=-number"
    form = {"entry": ana.pk, "here": "1", "find": "lop", "back": f"{narrowed}&find=lop&page=2"}
    response = director_client.post(f"{PAGE}tap/", form)
    assert response.url == narrowed
    shown = text(director_client.get(response.url))
    assert "Ana Lopez is checked in." in shown
    assert "3 missing of 4, 1 here." in shown
    assert names_listed(director_client, response.url) == ["Dai Jones", "Zoë Müller", "Ben Okafor"]


def names_listed(client, address):
    return [row.record.name for row in client.get(address).context["table"].paginated_rows]


def test_search_updates_the_list_without_losing_focus(director_client, four):
    typed = director_client.get(f"{PAGE}?find=lop", headers={"hx-request": "true"})
    rows = typed.text.partition('id="check-in-list"')[2]
    assert [name in rows for name in ("Ana Lopez", "Ben Okafor")] == [True, False]
    assert "autofocus" not in rows
    content = director_client.get(f"{PAGE}?find=lop").text
    before, _list, rows = content.partition('id="check-in-list"')
    assert ["autofocus" in part for part in (before, rows)] == [True, False]


def test_unsuccessful_search_suggests_a_walk_in(director_client, four):
    page = director_client.get(f"{PAGE}?find=quux")
    assert "No player is called “quux”." in text(page)
    assert 'href="?find=quux#walk-in"' in page.text
    assert page.context["form"]["name"].value() == "quux"
    for known in ("Ana", "1", "99"):
        page = director_client.get(f"{PAGE}?find={known}")
        assert (page.context["form"]["name"].value(), page.context["new_name"]) == ("", "")


def test_walk_in_is_added_with_one_form(director_client, desk, four):
    b = create_division(desk, four.event, name="B")
    director_client.post(
        f"{PAGE}walk-in/", {"name": "Johnny Walker", "rating": "1300", "division": b.pk}
    )
    entry = Entry.objects.get(division=b)
    assert (entry.name, entry.rating, entry.arrived_at is not None) == ("Johnny Walker", 1300, True)


def test_walk_in_already_entered_is_refused_and_the_input_is_kept(director_client, four):
    response = director_client.post(
        f"{PAGE}walk-in/", {"name": "Ana Lopez", "rating": "1300", "division": four.pk}
    )
    assert response.status_code == 422
    assert 'value="Ana Lopez"' in response.text
    assert Entry.objects.count() == 4


def test_division_of_another_event_is_refused(director_client, desk, four):
    other = create_division(desk, create_event(desk, name="Spring", preset="club"), name="A")
    director_client.post(f"{PAGE}walk-in/", {"name": "Johnny Walker", "division": other.pk})
    assert Entry.objects.count() == 4


def test_player_is_moved_and_check_in_reverted_on_the_players_page(director_client, desk, four):
    b = create_division(desk, four.event, name="B")
    page = "/events/autumn-open/a/players/1/"
    director_client.post(f"{page}here/", {"here": "1"})
    director_client.post(f"{page}here/", {"here": "0"})
    assert Entry.objects.get(number=1).arrived_at is None
    response = director_client.post(f"{page}move/", {"to": b.pk})
    assert response.url == "/events/autumn-open/b/players/1/"


def test_withdrawn_player_is_found_and_returns_from_the_check_in_page(director_client, desk, four):
    dai = Entry.objects.select_related("division__event").get(number=4)
    check_in(desk, dai, here=True)
    withdraw(desk, dai)
    assert "Dai Jones" not in text(director_client.get(PAGE))
    response = director_client.get(f"{PAGE}?find=dai")
    assert "Jones, Dai A 4 withdrawn Play again" in text(response)
    there = "/events/autumn-open/a/players/4/return/"
    assert f'formaction="{there}"' in response.text
    back = director_client.post(there, {"from": "check_in"})
    assert back.url == f"{PAGE}?find=Dai+Jones"
    assert Entry.objects.get(number=4).withdrawn_after is None


@pytest.mark.full
def test_enter_returns_an_absent_player_and_names_the_round(director_client, desk, four):
    set_plan(desk, four, [PlannedRounds(1, 3, "round_robin")], rounds=3)
    for number in (1, 2, 3):
        check_in(desk, four.entries.get(number=number), here=True)
    pair_present_entries(desk, four, 1, [4])
    shown = director_client.get(f"{PAGE}?find=dai")
    assert "All 3 are here 1 player is left out." in text(shown)
    button = re.search(r"<button[^>]*formaction[^>]*>([^<]*)<", shown.text)
    assert "outline" in button[0]
    assert button[1] == "Bring back"
    done = text(director_client.post(f"{PAGE}tap/", {"find": "dai"}, follow=True))
    assert (
        "Dai Jones plays again from round 1 on. Pair the draft of round 1 again to include them."
    ) in done
    assert "All 4 are here" in done
    several = text(director_client.post(f"{PAGE}tap/", {"find": "o"}, follow=True))
    assert "Ben Okafor is already checked in." in several
    withdraw(desk, Entry.objects.get(number=4))
    done = text(director_client.post(f"{PAGE}tap/", {"find": "dai jo"}, follow=True))
    assert "Dai Jones plays again from round 1 on." in done


def test_every_missing_player_links_to_the_players_page(director_client, four):
    shown = director_client.get(PAGE).text
    assert [f'href="/events/autumn-open/a/players/{n}/"' in shown for n in range(1, 5)] == [
        True
    ] * 4


def test_cost_of_a_walk_in_during_a_round_is_shown_before_and_after(
    director_client, round_one, board, desk
):
    enter_result(desk, board(1), 400, 380)
    sentence = "misses round 1: a forfeit, −50 under these rules."
    shown = text(director_client.get(PAGE))
    assert f"A player who joins division A in the next round {sentence}" in shown
    assert "When they join" not in shown
    data = {"name": "Eve Stone", "division": round_one.division.pk}
    done = text(director_client.post(f"{PAGE}walk-in/", data, follow=True))
    assert "Eve Stone is number 5 in division A and checked in. They play from round 2 on." in done
    assert f"Eve Stone {sentence}" in done


@pytest.mark.full
def test_walk_in_is_offered_the_possible_late_entries(director_client, desk, round_one):
    page = director_client.get(PAGE)
    assert page.context["form"].fields["late_entry"].choices == [
        ("new_bye", "in round 1, with a new bye"),
        ("next_round", "from round 2 on"),
    ]
    data = {"name": "Eve Stone", "division": round_one.division.pk, "late_entry": "new_bye"}
    done = text(director_client.post(f"{PAGE}walk-in/", data, follow=True))
    assert "number 5 in division A and checked in. In round 1, they have the bye." in done
    page = director_client.get(PAGE)
    assert page.context["form"].fields["late_entry"].choices[0] == (
        "byes_seat",
        "in round 1, against Eve Stone, who has the bye",
    )
    data = {"name": "Bo Field", "division": round_one.division.pk, "late_entry": "byes_seat"}
    done = text(director_client.post(f"{PAGE}walk-in/", data, follow=True))
    assert (
        "number 6 in division A and checked in. In round 1, they play Eve Stone on board 3." in done
    )


@pytest.mark.full
def test_walk_in_button_says_whether_the_player_is_checked_in(director_client, desk, four):
    assert [word in director_client.get(PAGE).text for word in ("Add and check in", ">Add<")] == [
        False,
        True,
    ]
    data = {"name": "Eve Stone", "division": four.pk}
    done = text(director_client.post(f"{PAGE}walk-in/", data, follow=True))
    assert "No players in division A are checked in yet. Tap a name to begin." in done
    check_in(desk, four.entries.get(number=1), here=True)
    assert "Add and check in" in director_client.get(PAGE).text
    data["name"] = "Bo Field"
    done = text(director_client.post(f"{PAGE}walk-in/", data, follow=True))
    assert "Bo Field is number 6 in division A and checked in." in done


def test_walk_in_before_the_first_round_misses_nothing(director_client, four):
    shown = director_client.get(PAGE)
    assert shown.context["missed"] == []
    assert "late_entry" not in shown.context["form"].fields


@pytest.mark.parametrize(
    ("typed", "rating", "sentence"),
    [("1,650", 1650, ""), ("0", None, " A rating of 0 is read as unrated.")],
)
def test_walk_in_rating_is_read_in_common_notations(director_client, four, typed, rating, sentence):
    data = {"name": "Eve Stone", "rating": typed, "division": four.pk}
    response = director_client.post(f"{PAGE}walk-in/", data, follow=True)
    words = text(response)
    assert "Eve Stone is number 5 in division A. " in words
    assert f"Tap a name to begin.{sentence} " in words
    assert Entry.objects.get(number=5).rating == rating


def test_invalid_walk_in_rating_is_explained(director_client, four):
    data = {"name": "Eve Stone", "rating": "#12", "division": four.pk}
    response = director_client.post(f"{PAGE}walk-in/", data)
    assert "“#12” is a member number, not a rating." in text(response)
    assert Entry.objects.count() == 4


def test_enter_checks_in_the_only_matching_missing_player(director_client, four):
    answer = director_client.post(f"{PAGE}tap/", {"find": "lop"}, follow=True)
    assert "Ana Lopez is checked in." in text(answer)
    assert Entry.objects.get(number=1).arrived_at is not None
    answer = director_client.post(f"{PAGE}tap/", {"find": "lop"}, follow=True)
    assert "Ana Lopez is already checked in." in text(answer)
    answer = director_client.post(f"{PAGE}tap/", {"find": ""})
    assert (answer.url, Entry.objects.filter(arrived_at=None).count()) == (PAGE, 3)


def test_enter_with_several_matches_checks_nobody_in(director_client, desk, four):
    add_players(desk, four, "Ana Ng")
    answer = director_client.post(f"{PAGE}tap/", {"find": "ana"})
    assert answer.url == f"{PAGE}?find=ana"
    assert not Entry.objects.exclude(arrived_at=None).exists()


def test_check_in_is_reverted_on_the_row(director_client, desk, four):
    ana = Entry.objects.select_related("division__event", "player").get(number=1)
    check_in(desk, ana, here=True)
    assert f'name="out" value="{ana.pk}"' in director_client.get(PAGE).text
    answer = director_client.post(f"{PAGE}tap/", {"here": "1", "out": ana.pk}, follow=True)
    assert "Ana Lopez is no longer checked in." in text(answer)
    assert Entry.objects.get(number=1).arrived_at is None


def test_all_missing_players_are_checked_in_and_undone_together(director_client, desk, four):
    check_in(desk, Entry.objects.select_related("division__event", "player").first(), here=True)
    answer = director_client.post(f"{PAGE}all/", {"division": "a"}, follow=True)
    assert "3 players checked in." in text(answer)
    assert "All 4 are here" in text(answer)
    step = UndoStep.objects.latest("pk")
    director_client.post(f"/events/autumn-open/a/undo/{step.pk}/")
    assert Entry.objects.exclude(arrived_at=None).count() == 1


@pytest.mark.full
def test_present_players_are_paired_after_confirming_the_absent_ones(director_client, desk, four):
    set_plan(desk, four, [PlannedRounds(1, 3, "swiss")])
    for number in (1, 2, 3):
        entry = Entry.objects.select_related("division__event", "player").get(number=number)
        check_in(desk, entry, here=True)
    there = "/events/autumn-open/a/rounds/1/pair/present/"
    assert there in director_client.get(PAGE).text
    assert there in director_client.get("/events/autumn-open/a/").text
    question = director_client.get(there)
    assert "1 player is missing. Select who is left out: 4 Dai Jones" in text(question)
    director_client.post(there, {"absent": "4"})
    paired = {
        number
        for row in Pairing.objects.filter(round__number=1, replaced_at=None)
        for number in (row.first.number, row.second.number if row.second else None)
    }
    assert paired == {1, 2, 3, None}
    assert "Jones, Dai A 4 left out Bring back" in text(director_client.get(PAGE))
    step = UndoStep.objects.latest("pk")
    director_client.post(f"/events/autumn-open/a/undo/{step.pk}/")
    assert not Pairing.objects.filter(replaced_at=None).exists()
    assert Entry.objects.get(number=4).withdrawn_after is None


def test_only_players_ticked_as_absent_are_left_out(director_client, desk, four):
    set_plan(desk, four, [PlannedRounds(1, 3, "swiss")])
    check_in(desk, Entry.objects.select_related("division__event", "player").first(), here=True)
    director_client.post("/events/autumn-open/a/rounds/1/pair/present/", {"absent": ["2", "9"]})
    assert list(Entry.objects.exclude(withdrawn_after=None).values_list("number", flat=True)) == [2]


@pytest.mark.full
def test_marked_players_are_checked_in_and_undone_together_by_the_door(desk, director, four):
    client = browser_in(desk, four.event, Role.DOOR)
    rows = [row.pk for row in Entry.objects.filter(number__in=(1, 3))]
    there = f"{PAGE}?here=missing&sort=number"
    answer = client.post(f"{PAGE}marked/", {"row": rows, "do": "here", "back": there})
    assert answer.url == there
    assert names_listed(client, there) == ["Ben Okafor", "Dai Jones"]
    client.force_login(director)
    client.post(f"/events/autumn-open/a/undo/{UndoStep.objects.latest('pk').pk}/")
    assert len(names_listed(client, there)) == 4
    client.post(f"{PAGE}marked/", {"row": rows, "do": "here"})
    client.post(f"{PAGE}marked/", {"row": rows[:1], "do": "missing"})
    assert names_listed(client, f"{PAGE}?here=here") == ["Zoë Müller"]
    nobody = client.post(f"{PAGE}marked/", {"do": "here"}, follow=True)
    assert "No player is selected." in text(nobody)


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
