"""Bold texts on the manual's pages for directors occur literally on a screen."""

import re

import polib

from tests.architecture.modules import SOURCE
from tests.documentation.reference import DOCS

CODE = re.compile(r"```.*?```|`[^`]*`", re.DOTALL)
BOLD = re.compile(r"\*\*(.+?)\*\*", re.DOTALL)
MARKUP = re.compile(r"<[^>]+>")
GAP = re.compile(r"%\(\w+\)[sd]|…")
"""Placeholders in messages, and ellipses in the manual."""


def plain(text: str) -> str:
    """Return a text without markup, line breaks and the final full stop or colon."""
    return " ".join(MARKUP.sub("", text).replace("’", "'").split()).rstrip(".:")


def on_screen() -> set[str]:
    """Return every message of the program's screens, with placeholders."""
    files = [
        path for path in SOURCE.glob("**/locale/de/LC_MESSAGES/*.po") if ".venv" not in path.parts
    ]
    entries = [entry for path in files for entry in polib.pofile(str(path))]
    return {plain(text) for entry in entries for text in (entry.msgid, entry.msgid_plural) if text}


def test_every_bold_name_occurs_on_a_screen():
    sentences = on_screen()
    with_gaps = re.compile(
        "|".join(
            ".+".join(re.escape(part) for part in GAP.split(sentence))
            for sentence in sentences
            if GAP.search(sentence) and sentence[0].isalpha()
        )
    )
    written = {
        (path.name, plain(name))
        for path in DOCS.glob("*.md")
        for name in BOLD.findall(CODE.sub("", path.read_text("utf-8")))
    }
    assert len(written) > 300
    nowhere = [
        (page, name)
        for page, name in sorted(written)
        if name not in sentences
        and not with_gaps.fullmatch(name)
        and not any(map(re.compile(re.escape(name).replace("…", ".+")).fullmatch, sentences))
    ]
    assert nowhere == []
