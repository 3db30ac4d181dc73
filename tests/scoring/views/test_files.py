"""Games from files: verified and shown first, saved when chosen, each whole or not at all; and sent out again."""

import html
import io
import re
import zipfile

import pytest
from django.core.files.uploadedfile import SimpleUploadedFile
from django.urls import reverse
from django.utils import timezone

from scoring.actions import unpacking, uploads
from scoring.actions.activity import Actor
from scoring.actions.edits import undo
from scoring.actions.games import open_game
from scoring.actions.turns import correct_turn, record_turn
from scoring.actions.uploads import save_some
from scoring.engine.gcg import read
from scoring.engine.turns import Kind, Turn
from scoring.models import Activity, Game, TurnEntry, Upload, UploadedGame
from scoring.queries.sheets import as_turn, sheet
from scoring.queries.uploads import look_at
from scoring.simulation.orders import Order
from tests.scoring.engine.gcg.sheets import sheet as gcg_sheet
from tests.scoring.engine.gcg.test_told_apart import AFTER_LOFTY, LOFTY

pytestmark = pytest.mark.django_db
PAGE = "/games/upload/"
State = UploadedGame.State

SHORT = """#player1 ana Ana Lopez
#player2 ben Ben Okafor
>ana: FLOTY 8H LOFTY +30 30
>ben: LOAM 7I LOAM +{0} {0}
"""
RIGHT, WRONG = SHORT.format(24), SHORT.format(26)


@pytest.fixture(scope="module")
def whole():
    """Games that reach their end, every figure right."""
    return [game.text for game in Order("files").played(3)]


def send(client, *files, folder=False, **more):
    sent = [
        SimpleUploadedFile(name, data if isinstance(data, bytes) else data.encode())
        for name, data in files
    ]
    return client.post(PAGE, {"folder" if folder else "files": sent, **more})


def zipped(**files):
    bundle = io.BytesIO()
    with zipfile.ZipFile(bundle, "w", zipfile.ZIP_DEFLATED) as out:
        for name, text in files.items():
            out.writestr(name.replace("__", "/") + ".gcg", text)
    return bundle.getvalue()


def text_of(answer):
    body = answer.content.decode().partition("<main")[2]
    return html.unescape(" ".join(re.sub(r"<[^>]*>", " ", body).split()))


def look(client, answer):
    """The page an upload leads to."""
    assert answer.status_code == 302, text_of(answer)
    return client.get(answer.url)


def save(client, *names, upload=None):
    upload = upload or Upload.objects.first()
    rows = upload.games.filter(name__in=names) if names else upload.games.all()
    path = reverse("scoring:save_uploaded", args=[upload.pk])
    return client.post(path, {"game": [row.pk for row in rows]}, follow=True)


def test_a_stranger_brings_nothing_in(client):
    for path in (PAGE, f"{PAGE}1/", f"{PAGE}1/save/", f"{PAGE}1/stop/"):
        assert client.post(path)["Location"].startswith("/login/?next=")
    assert client.get(PAGE)["Location"] == "/login/?next=/games/upload/"


def test_a_difference_is_shown_with_proof_and_likely_slip_before_anything_is_saved(director_client):
    answer = look(director_client, send(director_client, ("a.gcg", WRONG)))
    text = text_of(answer)
    assert "1 file verified" in text
    assert "0 right, 1 with differences" in text
    assert "26 announced, 24 correct." in text
    assert "LO: L 1x2 + O 1 = 3" in text
    assert "Likely:" in text
    assert Game.objects.count() == 0


def test_a_game_that_is_whole_is_saved_and_finished(director_client, director, whole):
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
    assert list(now.finals) == [
        [turn.total for turn in record.turns if turn.player == seat][-1] for seat in (0, 1)
    ]


def test_a_game_that_is_not_whole_is_saved_open(director_client):
    send(director_client, ("a.gcg", RIGHT))
    save(director_client)
    game = Game.objects.get()
    assert game.finished_at is None
    assert game.title == "a.gcg"
    assert [row.total for row in sheet(game).rows] == [30, 24]


