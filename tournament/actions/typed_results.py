"""The line on the results screen: which board it means, what is odd about it, and entering it."""

from django.db.models import Q

from scoring.actions.activity import Actor
from tournament.actions.refusal import Refused
from tournament.actions.results import enter_result
from tournament.engine.results import Outcome
from tournament.engine.typed_result import Ending, TypedResult
from tournament.models import Pairing, ResultEntry, Round
from tournament.queries.rounds import same_scores_elsewhere


class NoSuchBoard(Refused):
    """The round has no such board, or nobody of that number in it."""


def pairing_meant(round_: Round, typed: TypedResult) -> Pairing:
    """The pairing a typed line is about. One query; raises `NoSuchBoard`."""
    number = typed.number
    which = (
        Q(first__number=number) | Q(second__number=number) if typed.by_player else Q(board=number)
    )
    found = (
        Pairing.objects.select_related("first__player", "second__player", "game")
        .filter(which, round=round_, replaced_at=None)
        .first()
    )
    if found is None:
        if typed.by_player:
            raise NoSuchBoard(f"Nobody with number {number} is paired in {str(round_).lower()}.")
        raise NoSuchBoard(
            f"{round_} has no board {number}. For player {number} type p{number} instead."
        )
    found.round = round_
    return found


def enter_typed(
    actor: Actor, pairing: Pairing, typed: TypedResult, *, accepted: bool = False
) -> ResultEntry:
    """The result of a typed line for the pairing it means (`pairing_meant`).

    Scores are turned round where the line names the second player. Two scores that another board
    of the round has already are asked about, because a slip entered on the wrong board looks like
    that. Raises as `enter_result`.
    """
    turned = (
        typed.by_player and pairing.second is not None and (pairing.second.number == typed.number)
    )
    if typed.ending is not None:
        outcome = _outcome(typed.ending, turned=turned)
        return enter_result(actor, pairing, outcome=outcome, accepted=accepted)
    score = typed.score or 0
    if typed.spread_only:
        spread = -score if turned else score
        return enter_result(actor, pairing, spread, 0, spread_only=True, accepted=accepted)
    first, second = (typed.opponent, score) if turned else (score, typed.opponent)
    elsewhere = same_scores_elsewhere(pairing, first, second)
    odd = [] if elsewhere is None else [f"Board {elsewhere} has these two scores already."]
    return enter_result(actor, pairing, first, second, accepted=accepted, questions=odd)


def _outcome(ending: Ending, *, turned: bool) -> Outcome:
    if ending is Ending.BOTH_FORFEIT:
        return Outcome.BOTH_FORFEIT
    if ending is Ending.VOID:
        return Outcome.VOID
    if ending is Ending.BYE:
        return Outcome.BYE
    lost_by_first = (ending is Ending.FORFEITS) != turned
    return Outcome.FIRST_FORFEITS if lost_by_first else Outcome.SECOND_FORFEITS
