"""A metric, method, report, format or rating system is one new file that appears in every menu.

The files in `new_files/` are added for one test and followed from the menu through the form
to paper, `recheck` and the check of the documentation.
"""

import io
import json
import shutil
import sys
from html import unescape
from importlib import import_module
from pathlib import Path

import pytest
from django.core.files.uploadedfile import SimpleUploadedFile
from django.core.management import call_command
from django.core.management.base import CommandError

from tests.documentation.reference import BLOCKS
from tests.shown import text
from tests.tournament.web.event.test_rules import as_typed
from tournament.actions.results.results import correct_result
from tournament.engine.standings import all_metrics
from tournament.models import Event, Pairing, Rating, Round
from tournament.queries.safety.recheck import recheck
from tournament.reports.renderer import all_renderers

pytestmark = pytest.mark.django_db

NEW_FILES = Path(__file__).parent / "new_files"
FOLDERS = {
    "tournament.engine.standings.metrics": "metrics",
    "tournament.engine.pairing.methods": "methods",
    "tournament.engine.ratings.systems": "systems",
    "tournament.engine.prizes.kinds": "kinds",
    "tournament.reports.definitions": "definitions",
    "tournament.reports.renderers": "renderers",
    "tournament.exchange.formats": "formats",
}
DESK = "/events/autumn-open/"


@pytest.fixture(autouse=True)
def _new_files(tmp_path, monkeypatch):
    """Add one file to each plug-in folder, outside the program, for one test."""
    shutil.copytree(NEW_FILES, tmp_path / "new")
    for name, folder in FOLDERS.items():
        package = import_module(name)
        more = str(tmp_path / "new" / folder)
        monkeypatch.setattr(package, "__path__", [*package.__path__, more])
    yield
    for name, module in list(sys.modules.items()):
        if str(getattr(module, "__file__", "")).startswith(str(tmp_path)):
            del sys.modules[name]
            package, _, key = name.rpartition(".")
            delattr(sys.modules[package], key)


def run(*arguments):
    out = io.StringIO()
    call_command(*arguments, stdout=out)
    return out.getvalue()


def is_sound(slug="autumn-open"):
    return list(recheck(Event.objects.get(slug=slug))) == []


@pytest.fixture
def ranked_by_ties(director_client, four):
    """Let the director choose the new metric as the first criterion."""
    page = director_client.get(f"{DESK}rules/")
    answer = director_client.post(f"{DESK}rules/", as_typed(page, rank_1="ties", rank_2="wins"))
    assert answer.url == f"{DESK}rules/"
    return four


@pytest.mark.full
def test_new_metric_is_chosen_ranks_prints_and_passes_recheck(
    director_client, desk, ranked_by_ties, request
):
    page = director_client.get(f"{DESK}rules/")
    for place in ("rank_1", "rank_2"):
        assert ("ties", "Tied games") in page.context["form"].fields[place].choices
    assert "Games that ended level, more ranking higher." in text(page)
    assert Event.objects.get().rules.precedence[:2] == ("ties", "wins")

    rounds = request.getfixturevalue("whole_robin")
    tied = Pairing.objects.get(round=rounds[2], board=2)
    correct_result(desk, tied, 400, 400, reason="added up again", accepted=True)
    names = {tied.first.player.name, tied.second.player.name}
    rows = json.loads(run("export_report", "autumn-open", "standings", "--format", "json"))["rows"]
    assert {row["name"] for row in rows[:2]} == names
    assert [row["ties"] for row in rows] == [1, 1, 0, 0]
    assert "Tied" in text(director_client.get(f"{DESK}a/standings/"))
    assert is_sound()


def test_recheck_uses_the_metrics_own_plain_implementation(monkeypatch, ranked_by_ties, request):
    request.getfixturevalue("whole_robin")
    monkeypatch.setattr(
        type(all_metrics()["ties"]), "reference_value", lambda _self, _division, number: number
    )
    differences = [str(difference) for difference in recheck(Event.objects.get())]
    assert len(differences) == 16, "four players before the first round and after each of three"
    assert "Division A, standings after round 0: place 1 shows" in differences[0]


