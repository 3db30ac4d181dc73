"""The page that adds a roster from pasted text, a file or an earlier list, after a preview."""

from django.http import HttpRequest, HttpResponse
from django.urls import reverse
from django.utils.translation import gettext as _
from django.utils.translation import gettext_lazy as _lazy
from django.utils.translation import ngettext

from scoring.subprocesses import ReadingStopped, read_upload
from scoring.wording.phrases import and_list
from tournament.actions.act import Refused
from tournament.actions.people.entries import preview_roster
from tournament.actions.people.late_entries import (
    accept_late_offer,
    add_late_entries,
    decline_late_offer,
)
from tournament.engine.attendance import AttendanceSituation, LateEntry, missed_rounds_cost
from tournament.engine.columns import ColumnTable, table_of
from tournament.engine.interchange import PortableDivision
from tournament.engine.roster import RosterLine
from tournament.engine.roster_table import (
    PLAYERS,
    RosterTable,
    pasted_table,
    pasted_text,
    proposed_columns,
    roster_from_table,
)
from tournament.exchange.event_files import NamedFile, read_roster_file, results_format_name
from tournament.exchange.tables import MAX_FILE_BYTES, UnreadableTable, table_extensions
from tournament.models import Division
from tournament.queries.people.check_in import newcomer_situation
from tournament.queries.people.clubs import ClubPlayer, roster_of
from tournament.queries.people.rosters import (
    ReturningPlayer,
    earlier_divisions,
    earlier_divisions_of_others,
    earlier_roster,
    offered_division,
    roster_text,
)
from tournament.web.access import Permission, requires
from tournament.web.columns import chosen_columns, column_choices, save_chosen_columns
from tournament.web.forms import MAX_ROSTER_LENGTH, RosterForm
from tournament.web.page import find_division, page, parse_whole_number, query_number
from tournament.web.people.forms import LateEntryForm, RosterFileForm
from tournament.web.perform import perform, perform_form
from tournament.wording.log import say
from tournament.wording.sentences import sentence, sentences

PASTED = "pasted.txt"
OTHER_PROGRAM_EXTENSIONS = (".t", ".tsh", ".zip")
"""Extensions of files in which other programs store a division before its first round."""
LATE_NOTES = {
    "published": _lazy(
        "Round {round} is published, so players added now are paired from round {next} on. A "
        "late player {missed}."
    ),
    "playing": _lazy(
        "Round {round} is being played, so players added now are paired from round {next} on. A "
        "late player {missed}."
    ),
    "closed": _lazy(
        "Round {round} is closed, so players added now are paired from round {next} on. A late "
        "player {missed}."
    ),
}
"""Notes for players added after the first round has been published, by the phase of the latest round."""


@requires(Permission.DIRECT)
def roster_page(request: HttpRequest, event: str, division: str) -> HttpResponse:
    """Show how a list is understood, and add the players once the director confirms.

    The list is pasted, or comes from a file or the ticked names of an earlier list.
    """
    this_division = find_division(event, division)
    form = RosterForm(request.POST or None)
    file_form = RosterFileForm(suffixes=(*table_extensions(), *OTHER_PROGRAM_EXTENSIONS))
    notes: tuple[str, ...] = ()
    lines: list[RosterLine] = []
    read: RosterTable | None = None
    if request.method == "POST":
        step = request.POST.get("step", "read")
        if step == "dismiss":
            return perform(
                request,
                lambda actor: decline_late_offer(actor, this_division),
                done=_(
                    "Last time’s players are no longer offered. You can find them under “From "
                    "an earlier list”."
                ),
                to=reverse("roster", args=[this_division.event.slug, this_division.slug]),
            )
        if step == "file":
            form, file_form, notes = _forms_with_file(request, this_division)
        elif step in ("ticked", "own"):
            keys = request.POST.getlist("own" if step == "own" else "again")
            ticked = [pk for pk in map(parse_whole_number, keys) if pk is not None][:2000]
            form = RosterForm(
                {"roster": _append_to_typed(request, roster_text(this_division, ticked))}
            )
            if not ticked:
                form.add_error(None, _("No player is selected. Select players, then add them."))
        elif request.POST.getlist("leave"):
            form = RosterForm({"roster": _clear_excluded_lines(request)})
        if form.is_bound and form.is_valid():
            text = form.cleaned_data["roster"]
            table = pasted_table(text)
            read = chosen_roster_table(request, table) if table else None
            if step in ("ticked", "own") and _may_skip_preview(request, this_division, text):
                step = "save"
            if step == "save" and (
                response := _add_players(request, this_division, form, read.text if read else text)
            ):
                if read:
                    proposed = proposed_columns(read.table)
                    save_chosen_columns(request, PLAYERS, read.table, proposed)
                return response
            if step == "read" and (kind := results_format_name(NamedFile(PASTED, text.encode()))):
                form.add_error(
                    "roster",
                    _(
                        "This text contains results in {format} format. Go to the list of events "
                        "and choose “Import an event” instead."
                    ).format(format=kind),
                )
                read = None
            else:
                lines = preview_roster(this_division, read.text if read else text)
                notes += sentences(read.notes) if read else ()
    return _render_page(request, this_division, form, file_form, lines, notes, read)


