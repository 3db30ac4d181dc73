"""The outcome of a disputed game: the score that counts, other ways of counting, and the effect of rulings."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from datetime import datetime

from django.utils import timezone
from django.utils.translation import gettext as _

from scoring.engine.dispute.dispute import Dispute
from scoring.engine.game.outcome import Outcome
from scoring.engine.game.turns import TurnKind
from scoring.queries.disputes import GameDispute, added_endings
from scoring.queries.flips import Flip
from scoring.queries.sheets import GameSheet
from scoring.wording.outcomes import current_result_sentence, outcome_sentence
from tournament.models import ResultEntry
from tournament.queries.results.recorded_games import outcome_of_result, pending_result
from tournament.reports.figures import date_and_time
from tournament.reports.report import Cell, Column, Columns, Emphasis, Group, Kind, Row, Table, Text


@dataclass(frozen=True)
class ResultChange:
    """The final score before and after the recount, each with its label, such as "Before: ..."."""

    announced: Outcome
    ruled: Outcome
    before: tuple[str, Outcome]
    after: tuple[str, Outcome] | None
    meanwhile: tuple[str, Outcome] | None
    """The result that counts until the director decides, with its label; None if nothing is undecided."""
    counts_at_board: Outcome | None = None

    @property
    def changes_winner(self) -> bool:
        """Return whether the winner changes."""
        after = self.after[1].winners if self.after else self.ruled.winners
        return bool(after and self.before[1].winners) and after != self.before[1].winners


def result_change(game_dispute: GameDispute, results: Sequence[ResultEntry]) -> ResultChange:
    """Return the change of the result, given all results ever entered for the game, oldest first.

    Without results, the change starts from the announced scores and has no result after it.
    """
    announced = game_dispute.sheet.announced_outcome
    before = (_("Before: as announced in the record"), announced)
    if results:
        before = (_("Before: the result first entered"), outcome_of_result(results[0]))
    waiting = pending_result(results)
    counting = next((row for row in results if row.standing == "counts"), None)
    after, meanwhile = None, None
    if waiting is not None and waiting.is_undecided:
        after = (
            _("After: the game with all rulings, once the director decides"),
            outcome_of_result(waiting.recorded),
        )
        meanwhile = (
            _("Until the director decides: the result that counts"),
            outcome_of_result(waiting.counting_result),
        )
    elif counting is not None:
        after = (_("After: the result that counts"), outcome_of_result(counting))
    at_board = outcome_of_result(counting) if counting is not None else None
    ruled = game_dispute.sheet.outcome
    return ResultChange(announced, ruled, before, after, meanwhile, at_board)


def recount_conclusion(
    game_dispute: GameDispute, change: ResultChange, printed_at: datetime
) -> str:
    """Return the conclusion of a recount, such as ``Current result: Baker 409, Able 407, as ruled at 14:05.``.

    Agreed scores take precedence, then the result that counts until the director decides, then a
    different result that counts for the board, then the score under the rulings. If no plays were
    recorded, only the names are returned instead of that score.
    """
    game = game_dispute.sheet
    if game_dispute.agreed_outcome is not None:
        return current_result_sentence(game_dispute.agreed_outcome, game.names, _("as agreed"))
    if change.meanwhile is not None:
        return current_result_sentence(
            change.meanwhile[1], game.names, _("until the director decides which result counts")
        )
    if change.counts_at_board is not None and change.counts_at_board != game.outcome:
        return current_result_sentence(
            change.counts_at_board, game.names, _("the result that counts for the board")
        )
    if not game_dispute.has_plays:
        return " – ".join(game.names)
    return current_result_sentence(game.outcome, game.names, game.outcome_basis(printed_at.date()))


def flips_of_rulings(
    game_dispute: GameDispute, change: ResultChange, flips: Sequence[Flip]
) -> Iterator[Text]:
    """Yield a block of text with every change of the winner, oldest first, or a note that there was none.

    Yield nothing if there are neither changes nor rulings.
    """
    sentences = [
        _("{when}, {who}: {why}. Before: {before}. After: {after}.").format(
            when=date_and_time(timezone.localtime(flip.at)),
            who=flip.by,
            why=flip.why,
            before=flip.before,
            after=flip.after,
        )
        for flip in flips
    ]
    if change.changes_winner and not sentences:
        after = change.after[1] if change.after is not None else change.ruled
        sentences.append(
            _("The winner changes. Before: {before}. After: {after}.").format(
                before=outcome_sentence(change.before[1], game_dispute.sheet.names),
                after=outcome_sentence(after, game_dispute.sheet.names),
            )
        )
    if not sentences and not game_dispute.sheet.rulings:
        return
    yield Text(
        tuple(sentences) or (_("The winner does not change."),),
        _("Effect on the result"),
        key="flips",
        marked=bool(sentences),
    )


def finals_table(
    game_dispute: GameDispute,
    comparison: Dispute | None,
    letters: Sequence[str],
    change: ResultChange,
) -> Table:
    """Return a table of the ways of counting with their final scores and winners.

    `letters` name the players' sheets, if any.
    """
    names, by_the_rules = game_dispute.sheet.names, game_dispute.correct_outcome
    rows: list[Row] = []

    def add_row(label: str, outcome: Outcome, *, strong: bool = False) -> None:
        how = Emphasis.STRONG if strong else None
        result = outcome_sentence(outcome, names) if outcome.winners else _("open")
        cells = [Cell(label, how), *(Cell(final, how) for final in outcome.finals)]
        cells.append(Cell(result, how))
        rows.append(tuple(cells))

    implied_finals = comparison.implied if comparison is not None else ()
    for at, (letter, implied) in enumerate(zip(letters, implied_finals, strict=True)):
        if comparison is not None and (more := added_endings(at, comparison)):
            label = _("Sheet {letter}, with {what} added").format(letter=letter, what=more)
        else:
            label = _("Sheet {letter}").format(letter=letter)
        add_row(label, implied.as_written)
        again = implied.added_up
        if again.finals != implied.as_written.finals and None not in again.finals:
            add_row(_("Sheet {letter}, with corrected addition").format(letter=letter), again)
    if game_dispute.has_plays:
        add_row(_("According to the rules"), by_the_rules)
        if game_dispute.sheet.rulings:
            add_row(_("As ruled"), game_dispute.sheet.outcome, strong=True)
    elif None not in by_the_rules.finals and len(letters) > 1:
        ruled = any(one.row for one in game_dispute.row_rulings)
        label = _("As ruled") if ruled else _("Agreed scores, added up")
        add_row(label, by_the_rules, strong=game_dispute.agreed_outcome is None)
    if game_dispute.agreed_outcome is not None:
        add_row(_("Agreed final score"), game_dispute.agreed_outcome, strong=True)
    first, after = change.before, change.after
    if (
        first[1] != change.announced
        and game_dispute.has_plays
        and change.announced.finals != by_the_rules.finals
    ):
        add_row(_("As announced in the record"), change.announced)
    add_row(*first)
    if after is not None:
        add_row(*after, strong=True)
    if change.meanwhile is not None:
        add_row(*change.meanwhile)
    columns = (
        Column("counted_by", _("Way of counting")),
        *(
            Column(
                f"final_{seat}", name, Kind.SCORE, name=_("Final score of {name}").format(name=name)
            )
            for seat, name in enumerate(names, 1)
        ),
        Column("result", _("Result")),
    )
    return Table("finals", columns, (Group(tuple(rows)),), title=_("Final score, before and after"))


def turns_by_player(game: GameSheet) -> Iterator[Columns]:
    """Yield the turns of the players side by side: announced, correct and ruled scores, running totals."""
    sides = [_player_turns_table(game, seat) for seat in range(len(game.names))]
    for start in range(0, len(sides), 2):
        yield Columns(tuple((side,) for side in sides[start : start + 2]), weights=(1.0, 1.0))


def _player_turns_table(game: GameSheet, seat: int) -> Table:
    ruled = bool(game.rulings)
    columns = [
        Column("turn", _("Turn"), Kind.INTEGER),
        Column("play", _("Play")),
        Column("announced", _("Ann."), Kind.SCORE, name=_("Announced")),
        Column("correct", _("Corr."), Kind.SCORE, name=_("Correct")),
        *([Column("ruled", _("Ruled"), Kind.SCORE, name=_("As ruled"))] if ruled else []),
        Column("total", _("Total"), Kind.SCORE, name=_("Running total that counts")),
    ]
    rows: list[Row] = []
    for row in game.rows:
        if row.seat != seat:
            continue
        wrong = row.differs and not row.taken_back
        counts = [Cell(row.counts, Emphasis.STRONG if row.ruling else None)] if ruled else []
        rows.append(
            (
                row.number,
                row.label if row.turn.kind is TurnKind.PLAY else Cell(row.label, Emphasis.QUIET),
                Cell(row.announced, Emphasis.DIFFERENCE if wrong else None),
                Cell(row.correct, Emphasis.STRONG if wrong else None),
                *counts,
                row.total,
            )
        )
    final = Cell(game.outcome.finals[seat], Emphasis.STRONG)
    over = game.replay.has_ended or game.replay.may_end
    label = Cell(_("Final") if over else _("So far"), Emphasis.STRONG)
    last = Group(((None, label, *(None,) * (len(columns) - 3), final),), paper_only=True)
    groups = (Group(tuple(rows)), last)
    return Table("turns", tuple(columns), groups, title=game.names[seat], part=_("Player"))
