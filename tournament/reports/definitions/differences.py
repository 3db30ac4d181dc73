"""Every difference between announced and correct scores in an event, and every ruling."""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Sequence
from dataclasses import dataclass, replace
from datetime import datetime

from django.utils import timezone
from django.utils.translation import gettext as _
from django.utils.translation import gettext_lazy as _lazy
from django.utils.translation import ngettext

from scoring.engine.dispute.dispute import DisputeLine, Slip
from scoring.models import Ruling
from scoring.queries.disputes import GameDispute, disputes_of
from scoring.queries.sheets import SheetRow
from scoring.wording.engine import sentence, slip_kind_name, slips_sentence
from tournament.models import Division, Event, Pairing
from tournament.reports.definition import Definition
from tournament.reports.report import Cell, Column, Emphasis, Group, Kind, Report, Row, Table
from tournament.reports.report_options import report_option, requested_divisions

LOCATION_COLUMNS = (
    Column("division", _lazy("Division")),
    Column("round", _lazy("Round"), Kind.INTEGER),
    Column("board", _lazy("Board"), Kind.INTEGER),
    Column("turn", _lazy("Turn"), Kind.INTEGER),
    Column("player", _lazy("Player")),
    Column("play", _lazy("Play")),
)
RULING_COLUMNS = (
    Column("decision", _lazy("Decision")),
    Column("counts", _lazy("Counts"), Kind.SCORE),
    Column("ruled_by", _lazy("Ruled by")),
    Column("ruled_at", _lazy("When"), Kind.MOMENT, data_only=True),
    Column("reason", _lazy("Reason")),
)
DIFFERENCE_COLUMNS = (
    *LOCATION_COLUMNS,
    Column("announced", _lazy("Announced"), Kind.SCORE),
    Column("correct", _lazy("Correct"), Kind.SCORE),
    Column("difference", "±", Kind.SPREAD, name=_lazy("Difference")),
    *RULING_COLUMNS,
    Column("likely", _lazy("Likely error"), data_only=True),
)
EARLIER_RULING_COLUMNS = (
    *LOCATION_COLUMNS,
    Column("announced", _lazy("Announced"), Kind.SCORE),
    Column("correct", _lazy("Correct"), Kind.SCORE),
    *RULING_COLUMNS,
)
SHEET_ERROR_COLUMNS = (
    *LOCATION_COLUMNS,
    Column("sheet", _lazy("Sheet of")),
    Column("kind", _lazy("Kind of error")),
    Column("said", _lazy("On the sheet"), Kind.SCORE),
    Column("correct", _lazy("Correct"), Kind.SCORE),
    Column("likely", _lazy("Likely error"), data_only=True),
)


class Differences(Definition):
    """All differences between announced and correct scores, and every ruling on them.

    The report covers the games recorded turn by turn and, where players' sheets were compared, the errors on
    them. Superseded rulings are listed separately.
    """

    title = "Differences and rulings"
    group = "Recorded games"

    @dataclass(frozen=True, slots=True)
    class Options:
        """The games to include."""

        division: str = report_option("The division. Default: all divisions.", "")
        round: int | None = report_option("The round. Default: all rounds.", None)

    def build(self, event: Event, options: Options, printed_at: datetime) -> Report:
        """Return the report of the differences in one round, or in all rounds if none is given.

        Raise `CannotReport` for an unknown division.
        """
        divisions = requested_divisions(event, options.division)
        return differences_report(
            event, divisions, options.round, _games(divisions, options.round), printed_at
        )


@dataclass(frozen=True, slots=True)
class RecordedGame:
    """A recorded game with its division, round and board."""

    division: str
    round_number: int
    board: int | None
    dispute: GameDispute

    def leading_cells(
        self, row: SheetRow | None, name: str, what: str, turn: int | None = None
    ) -> Row:
        """Return the cells that begin a row in every table."""
        number = row.number if row else turn
        return (self.division, self.round_number, self.board, number, name, what)


def _games(divisions: Sequence[Division], round_number: int | None) -> list[RecordedGame]:
    """Return the recorded games in the order of divisions, rounds and boards.

    This takes five queries for any number of games.
    """
    pairings = Pairing.objects.filter(
        round__division__in=divisions, replaced_at=None, game__isnull=False
    ).select_related("round__division", "game")
    if round_number is not None:
        pairings = pairings.filter(round__number=round_number)
    order = {division.pk: at for at, division in enumerate(divisions)}
    recorded = sorted(
        pairings, key=lambda p: (order[p.round.division_id], p.round.number, p.board or 0)
    )
    games = [pairing.game for pairing in recorded if pairing.game is not None]
    return [
        RecordedGame(str(pairing.round.division), pairing.round.number, pairing.board, dispute)
        for pairing, dispute in zip(recorded, disputes_of(games), strict=True)
    ]


