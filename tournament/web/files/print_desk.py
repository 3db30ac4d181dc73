"""The print desk: packs of papers with page counts, and what changed since the last print."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass, replace
from urllib.parse import urlencode

from django import forms
from django.core.files.uploadedfile import UploadedFile
from django.http import HttpRequest, HttpResponse, QueryDict
from django.shortcuts import redirect
from django.urls import reverse
from django.utils.datastructures import MultiValueDict
from django.utils.functional import Promise
from django.utils.translation import gettext as _
from django.utils.translation import gettext_lazy as _lazy
from django.views.decorators.http import require_POST

from scoring.actions.activity import Actor
from scoring.downloads import file_response
from tournament.actions.act import Refused
from tournament.actions.files.packs import record_print, remove_pack, save_pack, set_branding
from tournament.models import Event
from tournament.queries.cache import cache_reads, cached_read
from tournament.reports.definition import GROUPS, NoSuchReport, all_papers
from tournament.reports.delivery import build_report, event_state, page_counts, render_report
from tournament.reports.packs import (
    STANDARD_PACKS,
    CustomPack,
    Pack,
    PrintState,
    add_revisions,
    can_be_packed,
    find_pack,
    packs_of,
    print_states,
)
from tournament.reports.paper import NoSuchPaper, Paper
from tournament.reports.report import Report
from tournament.reports.report_options import CannotReport, options_from
from tournament.web.access import Permission, requires
from tournament.web.forms import NO_AUTOCOMPLETE
from tournament.web.page import find_event, page, shared_values_of
from tournament.web.perform import perform, perform_form
from tournament.wording.paper_columns import OMITTABLE_COLUMNS
from tournament.wording.plugins import name_of, translate_text

PAPERS = (("a4", "A4"), ("letter", _lazy("Letter")))
TEXT_SIZES = (("", _lazy("normal")), ("large", _lazy("large")))
ORIENTATIONS = (
    ("", _lazy("as designed")),
    ("portrait", _lazy("portrait")),
    ("landscape", _lazy("landscape")),
)
INKS = (("", _lazy("normal")), ("black", _lazy("black and white")))
COLOURS = (
    ("", _lazy("normal")),
    ("#1f5fa8", _lazy("blue")),
    ("#1d7a3e", _lazy("green")),
    ("#b3261e", _lazy("red")),
    ("#6a3fa0", _lazy("purple")),
    ("#b35900", _lazy("orange")),
)
PAPER_FIELDS = ("paper", "type", "way", "ink")
SINGLES_FIELDS = ("boards", "players")


class PaperForm(forms.Form):
    """Paper size, text size, orientation and colour of a pack."""

    paper = forms.ChoiceField(label=_lazy("Paper"), choices=PAPERS)
    type = forms.ChoiceField(label=_lazy("Text size"), choices=TEXT_SIZES, required=False)
    way = forms.ChoiceField(label=_lazy("Orientation"), choices=ORIENTATIONS, required=False)
    ink = forms.ChoiceField(label=_lazy("Colour"), choices=INKS, required=False)


class SinglesForm(forms.Form):
    """The boards and players to print alone, for a pack that contains individual papers."""

    boards = forms.CharField(label=_lazy("Boards to print"), max_length=200, required=False)
    players = forms.CharField(label=_lazy("Players to print"), max_length=200, required=False)

    def __init__(self, chosen: Pack, given: QueryDict) -> None:
        super().__init__(initial={name: given.get(name, "") for name in chosen.selectable_kinds})
        for name in set(self.fields) - set(chosen.selectable_kinds):
            del self.fields[name]
        for field in self.fields.values():
            field.help_text = _(
                "Numbers such as 3 or 7-9; a.3 for division A only. Leave empty for all."
            )
            field.widget.attrs["autocomplete"] = "off"


class BrandingForm(forms.Form):
    """The event's branding on papers: sponsors, colour and picture."""

    sponsor = forms.CharField(
        label=_lazy("Sponsors"),
        max_length=120,
        required=False,
        widget=forms.TextInput(attrs=NO_AUTOCOMPLETE),
        help_text=_lazy("A line printed on papers, result slips, badges and certificates."),
    )
    colour = forms.ChoiceField(label=_lazy("Colour of lines"), choices=COLOURS, required=False)
    left_off = forms.MultipleChoiceField(
        label=_lazy("Columns to leave out of lists, result slips and badges"),
        choices=tuple(OMITTABLE_COLUMNS.items()),
        widget=forms.CheckboxSelectMultiple,
        required=False,
    )
    logo = forms.FileField(
        label=_lazy("Picture for this event"),
        widget=forms.FileInput(attrs={"accept": "image/png,image/jpeg"}),
        required=False,
        help_text=_lazy("PNG or JPEG, at most 2 MB. It is printed instead of the club’s picture."),
    )
    without_logo = forms.BooleanField(label=_lazy("Remove the event’s picture"), required=False)

    def __init__(
        self,
        event: Event,
        data: QueryDict | None = None,
        files: MultiValueDict[str, UploadedFile] | None = None,
    ) -> None:
        look = dict(event.printing.get("look", {}))
        has_logo = look.pop("logo", "")
        super().__init__(data, files, initial=look)
        if not has_logo:
            del self.fields["without_logo"]

    def clean_logo(self) -> bytes:
        """Return the content of the file; empty if none was sent."""
        sent = self.cleaned_data["logo"]
        return sent.read() if sent else b""


