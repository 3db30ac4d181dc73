"""Results that players reported: what stands of them, and how the desk makes one of them the result."""

from collections.abc import Sequence
from itertools import groupby

from django.db import transaction
from django.utils.translation import gettext as _

from scoring.actions.activity import Actor
from tournament.actions.act import Refused, act
from tournament.actions.results.entries import counting_result, locked_pairing
from tournament.actions.results.results import enter_result
from tournament.models import Pairing, PlayerReport, ResultEntry
from tournament.models.results import ResultSource
from tournament.queries.rounds.rounds import counts_unconfirmed
from tournament.wording.log import say


def live_reports(pairing: Pairing) -> list[PlayerReport]:
    """What its players reported and did not replace; of who sat here before a seat changed, nothing."""
    rows = PlayerReport.objects.filter(pairing=pairing, replaced_at=None)
    return list(rows.filter(entry__in=[pairing.first_id, pairing.second_id]))


def live_scores(pairing: Pairing) -> list[tuple[int, int]]:
    """Return the scores of those reports, in points, the first player's first."""
    return [scores_of(row) for row in live_reports(pairing)]


def scores_of(report: PlayerReport) -> tuple[int, int]:
    """Return the scores of a report, in points, the first player's first."""
    return report.first_score, report.second_score


def accept_report(actor: Actor, report: PlayerReport, *, rules: bool = True) -> ResultEntry:
    """The desk lets what one player reported be the result; where two reports differ, that is the ruling.

    `rules` is false for who may not rule. Raises `Refused` for a report that no longer stands,
    and as `enter_result`.
    """
    with act(actor, report.pairing.round.division, exclusive=False):
        pairing = locked_pairing(report.pairing)
        current = counting_result(pairing)
        gone = PlayerReport.objects.filter(pk=report.pk, replaced_at=None).first() is None
        if gone or (current and not counts_unconfirmed(current, live_scores(pairing))):
            raise Refused(
                _("{pairing}: this was settled already. Reload the page.").format(pairing=pairing)
            )
        return enter_result(
            actor,
            pairing,
            *scores_of(report),
            accepted=True,
            source=ResultSource.REPORTED,
            rules=rules,
        )


def accept_reports(actor: Actor, reports: Sequence[PlayerReport], *, rules: bool = True) -> int:
    """Let what was reported of these boards be their results, one report of each board; return how many.

    `rules` and what is raised are as for `accept_report`; nothing is accepted then.
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
                    accept_report(actor, report, rules=rules)
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
