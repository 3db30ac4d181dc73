"""The plan of a division: which method pairs which rounds, and how boards and byes are given."""

from collections.abc import Callable, Iterable
from dataclasses import replace
from typing import Any

from django.utils.translation import gettext as _
from django.utils.translation import ngettext

from scoring.actions.activity import Actor
from scoring.wording.phrases import comma_list
from tournament.actions.act import Refused, act
from tournament.engine.pairing.event_plan import (
    EventPlan,
    PlannedRounds,
    why_not_planned,
    with_line,
    without,
)
from tournament.engine.pairing.method import CannotPair, all_methods
from tournament.engine.pairing.seating import Seating
from tournament.models import Division, PlanLine
from tournament.queries.rounds.pairing import plan_of
from tournament.queries.rounds.rounds import next_round_number
from tournament.wording.log import say
from tournament.wording.sentences import refusal, sentences


class CannotPlan(Refused):
    """The rounds cannot be planned like this; the sentence gives every reason."""


def plan_rounds(actor: Actor, division: Division, line: PlannedRounds) -> EventPlan:
    """Plan the rounds of the line; other lines are cut where they overlap. Rounds already published stay.

    Raises `CannotPlan` with every reason, and `EventClosed`.
    """
    return _change(actor, division, [line], lambda plan: with_line(plan, line))


def unplan_rounds(actor: Actor, division: Division, from_round: int, to_round: int) -> EventPlan:
    """Remove these rounds from the plan. Raises `CannotPlan` and `EventClosed`."""
    gap = PlannedRounds(from_round, to_round, "")
    return _change(actor, division, [gap], lambda plan: without(plan, from_round, to_round))


def set_plan(
    actor: Actor, division: Division, lines: Iterable[PlannedRounds], *, rounds: int | None = None
) -> EventPlan:
    """Replace the plan of every round that is not published; `rounds` sets their number.

    Lines that reach back into published rounds are cut there. Raises `CannotPlan` with every
    reason, and `EventClosed`.
    """
    wanted = list(lines)
    with act(actor, division):
        first_open = next_round_number(division)
        if rounds is not None and rounds < first_open - 1:
            raise CannotPlan(
                ngettext(
                    "Round {last} is published already, so there cannot be {rounds} round.",
                    "Round {last} is published already, so there cannot be {rounds} rounds.",
                    rounds,
                ).format(last=first_open - 1, rounds=rounds)
            )
        if rounds is not None and rounds != division.rounds_planned:
            division.rounds_planned = rounds
            division.save(update_fields=["rounds_planned"])
        open_ = [
            replace(line, from_round=max(line.from_round, first_open))
            for line in wanted
            if line.to_round >= first_open
        ]

        def replan(plan: EventPlan) -> EventPlan:
            plan = without(plan, first_open, 9999)
            for line in open_:
                plan = with_line(plan, line)
            return plan

        return _change(actor, division, open_, replan)


def set_seating(actor: Actor, division: Division, seating: Seating) -> Division:
    """Set how boards are numbered and byes given from the next round on.

    Raises `CannotPlan` and `EventClosed`.
    """
    with act(actor, division) as action:
        if not 1 <= seating.first_board <= 9999:
            raise CannotPlan(_("Boards begin with a number from 1 to 9999."))
        if seating.byes_spared < 0:
            raise CannotPlan(_("The places spared from byes are a number from 0 up."))
        before, after = Seating.of(division.seating), seating
        if before == after:
            return division
        division.seating = {} if after == Seating() else after.as_dict()
        division.save(update_fields=["seating"])
        action.log(
            "set_seating",
            say("set_seating", division=division),
            before=before.as_dict(),
            after=after.as_dict(),
        )
    return division


def _change(
    actor: Actor,
    division: Division,
    lines: list[PlannedRounds],
    change: Callable[[EventPlan], EventPlan],
) -> EventPlan:
    """The plan after `change`, saved and logged; `lines` are checked against what is published."""
    with act(actor, division) as action:
        first_open = next_round_number(division)
        reasons: list[str] = []
        for line in lines:
            reasons += sentences(why_not_planned(line, first_open, division.rounds_planned), {})
            reasons += _why_not_method(line) if line.method else []
        if reasons:
            raise CannotPlan(" ".join(dict.fromkeys(reasons)))
        before = plan_of(division)
        after = change(before)
        if before == after:
            return after
        PlanLine.objects.filter(division=division).delete()
        PlanLine.objects.bulk_create(
            PlanLine(
                division=division,
                from_round=line.from_round,
                to_round=line.to_round,
                method=line.method,
                options=dict(line.options),
                source=str(line.source),
            )
            for line in after
        )
        action.log(
            "plan_rounds",
            say("plan_rounds", division=division),
            before=[_as_logged(line) for line in before],
            after=[_as_logged(line) for line in after],
        )
    return after


def _why_not_method(line: PlannedRounds) -> list[str]:
    method = all_methods().get(line.method)
    if method is None:
        return [
            _("There is no pairing method “{method}”; there are {methods}.").format(
                method=line.method, methods=comma_list(all_methods())
            )
        ]
    try:
        method.options_from(line.options)
    except CannotPair as reason:
        return [refusal(reason)]
    return []


def _as_logged(line: PlannedRounds) -> dict[str, Any]:
    return {
        "rounds": [line.from_round, line.to_round],
        "method": line.method,
        "options": dict(line.options),
        "source": str(line.source),
    }
