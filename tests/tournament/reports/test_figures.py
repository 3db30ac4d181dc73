"""Every report of small events, figure by figure, in its formats for programs and for people.

A file in `cases` holds the CSV and, after a line of hyphens, the text of the page, followed
by the differences if ties are counted separately. The figures were computed from the raw
results by independent scripts: change a case only by hand, after computing it.
"""

import csv
import datetime as dt
import io
import re
import tomllib
from html.parser import HTMLParser
from pathlib import Path

import pytest
from openpyxl import load_workbook
from pypdf import PdfReader

from scoring.actions.disputes import save_columns
from scoring.actions.games import finish_game
from scoring.actions.turns import record_all_turns
from scoring.engine import gcg
from scoring.models import Game
from tests.architecture.modules import SOURCE
from tests.remembered import remembered
from tests.samples import GAMES as SAMPLES
from tests.tournament.fixtures import play_round
from tests.tournament.reports.samples import STAMP
from tournament.actions.event.events import create_division, create_event
from tournament.actions.event.rules import change_rules
from tournament.actions.people.clubs import assign_to_club, create_club
from tournament.actions.people.entries import add_players
from tournament.actions.people.rating_lists import add_rating_list
from tournament.actions.results.recorded_games import start_game
from tournament.actions.results.results import enter_result
from tournament.actions.rounds.drafts import pair_by_hand
from tournament.actions.rounds.rounds import close_round, publish_round
from tournament.actions.standings.prizes import add_prizes
from tournament.engine.ratings.rating_list import parse_rating_list
from tournament.management.commands.load_demo import load_demo_event, score_sheet_columns
from tournament.models import Event, Pairing, ResultEntry, Round
from tournament.models.event import PLAYOFFS
from tournament.reports.definition import all_papers, find_definition
from tournament.reports.delivery import build_report, render_report
from tournament.reports.report_options import options_from
from tournament.settings import DEMO_DIR

pytestmark = pytest.mark.django_db

FOLDER = Path(__file__).parent / "cases"
CASES = [f"{path.parent.name}/{path.stem}" for path in sorted(FOLDER.glob("*/*.txt"))]
SLOW = "demo/"
OPTIONS = {
    **{f"ratings-{system}": {"system": system} for system in ("aspa", "german", "naspa", "wespa")},
    **{key: {"round": 2, "board": 1} for key in ("board_diagram", "score_graph", "score_sheet")},
    "recount": {"round": 2, "board": 3},
    "score_sheet-disputed": {"round": 2, "board": 3},
    "closing-two": {"places": 2},
    "season-second": {"since": "2026-10-05"},
}
"""Options of the report; the text after a hyphen names the variant."""
COMPUTE_NOTHING = {
    "activity_log": "the log, entry by entry, as it was written",
    "blank_score_sheet": "an empty form",
    "board_signs": "the numbers of the boards",
    "ceremony_papers": "bound of reports that have cases themselves",
    "pairing_reasons": "sentences that the pairing method gave when it paired",
    "papers_after_round": "bound of reports that have cases themselves",
    "rating_officer_papers": "bound of reports that have cases themselves",
    "round_papers": "bound of reports that have cases themselves",
}


GAMES = [
    [(1, 2, 400, 380), (3, 4, 350, 350)],
    [(1, 3, 390, 390), (2, 4, 300, 410)],
    [(1, 4, 333, 420), (2, 3, 405, 404)],
    [(2, 1, 350, 500), (4, 3, 377, 310)],
]
"""Round by round: first and second player, and their scores."""
TEAMS_AND_CLASSES = {1: ("Reds", "A"), 2: ("Blues", "A"), 3: ("Blues", "B"), 4: ("Reds", "B")}
PRIZES = (
    "1 = 300\n2 = 150\nhigh win 20\nhigh loss 10\nupset 10\ntough luck 15\nlucky 5\nrounds 1-3 25"
)


def play(desk, division, games, on_board):
    """Publish a round with these games, call `on_board` at each board, and close the round."""
    pairs = [game[:2] for game in games]
    round_ = publish_round(desk, pair_by_hand(desk, division, pairs, firsts_as_listed=True))
    for first, _second, *happened in games:
        pairing = Pairing.objects.get(round=round_, first__number=first, replaced_at=None)
        on_board(pairing, *happened)
    close_round(desk, round_)


@pytest.fixture
@remembered
def results(desk, four):
    """Return the event of `GAMES`, with teams, classes and prizes."""
    for games in GAMES:
        play(desk, four, games, lambda *result: enter_result(desk, *result, accepted=True))
    for entry in four.entries.all():
        entry.team, entry.rating_class = TEAMS_AND_CLASSES[entry.number]
        entry.save()
    add_prizes(desk, four.event, PRIZES)
    return Event.objects.get(pk=four.event_id)


