"""Descriptions of plug-ins are in the language of the reader."""

from dataclasses import fields

import pytest

from tests.pseudo_language import CLOSE, OPEN, pseudo_language, translated
from tournament.engine.standings.precedence import all_metrics
from tournament.management.commands.makemessages import all_plugins
from tournament.reports.definition import find_definition
from tournament.wording.plugins import (
    help_of,
    name_of,
    option_texts,
    short_name_of,
    summary_of,
    texts_of,
)


def foreign(text):
    """Return the text in the pseudo-language."""
    return f"{OPEN}{translated(text)}{CLOSE}"


def test_help_of_a_report_is_split_into_paragraphs():
    first, second = help_of(find_definition("standings"))
    assert first.startswith("The standings after a round: wins and losses")
    assert second.endswith("after the latest round with a result.")
    assert summary_of(find_definition("standings")) == first


def test_names_help_and_options_are_translated():
    metric = all_metrics()["head_to_head_wins"]
    names = ("Head-to-head wins", "H2H")
    assert (name_of(metric), short_name_of(metric)) == names
    options = {item.name: item for item in fields(find_definition("standings").Options)}
    with pseudo_language():
        assert (name_of(metric), short_name_of(metric)) == tuple(map(foreign, names))
        assert help_of(metric)[0].startswith(OPEN)
        ratings = option_texts(options["ratings"])
    assert ratings.label == foreign("Ratings")
    assert ratings.help == foreign(
        "`yes` adds each player's rating, and its change, as if the event had ended after that "
        "round."
    )
    assert ratings.choices == (("", foreign("no")), ("yes", foreign("yes")))


@pytest.mark.parametrize(("words", "plugin"), [*all_plugins()], ids=lambda value: str(value)[:40])
def test_translators_receive_every_displayed_text(words, plugin):
    given = {text for _context, text in texts_of(plugin)}
    shown = {*help_of(plugin)}
    for item in fields(plugin.Options):
        texts = option_texts(item)
        shown |= {texts.label, texts.help, *(label for _value, label in texts.choices)}
    assert shown <= given | {""}
