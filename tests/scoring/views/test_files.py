"""Importing games: verified and shown before saving; what cannot be saved is listed with the reason."""

import pytest

from scoring.models import Activity, Game, Upload, UploadedGame
from scoring.queries.sheets import sheet
from scoring.queries.uploads import findings_of, problem_of
from tests.scoring.views.uploads import RIGHT, look, save, send, text_of

pytestmark = pytest.mark.django_db


def test_damaged_or_unknown_finding_is_replaced_by_a_plain_sentence():
    why = {"code": "of_another_version", "params": {}}
    findings = [
        {"line": 1, "error": True, "message": message, "slips": []}
        for message in (why, {"code": "laid_not_in_rack", "params": {}}, 5)
    ]
    row = UploadedGame(report={"findings": findings, "problem": why}, problem="It is empty.")
    assert {finding.message for finding in findings_of(row)} == {
        "This finding cannot be read. Upload the file again to verify it."
    }
    assert problem_of(row) == "It is empty."


def test_complete_game_is_saved_finished_and_an_incomplete_one_open(
    director_client, director, whole
):
    send(director_client, ("a.gcg", RIGHT), ("whole.gcg", whole[0]), folder=True)
    save(director_client)
    incomplete, complete = Game.objects.order_by("title")
    assert (incomplete.title, incomplete.finished_at) == ("a.gcg", None)
    assert [row.total for row in sheet(incomplete).rows] == [30, 24]
    assert complete.finished_at is not None
    assert (complete.created_by, complete.lexicon) == (director, "open_english")
    verbs = Activity.objects.filter(scope=f"game:{incomplete.pk}").order_by("id")
    assert list(verbs.values_list("verb", flat=True)) == ["open_game", "record_games_turns"]


def test_files_above_the_upload_limit_are_refused_unread(director_client):
    answer = send(director_client, ("big.gcg", b"x" * (50 * 1024 * 1024)))
    assert answer.status_code == 422
    assert "The files total 50 MB; you can send up to 10 MB at once." in text_of(answer)
    assert Upload.objects.count() == 0


EVIL = """#player1 x <script>alert(1)</script>
#player2 y =HYPERLINK("x")
>x: FLOTY 8H LOFTY +30 30
#note =2+2 <script>alert(1)</script>
"""


def test_names_and_notes_are_escaped_on_the_page_in_the_record_and_in_the_file(director_client):
    answer = look(director_client, send(director_client, ("<b>.gcg", EVIL)))
    assert "<script>alert" not in answer.text
    assert "&lt;script&gt;alert(1)&lt;/script&gt; 30" in answer.text
    save(director_client)
    game = Game.objects.get()
    assert game.players.get(seat=1).name == "<script>alert(1)</script>"
    assert "=2+2 &lt;script&gt;" in director_client.get(f"/games/{game.pk}/?turn=1").text
    sent = director_client.get(f"/games/{game.pk}/game.gcg")
    assert sent["Content-Disposition"] == (
        f'attachment; filename="game-{game.pk}-script-alert-1-script-HYPERLINK-x.gcg"'
    )
    assert sent["Content-Type"] == "text/plain; charset=utf-8"
    assert sent["X-Content-Type-Options"] == "nosniff"


@pytest.mark.parametrize(
    ("text", "why", "totals"),
    [
        (RIGHT.replace("Ana Lopez", "A" * 130), "is longer than 120 characters", None),
        ("#player1 a A\n>a: FLOTY 8H LOFTY +30 30\n", "cannot be used for 1 player.", None),
        (RIGHT.replace("+30 30", f"+30 {10**30}"), "the total of a game; it is saved.", (30, 24)),
        (RIGHT.replace("+30 30", "+9999999 30"), "is not a score; it is saved.", (30, 24)),
    ],
)
def test_what_cannot_be_saved_of_a_game_is_reported(director_client, text, why, totals):
    assert why in text_of(look(director_client, send(director_client, ("a.gcg", text))))
    save(director_client)
    assert [sheet(game).totals for game in Game.objects.all()] == ([totals] if totals else [])


@pytest.mark.parametrize(
    "data",
    [
        RIGHT.encode("utf-16"),
        b"#character-encoding utf-7\n#player1 a +2D8-\n>a: FLOTY 8H LOFTY +30 30\n",
        RIGHT.replace("Ana", "An\x00a").encode(),
        RIGHT.replace("Ana", "Zoë").encode("latin-1"),
        bytes(range(256)) * 20,
    ],
)
def test_arbitrary_bytes_cause_no_server_error(director_client, data):
    look(director_client, send(director_client, ("odd.gcg", data)))
    save(director_client)