@pytest.fixture
def club(desk, results):
    """Return the same event as the first session of a club; the second has one game, and a bye for Eve Stone.

    There is a rating list from before each session.
    """
    club = create_club(desk, name="Thursdays")
    assign_to_club(desk, results, club)
    later = create_event(desk, name="Second", preset="naspa_nwl", date=dt.date(2026, 10, 10))
    assign_to_club(desk, later, club)
    division = create_division(desk, later, name="A")
    add_players(desk, division, "Ana Lopez 1800\nEve Stone 1200\nBen Okafor 1700")
    play_round(desk, division, [(1, 2)], [(350, 400)], byes=[3])
    for day, ratings in {
        dt.date(2026, 9, 3): {"Ana Lopez": 1500.4, "Ben Okafor": 1299.2, "Zoë Müller": 1298.8},
        dt.date(2026, 9, 10): {"Ana Lopez": 1488.5, "Ben Okafor": 1311.4, "Dai Jones": 1311.3},
    }.items():
        rows = [["Name", "Rating"], *([name, str(rating)] for name, rating in ratings.items())]
        about = {"key": "naspa", "name": "Thursdays", "source": "typed", "club": club}
        add_rating_list(desk, as_of=day, read=parse_rating_list(rows), **about)
    return Event.objects.get(pk=results.pk)


@pytest.fixture
def under_way(desk, event, four):
    """Enter the result of board 2 of 2, 62 minutes after the round was published."""
    round_ = publish_round(desk, pair_by_hand(desk, four, [(1, 2), (3, 4)], firsts_as_listed=True))
    published = dt.datetime(2026, 10, 3, 9, 0, tzinfo=dt.UTC)
    Round.objects.filter(pk=round_.pk).update(published_at=published)
    enter_result(desk, Pairing.objects.get(round=round_, board=2), 400, 380)
    minutes = published + dt.timedelta(minutes=62, seconds=40)
    ResultEntry.objects.filter(pairing__board=2).update(entered_at=minutes)
    four.extras |= {PLAYOFFS: [["final", 4, 1, 380, 415], ["third place", 3, 2, 401, 400]]}
    four.save()
    return Event.objects.get(pk=event.pk)


RECORDS = [
    [(1, 2, "human_02_challenge_withdraw_dd_tt"), (3, 4, "human_04_challenge_withdraw_tt")],
    [(1, 3, "human_05_exchange_pass_tt"), (2, 4, "human_07_exchange_dd")],
    [(1, 4, "human_08_withdraw_exchange_dd_crlf"), (2, 3, "human_40_challenge_exchange_dd_crlf")],
    [(2, 1, "human_48_challenge_withdraw_pass"), (4, 3, "human_19_pass_xcount")],
]


@pytest.fixture
@remembered
def recorded_games(desk, four):
    """Return four players whose eight games come from real records."""

    def record(pairing, name):
        game = start_game(desk, pairing)
        text = (SAMPLES / f"{name}.gcg").read_bytes().decode("utf-8-sig")
        record_all_turns(game, gcg.read(text), desk)
        finish_game(game, desk)

    for games in RECORDS:
        play(desk, four, games, record)
    Game.objects.update(created_at=dt.datetime(2026, 11, 28, 12, tzinfo=dt.UTC))
    return four.event


DEMO = tomllib.loads((DEMO_DIR / "event.toml").read_text("utf-8"))
SHEETS = DEMO["sheets"][0]["columns"]
"""Sheets of the disputed game: the first player wrote the announced scores, the second the correct ones."""


@pytest.fixture
@remembered
def demo(desk):
    """Return the demo event with six recorded games, one of them with ten wrong announced scores."""
    return load_demo_event(desk, DEMO)


@pytest.fixture
def disputed(desk, demo):
    """Return the demo event with the sheets of both players of that game."""
    board = {"round__number": 2, "board": 3, "replaced_at": None}
    pairing = Pairing.objects.get(round__division__event=demo, **board)
    save_columns(pairing.game, score_sheet_columns(SHEETS), desk)
    return demo


class PageText(HTMLParser):
    """Parser for the text of a page: one line per row, paragraph and heading; the label of a picture."""

    def __init__(self):
        super().__init__()
        self.lines = [""]
        self.inside = []

    def handle_starttag(self, tag, _attrs):
        self.inside.append(tag)
        if tag in ("tr", "p", "li", "h1", "h2", "div", "figure", "title"):
            self.lines.append("")

    def handle_endtag(self, tag):
        while self.inside and self.inside.pop() != tag:
            pass
        if tag in ("td", "th"):
            self.lines[-1] += " |"

    def handle_data(self, data):
        if self.inside and self.inside[-1] not in ("text", "style"):
            self.lines[-1] += " " + " ".join(data.split())

    @property
    def text(self):
        lines = [re.sub(r"[\s|]+$", "", " ".join(line.split())) for line in self.lines]
        return "\n".join(line for line in lines if line)


def made(event, name, file_format):
    """Return the file of a report of the event, given by its file name."""
    chosen = find_definition(name.partition("-")[0])
    options = options_from(chosen.Options, OPTIONS.get(name, {}))
    report = build_report(chosen, event, options, STAMP, file_format)
    return render_report(report, file_format).content


