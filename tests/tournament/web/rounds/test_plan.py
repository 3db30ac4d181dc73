"""The page of the plan: proposed, adopted, edited line by line, refused with an explanation."""

import pytest

from tests.shown import text
from tournament.actions.people.entries import add_players
from tournament.actions.standings.display import change_standings_settings
from tournament.actions.standings.prizes import add_prize
from tournament.models import Division
from tournament.queries.rounds.pairing import plan_of
from tournament.web.rounds.forms import method_choices

pytestmark = pytest.mark.django_db
PAGE = "/events/autumn-open/a/plan/"
OPTIONS = f"{PAGE}options/"
SWISS = {
    "do": "line",
    "shown": "swiss",
    "method": "swiss",
    "from_round": "1",
    "to_round": "4",
    "source": "previous",
    "option_again": "none",
    "option_repeats": "",
    "option_opponents": "nearest",
    "option_mates": "meet",
    "option_balance_firsts": "on",
}


def spans(division):
    return [(line.from_round, line.to_round, line.method) for line in plan_of(division)]


def test_number_of_rounds_changed_meanwhile_is_not_overwritten_unseen(director_client, desk, four):
    adopt = {"do": "adopt", "rounds": "3"}
    director_client.post(PAGE, adopt)
    seen = director_client.get(f"{PAGE}?rounds=3").context["seen"]
    change_standings_settings(desk, four, rounds_planned=5, held_back_from=None)
    page = director_client.post(PAGE, adopt | {"seen": seen})
    assert page.status_code == 422
    assert "Now Typed here Number of rounds 5 3" in text(page)
    assert Division.objects.get().rounds_planned == 5
    seen = page.context["conflict"].version
    assert director_client.post(PAGE, adopt | {"seen": seen}).url == PAGE
    assert Division.objects.get().rounds_planned == 3


def test_plan_with_a_place_prize_ends_with_cop(director_client, desk, division):
    names = ("Ana Ben Cleo Dai", "Eve Finn Gus Hal", "Ida Jon Kim Leo")
    add_players(desk, division, "\n".join(f"{name} Okafor" for name in " ".join(names).split()))
    by_cop = "In the last quarter of the rounds, COP simulates the rest of the event"
    assert by_cop not in text(director_client.get(f"{PAGE}?rounds=8"))
    add_prize(desk, division.event, kind="place", division=division, title="Cup")
    assert by_cop in text(director_client.get(f"{PAGE}?rounds=8"))
    assert director_client.post(PAGE, {"do": "adopt", "rounds": "8"}).url == PAGE
    assert spans(division)[-1] == (7, 8, "cop")


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


def test_round_number_with_thousands_of_digits_is_refused(director_client, division):
    page = director_client.post(
        f"{division.get_absolute_url()}plan/",
        {"do": "line", "method": "swiss", "from_round": "1", "to_round": "9" * 5000},
    )
    assert page.status_code < 500
    assert spans(division) == []


def test_every_row_of_the_plan_shows_the_cost_of_a_repeat(director_client, four):
    director_client.post(PAGE, SWISS | {"to_round": "2"})
    director_client.post(PAGE, SWISS | {"from_round": "3", "to_round": "4", "option_again": "1"})
    king = {"method": "king_of_the_hill", "shown": "king_of_the_hill", "option_again": "free"}
    last = {"from_round": "5", "to_round": "5", "source": "previous", "option_repeats": ""}
    director_client.post(PAGE, {"do": "line"} | king | last)
    rows = [(line.method, line.repeats) for line in director_client.get(PAGE).context["lines"]]
    assert rows == [("Swiss", "avoided"), ("Swiss", "1 free"), ("King of the hill", "free")]
