"""Rename, close, reopen and remove events; rename and remove their divisions."""

from __future__ import annotations

import datetime as dt
from collections.abc import Sequence

from django.db.models import Exists, F, OuterRef, Q, QuerySet
from django.utils import timezone
from django.utils.translation import gettext as _
from django.utils.translation import ngettext

from scoring.actions.activity import Actor
from scoring.actions.refusals import required_text
from scoring.models import Activity
from scoring.wording.phrases import comma_list
from tournament.actions.act import (
    ConfirmationRequired,
    ReasonMissing,
    Refused,
    act,
    refuse_when_changed,
    refuse_when_closed,
)
from tournament.actions.event.cascade_delete import delete_with_dependents
from tournament.actions.event.events import unusual_date_question
from tournament.engine.ratings.system import system_label
from tournament.engine.roster import name_key
from tournament.models import (
    Division,
    Event,
    EventSize,
    Pairing,
    Player,
    Prize,
    Rating,
    RemovedEvent,
    Round,
)
from tournament.models.results import ResultStatus
from tournament.models.rounds import Phase
from tournament.queries.event.events import unplayed_divisions
from tournament.queries.versions import version_of
from tournament.signals import division_removing, event_closed
from tournament.wording.log import say


class NameNotTyped(Refused):
    """The event's name was not typed, which removing an imported event with rounds requires."""


def change_event_details(
    actor: Actor,
    event: Event,
    *,
    name: str,
    place: str = "",
    date: dt.date | None = None,
    language: str = "",
    second_language: str = "",
    in_calendar: bool | None = None,
    size: str = "",
    accepted: bool = False,
    seen: str | None = None,
) -> Event:
    """Change the event's name, place, date, languages, size or listing; its address stays the same.

    `in_calendar` is whether the public calendar lists the event. If it is None or `size` is empty,
    the current value is kept. `seen` is the version of `event_details` on which the form is based.
    Raise `EditConflict` if the details have changed since; `ConfirmationRequired` for a new date far
    from today, unless `accepted`; and `Refused` for an empty name or a closed event.
    """
    place = " ".join(place.split())
    name = required_text(
        name, _("The event has no name. Give it a name that players will recognise.")
    )
    with act(actor, event, allow_closed=True) as action:
        held = Event.objects.get(pk=event.pk)
        refuse_when_closed(held)
        before = event_details(held)
        if not accepted and date != held.date and (question := unusual_date_question(date)):
            raise ConfirmationRequired([question])
        held.name, held.place, held.date, held.language = name, place, date, language
        held.second_language = second_language if second_language != language else ""
        if in_calendar is not None:
            held.in_calendar = in_calendar
        held.size = size or held.size
        new = event_details(held)
        if before == new:
            return held
        refuse_when_changed(
            seen,
            version_of(before),
            what=_("The name, day, place or language of {event}").format(event=before["name"]),
            now={key: value for key, value in before.items() if value != new.get(key)},
        )
        held.save(
            update_fields=[
                "name", "place", "date", "language", "second_language", "in_calendar", "size"
            ]
        )  # fmt: skip
        action.log(
            "rename_event",
            say("rename_event", old=before["name"], event=name)
            if name != before["name"]
            else say("change_place_or_date", event=name),
            before=before,
            after=new,
        )
    return held


def rename_division(
    actor: Actor, division: Division, *, name: str, seen: str | None = None
) -> Division:
    """Rename the division; its address stays the same.

    `seen` is the version of the name the form is based on. Raise `EditConflict` if the name has
    changed since, and `Refused` for an empty or taken name or a closed event.
    """
    name = required_text(name, _("The division has no name. A letter such as A is enough."))
    with act(actor, division.event, allow_closed=True) as action:
        event = Event.objects.get(pk=division.event_id)
        refuse_when_closed(event)
        held = Division.objects.select_for_update(no_key=True).get(pk=division.pk)
        held.event = event
        if held.name == name:
            return held
        refuse_when_changed(
            seen,
            version_of(held.name),
            what=_("The name of division {division}").format(division=held.name),
            now={"name": held.name},
        )
        others = event.divisions.exclude(pk=held.pk).values_list("name", flat=True)
        if any(other.casefold() == name.casefold() for other in others):
            raise Refused(
                _("{event} already has a division called {name}. Choose another name.").format(
                    event=event, name=name
                )
            )
        before, held.name = held.name, name
        held.save(update_fields=["name"])
        action.log(
            "rename_division",
            say("rename_division", old=before, division=name),
            scope=held.scope,
            before={"name": before},
            after={"name": name},
        )
    return held


