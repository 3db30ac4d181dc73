"""Comparing two sheets of a game with each other and with the rules, turn by turn."""

import tomllib
from pathlib import Path

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from scoring import catalogue
from scoring.engine import gcg
from scoring.engine.dispute import alignment
from scoring.engine.dispute.columns import Column, ColumnEntry
from scoring.engine.dispute.dispute import Sheet, SlipKind
from scoring.engine.dispute.recount import compare_sheets
from scoring.engine.game.replay import replay
from scoring.engine.game.turns import TurnKind
from scoring.engine.message import Message
from scoring.wording.engine import proof_line, sentence, sentences
from scoring.wording.outcomes import outcome_sentence
from tests.scoring.engine.positions import ENGLISH, STANDARD

CASES = tomllib.loads((Path(__file__).parents[1] / "cases" / "recounts.toml").read_text("utf-8"))
NAMES = ("Ann", "Ben")
GAME = """\
#player1 ann Ann
#player2 ben Ben
>ann: FLOTYAE 8H LOFTY +30 30
>ben: LOAMIIC 7I LOAM +24 24
>ann: AEIIUUV -IUU +0 30
>ben: FICIATE J7 ..FICIATE +71 95
>ann: AEIVOWR 12J .VOW +20 50
>ann: AEIVOWR -- -20 30
>ben: DEGSTUO 15J .GO +5 100
>ben: DEGSTUO (challenge) +5 105
>ann: AEIVOWR 14G WAI. +7 37
"""


def game_of(text=GAME, rules="wespa"):
    record = gcg.read(text)
    return replay(record.turns, catalogue.rule_set(rules), ENGLISH, STANDARD)


def sheets_of(texts, game=None):
    turns = [
        [expected for expected in alignment.expected_rows(game) if expected.seat == seat]
        if game
        else []
        for seat in (0, 1)
    ]

    def column(text, seat):
        return alignment.read_column(text, turns[seat]) if game else Column.parse(text)

    return [
        Sheet(
            keeper,
            tuple((text and column(text, seat)) or None for seat, text in enumerate(columns)),
        )
        for keeper, columns in zip(NAMES, texts, strict=True)
    ]


def compared(ann, ben=("", ""), game=None):
    """Return the comparison of Ann's and Ben's sheets."""
    return compare_sheets(NAMES, sheets_of([ann, ben]), game)


def winners_of(recount):
    return [one.as_written.winners for one in recount.implied]


@pytest.mark.parametrize("case", CASES["case"], ids=lambda case: case["promise"])
def test_every_slip_is_found_at_its_location(case):
    recount = compare_sheets(NAMES, sheets_of(case["sheets"], game_of()), game_of())
    shown = [
        [
            line.turn or "", slip.sheet, slip.kind.value,
            *("" if figure is None else figure for figure in (slip.written, slip.correct)),
            sentence(slip.likely[0]) if slip.likely else "",
        ]
        for line in recount.lines
        for slip in line.slips
    ]  # fmt: skip
    # A wrong score may have several explanations; the expected one must be among them.
    for at, (slip, expected) in enumerate(zip(recount.slips, case["slips"], strict=False)):
        if expected[5] in sentences(slip.likely):
            shown[at][5] = expected[5]
    assert shown == case["slips"]
    apart = recount.first_sheet_difference
    assert (0 if apart is None else apart.turn or "extra") == case["parts"]


def test_slip_names_sheet_player_play_and_both_figures():
    recount = compare_sheets(NAMES, sheets_of([["", "26\n71\n10"], ["", ""]]), game_of())
    (slip,) = recount.slips
    assert sentence(slip.message) == "Ann’s sheet: 26 for Ben’s 7I LOAM; 24 is correct."
    shown = recount.lines[1].proof
    assert proof_line(shown).startswith("LOAM: L 1 ×2 (I7) + O 1 + A 1 + M 3 = 7; LO: ")
    assert shown.total == 24
    recount = compare_sheets(NAMES, sheets_of([["", "24\n10"], ["", ""]], game_of()), game_of())
    (left_out,) = [slip for slip in recount.slips if slip.message.code == "row_left_out"]
    whole_word = Message("play_of_word", coordinate="J7", word="OFFICIATE")
    assert left_out.message.params["what"] == whole_word


ENDED = """\
#player1 ann Ann
#player2 ben Ben
>ann: FLOTYAE 8H LOFTY +30 30
>ben: LOAMIIC 7I LOAM +24 24
""" + "".join(
    f">{nick}: {rack} - +0 {total}\n"
    for nick, rack, total in [("ann", "QAEIOUR", 30), ("ben", "IEIOURS", 24)] * 3
)


