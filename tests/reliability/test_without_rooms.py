"""A program without rooms: every page of the desk opens, and none mentions a disabled room."""

import re

import pytest

from tests.helping import Browser
from tests.installation import running

LINK = re.compile(r'href="(/[^"#?]*)"')
NO_PAGE = re.compile(r"/static/|/logout/|/help/|/reports?/|/whole-event/|\.[a-z]{2,6}$")
OFF = "Phones|Kiosk|Stream|Public site|Registration|Championship|Rating run|API keys"
"""Words of links into a room."""
MAX_PAGES = 150


@pytest.mark.full
def test_every_page_opens_without_mentioning_disabled_rooms(installation):
    (installation.folder / "rooms").write_text("", encoding="utf-8")
    installation.manage("load_demo")
    refused, named, seen = [], [], set()
    waiting = ["/", "/events/demo-open/", "/events/demo-open/rules/"]
    with running(installation) as server:
        reader = Browser()
        reader.log_in(server.address)
        while waiting and len(seen) < MAX_PAGES:
            path = waiting.pop(0)
            if path in seen:
                continue
            seen.add(path)
            status, text = reader.get(f"{server.address}{path}")
            if status >= 400:
                refused.append((path, status))
            for label in re.findall(r"<a [^>]*>([^<]*)</a>", text):
                named += [(path, word) for word in re.findall(OFF, label)]
            waiting += [link for link in LINK.findall(text) if not NO_PAGE.search(link)]
        for off in ("/hall/demo-open/", "/api/v1/events"):
            assert reader.get(f"{server.address}{off}")[0] == 404
    assert (refused, named) == ([], [])
    assert len(seen) > 100
