"""Ratings, the season of a club and what is left to compute, by plain scripts, in all five formats."""

import datetime as dt
from math import exp

import pytest

from tests.tournament.reports.test_recomputed import GAMES, NAMES
from tests.tournament.reports.test_recomputed import played as _played
from tests.tournament.reports.test_recomputed_more import (
    RATINGS,
    assert_the_same_in_every_format,
    sides,
    so_far,
)
from tests.tournament.reports.test_recomputed_turns import Half, Spread, rounded, row
from tournament.actions.event.events import create_division, create_event
from tournament.actions.people.clubs import create_club, join_club
from tournament.actions.people.entries import add_players
from tournament.actions.people.rating_lists import add_rating_list
from tournament.actions.people.registrations import Typed, register, set_registration_rules
from tournament.actions.results.results import enter_result
from tournament.actions.rounds.drafts import pair_by_hand
from tournament.actions.rounds.rounds import publish_round
from tournament.engine.ratings.listed import read_list
from tournament.models import Event, Pairing, ResultEntry, Round
from tournament.models.event import PLAYOFFS
from tournament.reports.definition import definition

pytestmark = pytest.mark.django_db
played = _played
REPORTS = (
    "missing_results", "playoffs", "rating_history", "ratings", "registered", "round_progress", "season",
)  # fmt: skip


def mean(figures):
    return sum(figures) / len(figures)


# -- ratings -------------------------------------------------------------------------------------


def won(number):
    return so_far(number, len(GAMES))[0]


def rivals(number):
    return [RATINGS[other] for _, other, *_ in sides(number)]


def logistic(difference):
    return 1 / (1 + exp(-0.0031879 * difference))


def a_twelfth(lowest, highest):
    return lambda difference: min(highest, max(lowest, 0.5 + difference / 1200))


def by_expectation(expected):
    """Twenty points for every win more than expected."""
    return {
        number: RATINGS[number]
        + 20 * (won(number) - sum(expected(RATINGS[number] - other) for other in rivals(number)))
        for number in NAMES
    }


def naspa():
    """In steps of a thousandth of a win, each worth what the rating reached is worth."""
    base, fed = {}, dict.fromkeys(NAMES, 0.0)
    for number in NAMES:
        at, met = float(RATINGS[number]), rivals(number)
        surplus = won(number) - sum(logistic(at - other) for other in met)
        for _ in range(round(abs(surplus) * 1000)):
            if surplus > 0:
                at += (20 if at < 1800 else 16 if at < 2000 else 10) / 1000
            else:
                at -= (20 if at <= 1799 else 16 if at <= 1999 else 10) / 1000
        gain = at - RATINGS[number]
        again = max(0, gain - 5 * len(met))
        base[number] = gain + again
        for _, other, *_ in sides(number):
            fed[other] += again / 20
    assert any(fed.values())
    return {number: RATINGS[number] + base[number] + fed[number] for number in NAMES}


def wespa():
    """Everybody as unsure as can be, 150; above 1800 three quarters of the change hold."""
    after = {}
    for number in NAMES:
        weights, sums = [1 / 150**2], [RATINGS[number] / 150**2]
        for _, other, _, own, theirs in sides(number):
            weight = 1 / (25 * 8100 + 150**2)
            weights.append(weight)
            sums.append(weight * (RATINGS[other] + 5 * (own - theirs)))
        after[number] = sum(sums) / sum(weights)  # nobody is above 1800
    return after


SYSTEMS = {
    "naspa": naspa,
    "wespa": wespa,
    "aspa": lambda: by_expectation(a_twelfth(0.05, 0.95)),
    "german": lambda: by_expectation(a_twelfth(0, 1)),
}


def performance(number):
    """To a tenth of a point: the rating at which the wins were to be expected."""
    return next(
        rating / 10
        for rating in range(30001)
        if sum(logistic(rating / 10 - other) for other in rivals(number)) >= won(number)
    )


@pytest.mark.full
@pytest.mark.parametrize("system", SYSTEMS)
def test_ratings_are_those_of_the_raw_results(played, system):
    after = SYSTEMS[system]()
    wanted = []
    for number in sorted(NAMES, key=lambda n: -after[n]):
        old, new = RATINGS[number], int(after[number] + 0.5)
        figures = [old, new, Spread(new - old), len(rivals(number)), Half(won(number))]
        figures += [round(performance(number)), rounded(mean(rivals(number)))]
        wanted.append(row(number, NAMES[number], *figures))
    options = definition("ratings").Options(system=system)
    assert_the_same_in_every_format(played, "ratings", wanted, options)


# -- a club ----------------------------------------------------------------------------------------

SECOND = [("Ana Lopez", 350, "Ben Okafor", 420)]
"""The second night: one game, and Eve Stone has a bye of 50."""


@pytest.fixture
def club(desk, played):
    club = create_club(desk, name="Thursdays")
    join_club(desk, played, club)
    later = create_event(desk, name="Second", preset="naspa_nwl", date=dt.date(2026, 10, 10))
    join_club(desk, later, club)
    division = create_division(desk, later, name="A")
    add_players(desk, division, "Ana Lopez 1800\nEve Stone 1200\nBen Okafor 1700")
    round_ = publish_round(desk, pair_by_hand(desk, division, [(1, 2)], [3], firsts_as_listed=True))
    ((_, own, _, theirs),) = SECOND
    enter_result(
        desk, Pairing.objects.get(round=round_, first__player__name="Ana Lopez"), own, theirs
    )
    return club


