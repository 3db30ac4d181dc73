"""What a report is defined by, and which reports there are: the files of `definitions/`."""

from __future__ import annotations

from abc import ABC, abstractmethod
from collections.abc import Mapping
from dataclasses import replace
from typing import Any, ClassVar

from django.utils.translation import gettext as _

from scoring.wording.phrases import comma_list
from tournament.engine.plugins import Plugin, Plugins
from tournament.reports import definitions
from tournament.reports.report import Report

GROUPS = (
    "Setting up",
    "For the round",
    "Standings and records",
    "Best games",
    "Recorded games",
    "At the end",
    "The desk",
)
"""The menu of reports, in the order of the director's day; `makemessages` marks the names with the rest
of what plug-ins say, and `tournament.wording.plugins.translated` says them."""
EVERYBODY = "everybody"
"""The audience of a report that leaves out drafts and the rounds held back."""


class Definition(Plugin, ABC):
    """A report. The file's name is its key, the docstring the director's help.

    What it says of itself is plain English here, and translated where it is shown
    (`tournament.wording.plugins`); what `build` says is in the language of whoever asks.

    The fields of `Options` are the form and the command's options; a field without default has to
    be given. One named `audience` says that the report shows what may be held back.
    """

    title: ClassVar[str]
    group: ClassVar[str]
    """Where the report stands on the menu: one of `GROUPS`."""
    private: ClassVar[bool] = False
    """Whether the report is for the director alone."""
    for_paper: ClassVar[bool] = False
    """Whether nobody wants it as a spreadsheet."""
    single: ClassVar[str] = ""
    """What its option `only` numbers, `boards` or `players`; empty where it is had whole alone."""

    @abstractmethod
    def build(self, event: Any, options: Any, printed_at: Any) -> Report:
        """Return the report. Raises `CannotReport` where there is none, saying why."""

    def folder(self, event: Any) -> list[Any]:
        """The options under which it belongs in the folder of the whole event: once, as it is.

        A report of which there are several says which.
        """
        del event
        return [self.Options()]

    def for_everybody(self, options: Any) -> Any:
        """The options for somebody who does not direct: a report with an audience is for everybody."""
        if "audience" in self.option_names():
            return replace(options, audience=EVERYBODY)
        return options

    def without_codes(self, options: Any) -> Any:
        """The options for somebody who may not act for a player: no code opens a player's own page."""
        return replace(options, codes="no") if "codes" in self.option_names() else options


_REPORTS = Plugins(definitions, Definition)  # type: ignore[type-abstract]


def all_reports() -> Mapping[str, Definition]:
    """Every report by key, in key order."""
    return _REPORTS


def definition(key: str) -> Definition:
    """Return the definition of a report. Raises `NoSuchReport` naming the known ones."""
    if key not in _REPORTS:
        raise NoSuchReport(
            _("There is no report “{key}”. Reports: {reports}.").format(
                key=key, reports=comma_list(_REPORTS)
            )
        )
    return _REPORTS[key]


class NoSuchReport(ValueError):
    """A report or format was asked for that does not exist; the sentence names those that do."""
