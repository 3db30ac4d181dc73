"""The page of one player in a division: rounds, attendance, penalties and change of division."""

from typing import Any
from urllib.parse import urlencode

from django.contrib import messages
from django.contrib.auth.models import User
from django.http import HttpRequest, HttpResponse
from django.shortcuts import get_object_or_404, redirect
from django.urls import reverse
from django.utils.translation import gettext as _
from django.views.decorators.http import require_POST

from scoring.actions.activity import Actor
from scoring.forms import typed_reason
from scoring.wording.phrases import format_signed
from tournament.actions.act import EditConflict, ReasonMissing, Refused
from tournament.actions.people.check_in import check_in, move_entry
from tournament.actions.people.details import details_of, update_entry
from tournament.actions.people.entries import remove_entry
from tournament.actions.people.late_entries import seat_late_entry
from tournament.actions.people.withdrawals import missed_rounds_outcome, return_entry, withdraw
from tournament.actions.results.penalties import give_penalty, revoke_penalty
from tournament.engine.results import is_bye
from tournament.models import Division, Entry, Penalty
from tournament.queries.people.check_in import has_taken_part, penalties_of_entry, situation_of
from tournament.queries.people.persons import history_of
from tournament.queries.people.rating_lists import listed_member_number
from tournament.queries.people.rounds_of_entry import EntryRound, entry_statistics, rounds_of_entry
from tournament.queries.versions import version_of, version_of_penalties
from tournament.web.access import Permission, has_page_permission, requires, requires_desk
from tournament.web.conflict import Conflict, conflict_of_values, seen_version
from tournament.web.page import find_division, page, parse_whole_number
from tournament.web.people.check_in import bring_back, checked_in_message, returning_player_message
from tournament.web.people.forms import (
    DivisionChangeForm,
    EntryDetailsForm,
    LateEntryForm,
    PenaltyForm,
    late_entry_choices,
    zero_rating_note,
)
from tournament.web.people.player import facts_line, ratings_chart, spread_chart, standing_of
from tournament.web.people.withdrawal_form import WithdrawalForm, draft_warning, withdrawal_message
from tournament.web.perform import perform, perform_form
from tournament.web.public_pages import public_address_of


@requires_desk
def entry_page(request: HttpRequest, event: str, division: str, entry: int) -> HttpResponse:
    """Show a player with every round and the possible actions.

    Readers who may not direct get the public page, or the scorecard if no room has one.
    """
    if not has_page_permission(request, Permission.DIRECT):
        names: dict[str, Any] = {"event": event, "division": division, "entry": entry}
        return redirect(public_address_of("entry", names) or _scorecard_address(**names))
    return _render_page(request, _find_entry(event, division, entry))


def _scorecard_address(event: str, division: str, entry: int) -> str:
    """Return the address of a player's scorecard."""
    query = urlencode({"division": division, "player": entry})
    return f"{reverse('report_file', args=[event, 'scorecards'])}?{query}"


ORIGIN_TAGS = ("country", "club")
"""Kinds of tags that say where an entry's player comes from."""


@requires(Permission.DIRECT)
@require_POST
def withdraw_page(request: HttpRequest, event: str, division: str, entry: int) -> HttpResponse:
    """Withdraw the entry, or forfeit its current round."""
    this_entry = _find_entry(event, division, entry)
    form = WithdrawalForm.for_entry(this_entry, situation_of(this_entry), request.POST)
    if form.is_valid():
        way, after = form.way
        reason = form.cleaned_data["reason"]
        try:
            left = withdraw(
                Actor.for_user(request.user),
                this_entry,
                way,
                after=after,
                reason=reason,
                missed_as=form.cleaned_data["missed_as"],
            )
        except Refused as refused:
            form.add_error(None, str(refused))
        else:
            messages.success(request, withdrawal_message(left))
            if left.drafts:
                messages.warning(request, draft_warning(this_entry, left.drafts))
            return redirect(_address(this_entry))
    return _render_page(request, this_entry, withdrawal=form)


@requires(Permission.DIRECT)
@require_POST
def bring_back_page(request: HttpRequest, event: str, division: str, entry: int) -> HttpResponse:
    """Let a withdrawn player play again; a request from the check-in also checks the player in."""
    this_entry = _find_entry(event, division, entry)
    if request.POST.get("from") == "check_in":
        query = urlencode({"find": this_entry.name})
        to = f"{reverse('check_in', args=[this_entry.division.event.slug])}?{query}"
        return bring_back(request, this_entry, to=to)
    return perform(
        request,
        lambda actor: return_entry(actor, this_entry),
        done=returning_player_message,
        to=_address(this_entry),
    )


