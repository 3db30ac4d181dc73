"""Pair a round, in a large division as a background job that any director may stop."""

from __future__ import annotations

from collections.abc import Callable, Mapping
from dataclasses import dataclass, replace
from functools import partial
from typing import Any

from django.contrib import messages
from django.contrib.auth.models import User
from django.http import HttpRequest, HttpResponse
from django.shortcuts import redirect
from django.urls import reverse
from django.utils.translation import ngettext

from scoring.actions.activity import Actor
from tournament import jobs
from tournament.actions.act import Refused
from tournament.actions.people.bulk_entries import pair_present_entries
from tournament.actions.rounds.drafts import pair_round
from tournament.actions.rounds.pairing_search import (
    PairingInputs,
    PairingSearchResult,
    pairing_inputs,
    search_and_pair,
)
from tournament.actions.safety.snapshots import snapshot_before_action
from tournament.models import Division, Pairing, Round
from tournament.queries.rounds.drafts import BY_THE_PLAN, PairingChoice
from tournament.queries.versions import version_of_pairings
from tournament.web.access import Permission, requires
from tournament.web.page import find_division, go_to, job_page
from tournament.wording.log import say

SEARCHING, SAVING = "searching", "saving"
"""Stages of the job."""
CONTROL_FIELDS = ("csrfmiddlewaretoken", "do")
"""Fields of a pairing form that are neither typed nor chosen."""


@dataclass(frozen=True)
class RoundToPair:
    """A round to pair as submitted: the arguments of `pair_round` or `pair_present_entries`."""

    number: int
    how: PairingChoice = BY_THE_PLAN
    reason: str = ""
    seen: str | None = None
    absent: tuple[int, ...] | None = None
    """Numbers of the excluded entries; None unless only the present entries are paired."""

    def inputs(self, division: Division) -> PairingInputs:
        """Return the inputs of the pairing. Raise the exceptions of `pairing_inputs`."""
        return pairing_inputs(
            division,
            self.number,
            self.how,
            reason=self.reason,
            seen=self.seen,
            absent=self.absent or (),
        )

    def pair(
        self,
        actor: Actor,
        division: Division,
        searched: PairingSearchResult | None,
        warn: Callable[[str], object],
    ) -> Round:
        """Draft the round after taking a snapshot; `warn` is called if no snapshot can be taken.

        Raise the exceptions of `pair_round` and `pair_present_entries`.
        """
        number, seen, absent = self.number, self.seen, self.absent
        with snapshot_before_action(
            say("before_pairing", round=number, division=division), actor, warn
        ):
            if absent is not None:
                return pair_present_entries(
                    actor, division, number, absent, seen=seen, searched=searched
                )
            return pair_round(
                actor, division, number, self.how, reason=self.reason, seen=seen, searched=searched
            )


def pair_or_start_job(request: HttpRequest, division: Division, order: RoundToPair) -> HttpResponse:
    """Pair the round and go to its draft, or start a long pairing and go to its progress bar.

    A second request is shown the same bar, and its typed values are kept. Raise `Refused` if the
    round cannot be paired or the job cannot be started; a long search reports its problems on its
    progress page.
    """
    inputs = order.inputs(division)
    if inputs.is_slow_search:
        if order.seen is None:  # somebody may make an unseen draft in the meantime
            order = replace(order, seen=version_of_draft(division, order.number))
        place, typed = pairings_job_name(division), _typed_fields(request)
        about = {"round": order.number, "to": request.path, "typed": typed}
        arguments = (division.pk, order, inputs, request.user.pk or 0)
        try:
            begun = jobs.begin_job(place, run_pairing_job, *arguments, about=about)
        except OSError as reason:
            raise Refused(jobs.write_failure_message(place, reason)) from reason
        state = jobs.state_of(place)
        if not begun and state and state.about.get("typed") != typed:
            return _render_page(request, division, state, own=about)
        return redirect("pairing_progress", division.event.slug, division.slug)
    warn = partial(messages.warning, request)
    order.pair(Actor.for_user(request.user), division, inputs.search(), warn)
    return redirect_to_draft(request, division, order.number)


