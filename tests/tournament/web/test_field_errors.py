"""Field errors are announced: every description that a field references exists on the page.

Every form that a director can open is sent empty and with nonsense.
"""

from html.parser import HTMLParser

import pytest
from django.urls import reverse

from tests.tournament.web.safety.test_who_may import (
    GIVEN,
    NOT_IN_A_TEST,
    PAGES,
    leads_to,
    taken_back,
)

pytestmark = [pytest.mark.django_db, pytest.mark.full]
TYPED = {"input", "textarea", "select"}
NOT_TYPED = {"hidden", "submit", "button", "checkbox", "radio", "file"}
LEFT_OUT = {*NOT_IN_A_TEST, "logout"}


class Page(HTMLParser):
    """Parser of the POST forms of a page, its description references and its ids."""

    def __init__(self, html):
        super().__init__()
        self.forms, self.described, self.ids, self.open = [], [], set(), None
        self.feed(html)

    def handle_starttag(self, tag, attrs):
        values = dict(attrs)
        self.ids.add(values.get("id"))
        for name in (values.get("aria-describedby") or "").split():
            self.described.append((values.get("name") or tag, name))
        if tag == "form":
            self.open = (values.get("action"), {}, []) if values.get("method") == "post" else None
        elif self.open and tag in TYPED and values.get("name"):
            if values.get("type") == "hidden":
                self.open[1][values["name"]] = values.get("value") or ""
            elif values.get("type", "text") not in NOT_TYPED:
                self.open[2].append(values["name"])

    def handle_endtag(self, tag):
        if tag == "form" and self.open:
            if self.open[2]:
                self.forms.append(self.open)
            self.open = None

    @property
    def missing(self):
        """Return the referenced descriptions that do not exist."""
        return [(field, name) for field, name in self.described if name not in self.ids]


def pages_of(client):
    """Yield the address and the content of each page with data of the event."""
    for name, pattern in PAGES.items():
        kinds = pattern.pattern.converters
        if set(kinds) <= set(GIVEN) and name not in LEFT_OUT:
            address = reverse(name, kwargs={key: GIVEN[key] for key in kinds})
            answer = client.get(address)
            if answer.status_code == 200 and answer["Content-Type"].startswith("text/html"):
                yield address, Page(answer.text)


def test_every_description_referenced_by_a_field_exists(director_client, round_one, board):
    missing, described = [], set()
    sent = set()
    for address, shown in pages_of(director_client):
        missing += [(address, *what) for what in shown.missing]
        for action, hidden, names in shown.forms:
            if (action, *names) in sent or leads_to(action or address) in LEFT_OUT:
                continue
            sent.add((action, *names))
            for typed in ("", "?" * 400):
                values = hidden | dict.fromkeys(names, typed)
                with taken_back():
                    answer = director_client.post(action or address, values)
                is_page = answer.get("Content-Type", "").startswith("text/html")
                if is_page and answer.status_code in (200, 422):
                    page = Page(answer.text)
                    missing += [(action, *what) for what in page.missing]
                    described |= {name for _f, name in page.described if name.endswith("_error")}
    assert missing == [], "\n".join(map(str, missing))
    assert len(described) > 30, sorted(described)
