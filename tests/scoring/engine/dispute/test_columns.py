"""Parsing a column of a score sheet, and reporting invalid lines."""

import tomllib
from contextlib import suppress
from pathlib import Path

import pytest
from hypothesis import given
from hypothesis import strategies as st

from scoring.engine.dispute.columns import (
    MAX_CHARACTERS,
    MAX_ROWS,
    Column,
    ColumnEntry,
    ColumnKind,
    NotAColumn,
)
from scoring.wording.engine import row_sentence

CASES = tomllib.loads((Path(__file__).parents[1] / "cases" / "columns.toml").read_text("utf-8"))


@pytest.mark.parametrize("case", CASES["read"], ids=lambda case: case["promise"])
def test_columns_are_parsed_as_written(case):
    column = Column.parse(case["text"])
    assert column.holds == ColumnKind(case["holds"])
    rows = [[None if figure == "" else figure for figure in row] for row in case["rows"]]
    assert [[entry.score, entry.total] for entry in column.entries] == rows


@pytest.mark.parametrize("case", CASES["refused"], ids=lambda case: case["promise"])
def test_invalid_figure_is_reported_with_row_and_reason(case):
    with pytest.raises(NotAColumn) as refused:
        Column.parse(case["text"])
    assert [row_sentence(problem) for problem in refused.value.problems] == case["problems"]


def test_rows_are_numbered_as_typed_and_of_the_kind_that_is_given():
    assert [entry.row for entry in Column.parse("30\n\n24\n").entries] == [1, 3]
    assert Column.parse("12\n24\n36").final == 36
    assert Column.parse("12\n24\n36", ColumnKind.SCORES).final == 72
    # A missing score is the change of the total, and a missing total the last one and the score.
    assert Column.parse("30\n54\n-\n125\n115\n190").scores == (30, 24, 0, 71, -10, 75)
    assert Column.parse("30 30\n24 64\n10").final == 74


def test_text_too_long_for_a_sheet_is_refused_unparsed_and_the_longest_read():
    for text in ("1\n" * (MAX_ROWS + 1), "1" * (MAX_CHARACTERS + 1)):
        with pytest.raises(NotAColumn) as refused:
            Column.parse(text)
        assert "the maximum is" in row_sentence(refused.value.problems[0])
    assert len(Column.parse("1\n" * MAX_ROWS).entries) == MAX_ROWS == 150
    assert len(Column.parse("1" + " " * (MAX_CHARACTERS - 1)).entries) == 1
    assert MAX_CHARACTERS == 4000


figures = st.integers(-999, 9999)
entries = st.lists(
    st.one_of(st.tuples(figures, figures), st.tuples(figures, st.none())), max_size=40
)


@given(entries)
def test_formatted_column_round_trips(rows):
    column = Column(tuple(ColumnEntry(number, *row) for number, row in enumerate(rows, 1)))
    again = Column.parse(str(column), ColumnKind.SCORES)
    if len(rows) > 1:
        assert again.entries == column.entries


@given(st.text(alphabet="0123456789+-=−/()., \n\txpab", max_size=60))
def test_arbitrary_text_is_parsed_or_refused_with_a_sentence(text):
    with suppress(NotAColumn):
        column = Column.parse(text)
        assert len(column.scores) == len(column.entries)
