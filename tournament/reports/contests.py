"""The requested divisions of a report about the whole event, with everything played in them."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass

from django.utils.translation import gettext as _

from tournament.engine.prizes.contest import ContestDivision
from tournament.engine.turn_figures import RecordedTurn
from tournament.models import Division, Event
from tournament.queries.standings.prizes import prize_sections
from tournament.queries.standings.turn_figures import recorded_turns_of
from tournament.queries.visibility import ended_games_of
from tournament.reports.framing import with_division_heading, withheld_results_note
from tournament.reports.report import Column, Table
from tournament.reports.report_options import is_public, requested_divisions


@dataclass(frozen=True)
class DivisionContest:
    """The divisions of a report, with everything played in them."""

    divisions: tuple[Division, ...]
    sections: tuple[ContestDivision, ...]
    public: bool

    @property
    def is_single_division(self) -> bool:
        """Return whether the report covers exactly one division."""
        return len(self.divisions) == 1

    @property
    def last_common_round(self) -> int | None:
        """Return the round up to which all divisions have been played.

        Return None if it is not the same in all divisions, or if nothing has been played.
        """
        rounds = {section.after for section in self.sections}
        return (rounds.pop() or None) if len(rounds) == 1 else None

    @property
    def notes(self) -> tuple[str, ...]:
        """Return the note that some results are withheld, or an empty tuple if none are."""
        held = self.public and any(
            division.held_back_from is not None for division in self.divisions
        )
        return withheld_results_note(held)

    @property
    def division_column(self) -> tuple[Column, ...]:
        """Return the column that names the division; empty for a single division."""
        return () if self.is_single_division else (Column("division", _("Division")),)

    def division_cells(self, name: str) -> tuple[str, ...]:
        """Return the value for `division_column`; empty for a single division."""
        return () if self.is_single_division else (name,)

    def section(self, name: str) -> ContestDivision:
        """Return the section of a division, which must be one of the report's."""
        return next(section for section in self.sections if section.division == name)

    def turns(self, event: Event) -> list[RecordedTurn]:
        """Return every turn recorded in these divisions.

        A public report omits games in progress and withheld rounds.
        """
        names = {section.division for section in self.sections}
        turns = [turn for turn in recorded_turns_of(event).turns if turn.division in names]
        if not self.public:
            return turns
        ended = ended_games_of(self.divisions)
        return [
            turn for turn in turns if (event.pk, turn.division, turn.round, turn.board) in ended
        ]

    def by_division(self, tables: Sequence[Table]) -> tuple[Table, ...]:
        """Return a table for each division, named after it if there are several."""
        return tuple(
            with_division_heading(table, division, single=self.is_single_division)
            for division, table in zip(self.divisions, tables, strict=True)
        )


def division_contest(
    event: Event, division: str, audience: str, *, plays: bool = False
) -> DivisionContest:
    """Return what was played in the requested division, or in all divisions.

    With `plays`, include the plays and comebacks of recorded games. Raise `CannotReport` if the division
    or the audience is unknown.
    """
    divisions = requested_divisions(event, division)
    for chosen in divisions:
        chosen.event = event
    public = is_public(audience)
    return DivisionContest(
        tuple(divisions),
        tuple(prize_sections(event, divisions, public=public, plays=plays)),
        public,
    )
