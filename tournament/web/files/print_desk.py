"""The print desk: packs of papers with their pages counted, printed, and what changed since the last print."""

from __future__ import annotations

from dataclasses import dataclass, replace
from urllib.parse import urlencode

from django import forms
from django.http import HttpRequest, HttpResponse, QueryDict
from django.shortcuts import redirect
from django.urls import reverse
from django.utils.functional import Promise
from django.utils.translation import gettext as _
from django.utils.translation import gettext_lazy as _lazy
from django.views.decorators.http import require_POST

from scoring.actions.activity import Actor
from tournament.actions.act import Refused
from tournament.actions.files.packs import keep_pack, record_print, remove_pack, set_look
from tournament.models import Event
from tournament.reports.definition import GROUPS, Definition, NoSuchReport, all_reports
from tournament.reports.delivery import as_of, build, page_counts, render
from tournament.reports.packs import (
    READY,
    OwnPack,
    PrintState,
    can_be_packed,
    marked,
    pack_called,
    packs_of,
    states_of,
)
from tournament.reports.paper import NoSuchPaper, Paper
from tournament.reports.report import Report
from tournament.reports.request import CannotReport
from tournament.web.access import Permission, requires
from tournament.web.page import find_event, page
from tournament.web.perform import perform
from tournament.wording.plugins import name_of, translated

PAPERS = (("a4", "A4"), ("letter", _lazy("Letter")))
TYPES = (("", _lazy("usual")), ("large", _lazy("large")))
WAYS = (
    ("", _lazy("as it is made")),
    ("portrait", _lazy("upright")),
    ("landscape", _lazy("on its side")),
)
INKS = (("", _lazy("usual")), ("black", _lazy("black alone")))
COLOURS = (
    ("", _lazy("usual")),
    ("#1f5fa8", _lazy("blue")),
    ("#1d7a3e", _lazy("green")),
    ("#b3261e", _lazy("red")),
    ("#6a3fa0", _lazy("purple")),
    ("#b35900", _lazy("orange")),
)
WORDS = ("paper", "type", "way", "ink")


class PaperForm(forms.Form):
    """What a pack is printed on."""

    paper = forms.ChoiceField(label=_lazy("Paper"), choices=PAPERS)
    type = forms.ChoiceField(label=_lazy("Type"), choices=TYPES, required=False)
    way = forms.ChoiceField(label=_lazy("Lies"), choices=WAYS, required=False)
    ink = forms.ChoiceField(label=_lazy("Colour"), choices=INKS, required=False)


class LookForm(forms.Form):
    """What the papers of the event carry of their house."""

    sponsor = forms.CharField(
        label=_lazy("Sponsors"),
        max_length=120,
        required=False,
        widget=forms.TextInput(attrs={"autocomplete": "off"}),
        help_text=_lazy("A line for papers, result slips, badges and certificates."),
    )
    colour = forms.ChoiceField(label=_lazy("Colour of rules"), choices=COLOURS, required=False)


class PackForm(forms.Form):
    """A pack's name and its papers."""

    name = forms.CharField(
        label=_lazy("Name"),
        max_length=60,
        widget=forms.TextInput(attrs={"autocomplete": "off"}),
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
                for key, report in all_reports().items()
                if report.group == group and can_be_packed(report) and key not in READY
            ]
            if reports:
                choices.append(
                    (translated(group), sorted(reports, key=lambda item: item[1].casefold()))
                )
        field = self.fields["reports"]
        assert isinstance(field, forms.MultipleChoiceField)
        field.choices = choices


@dataclass(frozen=True)
class PaperOfPack:
    """One paper of a pack on the desk."""

    title: str
    place: str
    pages: int
    state: PrintState


@requires(Permission.DIRECT)
def print_desk(request: HttpRequest, event: str) -> HttpResponse:
    """Show the packs and, of the one of `?pack=`, its papers with their pages; keep a new pack."""
    this_event = find_event(event)
    form = PackForm(request.POST or None)
    if request.method == "POST" and form.is_valid():
        values = form.cleaned_data
        return perform(
            request,
            lambda actor: keep_pack(actor, this_event, values["name"], values["reports"]),
            done=_("The pack {pack} is kept.").format(pack=values["name"]),
            to=reverse("print_desk", args=[this_event.slug]),
        )
    key = request.GET.get("pack", "")
    packs = packs_of(this_event)
    return _desk(request, this_event, key if key in packs else READY[0], form=form)


