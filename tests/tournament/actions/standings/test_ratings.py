"""Rating an event once, undoing it, and the lists that starting ratings come from, here and on another laptop."""

import datetime as dt
import json

import pytest

from scoring.actions.activity import Actor
from tests.approved import check_approved
from tests.cases import look
from tests.tournament.actions.cases import all_of, at_board
from tests.tournament.actions.safety.at_the_desk import before_play, of_division, published
from tournament.actions.files.importing import import_event
from tournament.actions.people.clubs import assign_to_club, create_club, create_next_session
from tournament.actions.people.entries import add_players
from tournament.actions.people.rating_lists import add_rating_list, withdraw_rating_list
from tournament.actions.results.results import correct_result, enter_result
from tournament.actions.rounds.drafts import draft_round_robin, pair_by_hand
from tournament.actions.rounds.rounds import publish_round
from tournament.actions.standings.ratings import rate_division, set_career_games, undo_rating
from tournament.engine.ratings.rating_list import parse_rating_list, rows_in
from tournament.exchange.event_exchange import prepare_event
from tournament.exchange.event_files import NamedFile, read_bundle
from tournament.exchange.formats.archive import _digest
from tournament.models import (
    Club,
    Division,
    Entry,
    Event,
    ListedRating,
    Pairing,
    Rating,
    RatingChange,
    RatingList,
)
from tournament.queries.standings.rating_preview import projected_ratings
from tournament.queries.standings.ratings import Agreement, names_in_words, rated_division
from tournament.wording.sentences import sentences

pytestmark = pytest.mark.django_db
EVERYBODY = ("Ana Lopez", "Ben Okafor", "Zoë Müller", "Dai Jones")
ANA, WITH_GAMES = (["Lopez, Ana", "1850", "12"],), ("Name", "Rating", "Games")
SEPTEMBER = dt.date(2026, 9, 1)
GLICKO = [
    ["Name", "Rating", "Games", "Deviation", "Last played"],
    ["Ana Lopez", "1650", "12", "80", "2026-09-20"],
    ["Dai Jones", "1490.5", "300", "61.5", ""],
]


def robin(desk, division):
    """Play a round robin in which the first player always wins 400-380."""
    for round_ in draft_round_robin(desk, division, accepted=True):
        publish_round(desk, round_)
        for pairing in Pairing.objects.filter(round=round_, replaced_at=None):
            enter_result(desk, pairing, 400, 380)


def of_club(desk, division):
    assign_to_club(desk, division.event, create_club(desk, name="Hall Club"))


def listed(day=SEPTEMBER, rows=ANA, head=WITH_GAMES, *, key="naspa", name="NWL", club=False):
    """Return a step that adds a rating list."""
    about = {"key": key, "name": name, "as_of": day, "source": "a file"}

    def take(desk, _division):
        of = Club.objects.get() if club else None
        add_rating_list(desk, **about, read=parse_rating_list([list(head), *rows]), club=of)

    return take


def rate(*key):
    return of_division(rate_division, *key)


def undo(place=0, why="wrong"):
    return lambda desk, _d: undo_rating(desk, Rating.objects.order_by("pk")[place], reason=why)


def withdraw(place=0):
    return lambda desk, _d: withdraw_rating_list(
        desk, RatingList.objects.order_by("pk")[place], reason="an old one"
    )


def past(rows, **values):
    return lambda *_: rows.update(**values)


def figures(done):
    return [(row.person.number, row.old, row.new, row.games, row.performance) for row in done.rows]


def told_ratings(division):
    done = rated_division(division)
    official = [projected_ratings(division, after).is_official for after in (2, 3)]
    guesses = [*done.guess_sentences, [row.person.number for row in done.rows_without_career_games]]
    return (
        figures(done),
        str(done.stood_on),
        done.agreement,
        done.source_sentence,
        guesses,
        official,
    )


RATED = look(told_ratings)
NEW = look(lambda d: figures(rated_division(d)))
LISTS = look(
    lambda _d: [
        (row.on_list_id, row.name, row.member, row.rating, row.games) for row in ListedRating.objects.order_by("pk")
    ]
)  # fmt: skip


