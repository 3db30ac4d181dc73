"""Clubs, their logos, their sessions, and the creation of the next session."""

from __future__ import annotations

import datetime as dt
import io
from collections.abc import Sequence
from itertools import count

from django.db import transaction
from django.db.models import Count
from django.utils import timezone
from django.utils.formats import number_format
from django.utils.text import slugify
from django.utils.translation import gettext as _

from scoring.actions.activity import Actor, log
from scoring.actions.refusals import required_text
from scoring.pictures import TooManyPixels, open_picture
from scoring.subprocesses import ReadingStopped, read_upload
from scoring.wording.phrases import comma_list, format_date
from tournament.actions.act import Refused, act, refuse_when_changed
from tournament.actions.event.events import free_slug
from tournament.actions.safety.roles import make_owner
from tournament.engine.pairing.automatic_rounds import UnattendedSetting
from tournament.models import Club, Division, Event, KeepApart, PlanLine
from tournament.models.rounds import new_seed
from tournament.queries.versions import version_of
from tournament.wording.log import say

WEEK = dt.timedelta(days=7)


def free_club_slug(slug: str) -> str:
    """Return the slug for a club, with a number appended if another club of any organisation has it."""
    taken = set(Club.everywhere.filter(slug__startswith=slug).values_list("slug", flat=True))
    numbers = (f"{slug}-{number}" for number in count(2))
    return slug if slug not in taken else next(one for one in numbers if one not in taken)


def create_club(actor: Actor, *, name: str) -> Club:
    """Create a club. Raise `Refused` if the name is empty, or if another club has that name or address."""
    name = required_text(name, _("The club has no name. Give it the name its members use."))
    with transaction.atomic():
        slug = slugify(name)[:70] or "club"
        if (
            Club.objects.filter(name__iexact=name).exists()
            or Club.objects.filter(slug=slug).exists()
        ):
            raise Refused(_("A club named {name} already exists.").format(name=name))
        slug = free_club_slug(slug)
        club = Club.objects.create(slug=slug, name=name, created_at=timezone.now())
        log(
            actor,
            "create_club",
            say("create_club", club=name),
            scope=f"club:{slug}",
            after={"name": name},
        )
    return club


def remove_clubs(actor: Actor, clubs: Sequence[Club]) -> list[Club]:
    """Remove clubs that nothing belongs to, all of them or none, and return the removed ones.

    Raise `Refused` with every club that has sessions, rating lists or stream channels.
    """
    with transaction.atomic():
        rows = Club.objects.filter(pk__in=[club.pk for club in clubs]).order_by("pk")
        held = list(rows.defer("logo").select_for_update())
        parts = [str(relation.get_accessor_name()) for relation in Club._meta.related_objects]  # noqa: SLF001
        in_use = [club.name for club in held if any(getattr(club, part).exists() for part in parts)]
        if in_use:
            raise Refused(
                _(
                    "Sessions, rating lists or stream channels belong to {clubs}, so nothing "
                    "was removed. Deselect these clubs and try again."
                ).format(clubs=comma_list(in_use))
            )
        rows.delete()
        if held:
            names = [club.name for club in held]
            log(actor, "remove_clubs", say("remove_clubs", clubs=len(held), names=names))
    return held


def merge_target(clubs: Sequence[Club]) -> Club:
    """Return the club to merge the others into: the one with the most sessions, or the oldest such club."""
    sessions = dict(
        Club.objects.filter(pk__in=[club.pk for club in clubs])
        .annotate(sessions=Count("events"))
        .values_list("pk", "sessions")
    )
    return min(clubs, key=lambda club: (-sessions[club.pk], club.pk))


