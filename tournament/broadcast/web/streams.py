"""Stream sources, as plain text and transparent pages, and the page for controlling them."""

from __future__ import annotations

from collections.abc import Iterable, Mapping
from dataclasses import dataclass
from typing import TYPE_CHECKING, Any
from urllib.parse import quote, urlencode

from csp.decorators import csp_replace, csp_update
from django import forms
from django.contrib import messages
from django.http import HttpRequest, HttpResponse
from django.shortcuts import redirect
from django.template.loader import render_to_string
from django.urls import reverse
from django.utils.translation import gettext as _
from django.utils.translation import gettext_lazy as _lazy
from django.views.decorators.clickjacking import xframe_options_sameorigin
from django.views.decorators.http import require_POST

from scoring.tenancy import set_tenant
from tournament.broadcast.actions.streams import (
    delete_slot,
    point_channel,
    point_slot,
    switch_stream,
)
from tournament.broadcast.models import Channel
from tournament.broadcast.queries.stream_fields import (
    DEFAULT_JOINED_FIELDS,
    FIELDS,
    JOINED_FIELD,
    FieldLines,
    joined_fields,
    plain_text,
)
from tournament.broadcast.queries.streams import (
    FEATURED,
    StreamSource,
    event_at,
    is_event_or_channel,
    is_stream_on,
    slots_of,
    source_of,
)
from tournament.hall.queries.phone_access import address_of_hall
from tournament.models import Event
from tournament.queries.cache import cache_reads
from tournament.web.access import Permission, has_page_permission, requires
from tournament.web.forms import NO_AUTOCOMPLETE
from tournament.web.page import find_division, find_event, page
from tournament.web.page_cache import cached_page, page_cache
from tournament.web.perform import perform

if TYPE_CHECKING:
    from django_stubs_ext import StrOrPromise

IN_USE_SECONDS = 60.0
"""Seconds since the last request during which a slot counts as in use."""
BOARD_FIELD = "board"
ANIMATED_FIELDS = ("ticker", "popups")
CARD_FIELDS = ("p1_card", "p2_card")
VERSUS_FIELD = "head_to_head"
NAME, NUMBER, MOVED = "stream-name", "stream-number", "stream-moved"


@dataclass(frozen=True, slots=True)
class StreamTable:
    """The layout of a table: its title, and the kinds and headings of its columns."""

    title: StrOrPromise
    cell_classes: tuple[str, ...]
    """The CSS classes of its cells: `NAME`, `NUMBER`, or `MOVED` for changes of rank."""
    heads: tuple[StrOrPromise, ...] = ()


_HISTORY = StreamTable(
    "",
    (NUMBER, NUMBER, NAME, NUMBER),
    (_lazy("Round"), _lazy("Result"), _lazy("Opponent"), _lazy("Spread")),
)
TABLES: Mapping[str, StreamTable] = {
    "standings": StreamTable(
        _lazy("Standings"),
        (NUMBER, NAME, NUMBER, NUMBER, MOVED),
        ("", "", _lazy("Record"), _lazy("Spread"), ""),
    ),
    "rating_gain": StreamTable(
        _lazy("Rating gain"), (NAME, NUMBER, NUMBER), ("", _lazy("Rating"), _lazy("Change"))
    ),
    "scoring_leaders": StreamTable(
        _lazy("Scoring leaders"), (NAME, NUMBER, NUMBER), ("", _lazy("Average"), _lazy("Highest"))
    ),
    "division_figures": StreamTable(_lazy("Division figures"), (NAME, NUMBER)),
    "p1_history": _HISTORY,
    "p2_history": _HISTORY,
}
"""The layout of each field that is drawn as a table, by field name."""


def _field_table(source: StreamSource, field: str, lines: FieldLines) -> dict[str, Any] | None:
    """Return a table with its title, headings, and cells with their kinds; None for other or empty fields."""
    table = TABLES.get(field)
    if table is None or not lines:
        return None
    if table is _HISTORY:
        title = source.names[int(field[1]) - 1]
    else:
        title = str(table.title)
    return {
        "title": title,
        "division": source.division,
        "heads": list(zip(table.heads, table.cell_classes, strict=True)) if table.heads else [],
        "rows": [list(zip(line, table.cell_classes, strict=False)) for line in lines],
    }


def not_found(sentence: str, there: Iterable[str]) -> HttpResponse:
    """Return a plain-text 404 that lists the existing alternatives, so that programs can read it."""
    text = "\n".join([sentence, *there, ""])
    return HttpResponse(text, status=404, content_type="text/plain; charset=utf-8")


