"""The pages of prizes: the ceremony, a pasted list, and one prize."""

from collections.abc import Mapping

from django.http import Http404, HttpRequest, HttpResponse
from django.shortcuts import get_object_or_404
from django.urls import reverse
from django.utils.translation import gettext as _
from django.utils.translation import gettext_lazy as _lazy
from django.utils.translation import ngettext
from django.views.decorators.http import require_POST

from scoring.wording.phrases import comma_list
from tournament.actions.act import EditConflict
from tournament.actions.standings.prizes import (
    add_prize,
    add_prizes,
    change_prize,
    move_prize,
    remove_prize,
    set_winner,
    version_of_prize,
)
from tournament.engine.prizes.kind import PrizeKind, all_kinds
from tournament.engine.prizes.pasted_prizes import PastedPrize
from tournament.models import Division, Entry, Event, Prize
from tournament.queries.standings.prizes import (
    awards_of,
    classes_of,
    engine_prize,
    preview_prizes,
    prize_sections,
    prizes_of,
)
from tournament.reports.awards import podiums
from tournament.reports.drawing import Svg
from tournament.web.access import Permission, requires
from tournament.web.conflict import conflict_of_values
from tournament.web.page import find_event, page, parse_whole_number
from tournament.web.perform import perform, perform_form
from tournament.web.standings.prize_forms import PrizeForm, PrizeListForm, WinnerForm
from tournament.web.standings.tables import CeremonyItem, PrizesTable, prize_filters
from tournament.web.tables import list_page
from tournament.wording.plugins import help_of, name_of, summary_of
from tournament.wording.sentences import sentence


@requires(Permission.DIRECT)
def prizes_page(request: HttpRequest, event: str) -> HttpResponse:
    """Show the prizes in ceremony order, and add a pasted list after showing how it is understood."""
    this_event = find_event(event)
    form = PrizeListForm(request.POST or None)
    lines: list[PastedPrize] = []
    if request.method == "POST" and form.is_valid():
        text = form.cleaned_data["prizes"]
        if request.POST.get("step") == "save":
            response = perform_form(
                request,
                form,
                lambda actor: add_prizes(actor, this_event, text),
                done=lambda prizes: ngettext(
                    "{count} prize added.", "{count} prizes added.", len(prizes)
                ).format(count=len(prizes)),
                to=_address(this_event),
            )
            if response:
                return response
        lines = preview_prizes(this_event, text)
    divisions = _divisions(this_event)
    ceremony = _ceremony(this_event)
    return list_page(
        request,
        "tournament/standings/prizes.html",
        {
            "event": this_event,
            "ceremony": ceremony,
            "podiums": [
                (division if len(divisions) > 1 else "", Svg(drawing))
                for division, drawing in podiums(item.award for item in ceremony if item.first)
            ],
            "form": form,
            "lines": lines,
            "taken": sum(len(line.places) for line in lines if line.is_valid),
            "kinds": [(key, name_of(kind), summary_of(kind)) for key, kind in _sorted_kinds()],
            "divisions": divisions,
        },
        PrizesTable,
        ceremony,
        title=_("Prizes"),
        event=this_event,
        filters=prize_filters(divisions),
        status=422 if form.errors else 200,
    )


@requires(Permission.DIRECT)
def new_prize(request: HttpRequest, event: str) -> HttpResponse:
    """Define a prize of the kind in `?kind=`, by default for a place. Raise `Http404` for an unknown kind."""
    this_event = find_event(event)
    key = request.GET.get("kind", "place")
    if key not in all_kinds():
        raise Http404
    kind = all_kinds()[key]
    divisions = _divisions(this_event)
    form = PrizeForm(
        request.POST or None,
        kind=kind,
        divisions=divisions,
        classes=classes_of(this_event),
        initial={"exclusive": kind.exclusive},
    )
    if request.method == "POST" and form.is_valid():
        response = perform_form(
            request,
            form,
            lambda actor: add_prize(actor, this_event, kind=key, **form.values(divisions)),
            done=lambda prize: _("{prize} has been added.").format(
                prize=sentence(engine_prize(prize).title)
            ),
            to=_address(this_event),
        )
        if response:
            return response
    return page(
        request,
        "tournament/standings/new_prize.html",
        {
            "event": this_event,
            "form": form,
            "key": key,
            "label": name_of(kind),
            "help": help_of(kind),
            "kinds": [(other, name_of(kind)) for other, kind in _sorted_kinds()],
        },
        status=422 if form.errors else 200,
    )


