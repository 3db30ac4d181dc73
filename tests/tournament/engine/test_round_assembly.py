"""Assembling rounds from one line per player, and detecting contradictions between lines."""

import pytest

from tournament.engine.interchange import PortableMeeting
from tournament.engine.message import Message
from tournament.engine.results import Outcome
from tournament.engine.round_assembly import PlayerMeetings, assemble_rounds
from tournament.wording.sentences import sentence


def line(number, opponents, scores, **more):
    return PlayerMeetings(number, f"P{number}", number, tuple(opponents), tuple(scores), **more)


def put_together(*lines, bye_spread=50):
    return assemble_rounds(lines, bye_spread=bye_spread)


def sentences_of(done):
    return [
        (f"{problem.line}: " if problem.line else "") + sentence(problem.message)
        for problem in done.contradictions
    ]


VOID = (0, 0, 0, Outcome.VOID)
"""The rest of a meeting in a round that does not count."""


def test_meetings_are_ordered_by_board_then_pairs_without_a_board_then_byes():
    done = put_together(
        line(1, [2], [1], boards=(2,)),
        line(2, [1], [2], boards=(2,)),
        line(3, [4], [3]),
        line(4, [3], [4]),
        line(5, [0], [50]),
        line(6, [7], [6], boards=(1,)),
        line(7, [6], [7], boards=(1,)),
    )
    order = [(meeting.first, meeting.board) for meeting in done.rounds[0].meetings]
    assert order == [(6, 1), (1, 2), (3, None), (5, None)]
    assert sentences_of(done) == []


def test_single_line_with_the_starts_is_enough_and_an_unknown_start_evens_firsts_out():
    done = put_together(line(1, [2], [400], starts=(0,)), line(2, [1], [380], starts=(1,)))
    assert done.rounds[0].meetings == (PortableMeeting(2, 1, 380, 400),)
    done = put_together(
        line(1, [2, 2], [400, 400], starts=(1, 4)), line(2, [1, 1], [380, 380], starts=(2, 4))
    )
    second = done.rounds[1].meetings[0]
    assert (second.first, second.firsts_known) == (2, False)


TWO = (line(1, [2], [400]), line(2, [1], [380]))
BOARD_3 = [line(n, [n + 1 if n % 2 else n - 1], [n], boards=(3,)) for n in range(1, 5)]
TWICE = "Round 1: two pairs have board 3. The second pair gets a free board."
CUT_OFF = [
    PlayerMeetings(1, "Ana", 3, opponents=(7, 8, 2), scores=(400, 401, 402)),
    PlayerMeetings(2, "Ben", 4, opponents=(8, 9, 1), scores=(300, 301, 302)),
]


@pytest.mark.parametrize(
    ("lines", "meeting", "sentence"),
    [
        (
            [*TWO, line(3, [], [])], PortableMeeting(3, *VOID),
            ("3: P3 is not paired in round 1. The round does not count for them; if they play, "
             "pair them by hand."),
        ),
        (
            [line(1, [0], [])], PortableMeeting(1, 0, 75, 0, Outcome.BYE),
            "1: P1 has the bye in round 1 without a spread. A spread of 75 is used.",
        ),
        (
            [line(1, [None], [])], PortableMeeting(1, *VOID),
            ("1: P1's opponent in round 1 is not known. The round does not count for them; "
             "correct it after the import."),
        ),
        (BOARD_3, PortableMeeting(1, 2, 1, 2, board=3, firsts_known=False), TWICE),
        (BOARD_3, PortableMeeting(3, 4, 3, 4, firsts_known=False), TWICE),
        (
            CUT_OFF, None,
            ("4: The last player in the file has number 2, but opponents have numbers up to 9. "
             "The file is cut off after this line, or players were removed; send the complete "
             "file."),
        ),
    ],
)  # fmt: skip
def test_incomplete_lines_are_reported_and_have_no_result(lines, meeting, sentence):
    done = put_together(*lines, bye_spread=75)
    assert sentences_of(done) == [sentence]
    if meeting:
        assert done.rounds[0].meeting_of(meeting.first) == meeting


def test_rounds_after_the_end_of_a_line_are_not_the_players():
    done = put_together(line(1, [2, 0], [1, 50]), line(2, [1], [2], is_off=True))
    assert done.rounds[1].meetings == (PortableMeeting(1, 0, 50, 0, Outcome.BYE),)
    assert sentences_of(done) == []
    # Three rounds: the second player takes part in one, and the two later ones have no effect.
    done = put_together(
        line(1, [2, 3, 3], [1, 2, 3]), line(2, [1], [4]), line(3, [0, 1, 1], [50, 5, 6])
    )
    later = [round_.meeting_of(2) for round_ in done.rounds[1:]]
    assert later == [PortableMeeting(2, *VOID)] * 2
    not_paired = [Message("not_paired", player="P2", round=number) for number in (2, 3)]
    assert [problem.message for problem in done.contradictions] == not_paired


def test_missing_score_is_reported_and_reports_stop_after_a_hundred_faults():
    done = put_together(*(line(n, [n % 499 + 1], [1]) for n in range(1, 500)))
    assert len(done.contradictions) == 102
    assert sentences_of(done)[-1] == "More lines have the same problem."
    assert done.rounds == []
    (problem,) = put_together(line(1, [2], [400]), line(2, [1], [])).contradictions
    assert problem.message == Message("score_missing", player="P2", round=1, other="P1", line=1)
    assert (problem.line, problem.blocks) == (2, True)


def messages_of(*lines):
    return {problem.message.code: problem for problem in put_together(*lines).contradictions}


def test_meeting_oneself_or_an_unknown_number_is_reported_as_such():
    own = int("300")  # equal but a different object, as in a file
    met = messages_of(line(1, [300], [400]), line(300, [own], [380]), line(2, [4], [400]))
    himself, nobody = met["meets_self"], met["meets_nobody"]
    assert himself.message == Message("meets_self", player="P300", round=1)
    assert nobody.message == Message("meets_nobody", player="P2", opponent=4, round=1)
    assert not himself.blocks
    assert not nobody.blocks
    assert met["opponent_from_line"].message == Message(
        "opponent_from_line", player="P300", round=1, line=1, other="P1"
    )


def test_opponent_paired_elsewhere_differs_from_an_opponent_with_a_bye():
    games = ((1, 2, 400), (2, 3, 380), (3, 2, 1), (4, 5, 1), (5, 0, 50))
    met = messages_of(*(line(number, [other], [score]) for number, other, score in games))
    assert set(met) == {"opponent_has_other", "opponent_has_nobody"}
    assert met["opponent_has_nobody"].message == Message(
        "opponent_has_nobody", player="P4", opponent=5, round=1, line=5, other="P5"
    )
