"""Enter results from typed lines or for a whole round, and rule between contradicting ones."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass

from django.db.models import Q
from django.utils import timezone
from django.utils.translation import gettext as _
from django.utils.translation import ngettext

from scoring.actions.activity import Actor, LogEntry, log_all
from scoring.actions.sheet_rulings import POSSIBLE_SCORES
from scoring.wording.phrases import comma_list, label_within_sentence
from tournament.actions.act import Refused, act
from tournament.actions.results.entries import pairing_sentence, result_log_values, result_sentence
from tournament.actions.results.results import InvalidResult, correct_result, enter_result
from tournament.actions.rounds.rounds import mark_as_playing
from tournament.engine.results import GAMES, WITHOUT_SPREAD, Outcome, awarded_spread
from tournament.engine.typed_result import TypedOutcome, TypedResult
from tournament.models import Pairing, ResultEntry, Round
from tournament.models.results import ResultStatus
from tournament.models.rounds import Phase
from tournament.queries.results.consequences import Consequences, consequences_of
from tournament.queries.rounds.rounds import board_with_same_scores, current_pairings
from tournament.wording.log import say


def pairing_of_line(round_: Round, typed: TypedResult) -> Pairing:
    """Return the pairing named by a typed line. Raise `Refused` if the round has none. One query."""
    number = typed.number
    which = (
        Q(first__number=number) | Q(second__number=number) if typed.by_player else Q(board=number)
    )
    pairing = (
        Pairing.objects.select_related("first__player", "second__player", "game")
        .filter(which, round=round_, replaced_at=None)
        .first()
    )
    if pairing is None:
        if typed.by_player:
            raise Refused(
                _("No player with number {number} is paired in {round}.").format(
                    number=number, round=label_within_sentence(round_)
                )
            )
        raise Refused(
            _("{round} has no board {number}. For player {number}, type p{number} instead.").format(
                round=round_, number=number
            )
        )
    pairing.round = round_
    return pairing


def enter_typed_result(
    actor: Actor,
    pairing: Pairing,
    typed: TypedResult,
    *,
    accepted: bool = False,
    may_rule: bool = True,
) -> ResultEntry:
    """Enter the result of a typed line for its pairing (`pairing_of_line`).

    Scores are swapped if the line names the second player. Scores that another board of the
    round already has raise a question, since the slip may belong there. `may_rule` and the
    exceptions are as for `enter_result`.
    """
    result = figures_of_typed_result(pairing, typed)
    odd = []
    if result.outcome == Outcome.PLAYED and not result.spread_only:
        elsewhere = board_with_same_scores(pairing, result.first_score, result.second_score)
        if elsewhere is not None:
            odd = [_("Board {board} already has these two scores.").format(board=elsewhere)]
    return enter_result(
        actor,
        pairing,
        result.first_score,
        result.second_score,
        outcome=result.outcome,
        spread_only=result.spread_only,
        accepted=accepted,
        questions=odd,
        may_rule=may_rule,
    )


@dataclass(frozen=True, slots=True)
class ResultFigures:
    """A typed result as seen by the first player: the outcome, and both scores in points or only the spread."""

    outcome: Outcome
    first_score: int = 0
    second_score: int = 0
    spread_only: bool = False


def figures_of_typed_result(pairing: Pairing, typed: TypedResult) -> ResultFigures:
    """Return the figures of a typed line, swapped if it names the second player."""
    turned = (
        typed.by_player and pairing.second is not None and (pairing.second.number == typed.number)
    )
    if typed.outcome is not None:
        return ResultFigures(_outcome(typed.outcome, turned=turned))
    score = typed.score or 0
    if typed.spread_only:
        return ResultFigures(Outcome.PLAYED, -score if turned else score, spread_only=True)
    first, second = (typed.opponent, score) if turned else (score, typed.opponent)
    return ResultFigures(Outcome.PLAYED, first, second)


def _outcome(ending: TypedOutcome, *, turned: bool) -> Outcome:
    if ending is TypedOutcome.BOTH_FORFEIT:
        return Outcome.BOTH_FORFEIT
    if ending is TypedOutcome.VOID:
        return Outcome.VOID
    if ending is TypedOutcome.BYE:
        return Outcome.BYE
    if ending is TypedOutcome.HALF_BYE:
        return Outcome.HALF_BYE
    lost_by_first = (ending is TypedOutcome.FORFEITS) != turned
    return Outcome.FIRST_FORFEITS if lost_by_first else Outcome.SECOND_FORFEITS


def rule_for_result(
    actor: Actor, entry: ResultEntry, *, reason: str = "", seen: str | None = None
) -> ResultEntry:
    """Let this one of several contradicting results count, and supersede the others.

    Raise `Refused` if this has already been decided. May raise the exceptions of `correct_result`.
    """
    pairing = entry.pairing
    open_ = ResultEntry.objects.filter(pairing=pairing, standing=ResultStatus.BESIDE)
    if entry.standing == ResultStatus.SUPERSEDED or not open_.exists():
        raise Refused(
            _("{pairing}: a ruling has already been made. Reload the page.").format(pairing=pairing)
        )
    return correct_result(
        actor,
        pairing,
        entry.first_score,
        entry.second_score,
        outcome=entry.outcome,
        spread_only=entry.spread_only,
        reason=reason,
        accepted=True,
        seen=seen,
    )


def result_consequences(
    pairing: Pairing,
    first_score: int,
    second_score: int,
    outcome: str,
    *,
    spread: int | None = None,
) -> Consequences:
    """Return the consequences of a result without storing anything. `spread` is as for `correct_result`."""
    if outcome not in GAMES:
        rules = pairing.round.division.event.rules
        first_score, second_score = awarded_spread(outcome, rules.bye_spread, rules.forfeit_spread)
        if spread is not None and outcome not in WITHOUT_SPREAD:
            first_score = spread
    return consequences_of(pairing, first_score, second_score, outcome)


def enter_round_results(
    actor: Actor, round_: Round, scores: Mapping[int, tuple[int, int]]
) -> list[ResultEntry]:
    """Enter the scores of a round's games by board number, in points, the first player's first.

    All or none are entered. Raise `InvalidResult` for an unknown board or an impossible score, and
    `Refused` if the round is not open for results or a board already has a result.
    """
    division = round_.division
    with act(actor, division, exclusive=False):
        round_ = Round.objects.select_for_update(no_key=True).get(pk=round_.pk)
        if round_.phase not in (Phase.PUBLISHED, Phase.PLAYING):
            raise Refused(
                _("{round} is {phase}.").format(
                    round=round_, phase=label_within_sentence(round_.get_phase_display())
                )
            )
        pairings = {
            pairing.board: pairing
            for pairing in current_pairings(round_)
            .filter(board__in=scores)
            .select_related("first__player", "second__player")
        }
        _refuse_impossible_scores(round_, pairings, scores)
        now = timezone.now()
        entries = ResultEntry.objects.bulk_create(
            ResultEntry(
                pairing=pairings[board],
                first_score=first,
                second_score=second,
                entered_by=actor.user,
                entered_at=now,
            )
            for board, (first, second) in scores.items()
        )
        mark_as_playing(round_)
        log_all(
            actor,
            (
                LogEntry(
                    "enter_result",
                    say(
                        "result",
                        round=round_.number,
                        pairing=pairing_sentence(entry.pairing),
                        result=result_sentence(entry),
                    ),
                    scope=division.scope,
                    after=result_log_values(entry),
                )
                for entry in entries
            ),
        )
    return entries


def _refuse_impossible_scores(
    round_: Round, pairings: Mapping[int | None, Pairing], scores: Mapping[int, tuple[int, int]]
) -> None:
    if missing := [str(board) for board in scores if board not in pairings]:
        raise InvalidResult(
            _("{round} has no board {boards}.").format(round=round_, boards=comma_list(missing))
        )
    for board, both in scores.items():
        if any(score not in POSSIBLE_SCORES for score in both):
            raise InvalidResult(
                _("Board {board}: a score of {first} or {second} is not possible.").format(
                    board=board, first=both[0], second=both[1]
                )
            )
    there = ResultEntry.objects.filter(pairing__in=pairings.values())
    boards = sorted({board or 0 for board in there.values_list("pairing__board", flat=True)})
    if boards:
        raise Refused(
            ngettext(
                "{round} already has a result on board {boards}.",
                "{round} already has results on boards {boards}.",
                len(boards),
            ).format(round=round_, boards=comma_list(boards))
        )
