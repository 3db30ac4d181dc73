"""Backing up and restoring the first organisation of a server that has several."""

import gzip
import json
import re

import pytest
from django.contrib.auth.models import User
from django.db import transaction
from django.utils import timezone

from scoring.actions.activity import log
from scoring.models import Activity, Organisation
from scoring.models.facts import noted_rows
from scoring.queries.chain import check_log
from scoring.tenancy import FIRST_TENANT, tenant
from scoring.wording.sentence import Sentence
from tournament.actions.act import Refused
from tournament.actions.event.events import create_division, create_event
from tournament.actions.event.housekeeping import remove_event
from tournament.actions.people.clubs import create_club
from tournament.actions.people.entries import add_players
from tournament.actions.people.persons import correct_person, merge_persons
from tournament.actions.safety.second_factor import reset_second_factor
from tournament.federation.actions.championships import create_championship
from tournament.federation.actions.contacts import change_contacts
from tournament.federation.actions.erasure import erase_person
from tournament.federation.actions.organisation_archive import import_organisation
from tournament.federation.actions.rating_runs import run_ratings
from tournament.federation.actions.sharing import offer_person
from tournament.federation.exchange.organisation_file import BackupFile, write_backup
from tournament.federation.tests.actions.test_rating_runs import a_list
from tournament.federation.tests.exchange.test_organisation_file import sealed
from tournament.federation.tests.stories import play
from tournament.federation.tests.web.test_tenancy import SECRETS, north, north_of_the_core  # noqa: F401
from tournament.models import Event, Player, RemovedEvent, SecondFactor
from tournament.queries.safety.activity import ActivityFilter, matching_entries

pytestmark = pytest.mark.django_db
ERASED_EARLY, ERASED_LATE = "Zebulon Early", "Zebedee Late"
FACTOR_BEFORE, FACTOR_NOW = "JBSWY3DPEHPK3PXP", "KRSXG5CTMVRXEZLU"
"""Secrets of second factors: one that was reset and the current one."""


def with_second_factor(user, secret):
    SecondFactor.objects.create(user=user, secret=secret, confirmed_at=timezone.now())


@pytest.fixture
def only_organisation(desk):
    """Make the data of the time when there was only one organisation."""
    with tenant(FIRST_TENANT):
        rated = play(desk, "Winter", (2, 1), ("Ana Lopez", "Ben Okafor", 400, 380))  # fmt: skip
        run_ratings(desk, a_list(desk), [rated])
        create_championship(desk, name="Grand Prix")
        create_club(desk, name="Thursday club")
        gone = create_event(desk, name="Never Held", preset="club")
        add_players(desk, create_division(desk, gone, name="A"), "Rita Removed")
        remove_event(desk, gone)
        both = create_event(desk, name="Both", preset="club")
        add_players(
            desk, create_division(desk, both, name="A"), f"{ERASED_EARLY} 1200\n{ERASED_LATE} 1100"
        )
        # The chain of the installation names both: it covers what belonged to no event at the time.
        for name in (ERASED_EARLY, ERASED_LATE):
            person = Player.objects.get(name=name)
            correct_person(desk, person, name=name, is_minor=True)
            stray = Player.objects.create(
                name=f"Twin {name}", sort_name="x", name_key="x", created_at=timezone.now()
            )
            merge_persons(desk, person, stray)
        early = Player.objects.get(name=ERASED_EARLY)
        erase_person(desk, early, typed=ERASED_EARLY, reason="asked")
        with_second_factor(desk.user, FACTOR_BEFORE)
        reset_second_factor(desk, desk.user)


@pytest.fixture
def whole_backup(desk, only_organisation, north, tmp_path):  # noqa: F811
    """Return the backup, made after a second organisation and later changes were added."""
    noted_rows().clear()  # rows of the other organisation that no action wrote
    with tenant(FIRST_TENANT):
        ana = Player.objects.get(name="Ana Lopez")
        change_contacts(desk, ana, {"email": "ana@south.example"})
        offer_person(desk, ana, to="Northern Lights", how="by letter")
        create_club(desk, name="Later club")
        late = Player.objects.get(name=ERASED_LATE)
        erase_person(desk, late, typed=ERASED_LATE, reason="asked")
    with transaction.atomic():  # installation-wide entries are in the chain of the installation
        log(desk, "load_lexicon", Sentence("x", {}, "For Northern Open at noon"))
    keeper = User.objects.create_user("keeper of all")
    with_second_factor(keeper, FACTOR_BEFORE)
    reset_second_factor(desk, keeper)
    with_second_factor(desk.user, FACTOR_NOW)
    path = tmp_path / "first.ninetimer-organisation"
    write_backup(Organisation.objects.get(pk=FIRST_TENANT), path)
    return path


