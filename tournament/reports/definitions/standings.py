"""The standings of one or all divisions after any round."""

from __future__ import annotations

from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass, field, replace
from datetime import datetime

from django.utils.translation import gettext as _
from django.utils.translation import gettext_lazy as _lazy
from django.utils.translation import ngettext

from scoring.wording.phrases import comma_list
from tournament.engine.standings import Metric, RankedLine, all_metrics
from tournament.engine.standings.prospects import Prospect
from tournament.models import Division, Event
from tournament.queries.people.rating_lists import system_of
from tournament.queries.rounds.rounds import boards_of, round_summaries
from tournament.queries.standings.prospects import prospects_of
from tournament.queries.standings.rating_preview import RatingPreview, rating_preview
from tournament.queries.standings.standings import DivisionStandings, division_standings, is_final
from tournament.reports.definition import Definition
from tournament.reports.figures import TICK
from tournament.reports.report import (
    Cell,
    Column,
    Emphasis,
    Group,
    Kind,
    Report,
    Row,
    Table,
    Value,
    cell_value,
    division_title,
)
from tournament.reports.report_options import (
    CannotReport,
    audience_option,
    division_option,
    is_public,
    report_option,
    requested_divisions,
    round_option,
)
from tournament.wording.plugins import name_of, short_name_of

ALWAYS_SHOWN = ("wins", "losses", "spread", "capped_spread")
"""Metrics with fixed columns (capped spread only if it differs from spread); each other metric adds a column."""
RATING_COLUMNS = (
    Column("new_rating", _lazy("New"), Kind.INTEGER, name=_lazy("New rating")),
    Column("rating_change", "±", Kind.SPREAD, name=_lazy("Change of rating")),
)

FINAL_PLACE_COLUMNS = (
    Column("best", _lazy("Best"), Kind.INTEGER, name=_lazy("Best final place")),
    Column("worst", _lazy("Worst"), Kind.INTEGER, name=_lazy("Worst final place")),
    Column("place_note", "", name=_lazy("Exact or limit"), data_only=True),
)


class StandingsReport(Definition):
    """The standings after a round: wins and losses, with a tie as half of each, and spread.

    By default, every division is shown separately, after the latest round with a result.
    """

    title = "Standings"
    group = "Standings and records"

    @dataclass(frozen=True, slots=True)
    class Options:
        """The standings to show."""

        division: str = division_option()
        round: int | None = round_option("the latest with a result")
        ratings: str = report_option(
            "`yes` adds each player's rating, and its change, as if the event had ended after "
            "that round.",
            "",
            (("", "no"), ("yes", "yes")),
        )
        audience: str = audience_option()

    def build(self, event: Event, options: Options, printed_at: datetime) -> Report:
        """Return the standings.

        Raise `CannotReport` for an unknown division, a round not yet played, an invalid value of the option
        `audience` or `ratings`, or if ratings are requested without a rating system.
        """
        chosen = requested_divisions(event, options.division)
        public = is_public(options.audience)
        if options.ratings not in ("", "yes", "no"):
            raise CannotReport(
                _("“ratings” must be “yes” or “no”, not “{word}”.").format(word=options.ratings)
            )
        rated = options.ratings == "yes"
        ranked = [_ranked_division(d, options.round, public=public, rated=rated) for d in chosen]
        rounds = {after for _, after in ranked}
        return standings_report(
            event.name,
            event.slug,
            [ranking for ranking, _ in ranked],
            rounds.pop() or None if len(rounds) == 1 else None,
            printed_at,
        )


def _ranked_division(
    division: Division, after: int | None, *, public: bool, rated: bool
) -> tuple[RankedDivision, int]:
    table = division_standings(division, after, public=public)
    chances = prospects_of(table)
    if after is not None and not 1 <= after <= table.last:
        sentence = _("{division} has no results yet; round {round} has not been played.")
        if table.last:
            sentence = _(
                "{division} has results up to round {last}; round {round} has not been played."
            )
        raise CannotReport(
            sentence.format(division=division_title(division.name), last=table.last, round=after)
        )
    rows = table.rows
    return (
        RankedDivision(
            division.name,
            table.keys,
            tuple(row.line for row in rows),
            {row.person.number: row.person.name for row in rows},
            {row.person.number: row.person.rating for row in rows},
            _missing_boards(division, table),
            chances.by_number if chances and chances.max_games_left else {},
            table.held_back,
            _rating_preview(table) if rated else None,
            is_final(table),
        ),
        table.after,
    )


def _rating_preview(table: DivisionStandings) -> RatingPreview | None:
    """Return the ratings as if the event ended after the round that the table shows, or None if there are none.

    Raise `CannotReport` if the event has no rating system.
    """
    if not system_of(table.division):
        raise CannotReport(
            _("{event} has no rating system, so players are not rated.").format(
                event=table.division.event.name
            )
        )
    return rating_preview(table)


