"""Every page and print names the winner of the table of outcomes."""

import re

import pytest
from django.urls import reverse

from scoring.actions.disputes import TypedColumn, save_columns
from scoring.actions.games import finish_game, open_game
from scoring.actions.rulings import rule_on_entry
from scoring.actions.turns import record_all_turns
from scoring.models import Ruling
from scoring.queries.disputes import ColumnPosition
from scoring.queries.finishes import finish_of
from scoring.queries.sheets import sheet
from scoring.wording.outcomes import outcome_sentence
from tests.scoring.outcome_cases import FOR_TWO
from tests.scoring.views.pads import Page, at
from tests.tournament.reports.samples import STAMP
from tournament.actions.results.results import enter_result
from tournament.models import ResultEntry
from tournament.queries.results.confirmation import outcome_sentence as entry_sentence
from tournament.queries.rounds.rounds import boards_of
from tournament.queries.safety.recheck_games import differences_in_games
from tournament.queries.standings.ratings import rated_division
from tournament.queries.standings.standings import division_standings
from tournament.reports.definition import find_definition

pytestmark = pytest.mark.django_db

NAMES = ("Ana Lopez", "Ben Okafor")
TIE = (0, 1)


@pytest.fixture
def played(desk, board):
    """Return a function that plays a game of the table on board 1 with its rules and posts the result."""

    def play(case):
        pairing = board(1)
        game = open_game(list(NAMES), case.rules, desk, tile_set="english")
        pairing.game = game
        pairing.save(update_fields=["game"])
        record_all_turns(game, case.record(NAMES), desk)
        if case.let_stand:
            rule_on_entry(sheet(game).entries[0], Ruling.Decision.LET_STAND, desk)
        finish_game(game, desk)
        save_columns(
            game,
            {ColumnPosition(1, 1): TypedColumn("26"), ColumnPosition(2, 1): TypedColumn("27")},
            desk,
        )
        return board(1)

    return play


def winners_in(sentence: str) -> tuple[int, ...]:
    """Return the seats named in a sentence: ``Ana Lopez wins on time.``, ``Ben Okafor by 22.``, ``Tie, 300 each``."""
    if re.match("(a )?tie", sentence, re.IGNORECASE):
        return TIE
    return tuple(seat for seat, name in enumerate(NAMES) if sentence.startswith(name))


def headline_of(pad: Page) -> str:
    """Return the headline on the pad of a finished game."""
    match = re.search(r'id="finished-title">Current result: (.*?)</h2>', pad.raw, re.DOTALL)
    assert match
    return "Tie" if ", a tie" in match[1] else match[1]


def winners_by_half_wins(pairing) -> tuple[int, ...]:
    rows = {row.person.name: row for row in division_standings(pairing.round.division, 1).rows}
    half = [rows[name].line.half_wins for name in NAMES]
    return {(2, 0): (0,), (0, 2): (1,), (1, 1): TIE}[tuple(half)]


def winners_by_ratings(pairing) -> tuple[int, ...]:
    rows = {row.person.name: row for row in rated_division(pairing.round.division).rows}
    won = [rows[name].wins for name in NAMES]
    return {(1, 0): (0,), (0, 1): (1,), (0.5, 0.5): TIE}[tuple(won)]


def finals_of(report) -> dict[str, str]:
    """Return the winners in a recount, by kind of score."""
    (table,) = (table for table in report.tables if table.key == "finals")
    rows = [[getattr(cell, "value", cell) for cell in row] for row in table.rows]
    return {row[0]: row[-1] for row in rows}


def report_of(key, pairing):
    chosen = find_definition(key)
    event = pairing.round.division.event
    return chosen.build(event, chosen.Options(round=1, board=1), STAMP)


@pytest.mark.parametrize(
    "case",
    [
        pytest.param(case, id=case.name, marks=[pytest.mark.full] if number % 3 else [])
        for number, case in enumerate(FOR_TWO)
    ],
)
def test_every_place_names_the_winner_of_the_table(case, played, director_client):
    pairing = played(case)
    game, division = pairing.game, pairing.round.division
    posted = ResultEntry.objects.get(pairing=pairing, standing="counts")
    now, finals = sheet(game), finals_of(report_of("recount", pairing))
    pad = Page(director_client.get(at("pad", game)))
    desk = Page(director_client.get(reverse("dispute:game", args=[game.pk])))
    (row,) = (row for row in boards_of(pairing.round) if row.pairing.board == 1)

    assert (posted.first_score, posted.second_score, posted.outcome) == (*case.finals, case.outcome)
    end = finish_of(now)
    assert (end.by_tie_break, end.by_time) == (case.by == "before racks", case.by == "time")
    by_the_rules = outcome_sentence(now.audit.outcome, NAMES)
    by_place = {
        "the end of the game": tuple(NAMES.index(name) for name in end.winners),
        "the pad": winners_in(headline_of(pad)),
        "the posted result": posted.winners,
        "what is said back": winners_in(entry_sentence(pairing, posted)),
        "the round’s boards": winners_in(row.outcome),
        "the standings": winners_by_half_wins(pairing),
        "the ratings": winners_by_ratings(pairing),
        "the recount, before": winners_in(finals["Before: the result first entered"]),
        "the recount, after": winners_in(finals["After: the result that counts"]),
        "the score sheet": winners_in(report_of("score_sheet", pairing).subtitle),
    }
    if case.let_stand:
        assert outcome_sentence(now.outcome, NAMES) in desk.row("As ruled")
        by_place["the recount, as ruled"] = winners_in(finals["As ruled"])
    assert by_place == dict.fromkeys(by_place, case.winners)
    assert by_the_rules in desk.row("According to the rules")
    assert (winners_in(by_the_rules), winners_in(finals["According to the rules"])) == (
        case.by_the_rules,
        case.by_the_rules,
    )

    page = Page(director_client.get(reverse("board", args=[division.event.slug, "a", 1, 1])))
    result = f"{NAMES[0]} {case.finals[0]} , {NAMES[1]} {case.finals[1]}"
    named = f" : {NAMES[case.winners[0]]} wins" if posted.winner_label else ""
    assert f"{result}{named}" in page.text
    assert (f"{result} :" in page.text) == bool(named)
    assert list(differences_in_games(division.event)) == []


@pytest.mark.parametrize(
    ("scores", "outcome", "winners"),
    [
        ((400, 380), "played", (0,)),
        ((380, 400), "played", (1,)),
        ((400, 400), "played", TIE),
        ((400, 400), "first_wins", (0,)),
        ((400, 380), "second_wins", (1,)),
        ((-20, -30), "played", (0,)),
    ],
)
def test_every_place_names_the_same_winner_of_a_typed_result(desk, board, scores, outcome, winners):
    pairing = board(1)
    entry = enter_result(desk, pairing, *scores, outcome=outcome, accepted=True)
    (row,) = (row for row in boards_of(pairing.round) if row.pairing.board == 1)
    by_place = {
        "the result": entry.winners,
        "what is said back": winners_in(entry_sentence(pairing, entry)),
        "the round’s boards": winners_in(row.outcome),
        "the standings": winners_by_half_wins(pairing),
        "the ratings": winners_by_ratings(pairing),
    }
    assert by_place == dict.fromkeys(by_place, winners)
