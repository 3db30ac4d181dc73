"""An erased person stays erased after a snapshot is restored on PostgreSQL."""

import pytest
from django.db import connection

from scoring.queries.chain import check_log
from tests.tournament.actions.safety.test_snapshots_on_postgresql import ana, playing  # noqa: F401 - fixtures
from tournament.actions.safety.restoring import restore_snapshot
from tournament.actions.safety.snapshots import take_snapshot
from tournament.federation.actions.erasure import erase_person
from tournament.federation.models import Erasure
from tournament.federation.tests.actions.test_erasing import places_with
from tournament.models import Player

pytestmark = [
    pytest.mark.django_db(transaction=True),
    pytest.mark.skipif(connection.vendor != "postgresql", reason="copies tables of PostgreSQL"),
    pytest.mark.postgres,
]


def test_restoring_does_not_bring_back_an_erased_name(ana, playing):  # noqa: F811
    person = Player.objects.get(name="Zoë Müller")
    snapshot = take_snapshot(ana, "with the name")
    erase_person(ana, person, typed="Zoë Müller", reason="asked")
    restore_snapshot(ana, snapshot)
    assert places_with("Zoë Müller", "Müller, Zoë") == []
    assert Player.objects.get(pk=person.pk).name == "Z. M."
    assert check_log().is_intact
    assert Erasure.objects.get().person == person.pk
