"""Event files at the desk: preview before an import, and losses before an export."""

import pytest
from django.core.files.uploadedfile import SimpleUploadedFile
from django.utils import timezone

from scoring.models import Activity
from tests.remembered import remembered
from tests.tournament.exchange.fixtures import FOLDER
from tournament.actions.files.importing import UPLOAD_LIFETIME, import_event
from tournament.actions.people.clubs import assign_to_club, create_club
from tournament.actions.results.results import enter_result
from tournament.exchange.event_exchange import prepare_event
from tournament.exchange.event_files import MAX_FILE_BYTES, NamedFile, read_bundle
from tournament.exchange.tsh.javascript import javascript_value
from tournament.models import Division, Event, IncomingFile, Pairing
from tournament.queries.people.clubs import sessions_of
from tournament.queries.standings.ratings import rated_division
from tournament.queries.standings.standings import division_standings

pytestmark = pytest.mark.django_db

NAMES = ("config.tsh", "a.t", "b.t")


def upload(client, *files):
    sent = [SimpleUploadedFile(name, content) for name, content in files]
    return client.post("/import/", {"files": sent}, follow=True)


def harbour_files():
    return [(name, (FOLDER / name).read_bytes()) for name in NAMES]


@pytest.fixture
@remembered
def harbour(desk):
    return import_event(desk, read_bundle([NamedFile(*item) for item in harbour_files()]))


def test_files_of_an_existing_event_are_recognised(director_client, harbour):
    expected = "An event of this name and date already exists"
    text = upload(director_client, *harbour_files()).text
    assert f'{expected}: <a href="/events/harbour-open/">Harbour Open</a>' in text
    assert "so no season counts the event twice" not in text
    Event.objects.update(name="Another")
    assert expected not in upload(director_client, *harbour_files()).text


def test_imported_rounds_are_labelled_without_a_seed(director_client, harbour):
    page = director_client.get("/events/harbour-open/a/rounds/2/pairings/")
    assert page.context["explanation"].how == "From the imported file"
    text = page.text
    assert "From the imported file." in text
    assert "By hand." not in text
    assert "Seed 0" not in text


def test_archive_of_an_existing_session_becomes_a_copy_without_a_club(
    director_client, desk, harbour
):
    club = create_club(desk, name="Thursdays")
    assign_to_club(desk, harbour, club)
    sent = prepare_event(harbour, "archive").single_file(harbour.slug)
    seen = upload(director_client, (sent.name, sent.content))
    assert "The new one will be outside Thursdays, so no season counts" in seen.text
    director_client.post(seen.wsgi_request.path, {"name": "Harbour again"})
    assert list(sessions_of(club)) == [harbour]
    assert Activity.objects.filter(verb="import_event").latest("id").summary == (
        "Event Harbour again opened from an archive. It is a copy of a session and belongs to "
        "no club."
    )
    Event.objects.filter(pk=harbour.pk).update(name="The week before")
    assert import_event(desk, read_bundle([sent]), name="Harbour at last").club == club


def test_obstacles_are_listed_and_prevent_the_import(director_client):
    answer = upload(director_client, ("a.t", b"Ana 0 2; 400\nBen 0 0; 50\n"))
    (obstacle,) = answer.context["seen"].obstacles
    assert str(obstacle).startswith("a.t, line 1: Ana meets number 2 in round 1, but line 2")
    assert "Import the event" not in answer.text
    assert "The event cannot be imported as it is. Nothing was imported." in answer.text
    refused = director_client.post(answer.redirect_chain[-1][0], {"name": "x", "preset": "club"})
    assert refused.status_code == 422
    assert Event.objects.count() == 0


def test_unsuitable_files_are_refused_with_a_reason(director_client):
    files = [SimpleUploadedFile("a.t", b"\0" * (MAX_FILE_BYTES + 1))]
    answer = director_client.post("/import/", {"files": files})
    assert answer.status_code == 422
    assert "a.t: The file is 10 MB" in answer.text
    assert IncomingFile.objects.count() == 0


def test_withdrawn_players_are_named_in_the_preview(director_client):
    lines = b"Lopez, <b>Ana 900 2; 400; off -50\nOkafor, Ben 800 1; 380\n"
    page = upload(director_client, ("a.t", lines)).text
    assert "Withdrawn from division A: &lt;b&gt;Ana Lopez." in page


def test_files_not_imported_within_a_day_are_deleted(director_client):
    upload(director_client, ("y.t", b"Uma 0;\n"))
    upload(director_client, ("z.t", b"Zoe 0;\n"))
    assert list(IncomingFile.objects.values_list("name", flat=True)) == ["y.t", "z.t"]
    IncomingFile.objects.update(sent_at=timezone.now() - UPLOAD_LIFETIME * 1.1)
    upload(director_client, ("z.t", b"Zoe 0;\n"))
    assert list(IncomingFile.objects.values_list("name", flat=True)) == ["z.t"]


def test_every_format_is_offered_with_its_losses(director_client, harbour):
    formats = {
        shown.key: shown
        for shown in director_client.get(f"/events/{harbour.slug}/files/").context["formats"]
    }
    open_board = "Division B, round 4: board 3, Bruno Zinnober and Arlo Thimble have no result."
    lines = {loss.kind: loss.summary for loss in formats["tsh_config"].losses}
    assert lines["missing_results"] == open_board
    assert lines["members_missing"].startswith("Without a member number (6): Hugo Fenwick, Mara")
    assert lines["figures_from_file"].startswith("Ranks and ratings of each round (newr, rcrank)")
    assert formats["tou"].refused[0] == open_board
    assert "No game of this event has been recorded" in formats["gcg_zip"].refused[0]
    assert formats["archive"].refused == ()


def test_tourney_js_is_public_and_omits_held_back_rounds(client, harbour):
    Division.objects.filter(event=harbour, name="B").update(held_back_from=3)
    answer = client.get(f"/events/{harbour.slug}/tourney.js")
    assert answer["Content-Type"] == "text/javascript; charset=utf-8"
    assert answer["Access-Control-Allow-Origin"] == "*"
    expected = javascript_value(answer.text[5:-2])
    player = expected["divisions"][1]["players"][1]
    assert (player["pairings"], player["scores"]) == ([2, 4, 5, 5], [400, 455])


def test_tourney_js_agrees_with_the_pages_after_every_result(client, desk, round_one):
    """Ranks and new ratings of an event of our own, after each result."""
    event = round_one.division.event
    for board, scores in ((1, (400, 380)), (2, (350, 470))):
        enter_result(desk, Pairing.objects.get(round=round_one, board=board), *scores)
        answer = client.get(f"/events/{event.slug}/tourney.js").text
        (division,) = javascript_value(answer[5:-2])["divisions"]
        shown = {player["id"]: player["etc"] for player in division["players"][1:]}
        rows = division_standings(round_one.division).rows
        assert {number: etc["rrank"] for number, etc in shown.items()} == {
            row.person.number: [row.person.seed, row.line.rank] for row in rows
        }
        assert {number: etc["newr"] for number, etc in shown.items()} == {
            row.person.number: [row.new] for row in rated_division(round_one.division).rows
        }
        assert (division["seeds"], division["rating_system"]) == ([1, 2, 3, 4], "nsa2008")
    assert [etc["rrank"][1] for etc in shown.values()] == [2, 3, 4, 1]