@requires(Permission.DIRECT)
@require_POST
def print_pack(request: HttpRequest, event: str, key: str) -> HttpResponse:
    """Send a pack as a PDF that opens the dialog of the printer, and remember what was printed.

    With `count` nothing is printed: the desk counts its pages on this paper.
    """
    this_event = find_event(event)
    if "count" in request.POST:
        chosen_paper = {"pack": key} | {name: request.POST.get(name, "") for name in WORDS}
        return redirect(f"{reverse('print_desk', args=[event])}?{urlencode(chosen_paper)}")
    paper = _paper(request.POST)
    try:
        chosen = pack_called(this_event, key)
        states, report = _made(this_event, chosen)
        wanted = marked(report, states, changed_alone=bool(request.POST.get("changed")))
        delivery = render(replace(wanted, to_printer=True), "pdf", paper)
        record_print(
            Actor.of(request.user),
            this_event,
            key,
            _name(chosen),
            str(Paper.parse(paper)),
            {state.of: state.digest for state in states if state.is_changed},
        )
    except NoSuchReport as refused:
        return _desk(request, this_event, READY[0], str(refused))
    except (CannotReport, NoSuchPaper, Refused) as refused:
        return _desk(request, this_event, key, str(refused))
    response = HttpResponse(delivery.content, content_type=delivery.content_type)
    response["Content-Disposition"] = f'inline; filename="{delivery.file_name}"'
    return response


@requires(Permission.DIRECT)
@require_POST
def paper_look(request: HttpRequest, event: str) -> HttpResponse:
    """Set what the papers of the event carry of their house."""
    this_event = find_event(event)
    form = LookForm(request.POST)
    if not form.is_valid():
        return _desk(request, this_event, READY[0], _("Choose a colour from the list."))
    return perform(
        request,
        lambda actor: set_look(actor, this_event, **form.cleaned_data),
        done=_("Papers carry it from now on."),
        to=reverse("print_desk", args=[this_event.slug]),
    )


@requires(Permission.DIRECT)
@require_POST
def drop_pack(request: HttpRequest, event: str, key: str) -> HttpResponse:
    """Remove an own pack."""
    this_event = find_event(event)
    return perform(
        request,
        lambda actor: remove_pack(actor, this_event, key),
        done=_("The pack is removed."),
        to=reverse("print_desk", args=[this_event.slug]),
    )


def _made(event: Event, chosen: Definition) -> tuple[list[PrintState], Report]:
    """The pack as it is now, with the print state of each of its papers. Raises `CannotReport`."""
    state = as_of(event)
    report = build(chosen, event, chosen.Options(), state.moment, "pdf", chain_head=state.head)
    return states_of(event, chosen, state.moment), report


def _paper(given: QueryDict) -> str:
    return " ".join(word for word in (given.get(name, "") for name in WORDS) if word)


def _name(chosen: Definition) -> str:
    return chosen.own_title if isinstance(chosen, OwnPack) else name_of(chosen)


def _desk(
    request: HttpRequest, event: Event, key: str, refused: str = "", form: PackForm | None = None
) -> HttpResponse:
    """The desk with one pack chosen; `refused` is why it was not printed."""
    packs = packs_of(event)
    remembered = event.printing.get("paper", {}).get(key, "")
    wanted = _paper(request.GET)
    papers: list[PaperOfPack] = []
    error = ""
    try:
        paper = Paper.parse(wanted or remembered)
    except NoSuchPaper as reason:
        paper, refused = Paper.parse(""), refused or str(reason)
    try:
        states, report = _made(event, packs[key])
        counts = page_counts(report, str(paper))
        for leaf, pages, state in zip(report.leaves, counts, states, strict=True):
            papers.append(PaperOfPack(leaf.title, " · ".join(leaf.place), pages, state))
    except CannotReport as reason:
        error = str(reason)
    initial = {
        "paper": paper.size,
        "way": paper.way,
        "type": "large" if paper.large else "",
        "ink": "black" if paper.black else "",
    }
    changed = sum(item.state.is_changed for item in papers)
    form = form or PackForm()
    context = {
        "event": event,
        "packs": [
            (known, _name(chosen), isinstance(chosen, OwnPack)) for known, chosen in packs.items()
        ],
        "chosen": key,
        "name": _name(packs[key]),
        "is_own": isinstance(packs[key], OwnPack),
        "papers": papers,
        "pages": sum(item.pages for item in papers),
        "some_changed": 0 < changed < len(papers),
        "error": error,
        "refused": refused,
        "paper_form": PaperForm(initial=initial),
        "form": form,
        "look_form": LookForm(initial=event.printing.get("look", {})),
    }
    return page(
        request, "files/print_desk.html", context, status=422 if refused or form.errors else 200
    )
