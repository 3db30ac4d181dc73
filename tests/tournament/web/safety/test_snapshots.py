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
from tests.tournament.web.test_lists import hold_promises
from tournament.actions.event.events import create_division, create_event
from tournament.actions.people.entries import add_players
from tournament.actions.safety.roles import accept_invitation, create_invitation
from tournament.models import Round
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
    desk_client, club, monkeypatch
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
    marks = {"rows": f"{two.name} {one.name}", "sure": "1"}
    refused = desk_client.post("/snapshots/marked/", marks, follow=True)
    assert f"{two.name} cannot be removed (Permission denied)." in text(refused)
    assert whys() == ["two"]
    assert Activity.objects.latest("id").summary == f"1 snapshot removed: {one.name}."


def whys():
    return [snapshot.why for snapshot in all_snapshots()]


def text(answer):
    return " ".join(html.unescape(answer.text).split())


@pytest.mark.full
def test_risky_actions_take_a_snapshot_first(desk_client, club):
    at = "/events/autumn-open/a/"
    desk_client.get(f"{at}rounds/new/")
    desk_client.post(f"{at}rounds/new/", {"how": "by_hand", "pairs": "1 2", "step": "check"})
    desk_client.post(f"{at}players/", {"roster": "Eve Stone", "step": "read"})
    assert whys() == [], "looking takes none"
    desk_client.post(f"{at}players/", {"roster": "Eve Stone", "step": "save"})
    desk_client.post(
        f"{at}rounds/new/",
        {"how": "by_hand", "pairs": "1 2\n3 4\n5", "step": "save"},
    )
    desk_client.post(f"{at}rounds/1/phase/", {"to": "published"})
    for board in (1, 2):
        desk_client.post(f"{at}rounds/1/results/", result_line(board, 400, 380))
    desk_client.post(f"{at}rounds/1/phase/", {"to": "closed"})
    desk_client.post(f"{at}rounds/1/phase/", {"to": "playing", "reason": "wrong sheet"})
    desk_client.post(
        f"{at}rounds/new/",
        {"how": "round_robin", "table-rounds": "all", "table-cycles": 1, "sure": 1},
    )
    assert whys() == [
        "before pairing round 2 of division A",
        "before reopening round 1 of division A",
        "before closing round 1 of division A",
        "before publishing round 1 of division A",
        "before pairing round 1 of division A",
        "before adding players to division A",
    ]
    assert Round.objects.get(number=1).phase == "playing"


def test_failed_snapshot_does_not_block_the_director(desk_client, club):
    snapshot_folder().write_text("a file where the folder would be")
    answer = desk_client.post(
        "/events/autumn-open/a/players/", {"roster": "Eve Stone", "step": "save"}, follow=True
    )
    assert "snapshots for snapshots cannot be created" in text(answer)
    assert "1 player added." in text(answer)


def test_saving_uploaded_games_takes_one_snapshot(desk_client):
    lines = "#player1 ana Ana\n#player2 ben Ben\n>ana: FLOTY 8H LOFTY +30 30\n"
    files = [SimpleUploadedFile(f"{n}.gcg", f"{lines}#note {n}\n".encode()) for n in range(3)]
    looked = desk_client.post("/games/upload/", {"files": files})
    assert whys() == []
    keys = list(UploadedGame.objects.values_list("pk", flat=True))
    desk_client.post(f"{looked.url}save/", {"game": keys})
    assert whys() == ["before saving 3 games from files"]
    assert Game.objects.count() == 3
    desk_client.post(f"{looked.url}save/", {"game": keys})
    desk_client.post(f"{looked.url}save/", {"go_on": "1"})
    assert len(whys()) == 1


def test_uploaded_games_are_not_saved_without_a_snapshot(desk_client):
    lines = "#player1 ana Ana\n#player2 ben Ben\n>ana: FLOTY 8H LOFTY +30 30\n"
    looked = desk_client.post(
        "/games/upload/", {"files": SimpleUploadedFile("a.gcg", lines.encode())}
    )
    snapshot_folder().parent.mkdir(parents=True, exist_ok=True)
    snapshot_folder().write_text("a file lies where the folder should be")
    key = UploadedGame.objects.get().pk
    answer = desk_client.post(f"{looked.url}save/", {"game": [key]}, follow=True)
    assert "for snapshots cannot be created" in text(answer)
    assert Game.objects.count() == 0


def test_event_director_takes_snapshots_but_only_an_owner_restores(desk_client, club):
    ann = get_user_model().objects.create_user("Ann")
    director = get_user_model().objects.get(username="director")
    accept_invitation(ann, create_invitation(Actor.for_user(director), club, "director")[0])
    hers = Client()
    hers.force_login(ann)
    hers.post("/snapshots/take/", {"why": "lunch"})
    (taken,) = all_snapshots()
    assert (taken.why, taken.taken_by) == ("lunch", "Ann")
    page = hers.get(f"/snapshots/?restore={taken.name}").text
    assert "Lunch" in page
    assert "Go back to" not in page
    assert "restore/" not in page
    assert hers.post("/snapshots/restore/", {"name": taken.name}).status_code == 403
    assert "Go back to" in desk_client.get("/snapshots/").text


@pytest.mark.full
def test_refused_action_leaves_no_snapshot(desk_client, club):
    at = "/events/autumn-open/a/"
    desk_client.post(f"{at}rounds/new/", {"how": "by_hand", "pairs": "1 2\n3 4", "step": "save"})
    taken = whys()
    for refused in ({"to": "closed"}, {"to": "published", "seen": "another draft"}):
        desk_client.post(f"{at}rounds/1/phase/", refused)
        assert whys() == taken
        assert not list(snapshot_folder().glob(".*"))
    desk_client.post(f"{at}rounds/1/phase/", {"to": "published"})
    assert whys() == ["before publishing round 1 of division A", *taken]
