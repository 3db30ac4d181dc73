"""Create events and their divisions."""

import datetime as dt
from dataclasses import replace

from django.db import IntegrityError, transaction
from django.db.models import QuerySet
from django.utils import timezone
from django.utils.text import slugify
from django.utils.translation import gettext as _
from django.utils.translation import ngettext

from scoring.actions.activity import Actor
from scoring.actions.refusals import required_text
from scoring.lexicon import lexicons
from scoring.tenancy import current_or_first_tenant
from scoring.wording.phrases import comma_list, format_date
from tournament.actions.act import ConfirmationRequired, Refused, act
from tournament.actions.event.rules import refuse_unknown_components
from tournament.actions.safety.roles import make_owner
from tournament.catalogue import presets, tile_set_of
from tournament.engine.event_rules import EventRules
from tournament.engine.pairing.seating import Seating
from tournament.models import Club, Division, Event, EventSize, RemovedEvent
from tournament.models.rounds import new_seed
from tournament.wording.log import say

RESERVED_SLUGS = frozenset({"new"})
RESERVED_DIVISION_SLUGS = frozenset(
    {
        "activity", "apart", "best", "check-in", "close", "club", "divisions", "files", "find", "games",
        "hall", "helpers", "highlights", "housekeeping", "me", "more", "people", "phones", "plan",
        "player-phones", "players", "practice", "print", "prizes", "programs", "publish", "register", "registration",
        "remove", "reports", "results", "room", "rules",
        "schedule", "screens", "streams", "tourney", "undo", "word-list",
    }
)  # fmt: skip
"""Slugs that pages of an event have or had, at the desk or on its public site."""


MAX_YEARS_AWAY = 10
"""Number of years from today beyond which a date is questioned."""


def create_event(
    actor: Actor,
    *,
    name: str,
    preset: str,
    date: dt.date | None = None,
    place: str = "",
    slug: str = "",
    club: Club | None = None,
    tile_set: str = "",
    layout: str = "",
    size: str = EventSize.FEDERATION,
    accepted: bool = False,
) -> Event:
    """Create an event with its own copy of the preset's rules, optionally as a session of `club`.

    Tiles and board default to those of the rule set, and the address to one made from the name.
    The actor becomes the owner. Raise `ConfirmationRequired` for a date far from today, unless `accepted`,
    and `Refused` for a missing name, an unknown preset, tile set or board, or an address that is
    invalid or taken.
    """
    if not accepted and (question := unusual_date_question(date)):
        raise ConfirmationRequired([question])
    place = " ".join(place.split())
    name = required_text(
        name, _("The event has no name. Give it a name that players will recognise.")
    )
    if preset not in presets():
        raise Refused(
            _("There is no preset “{preset}”. Presets: {presets}.").format(
                preset=preset, presets=comma_list(presets())
            )
        )
    rules = replace(presets()[preset], tile_set=tile_set, layout=layout)
    refuse_unknown_components(rules)
    with act(actor, None) as action:
        event = Event(
            slug=check_slug(slug) if slug else free_slug(name),
            name=name,
            place=place,
            date=date,
            preset=preset,
            rules_copy=rules.as_dict(),
            club=club,
            size=size,
            lexicon=_default_lexicon(rules),
            lots_seed=new_seed(),
            created_at=timezone.now(),
        )
        save_new_event(event)
        make_owner(actor, event)
        action.log(
            "create_event",
            say("create_event", event=name, rules=rules.name),
            scope=f"event:{event.slug}",
            after={"name": name, "preset": preset, "rules": event.rules_copy}
            | ({"club": club.name} if club else {}),
        )
    return event


def unusual_date_question(date: dt.date | None) -> str:
    """Return a question about a date more than `MAX_YEARS_AWAY` calendar years from this year, or an empty string."""
    years = date.year - timezone.localdate().year if date else 0
    if date is None or abs(years) <= MAX_YEARS_AWAY:
        return ""
    pattern = (
        ngettext("{day} was {count} year ago.", "{day} was {count} years ago.", -years)
        if years < 0
        else ngettext("{day} is {count} year from now.", "{day} is {count} years from now.", years)
    )
    there = pattern.format(day=format_date(date, "j F Y"), count=abs(years))
    return there + " " + _("Is that the correct day?")


