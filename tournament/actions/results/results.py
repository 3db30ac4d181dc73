"""Entering and correcting results. None is ever overwritten."""

from collections.abc import Sequence

from django.utils.translation import gettext as _
from django.utils.translation import ngettext

from scoring.actions.activity import Actor
from scoring.wording.phrases import comma_list, score_shown
from tournament.actions.act import Questionable, ReasonMissing, Refused, act, refuse_when_changed
from tournament.actions.results.entries import (
    gives_way,
    is_same_result,
    locked_pairing,
    log_result,
    reported_scores,
    why_settled,
    write,
)
from tournament.actions.rounds.rounds import begin_playing
from tournament.engine.results import ALONE, GAMES, WITHOUT_SPREAD, Outcome, awarded, is_bye
from tournament.engine.typed_result import unlikely
from tournament.models import Pairing, ResultEntry
from tournament.models.results import ResultSource, Standing
from tournament.models.rounds import Phase
from tournament.queries.rounds.rounds import counts_unconfirmed, standing_results
from tournament.queries.versions import version_of_results
from tournament.wording.sentences import sentences

POSSIBLE = range(-1500, 3001)
"""Beyond these it is a typing slip and nothing else."""


class NotAResult(Refused):
    """What was entered cannot be the result of this pairing."""


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
    rules: bool = True,
) -> ResultEntry:
    """Enter the result of a board. The same result entered again changes nothing.

    The scores of a slip also confirm a result that names the winner: a slip does not say why.
    With `spread_only` the first score is the spread and the second 0. `questions` is what the
    caller finds odd as well; it is asked together with the rest.

    A result that contradicts somebody else's, or a recorded game, is kept beside it and does not
    count until it is ruled on (`correct_result`); one that contradicts one's own, or what was
    awarded with the pairing, replaces it, unless two results stand already. Where the two players
    reported different results this is the ruling, for which the actor needs to have `rules`; what
    one of them reported otherwise is asked about.
    `seen` is the version (`version_of_results`) of what the form showed, None where there was none.
    Raises `ChangedMeanwhile` with the results standing now where that is another, `Questionable`
    for what is unlikely unless `accepted`, `NotAResult`, `ReasonMissing` for
    a closed round and where a correction would need a reason.
    """
    with act(actor, pairing.round.division, exclusive=False, allow_closed=True) as action:
        pairing = locked_pairing(pairing)
        first_score, second_score = _figures(pairing, outcome, first_score, second_score)
        if spread_only:
            _refuse_spread_only(pairing)
        standing = standing_results(pairing)
        current = _counting(standing)
        named = current is not None and outcome == Outcome.PLAYED and current.winner_label
        compared = current.outcome if current is not None and named else outcome
        reported = reported_scores(pairing.pk)
        waits = current is not None and counts_unconfirmed(current, reported)
        same = current is not None and is_same_result(
            current, compared, first_score, second_score, spread_only
        )
        if current is not None and same and not (waits and actor.user is not None):
            current.pairing = pairing
            return current
        if current is None and len(set(reported)) > 1 and not rules:
            raise Refused(
                _(
                    "{pairing}: the players reported different results. The director decides."
                ).format(pairing=pairing)
            )
        odd = [*sentences(unlikely(outcome, first_score, second_score, spread_only))]
        _refuse_when_changed(seen, pairing, standing, odd)
        contested = len(standing) > 1
        replaced = current is not None and gives_way(current, actor) and not contested
        why = reason_needed(pairing) if replaced and not same else ""
        if pairing.round.phase == Phase.CLOSED:
            raise ReasonMissing(
                _(
                    "{round} is closed. Correct the result on the board's page, with a reason."
                ).format(round=pairing.round)
            )
        if why:
            advice = _("Say why the result is corrected.")
            raise ReasonMissing(f"{why} {advice}")
        odd = [*odd, *questions]
        if source == ResultSource.TYPED and outcome in GAMES and not spread_only:
            odd += _reported_otherwise(pairing, reported, (first_score, second_score))
        if current is not None and not waits:
            odd.append(
                _("Board {board} has the result {result} already.").format(
                    board=pairing.board, result=_with_source(current)
                )
            )
        elif recorded := 0 if waits else recorded_turns(pairing):
            odd.append(
                ngettext(
                    "Board {board} is being recorded, {turns} turn so far; "
                    "the score pad enters its result when it is finished.",
                    "Board {board} is being recorded, {turns} turns so far; "
                    "the score pad enters its result when it is finished.",
                    recorded,
                ).format(board=pairing.board, turns=recorded)
            )
        if odd and not accepted:
            raise Questionable(odd)
        beside = current is not None and not replaced
        with action.undo_step(results_of=pairing):
            entry = write(
                actor,
                pairing,
                (first_score, second_score),
                outcome,
                source=source,
                spread_only=spread_only,
                standing=Standing.BESIDE if beside else Standing.COUNTS,
                supersede=[current] if replaced and current else [],
            )
            begin_playing(pairing.round)
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
    rules: bool = True,
) -> ResultEntry:
    """Correct the result of a board; every earlier one is superseded and stays stored.

    This is also how the director rules on two that contradict each other; `rules` is false where
    whoever corrects may not do that, nor replace what somebody else entered. A reason is needed when
    the round is closed, when a later round is published, and when a recorded game says otherwise.
    `questions` is what else has to be seen before it is saved, such as who changes place.
    `spread` is what a player without an opponent is awarded instead of what the rules say. `seen` is as in
    `enter_result`. Raises as that does.
    """
    reason = " ".join(reason.split())
    with act(actor, pairing.round.division, exclusive=False, allow_closed=True) as action:
        pairing = locked_pairing(pairing)
        first_score, second_score = _figures(pairing, outcome, first_score, second_score)
        if spread is not None and pairing.second_id is None and outcome not in WITHOUT_SPREAD:
            first_score = spread
        if spread_only:
            _refuse_spread_only(pairing)
        standing = standing_results(pairing)
        current = _counting(standing)
        contested = len(standing) > 1
        if (
            current is not None
            and not contested
            and is_same_result(current, outcome, first_score, second_score, spread_only)
        ):
            raise Refused(
                _("{pairing}: the result is {result} already.").format(
                    pairing=pairing, result=_with_source(current)
                )
            )
        odd = [*sentences(unlikely(outcome, first_score, second_score, spread_only))]
        _refuse_when_changed(seen, pairing, standing, odd)
        if current is None:
            raise Refused(_("{pairing} has no result yet. Enter it.").format(pairing=pairing))
        if contested and not rules:
            raise Refused(
                _(
                    "{pairing}: two results contradict each other. The director decides which counts."
                ).format(pairing=pairing)
            )
        if not rules and not gives_way(current, actor):
            raise Refused(
                _(
                    "{pairing}: the result {result} is another person's. Enter yours beside it; "
                    "the director decides which counts."
                ).format(pairing=pairing, result=_with_source(current))
            )
        if not reason and (why := reason_needed(pairing)):
            advice = _("Say why the result is corrected.")
            raise ReasonMissing(f"{why} {advice}")
        odd = [*odd, *questions]
        if odd and not accepted:
            raise Questionable(odd)
        with action.undo_step(results_of=pairing):
            entry = write(
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


def reason_needed(pairing: Pairing) -> str:
    """Return why a correction of this board needs a reason, as a sentence; empty when it needs none."""
    if why := why_settled(pairing.round):
        return why
    if ResultEntry.objects.filter(pairing=pairing, source=ResultSource.RECORDED).exists():
        return _("The game was recorded turn by turn.")
    return ""


def _counting(standing: Sequence[ResultEntry]) -> ResultEntry | None:
    return next((entry for entry in standing if entry.standing == Standing.COUNTS), None)


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


def _figures(
    pairing: Pairing, outcome: str, first_score: int, second_score: int
) -> tuple[int, int]:
    """Return the two numbers to store: the scores of a game, or the spread awarded."""
    if outcome not in set(Outcome):
        raise NotAResult(
            _("“{outcome}” is not an outcome; there are {outcomes}.").format(
                outcome=outcome, outcomes=comma_list(Outcome)
            )
        )
    alone = pairing.second_id is None
    if alone and outcome not in ALONE:
        raise NotAResult(
            _("{player} has no opponent this round: a bye, half a bye, a forfeit or void.").format(
                player=pairing.first
            )
        )
    if not alone and is_bye(outcome):
        raise NotAResult(_("{pairing} are two players; a bye has one.").format(pairing=pairing))
    if outcome not in GAMES:
        rules = pairing.round.division.event.rules
        first, second = awarded(outcome, rules.bye_spread, rules.forfeit_spread)
        return first, 0 if alone else second
    for score in (first_score, second_score):
        if score not in POSSIBLE:
            raise NotAResult(
                _("A score of {score} is not possible. Was a digit typed twice?").format(
                    score=score
                )
            )
    return first_score, second_score


def _reported_otherwise(
    pairing: Pairing, reported: Sequence[tuple[int, int]], typed: tuple[int, int]
) -> list[str]:
    """A question for each other result that a player reported."""
    return [
        _("Board {board} was reported as {first}-{second} by a player.").format(
            board=pairing.board, first=score_shown(first), second=score_shown(second)
        )
        for first, second in dict.fromkeys(reported)
        if (first, second) != typed
    ]


def recorded_turns(pairing: Pairing) -> int:
    """Return how many turns of the board's unfinished game are recorded."""
    game = pairing.game
    if game is None or game.finished_at is not None:
        return 0
    return game.entries.filter(superseded_at=None).count()


def _refuse_spread_only(pairing: Pairing) -> None:
    """Raise `NotAResult` where points rank, since a spread alone does not give them."""
    if "points_for" in pairing.round.division.ranked_by:
        raise NotAResult(
            _("Division {division} ranks by points, so both scores are needed.").format(
                division=pairing.round.division
            )
        )


def _with_source(entry: ResultEntry) -> str:
    """Return the result with how it was entered and, where that is known, by whom."""
    source = ResultSource(entry.source).label
    if entry.entered_by is None:
        return _("{result} ({source})").format(result=entry, source=source)
    return _("{result} ({source} by {person})").format(
        result=entry, source=source, person=entry.entered_by.get_username()
    )
