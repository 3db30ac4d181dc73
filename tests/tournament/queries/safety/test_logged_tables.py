"""Every table is covered by the log or irrelevant; a change to a row of each table behind the log is found."""

import datetime as dt
import json

import pytest
from django.contrib.auth.models import User
from django.core.management import call_command
from django.db import transaction
from django.utils import timezone

from scoring.actions.activity import Actor
from scoring.actions.games import open_game
from scoring.actions.rulings import rule_on_entry
from scoring.actions.turns import record_turn
from scoring.engine.game.turns import Turn, TurnKind
from scoring.models import Activity, Game, Judgement, SheetColumn, SheetRuling
from scoring.models.facts import FACT_KINDS, UNLOGGED_TABLES, LoggedQuerySet, noted_rows
from scoring.models.organisation import TenantModel
from tests.database_tool import change_past_the_program
from tests.rooms import of_rooms
from tests.tournament.exchange.test_archive import archive_of, opened
from tournament import models
from tournament.actions.event.events import create_division, create_event
from tournament.actions.event.practice import (
    PracticeSpec,
    PracticeStage,
    make_practice_event,
    remove_practice_event,
)
from tournament.actions.people.entries import add_players
from tournament.actions.people.persons import correct_person, merge_persons
from tournament.actions.results.recorded_games import start_game
from tournament.actions.results.results import correct_result
from tournament.actions.safety.log_baseline import (
    log_new_tables,
    write_log_baseline,
    write_shared_baseline,
)
from tournament.actions.safety.undo import undo_action
from tournament.models.logged_tables import COVERED_BY
from tournament.models.tables import archived_table_name, program_models
from tournament.queries.safety.logged_rows import (
    GAME_LOOKUPS,
    kinds_of_event,
    stored_facts,
    stored_shared_facts,
)
from tournament.queries.safety.recheck_all import PartToCheck, check_part, parts_to_check
from tournament.receivers import KINDS_LOGGED_BEFORE

pytestmark = [pytest.mark.django_db, pytest.mark.postgres]

CHANGED = {
    "event": "name = 'Spring Open'",
    "division": """precedence = '["spread"]'""",
    "entry": "rating = 2000",
    "apart": "is_hard = NOT is_hard",
    "plan": "method = 'random'",
    "round": "method = 'random'",
    "pairing": "first_id = second_id, second_id = first_id",
    "result": "first_score = 999",
    "report": "first_score = 999",
    "penalty": "spread = -100",
    "rating": "through = 9",
    "rated": "new = 2000",
    "prize": "value = '1000'",
    "game": "rules = 'wespa'",
    "seat": "name = 'Somebody else'",
    "sheet": "text = '999'",
    "row_ruling": "points = 999",
    "turn": "announced = 999",
    "ruling": "correct = 999",
    "@judgement": "by_list = NOT by_list",
    "@organisation": "name = 'Another club'",
    "@player": "name = 'Somebody Else'",
    "@club": "name = 'Another club'",
    "@list": "system = 'other'",
    "@run": "undone_at = run_at",
    "@membership": "role = 'director'",
    "@invitation": "role = 'director'",
    "@account": "is_superuser = NOT is_superuser",
    "@factor": "secret = 'MINE'",
    "@recovery": "digest = 'mine'",
    "@address": "organisation_id = organisation_id + 1",
}
"""Changes with a database tool to one row of each kind."""
for changed_in_room in of_rooms("CHANGED"):
    CHANGED |= changed_in_room


@pytest.fixture
def full_event(desk, event, whole_robin):
    """Create an event, a casual game and shared data with a row of each kind, all covered by the log."""
    now = timezone.now()
    division = event.divisions.get()
    one, other, *_ = division.entries.all()
    pairing = models.Pairing.objects.filter(replaced_at=None).first()
    own = {"event": event}
    of = {"entry": one}
    play = Turn(TurnKind.PLAY, 0, coordinate="8H", tiles="FROZEN", announced=50)
    game = open_game(["Ana", "Ben"], "naspa_nwl", desk)
    turn = record_turn(game, play, desk, confirmed=True)
    SheetColumn.objects.create(game=game, keeper=1, seat=1, text="50", entered_at=now)
    SheetRuling.objects.create(game=game, seat=1, row=1, points=50, ruled_at=now)
    rule_on_entry(turn, "correct", desk)
    Judgement.objects.create(
        at=now, lexicon="x", lexicon_name="X", lexicon_sha256="0", words=["QI"], by_list=True
    )
    models.KeepApart.objects.create(**own, one=one.player, other=other.player, added_at=now)
    models.PlanLine.objects.create(
        division=division, from_round=1, to_round=3, method="round_robin", source="previous"
    )
    models.PlayerReport.objects.create(
        pairing=pairing, entry=pairing.first, first_score=400, second_score=380, at=now, key="x"
    )
    models.Penalty.objects.create(**of, round_number=1, spread=-10, entered_at=now)
    rating = models.Rating.objects.create(division=division, system="x", through=3, rated_at=now)
    models.RatingChange.objects.create(of=rating, **of, old=1800, new=1810, games=3)
    models.Prize.objects.create(**own, kind="place", position=1, value="100", added_at=now)
    models.Club.objects.create(slug="club", name="The club", created_at=now)
    lists = [
        models.RatingList.objects.create(
            system="x", name="X", as_of=dt.date(2026, 1, day), source="x", added_at=now
        )
        for day in (1, 2)
    ]
    models.ListedRating.objects.create(on_list=lists[0], name="Ana", name_key="ana", rating=1800.5)
    models.RatingRun.objects.create(stood_on=lists[0], made=lists[1], run_at=now)
    models.Invitation.objects.create(
        **own, role="reader", secret_hash="x", made_at=now, expires_at=now
    )
    factor = models.SecondFactor.objects.create(user=desk.user, secret="X", confirmed_at=now)
    models.RecoveryCode.objects.create(factor=factor, digest="x")
    models.RemovedEvent.objects.create(slug="x", removed_at=now)
    for make_rows in of_rooms("make_rows"):
        make_rows(desk, event, now)
    # The game of this board also logs the rows written above.
    start_game(desk, pairing)
    write_log_baseline(desk, event)
    write_shared_baseline(desk)
    return event


