"""The page of the plan: proposed, adopted, edited line by line, refused with an explanation."""

import pytest

from tournament.actions.people.entries import add_players
from tournament.actions.standings.prizes import add_prize
from tournament.queries.rounds.pairing import plan_of
from tournament.web.rounds.forms import method_choices

pytestmark = pytest.mark.django_db
PAGE = "/events/autumn-open/a/plan/"
OPTIONS = f"{PAGE}options/"
SWISS = {
    "do": "line", "shown": "swiss", "method": "swiss", "from_round": "1", "to_round": "4",
    "source": "previous", "option_again": "none", "option_repeats": "",
    "option_opponents": "nearest", "option_mates": "meet", "option_balance_firsts": "on",
}  # fmt: skip


def test_plan_with_a_place_prize_ends_with_cop(director_client, desk, division):
    add_players(desk, division, "\n".join(f"Player {letter}" for letter in "ABCDEFGHIJKL"))
    for last in ("king_of_the_hill", "cop"):
        director_client.post(PAGE, {"do": "adopt", "rounds": "8"})
        assert plan_of(division)[-1].method == last
        add_prize(desk, division.event, kind="place", division=division, title="Cup")


@pytest.mark.parametrize("key", [key for key, _ in method_choices()])
def test_every_method_can_be_planned_with_its_default_form(director_client, four, key):
    form = director_client.get(OPTIONS, {"method": key}).context["form"]
    assert form.key == key
    values = {name: form[name].value() for name in form.fields}
    data = {name: v for name, v in values.items() if v is not None and v is not False}
    data |= {"do": "line", "shown": key, "method": key, "from_round": "1", "to_round": "3"}
    assert director_client.post(PAGE, data).url == PAGE
    (line,) = plan_of(four)
    assert (line.method, line.options) == (key, {})


def test_every_row_of_the_plan_shows_the_cost_of_a_repeat(director_client, four):
    director_client.post(PAGE, SWISS | {"to_round": "2"})
    director_client.post(PAGE, SWISS | {"from_round": "3", "to_round": "4", "option_again": "1"})
    king = {"method": "king_of_the_hill", "shown": "king_of_the_hill", "option_again": "free"}
    last = {"from_round": "5", "to_round": "5", "source": "previous", "option_repeats": ""}
    director_client.post(PAGE, {"do": "line"} | king | last)
    rows = [(line.method, line.repeats) for line in director_client.get(PAGE).context["lines"]]
    assert rows == [("Swiss", "avoided"), ("Swiss", "1 free"), ("King of the hill", "free")]