def run_pairing_job(
    progress: jobs.JobProgress, division: int, order: RoundToPair, inputs: PairingInputs, user: int
) -> dict[str, Any]:
    """Pair the round as a background job; return its number, the version of its draft and the warnings.

    Raise `JobFailed` if it is refused.
    """
    division_ = Division.objects.select_related("event").get(pk=division)
    actor, warnings = Actor.for_user(User.objects.get(pk=user)), list[str]()

    def pair(searched: PairingSearchResult | None) -> Round:
        progress(0, 0, SAVING)
        return order.pair(actor, division_, searched, warnings.append)

    try:
        round_ = search_and_pair(inputs, pair, lambda: progress(0, 0, SEARCHING))
    except Refused as reason:
        raise jobs.JobFailed(str(reason)) from reason
    version = version_of_draft(division_, round_.number)
    return {"round": round_.number, "version": version, "warnings": warnings}


@requires(Permission.DIRECT)
def pairing_progress(request: HttpRequest, event: str, division: str) -> HttpResponse:
    """Show the progress of a pairing, or stop it; once the round has been drafted, redirect to the draft.

    Redirect to the page that makes the round if there is no pairing or the draft has changed
    since.
    """
    division_ = find_division(event, division)
    place = pairings_job_name(division_)
    if "stop" in request.POST:
        jobs.stop_job(place)
        return redirect("pairing_progress", event, division)
    state = jobs.state_of(place)
    if state is None or not state.about:
        return go_to(request, reverse("make_round", args=[event, division]))
    if not state.has_succeeded:
        return _render_page(request, division_, state)
    number = state.result["round"]
    if version_of_draft(division_, number) != state.result["version"]:  # it changed since
        return go_to(request, reverse("make_round", args=[event, division]))
    for warning in state.result["warnings"]:
        messages.warning(request, warning)
    messages.success(request, drafted_message(number, 1))
    return go_to(request, reverse("pairings", args=[event, division, number]))


def round_being_paired(division: Division) -> int | None:
    """Return the number of the round being paired now, or None if no pairing is running. No queries."""
    state = jobs.state_of(pairings_job_name(division))
    return state.about.get("round") if state and state.is_running else None


def last_refusal(request: HttpRequest, division: Division) -> str | None:
    """Return why the same pairing was refused before, or an empty string if no refusal is known.

    Return None if the form was submitted to pair the round rather than to correct an earlier attempt.
    """
    if request.POST.get("do") != "mend":
        return None
    state = jobs.state_of(pairings_job_name(division))
    return state.problem if state and state.about.get("typed") == _typed_fields(request) else ""


def version_of_draft(division: Division, number: int) -> str:
    """Return the version of the round's current draft, or of an empty list if there is none. One query."""
    drafted = Pairing.objects.filter(
        round__division=division, round__number=number, replaced_at=None
    )
    return version_of_pairings(drafted)


def pairings_job_name(division: Division) -> str:
    """Return the job name of pairings in the division."""
    return f"{jobs.PAIRINGS}/{division.pk}"


def redirect_to_draft(request: HttpRequest, division: Division, number: int) -> HttpResponse:
    """Report that the round has been drafted, and redirect to its page."""
    messages.success(request, drafted_message(number, 1))
    return redirect("pairings", division.event.slug, division.slug, number)


def drafted_message(number: int, count: int) -> str:
    """Return the message after `count` rounds from round `number` on have been drafted."""
    return ngettext(
        "Round {number} has been drafted. Check the boards, then publish it.",
        "{count} rounds have been drafted. Check the boards, then publish them.",
        count,
    ).format(number=number, count=count)


def _render_page(
    request: HttpRequest,
    division: Division,
    state: jobs.JobState,
    own: Mapping[str, Any] | None = None,
) -> HttpResponse:
    """Return the page with the progress or the outcome; `own` is the typed form of a second request."""
    context = {
        "division": division,
        "number": state.about["round"],
        "job": state,
        "own": own,
        "is_form": {name for name, _value in state.about["typed"]} - {"seen"},
    }
    return job_page(request, "tournament/rounds/pairing_progress.html", context)


def _typed_fields(request: HttpRequest) -> list[list[str]]:
    """Return the submitted names and values, without `CONTROL_FIELDS`."""
    return [
        [name, value]
        for name, values in request.POST.lists()
        if name not in CONTROL_FIELDS
        for value in values
    ]
