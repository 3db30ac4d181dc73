"""What is known of an entry besides its results: rating, member number, class, team, board, what is paid."""

from typing import Any

from django.db import transaction
from django.utils import timezone

from scoring.actions.activity import Actor, log
from tournament.actions.events import hold, refuse_when_closed
from tournament.actions.refusal import ReasonMissing, Refused
from tournament.models import Entry
from tournament.queries.attendance import latest_round


class CannotDescribe(Refused):
    """What was asked cannot be; the sentence gives every reason."""


def about_entry(entry: Entry) -> dict[str, Any]:
    """What can be changed, as it is now."""
    return {
        "rating": entry.rating,
        "member": entry.member,
        "rating_class": entry.rating_class,
        "team": entry.team,
        "fixed_board": entry.fixed_board,
        "owes": entry.owes,
        "paid": entry.paid_at is not None,
    }


def describe_entry(
    actor: Actor,
    entry: Entry,
    *,
    rating: int | None,
    member: str = "",
    rating_class: str = "",
    team: str = "",
    fixed_board: int | None = None,
    owes: str = "",
    paid: bool = False,
    reason: str = "",
) -> Entry:
    """Change what is known of the entry; rounds already paired stay as they are.

    A rating changed after a round is published needs a reason, for seeds hang on it. Raises
    `CannotDescribe` with every reason, `ReasonMissing` and `EventClosed`.
    """
    division = entry.division
    refuse_when_closed(division.event)
    reason = " ".join(reason.split())
    with transaction.atomic():
        hold(division)
        entry = Entry.objects.select_related("player").get(pk=entry.pk)
        entry.division = division
        before = about_entry(entry)
        wanted: dict[str, Any] = {
            "rating": rating,
            "member": " ".join(member.strip().removeprefix("#").split()),
            "rating_class": " ".join(rating_class.split()),
            "team": " ".join(team.split()),
            "fixed_board": fixed_board,
            "owes": " ".join(owes.split()),
            "paid": paid,
        }
        changed = [key for key, value in wanted.items() if value != before[key]]
        reasons = [] if changed else ["Nothing is changed."]
        if fixed_board is not None and "fixed_board" in changed:
            others = division.entries.filter(fixed_board=fixed_board, withdrawn_after=None)
            reasons += [
                f"Board {fixed_board} is kept for {other.name} already."
                for other in others.select_related("player").exclude(pk=entry.pk)
            ]
        if "member" in changed and wanted["member"]:
            same = Entry.objects.filter(
                division__event=division.event_id, member=wanted["member"]
            ).exclude(player=entry.player_id)
            reasons += [
                f"Member number {other.member} is {other.name}'s already."
                for other in same.select_related("player")
            ]
        if reasons:
            raise CannotDescribe(" ".join(reasons))
        if "rating" in changed and not reason and latest_round(division) is not None:
            raise ReasonMissing("Rounds are published, and seeds hang on ratings. Say why.")
        entry.rating = rating
        entry.member = wanted["member"]
        entry.rating_class = wanted["rating_class"]
        entry.team = wanted["team"]
        entry.fixed_board = fixed_board
        entry.owes = wanted["owes"]
        if "paid" in changed:
            entry.paid_at = timezone.now() if paid else None
        entry.save(
            update_fields=[
                "rating",
                "member",
                "rating_class",
                "team",
                "fixed_board",
                "owes",
                "paid_at",
            ]
        )
        log(
            actor,
            "describe_entry",
            f"{entry.name}, division {division}: {', '.join(changed).replace('_', ' ')} changed.",
            scope=division.scope,
            reason=reason,
            before={"number": entry.number} | {key: before[key] for key in changed},
            after={"number": entry.number} | {key: wanted[key] for key in changed},
        )
    return entry