def differences(*, shared=None):
    """Return all differences of the installation, or only those of shared or of other data."""
    parts = [part for part in parts_to_check() if shared in (None, part == PartToCheck())]
    return [sentence for part in parts for sentence in check_part(part).differences]


def changed_row_of(kind):
    """Change a row of this kind behind the log, return the differences, and restore the row."""
    table = FACT_KINDS[kind].model._meta.db_table
    with transaction.atomic():
        change_past_the_program(
            f"UPDATE {table} SET {CHANGED[kind]} WHERE id = (SELECT max(id) FROM {table})"
        )
        there = differences(shared=kind.startswith("@"))
        transaction.set_rollback(True)
    return there


def test_every_table_is_logged_or_irrelevant():
    tables = {archived_table_name(model) for model in program_models(with_links=True)}
    held = {archived_table_name(kind.model) for kind in FACT_KINDS.values()}
    named = [*held, *COVERED_BY, *UNLOGGED_TABLES]
    tables.add("auth.User")  # Django's own: groups and permissions decide nothing here
    assert sorted(named) == sorted(tables), "a table is named once: as held, or with the reason"
    assert all(UNLOGGED_TABLES.values())
    assert set(CHANGED) == set(FACT_KINDS)


@pytest.mark.full
def test_one_changed_row_of_each_kind_is_found(full_event):
    assert differences() == []
    for kind in FACT_KINDS:
        assert changed_row_of(kind), kind
    assert differences() == []


def test_inserted_and_deleted_rows_are_found(full_event, django_user_model):
    stranger = django_user_model.objects.create_user("mallory")
    write_shared_baseline(Actor("test"))
    change_past_the_program(
        "INSERT INTO tournament_membership (event_id, user_id, role, given_at) VALUES (%s, %s, 'owner', %s)",
        full_event.pk, stranger.pk, timezone.now(),
    )  # fmt: skip
    change_past_the_program("DELETE FROM tournament_planline")
    shared, plan = differences()
    assert shared == "the role of mallory (owner) is stored, but not in the log."
    assert plan.startswith("Autumn Open: Division A: the plan from round 1 on (")
    assert " is missing; it is in entry " in plan


def test_account_rights_changed_outside_django_are_found(
    full_event, director_client, django_capture_on_commit_callbacks, monkeypatch
):
    monkeypatch.setenv("DJANGO_SUPERUSER_PASSWORD", "a long password 3")
    with django_capture_on_commit_callbacks(execute=True):
        call_command("createsuperuser", interactive=False, username="ruth", email="", verbosity=0)
    assert Activity.objects.latest("pk").summary == (
        "Account ruth created or changed by a command."
    )
    written = Activity.objects.count()
    with django_capture_on_commit_callbacks(execute=True):
        ruth = User.objects.get(username="ruth")
        ruth.set_password("another long password 3")  # as `changepassword` does
        ruth.save()
        director_client.force_login(ruth)
    assert (Activity.objects.count(), differences()) == (written, [])
    for ruth.is_superuser in (False, True):
        with django_capture_on_commit_callbacks(execute=True):
            ruth.save()
    assert (Activity.objects.count(), differences()) == (written + 2, [])
    with django_capture_on_commit_callbacks(execute=True):
        User.objects.create_user("gone").delete()
    assert differences() == []
    noted_rows().clear()  # each of these was a separate transaction
    change_past_the_program(
        "UPDATE auth_user SET is_superuser = NOT is_superuser WHERE id = %s", ruth.pk
    )
    (sentence,) = differences()
    assert sentence.startswith(
        "the account ruth: may do everything is no, but was entered as yes (entry "
    )
    write_shared_baseline(Actor("test"), only="@player")
    assert differences() == [sentence]


def test_rows_logged_with_their_parent_are_found(full_event):
    change_past_the_program("UPDATE tournament_listedrating SET rating = 2000")
    (sentence,) = differences()
    assert sentence.startswith("the rating list X: rows is ")