def read_wrongly(desk, division):
    pairing = Pairing.objects.filter(round__division=division, replaced_at=None).first()
    correct_result(desk, pairing, 300, 400, reason="read the wrong way round", accepted=True)


def next_week(desk, division):
    week = create_next_session(desk, division.event, today=dt.date(2026, 10, 10)).divisions.get()
    add_players(desk, week, "Ana Lopez 1000\nNew Comer")
    round_ = publish_round(desk, pair_by_hand(desk, week, [(1, 2)], firsts_as_listed=True))
    enter_result(desk, Pairing.objects.get(round=round_), 400, 380)
    rate_division(desk, week)


def on_day(day, *people):
    return listed(
        dt.date(2026, 10, day), [[name, str(1700 + day)] for name in people], ("Name", "Rating")
    )


def of_number(number):
    return Entry.objects.filter(number=number, division__name="A")


NAMESAKES = [["Ben Okafor", "1900", "21"], ["Ben Okafor", "1200", "22"], ["Ana Lopez", "1750", ""]]
CASES = {
    "once": (robin, RATED, rate(), RATED, rate(), rate("wespa")),
    "corrected after rating": (all_of(robin, rate()), read_wrongly, RATED),
    "won despite lower scores": (
        all_of(published, at_board(enter_result, 2, 400, 300)),
        at_board(enter_result, 1, 420, 380, outcome="second_wins"), NEW,
        at_board(correct_result, 1, 380, 420, accepted=True), NEW, at_board(correct_result, 1, 420, 380, accepted=True),
        NEW,
    ),
    "a missing result": (all_of(published, at_board(enter_result, 1, 400, 300)), rate()),
    "a list in use": (
        all_of(robin, listed(), rate()), RATED, withdraw(), undo(why="the list is old"), withdraw(), RATED,
    ),
    "no list": (
        before_play, listed(rows=[["world"]], head=["hello"]), listed(key="elo"), listed(rows=[]), listed(name=" "),
    ),
    "a club's list from session to session": (
        all_of(robin, of_club, rate()), LISTS, withdraw(), next_week, LISTS, undo(0), undo(1), undo(0),
        look(lambda _d: RatingList.objects.filter(withdrawn_at=None).count()),
    ),
    "namesakes": (
        all_of(robin, of_club, listed(rows=NAMESAKES, head=("Name", "Rating", "Member"), club=True),
               past(of_number(1), member="11"), past(of_number(2), member="22")),
        rate(), NEW, LISTS,
    ),
    **{
        f"career games imported as {games!r}": (
            all_of(published, past(of_number(4), extras={"tags": [["lifeg", games]]})),
            at_board(enter_result, 2, 400, 300), NEW,
        )
        for games in ("12", "50", "many", "")
    },
    "career games": (
        robin, of_division(set_career_games, {1: 20, 3: 0}), RATED, of_division(set_career_games, {1: 20}),
        of_division(set_career_games, {1: 30, 2: 5}), listed(), RATED,
    ),
    "a rating that is changed": (all_of(robin, rate(), past(of_number(1), rating=1200)), RATED),
    "lists before, on and after the day": (
        all_of(robin, *(on_day(day, EVERYBODY[0]) for day in (2, 3, 4))), RATED,
    ),
    "a list after the day": (all_of(robin, on_day(4, EVERYBODY[0])), RATED),
    "everybody on the list": (all_of(robin, on_day(3, *EVERYBODY)), RATED),
    "nobody on the list": (all_of(robin, on_day(3, "Eve Stone")), RATED),
    "no day": (
        all_of(robin, on_day(3, EVERYBODY[0]), on_day(4, EVERYBODY[0]), past(Event.objects.all(), date=None)), RATED,
    ),
    "a club's list after the session": (
        all_of(robin, of_club, listed(), listed(dt.date(2026, 10, 10), club=True)), RATED,
    ),
    "rated again": (
        all_of(robin, listed(), rate(), on_day(1, EVERYBODY[0])), RATED, undo(why="a slip"), RATED, withdraw(), RATED,
    ),
    "rated without a list": (all_of(robin, rate(), listed()), RATED),
}  # fmt: skip


@pytest.mark.parametrize("name", CASES)
def test_what_happens_to_ratings_is_as_approved(play_case, name):
    play_case(name, *CASES[name])


