"""The backup of one organisation: complete, atomic, and free of other organisations' data and of credentials."""

import gzip
import hashlib
import json

import pytest
from django.apps import apps
from django.contrib.auth.models import User

from scoring.actions.activity import Actor
from scoring.actions.turns import record_turn
from scoring.engine.game.turns import Turn, TurnKind
from scoring.models import Activity, Organisation
from scoring.queries.chain import check_log
from scoring.tenancy import FIRST_TENANT, tenant
from tournament.actions.act import Refused
from tournament.actions.results.results import enter_result
from tournament.actions.rounds.drafts import pair_by_hand
from tournament.actions.rounds.rounds import publish_round
from tournament.actions.safety.roles import create_invitation
from tournament.federation.actions.organisation_archive import import_organisation
from tournament.federation.exchange.organisation_file import (
    KIND,
    BackupFile,
    NotABackup,
    write_backup,
)
from tournament.federation.queries.organisation_rows import backup_tables, tables_not_in_backup
from tournament.federation.tests.web.test_tenancy import SECRETS, north, north_of_the_core  # noqa: F401
from tournament.models import Division, Entry, Event, Pairing, ResultEntry
from tournament.models.membership import Role
from tournament.models.tables import archived_table_name, program_models
from tournament.queries.safety.recheck_all import check_part, parts_to_check
from tournament.queries.safety.roles import roles_at

pytestmark = pytest.mark.django_db


def test_every_table_is_backed_up_or_deliberately_left_out():
    """A new table must be listed, or its rows would silently be missing from backups."""
    ours = {archived_table_name(model) for model in program_models(with_links=True)}
    along = [archived_table_name(model) for model, _way in backup_tables()]
    assert sorted([*along, *tables_not_in_backup()]) == sorted(ours)


@pytest.fixture
def played(north):  # noqa: F811
    """Return the other organisation with a result and a turn of a game."""
    with tenant(north["organisation"].pk):
        actor = Actor.for_user(north["owner"])
        division = Division.objects.get(event=north["event"])
        round_ = publish_round(
            actor, pair_by_hand(actor, division, [(1, 2)], firsts_as_listed=True)
        )
        enter_result(actor, Pairing.objects.get(round=round_), 410, 380)
        turn = Turn(TurnKind.PLAY, 0, coordinate="8H", tiles="FROZEN", announced=50)
        record_turn(north["game"], turn, actor, confirmed=True)
    create_invitation(actor, north["organisation"], Role.DIRECTOR)
    return north


@pytest.fixture
def backup(played, tmp_path):
    """Return the backup file of the other organisation."""
    path = tmp_path / "north.ninetimer-organisation"
    write_backup(played["organisation"], path)
    return path


def everything_there():
    return {
        archived_table_name(model): model._base_manager.count()
        for model in apps.get_models()
        if model._meta.app_label in ("scoring", "tournament", "auth")
    }


def differences():
    return [sentence for part in parts_to_check() for sentence in check_part(part).differences]


def test_backup_is_restored_as_a_new_organisation_with_its_history(desk, event, played, backup):
    made = import_organisation(desk, BackupFile(backup), name="Aurora", owner=desk.user, copy=True)
    assert differences() == []
    assert check_log().is_intact
    with tenant(made.pk):
        copy = Event.objects.get()
        entered_by = ResultEntry.objects.get(pairing__round__division__event=copy).entered_by
    theirs = Activity.objects.filter(chain="event:northern-open").order_by("pk")
    carried = Activity.objects.filter(chain=f"event:{copy.slug}", carried=True).order_by("pk")
    assert list(carried.values_list("hash", flat=True)) == list(
        theirs.values_list("hash", flat=True)
    )
    assert roles_at(desk.user, made.scope) == {Role.OWNER}
    assert roles_at(played["owner"], made.scope) == frozenset()
    assert entered_by.username.startswith("owner up north (")
    assert not entered_by.is_active
    assert not entered_by.has_usable_password()


def test_backup_contains_no_foreign_data_and_no_credentials(desk, event, four, played, backup):
    text = gzip.decompress(backup.read_bytes()).decode()
    assert all(secret in text for secret in SECRETS)
    for theirs in ("Autumn Open", "Ana Lopez", "argon2", "md5$", User.objects.first().password):
        assert theirs not in text
    header = json.loads(text.splitlines()[0])
    assert header["roles"] == [
        ["owner up north", "owner", ""],
        ["owner up north", "owner", "Northern Open"],
    ]
    labels = {json.loads(line)["table"] for line in text.splitlines() if '"table":' in line[:12]}
    assert not labels & (tables_not_in_backup() - {"scoring.Activity"})
    assert backup.stat().st_mode & 0o077 == 0


def sealed(lines):
    """Return a backup file with these lines and a matching checksum."""
    *body, last = lines
    digest = hashlib.sha256("".join(f"{line}\n" for line in body).encode()).hexdigest()
    body.append(json.dumps({**json.loads(last), "sha256": digest}))
    return gzip.compress("".join(f"{line}\n" for line in body).encode())


def test_truncated_changed_or_foreign_file_is_refused_with_a_reason(
    desk, event, played, backup, tmp_path
):
    before, whole = everything_there(), backup.read_bytes()
    lines = gzip.decompress(whole).decode().splitlines()
    newer = [json.dumps({**json.loads(lines[0]), "version": 99}), *lines[1:]]
    spoilt = tmp_path / "spoilt"
    for content, sentence in (
        (whole[: len(whole) // 2], "cut off or was changed"),
        (gzip.compress("\n".join(lines[:-1]).encode()), "cut off or was changed"),
        (gzip.compress("\n".join(lines).replace("410", "999").encode()), "cut off or was changed"),
        (b"%PDF-1.7 something else", "not a backup of an organisation"),
        (gzip.compress(b'{"kind": "ninetimer event"}'), "not a backup of an organisation"),
        (b"", "cut off or was changed|not a backup"),
        (gzip.compress("\n".join(newer).encode()), "newer than this version. Update Ninetimer"),
    ):
        spoilt.write_bytes(content)
        with pytest.raises(NotABackup, match=sentence):
            BackupFile(spoilt)
    spoilt.write_bytes(sealed([line.replace('"FROZEN"', '"FREEZE"') for line in lines]))
    with pytest.raises(Refused, match=r"log in the backup .* has been changed or damaged"):
        import_organisation(desk, BackupFile(spoilt), name="Aurora", copy=True)
    assert everything_there() == before
    assert KIND in lines[0]


def test_inconsistent_backup_stores_nothing(desk, event, played, backup, tmp_path):
    before = everything_there()
    lines = gzip.decompress(backup.read_bytes()).decode().splitlines()
    at = next(n for n, line in enumerate(lines) if '"tournament.Entry"' in line)
    row = json.loads(lines[at + 1])
    row[1] = 999_999  # a division that does not exist
    lines[at + 1] = json.dumps(row, separators=(",", ":"))
    spoilt = tmp_path / "spoilt"
    spoilt.write_bytes(sealed(lines))
    with pytest.raises(Refused, match="data in the backup is inconsistent"):
        import_organisation(desk, BackupFile(spoilt), name="Aurora", copy=True)
    assert everything_there() == before
    assert Organisation.objects.count() == 2
    assert Entry.objects.filter(division__event__organisation=FIRST_TENANT).count() == 0
