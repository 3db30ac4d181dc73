"""Enter and correct results, without overwriting any."""

from collections.abc import Sequence

from django.utils.translation import gettext as _
from django.utils.translation import ngettext

from scoring.actions.activity import Actor
from scoring.actions.sheet_rulings import POSSIBLE_SCORES
from scoring.wording.phrases import comma_list, format_score
from tournament.actions.act import (
    ConfirmationRequired,
    ReasonMissing,
    Refused,
    act,
    refuse_when_changed,
)
from tournament.actions.results.entries import (
    create_result_entry,
    is_replaceable_by,
    is_same_result,
    lock_pairing,
    log_result,
    reported_scores,
    settled_reason,
)
from tournament.actions.rounds.rounds import mark_as_playing
from tournament.engine.results import ALONE, GAMES, WITHOUT_SPREAD, Outcome, awarded_spread, is_bye
from tournament.engine.typed_result import unusual_figure_messages
from tournament.models import Pairing, ResultEntry
from tournament.models.results import ResultSource, ResultStatus
from tournament.models.rounds import Phase
from tournament.queries.rounds.rounds import current_results, is_provisional
from tournament.queries.versions import version_of_results
from tournament.wording.sentences import sentences


class InvalidResult(Refused):
    """The values cannot be the result of this pairing."""


def enter_result(
    actor: Actor,
    pairing: Pairing,
    first_score: int = 0,
    second_score: int = 0,
    *,
    outcome: str = Outcome.PLAYED,
    spread_only: bool = False,
    accepted: bool = False,
    questions: Sequence[str] = (),
    seen: str | None = None,
    source: ResultSource = ResultSource.TYPED,
    may_rule: bool = True,
) -> ResultEntry:
    """Enter the result of a board. Entering the same result again changes nothing.

    Scores without a named winner count as the same result as existing ones with a named winner,
    since a slip does not name one. With `spread_only` the first score is the spread and the second
    0. `questions` are additional questions raised by the caller.

    A result that contradicts another person's, or a recorded game, is stored beside it and does not
    count until a ruling (`correct_result`). One that contradicts the actor's own, or an award,
    replaces it, unless two results are already present. If the two players' reports differ, this is
    the ruling; without `may_rule` it is refused. A result that differs from a report raises a
    question.

    `seen` is the version (`version_of_results`) on the form, or None. Raise `EditConflict`
    with the present results if it differs, `ConfirmationRequired` for an unlikely result unless
    `accepted`, `InvalidResult` for impossible values, `Refused` if the pairing or the actor does not
    allow a result, and `ReasonMissing` for a closed round or if a correction needs a reason.
    """
    with act(actor, pairing.round.division, exclusive=False, allow_closed=True) as action:
        pairing = lock_pairing(pairing)
        first_score, second_score = _stored_figures(pairing, outcome, first_score, second_score)
        if spread_only:
            _refuse_spread_only(pairing)
        standing = current_results(pairing)
        current = _counting_entry(standing)
        named = current is not None and outcome == Outcome.PLAYED and current.winner_label
        compared = current.outcome if current is not None and named else outcome
        reported = reported_scores(pairing.pk)
        waits = current is not None and is_provisional(current, reported)
        same = current is not None and is_same_result(
            current, compared, first_score, second_score, spread_only
        )
        if current is not None and same and not (waits and actor.user is not None):
            current.pairing = pairing
            return current
        if current is None and len(set(reported)) > 1 and not may_rule:
            raise Refused(
                _(
                    "{pairing}: the players reported different results. The director decides."
                ).format(pairing=pairing)
            )
        odd = [*sentences(unusual_figure_messages(outcome, first_score, second_score, spread_only))]
        _refuse_when_changed(seen, pairing, standing, odd)
        contested = len(standing) > 1
        replaced = current is not None and is_replaceable_by(current, actor) and not contested
        why = correction_reason_message(pairing) if replaced and not same else ""
        if pairing.round.phase == Phase.CLOSED:
            raise ReasonMissing(
                _(
                    "{round} is closed. Correct the result on the board's page, with a reason."
                ).format(round=pairing.round)
            )
        if why:
            advice = _("Give a reason for correcting the result.")
            raise ReasonMissing(f"{why} {advice}")
        odd = [*odd, *questions]
        if source == ResultSource.TYPED and outcome in GAMES and not spread_only:
            odd += _questions_about_reports(pairing, reported, (first_score, second_score))
        if current is not None and not waits:
            pattern = (
                _("Board {board} already has the result {result}.")
                if pairing.board is not None
                else _("{pairing}: the result is already {result}.")
            )
            odd.append(
                pattern.format(
                    board=pairing.board, pairing=pairing, result=_result_with_source(current)
                )
            )
        elif recorded := 0 if waits else recorded_turn_count(pairing):
            odd.append(
                ngettext(
                    "Board {board} is being recorded, {turns} turn so far; the score pad enters "
                    "its result when the game is finished.",
                    "Board {board} is being recorded, {turns} turns so far; the score pad "
                    "enters its result when the game is finished.",
                    recorded,
                ).format(board=pairing.board, turns=recorded)
            )
        if odd and not accepted:
            raise ConfirmationRequired(odd)
        beside = current is not None and not replaced
        with action.undo_step(results_of=pairing):
            entry = create_result_entry(
                actor,
                pairing,
                (first_score, second_score),
                outcome,
                source=source,
                spread_only=spread_only,
                standing=ResultStatus.BESIDE if beside else ResultStatus.COUNTS,
                supersede=[current] if replaced and current else [],
            )
            mark_as_playing(pairing.round)
            action.activity = log_result(actor, "enter_result", pairing, entry, current)
    return entry


