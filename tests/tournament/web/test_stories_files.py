"""Files of an event are read, written, printed and sent by the forms of their pages."""

import datetime as dt

import pytest
from django.core.files.uploadedfile import SimpleUploadedFile

from tests.stories import POST, SEND, WITH_ALL_ROOMS, tell_without_chance
from tests.tournament.exchange.fixtures import FOLDER
from tests.tournament.reports.evening import whole_evening
from tests.tournament.reports.test_branding import png
from tournament.actions.event.events import create_division, create_event
from tournament.actions.people.entries import add_players
from tournament.actions.results.results import enter_result
from tournament.models import Pairing

pytestmark = [pytest.mark.django_db, WITH_ALL_ROOMS]
NOW = dt.datetime(2026, 10, 3, 18, 30, tzinfo=dt.UTC)
CUP = "/events/hst-open/"
RESULTS = f"{CUP}files/send/"
PRINT = f"{CUP}print/"
REPORTS = f"{CUP}reports/"
TABLE = """\
Rd\tPlayer A\tPoints A\tPlayer B\tPoints B
1\tZoë Müller\t412\tBen Stone\t380
1\tHana Sato\t390\tDai Jones\t391
2\tZoë Müller\t444\tDai Jones\t3x0
2\tBen Stone\t350\tHana Sato\t350
Final\tZoë Müller\t401\tDai Jones\t377
"""


def evening(desk):
    """Create the event with data for every report."""
    whole_evening()


def uploads(*names):
    return [SimpleUploadedFile(name, (FOLDER / name).read_bytes()) for name in names]


def lodz(desk):
    """Create an event whose name has letters that a header cannot contain."""
    event = create_event(desk, name="Łódź Open", preset="wespa")
    add_players(desk, create_division(desk, event, name="A"), "Ben Stone 1200\nDai Jones 1000")


def finish(desk):
    """Enter the results that are missing: board 2 of round 3 in both divisions."""
    for division, scores in (("a", (399, 377)), ("b", (366, 401))):
        board = Pairing.objects.select_related("round__division__event").get(
            round__division__slug=division, round__number=3, board=2, replaced_at=None
        )
        enter_result(desk, board, *scores)


