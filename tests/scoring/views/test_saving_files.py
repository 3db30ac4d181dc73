"""Saving imported games: in steps, stopped and resumed, each game atomic."""

import re

import pytest
from django.urls import reverse
from django.utils import timezone

from scoring import catalogue
from scoring.actions import uploads
from scoring.actions.activity import Actor
from scoring.actions.refusals import Refused
from scoring.actions.uploads import save_selected_games
from scoring.models import Activity, Game, TurnEntry, Upload, UploadedGame
from scoring.queries.uploads import (
    ShownFinding,
    findings_of,
    problem_of,
    verification_setting,
    verify_file,
)
from scoring.signals import game_finished
from scoring.simulation.games import SimulationRequest
from tests.pseudo_language import pseudo_language, translated
from tests.scoring.views.uploads import RIGHT, SHORT, WRONG, State, save, send, text_of

pytestmark = pytest.mark.django_db


def test_saving_is_stopped_and_resumed_where_it_was(director_client, monkeypatch):
    def seconds(number):
        monkeypatch.setattr(save_selected_games, "__kwdefaults__", {"seconds": number})

    seconds(-1)
    send(director_client, ("a.gcg", RIGHT), ("b.gcg", WRONG))
    assert "0 of 2 games saved." in text_of(save(director_client))
    upload = Upload.objects.get()
    director_client.post(reverse("scoring:stop_saving", args=[upload.pk]))
    assert upload.games.filter(state=State.LOOKED_AT).count() == 2
    save(director_client)
    seconds(60)
    address = reverse("scoring:save_uploaded", args=[upload.pk])
    shown = text_of(director_client.post(address, {"go_on": 1}, follow=True))
    assert ("2 games saved." in shown, Game.objects.count()) == (True, 2)


def test_stop_request_during_saving_takes_effect(director_client, director, monkeypatch):
    send(director_client, ("a.gcg", RIGHT), ("b.gcg", WRONG))
    upload = Upload.objects.get()
    upload.games.update(state=State.CHOSEN)
    Upload.objects.update(stopped_at=timezone.now())
    assert save_selected_games(upload, Actor.for_user(director)) == 2
    assert Game.objects.count() == 0


def test_failing_game_leaves_no_partial_data(director_client, whole):
    def breaks(sender, game, **_):
        if game.title == "a.gcg":
            raise Refused("The pencil broke.")

    game_finished.connect(breaks)  # the last step of saving a game
    try:
        send(director_client, ("a.gcg", whole[0]), ("b.gcg", whole[1]))
        text = text_of(save(director_client))
    finally:
        game_finished.disconnect(breaks)
    assert "1 game saved. 1 could not be saved." in text
    assert "The pencil broke." in text
    assert {entry.game.title for entry in TurnEntry.objects.all()} == {"b.gcg"}
    assert Game.objects.get().title == "b.gcg"
    assert not Activity.objects.filter(summary__contains="a.gcg").exists()


def test_record_with_the_other_out_form_is_saved_under_matching_rules():
    text = next(
        game.text
        for game in SimulationRequest("transfer", rules="absp").play_games(20)
        if re.search(r"\([A-Z?]+\) -\d", game.text)
    )
    look = verify_file(text.encode())
    assert (look.status, look.report["finished"]) == ("verified", True)
    assert catalogue.rule_set(look.rules) == look.verification.setting.rules


def test_query_count_of_an_upload_page_is_independent_of_its_files(
    director_client, django_assert_num_queries
):
    send(director_client, ("a.gcg", RIGHT))
    send(director_client, ("b.gcg", WRONG), *((f"{n}.gcg", SHORT.format(n)) for n in range(40, 60)))
    for upload in Upload.objects.all():
        with django_assert_num_queries(5):  # session, account, upload, counts, files
            director_client.get(reverse("scoring:uploaded", args=[upload.pk]))


def test_unsaved_files_of_earlier_days_are_deleted(director_client, whole):
    send(director_client, ("a.gcg", RIGHT))
    send(director_client, ("w.gcg", whole[0]))
    save(director_client)
    Upload.objects.update(created_at=timezone.now() - uploads.UNSAVED_UPLOAD_LIFETIME * 2)
    send(director_client, ("c.gcg", WRONG))
    assert sorted(UploadedGame.objects.values_list("name", flat=True)) == ["c.gcg", "w.gcg"]


def test_findings_are_shown_in_the_readers_language(director_client, whole):
    files = [("α.gcg", WRONG), ("β.gcg", whole[0]), ("γ.gcg", whole[0])]
    send(director_client, *files)
    upload = Upload.objects.get()
    with pseudo_language():
        page = director_client.get(reverse("scoring:uploaded", args=[upload.pk]))
    wrong, first, again = page.context["games"]
    assert wrong.findings[0].message.startswith("⟦")
    assert wrong.findings[0].slips[0].startswith("⟦")
    assert again.problem == f"⟦{translated('It is identical to')} β.gcg.⟧"
    assert first.setting.endswith(f", ⟦{translated('English')}⟧ {translated('tiles')}⟧")


def test_refusal_while_saving_is_shown_in_the_readers_language(director_client, director, whole):
    """The text and the rules of a file come from the upload, but saving verifies again."""
    send(director_client, ("a.gcg", whole[0]))
    upload = Upload.objects.get()
    third = whole[0].replace("#player2", "#player3 cy Cy\n#player2", 1)
    upload.games.update(text=third, rules="naspa_nwl", state=State.CHOSEN)
    assert save_selected_games(upload, Actor.for_user(director)) == 0
    row = upload.games.get()
    assert (row.state, Game.objects.count()) == (State.REFUSED, 0)
    english = "Choose other rules and send the file again."
    assert english in problem_of(row)
    with pseudo_language():
        assert translated(english) in problem_of(row)


def test_file_of_an_earlier_version_keeps_its_stored_sentences(whole):
    row = UploadedGame(
        problem="It is too long.",
        rules="wespa",
        report={
            "setting": "WESPA, English tiles",
            "findings": [{"line": 3, "error": True, "message": "52 announced.", "slips": ["So."]}],
        },
    )
    assert problem_of(row) == "It is too long."
    assert verification_setting(row) == "WESPA, English tiles"
    assert findings_of(row) == [ShownFinding(3, True, "52 announced.", ("So.",))]
