"""The pages of rating lists: all lists, the people of one list, and the import of a list."""

from django.contrib import messages
from django.http import HttpRequest, HttpResponse
from django.shortcuts import get_object_or_404, redirect
from django.urls import reverse
from django.utils.formats import number_format
from django.utils.translation import gettext as _
from django.utils.translation import ngettext
from django.views.decorators.http import require_POST

from scoring.actions.activity import Actor
from scoring.bulk_actions import list_address, selected_rows
from scoring.subprocesses import ReadingStopped, read_upload
from scoring.wording.phrases import comma_list
from tournament.actions.act import Refused
from tournament.actions.people.rating_lists import (
    add_rating_list,
    withdraw_rating_list,
    withdraw_rating_lists,
)
from tournament.engine.ratings.published_ratings import published_date, published_rows
from tournament.engine.ratings.rating_list import ParsedRatingList, parse_rating_list, rows_in
from tournament.exchange.tables import (
    UnreadableTable,
    decode_table,
    read_table_file,
    table_extensions,
)
from tournament.models import RatingList
from tournament.queries.people.rating_lists import all_rating_lists, listed_system
from tournament.web.access import Permission, requires
from tournament.web.forms import ReasonForm
from tournament.web.people.rating_forms import RatingListFileForm, RatingListForm
from tournament.web.people.tables import ListedPeopleTable, RatingListsTable
from tournament.web.perform import perform
from tournament.web.tables import list_page
from tournament.wording.sentences import sentences

MAX_ROWS = 50_000
"""Maximum number of rows in a list; the longest one published by a national body has less than half as many."""
MAX_HEADING_LINES = 12
"""Maximum number of lines above the first person."""
MAX_LIST_FILE_BYTES = 12_000_000
"""Maximum size of a list file in bytes; a workbook of 50,000 people is a quarter of that."""
PUBLISHED_EXTENSIONS = (".rt", ".dat")
"""Extensions of the fixed-width text files that rating bodies publish."""
SHOWN_PROBLEMS = 40


@requires(Permission.RATE)
def rating_lists_page(request: HttpRequest) -> HttpResponse:
    """Show the lists, and add a pasted or uploaded one after showing how it is understood."""
    form = RatingListForm(initial={"system": listed_system()})
    file_form = RatingListFileForm()
    read: ParsedRatingList | None = None
    notes: tuple[str, ...] = ()
    source = request.POST.get("source", "") or _("the pasted text")
    if request.method == "POST":
        form, file_form, notes, source = _bound_forms(request, source)
        if form.is_bound and form.cleaned_rows:
            read = parse_rating_list(rows_in(form.cleaned_rows))
        if read is not None and request.POST.get("step") == "save" and form.is_valid():
            values = form.cleaned_data
            try:
                new_list = add_rating_list(
                    Actor.for_user(request.user),
                    key=values["system"],
                    name=values["name"],
                    as_of=values["as_of"],
                    club=values["club"],
                    source=source,
                    read=read,
                )
            except Refused as refused:
                form.add_error("rows", str(refused))
            else:
                count = len(read.people)
                messages.success(
                    request,
                    ngettext(
                        "{list} has been added with {count} person.",
                        "{list} has been added with {count} people.",
                        count,
                    ).format(list=new_list, count=number_format(count, force_grouping=True)),
                )
                return redirect("rating_list", new_list.pk)
    return list_page(
        request,
        "tournament/people/rating_lists.html",
        {
            "form": form,
            "file_form": file_form,
            "read": read,
            "problems": sentences(read.problems[:SHOWN_PROBLEMS]) if read else (),
            "more_problems": max(0, len(read.problems) - SHOWN_PROBLEMS) if read else 0,
            "first": read.people[:10] if read else (),
            "notes": notes + (sentences(read.notes) if read else ()),
            "source": source,
            "suffixes": comma_list((*table_extensions(), *PUBLISHED_EXTENSIONS)),
        },
        RatingListsTable,
        all_rating_lists(),
        title=_("Rating lists"),
        status=422 if form.errors or file_form.errors else 200,
    )


