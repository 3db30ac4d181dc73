"""Rulings on rows of sheets without a record: figures that are none, and pages open long ago."""

import pytest

from scoring.actions.activity import Actor
from scoring.actions.disputes import TypedColumn, open_dispute
from scoring.models import SheetRuling
from scoring.queries.disputes import ColumnPosition
from tests.scoring.views.uploads import text_of

pytestmark = pytest.mark.django_db
SHEETS = {(1, 1): "20\n35", (1, 2): "30\n9", (2, 1): "20\n38", (2, 2): "30\n9"}
ROW = {"seat": "1", "row": "2"}


@pytest.fixture
def address(db):
    written = {ColumnPosition(*place): TypedColumn(text) for place, text in SHEETS.items()}
    game = open_dispute(["Ann", "Ben"], "german", written, Actor("desk"))
    return f"/games/{game.pk}/dispute/"


@pytest.mark.parametrize("typed", ["", "abc", "3 8", "123456", "-+5", "--5", "٣²"])
def test_invalid_figure_is_refused_at_its_row_and_its_reason_kept(director_client, address, typed):
    sent = {**ROW, "typed": typed, "reason": "laid again"}
    answer = director_client.post(f"{address}rows/", sent)
    assert answer.status_code == 422
    assert "Choose a score, or type one: a whole number of points." in text_of(answer)
    assert 'value="laid again"' in answer.text
    assert not SheetRuling.objects.exists()


def test_ruling_from_an_outdated_page_is_refused_and_the_newer_one_shown(director_client, address):
    final = {"final-1": "55", "final-2": "39", "reason": "agreed", "seen": "0"}
    for part, sent in (("rows/", ROW | {"points": "35", "seen": "0"}), ("final/", final)):
        assert director_client.post(f"{address}{part}", sent).status_code == 302
        refused = director_client.post(f"{address}{part}", sent | {"points": "38", "final-1": "58"})
        assert refused.status_code == 422
        assert "Someone else made a ruling here in the meantime." in text_of(refused)
    now = SheetRuling.objects.get(row=2)
    assert (now.points, f'name="seen" value="{now.pk}"' in refused.text) == (35, True)
    again = ROW | {"points": "38", "seen": now.pk}
    assert director_client.post(f"{address}rows/", again).status_code == 302
    assert SheetRuling.objects.get(row=2, superseded_at=None).points == 38