def close_event(actor: Actor, event: Event, *, accepted: bool = False) -> Event:
    """Close the event, which makes it read-only, including its games and results.

    Raise `ConfirmationRequired` if rounds are still open or standings are held back, unless
    `accepted`, and `Refused` if it is already closed.
    """
    with act(actor, event, allow_closed=True) as action:
        held = Event.objects.get(pk=event.pk)
        if held.closed_at is not None:
            raise Refused(_("{event} is already closed.").format(event=held))
        if (odd := unfinished_work(held)) and not accepted:
            raise ConfirmationRequired(odd)
        held.closed_at = timezone.now()
        held.save(update_fields=["closed_at"])
        action.log(
            "close_event",
            say("close_event", event=held),
            after={"rounds_still_open": odd} if odd else None,
        )
        event_closed.send(Event, event=held, actor=actor)
    return held


def reopen_event(actor: Actor, event: Event, *, reason: str) -> Event:
    """Reopen the event. Raise `Refused` if it is open, and `ReasonMissing` if no reason is given."""
    with act(actor, event, reason=reason, allow_closed=True) as action:
        held = Event.objects.get(pk=event.pk)
        if held.closed_at is None:
            raise Refused(_("{event} is not closed.").format(event=held))
        if not action.reason:
            raise ReasonMissing(
                _("{event} is closed. Give a reason to reopen it.").format(event=held)
            )
        held.closed_at = None
        held.save(update_fields=["closed_at"])
        action.log("reopen_event", say("reopen_event", event=held))
    return held


def remove_event(actor: Actor, event: Event, *, typed: str = "") -> None:
    """Remove an event with everything in it, if it never published a round, is imported, or is for practice.

    An imported event with published rounds is removed only if its name is `typed`. People added with
    this event and entered in no other one are removed too; the activity log is kept. Raise
    `NameNotTyped` if the name is needed but missing, and `Refused` if the event is closed or rated or
    has published rounds of its own.
    """
    with act(actor, event, allow_closed=True) as action:
        held = Event.objects.get(pk=event.pk)
        refuse_to_remove(held, typed)
        rounds = _published_rounds(held).count()
        games = Pairing.objects.filter(round__division__event=held, game__isnull=False)
        recorded = [pairing.game for pairing in games.select_related("game")]
        entered = Player.objects.filter(
            entries__division__event=held, created_at__gte=held.created_at
        )
        people = list(entered.values_list("pk", flat=True).distinct())
        divisions = list(held.divisions.values_list("name", flat=True))
        record_removed_event(held)
        delete_with_dependents([held], recorded)
        merged = Player.objects.exclude(merged_into=None).values("merged_into")
        delete_with_dependents(
            Player.objects.filter(pk__in=people, entries=None).exclude(pk__in=merged)
        )
        action.log(
            "remove_event",
            say("remove_imported_event", event=held, rounds=rounds)
            if rounds
            else say("remove_event", event=held),
            before=event_details(held)
            | {"divisions": divisions, "people": len(people)}
            | ({"rounds": rounds, "games": len(recorded)} if rounds else {}),
        )


def record_removed_event(event: Event) -> None:
    """Record which organisation owns the event's address, because the log kept there outlasts the event."""
    RemovedEvent.everywhere.update_or_create(
        slug=event.slug,
        defaults={"organisation_id": event.organisation_id, "removed_at": timezone.now()},
    )


def refuse_to_remove(event: Event, typed: str) -> None:
    """Raise the exceptions of `remove_event` without changing anything."""
    refuse_when_closed(event)
    if reason := removal_obstacle(event):
        raise Refused(reason)
    if event.is_practice or name_key(typed) == name_key(event.name):
        return
    if _published_rounds(event).exists():
        raise NameNotTyped(
            _("To remove {event} with its results, type its name exactly as shown here.").format(
                event=event
            )
        )


def removal_obstacle(event: Event) -> str:
    """Return why the event cannot be removed, or an empty string; a practice event always can be.

    At most four queries.
    """
    if event.is_practice:
        return ""
    rated = Rating.objects.filter(division__event=event, undone_at=None)
    if rating := rated.select_related("division").first():
        return _(
            "Division {division} of {event} has been rated by {system}, and later ratings depend "
            "on it. Undo that rating first."
        ).format(division=rating.division, event=event, system=system_label(rating.system))
    if was_published(event) and not _log_entries(event, "import_event").exists():
        return _(
            "A round of {event} has been published, so the event cannot be removed. Close "
            "it instead."
        ).format(event=event)
    return ""