def test_at_most_six_players_are_named_before_and_others():
    names = [f"P{n}" for n in range(1, 10)]
    assert names_in_words(names[:7]) == "P1, P2, P3, P4, P5, P6 and P7"
    assert names_in_words(names[:8]) == "P1, P2, P3, P4, P5, P6 and 2 others"


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
    check_approved(request, {name: " | ".join(" ".join(line.split()) for line in sentence_shown)})


def elsewhere(event, *, change=None):
    """Return division A after importing the event's archive on a laptop without lists."""
    archive = prepare_event(event, "archive").single_file(event.slug)
    read = read_bundle([archive])
    if change:
        rows = read.archive_content["rows"]
        change(rows)
        whole = {"kind": "ninetimer event", "version": 1, "program": "0.1", "rows": rows}
        whole["sha256"] = _digest(rows)
        read = read_bundle([NamedFile("older.ninetimer", json.dumps(whole).encode())])
    again = import_event(Actor("test"), read)
    return Division.objects.select_related("event").get(event=again)


def older(rows):
    """Remove the columns that archives did not have before the origin of ratings was stored."""
    for row in rows["tournament.Rating"]:
        del row["list_called"]
    for row in rows["tournament.RatingChange"]:
        del row["came_with"]


@pytest.mark.parametrize("key", ["naspa", "glicko"])
def test_another_laptop_shows_the_stored_ratings_until_a_result_is_corrected(
    desk, four, whole_robin, key
):
    listed(rows=GLICKO[1:], head=GLICKO[0], key=key)(desk, four)
    rate_division(desk, four, key)
    copy = elsewhere(four.event)
    there = rated_division(copy, key)
    assert figures(there) == figures(rated_division(four, key))
    assert there.rows[0].old == 1650
    assert (there.agreement, there.stood_on) == (Agreement.SAME, None)
    assert there.source_sentence == (
        "The ratings before the event are those saved when it was rated with the list NWL, "
        "2026-09-01, which is not on this laptop."
    )
    read_wrongly(desk, copy)
    read_wrongly(desk, four)
    here, there = rated_division(four, key), rated_division(copy, key)
    assert figures(there) == figures(here)
    assert (there.agreement, here.agreement) == (Agreement.SINCE, Agreement.SINCE)
    undo_rating(desk, Rating.objects.get(division=copy), reason="a result was corrected")
    again = rate_division(desk, copy, key)
    assert figures(rated_division(copy, key)) == figures(here)
    assert (again.stood_on, again.list_called) == (None, "NWL, 2026-09-01")


def test_older_archive_shows_the_stored_ratings_and_names_unknown_sources(desk, four, whole_robin):
    listed()(desk, four)
    rate_division(desk, four)
    here = rated_division(four)
    copy = elsewhere(four.event, change=older)
    there = rated_division(copy)
    assert figures(there) == figures(here)
    assert there.agreement is Agreement.SAME
    assert "The list they came from was not saved" in there.source_sentence
    read_wrongly(desk, copy)
    there = rated_division(copy)
    assert figures(there) == figures(here)
    assert there.agreement is Agreement.UNSURE
    assert "on the laptop that has the rating list" in there.agreement.note


def test_older_archive_without_a_list_uses_the_entered_ratings(desk, four, whole_robin):
    rate_division(desk, four)
    there = rated_division(elsewhere(four.event, change=older))
    assert figures(there) == figures(rated_division(four))
    assert there.source_sentence == (
        "The ratings entered with the players are used: no list had them when the event was rated."
    )


@pytest.mark.parametrize("people", [1, 3])
def test_number_of_queries_is_constant(desk, four, whole_robin, people, django_assert_num_queries):
    rows = [[name, "1500"] for name in EVERYBODY[:people]]
    listed(rows=rows, head=("Name", "Rating"))(desk, four)
    with django_assert_num_queries(7):
        rated_division(four)
    rate_division(desk, four)
    assert RatingChange.objects.exclude(came_with=None).count() == 4
    with django_assert_num_queries(7):
        rated_division(four)
    read_wrongly(desk, four)
    with django_assert_num_queries(8):
        rated_division(four)
