"""Rating an event once, undoing it, rating lists, and a club's list from session to session."""

import datetime as dt
from pathlib import Path

import pytest

from scoring.models import Activity
from tests.approved import check_approved
from tournament.actions.act import Refused
from tournament.actions.people.clubs import assign_to_club, create_club, create_next_session
from tournament.actions.people.entries import add_players
from tournament.actions.people.rating_lists import add_rating_list, withdraw_rating_list
from tournament.actions.results.results import correct_result, enter_result
from tournament.actions.rounds.drafts import pair_by_hand
from tournament.actions.rounds.rounds import publish_round
from tournament.actions.standings.ratings import rate_division, set_career_games, undo_rating
from tournament.engine.ratings.rating_list import parse_rating_list, rows_in
from tournament.models import Entry, ListedRating, Pairing, Rating, RatingList
from tournament.queries.standings.rating_preview import projected_ratings
from tournament.queries.standings.ratings import names_in_words, rated_division
from tournament.wording.sentences import sentences

pytestmark = pytest.mark.django_db
APPROVED = Path(__file__).parent / "approved_rating_lists.json"
ROWS = [["Name", "Rating", "Games"], ["Lopez, Ana", "1850", "12"], ["Dai Jones", "1490.5", ""]]


def listed(desk, rows=ROWS, day=dt.date(2026, 9, 1), key="naspa", club=None):
    return add_rating_list(
        desk,
        key=key,
        name="Published list",
        as_of=day,
        source="the file list.csv",
        read=parse_rating_list(rows),
        club=club,
    )


def ratings(rating):
    return {change.entry.number: (change.old, change.new) for change in rating.changes.all()}


def test_division_is_rated_once_with_ratings_before_and_after(desk, four, whole_robin):
    rating = rate_division(desk, four)
    shown = rated_division(four)
    assert ratings(rating) == {row.person.number: (row.old, row.new) for row in shown.rows}
    assert (rating.system, rating.through, rating.made) == ("naspa", 3, None)
    assert Activity.objects.latest("id").summary == "Division A rated by NASPA through round 3."
    with pytest.raises(Refused, match="already been rated by NASPA"):
        rate_division(desk, four)
    assert rate_division(desk, four, "wespa").system == "wespa"
    assert projected_ratings(four, 3).is_official
    assert not projected_ratings(four, 2).is_official


def test_live_ratings_are_no_longer_official_after_a_correction(desk, four, whole_robin):
    rate_division(desk, four)
    board = Pairing.objects.get(round=whole_robin[0], board=1, replaced_at=None)
    correct_result(desk, board, 380, 400, reason="The slip says so", accepted=True)
    assert not projected_ratings(four, 3).is_official


def test_game_won_despite_lower_scores_is_rated_as_a_win(desk, four, board):
    """Ana, 1800, loses to Ben, 1700, on time: both ratings change as after a loss on the board."""
    enter_result(desk, board(2), 400, 300)
    entry = enter_result(desk, board(1), 420, 380, outcome="second_wins")
    against = {row.person.number: row.new for row in rated_division(four).rows}
    correct_result(desk, entry.pairing, 380, 420, accepted=True)
    assert {row.person.number: row.new for row in rated_division(four).rows} == against
    correct_result(desk, entry.pairing, 420, 380, accepted=True)
    assert {row.person.number: row.new for row in rated_division(four).rows} != against


def test_division_with_a_missing_result_is_not_rated(desk, four, round_one, board):
    enter_result(desk, board(1), 400, 300)
    with pytest.raises(Refused, match="round 1 board 2"):
        rate_division(desk, four)
    assert not Rating.objects.exists()


def test_rating_list_in_use_is_not_withdrawn_and_a_withdrawn_list_not_used(desk, four, whole_robin):
    rating_list = listed(desk)
    rating = rate_division(desk, four)
    with pytest.raises(Refused, match="Autumn Open has been rated with this list"):
        withdraw_rating_list(desk, rating_list, reason="an old one")
    undo_rating(desk, rating, reason="the list is old")
    withdraw_rating_list(desk, rating_list, reason="an old one")
    assert rated_division(four).stood_on is None
    assert RatingList.objects.get().withdrawn_why == "an old one"


def test_list_without_ratings_or_with_an_unknown_system_is_refused(desk):
    with pytest.raises(Refused, match="No rating in the list"):
        listed(desk, rows=[["hello"], ["world"]])
    with pytest.raises(Refused, match="There is no rating system “elo”"):
        listed(desk, key="elo")
    assert not RatingList.objects.exists()


def test_club_rating_list_is_carried_from_session_to_session(desk, event, four, whole_robin):
    club = create_club(desk, name="Hall Club")
    assign_to_club(desk, event, club)
    first = rate_division(desk, four)
    assert first.made.club == club
    listed_ratings = {row.name: (row.rating, row.games) for row in first.made.rows.all()}
    assert listed_ratings["Ana Lopez"] == (ratings(first)[1][1], None)
    following = create_next_session(desk, event, today=dt.date(2026, 10, 10))
    division = following.divisions.get()

    add_players(desk, division, "Ana Lopez 1000\nNew Comer")
    round_ = publish_round(desk, pair_by_hand(desk, division, [(1, 2)]))
    enter_result(desk, Pairing.objects.get(round=round_), 400, 380)
    second = rate_division(desk, division)
    assert second.stood_on == first.made
    assert ratings(second)[1][0] == ratings(first)[1][1]  # from the list, not from the typed rating
    after = {row.name: row for row in second.made.rows.all()}
    assert set(after) == {"Ana Lopez", "Ben Okafor", "Zoë Müller", "Dai Jones", "New Comer"}
    assert after["New Comer"].games == 1
    assert after["Ben Okafor"].rating == ratings(first)[2][1]
    sentence = "Division A of Autumn Open, 10 Oct 2026 was rated with the list"
    with pytest.raises(Refused, match=sentence):
        undo_rating(desk, first, reason="wrong")
    undo_rating(desk, second, reason="wrong")
    undo_rating(desk, first, reason="wrong")
    assert list(RatingList.objects.filter(withdrawn_at=None)) == []
    assert ListedRating.objects.count() == 9


