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
from scoring.engine.dispute.dispute import Sheet
from scoring.engine.dispute.recount import compare_sheets
from scoring.engine.game.replay import replay
from scoring.engine.game.turns import TurnKind
from scoring.wording.engine import proof_line, sentence, sentences
from scoring.wording.outcomes import outcome_sentence
from tests.approved import check_approved
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
        if isinstance(text, Column):
            return text
        return alignment.read_column(text, turns[seat]) if game else Column.parse(text)

    return [
        Sheet(
            keeper,
            tuple((text and column(text, seat)) or None for seat, text in enumerate(columns)),
        )
        for keeper, columns in zip(NAMES, texts, strict=True)
    ]


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


ENDED = """\
#player1 ann Ann
#player2 ben Ben
>ann: FLOTYAE 8H LOFTY +30 30
>ben: LOAMIIC 7I LOAM +24 24
""" + "".join(
    f">{nick}: {rack} - +0 {total}\n"
    for nick, rack, total in [("ann", "QAEIOUR", 30), ("ben", "IEIOURS", 24)] * 3
)
LATE, MATTEL = f"{ENDED}>ann: (time) -110 -80\n", f"{ENDED}>ben: (time) -10 14\n"
"""RULES section 4: by WESPA, more than ten minutes over loses, with or without the overtime on the sheets."""


def rows(*scores):
    """Return a column of scores without totals."""
    return Column(tuple(ColumnEntry(row, score, None) for row, score in enumerate(scores, 1)))


COMPARED = {
    "a slip": ("", "26\n71\n10", "", "", game_of()),
    "a row left out": ("", "24\n10", "", "", game_of()),
    "an impossible play": ("30\n-\n-\n7", "24\n71\n10", "", "", game_of(GAME.replace("J7 ..F", "J7 XXF"))),
    "racks missing on one": ("30", "24", "30\n0\n0\n0\n-16", "24\n-\n-\n-\n-7", game_of(ENDED)),
    "the winner by addition": ("30 40\n- 40", "24 24", "", "", game_of(ENDED)),
    "late": ("200", "24", "", "", game_of(LATE)),
    "late, as on the sheets": ("200\n0\n0\n0\n-16\n-110", "24\n0\n0\n0\n-7", "", "", game_of(LATE)),
    "14 each, then the racks": ("30", "31", "", "", game_of(MATTEL, rules="box_mattel")),
    "a tie and a win": ("30\n10", "24\n16", "30\n10", "24\n15", None),
    "no plays": ("30 30\n12 44\n50 94", "26 26\n71 97", "30 30\n12 42\n50 92", "24 24\n71 95", None),
    "no plays, agreed": ("30\n12", "24\n-\n71", "30\n=42", "24\n71", None),
    "one sheet": ("30 30\n12 52", "24 24", "", "", None),
    **{
        f"{one!r} and {other!r}": (one, "", other, "", None)
        for one, other in (
            ("30 30", "30 30"), ("30 30", "30 31"), ("30 30", "31 30"), ("30 30", "31 31"),
            ("30 30\n30 60", "31 30\n30 60"), ("30 30\n30 60", "30 31\n30 60"),
        )
    },
    **{
        f"a blank row and {second}": (rows(30, second, 20), "", rows(30, None, 20), "", None)
        for second in (0, None, 12)
    },
}  # fmt: skip


def in_words(recount):
    """Return a comparison as text: its lines, then the finals by each sheet and the correct ones."""
    for line in recount.lines:
        written = [side and (side.rows, side.score, side.total) for side in line.written]
        slips = [sentence(slip.message) for slip in line.slips]
        proof = [proof_line(line.proof)] if line.proof else []
        differs = ["≠"] if line.sheets_differ else []
        yield f"{line.seat} {line.turn} {written} {line.correct} {' '.join([*differs, *slips, *proof])}"
    for one in recount.implied:
        yield f"{one.completed} {one.as_written} {one.added_up}"
    first = recount.first_sheet_difference
    flip = recount.has_different_winners
    yield f"{outcome_sentence(recount.correct, NAMES)} {first and first.number} {flip} {recount.with_plays}"


@pytest.mark.parametrize("name", COMPARED)
def test_sheets_are_compared_as_approved(request, name):
    *texts, game = COMPARED[name]
    recount = compare_sheets(NAMES, sheets_of([texts[:2], texts[2:]], game), game)
    check_approved(request, {name: " | ".join(in_words(recount))})


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
    matches = alignment.match_rows(expected, rows(*scores))
    assert [row for match in matches for row in match.rows] == list(range(len(scores)))
    assert [m.expected for m in matches if m.expected is not None] == list(range(len(expected)))
    assert cost_of(expected, scores, matches) == cheapest_by_trying(expected, scores)
