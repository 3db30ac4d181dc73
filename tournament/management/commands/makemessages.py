"""Collect the sentences to translate, with this project's additions to Django's command.

Run it in the folder with `manage.py`: `manage.py makemessages --locale de`.
"""

from __future__ import annotations

from collections.abc import Callable, Iterator, Mapping
from dataclasses import fields
from pathlib import Path
from typing import Any

from django.core.management.base import CommandParser
from django.core.management.commands import makemessages
from django.utils import translation
from polib import pofile

import scoring
import tournament
from scoring.handbook.worked_examples import example_strings
from scoring.wording.names import names_to_translate
from tournament.catalogue import presets
from tournament.engine.event_rules import EventRules
from tournament.engine.pairing.method import all_methods
from tournament.engine.pairing.seating import Seating
from tournament.engine.plugins import Plugin
from tournament.engine.prizes.kind import all_kinds
from tournament.engine.ratings.system import all_systems
from tournament.engine.standings.precedence import all_metrics
from tournament.exchange.event_files import event_formats
from tournament.exchange.tables import table_formats
from tournament.languages import catalogues
from tournament.reports.definition import GROUPS, all_reports
from tournament.reports.renderer import all_renderers
from tournament.wording import plugins
from tournament.wording.verbs import all_verbs

APPS = (Path(scoring.__file__).parent, Path(tournament.__file__).parent)
"""Packages with their own `locale` folder; the sentences of templates are collected in that of `tournament`."""
IGNORED_FOLDERS = ("tests", "build", "packaging", "fixtures")
"""Folders without sentences to translate."""
GENERATED = Path(plugins.__file__).with_name("_plugin_texts.py")
"""A temporary file that contains the strings of plug-ins while gettext collects sentences."""

DATA_FILE_TEXTS: Mapping[str, Callable[[], list[str]]] = {
    "rules of events": lambda: [preset.name for preset in presets().values()],
    "worked example": example_strings,
}
"""Functions that return the translatable names and sentences in data files, by subject."""
HEADS = ("MIME-Version", "Content-Type", "Content-Transfer-Encoding", "Plural-Forms")
"""Headers of a catalogue that are kept in addition to its language; a date would change with every run."""
WIDTH = 78
"""The line width of a catalogue."""


class Command(makemessages.Command):
    """Django's command with three additions.

    `_lazy` marks a sentence too, the strings of plug-ins are collected, and unchanged entries stay
    as they are in the file, whichever gettext is installed.
    """

    xgettext_options = [*makemessages.Command.xgettext_options, "--keyword=_lazy"]
    msgmerge_options = [*makemessages.Command.msgmerge_options, "--no-fuzzy-matching"]  # no guesses

    def add_arguments(self, parser: CommandParser) -> None:
        super().add_arguments(parser)
        parser.set_defaults(
            extensions=["html", "py"],
            ignore_patterns=list(IGNORED_FOLDERS),
            add_location="file",  # a line number would change with every other sentence
            no_obsolete=True,
        )

    def handle(self, *args: Any, **options: Any) -> None:
        for app in APPS:
            (app / "locale").mkdir(exist_ok=True)
        GENERATED.write_text(plugin_texts_module(), encoding="utf-8")
        try:
            super().handle(*args, **options)
        finally:
            GENERATED.unlink()
        for path in catalogues():
            path.write_text(formatted_catalogue(path), encoding="utf-8")


def formatted_catalogue(path: Path) -> str:
    """Return a catalogue in this project's format: fixed line width, and no dates or names."""
    catalogue = pofile(str(path), wrapwidth=WIDTH)
    catalogue.header = ""
    catalogue.metadata_is_fuzzy = False  # gettext marks a new header as fuzzy
    headers = {head: catalogue.metadata[head] for head in HEADS if head in catalogue.metadata}
    catalogue.metadata = {"Language": path.parents[1].name, **headers}
    return str(catalogue)


def all_plugins() -> Iterator[tuple[str, Plugin]]:
    """Yield a description for translators and the plug-in, for every plug-in of every folder."""
    folders: Mapping[str, Mapping[str, Plugin]] = {
        "report": all_reports(),
        "format of reports": all_renderers(),
        "pairing method": all_methods(),
        "metric of the standings": all_metrics(),
        "rating system": all_systems(),
        "kind of prize": all_kinds(),
        "format of events": event_formats(),
        "format of tables": table_formats(),
    }
    for words, folder in folders.items():
        for key, plugin in folder.items():
            yield f"{words} {key}", plugin


def plugin_texts_module() -> str:
    """Return a Python module that marks each string of the plug-ins once for gettext."""
    marked: dict[tuple[str, str], str] = {("", group): "group of reports" for group in GROUPS}
    with translation.override(None):
        for words, plugin in all_plugins():
            for context, text in plugins.texts_of(plugin):
                if text:
                    marked.setdefault((context, text), words)
        for words, options in (("boards and byes", Seating), ("rules of an event", EventRules)):
            for item in fields(options):
                for _, text in plugins.texts_of_option(item):
                    marked.setdefault(("", text), words)
        for context, name in names_to_translate():
            marked.setdefault((context, name), context)
        for words, names in DATA_FILE_TEXTS.items():
            for name in names():
                marked.setdefault(("", name), words)
        for verb, name in all_verbs().items():
            marked.setdefault(("", name), f"action of the log {verb}")
        marked.pop(("", ""), None)
    lines = ["from django.utils.translation import gettext, pgettext"]
    for (context, text), words in marked.items():
        call = f"pgettext({context!r}, {text!r})" if context else f"gettext({text!r})"
        lines += [f"# Translators: {words}", call]
    return "\n".join([*lines, ""])
