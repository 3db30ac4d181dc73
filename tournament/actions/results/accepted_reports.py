"""Results that players reported: the current reports, and their acceptance by the desk."""

from collections.abc import Sequence
from itertools import groupby

from django.db import transaction
from django.utils.translation import gettext as _

from scoring.actions.activity import Actor
from tournament.actions.act import Refused, act
from tournament.actions.results.entries import counting_result, lock_pairing
from tournament.actions.results.results import enter_result
from tournament.models import Pairing, PlayerReport, ResultEntry
from tournament.models.results import ResultSource
from tournament.queries.rounds.rounds import is_provisional
from tournament.wording.log import say


def current_reports(pairing: Pairing) -> list[PlayerReport]:
    """Return the current reports of the pairing's players, without reports by entries seated here earlier."""
    rows = PlayerReport.objects.filter(pairing=pairing, replaced_at=None)
    return list(rows.filter(entry__in=[pairing.first_id, pairing.second_id]))


def current_report_scores(pairing: Pairing) -> list[tuple[int, int]]:
    """Return the scores of the current reports in points, the first player's first."""
    return [scores_of_report(row) for row in current_reports(pairing)]


def scores_of_report(report: PlayerReport) -> tuple[int, int]:
    """Return the scores of a report, in points, the first player's first."""
    return report.first_score, report.second_score


def accept_report(actor: Actor, report: PlayerReport, *, may_rule: bool = True) -> ResultEntry:
    """Make one player's report the result; if two reports differ, this is the ruling.

    `may_rule` is false if the actor may not rule. Raise `Refused` for an outdated report or a settled
    board. May raise the exceptions of `enter_result`.
    """
    with act(actor, report.pairing.round.division, exclusive=False):
        pairing = lock_pairing(report.pairing)
        current = counting_result(pairing)
        gone = PlayerReport.objects.filter(pk=report.pk, replaced_at=None).first() is None
        if gone or (current and not is_provisional(current, current_report_scores(pairing))):
            raise Refused(
                _("{pairing} has already been settled. Reload the page.").format(pairing=pairing)
            )
        return enter_result(
            actor,
            pairing,
            *scores_of_report(report),
            accepted=True,
            source=ResultSource.REPORTED,
            may_rule=may_rule,
        )


def accept_reports(actor: Actor, reports: Sequence[PlayerReport], *, may_rule: bool = True) -> int:
    """Accept these reports, one for each board, and return their number.

    `may_rule` and the exceptions are as for `accept_report`; after an exception nothing is
    accepted.
    """
    ordered = sorted(
        reports,
        key=lambda report: (
            report.pairing.round.division_id,
            report.pairing.round.number,
            report.pairing.board or 0,
        ),
    )
    with transaction.atomic():
        for _key, group in groupby(ordered, key=lambda report: report.pairing.round.division_id):
            of_division = list(group)
            division = of_division[0].pairing.round.division
            with act(actor, division) as action, action.undo_step():
                for report in of_division:
                    accept_report(actor, report, may_rule=may_rule)
                action.log(
                    "accept_reports",
                    say("accept_reports", boards=len(of_division), division=division),
                    after={
                        "board": [
                            [report.pairing.round.number, report.pairing.board]
                            for report in of_division
                        ]
                    },
                )
    return len(ordered)
