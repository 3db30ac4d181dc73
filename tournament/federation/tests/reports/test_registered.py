"""The list of registrations shows the waiting list in order of arrival."""

import csv

import pytest
from django.utils import timezone

from scoring.actions.activity import Actor
from tournament.actions.event.events import create_division
from tournament.federation.actions.registration_checks import Typed
from tournament.federation.actions.registration_rules import set_registration_rules
from tournament.federation.actions.registrations import register
from tournament.reports.definition import definition
from tournament.reports.delivery import build, render

pytestmark = pytest.mark.django_db


def test_who_has_a_place_stands_by_name_and_who_waits_in_order(desk, event):
    division = create_division(desk, event, name="A")
    set_registration_rules(desk, event, when="now", limit=2)
    for name in ("Zoë Quist", "Ana Ruiz", "Dai Price", "Ben Stone"):
        register(Actor("me"), event, Typed(name, division))
    chosen = definition("registered")
    report = build(chosen, event, chosen.Options(), timezone.localtime(), "csv")
    rows = list(csv.reader(render(report, "csv").content.decode("utf-8-sig").splitlines()))
    today = timezone.localdate().isoformat()
    assert [row for row in rows if row and row[-1] == today] == [
        ["1", "Ana Ruiz", "A", "", "", today],
        ["2", "Zoë Quist", "A", "", "", today],
        ["1", "Dai Price", "A", "", "", today],
        ["2", "Ben Stone", "A", "", "", today],
    ]