def test_new_method_is_planned_paired_and_passes_recheck(director_client, four, desk):
    page = director_client.get(f"{DESK}a/plan/")
    assert ("neighbours", "Neighbours") in page.context["form"].fields["method"].choices
    words = text(director_client.get(f"{DESK}a/plan/options/?method=neighbours"))
    assert "Opponents are neighbours in the standings, from the top down." in words
    assert "Evenings between" in words
    line = {
        "do": "line", "shown": "neighbours", "method": "neighbours", "from_round": "1", "to_round": "3",
        "source": "previous", "option_evenings": "2",
    }  # fmt: skip
    assert director_client.post(f"{DESK}a/plan/", line).url == f"{DESK}a/plan/"
    assert "Neighbours, evenings between 2" in text(director_client.get(f"{DESK}a/plan/"))

    drafted = json.loads(run("pair", "autumn-open", "--json"))
    assert drafted["method"] == "neighbours"
    assert [{p["first"], p["second"]} for p in drafted["pairs"]] == [{1, 2}, {3, 4}]
    assert "they are neighbours" in str(drafted["pairs"][0]["reasons"])
    assert Round.objects.get().options == {"evenings": 2}
    assert "they are neighbours" in text(director_client.get(f"{DESK}a/rounds/1/pairings/"))
    assert is_sound()
    page = director_client.get(f"{DESK}a/rounds/new/")
    assert ("neighbours", "Neighbours") in page.context["pair_form"].fields["method"].choices


def test_new_report_is_on_the_menu_with_options_and_rendered_in_every_format(
    director_client, four, tmp_path
):
    menu = director_client.get(f"{DESK}reports/?show=initials")
    papers = {group: rows for group, _is_open, rows in menu.context["menu"]}
    assert ("initials", "Initials of everybody", "") in papers["Setting up"]
    words = unescape(text(menu))
    assert "Everybody's initials, to be scratched into the clocks." in words
    assert "What stands between two letters." in words
    assert "A.L" in words
    assert "txt" in all_renderers()
    for key in all_renderers():
        response = director_client.get(f"{DESK}reports/initials/?format={key}")
        assert response.status_code == 200, key
        run("export_report", "autumn-open", "initials", "--format", key, "--to", str(tmp_path))
        assert (tmp_path / f"autumn-open-initials-division-a.{key}").stat().st_size > 0
    arguments = ("autumn-open", "initials", "--between", "-", "--format")
    assert "1,A-L\r\n2,B-O\r\n3,Z-M\r\n4,D-J" in run("export_report", *arguments, "csv")
    assert json.loads(run("export_report", *arguments, "json"))["rows"][0]["initials"] == "A-L"


def test_new_report_format_is_offered_and_written_for_every_report(director_client, four):
    menu = director_client.get(f"{DESK}reports/")
    assert ("txt", "For a terminal: a line a row.") in menu.context["formats"]
    response = director_client.get(f"{DESK}reports/roster/?format=txt")
    assert response["Content-Type"] == "text/plain; charset=utf-8"
    head, first, *_ = response.content.decode().splitlines()
    assert head == "Roster"
    assert first.startswith("1 | Ana Lopez | Lopez, Ana | 1800 |")
    assert "Ben Okafor" in run("export_report", "autumn-open", "standings", "--format", "txt")


