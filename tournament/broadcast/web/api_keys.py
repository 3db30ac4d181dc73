"""The page of API keys for programs that send more requests than the public limit."""

from __future__ import annotations

from django import forms
from django.http import HttpRequest, HttpResponse, QueryDict
from django.shortcuts import get_object_or_404
from django.urls import reverse
from django.utils.translation import gettext as _
from django.utils.translation import gettext_lazy as _lazy
from django.views.decorators.http import require_POST

from scoring.actions.activity import Actor
from tournament.actions.act import Refused
from tournament.broadcast.actions.api_keys import MAX_REQUESTS_PER_SECOND, end_api_key, make_api_key
from tournament.broadcast.models import ApiKey
from tournament.broadcast.models.api_key import DEFAULT_REQUESTS_PER_SECOND
from tournament.broadcast.queries.api_keys import keys_of
from tournament.broadcast.web.api.rate_limit import KEYLESS_REQUESTS_PER_SECOND
from tournament.models import Event
from tournament.web.access import Permission, requires
from tournament.web.forms import NO_AUTOCOMPLETE
from tournament.web.page import find_event, page
from tournament.web.perform import perform


class ApiKeyForm(forms.Form):
    """The name of the program, its requests per second, and whether the key is for all events of the club."""

    name = forms.CharField(
        label=_lazy("Program"),
        max_length=60,
        widget=forms.TextInput(attrs=NO_AUTOCOMPLETE),
        error_messages={"required": _lazy("Name the program that uses the key.")},
    )
    per_second = forms.IntegerField(
        label=_lazy("Requests per second"),
        min_value=1,
        max_value=MAX_REQUESTS_PER_SECOND,
        initial=DEFAULT_REQUESTS_PER_SECOND,
    )
    is_of_club = forms.BooleanField(required=False)

    def __init__(self, event: Event, data: QueryDict | None = None) -> None:
        super().__init__(data)
        if event.club is None:
            del self.fields["is_of_club"]
        else:
            self.fields["is_of_club"].label = _("Valid for all events of {club}").format(
                club=event.club
            )


@requires(Permission.DIRECT)
def api_keys_page(request: HttpRequest, event: str) -> HttpResponse:
    """List the keys; on POST, create one and show it once."""
    this_event = find_event(event)
    form = ApiKeyForm(this_event, request.POST or None)
    made, text = None, ""
    if request.method == "POST" and form.is_valid():
        try:
            made, text = make_api_key(Actor.for_user(request.user), this_event, **form.cleaned_data)
        except Refused as refused:
            form.add_error(None, str(refused))
        else:
            form = ApiKeyForm(this_event)
    context = {
        "event": this_event,
        "form": form,
        "keys": keys_of(this_event),
        "made": made,
        "text": text,
        "without_key": KEYLESS_REQUESTS_PER_SECOND,
    }
    response = page(
        request, "broadcast/event/api_keys.html", context, status=422 if form.errors else 200
    )
    if text:
        response["Cache-Control"] = "no-store"
    return response


@requires(Permission.DIRECT)
@require_POST
def end_key(request: HttpRequest, event: str, number: int) -> HttpResponse:
    """End a key."""
    this_event = find_event(event)
    key = get_object_or_404(ApiKey.objects.select_related("event"), pk=number, event=this_event)
    return perform(
        request,
        lambda actor: end_api_key(actor, key),
        done=_("The key for {program} has been revoked.").format(program=key),
        to=_page_address(this_event.slug),
    )


def _page_address(slug: str) -> str:
    return reverse("api_keys", args=[slug])
