"""The possible rulings on a row where sheets without plays differ, and the agreed final score."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass, field
from urllib.parse import urlencode

from django.urls import reverse
from django.utils.translation import gettext as _

from scoring.engine.dispute.dispute import Dispute, DisputeLine
from scoring.models import SheetRuling
from scoring.queries.disputes import GameDispute
from scoring.wording.outcomes import outcome_sentence
from scoring.wording.phrases import and_list


@dataclass(frozen=True)
class ProposedPoints:
    """Points returned by “Check a score” for a row, or a refused ruling on it with its error."""

    seat: int
    row: int
    points: int
    play: str = ""
    reason: str = ""
    error: str = ""


@dataclass(frozen=True)
class RowChoice:
    """A row to rule on: the figures of the sheets, checked figures, and the ruling."""

    seat: int
    row: int
    figures: tuple[tuple[int, str], ...]
    """Points and the keepers of the sheets that have them, except the points ruled to count."""
    check_address: str
    """The address for checking the play, which leads back to the row."""
    proposed: ProposedPoints | None
    ruling: SheetRuling | None
    earlier_rulings: tuple[SheetRuling, ...]


def row_choice(
    line: DisputeLine,
    dispute: GameDispute,
    comparison: Dispute,
    proposed: ProposedPoints | None = None,
) -> RowChoice | None:
    """Return the possible rulings on a line, or None if plays are recorded or the sheets agree."""
    if comparison.with_plays or not line.scores_differ:
        return None
    seat, row = line.seat + 1, dispute.row_number(line)
    keepers: dict[int, list[str]] = {}
    for sheet, written in zip(comparison.sheets, line.written, strict=True):
        if sheet.columns[line.seat] is not None:
            points = written.score if written is not None else 0
            if points is not None:
                keepers.setdefault(points, []).append(sheet.keeper)
    rulings = [one for one in dispute.all_row_rulings if (one.seat, one.row) == (seat, row)]
    sheet_of_game = dispute.sheet
    rules, tiles, layout = sheet_of_game.rules, sheet_of_game.tile_set, sheet_of_game.layout
    query = {"rules": rules.key, "row": f"{sheet_of_game.game.pk}.{seat}.{row}"}
    if tiles.key != rules.tile_set:
        query["tiles"] = tiles.key
    if layout.key != rules.layout:
        query["layout"] = layout.key
    ruling = dispute.row_ruling(line)
    is_here = proposed is not None and (proposed.seat, proposed.row) == (seat, row)
    return RowChoice(
        seat=seat,
        row=row,
        figures=tuple(
            (points, and_list(names))
            for points, names in sorted(keepers.items())
            if ruling is None or ruling.points != points
        ),
        check_address=f"{reverse('dispute:check')}?{urlencode(query)}",
        proposed=proposed if is_here else None,
        ruling=ruling,
        earlier_rulings=tuple(one for one in rulings if one.superseded_at is not None),
    )


@dataclass(frozen=True)
class FinalScoreInput:
    """The form for the agreed final score: a typed score for every seat, the reason, and any error."""

    scores: tuple[tuple[int, str, str], ...]
    """For each player, the seat, the name and the content of the field."""
    reason: str
    error: str = ""
    open_rows: tuple[str, ...] = ()
    """Rows in which the sheets differ and that have no ruling."""
    agreed: str = ""
    """The agreed final score as a sentence, or "" if there is none."""
    rulings: tuple[SheetRuling, ...] = field(default=())
    """The rulings of the agreement, one for each seat."""

    @property
    def seen(self) -> int:
        """The key of the last ruling of the agreement, or 0 if there is none."""
        return max((one.pk for one in self.rulings), default=0)


def final_score_input(
    dispute: GameDispute, typed: Sequence[str] = (), reason: str = "", error: str = ""
) -> FinalScoreInput | None:
    """Return the form for the agreed final score, or None if plays are recorded or no sheets are compared."""
    comparison = dispute.comparison
    if comparison is None or comparison.with_plays:
        return None
    names = dispute.sheet.names
    agreed, counted = dispute.agreed_outcome, comparison.correct.finals
    standing = agreed.finals if agreed is not None else counted
    written = typed or ["" if final is None else str(final) for final in standing]
    open_rows = [
        dispute.line_name(line)
        for line in comparison.lines
        if line.scores_differ and dispute.row_ruling(line) is None
    ]
    return FinalScoreInput(
        scores=tuple(
            (seat, name, text)
            for seat, (name, text) in enumerate(zip(names, written, strict=True), 1)
        ),
        reason=reason or ("" if error else _("The players’ sheets were compared.")),
        error=error,
        open_rows=tuple(open_rows),
        agreed=outcome_sentence(agreed, names) if agreed is not None else "",
        rulings=tuple(one for one in dispute.row_rulings if one.row == SheetRuling.FINAL),
    )
