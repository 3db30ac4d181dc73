"""Collecting messages for translation, including those of plug-ins."""

import ast

from tournament.management.commands.makemessages import Command, plugin_texts_module
from tournament.reports.definition import GROUPS, all_reports


def marked():
    """Return the calls in the generated module as (function, arguments)."""
    return [
        (call.func.id, tuple(argument.value for argument in call.args))
        for call in ast.walk(ast.parse(plugin_texts_module()))
        if isinstance(call, ast.Call)
    ]


def test_titles_groups_and_help_are_marked_once_each():
    calls = marked()
    assert len(calls) == len(set(calls))
    texts = {arguments for name, arguments in calls if name == "gettext"}
    assert {(report.title,) for report in all_reports().values()} <= texts
    assert {(group,) for group in GROUPS} <= texts
    assert ("The highest scores of the event, whatever the result of the game.",) in texts
    worked = {("A blank on the centre",), ("The opening QI was doubled; QIS is not.",)}
    assert worked <= texts, "titles and explanations of worked examples"
    assert ("pgettext", ("Head-to-head wins", "H2H")) in calls, "an abbreviation has its name"


def test_collected_text_names_its_plug_in():
    lines = plugin_texts_module().splitlines()
    place = lines.index(
        "gettext('The highest scores of the event, whatever the result of the game.')"
    )
    assert lines[place - 1] == "# Translators: report records"


def test_lazily_translated_sentences_are_collected():
    assert "--keyword=_lazy" in Command.xgettext_options