def _missing_boards(division: Division, table: DivisionStandings) -> tuple[int, ...]:
    """Return the boards without results in the round that the table shows; empty if no result is missing."""
    for summary in round_summaries(division):
        if summary.round.number == table.after and summary.missing:
            boards = boards_of(summary.round)
            return tuple(b.pairing.board for b in boards if b.is_missing and b.pairing.board)
    return ()


@dataclass(frozen=True, slots=True)
class RankedDivision:
    """The standings of one division, with the details that the engine does not know, such as names and ratings."""

    division: str
    precedence: tuple[str, ...]
    lines: tuple[RankedLine, ...]
    names: Mapping[int, str]
    ratings: Mapping[int, int | None] = field(default_factory=dict)
    missing_boards: tuple[int, ...] = ()
    prospects: Mapping[int, Prospect] = field(default_factory=dict)
    held_back: bool = False
    rating_preview: RatingPreview | None = None
    final: bool = False
    """Whether every planned round has been played."""


def standings_report(
    event: str,
    event_slug: str,
    divisions: Sequence[RankedDivision],
    round_number: int | None,
    printed_at: datetime,
) -> Report:
    """Return the standings of these divisions as one report, with a table for each.

    `round_number` is None before round 1, or if the standings are not after the same round in every division.
    """
    lines = [line for division in divisions for line in division.lines]
    extra = _extra_metrics(divisions)
    figures = [dict(zip(d.precedence, li.values, strict=True)) for d in divisions for li in d.lines]
    idle = {key for key in extra if not any(row.get(key) for row in figures)}
    idle |= set() if any(line.ties for line in lines) else {"ties"}
    capped = any(line.spread != line.capped_spread for line in lines)
    rated = any(value is not None for division in divisions for value in division.ratings.values())
    columns = _columns(rated=rated, capped=capped, extra=extra)
    if any(division.rating_preview for division in divisions):
        columns += RATING_COLUMNS
    if any(division.prospects for division in divisions):
        columns += FINAL_PLACE_COLUMNS
    columns = tuple(
        replace(column, data_only=True) if column.key in idle else column for column in columns
    )
    single = len(divisions) == 1
    return Report(
        key="standings",
        title=_("Final standings")
        if divisions and all(division.final for division in divisions)
        else _("Standings"),
        event=event,
        event_slug=event_slug,
        printed_at=printed_at,
        division=divisions[0].division if single else "",
        round_number=round_number,
        subtitle=_subtitle(divisions, round_number),
        sections=tuple(
            _table(division, columns, rated=rated, capped=capped, extra=extra, single=single)
            for division in divisions
        ),
        notes=tuple(_notes(divisions, lines, capped=capped)),
    )


def _columns(*, rated: bool, capped: bool, extra: Mapping[str, Metric]) -> tuple[Column, ...]:
    columns = [
        Column("rank", _("Rank"), Kind.INTEGER),
        Column("number", _("No."), Kind.INTEGER, name=_("Number")),
        Column("name", _("Name")),
    ]
    if rated:
        columns.append(Column("rating", _("Rating"), Kind.INTEGER))
    columns += [
        Column("wins", _("Wins"), Kind.RECORD, name=_("Wins; a tie counts as half a win")),
        Column("losses", _("Losses"), Kind.RECORD, name=_("Losses; a tie counts as half a loss")),
        Column("ties", _("Ties"), Kind.INTEGER),
        Column("spread", _("Spread"), Kind.SPREAD),
    ]
    if capped:
        columns.append(Column("capped_spread", _("Counted spread"), Kind.SPREAD))
    columns += [
        Column(key, short_name_of(m), _column_kind(m), name=name_of(m)) for key, m in extra.items()
    ]
    return tuple(columns)


