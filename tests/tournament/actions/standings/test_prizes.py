"""Prizes: defined, ordered, awarded by hand, and logged."""

import pytest

from tests.cases import look
from tests.tournament.actions.cases import all_of, of_event
from tests.tournament.actions.safety.at_the_desk import before_play, number, played
from tests.tournament.engine.in_words import in_words
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
from tournament.models import Entry, Prize
from tournament.queries.standings.prizes import awards_of, prize_bands, prize_sections, prizes_of

pytestmark = pytest.mark.django_db
FIRST, SECOND = (Prize.objects.order_by("pk")[n : n + 1] for n in (0, 1))


def prize(**given):
    return lambda desk, d: add_prize(desk, d.event, **{"kind": "place", "value": "10"} | given)


def pasted(*lines):
    return of_event(add_prizes, "\n".join(lines))


def to(prize, action, **given):
    return lambda desk, _division: action(desk, prize.all()[0], **given)


def remove_the_first(desk, division):
    remove_prize(desk, Prize(pk=1, event=division.event))


def won_by(which, why=""):
    return lambda desk, d: set_winner(desk, FIRST.all()[0], which and number(d, which), why=why)


def won_by_eve(desk, _division):
    set_winner(desk, FIRST.all()[0], Entry.objects.get(player__name="Eve Stone"))


def with_b(desk, division):
    add_players(desk, create_division(desk, division.event, name="B"), "Eve Stone")


AWARDS = look(
    lambda d: [
        ([person.name for person in award.winners], in_words(*award.notes))
        for award in awards_of(prizes_of(d.event), prize_sections(d.event))
    ]
)
TEN = "1st = $300", "2nd = $200", "tough luck = 5"
BIG = {"place": 2, "title": "Big one", "value": "7", "exclusive": True, "options": {}}
CASES = {
    "a pasted list": (
        before_play, pasted("A: 1st = 300", "nonsense", "A: 2-3 = 50", "high win 10"), pasted("nonsense"),
    ),
    "a list twice": (before_play, pasted(*TEN), pasted(*TEN), pasted(*TEN, "3rd = $100")),
    "a division to choose": (before_play, prize(), with_b, prize()),
    "no prize": (before_play, *(prize(**given) for given in (
        {"kind": "hats"}, {"kind": "rating_class"}, {"kind": "by_hand"}, {"kind": "high_win", "place": 0},
        {"kind": "high_win", "value": "x" * 81}, {"kind": "high_win", "options": {"a": 1}},
    ))),
    "as many as fit": (
        all_of(before_play, pasted("1-200 = 5"), pasted("high win 1-99 = 5")), prize(place=1), prize(place=2),
    ),
    "changed, moved and removed": (
        pasted("high win 5", "high loss 4"),
        lambda desk, d: change_prize(desk, FIRST.all()[0], division=d, **BIG), to(SECOND, move_prize, up=True),
        remove_the_first, look(lambda d: [(str(p), p.position) for p in prizes_of(d.event)]), remove_the_first,
    ),
    "a winner by hand": (
        all_of(played, prize(value="30")), AWARDS, won_by(4, "Ana gave it away."), AWARDS, won_by(None), AWARDS,
    ),
    "a winner of another division": (
        all_of(with_b, lambda desk, d: add_prize(desk, d.event, kind="place", division=d)), won_by_eve,
    ),
}  # fmt: skip


@pytest.mark.parametrize("name", CASES)
def test_what_happens_to_prizes_is_as_approved(play_case, name):
    play_case(name, *CASES[name])


def test_equal_values_form_one_band_and_classes_have_their_own(
    desk, event, four, django_assert_num_queries
):
    assign_classes(desk, four, "A from 1700, B")
    add_prizes(desk, event, "1st = 300\n2nd = € 50\n3rd = 50.00\n5th = 50\n6-7\nclass B = 20")
    add_prizes(desk, event, "high win = 20")
    with django_assert_num_queries(1):
        bands = prize_bands(four)
    places = [(1, 1), (2, 3), (5, 5), (6, 6), (7, 7), (1, 1, "B")]
    assert bands == tuple(PrizeBand(*place) for place in places)


def test_practice_event_is_removed_with_its_prizes(desk):
    event = make_practice_event(desk, PracticeSpec(4, 1, 1, PracticeStage.FINISHED))
    (prize,) = add_prizes(desk, event, "1st = 5")
    set_winner(desk, prize, event.divisions.get().entries.get(number=1))
    remove_practice_event(desk, event)
    assert not Prize.objects.exists()
