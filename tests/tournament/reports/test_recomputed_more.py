"""Reports from raw results by a plain script, in all five formats, with ties shown either way.

Each report has a function below that works its rows out from `GAMES`; it knows nothing of the program.
"""

import csv
import io
import json
from html import unescape
from itertools import pairwise

import pytest
from django.utils.html import strip_tags
from openpyxl import load_workbook

from tests.tournament.reports.test_recomputed import (
    FORMATS,
    GAMES,
    NAMES,
    PRINTED,
    played,  # noqa: F401 - the fixture
    recomputed,
    texts,
    typed,
    with_half,
    with_sign,
)
from tests.tournament.reports.test_same_figures import one_line
from tournament.actions.event.rules import change_rules
from tournament.models import Event
from tournament.reports.definition import definition
from tournament.reports.delivery import build, render

pytestmark = pytest.mark.django_db

RATINGS = {1: 1800, 2: 1700, 3: 1600, 4: 1500}
LAST_FIRST = {1: "Lopez, Ana", 2: "Okafor, Ben", 3: "Müller, Zoë", 4: "Jones, Dai"}
LETTERS = {2: "W", 1: "T", 0: "L"}


def sides(number):
    """Round, opponent, whether first, own score and the opponent's of every game of one player."""
    for round_, games in enumerate(GAMES, 1):
        for first, second, a, b in games:
            if number == first:
                yield round_, second, True, a, b
            elif number == second:
                yield round_, first, False, b, a


def halves(own, theirs):
    return (own > theirs) * 2 + (own == theirs)


def so_far(number, last):
    """Wins, losses, ties and spread after a round."""
    games = [(a, b) for round_, _, _, a, b in sides(number) if round_ <= last]
    wins = sum(halves(a, b) for a, b in games) / 2
    ties = sum(a == b for a, b in games)
    return wins, len(games) - wins, ties, sum(a - b for a, b in games)


def record(wins, losses, ties, apart):
    if apart:
        return f"{int(wins - ties / 2)}-{int(losses - ties / 2)}-{ties}"
    return f"{with_half(wins)}-{with_half(losses)}"


def counted(wins, losses, ties, apart):
    """The three figures as a workbook has them."""
    return [int(wins - ties / 2), int(losses - ties / 2), ties] if apart else [wins, losses, ties]


def in_words(wins, losses, ties, apart):
    """The same as a page has them."""
    figures = counted(wins, losses, ties, apart)
    return " ".join(map(str, figures)) if apart else " ".join(map(with_half, figures[:2]))


def results_by_player(apart):
    """Data rows, rows of a workbook, and what a page says of each, in the order of names."""
    for number in sorted(NAMES, key=LAST_FIRST.get):
        group = f"{LAST_FIRST[number]} ({number})"
        for round_, other, _, own, theirs in sides(number):
            *wlt, total = so_far(number, round_)
            game = [LETTERS[halves(own, theirs)], own, theirs, NAMES[other], own - theirs]
            yield (
                [group, round_, *game, *wlt, total],
                [group, round_, *game, *counted(*wlt, apart), total],
                (
                    f"{round_} {game[0]} {own} {theirs} {game[3]} {with_sign(own - theirs)} "
                    f"{in_words(*wlt, apart)} {with_sign(total)}"
                ),
            )


def opponents(apart):
    for number, name in NAMES.items():
        met = {}
        for round_, other, first, own, theirs in sides(number):
            met.setdefault(other, []).append((round_, first, own, theirs))
        for other, games in met.items():
            wins = sum(halves(own, theirs) for _, _, own, theirs in games) / 2
            wlt = (wins, len(games) - wins, sum(own == theirs for _, _, own, theirs in games))
            spread = sum(own - theirs for _, _, own, theirs in games)
            firsts = sum(first for _, first, _, _ in games)
            rounds = ", ".join(str(game[0]) for game in games)
            lead = [f"{number} {name}", other, NAMES[other], RATINGS[other], rounds, len(games)]
            yield (
                [*lead, *wlt, spread, firsts],
                [*lead, *counted(*wlt, apart), spread, firsts],
                (
                    f"{other} {NAMES[other]} {RATINGS[other]} {rounds} {len(games)} "
                    f"{in_words(*wlt, apart)} {with_sign(spread)} {firsts}"
                ),
            )


