"""Pages for players and the audience are fully translated in all languages of the list.

Every public page is opened in each language, and missing messages are recorded.
"""

import re
from contextlib import contextmanager, suppress
from datetime import UTC, datetime
from pathlib import Path

import pytest
from django.core.management import call_command
from django.test import Client
from django.urls import reverse
from django.utils.translation import trans_real

from tests.tournament.test_catalogues import COMPLETE
from tests.tournament.web.safety.test_who_may import KIND_OF, address, evening  # noqa: F401 - a fixture
from tournament.hall.actions.player_codes import give_missing_division_codes
from tournament.hall.models import PlayerCode
from tournament.models import Event
from tournament.reports.delivery import build_report, render_report
from tournament.reports.event_folder import event_folder_reports
from tournament.reports.report_options import CannotReport

pytestmark = [pytest.mark.django_db, pytest.mark.full]

NOON = datetime(2026, 10, 3, 12, tzinfo=UTC)

NOT_SEEN = {
    "first_account", "logout", "language", "help", "help_topic", "api_description", "login",
    "login_code", "join", "manual", "manual_page",
}  # fmt: skip
"""Public pages for directors and programmers: first account, log-in, help, the manual and the API."""


NOTHING_SAID = re.compile(r"\{[\w:]+\}|\W")
"""Placeholders and characters that are not letters."""


class _Missing:
    """The fallback of a catalogue, which records missing messages."""

    def __init__(self, behind, missing):
        self.behind, self.missing = behind, missing

    def __getattr__(self, way):
        def look_up(*words):
            message = words["pgettext" in way]  # after its context
            if NOTHING_SAID.sub("", message):
                self.missing.add(message)
            return getattr(self.behind, way)(*words)

        return look_up


@contextmanager
def written_down(language):
    """Yield the messages used in the block that the catalogue of a language lacks."""
    missing = set()
    catalogue = trans_real.translation(language)
    behind = catalogue._fallback
    catalogue._fallback = _Missing(behind, missing)
    try:
        yield missing
    finally:
        catalogue._fallback = behind


PAPERS = [
    Path(place).stem
    for place in COMPLETE["audience"]
    if place.startswith("tournament/reports/definitions/")
]

NOT_IN_DEMO = {"prizes", "certificates", "ceremony_slides", "recount"}
"""Papers that need prize winners or a corrected game."""


def test_public_papers_are_fully_translated(director):
    """The papers of the demo, whose games were recorded turn by turn."""
    call_command("load_demo")
    event = Event.everywhere.get(slug="demo-open")
    for language in COMPLETE["audience_of"]:
        event.language = language
        printed = set()
        with written_down(language) as missing:
            for wanted in event_folder_reports(event):
                if (key := type(wanted.chosen).__module__.rpartition(".")[2]) in PAPERS:
                    with suppress(CannotReport):
                        report = build_report(wanted.chosen, event, wanted.options, NOON)
                        render_report(report, "html")
                        printed.add(key)
        assert set(PAPERS) - printed <= NOT_IN_DEMO
        assert sorted(missing) == [], language


@pytest.mark.parametrize("language", COMPLETE["audience_of"])
def test_public_pages_are_fully_translated(language, evening, event, division):  # noqa: F811
    give_missing_division_codes(event.divisions.get())
    token = PlayerCode.objects.first().token
    browser = Client(headers={"Accept-Language": language})
    with written_down(language) as missing:
        for name, kind in KIND_OF.items():
            if kind not in ("open", "open form") or name in NOT_SEEN or name.startswith("api_"):
                continue
            path = address(name, evening).replace("/me/x/", f"/me/{token}/")
            answer = browser.get(path, follow=True)
            assert answer.status_code in (200, 204, 304, 404, 405, 410), name
        browser.get(reverse("site_now", args=["nothing-there"]))
        browser.post(reverse("language"), {"language": "xx"})
    assert sorted(missing) == []
