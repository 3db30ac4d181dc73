"""No page speaks English by itself: every sentence on it comes through gettext.

All that people typed is Greek here, so that a Latin word left on a page is a sentence of ours.
"""

import datetime as dt
import subprocess

import pytest
from django.urls import reverse
from django.urls.converters import IntConverter

from scoring.actions.games import open_game
from scoring.actions.turns import record_turn
from scoring.engine.game.turns import Kind, Turn
from tests.architecture.modules import SOURCE
from tests.pseudo_language import WORD, left_in_english, pseudo_language
from tests.tournament.web.safety.test_who_may import PAGES
from tournament.actions.event.events import create_division, create_event
from tournament.actions.people.clubs import create_club
from tournament.actions.people.entries import add_players
from tournament.actions.results.recorded_games import start_game
from tournament.actions.results.results import enter_result
from tournament.actions.rounds.drafts import pair_by_hand
from tournament.actions.rounds.rounds import close_round, publish_round
from tournament.models import Event, Pairing
from tournament.queries.safety.activity import log_head_of

FOUR = "Αννα Λοπες 1800\nΒαγγος Οικονομου 1700\nΓιωργος Μυλλερ 1600\nΔημητρα Ιονας 1500"
GIVEN = {"event": "open", "division": "a", "number": 1, "board": 1, "version": 0, "shown": 0}
GIVEN |= {"entry": 1, "club": "club", "key": "standings"}
NO_PAGES = {"scoring:game_file", "scoring:board_svg", "event_file", "tourney_js", "handbook:alive"}
NO_PAGES |= {"logout", "report_file", "game_paper", "components"}
"""Addresses that answer with a file for programs or have tests of their own; and the page of samples, which
shows names of tokens and of people."""
KNOWN = frozenset(
    {"Ninetimer", "GCG", "PDF", "CSV", "JSON", "SVG", "HTML", "XLSX", "JavaScript", "SCRABBLE"}
    | {"director", "tourney"}
    | {"csv", "dat", "ods", "tsh", "tsv", "txt", "xls", "xlsm", "xlsx", "zip"}
)
"""Names that are the same in every language, and who is logged in."""


@pytest.fixture
def in_greek(desk):
    """An event with a closed round, one being played and a draft, a club and a recorded game."""
    club = create_club(desk, name="Λεσχη")
    club.slug = "club"
    club.save()
    event = create_event(
        desk, name="Ανοικτο", preset="naspa_nwl", date=dt.date(2026, 10, 3), slug="open", club=club
    )
    division = create_division(desk, event, name="Α")
    division.slug = "a"
    division.save()
    add_players(desk, division, FOUR)
    for pairs in ([(1, 2), (3, 4)], [(1, 3), (2, 4)]):
        round_ = publish_round(desk, pair_by_hand(desk, division, pairs))
        for pairing in Pairing.objects.filter(round=round_, replaced_at=None):
            if round_.number == 1 or pairing.board == 2:
                enter_result(desk, pairing, 400, 380)
        if round_.number == 1:
            close_round(desk, round_)
    game = start_game(desk, Pairing.objects.get(round=round_, board=1, replaced_at=None))
    record_turn(game, Turn(Kind.PLAY, 0, coordinate="8H", tiles=("Z", "A"), announced=24), desk)
    pair_by_hand(desk, division, [(1, 4), (2, 3)])
    return {"pk": game.pk, "free": open_game(["Ευα", "Φωτης"], "naspa_nwl", desk).pk}


def address_of(name, filled):
    kinds = PAGES[name].pattern.converters
    sample = {key: 1 if isinstance(kind, IntConverter) else "x" for key, kind in kinds.items()}
    known = GIVEN | ({"pk": filled["pk"]} if ":" in name else {})
    return reverse(name, kwargs={key: known.get(key, sample[key]) for key in kinds})


@pytest.mark.django_db
def test_no_page_says_anything_that_is_not_translated(director_client, in_greek):
    left = {}
    hashes = frozenset(WORD.findall(log_head_of(Event.objects.get())))
    for name in sorted(set(PAGES) - NO_PAGES):
        with pseudo_language():
            answer = director_client.get(address_of(name, in_greek))
        is_page = "text/html" in answer.get("Content-Type", "") and answer.status_code < 500
        if is_page and (pieces := left_in_english(answer.content.decode(), KNOWN | hashes)):
            left[name] = pieces
    assert left == {}


def test_makemessages_finds_every_sentence_a_page_asked_for(tmp_path):
    """A sentence put together before gettext sees it is never found by makemessages."""
    files = subprocess.run(
        ["git", "ls-files", "scoring/*.py", "tournament/*.py"],
        cwd=SOURCE, capture_output=True, text=True, check=True,
    ).stdout.split()  # fmt: skip
    keywords = ["_", "_lazy", "gettext", "gettext_lazy", "gettext_noop", "ngettext:1,2"]
    keywords += ["ngettext_lazy:1,2", "pgettext:1c,2"]
    collected = subprocess.run(
        ["xgettext", "--language=Python", "--from-code=UTF-8", "--output=-"]
        + [f"--keyword={keyword}" for keyword in keywords] + files,
        cwd=SOURCE, capture_output=True, text=True, check=True,
    )  # fmt: skip
    assert collected.stderr == ""
    assert collected.stdout.count("\nmsgid ") > 300