class PackForm(forms.Form):
    """The name and the reports of a pack."""

    name = forms.CharField(
        label=_lazy("Name"),
        max_length=60,
        widget=forms.TextInput(attrs=NO_AUTOCOMPLETE),
        error_messages={"required": _lazy("Give the pack a name.")},
    )
    reports = forms.MultipleChoiceField(
        label=_lazy("Papers"),
        widget=forms.CheckboxSelectMultiple,
        error_messages={"required": _lazy("Choose at least one paper.")},
    )

    def __init__(self, data: QueryDict | None = None) -> None:
        super().__init__(data, prefix="new")
        choices: list[tuple[str | Promise, list[tuple[str, str]]]] = []
        for group in GROUPS:
            reports = [
                (key, name_of(report))
                for key, report in all_papers().items()
                if report.group == group and can_be_packed(report) and key not in STANDARD_PACKS
            ]
            if reports:
                choices.append(
                    (translate_text(group), sorted(reports, key=lambda item: item[1].casefold()))
                )
        field = self.fields["reports"]
        assert isinstance(field, forms.MultipleChoiceField)
        field.choices = choices


@dataclass(frozen=True)
class PackPaper:
    """One paper of a pack on the print desk."""

    key: str
    title: str
    place: str
    pages: int
    state: PrintState | None
    """The print state; None if single boards or players are chosen, since their prints are not recorded."""


@requires(Permission.DIRECT)
def print_desk(request: HttpRequest, event: str) -> HttpResponse:
    """Show all packs, and the papers of the pack in `?pack=` with their page counts; save a new pack."""
    this_event = find_event(event)
    form = PackForm(request.POST or None)
    if request.method == "POST" and form.is_valid():
        values = form.cleaned_data
        there = perform_form(
            request,
            form,
            lambda actor: save_pack(actor, this_event, values["name"], values["reports"]),
            done=_("The pack {pack} has been saved.").format(pack=values["name"]),
            to=lambda new: f"{reverse('print_desk', args=[this_event.slug])}?pack={new}",
        )
        if there is not None:
            return there
    key = request.GET.get("pack", "")
    packs = packs_of(this_event)
    return _desk_page(request, this_event, key if key in packs else STANDARD_PACKS[0], form=form)


@requires(Permission.DIRECT)
@require_POST
def print_pack(request: HttpRequest, event: str, key: str) -> HttpResponse:
    """Send a pack as a PDF that opens the print dialog, and record what was printed.

    With `count`, nothing is printed; the desk shows the page counts for the submitted paper instead.
    Prints of single boards and players are not recorded as revisions.
    """
    this_event = find_event(event)
    if "count" in request.POST:
        names = (*PAPER_FIELDS, *SINGLES_FIELDS)
        chosen_paper = {"pack": key} | {name: request.POST.get(name, "") for name in names}
        return redirect(f"{reverse('print_desk', args=[event])}?{urlencode(chosen_paper)}")
    paper = _paper_size(request.POST)
    try:
        chosen = find_pack(this_event, key)
        states: list[PrintState] = []
        with cache_reads():
            wanted = report = _build_pack(this_event, chosen, request.POST)
            if not _chosen_singles(chosen, request.POST):
                states = print_states(this_event, chosen, report.printed_at)
        if states:
            wanted = add_revisions(report, states, changed_alone=bool(request.POST.get("changed")))
        delivery = render_report(replace(wanted, to_printer=True), "pdf", paper)
        record_print(
            Actor.for_user(request.user),
            this_event,
            key,
            _pack_name(chosen),
            str(Paper.parse(paper)),
            {state.paper_id: state.digest for state in states if state.is_changed},
        )
    except NoSuchReport as refused:
        return _desk_page(request, this_event, STANDARD_PACKS[0], str(refused))
    except (CannotReport, NoSuchPaper, Refused) as refused:
        return _desk_page(request, this_event, key, str(refused))
    return file_response(delivery.content, delivery.content_type, delivery.file_name, is_shown=True)


@requires(Permission.DIRECT)
@require_POST
def branding_page(request: HttpRequest, event: str) -> HttpResponse:
    """Set the branding of the event's papers."""
    this_event = find_event(event)
    form = BrandingForm(this_event, request.POST, request.FILES)
    if not form.is_valid():
        return _desk_page(request, this_event, STANDARD_PACKS[0], look_form=form)
    return perform(
        request,
        lambda actor: set_branding(actor, this_event, **form.cleaned_data),
        done=_("Saved. The changes apply to all papers printed from now on."),
        to=reverse("print_desk", args=[this_event.slug]),
    )