@requires(Permission.RATE)
def rating_list_page(request: HttpRequest, number: int) -> HttpResponse:
    """Show the people of a list, highest rating first."""
    rating_list = get_object_or_404(
        RatingList.objects.select_related("club", "added_by"), pk=number
    )
    return list_page(
        request,
        "tournament/people/rating_list.html",
        {"rating_list": rating_list, "reason_form": ReasonForm()},
        ListedPeopleTable,
        rating_list.rows.all(),
        title=str(rating_list),
    )


@requires(Permission.RATE)
@require_POST
def withdraw_rating_list_page(request: HttpRequest, number: int) -> HttpResponse:
    """Withdraw the list; a reason is required."""
    rating_list = get_object_or_404(RatingList, pk=number)
    reason = request.POST.get("reason", "")
    return perform(
        request,
        lambda actor: withdraw_rating_list(actor, rating_list, reason=reason),
        done=_("{list} is no longer used; it stays on record.").format(list=rating_list),
        to=reverse("rating_list", args=[number]),
    )


@requires(Permission.RATE)
@require_POST
def withdraw_selected_rating_lists(request: HttpRequest) -> HttpResponse:
    """Withdraw the selected lists, all or none of them; a reason is required."""
    to = list_address(request, reverse("rating_lists"))
    marked = selected_rows(request, all_rating_lists(), "pk")
    if not marked:
        return redirect(to)
    return perform(
        request,
        lambda actor: withdraw_rating_lists(actor, marked, reason=request.POST.get("reason", "")),
        done=lambda lists: ngettext(
            "{count} list is no longer used; it stays on record.",
            "{count} lists are no longer used; they stay on record.",
            len(lists),
        ).format(count=len(lists)),
        to=to,
    )


def _bound_forms(
    request: HttpRequest, source: str
) -> tuple[RatingListForm, RatingListFileForm, tuple[str, ...], str]:
    """Return both forms, the notes about an uploaded file, and where the rows come from.

    The rows of a file replace the typed ones. If the file cannot be read, its form has the reason.
    """
    form, file_form = RatingListForm(request.POST), RatingListFileForm()
    if request.POST.get("step") != "file":
        return form, file_form, (), source
    file_form = RatingListFileForm(request.POST, request.FILES)
    if not file_form.is_valid():
        return RatingListForm(initial=request.POST.dict()), file_form, (), source
    upload = file_form.cleaned_data["file"]
    try:
        content = upload.read(MAX_LIST_FILE_BYTES + 1)
        text, notes, day = read_upload(list_file_text, upload.name, content, contents=[content])
    except (UnreadableTable, ReadingStopped) as reason:
        file_form.add_error("file", str(reason))
        return RatingListForm(initial=request.POST.dict()), file_form, (), source
    values = {**request.POST.dict(), "rows": text}
    values["as_of"] = values.get("as_of") or day
    return (RatingListForm(values), file_form, notes, _("the file {name}").format(name=upload.name))


def list_file_text(name: str, content: bytes) -> tuple[str, tuple[str, ...], str]:
    """Return the rows of a file as text to be pasted, the notes about the file, and its date.

    The date is empty if the file states none. Raise `UnreadableTable` if the file cannot be read.
    """
    sheet = read_table_file(
        f"{name}.txt" if name.casefold().endswith(PUBLISHED_EXTENSIONS) else name,
        content,
        most_rows=MAX_ROWS + MAX_HEADING_LINES,
        what=_("ratings"),
        largest=MAX_LIST_FILE_BYTES,
    )
    lines = decode_table(content)[0].splitlines() if sheet.is_text else []
    published = published_rows(lines)
    rows = published if published is not None else sheet.rows
    text = "\n".join("\t".join(" ".join(cell.split()) for cell in row) for row in rows)
    return text, sheet.notes, published_date(lines)