def test_what_is_saved_is_logged(director_client):
    send(director_client, ("a.gcg", RIGHT))
    save(director_client)
    verbs = list(Activity.objects.order_by("id").values_list("verb", flat=True))
    assert verbs == ["take_in", "choose", "open_game", "record_games_turns"]


def test_only_the_games_ticked_are_saved(director_client):
    send(director_client, ("a.gcg", RIGHT), ("b.gcg", WRONG))
    answer = save(director_client, "b.gcg")
    assert [game.title for game in Game.objects.all()] == ["b.gcg"]
    assert UploadedGame.objects.get(name="a.gcg").state == State.LOOKED_AT
    assert "1 can be saved" in text_of(answer)


def test_nothing_ticked_is_said(director_client):
    send(director_client, ("a.gcg", RIGHT))
    path = reverse("scoring:save_uploaded", args=[Upload.objects.get().pk])
    assert "Choose at least one game to save." in text_of(director_client.post(path, follow=True))


def test_a_pasted_game_is_a_file_like_any_other(director_client):
    answer = director_client.post(PAGE, {"pasted": RIGHT})
    assert "pasted.gcg" in text_of(look(director_client, answer))


def test_a_zip_is_opened_and_what_is_no_game_left_out(director_client, whole):
    bundle = io.BytesIO(zipped(round1__a=RIGHT, round1__b=whole[1]))
    with zipfile.ZipFile(bundle, "a") as more:
        more.writestr("readme.md", "x")
        more.writestr("__MACOSX/._a.gcg", "x")
    text = text_of(look(director_client, send(director_client, ("all.zip", bundle.getvalue()))))
    assert "2 files verified" in text
    assert "round1/a.gcg" in text
    assert "2 other files in the zip were left out" in text


def test_a_folder_comes_as_its_files(director_client):
    answer = send(director_client, ("a.gcg", RIGHT), ("b.gcg", WRONG), folder=True)
    assert "2 files verified" in text_of(look(director_client, answer))


def test_the_bad_ones_are_listed_with_reasons_and_the_good_ones_kept(director_client, whole):
    bundle = zipped(good=whole[0], empty="", poem="Roses are red\nviolets are blue\n")
    text = text_of(look(director_client, send(director_client, ("all.zip", bundle))))
    assert "1 right, 0 with differences, 0 unfinished, 2 not readable." in text
    assert "The file is empty" in text
    assert "It is not a GCG file." in text
    save(director_client)
    assert Game.objects.count() == 1


def test_nothing_sent_is_said(director_client):
    assert "Choose a file, drop one, or paste a game." in text_of(director_client.post(PAGE, {}))


def test_a_file_of_50_mb_is_refused_unread(director_client):
    answer = send(director_client, ("big.gcg", b"x" * (50 * 1024 * 1024)))
    assert answer.status_code == 422
    assert "The files have 50 MB together; 10 MB can come at once. Nothing was read." in text_of(
        answer
    )
    assert Upload.objects.count() == 0


def test_one_file_too_large_does_not_stop_the_others(director_client):
    answer = send(director_client, ("big.gcg", b"x" * 300_000), ("a.gcg", RIGHT))
    text = text_of(look(director_client, answer))
    assert "It has 300,000 bytes; a game has a few thousand, 200,000 at most." in text
    assert "1 unfinished, 1 not readable" in text


def test_a_zip_bomb_is_refused_before_it_is_unpacked(director_client):
    bomb = io.BytesIO()
    with zipfile.ZipFile(bomb, "w", zipfile.ZIP_DEFLATED) as out:
        zeros = b"0" * (16 * 1024 * 1024)
        for number in range(60):
            out.writestr(f"{number}.gcg", zeros)
    assert len(bomb.getvalue()) < 2 * 1024 * 1024
    answer = send(director_client, ("bomb.zip", bomb.getvalue()))
    assert answer.status_code == 422
    assert "bomb.zip would unpack to 960 MB; 32 MB is the most. Nothing was unpacked." in text_of(
        answer
    )


