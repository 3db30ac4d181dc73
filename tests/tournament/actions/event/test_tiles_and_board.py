"""The tiles and the board of an event: from its rule set, or chosen."""

import pytest

from tournament.actions.act import Refused
from tournament.actions.event.events import create_division, create_event
from tournament.actions.event.rules import change_rules, lists_for
from tournament.catalogue import board_of, preset, tiles_of
from tournament.engine.event_rules import event_rules
from tournament.models import Event

pytestmark = pytest.mark.django_db


def test_without_a_choice_they_are_those_of_the_rule_set(desk):
    event = create_event(desk, name="Copa", preset="spanish")
    assert (tiles_of(event.rules).key, board_of(event.rules).key) == ("spanish", "standard")


def test_an_event_that_was_made_before_there_was_a_choice_has_none():
    stored = preset("wespa").as_dict()
    del stored["tile_set"], stored["layout"]
    assert event_rules(stored, "event") == preset("wespa")


@pytest.mark.full
def test_what_is_chosen_holds_for_the_boards_of_the_event(director_client, desk):
    director_client.post(
        "/events/new/",
        {"name": "Open", "preset": "wespa", "tile_set": "english_super", "layout": "super"},
    )
    event = Event.objects.get(name="Open")
    assert (tiles_of(event.rules).key, board_of(event.rules).rows) == ("english_super", 21)
    create_division(desk, event, name="A")
    shown = director_client.get(event.get_absolute_url()).content.decode()
    assert "<dt>Board</dt><dd>Super board, 21 x 21</dd>" in shown


def test_a_word_list_of_other_tiles_is_taken_from_the_event_with_them(desk):
    event = create_event(desk, name="Open", preset="wespa")
    before = event.lexicon
    assert before in [words.key for words in lists_for(event)]
    changed = change_rules(desk, event, event.rules.as_dict() | {"tile_set": "polish"})
    assert changed.lexicon == ""
    assert tiles_of(Event.objects.get(pk=event.pk).rules).key == "polish"


@pytest.mark.parametrize(
    ("chosen", "reason"),
    [
        ({"tile_set": "klingon"}, "There is no tile set “klingon”"),
        ({"layout": "round"}, "There is no board “round”"),
    ],
)
def test_tiles_and_boards_that_do_not_exist_are_refused(desk, chosen, reason):
    with pytest.raises(Refused, match=reason):
        create_event(desk, name="Open", preset="wespa", **chosen)
    assert not Event.objects.filter(name="Open").exists()
