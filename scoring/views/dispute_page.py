"""Data of the dispute page: the final scores according to each sheet, and the three-way table."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from functools import cached_property

from django.utils.translation import gettext as _

from scoring.actions.disputes import TypedColumn
from scoring.engine.dispute.columns import ColumnKind, ColumnProblem
from scoring.engine.dispute.dispute import Dispute, DisputeLine
from scoring.engine.game.outcome import Outcome
from scoring.models import Game
from scoring.queries.disputes import (
    ColumnPosition,
    GameDispute,
    added_endings,
    different_winners_reason,
)
from scoring.queries.flips import Flip, SupersedingResult, current_flip, flips_of_game
from scoring.signals import dispute_reports, other_result, receiver_results
from scoring.views.bulk_rulings import BulkCorrection, TypedReasons, bulk_correction_of
from scoring.views.dispute_findings import (
    DisputedTurn,
    RefusedRuling,
    anchor_of,
    disputed_turns,
    turn_label,
)
from scoring.views.dispute_turns import (
    PlayerTurns,
    SheetFigures,
    marks_of_line,
    sheet_figures_of,
    turns_by_player,
)
from scoring.views.game_page import GamePage
from scoring.views.row_choices import FinalScoreInput, ProposedPoints, final_score_input
from scoring.views.sheet_boxes import COLUMN_KIND_CHOICES, SheetBoxes, boxes_of_sheets
from scoring.wording.outcomes import current_result_sentence, outcome_sentence
from scoring.wording.phrases import comma_list


@dataclass(frozen=True)
class FinalScores:
    """One way to count the game, with its label, scores and winner."""

    label: str
    outcome: Outcome
    sentence: str
    is_emphasized: bool = False


@dataclass(frozen=True)
class TurnComparison:
    """A line of the three-way table."""

    line: DisputeLine
    name: str
    turn_label: str
    figures: tuple[SheetFigures, ...]
    number: int | None
    """The number of the turn or, if none is recorded, of the row in its player's column."""
    anchor: str
    """The anchor of the explanation, or "" if none is needed."""
    is_first_divergence: bool
    marks: tuple[str, ...]
    """Labels shown on the turn, such as “Ruled”."""


