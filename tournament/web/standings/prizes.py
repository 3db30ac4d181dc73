"""The screens of prizes: the ceremony in its order, a list to paste, one prize to define or change."""

from dataclasses import dataclass

from django.contrib import messages
from django.http import Http404, HttpRequest, HttpResponse
from django.shortcuts import get_object_or_404, redirect
from django.views.decorators.http import require_POST

from scoring.actions.activity import Actor
from tournament.actions.act import Refused
from tournament.actions.standings.prizes import (
    add_prize,
    add_prizes,
    change_prize,
    move_prize,
    remove_prize,
    set_winner,
    understood_prizes,
)
from tournament.engine.prizes.award import Award
from tournament.engine.prizes.award import Prize as Asked
from tournament.engine.prizes.kind import Kind, all_kinds
from tournament.engine.prizes.pasted import PrizeLine
from tournament.models import Division, Entry, Event, Prize
from tournament.queries.standings.prizes import (
    awards_of,
    classes_of,
    contest,
    engine_prize,
    prizes_of,
)
from tournament.web.access import Permission, requires
from tournament.web.page import find_event, page
from tournament.web.standings.prize_forms import PrizeForm, PrizesForm, WinnerForm


@dataclass(frozen=True)
class Shown:
    """One prize of the ceremony with what it came to. Of prizes that are shared the first tells."""

    prize: Prize
    engine_prize: Asked
    award: Award
    first: bool


@requires(Permission.DIRECT)
def prizes_page(request: HttpRequest, event: str) -> HttpResponse:
    """Show the prizes in the order of the ceremony; show what a pasted list is understood as, then add it."""
    found = find_event(event)
    form = PrizesForm(request.POST or None)
    lines: list[PrizeLine] = []
    if request.method == "POST" and form.is_valid():
        text = form.cleaned_data["prizes"]
        if request.POST.get("step") == "save":
            try:
                added = add_prizes(Actor.of(request.user), found, text)
            except Refused as refused:
                form.add_error("prizes", str(refused))
            else:
                count = len(added)
                messages.success(request, f"{count} prize{'s' * (count != 1)} added.")
                return redirect("prizes", found.slug)
        lines = understood_prizes(found, text)
    return page(
        request,
        "standings/prizes.html",
        {
            "event": found,
            "shown": _ceremony(found),
            "form": form,
            "lines": lines,
            "taken": sum(len(line.places) for line in lines if line.taken),
            "kinds": [(key, kind.label, _first(kind)) for key, kind in _kinds()],
            "divisions": list(found.divisions.order_by("position")),
        },
        status=422 if form.errors else 200,
    )


@requires(Permission.DIRECT)
def new_prize(request: HttpRequest, event: str) -> HttpResponse:
    """Define one prize of the kind of `?kind=`."""
    found = find_event(event)
    key = request.GET.get("kind", "place")
    if key not in all_kinds():
        raise Http404
    kind = all_kinds()[key]
    divisions = _divisions(found)
    form = PrizeForm(
        request.POST or None,
        kind=kind,
        divisions=divisions,
        classes=classes_of(found),
        initial={"exclusive": kind.exclusive},
    )
    if request.method == "POST" and form.is_valid():
        try:
            prize = add_prize(Actor.of(request.user), found, kind=key, **form.wanted(divisions))
        except Refused as refused:
            form.add_error(None, str(refused))
        else:
            messages.success(request, f"{engine_prize(prize).title} is added.")
            return redirect("prizes", found.slug)
    return page(
        request,
        "standings/new_prize.html",
        {
            "event": found,
            "form": form,
            "key": key,
            "kind": kind,
            "help": kind.explanation().split("\n\n"),
            "kinds": _kinds(),
        },
        status=422 if form.errors else 200,
    )


@requires(Permission.DIRECT)
def prize_page(request: HttpRequest, event: str, prize: int) -> HttpResponse:
    """Show one prize and who has it; change it, name its winner, take it off the list."""
    found = find_event(event)
    wanted = _find(found, prize)
    kind = all_kinds()[wanted.kind]
    divisions = _divisions(found)
    step = request.POST.get("step", "") if request.method == "POST" else ""
    form = PrizeForm(
        request.POST if step == "save" else None,
        kind=kind,
        divisions=divisions,
        classes=classes_of(found),
        initial=_as_typed(wanted),
    )
    award = next((each.award for each in _ceremony(found) if each.prize.pk == wanted.pk), None)
    winner_form = WinnerForm(
        request.POST if step == "winner" else None,
        entries=_entries(found, wanted.division),
        computed=award.winners if award and not wanted.winner_id and kind.computed else None,
        initial={"winner": str(wanted.winner_id or ""), "why": wanted.winner_why},
    )
    try:
        if step == "save" and form.is_valid():
            change_prize(Actor.of(request.user), wanted, **form.wanted(divisions))
            messages.success(request, "Saved.")
            return redirect("prizes", found.slug)
        if step == "winner" and winner_form.is_valid():
            typed = winner_form.cleaned_data
            chosen = Entry.objects.select_related("player", "division").filter(
                pk=int(typed["winner"] or 0)
            )
            set_winner(Actor.of(request.user), wanted, chosen.first(), why=typed["why"])
            messages.success(request, "Saved.")
            return redirect("prizes", found.slug)
        if step == "remove":
            remove_prize(Actor.of(request.user), wanted)
            messages.success(request, f"{engine_prize(wanted).title} is taken off the list.")
            return redirect("prizes", found.slug)
    except Refused as refused:
        (winner_form if step == "winner" else form).add_error(None, str(refused))
    return page(
        request,
        "standings/prize.html",
        {
            "event": found,
            "prize": wanted,
            "title": engine_prize(wanted).title,
            "kind": kind,
            "help": kind.explanation().split("\n\n"),
            "form": form,
            "winner_form": winner_form,
            "award": award,
        },
        status=422 if form.errors or winner_form.errors else 200,
    )


@requires(Permission.DIRECT)
@require_POST
def move(request: HttpRequest, event: str) -> HttpResponse:
    """Put a prize one up or one down in the ceremony."""
    found = find_event(event)
    asked_for = request.POST.get("prize", "")
    prize = _find(found, int(asked_for) if asked_for.isdecimal() and len(asked_for) < 10 else 0)
    try:
        move_prize(Actor.of(request.user), prize, up=request.POST.get("to") == "up")
    except Refused as refused:
        messages.error(request, str(refused))
    return redirect("prizes", found.slug)


def _ceremony(event: Event) -> list[Shown]:
    """Every prize with its award, in the order of the ceremony."""
    prizes = prizes_of(event)
    by_key = {
        prize.key: award
        for award in awards_of(prizes, contest(event) if prizes else [])
        for prize in award.prizes
    }
    return [
        Shown(
            prize,
            engine_prize(prize),
            by_key[prize.pk],
            by_key[prize.pk].prizes[0].key == prize.pk,
        )
        for prize in prizes
    ]


def _find(event: Event, key: int) -> Prize:
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


def _as_typed(prize: Prize) -> dict[str, object]:
    return {
        "division": str(prize.division_id or ""),
        "place": prize.place,
        "value": prize.value,
        "title": prize.title,
        "exclusive": prize.exclusive,
        **{f"option_{name}": value for name, value in prize.options.items()},
    }


def _kinds() -> list[tuple[str, Kind]]:
    """The kinds, those for places and classes first, by hand last."""
    return sorted(
        all_kinds().items(),
        key=lambda item: (not item[1].before_others, not item[1].exclusive, not item[1].computed),
    )


def _first(kind: Kind) -> str:
    return kind.explanation().split("\n\n")[0]
