"""Texts of scripts come from the server in the language of the page."""

import json
import re
from pathlib import Path

import scoring
from scoring.templatetags.script_texts import GROUPS, script_texts

SCRIPTS = Path(scoring.__file__).parent / "static" / "scoring"


def content(element):
    return json.loads(re.sub(r"<[^>]*>", "", element))


def used():
    """Return the keys of the texts in the scripts."""
    return {
        key
        for path in SCRIPTS.glob("*.js")
        for key in re.findall(r"\btexts\.(?!js)(\w+)", path.read_text())
    }


def test_script_texts_are_complete_and_all_used():
    assert used() == {key for texts in GROUPS.values() for key in texts}


def test_page_has_the_texts_of_the_groups_it_requests():
    assert content(script_texts("draft")) == {
        "restored": "The text you typed here and did not send has been restored.",
        "discard": "Discard the text",
    }
    assert set(content(script_texts("draft", "board"))) > {"restored", "discard"}