def opened(desk, path):
    return import_organisation(desk, BackupFile(path), name="Aurora", owner=desk.user, copy=True)


@pytest.mark.full
def test_backup_excludes_erased_people_and_data_of_others(whole_backup):
    text = gzip.decompress(whole_backup.read_bytes()).decode()
    factors = (FACTOR_BEFORE, FACTOR_NOW, "keeper of all")
    for name in (*SECRETS, ERASED_EARLY, ERASED_LATE, "at noon", *factors):
        # Offering a person is the organisation's own consent and is in its own log.
        assert name not in re.sub(
            "offered to Northern Lights|.organisation.:.Northern Lights.", "", text
        ), name
    assert "Later club" in text
    assert "Never Held" in text


@pytest.mark.full
def test_installation_log_is_included_up_to_the_second_organisation(desk, whole_backup):
    made = opened(desk, whole_backup)
    (house,) = {
        chain
        for chain in Activity.objects.values_list("chain", flat=True)
        if chain and chain.startswith(f"{made.scope}/house-")
    }
    carried = Activity.objects.filter(chain=house).order_by("pk")
    there = Activity.objects.filter(chain=None).order_by("pk")[: len(carried)]
    assert [row.hash for row in carried] == [row.hash for row in there]
    verbs = [row.verb for row in carried]
    assert {"merge_persons", "run_ratings", "erase_person"} <= {*verbs}
    # The reset of a second factor is in the backup, and the current one stays.
    assert verbs.count("end_second_factor") == 1
    assert [factor.secret for factor in SecondFactor.objects.all()] == [FACTOR_NOW]
    first = Organisation.objects.get(pk=FIRST_TENANT)
    restored, own = (
        [row.summary for row in matching_entries(ActivityFilter(organisation))]
        for organisation in (made, first)
    )
    for part in ("Championship Grand Prix created", "Later club", "Event Never Held removed"):
        assert sum(part in sentence for sentence in restored) == 1
    assert sum("Championship Grand Prix created" in sentence for sentence in own) == 1
    assert not [text for text in own if "Northern" in text and "offered" not in text]


@pytest.mark.full
def test_erasing_after_a_restore_covers_the_restored_log(desk, whole_backup):
    made = opened(desk, whole_backup)
    with tenant(made.pk):
        ana = Player.objects.get(name="Ana Lopez")
        erase_person(desk, ana, typed="Ana Lopez", reason="asked")
    theirs = Activity.objects.filter(chain__startswith=f"{made.scope}/")
    assert not [row for row in theirs if "Ana Lopez" in json.dumps([row.summary, row.after])]
    assert check_log().is_intact


@pytest.mark.full
def test_changing_redacted_data_in_transit_is_detected(desk, whole_backup, tmp_path):
    lines = gzip.decompress(whole_backup.read_bytes()).decode().splitlines()
    at = next(
        number
        for number, line in enumerate(lines)
        if '"house-' not in line and '"Z. L."' in line and '"correct_person"' in line
    )
    lines[at] = lines[at].replace("Z. L.", "Q. Q.")
    spoilt = tmp_path / "spoilt"
    spoilt.write_bytes(sealed(lines))
    with pytest.raises(Refused, match="has been changed or damaged"):
        opened(desk, spoilt)


def test_log_of_a_removed_event_stays_with_its_organisation(desk, only_organisation, north):  # noqa: F811
    """No other organisation may reuse the address of a removed event, because the old log would appear there."""
    assert RemovedEvent.everywhere.get().organisation_id == FIRST_TENANT
    first, other = Organisation.objects.get(pk=FIRST_TENANT), north["organisation"]
    assert "Rita Removed" in json.dumps(
        [[row.summary, row.after] for row in matching_entries(ActivityFilter(first))]
    )
    with tenant(other.pk):
        event = create_event(desk, name="Never Held", preset="club")
        assert event.slug == "never-held-2"
        with pytest.raises(Refused, match="never-held belongs to another organisation’s event"):
            create_event(desk, name="Mine", preset="club", slug="never-held")
    theirs = [row.summary for row in matching_entries(ActivityFilter(other))]
    assert not [sentence for sentence in theirs if "Rita" in sentence]
    with tenant(FIRST_TENANT):
        assert create_event(desk, name="Never Held", preset="club").slug == "never-held"
    assert Event.everywhere.get(slug="never-held").organisation_id == FIRST_TENANT