def scorecards(apart):
    boards = {
        (round_, number): board
        for round_, games in enumerate(GAMES, 1)
        for board, game in enumerate(games, 1)
        for number in game[:2]
    }
    for number, name in NAMES.items():
        for round_, other, first, own, theirs in sides(number):
            *wlt, total = so_far(number, round_)
            start = "first" if first else "second"
            lead = [round_, boards[round_, number], start, other, NAMES[other]]
            game = [LETTERS[halves(own, theirs)], own, theirs, own - theirs]
            row = [name, *lead, *game, *wlt, total]
            yield (
                row,
                row,
                (
                    f"{round_} {boards[round_, number]} {start} {other} {NAMES[other]} {game[0]} {own} "
                    f"{theirs} {with_sign(own - theirs)} {record(*wlt, apart)} {with_sign(total)}"
                ),
            )


def pairings(apart):
    """Of the last round, with what both had before it."""
    for board, (first, second, _, _) in enumerate(GAMES[-1], 1):
        row, words = [board], [str(board)]
        for number in (first, second):
            *wlt, spread = so_far(number, len(GAMES) - 1)
            row += [number, NAMES[number], *wlt, spread]
            words += [f"{number} {NAMES[number]} {record(*wlt, apart)} {with_sign(spread)}"]
        yield row, row, " ".join(words)


def round_results(_):
    for board, (first, second, a, b) in enumerate(GAMES[-1], 1):
        row = [board, first, NAMES[first], a, b, NAMES[second], second, a - b]
        yield row, row, " ".join(map(str, row[:-1])) + f" {with_sign(a - b)}"


def by_round(last_of, shown):
    for line in recomputed():
        _, number, name, *_ = line
        figures = [last_of(number, round_) for round_ in range(1, len(GAMES) + 1)]
        row = [number, name, *figures]
        yield row, row, f"{number} {name} {' '.join(map(shown, figures))}"


def spread_by_round(_):
    return by_round(lambda number, round_: so_far(number, round_)[3], with_sign)


def averages(_):
    rows = []
    for number, name in NAMES.items():
        games = [(own, theirs) for _, _, _, own, theirs in sides(number)]
        own, theirs = (sum(scores) / len(games) for scores in zip(*games, strict=True))
        scores = [a for a, _ in games]
        rows.append((own, number, name, len(games), theirs, max(scores), min(scores)))
    for own, number, name, games, theirs, high, low in sorted(rows, reverse=True):
        row = [number, name, games, round(own, 1), round(theirs, 1), high, low]
        yield row, row, f"{number} {name} {games} {own:.1f} {theirs:.1f} {high} {low}"


def high(key):
    """Every side of a game by a figure, the highest first; equal ones share the rank."""

    def rows(_):
        lines = []
        for number, name in NAMES.items():
            for round_, other, _, own, theirs in sides(number):
                if key == "wins" and own <= theirs:
                    continue
                if key == "losses" and own >= theirs:
                    continue
                result = {2: "won", 1: "tied", 0: "lost"}[halves(own, theirs)]
                lines.append((own, name, result, theirs, NAMES[other], own - theirs, round_))
        lines.sort(key=lambda line: -line[0])
        ranks = {line[0]: rank for rank, line in reversed(list(enumerate(lines, 1)))}
        for line in lines:
            row = [ranks[line[0]], *line]
            shown = (
                row[:3] + (row[3:4] if key == "games" else []) + row[4:6]
            )  # else the title says it
            words = [*map(str, shown), with_sign(line[5]), str(line[6])]
            yield row, row, " ".join(words)

    return rows


REPORTS = {
    "results_by_player": results_by_player,
    "opponents": opponents,
    "scorecards": scorecards,
    "pairings": pairings,
    "round_results": round_results,
    "spread_by_round": spread_by_round,
    "averages": averages,
    "high_games": high("games"),
    "high_wins": high("wins"),
    "high_losses": high("losses"),
}


@pytest.fixture(params=["halves", "apart"])
def event(request, desk, played):  # noqa: F811 - the fixture
    if request.param == "apart":
        rules = Event.objects.get(pk=played.pk).rules.as_dict() | {"ties": "apart"}
        change_rules(desk, played, rules, reason="as the federation does")
    return Event.objects.get(pk=played.pk)


