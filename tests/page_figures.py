"""The figures, names, links, typed values and drawings of a page, without its wording."""

import hashlib
import re
from html import unescape

from tests.tournament.reports.evening import PEOPLE

NAMES = "|".join(re.findall(r"\w[\w’]+", re.sub(r"</?b>", "", " ".join(PEOPLE.values()))))
FIGURES = re.compile(rf"(?<!\d)[+−-]?\d{{1,6}}(?!\d)(?:[.,:–-]\d+)*|\b(?:{NAMES})\b")
"""Longer numbers are the seeds of draws."""
RANDOM = re.compile(r"\b[0-9a-f]{4}(?: [0-9a-f]{4}){3}\b|[A-Z]{4}(?:%20[A-Z]{4}){2}")
"""The last hash of the log, and the codes of registrations."""
PIECES = re.compile(r"<svg\b.*?</svg>|<(/?[a-z]+\d?)\b([^>]*)>|([^<]+)", re.DOTALL)
ATTRIBUTE = re.compile(r'\b([a-z]+)(?:="([^"]*)")?')


def figures_of(text, event):
    """Return the numbers, names, links, rows, typed values and drawings of a page, as one line."""
    main = text.partition("<main")[2].partition("</main>")[0]
    shown = []
    for piece in PIECES.finditer(main.partition(">")[2]):
        tag, attributes, words = piece.groups()
        given = dict(ATTRIBUTE.findall(attributes or ""))
        if words:
            shown += FIGURES.findall(RANDOM.sub("", unescape(words)))
        elif tag is None and "<text" in piece[0]:
            shown.append(f"<{hashlib.sha256(piece[0].encode()).hexdigest()[:8]}>")
        elif tag in ("tr", "li"):
            shown.append("|")
        elif tag == "a" and "href" in given:
            link = RANDOM.sub("", unescape(given["href"]))
            shown.append(link.replace(f"/events/{event.slug}/", "~/"))
        elif tag == "input" and given.get("type") not in ("hidden", "submit"):
            ticked = "checked" if "checked" in given else ""
            shown.append(f"{given.get('name')}={given.get('value', '')}{ticked}")
        elif tag == "option" and "selected" in given:
            shown.append(f"={given.get('value')}")
    return " ".join(shown)
