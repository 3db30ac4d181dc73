"""The screen of one player in a division: rounds so far, coming, going, moving, penalties."""

from urllib.parse import urlencode

from django.contrib import messages
from django.db.models import Max
from django.http import HttpRequest, HttpResponse, QueryDict
from django.shortcuts import get_object_or_404, redirect
from django.urls import reverse
from django.views.decorators.http import require_POST

from scoring.actions.activity import Actor
from tournament.actions.act import ChangedMeanwhile, Refused
from tournament.actions.people.check_in import check_in, move_entry
from tournament.actions.people.details import about_entry, describe_entry
from tournament.actions.people.entries import take_out
from tournament.actions.people.late_entries import join_round
from tournament.actions.people.withdrawals import return_entry, withdraw
from tournament.actions.results.penalties import give_penalty, revoke_penalty
from tournament.engine.attendance import Situation
from tournament.engine.standings import signed
from tournament.models import Division, Entry, Penalty
from tournament.queries.people.check_in import (
    had_opponent,
    penalties_of_entry,
    rounds_of_entry,
    situation_of,
)
from tournament.queries.people.rating_lists import member_on_list
from tournament.queries.versions import version_of
from tournament.web.access import Permission, may, requires
from tournament.web.conflict import Conflict, conflict_of_values, seen_by
from tournament.web.page import find_division, page
from tournament.web.people.forms import (
    AboutForm,
    JoiningForm,
    LeavingForm,
    MoveForm,
    PenaltyForm,
    joining_choices,
    zero_told,
)
from tournament.web.people.player import show_player


@requires(Permission.READ)
def entry_page(request: HttpRequest, event: str, division: str, entry: int) -> HttpResponse:
    """Show a player with every round; a director sees what can be done now, too."""
    found = _find(event, division, entry)
    if not may(request, Permission.DIRECT):
        return show_player(request, found.division, found.number)
    return _show(request, found)


@requires(Permission.DIRECT)
@require_POST
def leave(request: HttpRequest, event: str, division: str, entry: int) -> HttpResponse:
    """Withdraw, or forfeit the round under way."""
    found = _find(event, division, entry)
    form = _leaving_form(found, situation_of(found), request.POST)
    if form.is_valid():
        way, after = form.way
        try:
            left = withdraw(
                Actor.of(request.user), found, way, after=after, reason=form.cleaned_data["reason"]
            )
        except Refused as refused:
            form.add_error(None, str(refused))
        else:
            messages.success(request, f"{left.told} Every round played is kept.")
            if left.drafts:
                which = ", ".join(str(number) for number in left.drafts)
                messages.warning(
                    request,
                    f"The draft of round {which} still names {found.name}. "
                    "Change it, or make it anew, before it is published.",
                )
            return redirect(_address(found))
    return _show(request, found, leaving=form)


@requires(Permission.DIRECT)
@require_POST
def come_back(request: HttpRequest, event: str, division: str, entry: int) -> HttpResponse:
    """Let a withdrawn player play again."""
    found = _find(event, division, entry)
    try:
        return_entry(Actor.of(request.user), found)
    except Refused as refused:
        messages.error(request, str(refused))
    else:
        messages.success(request, f"{found.name} plays again from the next round on.")
    if request.POST.get("from") == "check_in":
        asked = urlencode({"find": found.name})
        return redirect(f"{reverse('check_in', args=[found.division.event.slug])}?{asked}")
    return redirect(_address(found))


@requires(Permission.DIRECT)
@require_POST
def join(request: HttpRequest, event: str, division: str, entry: int) -> HttpResponse:
    """Seat a late entry in the published round."""
    found = _find(event, division, entry)
    form = JoiningForm(request.POST, now=situation_of(found))
    if form.is_valid():
        try:
            join_round(Actor.of(request.user), found, form.way)
        except Refused as refused:
            form.add_error(None, str(refused))
        else:
            messages.success(request, f"{found.name} is seated. No other board changed.")
            return redirect(_address(found))
    return _show(request, found, joining=form)


@requires(Permission.DIRECT)
@require_POST
def penalize(request: HttpRequest, event: str, division: str, entry: int) -> HttpResponse:
    """Give a penalty; with `penalty` in the form, revoke that one."""
    found = _find(event, division, entry)
    actor = Actor.of(request.user)
    if asked := request.POST.get("penalty", ""):
        number = int(asked) if asked.isdecimal() and len(asked) < 10 else 0
        penalty = get_object_or_404(Penalty, entry=found, pk=number)
        penalty.entry = found
        try:
            revoke_penalty(actor, penalty, reason=request.POST.get("reason", ""))
        except Refused as refused:
            messages.error(request, str(refused))
        else:
            messages.success(request, "The penalty counts no longer. It is kept in the list.")
        return redirect(_address(found))
    form = PenaltyForm(request.POST)
    if form.is_valid():
        try:
            give_penalty(actor, found, **form.penalty)
        except Refused as refused:
            form.add_error(None, str(refused))
        else:
            told = signed(form.penalty["spread"])
            messages.success(request, f"{found.name}: {told} spread counts from now on.")
            return redirect(_address(found))
    return _show(request, found, penalty=form)


