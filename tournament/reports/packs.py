"""Packs: several reports printed together as one file, with the changes since the last print."""

from __future__ import annotations

import hashlib
import json
from collections.abc import Iterator, Mapping, Sequence
from dataclasses import MISSING, dataclass, fields, replace
from datetime import datetime
from typing import Any, cast

from django.utils import timezone
from django.utils.translation import gettext as _

from tournament.models import Event
from tournament.reports.definition import (
    Definition,
    NoSuchReport,
    Variant,
    find_definition,
    is_paper_key,
)
from tournament.reports.delivery import build_report
from tournament.reports.event_folder import is_empty_report
from tournament.reports.figures import date_and_time, safe_file_name
from tournament.reports.framing import report_on
from tournament.reports.paper import Paper
from tournament.reports.renderer import renderer
from tournament.reports.report import Report
from tournament.reports.report_options import (
    CannotReport,
    audience_option,
    division_option,
    is_public,
    options_from,
    requested_divisions,
    selection_filter,
    selection_option,
)


@dataclass(frozen=True, slots=True)
class PackOptions:
    """The divisions of a pack. If boards or players are selected, it contains their papers only."""

    division: str = division_option()
    boards: str = selection_option("boards")
    players: str = selection_option("players")
    audience: str = audience_option()


class Pack(Definition):
    """Several reports printed together as one file, leaving out the empty ones."""

    reports: Sequence[str] = ()
    for_paper = True
    Options = PackOptions

    def folder_options(self, event: Event) -> list[Any]:
        """Return no options, because the event folder contains the reports of a pack individually."""
        del event
        return []

    @property
    def heading(self) -> str:
        """Return the title of the bundle."""
        return self.title

    @property
    def file_name_part(self) -> str:
        """Return the part of the file name that follows the event."""
        return self.key

    @property
    def selectable_kinds(self) -> tuple[str, ...]:
        """Return what can be selected within the pack: "boards", "players", or both; an empty tuple if nothing can."""
        singles = {find_definition(report).single for report in self.reports}
        return tuple(sorted(singles - {""}))

    def build(self, event: Event, options: Any, printed_at: datetime) -> Report:
        """Return the bundle of all papers that are not empty.

        Raise `CannotReport` if there are none, or if the division, the selection or the audience is invalid.
        """
        for numbers in (options.boards, options.players):
            selection_filter(numbers)
        is_public(options.audience)
        parts, left_out = [], []
        for report, taken in self._selected_reports(options):
            try:
                part = report.build(event, options_from(report.Options, taken), printed_at)
            except CannotReport as reason:
                left_out.append(str(reason))
                continue
            if not is_empty_report(part):
                parts.append(part)
        if not parts:
            if options.boards or options.players:
                raise CannotReport(_("This pack has no papers for these boards and players."))
            raise CannotReport(left_out[0] if left_out else _("There is nothing to print yet."))
        divisions = requested_divisions(event, options.division)
        named = Variant(self.file_name_part, self.heading, "")
        return report_on(named, event, divisions, printed_at, parts=tuple(parts))

    def _selected_reports(self, options: Any) -> Iterator[tuple[Definition, dict[str, Any]]]:
        """Yield the pack's reports with their options.

        If boards or players are selected, only the reports with papers for them are included.
        """
        chosen = {"boards": options.boards, "players": options.players}
        common = {"division": options.division, "audience": options.audience}
        for report in map(find_definition, self.reports):
            only = chosen.get(report.single, "")
            if only or not any(chosen.values()):
                given = common | {"only": only}
                names = report.option_names()
                yield report, {name: value for name, value in given.items() if name in names}


STANDARD_PACKS = ("round_papers", "papers_after_round", "ceremony_papers", "rating_officer_papers")
"""The standard packs, which every event has, in the order in which they are needed."""


class CustomPack(Pack):
    """A pack put together by the director."""

    group = "For the round"
    private = True

    def __init__(self, key: str, title: str, reports: Sequence[str]) -> None:
        self.key, self.own_title, self.reports = key, title, reports

    @property
    def heading(self) -> str:
        """Return the name given by the director."""
        return self.own_title

    @property
    def file_name_part(self) -> str:
        """Return the pack's name in ASCII, or its key if nothing of the name remains."""
        word = safe_file_name(self.own_title)
        return self.key if word == safe_file_name("") else word