def reported(event, name, file_format):
    """Return a report of the event, given by its file name, as text."""
    content = made(event, name, file_format).decode("utf-8-sig")
    if file_format == "csv":
        return content.replace("\r\n", "\n").strip()
    page = PageText()
    page.feed(content.partition("</header>")[2].partition("<footer")[0])
    return page.text


def with_ties_apart(desk, event):
    return change_rules(desk, event, event.rules.as_dict() | {"ties": "apart"}, reason="so")


@pytest.mark.parametrize(
    "case", [pytest.param(case, marks=[pytest.mark.full] * case.startswith(SLOW)) for case in CASES]
)
def test_report_matches_figures_worked_out_by_hand(case, request, desk):
    folder, name = case.split("/")
    event = request.getfixturevalue(folder)
    wanted = (FOLDER / f"{case}.txt").read_text("utf-8").rstrip("\n").split("\n----\n")
    texts = [reported(event, name, file_format) for file_format in ("csv", "html")]
    if folder == "results":
        event = with_ties_apart(desk, event)
        apart = [reported(event, name, file_format) for file_format in ("csv", "html")]
        texts += [text for text in apart if text not in texts]
    assert texts == wanted


def test_every_report_has_a_case_or_computes_nothing():
    """Reports of rooms are covered by the tests of the rooms."""
    keys = {case.split("/")[1].partition("-")[0] for case in CASES}
    of_rooms = {path.stem for path in SOURCE.glob("tournament/*/reports/definitions/*.py")}
    assert all_papers().keys() - of_rooms == {*keys, *COMPUTE_NOTHING}


def sheet_of(event, name):
    return load_workbook(io.BytesIO(made(event, name, "xlsx"))).worksheets[0]


def test_workbook_and_page_of_standings_count_ties_as_the_event_says(
    desk, results, director_client
):
    def shown(event):
        rows = [*sheet_of(event, "standings").iter_rows(values_only=True)]
        page = director_client.get(f"/events/{event.slug}/a/standings/").content.decode()
        words = ("W-L-T", "3-0-1", "2-1-1", "0-2-2", "1-3-0")
        return rows[0][5], rows[1][4:7], [word in page for word in words]

    halves = "Losses; a tie counts as half a loss"
    assert shown(results) == (halves, (3.5, 0.5, 1), [False] * 5)
    assert shown(with_ties_apart(desk, results)) == ("Games lost", (3, 0, 1), [True] * 5)


def test_counted_spread_appears_beside_the_spread(results):
    """With a cap of 100: Ana 20 + 0 - 87 + 100, Dai 0 + 100 + 87 + 67."""
    results.rules_copy |= {"spread_caps": [100], "precedence": ["wins", "losses", "capped_spread"]}
    results.save()
    event = Event.objects.get(pk=results.pk)
    rows = csv.DictReader(reported(event, "standings", "csv").splitlines())
    figures = {row["Name"]: (row["Spread"], row["Counted spread"]) for row in rows}
    assert list(figures.values()) == [
        ("264", "254"),
        ("83", "33"),
        ("-68", "-68"),
        ("-279", "-219"),
    ]
    assert list(figures)[:2] == ["Dai Jones", "Ana Lopez"]
    page = reported(event, "standings", "html")
    assert "Counted spread is the spread after caps and penalties" in page


def test_standings_check_workbook_adds_up_by_formulas(results):
    sheets = load_workbook(io.BytesIO(made(results, "standings_check", "xlsx"))).worksheets
    formulas = [cell.value for cell in sheets[0][2] if cell.data_type == "f"]
    assert formulas == [
        f"=SUMIFS('A games'!${column}$2:${column}$17,'A games'!$A$2:$A$17,$B2)" for column in "JKGI"
    ]


def test_board_is_the_same_on_paper_and_in_a_workbook(recorded_games):
    """On paper, the board is drawn row by row, each tile with its value."""
    board = list(csv.reader(reported(recorded_games, "board_diagram", "csv").splitlines()))
    sheet = sheet_of(recorded_games, "board_diagram")
    assert [[cell.value or "" for cell in row[1:]] for row in sheet.iter_rows(min_row=2)] == board
    (page,) = PdfReader(io.BytesIO(made(recorded_games, "board_diagram", "pdf"))).pages
    drawn = re.findall(r"([A-Z]) (\d+)\b", page.extract_text().partition("\n15\n")[2])
    tiles = [face for line in board for face in line if face.isupper()]
    assert [face for face, _ in drawn] == tiles
    assert drawn[:4] == [("L", "1"), ("A", "1"), ("A", "1"), ("R", "1")]
    assert ("Z", "10") in drawn


def test_workbook_has_both_charts_of_the_turns(recorded_games):
    sheets = load_workbook(io.BytesIO(made(recorded_games, "turn_statistics", "xlsx"))).worksheets
    charts = [chart for sheet in sheets for chart in sheet._charts]
    drawn = [(type(chart).__name__, len(chart.series)) for chart in charts]
    assert drawn == [("BarChart", 1), ("LineChart", 1)]