@requires(Permission.DIRECT)
@require_POST
def not_here(request: HttpRequest, event: str, division: str, entry: int) -> HttpResponse:
    """Take a check-in back, or check in."""
    found = _find(event, division, entry)
    here = request.POST.get("here") == "1"
    try:
        check_in(Actor.of(request.user), found, here=here)
    except Refused as refused:
        messages.error(request, str(refused))
    else:
        messages.success(request, f"{found.name} is {'here' if here else 'not here after all'}.")
    return redirect(_address(found))


@requires(Permission.DIRECT)
@require_POST
def move(request: HttpRequest, event: str, division: str, entry: int) -> HttpResponse:
    """Move to another division before play."""
    found = _find(event, division, entry)
    form = MoveForm(request.POST, divisions=_other_divisions(found))
    if form.is_valid():
        to = Division.objects.select_related("event").get(pk=int(form.cleaned_data["to"]))
        try:
            moved = move_entry(Actor.of(request.user), found, to)
        except Refused as refused:
            form.add_error(None, str(refused))
        else:
            messages.success(
                request, f"{moved.name} is number {moved.number} in division {to} now."
            )
            return redirect(_address(moved))
    return _show(request, found, moving=form)


@requires(Permission.DIRECT)
@require_POST
def take_out_entry(request: HttpRequest, event: str, division: str, entry: int) -> HttpResponse:
    """Take somebody out who was entered by mistake."""
    found = _find(event, division, entry)
    name = found.name
    try:
        take_out(Actor.of(request.user), found, reason=request.POST.get("reason", "")[:300])
    except Refused as refused:
        messages.error(request, str(refused))
        return redirect(_address(found))
    messages.success(request, f"{name} is taken out of division {found.division}.")
    return redirect(found.division)


@requires(Permission.DIRECT)
@require_POST
def describe(request: HttpRequest, event: str, division: str, entry: int) -> HttpResponse:
    """Change name, rating, member number, class, team, board and what is paid."""
    found = _find(event, division, entry)
    form = AboutForm(request.POST)
    conflict: Conflict | None = None
    if form.is_valid():
        typed, seen = form.cleaned_data, request.POST.get("seen", "")
        try:
            describe_entry(Actor.of(request.user), found, **typed, seen=seen)
        except ChangedMeanwhile as changed:
            conflict = conflict_of_values(changed, form.labels, typed, _in_words)
        except Refused as refused:
            form.add_error(None, str(refused))
        else:
            found.player.refresh_from_db()
            messages.success(request, f"{found.name}: changed.{zero_told(form)}")
            return redirect(_address(found))
    return _show(request, found, about=form, conflict=conflict)


def _find(event: str, division: str, number: int) -> Entry:
    found = find_division(event, division)
    if number > 32_000:
        number = 0  # beyond what the database can hold: nobody has that number
    entry = get_object_or_404(Entry.objects.select_related("player"), division=found, number=number)
    entry.division = found
    return entry


def _show(
    request: HttpRequest,
    entry: Entry,
    *,
    leaving: LeavingForm | None = None,
    joining: JoiningForm | None = None,
    penalty: PenaltyForm | None = None,
    moving: MoveForm | None = None,
    about: AboutForm | None = None,
    conflict: Conflict | None = None,
) -> HttpResponse:
    now = situation_of(entry)
    others = _other_divisions(entry)
    can_join = len(joining_choices(now)) > 1
    bound = [form for form in (leaving, joining, penalty, moving, about) if form is not None]
    known = about_entry(entry)
    out = entry.withdrawn_after is not None and entry.withdrawn_after < now.round + 1
    return page(
        request,
        "people/entry.html",
        {
            "division": entry.division,
            "entry": entry,
            "now": now,
            "out": out,
            "listed_member": member_on_list(entry),
            "rounds": rounds_of_entry(entry),
            "penalties": penalties_of_entry(entry),
            "leaving": None if out else leaving or _leaving_form(entry, now),
            "joining": (joining or JoiningForm(now=now)) if can_join else None,
            "taking_out": not had_opponent(entry),
            "about": about or AboutForm(initial=known),
            "seen": seen_by(about, conflict, version_of(known)),
            "conflict": conflict,
            "moving": (moving or MoveForm(divisions=others)) if others and not now.board else None,
            "penalty": (penalty or PenaltyForm(initial={"round_number": now.round}))
            if now.round
            else None,
        },
        status=422 if conflict or any(form.errors for form in bound) else 200,
    )


def _in_words(value: str | int | bool | None) -> str:
    """What is known of an entry as a person says it; empty for nothing."""
    if isinstance(value, bool):
        return "yes" if value else "no"
    return "" if value is None else str(value)


def _leaving_form(entry: Entry, now: Situation, sent: QueryDict | None = None) -> LeavingForm:
    planned = entry.division.rounds_planned
    return LeavingForm(sent, now=now, last_round=_last_round(entry), planned=planned)


def _last_round(entry: Entry) -> int:
    return entry.division.rounds.aggregate(last=Max("number"))["last"] or 0


def _other_divisions(entry: Entry) -> list[tuple[str, str]]:
    others = Division.objects.filter(event=entry.division.event_id).exclude(pk=entry.division_id)
    return [(str(other.pk), other.name) for other in others]


def _address(entry: Entry) -> str:
    division = entry.division
    return reverse("entry", args=[division.event.slug, division.slug, entry.number])
