"""The check-in desk: all divisions in one list, and walk-ins."""

from collections.abc import Sequence
from typing import Any
from urllib.parse import urlencode

from django.contrib import messages
from django.http import HttpRequest, HttpResponse, QueryDict
from django.shortcuts import get_object_or_404, redirect
from django.urls import reverse
from django.utils.translation import gettext as _
from django.utils.translation import ngettext
from django.views.decorators.gzip import gzip_page
from django.views.decorators.http import require_POST

from scoring.bulk_actions import list_address, selected_rows
from scoring.tables import MAX_SEARCH_LENGTH
from tournament.actions.people.bulk_entries import check_in_entries
from tournament.actions.people.check_in import add_walk_in, check_in
from tournament.actions.people.withdrawals import return_entry
from tournament.engine.attendance import LateEntry, matches_search, missed_rounds_cost
from tournament.models import Division, Entry, Event, Pairing
from tournament.queries.people.check_in import (
    CheckInOverview,
    check_in_overview,
    entries_of,
    latest_round,
    newcomer_situations,
    pairing_in,
)
from tournament.queries.rounds.rounds import next_round_number
from tournament.queries.versions import version_of_event
from tournament.web.access import Permission, has_page_permission, requires
from tournament.web.frame import frame_of
from tournament.web.page import (
    NOTHING_NEW,
    find_division,
    find_event,
    parse_whole_number,
    query_number,
)
from tournament.web.people.forms import WalkInForm, walk_in_choices, zero_rating_note
from tournament.web.people.players import players_changed_message
from tournament.web.people.tables import CheckInTable, check_in_filters
from tournament.web.perform import perform, perform_form
from tournament.web.tables import list_page
from tournament.wording.sentences import sentence


@requires(Permission.CHECK_IN)
@gzip_page
def check_in_page(request: HttpRequest, event: str) -> HttpResponse:
    """Show all players as a list; `?find=` searches it, `?here=missing` limits it to absent players.

    With `?since=` the response is empty if nothing has changed since that version of the event.
    """
    this_event = find_event(event)
    since = query_number(request, "since")
    if since is not None and since == version_of_event(this_event):
        return HttpResponse(status=NOTHING_NEW)
    return _render_page(request, this_event, None)


@requires(Permission.CHECK_IN)
@require_POST
def toggle_check_in(request: HttpRequest, event: str) -> HttpResponse:
    """Check in or check out one entry: the tapped row, or the only match of the typed name.

    If the only match is a withdrawn player, bring the player back. If the matches are several, or
    already checked in, show a message.
    """
    this_event = find_event(event)
    search = request.POST.get("find", "")[:MAX_SEARCH_LENGTH]
    tapped = request.POST.get("entry", "") or request.POST.get("out", "")
    if not tapped:
        progress = check_in_overview(this_event, search)
        match = progress.only_match if search.strip() else None
        if match is None:
            if search.strip() and progress.entries:
                messages.info(request, _no_match_message(progress.entries))
            return redirect(_list_address(request, this_event, search))
        if match.withdrawn_after is not None:
            return bring_back(request, match, to=_list_address(request, this_event, ""))
        tapped = str(match.pk)
    entry = get_object_or_404(
        Entry.objects.select_related("player", "division__event"),
        division__event=this_event,
        pk=parse_whole_number(tapped),
    )
    here = request.POST.get("here") != "0" and "out" not in request.POST
    return perform(
        request,
        lambda actor: check_in(actor, entry, here=here),
        done=checked_in_message(entry, here=here),
        to=_list_address(request, this_event, ""),
    )


@requires(Permission.CHECK_IN)
@require_POST
def check_in_everybody(request: HttpRequest, event: str) -> HttpResponse:
    """Check in all players of a division except withdrawn ones, as one undo step."""
    this_event = find_event(event)
    division = find_division(event, request.POST.get("division", ""))
    missing = [
        entry
        for entry in entries_of(this_event)
        if entry.division_id == division.pk
        and entry.withdrawn_after is None
        and entry.arrived_at is None
    ]
    return perform(
        request,
        lambda actor: check_in_entries(actor, missing, here=True),
        done=lambda count: ngettext(
            "{count} player checked in.", "{count} players checked in.", count
        ).format(count=count),
        to=reverse("check_in", args=[this_event.slug]),
    )