def chosen_roster_table(request: HttpRequest, table: ColumnTable) -> RosterTable:
    """Return the table with the columns chosen on the page, else remembered, else proposed."""
    return roster_from_table(table, chosen_columns(request, PLAYERS, table))


def _clear_excluded_lines(request: HttpRequest) -> str:
    """Return the submitted list with the excluded lines blanked, except those edited since the preview."""
    lines = request.POST.get("roster", "").splitlines()
    for number, _colon, text in (value.partition(":") for value in request.POST.getlist("leave")):
        at = (parse_whole_number(number) or 0) - 1
        if 0 <= at < len(lines) and lines[at] == text:
            lines[at] = ""
    return "\n".join(lines)


def _may_skip_preview(request: HttpRequest, division: Division, text: str) -> bool:
    """Return whether ticked players can be added at once.

    They can if nothing else is typed, every line is valid and without notes, and no published round is
    waiting to start, so that there is no choice of how to join.
    """
    lines = preview_roster(division, text)
    plain = all(line.is_valid and not line.notes for line in lines)
    typed = request.POST.get("roster", "").strip()
    return plain and not typed and newcomer_situation(division)[0].phase != "published"


def _forms_with_file(
    request: HttpRequest, division: Division
) -> tuple[RosterForm, RosterFileForm, tuple[str, ...]]:
    """Return the forms with the file's players below the typed ones, and the notes about the file.

    If the file cannot be read, its form has the reason and the typed players are unchanged.
    """
    endings = (*table_extensions(), *OTHER_PROGRAM_EXTENSIONS)
    file_form = RosterFileForm(request.POST, request.FILES, suffixes=endings)
    as_typed = RosterForm(initial={"roster": request.POST.get("roster", "")})
    if not file_form.is_valid():
        return as_typed, file_form, ()
    upload = file_form.cleaned_data["file"]
    try:
        table, notes = roster_table_in(upload.name, upload.read(MAX_FILE_BYTES + 1), division.name)
    except Refused as reason:
        file_form.add_error("file", str(reason))
        return as_typed, file_form, ()
    text = pasted_text(table)
    if len(text) > MAX_ROSTER_LENGTH or request.POST.get("roster", "").strip():
        read = chosen_roster_table(request, table)
        text, notes = read.text, notes + sentences(read.notes)
    return RosterForm({"roster": _append_to_typed(request, text)}), file_form, notes


def roster_table_in(
    name: str, content: bytes, division: str
) -> tuple[ColumnTable, tuple[str, ...]]:
    """Return the table of players in a file, and the notes about how it was read.

    If the file has several divisions, the table is taken from the division named `division`. The only
    division of a file is used whatever its name. Raise `Refused` if the file cannot be read, contains
    results or no rows, or has several divisions, none of which is named `division`.
    """
    try:
        read = read_upload(read_roster_file, NamedFile(name, content), contents=[content])
    except (UnreadableTable, ReadingStopped) as reason:
        raise Refused(str(reason)) from reason
    if read.results:
        raise Refused(
            _(
                "{name} contains results in {format} format. Go to the list of events and choose "
                "“Import an event” instead."
            ).format(name=name, format=read.results)
        )
    if lists := read.divisions:
        names = [one.name for one in lists]
        own = [one for one in lists if one.name.casefold() == division.casefold()]
        if len(lists) > 1 and not own:
            raise Refused(
                _(
                    "{name} contains the divisions {divisions}, but not {division}. Send the .t "
                    "file of the division to which you want to add players."
                ).format(name=name, divisions=and_list(names), division=division)
            )
        return table_of(_rows_of_players((own or lists)[0]), PLAYERS), ()
    table = table_of(read.table.rows, PLAYERS)
    if not any(map(any, table.rows)):
        raise Refused(_("{name} contains no rows.").format(name=name))
    return table, read.table.notes


def _rows_of_players(division: PortableDivision) -> list[tuple[str, ...]]:
    """Return the players of another program's file as a table with a heading."""
    rows: list[tuple[str, ...]] = [("Name", "Rating", "Member", "Class", "Team")]
    for player in division.entrants:
        rating = str(player.rating or "")
        rows.append((player.name, rating, player.member, player.rating_class, player.team))
    return rows


