"""The page that brings a form back after the log-in, as it was typed."""

from __future__ import annotations

from django.contrib.auth.views import redirect_to_login
from django.http import HttpRequest, HttpResponse
from django.shortcuts import render
from django.views.decorators.cache import never_cache

from scoring.access import Permission, requires
from scoring.saved_forms import find


@requires(Permission.READ)
@never_cache
def kept_form(request: HttpRequest, key: str) -> HttpResponse:
    """Show what was typed before the log-in, ready to be sent."""
    kept = find(request, key)
    if kept is not None and not request.user.is_authenticated:
        return redirect_to_login(request.get_full_path())
    return render(request, "scoring/saved_form.html", {"kept": kept}, status=200 if kept else 404)
