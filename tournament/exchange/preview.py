"""The preview of an import: the counts and names that the director sees before it."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass

from django.utils.translation import gettext as _

from tournament.engine.dates import written_date
from tournament.engine.interchange import (
    MEMBER_TAG,
    PortableDivision,
    PortableEntrant,
    PortableEvent,
    PortableRound,
    Remark,
)
from tournament.engine.results import Outcome, is_bye
from tournament.exchange.preflight import caps_in_words
from tournament.wording.plugins import system_name


@dataclass(frozen=True, slots=True)
class RoundCounts:
    """The numbers of boards, byes, forfeits, void rounds and missing results of one round."""

    number: int
    boards: int
    byes: int
    forfeits: int
    void: int
    missing: int


@dataclass(frozen=True, slots=True)
class DivisionPreview:
    """One division, with its players in number order."""

    name: str
    players: tuple[PortableEntrant, ...]
    rounds: tuple[RoundCounts, ...]

    @property
    def byes(self) -> int:
        """The number of byes in all rounds."""
        return sum(round_.byes for round_ in self.rounds)

    @property
    def forfeits(self) -> int:
        """The number of forfeits in all rounds."""
        return sum(round_.forfeits for round_ in self.rounds)

    @property
    def missing_result_count(self) -> int:
        """The number of boards without a result in all rounds."""
        return sum(round_.missing for round_ in self.rounds)

    @property
    def withdrawn(self) -> tuple[str, ...]:
        """The names of withdrawn players."""
        return tuple(player.name for player in self.players if player.withdrawn_after is not None)


@dataclass(frozen=True, slots=True)
class ImportPreview:
    """The event to be imported, with obstacles, warnings, and data that is stored without being used."""

    divisions: tuple[DivisionPreview, ...]
    obstacles: tuple[Remark, ...]
    oddities: tuple[Remark, ...]
    unused: tuple[Remark, ...]
    tags: tuple[str, ...]
    """Tags on player lines that are stored without being used."""
    rules: tuple[tuple[str, str], ...]
    """The rules given by the files, each as a label and its value."""


def import_preview(event: PortableEvent) -> ImportPreview:
    """Return the preview of an import; if there are obstacles, it has only these, the warnings and the rules."""
    divisions = [division for division in event.divisions if division.entrants]
    return ImportPreview(
        divisions=() if event.obstacles else tuple(map(_division_preview, divisions)),
        obstacles=event.obstacles,
        oddities=tuple(remark for remark in event.oddities if not remark.unused),
        unused=() if event.obstacles else tuple(r for r in event.oddities if r.unused),
        tags=() if event.obstacles else _unused_tags(event),
        rules=tuple(_rules(event)),
    )


USED_TAGS = frozenset({"board", "class", "off", "p12", "penalty", "team", MEMBER_TAG})


def _unused_tags(event: PortableEvent) -> tuple[str, ...]:
    """Return the names of tags that are stored without being used."""
    tags = {
        tag
        for division in event.divisions
        for entrant in division.entrants
        for tag, _value in entrant.extras.get("tags", [])
    }
    return tuple(sorted(tags - USED_TAGS))


def _division_preview(division: PortableDivision) -> DivisionPreview:
    return DivisionPreview(
        division.name, division.entrants, tuple(_round_counts(round_) for round_ in division.rounds)
    )


def _round_counts(round_: PortableRound) -> RoundCounts:
    outcomes = [meeting.outcome for meeting in round_.meetings]
    return RoundCounts(
        number=round_.number,
        boards=sum(not meeting.is_alone for meeting in round_.meetings),
        byes=sum(map(is_bye, outcomes)),
        forfeits=sum(
            outcome in (Outcome.FIRST_FORFEITS, Outcome.SECOND_FORFEITS, Outcome.BOTH_FORFEIT)
            for outcome in outcomes
        ),
        void=outcomes.count(Outcome.VOID),
        missing=len(round_.meetings_without_result),
    )


def _rules(event: PortableEvent) -> Iterator[tuple[str, str]]:
    if event.archive_content is not None:
        return
    if event.date:
        yield _("First day"), written_date(event.date)
    if event.bye_spread is not None:
        yield (
            _("A bye counts as"),
            _("a win, spread {bye_spread}").format(bye_spread=event.bye_spread),
        )
    if caps := caps_in_words(event.spread_caps):
        yield _("Spread cap"), caps
    planned = [
        str(division.rounds_planned) for division in event.divisions if division.rounds_planned
    ]
    if planned:
        yield _("Rounds planned"), ", ".join(dict.fromkeys(planned))
    for division in event.divisions:
        if division.plan:
            listed = "; ".join(
                f"{line.rounds} {line.method.replace('_', ' ')}" for line in division.plan
            )
            yield _("Plan of division {division}").format(division=division.name), listed
    if prizes := sum(len(division.prizes) for division in event.divisions):
        yield _("Prizes"), str(prizes)
    if event.rating_system:
        yield _("Rating system"), system_name(event.rating_system)