def test_a_zip_that_lies_about_its_size_is_read_no_further_than_a_game_may_be(director_client):
    bundle = bytearray(zipped(a="0" * 5_000_000))
    for mark, at in ((b"PK\x03\x04", 22), (b"PK\x01\x02", 24)):
        place = bundle.index(mark) + at
        bundle[place : place + 4] = (100).to_bytes(4, "little")
    text = text_of(look(director_client, send(director_client, ("liar.zip", bytes(bundle)))))
    assert "1 not readable" in text


def test_a_zip_with_too_many_files_is_refused(director_client, monkeypatch):
    monkeypatch.setattr(unpacking, "MOST_FILES", 2)
    answer = send(director_client, ("many.zip", zipped(a="", b="", c="")))
    assert "many.zip holds 3 files; 2 can come at once." in text_of(answer)


def test_a_zip_with_an_endless_listing_is_refused_before_it_is_read(director_client, monkeypatch):
    monkeypatch.setattr(unpacking, "_LARGEST_LISTING", 100)
    answer = send(director_client, ("many.zip", zipped(a="", b="", c="")))
    assert "many.zip lists more than" in text_of(answer)


@pytest.mark.parametrize("data", [b"PK\x03\x04 no zip at all", b"", b"PK\x05\x06" + b"\xff" * 18])
def test_a_broken_zip_is_listed_with_the_reason(director_client, data):
    text = text_of(look(director_client, send(director_client, ("bad.zip", data))))
    assert "This zip cannot be opened" in text


def test_a_zip_in_a_zip_is_not_opened(director_client):
    bundle = io.BytesIO()
    with zipfile.ZipFile(bundle, "w") as out:
        out.writestr("inner.zip", zipped(a=RIGHT))
    answer = send(director_client, ("outer.zip", bundle.getvalue()))
    assert "There is no .gcg or .txt file in what was sent." in text_of(answer)


EVIL = """#player1 x <script>alert(1)</script>
#player2 y =HYPERLINK("x")
>x: FLOTY 8H LOFTY +30 30
>y: LOAM 7I LOAM +26 26
"""


def test_names_stay_text_on_the_page_in_the_record_and_in_the_file(director_client):
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
        ("#player1 a A\n>a: FLOTY 8H LOFTY +30 30\n", "is not for 1 player."),
    ],
)
def test_what_can_be_read_and_not_kept_says_why(director_client, text, why):
    answer = look(director_client, send(director_client, ("a.gcg", text)))
    assert why in text_of(answer)
    save(director_client)
    assert Game.objects.count() == 0


@pytest.mark.parametrize(
    ("figures", "why"),
    [
        (f"+30 {10**30}", "” after the score is no total of a game; it is kept."),
        ("+9999999 30", "“+9999999 30” after the word is no score; it is kept."),
    ],
)
def test_a_figure_that_can_be_no_score_is_said_and_the_game_is_saved_without_it(
    director_client, figures, why
):
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
def test_no_bytes_end_in_a_fault(director_client, data):
    look(director_client, send(director_client, ("odd.gcg", data)))
    save(director_client)


def test_whatever_a_reader_must_tell_apart_is_listed_saved_and_shown_without_a_fault(
    director_client, client
):
    """Every line of the table that the reader is held to, six in a file."""
    lines = [line for line, _ in AFTER_LOFTY if not line.startswith("#player3")]
    odd = {
        f"{at:02}": gcg_sheet(LOFTY, *lines[at : at + 6], "#note the end")
        for at in range(0, len(lines), 6)
    }
    shown = look(
        director_client, send(director_client, ("odd.zip", zipped(**odd)))
    ).content.decode()
    for file in shown.split("<strong>")[1:]:
        assert len(set(re.findall("line [4-9]:", file))) >= 3
    save(director_client)
    save_some(Upload.objects.get(), Actor("tests"), seconds=60)
    games = Game.objects.order_by("pk")
    assert games.count() == len(odd)
    for game in games:
        page = client.get(reverse("scoring:pad", args=[game.pk]))
        assert (page.status_code, "LOFTY" in page.content.decode()) == (200, True), game
        sent = client.get(reverse("scoring:game_file", args=[game.pk])).content.decode()
        assert read(sent).turns[0].announced == 30


