"""A dispute about a game: the players' sheets compared with its record, with a message on each slip."""

from __future__ import annotations

from collections.abc import Collection, Sequence
from dataclasses import dataclass, replace
from functools import cached_property
from itertools import product, zip_longest
from typing import NamedTuple

from django.db.models import Prefetch
from django.utils.translation import gettext_lazy as _lazy

from scoring.engine.audit.findings import Code
from scoring.engine.board.diagram import Diagram
from scoring.engine.dispute.alignment import SETTLEMENT_KINDS, expected_rows, read_column
from scoring.engine.dispute.columns import Column, ColumnKind, NotAColumn
from scoring.engine.dispute.dispute import Dispute, DisputeLine, Sheet, Slip, SlipKind
from scoring.engine.dispute.recount import compare_sheets
from scoring.engine.game.outcome import Outcome, decide_outcome, outcome_of
from scoring.engine.game.turns import TurnKind
from scoring.engine.message import Message
from scoring.models import Game, GamePlayer, Ruling, SheetColumn, SheetRuling, TurnEntry
from scoring.queries.sheets import GameSheet, SheetRow, sheet
from scoring.wording.engine import sentence, sentence_for_sheets, sentence_without_name, sentences
from scoring.wording.phrases import and_list, format_points
from scoring.wording.sheets import sheet_sentence


class ColumnPosition(NamedTuple):
    """The position of a column: the sheet's keeper, and the player whose scores it contains. Seats count from 1."""

    keeper: int
    seat: int

    def __str__(self) -> str:
        return f"{self.keeper}-{self.seat}"