def merge_clubs(actor: Actor, clubs: Sequence[Club]) -> Club:
    """Merge several clubs into one, which gets all sessions, rating lists and channels; remove the others.

    The remaining club keeps its picture and its season's points; if it has none, another club's are
    used. Raise `Refused` if there are fewer than two clubs.
    """
    with transaction.atomic():
        rows = Club.objects.filter(pk__in=[club.pk for club in clubs]).order_by("pk")
        held = list(rows.select_for_update())
        if len(held) < 2:
            raise Refused(_("Select at least two clubs."))
        keep = merge_target(held)
        others = [club for club in held if club != keep]
        for relation in Club._meta.related_objects:  # noqa: SLF001
            of_others = {f"{relation.field.name}__in": others}
            rows_of_clubs = relation.related_model._default_manager.filter(**of_others)  # noqa: SLF001
            rows_of_clubs.update(**{relation.field.name: keep})
        if not keep.logo:
            keep.logo = next((club.logo for club in others if club.logo), None)
        if not keep.season_rule:
            keep.season_rule = next((club.season_rule for club in others if club.season_rule), {})
        keep.save(update_fields=["logo", "season_rule"])
        names = [club.name for club in others]
        for club in others:
            club.delete()
        log(
            actor,
            "merge_clubs",
            say("merge_clubs", clubs=len(others), names=names, club=keep),
            scope=f"club:{keep.slug}",
            before={"merged": names},
            after={"kept": keep.name},
        )
    return keep


def assign_to_club(
    actor: Actor, event: Event, club: Club | None, *, seen: str | None = None
) -> Event:
    """Make the event a session of the club, or of no club if `club` is None. Closed events are accepted.

    `seen` is the slug of the club shown on the page, empty for none, or None if no page was shown.
    May raise `EditConflict`.
    """
    with act(actor, event, allow_closed=True) as action:
        before = Club.objects.filter(events=event).first()
        if before == club:
            return event
        refuse_when_changed(
            seen,
            before.slug if before else "",
            what=_("The club of {event}").format(event=event),
            now={"club": before},
        )
        event.club = club
        event.save(update_fields=["club"])
        action.log(
            "join_club",
            say("join_club", event=event, club=club) if club else say("leave_club", event=event),
            before=before.name if before else None,
            after=club.name if club else None,
        )
    return event


def create_next_session(
    actor: Actor, event: Event, *, today: dt.date, in_calendar: bool = False
) -> Event:
    """Copy the event as the session of a later week.

    The place, rules, word list, divisions, plans and pairs kept apart are copied, but no players are
    entered; they are selected from the roster. The date is the first one a whole number of weeks later
    that is not before `today`, or `today` for an event without a date, and is put at the end of the
    name. With `in_calendar` the copy is in the public calendar if `event` is.
    """
    date = _next_session_date(event.date, today)
    name = _session_name(event, date)
    with transaction.atomic():
        session = Event.objects.create(
            organisation_id=event.organisation_id,
            slug=free_slug(name),
            name=name,
            place=event.place,
            date=date,
            preset=event.preset,
            rules_copy=event.rules_copy,
            lexicon=event.lexicon,
            club=event.club,
            size=event.size,
            in_calendar=in_calendar and event.in_calendar,
            lots_seed=new_seed(),
            created_at=timezone.now(),
        )
        make_owner(actor, session)
        Division.objects.bulk_create(
            Division(
                event=session,
                slug=division.slug,
                name=division.name,
                position=division.position,
                precedence=division.precedence,
                rounds_planned=division.rounds_planned,
                seating=division.seating,
                unattended=UnattendedSetting.from_stored(division.unattended)
                .without_stop()
                .as_dict(),
            )
            for division in event.divisions.all()
        )
        divisions = {division.slug: division for division in session.divisions.all()}
        PlanLine.objects.bulk_create(
            PlanLine(
                division=divisions[line.division.slug],
                from_round=line.from_round,
                to_round=line.to_round,
                method=line.method,
                options=line.options,
                source=line.source,
            )
            for line in PlanLine.objects.filter(division__event=event).select_related("division")
        )
        KeepApart.objects.bulk_create(
            KeepApart(
                event=session,
                one_id=pair.one_id,
                other_id=pair.other_id,
                is_hard=pair.is_hard,
                reason=pair.reason,
                added_by=actor.user,
                added_at=timezone.now(),
            )
            for pair in event.kept_apart.filter(ended_at=None)
        )
        log(
            actor,
            "next_session",
            say("next_session", event=session, source=event.date)
            if event.date
            else say("next_session_of_last", event=session),
            scope=f"event:{session.slug}",
            after={"name": session.name, "from": event.slug, "date": str(session.date)},
        )
    return session


def _session_name(event: Event, date: dt.date) -> str:
    """Return the event's name with the new date at its end instead of the old one."""
    base = event.name
    if event.date:
        for written in ("j M Y", "j F Y", "j M", "j F"):
            base = base.removesuffix(f", {format_date(event.date, written)}")
    return name_with_date(base[:MAX_CARRIED_NAME_LENGTH], date)