def test_a_game_sent_twice_is_known_again(director_client, whole):
    send(director_client, ("a.gcg", whole[0]))
    save(director_client)
    game = Game.objects.get()
    answer = look(
        director_client,
        send(director_client, ("b.gcg", whole[0]), ("c.gcg", whole[1]), ("d.gcg", whole[1])),
    )
    text = text_of(answer)
    assert f"It is saved already as game {game.pk}." in text
    assert "It is the same as c.gcg." in text
    save(director_client)
    assert Game.objects.count() == 2


def test_saving_goes_on_in_steps_and_shows_how_far_it_is(director_client, monkeypatch):
    monkeypatch.setattr(uploads, "AT_ONCE", -1)
    monkeypatch.setattr(save_some, "__kwdefaults__", {"seconds": -1})
    texts = [SHORT.format(score) for score in range(24, 34)]
    send(director_client, *((f"{n}.gcg", text) for n, text in enumerate(texts)))
    page = save(director_client)
    assert "0 of 10 games saved." in text_of(page)
    assert "Go on saving" in text_of(page)
    monkeypatch.setattr(save_some, "__kwdefaults__", {"seconds": 60})
    path = reverse("scoring:save_uploaded", args=[Upload.objects.get().pk])
    assert "10 games saved." in text_of(director_client.post(path, {"go_on": 1}, follow=True))
    assert Game.objects.count() == 10


def test_saving_can_be_stopped_and_taken_up_again(director_client, monkeypatch):
    monkeypatch.setattr(save_some, "__kwdefaults__", {"seconds": -1})
    send(director_client, ("a.gcg", RIGHT), ("b.gcg", WRONG))
    save(director_client)
    upload = Upload.objects.get()
    stopped = director_client.post(reverse("scoring:stop_saving", args=[upload.pk]), follow=True)
    assert "0 games saved, then stopped" in text_of(stopped) or "2 can be saved" in text_of(stopped)
    assert upload.games.filter(state=State.LOOKED_AT).count() == 2
    monkeypatch.setattr(save_some, "__kwdefaults__", {"seconds": 60})
    save(director_client)
    assert Game.objects.count() == 2


def test_a_stop_while_games_are_being_saved_is_heeded(director_client, director, monkeypatch):
    send(director_client, ("a.gcg", RIGHT), ("b.gcg", WRONG))
    upload = Upload.objects.get()
    upload.games.update(state=State.CHOSEN)
    Upload.objects.update(stopped_at=timezone.now())
    assert save_some(upload, Actor.of(director)) == 2
    assert Game.objects.count() == 0


def test_a_game_that_fails_leaves_nothing_half_saved(director_client, monkeypatch):
    from scoring.actions.refusals import Refused

    def fails(game, record, actor):
        if game.title == "a.gcg":
            TurnEntry.objects.create(
                game=game, position=1, kind="pass", seat=1, entered_at=timezone.now()
            )
            raise Refused("The pencil broke.")

    monkeypatch.setattr(uploads, "record_games_turns", fails)
    send(director_client, ("a.gcg", RIGHT), ("b.gcg", WRONG))
    text = text_of(save(director_client))
    assert "1 game saved; 1 could not be." in text
    assert "The pencil broke." in text
    assert [game.title for game in Game.objects.all()] == ["b.gcg"]
    assert TurnEntry.objects.count() == 0


def test_a_record_in_the_other_form_of_settling_is_kept_under_rules_that_settle_so():
    text = next(
        game.text
        for game in Order("transfer", rules="absp").played(20)
        if re.search(r"\([A-Z?]+\) -\d", game.text)
    )
    found = look_at(text.encode())
    assert (found.status, found.report["finished"]) == ("verified", True)
    from scoring import catalogue

    assert catalogue.rule_set(found.rules) == found.done.setting.rules


def test_the_page_of_an_upload_costs_the_same_however_many_files(
    director_client, django_assert_num_queries
):
    send(director_client, ("a.gcg", RIGHT))
    send(director_client, ("b.gcg", WRONG), *((f"{n}.gcg", SHORT.format(n)) for n in range(40, 60)))
    for upload in Upload.objects.all():
        with django_assert_num_queries(5):  # session, account, upload, counts, files
            director_client.get(reverse("scoring:uploaded", args=[upload.pk]))


