"""The public season of a club: what stays out of it, best plays, a calendar, and points."""

import datetime as dt

import pytest
from icalendar import Calendar

from scoring.actions.games import finish_game
from scoring.actions.turns import record_turn
from scoring.engine.typing.typed_turn import parse_turn
from scoring.queries.sheets import sheet
from tests.remembered import remembered
from tests.shown import words_shown
from tournament.actions.act import Refused
from tournament.actions.event.events import create_division, create_event
from tournament.actions.people.clubs import create_club, merge_clubs
from tournament.actions.people.details import update_entry
from tournament.actions.people.entries import add_players
from tournament.actions.people.season_rule import set_season_rule
from tournament.actions.results.penalties import give_penalty
from tournament.actions.results.recorded_games import start_game
from tournament.actions.results.results import enter_result
from tournament.actions.rounds.drafts import pair_by_hand
from tournament.actions.rounds.rounds import publish_round
from tournament.actions.standings.display import change_standings_settings
from tournament.engine.season import SeasonRule
from tournament.models import Club, Event, Pairing
from tournament.queries.standings.seasons import season_of
from tournament.web.public_pages import public_or_desk_address

pytestmark = pytest.mark.django_db
PAGE = "/season/thursdays/"


@pytest.fixture
@remembered
def evenings(desk):
    """Create two sessions of a club, each with one game of Ana against Ben, whose ratings change."""
    club = create_club(desk, name="Thursdays")
    made = []
    for day, ana, score in ((1, 1600, 400), (8, 1650, 350)):
        event = create_event(
            desk, name=f"Evening {day}", preset="club", date=dt.date(2026, 10, day)
        )
        event.club, event.place = club, "Hall; left, upstairs"
        event.save()
        division = create_division(desk, event, name="A")
        add_players(desk, division, f"Ana Lopez {ana}\nBen Okafor 1500")
        round_ = publish_round(desk, pair_by_hand(desk, division, [(1, 2)], firsts_as_listed=True))
        enter_result(desk, Pairing.objects.get(round=round_), score, 380)
        made.append(division)
    return made


def test_best_play_of_a_game_is_public_once_the_game_is_finished(desk, round_one, board):
    Event.objects.update(club=create_club(desk, name="Thursdays"))
    game = start_game(desk, board(1))

    def record(*lines):
        for line in lines:
            record_turn(game, parse_turn(line, sheet(game).replay).turn, desk, confirmed=True)

    def best(**chosen):
        rows = season_of(Club.objects.get(), **chosen).lines
        return {row.name: (row.best_word, row.best_play) for row in rows}

    record("-ABC", "8H ZONE 26")
    enter_result(desk, board(1), 400, 380, accepted=True)
    bens = {"Ana Lopez": ("", None), "Ben Okafor": ("ZONE", 26)}
    assert best() == bens
    assert best(public=True) == {"Ana Lopez": ("", None), "Ben Okafor": ("", None)}
    record(*["pass"] * 6, "1: rack A", "2: rack E")
    finish_game(game, desk)
    assert best() == best(public=True) == bens


def test_held_back_results_and_hidden_names_stay_out_of_the_season(client, desk, evenings):
    change_standings_settings(desk, evenings[1], rounds_planned=1, held_back_from=1)
    ben = evenings[0].entries.get(number=2)
    publish_round(desk, pair_by_hand(desk, evenings[0], [(1, 2)]))
    change_standings_settings(desk, evenings[0], rounds_planned=2, held_back_from=2)
    give_penalty(desk, ben, round_number=2, spread=-50, reason="late")
    update_entry(desk, ben, rating=ben.rating, by_initials=True)
    page = words_shown(client.get(PAGE))
    assert "Okafor" not in page
    assert "2 B. O. 1 1 0-1 −20" in page
    assert "Okafor" not in client.get(f"{PAGE}{ben.player_id}/").text


def test_session_without_a_public_site_counts_only_at_the_desk(client, evenings):
    Event.objects.filter(name="Evening 1").update(is_public=False)
    page = words_shown(client.get(PAGE))
    assert "1 Ben Okafor 1 1 1-0 +30" in page
    assert "Evening 1," not in page
    club = Club.objects.get()
    assert len(season_of(club, public=True).sessions) == 1
    assert len(season_of(club).sessions) == 2


def test_session_calendar_is_valid_icalendar(client, desk, evenings):
    """The icalendar package parses special characters, multi-byte letters and line ends."""
    event = evenings[0].event
    event.name = (
        "Größe; “Ä, B\\n” \\ and a name so long that its line is folded more than once " + "ß" * 50
    )
    event.place = "Upstairs\r\nEND:VEVENT\nleft\x07"
    event.save()
    answer = client.get(f"{PAGE}evenings.ics")
    assert answer["Content-Type"].startswith("text/calendar")
    assert all(len(line) <= 75 for line in answer.content.split(b"\r\n"))
    calendar = Calendar.from_ical(answer.content)
    assert [component.name for component in calendar.walk()] == ["VCALENDAR", "VEVENT", "VEVENT"]
    first, second = calendar.events
    assert str(first["SUMMARY"]) == event.name
    assert str(first["LOCATION"]) == "Upstairs\nEND:VEVENT\nleft"
    assert (first.start, first.end) == (dt.date(2026, 10, 1), dt.date(2026, 10, 2))
    assert (str(second["SUMMARY"]), str(second["LOCATION"])) == (
        "Evening 8",
        "Hall; left, upstairs",
    )
    assert second["URL"] == "http://testserver" + public_or_desk_address(
        "event", {"event": "evening-8"}
    )
    assert first["DTSTAMP"].dt == event.created_at.replace(microsecond=0)
    assert not [component.errors for component in calendar.walk() if component.errors]


def test_sessions_of_two_laptops_have_different_calendar_ids(client, desk, evenings):
    """Two laptops have an event “evening-1”, created at different times; one phone subscribes to both clubs."""

    def names():
        calendar = Calendar.from_ical(client.get(f"{PAGE}evenings.ics").content)
        return {str(evening["UID"]) for evening in calendar.events}

    here = names()
    assert names() == here  # the identity of a session is stable
    for division in evenings:
        division.event.created_at += dt.timedelta(days=1)
        division.event.save()
    assert not names() & here


def test_points_rank_before_wins_and_a_bye_counts_as_a_win(desk, client, evenings):
    """Dai attends twice with only a bye, Ben has one win; attendance is worth more."""
    club = Club.objects.get()
    set_season_rule(desk, club, SeasonRule(coming=20, win=2))
    for division in evenings:
        add_players(desk, division, "Dai Jones 1200")
    for division in evenings:
        number = division.entries.get(player__name="Dai Jones").number
        publish_round(desk, pair_by_hand(desk, division, [(1, 2)], [number]))
    page = words_shown(client.get(PAGE))
    assert "1 Dai Jones 22 11 11 2 0 2-0" in page
    assert "2 Ben Okafor 21 10 11 2 2 1-1 +10" in page
    assert "3 Ana Lopez 21 11 10 2 2 1-1 −10" in page


def test_remaining_club_takes_the_season_rule_of_the_merged_one(desk, evenings):
    club = Club.objects.get()
    set_season_rule(desk, club, SeasonRule(win=2, best=5))
    other = create_club(desk, name="Fridays")
    for division in evenings:
        division.event.club = other
        division.event.save()
    with pytest.raises(Refused, match="at least two"):
        merge_clubs(desk, [club])
    merged = merge_clubs(desk, [club, other, create_club(desk, name="Mondays")])
    assert merged.season_rule == {"win": 2, "best": 5}
