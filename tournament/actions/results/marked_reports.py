"""What players of several boards reported, accepted at once: all of it or nothing, and undone as one a division."""

from __future__ import annotations

from collections.abc import Sequence
from itertools import groupby

from django.db import transaction

from scoring.actions.activity import Actor
from tournament.actions.act import act
from tournament.actions.results.reports import accept_report
from tournament.models import PlayerReport
from tournament.wording.log import say


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
