"""The pictures of a division, each with its table."""

import pytest

from tests.stories import WITH_ALL_ROOMS
from tournament.actions.event.events import create_division
from tournament.actions.people.entries import add_players
from tournament.actions.results.results import correct_result, enter_result
from tournament.actions.rounds.drafts import pair_by_hand
from tournament.actions.rounds.rounds import publish_round
from tournament.models import Pairing

pytestmark = pytest.mark.django_db

PAGE = "/events/autumn-open/a/pictures/"


def test_table_longer_than_fifty_rows_is_cut_with_a_note(director_client, desk, event):
    field = create_division(desk, event, name="Field")
    add_players(
        desk,
        field,
        "\n".join(
            f"Player {chr(65 + number // 26)}{chr(65 + number % 26)} 1500"
            for number in range(1, 71)
        ),
    )
    pairs = [(number, number + 1) for number in range(1, 71, 2)]
    round_ = publish_round(desk, pair_by_hand(desk, field, pairs))
    enter_result(desk, Pairing.objects.get(round=round_, board=1), 400, 380)
    page = director_client.get("/events/autumn-open/field/pictures/").text
    assert "20 more rows are in the PDF." in page
    assert page.count("<tr>") < 250


@WITH_ALL_ROOMS
def test_drawings_are_cached_for_each_state_of_the_event(
    desk, director_client, keeper_client, four, whole_robin, django_assert_max_num_queries
):
    shown = director_client.get(PAGE).context["pictures"]
    with django_assert_max_num_queries(10):
        assert director_client.get(PAGE).context["pictures"] == shown
    assert "round_progress" not in dict(keeper_client.get(PAGE).context["pictures"])
    game = Pairing.objects.filter(round__number=1, board=1).get()
    correct_result(desk, game, 412, 398, reason="The slip says so")
    assert director_client.get(PAGE).context["pictures"] != shown
