"""Prizes: defined, ordered, awarded by hand, and logged."""

import pytest

from scoring.models import Activity
from tests.tournament.engine.in_words import in_words
from tournament.actions.act import Refused
from tournament.actions.event.events import create_division
from tournament.actions.event.practice import (
    PracticeSpec,
    PracticeStage,
    make_practice_event,
    remove_practice_event,
)
from tournament.actions.people.details import assign_classes
from tournament.actions.people.entries import add_players
from tournament.actions.standings.prizes import (
    add_prize,
    add_prizes,
    change_prize,
    move_prize,
    remove_prize,
    set_winner,
)
from tournament.engine.pairing.request import PrizeBand
from tournament.models import Prize
from tournament.queries.standings.prizes import awards_of, prize_bands, prize_sections, prizes_of

pytestmark = pytest.mark.django_db


def test_pasted_list_adds_prizes_and_skips_unreadable_lines(desk, event, four):
    added = add_prizes(desk, event, "A: 1st = 300\nnonsense\nA: 2-3 = 50\nhigh win 10")
    assert [(p.kind, p.place, p.value, p.exclusive, p.position) for p in added] == [
        ("place", 1, "300", True, 1),
        ("place", 2, "50", True, 2),
        ("place", 3, "50", True, 3),
        ("high_win", 1, "10", False, 4),
    ]
    entry = Activity.objects.latest("id")
    assert (entry.verb, entry.summary) == ("add_prizes", "4 prizes added to Autumn Open.")


def test_list_without_a_prize_is_refused_and_saves_nothing(desk, event, four):
    with pytest.raises(Refused, match="Write one per line: “A: 1st = 300”"):
        add_prizes(desk, event, "nonsense\n")
    assert prizes_of(event) == []


def test_prize_names_its_division_only_when_several_exist(desk, event, four):
    assert add_prize(desk, event, kind="place", value="10").division == four
    create_division(desk, event, name="B")
    with pytest.raises(Refused, match="Place: choose a division"):
        add_prize(desk, event, kind="place", value="10")


@pytest.mark.parametrize(
    ("given", "sentence"),
    [
        ({"kind": "hats"}, "There is no kind of prize “hats”"),
        ({"kind": "rating_class"}, "Class prize needs these options: rating class"),
        ({"kind": "by_hand"}, "A prize given by hand needs a name"),
        ({"kind": "high_win", "place": 0}, "A place must be from 1 to 200"),
        ({"kind": "high_win", "value": "x" * 81}, "The value has 81 characters; the maximum is 80"),
        ({"kind": "high_win", "options": {"a": 1}}, "High win takes no options"),
    ],
)
def test_invalid_prize_is_refused_with_the_reason(desk, event, four, given, sentence):
    with pytest.raises(Refused, match=sentence):
        add_prize(desk, event, **given)
    assert prizes_of(event) == []


def test_prizes_are_changed_moved_and_removed(desk, event, four):
    first, second = add_prizes(desk, event, "high win 5\nhigh loss 4")
    values = {"place": 2, "title": "Big one", "value": "7", "exclusive": True}
    change_prize(desk, first, division=four, options={}, **values)
    move_prize(desk, second, up=True)
    assert [(prize.title, prize.place) for prize in prizes_of(event)] == [("", 1), ("Big one", 2)]
    remove_prize(desk, first)
    assert prizes_of(event) == [second]
    with pytest.raises(Refused, match="removed this prize in the meantime"):
        remove_prize(desk, first)


def test_director_chooses_a_winner_and_withdraws_the_choice(desk, event, whole_robin):
    prize = add_prize(desk, event, kind="place", value="30")
    chosen = event.divisions.get().entries.get(number=4)
    for winner, is_by_hand in ((chosen, True), (None, False)):
        set_winner(desk, prize, winner, why="Ana gave it away." if winner else "")
        (award,) = awards_of(prizes_of(event), prize_sections(event))
        assert ("Dai Jones" in [person.name for person in award.winners]) == is_by_hand
        assert ("Chosen by hand: Ana gave it away." in in_words(*award.notes)) == is_by_hand


def test_winner_must_play_in_the_prizes_division(desk, event, four):
    other = create_division(desk, event, name="B")
    (eve,) = add_players(desk, other, "Eve Stone").entries
    prize = add_prize(desk, event, kind="place", division=four)
    with pytest.raises(Refused, match="Eve Stone does not play in division A"):
        set_winner(desk, prize, eve)


def test_equal_values_form_one_band_and_classes_have_their_own(
    desk, event, four, django_assert_num_queries
):
    assign_classes(desk, four, "A from 1700, B")
    add_prizes(desk, event, "1st = 300\n2nd = € 50\n3rd = 50.00\n5th = 50\n6-7\nclass B = 20")
    add_prizes(desk, event, "high win = 20")
    with django_assert_num_queries(1):
        bands = prize_bands(four)
    assert bands == (
        PrizeBand(1, 1),
        PrizeBand(2, 3),
        PrizeBand(5, 5),
        PrizeBand(6, 6),
        PrizeBand(7, 7),
        PrizeBand(1, 1, "B"),
    )


def test_practice_event_is_removed_with_its_prizes(desk):
    event = make_practice_event(desk, PracticeSpec(4, 1, 1, PracticeStage.FINISHED))
    (prize,) = add_prizes(desk, event, "1st = 5")
    set_winner(desk, prize, event.divisions.get().entries.get(number=1))
    remove_practice_event(desk, event)
    assert not Prize.objects.exists()


def test_pasting_a_prize_list_twice_adds_no_duplicates(desk, event, four):
    text = "1st = $300\n2nd = $200\ntough luck = 5"
    assert len(add_prizes(desk, event, text)) == 3
    with pytest.raises(Refused, match=r"All prizes in this list already exist. None was added"):
        add_prizes(desk, event, text)
    assert len(add_prizes(desk, event, f"{text}\n3rd = $100")) == 1
    assert Prize.objects.filter(event=event).count() == 4