@requires(Permission.DIRECT)
@require_POST
def remove_pack_page(request: HttpRequest, event: str, key: str) -> HttpResponse:
    """Remove one of the event's own packs."""
    this_event = find_event(event)
    return perform(
        request,
        lambda actor: remove_pack(actor, this_event, key),
        done=_("The pack has been removed."),
        to=reverse("print_desk", args=[this_event.slug]),
    )


def _chosen_singles(chosen: Pack, given: Mapping[str, str]) -> dict[str, str]:
    """Return the board and player numbers entered, by kind, without empty fields.

    Kinds for which the pack has no single papers are left out.
    """
    typed = {name: given.get(name, "").strip() for name in chosen.selectable_kinds}
    return {name: numbers for name, numbers in typed.items() if numbers}


def _build_pack(event: Event, chosen: Pack, given: Mapping[str, str]) -> Report:
    """Return the current pack, limited to the chosen boards and players, if any.

    Raise `CannotReport` if it cannot be made.
    """
    state = event_state(event)
    options = options_from(chosen.Options, _chosen_singles(chosen, given))
    return build_report(chosen, event, options, state.moment, "pdf", chain_head=state.head)


SinglesKey = tuple[tuple[str, str], ...]


def _singles_key(singles: Mapping[str, str]) -> SinglesKey:
    return tuple(sorted(singles.items()))


@cached_read
def _papers_with_pages(event: Event, key: str, singles: SinglesKey, paper: str) -> list[PackPaper]:
    """Return the papers of a pack with their page counts. Raise `CannotReport` if the pack cannot be made."""
    chosen = packs_of(event)[key]
    report = _build_pack(event, chosen, dict(singles))
    states: Sequence[PrintState | None] = [None] * len(report.leaves)
    if not singles:
        states = print_states(event, chosen, report.printed_at)
    return [
        PackPaper(leaf.key, leaf.title, " · ".join(leaf.division_and_round), pages, state)
        for leaf, pages, state in zip(
            report.leaves, page_counts(report, paper), states, strict=True
        )
    ]


def _paper_size(given: QueryDict) -> str:
    return " ".join(word for word in (given.get(name, "") for name in PAPER_FIELDS) if word)


def _pack_name(chosen: Pack) -> str:
    return chosen.own_title if isinstance(chosen, CustomPack) else name_of(chosen)


def _empty_reports(chosen: Pack, papers: Sequence[PackPaper]) -> list[str]:
    """Return the names of the pack's reports that have no content yet, such as prizes before there are any."""
    there = {paper.key for paper in papers}
    return [name_of(all_papers()[key]) for key in chosen.reports if key not in there]


def _desk_page(
    request: HttpRequest,
    event: Event,
    key: str,
    refused: str = "",
    form: PackForm | None = None,
    look_form: BrandingForm | None = None,
) -> HttpResponse:
    """Return the desk with one pack chosen; `refused` is the reason why it was not printed."""
    packs = packs_of(event)
    chosen = packs[key]
    remembered = event.printing.get("paper", {}).get(key, "")
    wanted = _paper_size(request.GET)
    papers: list[PackPaper] = []
    error = ""
    try:
        paper = Paper.parse(wanted or remembered)
    except NoSuchPaper as reason:
        paper, refused = Paper.parse(""), refused or str(reason)
    try:
        with shared_values_of(event.slug), cache_reads():
            papers = _papers_with_pages(
                event, key, _singles_key(_chosen_singles(chosen, request.GET)), str(paper)
            )
    except CannotReport as reason:
        error = str(reason)
    initial = {
        "paper": paper.size,
        "way": paper.orientation,
        "type": "large" if paper.large else "",
        "ink": "black" if paper.black else "",
    }
    singles = _chosen_singles(chosen, request.POST or request.GET)
    changed = sum(bool(item.state and item.state.is_changed) for item in papers)
    form = form or PackForm()
    context = {
        "event": event,
        "packs": [
            (known, _pack_name(pack), isinstance(pack, CustomPack)) for known, pack in packs.items()
        ],
        "chosen": key,
        "name": _pack_name(chosen),
        "is_own": isinstance(chosen, CustomPack),
        "papers": papers,
        "singles": bool(singles),
        "left_out": [] if singles else _empty_reports(chosen, papers),
        "pages": sum(item.pages for item in papers),
        "some_changed": 0 < changed < len(papers),
        "error": error,
        "refused": refused,
        "paper_form": PaperForm(initial=initial),
        "singles_form": SinglesForm(chosen, request.POST or request.GET),
        "form": form,
        "look_form": look_form or BrandingForm(event),
    }
    return page(
        request,
        "tournament/files/print_desk.html",
        context,
        status=422 if refused or form.errors or look_form else 200,
    )
