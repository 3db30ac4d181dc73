"""The federation's part of the demo: no page of it is empty."""

import pytest
from django.core.management import call_command

from tests.shown import text

pytestmark = pytest.mark.django_db
ROWS = {
    "/events/winter-open/registration/": (
        "Open. 4 of 4 places taken",
        "15 € of 60 € paid",
        "Jonas Novak A registered",
        "Priya Raman A registered 15 € paid, cash",
        "Grace Oduya A waiting, place 1",
    ),
    "/championships/": ("Autumn Cup 2026",),
    "/championship/autumn-cup-2026/": ("1 1 Priya Raman 8 8", "2 Halina Wróbel 7 7"),
    "/ratings/runs/": ("Thursday Club, 2026-10-15 based on Thursday Club, 2026-09-01",),
}


@pytest.mark.full
def test_demo_has_registrations_a_championship_and_a_rating_run(client, django_user_model):
    call_command("load_demo", verbosity=0)
    client.force_login(django_user_model.objects.get(username="director"))
    pages = {address: text(client.get(address)) for address in ROWS}
    missing = [(a, row) for a, rows in ROWS.items() for row in rows if row not in pages[a]]
    assert missing == []
