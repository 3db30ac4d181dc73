"""Figures in the pictures of a division: podium of prizes, course of ranks, progress of a round."""

import pytest

from tests.tournament.reports.samples import STAMP
from tournament.engine.prizes.award import Award, PrizeDefinition, Winner
from tournament.engine.prizes.contest import PlayerRef
from tournament.reports.awards import podiums
from tournament.reports.definition import definition
from tournament.reports.delivery import build
from tournament.reports.drawing import Blocks, Words
from tournament.reports.pictures.podium import Step, podium_picture
from tournament.reports.report import Picture


def words(drawing):
    return [shape.text for shape in drawing.shapes if isinstance(shape, Words)]


def won(place, *names, division="A", value="", kind="place"):
    prize = PrizeDefinition(place, kind, division=division, place=place, value=value)
    winners = tuple(Winner(PlayerRef(division, n), name, None) for n, name in enumerate(names))
    return Award((prize,), winners)


def test_the_first_place_stands_highest_and_in_the_middle():
    drawing = podium_picture(
        [Step(1, ("Ana",), "300"), Step(2, ("Ben",)), Step(3, ("Cy",))], "Podium."
    )
    second, first, third = (
        shape.places[0] for shape in drawing.shapes if isinstance(shape, Blocks)
    )
    assert first[1] < second[1] < third[1]
    assert second[0] < first[0] < third[0]
    assert {"Ana", "Ben", "Cy", "300", "1", "2", "3"} == set(words(drawing))


def test_a_shared_place_has_all_its_names_and_many_are_counted():
    crowd = tuple(f"Player {number}" for number in range(5))
    assert words(podium_picture([Step(1, ("Ana", "Ben"))], "")) == ["1", "Ana", "Ben"]
    assert words(podium_picture([Step(1, crowd)], ""))[-1] == "+ 3"


def test_a_long_name_has_two_lines_on_the_podium():
    name = "Μαρία Χατζηγεωργίου-Παπαδημητρακοπούλου"
    assert words(podium_picture([Step(2, (name,))], "")) == [
        "2",
        "Μαρία Χατζηγεωργίου-",
        "Παπαδημητρακοπούλου",
    ]


def test_each_division_has_the_podium_of_its_places():
    drawn = podiums(
        [
            won(1, "Ana", value="300"),
            won(1, "Ana", value="a cup"),
            won(4, "Dai"),
            won(1, "Eva", kind="high_win"),
            won(2),
            won(1, "Finn", division="B"),
        ]
    )
    assert [(division, words(drawing)) for division, drawing in drawn] == [
        ("A", ["1", "300 and a cup", "Ana"]),
        ("B", ["1", "Finn"]),
    ]
    assert drawn[0][1].description == "The first places. 1: Ana."


@pytest.mark.django_db
class TestOfAnEvent:
    @pytest.mark.full
    def test_prizes_show_the_podium_only_with_their_winners(self, evening):
        chosen = definition("prizes")
        with_winners = build(chosen, evening, chosen.Options(), STAMP)
        pictures = [part for part in with_winners.sections if isinstance(part, Picture)]
        assert [picture.title for picture in pictures] == ["Division A", "Division B"]
        without = build(chosen, evening, chosen.Options(winners="no"), STAMP)
        assert not any(isinstance(part, Picture) for part in without.sections)

    @pytest.mark.full
    def test_the_course_of_a_division_has_every_round_with_scores(self, evening):
        chosen = definition("round_by_round")
        picture, _table = build(chosen, evening, chosen.Options(division="a"), STAMP).sections
        assert {"Winning score", "Losing score"} <= set(words(picture.drawing))
