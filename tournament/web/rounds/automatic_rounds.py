"""The view that configures automatic publishing, and holds or resumes the publication of a waiting draft."""

from django.contrib import messages
from django.http import HttpRequest, HttpResponse
from django.shortcuts import redirect
from django.urls import reverse
from django.utils.translation import gettext as _
from django.views.decorators.http import require_POST

from tournament.actions.rounds.automatic_rounds import (
    resume_publishing,
    set_automatic_publishing,
    stop_publishing,
)
from tournament.web.access import Permission, requires
from tournament.web.page import find_division, parse_whole_number
from tournament.web.perform import perform
from tournament.web.rounds.forms import AutoPublishForm


@requires(Permission.DIRECT)
@require_POST
def set_auto_publish(request: HttpRequest, event: str, division: str) -> HttpResponse:
    """Stop a waiting draft, let it continue, or set the number of minutes for which a draft is shown.

    Without a number, rounds are published by hand.
    """
    division_ = find_division(event, division)
    action, _colon, word = request.POST.get("do", "").partition(":")
    number = parse_whole_number(word, digits=3) or 0
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
            done=_("Round {number} will be published automatically after all.").format(
                number=number
            ),
            to=division_.get_absolute_url(),
        )
    plan = reverse("plan", args=[division_.event.slug, division_.slug])
    form = AutoPublishForm(request.POST)
    if not form.is_valid():
        for error in form.errors.get("minutes", ()):
            messages.error(request, str(error))
        return redirect(plan)
    minutes = form.cleaned_data["minutes"]
    return perform(
        request,
        lambda actor: set_automatic_publishing(
            actor, division_, minutes, seen=request.POST.get("seen")
        ),
        done=_("Rounds are paired and published by hand.")
        if minutes is None
        else _("From now on, rounds are published automatically."),
        to=plan,
    )
