"""Standings and score sheet, figure by figure."""

import pytest

from tournament.reports.figures import safe_file_name
from tournament.reports.report import Column, Group, Kind, ReportMistake, Table


def test_file_names_are_plain_for_every_event_name():
    assert safe_file_name("Óbidos Open", "../x", "Round 3") == "obidos-open-x-round-3"
    assert safe_file_name("山") == "report"


def test_value_of_the_wrong_kind_raises_a_report_mistake_at_once():
    with pytest.raises(ReportMistake, match="'spread' of table 'rows' holds spread; got '\\+5'"):
        Table("rows", (Column("spread", "Spread", Kind.SPREAD),), (Group((("+5",),)),))
    with pytest.raises(ReportMistake, match="has 1 columns; a row holds 2 values"):
        Table("rows", (Column("name", "Name"),), (Group((("a", "b"),)),))
