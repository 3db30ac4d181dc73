"""Results reported by players: two matching reports become the result, differing ones await a ruling."""

from dataclasses import dataclass
from typing import Any

from django.utils import timezone
from django.utils.translation import gettext as _

from scoring.actions.activity import Actor
from tournament.actions.act import ConfirmationRequired, Refused, act
from tournament.actions.results.accepted_reports import (
    current_report_scores,
    current_reports,
    scores_of_report,
)
from tournament.actions.results.entries import (
    counting_result,
    lock_pairing,
    pairing_sentence,
    supersede_all,
)
from tournament.actions.results.results import (
    enter_result,
    recorded_turn_count,
    refuse_impossible_scores,
)
from tournament.engine.results import Outcome
from tournament.engine.typed_result import unusual_figure_messages
from tournament.hall.actions.player_codes import player_as_actor
from tournament.hall.models import PlayerCode
from tournament.models import Division, Pairing, PlayerReport, ResultEntry, Round
from tournament.models.results import ResultSource
from tournament.models.rounds import Phase
from tournament.queries.rounds.rounds import board_with_same_scores, is_provisional
from tournament.wording.log import say
from tournament.wording.sentences import sentences


@dataclass(frozen=True, slots=True)
class ReportOutcome:
    """The effect of a report: the player's current report, and whether the opponent's agrees or differs."""

    report: PlayerReport
    agrees: bool = False
    differs: bool = False


def report_result(
    code: PlayerCode,
    pairing: Pairing,
    own: int,
    opponent: int,
    *,
    key: str,
    accepted: bool = False,
    at_kiosk: bool = False,
) -> ReportOutcome:
    """Report the result of a player's board. The opponent confirms it by reporting the same scores.

    Matching reports become the result, and so does a single report if the event's rules let it
    count at once. Differing reports leave the board without a result until a ruling or a new
    report. `key` identifies the form, so that sending it twice makes only one report. Raise
    `InvalidResult` for an impossible score, `ConfirmationRequired` for an unlikely one unless it is
    `accepted` or reported by the opponent too, and `Refused` if the player may not report now.
    """
    entry = code.entry
    actor = player_as_actor(entry)
    with act(actor, pairing.round.division, exclusive=False) as action:
        pairing = lock_pairing(pairing)
        live = {row.entry_id: row for row in current_reports(pairing)}
        mine = live.pop(entry.pk, None)
        theirs = next(iter(live.values()), None)
        sent = PlayerReport.objects.filter(entry=entry, key=key).first()
        if sent is not None and mine is not None:
            return _outcome(mine, theirs)
        turned = pairing.second_id == entry.pk
        scores = (opponent, own) if turned else (own, opponent)
        if mine is not None and scores_of_report(mine) == scores:
            return _outcome(mine, theirs)
        current = counting_result(pairing)
        if why := report_refusal(code, pairing, current):
            raise Refused(why)
        agrees = theirs is not None and scores_of_report(theirs) == scores
        if current is not None and not agrees and _is_basis_of_pairing(pairing.round):
            raise Refused(_result_exists_message(current))
        _refuse_unlikely_scores(pairing, scores, accepted=accepted or agrees)
        with action.undo_step(pairing=pairing, reports=True):
            if mine is not None:
                PlayerReport.objects.filter(pk=mine.pk).update(replaced_at=timezone.now())
            report = PlayerReport.objects.create(
                pairing=pairing,
                entry=entry,
                first_score=scores[0],
                second_score=scores[1],
                at=timezone.now(),
                key=key,
                at_kiosk=at_kiosk,
            )
            if current is not None and not agrees:
                supersede_all([current])
                current = None
            at_once = pairing.round.division.event.rules.players_report == "at_once"
            if current is None and (agrees or (theirs is None and at_once)):
                enter_result(actor, pairing, *scores, accepted=True, source=ResultSource.REPORTED)
            where: dict[str, Any] = {
                "player": entry.name,
                "round": pairing.round.number,
                "pairing": pairing_sentence(pairing),
                "result": say("scores", first=scores[0], second=scores[1]),
            }
            if agrees:
                sentence = say("confirm_report", **where)
            elif theirs:
                sentence = say("report_differs", **where)
            else:
                sentence = say("report_result", **where)
            action.log(
                "confirm_report" if agrees else "report_result",
                sentence,
                before=_log_values(mine),
                after=_log_values(report),
            )
    return _outcome(report, theirs)