def name_with_date(name: str, date: dt.date | None) -> str:
    """Return the name with the date at its end; unchanged if it already ends with it or the date is None."""
    day = _format_date(date) if date else ""
    return name if name.endswith(day) else f"{name}, {day}"


def _format_date(date: dt.date) -> str:
    return format_date(date, "j M Y")


def _next_session_date(last: dt.date | None, today: dt.date) -> dt.date:
    if last is None:
        return today
    then = last + WEEK
    return then if then >= today else then + WEEK * -((then - today).days // 7)


MAX_CARRIED_NAME_LENGTH = 100
"""Maximum length of a name carried over to the next session, in characters, leaving room for its date."""
MAX_LOGO_BYTES = 2_000_000
MAX_LOGO_PIXELS = 25_000_000
MAX_LOGO_SIDE_PIXELS = 800
"""Maximum length of the longer side of a stored picture, enough for its printed size."""
PICTURE_FORMATS = ("PNG", "JPEG")


def set_logo(actor: Actor, club: Club, content: bytes, *, seen: str | None = None) -> Club:
    """Store a picture (PNG or JPEG) for the club's papers.

    It is re-encoded, and reduced if large, so that nothing else in the file is stored. `seen` is
    the version of the picture on the page. Raise `EditConflict` if the club has another picture
    now, and `Refused` for an unusable file.
    """
    picture = picture_in_subprocess(content)
    with transaction.atomic():
        _refuse_changed_logo(club, seen)
        club.logo = picture
        club.save(update_fields=["logo"])
        log(actor, "set_logo", say("set_logo", club=club), scope=f"club:{club.slug}")
    return club


def picture_in_subprocess(content: bytes) -> bytes:
    """Return an uploaded picture in its stored form, read in a separate process. May raise `Refused`."""
    try:
        return read_upload(normalized_picture, content, contents=[content])
    except ReadingStopped as stopped:
        raise Refused(str(stopped)) from stopped


def version_of_logo(club: Club) -> str:
    """Return the version of the picture, or an empty string if there is none."""
    return version_of(bytes(club.logo or b"").hex())


def _refuse_changed_logo(club: Club, seen: str | None) -> None:
    held = Club.objects.select_for_update(no_key=True).get(pk=club.pk)
    refuse_when_changed(
        seen, version_of_logo(held), what=_("The picture of {club}").format(club=club), now={}
    )


def remove_logo(actor: Actor, club: Club, *, seen: str | None = None) -> Club:
    """Remove the picture from the club's papers, if it has one. `seen` is as for `set_logo`."""
    if not club.logo:
        return club
    with transaction.atomic():
        _refuse_changed_logo(club, seen)
        club.logo = None
        club.save(update_fields=["logo"])
        log(actor, "remove_logo", say("remove_logo", club=club), scope=f"club:{club.slug}")
    return club


def normalized_picture(content: bytes) -> bytes:
    """Return the picture in stored form: a PNG of at most `MAX_LOGO_SIDE_PIXELS` pixels on its longer side.

    Raise `Refused` for an empty file, one that is too large, or one that is not a PNG or JPEG
    picture.
    """
    if not content:
        raise Refused(_("The file is empty. Send a PNG or JPEG picture."))
    if len(content) > MAX_LOGO_BYTES:
        raise Refused(
            _("The picture is {size} MB. Send one of at most {most} MB.").format(
                size=number_format(len(content) / 1_000_000, 1), most=MAX_LOGO_BYTES // 1_000_000
            )
        )
    try:
        picture = open_picture(content, PICTURE_FORMATS, MAX_LOGO_PIXELS)
        stored = picture.convert("RGBA" if picture.has_transparency_data else "RGB")
    except TooManyPixels as large:
        raise Refused(
            _(
                "The picture is {width} by {height} pixels. Send a smaller one; a width of 800 "
                "pixels is plenty."
            ).format(width=large.width, height=large.height)
        ) from large
    except Exception as wrong:
        raise Refused(_("This picture cannot be printed. Send a PNG or JPEG file.")) from wrong
    stored.thumbnail((MAX_LOGO_SIDE_PIXELS, MAX_LOGO_SIDE_PIXELS))
    buffer = io.BytesIO()
    stored.save(buffer, "PNG", optimize=True)
    return buffer.getvalue()
