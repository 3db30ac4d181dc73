"""Rating, class, team, fixed board and payments."""

import pytest

from tests.tournament.actions.safety.at_the_desk import number
from tournament.actions.act import ReasonMissing, Refused
from tournament.actions.people.details import details_of, update_entry
from tournament.actions.rounds.drafts import draft_round_robin
from tournament.models import Pairing
from tournament.queries.people.entries import division_field

pytestmark = pytest.mark.django_db


def change(desk, entry, **values):
    return update_entry(desk, entry, **details_of(entry) | values)


def test_rating_change_updates_the_seed_and_needs_a_reason_once_published(desk, round_one):
    four = round_one.division
    with pytest.raises(ReasonMissing, match=r"ratings affect the seeds. Give a reason"):
        change(desk, number(four, 4), rating=1900)
    change(desk, number(four, 4), rating=1900, reason="last month's list")
    assert division_field(four).by_number[4].seed == 1


def test_player_with_a_fixed_board_always_plays_there(desk, four):
    change(desk, number(four, 4), fixed_board=1)
    draft_round_robin(desk, four, accepted=True)
    for pairing in Pairing.objects.filter(board=1).select_related("first", "second"):
        assert 4 in (pairing.first.number, pairing.second.number)
    with pytest.raises(Refused, match="Board 1 is already reserved for Dai Jones"):
        change(desk, number(four, 3), fixed_board=1)


def test_unchanged_details_are_refused(desk, four):
    with pytest.raises(Refused, match="Nothing was changed"):
        change(desk, number(four, 1))


def test_member_number_belongs_to_only_one_player(desk, four):
    change(desk, number(four, 2), member=" #AA  0123 ")
    assert number(four, 2).member == "AA 0123"
    with pytest.raises(Refused, match="Member number AA 0123 already belongs to Ben Okafor"):
        change(desk, number(four, 3), member="AA 0123")
    change(desk, number(four, 2), member="")
    assert number(four, 2).member == ""


def test_corrected_name_is_updated_everywhere(desk, round_one):
    four = round_one.division
    with pytest.raises(ReasonMissing, match="published with the old name"):
        change(desk, number(four, 2), name="Okafor-Smith, Ben")
    change(desk, number(four, 2), name="Okafor-Smith, Ben", reason="misheard")
    person = number(four, 2).player
    assert (person.name, person.sort_name) == ("Ben Okafor-Smith", "Okafor-Smith, Ben")
    assert person.name_key == "ben okafor-smith"


@pytest.mark.parametrize(
    ("typed", "sentence"),
    [
        ("Ana Lopez", "There is already a person called Ana Lopez"),
        ("Ben Okafor 1700", "more than a name"),
        ("R2D2", "digits in the name"),
        (" ", "The name is missing"),
    ],
)
def test_invalid_name_is_refused(desk, four, typed, sentence):
    with pytest.raises(Refused, match=sentence):
        change(desk, number(four, 2), name=typed)
    assert number(four, 2).name == "Ben Okafor"