@requires(Permission.CHECK_IN)
@require_POST
def check_in_selected(request: HttpRequest, event: str) -> HttpResponse:
    """Check in or check out the selected players as one undo step."""
    this_event = find_event(event)
    to = list_address(request, reverse("check_in", args=[this_event.slug]))
    none = _("No player is selected. Select players in the list first.")
    marked = selected_rows(request, entries_of(this_event), "pk", none=none)
    if not marked:
        return redirect(to)
    return perform(
        request,
        lambda actor: check_in_entries(actor, marked, here=request.POST.get("do") != "missing"),
        done=players_changed_message,
        to=to,
    )


def _no_match_message(matching: Sequence[Entry]) -> str:
    """Return the message that pressing Enter in the search checked nobody in, with the reason.

    Either the only match is already checked in, or several players match.
    """
    if len(matching) == 1:
        return _("{player} is already checked in.").format(player=matching[0].name)
    return _("The search finds {count} players. Type more of the name, or tap a row.").format(
        count=len(matching)
    )


def bring_back(request: HttpRequest, entry: Entry, *, to: str) -> HttpResponse:
    """Let an excluded or withdrawn player play again, checked in, and redirect to `to`.

    Readers who may not direct get a warning instead, and nothing is changed.
    """
    if not has_page_permission(request, Permission.DIRECT):
        messages.warning(
            request,
            _("{player} is no longer in the event. The director can bring them back.").format(
                player=entry.name
            ),
        )
        return redirect(to)
    return perform(
        request,
        lambda actor: return_entry(actor, entry, here=True),
        done=lambda entry: returning_player_message(entry) + _draft_note(entry),
        to=to,
    )


def returning_player_message(entry: Entry) -> str:
    """Return the message with the round from which a returning player plays. One query."""
    return _("{player} plays again from round {round} on.").format(
        player=entry.name, round=next_round_number(entry.division)
    )


def _draft_note(entry: Entry) -> str:
    """Return the advice to pair the draft of the next round again, preceded by a space.

    Return an empty string if there is no draft. Two queries.
    """
    number = next_round_number(entry.division)
    drafted = Pairing.objects.filter(
        round__division=entry.division, round__number=number, replaced_at=None
    )
    if not drafted.exists():
        return ""
    return " " + _("Pair the draft of round {round} again to include them.").format(round=number)


def _list_address(request: HttpRequest, event: Event, search: str) -> str:
    """Return the address of the list with its filters, its order and this search.

    A new search drops the page number.
    """
    path, _mark, query = list_address(request, reverse("check_in", args=[event.slug])).partition(
        "?"
    )
    values = QueryDict(query, mutable=True)
    if search != values.pop("find", [""])[-1]:
        values.pop("page", None)
    if search.strip():
        values["find"] = search
    return f"{path}?{values.urlencode()}" if values else path


def checked_in_message(entry: Entry, *, here: bool) -> str:
    """Return the message after an entry has been checked in or out."""
    sentence = _("{player} is checked in.") if here else _("{player} is no longer checked in.")
    return sentence.format(player=entry.name)


@requires(Permission.DIRECT)
@require_POST
def enter_walk_in(request: HttpRequest, event: str) -> HttpResponse:
    """Enter a walk-in, or show the form again with the errors."""
    this_event = find_event(event)
    form = _walk_in_form(_walk_in_options(this_event), request.POST)
    if form.is_valid():
        typed = form.cleaned_data
        division = Division.objects.select_related("event").get(pk=int(typed["division"]))
        division.event = this_event
        response = perform_form(
            request,
            form,
            lambda actor: add_walk_in(
                actor, division, name=typed["name"], rating=typed["rating"], way=form.way
            ),
            done=lambda entry: _walk_in_message(entry, form.way) + zero_rating_note(form),
            to=reverse("check_in", args=[this_event.slug]),
        )
        if response:
            return response
    return _render_page(request, this_event, form)


