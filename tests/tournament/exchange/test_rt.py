"""Export of `.RT` for a rated event: the columns of the format and the ratings of the page."""

from pathlib import Path

import pytest

from tournament.engine.interchange import (
    DerivedFigures,
    PortableDivision,
    PortableEntrant,
    PortableEvent,
    PortableMeeting,
    PortableRound,
    RatedFigures,
    UnwritableEvent,
)
from tournament.engine.ratings.rating_list import parse_rating_list, rows_in
from tournament.engine.results import Outcome
from tournament.exchange.event_exchange import prepare_event
from tournament.exchange.event_files import event_formats
from tournament.queries.standings.ratings import rated_division

GOLDEN = Path(__file__).resolve().parents[3] / "fixtures" / "formats" / "rating_lists"


def test_columns_match_a_published_file():
    """Twenty games of Alder Bo: 15 wins, +1332, as in the sample of the format."""
    margins = [*[+100] * 14, +132, *[-40] * 5]
    rounds = tuple(
        PortableRound(
            number,
            (
                PortableMeeting(1, 2, 400 + margin, 400)
                if margin > 0
                else PortableMeeting(2, 1, 400 - margin, 400),
                PortableMeeting(3, 0, 50, 0, Outcome.BYE),
            ),
        )
        for number, margin in enumerate(margins, 1)
    )
    figures = DerivedFigures(
        (1, 2), (), (), (),
        {
            1: RatedFigures(2063, 2062.4, 86.6),
            2: RatedFigures(None, 1500),
            3: RatedFigures(1400, 1400),
        },
    )  # fmt: skip
    players = (
        PortableEntrant(1, "Alder Bo"),
        PortableEntrant(2, "Birch Cleo"),
        PortableEntrant(3, "Only Byes"),
    )
    division = PortableDivision("A", players, rounds, figures=figures)
    event = PortableEvent("Spring Open", (division,), date="2020-02-17")
    (file,) = event_formats()["rt"].write(event)
    lines = file.content.decode().split("\r\n")
    golden = (GOLDEN / "spring-open.RT").read_text().splitlines()
    assert lines[:5] == golden[:5]
    assert lines[5:] == [f"{'Birch Cleo':<22}5.0-15.0{-1332:>10}{'':>9}{1500:>9}{'':>9}", ""]


@pytest.mark.django_db
def test_old_and_new_ratings_match_the_ratings_page(desk, whole_robin):
    division = whole_robin[0].division
    (file,) = prepare_event(division.event, "rt").files()
    assert file.name == "autumn-open.RT"
    read = parse_rating_list(rows_in(file.content.decode("latin-1")))
    rated = {row.person.name: row.new for row in rated_division(division).rows}
    assert {person.name: person.rating for person in read.people} == rated
    assert [person.rating for person in read.people] == sorted(rated.values(), reverse=True)


@pytest.mark.django_db
def test_unrated_event_is_refused_with_a_remedy(division):
    with pytest.raises(UnwritableEvent, match="Choose the system on the ratings page"):
        prepare_event(division.event, "rt").files()
