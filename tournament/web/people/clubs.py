"""The pages of clubs: the list, a club with its roster, and the copy for next week's session."""

import base64

from django.contrib import messages
from django.http import HttpRequest, HttpResponse
from django.shortcuts import get_object_or_404, redirect
from django.urls import reverse
from django.utils import timezone
from django.utils.translation import gettext as _
from django.utils.translation import ngettext
from django.views.decorators.http import require_POST

from scoring.actions.activity import Actor
from scoring.bulk_actions import list_address, selected_rows
from scoring.wording.phrases import comma_list
from tournament.actions.act import EditConflict, Refused
from tournament.actions.people.clubs import (
    assign_to_club,
    create_club,
    create_next_session,
    merge_clubs,
    merge_target,
    remove_clubs,
    remove_logo,
    set_logo,
    version_of_logo,
)
from tournament.actions.people.season_rule import set_season_rule
from tournament.engine.season import season_rule_from
from tournament.models import Club, Event
from tournament.queries.people.clubs import all_clubs, first_division_of, roster_of, sessions_of
from tournament.web.access import Permission, requires
from tournament.web.conflict import Conflict, conflict_of_values
from tournament.web.page import find_event, page
from tournament.web.people.forms import ClubForm
from tournament.web.people.season_rule import SeasonRuleForm
from tournament.web.people.tables import ClubsTable
from tournament.web.perform import perform, perform_form
from tournament.web.tables import confirm_and_run, confirmation_page, list_page
from tournament.wording.log import say
from tournament.wording.seasons import season_rule_in_words


@requires(Permission.DIRECT)
def clubs_page(request: HttpRequest) -> HttpResponse:
    """List the clubs, and add one."""
    form = ClubForm(request.POST or None)
    if request.method == "POST" and form.is_valid():
        try:
            return redirect(create_club(Actor.for_user(request.user), **form.cleaned_data))
        except Refused as refused:
            form.add_error("name", str(refused))
    return list_page(
        request,
        "tournament/people/clubs.html",
        {"form": form},
        ClubsTable,
        list(all_clubs()),
        title=_("Clubs"),
        status=422 if form.errors else 200,
    )


@requires(Permission.DIRECT)
@require_POST
def change_selected_clubs(request: HttpRequest) -> HttpResponse:
    """Merge or remove the selected clubs after a confirmation; without a selection, return to the list."""
    to = list_address(request, reverse("clubs"))
    marked = selected_rows(request, all_clubs(), "pk")
    if not marked:
        return redirect(to)
    act_on = _merge_clubs if request.POST.get("do") == "merge" else _remove_clubs
    return act_on(request, marked, to)


def _merge_clubs(request: HttpRequest, marked: list[Club], to: str) -> HttpResponse:
    """Merge the clubs into the one with the most sessions, after a confirmation. Refuse a single club."""
    if len(marked) < 2:
        messages.error(request, _("Select at least two clubs."))
        return redirect(to)
    keep = merge_target(marked)
    others = [club for club in marked if club != keep]
    context = {
        "listed": _("Clubs"),
        "back": to,
        "question": ngettext(
            "Merge {count} club into {club}?", "Merge {count} clubs into {club}?", len(others)
        ).format(count=len(others), club=keep),
        "names": others,
        "happens": _(
            "{club} is kept and gets the sessions, rating lists and stream channels of the others, "
            "which are removed."
        ).format(club=keep),
        "button": _("Merge"),
    }
    question = confirmation_page(request, context, [str(club.pk) for club in marked])
    return question or perform(
        request,
        lambda actor: merge_clubs(actor, marked),
        done=lambda club: _(
            "{club} now has the sessions and rating lists of all the merged clubs."
        ).format(club=club),
        to=to,
        copy=say("before_merging", other=comma_list(map(str, others)), person=keep),
    )


def _remove_clubs(request: HttpRequest, marked: list[Club], to: str) -> HttpResponse:
    """Remove the selected clubs after a confirmation; none is removed if anything belongs to one of them."""
    return confirm_and_run(
        request,
        marked,
        "pk",
        remove_clubs,
        listed=_("Clubs"),
        back=to,
        question=ngettext("Remove {count} club?", "Remove {count} clubs?", len(marked)),
        names=marked,
        happens=_(
            "You can only remove clubs that have neither sessions nor rating lists. Their people "
            "are kept, and the activity log keeps the names."
        ),
        button=_("Remove"),
        done=lambda count: ngettext("{count} club removed.", "{count} clubs removed.", count),
    )


@requires(Permission.DIRECT)
def club_page(request: HttpRequest, club: str) -> HttpResponse:
    """Show a club's roster and sessions."""
    return _render_page(request, get_object_or_404(Club, slug=club))


