"""Forms refuse bad input with a sentence, keep what was typed, and change nothing."""

import pytest

from scoring.models import Activity
from tests.shown import text
from tournament.actions.people.clubs import create_club

pytestmark = pytest.mark.django_db
EVENT = "/events/autumn-open/"
DIVISION = f"{EVENT}a/"
SEASON = "/clubs/thursdays/season/"
THURSDAY = {"name": "Thursday", "preset": "club"}
LINE = {
    "do": "line", "shown": "swiss", "method": "swiss", "from_round": "1", "to_round": "2",
    "source": "previous", "option_again": "none", "option_repeats": "",
    "option_opponents": "nearest", "option_mates": "meet", "option_balance_firsts": "on",
}  # fmt: skip
NOT_SHOWN = ("do", "step", "shown", "source", "withdrawal", "option_balance_firsts")
"""Buttons, a tick, and lists that show only their choices."""
REFUSED = [
    ("/events/new/", {"name": " ", "preset": "wespa", "place": "Höchst"}, "Give the event a name"),
    ("/events/new/", THURSDAY | {"date": "soon"}, "Enter a valid date."),
    ("/events/new/", THURSDAY | {"roster": "Ana Lopez"}, "An event needs at least two players."),
    (f"{EVENT}divisions/", {}, "Give the division a name, for example A if there is only one."),
    (f"{EVENT}housekeeping/divisions/a/", {"name": ""}, "Give the division a name"),
    (SEASON, {"win": "two"}, ("“two” is not a valid number of points. Enter a number such as 2 "
                             "or 2½.")),
    (f"{DIVISION}players/4/leave/", {"withdrawal": "after:9"}, "Select a valid choice."),
    (f"{EVENT}prizes/", {"prizes": "best hat 3", "step": "save"}, "This list contains no prizes."),
    (f"{EVENT}prizes/new/?kind=by_hand", {"division": "", "value": "20"}, "Fill in this field."),
    (f"{DIVISION}plan/", LINE | {"from_round": "4"}, "run backwards"),
    (f"{DIVISION}plan/", LINE | {"from_round": ""}, "Enter the first round."),
    (f"{DIVISION}plan/", LINE | {"to_round": "999"}, "The number must be at most 200."),
    (f"{DIVISION}plan/", LINE | {"option_repeats": "-1"}, "The number must be at least 0."),
    (f"{DIVISION}plan/", LINE | {"source": "round 2"}, "can only be paired on the standings after round"),
    ("/ratings/", {"system": "naspa", "rows": "Ana\tmany", "step": "save"}, "Fill in this field."),
]  # fmt: skip


@pytest.mark.parametrize(("address", "typed", "sentence"), REFUSED)
def test_refused_form_shows_a_sentence_and_keeps_the_input(
    director_client, desk, four, address, typed, sentence
):
    create_club(desk, name="Thursdays")
    before = Activity.objects.count()
    answer = director_client.post(address, {"seen": ""} | typed)
    assert answer.status_code == 422
    assert sentence in text(answer)
    assert "This field is required." not in text(answer)
    for name, value in typed.items():
        if name not in NOT_SHOWN:
            assert f'"{value}"' in answer.text or f"{value}</textarea>" in answer.text, name
    assert Activity.objects.count() == before


DIGITS = "9" * 5000


@pytest.mark.parametrize(
    ("address", "typed"),
    [
        (f"{EVENT}reports/standings/?round={DIGITS}", None),
        (f"{EVENT}reports/standings/?format=png&picture={DIGITS}", None),
        (f"{EVENT}files/send/", {"games-1": DIGITS}),
        (f"{DIVISION}plan/", LINE | {"to_round": DIGITS}),
        (f"{EVENT}player-phones/kiosks/", {"end": DIGITS}),
    ],
)
def test_numbers_of_thousands_of_digits_are_refused(director_client, division, address, typed):
    answer = director_client.post(address, typed) if typed else director_client.get(address)
    assert answer.status_code < 500
