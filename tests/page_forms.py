"""Fill in and submit the forms of a page as a browser without JavaScript does."""

import re
from dataclasses import dataclass, field
from html.parser import HTMLParser
from urllib.parse import urljoin

DRAWING = re.compile(r"<svg\b.*?</svg>", re.DOTALL)
"""The longest parts of pages, without a form."""
WITHOUT_VALUE = ("submit", "button", "reset", "file")
"""Types of inputs that are not sent."""


@dataclass
class Form:
    """A form of a page, with the values that a browser would send."""

    action: str = ""
    method: str = "get"
    names: set[str] = field(default_factory=set)
    values: dict[str, list[str]] = field(default_factory=dict)

    def add(self, name, value=None):
        """Add a field, and one value unless it is None."""
        self.names.add(name)
        if value is not None:
            self.values.setdefault(name, []).append(value)


class PageForms(HTMLParser):
    """The forms of a page by `id` or position, and the buttons: label, form and attributes."""

    def __init__(self, page):
        super().__init__()
        self.forms, self.buttons = {None: Form()}, []
        self._form = self._select = self._button = self._area = None
        self._words = []
        self.feed(DRAWING.sub("", page))

    def handle_starttag(self, tag, attrs):
        given = {name: value or "" for name, value in attrs}
        if tag == "form":
            self._form = given.get("id", len(self.forms))
            form = self.forms.setdefault(self._form, Form())
            form.action, form.method = given.get("action", ""), given.get("method", "get").lower()
        form = self.forms.setdefault(given.get("form", self._form), Form())
        if tag == "button" and given.get("type") != "button":
            self._words, self._button = [], given
        elif tag == "option" and self._select and "disabled" not in given:
            form, name = self._select
            if "selected" in given or name not in form.values:
                form.values[name] = [given.get("value", "")]
        elif not given.get("name") or "disabled" in given:
            return
        elif tag == "select":
            self._select = form, given["name"]
            form.add(given["name"])
        elif tag == "textarea":
            self._words, self._area = [], (form, given["name"])
        elif tag == "input" and given.get("type") == "file":
            form.add(given["name"])
        elif tag == "input" and given.get("type") not in WITHOUT_VALUE:
            ticks = given.get("type") in ("checkbox", "radio")
            sent = not ticks or "checked" in given
            form.add(given["name"], given.get("value", "on" if ticks else "") if sent else None)

    def handle_data(self, data):
        self._words.append(data)

    def handle_endtag(self, tag):
        words = "".join(self._words)
        if tag == "form":
            self._form = None
        elif tag == "select":
            self._select = None
        elif tag == "textarea" and self._area:
            form, name = self._area
            form.add(name, words.removeprefix("\n"))
            self._area = None
        elif tag == "button" and self._button is not None:
            label = self._button.get("aria-label") or " ".join(words.split())
            self.buttons.append((label, self._button.get("form", self._form), self._button))
            self._button = None


def press(client, path, label, *, page=None, **typed):
    """Open a page, fill in the form of the button with this label, press it; return the answer.

    The page is not opened if `page` is the answer that shows it. A value of None leaves the field
    out; a function is called for its value, such as a file. The answer is the page that is shown
    in the end.
    """
    return press_on(client, page or client.get(path, follow=True), label, **typed)


def press_on(client, page, label, **typed):
    """Press a button of a page that is already shown, such as the answer to another button."""
    shown, here = PageForms(page.text), page.request["PATH_INFO"]
    buttons = {label: (shown.forms[form], given) for label, form, given in reversed(shown.buttons)}
    assert label in buttons, f"{here} ({page.status_code}) has the buttons {list(buttons)}."
    form, button = buttons[label]
    assert typed.keys() <= form.names, f"{here}: “{label}” sends {sorted(form.names)}."
    pressed = {button["name"]: button.get("value", "")} if button.get("name") else {}
    data = {
        name: value() if callable(value) else value
        for name, value in {**form.values, **pressed, **typed}.items()
        if value is not None
    }
    target = button.get("formaction") or form.action
    if not target:
        target = f"{here}?{page.request['QUERY_STRING']}".rstrip("?")
    send = client.post if button.get("formmethod", form.method) == "post" else client.get
    return send(urljoin(here, target), data, follow=True)