@requires(Permission.DIRECT)
@require_POST
def change_logo(request: HttpRequest, club: str) -> HttpResponse:
    """Replace or remove the picture on the club's papers; show the reason if it is refused."""
    this_club = get_object_or_404(Club, slug=club)
    actor, seen = Actor.for_user(request.user), request.POST.get("seen")
    if request.POST.get("remove"):
        return perform(
            request,
            lambda actor: remove_logo(actor, this_club, seen=seen),
            done=_("The papers of {club} are now printed without a picture.").format(
                club=this_club
            ),
            to=this_club,
        )
    upload = request.FILES.get("logo")
    content = upload.read() if upload else b""
    try:
        set_logo(actor, this_club, content, seen=seen)
    except Refused as refused:
        return _render_page(request, this_club, refused=str(refused))
    messages.success(request, _("The picture is printed at the top of every paper from now on."))
    return redirect(this_club)


@requires(Permission.DIRECT)
@require_POST
def change_season_rule(request: HttpRequest, club: str) -> HttpResponse:
    """Set the points for an evening of the club's season; empty fields remove the rule."""
    this_club = get_object_or_404(Club, slug=club)
    form = SeasonRuleForm.for_club(this_club, request.POST)
    answer = None
    if form.is_valid():
        answer = perform_form(
            request,
            form,
            lambda actor: set_season_rule(
                actor, this_club, form.rule, seen=form.cleaned_data["seen"]
            ),
            done=lambda rule: (
                season_rule_in_words(rule)
                if rule
                else _("The season has no points; players are ranked by wins.")
            ),
            to=this_club,
            changed=form.add_conflict,
        )
    return answer or _render_page(request, this_club, season_form=form)


def _render_page(
    request: HttpRequest,
    club: Club,
    refused: str = "",
    *,
    season_form: SeasonRuleForm | None = None,
    conflict: Conflict | None = None,
    moving: Event | None = None,
) -> HttpResponse:
    """Return the page of a club; `moving` is an event that has changed clubs since the page was opened."""
    rule = season_rule_from(club.season_rule)
    picture = base64.b64encode(club.logo).decode() if club.logo else ""
    return page(
        request,
        "tournament/people/club.html",
        {
            "club": club,
            "members": roster_of(club),
            "sessions": list(sessions_of(club)),
            "others": list(Event.objects.filter(club=None, is_practice=False)[:50]),
            "picture": f"data:image/png;base64,{picture}" if picture else "",
            "logo_seen": version_of_logo(club),
            "refused": refused,
            "season_form": season_form or SeasonRuleForm.for_club(club),
            "season_rule": season_rule_in_words(rule) if rule else "",
            "conflict": conflict,
            "moving": moving,
        },
        status=422 if refused or conflict or season_form else 200,
    )


@requires(Permission.DIRECT)
@require_POST
def change_club_of_event(request: HttpRequest, event: str) -> HttpResponse:
    """Make an event a session of a club, or of none if `club` is empty.

    If it has changed clubs in the meantime, show the conflict.
    """
    this_event = find_event(event)
    slug = request.POST.get("club", "")
    club = get_object_or_404(Club, slug=slug) if slug else None
    club_before = this_event.club
    try:
        assign_to_club(
            Actor.for_user(request.user), this_event, club, seen=request.POST.get("seen")
        )
    except EditConflict as changed:
        if club is None:
            messages.error(request, str(changed))
            return redirect(changed.now["club"] or this_event)
        labels, typed = {"club": _("Club")}, {"club": club}
        conflict = conflict_of_values(changed, labels, typed, lambda value: str(value or "–"))
        return _render_page(request, club, conflict=conflict, moving=this_event)
    return redirect(club or club_before or this_event)


@requires(Permission.DIRECT)
@require_POST
def copy_session(request: HttpRequest, event: str) -> HttpResponse:
    """Copy the event for next week, and redirect to the selection of players of its first division, if any."""
    this_event = find_event(event)
    session = create_next_session(
        Actor.for_user(request.user),
        this_event,
        today=timezone.localdate(),
        in_calendar="in_calendar" in request.POST,
    )
    copied = _("{event} has the rules and divisions of the last event.").format(event=session)
    if this_event.in_calendar and not session.in_calendar:
        copied += " " + _(
            "It is not in the public calendar. You can add it under “Details and closing”."
        )
    messages.success(request, copied)
    division = first_division_of(session)
    if division is None:
        return redirect(session)
    division_before = this_event.divisions.filter(slug=division.slug).first()
    roster = reverse("roster", args=[session.slug, division.slug])
    if session.club_id:
        return redirect(f"{roster}?club=1")
    return redirect(f"{roster}?from={division_before.pk}" if division_before else roster)
