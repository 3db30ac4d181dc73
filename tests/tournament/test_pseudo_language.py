"""Every message on every page goes through gettext.

All typed data is in Greek, so a Latin word on a page is an untranslatable message.
"""

import datetime as dt
import errno
import json
import os
import re
import subprocess

import pytest
from django.conf import settings
from django.core.management import call_command, get_commands, load_command_class
from django.core.management.base import BaseCommand, CommandError
from django.urls import reverse
from django.urls.converters import IntConverter

from scoring.actions.games import open_game
from scoring.actions.turns import record_turn
from scoring.catalogue import layouts, rule_sets, tile_sets
from scoring.engine.game.turns import Turn, TurnKind
from scoring.wording.engine import SENTENCES as OF_SCORING
from scoring.wording.log import LOG as LOG_OF_GAMES
from scoring.wording.sentence import PluralSentence
from tests.architecture.modules import SOURCE
from tests.documentation.reference import our_commands
from tests.pseudo_language import HELD, OPEN, WORD, left_in_english, pseudo_language
from tests.remembered import remembered
from tests.rooms import commands_off
from tests.tournament.web.safety.test_who_may import PAGES
from tournament.actions.event.events import create_division, create_event
from tournament.actions.people.clubs import create_club
from tournament.actions.people.entries import add_players
from tournament.actions.results.recorded_games import start_game
from tournament.actions.results.results import enter_result
from tournament.actions.rounds.drafts import pair_by_hand
from tournament.actions.rounds.rounds import close_round, publish_round
from tournament.catalogue import presets
from tournament.engine.pairing.method import all_methods
from tournament.engine.ratings.system import all_systems
from tournament.engine.standings.precedence import all_metrics
from tournament.exchange.event_files import event_formats
from tournament.exchange.tables import table_formats
from tournament.models import Event, Pairing
from tournament.queries.safety.activity import log_head_of
from tournament.reports.definition import all_papers, all_reports
from tournament.reports.delivery import build_report, event_state, render_report
from tournament.reports.renderer import all_renderers
from tournament.reports.report_options import CannotReport
from tournament.wording.log import LOG as LOG_OF_EVENTS
from tournament.wording.sentences import SENTENCES as OF_TOURNAMENT

