"""Standings and cross-table from raw results by a plain script, in all five formats.

The script below knows nothing of the program: a win is 1, a tie ½, and spread is the sum of margins.
"""

import csv
import datetime as dt
import io
import json

import pytest
from openpyxl import load_workbook
from pypdf import PdfReader

from tests.remembered import remembered
from tests.tournament.reports.test_same_figures import Rows, one_line
from tournament.actions.results.results import enter_result
from tournament.actions.rounds.drafts import pair_by_hand
from tournament.actions.rounds.rounds import close_round, publish_round
from tournament.models import Pairing
from tournament.reports.definition import definition
from tournament.reports.delivery import render

pytestmark = pytest.mark.django_db

NAMES = {1: "Ana Lopez", 2: "Ben Okafor", 3: "Zoë Müller", 4: "Dai Jones"}
GAMES = [
    [(1, 2, 400, 380), (3, 4, 350, 350)],
    [(1, 3, 390, 390), (2, 4, 300, 410)],
    [(1, 4, 333, 420), (2, 3, 405, 404)],
    [(2, 1, 350, 500), (4, 3, 377, 310)],
]
"""Round by round: who went first and second, and their scores. 1 and 2 meet twice, two games are ties."""
PRINTED = dt.datetime(2026, 10, 3, 12, 0, tzinfo=dt.UTC)
FORMATS = ("json", "csv", "xlsx", "html", "pdf")


def recomputed():
    """Rank, number, name, wins, losses, ties, spread, and the margins against each other, best first."""
    wins, losses, ties, spread = (dict.fromkeys(NAMES, 0) for _ in range(4))
    against = {one: {other: [] for other in NAMES} for one in NAMES}
    for first, second, a, b in (game for games in GAMES for game in games):
        for me, other, margin in ((first, second, a - b), (second, first, b - a)):
            wins[me] += 1 if margin > 0 else 0.5 if margin == 0 else 0
            losses[me] += 1 if margin < 0 else 0.5 if margin == 0 else 0
            ties[me] += margin == 0
            spread[me] += margin
            against[me][other].append(margin)
    order = sorted(NAMES, key=lambda n: (-wins[n], losses[n], -spread[n]))
    return [
        (rank, n, NAMES[n], wins[n], losses[n], ties[n], spread[n], [against[n][o] for o in order])
        for rank, n in enumerate(order, 1)
    ]


@pytest.fixture
@remembered
def played(desk, four):
    for games in GAMES:
        round_ = publish_round(
            desk, pair_by_hand(desk, four, [game[:2] for game in games], firsts_as_listed=True)
        )
        for pairing in Pairing.objects.filter(round=round_, replaced_at=None):
            scores = {frozenset(game[:2]): game for game in games}
            first, _, a, b = scores[frozenset((pairing.first.number, pairing.second.number))]
            if pairing.first.number != first:
                a, b = b, a
            enter_result(desk, pairing, a, b, accepted=True)
        close_round(desk, round_)
    return four.event


def in_format(event, key, file_format):
    chosen = definition(key)
    content, *_ = render(chosen.build(event, chosen.Options(), PRINTED), file_format)
    return content


def with_half(number):
    whole, half = divmod(number, 1)
    return (f"{int(whole) or ''}½" if half else str(int(whole))) or "0"


def with_sign(number):
    return f"+{number}" if number > 0 else f"−{-number}" if number else "0"


def texts(content, file_format):
    """What a reader sees of the rows, in one line each."""
    if file_format == "html":
        reader = Rows()
        reader.feed(content.decode())
        return "\n".join(one_line(" ".join(row)) for row in reader.rows if row)
    pages = PdfReader(io.BytesIO(content)).pages
    return one_line(" ".join(page.extract_text().replace("\x00", " ") for page in pages))


def values(content, file_format, table="rows"):
    """The rows of the first table as a program reads them, heads left out."""
    if file_format == "json":
        return [list(row.values()) for row in json.loads(content)[table]]
    if file_format == "csv":
        lines = list(csv.reader(io.StringIO(content.decode("utf-8-sig"))))[1:]
        return [[typed(text) for text in line] for line in lines if line]
    sheet = load_workbook(io.BytesIO(content)).worksheets[0]
    return [[cell.value for cell in row] for row in sheet.iter_rows(min_row=2)]


def typed(text):
    """A field of CSV as a spreadsheet takes it: a number where it is one, nothing where it is empty."""
    if not text:
        return None
    try:
        number = float(text)
    except ValueError:
        return text
    return int(number) if number == int(number) else number


@pytest.mark.parametrize("file_format", FORMATS)
def test_standings_are_those_of_the_raw_results(played, file_format):
    content = in_format(played, "standings", file_format)
    if file_format in ("json", "csv", "xlsx"):
        shown = [[row[0], row[1], row[2], *row[4:8]] for row in values(content, file_format)]
        assert shown == [list(row[:7]) for row in recomputed()]
        return
    text = texts(content, file_format)
    ratings = {1: 1800, 2: 1700, 3: 1600, 4: 1500}
    for rank, number, name, wins, losses, ties, spread, _ in recomputed():
        line = (
            f"{rank} {number} {name} {ratings[number]} {with_half(wins)} {with_half(losses)} {ties}"
        )
        assert f"{line} {with_sign(spread)}" in text


@pytest.mark.parametrize("file_format", FORMATS)
def test_the_cross_table_is_that_of_the_raw_results(played, file_format):
    content = in_format(played, "cross_table", file_format)
    if file_format in ("json", "csv", "xlsx"):
        assert values(content, file_format) == [
            [*line[:-1], *(sum(margins) if margins else None for margins in line[-1])]
            for line in recomputed()
        ]
        return
    text = texts(content, file_format)
    for rank, number, name, wins, _, _, spread, margins in recomputed():
        squares = " ".join(" ".join(map(with_sign, m)) if m else "×" for m in margins)
        line = f"{rank} {number} {name} {with_half(wins)} {with_sign(spread)} {squares}"
        assert line in text
