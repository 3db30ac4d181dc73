"""Create and change championships."""

from __future__ import annotations

from collections.abc import Collection, Mapping
from itertools import count
from typing import Any

from django.db import transaction
from django.utils import timezone
from django.utils.text import slugify
from django.utils.translation import gettext as _

from scoring.actions.activity import Actor, log
from scoring.models import Organisation
from scoring.tenancy import current_or_first_tenant
from tournament.actions.act import Refused, refuse_when_changed
from tournament.federation.engine.championship import MAX_POINTS, MAX_TABLE_LENGTH, Scoring
from tournament.federation.models import Championship
from tournament.models import Event
from tournament.queries.versions import version_of
from tournament.wording.log import say


def create_championship(actor: Actor, *, name: str) -> Championship:
    """Create a championship without events. Raise `Refused` if the name is empty or taken."""
    name = _checked_name(name)
    with transaction.atomic():
        _lock_names()
        if Championship.objects.filter(name__iexact=name).exists():
            raise Refused(_("There is already a championship called {name}.").format(name=name))
        made = Championship.objects.create(
            slug=_free_slug(name), name=name, created_at=timezone.now()
        )
        log(
            actor,
            "create_championship",
            say("create_championship", name=name),
            after={"name": name},
        )
    return made


def change_championship(
    actor: Actor,
    this: Championship,
    *,
    name: str,
    events: Collection[Event],
    rules: Mapping[str, Any],
    by_division: bool,
    seen: str | None = None,
) -> Championship:
    """Set the name, events and rules of a championship; its address does not change.

    `seen` is the version of `championship_log_values` when the form was opened, or None to skip the
    check. Raise `EditConflict` if the values have changed, and `Refused` if the name is empty or
    taken or the table of points is invalid.
    """
    name = _checked_name(name)
    if rules["scoring"] == Scoring.TABLE and not rules["table"]:
        raise Refused(_("Type the points for each place, from first place down: 25 18 15."))
    if len(rules["table"]) > MAX_TABLE_LENGTH or any(p > MAX_POINTS for p in rules["table"]):
        raise Refused(
            _(
                "A points table can have at most {places} places, each worth at most {points} "
                "points."
            ).format(places=MAX_TABLE_LENGTH, points=MAX_POINTS)
        )
    with transaction.atomic():
        _lock_names()
        held = Championship.objects.select_for_update(no_key=True).get(pk=this.pk)
        if Championship.objects.filter(name__iexact=name).exclude(pk=held.pk).exists():
            raise Refused(_("There is already a championship called {name}.").format(name=name))
        before = championship_log_values(held)
        held.name, held.rules_copy, held.by_division = name, dict(rules), by_division
        held.__dict__.pop("rules", None)
        after = championship_log_values(held) | {"events": sorted(event.slug for event in events)}
        if before == after:
            return held
        refuse_when_changed(
            seen,
            version_of(before),
            what=_("The championship {name}").format(name=before["name"]),
            now={key: value for key, value in before.items() if value != after[key]},
        )
        held.save()
        held.events.set(events)
        log(
            actor,
            "change_championship",
            say("change_championship", name=name),
            before=before,
            after=after,
        )
    return held


def championship_log_values(this: Championship) -> dict[str, Any]:
    """Return the values of a championship for the log. This takes one query."""
    return {
        "name": this.name,
        "by_division": this.by_division,
        "rules": this.rules_copy,
        "events": sorted(this.events.values_list("slug", flat=True)),
    }


def _checked_name(typed: str) -> str:
    name = " ".join(typed.split())[:120]
    if not name:
        raise Refused(_("The championship has no name."))
    return name


def _lock_names() -> None:
    """Lock championship names until the transaction ends, so that two championships cannot get the same name."""
    Organisation.objects.select_for_update(no_key=True).get(pk=current_or_first_tenant())


def _free_slug(name: str) -> str:
    slug = slugify(name)[:70] or "championship"
    taken = set(
        Championship.everywhere.filter(slug__startswith=slug).values_list("slug", flat=True)
    )
    numbers = (f"{slug}-{number}" for number in count(2))
    return slug if slug not in taken else next(one for one in numbers if one not in taken)