FOUR = "Αννα Λοπες 1800\nΒαγγος Οικονομου 1700\nΓιωργος Μυλλερ 1600\nΔημητρα Ιονας 1500"
GIVEN = {"event": "open", "division": "a", "number": 1, "board": 1, "version": 0, "shown": 0}
GIVEN |= {"entry": 1, "club": "club", "key": "standings"}
NO_PAGES = {
    "site_game_board", "scoring:game_file", "scoring:board_svg", "event_file", "tourney_js",
    "handbook:alive", "logout", "report_file", "game_paper", "components", "manual",
}  # fmt: skip
"""Addresses that answer with a file for programs or have tests of their own; the page of samples, which
shows names of tokens and of people; and the manual, which is written in English."""
KNOWN = frozenset(
    {"Ninetimer", "GCG", "PDF", "CSV", "JSON", "SVG", "HTML", "XLSX", "JavaScript", "SCRABBLE"}
    | {"director", "tourney"}
    | {"PAINTER", "PLAY", "BRAG", "CART", "CAT"}
    | {"csv", "dat", "ods", "tsh", "tsv", "txt", "xls", "xlsm", "xlsx", "zip"}
)
"""Names that are equal in all languages, the logged-in user, and words in examples of the rule book."""
KEYS = (
    all_reports, all_papers, all_renderers, all_methods, all_systems, all_metrics, event_formats,
    table_formats, presets, rule_sets, tile_sets, layouts,
)  # fmt: skip
NAMES_TO_TYPE = frozenset(WORD.findall(" ".join(key for keys in KEYS for key in keys()))) | {
    "manage", "factor", "lightly", "true", "usr", "share", "dict", "scowl", "english", "open", "svg", "png",
    "letter", "portrait", "landscape", "round", "one", "one_score", "other", "other_score", "first",
    *WORD.findall(os.strerror(errno.ENOENT) + os.strerror(errno.EISDIR)),
}  # fmt: skip
"""Literal arguments of commands (keys, options, paths), and messages of the operating system."""
USUAL_ERRORS = {
    "build_word_list": ["--scowl", "{folder}"],
    "check_event": ["πουθενα"],
    "erase_person": ["Πουθενα", "--reason", "x"],
    "export_event": ["πουθενα", "--format", "archive", "--to", "{folder}/x"],
    "export_organisation": ["--to", "{folder}/x/y"],
    "export_person": ["Πουθενα"],
    "export_report": ["open"],
    "import_event": ["{folder}/κενο"],
    "import_lexicon": ["Λεξεις", "{folder}/κενο"],
    "import_organisation": ["{folder}/κενο"],
    "pair": ["πουθενα"],
    "publish": ["πουθενα", "--to", "{folder}/x"],
    "rate": ["πουθενα"],
    "rating_run": ["--list", "7"],
    "rebuild": ["πουθενα", "--to", "{folder}/x"],
    "recheck": ["πουθενα"],
    "reset_second_factor": ["πουθενα"],
    "restore": ["πουθενα"],
    "simulate_event": ["--players", "1"],
    "simulate_games": ["0"],
    "verify_audit": ["πουθενα"],
    "verify_games": ["{folder}"],
    "work": [],
}
"""The most common error of each command."""
OF_DJANGO = {"makemessages"}
"""Commands with Django's help."""
REFUSED_ELSEWHERE = {
    "demo", "doctor", "forget_contacts", "load_demo", "makemessages", "serve", "snapshot", "start",
}  # fmt: skip
"""Commands whose errors do not depend on their arguments: a port, a server, a disk."""


@pytest.fixture
@remembered
def greek_event(desk):
    """Return an event with a closed round, a round in play and a draft, a club and a recorded game."""
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
    record_turn(game, Turn(TurnKind.PLAY, 0, coordinate="8H", tiles=("Z", "A"), announced=24), desk)
    pair_by_hand(desk, division, [(1, 4), (2, 3)])
    return {"pk": game.pk, "free": open_game(["Ευα", "Φωτης"], "naspa_nwl", desk).pk}


def address_of(name, filled):
    kinds = PAGES[name].pattern.converters
    sample = {key: 1 if isinstance(kind, IntConverter) else "x" for key, kind in kinds.items()}
    known = GIVEN | ({"pk": filled["pk"]} if ":" in name else {})
    return reverse(name, kwargs={key: known.get(key, sample[key]) for key in kinds})


@pytest.mark.full
@pytest.mark.django_db
def test_every_text_of_a_page_is_translated(director_client, greek_event):
    left = {}
    hashes = frozenset(WORD.findall(log_head_of(Event.objects.get())))
    typed = frozenset(WORD.findall(settings.COMMAND))
    for name in sorted(set(PAGES) - NO_PAGES):
        with pseudo_language():
            answer = director_client.get(address_of(name, greek_event))
        is_page = "text/html" in answer.get("Content-Type", "") and answer.status_code < 500
        if is_page and (pieces := left_in_english(answer.content.decode(), KNOWN | hashes | typed)):
            left[name] = pieces
    measured("pages", left, len(set(PAGES) - NO_PAGES))
    assert left == {}


@pytest.mark.full
@pytest.mark.django_db
def test_every_text_of_a_report_is_translated(greek_event):
    event = Event.objects.get()
    state = event_state(event)
    known = KNOWN | frozenset(WORD.findall(state.head))
    left = {}
    for key, chosen in all_papers().items():
        for options in chosen.folder_options(event)[:2] or [chosen.Options()]:
            with pseudo_language():
                try:
                    head = {"chain_head": state.head}
                    report = build_report(chosen, event, options, state.moment, **head)
                    text = render_report(report, "html").content.decode()
                except CannotReport as refused:
                    text = str(refused)
            if pieces := left_in_english(text, known):
                left[key] = pieces
    measured("reports", left, len(all_papers()))
    assert left == {}


