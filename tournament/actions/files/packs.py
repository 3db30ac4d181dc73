"""Packs of papers put together by a director, and the record of their printing."""

from __future__ import annotations

import hashlib
import re
from collections.abc import Collection, Mapping, Sequence
from typing import Any

from django.utils import timezone
from django.utils.translation import gettext as _

from scoring.actions.activity import Actor
from scoring.actions.refusals import required_text
from tournament.actions.act import Refused, act
from tournament.actions.people.clubs import picture_in_subprocess
from tournament.models import Event, EventLogo
from tournament.wording.log import say
from tournament.wording.paper_columns import OMITTABLE_COLUMNS

MAX_PACKS = 20
DEFAULT_BRANDING: Mapping[str, Any] = {"sponsor": "", "colour": "", "left_off": [], "logo": ""}


def save_pack(actor: Actor, event: Event, name: str, reports: Sequence[str]) -> str:
    """Save a pack of these reports under a name, replacing any pack of that name, and return its key.

    Names are compared ignoring case. Raise `Refused` if the name or the list of reports is empty, or if there
    are too many packs.
    """
    name = required_text(name, _("Give the pack a name."))[:60]
    if not reports:
        raise Refused(_("Choose at least one paper."))
    with act(actor, event, allow_closed=True) as action:
        held = Event.objects.select_for_update(no_key=True).get(pk=event.pk)
        packs: dict[str, Any] = held.printing.setdefault("packs", {})
        same = (key for key, pack in packs.items() if pack["name"].casefold() == name.casefold())
        key = next(same, "")
        if not key and len(packs) >= MAX_PACKS:
            raise Refused(
                _("There are already {most} packs. Remove one first.").format(most=MAX_PACKS)
            )
        key = (
            key or f"own-{1 + max((int(known.removeprefix('own-')) for known in packs), default=0)}"
        )
        packs[key] = {"name": name, "reports": list(reports)}
        held.save(update_fields=["printing"])
        action.log("keep_pack", say("keep_pack", pack=name))
    return key


def remove_pack(actor: Actor, event: Event, key: str) -> None:
    """Remove one of the event's own packs, if it still exists."""
    with act(actor, event, allow_closed=True) as action:
        held = Event.objects.select_for_update(no_key=True).get(pk=event.pk)
        pack = held.printing.get("packs", {}).pop(key, None)
        if pack is not None:
            held.save(update_fields=["printing"])
            action.log("remove_pack", say("remove_pack", pack=pack["name"]))


def record_print(
    actor: Actor, event: Event, key: str, name: str, paper: str, digests: Mapping[str, str]
) -> None:
    """Record which papers of a pack were printed, and on which size of paper.

    `digests` has the digest of each paper by its subject. A paper that was not printed before, or
    differs from the last print, is a new revision. Nothing is logged if nothing changed.
    """
    with act(actor, event, allow_closed=True) as action:
        held = Event.objects.select_for_update(no_key=True).get(pk=event.pk)
        papers: dict[str, str] = held.printing.setdefault("paper", {})
        printed: dict[str, Any] = held.printing.setdefault("printed", {})
        new = [of for of, digest in digests.items() if printed.get(of, {}).get("digest") != digest]
        if not new and papers.get(key) == paper:
            return
        papers[key] = paper
        for of in new:
            printed[of] = {
                "digest": digests[of],
                "revision": printed.get(of, {}).get("revision", 0) + 1,
                "at": timezone.now().isoformat(),
            }
        held.save(update_fields=["printing"])
        action.log("record_print", say("record_print", pack=name, count=len(new)))


def set_branding(
    actor: Actor,
    event: Event,
    *,
    sponsor: str,
    colour: str,
    left_off: Collection[str] = (),
    logo: bytes = b"",
    without_logo: bool = False,
) -> None:
    """Set the look of the event's papers: sponsors' line, picture, colour of ruled lines, columns left off.

    An empty `colour` is the default. `left_off` contains those keys of `OMITTABLE_COLUMNS` whose
    columns are left off. A `logo` is a PNG or JPEG file that replaces the current one, and
    `without_logo` removes the current one. Raise `Refused` for a colour not written as "#1f5fa8" or
    a file that is not such a picture.
    """
    if colour and not re.fullmatch(r"#[0-9a-f]{6}", colour.lower()):
        raise Refused(_("Write the colour in the form #1f5fa8."))
    picture = picture_in_subprocess(logo) if logo else b""
    with act(actor, event, allow_closed=True) as action:
        held = Event.objects.select_for_update(no_key=True).get(pk=event.pk)
        before = dict(DEFAULT_BRANDING) | held.printing.get("look", {})
        shown = "" if without_logo and not picture else before.get("logo", "")
        after = {
            "sponsor": " ".join(sponsor.split())[:120],
            "colour": colour.lower(),
            "left_off": [column for column in OMITTABLE_COLUMNS if column in left_off],
            "logo": hashlib.sha256(picture).hexdigest()[:8] if picture else shown,
        }
        if before == after:
            return
        if picture:
            EventLogo.objects.update_or_create(event=held, defaults={"picture": picture})
        elif not shown:
            EventLogo.objects.filter(event=held).delete()
        held.printing["look"] = after
        held.save(update_fields=["printing"])
        action.log("set_look", say("set_look", event=event), before=before, after=after)