@dataclass(frozen=True)
class GameDispute:
    """A game's score sheet, the columns of the players' sheets as typed, and their comparison."""

    sheet: GameSheet
    columns: dict[ColumnPosition, SheetColumn]
    all_row_rulings: Sequence[SheetRuling] = ()
    """All rulings on rows of sheets without plays and on the final score, oldest first."""

    @cached_property
    def parsed_columns(self) -> dict[ColumnPosition, Column]:
        """The columns parsed into figures."""
        turns = expected_rows(self.sheet.replay) if self.has_plays else ()
        columns = {}
        for place, row in self.columns.items():
            own = [turn for turn in turns if turn.seat == place.seat - 1]
            try:
                if row.holds or not own:
                    columns[place] = Column.parse(
                        row.text, ColumnKind(row.holds) if row.holds else None
                    )
                else:
                    columns[place] = read_column(row.text, own)
            except NotAColumn:  # pragma: no cover - nothing unclear is saved
                continue
        if not self.has_plays:
            for seat in range(1, len(self.sheet.names) + 1):
                own_columns = {place: one for place, one in columns.items() if place.seat == seat}
                columns.update(self._best_matching_columns(own_columns))
        return columns

    @property
    def inferred_kinds(self) -> dict[ColumnPosition, ColumnKind]:
        """The inferred meaning (scores or totals) of columns whose meaning was not chosen."""
        return {
            place: column.holds
            for place, column in self.parsed_columns.items()
            if not self.columns[place].holds and column.holds is not ColumnKind.BOTH
        }

    def _best_matching_columns(
        self, columns: dict[ColumnPosition, Column]
    ) -> dict[ColumnPosition, Column]:
        """Return one player's columns, read as scores or totals so that as many rows as possible agree.

        Comparing two columns is more reliable than judging each by its own figures.
        """
        free = [
            place
            for place, column in columns.items()
            if not self.columns[place].holds and column.holds is not ColumnKind.BOTH
        ]
        if len(columns) < 2 or not free:
            return columns
        readings = []
        for kinds in product((ColumnKind.SCORES, ColumnKind.TOTALS), repeat=len(free)):
            reading = dict(columns)
            for place, holds in zip(free, kinds, strict=True):
                reading[place] = Column.parse(self.columns[place].text, holds)
            guess = sum(reading[place].holds is not columns[place].holds for place in free)
            readings.append(
                (_differing_row_count(list(reading.values())), len(set(kinds)), guess, reading)
            )
        return min(readings, key=lambda reading: reading[:3])[3]

    @property
    def has_plays(self) -> bool:
        """Whether the game was recorded turn by turn."""
        return any(turn.kind is TurnKind.PLAY for turn in self.sheet.record.turns)

    @cached_property
    def comparison(self) -> Dispute | None:
        """The comparison of the sheets, or None if there is no column."""
        if not self.parsed_columns:
            return None
        names = self.sheet.names
        sheets = [
            Sheet(
                name,
                tuple(
                    self.parsed_columns.get(ColumnPosition(keeper, seat))
                    for seat in range(1, len(names) + 1)
                ),
            )
            for keeper, name in enumerate(names, 1)
            if any(place.keeper == keeper for place in self.parsed_columns)
        ]
        game = self.sheet.replay if self.has_plays else None
        ruled = {(one.seat - 1, one.row): one.points for one in self.row_rulings if one.row}
        return compare_sheets(names, sheets, game, self.sheet.rules.tie_rule, ruled=ruled)

    @property
    def row_rulings(self) -> list[SheetRuling]:
        """The rulings on rows and on the final score that are in force."""
        return [ruling for ruling in self.all_row_rulings if ruling.superseded_at is None]

    def row_ruling(self, line: DisputeLine) -> SheetRuling | None:
        """Return the ruling in force for a line of sheets without plays, or None."""
        place = (line.seat + 1, self.row_number(line)) if self.row_rulings else None
        return next((one for one in self.row_rulings if (one.seat, one.row) == place), None)

    def is_ruled(self, line: DisputeLine) -> bool:
        """Return whether a ruling on a line is in force, on its turn or on its row."""
        row = self.row(line)
        return (row is not None and row.ruling is not None) or self.row_ruling(line) is not None

    @property
    def agreed_outcome(self) -> Outcome | None:
        """The agreed final score recorded by the director, or None unless there is one for every seat."""
        by_seat = {one.seat: one.points for one in self.row_rulings if one.row == SheetRuling.FINAL}
        if len(by_seat) < len(self.sheet.names):
            return None
        points = [by_seat[seat] for seat in sorted(by_seat)]
        return decide_outcome(points, points, self.sheet.rules.tie_rule)

    @property
    def is_disputed(self) -> bool:
        """Whether there is anything to recount: a sheet, a wrong figure in the record, or a ruling."""
        return self.comparison is not None or any(
            row.ruling is not None or recorded_slip_messages(row) for row in self.sheet.rows
        )

    @property
    def correct_outcome(self) -> Outcome:
        """The outcome by the rules or, without plays, by the scores that were agreed or set by rulings."""
        if self.comparison is not None:
            return self.comparison.correct
        return outcome_of(self.sheet.replay)

    def row(self, line: DisputeLine) -> SheetRow | None:
        """Return the row of the score sheet for a line of the comparison, or None if no turn is recorded for it."""
        return self.sheet.rows[line.turn - 1] if line.turn else None

    def line_name(self, line: DisputeLine) -> str:
        """Return the name of a line: its turn or, without a record, the row of a column: ``row 2 of Ann``."""
        if line.turn is not None:
            return sheet_sentence("turn", turn=line.turn)
        return sheet_sentence(
            "row_of_player", row=self.row_number(line), player=self.sheet.names[line.seat]
        )

    def row_number(self, line: DisputeLine) -> int:
        """Return the number of a line's row in its player's column, from 1."""
        lines = self.comparison.lines if self.comparison else ()
        return sum(1 for one in lines if one.seat == line.seat and one.number <= line.number)

    def board(self, line: DisputeLine) -> Diagram | None:
        """Return the board just after the play of a line, or None if it is not a recorded play."""
        if line.turn is None or line.kind is not TurnKind.PLAY:
            return None
        return self.sheet.board(line.turn)


def _differing_row_count(columns: Sequence[Column]) -> int:
    """Return the number of rows in which the columns do not all have the same points."""
    return sum(len(set(row)) > 1 for row in zip_longest(*(column.scores for column in columns)))