def _field_lines(
    request: HttpRequest, place: str, slot: str, field: str
) -> tuple[FieldLines, Any] | HttpResponse:
    """Return the lines and the source of a field, or a 404 listing the existing alternatives.

    Return ([], None) for a channel without an event, and while the stream is off.
    """
    event = event_at(place)
    if event is None:
        if is_event_or_channel(place):
            return [], None  # a channel without an event
        return not_found(
            _("There is no event or channel “{place}”. Channels:").format(place=place),
            Channel.objects.values_list("slug", flat=True),
        )
    set_tenant(event.organisation_id)
    if not is_stream_on(event):
        return [], None
    if field not in FIELDS and field != JOINED_FIELD:
        return not_found(
            _("There is no field “{field}”. Fields:").format(field=field), [*FIELDS, JOINED_FIELD]
        )
    with cache_reads():
        source = source_of(event, slot)
        if source is None:
            return not_found(
                _("There is no slot “{slot}”. Slots:").format(slot=slot), slots_of(event)
            )
        if field != JOINED_FIELD:
            return FIELDS[field](source), source
        try:
            wanted = request.GET.get("fields", DEFAULT_JOINED_FIELDS)
            return joined_fields(source, wanted, request.GET.get("joint", " | ")), source
        except KeyError as unknown:
            (field,) = unknown.args
            return not_found(_("There is no field “{field}”. Fields:").format(field=field), FIELDS)


@cached_page("fields", "joint")
@requires(Permission.READ)
def field_text(request: HttpRequest, event: str, slot: str, field: str) -> HttpResponse:
    """Return a field of a slot as plain text; `event` is the slug of an event or a channel."""
    made = _field_lines(request, event, slot, field)
    if isinstance(made, HttpResponse):
        return made
    return HttpResponse(plain_text(made[0]), content_type="text/plain; charset=utf-8")


@cached_page("fields", "joint")  # type: ignore[type-var]
@xframe_options_sameorigin
@csp_replace({"frame-ancestors": ["'self'"]})
@requires(Permission.READ)
def field_page(request: HttpRequest, event: str, slot: str, field: str) -> HttpResponse:
    """Show a field of a slot on a transparent page that refreshes itself."""
    made = _field_lines(request, event, slot, field)
    if isinstance(made, HttpResponse):
        return made
    lines, source = made
    context = {
        "lines": lines,
        "table": _field_table(source, field, lines) if source is not None else None,
        "is_card": field in CARD_FIELDS and bool(lines),
        "is_versus": field == VERSUS_FIELD and any(len(line) > 1 for line in lines),
        "live": source.live if source is not None and field == BOARD_FIELD else None,
        "field": field,
        "moves": field in ANIMATED_FIELDS,
        "version": getattr(request, "version", ""),
    }
    return HttpResponse(render_to_string("broadcast/stream/field.html", context))


# --- at the desk ------------------------------------------------------------------------------------


class SlotForm(forms.Form):
    """The name of a slot, and the board it shows."""

    slot = forms.CharField(
        max_length=40,
        label=_lazy("Slot"),
        help_text=_lazy("Such as “board2”. Sources refer to this name and never have to change."),
        widget=forms.TextInput(attrs=NO_AUTOCOMPLETE),
        error_messages={"required": _lazy("Give the slot a name, such as “featured” or “board2”.")},
    )
    division = forms.CharField(required=False, label=_lazy("Division"))
    round = forms.IntegerField(required=False, min_value=1, label=_lazy("Round"))
    board = forms.IntegerField(
        required=False,
        min_value=1,
        label=_lazy("Board"),
        help_text=_lazy("If you leave the board empty, the slot shows the board recorded last."),
    )


OVERLAY = {
    "fields": "p1_name,score,p2_name,last_play",
    "joint": "   ",
    "background": "rgb(20 20 20 / 80%)",
    "size": "32",
}
"""The fields and appearance of the default overlay."""


def overlay_path(event: Event) -> str:
    """Return the path of the overlay for the featured board."""
    path = reverse("stream_field", args=[event.slug, FEATURED, JOINED_FIELD])
    query = urlencode(OVERLAY, quote_via=quote, safe=",")
    return f"{path}?{query}"


def is_slot_in_use(event: str, slot: str) -> bool:
    """Return whether a source has requested the slot in the last minute."""
    places = [event, *Channel.objects.filter(event__slug=event).values_list("slug", flat=True)]
    return any(
        page_cache.was_read(f"/stream/{place}/{slot}/", within=IN_USE_SECONDS) for place in places
    )


def board_on_air(event: Event) -> dict[str, str | int]:
    """Return the target of the featured slot with the division's `name`; empty for the last recorded board.

    This takes one query if the slot has a target.
    """
    target = slots_of(event)[FEATURED]
    if not target:
        return {}
    division = event.divisions.filter(slug=target["division"]).first()
    return {**target, "name": division.name if division else ""}