def season():
    """By wins, then by spread: both nights added up."""
    games = {name: [] for name in [*NAMES.values(), "Eve Stone"]}
    for number, name in NAMES.items():
        games[name] += [(own, theirs) for *_, own, theirs in sides(number)]
    for one, own, other, theirs in SECOND:
        games[one].append((own, theirs))
        games[other].append((theirs, own))
    nights = dict.fromkeys(NAMES.values(), 1) | {"Ana Lopez": 2, "Ben Okafor": 2, "Eve Stone": 1}
    lines = []
    for name, scores in games.items():
        bye = name == "Eve Stone"
        wins = sum((a > b) + (a == b) / 2 for a, b in scores) + bye
        losses = len(scores) + bye - wins
        spread = sum(a - b for a, b in scores) + 50 * bye
        share = rounded(100 * wins / (wins + losses))
        average = rounded(mean([a for a, _ in scores])) if scores else None
        high = max((a for a, _ in scores), default=None)
        figures = [Half(wins), Half(losses), share, Spread(spread), average, high]
        lines.append((-wins, -spread, [name, nights[name], len(scores), *figures]))
    for place, (*_, cells) in enumerate(sorted(lines, key=lambda line: line[:2]), 1):
        yield row(place, *cells)
    first = sum(len(round_) for round_ in GAMES)
    days = ("2026-10-03", "2026-10-10")
    yield _session("Autumn Open", days[0], 4, len(GAMES), first)
    yield _session("Second", days[1], 3, 1, 1)


def _session(name, day, *figures):
    line = f"{name} {int(day[-2:])} Oct 2026"
    cells = [name, day, *figures]
    return cells, [name, dt.datetime.fromisoformat(day), *figures], line


@pytest.mark.full
def test_a_season_is_that_of_the_raw_results(played, club):
    event = Event.objects.get(pk=played.pk)
    assert_the_same_in_every_format(event, "season", list(season()))


LISTS = {
    dt.date(2026, 9, 3): {"Ana Lopez": 1500.4, "Ben Okafor": 1299.2, "Zoë Müller": 1298.8},
    dt.date(2026, 9, 10): {"Ana Lopez": 1488.5, "Ben Okafor": 1311.4, "Dai Jones": 1311.3},
}


def test_the_history_of_ratings_is_that_of_the_lists(desk, played, club):
    for day, ratings in LISTS.items():
        rows = [["Name", "Rating"], *([name, str(rating)] for name, rating in ratings.items())]
        add_rating_list(
            desk, key="naspa", name="Thursdays", as_of=day, source="typed", read=read_list(rows),
            club=club,
        )  # fmt: skip
    first, last = LISTS.values()
    wanted = []
    for name in sorted({**first, **last}, key=lambda one: -last.get(one, 0)):
        old, new = (
            int(ratings[name] + 0.5) if name in ratings else None for ratings in (first, last)
        )
        rank = new and 1 + sum(int(other + 0.5) > new for other in last.values())
        wanted.append(row(rank, name, old, new))
    event = Event.objects.get(pk=played.pk)
    assert_the_same_in_every_format(event, "rating_history", wanted)


# -- a round under way, play-offs and the register ------------------------------------------------


@pytest.fixture
def under_way(desk, four):
    """Board 2 of 2 has its result, seven minutes after the round was published."""
    round_ = publish_round(desk, pair_by_hand(desk, four, [(1, 2), (3, 4)], firsts_as_listed=True))
    published = dt.datetime(2026, 10, 3, 9, 0, tzinfo=dt.UTC)
    Round.objects.filter(pk=round_.pk).update(published_at=published)
    enter_result(desk, Pairing.objects.get(round=round_, board=2), 400, 380)
    minutes = published + dt.timedelta(minutes=7, seconds=40)
    ResultEntry.objects.filter(pairing__board=2).update(entered_at=minutes)
    return four.event


def test_what_is_missing_is_what_has_no_raw_result(under_way):
    wanted = [row(1, 1, "1 Ana Lopez", None, "2 Ben Okafor")]
    assert_the_same_in_every_format(under_way, "missing_results", wanted)


def test_the_minutes_of_a_round_are_those_between_publishing_and_entering(under_way):
    at, names = dt.datetime.fromisoformat("2026-10-03T09:07:40"), ("Zoë Müller", "Dai Jones")
    wanted = [
        (
            [2, *names, "2026-10-03 09:07:40", 7],
            [2, *names, at, 7],
            "2 Zoë Müller Dai Jones 3 October 2026, 09:07 7",
        ),
        row(1, "Ana Lopez", "Ben Okafor"),
        row(7, 0, line=""),
        row(8, 1, line=""),  # what the chart of a workbook is drawn from
    ]
    assert_the_same_in_every_format(under_way, "round_progress", wanted)


def test_the_winner_of_a_playoff_game_is_who_has_more_points(four):
    four.extras |= {PLAYOFFS: [["final", 4, 1, 380, 415], ["third place", 3, 2, 401, 400]]}
    four.save()
    wanted = [
        row("final", "Ana Lopez", 415, "Dai Jones", 380),
        row("third place", "Zoë Müller", 401, "Ben Okafor", 400),
    ]
    assert_the_same_in_every_format(four.event, "playoffs", wanted)


def test_the_registered_are_numbered_by_name_and_who_waits_by_turn(desk, event, division):
    set_registration_rules(desk, event, when="now", limit=2)
    for name in ("Zoë Müller", "Ana Lopez", "Dai Jones", "Ben Okafor"):
        register(desk, event, Typed(name=name))
    wanted = [
        row(1, "Ana Lopez"),
        row(2, "Zoë Müller"),
        row(1, "Dai Jones"),
        row(2, "Ben Okafor"),
    ]
    assert_the_same_in_every_format(event, "registered", wanted)
