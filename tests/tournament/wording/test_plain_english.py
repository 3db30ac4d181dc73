"""Messages are in plain English: no quaint or empty words, no shouting."""

import ast
import re
import tomllib
from collections.abc import Iterator
from functools import cache
from pathlib import Path

import pytest

from tests.sources import templates

pytestmark = pytest.mark.full
ROOT = Path(__file__).resolve().parents[3]
TABLE = tomllib.loads(
    (Path(__file__).parent / "cases/plain_english.toml").read_text(encoding="utf-8")
)
GETTEXT = re.compile(r"^_$|^_?n?p?gettext(_lazy|_noop)?$|^_lazy$|^_n$")
IN_TEMPLATES = (
    re.compile(r"{%-?\s*trans(?:late)?\s+\"([^\"]*)\""),
    re.compile(r"{%-?\s*trans(?:late)?\s+'([^']*)'"),
    re.compile(r"_\(\"([^\"]*)\"\)"),
    re.compile(r"{%\s*blocktranslate[^%]*%}(.*?){%\s*endblocktranslate", re.DOTALL),
)
FIELD_MARKS = re.compile(r"^(\{\{[^}]*\}\}| )*! [a-z]+$|“[^”]*!”|<kbd>!</kbd>")
"""An exclamation mark that is a key or a mark in a GCG file."""


@cache
def sentences() -> tuple[tuple[str, str], ...]:
    """Return every message that goes through gettext, with its file."""
    return (*_in_templates(), *_in_programs())


def _in_templates() -> Iterator[tuple[str, str]]:
    for path in templates():
        text = re.sub(r"{#.*?#}", "", path.read_text(encoding="utf-8"))
        for pattern in IN_TEMPLATES:
            for sentence in pattern.findall(text):
                yield path.name, " ".join(sentence.split())


def _in_programs() -> Iterator[tuple[str, str]]:
    for app in ("scoring", "tournament"):
        for path in sorted((ROOT / app).rglob("*.py")):
            if not {"migrations", "tests"} & {*path.parts}:
                yield from _in_program(path)


def _in_program(path: Path) -> Iterator[tuple[str, str]]:
    for call in ast.walk(ast.parse(path.read_text(encoding="utf-8"))):
        if not isinstance(call, ast.Call):
            continue
        name = getattr(call.func, "id", getattr(call.func, "attr", ""))
        if not GETTEXT.match(name):
            continue
        for given in call.args:
            if isinstance(given, ast.Constant) and isinstance(given.value, str):
                yield path.name, given.value


def test_no_sentence_contains_a_forbidden_phrase():
    assert len(sentences()) > 5000
    assert all(TABLE["never"].values())  # what to write instead
    phrases = {
        (where, phrase, sentence)
        for where, sentence in sentences()
        for phrase in TABLE["never"]
        if re.search(rf"(?<!there )(?<!\w){re.escape(phrase)}\b", sentence, re.IGNORECASE)
        and not (phrase == "it holds" and not re.fullmatch(r"It holds:?", sentence))
    }
    assert phrases == set()


def test_no_sentence_shouts():
    shouted = {
        (where, sentence)
        for where, sentence in sentences()
        if re.search(r"[\w”.]!(\s|$)", sentence) and not FIELD_MARKS.search(sentence)
    }
    assert shouted == set()


def test_every_button_names_its_action():
    """No button is labelled only yes, no or OK."""
    texts = {
        sentence
        for path in templates()
        for sentence in re.findall(
            r"<button[^>]*>{% translate \"([^\"]*)\" %}</button>", path.read_text(encoding="utf-8")
        )
    }
    assert texts & {"OK", "Yes", "No", "Go", "Do it", "Submit", "Click here", "Continue"} == set()
