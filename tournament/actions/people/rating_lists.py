"""Add and withdraw rating lists."""

import datetime as dt
from collections.abc import Sequence

from django.db import transaction
from django.db.models import Q
from django.utils import timezone
from django.utils.translation import gettext as _

from scoring.actions.activity import Actor, log
from scoring.actions.refusals import required_text
from tournament.actions.act import Refused
from tournament.engine.ratings.rating_list import ParsedRatingList
from tournament.engine.ratings.system import CannotRate, find_system
from tournament.models import Club, ListedRating, Rating, RatingList, RatingRun
from tournament.wording.log import say
from tournament.wording.sentences import sentence


def add_rating_list(
    actor: Actor,
    *,
    key: str,
    name: str,
    as_of: dt.date,
    source: str,
    read: ParsedRatingList,
    club: Club | None = None,
) -> RatingList:
    """Add a list for system `key` with the people in `read`, which came from `source`.

    Raise `Refused` if the name is empty, if no rating could be read, or if the system is unknown.
    """
    name = required_text(name, _("The list has no name. Use the name its rating body uses."))
    try:
        find_system(key)
    except CannotRate as reason:
        raise Refused(sentence(reason.message)) from reason
    if not read.people:
        raise Refused(
            _(
                "No rating in the list could be read. {problem} Give the table a header row with "
                "Name and Rating, and one person per row."
            ).format(problem=sentence(read.problems[0]))
            if read.problems
            else _(
                "No rating in the list could be read. Give the table a header row with Name and "
                "Rating, and one person per row."
            )
        )
    with transaction.atomic():
        new_list = RatingList.objects.create(
            system=key,
            name=name[:80],
            club=club,
            as_of=as_of,
            source=source[:200],
            added_at=timezone.now(),
            added_by=actor.user,
        )
        ListedRating.objects.bulk_create(
            [
                ListedRating(
                    on_list=new_list,
                    name=person.name,
                    name_key=person.key,
                    member=person.member,
                    rating=person.rating,
                    games=person.games,
                    deviation=person.deviation,
                    last_played=_parse_day(person.last_played),
                )
                for person in read.people
            ],
            batch_size=1000,
        )
        log(
            actor,
            "add_rating_list",
            say("add_rating_list", name=new_list, people=len(read.people), source=new_list.source),
            scope=f"club:{club.slug}" if club else "",
            after={"system": key, "people": len(read.people), "left out": len(read.problems)},
        )
    return new_list


def withdraw_rating_list(actor: Actor, rating_list: RatingList, *, reason: str) -> RatingList:
    """Withdraw the list without deleting it; nothing happens if it is already withdrawn.

    Raise `Refused` if no reason is given or the list is in use.
    """
    reason = required_text(reason, _("Give a reason for withdrawing the list."))
    with transaction.atomic():
        held = RatingList.objects.select_for_update(no_key=True).get(pk=rating_list.pk)
        if held.withdrawn_at is not None:
            return held
        if why := _usage_obstacle(held):
            raise Refused(why)
        mark_withdrawn(held, reason)
        log(
            actor,
            "withdraw_rating_list",
            say("withdraw_rating_list", name=held, reason=reason),
            scope=f"club:{held.club.slug}" if held.club else "",
            reason=reason,
        )
    return held


def withdraw_rating_lists(
    actor: Actor, lists: Sequence[RatingList], *, reason: str
) -> list[RatingList]:
    """Withdraw the lists, all of them or none, skipping those already withdrawn.

    Return those that were withdrawn. Raise `Refused` if no reason is given, or if any list is in use; the
    message names each of these.
    """
    reason = required_text(reason, _("Give a reason for withdrawing the lists."))
    with transaction.atomic():
        rows = RatingList.objects.select_related("club").filter(withdrawn_at=None)
        rows = rows.filter(pk__in=[row.pk for row in lists]).order_by("pk")
        held = list(rows.select_for_update(of=("self",), no_key=True))
        in_use = [f"{row}: {why}" for row in held if (why := _usage_obstacle(row))]
        if in_use:
            raise Refused(_("Nothing was changed. {reasons}").format(reasons=" ".join(in_use)))
        for row in held:
            mark_withdrawn(row, reason)
        if held:
            log(
                actor,
                "withdraw_rating_lists",
                say(
                    "withdraw_rating_lists",
                    lists=len(held),
                    names=[f"{row.name} ({row.as_of})" for row in held],
                    reason=reason,
                ),
                reason=reason,
            )
    return held


def _usage_obstacle(held: RatingList) -> str:
    """Return why the list cannot be withdrawn, or an empty string."""
    ratings = Rating.objects.filter(undone_at=None)
    rated_on_it = ratings.filter(stood_on=held).select_related("division__event").first()
    if rated_on_it is not None:
        return _("{event} has been rated with this list. Undo that rating first.").format(
            event=rated_on_it.division.event
        )
    made_by = ratings.filter(made=held).select_related("division__event").first()
    if made_by is not None:
        return _("The list was made by rating {event}. Undo that rating.").format(
            event=made_by.division.event
        )
    run = RatingRun.objects.filter(Q(stood_on=held) | Q(made=held), undone_at=None).first()
    if run is not None:
        return _("The rating run {run} used or created this list. Undo the run.").format(run=run)
    return ""


def mark_withdrawn(held: RatingList, reason: str) -> None:
    """Mark the list as withdrawn for a reason, in the caller's transaction."""
    held.withdrawn_at, held.withdrawn_why = timezone.now(), reason[:300]
    held.save(update_fields=["withdrawn_at", "withdrawn_why"])


def _parse_day(text: str | None) -> dt.date | None:
    return dt.date.fromisoformat(text) if text else None
