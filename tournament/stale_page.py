"""What a person sees whose form was refused because its page was too old (the CSRF check)."""

from django.http import HttpRequest, HttpResponse
from django.shortcuts import render


def stale_page(request: HttpRequest, reason: str = "") -> HttpResponse:
    """Return the 403 page that explains how to get back to what was typed."""
    return render(request, "403_csrf.html", {"reason": reason}, status=403)
