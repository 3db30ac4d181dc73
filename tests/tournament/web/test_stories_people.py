"""People are entered, checked in, changed, moved, withdrawn and brought back by the forms of their pages."""

import datetime as dt

import pytest
from django.core.files.uploadedfile import SimpleUploadedFile

from tests.stories import POST, SEND, WITH_ALL_ROOMS, tell_without_chance
from tests.tournament.actions.people.test_clubs import picture
from tests.tournament.actions.safety.at_the_desk import board_of, number, round_of
from tournament.actions.event.events import create_division, create_event
from tournament.actions.people.entries import add_players
from tournament.actions.people.withdrawals import withdraw
from tournament.actions.results.results import enter_result
from tournament.actions.rounds.drafts import pair_by_hand
from tournament.actions.rounds.rounds import close_round, publish_round
from tournament.engine.attendance import Withdrawal
from tournament.models import Division, Pairing

pytestmark = [pytest.mark.django_db, WITH_ALL_ROOMS]
NOW = dt.datetime(2026, 10, 3, 18, 30, tzinfo=dt.UTC)
CUP = "/events/spring-cup/"
OPEN = f"{CUP}open/players/"
MINOR = f"{CUP}minor/players/"
CHECK_IN = f"{CUP}check-in/"
PLAYERS = f"{CUP}players/"


def division(name="Open"):
    return Division.objects.select_related("event").get(name=name, event__name="Spring Cup")


def cup(desk):
    """Create an event with two divisions: five players, and three."""
    event = create_event(desk, name="Spring Cup", preset="wespa", date=dt.date(2026, 10, 3))
    people = "Zoë Müller 1800\nŁukasz Żak 1700\nAna O’Brien 1600\nBen Stone 1500\nDai Jones 1400"
    add_players(desk, create_division(desk, event, name="Open"), people)
    people = "Eva Bold 1300\nFinn Larsen 1200\nHana Sato"
    add_players(desk, create_division(desk, event, name="Minor"), people)


def first_round(desk):
    """Publish round 1: player 5 has the bye, boards 1 and 2 are open."""
    publish_round(
        desk, pair_by_hand(desk, division(), [(3, 1), (2, 4)], [5], firsts_as_listed=True)
    )


def round_of_three(desk):
    """Publish round 1 of the players who are left."""
    publish_round(desk, pair_by_hand(desk, division(), [(4, 1)], [5], firsts_as_listed=True))


def round_of_autumn(desk):
    """Publish round 1 of the later event."""
    later = Division.objects.select_related("event").get(event__name="Autumn Cup")
    publish_round(desk, pair_by_hand(desk, later, [(3, 2)], [1], firsts_as_listed=True))


def played_round(desk):
    """Enter the results of all boards and close round 1."""
    for board, scores in enumerate([(431, 402), (377, 409), (388, 391)], start=1):
        enter_result(desk, board_of(division(), board), *scores)
    close_round(desk, round_of(division(), 1))


def second_round_by_forfeit(desk):
    """Close round 1, in which board 2 was forfeited, and publish round 2 with player 3 at board 2."""
    enter_result(desk, board_of(division(), 1), 431, 402)
    close_round(desk, round_of(division(), 1))
    publish_round(desk, pair_by_hand(desk, division(), [(4, 1), (3, 2)], firsts_as_listed=True))


def second_cup(desk):
    """Create a later event with a division of the same name, without players."""
    event = create_event(desk, name="Autumn Cup", preset="wespa", date=dt.date(2026, 10, 10))
    create_division(desk, event, name="Open")


