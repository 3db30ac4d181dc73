"""A program without rooms: every page of the desk opens, and none mentions a disabled room."""

import re
from http.cookiejar import CookieJar
from urllib.error import HTTPError
from urllib.parse import urlencode
from urllib.request import HTTPCookieProcessor, Request, build_opener

import pytest

from tests.installation import DIRECTOR, PASSWORD, running

LINK = re.compile(r'href="(/[^"#?]*)"')
NO_PAGE = re.compile(r"/static/|/logout/|/help/|/reports?/|/whole-event/|\.[a-z]{2,6}$")
OFF = (
    "Phones",
    "Kiosk",
    "Stream",
    "Public site",
    "Registration",
    "Championship",
    "Rating run",
    "Keys for programs",
)
"""Words of links into a room."""
MAX_PAGES = 150


class Reader:
    """A browser without scripts, logged in as the director."""

    def __init__(self, address: str) -> None:
        self.address = address
        self.opener = build_opener(HTTPCookieProcessor(CookieJar()))
        token = re.search(r'name="csrfmiddlewaretoken" value="([^"]+)"', self.read("/login/")[1])
        assert token
        typed = {
            "username": DIRECTOR,
            "password": PASSWORD,
            "csrfmiddlewaretoken": token[1],
            "next": "/",
        }
        form = Request(
            f"{address}/login/", urlencode(typed).encode(), {"Referer": f"{address}/login/"}
        )
        self.opener.open(form)

    def read(self, path: str) -> tuple[int, str]:
        """Return the status and the text of a page."""
        try:
            with self.opener.open(self.address + path) as answer:
                return answer.status, answer.read().decode("utf-8", "replace")
        except HTTPError as refused:
            return refused.code, ""


@pytest.mark.full
def test_every_page_opens_and_none_names_what_is_off(installation):
    (installation.folder / "rooms").write_text("", encoding="utf-8")
    installation.manage("load_demo")
    refused, named, seen, waiting = (
        [],
        [],
        set(),
        ["/", "/events/demo-open/", "/events/demo-open/rules/"],
    )
    with running(installation) as server:
        reader = Reader(server.address)
        while waiting and len(seen) < MAX_PAGES:
            path = waiting.pop(0)
            if path in seen:
                continue
            seen.add(path)
            status, text = reader.read(path)
            if status >= 400:
                refused.append((path, status))
            for label in re.findall(r"<a [^>]*>([^<]*)</a>", text):
                named += [(path, label.strip()) for word in OFF if word in label]
            waiting += [
                link for link in LINK.findall(text) if link not in seen and not NO_PAGE.search(link)
            ]
        assert reader.read("/hall/demo-open/")[0] == 404
        assert reader.read("/api/v1/events")[0] == 404
    assert (refused, named) == ([], [])
    assert len(seen) > 100
