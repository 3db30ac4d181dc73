"""The page that restores a submitted form after the log-in."""

from __future__ import annotations

from django.contrib.auth.views import redirect_to_login
from django.http import HttpRequest, HttpResponse
from django.shortcuts import render
from django.views.decorators.cache import never_cache

from scoring.access import Permission, requires
from scoring.saved_forms import find_form


@requires(Permission.READ)
@never_cache
def show_saved_form(request: HttpRequest, key: str) -> HttpResponse:
    """Show the form as typed before the log-in, ready to be submitted; respond with 404 if it is not saved.

    Redirect to the log-in if the user is not logged in.
    """
    form = find_form(request, key)
    if form is not None and not request.user.is_authenticated:
        return redirect_to_login(request.get_full_path())
    return render(request, "scoring/saved_form.html", {"form": form}, status=200 if form else 404)