def stream_card(request: HttpRequest, event: Event) -> Mapping[str, Any] | None:
    """Return whether the stream is on, its board, and whether it is in use; None for users who may not direct."""
    if not has_page_permission(request, Permission.DIRECT):
        return None
    return {
        "is_on": is_stream_on(event),
        "target": board_on_air(event),
        "in_use": is_slot_in_use(event.slug, FEATURED),
    }


@csp_update({"frame-src": ["'self'"]})  # the preview
@requires(Permission.DIRECT)
def streams_page(request: HttpRequest, event: str) -> HttpResponse:
    """Show the slots, the forms to change them, and the address of a source."""
    event_ = find_event(event)
    base = address_of_hall() or request.build_absolute_uri("/").rstrip("/")
    channels = list(Channel.objects.select_related("event"))
    places = [event_.slug, *(row.slug for row in channels if row.event_id == event_.pk)]
    slots = [
        (name, target, is_slot_in_use(event_.slug, name))
        for name, target in slots_of(event_).items()
    ]
    context = {
        "event": event_, "slots": slots, "channels": channels, "places": places, "fields": [*FIELDS, JOINED_FIELD],
        "base": base, "divisions": list(event_.divisions.all()), "is_on": is_stream_on(event_),
        "target": board_on_air(event_), "overlay": overlay_path(event_),
        "details_open": len(slots) > 1 or any(row.event_id == event_.pk for row in channels),
    }  # fmt: skip
    return page(request, "broadcast/event/streams.html", context)


@requires(Permission.DIRECT)
@require_POST
def point_slot_page(request: HttpRequest, event: str) -> HttpResponse:
    """Make a slot show a board, or the last recorded one."""
    event_ = find_event(event)
    form = SlotForm(request.POST)
    if not form.is_valid():
        wrong = (
            f"{form[name].label}: {error}" if name != "slot" else str(error)
            for name, errors in form.errors.items()
            for error in errors
        )
        messages.error(request, " ".join(wrong))
        return redirect("streams", event)
    typed: dict[str, Any] = form.cleaned_data
    return perform(
        request,
        lambda actor: point_slot(
            actor,
            event_,
            typed["slot"],
            division=typed["division"],
            number=typed["round"],
            board=typed["board"],
        ),
        done=lambda slot: _(
            "The slot “{slot}” has been changed, and all its sources follow."
        ).format(slot=slot),
        to=reverse("streams", args=[event]),
    )


@requires(Permission.DIRECT)
@require_POST
def switch_stream_page(request: HttpRequest, event: str) -> HttpResponse:
    """Switch the stream on or off."""
    event_ = find_event(event)
    on = request.POST.get("on") == "yes"
    return perform(
        request,
        lambda actor: switch_stream(actor, event_, on=on),
        done=_("The stream is on.") if on else _("The stream is off: its sources show nothing."),
        to=reverse("hall", args=[event]),
    )


@requires(Permission.DIRECT)
@require_POST
def show_in_slot(
    request: HttpRequest, event: str, division: str, number: int, board: int
) -> HttpResponse:
    """Show a board in a slot, by default `featured`, when its button in the list of results is clicked."""
    division_ = find_division(event, division)
    slot = request.POST.get("slot", "") or "featured"
    return perform(
        request,
        lambda actor: point_slot(
            actor, division_.event, slot, division=division_.slug, number=number, board=board
        ),
        done=_("Board {board} is now on the stream, in the slot “{slot}”.").format(
            board=board, slot=slot
        ),
        to=f"{reverse('results', args=[event, division])}?round={number}",
    )


@requires(Permission.DIRECT)
@require_POST
def remove_slot_page(request: HttpRequest, event: str, slot: str) -> HttpResponse:
    """Delete a slot. If a source shows it, the confirmation box must be ticked."""
    event_ = find_event(event)
    return perform(
        request,
        lambda actor: delete_slot(
            actor,
            event_,
            slot,
            in_use=is_slot_in_use(event_.slug, slot),
            confirmed=bool(request.POST.get("confirmed")),
        ),
        done=_("The slot has been deleted."),
        to=reverse("streams", args=[event]),
    )


@requires(Permission.DIRECT)
@require_POST
def point_channel_page(request: HttpRequest, event: str) -> HttpResponse:
    """Make a channel show this event; an unknown channel is created."""
    event_ = find_event(event)
    return perform(
        request,
        lambda actor: point_channel(actor, event_, request.POST.get("name", "")),
        done=lambda row: _("The channel {channel} now shows this event.").format(channel=row),
        to=reverse("streams", args=[event]),
    )