def test_missing_racks_are_completed_and_the_winner_is_named():
    game = game_of(ENDED)
    assert game.finals == (14, 17)
    recount = compared(["30", "24"], ["30\n0\n0\n0\n-16", "24\n-\n-\n-\n-7"], game)
    assert [one.completed for one in recount.implied] == [(-16, -7), (0, 0)]
    assert [one.as_written.finals for one in recount.implied] == [(14, 17), (14, 17)]
    assert outcome_sentence(recount.correct, NAMES) == "Ben wins, 17 to 14"
    assert recount.has_different_winners is False
    assert recount.slips == ()


def test_flip_caused_only_by_addition_or_between_tie_and_win_counts_as_a_flip():
    recount = compared(["30 40\n- 40", "24 24"], game=game_of(ENDED))
    (slip,) = recount.slips
    assert (slip.kind, slip.written, slip.correct) == (SlipKind.ADDING, 40, 30)
    assert recount.implied[0].as_written.winners == (0,)
    assert recount.implied[0].added_up.winners == (1,)
    assert recount.has_different_winners is True
    recount = compared(["30\n10", "24\n16"], ["30\n10", "24\n15"])
    assert winners_of(recount) == [(0, 1), (0,)]
    assert recount.has_different_winners is True
    assert outcome_sentence(recount.implied[0].as_written, NAMES) == "Tie, 40 each"


def test_winner_by_a_sheet_is_decided_by_the_rules_of_time_and_ties():
    """RULES section 4: WESPA, more than ten minutes over; with or without the overtime on the sheets."""
    late = game_of(ENDED + ">ann: (time) -110 -80\n")
    for written in (["200", "24"], ["200\n0\n0\n0\n-16\n-110", "24\n0\n0\n0\n-7"]):
        recount = compared(written, game=late)
        assert recount.correct.winners == winners_of(recount)[0] == (1,)
        assert recount.has_different_winners is False
    # Ann has 30 and Ben 31 before the racks of 16 and 7 and Ben's 10 for overtime: 14 each.
    game = game_of(ENDED + ">ben: (time) -10 14\n", rules="box_mattel")
    recount = compared(["30", "31"], game=game)
    assert recount.implied[0].as_written.finals == (14, 14)
    assert winners_of(recount)[0] == (1,)


def test_sheets_without_plays_are_added_up_and_their_difference_named():
    recount = compared(
        ["30 30\n12 44\n50 94", "26 26\n71 97"], ["30 30\n12 42\n50 92", "24 24\n71 95"]
    )
    assert recount.with_plays is False
    correct = [(line.seat, line.correct) for line in recount.lines]
    assert correct == [(0, 30), (1, None), (0, 12), (1, 71), (0, 50)]
    (slip,) = recount.slips
    assert sentence(slip.message) == "Ann’s sheet, Ann’s column: 44 written, but 30 + 12 is 42."
    assert recount.first_sheet_difference.number == 2
    assert recount.correct.finals == (92, None)
    agreed = compared(["30\n12", "24\n-\n71"], ["30\n=42", "24\n71"]).correct
    assert (agreed.finals, agreed.winners) == ((42, 95), (1,))


def test_single_sheet_is_added_up_and_an_impossible_play_compared_as_far_as_known():
    recount = compared(["30 30\n12 52", "24 24"])
    assert [slip.kind for slip in recount.slips] == [SlipKind.ADDING]
    assert recount.implied[0].as_written.finals == (52, 24)
    assert recount.implied[0].added_up.finals == (42, 24)
    assert recount.implied[1].as_written.finals == (None, None)
    assert recount.first_sheet_difference is None
    game = game_of(GAME.replace("J7 ..FICIATE", "J7 XXFICIATE"))
    recount = compared(["30\n-\n-\n7", "24\n71\n10"], game=game)
    assert recount.lines[3].correct is None
    assert recount.lines[3].written[0].score == 71
    assert not any(slip.correct == 71 for slip in recount.slips)


def test_rows_are_matched_to_turns_at_the_lowest_cost():
    turns = [expected for expected in alignment.expected_rows(game_of()) if expected.seat == 0]
    matches = alignment.match_rows(turns, Column.parse("30\n20\n-20\n7"))
    matched = [(match.expected, match.rows) for match in matches]
    assert matched == [(0, (0,)), (1, ()), (2, (1, 2)), (3, (3,))]
    *_, ann, ben = alignment.expected_rows(game_of(ENDED))  # rack lines that are not written
    assert (ann.kind, ann.seat, ann.score, ann.turns) == (TurnKind.END_RACK, 0, -16, ())
    assert (ben.kind, ben.seat, ben.score, ben.turns) == (TurnKind.END_RACK, 1, -7, ())


figures = st.one_of(st.none(), st.integers(-50, 400))
columns = st.one_of(
    st.none(),
    st.builds(
        lambda rows: Column(tuple(ColumnEntry(n, *row) for n, row in enumerate(rows, 1))),
        st.lists(st.tuples(figures, figures), max_size=12),
    ),
)


