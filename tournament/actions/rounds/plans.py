"""The plan of a division: the method of each round, and the numbering of boards and byes."""

from collections.abc import Callable, Iterable, Sequence
from dataclasses import replace
from typing import Any

from django.utils.translation import gettext as _
from django.utils.translation import ngettext

from scoring.actions.activity import Actor
from scoring.wording.phrases import comma_list
from tournament.actions.act import Refused, act, refuse_when_changed
from tournament.engine.pairing.event_plan import (
    PREVIOUS,
    CannotPropose,
    EventPlan,
    PlannedRounds,
    add_rounds,
    planning_obstacles,
    remove_rounds,
)
from tournament.engine.pairing.method import CannotPair, all_methods
from tournament.engine.pairing.seating import Seating
from tournament.models import Division, PlanLine
from tournament.queries.rounds.pairing import plan_of
from tournament.queries.rounds.proposals import next_round_player_count, proposed_plan_for
from tournament.queries.rounds.rounds import next_round_number
from tournament.queries.versions import version_of, version_of_plan
from tournament.wording.log import say
from tournament.wording.sentences import refusal_sentence, sentences


def plan_rounds(
    actor: Actor, division: Division, line: PlannedRounds, *, seen: str | None = None
) -> EventPlan:
    """Plan the rounds of the line, and return the new plan; overlapping lines are cut short.

    Published rounds cannot be planned. `seen` is the version (`version_of_plan`) on the form, or
    None. Raise `EditConflict` with the current and the new plan, and `Refused` with every reason.
    """
    return _save_plan(actor, division, [line], lambda plan: add_rounds(plan, line), seen)


def unplan_rounds(
    actor: Actor, division: Division, from_round: int, to_round: int, *, seen: str | None = None
) -> EventPlan:
    """Remove these rounds from the plan. May raise the exceptions of `plan_rounds`."""
    gap = PlannedRounds(from_round, to_round, "")
    return _save_plan(
        actor, division, [gap], lambda plan: remove_rounds(plan, from_round, to_round), seen
    )


def remove_plan_lines(
    actor: Actor, division: Division, lines: Sequence[tuple[int, int]], *, seen: str | None = None
) -> EventPlan:
    """Remove the rounds of several lines from the plan. May raise the exceptions of `plan_rounds`."""
    gaps = [PlannedRounds(first, last, "") for first, last in lines]

    def change(plan: EventPlan) -> EventPlan:
        for gap in gaps:
            plan = remove_rounds(plan, gap.from_round, gap.to_round)
        return plan

    return _save_plan(actor, division, gaps, change, seen)


def change_method_of_lines(
    actor: Actor,
    division: Division,
    lines: Sequence[tuple[int, int]],
    method: str,
    *,
    seen: str | None = None,
) -> EventPlan:
    """Pair the rounds of several lines with one method and its default options.

    Each line keeps its choice of standings to pair on. May raise the exceptions of `plan_rounds`.
    """
    sources = {line.to_round: line.source for line in plan_of(division)}
    new = [
        PlannedRounds(first, last, method, source=sources.get(last, PREVIOUS))
        for first, last in lines
    ]

    def change(plan: EventPlan) -> EventPlan:
        for line in new:
            plan = add_rounds(plan, line)
        return plan

    return _save_plan(actor, division, new, change, seen)


def set_plan(
    actor: Actor,
    division: Division,
    lines: Iterable[PlannedRounds],
    *,
    rounds: int | None = None,
    seen: str | None = None,
) -> EventPlan:
    """Replace the plan of all unpublished rounds, and return the new plan.

    `rounds` sets the number of rounds; None keeps it. Lines that reach back into published rounds are
    cut short. Raise `Refused` with every reason, and `EditConflict`; `seen` is as for `plan_rounds`.
    """
    wanted = list(lines)
    with act(actor, division):
        first_open = next_round_number(division)
        if rounds is not None and rounds < first_open - 1:
            raise Refused(
                ngettext(
                    "Round {last} is already published, so there cannot be {rounds} round.",
                    "Round {last} is already published, so there cannot be {rounds} rounds.",
                    rounds,
                ).format(last=first_open - 1, rounds=rounds)
            )
        open_ = [
            replace(line, from_round=max(line.from_round, first_open))
            for line in wanted
            if line.to_round >= first_open
        ]

        def replan(plan: EventPlan) -> EventPlan:
            plan = remove_rounds(plan, first_open, 9999)
            for line in open_:
                plan = add_rounds(plan, line)
            return plan

        return _save_plan(actor, division, open_, replan, seen, rounds=rounds)