COUNT = "Count pages for this paper size"
SEE = "See what will be imported"
STORIES = {
    "importing": [
        ("/import/", SEE),
        ("/import/", SEE, {"pasted": "nothing"}),
        ("/import/none/", ""),
        ("/import/none/columns/", ""),
        ("/import/", SEE, {"pasted": TABLE}),
        (".", SEE),
        (".", "Read again", {"row-4-other_score": "310"}),
        (".", "Read again", {"leave": "4"}),
        (".", "Read again", {"column-4": ""}),
        (".", "Read again", {"column-4": "one_score"}),
        (".", SEE, {"column-4": "other_score", "leave": None, "row-4-other_score": "310"}),
        (".", "Import the event", {"name": " "}),
        (".", "Import the event", {"name": "Pasted Open", "preset": "wespa"}),
        ("/events/pasted-open/results/", ""),
        ("/import/", SEE, {"pasted": TABLE.replace("Hana Sato", "Finn Larsen")}),
        (".", SEE, {"leave": "4"}),
        ("/people/", ""),
        ("/import/", SEE, {"pasted": TABLE.replace("412", "4x2")}),
        (".", SEE),
        (".", SEE, {"leave": ["2", "3", "4", "5", "6"]}),
        ("/events/pasted-open/housekeeping/", ""),
        *(("/events/pasted-open/housekeeping/remove/", POST, {"name": name}) for name in ("x", "Pasted Open")),
    ],
    "importing files": [
        ("/import/", POST, {"files": uploads("config.tsh", "a.t", "b.t")}),
        (".", "Import the event", {"name": "Quay Open"}),
        ("/events/quay-open/activity/", ""),
        ("/import/", POST, {"files": uploads("config.tsh", "a.t", "b.t")}),
        (".", "Import the event"),
        ("/people/", ""),
    ],
    "sending": [
        evening,
        (f"{CUP}files/none/", ""),
        (f"{CUP}files/coco_csv/", ""),
        (f"{CUP}files/rt/", ""),
        (f"{CUP}files/tourney_js/", ""),
        (f"{RESULTS}?body=none", ""),
        (RESULTS, POST, {"step": "write", "body": "naspa", "confirmed": "1"}),
        (RESULTS, "Save these details", {"date": ""}),
        (RESULTS, POST, {"step": "note", "date": "2026-10-03", "games-3": "100001"}),
        (RESULTS, "Save these details", {
            "naspa_tournament_id": "T77", "naspa_director_id": "D88", "date": "2026-10-04",
            "member-2": "AA22", "member-4": "AA44", "games-3": "33", "games-5": "100000",
        }),
        finish,
        (RESULTS, ""),
        (RESULTS, POST, {"step": "write", "body": "wespa"}),
        (RESULTS, POST, {"step": "write", "body": "wespa", "confirmed": "1"}),
        (RESULTS, POST, {"step": "write", "body": "other", "confirmed": "1"}),
        (RESULTS, POST, {"step": "write", "body": "naspa"}),
        (f"{RESULTS}?body=wespa", ""),
        (f"{CUP}files/archive/", ""),
    ],
    "print desk": [
        evening,
        (f"{CUP}housekeeping/close/", SEND, {"accepted": "1"}),
        (PRINT, COUNT, {"paper": "letter", "type": "large", "way": "landscape", "ink": "black"}),
        (PRINT, COUNT, {"boards": "a.1"}),
        (PRINT, "Save pack", {"new-name": " "}),
        (PRINT, "Save pack", {
            "new-name": "Wall", "new-reports": ["standings", "prizes", "playoffs"],
        }),
        (f"{PRINT}own-1/", POST, {"paper": "letter", "ink": "black"}),
        (f"{PRINT}?pack=own-1", ""),
        (f"{PRINT}round_papers/", POST, {"paper": "a4", "boards": "b.1"}),
        (f"{PRINT}own-1/", POST, {"paper": "a9"}),
        (f"{PRINT}look/", SEND, {"sponsor": "Host & Sons", "colour": "#b3261e"}),
        (f"{PRINT}look/", POST, {"logo": SimpleUploadedFile("logo.png", b"no")}),
        (f"{PRINT}own-1/remove/", SEND, {}),
        (f"{PRINT}own-1/remove/", SEND, {}),
        (f"{CUP}activity/?text=pack", ""),
        (f"{PRINT}look/", SEND, {"logo": SimpleUploadedFile("logo.png", png())}),
        (f"{PRINT}look/", POST, {"colour": "pink", "left_off": ["ratings"]}),
        (f"{PRINT}look/", SEND, {"without_logo": "on"}),
        (PRINT, ""),
    ],
    "file names": [
        lodz,
        ("/events/odz-open/files/archive/", ""),
        ("/events/odz-open/files/standings_csv/", ""),
        ("/events/odz-open/files/rt/", ""),
    ],
    "papers": [
        evening,
        (f"{CUP}files/papers/", ""),
        (f"{CUP}files/papers/", POST, {"paper": "a9"}),
        (f"{CUP}files/papers/", POST, {"stop": "1"}),
        (f"{CUP}files/papers/zip/", ""),
    ],
    "reports": [
        evening,
        (f"{REPORTS}?show=none", ""),
        (f"{REPORTS}?show=prizes", ""),
        (f"{REPORTS}?show=pairings_by_name&round=2", ""),
        (f"{REPORTS}?show=score_graph&division=a&round=1&board=1", ""),
        (f"{REPORTS}none/", ""),
        (f"{REPORTS}standings/?format=csv&round=2&division=b", ""),
        (f"{REPORTS}standings/?round=x", ""),
        (f"{REPORTS}standings/?format=none", ""),
        (f"{REPORTS}standings/?format=pdf&paper=a9", ""),
        (f"{REPORTS}standings/?division=b", ""),
        (f"{REPORTS}ratings/?format=svg", ""),
        (f"{REPORTS}ratings/?format=svg&picture=x", ""),
        ("/games/1/papers/none/", ""),
        ("/games/1/papers/standings/", ""),
        ("/games/1/papers/board_diagram/?format=html&turn=3", ""),
        ("/games/1/papers/board_diagram/?format=xlsx", ""),
        ("/games/1/papers/score_sheet/", ""),
        ("/games/1/recount/print/", POST, {}),
        ("/games/1/papers/copies/9/", ""),
    ],
    "pages that are only sent or only read": [
        lodz,
        *((f"/events/odz-open/{page}/", "") for page in (
            "print/look", "print/round_papers", "print/own-1/remove",
        )),
        *((f"/events/odz-open/{page}", POST, {}) for page in (
            "files/", "files/archive/", "files/papers/zip/", "tourney.js",
        )),
        ("/games/1/recount/print/", ""),
        ("/games/1/papers/recount/", POST, {}),
        ("/games/1/papers/copies/1/", POST, {}),
        ("/events/odz-open/tourney.js", ""),
    ],
}  # fmt: skip


@pytest.mark.parametrize("name", STORIES)
def test_answers_are_those_approved(request, settings, tmp_path, name):
    settings.NINETIMER_DATA_DIR = tmp_path
    tell_without_chance(request, name, STORIES[name])