@pytest.mark.parametrize("command", sorted(set(our_commands()) - OF_DJANGO))
def test_every_help_text_of_a_command_is_translated(command):
    with pseudo_language():
        parser = load_command_class(get_commands()[command], command).create_parser("", command)
    bare = BaseCommand().create_parser("", "")
    of_django = {action.dest for action in bare._actions}
    own = [action for action in parser._actions if action.dest not in of_django]
    texts = [parser.description or "", *(action.help or "" for action in own)]
    pieces = [text for text in texts if left_in_english(text, KNOWN | NAMES_TO_TYPE)]
    measured(f"help of {command}", pieces, len(texts))
    assert pieces == [], pieces
    assert texts[0].startswith(OPEN)


@pytest.mark.django_db
@pytest.mark.parametrize(
    ("command", "arguments"), [row for row in USUAL_ERRORS.items() if row[0] not in commands_off()]
)
def test_every_usual_error_of_a_command_is_translated(command, arguments, greek_event, tmp_path):
    with pseudo_language(), pytest.raises(CommandError) as refused:
        call_command(command, *(str(word).format(folder=tmp_path) for word in arguments))
    assert str(refused.value).startswith(OPEN)
    sentence = str(refused.value).replace(str(tmp_path), "")
    pieces = left_in_english(sentence, KNOWN | NAMES_TO_TYPE)
    measured(f"error of {command}", pieces, 1)
    assert pieces == [], pieces


def test_every_command_has_a_usual_error():
    assert (USUAL_ERRORS.keys() | REFUSED_ELSEWHERE) - commands_off() == set(our_commands())


def test_every_message_of_engines_and_log_is_collected_for_translators():
    """Each message is marked in the source, unless it contains nothing to translate."""
    extraction = collected_by_xgettext()
    assert extraction.stderr == "", "a message that is assembled before gettext cannot be found"
    collected = extraction.stdout
    assert collected.count("\nmsgid ") > 300
    tables = (OF_SCORING, OF_TOURNAMENT, LOG_OF_GAMES.table, LOG_OF_EVENTS.table)
    texts = set()
    for wording in (wording for table in tables for wording in table.values()):
        plural = isinstance(wording, PluralSentence)
        texts |= {wording.text_for_count(n) for n in (1, 2)} if plural else {wording}
    texts = {text for text in texts if WORD.search(HELD.sub("", text))}
    joined = "".join(re.findall(r'^(?:msgid |msgid_plural |)"(.*)"$', collected, re.MULTILINE))
    left = [text for text in texts if json.dumps(text, ensure_ascii=False)[1:-1] not in joined]
    measured("messages of engines and log", left, len(texts))
    assert left == []


def measured(what, left, number):
    """Print the figure for `make strings`."""
    print(f"strings left outside gettext: {len(left)} ({what}, {number} looked at)")


def collected_by_xgettext():
    """Return the messages that xgettext finds in both apps."""
    files = subprocess.run(
        ["git", "ls-files", "scoring/*.py", "tournament/*.py"],
        cwd=SOURCE, capture_output=True, text=True, check=True,
    ).stdout.split()  # fmt: skip
    keywords = ["_", "_lazy", "gettext", "gettext_lazy", "gettext_noop", "ngettext:1,2"]
    keywords += ["ngettext_lazy:1,2", "pgettext:1c,2"]
    return subprocess.run(
        ["xgettext", "--language=Python", "--from-code=UTF-8", "--output=-"]
        + [f"--keyword={keyword}" for keyword in keywords] + files,
        cwd=SOURCE, capture_output=True, text=True, check=True,
    )  # fmt: skip
