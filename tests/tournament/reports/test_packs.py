"""Packs: several reports in one file, without empty ones."""

import pytest

from tests.tournament.reports.test_forms import made, pages
from tournament.actions.results.results import enter_result
from tournament.actions.standings.prizes import add_prizes
from tournament.reports.event_folder import event_folder_reports
from tournament.reports.report_options import CannotReport

pytestmark = pytest.mark.django_db


def keys(report):
    return [part.key for part in report.parts]


def test_papers_after_a_round_are_numbered_throughout(desk, event, round_one, board):
    enter_result(desk, board(1), 402, 380)
    pack = made("papers_after_round", event)
    assert keys(pack) == ["round_results", "standings", "wall_chart"]
    papers = pages(pack)
    assert [f"Page {n} of {len(papers)}" in paper for n, paper in enumerate(papers, 1)] == (
        [True] * len(papers)
    )


def test_pack_omits_papers_without_content(desk, event, round_one, board):
    enter_result(desk, board(1), 402, 380)
    assert keys(made("ceremony_papers", event)) == ["standings"]
    add_prizes(desk, event, "1st = 300")
    assert keys(made("ceremony_papers", event)) == ["prizes", "standings", "certificates"]


def test_pack_of_a_division_contains_only_that_division(desk, event, round_one):
    (first, *_) = made("papers_after_round", event, division="a").parts
    assert first.division == "A"
    with pytest.raises(CannotReport, match="no division “z”"):
        made("papers_after_round", event, division="z")


def test_event_without_divisions_has_no_pack(event):
    with pytest.raises(CannotReport, match="no divisions yet"):
        made("papers_after_round", event)


def test_event_folder_contains_no_pack(event, round_one):
    titles = {wanted.chosen.title for wanted in event_folder_reports(event)}
    assert "Papers after the round" not in titles
    assert "Results of a round" in titles
