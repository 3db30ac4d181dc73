"""The page of the plan: proposed, adopted, edited line by line, refused with an explanation."""

import pytest

from tests.shown import text
from tournament.actions.people.entries import add_players
from tournament.actions.standings.display import change_standings_settings
from tournament.actions.standings.prizes import add_prize
from tournament.engine.pairing.seating import Seating
from tournament.models import Division, PlanLine
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


def test_plan_is_proposed_with_reasons_and_saved_when_adopted(director_client, four):
    words = text(director_client.get(f"{PAGE}?rounds=3"))
    assert "A plan for 4 players and 3 rounds" in words
    assert "4 players meet each other once in 3 rounds." in words
    assert spans(four) == []
    answer = director_client.post(PAGE, {"do": "adopt", "rounds": "3"})
    assert answer.url == PAGE
    assert spans(four) == [(1, 3, "round_robin")]
    assert Division.objects.get().rounds_planned == 3


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


def test_line_is_planned_with_its_options(director_client, four):
    answer = director_client.post(
        PAGE, SWISS | {"option_repeats": "2", "option_opponents": "halves", "source": "one earlier"}
    )
    assert answer.url == PAGE
    (line,) = plan_of(four)
    assert line.options == {"repeats": 2, "opponents": "halves"}
    assert str(line.source) == "one earlier"
    words = text(director_client.get(PAGE))
    assert "Swiss, maximum earlier games 2, opponents top half against bottom half" in words
    assert "one round earlier" in words


def test_plan_line_is_edited_and_removed(director_client, four):
    director_client.post(PAGE, SWISS | {"option_repeats": "3"})
    page = director_client.get(f"{PAGE}?from=2")
    form = page.context["form"]
    assert (form["from_round"].value(), form["to_round"].value()) == (1, 4)
    assert form["option_repeats"].value() == 3
    director_client.post(PAGE, {"do": "remove:3:4"})
    assert spans(four) == [(1, 2, "swiss")]
    director_client.post(PAGE, {"do": "remove:x"})
    assert spans(four) == [(1, 2, "swiss")]


def test_button_shows_the_options_of_another_method_without_javascript(director_client, four):
    data = SWISS | {"do": "show", "method": "factor", "from_round": "3", "to_round": "3"}
    page = director_client.post(PAGE, data)
    assert page.status_code == 200
    assert "Places apart" in text(page)
    assert page.context["form"]["from_round"].value() == "3"
    unseen = director_client.post(PAGE, data | {"do": "line"})
    assert "Places apart" in text(unseen)
    assert spans(four) == []


def test_options_are_loaded_alone_with_javascript(director_client, four):
    words = text(director_client.get(f"{OPTIONS}?method=factor"))
    assert words.startswith("Opponents at the top of the standings are")
    assert "Plan of division" not in words
    assert "Places apart" in words
    assert director_client.get(f"{OPTIONS}?method=nonsense").status_code == 200


def test_published_rounds_are_named_and_their_plan_unchanged(director_client, round_one):
    words = text(director_client.get(PAGE))
    assert "All rounds up to round 1 are published; their pairings will not change." in words
    assert "By hand" in words
    answer = director_client.post(PAGE, SWISS)
    assert "Round 1 is already published. Plan round 2 and later rounds." in text(answer)


@pytest.mark.parametrize("rounds", ["0", "x", "", "201"])
def test_invalid_number_of_rounds_is_refused(director_client, four, rounds):
    assert director_client.get(PAGE, {"rounds": rounds}).status_code == 422
    assert director_client.post(PAGE, {"do": "adopt", "rounds": rounds}).status_code == 422
    assert not PlanLine.objects.exists()


def test_boards_and_byes_are_set_on_the_plan_page(director_client, four):
    director_client.post(
        PAGE,
        {
            "do": "seating",
            "first_board": "11",
            "mates_until": "0",
            "byes_spared": "3",
            "byes_allowed": "on",
        },
    )
    seating = Seating.from_stored(Division.objects.get().seating)
    assert seating == Seating(first_board=11, byes_spared=3)
    answer = director_client.post(
        PAGE, {"do": "seating", "first_board": "0", "mates_until": "0", "byes_spared": "0"}
    )
    assert "The first board must have a number from 1 to 9999." in text(answer)


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