@requires(Permission.DIRECT)
def prize_page(request: HttpRequest, event: str, prize: int) -> HttpResponse:
    """Show a prize and its winner; change or remove the prize, or set its winner by hand."""
    this_event = find_event(event)
    this_prize = _find_prize(this_event, prize)
    kind = all_kinds()[this_prize.kind]
    divisions = _divisions(this_event)
    step = request.POST.get("step", "") if request.method == "POST" else ""
    form = PrizeForm(
        request.POST if step == "save" else None,
        kind=kind,
        divisions=divisions,
        classes=classes_of(this_event),
        initial=_initial_values(this_prize),
    )
    award = next(
        (item.award for item in _ceremony(this_event) if item.prize.pk == this_prize.pk), None
    )
    winner_form = WinnerForm(
        request.POST if step == "winner" else None,
        entries=_entries(this_event, this_prize.division),
        computed=award.winners if award and not this_prize.winner_id and kind.computed else None,
        initial={"winner": str(this_prize.winner_id or ""), "why": this_prize.winner_why},
    )
    title = sentence(engine_prize(this_prize).title)
    response: HttpResponse | None = None
    seen = request.POST.get("seen")
    conflicts: list[EditConflict] = []
    if step == "save" and form.is_valid():
        response = perform_form(
            request,
            form,
            lambda actor: change_prize(actor, this_prize, **form.values(divisions), seen=seen),
            done=_("Saved."),
            to=_address(this_event),
            changed=conflicts.append,
        )
    elif step == "winner" and winner_form.is_valid():
        typed = winner_form.cleaned_data
        entries = Entry.objects.select_related("player", "division")
        winner = entries.filter(pk=int(typed["winner"] or 0)).first()
        response = perform_form(
            request,
            winner_form,
            lambda actor: set_winner(actor, this_prize, winner, why=typed["why"], seen=seen),
            done=_("Saved."),
            to=_address(this_event),
            changed=conflicts.append,
        )
    elif step == "remove":
        return perform(
            request,
            lambda actor: remove_prize(actor, this_prize, seen=seen),
            done=_("{prize} has been removed from the list.").format(prize=title),
            to=_address(this_event),
        )
    conflict = None
    if conflicts:
        labels = {name: str(label) for name, label in PRIZE_LABELS.items()}
        typed_values = (
            _typed_values(form, divisions) if step == "save" else _typed_winner(winner_form)
        )
        conflict = conflict_of_values(conflicts[0], labels, typed_values, _value_in_words)
    version = version_of_prize(this_prize)
    sent = conflict.version if conflict else seen or ""
    return response or page(
        request,
        "tournament/standings/prize.html",
        {
            "event": this_event,
            "prize": this_prize,
            "title": title,
            "facts": _facts_line(kind, this_prize),
            "kind": kind,
            "help": help_of(kind),
            "form": form,
            "winner_form": winner_form,
            "award": award,
            "conflict": conflict,
            "conflict_of": step if conflict else "",
            "seen": version,
            "seen_by_form": sent if step == "save" else version,
            "seen_by_winner": sent if step == "winner" else version,
        },
        status=422 if form.errors or winner_form.errors or conflict else 200,
    )


@requires(Permission.DIRECT)
@require_POST
def move_prize_page(request: HttpRequest, event: str) -> HttpResponse:
    """Move a prize up or down by one position in the ceremony."""
    this_event = find_event(event)
    prize = _find_prize(this_event, parse_whole_number(request.POST.get("prize", "")) or 0)
    return perform(
        request,
        lambda actor: move_prize(actor, prize, up=request.POST.get("to") == "up"),
        done="",
        to=_address(this_event),
    )


PRIZE_LABELS = {
    "division": _lazy("Division"),
    "options": _lazy("Details"),
    "place": _lazy("Place"),
    "title": _lazy("Name"),
    "value": _lazy("Value"),
    "exclusive": _lazy("Exclusive"),
    "winner": _lazy("Choose the winner by hand"),
}
"""Labels of a prize's values in the comparison of two versions."""


def _typed_values(form: PrizeForm, divisions: list[Division]) -> dict[str, object]:
    values = form.values(divisions)
    return {**values, "division": str(values["division"] or "")}


def _typed_winner(form: WinnerForm) -> dict[str, object]:
    return {"winner": form.winner_label}


def _value_in_words(value: object) -> str:
    if isinstance(value, bool):
        return _("yes") if value else _("no")
    if isinstance(value, Mapping):
        return comma_list(str(part) for part in value.values()) or "–"
    return str(value) or "–"


def _address(event: Event) -> str:
    return reverse("prizes", args=[event.slug])


def _facts_line(kind: PrizeKind, prize: Prize) -> str:
    """Return the line below a prize's title: its kind, division and value."""
    division = _("division {division}").format(division=prize.division) if prize.division else ""
    return comma_list(filter(None, (name_of(kind), division, prize.value)))


def _ceremony(event: Event) -> list[CeremonyItem]:
    """Return every prize with its award, in ceremony order."""
    prizes = prizes_of(event)
    for prize in prizes:
        prize.event = event
    by_key = {
        prize.key: award
        for award in awards_of(prizes, prize_sections(event) if prizes else [])
        for prize in award.prizes
    }
    return [
        CeremonyItem(
            prize,
            sentence(engine_prize(prize).title),
            by_key[prize.pk],
            by_key[prize.pk].prizes[0].key == prize.pk,
            number,
            number == len(prizes),
        )
        for number, prize in enumerate(prizes, start=1)
    ]


def _find_prize(event: Event, key: int) -> Prize:
    return get_object_or_404(
        Prize.objects.select_related("event", "division", "winner__player", "winner__division"),
        event=event,
        pk=key,
        removed_at=None,
    )


def _divisions(event: Event) -> list[Division]:
    return list(event.divisions.order_by("position"))


def _entries(event: Event, division: Division | None) -> list[Entry]:
    entries = Entry.objects.filter(division__event=event).select_related("player", "division")
    if division is not None:
        entries = entries.filter(division=division)
    return list(entries.order_by("player__sort_name", "division__position"))


def _initial_values(prize: Prize) -> dict[str, object]:
    return {
        "division": str(prize.division_id or ""),
        "place": prize.place,
        "value": prize.value,
        "title": prize.title,
        "exclusive": prize.exclusive,
        **{f"option_{name}": value for name, value in prize.options.items()},
    }


def _sorted_kinds() -> list[tuple[str, PrizeKind]]:
    """Return the kinds of prizes with their keys: those for places and classes first, those by hand last."""
    return sorted(
        all_kinds().items(),
        key=lambda item: (not item[1].before_others, not item[1].exclusive, not item[1].computed),
    )