@pytest.mark.full
def test_changes_made_through_actions_are_no_difference(desk, event, whole_robin):
    ana = models.Player.objects.get(name="Ana Lopez")
    correct_person(desk, ana, name="Anna Lopez", is_minor=True, reason="so")
    correct_result(desk, models.Pairing.objects.first(), 390, 400, reason="the slip said so")
    undo_action(desk, models.UndoStep.objects.first(), reason="it did not")
    copy = opened(archive_of(event))
    practice = make_practice_event(desk, PracticeSpec(4, 1, 7, PracticeStage.FINISHED, "club"))
    remove_practice_event(desk, practice)
    stray = create_division(desk, create_event(desk, name="Next one", preset="club"), name="A")
    add_players(desk, stray, "Benjamin Okafor 1700")
    names = ("Ben Okafor", "Benjamin Okafor")
    merge_persons(desk, *(models.Player.objects.get(name=name) for name in names))
    assert sorted(models.Event.objects.values_list("name", flat=True)) == [
        "Autumn Open", copy.name, "Next one",
    ]  # fmt: skip
    assert differences() == []


def test_changes_made_before_an_upgrade_are_still_found(desk, event, whole_robin):
    for entry in Activity.objects.exclude(facts=None):
        facts = {
            key: values[:5] if key.startswith("entry:") else values
            for key, values in entry.facts.items()
            if key.partition(":")[0] in KINDS_LOGGED_BEFORE
        }
        _set_facts(entry, facts)
    change_past_the_program("UPDATE tournament_entry SET rating = 2000 WHERE number = 2")
    log_new_tables(desk, KINDS_LOGGED_BEFORE)
    assert [text for text in differences() if "Activity log" not in text] == [
        text for text in differences() if "rating is 2000, but was entered as 1700" in text
    ]
    change_past_the_program("UPDATE tournament_event SET name = 'Spring Open'")
    change_past_the_program("UPDATE tournament_player SET name = 'X' WHERE name_key = 'ana lopez'")
    later = "\n".join(differences())
    assert "name is Spring Open, but was entered as Autumn Open" in later
    assert "name is X, but was entered as Ana Lopez" in later


def _set_facts(entry, facts):
    change_past_the_program(
        "UPDATE scoring_activity SET facts = %s WHERE id = %s", json.dumps(facts), entry.pk
    )


def test_every_way_of_writing_a_logged_table_is_noted(event):
    for kind in FACT_KINDS.values():
        if kind.model is User:
            continue  # Django's own: accounts are saved one by one
        managers = {kind.model._default_manager}
        if issubclass(kind.model, TenantModel):
            managers.add(kind.model.everywhere)
        assert all(isinstance(manager.all(), LoggedQuerySet) for manager in managers), kind.name
    noted_rows().clear()
    models.Event.everywhere.filter(pk=event.pk).update(name="X")
    models.Event.everywhere.filter(pk=event.pk).update(place="X", slots={})
    assert noted_rows() == {"event": {event.pk}}
    event.save(update_fields=["slots"])
    game = Game.objects.create(rules="club", tile_set="x", layout="x", created_at=timezone.now())
    Game.objects.bulk_update([game], ["lexicon"])
    game.delete()
    assert noted_rows() == {"event": {event.pk}, "game": {noted_rows()["game"].copy().pop()}}


def test_rows_of_each_kind_are_found_by_event_or_as_shared(full_event):
    names = {key.partition(":")[0] for key in {**stored_facts(full_event), **stored_shared_facts()}}
    assert names >= {kind.name for kind in kinds_of_event()}
    assert {kind for kind in FACT_KINDS if kind.startswith("@")} <= names
    assert set(FACT_KINDS) == {
        *(kind.name for kind in kinds_of_event()),
        *GAME_LOOKUPS,
        *(kind for kind in FACT_KINDS if kind.startswith("@")),
    }


@pytest.mark.parametrize(
    ("statement", "why"),
    [
        ("UPDATE scoring_game SET rules = 'nosuch'", "There is no rule set “nosuch”"),
        ("UPDATE scoring_game SET layout = 'nosuch'", "There is no board layout “nosuch”"),
        ("UPDATE tournament_division SET precedence = '[\"nosuch\"]'", "nosuch"),
        ("UPDATE tournament_event SET rules_copy = '{}'", 'missing key "rules"'),
        ("UPDATE tournament_round SET method = 'nosuch'", "nosuch"),
        ("UPDATE tournament_resultentry SET outcome = 'nosuch'", "nosuch"),
        ("UPDATE tournament_rating SET system = 'nosuch'", "nosuch"),
    ],
)
def test_unknown_code_is_reported_and_the_other_rows_are_checked(full_event, statement, why):
    change_past_the_program(statement)
    change_past_the_program("UPDATE tournament_entry SET rating = 2000 WHERE number = 2")
    sentences = differences()
    assert [text for text in sentences if why in text], sentences
    assert [text for text in sentences if "rating is 2000" in text]