def rows_of(content, file_format):
    """The rows of every table of the file, one after the other, heads left out."""
    if file_format == "json":
        tables = [part for part in json.loads(content).values() if isinstance(part, list)]
        return [list(row.values()) for table in tables for row in table if isinstance(row, dict)]
    if file_format == "csv":
        lines = list(csv.reader(io.StringIO(content.decode("utf-8-sig"))))[1:]
        return [[typed(text) for text in line] for line in lines if line]
    return [
        [cell.value for cell in row]
        for sheet in load_workbook(io.BytesIO(content)).worksheets
        for row in sheet.iter_rows(min_row=2)
    ]


@pytest.mark.parametrize("key", REPORTS)
def test_a_report_is_that_of_the_raw_results_in_every_format(event, key):
    assert_the_same_in_every_format(event, key, list(REPORTS[key](event.rules.ties_apart)))


def in_csv(value):
    """A list of one round, "2", reads as a number; a sentence that begins with a sign is no formula."""
    if isinstance(value, str) and value.startswith("+"):
        return f"'{value}"
    return typed("" if value is None else str(value))


def assert_the_same_in_every_format(event, key, wanted, options=None):
    """Every row that is wanted (of files, of a workbook, and as a reader sees it) is in the report.

    None stands for what a format does not have as a row of figures.
    """
    chosen = definition(key)
    assert wanted
    for file_format in FORMATS:
        report = build(chosen, event, options or chosen.Options(), PRINTED, file_format)
        content = render(report, file_format).content
        if file_format in ("html", "pdf"):
            text = texts(content, file_format)
            if file_format == "html":  # cards and sentences are no rows of a table
                text += one_line(strip_tags(unescape(content.decode())))
            assert [line for _, _, line in wanted if line not in text] == [], file_format
            continue
        shown = [
            [None if value == "" else value for value in row]
            for row in rows_of(content, file_format)
        ]
        for row in (line[1 if file_format == "xlsx" else 0] for line in wanted):
            if row is None:
                continue
            expected = list(map(in_csv, row)) if file_format == "csv" else row
            assert expected in [line[: len(row)] for line in shown], (file_format, expected)


@pytest.mark.parametrize("file_format", ["xlsx", "html", "pdf"])
def test_the_standings_show_ties_as_the_event_says(event, file_format):
    chosen = definition("standings")
    report = build(chosen, event, chosen.Options(), PRINTED, file_format)
    (table,) = report.tables
    apart = event.rules.ties_apart
    heads = [column.head for column in table.columns if column.key in ("wins", "losses", "ties")]
    assert heads == (["Won", "Lost", "Tied"] if apart else ["Wins", "Losses", "Ties"])
    names = [column.full_name for column in table.columns if column.key == "wins"]
    assert names == (["Games won"] if apart else ["Wins, a tie as half"])
    content = render(report, file_format).content
    for rank, number, name, wins, losses, ties, _, _ in recomputed():
        figures = counted(wins, losses, ties, apart)
        if file_format == "xlsx":
            assert [rank, number, name, RATINGS[number], *figures] in [
                row[:7] for row in rows_of(content, file_format)
            ]
        else:
            words = figures if apart else [with_half(wins), with_half(losses), ties]
            line = f"{rank} {number} {name} {RATINGS[number]} {' '.join(map(str, words))}"
            assert line in texts(content, file_format)


def test_programs_read_a_tie_as_half_whatever_people_see(event):
    chosen = definition("standings")
    content = render(build(chosen, event, chosen.Options(), PRINTED, "json"), "json").content
    rows = json.loads(content)["rows"]
    assert [(row["wins"], row["losses"], row["ties"]) for row in rows] == [
        line[3:6] for line in recomputed()
    ]


def test_pages_show_ties_as_the_papers_do(event, director_client):
    page = director_client.get(f"/events/{event.slug}/a/standings/").content.decode()
    cells = [record(*line[3:6], apart=True) for line in recomputed()]
    assert ("W-L-T" in page) == event.rules.ties_apart
    assert all((cell in page) == event.rules.ties_apart for cell in cells)


def test_the_figures_of_the_script_are_those_one_counts_by_hand():
    assert [line[1] for line in recomputed()] == [4, 1, 3, 2]
    assert all(one[3] >= other[3] for one, other in pairwise(recomputed()))
