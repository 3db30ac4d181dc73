"""Names of twenty letters are not broken on paper in large type, in one or two languages."""

import io

import pytest
from pypdf import PdfReader

from tests.remembered import remembered
from tests.tournament.reports.samples import STAMP
from tournament.actions.event.events import create_division
from tournament.actions.people.entries import add_players
from tournament.actions.results.results import enter_result
from tournament.actions.rounds.drafts import draft_round_robin
from tournament.actions.rounds.rounds import close_round, publish_round
from tournament.models import Event, Pairing
from tournament.reports.definition import all_papers
from tournament.reports.delivery import build_report, render_report
from tournament.reports.report_options import CannotReport

pytestmark = [pytest.mark.django_db, pytest.mark.full]
FIRST = ("Konstantina", "Maximiliane", "Bartholomew", "Chrysostomos")
LAST = ("Hatzigeorgiadopoulos", "Papadimitrakopoulou", "WOJCIECHOWICZOWNA", "Vijayaraghavanathan")


@pytest.fixture
@remembered
def long_named(desk, event):
    """Play two divisions of four with long names."""
    for name, firsts in (("A", FIRST), ("B", FIRST[::-1])):
        division = create_division(desk, event, name=name)
        people = zip(firsts, LAST, (1800, 1700, 1600, 1500), strict=True)
        add_players(
            desk, division, "\n".join(f"{one} {last} {rating}" for one, last, rating in people)
        )
        for round_ in draft_round_robin(desk, division, accepted=True):
            publish_round(desk, round_)
            for pairing in Pairing.objects.filter(round=round_, replaced_at=None):
                enter_result(desk, pairing, 380, 400 + 7 * round_.number)
            close_round(desk, round_)
    return Event.objects.get(pk=event.pk)


@pytest.mark.parametrize("languages", [("en", ""), ("de", "fr")])
@pytest.mark.parametrize("paper", ["letter large", "a4 large"])
def test_no_report_breaks_a_name_of_twenty_letters(long_named, languages, paper):
    """High wins in large type on Letter and standings in two languages used to."""
    long_named.language, long_named.second_language = languages
    broken, looked_at = [], set()
    for key, chosen in all_papers().items():
        try:
            report = build_report(chosen, long_named, chosen.Options(), STAMP, "pdf")
        except CannotReport:
            continue
        pages = PdfReader(io.BytesIO(render_report(report, "pdf", paper).content)).pages
        words = " ".join(page.extract_text() for page in pages).replace(",", " ").split()
        beginnings = {word[:8] for word in words}
        for name in LAST:
            if name[:8] in beginnings:
                looked_at.add(key)
                if name not in words:
                    broken.append((key, name))
    assert broken == []
    assert {"high_wins", "standings", "upsets", "pairings", "round_results"} <= looked_at