def two_events_played(desk):
    """Play a round of both events with the same people: a game, a tie, byes, a spread and a forfeit."""
    cup(desk)
    first_round(desk)
    enter_result(desk, board_of(division(), 1), 431, 402)
    enter_result(desk, board_of(division(), 2), 388, 388, accepted=True)
    second_cup(desk)
    later = Division.objects.select_related("event").get(event__name="Autumn Cup")
    people = "Zoë Müller 1777\nŁukasz Żak 1717\nAna O’Brien 1666\nBen Stone 1555\nDai Jones 1444"
    add_players(desk, later, people)
    publish_round(desk, pair_by_hand(desk, later, [(1, 3), (2, 5)], [4], firsts_as_listed=True))
    enter_result(desk, board_of(later, 1), 35, spread_only=True)
    withdraw(desk, number(later, 5), Withdrawal.NO_SHOW)
    close_round(desk, round_of(later, 1))
    publish_round(desk, pair_by_hand(desk, later, [(3, 2), (1, 4)], [5], firsts_as_listed=True))
    for board, scores in ((1, (366, 399)), (2, (512, 308))):
        rows = Pairing.objects.select_related("round__division__event", "first", "second")
        enter_result(desk, rows.get(round__division=later, round__number=2, board=board), *scores)


def third_cup(desk):
    """Create an event with both divisions, without players."""
    event = create_event(desk, name="Winter Cup", preset="wespa", date=dt.date(2026, 10, 17))
    for name in ("Open", "Minor"):
        create_division(desk, event, name=name)


def second_cup_with_twins(desk):
    """Create both events; the later one has two people with nearly the same names as before."""
    cup(desk)
    second_cup(desk)
    later = Division.objects.select_related("event").get(event__name="Autumn Cup")
    add_players(desk, later, "Benn Stone 1490\nDai Jones 1410\nAna OBrien 1610")


LIST = (
    "Name\tRating\tMember\tClass\tTeam\nGus\t1310\tX7\tC\tSouth\nIda Quist\tabc\nEva Bold\t1444\n"
)
RATINGS = """\
name\trating\tgames\tdeviation\tmember\tlast played
Zoë Müller\t1811.5\t120\t44.25\tZ1\t2026-08-30
Ben Stone\t1488\t17\t60\tB2\t
Gus\tx
"""
LIST_FILE = b"Name,Rating\nLou Fry,1333\n"
RESULTS_FILE = b"Lou Fry 1333 2 3; 400 300\nMax Orr 1222 1 1; 300 400\n"
RATINGS_FILE = b"Name,Rating\nGus,1299\nEva,7\n"
PICTURE = b"\x89PNG\r\n\x1a\n"


def rows(text, system="naspa", name="May", as_of="2026-05-04", **more):
    """Return the form of a new rating list."""
    return {"rows": text, "step": "save", "system": system, "name": name, "as_of": as_of, **more}


def upload(name, content):
    return SimpleUploadedFile(name, content)