def save_new_event(event: Event) -> None:
    """Save a new event in the caller's transaction.

    Raise `Refused` if its address was taken in the meantime.
    """
    try:
        with transaction.atomic():
            event.save(force_insert=True)
    except IntegrityError as taken:
        raise Refused(
            _(
                "An event called {name} has just been created. Check the list of events; if yours "
                "is a different one, create it again."
            ).format(name=event.name)
        ) from taken


def create_division(
    actor: Actor, event: Event, *, name: str, continues_board_numbers: bool = False
) -> Division:
    """Create a division at the end of the event's list.

    With `continues_board_numbers` its board numbers continue from the divisions before it. Raise `Refused`
    for an empty name, for a name or address that another division has, or for a closed event.
    """
    name = required_text(name, _("The division has no name. A letter such as A is enough."))
    slug = slugify(name)[:30] or "division"
    if slug in RESERVED_DIVISION_SLUGS:
        slug = f"division-{slug}"
    with act(actor, event) as action:
        there = list(event.divisions.values_list("name", "slug", "position"))
        if any(
            other.casefold() == name.casefold() or slug == taken
            for other, taken, _position in there
        ):
            raise Refused(
                _("{event} already has a division called {name}. Choose another name.").format(
                    event=event, name=name
                )
            )
        division = Division.objects.create(
            event=event,
            name=name,
            slug=slug,
            position=max((position for *_, position in there), default=0) + 1,
            seating=Seating(through=True).as_dict() if continues_board_numbers else {},
        )
        action.log(
            "create_division",
            say("create_division", division=name, event=event),
            scope=division.scope,
            after={"name": name},
        )
    return division


def free_slug(name: str) -> str:
    """Return an unused slug made from the name.

    A slug is taken by an event, by an address of the program, or by an event that another
    organisation removed.
    """
    stem = slugify(name)[:70] or "event"
    taken = set(Event.everywhere.filter(slug__startswith=stem).values_list("slug", flat=True))
    taken |= RESERVED_SLUGS
    taken |= set(
        _events_removed_by_others().filter(slug__startswith=stem).values_list("slug", flat=True)
    )
    slug, count = stem, 1
    while slug in taken:
        count += 1
        slug = f"{stem}-{count}"
    return slug


def check_slug(slug: str) -> str:
    """Return the given slug. Raise `Refused` if it is invalid, reserved, or taken as in `free_slug`."""
    if slugify(slug) != slug or len(slug) > 80:
        raise Refused(
            _(
                "“{slug}” cannot be a short name. Use only lower-case letters, digits and hyphens."
            ).format(slug=slug)
        )
    if slug in RESERVED_SLUGS:
        raise Refused(
            _("“{slug}” is an address of Ninetimer itself. Choose another short name.").format(
                slug=slug
            )
        )
    if Event.objects.filter(slug=slug).exists():
        raise Refused(
            _(
                "An event with the short name {slug} already exists. Choose another short name."
            ).format(slug=slug)
        )
    if (
        Event.everywhere.filter(slug=slug).exists()
        or _events_removed_by_others().filter(slug=slug).exists()
    ):
        raise Refused(
            _(
                "The short name {slug} belongs to another organisation’s event, which may since "
                "have been removed; its log is kept under that name. Choose another short name."
            ).format(slug=slug)
        )
    return slug


def _events_removed_by_others() -> QuerySet[RemovedEvent]:
    """Return the events that other organisations removed; their slugs stay taken, since the logs remain."""
    return RemovedEvent.everywhere.exclude(organisation=current_or_first_tenant())


def _default_lexicon(rules: EventRules) -> str:
    """Return the key of the first word list for the event's tiles, shipped ones first, or an empty string."""
    wanted = tile_set_of(rules).key
    return next((key for key, words in lexicons().items() if words.tileset == wanted), "")
