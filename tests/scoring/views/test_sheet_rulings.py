"""The pages of a dispute without a record: checking a play and returning, agreeing on the final score."""

from urllib.parse import parse_qs, urlsplit

import pytest

from scoring.actions.activity import Actor
from scoring.actions.disputes import TypedColumn, open_dispute
from scoring.models import SheetRuling
from scoring.queries.disputes import ColumnPosition
from scoring.views.one_play import CHECK_THROTTLE
from tests.scoring.views.uploads import text_of

pytestmark = pytest.mark.django_db
SHEETS = {(1, 1): "20\n35", (1, 2): "30\n9", (2, 1): "20\n38", (2, 2): "30\n9"}


@pytest.fixture
def game():
    CHECK_THROTTLE.reset()
    written = {ColumnPosition(*place): TypedColumn(text) for place, text in SHEETS.items()}
    return open_dispute(["Ann", "Ben"], "german", written, Actor("desk"))


@pytest.fixture
def address(game):
    return f"/games/{game.pk}/dispute/"


def choice_of(answer):
    (finding,) = answer.context["page"].findings
    return finding.choice


def test_play_checked_by_the_games_rules_returns_its_score_to_the_row(
    director_client, game, address
):
    choice = choice_of(director_client.get(address))
    query = parse_qs(urlsplit(choice.check_address).query)
    assert query == {"rules": ["german"], "row": [f"{game.pk}.1.2"]}
    checked = director_client.get(choice.check_address, {**query, "play": "8H FROZEN 35"})
    row, back = checked.context["page"].dispute_link
    points = checked.context["page"].checked.proof.total
    assert f"Use {points} in row 2" in text_of(checked)
    assert row == "2"
    proposed = choice_of(director_client.get(back)).proposed
    assert (proposed.points, proposed.play) == (points, "8H FROZEN")
    sent = {"seat": "1", "row": "2", "points": f"{points} 8H FROZEN"}
    shown = director_client.post(f"{address}rows/", sent, follow=True)
    assert f"Ruled: the score in row 2 is {points}." in text_of(shown)
    ruling = choice_of(shown).ruling
    assert (ruling.points, ruling.play) == (points, "8H FROZEN")
    assert [figure for figure, _names in choice_of(shown).figures] == [35, 38]


def test_illegal_play_returns_no_points_to_the_dispute(director_client, game):
    sent = {"row": f"{game.pk}.1.2", "play": "8A QI 22"}
    shown = text_of(director_client.get("/check/", sent))
    assert "Back to row 2 of the dispute" in shown
    assert "in row 2" not in shown


def test_sheet_figure_or_typed_figure_can_be_ruled_to_count(director_client, address):
    director_client.post(f"{address}rows/", {"seat": "1", "row": "2", "points": "35"})
    answer = director_client.get(address)
    assert choice_of(answer).figures == ((38, "Ben"),)
    assert answer.context["page"].final_form.scores == ((1, "Ann", "55"), (2, "Ben", "39"))
    typed = {"seat": "1", "row": "2", "points": "", "typed": "−7", "reason": "a penalty"}
    director_client.post(f"{address}rows/", typed)
    ruling = choice_of(director_client.get(address)).ruling
    assert (ruling.points, ruling.reason) == (-7, "a penalty")


@pytest.mark.parametrize("typed", ["", "abc", "3 8", "123456", "-+5", "--5", "٣²"])
def test_invalid_figure_is_refused_at_its_row_and_kept(director_client, address, typed):
    sent = {"seat": "1", "row": "2", "typed": typed, "reason": "laid again"}
    answer = director_client.post(f"{address}rows/", sent)
    assert answer.status_code == 422
    assert "Choose a score, or type one: a whole number of points." in text_of(answer)
    assert choice_of(answer).proposed.reason == "laid again"
    assert not SheetRuling.objects.exists()


def test_agreed_final_is_shown_at_the_top(director_client, address):
    refused = director_client.post(f"{address}final/", {"final-1": "5a", "final-2": "39"})
    assert refused.status_code == 422
    assert "Type the final score of every player, as a whole number." in text_of(refused)
    assert refused.context["page"].final_form.scores[0] == (1, "Ann", "5a")
    sent = {"final-1": "58", "final-2": "39", "reason": "Both agreed"}
    shown = director_client.post(f"{address}final/", sent, follow=True)
    assert shown.context["page"].current_result == "Current result: Ann 58, Ben 39, as agreed."
    assert "Ann wins, 58 to 39. Settled by" in text_of(shown)
    assert shown.context["page"].is_recount_due


def test_ruling_from_an_outdated_page_is_refused_and_the_newer_one_shown(director_client, address):
    def seen(page):
        return {"row": (choice_of(page).ruling and choice_of(page).ruling.pk) or 0,
                "final": page.context["page"].final_form.seen}  # fmt: skip

    first = seen(director_client.get(address))
    assert first == {"row": 0, "final": 0}
    row = {"seat": "1", "row": "2", "seen": first["row"]}
    final = {"final-1": "55", "final-2": "39", "reason": "agreed", "seen": first["final"]}
    assert director_client.post(f"{address}rows/", row | {"points": "35"}).status_code == 302
    assert director_client.post(f"{address}final/", final).status_code == 302
    for part, sent in (("rows/", row | {"points": "38"}), ("final/", final | {"final-1": "58"})):
        refused = director_client.post(f"{address}{part}", sent)
        assert refused.status_code == 422
        assert "Someone else made a ruling here in the meantime." in text_of(refused)
    assert choice_of(refused).ruling.points == 35
    now = seen(refused)
    assert f'name="seen" value="{now["row"]}"' in refused.text
    again = row | {"points": "38", "seen": now["row"]}
    assert director_client.post(f"{address}rows/", again).status_code == 302
    assert choice_of(director_client.get(address)).ruling.points == 38
