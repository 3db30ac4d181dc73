"""The effect of the event on ratings."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from typing import Any

from django.utils.translation import gettext as _
from django.utils.translation import gettext_lazy as _lazy
from django.utils.translation import ngettext

from tournament.engine.ratings.system import CannotRate, find_system
from tournament.models import Division
from tournament.queries.standings.ratings import RatedDivision, RatedRow, rated_division
from tournament.reports.per_division import DivisionDefinition
from tournament.reports.report import Cell, Column, Emphasis, Group, Kind, Row, Table
from tournament.reports.report_options import (
    CannotReport,
    division_option,
    report_option,
    round_option,
)
from tournament.wording.plugins import name_of
from tournament.wording.sentences import sentence

COLUMNS = (
    Column("number", _lazy("No."), Kind.INTEGER, name=_lazy("Number")),
    Column("name", _lazy("Name")),
    Column("old", _lazy("Before"), Kind.INTEGER, name=_lazy("Rating before")),
    Column("new", _lazy("After"), Kind.INTEGER, name=_lazy("Rating after")),
    Column("change", "±", Kind.SPREAD, name=_lazy("Change")),
    Column("games", _lazy("Games"), Kind.INTEGER, name=_lazy("Rated games")),
    Column("wins", _lazy("Wins"), Kind.RECORD),
    Column("performance", _lazy("Perf."), Kind.INTEGER, name=_lazy("Performance rating")),
    Column("opponents", _lazy("Opponents"), Kind.AVERAGE, name=_lazy("Opponents’ average rating")),
    Column("note", "", name=_lazy("Note"), width=14),
)


class Ratings(DivisionDefinition):
    """The rating each player had before the event and would have if it ended now.

    Byes and forfeits are not rated. The rating before the event is taken from the latest list of the
    system up to the date of the event or, for players not on it, from their entry. Divisions
    already rated keep their figures. The performance is the rating at which the expected wins
    against rated opponents equal the actual wins. Ratings are shown as whole numbers.
    """

    title = "Rating report"
    group = "At the end"
    private = True

    @dataclass(frozen=True, slots=True)
    class Options:
        """The rating system, and the last round to rate."""

        division: str = division_option()
        system: str = report_option("The rating system. Default: the event's system.", "")
        round: int | None = round_option("all rounds played")

    def gather(self, division: Division, options: Options, *, public: bool) -> RatedDivision:
        """Return the ratings of a division.

        Raise `CannotReport` for an unknown rating system, if the event has none, or if no game has been played.
        """
        del public
        try:
            return rated_division(division, options.system, through=options.round)
        except CannotRate as reason:
            raise CannotReport(sentence(reason.message)) from reason

    def tables(self, done: RatedDivision, options: Options) -> tuple[Table]:
        """Return the table of a division, highest new ratings first."""
        ordered = sorted(done.rows, key=lambda row: (row.new is None, -(row.new or 0)))
        rows = tuple(_row(row) for row in ordered)
        return (Table("ratings", COLUMNS, (Group(rows),)),)

    def extra_fields(self, plays: Sequence[RatedDivision], options: Options) -> dict[str, Any]:
        """Return the rating system as the subtitle, the last rated round and notes."""
        return {
            "subtitle": name_of(find_system(plays[0].system)),
            "round_number": max(done.through for done in plays),
            "notes": [_note(done, single=len(plays) == 1) for done in plays],
        }


def _row(row: RatedRow) -> Row:
    old, new, change = row.rounded_figures
    return (
        row.person.number,
        row.person.name,
        old,
        Cell(new, Emphasis.STRONG),
        change,
        row.games,
        row.wins,
        row.performance,
        None if row.average_opponent_rating is None else round(row.average_opponent_rating, 1),
        _("first rating") if row.after.is_first else "",
    )


def _note(done: RatedDivision, *, single: bool) -> str:
    """Return a note on a division's ratings: their source, guesses, the last round and missing results.

    It also says if the figures do not agree with the final rating in force.
    """
    sentences = [
        done.source_sentence,
        done.agreement.note,
        *done.guess_sentences,
        _("Rounds up to {round}.").format(round=done.through),
    ]
    if missing := len(done.missing):
        sentences.append(
            ngettext(
                "{count} result is still missing.", "{count} results are still missing.", missing
            ).format(count=missing)
        )
    note = " ".join(filter(None, sentences))
    if single:
        return note
    return _("Division {division}: {note}").format(division=done.division, note=note)