class DisputePage(GamePage):
    """The context of the dispute templates."""

    def __init__(
        self,
        dispute: GameDispute,
        typed: Mapping[ColumnPosition, TypedColumn] | None = None,
        problems: Mapping[ColumnPosition, Sequence[ColumnProblem]] | None = None,
        error: str = "",
        refusal: RefusedRuling | None = None,
        reasons: TypedReasons | None = None,
        proposed: ProposedPoints | None = None,
        final: FinalScoreInput | None = None,
    ) -> None:
        self.dispute = dispute
        self.sheet = dispute.sheet
        self.game: Game = dispute.sheet.game
        self.names = dispute.sheet.names
        self.title = " – ".join(self.names)
        self._refusal = refusal
        self._reasons = reasons or TypedReasons()
        self._proposed = proposed
        self.final_form = final or final_score_input(dispute)
        self.problems = problems or {}
        self.typed = typed if typed is not None else _saved_columns(dispute)
        self.comparison: Dispute | None = dispute.comparison
        # A refused ruling is shown at its turn or row or, if that is not on the page, at the top.
        refused = refusal.message if refusal else proposed.error if proposed else ""
        shown = [turn.choice.proposed for turn in self.findings if turn.choice]
        is_shown = any(turn.error for turn in self.findings) or any(shown)
        self.error = error or ("" if is_shown else refused)

    @property
    def current_result(self) -> str:
        """The agreed final score if there is one and no other result counts; otherwise as in `GamePage`."""
        if self.dispute.agreed_outcome is not None and not self.other_results:
            return current_result_sentence(self.dispute.agreed_outcome, self.names, _("as agreed"))
        return super().current_result

    @property
    def is_recount_due(self) -> bool:
        """Whether the final score has been agreed since the last recount.

        Without an agreed score, the rule of `GamePage` applies.
        """
        agreed = [one.ruled_at for one in self.final_form.rulings] if self.final_form else []
        if agreed and self.dispute.agreed_outcome is not None:
            return not self.recounts or self.recounts[0].printed_at < max(agreed)
        return super().is_recount_due

    @property
    def sheet_boxes(self) -> list[SheetBoxes]:
        """The input boxes for the columns."""
        return boxes_of_sheets(self.names, self.typed, self.problems, self.dispute.parsed_columns)

    @property
    def reading_messages(self) -> list[str]:
        """Messages, without a full stop, on how ambiguous columns were read; [] if plays are recorded."""
        labels, guessed = dict(COLUMN_KIND_CHOICES), self.dispute.inferred_kinds
        if self.dispute.has_plays:
            return []
        kinds = {
            str(labels[holds.value]): [place for place, taken in guessed.items() if taken is holds]
            for holds in guessed.values()
        }
        if len(kinds) == 1 and len(guessed) == len(self.dispute.parsed_columns):
            return [_("All columns are read as {kind}").format(kind=kind) for kind in kinds]
        return [
            _("Read as {kind}: {columns}").format(
                kind=kind, columns=comma_list(self._column_label(place) for place in places)
            )
            for kind, places in kinds.items()
        ]

    def _column_label(self, place: ColumnPosition) -> str:
        names = self.names
        return _("{owner}’s column on {keeper}’s sheet").format(
            owner=names[place.seat - 1], keeper=names[place.keeper - 1]
        )

    @property
    def keepers(self) -> list[tuple[str, str]]:
        """The keepers of the compared sheets: their full names, and their first names if these are distinct."""
        names = [sheet.keeper for sheet in self.comparison.sheets] if self.comparison else []
        first = [name.split()[0] if name.split() else name for name in names]
        return list(zip(names, first if len(set(first)) == len(names) else names, strict=True))

    @property
    def finals(self) -> list[FinalScores]:
        """Every way to count: each sheet as written and as added up, the rules, and the current result.

        The list is empty if there are neither sheets nor plays.
        """
        comparison = self.comparison
        if comparison is None:
            return self._finals_by_record() if self.dispute.has_plays else []
        finals = []
        for at, (sheet, implied) in enumerate(
            zip(comparison.sheets, comparison.implied, strict=True)
        ):
            more = added_endings(at, comparison)
            label = _("{player}’s sheet, with {more} added") if more else _("{player}’s sheet")
            label = label.format(player=sheet.keeper, more=more)
            finals.append(self._final_scores_row(label, implied.as_written))
            if implied.added_up.finals != implied.as_written.finals and None not in (
                implied.added_up.finals
            ):
                label = _("{player}’s sheet, with corrected addition").format(player=sheet.keeper)
                finals.append(self._final_scores_row(label, implied.added_up))
        if comparison.with_plays:
            finals += self._finals_by_record()
        elif None not in comparison.correct.finals and len(comparison.sheets) > 1:
            label = _("Agreed scores, added up")
            if self.dispute.row_rulings:
                label = _("As ruled")
            finals.append(self._final_scores_row(label, comparison.correct, strong=True))
        return finals

    def _finals_by_record(self) -> list[FinalScores]:
        """Return the final scores: the announced ones if they differ, those by the rules, and those ruled to count."""
        correct, announced = self.dispute.correct_outcome, self.sheet.announced_outcome
        finals = []
        if announced.winners and announced.finals != correct.finals:
            finals.append(self._final_scores_row(_("As announced"), announced))
        strong = not self.is_ruled
        finals.append(self._final_scores_row(_("According to the rules"), correct, strong=strong))
        if any(row.ruling for row in self.sheet.rows):
            finals.append(self._final_scores_row(_("As ruled"), self.sheet.outcome, strong=True))
        return finals

    @property
    def flip_reason(self) -> str:
        """The reason why the winner depends on which figures are counted, without a full stop, or ""."""
        return different_winners_reason(self.comparison) if self.comparison else ""

    def _final_scores_row(
        self, label: str, outcome: Outcome, *, strong: bool = False
    ) -> FinalScores:
        known = outcome.winners and None not in outcome.finals
        return FinalScores(
            label, outcome, outcome_sentence(outcome, self.names) if known else "", strong
        )

    @property
    def rows(self) -> list[TurnComparison]:
        """The rows of the three-way table; [] if there is no comparison."""
        comparison = self.comparison
        if comparison is None:
            return []
        first, anchors = comparison.first_divergence, {turn.anchor for turn in self.findings}
        return [
            TurnComparison(
                line=line,
                name=self.names[line.seat],
                turn_label=turn_label(line, self.dispute),
                figures=tuple(
                    sheet_figures_of(line, at, figure, comparison)
                    for at, figure in enumerate(line.written)
                ),
                number=line.turn if comparison.with_plays else self.dispute.row_number(line),
                anchor=anchor_of(line) if anchor_of(line) in anchors else "",
                is_first_divergence=line is first,
                marks=marks_of_line(line, self.dispute, comparison),
            )
            for line in comparison.lines
        ]

    @cached_property
    def player_turns(self) -> tuple[PlayerTurns, ...]:
        """The turns of each player, side by side."""
        return turns_by_player(self.dispute, {turn.anchor for turn in self.findings})

    @cached_property
    def other_results(self) -> list[SupersedingResult]:
        """Other results that count for the game, finished or not, except those equal to the agreed final score."""
        agreed = self.dispute.agreed_outcome
        return [
            other
            for other in receiver_results(other_result, self.game)
            if agreed is None or other.outcome.finals != agreed.finals
        ]

    @property
    def is_ruled(self) -> bool:
        """Whether any turn has a ruling."""
        return bool(self.sheet.rulings)

    @cached_property
    def bulk_correction(self) -> BulkCorrection | None:
        """The effect of “Correct all”, or None if fewer than two turns need a ruling."""
        return bulk_correction_of(self.findings, self.sheet, self._reasons)

    @property
    def open_turns(self) -> list[DisputedTurn]:
        """The turns on which the director can still rule."""
        return [turn for turn in self.findings if turn.is_open]

    @cached_property
    def findings(self) -> tuple[DisputedTurn, ...]:
        """Every disputed turn in order."""
        return disputed_turns(self.dispute, self._refusal, self._flips, self._proposed)

    @property
    def flip(self) -> Flip | None:
        """The last change of winner, if that winner is still the current one, otherwise None."""
        return current_flip(self._flips, self.sheet.outcome, self.names)

    @cached_property
    def _flips(self) -> tuple[Flip, ...]:
        return flips_of_game(self.game, self.names)

    @property
    def is_unfinished(self) -> bool:
        """Whether the record stops before the end of the game, so that nobody has won yet."""
        game = self.sheet.replay
        return self.dispute.has_plays and not (game.has_ended or game.may_end)

    @property
    def papers(self) -> list[tuple[str, str]]:
        """The printable papers about the dispute, as (text, address)."""
        return receiver_results(dispute_reports, self.game)


def _saved_columns(dispute: GameDispute) -> dict[ColumnPosition, TypedColumn]:
    return {
        place: TypedColumn(row.text, ColumnKind(row.holds) if row.holds else None)
        for place, row in dispute.columns.items()
    }
