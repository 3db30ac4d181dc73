"""Missing details that a rating body requires with the results."""

from __future__ import annotations

import datetime as dt
from collections.abc import Mapping

from django.utils.translation import gettext as _

from scoring.actions.activity import Actor
from tournament.actions.act import Refused, act
from tournament.engine.roster import MAX_MEMBER_LENGTH
from tournament.models import Entry, Event
from tournament.wording.log import say


def store_submission_details(
    actor: Actor,
    event: Event,
    *,
    date: dt.date | None = None,
    naspa_tournament_id: str = "",
    naspa_director_id: str = "",
    members: Mapping[int, str] | None = None,
    career_games: Mapping[int, int] | None = None,
) -> Event:
    """Store the date, NASPA's numbers for event and director, and the details of entries by primary key.

    A member number or number of career games is stored only if it was unknown. Without a date the
    current one is kept, but an empty NASPA number clears the current one. A closed event accepts
    all of them, because no result changes. Raise `Refused` for a member number that is too long, or
    if nothing changes.
    """
    members = {key: " ".join(number.split()) for key, number in (members or {}).items()}
    members = {key: number for key, number in members.items() if number}
    career_games = career_games or {}
    if long := next((number for number in members.values() if len(number) > MAX_MEMBER_LENGTH), ""):
        raise Refused(
            _("The member number “{number}…” is longer than {most} characters.").format(
                number=long[:20], most=MAX_MEMBER_LENGTH
            )
        )
    with act(actor, event, allow_closed=True) as action:
        held = Event.objects.select_for_update().get(pk=event.pk)
        about = {
            "date": date or held.date,
            "naspa_tournament_id": " ".join(naspa_tournament_id.split())[:20],
            "naspa_director_id": " ".join(naspa_director_id.split())[:20],
        }
        before = {key: getattr(held, key) for key in about}
        entries = list(
            Entry.objects.filter(
                division__event=held, pk__in={*members, *career_games}
            ).select_related("player", "division")
        )
        changed: list[Entry] = []
        for entry in entries:
            member = entry.member or members.get(entry.pk, "")
            games = career_games.get(entry.pk) if entry.career_games is None else entry.career_games
            if (member, games) != (entry.member, entry.career_games):
                entry.member, entry.career_games = member, games
                changed.append(entry)
        if not changed and before == about:
            raise Refused(_("Nothing was changed."))
        for key, value in about.items():
            setattr(held, key, value)
        held.save(update_fields=list(about))
        Entry.objects.bulk_update(changed, ["member", "career_games"])
        action.log(
            "note_for_body",
            say("note_for_body", event=held),
            before={key: str(value or "") for key, value in before.items()},
            after={key: str(value or "") for key, value in about.items()}
            | {entry.name: [entry.member, entry.career_games] for entry in changed},
        )
    return held