STORIES = {
    "entry": [
        cup,
        (f"{OPEN}4/", ""),
        (f"{OPEN}9/", ""),
        (f"{OPEN}4/about/", POST, {"name": " "}),
        (f"{OPEN}4/", "Save", {"rating": "abc"}),
        (f"{OPEN}4/", "Save", {"rating": "0"}),
        (f"{OPEN}4/", "Save", {
            "name": "Stone, Benjamin", "rating": "1512", "member": "AB12", "career_games": "49",
            "rating_class": "B", "team": "North", "fixed_board": "2", "by_initials": "on",
            "owes": "12.50", "paid": "on", "reason": "typo",
        }),
        (f"{OPEN}4/", "Save", {"seen": "old", "rating": "1513", "by_initials": None, "paid": None}),
        (f"{OPEN}5/", "Save", {"fixed_board": "2"}),
        (f"{OPEN}2/here/", SEND, {"here": "1"}),
        (f"{OPEN}2/here/", POST, {"here": "0"}),
        (f"{OPEN}3/", "Move Ana O'Brien", {"to": "99"}),
        (f"{OPEN}3/", "Move Ana O'Brien"),
        (f"{MINOR}4/", "Move Ana O'Brien"),
        (f"{OPEN}3/", ""),
        (f"{OPEN}5/", "Remove Dai Jones", {"reason": "entered twice"}),
        (f"{MINOR}3/leave/", POST, {"withdrawal": "after:0", "reason": "ill"}),
        (f"{MINOR}2/leave/", POST, {"withdrawal": "after:3", "missed_as": "void"}),
        (f"{MINOR}2/leave/", POST, {"withdrawal": "after:99"}),
        (f"{MINOR}3/", "Hana Sato plays again"),
    ],
    "entry in play": [
        cup,
        first_round,
        (f"{OPEN}3/", ""),
        (f"{OPEN}3/penalties/", POST, {"round_number": "1", "points": "50", "reason": " "}),
        (f"{OPEN}3/", "Give the penalty", {"points": "x", "reason": "phone"}),
        (f"{OPEN}3/penalties/", POST, {"points": "50", "round_number": "2", "reason": "phone"}),
        (f"{OPEN}3/penalties/", SEND, {"points": "50", "round_number": "1", "reason": "phone"}),
        (f"{OPEN}3/penalties/", POST, {"points": "−20", "round_number": "1", "reason": "half back"}),
        (f"{OPEN}3/", "Give the penalty", {"points": "30", "reason": "late", "seen": "old"}),
        (f"{OPEN}1/", "Give the penalty", {"points": "30", "reason": "late", "seen": "old"}),
        (f"{OPEN}3/penalties/", SEND, {"penalty": "1", "reason": ""}),
        (f"{OPEN}3/penalties/", SEND, {"penalty": "1", "reason": "wrong player"}),
        (f"{OPEN}3/penalties/", SEND, {"penalty": "1", "reason": "again"}),
        (f"{OPEN}5/penalties/", POST, {"penalty": "1", "reason": "not theirs"}),
        (f"{OPEN}3/penalties/", POST, {
            "points": "31", "round_number": "1", "reason": "late", "seen": "old",
        }),
        (f"{OPEN}3/", "Save", {"name": "O’Brien, Anna"}),
        (f"{OPEN}3/", "Save", {"rating": "1601"}),
        (f"{OPEN}3/", "Save", {"rating": "1602", "reason": "list of May"}),
        (f"{OPEN}3/out/", POST, {"reason": "by mistake"}),
        (f"{OPEN}3/move/", POST, {"to": "2"}),
        (f"{OPEN}3/join/", POST, {"late_entry": "new_bye"}),
        (f"{OPEN}5/leave/", POST, {"withdrawal": "forfeit:"}),
        (f"{OPEN}2/leave/", SEND, {"withdrawal": "no_show:", "reason": "overslept"}),
        (f"{OPEN}2/leave/", POST, {"withdrawal": "no_show:", "reason": "twice"}),
        second_round_by_forfeit,
        (f"{OPEN}3/leave/", POST, {"withdrawal": "opponent_bye:"}),
        (f"{OPEN}3/", "Ana O'Brien plays again"),
        (f"{OPEN}3/return/", POST, {}),
        (f"{OPEN}1/leave/", POST, {"withdrawal": "after:2", "missed_as": "void"}),
        (f"{OPEN}4/leave/", POST, {"withdrawal": "forfeit:", "reason": "train"}),
        (f"{OPEN}5/", ""),
    ],
    "late entries": [
        cup,
        (OPEN, "Read the list", {"roster": "Zoë Müller 1800"}),
        first_round,
        (OPEN, "Read the list", {"roster": "Gus 1310\nEva Bold 1444\n\nFinn"}),
        (OPEN, POST, {"roster": "Gus 1310\nEva Bold 1444", "step": "save", "late_entry": "new_bye"}),
        (OPEN, POST, {"roster": "Gus 1310", "step": "save", "late_entry": "byes_seat"}),
        (OPEN, POST, {"roster": "Ida Quist 1290", "step": "save", "late_entry": "wrong"}),
        (f"{OPEN}7/", "Seat Ida Quist", {"late_entry": "wrong"}),
        (f"{OPEN}7/", "Seat Ida Quist", {"late_entry": "new_bye"}),
        (f"{CHECK_IN}walk-in/", POST, {"name": " ", "division": "1", "late_entry": "byes_seat"}),
        (f"{CHECK_IN}walk-in/", POST, {"name": "Zoë Müller", "division": "1", "late_entry": "byes_seat"}),
        (f"{CHECK_IN}walk-in/", SEND, {
            "name": "Jo Berg", "rating": "0", "division": "1", "late_entry": "byes_seat",
        }),
        (f"{CHECK_IN}walk-in/", SEND, {
            "name": "Kim Roe", "rating": "1177", "division": "1", "late_entry": "new_bye",
        }),
        (f"{CHECK_IN}walk-in/", POST, {"name": "Lou Fry", "division": "2", "late_entry": "byes_seat"}),
        (f"{CHECK_IN}walk-in/", POST, {"name": "Max Orr", "late_entry": "next_round", "division": "1"}),
        lambda desk: enter_result(desk, board_of(division(), 1), 431, 402), (OPEN, POST, {"roster": "Ned Poe"}),
        played_round, (OPEN, "Read the list", {"roster": "Ned Poe 1010"}),
        (CHECK_IN, ""),
        (f"{OPEN}6/", ""),
        (f"{CHECK_IN}?find=Una+Vole", ""),
        (f"{CHECK_IN}walk-in/", POST, {"name": "Una Vole", "rating": "990", "division": "1"}),
    ],
    "check-in": [
        cup,
        (CHECK_IN, ""),
        (CHECK_IN, "Check in all 3 missing"),
        (CHECK_IN, "Stone, Ben"), (f"{CUP}open/rounds/1/pair/present/", ""),
        (CHECK_IN, "Check in", {"find": "stone"}),
        (f"{CHECK_IN}tap/", SEND, {"find": "z"}),
        (f"{CHECK_IN}tap/", SEND, {"find": "qq"}),
        (f"{CHECK_IN}tap/", SEND, {"find": " "}),
        (f"{CHECK_IN}tap/", SEND, {"find": "3"}),
        (f"{CHECK_IN}tap/", POST, {"find": "jon"}),
        (CHECK_IN, "Ben Stone is not here after all"),
        (f"{CHECK_IN}tap/", POST, {"entry": "3", "here": "0"}),
        (f"{CHECK_IN}tap/", SEND, {"entry": "99"}),
        (f"{CHECK_IN}tap/", POST, {"entry": "x"}),
        (f"{CHECK_IN}marked/", SEND, {"do": "here"}),
        (f"{CHECK_IN}marked/", SEND, {"do": "here", "row": ["2", "4", "5"]}),
        (f"{CHECK_IN}marked/", SEND, {"do": "missing", "row": ["2"]}),
        (f"{CHECK_IN}all/", SEND, {"division": "none"}),
        (f"{CHECK_IN}all/", SEND, {"division": "open"}),
        (f"{CHECK_IN}all/", SEND, {"division": "open"}),
        (CHECK_IN, ""),
        (f"{OPEN}5/leave/", SEND, {"withdrawal": "after:0"}),
        (f"{MINOR}2/leave/", SEND, {"withdrawal": "after:0"}),
        (f"{CHECK_IN}tap/", POST, {"find": "jon"}),
        (f"{CHECK_IN}?here=withdrawn", ""),
        (f"{CHECK_IN}?here=missing", ""),
        (f"{CHECK_IN}?here=here&division=open&sort=-rating", ""),
        (f"{CHECK_IN}?find=finn", "Finn Larsen plays again"),
        (f"{CHECK_IN}marked/", POST, {
            "do": "missing", "row": ["1", "6"], "back": f"{CHECK_IN}?here=missing&page=1",
        }),
        (f"{CHECK_IN}?since=1", ""),
        (f"{CHECK_IN}?file=csv", ""),
        first_round, lambda desk: pair_by_hand(desk, division(), [(3, 1), (2, 4)], [5]),
        (CHECK_IN, ""),
        (f"{OPEN}1/leave/", POST, {"withdrawal": "forfeit:"}),
        (f"{CHECK_IN}tap/", POST, {"find": "mül"}), (f"{CHECK_IN}all/", SEND, {"division": "minor"}),
        (f"{CHECK_IN}?find=1", ""), (f"{CHECK_IN}tap/", SEND, {"entry": "7", "here": "0"}),
        (f"{CUP}minor/rounds/1/pair/present/", "Pair round 1"), (CHECK_IN, ""),
    ],
    "players": [
        cup,
        (f"{PLAYERS}change/", SEND, {"do": "here"}),
        (f"{PLAYERS}change/", SEND, {"do": "nothing", "row": ["2"]}),
        (f"{PLAYERS}change/", SEND, {"do": "move", "row": ["2"], "division": "none"}),
        (f"{PLAYERS}change/", SEND, {"do": "move", "row": ["2", "3"], "division": "minor"}),
        (f"{PLAYERS}change/", SEND, {"do": "move", "row": ["2"], "division": "minor"}),
        (f"{PLAYERS}change/", SEND, {"do": "class", "row": ["1", "4", "7"], "rating_class": "B"}),
        (f"{PLAYERS}change/", SEND, {"do": "class", "row": ["1"], "rating_class": "A2345678901234567890X"}),
        (f"{PLAYERS}change/", SEND, {"do": "team", "row": ["4", "5"], "team": "North"}),
        (f"{PLAYERS}change/", SEND, {"do": "here", "row": ["4", "8"]}),
        (f"{PLAYERS}change/", SEND, {"do": "missing", "row": ["8"]}),
        (PLAYERS, ""),
        (f"{PLAYERS}change/", POST, {"do": "scorecards", "row": ["8", "4"]}),
        (f"{OPEN}4/", "Save", {"owes": "12.50", "paid": "on", "member": "B2"}),
        (f"{OPEN}1/", "Save", {"owes": "8", "fixed_board": "3"}),
        (f"{MINOR}1/leave/", POST, {"withdrawal": "after:0"}),
        (f"{PLAYERS}?columns=owes&columns=fixed_board&columns=team&columns=attendance&sort=attendance", ""),
        (f"{PLAYERS}?rating_class=B&team=North", ""),
        (f"{PLAYERS}?find=b2", ""),
        (f"{PLAYERS}?here=withdrawn", ""),
        (f"{PLAYERS}?division=minor&sort=-name", ""),
        (f"{PLAYERS}?file=csv", ""),
        round_of_three,
        (f"{PLAYERS}change/", POST, {"do": "move", "row": ["1"], "division": "minor"}),
        (f"{PLAYERS}change/", POST, {"do": "class", "row": ["1"], "rating_class": "A"}),
    ],
    "roster": [
        cup,
        (OPEN, "Read the list", {"roster": LIST}),
        (OPEN, POST, {"roster": "Gus 1310\n5\nIda Quist 1290", "leave": ["2:5"]}),
        (OPEN, POST, {"roster": "Gus 1310\n6\nIda Quist 1290", "leave": ["2:5", "x:1", "9:9"]}),
        (OPEN, POST, {"roster": "Gus 1310\nGus 1310", "step": "save"}),
        (OPEN, POST, {"roster": "Gus 1310\nIda Quist 0", "step": "save"}),
        (OPEN, POST, {"roster": "Jo Berg 1200", "step": "save"}),
        (OPEN, POST, {"roster": " ", "step": "save"}),
        (OPEN, POST, {"roster": "", "step": "ticked"}),
        (OPEN, POST, {"roster": "", "step": "file"}),
        (OPEN, POST, {"roster": "Kim Roe 1250", "step": "file", "file": upload("list.csv", LIST_FILE)}),
        (OPEN, POST, {"roster": "", "step": "file", "file": upload("list.csv", LIST_FILE)}),
        (OPEN, POST, {"roster": "", "step": "file", "file": upload("list.csv", b"\n\n")}),
        (OPEN, POST, {"roster": "", "step": "file", "file": upload("a.t", RESULTS_FILE)}),
        (OPEN, POST, {"roster": "", "step": "file", "file": upload("list.xlsx", b"no")}),
        (OPEN, POST, {"roster": "#division Open\nLou Fry 1333 2; 400\nMax Orr 1222 1; 300", "step": "read"}),
        (OPEN, POST, {"roster": "", "step": "file", "file": upload("list.csv", b"")}), second_cup,
        ("/events/autumn-cup/open/players/", ""),
        ("/events/autumn-cup/open/players/?from=1", ""),
        ("/events/autumn-cup/open/players/?from=2", ""),
        ("/events/autumn-cup/open/players/?from=99", ""),
        ("/events/autumn-cup/open/players/", POST, {"roster": "Gus", "step": "ticked", "again": ["4"]}),
        ("/events/autumn-cup/open/players/", POST, {"step": "ticked", "again": ["4", "2", "7", "x"]}),
        ("/events/autumn-cup/open/players/", POST, {"step": "ticked", "again": ["4"]}),
        ("/events/autumn-cup/open/players/", POST, {
            "roster": "Zoë Müller", "step": "save", "offered": "1",
        }),
        ("/events/autumn-cup/open/players/", POST, {"step": "dismiss"}),
        ("/events/autumn-cup/open/players/?from=1", ""),
        third_cup,
        ("/events/winter-cup/minor/players/", ""),
        ("/events/winter-cup/minor/players/?from=1", ""),
        ("/events/winter-cup/minor/players/?from=2", ""),
        ("/events/winter-cup/minor/players/", POST, {"step": "own", "own": ["6"], "again": ["1"]}),
        ("/events/winter-cup/minor/players/", ""),
    ],
    "classes and pairs": [
        cup,
        (f"{CUP}open/classes/", ""),
        (f"{CUP}open/classes/", "Cut into equal classes", {"parts": "0"}),
        (f"{CUP}open/classes/", "Cut into equal classes", {"parts": "2"}),
        (f"{CUP}open/classes/", "Cut by rating", {"classes": "A from 1650\nB from 1700"}),
        (f"{CUP}open/classes/", "Cut by rating", {"classes": "A from 1650\nB from 1450\nC"}),
        (f"{CUP}open/classes/", "Cut by rating", {"classes": "A from 1650\nB from 1400"}),
        (f"{CUP}open/classes/", "Cut by rating", {"classes": "nonsense from"}),
        (f"{CUP}open/classes/", "Cut by rating", {"classes": ""}),
        (f"{CUP}minor/classes/", "Cut into equal classes", {"parts": "3"}),
        (f"{CUP}apart/", "Keep them apart"),
        (f"{CUP}apart/", "Keep them apart", {"one": "3", "other": "3"}),
        (f"{CUP}apart/", "Keep them apart", {"one": "3", "other": "1", "reason": "siblings"}),
        (f"{CUP}apart/", "Keep them apart", {"one": "1", "other": "3"}),
        (f"{CUP}apart/", "Keep them apart", {"one": "4", "other": "2", "how": "soft"}),
        (f"{CUP}apart/end/", POST, {"pair": "1"}),
        (f"{CUP}apart/end/", POST, {"pair": "1"}),
        (f"{CUP}apart/end/", POST, {"pair": "x"}),
        (f"{CUP}apart/", ""),
    ],
    "persons": [
        second_cup_with_twins,
        ("/people/", ""),
        ("/people/?sort=-entry_count", ""),
        ("/people/?find=stone", ""),
        ("/people/", "Merge into one person"),
        ("/people/", "Merge into one person", {"keep": "4", "other": "4"}),
        ("/people/", POST, {"row": ["4"]}),
        ("/people/", POST, {"row": ["4", "1", "2"]}),
        ("/people/", POST, {"row": ["4", "5"]}),
        ("/people/", POST, {"row": ["9", "4"]}),
        ("/people/9/", ""),
        ("/people/4/", ""),
        ("/events/autumn-cup/open/players/3/", ""),
        ("/people/99/", ""),
        ("/people/4/", "Save", {"name": " "}),
        ("/people/4/", "Save", {"name": "Stone, Benjamin", "is_minor": "on"}),
        ("/people/2/", "Save", {"name": "Zak"}),
        ("/people/?file=csv", ""),
        round_of_autumn,
        ("/people/9/", "Save", {"name": "Stone, Dai"}),
        ("/people/9/", "Save", {"name": "Stone, Dai", "reason": "as he wishes"}),
        ("/people/9/", "Save", {"name": "Sato, Hana", "reason": "as he wishes"}),
        ("/people/5/", "Save", {"is_minor": None}),
    ],
    "history": [
        two_events_played,
        (f"{OPEN}1/", ""),
        (f"{OPEN}2/", ""),
        (f"{OPEN}5/", ""),
        ("/events/autumn-cup/open/players/1/", ""),
        ("/events/autumn-cup/open/players/3/", ""),
        ("/events/autumn-cup/open/players/5/", ""),
    ],
    "rating lists": [
        cup,
        ("/clubs/", "Add the club", {"name": "Thursdays"}),
        ("/ratings/", ""),
        ("/ratings/", "Preview"),
        ("/ratings/", "Preview", {"rows": RATINGS}),
        ("/ratings/", POST, rows(RATINGS, "", "", "")),
        ("/ratings/", POST, rows("x")), ("/ratings/", POST, rows("name\trating")),
        ("/ratings/", POST, rows(RATINGS)),
        ("/ratings/", SEND, rows(RATINGS)),
        ("/ratings/", POST, rows("Gus\t1300", "wespa", "June", "2026-06-05")),
        ("/ratings/", POST, {"step": "file"}),
        ("/ratings/", POST, {"step": "file", "name": "July", "file": upload("a.csv", RATINGS_FILE)}),
        ("/ratings/", POST, {"step": "file", "file": upload("a.xlsx", b"no")}),
        ("/ratings/1/?file=csv", ""),
        ("/ratings/9/", ""),
        ("/ratings/", POST, rows("Ben Stone\t1477\nDai Jones\t1399", "wespa", "Club", "2026-10-01", club="1")),
        (f"{OPEN}4/", ""),
        (f"{CUP}open/ratings/", ""),
        ("/ratings/1/", "Stop using this list"),
        ("/ratings/1/", "Stop using this list", {"reason": "wrong month"}),
        ("/ratings/1/take-back/", POST, {"reason": "again"}),
        ("/ratings/marked/", SEND, {"reason": "none"}),
        ("/ratings/marked/", SEND, {"row": ["1", "2"], "reason": ""}),
        ("/ratings/marked/", SEND, {"row": ["1", "2"], "reason": "both"}),
        ("/ratings/marked/", POST, {"row": ["2"], "reason": "one"}),
        ("/ratings/?file=csv", ""), ("/ratings/", POST, {"step": "file", "file": upload("a.csv", b"")}),
    ],
    "clubs": [
        cup,
        ("/clubs/", "Add the club", {"name": " "}),
        ("/clubs/", "Add the club", {"name": "Thursdays"}),
        ("/clubs/", "Add the club", {"name": "thursdays"}),
        ("/clubs/", SEND, {"name": "Mondays"}),
        ("/clubs/", SEND, {"name": "Sundays"}),
        ("/clubs/marked/", SEND, {}),
        ("/clubs/marked/", POST, {"row": ["1"], "do": "merge"}),
        (f"{CUP}club/join/", POST, {"club": "none", "seen": ""}),
        (f"{CUP}club/join/", POST, {"club": "thursdays", "seen": ""}),
        (f"{CUP}club/join/", POST, {"club": "mondays", "seen": ""}),
        (f"{CUP}club/join/", POST, {"club": "", "seen": "old"}),
        ("/clubs/thursdays/season/", POST, {"win": "x"}),
        ("/clubs/thursdays/", "Save the points", {"win": "2½", "tie": "1,5", "coming": "1", "best": "7"}),
        ("/clubs/thursdays/season/", POST, {"win": "100.5", "tie": "100"}),
        ("/clubs/thursdays/", "Save the points", {"win": "3", "seen": "old"}),
        ("/clubs/thursdays/", "Save the points", {"win": "", "tie": "", "coming": "", "best": ""}),
        ("/clubs/thursdays/", "Save the points", {"win": "", "seen": "old"}),
        ("/clubs/thursdays/season/", POST, {"best": "3", "seen": ""}),
        ("/clubs/thursdays/season/", POST, {"win": "50.5", "best": "0", "seen": ""}),
        ("/clubs/thursdays/logo/", POST, {"seen": ""}),
        ("/clubs/thursdays/logo/", POST, {"seen": "", "logo": upload("logo.png", PICTURE)}),
        ("/clubs/thursdays/logo/", POST, {"seen": "", "remove": "1"}),
        ("/clubs/thursdays/logo/", POST, {"logo": upload("large.png", picture((5001, 5000), mode="1"))}),
        ("/clubs/thursdays/logo/", POST, {"logo": upload("a", picture())}), ("", "Remove the picture", {"seen": ""}),
        ("/clubs/thursdays/", "Remove the picture"), ("/clubs/thursdays/", "Copy for next week"),
        ("/clubs/?sort=-session_count", ""),
        ("/clubs/marked/", POST, {"row": ["2", "3", "1"], "do": "merge"}),
        ("/clubs/marked/", POST, {"row": ["1"], "do": "remove"}),
        *(("/clubs/marked/", POST, {"row": ["3", "2"], "do": do}) for do in ("merge", "remove")),
        ("/clubs/marked/", SEND, {"row": ["1"], "do": "remove", "sure": "1"}),
        ("/clubs/marked/", SEND, {"row": ["2", "1"], "do": "merge", "sure": "1"}),
        ("/clubs/marked/", POST, {"row": ["3"], "do": "remove", "sure": "1"}),
        (f"{CUP}club/join/", POST, {"club": "", "seen": "1"}),
        (f"{CUP}club/join/", POST, {"club": ""}),
    ],
    "few players": [
        ("/people/", ""), ("/events/new/", SEND, {"name": "Spring Cup", "date": "2026-10-03", "preset": "school"}),
        (f"{CUP}divisions/", SEND, {"name": "Open"}),
        *((f"{CUP}{page}/", "") for page in ("players", "check-in", "apart", "results", "games")),
        *((f"{CUP}open/{page}/", "") for page in ("classes", "results", "rounds/new")),
        (OPEN, SEND, {"roster": "Gus 900", "step": "save"}), ("/people/", ""), (f"{OPEN}1/", ""),
        (OPEN, SEND, {"roster": "Hana Sato", "step": "save"}), (f"{CUP}open/rounds/new/", ""),
    ],
    "pages that are only sent": [
        cup,
        *((f"{OPEN}1/{page}/", "") for page in (
            "leave", "return", "join", "here", "move", "out", "about", "penalties",
        )),
        *((f"{CUP}{page}/", "") for page in (
            "check-in/tap", "check-in/all", "check-in/marked", "check-in/walk-in",
            "players/change", "apart/end", "club/join", "club/next",
        )),
        *((page, "") for page in (
            "/clubs/marked/", "/clubs/x/logo/", "/clubs/x/season/", "/ratings/marked/",
            "/ratings/1/take-back/",
        )),
    ],
}  # fmt: skip


@pytest.mark.parametrize("name", STORIES)
def test_answers_are_those_approved(request, name):
    tell_without_chance(request, name, STORIES[name])
