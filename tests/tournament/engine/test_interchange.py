"""Names between files and people, and what a remark says."""

import pytest

from tournament.engine.interchange import (
    PortableDivision,
    PortableEntrant,
    PortableEvent,
    PortableMeeting,
    PortableRound,
    Remark,
    missing_results,
    spoken_and_sort_name,
)


@pytest.mark.parametrize(
    ("written", "said", "listed"),
    [
        ("Lopez, Ana", "Ana Lopez", "Lopez, Ana"),
        ("Ana Lopez", "Ana Lopez", "Lopez, Ana"),
        ("Player01, Blake", "Blake Player01", "Player01, Blake"),
        ("Jan van der Berg", "Jan van der Berg", "van der Berg, Jan"),
        ("King, Martin Jr.", "Martin King Jr.", "King Jr., Martin"),
        ("Dick Dyke Jr.", "Dick Dyke Jr.", "Dyke Jr., Dick"),
        ("Jan van der Berg III", "Jan van der Berg III", "van der Berg III, Jan"),
        ("Cher", "Cher", "Cher"),
        ("Lopez,", "Lopez,", "Lopez,"),
        ("Smith, John, Jr", "John, Jr Smith", "Smith, John, Jr"),
        ("  O\u2019Hare,  Declan ", "Declan O'Hare", "O'Hare, Declan"),
    ],
)
def test_a_name_is_said_and_listed(written, said, listed):
    assert spoken_and_sort_name(written) == (said, listed)


@pytest.mark.parametrize(
    ("remark", "sentence"),
    [
        (Remark("a.t", 3, "Mend it."), "a.t, line 3: Mend it."),
        (Remark("a.t", 0, "Mend it."), "a.t: Mend it."),
        (Remark("", 0, "Mend it."), "Mend it."),
    ],
)
def test_a_remark_names_file_and_line_where_there_is_one(remark, sentence):
    assert str(remark) == sentence


def test_a_round_with_many_boards_to_play_is_one_sentence():
    entrants = tuple(PortableEntrant(number, f"P{number}") for number in range(1, 11))
    pairs = tuple(PortableMeeting(at, at + 1, board=at // 2 + 1) for at in range(1, 11, 2))
    event = PortableEvent(
        "Open",
        (PortableDivision("A", entrants, (PortableRound(1, pairs[:3]), PortableRound(2, pairs))),),
    )
    assert list(missing_results(event)) == [
        "Round 1: board 1, P1 and P2 have no result.",
        "Round 1: board 2, P3 and P4 have no result.",
        "Round 1: board 3, P5 and P6 have no result.",
        (
            "Round 2: 5 boards have no result: board 1, P1 and P2; board 2, P3 and P4; board 3, P5 "
            "and P6; boards 4, 5."
        ),
    ]
