"""The screen that cuts a division into rating classes."""

from django.contrib import messages
from django.http import HttpRequest, HttpResponse
from django.shortcuts import redirect

from scoring.actions.activity import Actor
from tournament.actions.act import Refused
from tournament.actions.people.details import cut_classes, cut_equally
from tournament.queries.standings.prizes import class_sizes
from tournament.web.access import Permission, requires
from tournament.web.page import find_division, page
from tournament.web.people.forms import ClassesForm, EqualClassesForm


@requires(Permission.DIRECT)
def classes_page(request: HttpRequest, event: str, division: str) -> HttpResponse:
    """Show the classes with their ratings and sizes; cut them anew, by ratings or equally."""
    found = find_division(event, division)
    sizes = class_sizes(found)
    equally = request.POST.get("step") == "equally"
    typed = request.POST if request.method == "POST" else None
    form = ClassesForm(
        None if equally else typed,
        initial={"classes": "\n".join(str(size.cut) for size in sizes if size.cut)},
    )
    equal_form = EqualClassesForm(typed if equally else None)
    actor = Actor.of(request.user)
    try:
        if equally and equal_form.is_valid():
            cuts = cut_equally(actor, found, equal_form.cleaned_data["parts"])
            messages.success(request, f"Cut into {', '.join(map(str, cuts))}.")
            return redirect("classes", found.event.slug, found.slug)
        if typed and not equally and form.is_valid():
            changed = cut_classes(actor, found, form.cleaned_data["classes"])
            count = len(changed)
            messages.success(
                request, f"The class of {count} player{'s' * (count != 1)} is changed."
            )
            return redirect("classes", found.event.slug, found.slug)
    except Refused as refused:
        (equal_form if equally else form).add_error(None, str(refused))
    return page(
        request,
        "people/classes.html",
        {
            "division": found,
            "sizes": sizes,
            "form": form,
            "equal_form": equal_form,
        },
        status=422 if form.errors or equal_form.errors else 200,
    )