def dispute_of(game: Game) -> GameDispute:
    """Return the dispute about a game with its current columns, in four queries; five for sheets without plays."""
    rows = SheetColumn.objects.filter(game=game, superseded_at__isnull=True)
    dispute = GameDispute(sheet(game), {ColumnPosition(row.keeper, row.seat): row for row in rows})
    if dispute.has_plays or not dispute.columns:
        return dispute
    rulings = SheetRuling.objects.filter(game=game).select_related("ruled_by")
    return replace(dispute, all_row_rulings=tuple(rulings))


def superseded_rulings(dispute: GameDispute) -> list[tuple[int | None, Ruling]]:
    """Return the rulings on entries that were corrected or removed, each with the present number of its turn.

    The number is None if the turn was removed. This takes at most two queries.
    """
    game = dispute.sheet.game
    rulings = list(
        Ruling.objects.filter(entry__game=game, entry__superseded_at__isnull=False)
        .select_related("ruled_by")
        .order_by("id")
    )
    if not rulings:
        return []
    by = dict(
        TurnEntry.objects.filter(game=game, superseded_at__isnull=False).values_list(
            "pk", "superseded_by"
        )
    )
    turns = {row.entry.pk: row.number for row in dispute.sheet.rows}
    numbered: list[tuple[int | None, Ruling]] = []
    for ruling in rulings:
        entry: int | None = ruling.entry_id
        while entry in by:
            entry = by[entry]
        numbered.append((turns.get(entry) if entry else None, ruling))
    return numbered


def turns_in_dispute(now: GameSheet) -> list[str]:
    """Return the turns whose points differ between the sheets and that have no ruling, as ``turn 7``.

    Return [] if fewer than two sheets have been entered; this then takes one query.
    """
    rows = list(SheetColumn.objects.filter(game=now.game, superseded_at__isnull=True))
    if len({row.keeper for row in rows}) < 2:
        return []
    rulings = SheetRuling.objects.filter(game=now.game, superseded_at__isnull=True)
    dispute = GameDispute(
        now, {ColumnPosition(row.keeper, row.seat): row for row in rows}, tuple(rulings)
    )
    lines = dispute.comparison.lines if dispute.comparison else ()
    open_lines = [line for line in lines if line.scores_differ]
    return [
        dispute.line_name(line)
        for line in open_lines
        if ((row := dispute.row(line)) is None or row.ruling is None)
        and dispute.row_ruling(line) is None
    ]


def disputes_of(games: Collection[Game]) -> list[GameDispute]:
    """Return the disputes of many games in five queries, regardless of how many games there are."""
    players: dict[int, list[str]] = {}
    entries: dict[int, list[TurnEntry]] = {}
    columns: dict[int, dict[ColumnPosition, SheetColumn]] = {}
    for person in GamePlayer.objects.filter(game__in=games).order_by("game", "seat"):
        players.setdefault(person.game_id, []).append(person.name)
    rulings = Ruling.objects.select_related("ruled_by")
    for entry in TurnEntry.objects.filter(
        game__in=games, superseded_at__isnull=True
    ).prefetch_related(Prefetch("rulings", rulings)):
        entries.setdefault(entry.game_id, []).append(entry)
    for row in SheetColumn.objects.filter(game__in=games, superseded_at__isnull=True):
        columns.setdefault(row.game_id, {})[ColumnPosition(row.keeper, row.seat)] = row
    rulings_on_rows: dict[int, list[SheetRuling]] = {}
    for ruling in SheetRuling.objects.filter(game__in=games).select_related("ruled_by"):
        rulings_on_rows.setdefault(ruling.game_id, []).append(ruling)
    return [
        GameDispute(
            GameSheet(game, entries.get(game.pk, []), players.get(game.pk, [])),
            columns.get(game.pk, {}),
            tuple(rulings_on_rows.get(game.pk, ())),
        )
        for game in games
    ]


_ENDING_LABELS = {
    TurnKind.END_RACK: _lazy("racks"),
    TurnKind.OVERTIME: _lazy("overtime"),
    TurnKind.ADJUSTMENT: _lazy("adjustments"),
}