@pytest.mark.full
@given(st.lists(columns, min_size=4, max_size=4), st.booleans())
def test_every_row_of_any_sheets_is_compared_once(written, with_plays):
    sheets = [Sheet("Ann", tuple(written[:2])), Sheet("Ben", tuple(written[2:]))]
    recount = compare_sheets(NAMES, sheets, game_of() if with_plays else None)
    for number, sheet in enumerate(sheets):
        for seat, column in enumerate(sheet.columns):
            sides = [line.written[number] for line in recount.lines if line.seat == seat]
            rows = [row for one in sides if one is not None for row in one.rows]
            assert rows == list(range(1, len(column.entries) + 1 if column else 1))
    assert isinstance(recount.has_different_winners, bool)


@pytest.mark.parametrize(
    ("ann", "ben", "apart"),
    [
        ("30 30", "30 30", False),
        ("30 30", "30 31", True),
        ("30 30", "31 30", True),
        ("30 30", "31 31", True),
        ("30 30\n30 60", "31 30\n30 60", True),
        ("30 30\n30 60", "30 31\n30 60", True),
    ],
    ids=["alike", "total", "score", "both", "score_alone_of_two", "total_alone_of_two"],
)
def test_sheets_differ_if_score_or_total_differs(ann, ben, apart):
    sheets = [Sheet(name, (Column.parse(text), None)) for name, text in (("A", ann), ("B", ben))]
    dispute = compare_sheets(("A", "B"), sheets, None)
    assert any(line.sheets_differ for line in dispute.lines) is apart
    assert (dispute.first_sheet_difference is not None) is apart


@pytest.mark.parametrize(("second", "apart"), [(0, []), (None, []), (12, [2])])
def test_blank_row_does_not_contradict_a_zero_on_the_other_sheet(second, apart):
    """Ben wrote neither points nor a total in the second row, in which Ann scored nothing."""
    full, theirs = (
        Column(tuple(ColumnEntry(row, score, None) for row, score in enumerate((30, two, 20), 1)))
        for two in (0, second)
    )
    sheets = [Sheet("Ann", (full, None)), Sheet("Ben", (theirs, None))]
    dispute = compare_sheets(NAMES, sheets, None)
    assert [line.number for line in dispute.lines if line.sheets_differ] == apart
    assert [line.written[1].score for line in dispute.lines] == list(theirs.scores)


def cheapest_by_trying(expected, scores):
    """Return the least cost of any alignment of rows and turns by exhaustive search."""
    if not expected and not scores:
        return 0
    ways = []
    if expected:
        first = expected[0]
        light = (
            first.kind in alignment.SETTLEMENT_KINDS
            or first.kind is TurnKind.CHALLENGE_BONUS
            or not first.score
        )
        ways.append((2 if light else 4) + cheapest_by_trying(expected[1:], scores))
        if scores:
            written = scores[0]
            if written is None or first.score is None or written == first.parts[0] != first.score:
                price = 1
            else:
                price = 0 if written == first.score else 3
            ways.append(price + cheapest_by_trying(expected[1:], scores[1:]))
        if 1 < len(first.parts) <= len(scores):
            price = sum(
                0 if written == part else 3
                for written, part in zip(scores, first.parts, strict=False)
            )
            ways.append(price + cheapest_by_trying(expected[1:], scores[len(first.parts) :]))
    if scores:
        ways.append((4 if scores[0] else 2) + cheapest_by_trying(expected, scores[1:]))
    return min(ways)


def cost_of(expected, scores, matches):
    """Return the cost of an alignment, row by row and turn by turn."""
    return sum(
        cheapest_by_trying([], [scores[row] for row in match.rows])
        if match.expected is None
        else min(
            cheapest_by_trying([expected[match.expected]], [scores[row] for row in match.rows]), 99
        )
        for match in matches
    )


EXPECTED = [
    alignment.ExpectedRow(0, kind, parts, tuple(range(len(parts))))
    for kind, parts in (
        (TurnKind.PLAY, (20,)), (TurnKind.PLAY, (20, -20)), (TurnKind.PLAY, (20, 5)),
        (TurnKind.PLAY, (31,)), (TurnKind.PLAY, (None,)), (TurnKind.EXCHANGE, (0,)),
        (TurnKind.END_RACK, (12,)),
    )
]  # fmt: skip


@settings(max_examples=80, deadline=None)
@given(
    st.lists(st.sampled_from(EXPECTED), max_size=4),
    st.lists(st.sampled_from([0, 5, 12, 20, 25, 31, -20]), max_size=4),
)
def test_no_other_match_of_rows_to_turns_costs_less(expected, scores):
    column = Column(tuple(ColumnEntry(row, score, None) for row, score in enumerate(scores, 1)))
    matches = alignment.match_rows(expected, column)
    assert [row for match in matches for row in match.rows] == list(range(len(scores)))
    assert [m.expected for m in matches if m.expected is not None] == list(range(len(expected)))
    assert cost_of(expected, scores, matches) == cheapest_by_trying(expected, scores)
