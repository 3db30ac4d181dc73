"""Stories in parts, with preparations by actions between the steps; see `tests/stories.py`.

A part is a function of the actor that prepares something, or None, and the steps that follow. With the
label `POST`, a step sends exactly what is given, as a page that was opened before a change, or a program;
with `SEND` it does not open the page to which the answer leads, so that the next page shows the message.
The address `.` is that of the page shown, `{join}` the secret of the last invitation shown. From a step
with `by` on, the browser of that person is used.
The answers also show the offered buttons and the marked words of tables, and data for programs as they are.
"""

import re

from django.test import Client

from tests.approved import check_approved
from tests.page_forms import PageForms, press
from tests.stories import answered
from tournament.models import Event

EVERYWHERE = ("Log out", "Show", "Show these columns", "Save selection as CSV", "Save selection as XLSX")  # fmt: skip
"""Labels of buttons that are on every page or beside every list."""
BATCH = re.compile(r"(?<=/import/)[0-9a-f]{32}(?=/)|(?<=/join/)[\w-]{32}(?=/)")
"""The random part of the address of uploaded files, and the secret of an invitation."""
SECRET = re.compile(r"(?<=testserver/join/)[\w-]{32}(?=/)")
OFFERED = re.compile(r"(?:(?:new-reports=|\| \?show=)[a-z_]+ (?!checked))+")
"""The papers that every page of the print desk or of the reports offers; `approved_pages.json` compares them."""
MARKED = re.compile(r'<[a-z]+ class="(?:mark-[a-z]+|soft)">([^<]*)<')
PROGRAMS = ("text/csv", "application/json", "text/plain", "text/javascript")


def is_page(page):
    """Return whether the answer is a page."""
    return page.get("Content-Type", "").startswith("text/html")


def answer(page, event):
    """Return what a page answers as one line."""
    if 300 < page.status_code < 400:
        return f"{page.status_code} {page['Location']}"
    kind = page.get("Content-Type", "")
    if kind.startswith(PROGRAMS):
        words = page.getvalue().decode() if page.streaming else page.text
        return f"{answered(page, event)} {' '.join(words.split())}"
    if not is_page(page):
        query, named = page.request["QUERY_STRING"], page.get("Content-Disposition", "")
        return f"{answered(page, event)} {query} {named}"
    main = page.text.partition("<main")[2].partition("</main>")[0]
    labels = [label for label, _, _ in PageForms(main).buttons if label not in EVERYWHERE]
    marks = " ".join(" ".join(MARKED.findall(main)).split())
    return f"{answered(page, event)} ({', '.join(labels)}) {marks}".strip()


class Browser:
    """A browser that uses the page it shows again if the next step begins on it."""

    def __init__(self, client):
        self.client, self.shown = client, None

    def get(self, path, *data, follow):
        """Return the page in front of the reader if it has this address, otherwise open it."""
        if not data and self.shown is not None:
            request = self.shown.request
            at = f"{request['PATH_INFO']}?{request['QUERY_STRING']}".rstrip("?")
            if (at, request["REQUEST_METHOD"]) == (path, "GET"):
                return self.shown
        return self.client.get(path, *data, follow=follow)

    def post(self, path, data, follow):
        """Send a form."""
        return self.client.post(path, data, follow=follow)


def check_parts(request, approved, name, desk, browser, parts, **known):
    """Run the parts, with `{names}` in their addresses replaced by known values, and compare the answers."""
    now, number = {}, 0
    reader, browsers = Browser(browser), {"director": browser}
    for prepare, steps in parts:
        if prepare:
            prepare(desk)
            reader.shown = None
        for path, label, *typed in steps:
            number += 1
            address, given = path.format(**known), dict(*typed)
            if path == ".":
                address = reader.shown.request["PATH_INFO"]
            if by := given.pop("by", None):
                reader.client, reader.shown = browsers.setdefault(by, Client()), None
            if label in ("POST", "SEND"):
                page = reader.post(address, given, follow=label == "POST")
            elif label:
                page = press(reader, address, label, **given)
            else:
                page = reader.client.get(address, follow=True)
            reader.shown = page
            if is_page(page) and (shown := SECRET.search(page.text)):
                known["join"] = shown[0]
            event = Event.objects.order_by("pk").first() or Event(slug="none")
            now[f"{name} {number:02} {label or path}"] = OFFERED.sub(
                "", BATCH.sub("*", answer(page, event))
            )
    check_approved(request, approved, now)
