"""The base class of reports, and the registry of those in `definitions/`."""

from __future__ import annotations

from abc import ABC, abstractmethod
from collections.abc import Iterable, Mapping
from dataclasses import dataclass, field, fields, make_dataclass, replace
from functools import cache, cached_property
from types import MappingProxyType
from typing import Any, ClassVar

from django.utils.translation import gettext as _

from scoring.wording.phrases import comma_list
from tournament import extension
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
)
"""The groups in the menu of reports, in the order of the director's day.

`makemessages` collects these names with the other strings of plugins, and
`tournament.wording.plugins.translate_text` translates them.
"""
EVERYBODY = "everybody"
"""The audience of a report that omits drafts and withheld rounds."""


@dataclass(frozen=True)
class Variant:
    """One of several papers of a report, with its own key and title."""

    key: str
    """The base of the file name; formerly the key of a separate report (`EARLIER_KEYS`)."""
    title: str
    help: str
    """The help text: what the variant contains."""
    without: tuple[str, ...] = field(default=(), kw_only=True)
    """The options of the report that do not apply to this variant."""
    for_paper: bool = field(default=False, kw_only=True)
    """Whether the variant is useful on paper only, not as a spreadsheet."""


class Definition(Plugin, ABC):
    """A report. The file's name is its key, and the docstring its help text for the director.

    Its title, help and options are in English here and translated when shown
    (`tournament.wording.plugins`). `build` writes in the language of the current request.

    The fields of `Options` define the form and the options of the command; a field without a default is
    required. A field named `audience` marks a report that may contain withheld results.
    """

    title: ClassVar[str]
    group: ClassVar[str]
    """The group of the report in the menu, one of `GROUPS`."""
    private: ClassVar[bool] = False
    """Whether only the director may view the report."""
    for_paper: ClassVar[bool] = False
    """Whether the report is useful on paper only, not as a spreadsheet."""
    single: ClassVar[str] = ""
    """The things that the option `only` selects, `boards` or `players`; empty if the report has no such option."""

    chooses: ClassVar[str] = ""
    """The name of the option that selects one of the `variants`; empty if the report has none."""
    variants: ClassVar[Mapping[str, Variant]] = MappingProxyType({})
    """The papers that the report offers, by the value of the option named in `chooses`."""

    @cached_property
    def key(self) -> str:
        """Return the key of the report, the name of its file."""
        return type(self).__module__.rpartition(".")[2]

    def selected_variant(self, options: Any) -> Definition | Variant:
        """Return the selected variant, or the report itself if it has no variants.

        The paper takes its key and title from the result. Raise `NoSuchReport` for an unknown variant, and
        `CannotReport` for an option that does not apply.
        """
        if not self.chooses:
            return self
        value = getattr(options, self.chooses)
        if value not in self.variants:
            raise _unknown_report_error(value, self.variants)
        variant = self.variants[value]
        given = {
            item.name for item in fields(options) if getattr(options, item.name) != item.default
        }
        if unknown := sorted(given.intersection(variant.without)):
            known = [name for name in self.option_names() if name not in variant.without]
            raise unknown_options_error(unknown, known)
        return variant

    @abstractmethod
    def build(self, event: Any, options: Any, printed_at: Any) -> Report:
        """Return the report. Raise `CannotReport` with the reason if it cannot be built."""

    def folder_options(self, event: Any) -> list[Any]:
        """Return the options of each copy of the report in the event folder, by default a single one.

        Reports with several copies, such as one for each round, override this.
        """
        del event
        return [self.Options()]

    def public_options(self, options: Any) -> Any:
        """Return the options with the audience set to everybody, if the report has that option."""
        if "audience" in self.option_names():
            return replace(options, audience=EVERYBODY)
        return options

    def options_without_codes(self, options: Any) -> Any:
        """Return the options without QR codes, so that no code opens a player's own page."""
        return replace(options, codes="no") if "codes" in self.option_names() else options


definitions.__path__ += [path for package in extension.REPORTS for path in package.__path__]
_REPORTS = Plugins(definitions, Definition)  # type: ignore[type-abstract]


def all_reports() -> Mapping[str, Definition]:
    """Return every report by key, in key order."""
    return _REPORTS


EARLIER_KEYS: Mapping[str, tuple[str, str]] = {
    **{
        key: ("records", key)
        for key in (
            "bingos", "challenges", "comebacks", "exchanges", "high_combined", "high_games", "high_losses",
            "high_plays", "high_spread", "high_wins", "lucky", "nine_timers", "phonies", "upsets",
        )
    },
    "newspaper": ("closing", "text"),
    "pairings_by_name": ("pairings", "name"),
    "pairings_by_rank": ("pairings", "rank"),
    "rank_by_round": ("by_round", "rank"),
    "round_by_round": ("by_round", "scores"),
    "spread_by_round": ("by_round", "spread"),
}  # fmt: skip
"""Former reports that are now variants of another: earlier key to (report, variant).

Addresses, packs, commands and file names still use the earlier keys.
"""


def find_definition(key: str) -> Definition:
    """Return the definition of a report, or of a variant by its earlier key.

    Raise `NoSuchReport` for an unknown key.
    """
    if key in EARLIER_KEYS:
        return single_variant(*EARLIER_KEYS[key])
    if not is_paper_key(key):
        raise _unknown_report_error(key, _REPORTS)
    return _REPORTS[key]


@cache
def single_variant(key: str, value: str) -> Definition:
    """Return a variant as a report of its own: with its title and help text, and selected by default."""
    of = type(_REPORTS[key])
    variant = of.variants[value]
    chooses = next(item for item in fields(of.Options) if item.name == of.chooses)
    options = make_dataclass(
        "Options",
        [(of.chooses, str, field(default=value, metadata=chooses.metadata))],
        bases=(of.Options,),
        frozen=True,
    )
    own = {"Options": options, "title": variant.title, "for_paper": variant.for_paper}
    return type(of.__name__, (of,), {**own, "__doc__": variant.help, "__module__": of.__module__})()


def is_paper_key(key: str) -> bool:
    """Return whether the key is that of a report, or the earlier key of a variant."""
    return key in _REPORTS or key in EARLIER_KEYS


def all_papers() -> dict[str, Definition]:
    """Return every report by key; a report with variants is replaced by these, each under its own key."""
    return {
        paper_key: paper
        for key, report in all_reports().items()
        for paper_key, paper in (
            (
                (variant.key, single_variant(key, value))
                for value, variant in report.variants.items()
            )
            if report.variants
            else ((key, report),)
        )
    }


def _unknown_report_error(key: str, known: Iterable[str]) -> NoSuchReport:
    sentence = _("There is no report “{key}”. Reports: {reports}.")
    return NoSuchReport(sentence.format(key=key, reports=comma_list(known)))


class NoSuchReport(ValueError):
    """The requested report or format does not exist; the message names the known ones."""


class CannotReport(ValueError):
    """The report cannot be built with these options; the message gives the reason and the alternatives."""


def unknown_options_error(unknown: Iterable[str], known: Iterable[str]) -> CannotReport:
    """Return the error for options that a report does not have; it names those it has."""
    return CannotReport(
        _("This report has no option {unknown}. Options: {known}.").format(
            unknown=_(" and no ").join(unknown), known=comma_list(known)
        )
    )