def was_published(event: Event) -> bool:
    """Return whether a round of the event is or once was published. At most two queries."""
    return _published_rounds(event).exists() or _log_entries(event, "publish_round").exists()


def _published_rounds(event: Event) -> QuerySet[Round]:
    return Round.objects.filter(division__event=event).exclude(phase=Phase.DRAFT)


def _log_entries(event: Event, verb: str) -> QuerySet[Activity]:
    """Return the log entries of this event, without those of an earlier event at the same address."""
    scope = f"event:{event.slug}"
    within = Q(scope=scope) | Q(scope__startswith=f"{scope}/")
    return Activity.objects.filter(within, verb=verb, at__gte=event.created_at, carried=False)


def unfinished_work(event: Event) -> list[str]:
    """Return a sentence for each open round, and for each division that holds back standings.

    Drafts without pairings are left out. Three queries.
    """
    rows = Round.objects.filter(division__event=event).exclude(phase=Phase.CLOSED)
    live = Pairing.objects.filter(round=OuterRef("pk"), replaced_at=None)
    rows = rows.filter(~Q(phase=Phase.DRAFT) | Exists(live))  # an undone table leaves empty drafts
    missing: dict[int, list[int]] = {}
    games = Pairing.objects.filter(round__in=rows, replaced_at=None, second__isnull=False)
    without = games.exclude(results__standing=ResultStatus.COUNTS).order_by("board")
    for round_, board in without.values_list("round_id", "board"):
        missing.setdefault(round_, []).append(board or 0)
    open_rounds = [
        _open_round_sentence(row, missing.get(row.pk, []))
        for row in rows.select_related("division").order_by("division__position", "number")
    ]
    held_back = event.divisions.filter(
        held_back_from__isnull=False, rounds__number__gte=F("held_back_from")
    )
    return open_rounds + [
        _(
            "Division {division} holds back its standings from round {round} on, so visitors will "
            "not see who won. First clear “Hold back from round” on its standings page."
        ).format(division=division, round=division.held_back_from)
        for division in held_back.order_by("position").distinct()
    ]


def _open_round_sentence(round_: Round, missing: Sequence[int]) -> str:
    where = {"round": round_.number, "division": round_.division}
    if round_.phase == Phase.DRAFT:
        return _("Round {round} of division {division} is still a draft.").format(**where)
    if not missing:
        return _("Round {round} of division {division} is not closed.").format(**where)
    return ngettext(
        "Round {round} of division {division} is not closed: the result of board {boards} is missing.",
        "Round {round} of division {division} is not closed: the results of boards {boards} are missing.",
        len(missing),
    ).format(**where, boards=comma_list(missing))


def event_details(event: Event) -> dict[str, str | bool | None]:
    """Return the event's name, place and date, and those other details that differ from their defaults."""
    return {
        "name": event.name,
        "place": event.place,
        "date": event.date.isoformat() if event.date else None,
        **({"language": event.language} if event.language else {}),
        **({"second_language": event.second_language} if event.second_language else {}),
        **({} if event.in_calendar else {"in_calendar": False}),
        **({} if event.size == EventSize.FEDERATION else {"size": event.size}),
    }


def division_removal_obstacle(division: Division) -> str:
    """Return why the division cannot be removed, as a sentence, or an empty string. One query."""
    if division not in unplayed_divisions(division.event):
        return _(
            "Games have been played in division {division}, so it cannot be removed. You can "
            "withdraw its players."
        ).format(division=division)
    return ""


def remove_division(actor: Actor, division: Division) -> None:
    """Remove a division in which nothing was played, with its players, drafts, plan and prizes.

    People who were added with this event and are in no other one are removed too. Raise `Refused`
    if games were played in it or the event is closed. This cannot be undone, because the division's
    undo steps are removed as well.
    """
    event = division.event
    with act(actor, event) as action:
        held = Division.objects.select_for_update(no_key=True).get(pk=division.pk)
        held.event = event
        if reason := division_removal_obstacle(held):
            raise Refused(reason)
        entries = list(held.entries.select_related("player").order_by("number"))
        names = [entry.name for entry in entries]
        people = [e.player_id for e in entries if e.player.created_at >= event.created_at]
        division_removing.send(Division, division=held)
        delete_with_dependents(Prize.objects.filter(division=held), [held], records_facts=True)
        merged = Player.objects.exclude(merged_into=None).values("merged_into")
        alone = Player.objects.filter(pk__in=people, entries=None).exclude(pk__in=merged)
        delete_with_dependents(alone, records_facts=True)
        action.log(
            "remove_division",
            say("remove_division", division=held),
            before={"name": held.name, "players": names},
        )