def _is_basis_of_pairing(round_: Round) -> bool:
    """Return whether a published round was paired from the results of this one. This takes one query."""
    later = Round.objects.filter(division=round_.division_id, source_round__gte=round_.number)
    return later.exclude(phase=Phase.DRAFT).exists()


def _result_exists_message(current: ResultEntry) -> str:
    return _(
        "Your board already has a result: {result}. If it is wrong, go to the director."
    ).format(result=current)


def report_refusal(code: PlayerCode, pairing: Pairing, current: ResultEntry | None) -> str:
    """Return why the player may not report the result of this board now, or an empty string. At most two queries.

    `current` is the result that counts, or None if there is none.
    """
    if why := reports_off_reason(code, pairing.round):
        return why
    if pairing.round.phase == Phase.CLOSED:
        return _("{round} is closed. If your result is wrong, go to the director.").format(
            round=pairing.round
        )
    if code.entry_id not in (pairing.first_id, pairing.second_id):
        return _("Your board has changed since you opened this page. Check your new board.")
    if pairing.second_id is None:
        return _("You have no opponent in this round, so there is nothing to report.")
    if current is not None and not is_provisional(current, current_report_scores(pairing)):
        return _result_exists_message(current)
    if recorded_turn_count(pairing):
        return _(
            "Your game is being recorded on the score pad, which enters the result automatically."
        )
    return ""


def reports_off_reason(code: PlayerCode, round_: Round) -> str:
    """Return why reports are off for the event, division, round or player, or an empty string."""
    division = round_.division
    if division.event.rules.players_report == "no" or not division.players_report:
        return _("You cannot report results by phone here. Bring your slip to the desk.")
    if not round_.players_report:
        return _(
            "You cannot report results of {round} by phone. Bring your slip to the desk."
        ).format(round=round_)
    if code.no_phone or not code.reports:
        return _("You cannot report by phone. Bring your slip to the desk.")
    return ""


def set_player_reports(actor: Actor, on: Division | Round | PlayerCode, *, allowed: bool) -> None:
    """Switch players' reports on or off for a division, a round or one player; do nothing if nothing changes."""
    division = on if isinstance(on, Division) else None
    if isinstance(on, Round):
        division = on.division
    elif isinstance(on, PlayerCode):
        division = on.entry.division
    assert division is not None
    with act(actor, division) as action:
        column = "reports" if isinstance(on, PlayerCode) else "players_report"
        if getattr(on, column) == allowed:
            return
        setattr(on, column, allowed)
        on.save(update_fields=[column])
        if isinstance(on, Round):
            sentence = (
                say("round_reports", division=division, round=on.number)
                if allowed
                else say("round_reports_off", division=division, round=on.number)
            )
        elif isinstance(on, PlayerCode):
            player = on.entry.name
            sentence = (
                say("player_reports", division=division, player=player)
                if allowed
                else say("player_reports_off", division=division, player=player)
            )
        else:
            sentence = (
                say("division_reports", division=division)
                if allowed
                else say("division_reports_off", division=division)
            )
        action.log("let_players_report", sentence, after={"players_report": allowed})


def _refuse_unlikely_scores(pairing: Pairing, scores: tuple[int, int], *, accepted: bool) -> None:
    """Raise `InvalidResult` for impossible scores, and `ConfirmationRequired` for unlikely ones unless `accepted`."""
    refuse_impossible_scores(*scores)
    if not accepted and (odd := unlikely_score_questions(pairing, scores)):
        raise ConfirmationRequired(odd)


def unlikely_score_questions(pairing: Pairing, scores: tuple[int, int]) -> list[str]:
    """Return a question for each unlikely aspect of the scores, as at the desk. This takes one query."""
    odd = [*sentences(unusual_figure_messages(Outcome.PLAYED, *scores))]
    elsewhere = board_with_same_scores(pairing, *scores)
    if elsewhere is not None:
        odd.append(_("Board {board} already has these two scores.").format(board=elsewhere))
    return odd


def _outcome(mine: PlayerReport, theirs: PlayerReport | None) -> ReportOutcome:
    if theirs is None:
        return ReportOutcome(mine)
    agrees = scores_of_report(mine) == scores_of_report(theirs)
    return ReportOutcome(mine, agrees=agrees, differs=not agrees)


def _log_values(report: PlayerReport | None) -> dict[str, object] | None:
    if report is None:
        return None
    return {
        "first": report.first_score,
        "second": report.second_score,
        **({"kiosk": True} if report.at_kiosk else {}),
    }