def _walk_in_message(entry: Entry, way: LateEntry) -> str:
    """Return the message about a new player.

    It gives their number and division, whether they are checked in, their seat, bye or first round, and
    the cost of missed rounds.
    """
    division = entry.division
    place = (
        _("{player} is number {number} in division {division} and checked in.")
        if entry.arrived_at
        else _("{player} is number {number} in division {division}.")
    )
    parts = [place.format(player=entry.name, number=entry.number, division=division)]
    now = latest_round(division)
    seat = pairing_in(entry, now) if now and way is not LateEntry.NEXT_ROUND else None
    if now and seat and seat.second:
        other = seat.second if seat.first_id == entry.pk else seat.first
        parts.append(
            _("In round {round}, they play {opponent} on board {board}.").format(
                round=now.number, opponent=other.name, board=seat.board
            )
        )
    elif now and seat:
        parts.append(_("In round {round}, they have the bye.").format(round=now.number))
    elif now:
        parts.append(_("They play from round {round} on.").format(round=now.number + 1))
    elif not entry.arrived_at:
        parts.append(
            _("No players in division {division} are checked in yet. Tap a name to begin.").format(
                division=division
            )
        )
    missed = (now.number if way is LateEntry.NEXT_ROUND else now.number - 1) if now else 0
    if cost := missed_rounds_cost(division.event.rules, missed):
        parts.append(_("{player} {missed}.").format(player=entry.name, missed=sentence(cost)))
    return " ".join(parts)


def _render_page(request: HttpRequest, event: Event, form: WalkInForm | None) -> HttpResponse:
    query = request.GET.copy()
    asks_again = bool(query.pop("since", None))
    request.GET = query  # type: ignore[assignment]  # what links of the list go on with
    version = version_of_event(event)
    directs = has_page_permission(request, Permission.DIRECT)
    choices = _walk_in_options(event) if directs else {"divisions": [], "missed": []}
    withdrawn = bool(query.get("find", "").strip() or query.get("here"))
    progress = check_in_overview(event, withdrawn=withdrawn)
    new_name = _walk_in_name(query.get("find", "")[:MAX_SEARCH_LENGTH], progress)
    divisions = [row.division for row in progress.divisions]
    there = {key: query.getlist(key)[-1] for key in query if key not in ("find", "page")}
    return list_page(
        request,
        f"tournament/people/{'_check_in_fresh' if asks_again else 'check_in'}.html",
        {
            "event": event,
            "check_in": progress,
            "side_by_side": len(divisions) == 2 and not query.get("division"),
            "version": version,
            "search": query.get("find", "")[:MAX_SEARCH_LENGTH],
            "same_list": urlencode(there),
            "page_shown": query_number(request, "page"),
            "form": (form or _walk_in_form(choices, name=new_name))
            if choices["divisions"]
            else None,
            "new_name": new_name,
            "checks_in": progress.present_count or not progress.expected_count,
            "missed": choices["missed"],
            **({"frame": frame_of(request, event, None, None)} if asks_again else {}),
        },
        CheckInTable,
        progress.entries,
        title=_("Check-in"),
        event=event,
        filters=check_in_filters(divisions),
        status=422 if form is not None else 200,
    )


def _walk_in_name(search: str, progress: CheckInOverview) -> str:
    """Return the searched name for the walk-in form, or an empty string if it has no letter or matches an entry."""
    name = " ".join(search.split())
    is_name = any(letter.isalpha() for letter in name)
    known = any(matches_search(name, entry.player.name, entry.number) for entry in progress.entries)
    return name if is_name and not known else ""


def _walk_in_form(
    choices: dict[str, Any], data: QueryDict | None = None, *, name: str = ""
) -> WalkInForm:
    return WalkInForm(
        data, initial={"name": name}, divisions=choices["divisions"], ways=choices["ways"]
    )


def _walk_in_options(event: Event) -> dict[str, Any]:
    """Return the choices of the walk-in form: divisions, ways to join, and the cost of missed rounds by division."""
    divisions = [(str(row.pk), row.name) for row in Division.objects.filter(event=event)]
    situations = newcomer_situations(event)
    missed = [
        _("A player who joins division {division} in the next round {missed}.").format(
            division=name, missed=sentence(cost)
        )
        for key, name in divisions
        if (cost := missed_rounds_cost(event.rules, situations[int(key)][0].round))
    ]
    return {
        "divisions": divisions,
        "ways": walk_in_choices(list(situations.values())),
        "missed": missed,
    }