@requires(Permission.DIRECT)
@require_POST
def join_round_page(request: HttpRequest, event: str, division: str, entry: int) -> HttpResponse:
    """Seat a late entry in the published round."""
    this_entry = _find_entry(event, division, entry)
    form = LateEntryForm(request.POST, now=situation_of(this_entry))
    if form.is_valid():
        response = perform_form(
            request,
            form,
            lambda actor: seat_late_entry(actor, this_entry, form.way),
            done=_("{player} has been seated. No other board changed.").format(
                player=this_entry.name
            ),
            to=_address(this_entry),
        )
        if response:
            return response
    return _render_page(request, this_entry, late_entry=form)


@requires(Permission.DIRECT)
@require_POST
def penalty_page(request: HttpRequest, event: str, division: str, entry: int) -> HttpResponse:
    """Give a penalty, or revoke the one in the form's `penalty`.

    A conflict is shown if the penalties changed since the page was opened.
    """
    this_entry = _find_entry(event, division, entry)
    if key := request.POST.get("penalty", ""):
        penalty = get_object_or_404(Penalty, entry=this_entry, pk=parse_whole_number(key))
        penalty.entry = this_entry
        return perform(
            request,
            lambda actor: revoke_penalty(actor, penalty, reason=request.POST.get("reason", "")),
            done=_("The penalty no longer counts. It stays in the list."),
            to=_address(this_entry),
        )
    form = PenaltyForm(request.POST)
    conflicts: list[Conflict] = []
    if form.is_valid():
        spread = format_signed(form.penalty["spread"])
        seen = request.POST.get("seen")
        response = perform_form(
            request,
            form,
            lambda actor: give_penalty(actor, this_entry, **form.penalty, seen=seen),
            changed=lambda changed: conflicts.append(_conflict_of_penalties(changed, form)),
            done=_("{player} now has a spread penalty of {spread}.").format(
                player=this_entry.name, spread=spread
            ),
            to=_address(this_entry),
        )
        if response:
            return response
    return _render_page(request, this_entry, penalty=form, conflict=next(iter(conflicts), None))


def _conflict_of_penalties(changed: EditConflict, form: PenaltyForm) -> Conflict:
    """Return the conflict that compares the current penalties with the typed one."""
    there = [
        _penalty_in_words(row.round_number, row.spread) + (_(", revoked") if row.revoked_at else "")
        for row in changed.now
    ]
    typed = _penalty_in_words(form.penalty["round_number"], form.penalty["spread"])
    return Conflict(
        str(changed),
        (_("Now"), _("Typed here")),
        ((_("Penalties"), ("; ".join(there) or _("None."), typed)),),
        changed.version,
    )


def _penalty_in_words(round_number: int, spread: int) -> str:
    return _("Round {round_number}: {spread} spread").format(
        round_number=round_number, spread=format_signed(spread)
    )


@requires(Permission.DIRECT)
@require_POST
def toggle_entry_check_in(
    request: HttpRequest, event: str, division: str, entry: int
) -> HttpResponse:
    """Check the entry in or out."""
    this_entry = _find_entry(event, division, entry)
    here = request.POST.get("here") == "1"
    return perform(
        request,
        lambda actor: check_in(actor, this_entry, here=here),
        done=checked_in_message(this_entry, here=here),
        to=_address(this_entry),
    )


@requires(Permission.DIRECT)
@require_POST
def move_entry_page(request: HttpRequest, event: str, division: str, entry: int) -> HttpResponse:
    """Move an entry that has not been publicly paired to another division of the event."""
    this_entry = _find_entry(event, division, entry)
    form = DivisionChangeForm(request.POST, divisions=_other_divisions(this_entry))
    if form.is_valid():
        target = Division.objects.select_related("event").get(pk=int(form.cleaned_data["to"]))
        response = perform_form(
            request,
            form,
            lambda actor: move_entry(actor, this_entry, target),
            done=lambda moved: _("{player} is now number {number} in division {division}.").format(
                player=moved.name, number=moved.number, division=target
            ),
            to=_address,
        )
        if response:
            return response
    return _render_page(request, this_entry, moving=form)


@requires(Permission.DIRECT)
@require_POST
def remove_entry_page(request: HttpRequest, event: str, division: str, entry: int) -> HttpResponse:
    """Remove a player entered by mistake; if that is refused, redirect to the player's page with the reason."""
    this_entry = _find_entry(event, division, entry)
    name = this_entry.name
    try:
        remove_entry(Actor.for_user(request.user), this_entry, reason=typed_reason(request.POST))
    except Refused as refused:
        messages.error(request, str(refused))
        return redirect(_address(this_entry))
    messages.success(
        request,
        _("{player} has been removed from division {division}.").format(
            player=name, division=this_entry.division
        ),
    )
    return redirect(this_entry.division)


