"""The page that divides a division into rating classes."""

from django.http import HttpRequest, HttpResponse
from django.urls import reverse
from django.utils.translation import gettext as _
from django.utils.translation import ngettext

from scoring.wording.phrases import comma_list
from tournament.actions.people.details import assign_classes, divide_into_classes
from tournament.queries.standings.prizes import class_sizes
from tournament.web.access import Permission, requires
from tournament.web.page import find_division, page
from tournament.web.people.forms import ClassesForm, EqualClassesForm
from tournament.web.perform import perform_form


@requires(Permission.DIRECT)
def classes_page(request: HttpRequest, event: str, division: str) -> HttpResponse:
    """Show the classes with their ratings and sizes, and redefine them by ratings or in equal parts."""
    this_division = find_division(event, division)
    sizes = class_sizes(this_division)
    equally = request.POST.get("step") == "equally"
    data = request.POST if request.method == "POST" else None
    form = ClassesForm(
        None if equally else data,
        initial={"classes": "\n".join(str(size.cut) for size in sizes if size.cut)},
    )
    equal_form = EqualClassesForm(data if equally else None)
    here = reverse("classes", args=[this_division.event.slug, this_division.slug])
    response = None
    if equally and equal_form.is_valid():
        response = perform_form(
            request,
            equal_form,
            lambda actor: divide_into_classes(
                actor, this_division, equal_form.cleaned_data["parts"]
            ),
            done=lambda cuts: _("The classes are now {classes}.").format(classes=comma_list(cuts)),
            to=here,
        )
    elif data and not equally and form.is_valid():
        response = perform_form(
            request,
            form,
            lambda actor: assign_classes(actor, this_division, form.cleaned_data["classes"]),
            done=lambda changed: ngettext(
                "The class of {count} player has changed.",
                "The classes of {count} players have changed.",
                len(changed),
            ).format(count=len(changed)),
            to=here,
        )
    return response or page(
        request,
        "tournament/people/classes.html",
        {"division": this_division, "sizes": sizes, "form": form, "equal_form": equal_form},
        status=422 if form.errors or equal_form.errors else 200,
    )
