"""Parsing a column of a score sheet, and reporting invalid lines."""

import tomllib
from contextlib import suppress
from pathlib import Path

import pytest
from hypothesis import given
from hypothesis import strategies as st

from scoring.engine.dispute import columns
from scoring.wording.engine import row_sentence

CASES = tomllib.loads((Path(__file__).parents[1] / "cases" / "columns.toml").read_text("utf-8"))


@pytest.mark.parametrize("case", CASES["read"], ids=lambda case: case["promise"])
def test_columns_are_parsed_as_written(case):
    column = columns.Column.parse(case["text"])
    assert column.holds == columns.ColumnKind(case["holds"])
    rows = [[None if figure == "" else figure for figure in row] for row in case["rows"]]
    assert [[entry.score, entry.total] for entry in column.entries] == rows


@pytest.mark.parametrize("case", CASES["refused"], ids=lambda case: case["promise"])
def test_invalid_figure_is_reported_with_row_and_reason(case):
    with pytest.raises(columns.NotAColumn) as refused:
        columns.Column.parse(case["text"])
    assert [row_sentence(problem) for problem in refused.value.problems] == case["problems"]


def test_rows_are_numbered_as_typed_and_of_the_kind_that_is_given():
    assert [entry.row for entry in columns.Column.parse("30\n\n24\n").entries] == [1, 3]
    assert columns.Column.parse("12\n24\n36").final == 36
    assert columns.Column.parse("12\n24\n36", columns.ColumnKind.SCORES).final == 72
    # A missing score is the change of the total, and a missing total the last one and the score.
    assert columns.Column.parse("30\n54\n-\n125\n115\n190").scores == (30, 24, 0, 71, -10, 75)
    assert columns.Column.parse("30 30\n24 64\n10").final == 74


def test_text_too_long_for_a_sheet_is_refused_unparsed_and_the_longest_read():
    for text in ("1\n" * (columns.MAX_ROWS + 1), "1" * (columns.MAX_CHARACTERS + 1)):
        with pytest.raises(columns.NotAColumn) as refused:
            columns.Column.parse(text)
        assert "the maximum is" in row_sentence(refused.value.problems[0])
    assert len(columns.Column.parse("1\n" * columns.MAX_ROWS).entries) == columns.MAX_ROWS == 150
    assert len(columns.Column.parse("1" + " " * (columns.MAX_CHARACTERS - 1)).entries) == 1
    assert columns.MAX_CHARACTERS == 4000


figures = st.integers(-999, 9999)
entries = st.lists(
    st.one_of(st.tuples(figures, figures), st.tuples(figures, st.none())), max_size=40
)


@given(entries)
def test_formatted_column_round_trips(rows):
    column = columns.Column(
        tuple(columns.ColumnEntry(number, *row) for number, row in enumerate(rows, 1))
    )
    again = columns.Column.parse(str(column), columns.ColumnKind.SCORES)
    if len(rows) > 1:
        assert again.entries == column.entries


@given(st.text(alphabet="0123456789+-=−/()., \n\txpab", max_size=60))
def test_arbitrary_text_is_parsed_or_refused_with_a_sentence(text):
    with suppress(columns.NotAColumn):
        column = columns.Column.parse(text)
        assert len(column.scores) == len(column.entries)
