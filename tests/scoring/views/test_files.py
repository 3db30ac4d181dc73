"""Importing games: parsed, verified and previewed before saving; unusable files are listed with the reason."""

import io
import zipfile

import pytest
from django.urls import reverse

from scoring.actions import unpacking
from scoring.engine.gcg import read
from scoring.models import Activity, Game, Upload, UploadedGame
from scoring.queries.sheets import sheet
from scoring.queries.uploads import findings_of, problem_of
from scoring.simulation.games import SimulationRequest
from tests.crafted import broken_zip
from tests.scoring.views.uploads import PAGE, RIGHT, WRONG, State, look, save, send, text_of, zipped

pytestmark = pytest.mark.django_db


@pytest.fixture(scope="module")
def whole():
    """Return complete games without differences."""
    return [game.text for game in SimulationRequest("files").play_games(3)]


def test_difference_is_shown_with_proof_and_likely_slip_before_saving(director_client):
    answer = look(director_client, send(director_client, ("a.gcg", WRONG)))
    text = text_of(answer)
    assert "1 file checked" in text
    assert "0 correct, 1 with differences" in text
    assert "26 announced, 24 correct." in text
    assert "LO: L 1 ×2 (I7) + O 1 = 3" in text
    assert "Likely:" in text
    assert Game.objects.count() == 0


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


def test_complete_game_is_saved_and_finished(director_client, director, whole):
    send(director_client, ("whole.gcg", whole[0]))
    answer = save(director_client)
    game = Game.objects.get()
    record = read(whole[0])
    assert "1 game saved." in text_of(answer)
    assert game.finished_at is not None
    assert game.created_by == director
    assert game.lexicon == "open_english"
    assert [player.name for player in game.players.all()] == [seat.name for seat in record.seats]
    now = sheet(game)
    assert len(now.rows) >= len(record.turns)
    assert [row.announced for row in now.rows][: len(record.turns)] == [
        turn.announced for turn in record.turns
    ]
    assert list(now.outcome.finals) == [
        [turn.total for turn in record.turns if turn.player == seat][-1] for seat in (0, 1)
    ]


def test_incomplete_game_is_saved_open_and_logged(director_client):
    send(director_client, ("a.gcg", RIGHT))
    save(director_client)
    game = Game.objects.get()
    assert game.finished_at is None
    assert game.title == "a.gcg"
    assert [row.total for row in sheet(game).rows] == [30, 24]
    verbs = list(Activity.objects.order_by("id").values_list("verb", flat=True))
    assert verbs == ["take_in", "choose", "open_game", "record_games_turns"]


def test_only_selected_games_are_saved(director_client):
    send(director_client, ("a.gcg", RIGHT), ("b.gcg", WRONG))
    answer = save(director_client, "b.gcg")
    assert [game.title for game in Game.objects.all()] == ["b.gcg"]
    assert UploadedGame.objects.get(name="a.gcg").state == State.LOOKED_AT
    assert "1 can be saved" in text_of(answer)
    path = reverse("scoring:save_uploaded", args=[Upload.objects.get().pk])
    assert "Choose at least one game to save." in text_of(director_client.post(path, follow=True))


def test_pasted_game_is_handled_like_a_file(director_client):
    answer = director_client.post(PAGE, {"pasted": RIGHT})
    assert "pasted.gcg" in text_of(look(director_client, answer))


def test_zip_is_opened_and_files_other_than_games_are_left_out(director_client, whole):
    bundle = io.BytesIO(zipped(round1__a=RIGHT, round1__b=whole[1]))
    with zipfile.ZipFile(bundle, "a") as more:
        more.writestr("readme.md", "x")
        more.writestr("__MACOSX/._a.gcg", "x")
    text = text_of(look(director_client, send(director_client, ("all.zip", bundle.getvalue()))))
    assert "2 files checked" in text
    assert "round1/a.gcg" in text
    assert "2 other files in the zip were left out" in text


def test_folder_is_uploaded_as_its_files(director_client):
    answer = send(director_client, ("a.gcg", RIGHT), ("b.gcg", WRONG), folder=True)
    assert "2 files checked" in text_of(look(director_client, answer))


def test_invalid_files_are_listed_with_reasons_and_valid_ones_saved(director_client, whole):
    bundle = zipped(good=whole[0], empty="", poem="Roses are red\nviolets are blue\n")
    text = text_of(look(director_client, send(director_client, ("all.zip", bundle))))
    assert "1 correct, 0 with differences, 0 unfinished, 2 unreadable." in text
    assert "The file is empty" in text
    assert "It is not a GCG file." in text
    save(director_client)
    assert Game.objects.count() == 1


@pytest.mark.parametrize("packing", ["lzma", "bzip2", "deflate"])
def test_corrupt_zip_member_is_listed_with_the_reason(director_client, packing):
    bundle = broken_zip(packing, a_gcg=RIGHT * 50)
    text = text_of(look(director_client, send(director_client, ("games.zip", bundle))))
    assert "a.gcg" in text
    assert "It cannot be unpacked" in text


def test_page_states_the_upload_limit_and_missing_upload(director_client):
    page = text_of(director_client.get(PAGE))
    assert "MB at once; a zip may unpack to 32 MB." in page
    assert "Choose a file, drop one, or paste a game." in text_of(director_client.post(PAGE, {}))


def test_game_in_an_encrypted_zip_is_listed_with_a_remedy(director_client):
    bundle = bytearray(zipped(a=RIGHT))
    bundle[6] |= 1  # in the header of the file
    bundle[bundle.index(b"PK\1\2") + 8] |= 1  # and in the directory of the archive
    text = text_of(look(director_client, send(director_client, ("games.zip", bytes(bundle)))))
    assert "It is protected by a password. Create it again without one." in text