def correct_result(
    actor: Actor,
    pairing: Pairing,
    first_score: int = 0,
    second_score: int = 0,
    *,
    outcome: str = Outcome.PLAYED,
    spread_only: bool = False,
    spread: int | None = None,
    reason: str = "",
    accepted: bool = False,
    questions: Sequence[str] = (),
    seen: str | None = None,
    may_rule: bool = True,
) -> ResultEntry:
    """Correct the result of a board; all earlier ones are superseded but not deleted.

    The director also uses this to rule between contradicting results; `may_rule` is false if the actor
    may neither rule nor replace another person's result. A reason is needed if the round is closed,
    a later round is published, or a game was recorded. `questions`, such as one about changed
    ranks, must be accepted first. `spread` replaces the award of a player without an opponent.
    Raise `Refused` if the board has no result or already has this one. `seen` and the other
    exceptions are as for `enter_result`.
    """
    reason = " ".join(reason.split())
    with act(actor, pairing.round.division, exclusive=False, allow_closed=True) as action:
        pairing = lock_pairing(pairing)
        first_score, second_score = _stored_figures(pairing, outcome, first_score, second_score)
        if spread is not None and pairing.second_id is None and outcome not in WITHOUT_SPREAD:
            first_score = spread
        if spread_only:
            _refuse_spread_only(pairing)
        standing = current_results(pairing)
        current = _counting_entry(standing)
        contested = len(standing) > 1
        if (
            current is not None
            and not contested
            and is_same_result(current, outcome, first_score, second_score, spread_only)
        ):
            raise Refused(
                _("{pairing}: the result is already {result}.").format(
                    pairing=pairing, result=_result_with_source(current)
                )
            )
        odd = [*sentences(unusual_figure_messages(outcome, first_score, second_score, spread_only))]
        _refuse_when_changed(seen, pairing, standing, odd)
        if current is None:
            raise Refused(_("{pairing} has no result yet. Enter it.").format(pairing=pairing))
        if contested and not may_rule:
            raise Refused(
                _(
                    "{pairing}: two results contradict each other. The director decides which counts."
                ).format(pairing=pairing)
            )
        if not may_rule and not is_replaceable_by(current, actor):
            raise Refused(
                _(
                    "{pairing}: another person entered the result {result}. Enter yours as "
                    "well; the director decides which counts."
                ).format(pairing=pairing, result=_result_with_source(current))
            )
        if not reason and (why := correction_reason_message(pairing)):
            advice = _("Give a reason for correcting the result.")
            raise ReasonMissing(f"{why} {advice}")
        odd = [*odd, *questions]
        if odd and not accepted:
            raise ConfirmationRequired(odd)
        with action.undo_step(results_of=pairing):
            entry = create_result_entry(
                actor,
                pairing,
                (first_score, second_score),
                outcome,
                spread_only=spread_only,
                reason=reason,
                supersede=standing,
            )
            action.activity = log_result(actor, "correct_result", pairing, entry, current, reason)
    return entry


