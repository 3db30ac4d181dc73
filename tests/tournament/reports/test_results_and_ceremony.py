"""Results of a round, results by player, certificates, slides, and the text for the newspaper."""

import io

import pytest
from pypdf import PdfReader

from tests.tournament.reports.test_forms import made, pages, rows
from tournament.actions.people.entries import add_players
from tournament.actions.results.results import enter_result
from tournament.actions.rounds.drafts import pair_by_hand
from tournament.actions.rounds.rounds import publish_round
from tournament.actions.standings.display import show_standings
from tournament.actions.standings.prizes import add_prizes, set_winner
from tournament.reports.definition import definition
from tournament.reports.delivery import render
from tournament.reports.event_folder import write_event_folder
from tournament.reports.report import Cell
from tournament.reports.request import CannotReport

pytestmark = pytest.mark.django_db


@pytest.fixture
def half_played(desk, round_one, board):
    """Enter one of two results of round 1: Ana 402, Ben 380."""
    enter_result(desk, board(1), 402, 380)
    return round_one.division


@pytest.fixture
def played_round(desk, half_played, board):
    """Play round 1: Ana 402 Ben 380, Zoë 300 Dai 411."""
    enter_result(desk, board(2), 300, 411)
    return half_played


def test_the_results_of_a_round_name_who_is_missing(event, half_played):
    report = made("round_results", event)
    assert rows(report) == [
        (1, 1, "Ana Lopez", 402, 380, "Ben Okafor", 2, 22),
        (2, 3, "Zoë Müller", None, None, "Dai Jones", 4, None),
    ]
    assert report.subtitle == "1 result missing"
    assert report.notes == ("Missing: board 2 (Zoë Müller and Dai Jones).",)
    assert "Ana Lopez 402 380 Ben Okafor 2 +22" in pages(report)[0]


def test_the_winner_of_a_board_stands_in_bold(event, played_round):
    report = made("round_results", event)
    (table,) = report.tables
    bold = [cell.value for row in table.rows for cell in row if isinstance(cell, Cell)]
    assert bold == ["Ana Lopez", "Dai Jones"]
    assert (report.subtitle, report.notes) == ("", ())


def test_a_bye_is_a_result_without_scores(desk, event, played_round):
    add_players(desk, played_round, "Eve Ito")
    publish_round(desk, pair_by_hand(desk, played_round, [(1, 4), (2, 3)], [5]))
    bye = rows(made("round_results", event, round=2))[-1]
    assert bye == (None, 5, "Eve Ito", None, None, "bye", None, 50)


def test_results_held_back_are_not_for_everybody(desk, event, played_round):
    show_standings(desk, played_round, held_back_from=1, rounds_planned=None)
    (row, _) = rows(made("round_results", event, audience="everybody"))
    assert row[3:5] == (None, None)


def test_each_winner_has_a_certificate_with_name_prize_and_figures(desk, event, played_round):
    add_prizes(desk, event, "1st = 300\nhigh win = 25")
    report = made("certificates", event)
    papers = pages(report)
    assert len(papers) == 2
    assert all("Dai Jones" in paper for paper in papers)
    assert "1st place" in papers[0]
    assert "411 to 300 in round 1 against Zoë Müller" in papers[1]


def test_slides_go_from_the_last_prize_up_and_say_the_name_on_the_second_of_two(
    desk, event, played_round
):
    add_prizes(desk, event, "1st = 300\nhigh loss = 25")
    slides = pages(made("ceremony_slides", event))
    assert ["High loss" in slide for slide in slides] == [True, True, False, False]
    assert ["Ben Okafor" in slide for slide in slides] == [False, True, False, False]
    assert ["Dai Jones" in slide for slide in slides] == [False, False, False, True]
    assert "25" in slides[0]


def test_slides_lie_on_their_side(desk, event, played_round):
    add_prizes(desk, event, "1st = 300")
    content = render(made("ceremony_slides", event), "pdf").content
    box = PdfReader(io.BytesIO(content)).pages[0].mediabox
    assert box.width > box.height


def test_without_a_winner_there_is_neither_certificate_nor_slide(desk, event, round_one):
    add_prizes(desk, event, "1st = 300")
    for key in ("certificates", "ceremony_slides"):
        with pytest.raises(CannotReport, match="No prize has a winner yet"):
            made(key, event)


def test_winners_are_not_told_to_everybody_while_results_are_held_back(desk, event, played_round):
    add_prizes(desk, event, "1st = 300")
    show_standings(desk, played_round, held_back_from=1, rounds_planned=None)
    for key in ("certificates", "ceremony_slides"):
        with pytest.raises(CannotReport, match="held back"):
            made(key, event, audience="everybody")
    assert "Dai" not in str(made("newspaper", event, audience="everybody").sections)


def test_the_newspaper_has_sentences_alone(desk, event, played_round):
    add_prizes(desk, event, "1st = 300")
    report = made("newspaper", event, places=2)
    assert report.round_number is None
    (text,) = report.sections
    assert text.paragraphs[-2:] == (
        "The first places: 1. Dai Jones 1-0 +111; 2. Ana Lopez 1-0 +22.",
        "Prizes: 1st place: Dai Jones.",
    )
    assert text.paragraphs[0].startswith("4 players met at Autumn Open")


def test_only_as_many_lucky_and_unlucky_are_named_as_asked_for(event, played_round):
    cut = made("lucky", event, count=1, players=1)
    assert [len(rows(cut, key)) for key in ("lucky", "unlucky")] == [1, 1]
    assert rows(made("lucky", event)) == []


def test_every_round_has_its_results_in_the_folder_of_the_event(event, played_round):
    chosen = definition("round_results")
    wanted = [report.options for report in write_event_folder(event) if report.chosen is chosen]
    assert wanted == [chosen.Options(round=1)]


@pytest.mark.full
def test_a_prize_given_by_hand_stands_on_every_paper_of_the_ceremony(desk, event, whole_robin):
    *_first, best_dressed = add_prizes(desk, event, "1st = 300\nBy hand: Best dressed = a trophy")
    zoe = event.divisions.get().entries.get(number=3)
    set_winner(desk, best_dressed, zoe, why="a hat of tiles")
    papers = {
        key: " ".join(pages(made(key, event)))
        for key in ("prizes", "certificates", "ceremony_slides", "newspaper", "closing")
    }
    assert all("Best dressed" in paper and "Zoë Müller" in paper for paper in papers.values())
    assert "Best dressed Zoë Müller a trophy Chosen by hand: a hat of tiles" in papers["prizes"]
    assert "Zoë Müller Best dressed a hat of tiles" in papers["certificates"]


def test_why_the_figures_were_overruled_is_not_on_the_certificate(desk, event, whole_robin):
    (first,) = add_prizes(desk, event, "1st = 300")
    set_winner(desk, first, event.divisions.get().entries.get(number=3), why="Ana was late")
    assert "Ana was late" in " ".join(pages(made("prizes", event)))
    assert "Ana was late" not in " ".join(pages(made("certificates", event)))
