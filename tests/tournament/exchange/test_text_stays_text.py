"""Names that look like formulas stay text in every file, and spreads are numbers (fixtures/cases/r05)."""

import csv
import io
from pathlib import Path

import pytest

from scoring.wording.phrases import FORMULA_STARTS
from tournament.actions.people.entries import add_players
from tournament.actions.results.results import enter_result
from tournament.actions.rounds.drafts import pair_by_hand
from tournament.actions.rounds.rounds import publish_round
from tournament.engine.roster_table import roster_from_table
from tournament.exchange.event_exchange import prepare_event
from tournament.exchange.event_files import read_bundle, writable_formats
from tournament.models import Pairing
from tournament.web.people.roster import roster_table_in

pytestmark = pytest.mark.django_db
CASE = Path(__file__).parents[3] / "fixtures" / "cases" / "r05_formula_names.csv"
NAMES = ['=HYPERLINK("http://x.example")', "+44 Team", "-Dash Lee", "@nn Poe", "Ann Poe"]


@pytest.fixture
def played(desk, division):
    """Play a round between these players; the second lost by 123."""
    table, _notes = roster_table_in(CASE.name, CASE.read_bytes(), "A")
    add_players(desk, division, roster_from_table(table).text)
    round_ = pair_by_hand(desk, division, [(1, 2), (3, 4)], [5], firsts_as_listed=True)
    publish_round(desk, round_)
    for pairing in Pairing.objects.filter(round=round_, second__isnull=False):
        enter_result(desk, pairing, 423, 300)
    return division.event


def is_number(cell):
    return cell.removeprefix("-").replace(".", "", 1).isdecimal()


@pytest.mark.parametrize(
    "key", [key for key, kind in writable_formats().items() if not kind.wants_games]
)
def test_every_event_format_writes_names_as_text(played, key):
    assert list(played.divisions.get().entries.values_list("player__name", flat=True)) == NAMES
    files = prepare_event(played, key).files()
    for file in files:
        if file.name.endswith(".csv"):
            cells = [c for row in csv.reader(io.StringIO(file.content.decode())) for c in row]
            assert [c for c in cells if c.startswith(FORMULA_STARTS) and not is_number(c)] == []
    if writable_formats()[key].reads:
        (division,) = read_bundle(files).divisions
        letters = 20 if key == "tou" else None  # AUPAIR has room for twenty
        assert {entrant.name for entrant in division.entrants} == {name[:letters] for name in NAMES}
