"""What a report is defined by, and which reports there are: the files of `definitions/`."""

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
"""The menu of reports, in the order of the director's day; `makemessages` marks the names with the rest
of what plug-ins say, and `tournament.wording.plugins.translate_text` says them."""
EVERYBODY = "everybody"
"""The audience of a report that leaves out drafts and the rounds held back."""


@dataclass(frozen=True)
class Variant:
    """One of several papers that a report offers, with a key and title of its own."""

    key: str
    """What its file is called by; once the key of a report of its own (`EARLIER_KEYS`)."""
    title: str
    help: str
    """What is in it."""
    without: tuple[str, ...] = field(default=(), kw_only=True)
    """The options of the report that it does not take."""
    for_paper: bool = field(default=False, kw_only=True)
    """Whether nobody wants it as a spreadsheet."""


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

    chooses: ClassVar[str] = ""
    """Its option that chooses one of its `variants`; empty where it has none."""
    variants: ClassVar[Mapping[str, Variant]] = MappingProxyType({})
    """The papers it offers, by the value of that option."""

    @cached_property
    def key(self) -> str:
        """The name of its file."""
        return type(self).__module__.rpartition(".")[2]

    def named(self, options: Any) -> Definition | Variant:
        """Return what gives the paper its key and title: the variant chosen, or the report itself.

        Raises `NoSuchReport` naming the variants there are, and `CannotReport` for an option it does not take.
        """
        if not self.chooses:
            return self
        value = getattr(options, self.chooses)
        if value not in self.variants:
            raise _no_such(value, self.variants)
        variant = self.variants[value]
        given = {
            item.name for item in fields(options) if getattr(options, item.name) != item.default
        }
        if unknown := sorted(given.intersection(variant.without)):
            known = [name for name in self.option_names() if name not in variant.without]
            raise takes_no(unknown, known)
        return variant

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


definitions.__path__ += [path for package in extension.REPORTS for path in package.__path__]
_REPORTS = Plugins(definitions, Definition)  # type: ignore[type-abstract]


def all_reports() -> Mapping[str, Definition]:
    """Every report by key, in key order."""
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
"""Reports that are now a variant of another: which report, and the variant. Addresses, packs and commands
may still name them, and the papers do."""


def definition(key: str) -> Definition:
    """Return the definition of a report, or of a variant by its earlier key.

    Raises `NoSuchReport` naming the reports there are.
    """
    if key in EARLIER_KEYS:
        return single_variant(*EARLIER_KEYS[key])
    if not is_paper(key):
        raise _no_such(key, _REPORTS)
    return _REPORTS[key]


@cache
def single_variant(key: str, value: str) -> Definition:
    """Return a report as if it had one variant alone, which is what its options choose unless told otherwise."""
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


def is_paper(key: str) -> bool:
    """Return whether there is a report of that key, or a variant that had it earlier."""
    return key in _REPORTS or key in EARLIER_KEYS


def every_paper() -> dict[str, Definition]:
    """Return every report by key, each variant apart under its own key."""
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


def _no_such(key: str, known: Iterable[str]) -> NoSuchReport:
    sentence = _("There is no report “{key}”. Reports: {reports}.")
    return NoSuchReport(sentence.format(key=key, reports=comma_list(known)))


class NoSuchReport(ValueError):
    """A report or format was asked for that does not exist; the sentence names those that do."""


class CannotReport(ValueError):
    """The report exists, but not for what was asked: says why, and what there is instead."""


def takes_no(unknown: Iterable[str], known: Iterable[str]) -> CannotReport:
    """Return the refusal of options a report does not have, which names those it has."""
    return CannotReport(
        _("This report takes no {unknown}. It takes: {known}.").format(
            unknown=_(" and no ").join(unknown), known=comma_list(known)
        )
    )