@dataclass(frozen=True)
class SlipMessage:
    """The message about a slip, shared by all sheets with that slip."""

    kind: SlipKind
    message: str
    likely: tuple[str, ...]

    def __str__(self) -> str:
        """Return the message as printed on paper."""
        if not self.likely:
            return self.message
        return sheet_sentence(
            "likely", message=self.message, slips=sheet_sentence("or").join(self.likely)
        )


def slip_messages(line: DisputeLine, comparison: Dispute) -> tuple[SlipMessage, ...]:
    """Return the messages on the slips of a turn in order, with one message for equal slips on several sheets."""
    alike: dict[tuple[object, ...], list[Slip]] = {}
    for slip in line.slips:
        facts = {**slip.message.params, "keeper": ""}
        message = Message(slip.message.code, **facts)
        alike.setdefault((slip.kind, slip.written, slip.correct, message), []).append(slip)
    return tuple(_slip_message(slips, comparison) for slips in alike.values())


def recorded_slip_messages(row: SheetRow) -> tuple[SlipMessage, ...]:
    """Return messages about wrong scores and totals of a recorded turn, or () for a withdrawn play."""
    if row.taken_back:
        return ()
    messages: list[SlipMessage] = []
    for finding in row.findings:
        scored = finding.announced == row.announced and finding.correct == row.correct
        if row.differs and scored and not any(one.kind is SlipKind.SCORING for one in messages):
            message = sheet_sentence(
                "announced_and_correct",
                announced=format_points(row.announced),
                correct=format_points(row.correct),
            )
            messages.append(
                SlipMessage(
                    SlipKind.SCORING, message, _unique_messages(sentences(finding.likely_slips))
                )
            )
        elif finding.code is Code.TOTAL:
            message = sentence_without_name(finding.message)
            messages.append(
                SlipMessage(
                    SlipKind.ADDING, message, _unique_messages(sentences(finding.likely_slips))
                )
            )
    return tuple(messages)


def added_endings(at: int, comparison: Dispute) -> str:
    """Return the kinds of final points that the rules add to sheet `at` (from 0): ``racks and overtime``, or ""."""
    if not any(comparison.implied[at].completed):
        return ""
    columns = comparison.sheets[at].columns
    kinds = {
        line.kind: _ENDING_LABELS[line.kind]
        for line in comparison.lines
        if line.kind in SETTLEMENT_KINDS
        and columns[line.seat] is not None
        and line.written[at] is None
        if line.kind is not None and line.correct
    }
    return and_list(name for kind, name in _ENDING_LABELS.items() if kind in kinds)


def different_winners_reason(comparison: Dispute) -> str:
    """Return a clause, without a full stop, on why the winner depends on which figures count, or "" if it does not."""
    if not comparison.has_different_winners:
        return ""
    written = {one.as_written.winners for one in comparison.implied if one.as_written.winners}
    if len(written) > 1:
        return sheet_sentence("sheets_disagree")
    for typed, one in zip(comparison.sheets, comparison.implied, strict=True):
        if {one.added_up.winners} - {()} - written:
            return sheet_sentence("added_up_otherwise", player=typed.keeper)
    return sheet_sentence("rules_disagree" if comparison.with_plays else "rulings_disagree")


def _slip_message(slips: Sequence[Slip], comparison: Dispute) -> SlipMessage:
    first = slips[0]
    likely = _unique_messages(sentences(likely for slip in slips for likely in slip.likely))
    if len(slips) == 1:
        return SlipMessage(first.kind, sentence(first.message), likely)
    message = sentence_for_sheets(first.message, _sheet_names(slips, comparison))
    return SlipMessage(first.kind, message, likely)


def _sheet_names(slips: Sequence[Slip], comparison: Dispute) -> list[str]:
    """Return the names of the sheets with these slips, or one label if all sheets have them."""
    if len(slips) == len(comparison.sheets):
        both = len(slips) == 2
        return [
            sheet_sentence("both_sheets")
            if both
            else sheet_sentence("all_sheets", count=len(slips))
        ]
    keepers = [comparison.sheets[slip.sheet].keeper for slip in slips]
    return [sheet_sentence("sheet_of", player=keeper) for keeper in keepers]


def _unique_messages(likely: Sequence[str]) -> tuple[str, ...]:
    return tuple(dict.fromkeys(likely))