def packs_of(event: Event) -> Mapping[str, Pack]:
    """Return the packs of an event by key: first the standard ones, then the director's own by name."""
    own = sorted(
        event.printing.get("packs", {}).items(), key=lambda item: item[1]["name"].casefold()
    )
    ready = {key: cast("Pack", find_definition(key)) for key in STANDARD_PACKS}
    return ready | {
        key: CustomPack(
            key, own_pack["name"], [name for name in own_pack["reports"] if is_paper_key(name)]
        )
        for key, own_pack in own
    }


def find_pack(event: Event, key: str) -> Pack:
    """Return the pack with this key. Raise `NoSuchReport` if it does not exist."""
    packs = packs_of(event)
    if key not in packs:
        raise NoSuchReport(_("This pack no longer exists."))
    return packs[key]


def can_be_packed(report: Definition) -> bool:
    """Return whether a report can be part of a pack.

    It must have no required options, must not be about one game and must not itself be a pack.
    """
    needs = any(
        item.default is MISSING and item.default_factory is MISSING
        for item in fields(report.Options)
    )
    of_one_game = {"round", "board"} <= set(report.option_names())
    return not needs and not of_one_game and not isinstance(report, Pack)


@dataclass(frozen=True, slots=True)
class PrintState:
    """The state of a paper in a pack, compared with its last print."""

    paper_id: str
    """The identity of the paper: the key of its report, the division and the round."""
    digest: str
    revision: int
    """The revision of the last print; 0 if the paper was never printed."""
    at: datetime | None
    is_changed: bool
    """Whether the paper differs from its last print, or was never printed."""

    @property
    def next_revision(self) -> int:
        """Return the revision of the next print."""
        return self.revision + self.is_changed


def print_states(event: Event, chosen: Definition, state: datetime) -> list[PrintState]:
    """Return the print state of each paper of a pack, in order. Raise `CannotReport` if the pack has no papers."""
    printed = event.printing.get("printed", {})
    report = build_report(chosen, event, chosen.Options(), state, "json")
    return [_print_state(leaf, printed) for leaf in report.leaves]


def _print_state(leaf: Report, printed: Mapping[str, Any]) -> PrintState:
    of = " ".join(map(str, (leaf.key, leaf.division, leaf.round_number or ""))).strip()
    # The JSON suffices: pictures and other elements on paper only are derived from its figures.
    document = json.loads(renderer("json").render(replace(leaf, chain_head=""), Paper()))
    document.pop("printed_at", None)
    digest = hashlib.sha256(json.dumps(document, sort_keys=True).encode()).hexdigest()[:16]
    last = printed.get(of)
    if last is None:
        return PrintState(of, digest, 0, None, is_changed=True)
    at = timezone.localtime(datetime.fromisoformat(last["at"]))
    return PrintState(of, digest, last["revision"], at, last["digest"] != digest)


def add_revisions(
    report: Report, states: Sequence[PrintState], *, changed_alone: bool = False
) -> Report:
    """Return a pack ready to print, with the revision on each paper; with `changed_alone`, only the changed papers.

    Raise `CannotReport` if no paper remains.
    """
    leaves = tuple(_revised_papers(report.leaves, states, changed_alone=changed_alone))
    if not leaves:
        raise CannotReport(_("Nothing has changed since this pack was last printed."))
    return replace(report, parts=leaves)


def _revised_papers(
    leaves: Sequence[Report], states: Sequence[PrintState], *, changed_alone: bool
) -> Iterator[Report]:
    for leaf, state in zip(leaves, states, strict=True):
        if state.is_changed or not changed_alone:
            yield replace(leaf, revision=_revision_text(state))


def _revision_text(state: PrintState) -> str:
    """Return the revision for the footer of a paper; empty for the first revision."""
    if state.next_revision == 1:
        return ""
    if state.is_changed and state.at is not None:
        return _("Revision {number}, replaces the one from {when}").format(
            number=state.next_revision, when=date_and_time(state.at)
        )
    return _("Revision {number}").format(number=state.revision)
