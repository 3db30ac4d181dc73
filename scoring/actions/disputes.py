"""Save the columns of the players' sheets, and rule on scores that differ from the correct ones."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass

from django.db import transaction
from django.utils import timezone
from django.utils.translation import gettext as _

from scoring.actions import games, refusals, turns
from scoring.actions.activity import Actor, log
from scoring.actions.locking import lock_game
from scoring.actions.refusals import Refused
from scoring.actions.rulings import rule_on_entry
from scoring.engine.dispute.columns import Column, ColumnKind, ColumnProblem, NotAColumn
from scoring.engine.game.record import Record
from scoring.engine.game.turns import TurnKind
from scoring.models import Game, Ruling, SheetColumn, TurnEntry
from scoring.queries.disputes import ColumnPosition
from scoring.queries.sheets import sheet
from scoring.wording.engine import row_sentence
from scoring.wording.log import say


@dataclass(frozen=True)
class TypedColumn:
    """A column as typed. `holds` is what it contains, or None to work that out from the figures."""

    text: str
    holds: ColumnKind | None = None


class InvalidColumns(Refused):
    """Some rows are invalid. `problems` lists them by column."""

    def __init__(self, problems: Mapping[ColumnPosition, Sequence[ColumnProblem]]) -> None:
        super().__init__(
            " ".join(row_sentence(problem) for column in problems.values() for problem in column)
        )
        self.problems = dict(problems)


def save_columns(game: Game, columns: Mapping[ColumnPosition, TypedColumn], actor: Actor) -> int:
    """Save the columns of the sheets; return the number of changes. A column with blank text is removed.

    Columns that are not given are unchanged. Raise `InvalidColumns` for invalid rows, or `Refused` for
    an invalid seat or a read-only game.
    """
    problems = {}
    seats = game.players.count()
    for place, written in columns.items():
        if not (1 <= place.keeper <= seats and 1 <= place.seat <= seats):
            raise Refused(_("There is no seat {seat} in this game.").format(seat=max(place)))
        try:
            Column.parse(written.text, written.holds)
        except NotAColumn as refused:
            problems[place] = refused.problems
    if problems:
        raise InvalidColumns(problems)
    with transaction.atomic():
        lock_game(game)
        standing = {
            ColumnPosition(row.keeper, row.seat): row
            for row in SheetColumn.objects.filter(game=game, superseded_at__isnull=True)
        }
        before, after = {}, {}
        for place, written in columns.items():
            old, text = standing.get(place), written.text.strip("\r\n")
            holds = written.holds.value if written.holds else ""
            saved = (old.text, old.holds) if old else ("", "")
            if saved == (text, holds) or not (old or text.strip()):
                continue
            _supersede_column(game, place, old, text, holds, actor)
            before[str(place)], after[str(place)] = saved[0], text
        if after:
            done = say("save_columns", game=game, columns=len(after))
            log(actor, "save_columns", done, scope=f"game:{game.pk}", before=before, after=after)
    return len(after)


def open_dispute(
    names: Sequence[str],
    rules: str,
    columns: Mapping[ColumnPosition, TypedColumn],
    actor: Actor,
    *,
    title: str = "",
    record: Record | None = None,
) -> Game:
    """Open a dispute about a game not recorded here, saving its sheets and, if known, its plays.

    Raise `InvalidColumns` or `Refused` without saving anything.
    """
    with transaction.atomic():
        game = games.open_game(names, rules, actor, title=title)
        save_columns(game, columns, actor)
        if record is not None:
            turns.record_all_turns(game, record, actor)
    return game


@dataclass(frozen=True)
class TurnDecision:
    """A decision on a turn for which a sheet or the record has `points` that differ from the correct score."""

    entry: TurnEntry
    decision: str
    """A `Ruling.Decision`: the correct score counts, or these points stand."""
    points: int
    reason: str = ""


def rule_on_disputed_turn(
    entry: TurnEntry, decision: str, points: int, actor: Actor, *, reason: str = ""
) -> Ruling:
    """Rule on one turn as `rule_on_disputed_turns` does on several."""
    return rule_on_disputed_turns(
        entry.game, [TurnDecision(entry, decision, points, reason)], actor
    )[0]


def rule_on_disputed_turns(
    game: Game, decisions: Sequence[TurnDecision], actor: Actor
) -> list[Ruling]:
    """Rule on several turns of a game in one action, all or nothing.

    The points of each decision are stored as the announced score of its turn. A finished game is
    reopened once and finished again, so that its result is posted again; every turn then needs a
    reason. Raise `Refused` if a reason is missing, or if a turn is neither a play nor an end rack.
    May raise the exceptions of `correct_turn`, `rule_on_entry` and `finish_game`.
    """
    if any(TurnKind(one.entry.kind) not in (TurnKind.PLAY, TurnKind.END_RACK) for one in decisions):
        raise Refused(_("You can rule only on the score of a play or of the tiles left on a rack."))
    with transaction.atomic():
        finished = lock_game(game, posts=True).finished_at is not None
        if finished:
            reasons = [" ".join(one.reason.split()) for one in decisions]
            if not all(reasons):
                raise Refused(
                    _(
                        "The game is finished and its result has been posted, so a ruling needs a "
                        "reason."
                    )
                )
            games.reopen_game(game, actor, reason=" ".join(dict.fromkeys(reasons)))
        rulings = [_rule_on_turn(game, one, actor) for one in decisions]
        if finished:
            games.finish_game(game, actor, disputed=True)
    return rulings


def _rule_on_turn(game: Game, one: TurnDecision, actor: Actor) -> Ruling:
    now, entry = sheet(game), one.entry
    if entry.announced != one.points:
        row = next((row for row in now.rows if row.entry.pk == entry.pk), None)
        if row is None:
            raise refusals.EditConflict
        turn = row.turn._replace(announced=one.points)
        entry = turns.correct_turn(
            entry, turn, actor, reason=one.reason, confirmed=True, notes_flip=False
        )
    return rule_on_entry(entry, one.decision, actor, reason=one.reason, before=now.outcome)


def _supersede_column(
    game: Game, place: ColumnPosition, old: SheetColumn | None, text: str, holds: str, actor: Actor
) -> None:
    now = timezone.now()
    if old is not None:
        old.superseded_at = now
        old.save(update_fields=["superseded_at"])
    if not text.strip():
        return
    fresh = SheetColumn.objects.create(
        game=game, keeper=place.keeper, seat=place.seat, text=text, holds=holds,
        entered_at=now, entered_by=actor.user,
    )  # fmt: skip
    if old is not None:
        old.superseded_by = fresh
        old.save(update_fields=["superseded_by"])