def test_namesakes_on_a_list_are_distinguished_by_member_number(desk, event, four, whole_robin):
    club = create_club(desk, name="Hall Club")
    assign_to_club(desk, event, club)
    rows = [
        ["Name", "Rating", "Member"],
        ["Ben Okafor", "1900", "21"],
        ["Ben Okafor", "1200", "22"],
        ["Ana Lopez", "1750", ""],
    ]
    listed(desk, rows, club=club)
    Entry.objects.filter(number__in=(1, 2)).update(member="11")
    Entry.objects.filter(number=2).update(member="22")
    done = rate_division(desk, four)
    assert [ratings(done)[number][0] for number in (1, 2, 3)] == [1750, 1200, 1600]
    on_it = {(row.name, row.member): row.rating for row in done.made.rows.all()}
    assert on_it["Ben Okafor", "21"] == 1900
    assert on_it["Ben Okafor", "22"] == ratings(done)[2][1]
    assert on_it["Ana Lopez", "11"] == ratings(done)[1][1]
    assert len(on_it) == 5


PASTED = {
    "columns": """\
No.\tFirst name\tSurname\tRating\tMember\tLast played
1\tAna\tLopez\t1850\t77\t2026-09-30
2\tBen\tOkafor\tmany\t\t
3\t\t\t1500\t\t
\t\t\t\t\t
4\tAna\tLopez\t1700\t77\t
5\tZoë\tMüller\t1623.4\t\t31.02.2026
6\tDai\tJones\t1500\t\t3.10.2026
""",
    "no heading": "1\tLopez, Ana\t1850\n2\tBen Okafor\tx\t1700\n3\tZoë",
    "names only": "Lopez, Ana 1850\nBen van der Okafor, 1700\nZoë Müller",
    "commas": 'Name,Rating,Games\n"Lopez, Ana",1850,120\nBen Okafor,1700,3',
    "semicolons": "Name;Rating\nDai Jones;1490,5",
    "mixed": (
        "Ana Lopez,1850,120\nOkafor, Ben, 1700\n3 Jones, Dai 1490,5\nZoë (1600)\nEve Stone 1400p"
    ),
}


@pytest.mark.parametrize("name", PASTED)
def test_pasted_list_is_read_as_approved_and_unreadable_rows_are_named(request, name):
    read = parse_rating_list(rows_in(PASTED[name]))
    people = [
        f"{person.name} {person.rating} {person.games or ''} {person.member} {person.last_played}"
        for person in read.people
    ]
    sentence_shown = [*people, *sentences(read.problems), *sentences(read.notes)]
    check_approved(
        request, APPROVED, {name: " | ".join(" ".join(line.split()) for line in sentence_shown)}
    )


@pytest.mark.parametrize(("games", "new"), [("12", 1488), ("50", 1492), ("many", 1492), ("", 1492)])
def test_imported_career_games_count_in_the_rating(desk, four, board, games, new):
    """Dai, 1500, loses to Zoë, 1600: .421 of a win, at 30 points with fewer than 50 games, otherwise at 20. A
    twentieth of Zoë's gain beyond five points comes back: .17.
    """
    Entry.objects.filter(number=4).update(extras={"tags": [["lifeg", games]]})
    enter_result(desk, board(2), 400, 300)
    assert {row.person.number: row.new for row in rated_division(four).rows}[4] == new


def test_career_games_are_entered_once_and_count(desk, four, whole_robin):
    assert [row.person.number for row in rated_division(four).rows_without_career_games] == [
        1,
        2,
        3,
        4,
    ]
    assert set_career_games(desk, four, {1: 20, 3: 0}) == ("Ana Lopez", "Zoë Müller")
    rated = rated_division(four)
    assert [row.before.games for row in rated.rows] == [20, None, 0, None]
    assert rated.guessed == {"games": (2, 4)}
    (guess,) = rated.guess_sentences
    assert guess == (
        "The career games of Ben Okafor and Dai Jones are not known. These players count as "
        "experienced, like players with 50 games or more."
    )
    logged = Activity.objects.get(verb="set_career_games")
    assert (logged.before, logged.after) == ({"1": None, "3": None}, {"1": 20, "3": 0})
    with pytest.raises(Refused, match=r"Nothing was changed\."):
        set_career_games(desk, four, {1: 20})


def test_career_games_entered_by_a_colleague_are_not_replaced(desk, four, whole_robin):
    set_career_games(desk, four, {1: 20})
    with pytest.raises(Refused, match=r"Ana Lopez already has 20 career games. Change them"):
        set_career_games(desk, four, {1: 30, 2: 5})
    assert Entry.objects.get(number=2).career_games is None


def test_career_games_on_a_list_override_entered_ones(desk, four, whole_robin):
    set_career_games(desk, four, {1: 20, 2: 30, 4: 40})
    listed(desk)
    assert [row.before.games for row in rated_division(four).rows] == [12, 30, None, 40]


def test_at_most_six_players_are_named_before_and_others():
    names = [f"P{n}" for n in range(1, 10)]
    assert names_in_words(names[:7]) == "P1, P2, P3, P4, P5, P6 and P7"
    assert names_in_words(names[:8]) == "P1, P2, P3, P4, P5, P6 and 2 others"
