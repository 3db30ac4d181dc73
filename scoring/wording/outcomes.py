"""Sentences about the winner of a game and the result that counts."""

from collections.abc import Sequence

from django.utils.translation import gettext as _

from scoring.engine.game.outcome import DecidedBy, Outcome
from scoring.wording.phrases import comma_list, format_points


def outcome_sentence(outcome: Outcome, names: Sequence[str]) -> str:
    """Return the winner without a full stop, ``Ann wins, 412 to 389``, or the scores if nobody has won.

    With more than two players, or if the scores do not show the winner, every score has a name:
    ``Ben wins: Ben 94, Ann 110, Cid −7``. If a score is unknown, only the winner is named.
    """
    finals = scores_by_name(outcome, names)
    if not outcome.winners:
        return finals
    winner = outcome.winners[0]
    if outcome.is_tie:
        equal = len(outcome.winners) == len(names) and None not in outcome.finals
        return (
            _("Tie, {points} each").format(points=format_points(outcome.finals[winner]))
            if equal
            else _("Tie: {finals}").format(finals=finals)
            if None not in outcome.finals
            else _("Tie")
        )
    if None in outcome.finals:
        return _("{name} wins").format(name=names[winner])
    if outcome.decided_by is DecidedBy.TIME:
        return _("{name} wins on time: {finals}").format(name=names[winner], finals=finals)
    if outcome.decided_by is DecidedBy.BEFORE_RACKS:
        return _(
            "{name} wins, having led before the remaining tiles were counted: {finals}"
        ).format(name=names[winner], finals=finals)
    if len(names) == 2 and outcome.shows_in_scores:
        return _("{name} wins, {points} to {others}").format(
            name=names[winner],
            points=format_points(outcome.finals[winner]),
            others=format_points(outcome.finals[1 - winner]),
        )
    return _("{name} wins: {finals}").format(name=names[winner], finals=finals)


def scores_by_name(outcome: Outcome, names: Sequence[str]) -> str:
    """Return every score with its name, ``Baker 409, Able 407``: winners first, then higher scores.

    Without a winner, the scores are in the order of the seats.
    """
    seats = sorted(
        range(len(names)),
        key=lambda seat: (
            (seat not in outcome.winners, -(outcome.finals[seat] or 0))
            if outcome.winners
            else (False, seat)
        ),
    )
    return comma_list(f"{names[seat]} {format_points(outcome.finals[seat])}" for seat in seats)


def current_result_sentence(outcome: Outcome, names: Sequence[str], why: str) -> str:
    """Return the result that counts and its basis: ``Current result: Baker 409, Able 407, as ruled at 14:05.``.

    The winner is added if the scores do not show it. Without a winner, the sentence gives the score
    so far.
    """
    scores = scores_by_name(outcome, names)
    if not outcome.winners:
        pattern = _("Score so far: {scores}, {why}.") if why else _("Score so far: {scores}.")
    elif outcome.is_tie:
        pattern = (
            _("Current result: {scores}, a tie, {why}.")
            if why
            else _("Current result: {scores}, a tie.")
        )
    elif outcome.shows_in_scores:
        pattern = _("Current result: {scores}, {why}.") if why else _("Current result: {scores}.")
    else:
        scores = outcome_sentence(outcome, names)
        pattern = _("Current result: {scores}, {why}.") if why else _("Current result: {scores}.")
    return pattern.format(scores=scores, why=why)