def _table(
    ranked: RankedDivision,
    columns: tuple[Column, ...],
    *,
    rated: bool,
    capped: bool,
    extra: Mapping[str, Metric],
    single: bool,
) -> Table:
    playing: list[Row] = []
    withdrawn: list[Row] = []
    never_played: list[Row] = []
    place = {key: at for at, key in enumerate(ranked.precedence)}
    for line in ranked.lines:
        row: list[Value | Cell] = [line.place, line.number, ranked.names[line.number]]
        if rated:
            row.append(ranked.ratings.get(line.number))
        row += [line.half_wins / 2, line.half_losses / 2, line.ties, line.spread]
        if capped:
            row.append(line.capped_spread)
        for key, metric in extra.items():
            row.append(metric.spreadsheet_value(line.values[place[key]]) if key in place else None)
        if RATING_COLUMNS[0] in columns:
            row += _rating_cells(ranked.rating_preview, line.number)
        if FINAL_PLACE_COLUMNS[0] in columns:
            row += _place_cells(ranked.prospects.get(line.number))
        if line.withdrawn:
            rows = never_played if line.place is None else withdrawn
            rows.append(tuple(Cell(cell_value(value), Emphasis.QUIET) for value in row))
        else:
            playing.append(tuple(row))
    groups = (
        Group(tuple(rows), heading=heading)
        for rows, heading in (
            (playing, ""),
            (withdrawn, _("Withdrawn")),
            (never_played, _("Withdrawn without playing")),
        )
        if rows
    )
    return Table(
        key="rows",
        columns=columns,
        groups=tuple(groups),
        title="" if single else ranked.division,
        heading="" if single else division_title(ranked.division),
        part="" if single else _("Division"),
        empty=_("No players yet."),
    )


def _rating_cells(rated: RatingPreview | None, number: int) -> list[Value]:
    """Return the new rating and the change as whole numbers; None where unknown."""
    row = rated.by_number.get(number) if rated else None
    return list(row.rounded_figures[1:]) if row else [None, None]


def _place_cells(prospect: Prospect | None) -> list[Value | Cell]:
    """Return the best and worst final place, None if unknown, and a note on whether they are certain or limits."""
    if prospect is None:
        return [None, None, ""]
    best, worst = prospect.best, prospect.worst
    if place := prospect.clinched:
        certain = Cell(place, shown=f"{place} {TICK}")
        return [certain, certain, _("exact")]
    if prospect.is_exact:
        return [best, worst, ""]
    if prospect.worst_is_reached:
        return [Cell(best, shown=f"({best})"), worst, _("the best place is a limit")]
    if prospect.best_is_reached:
        return [best, Cell(worst, shown=f"({worst})"), _("the worst place is a limit")]
    return [Cell(best, shown=f"({best})"), Cell(worst, shown=f"({worst})"), _("both are limits")]


def _extra_metrics(divisions: Iterable[RankedDivision]) -> dict[str, Metric]:
    keys = {key: None for division in divisions for key in division.precedence}
    return {key: all_metrics()[key] for key in keys if key not in ALWAYS_SHOWN}


def _column_kind(metric: Metric) -> Kind:
    if metric.in_halves:
        return Kind.RECORD
    return Kind.SPREAD if metric.is_spread else Kind.INTEGER


def _subtitle(divisions: Sequence[RankedDivision], round_number: int | None) -> str:
    missing = sum(len(division.missing_boards) for division in divisions)
    if missing:
        return ngettext("{count} result missing", "{count} results missing", missing).format(
            count=missing
        )
    if round_number is None and not any(
        line.games for division in divisions for line in division.lines
    ):
        return _("before the first result")
    return ""


def _notes(
    divisions: Sequence[RankedDivision], lines: Sequence[RankedLine], *, capped: bool
) -> Iterable[str]:
    for division in divisions:
        if division.missing_boards:
            boards = division.missing_boards
            if len(divisions) == 1:
                sentence = ngettext(
                    "Results missing: board {boards}.",
                    "Results missing: boards {boards}.",
                    len(boards),
                )
            else:
                sentence = ngettext(
                    "Results missing: {division}, board {boards}.",
                    "Results missing: {division}, boards {boards}.",
                    len(boards),
                )
            yield sentence.format(
                division=division_title(division.division), boards=comma_list(boards)
            )
    if any(division.prospects for division in divisions):
        yield _("Best and worst are the final places still possible, whatever the pairings.")
    prospects = [p for division in divisions for p in division.prospects.values()]
    if any(not p.is_exact for p in prospects):
        yield _(
            "A place in brackets is a limit: the player cannot finish beyond it, but may not be "
            "able to reach it."
        )
    if any(p.clinched for p in prospects):
        yield _("✓ marks a place that no other player can take.")
    for division in divisions:
        if division.rating_preview:
            if len(divisions) == 1:
                sentence = _(
                    "{system} ratings as if the event ended now; previous ratings: {source}."
                )
            else:
                sentence = _(
                    "{division}: {system} ratings as if the event ended now; previous ratings: "
                    "{source}."
                )
            title, rated = division_title(division.division), division.rating_preview
            yield sentence.format(division=title, system=rated.label, source=rated.source)
    if any(division.held_back for division in divisions):
        yield _("The standings of later rounds are held back until the end.")
    if len({line.rank for line in lines if line.shared}) and len(divisions) == 1:
        yield _("Players of equal rank share the place.")
    if capped:
        yield _("Counted spread is the spread after caps and penalties; it decides the places.")
