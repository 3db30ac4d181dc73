"""The page of snapshots: restoring takes two clicks, and the first one shows the changes."""

import html
from pathlib import Path

import pytest
from django.contrib.auth import get_user_model
from django.core.files.uploadedfile import SimpleUploadedFile
from django.test import Client

from scoring.actions.activity import Actor
from scoring.models import Activity, Game, UploadedGame
from tests.shown import result_line
from tests.tournament.fixtures import FOUR
from tests.tournament.logged_in import browser_in
from tests.tournament.web.test_lists import hold_promises
from tournament.actions.event.events import create_division, create_event
from tournament.actions.people.entries import add_players
from tournament.models import Round
from tournament.models.membership import Role
from tournament.queries.safety.snapshots import all_snapshots, snapshot_folder


@pytest.fixture
def desk_client(file_database):
    client = Client()
    client.force_login(get_user_model().objects.create_superuser("director", password="x"))
    return client


@pytest.fixture
def club(desk_client):
    ana = Actor("ana")
    event = create_event(ana, name="Autumn Open", preset="club")
    add_players(ana, create_division(ana, event, name="A"), FOUR)
    return event


@pytest.mark.full
def test_snapshot_list_behaves_like_every_list(desk_client, club, monkeypatch):
    for why in ("before the final", "after lunch"):
        desk_client.post("/snapshots/take/", {"why": why})
    hold_promises(desk_client, "/snapshots/", "-taken_at", "Why", monkeypatch)


def test_snapshot_that_cannot_be_removed_is_named_and_the_others_are_removed(
    desk_client, club, file_database, monkeypatch
):
    for why in ("one", "two"):
        desk_client.post("/snapshots/take/", {"why": why})
    two, one = all_snapshots()
    real = Path.unlink

    def unlink(path, *args, **named):
        if path == two.path:
            raise PermissionError(13, "Permission denied")
        return real(path, *args, **named)

    monkeypatch.setattr(Path, "unlink", unlink)
    marks = {"rows": f"{two.name} {one.name} ../{file_database.stem}", "sure": "1"}
    refused = desk_client.post("/snapshots/marked/", marks, follow=True)
    assert f"{two.name} cannot be removed (Permission denied)." in text(refused)
    assert whys() == ["two"]
    assert file_database.exists(), "a path is not looked at"
    assert Activity.objects.latest("id").summary == f"1 snapshot removed: {one.name}."


@pytest.mark.full
def test_risky_actions_that_are_not_refused_take_a_snapshot_first(desk_client, club):
    at, by_hand = "/events/autumn-open/a/", {"how": "by_hand", "step": "save"}
    for path, sent in (
        ("rounds/new/", by_hand | {"pairs": "1 2", "step": "check"}),
        ("players/", {"roster": "Eve Stone", "step": "read"}),
        ("players/", {"roster": "Eve Stone", "step": "save"}),
        ("rounds/new/", by_hand | {"pairs": "1 2\n3 4\n5"}),
        ("rounds/1/phase/", {"to": "closed"}),
        ("rounds/1/phase/", {"to": "published", "seen": "another draft"}),
        ("rounds/1/phase/", {"to": "published"}),
        ("rounds/1/results/", result_line(1, 400, 380)),
        ("rounds/1/results/", result_line(2, 400, 380)),
        ("rounds/1/phase/", {"to": "closed"}),
        ("rounds/1/phase/", {"to": "playing", "reason": "wrong sheet"}),
        (
            "rounds/new/",
            {"how": "round_robin", "table-rounds": "all", "table-cycles": 1, "sure": 1},
        ),
    ):
        desk_client.post(f"{at}{path}", sent)
    assert whys() == [
        "before pairing round 2 of division A",
        "before reopening round 1 of division A",
        "before closing round 1 of division A",
        "before publishing round 1 of division A",
        "before pairing round 1 of division A",
        "before adding players to division A",
    ]
    assert not list(snapshot_folder().glob(".*"))
    assert Round.objects.get(number=1).phase == "playing"


def whys():
    return [snapshot.why for snapshot in all_snapshots()]


def text(answer):
    return " ".join(html.unescape(answer.text).split())


def test_failed_snapshot_does_not_block_the_director(desk_client, club):
    snapshot_folder().write_text("a file where the folder would be")
    answer = desk_client.post(
        "/events/autumn-open/a/players/", {"roster": "Eve Stone", "step": "save"}, follow=True
    )
    assert "snapshots for snapshots cannot be created" in text(answer)
    assert "1 player added." in text(answer)


def gcg(number=0):
    lines = "#player1 ana Ana\n#player2 ben Ben\n>ana: FLOTY 8H LOFTY +30 30\n"
    return SimpleUploadedFile(f"{number}.gcg", f"{lines}#note {number}\n".encode())


def test_saving_uploaded_games_takes_one_snapshot(desk_client):
    looked = desk_client.post("/games/upload/", {"files": [gcg(number) for number in range(3)]})
    assert whys() == []
    keys = list(UploadedGame.objects.values_list("pk", flat=True))
    for sent in ({"game": keys}, {"game": keys}, {"go_on": "1"}):
        desk_client.post(f"{looked.url}save/", sent)
        assert whys() == ["before saving 3 games from files"]
    assert Game.objects.count() == 3


def test_uploaded_games_are_not_saved_without_a_snapshot(desk_client):
    looked = desk_client.post("/games/upload/", {"files": gcg()})
    snapshot_folder().write_text("a file lies where the folder should be")
    keys = [game.pk for game in UploadedGame.objects.all()]
    answer = desk_client.post(f"{looked.url}save/", {"game": keys}, follow=True)
    assert "for snapshots cannot be created" in text(answer)
    assert Game.objects.count() == 0


def test_event_director_takes_snapshots_but_only_an_owner_restores(desk_client, club):
    desk = Actor.for_user(get_user_model().objects.get())
    hers = browser_in(desk, club, Role.DIRECTOR, "Ann")
    hers.post("/snapshots/take/", {"why": "lunch"})
    (taken,) = all_snapshots()
    assert (taken.why, taken.taken_by) == ("lunch", "Ann")
    page = hers.get(f"/snapshots/?restore={taken.name}").text
    assert "Lunch" in page
    assert "Go back to" not in page
    assert "restore/" not in page
    assert hers.post("/snapshots/restore/", {"name": taken.name}).status_code == 403
    assert "Go back to" in desk_client.get("/snapshots/").text