def _has_ticked_players(request: HttpRequest) -> bool:
    """Return whether any player was ticked in an earlier list, in this request or the one before."""
    return request.POST.get("step") in ("ticked", "own") or "offered" in request.POST


def _append_to_typed(request: HttpRequest, more: str) -> str:
    """Return the typed list with `more` below it, or only `more` if nothing is typed."""
    typed = request.POST.get("roster", "").strip()
    return f"{typed}\n{more.lstrip()}" if typed else more


def _add_players(
    request: HttpRequest, division: Division, form: RosterForm, text: str
) -> HttpResponse | None:
    """Add the players and redirect, or return None if they are refused, with the reasons in the form.

    Without a valid choice, they join from the next round on.
    """
    now = newcomer_situation(division)[0]
    late_entry = LateEntryForm(request.POST if "late_entry" in request.POST else None, now=now)
    add = accept_late_offer if _has_ticked_players(request) else add_late_entries
    way = late_entry.way if late_entry.is_valid() else LateEntry.NEXT_ROUND
    return perform_form(
        request,
        form,
        lambda actor: add(actor, division, text, way),
        done=lambda added: ngettext(
            "{count} player added.", "{count} players added.", len(added.entries)
        ).format(count=len(added.entries)),
        to=division.get_absolute_url(),
        copy=say("before_adding", division=division),
    )


def _render_page(
    request: HttpRequest,
    division: Division,
    form: RosterForm,
    file_form: RosterFileForm,
    lines: list[RosterLine],
    notes: tuple[str, ...],
    read: RosterTable | None,
) -> HttpResponse:
    posted = request.method == "POST"
    typed = str(form["roster"].value() or "").splitlines()
    now, bye = newcomer_situation(division) if posted else (AttendanceSituation(name=""), "")
    chosen = None if posted else query_number(request, "from")
    club = division.event.club
    of_club = not posted and club is not None and request.GET.get("club") == "1"
    offered = None if posted else offered_division(division)
    if offered is not None and not chosen and not of_club:
        of_club, chosen = club is not None, None if club else offered.pk
    if of_club and club is not None:
        again: list[ClubPlayer] | list[ReturningPlayer] = roster_of(club, without=division)
    else:
        again = earlier_roster(division, chosen) if chosen else []
    other_divisions = earlier_divisions_of_others(division, chosen) if chosen or of_club else []
    in_own = [person for person in again if person.division.slug == division.slug]
    from_others = [person for person in again if person.division.slug != division.slug]
    plays_again = bool(in_own and chosen and not of_club)
    if not other_divisions or not in_own:
        in_own, from_others = list(again), []
    for row in other_divisions:
        row[0].event = division.event
    if again or any(line.is_valid for line in lines):  # the page starts at the top
        form.fields["roster"].widget.attrs.pop("autofocus", None)
    return page(
        request,
        "tournament/people/roster.html",
        {
            "division": division,
            "form": form,
            "file_form": file_form,
            "notes": notes,
            "lines": lines,
            "rows": [(line, f"{line.line}:{typed[line.line - 1]}") for line in lines],
            "table": column_choices(PLAYERS, read.table, read.columns) if read else None,
            "numbered": any(line.member for line in lines),
            "classed": any(line.rating_class for line in lines),
            "teamed": any(line.team for line in lines),
            "from_countries": any(line.country for line in lines),
            "clubbed": any(line.club for line in lines),
            "taken": sum(1 for line in lines if line.is_valid),
            "read": sum(1 for line in lines if line.is_valid or line.problem),
            "now": now,
            "late_note": _late_note(division, now),
            "late_entry": LateEntryForm(now=now, bye=bye) if now.phase == "published" else None,
            "earlier": [] if posted else earlier_divisions(division),
            "again": again,
            "groups": [group for group in (in_own, from_others) if group],
            "ticked": plays_again,
            "offered": offered,
            "took_offered": _has_ticked_players(request),
            "several": bool(other_divisions),
            "other_divisions": other_divisions,
            "of_club": of_club,
            "chosen": chosen or of_club,
        },
        status=422 if form.errors or file_form.errors else 200,
    )


def _late_note(division: Division, now: AttendanceSituation) -> str:
    """Return a note on when players added now are first paired, and what the missed rounds cost them.

    Return an empty string before the first round has been published.
    """
    if not now.round:
        return ""
    cost = missed_rounds_cost(division.event.rules, now.round)
    return LATE_NOTES[now.phase].format(
        round=now.round, next=now.round + 1, missed=sentence(cost) if cost else ""
    )
