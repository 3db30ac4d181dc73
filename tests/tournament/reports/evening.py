"""A small event with data for every report; created once, never changed."""

import datetime as dt

from django.contrib.auth.models import User

from scoring.actions.activity import Actor
from scoring.actions.disputes import TypedColumn, save_columns
from scoring.actions.turns import record_all_turns
from scoring.engine import gcg
from scoring.queries.disputes import ColumnPosition
from tournament.actions.event.events import create_division, create_event
from tournament.actions.people.check_in import check_in
from tournament.actions.people.clubs import assign_to_club, create_club
from tournament.actions.people.details import divide_into_classes, update_entry
from tournament.actions.people.entries import add_players
from tournament.actions.people.rating_lists import add_rating_list
from tournament.actions.results.recorded_games import start_game
from tournament.actions.results.results import enter_result
from tournament.actions.rounds.drafts import draft_round_robin
from tournament.actions.rounds.rounds import publish_round
from tournament.actions.standings.prizes import add_prizes, set_winner
from tournament.engine.ratings.rating_list import parse_rating_list
from tournament.models import Event, Pairing, Round

PEOPLE = {
    "A": "Zoë Müller 1800\nŁukasz Żak 1700\nAna O’Brien 1600\n@Ben Stone 1500\n=Dai Jones 1400",
    "B": "Eva <b>Bold</b> 1300\nFinn Larsen 1200\nGus\nHana Sato 1100",
}
GAME = """\
#player1 ann Ann
#player2 ben Ben
>ann: FLOTYAE 8H LOFTY +30 30
>ben: LOAMIIC 7I LOAM +26 26
>ann: AEIIUUV -IUU +0 30
>ben: FICIATE J7 ..FICIATE +71 97
>ann: AEIIVOO K5 VOEA +20 50
>ann: AEIIVOO -- -20 30
>ben: ABCDEFG - +0 97
"""
PRIZES = """\
A: 1st = 300
A: 2-3 = € 50 and a book
B: 1st = 100
A: class B = 20
high win = 25
high loss = a dictionary
high combined = 11
high play = 5
upset = 10
tough luck 2 = 4
by hand: Best dressed = a hat
by hand: =Best word = a pen
"""

LISTS = {
    "2026-08-01": [["Zoë Müller", "1790"], ["Łukasz Żak", "1722.4"]],
    "2026-09-01": [["Zoë Müller", "1804"], ["Dai Jones", "1391"]],
}


def whole_evening() -> Event:
    """Return an event in progress: two divisions, a bye, ties, recorded games, prizes, classes, a club."""
    actor = Actor.for_user(User.objects.create_superuser("evening", password="nine-timer"))
    event = create_event(
        actor, name="Høst Open", preset="naspa_nwl", date=dt.date(2026, 10, 3), place="Århus"
    )
    club = create_club(actor, name="Thursdays")
    assign_to_club(actor, event, club)
    for day, rows in LISTS.items():
        add_rating_list(
            actor,
            key="naspa",
            name="Thursdays",
            as_of=dt.date.fromisoformat(day),
            source="typed",
            read=parse_rating_list(rows),
            club=club,
        )
    for name, people in PEOPLE.items():
        division = create_division(actor, event, name=name)
        entries = add_players(
            actor, division, people.replace("<b>", "").replace("</b>", "")
        ).entries
        check_in(actor, entries[0], here=True)
        for number, round_ in enumerate(draft_round_robin(actor, division, accepted=True), start=1):
            if number > 3:
                break
            publish_round(actor, round_)
            _play(actor, round_, number)
        divide_into_classes(actor, division, 2)
    last = event.divisions.get(name="B").entries.get(number=4)
    update_entry(actor, last, rating=last.rating, owes="€ 15", reason="as typed")
    first = event.divisions.get(name="A").entries.get(number=1)
    update_entry(actor, first, rating=first.rating, paid=True, reason="as typed")
    prizes = add_prizes(actor, event, PRIZES)
    set_winner(actor, prizes[-2], last, why="The hat was already hers.")
    return event


def _play(actor: Actor, round_: Round, number: int) -> None:
    """Play every board of a round: the first of round 1 is recorded, one is a tie, the last of round 3 stays open."""
    boards = list(Pairing.objects.filter(round=round_, second__isnull=False).order_by("board"))
    for place, pairing in enumerate(boards):
        if number == 1 and place == 0:
            game = start_game(actor, pairing)
            record_all_turns(game, gcg.read(GAME), actor)
            save_columns(game, {ColumnPosition(1, 1): TypedColumn("30\n0\n20")}, actor)
        if number == 3 and place == len(boards) - 1:
            continue
        tied = number == 2 and place == 0
        score = 400 if tied else 371 + 13 * place + 29 * number
        enter_result(
            actor, pairing, 400 if place % 2 else score, score if place % 2 else 400, accepted=True
        )