def differences_report(
    event: Event,
    divisions: Sequence[Division],
    round_number: int | None,
    games: Sequence[RecordedGame],
    printed_at: datetime,
) -> Report:
    """Return the report of differences and rulings in these games."""
    rows = [row for game in games for row in _difference_rows(game)]
    earlier = [row for game in games for row in _earlier_ruling_rows(game)]
    on_sheets = [row for game in games for row in _sheet_difference_rows(game)]
    single = len(divisions) == 1
    tables = [
        _table("differences", DIFFERENCE_COLUMNS, rows, _("Announced and correct"), single=single)
    ]
    if on_sheets:
        tables.append(
            _table(
                "sheets", SHEET_ERROR_COLUMNS, on_sheets, _("On the players’ sheets"), single=single
            )
        )
    if earlier:
        title = _("Earlier rulings, superseded")
        tables.append(_table("earlier", EARLIER_RULING_COLUMNS, earlier, title, single=single))
    still_open = sum(1 for game in games for row in game.dispute.sheet.rows if _is_open(row))
    return Report(
        key="differences",
        title=_("Differences and rulings"),
        event=event.name,
        event_slug=event.slug,
        printed_at=printed_at,
        division=divisions[0].name if single else "",
        round_number=round_number,
        subtitle=ngettext(
            "{differences} in {games} recorded game",
            "{differences} in {games} recorded games",
            len(games),
        ).format(differences=len(rows), games=len(games)),
        sections=tuple(tables),
        notes=(_("Not ruled on: {count}.").format(count=still_open),) if still_open else (),
        landscape=True,
    )


def _table(
    key: str, columns: tuple[Column, ...], rows: list[Row], title: str, *, single: bool
) -> Table:
    if single:  # the head of the page names the division
        columns = (replace(columns[0], data_only=True), *columns[1:])
    return Table(key, columns, (Group(tuple(rows)),), title=title, empty=_("No differences."))


def _is_open(row: SheetRow) -> bool:
    return row.needs_ruling and not row.taken_back


def _difference_rows(game: RecordedGame) -> Iterator[Row]:
    sheet = game.dispute.sheet
    for row in sheet.rows:
        name = sheet.names[row.seat]
        ruling = row.ruling
        if (row.differs and not row.taken_back) or ruling is not None:
            announced = row.announced if ruling is None else ruling.announced
            gap = None if announced is None else announced - row.correct
            slips = [
                sentence(slip)
                for f in row.findings
                for slip in f.likely_slips
                if f.code == "play_score"
            ]
            yield (
                *game.leading_cells(row, name, row.play),
                announced,
                row.correct,
                Cell(gap, Emphasis.DIFFERENCE) if gap else gap,
                *_ruling_cells(ruling, row.counts),
                _(" Or: ").join(slips),
            )
        for finding in row.findings:
            if finding.code == "total" and None not in (finding.announced, finding.correct):
                gap = (finding.announced or 0) - (finding.correct or 0)
                yield (
                    *game.leading_cells(row, name, _("running total")),
                    finding.announced,
                    finding.correct,
                    Cell(gap, Emphasis.DIFFERENCE),
                    *_ruling_cells(None, None),
                    slips_sentence(finding.likely_slips),
                )


def _earlier_ruling_rows(game: RecordedGame) -> Iterator[Row]:
    sheet = game.dispute.sheet
    for row in sheet.rows:
        for ruling in row.entry.rulings.all():
            if ruling.superseded_at is not None:
                yield (
                    *game.leading_cells(row, sheet.names[row.seat], row.play),
                    ruling.announced,
                    ruling.correct,
                    *_ruling_cells(ruling, None),
                )


def _sheet_difference_rows(game: RecordedGame) -> Iterator[Row]:
    comparison = game.dispute.comparison
    if comparison is None:
        return
    for line, slip in _errors_of_lines(comparison.lines):
        row = game.dispute.row(line)
        what = row.play if row else ""
        yield (
            *game.leading_cells(row, comparison.names[line.seat], what, line.turn),
            comparison.sheets[slip.sheet].keeper,
            slip_kind_name(slip.kind),
            slip.written,
            slip.correct,
            slips_sentence(slip.likely),
        )


def _errors_of_lines(lines: Iterable[DisputeLine]) -> Iterator[tuple[DisputeLine, Slip]]:
    for line in lines:
        for slip in line.slips:
            yield line, slip


def _ruling_cells(ruling: Ruling | None, counts: int | None) -> Row:
    if ruling is None:
        return ("" if counts is None else _("open"), counts, "", None, "")
    stands = ruling.decision == Ruling.Decision.LET_STAND
    figure = (ruling.announced if stands else ruling.correct) if counts is None else counts
    when = timezone.localtime(ruling.ruled_at)
    return (
        _("stands") if stands else _("corrected"), figure, str(ruling.ruled_by or ""), when, ruling.reason
    )  # fmt: skip
