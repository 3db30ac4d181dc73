"""The final of a disputed game by every way of counting, and how it changed: the head of a recount."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass

from django.utils.translation import gettext as _

from scoring.engine.dispute.dispute import Dispute
from scoring.engine.game.outcome import Outcome
from scoring.queries.disputes import GameDispute, completed, what_flips
from scoring.wording.outcomes import outcome_sentence
from tournament.models import ResultEntry
from tournament.queries.results.recorded_games import pending_result
from tournament.reports.report import Cell, Column, Emphasis, Group, Kind, Row, Table


@dataclass(frozen=True)
class ResultChange:
    """The final before anybody recounted and afterwards, each with its label, such as "Before: ..."."""

    announced: Outcome
    before: tuple[str, Outcome]
    after: tuple[str, Outcome] | None
    meanwhile: tuple[str, Outcome] | None
    """What counts until it is decided that the game does."""

    @property
    def flips(self) -> bool:
        """True where another wins afterwards."""
        after = self.after[1].winners if self.after else ()
        return bool(after and self.before[1].winners) and after != self.before[1].winners


def change_of(game_dispute: GameDispute, results: Sequence[ResultEntry]) -> ResultChange:
    """Before and after, by the results ever entered for the game, the oldest first."""
    announced = game_dispute.sheet.announced_outcome
    before = (_("Before: as announced on the record"), announced)
    if results:
        before = (_("Before: the result first entered"), _of(results[0]))
    waiting = pending_result(results)
    counting = next((row for row in results if row.standing == "counts"), None)
    after, meanwhile = None, None
    if waiting is not None and waiting.waits:
        after = (_("After: the game as ruled, once that is decided"), _of(waiting.recorded))
        meanwhile = (_("Until then: the result that counts"), _of(waiting.counts))
    elif counting is not None:
        after = (_("After: the result that counts"), _of(counting))
    elif game_dispute.with_plays:
        after = (_("After: what counts by the rulings"), game_dispute.sheet.outcome)
    return ResultChange(announced, before, after, meanwhile)


def subtitle_of(comparison: Dispute, change: ResultChange) -> str:
    """The players, and whether the result is another one now, or on what it depends."""
    players = " – ".join(comparison.names)
    if change.flips:
        return _("{players}: the result flips").format(players=players)
    if depends := what_flips(comparison):
        return _("{players}. {what_flips}.").format(players=players, what_flips=depends)
    return players


def finals_of(
    game_dispute: GameDispute, comparison: Dispute, letters: Sequence[str], change: ResultChange
) -> Table:
    """Every way of counting with its final and who wins; `letters` name the sheets."""
    names = comparison.names
    rows: list[Row] = []

    def add(label: str, outcome: Outcome, *, strong: bool = False) -> None:
        how = Emphasis.STRONG if strong else None
        result = outcome_sentence(outcome, names) if outcome.winners else _("open")
        cells = [Cell(label, how), *(Cell(final, how) for final in outcome.finals)]
        cells.append(Cell(result, how))
        rows.append(tuple(cells))

    for at, (letter, implied) in enumerate(zip(letters, comparison.implied, strict=True)):
        if more := completed(at, comparison):
            label = _("Sheet {letter}, {what} completed").format(letter=letter, what=more)
        else:
            label = _("Sheet {letter}").format(letter=letter)
        add(label, implied.as_written)
        again = implied.added_up
        if again.finals != implied.as_written.finals and None not in again.finals:
            add(_("Sheet {letter}, added up again").format(letter=letter), again)
    if comparison.with_plays:
        add(_("By the rules"), comparison.correct, strong=True)
        if any(row.ruling for row in game_dispute.sheet.rows):
            add(_("As ruled"), game_dispute.sheet.outcome, strong=True)
    elif None not in comparison.correct.finals and len(comparison.sheets) > 1:
        add(_("Where all turns agree"), comparison.correct, strong=True)
    first, after = change.before, change.after
    if (
        first[1] != change.announced
        and comparison.with_plays
        and change.announced.finals != comparison.correct.finals
    ):
        add(_("As announced on the record"), change.announced)
    add(*first)
    if after is not None:
        add(*after, strong=True)
    if change.meanwhile is not None:
        add(*change.meanwhile)
    columns = (
        Column("counted_by", _("Counted by")),
        *(
            Column(f"final_{seat}", name, Kind.SCORE, name=_("Final of {name}").format(name=name))
            for seat, name in enumerate(names, 1)
        ),
        Column("result", _("Result")),
    )
    return Table("finals", columns, (Group(tuple(rows)),), title=_("The final, before and after"))


def _of(entry: ResultEntry) -> Outcome:
    """What a result of the board says, as the standings count it."""
    known = (entry.first_score, entry.second_score)
    return Outcome((None, None) if entry.spread_only else known, entry.winners)
