"""The screen that takes a roster, pasted, as a file or ticked from an earlier list: understood first, saved after."""

from django.contrib import messages
from django.http import HttpRequest, HttpResponse
from django.shortcuts import redirect

from scoring.actions.activity import Actor
from tournament.actions.act import Refused
from tournament.actions.people.entries import understood_roster
from tournament.actions.people.late_entries import add_late
from tournament.engine.attendance import Joining, Situation, told_missed
from tournament.engine.roster import RosterLine
from tournament.engine.roster_table import read_pasted, read_table
from tournament.exchange.event_files import Sent, results_in
from tournament.exchange.tables import LARGEST_FILE, UnreadableTable, read_file, suffixes
from tournament.models import Division
from tournament.queries.people.check_in import newcomer
from tournament.queries.people.clubs import Member, roster_of
from tournament.queries.people.rosters import (
    PlaysAgain,
    earlier_divisions,
    earlier_roster,
    roster_text,
    rosters_beside,
)
from tournament.web.access import Permission, requires
from tournament.web.forms import RosterForm
from tournament.web.page import find_division, number_asked, page
from tournament.web.people.forms import JoiningForm, RosterFileForm
from tournament.web.perform import copy_first

PASTED = "pasted.txt"
GOES_TO = "It goes to “Import an event” on the page of all events."


@requires(Permission.DIRECT)
def roster(request: HttpRequest, event: str, division: str) -> HttpResponse:
    """Show what a list is understood as; add the players once the director has seen it.

    The list is what was pasted, or what a file or the ticks of an earlier list give.
    """
    found = find_division(event, division)
    form = RosterForm(request.POST or None)
    file_form = RosterFileForm(suffixes=suffixes())
    notes: tuple[str, ...] = ()
    lines: list[RosterLine] = []
    if request.method == "POST":
        step = request.POST.get("step", "read")
        if step == "file":
            form, file_form, notes = _from_file(request)
        elif step in ("ticked", "own"):
            sent = request.POST.getlist("own" if step == "own" else "again")
            ticked = [int(pk) for pk in sent if pk.isdecimal()][:2000]
            form = RosterForm({"roster": _below_the_typed(request, roster_text(found, ticked))})
            if not ticked:
                form.add_error(None, "Nobody is ticked. Tick who plays, then take them over.")
        if form.is_bound and form.is_valid():
            text = form.cleaned_data["roster"]
            if step == "save" and (answer := _save(request, found, form, text)):
                return answer
            if step == "read" and (table := read_pasted(text)):
                form, text, notes = RosterForm({"roster": table.text}), table.text, table.notes
            if step == "read" and (kind := results_in(Sent(PASTED, text.encode()))):
                form.add_error("roster", f"These are lines of a file of results: {kind}. {GOES_TO}")
            else:
                lines = understood_roster(found, text)
    return _show(request, found, form, file_form, lines, notes)


def _from_file(request: HttpRequest) -> tuple[RosterForm, RosterFileForm, tuple[str, ...]]:
    """The forms with what the file holds below what was typed, and what is to be said about it."""
    file_form = RosterFileForm(request.POST, request.FILES, suffixes=suffixes())
    as_typed = RosterForm(initial={"roster": request.POST.get("roster", "")})
    if not file_form.is_valid():
        return as_typed, file_form, ()
    sent = file_form.cleaned_data["file"]
    content = sent.read(LARGEST_FILE + 1)
    if kind := results_in(Sent(sent.name, content)):
        file_form.add_error("file", f"{sent.name} is a file of results: {kind}. {GOES_TO}")
        return as_typed, file_form, ()
    try:
        sheet = read_file(sent.name, content)
    except UnreadableTable as reason:
        file_form.add_error("file", str(reason))
        return as_typed, file_form, ()
    table = read_table(sheet.rows)
    if not table.text.strip():
        file_form.add_error("file", f"{sent.name} holds no rows.")
        return as_typed, file_form, ()
    whole = _below_the_typed(request, table.text)
    return RosterForm({"roster": whole}), file_form, sheet.notes + table.notes


def _below_the_typed(request: HttpRequest, more: str) -> str:
    """What was typed into the list, and `more` below it."""
    typed = request.POST.get("roster", "").strip()
    return f"{typed}\n{more.lstrip()}" if typed else more


def _save(
    request: HttpRequest, division: Division, form: RosterForm, text: str
) -> HttpResponse | None:
    """Add the players and go on; None when it is refused, with the reasons in the form."""
    now, _ = newcomer(division)
    joining = JoiningForm(request.POST if "joining" in request.POST else None, now=now)
    way = joining.way if joining.is_valid() else Joining.NEXT_ROUND
    copy_first(request, f"adding players to division {division}")
    try:
        added = add_late(Actor.of(request.user), division, text, way)
    except Refused as refused:
        form.add_error("roster", str(refused))
        return None
    count = len(added.entries)
    messages.success(request, f"{count} player{'s' * (count != 1)} added.")
    return redirect(division)


def _show(
    request: HttpRequest,
    division: Division,
    form: RosterForm,
    file_form: RosterFileForm,
    lines: list[RosterLine],
    notes: tuple[str, ...],
) -> HttpResponse:
    posted = request.method == "POST"
    now, bye = newcomer(division) if posted else (Situation(name=""), "")
    asked = None if posted else number_asked(request, "from")
    club = division.event.club
    of_club = not posted and club is not None and request.GET.get("club") == "1"
    if of_club and club is not None:
        again: list[Member] | list[PlaysAgain] = roster_of(club, without=division)
    else:
        again = earlier_roster(division, asked) if asked else []
    beside = rosters_beside(division, asked) if asked or of_club else []
    in_own = [each for each in again if each.division.slug == division.slug]
    from_others = [each for each in again if each.division.slug != division.slug]
    if not beside or not in_own:
        in_own, from_others = list(again), []
    for other, _ in beside:
        other.event = division.event
    return page(
        request,
        "people/roster.html",
        {
            "division": division,
            "form": form,
            "file_form": file_form,
            "notes": notes,
            "lines": lines,
            "numbered": any(line.member for line in lines),
            "classed": any(line.rating_class for line in lines),
            "teamed": any(line.team for line in lines),
            "taken": sum(1 for line in lines if line.taken),
            "read": sum(1 for line in lines if line.taken or line.problem),
            "now": now,
            "missed": told_missed(division.event.rules, now.round),
            "joining": JoiningForm(now=now, bye=bye) if now.phase == "published" else None,
            "earlier": [] if posted else earlier_divisions(division),
            "again": again,
            "groups": [group for group in (in_own, from_others) if group],
            "several": bool(beside),
            "beside": beside,
            "of_club": of_club,
            "asked": asked or of_club,
        },
        status=422 if form.errors or file_form.errors else 200,
    )
