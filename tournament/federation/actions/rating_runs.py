"""Rate several events in one run, and undo a run."""

from __future__ import annotations

from collections.abc import Collection

from django.db import transaction
from django.utils import timezone
from django.utils.translation import gettext as _

from scoring.actions.activity import Actor, log
from scoring.actions.refusals import required_text
from scoring.wording.phrases import and_list
from tournament import jobs
from tournament.actions.act import Refused, refuse_when_changed
from tournament.actions.people.rating_lists import mark_withdrawn
from tournament.actions.standings.ratings import require_list_unused, store_rating_changes
from tournament.engine.ratings.system import CannotRate, system_label
from tournament.federation.queries.members import current_lists
from tournament.federation.queries.organisation_rows import log_state
from tournament.federation.queries.rating_runs import RunDivision, RunOutcome, rating_run_outcome
from tournament.federation.queries.run_candidates import run_candidates
from tournament.models import Event, ListedRating, Rating, RatingList, RatingRun
from tournament.wording.log import say
from tournament.wording.sentences import sentence


def run_ratings(
    actor: Actor,
    base: RatingList,
    events: Collection[Event],
    *,
    seen: str | None = None,
    progress: jobs.OnProgress = jobs.ignore_progress,
) -> RatingRun:
    """Rate the events in order of date, and store the result as a new list with the same name.

    `seen` is the version of the outcome shown in the preview, or None to skip the check. `progress` counts
    rating as the first half and writing as the second; its exceptions abort everything. Raise `Refused` if
    the list is not the newest of its kind or an event cannot be rated, and `EditConflict` if
    the outcome has changed.
    """
    keys = {event.pk for event in events}
    state = log_state(base.organisation)
    early = checked_outcome(base, keys, _first_half_progress(progress, "rating"))
    with transaction.atomic():
        held = RatingList.objects.select_for_update(no_key=True).get(pk=base.pk)
        if held.pk not in {row.pk for row in current_lists()}:
            raise Refused(
                _("{list} is no longer the newest list. Start from the newest list.").format(
                    list=held
                )
            )
        list(Event.objects.filter(pk__in=keys).order_by("pk").select_for_update(no_key=True))
        is_as_it_was = log_state(base.organisation) == state
        outcome = early if is_as_it_was else checked_outcome(held, keys)
        refuse_when_changed(
            seen,
            outcome.version,
            what=_("The preview of the run from {list}").format(list=held),
            now={},
        )
        run = _store_run(actor, outcome)
        for number, part in enumerate(outcome.divisions, len(outcome.divisions)):
            progress(number, 2 * len(outcome.divisions), "writing")
            _store_division_rating(actor, run, part)
        log(
            actor,
            "run_ratings",
            say("run_ratings", name=run.made, events=len(outcome.events), base=held),
            scope=f"club:{held.club.slug}" if held.club else "",
            after={
                "run": run.pk,
                "events": [event.slug for event in outcome.events],
                "people": len(outcome.people),
            },
        )
    return run


def _first_half_progress(progress: jobs.OnProgress, phase: str) -> jobs.OnProgress:
    """Return a progress function for the first half of the work."""
    return lambda done, number: progress(done, 2 * number, phase)


def checked_outcome(
    base: RatingList, keys: Collection[int], progress: jobs.OnProgress = jobs.ignore_progress
) -> RunOutcome:
    """Return the outcome of a run over these events.

    Raise `Refused` if there are no events, if any of them cannot be in a run (naming each one), or
    if the run is impossible.
    """
    rows = [row for row in run_candidates(base) if row.event.pk in keys]
    wrong = [
        _("{event}: {why}").format(event=row.event, why=row.eligibility.label)
        for row in rows
        if not row.eligibility.is_possible
    ]
    if wrong:
        raise Refused(
            _("These events cannot be part of the run: {events}.").format(events=and_list(wrong))
        )
    if not rows:
        raise Refused(_("Choose the events to be rated."))
    try:
        return rating_run_outcome(base, [row.event for row in rows], progress)
    except CannotRate as reason:
        raise Refused(sentence(reason.message)) from reason


def undo_run(actor: Actor, run: RatingRun, *, reason: str) -> RatingRun:
    """Undo the newest run of a list, with all its ratings, so that the previous list is current again.

    The run and its list, now withdrawn, remain on record with the reason; nothing happens if the
    run has already been undone. Raise `Refused` if there is no reason, a newer list exists, or
    later data depends on its list.
    """
    reason = required_text(reason, _("Give a reason for undoing the run; the reason is recorded."))
    with transaction.atomic():
        held = RatingRun.objects.select_for_update(no_key=True).get(pk=run.pk)
        if held.undone_at is not None:
            return held
        require_list_unused(held.made)
        later = Rating.objects.filter(stood_on=held.made, undone_at=None)
        if rating := later.select_related("division__event").first():
            raise Refused(
                _(
                    "{event} has been rated with the list of this run. Undo that rating first."
                ).format(event=rating.division.event)
            )
        if held.made.pk not in {row.pk for row in current_lists()}:
            raise Refused(
                _("There is a newer list than {list}. Withdraw the newer list first.").format(
                    list=held.made
                )
            )
        moment = timezone.now()
        ratings = list(held.ratings.select_related("division__event").order_by("pk"))
        for rating in ratings:
            rating.undone_at, rating.undone_why = moment, reason[:300]
            rating.save(update_fields=["undone_at", "undone_why"])
            log(
                actor,
                "undo_rating",
                say(
                    "undo_rating",
                    division=rating.division,
                    system=system_label(rating.system),
                    reason=reason,
                ),
                scope=rating.division.scope,
                reason=reason,
            )
        mark_withdrawn(held.made, reason)
        held.undone_at, held.undone_why = moment, reason[:300]
        held.save(update_fields=["undone_at", "undone_why"])
        club = held.made.club
        log(
            actor,
            "undo_run",
            say("undo_run", name=held.made, reason=reason),
            scope=f"club:{club.slug}" if club else "",
            reason=reason,
            after={"run": held.pk, "ratings": len(ratings)},
        )
    return held


def _store_run(actor: Actor, outcome: RunOutcome) -> RatingRun:
    base, now = outcome.base, timezone.now()
    made = RatingList.objects.create(
        organisation_id=base.organisation_id,
        system=base.system,
        name=base.name,
        club=base.club,
        as_of=outcome.list_date,
        source=_("rating run of {count} events, from {list}").format(
            count=len(outcome.events), list=base
        )[:200],
        added_at=now,
        added_by=actor.user,
    )
    for row in outcome.rows:
        row.pk, row.on_list = None, made
    ListedRating.objects.bulk_create(outcome.rows, batch_size=1000)
    return RatingRun.objects.create(
        organisation_id=base.organisation_id,
        stood_on=base,
        made=made,
        run_at=now,
        run_by=actor.user,
    )


def _store_division_rating(actor: Actor, run: RatingRun, part: RunDivision) -> None:
    """Store the rating of a division, and add it to the event's log."""
    base = run.stood_on
    rating = Rating.objects.create(
        division=part.division,
        system=base.system,
        through=part.through,
        list_called=str(base)[:100],
        run=run,
        rated_at=run.run_at,
        rated_by=actor.user,
    )
    store_rating_changes(rating, part.rows)
    log(
        actor,
        "rate_division",
        say(
            "rate_division_and_list",
            division=part.division,
            system=system_label(base.system),
            round=part.through,
            name=run.made.name,
        ),
        scope=part.division.scope,
        after={
            "system": base.system,
            "ratings": {row.person.number: [row.old, row.new] for row in part.rows},
        },
    )