@requires(Permission.DIRECT)
@require_POST
def entry_details_page(request: HttpRequest, event: str, division: str, entry: int) -> HttpResponse:
    """Change the entry's details, such as name, rating, team and payment; show a conflict or the errors."""
    this_entry = _find_entry(event, division, entry)
    form = EntryDetailsForm(request.POST)
    conflict: Conflict | None = None
    if form.is_valid():
        typed, seen = form.cleaned_data, request.POST.get("seen", "")
        try:
            update_entry(Actor.for_user(request.user), this_entry, **typed, seen=seen)
        except EditConflict as changed:
            conflict = conflict_of_values(changed, form.labels, typed, _value_in_words)
        except ReasonMissing as refused:
            form.add_error("reason", str(refused))
        except Refused as refused:
            form.add_error(None, str(refused))
        else:
            this_entry.player.refresh_from_db()
            changed_message = _("The details of {player} have been saved.").format(
                player=this_entry.name
            )
            messages.success(request, changed_message + zero_rating_note(form))
            return redirect(_address(this_entry))
    return _render_page(request, this_entry, details=form, conflict=conflict)


def _find_entry(event: str, division: str, number: int) -> Entry:
    its_division = find_division(event, division)
    if number > 32_000:
        number = 0  # too large for the database: no such number
    entry = get_object_or_404(
        Entry.objects.select_related("player"), division=its_division, number=number
    )
    entry.division = its_division
    return entry


def _render_page(
    request: HttpRequest,
    entry: Entry,
    *,
    withdrawal: WithdrawalForm | None = None,
    late_entry: LateEntryForm | None = None,
    penalty: PenaltyForm | None = None,
    moving: DivisionChangeForm | None = None,
    details: EntryDetailsForm | None = None,
    conflict: Conflict | None = None,
) -> HttpResponse:
    now, rounds = situation_of(entry), rounds_of_entry(entry)
    others = _other_divisions(entry)
    can_join, can_go = len(late_entry_choices(now)) > 1, not has_taken_part(entry)
    bound = [
        form for form in (withdrawal, late_entry, penalty, moving, details) if form is not None
    ]
    current, penalties = details_of(entry), penalties_of_entry(entry)
    assert isinstance(request.user, User)  # only directors get here
    history = history_of(entry, request.user)
    has_left = entry.withdrawn_after is not None and entry.withdrawn_after < now.round + 1
    return page(
        request,
        "tournament/people/entry.html",
        {
            "division": entry.division,
            "entry": entry,
            "now": now,
            "has_left": has_left,
            "missed": None
            if entry.withdrawn_after is None
            else missed_rounds_outcome(entry, entry.withdrawn_after),
            "facts": facts_line(
                entry.division,
                number=entry.number,
                rating=entry.rating,
                member=entry.member,
                listed_member=listed_member_number(entry),
                rating_class=entry.rating_class,
                team=entry.team,
                fixed_board=entry.fixed_board,
                where_from=[
                    text for tag, text in entry.extras.get("tags", []) if tag in ORIGIN_TAGS
                ],
            ),
            "rounds": rounds,
            "plays": any(_plays_in_round(row) for row in rounds),
            "figures": entry_statistics(rounds),
            "standing": standing_of(entry),
            "course": spread_chart(entry.name, rounds),
            "history": history if len(history.events) > 1 or history.opponents else None,
            "rating_course": ratings_chart(entry.name, history.events),
            "penalties": penalties,
            "withdrawal": withdrawal
            or (None if has_left else WithdrawalForm.for_entry(entry, now)),
            "late_entry": late_entry or (LateEntryForm(now=now) if can_join else None),
            "can_be_removed": can_go,
            "details": details or EntryDetailsForm(initial=current),
            "why_a_reason": bool(now.round),
            "seen": seen_version(details, conflict if details else None, version_of(current)),
            "conflict": conflict if details else None,
            "penalties_seen": seen_version(
                penalty, conflict if penalty else None, version_of_penalties(penalties)
            ),
            "penalty_conflict": conflict if penalty else None,
            "moving": moving
            or (DivisionChangeForm(divisions=others) if others and can_go else None),
            "penalty": penalty
            or (PenaltyForm(initial={"round_number": now.round}) if now.round else None),
        },
        status=422 if conflict or any(form.errors for form in bound) else 200,
    )


def _plays_in_round(row: EntryRound) -> bool:
    """Return whether the player has an opponent or a bye in the round, and so needs no check-in."""
    bye = row.result is not None and is_bye(row.result.outcome)
    return row.opponent is not None or bye


def _value_in_words(value: str | int | bool | None) -> str:
    """Return a value of an entry in words, or an empty string for None."""
    if isinstance(value, bool):
        return _("yes") if value else _("no")
    return "" if value is None else str(value)


def _other_divisions(entry: Entry) -> list[tuple[str, str]]:
    others = Division.objects.filter(event=entry.division.event_id).exclude(pk=entry.division_id)
    return [(str(other.pk), other.name) for other in others]


def _address(entry: Entry) -> str:
    division = entry.division
    return reverse("entry", args=[division.event.slug, division.slug, entry.number])
