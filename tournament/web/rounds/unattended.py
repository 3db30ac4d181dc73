"""The forms of rounds that publish themselves: for how long a draft is shown, stop it, let it go on."""

from django.contrib import messages
from django.http import HttpRequest, HttpResponse
from django.shortcuts import redirect
from django.urls import reverse
from django.utils.translation import gettext as _
from django.views.decorators.http import require_POST

from tournament.actions.rounds.unattended import (
    resume_publishing,
    set_unattended,
    stop_publishing,
    version_of_minutes,
)
from tournament.engine.pairing.unattended import Unattended
from tournament.models import Division
from tournament.web.access import Permission, requires
from tournament.web.page import find_division, whole_number
from tournament.web.perform import perform
from tournament.web.rounds.forms import UnattendedForm


def unattended_form(division: Division) -> UnattendedForm:
    """The form with the minutes there are now."""
    return UnattendedForm(initial={"minutes": Unattended.of(division.unattended).minutes})


def unattended_seen(division: Division) -> str:
    """The version of what the form shows."""
    return version_of_minutes(Unattended.of(division.unattended).minutes)


@requires(Permission.DIRECT)
@require_POST
def unattended(request: HttpRequest, event: str, division: str) -> HttpResponse:
    """Set for how long a draft is shown; stop the draft that waits; let it go on."""
    division_ = find_division(event, division)
    action, _colon, word = request.POST.get("do", "").partition(":")
    number = whole_number(word, digits=3) or 0
    if action == "stop":
        return perform(
            request,
            lambda actor: stop_publishing(actor, division_, number),
            done=_("Round {number} waits until you publish it.").format(number=number),
            to=division_.get_absolute_url(),
        )
    if action == "resume":
        return perform(
            request,
            lambda actor: resume_publishing(actor, division_, number),
            done=_("Round {number} publishes itself again.").format(number=number),
            to=division_.get_absolute_url(),
        )
    plan = reverse("plan", args=[division_.event.slug, division_.slug])
    form = UnattendedForm(request.POST)
    if not form.is_valid():
        for error in form.errors.get("minutes", ()):
            messages.error(request, str(error))
        return redirect(plan)
    minutes = form.cleaned_data["minutes"]
    return perform(
        request,
        lambda actor: set_unattended(actor, division_, minutes, seen=request.POST.get("seen")),
        done=_("Rounds are paired and published by hand.")
        if minutes is None
        else _("From now on the rounds publish themselves."),
        to=plan,
    )