def test_files_of_earlier_days_that_nobody_saved_are_forgotten(director_client, whole):
    send(director_client, ("a.gcg", RIGHT))
    send(director_client, ("w.gcg", whole[0]))
    save(director_client)
    Upload.objects.update(created_at=timezone.now() - uploads.KEPT_UNSAVED * 2)
    send(director_client, ("c.gcg", WRONG))
    assert sorted(UploadedGame.objects.values_list("name", flat=True)) == ["c.gcg", "w.gcg"]


def test_a_game_goes_out_and_comes_back_the_same(director_client, client, whole):
    for text in whole:
        send(director_client, ("x.gcg", text))
        save(director_client)
    client.logout()
    for game, text in zip(Game.objects.order_by("id"), whole, strict=True):
        sent = client.get(f"/games/{game.pk}/game.gcg").content.decode()
        assert sent.startswith("#character-encoding UTF-8\n#player1 ")
        again = look_at(sent.encode())
        assert (again.status, again.report["findings"]) == ("verified", [])
        before, after = read(text), read(sent)
        assert [seat.name for seat in after.seats] == [seat.name for seat in before.seats]
        told = [
            (t.kind, t.player, t.coordinate, "".join(t.tiles), t.announced) for t in before.turns
        ]
        back = [
            (t.kind, t.player, t.coordinate, "".join(t.tiles), t.announced) for t in after.turns
        ]
        assert back[: len(told)] == told


NOTED = """#player1 ana Ana Lopez
#player2 ben Ben Okafor
#description Club night, table 3
#id club 17
#note Both clocks were set late.
#note =2+2 <script>alert(1)</script>
>ana: FLOTY 8H LOFTY +30 30
#note The chair wobbled
and was changed.
>ben: LOAM 7I LOAM +24 24
#note Long thought.
"""


def test_notes_and_what_a_file_says_of_the_game_are_kept_and_written_out_again(
    director_client, client
):
    send(director_client, ("noted.gcg", NOTED))
    save(director_client)
    game = Game.objects.get()
    assert game.notes == ["Both clocks were set late.", "=2+2 <script>alert(1)</script>"]
    assert game.told == [["description", "Club night, table 3"], ["id", "club 17"]]
    text = client.get(reverse("scoring:game_file", args=[game.pk])).content.decode()
    before, after = read(NOTED), read(text)
    assert after.notes == before.notes
    assert [pragma[:2] for pragma in before.pragmas] == [
        pragma[:2] for pragma in after.pragmas if pragma.name in ("description", "id")
    ]
    shown = client.get(f"/games/{game.pk}/?turn=0").content.decode()
    assert "&lt;script&gt;alert(1)&lt;/script&gt;" in shown
    assert "The chair wobbled<br>and was changed." in (
        client.get(f"/games/{game.pk}/?turn=1").content.decode()
    )


def test_the_notes_of_a_turn_stay_with_it_when_it_is_corrected(director_client, director):
    send(director_client, ("noted.gcg", NOTED))
    save(director_client)
    game = Game.objects.get()
    entry = game.entries.order_by("position").first()
    actor = Actor.of(director)
    correct_turn(entry, as_turn(entry)._replace(announced=31), actor, reason="heard wrong")
    assert game.entries.get(position=entry.position, superseded_at=None).notes == entry.notes
    undo(game, actor)
    assert sheet(game).record.notes == read(NOTED).notes


def test_a_game_with_tiles_of_several_letters_comes_back_the_same(client, director):
    actor = Actor.of(director)
    game = open_game(["Ana", "Luis"], "spanish", actor, title="Copa\nmesa 1")
    record_turn(game, Turn(Kind.PLAY, 0, None, "8H", "[CH]ICO", 24), actor, confirmed=True)
    sent = client.get(f"/games/{game.pk}/game.gcg").content.decode()
    assert "#title Copa mesa 1\n" in sent
    assert look_at(sent.encode()).done.audit.record.turns[0].tiles == ("CH", "I", "C", "O")


def test_a_game_that_is_not_there_has_no_file(client):
    assert client.get("/games/9/game.gcg").status_code == 404