def test_new_rating_system_is_chosen_rates_and_passes_recheck(director_client, whole_robin):
    choice = ("stairs", "Stairs")
    page = director_client.get(f"{DESK}rules/")
    assert choice in page.context["form"].fields["rating_system"].choices
    page = director_client.get(f"{DESK}a/ratings/?system=stairs")
    assert choice in page.context["form"].fields["system"].choices
    assert "Steps for a win." in text(page)
    assert '<option value="stairs"' in director_client.get("/ratings/").content.decode()

    arguments = ("rate", "autumn-open", "--system", "stairs", "--options", '{"steps": 5}', "--json")
    rated = json.loads(run(*arguments))
    wins = {player["name"]: (player["new"] - player["old"]) / 5 for player in rated["players"]}
    assert sum(wins.values()) == 6
    director_client.post(f"{DESK}a/ratings/", {"system": "stairs", "steps": "7"})
    assert (Rating.objects.get().system, Rating.objects.get().options) == ("stairs", {"steps": 7})
    assert is_sound()


def test_new_kind_of_prize_is_chosen_read_from_a_list_and_won(director_client, desk, whole_robin):
    page = director_client.get(f"{DESK}prizes/new/?kind=high_tie")
    assert "For the highest score of a tied game." in text(page)
    assert "High tie" in text(director_client.get(f"{DESK}prizes/new/"))
    director_client.post(f"{DESK}prizes/", {"prizes": "high tie = 10", "step": "save"})
    tied = Pairing.objects.get(round=whole_robin[2], board=2)
    correct_result(desk, tied, 410, 410, reason="added up again", accepted=True)
    words = text(director_client.get(f"{DESK}prizes/"))
    assert "High tie" in words
    assert "410 to 410 in round 3" in words
    assert is_sound()


def test_new_file_format_is_written_and_read_wherever_events_are(director_client, four, tmp_path):
    formats = director_client.get(f"{DESK}files/").context["formats"]
    (offer,) = [offer for offer in formats if offer.key == "names_list"]
    assert offer.label == "List of names"
    assert [loss.summary[:40] for loss in offer.losses] == [
        "0 rounds are left out:",
        "The day of the event, 2026-10-03, is los",
        "The file cannot store the preset of rule",
        "The file cannot store the rating system,",
        "The file cannot store the Gibson spread.",
        "The file cannot store the ratings of 4 p",
    ]
    response = director_client.get(f"{DESK}files/names_list/")
    assert response.content.decode() == (
        "Names of Autumn Open\nA: Ana Lopez\nA: Ben Okafor\nA: Zoë Müller\nA: Dai Jones\n"
    )
    run("export_event", "autumn-open", "--format", "names_list", "--to", str(tmp_path))
    assert (tmp_path / "names.txt").read_bytes() == response.content

    formats = director_client.get("/import/").context["formats"]
    assert "List of names" in [row[0] for row in formats]
    upload = {"files": [SimpleUploadedFile("names.txt", response.content)]}
    (seen,) = director_client.post("/import/", upload, follow=True).context["seen"].divisions
    assert (seen.name, len(seen.players)) == ("A", 4)
    run("import_event", str(tmp_path / "names.txt"), "--slug", "again")
    entries = Event.objects.get(slug="again").divisions.get().entries.order_by("number")
    names = [entry.player.name for entry in entries]
    assert names == ["Ana Lopez", "Ben Okafor", "Zoë Müller", "Dai Jones"]
    assert is_sound("again")


def test_commands_name_new_plugins_after_an_unknown_choice(four):
    for arguments, known in (
        (("export_report", "autumn-open", "nothing", "--format", "csv"), "initials"),
        (("export_report", "autumn-open", "roster", "--format", "nothing"), "txt"),
        (("export_event", "autumn-open", "--format", "nothing", "--to", "x"), "names_list"),
        (("rate", "autumn-open", "--system", "nothing"), "stairs"),
        (("pair", "autumn-open", "--method", "nothing"), "neighbours"),
    ):
        with pytest.raises(CommandError, match=known):
            run(*arguments)


def test_regenerated_manual_includes_new_plugins():
    new = {
        "metrics": "ties", "pairing_methods": "neighbours", "rating_systems": "stairs",
        "prize_kinds": "high_tie", "reports": "initials", "report_formats": "txt",
        "file_formats": "names_list",
    }  # fmt: skip
    assert [block for block, key in new.items() if f"`{key}`" not in BLOCKS[block]()] == []
