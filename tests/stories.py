"""Run the program by the forms of its pages alone, and compare what they answer with what somebody last read.

A story is a list of steps: an address, the label of a button and what is typed into its form. Each step opens
the page, fills in the form and presses the button; without a label it only looks at the page, and `POST`
sends what is typed without looking, as a page opened long ago does. The status,
address, messages, figures and links of every answer are compared; see `tests/approved.py`.

Where figures are not enough, the words are compared: all of a page when it is first shown, and then what was
removed from it (−) and added (+) since the story last showed it or another page with its heading.
"""

import hashlib
import re
from difflib import SequenceMatcher
from html import unescape

import pytest

from tests.approved import check_approved
from tests.page_figures import ATTRIBUTE, PIECES, RANDOM, figures_of
from tests.page_forms import press
from tournament.models import Event

MESSAGE = re.compile(
    r'<(p|div)[^>]*(?:role="(?:alert|status)"|class="(?:form-errors|note)\b)[^>]*>(.*?)</\1>',
    re.DOTALL,
)

INLINE = re.compile("a|abbr|b|code|em|i|input|kbd|option|s|select|small|span|strong|sub|sup|td|th")
"""Tags that do not begin a new piece of a page."""
EMPHASIS = ("next-action", "last", "stepped", "unfit", "flip")
"""Classes that say where a reader should look."""
DRAWING = re.compile("<[0-9a-f]{8}>")


def each_of(stories, left_to_full=()):
    """Return the names of the stories as parameters; some are left to `make test-all`, for the time of the gate."""
    return [
        pytest.param(name, marks=pytest.mark.full if name in left_to_full else ())
        for name in stories
    ]


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


def words_of(text):
    """Return the pieces of a page: its words, links, fields, options, values of buttons and drawings."""
    pieces, words, skipped = [], [], False
    main = text.partition("<main")[2].partition(">")[2].partition("</main>")[0]
    for piece in PIECES.finditer(main or text):
        tag, attributes, plain = piece.groups()
        given = dict(ATTRIBUTE.findall(attributes or ""))
        if plain:
            words += [] if skipped else unescape(plain).split()
        elif tag is None:
            drawing = words.pop() if words and DRAWING.fullmatch(words[-1]) else ""
            drawn = hashlib.sha256(f"{drawing}{piece[0]}".encode()).hexdigest()
            words.append(f"<{drawn[:8]}>")
        elif not INLINE.fullmatch(tag.lstrip("/")):
            pieces.append(" ".join(words))
            words = []
        words += [name for name in given.get("class", "").split() if name in EMPHASIS]
        words += ["open"] if tag == "details" and "open" in given else []
        if tag in ("option", "/option"):
            skipped = tag == "option"
        if tag == "a":
            words.append(f"<{unescape(given.get('href', ''))}>")
        elif tag in ("button", "form") and (value := given.get("value") or given.get("action")):
            words.append(f"<{value}>")
        elif tag == "input" and given.get("type") not in ("hidden", "submit"):
            words.append(f"{given.get('name')}={unescape(given.get('value', ''))}")
            words += ["checked"] if "checked" in given else []
        elif tag == "option":
            words.append(
                f"={given.get('value')}" if "selected" in given else given.get("value", "")
            )
    return [RANDOM.sub("*", piece) for piece in [*pieces, " ".join(words)] if piece]


def changed(page, shown):
    """Return the status and address of an answer, and its words as far as they changed since they were last `shown`."""
    path, kind = page.request["PATH_INFO"], page.get("Content-Type", "")
    if not kind.startswith("text/"):
        return f"{page.status_code} {path} {kind} {hashlib.sha256(page.content).hexdigest()[:8]}"
    now = words_of(page.text) if kind.startswith("text/html") else page.text.splitlines()
    heading = re.search("<h1[^>]*>(.*?)</h1>", page.text, re.DOTALL)
    before = shown.get(heading[1] if heading else path, [])
    shown[heading[1] if heading else path] = now
    pieces = []
    for kind, low, high, begin, end in SequenceMatcher(
        None, before, now, autojunk=False
    ).get_opcodes():
        if kind != "equal":
            pieces += [f"−{piece}" for piece in before[low:high]]
            pieces += [f"+{piece}" if before else piece for piece in now[begin:end]]
    address = page.redirect_chain[-1][0] if getattr(page, "redirect_chain", ()) else path
    return " | ".join([f"{page.status_code} {address}", *pieces])


def at(page, address):
    """Return the last answer if it is the page at this address, so that it need not be opened again."""
    if page is None or page.status_code != 200 or page.request["QUERY_STRING"]:
        return None
    return page if page.request["PATH_INFO"] == address else None


def check_story(request, approved, name, browser, steps, *, in_words=False, **known):
    """Run the steps, with `{names}` in their addresses replaced by known values, and compare the answers.

    With `in_words`, all words are compared instead of messages, figures and links.
    """
    now, shown, page = {}, {}, None
    for number, (path, label, *typed) in enumerate(steps, start=1):
        address = path.format(**known)
        if label == "POST":
            page = browser.post(address, *typed, follow=True)
        elif label:
            page = press(browser, address, label, page=at(page, address), **dict(*typed))
        else:
            page = browser.get(address, follow=True)
        if in_words:
            now[f"{name} {number:02} {label or path}"] = changed(page, shown)
            continue
        event = Event.objects.order_by("pk").first() or Event(slug="none")
        now[f"{name} {number:02} {label or path}"] = answered(page, event)
    check_approved(request, approved, now)