def adopt_proposal(
    actor: Actor, division: Division, rounds: int, *, seen: str | None = None
) -> EventPlan:
    """Adopt the plan proposed for this number of rounds and the players of the next round.

    Raise `Refused` if no plan can be proposed. May raise the exceptions of `set_plan`.
    """
    with act(actor, division):
        try:
            proposed = proposed_plan_for(division, next_round_player_count(division), rounds)
        except CannotPropose as reason:
            raise Refused(refusal_sentence(reason)) from reason
        return set_plan(actor, division, proposed.plan, rounds=rounds, seen=seen)


def adopt_proposal_if_unplanned(actor: Actor, division: Division, rounds: int) -> None:
    """Adopt the proposed plan, unless the division already has a plan. May raise the exceptions of `adopt_proposal`."""
    with act(actor, division):
        if not plan_of(division):
            adopt_proposal(actor, division, rounds)


def set_seating(
    actor: Actor, division: Division, seating: Seating, *, seen: str | None = None
) -> Division:
    """Set the numbering of boards and the assignment of byes from the next round on.

    `seen` is the version on the form (`Seating.as_dict`), or None. Raise `EditConflict` with
    the values that would be replaced, and `Refused` for impossible numbers.
    """
    with act(actor, division) as action:
        if not 1 <= seating.first_board <= 9999:
            raise Refused(_("The first board must have a number from 1 to 9999."))
        if seating.byes_spared < 0:
            raise Refused(_("The number of top places without a bye must be 0 or more."))
        division = Division.objects.select_related("event").get(pk=division.pk)
        before, after = Seating.from_stored(division.seating), seating
        if before == after:
            return division
        was, now = before.as_dict(), after.as_dict()
        refuse_when_changed(
            seen,
            version_of(was),
            what=_("The setup of boards and byes in division {division}").format(division=division),
            now={name: was[name] for name in was if was[name] != now[name]},
        )
        division.seating = {} if after == Seating() else after.as_dict()
        division.save(update_fields=["seating"])
        action.log(
            "set_seating",
            say("set_seating", division=division),
            before=before.as_dict(),
            after=after.as_dict(),
        )
    return division


def _save_plan(
    actor: Actor,
    division: Division,
    lines: list[PlannedRounds],
    change: Callable[[EventPlan], EventPlan],
    seen: str | None,
    *,
    rounds: int | None = None,
) -> EventPlan:
    """Save and log the plan after `change`; `lines` are checked against published rounds.

    `rounds` sets the number of rounds; None keeps it. Raise `Refused` with every reason, and
    `EditConflict`.
    """
    with act(actor, division) as action:
        division.refresh_from_db(fields=["rounds_planned"])
        planned = division.rounds_planned if rounds is None else rounds
        first_open = next_round_number(division)
        reasons: list[str] = []
        for line in lines:
            reasons += sentences(planning_obstacles(line, first_open, planned), {})
            reasons += _method_obstacles(line) if line.method else []
        if reasons:
            raise Refused(" ".join(dict.fromkeys(reasons)))
        before = plan_of(division)
        after = change(before)
        if before == after and planned == division.rounds_planned:
            return after
        refuse_when_changed(
            seen,
            version_of_plan(before, division.rounds_planned),
            what=_("The plan of division {division}").format(division=division),
            now=(before, after),
        )
        division.rounds_planned = planned
        division.save(update_fields=["rounds_planned"])
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
            before=[_line_log_values(line) for line in before],
            after=[_line_log_values(line) for line in after],
        )
    return after


def _method_obstacles(line: PlannedRounds) -> list[str]:
    method = all_methods().get(line.method)
    if method is None:
        return [
            _("There is no pairing method “{method}”. Methods: {methods}.").format(
                method=line.method, methods=comma_list(all_methods())
            )
        ]
    try:
        method.options_from(line.options)
    except CannotPair as reason:
        return [refusal_sentence(reason)]
    return []


def _line_log_values(line: PlannedRounds) -> dict[str, Any]:
    return {
        "rounds": [line.from_round, line.to_round],
        "method": line.method,
        "options": dict(line.options),
        "source": str(line.source),
    }
