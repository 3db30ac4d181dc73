"""Packs: several reports as one file, printed together; what changed since they were last printed."""

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
from tournament.reports.definition import Definition, NoSuchReport, Variant, definition, is_paper
from tournament.reports.delivery import build
from tournament.reports.event_folder import is_empty_report
from tournament.reports.figures import date_and_time, safe_file_name
from tournament.reports.framing import report_on
from tournament.reports.paper import Paper
from tournament.reports.renderer import renderer
from tournament.reports.report import Report
from tournament.reports.request import (
    CannotReport,
    audience_option,
    chosen_only,
    division_option,
    only_option,
    options_from,
    requested_divisions,
)


@dataclass(frozen=True, slots=True)
class WhichPack:
    """Of which divisions a pack is; with boards or players chosen it is of the papers of those alone."""

    division: str = division_option()
    boards: str = only_option("boards")
    players: str = only_option("players")
    audience: str = audience_option()


class Pack(Definition):
    """Several reports as one file, printed together; those that have nothing to say are left out."""

    reports: Sequence[str] = ()
    for_paper = True
    Options = WhichPack

    def folder(self, event: Event) -> list[Any]:
        """None: each of its reports is in the folder of the event by itself."""
        del event
        return []

    @property
    def heading(self) -> str:
        """The title of its file."""
        return self.title

    @property
    def file_word(self) -> str:
        """What its file is called by, behind the event."""
        return self.key

    @property
    def singles(self) -> tuple[str, ...]:
        """What can be chosen of it: "boards", "players", neither or both."""
        singles = {definition(report).single for report in self.reports}
        return tuple(sorted(singles - {""}))

    def build(self, event: Event, options: Any, printed_at: datetime) -> Report:
        """The papers. Raises `CannotReport` where none has anything to say."""
        for numbers in (options.boards, options.players):
            chosen_only(numbers)
        parts, left_out = [], []
        for report, taken in self._wanted(options):
            try:
                part = report.build(event, options_from(report.Options, taken), printed_at)
            except CannotReport as reason:
                left_out.append(str(reason))
                continue
            if not is_empty_report(part):
                parts.append(part)
        if not parts:
            if options.boards or options.players:
                raise CannotReport(_("These boards and players have no paper in this pack."))
            raise CannotReport(left_out[0] if left_out else _("There is nothing to print yet."))
        divisions = requested_divisions(event, options.division)
        named = Variant(self.file_word, self.heading, "")
        return report_on(named, event, divisions, printed_at, parts=tuple(parts))

    def _wanted(self, options: Any) -> Iterator[tuple[Definition, dict[str, Any]]]:
        """Its reports, each with the options it takes; of chosen boards and players their papers alone."""
        chosen = {"boards": options.boards, "players": options.players}
        common = {"division": options.division, "audience": options.audience}
        for report in map(definition, self.reports):
            only = chosen.get(report.single, "")
            if only or not any(chosen.values()):
                given = common | {"only": only}
                names = report.option_names()
                yield report, {name: value for name, value in given.items() if name in names}


READY = ("round_papers", "papers_after_round", "ceremony_papers", "rating_officer_papers")
"""The packs every event has, in the order of the day."""


class OwnPack(Pack):
    """A pack that the director put together."""

    group = "For the round"
    private = True

    def __init__(self, key: str, title: str, reports: Sequence[str]) -> None:
        self.key, self.own_title, self.reports = key, title, reports

    @property
    def heading(self) -> str:
        """The name the director gave it."""
        return self.own_title

    @property
    def file_word(self) -> str:
        """Its name in plain letters; its key where it has none of those."""
        word = safe_file_name(self.own_title)
        return self.key if word == safe_file_name("") else word


def packs_of(event: Event) -> Mapping[str, Pack]:
    """Return the packs of an event by key: the ready ones, then the director's own by name."""
    own = sorted(
        event.printing.get("packs", {}).items(), key=lambda item: item[1]["name"].casefold()
    )
    ready = {key: cast("Pack", definition(key)) for key in READY}
    return ready | {
        key: OwnPack(
            key, own_pack["name"], [name for name in own_pack["reports"] if is_paper(name)]
        )
        for key, own_pack in own
    }


def pack_called(event: Event, key: str) -> Pack:
    """Return the pack of that key. Raises `NoSuchReport`."""
    packs = packs_of(event)
    if key not in packs:
        raise NoSuchReport(_("There is no such pack any more."))
    return packs[key]


def can_be_packed(report: Definition) -> bool:
    """Return whether a report can be a part of a pack: it needs no answer first, and is itself no pack."""
    needs = any(
        item.default is MISSING and item.default_factory is MISSING
        for item in fields(report.Options)
    )
    of_one_game = {"round", "board"} <= set(report.option_names())
    return not needs and not of_one_game and not isinstance(report, Pack)


@dataclass(frozen=True, slots=True)
class PrintState:
    """One paper of a pack, and how it stands to what was printed of it last."""

    of: str
    """What it is a paper of: report, division and round."""
    digest: str
    revision: int
    """Of the last print; 0 where there is none."""
    at: datetime | None
    is_changed: bool
    """Whether it is not as it was printed last."""

    @property
    def next_revision(self) -> int:
        """The revision it is printed as now."""
        return self.revision + self.is_changed


def states_of(event: Event, chosen: Definition, state: datetime) -> list[PrintState]:
    """Return the print state of each paper of a pack, in its order. Raises `CannotReport`."""
    printed = event.printing.get("printed", {})
    report = build(chosen, event, chosen.Options(), state, "json")
    return [_state(leaf, printed) for leaf in report.leaves]


def _state(leaf: Report, printed: Mapping[str, Any]) -> PrintState:
    of = " ".join(map(str, (leaf.key, leaf.division, leaf.round_number or ""))).strip()
    # What is on paper alone, such as a picture, follows from the figures that programs read.
    document = json.loads(renderer("json").render(replace(leaf, chain_head=""), Paper()))
    document.pop("printed_at", None)
    digest = hashlib.sha256(json.dumps(document, sort_keys=True).encode()).hexdigest()[:16]
    last = printed.get(of)
    if last is None:
        return PrintState(of, digest, 0, None, is_changed=True)
    at = timezone.localtime(datetime.fromisoformat(last["at"]))
    return PrintState(of, digest, last["revision"], at, last["digest"] != digest)


def with_revisions(
    report: Report, states: Sequence[PrintState], *, changed_alone: bool = False
) -> Report:
    """Return a pack as it is printed now: each paper with its revision, on wish the changed ones alone.

    Raises `CannotReport` where that leaves none.
    """
    leaves = tuple(_marked(report.leaves, states, changed_alone=changed_alone))
    if not leaves:
        raise CannotReport(_("Nothing has changed since it was last printed."))
    return replace(report, parts=leaves)


def _marked(
    leaves: Sequence[Report], states: Sequence[PrintState], *, changed_alone: bool
) -> Iterator[Report]:
    for leaf, state in zip(leaves, states, strict=True):
        if state.is_changed or not changed_alone:
            yield replace(leaf, revision=_revision(state))


def _revision(state: PrintState) -> str:
    """Return what stands at the foot of a paper that was printed before; nothing on the first print."""
    if state.next_revision == 1:
        return ""
    if state.is_changed and state.at is not None:
        return _("Revision {number}, replaces that of {when}").format(
            number=state.next_revision, when=date_and_time(state.at)
        )
    return _("Revision {number}").format(number=state.revision)
