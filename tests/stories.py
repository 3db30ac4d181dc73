"""Run the program by the forms of its pages alone, and compare what they answer with what somebody last read.

A story is a list of steps: an address, the label of a button and what is typed into its form. Each step opens
the page, fills in the form and presses the button; without a label it only looks at the page. The status,
address, messages, figures and links of every answer are compared; see `tests/approved.py`.
"""

import re
from html import unescape

from tests.approved import check_approved
from tests.page_forms import press
from tests.tournament.web.test_approved_pages import RANDOM, figures_of
from tournament.models import Event

MESSAGE = re.compile(
    r'<(p|div)[^>]*(?:role="(?:alert|status)"|class="(?:form-errors|note)\b)[^>]*>(.*?)</\1>',
    re.DOTALL,
)


def answered(page, event):
    """Return the status, address, messages and figures of a page as one line."""
    if not page.get("Content-Type", "").startswith("text/html"):
        return f"{page.status_code} {page.request['PATH_INFO']} {page.get('Content-Type', '')}"
    words = (
        re.sub(r"<[^>]*>", " ", unescape(message)) for _, message in MESSAGE.findall(page.text)
    )
    messages = " / ".join(filter(None, (" ".join(RANDOM.sub("*", text).split()) for text in words)))
    path = RANDOM.sub("*", page.request["PATH_INFO"])
    return f"{page.status_code} {path} [{messages}] {figures_of(page.text, event)}"


def check_story(request, approved, name, browser, steps, **known):
    """Run the steps, with `{names}` in their addresses replaced by known values, and compare the answers."""
    now = {}
    for number, (path, label, *typed) in enumerate(steps, start=1):
        address = path.format(**known)
        if label:
            page = press(browser, address, label, **(typed[0] if typed else {}))
        else:
            page = browser.get(address, follow=True)
        event = Event.objects.order_by("pk").first() or Event(slug="none")
        now[f"{name} {number:02} {label or path}"] = answered(page, event)
    check_approved(request, approved, now)
