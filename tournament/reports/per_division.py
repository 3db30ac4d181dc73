"""Base classes of most reports, with tables for each division, for one round, or for all games."""

from __future__ import annotations

from abc import abstractmethod
from collections.abc import Iterable, Sequence
from dataclasses import replace
from datetime import datetime
from itertools import chain
from typing import Any, ClassVar

from tournament.models import Division, Event
from tournament.queries.results.division_games import division_games
from tournament.queries.standings.standings import DivisionStandings, division_standings
from tournament.reports.contests import DivisionContest, division_contest
from tournament.reports.definition import Definition
from tournament.reports.framing import report_on, with_division_heading, withheld_results_note
from tournament.reports.report import Picture, Report, Section, Table
from tournament.reports.report_options import (
    ResultsOptions,
    RoundOptions,
    StandingsOptions,
    is_public,
    requested_divisions,
)
from tournament.reports.seating import DivisionRound, requested_rounds, shared_round_number


class DivisionDefinition(Definition):
    """A report with tables for each division, built from its published rounds and results.

    If there are several divisions, tables are named after them. A picture without a title takes the title
    of the table that follows it. Reports on other data override `gather`.
    """

    Options: ClassVar[type[Any]] = ResultsOptions

    def gather(self, division: Division, options: Any, *, public: bool) -> Any:
        """Return the data for the tables of a division, an object with an attribute `division`."""
        del options
        return division_games(division, public=public).without_drafts

    def tables(self, play: Any, options: Any) -> Iterable[Section]:
        """Return the tables and pictures of a division."""
        raise NotImplementedError

    def sections(self, plays: Sequence[Any], options: Any) -> tuple[Section, ...]:
        """Return the tables and pictures of all divisions."""
        single = len(plays) == 1
        parts = (
            sections_of_division(self.tables(play, options), play.division, single=single)
            for play in plays
        )
        return tuple(chain.from_iterable(parts))

    def extra_fields(self, plays: Sequence[Any], options: Any) -> dict[str, Any]:
        """Return the other fields of the `Report`, such as notes. Raise `CannotReport` for invalid options."""
        del plays, options
        return {}

    def build(self, event: Event, options: Any, printed_at: datetime) -> Report:
        """Return the report. Raise `CannotReport` for an unknown division or invalid options."""
        public = is_public(getattr(options, "audience", ""))
        divisions = requested_divisions(event, options.division)
        plays = [self.gather(division, options, public=public) for division in divisions]
        return self.report_of(event, plays, options, printed_at)

    def report_of(
        self, event: Event, plays: Sequence[Any], options: Any, printed_at: datetime
    ) -> Report:
        """Return the report on these divisions. Raise `CannotReport` for invalid options."""
        named = self.selected_variant(options)
        more = self.extra_fields(plays, options)
        notes = (
            *more.pop("notes", ()),
            *withheld_results_note(any(getattr(play, "held_back", ()) for play in plays)),
        )
        return report_on(
            named,
            event,
            [play.division for play in plays],
            printed_at,
            notes=notes,
            sections=self.sections(plays, options),
            **more,
        )


class StandingsDefinition(DivisionDefinition):
    """A report on the standings of each division after the requested round, or the latest with a result."""

    Options: ClassVar[type[Any]] = StandingsOptions

    def gather(self, division: Division, options: Any, *, public: bool) -> DivisionStandings:
        """Return the standings of a division."""
        return division_standings(division, getattr(options, "round", None), public=public)

    def extra_fields(self, plays: Sequence[DivisionStandings], options: Any) -> dict[str, Any]:
        """Return the round of the standings; None if the divisions differ or nothing has been played."""
        del options
        after = {standings.after for standings in plays}
        return {"round_number": (after.pop() or None) if len(after) == 1 else None}


class RoundDefinition(Definition):
    """A report with tables of one round in each division, by default the latest published round."""

    Options: ClassVar[type[Any]] = RoundOptions

    @abstractmethod
    def tables(self, paired_round: DivisionRound, options: Any) -> Iterable[Section]:
        """Return the tables and pictures of a division."""

    def extra_fields(self, rounds: Sequence[DivisionRound], options: Any) -> dict[str, Any]:
        """Return the other fields of the `Report`, such as notes."""
        del rounds, options
        return {}

    def build(self, event: Event, options: Any, printed_at: datetime) -> Report:
        """Return the report. Raise `CannotReport` if no division has the round, or for invalid options."""
        divisions = requested_divisions(event, options.division)
        rounds = requested_rounds(divisions, options.round, public=is_public(options.audience))
        named = self.selected_variant(options)
        more = self.extra_fields(rounds, options)
        held = any(paired_round.play.held_back for paired_round in rounds)
        return report_on(
            named,
            event,
            divisions,
            printed_at,
            round_number=shared_round_number(rounds),
            notes=(*more.pop("notes", ()), *withheld_results_note(held)),
            draft=any(paired_round.is_draft for paired_round in rounds),
            sections=tuple(
                section
                for paired_round in rounds
                for section in sections_of_division(
                    self.tables(paired_round, options),
                    paired_round.play.division,
                    single=len(divisions) == 1,
                )
            ),
            **more,
        )


class GamesDefinition(Definition):
    """A report on all games played or recorded in the requested divisions."""

    Options: ClassVar[type[Any]] = ResultsOptions

    def needs_plays(self, options: Any) -> bool:
        """Return whether the report needs the plays and comebacks in `DivisionContest.sections`."""
        del options
        return False

    @abstractmethod
    def content(self, seen: DivisionContest, event: Event, options: Any) -> dict[str, Any]:
        """Return the fields of the `Report`: `sections`, and others such as notes.

        Raise `CannotReport` for invalid options.
        """

    def build(self, event: Event, options: Any, printed_at: datetime) -> Report:
        """Return the report. Raise `CannotReport` for an unknown division or invalid options."""
        named = self.selected_variant(options)
        seen = division_contest(
            event,
            getattr(options, "division", ""),
            options.audience,
            plays=self.needs_plays(options),
        )
        content = self.content(seen, event, options)
        notes = (*content.pop("notes", ()), *seen.notes)
        head = {"round_number": seen.last_common_round, "notes": notes}
        return report_on(named, event, seen.divisions, printed_at, **{**head, **content})


def sections_of_division(
    sections: Iterable[Section], division: Division, *, single: bool
) -> list[Section]:
    """Return the tables and pictures of a division; tables are named after it if the report covers several.

    A picture without a title takes the title of the next table that is not only for data files.
    """
    parts: list[Section] = []
    title = ""
    for section in reversed(list(sections)):
        part = section
        if isinstance(section, Table):
            part = with_division_heading(section, division, single=single)
            title = title if section.data_only else part.shown_title
        elif isinstance(section, Picture):
            part = replace(section, title=section.title or title)
        parts.insert(0, part)
    return parts