def test_file_of_50_mb_is_refused_unread(director_client):
    answer = send(director_client, ("big.gcg", b"x" * (50 * 1024 * 1024)))
    assert answer.status_code == 422
    assert "The files total 50 MB; you can send up to 10 MB at once. Nothing was read." in text_of(
        answer
    )
    assert Upload.objects.count() == 0


def test_oversized_file_does_not_stop_the_others(director_client):
    answer = send(director_client, ("big.gcg", b"x" * 300_000), ("a.gcg", RIGHT))
    text = text_of(look(director_client, answer))
    assert "It has 300,000 bytes; a game has a few thousand, at most 200,000." in text
    assert "1 unfinished, 1 unreadable" in text


@pytest.mark.full
def test_zip_bomb_is_refused_before_unpacking(director_client):
    bomb = io.BytesIO()
    with zipfile.ZipFile(bomb, "w", zipfile.ZIP_DEFLATED) as out:
        zeros = b"0" * (16 * 1024 * 1024)
        for number in range(60):
            out.writestr(f"{number}.gcg", zeros)
    assert len(bomb.getvalue()) < 2 * 1024 * 1024
    answer = send(director_client, ("bomb.zip", bomb.getvalue()))
    assert answer.status_code == 422
    assert (
        "bomb.zip would unpack to 960 MB; the maximum is 32 MB. Nothing was unpacked."
        in text_of(answer)
    )


def test_zip_with_a_false_size_is_read_only_up_to_the_limit(director_client):
    bundle = bytearray(zipped(a="0" * 5_000_000))
    for mark, at in ((b"PK\x03\x04", 22), (b"PK\x01\x02", 24)):
        place = bundle.index(mark) + at
        bundle[place : place + 4] = (100).to_bytes(4, "little")
    text = text_of(look(director_client, send(director_client, ("liar.zip", bytes(bundle)))))
    assert "1 unreadable" in text


def test_zip_with_too_many_files_is_refused(director_client, monkeypatch):
    monkeypatch.setattr(unpacking, "MAX_FILES", 2)
    answer = send(director_client, ("many.zip", zipped(a="", b="", c="")))
    assert "many.zip contains 3 files; you can send up to 2 at once." in text_of(answer)


def test_zip_with_an_endless_listing_is_refused_unread(director_client, monkeypatch):
    monkeypatch.setattr(unpacking, "_MAX_LISTING_BYTES", 100)
    answer = send(director_client, ("many.zip", zipped(a="", b="", c="")))
    assert "many.zip lists more than" in text_of(answer)


@pytest.mark.parametrize("data", [b"PK\x03\x04 no zip at all", b"", b"PK\x05\x06" + b"\xff" * 18])
def test_broken_zip_is_listed_with_the_reason(director_client, data):
    text = text_of(look(director_client, send(director_client, ("bad.zip", data))))
    assert "This zip cannot be opened" in text


def test_nested_zip_is_not_opened(director_client):
    bundle = io.BytesIO()
    with zipfile.ZipFile(bundle, "w") as out:
        out.writestr("inner.zip", zipped(a=RIGHT))
    answer = send(director_client, ("outer.zip", bundle.getvalue()))
    assert "The upload contains no .gcg or .txt file." in text_of(answer)


EVIL = """#player1 x <script>alert(1)</script>
#player2 y =HYPERLINK("x")
>x: FLOTY 8H LOFTY +30 30
>y: LOAM 7I LOAM +26 26
"""


def test_names_are_escaped_on_the_page_in_the_record_and_in_the_file(director_client):
    answer = look(director_client, send(director_client, ("<b>.gcg", EVIL)))
    assert "<script>alert" not in answer.content.decode()
    assert "&lt;script&gt;alert(1)&lt;/script&gt; 30" in answer.content.decode()
    assert '=HYPERLINK("x") 26' in text_of(answer)
    save(director_client)
    game = Game.objects.get()
    assert [player.name for player in game.players.all()] == [
        "<script>alert(1)</script>",
        '=HYPERLINK("x")',
    ]
    sent = director_client.get(f"/games/{game.pk}/game.gcg")
    assert sent["Content-Disposition"] == (
        f'attachment; filename="game-{game.pk}-script-alert-1-script-HYPERLINK-x.gcg"'
    )
    assert sent["Content-Type"] == "text/plain; charset=utf-8"
    assert sent["X-Content-Type-Options"] == "nosniff"


@pytest.mark.parametrize(
    ("text", "why"),
    [
        (RIGHT.replace("Ana Lopez", "A" * 130), "is longer than 120 characters"),
        ("#player1 a A\n>a: FLOTY 8H LOFTY +30 30\n", "cannot be used for 1 player."),
    ],
)
def test_parsed_game_that_cannot_be_saved_states_the_reason(director_client, text, why):
    answer = look(director_client, send(director_client, ("a.gcg", text)))
    assert why in text_of(answer)
    save(director_client)
    assert Game.objects.count() == 0


@pytest.mark.parametrize(
    ("figures", "why"),
    [
        (f"+30 {10**30}", "” after the score cannot be the total of a game; it is saved."),
        ("+9999999 30", "“+9999999 30” after the word is not a score; it is saved."),
    ],
)
def test_impossible_score_is_reported_and_the_game_saved_without_it(director_client, figures, why):
    answer = look(
        director_client, send(director_client, ("a.gcg", RIGHT.replace("+30 30", figures)))
    )
    assert why in text_of(answer)
    save(director_client)
    assert sheet(Game.objects.get()).totals == (30, 24)


@pytest.mark.parametrize(
    "data",
    [
        b"\x00\x01\x02",
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
