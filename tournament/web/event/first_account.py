"""Create the first account of an installation that has none.

This is possible only on the laptop itself or with the code that `serve` prints in its window, and
only as long as there is no account.
"""

from django.contrib.auth import login
from django.contrib.auth.models import User
from django.http import HttpRequest, HttpResponse
from django.shortcuts import redirect
from django.utils.crypto import constant_time_compare
from django.utils.translation import gettext as _

from tournament.actions.act import Refused
from tournament.actions.people.accounts import make_first_account, setup_code
from tournament.models import Event
from tournament.web.access import Permission, is_at_the_laptop, requires
from tournament.web.event.forms import FirstAccountForm
from tournament.web.page import page

BACKEND = "django.contrib.auth.backends.ModelBackend"


@requires(Permission.ASK)
def first_account(request: HttpRequest) -> HttpResponse:
    """Ask for a name and a password, create the account, and log its owner in.

    Readers on another computer also enter the code. Once an account exists, redirect to the log-in
    page.
    """
    if User.objects.exists():
        return redirect("login")
    form = FirstAccountForm(request.POST or None, asks_for_code=not is_at_the_laptop(request))
    if request.method == "POST" and form.is_valid():
        if form.asks_for_code and not constant_time_compare(
            form.cleaned_data["code"], setup_code()
        ):
            form.add_error(
                "code", _("This is not the code in the window where Ninetimer was started.")
            )
        else:
            try:
                user = make_first_account(
                    form.cleaned_data["name"], form.cleaned_data["new_password1"]
                )
            except Refused as refused:
                form.add_error(None, str(refused))
            else:
                login(request, user, backend=BACKEND)
                return redirect("home" if Event.everywhere.exists() else "new_event")
    return page(
        request,
        "tournament/event/first_account.html",
        {"form": form},
        status=422 if form.errors else 200,
    )
