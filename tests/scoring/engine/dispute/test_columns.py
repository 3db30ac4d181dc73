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
    Entry,
    Holds,
    NotAColumn,
)
from scoring.wording.engine import row_sentence

CASES = tomllib.loads((Path(__file__).parents[1] / "cases" / "columns.toml").read_text("utf-8"))


@pytest.mark.parametrize("case", CASES["read"], ids=lambda case: case["promise"])
def test_columns_are_read_as_written(case):
    column = Column.parse(case["text"])
    assert column.holds == Holds(case["holds"])
    rows = [[None if figure == "" else figure for figure in row] for row in case["rows"]]
    assert [[entry.score, entry.total] for entry in column.entries] == rows


@pytest.mark.parametrize("case", CASES["refused"], ids=lambda case: case["promise"])
def test_what_is_no_figure_is_named_with_row_and_reason(case):
    with pytest.raises(NotAColumn) as refused:
        Column.parse(case["text"])
    assert [row_sentence(problem) for problem in refused.value.problems] == case["problems"]


def test_the_row_is_the_line_it_was_typed_in():
    column = Column.parse("30\n\n24\n")
    assert [entry.row for entry in column.entries] == [1, 3]


def test_who_typed_it_may_say_what_it_holds():
    text = "12\n24\n36"
    assert Column.parse(text).final == 36
    assert Column.parse(text, Holds.SCORES).final == 72


def test_a_score_not_written_is_how_much_the_total_went_up():
    assert Column.parse("30\n54\n-\n125\n115\n190").scores == (30, 24, 0, 71, -10, 75)


def test_the_final_goes_on_from_the_last_total_written():
    assert Column.parse("30 30\n24 64\n10").final == 74


def test_a_text_that_cannot_be_a_sheet_is_refused_before_it_is_read():
    for text in ("1\n" * (MAX_ROWS + 1), "1" * (MAX_CHARACTERS + 1)):
        with pytest.raises(NotAColumn) as refused:
            Column.parse(text)
        assert "the maximum is" in row_sentence(refused.value.problems[0])


def test_the_longest_sheet_that_is_read():
    assert len(Column.parse("1\n" * MAX_ROWS).entries) == MAX_ROWS == 150
    assert len(Column.parse("1" + " " * (MAX_CHARACTERS - 1)).entries) == 1
    assert MAX_CHARACTERS == 4000


figures = st.integers(-999, 9999)
entries = st.lists(
    st.one_of(st.tuples(figures, figures), st.tuples(figures, st.none())), max_size=40
)


@pytest.mark.full
@given(entries)
def test_a_column_written_down_reads_back_the_same(rows):
    column = Column(tuple(Entry(number, *row) for number, row in enumerate(rows, 1)))
    again = Column.parse(str(column), Holds.SCORES)
    if len(rows) > 1:
        assert again.entries == column.entries


@pytest.mark.full
@given(st.text(alphabet="0123456789+-=−/()., \n\txpab", max_size=60))
def test_whatever_is_typed_is_read_or_refused_with_a_sentence(text):
    with suppress(NotAColumn):
        column = Column.parse(text)
        assert len(column.scores) == len(column.entries)