def correction_reason_message(pairing: Pairing) -> str:
    """Return why a correction of this board needs a reason, as a sentence, or an empty string."""
    if why := settled_reason(pairing.round):
        return why
    if ResultEntry.objects.filter(pairing=pairing, source=ResultSource.RECORDED).exists():
        return _("The game was recorded turn by turn.")
    return ""


def _counting_entry(standing: Sequence[ResultEntry]) -> ResultEntry | None:
    return next((entry for entry in standing if entry.standing == ResultStatus.COUNTS), None)


def _refuse_when_changed(
    seen: str | None, pairing: Pairing, standing: list[ResultEntry], odd: Sequence[str]
) -> None:
    refuse_when_changed(
        seen,
        version_of_results(standing),
        what=_("Board {board}").format(board=pairing.board) if pairing.board else str(pairing),
        now=standing,
        questions=odd,
    )


def _stored_figures(
    pairing: Pairing, outcome: str, first_score: int, second_score: int
) -> tuple[int, int]:
    """Return the two numbers to store: the scores of a game, or the awarded spreads.

    Raise `InvalidResult` for an outcome or a score that is not possible.
    """
    if outcome not in set(Outcome):
        raise InvalidResult(
            _("“{outcome}” is not an outcome. Outcomes: {outcomes}.").format(
                outcome=outcome, outcomes=comma_list(Outcome)
            )
        )
    alone = pairing.second_id is None
    if alone and outcome not in ALONE:
        raise InvalidResult(
            _(
                "{player} has no opponent in this round. Choose a bye, a half bye, a forfeit or "
                "“void”."
            ).format(player=pairing.first)
        )
    if not alone and is_bye(outcome):
        raise InvalidResult(
            _("{pairing} has two players, so the result cannot be a bye.").format(pairing=pairing)
        )
    if outcome not in GAMES:
        rules = pairing.round.division.event.rules
        first, second = awarded_spread(outcome, rules.bye_spread, rules.forfeit_spread)
        return first, 0 if alone else second
    refuse_impossible_scores(first_score, second_score)
    return first_score, second_score


def refuse_impossible_scores(*scores: int) -> None:
    """Raise `InvalidResult` with the scores that no game can have."""
    if impossible := [str(score) for score in scores if score not in POSSIBLE_SCORES]:
        raise InvalidResult(
            _("A score of {score} is not possible. Was a digit typed twice?").format(
                score=comma_list(impossible)
            )
        )


def _questions_about_reports(
    pairing: Pairing, reported: Sequence[tuple[int, int]], typed: tuple[int, int]
) -> list[str]:
    """Return a question for each report by a player that differs from the typed scores."""
    return [
        _("Board {board} was reported as {first}-{second} by a player.").format(
            board=pairing.board, first=format_score(first), second=format_score(second)
        )
        for first, second in dict.fromkeys(reported)
        if (first, second) != typed
    ]


def recorded_turn_count(pairing: Pairing) -> int:
    """Return the number of recorded turns in the board's unfinished game, or 0."""
    game = pairing.game
    if game is None or game.finished_at is not None:
        return 0
    return game.entries.filter(superseded_at=None).count()


def _refuse_spread_only(pairing: Pairing) -> None:
    """Raise `InvalidResult` if the ranking uses points, which a spread alone does not provide."""
    if "points_for" in pairing.round.division.ranking_keys:
        raise InvalidResult(
            _("Division {division} ranks by points, so both scores are needed.").format(
                division=pairing.round.division
            )
        )


def _result_with_source(entry: ResultEntry) -> str:
    """Return the result with its source and, if known, the person who entered it."""
    source = ResultSource(entry.source).label
    if entry.entered_by is None:
        return _("{result} ({source})").format(result=entry, source=source)
    return _("{result} ({source} by {person})").format(
        result=entry, source=source, person=entry.entered_by.get_username()
    )
