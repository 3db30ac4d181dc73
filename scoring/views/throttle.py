"""How often a stranger's device may ask for something that has to be worked out."""

from __future__ import annotations

from django.core.cache import cache
from django.http import HttpRequest

A_MINUTE = 60


def too_many_requests(request: HttpRequest, what: str, most: int) -> bool:
    """Count one more question of this device; True when it is beyond `most` within a minute.

    Who is logged in is not counted. The count lives in this process only: it keeps one device from
    taking the hall's laptop for itself, no more.
    """
    if request.user.is_authenticated:
        return False
    key = f"pace:{what}:{request.META.get('REMOTE_ADDR', '')}"
    if cache.add(key, 1, A_MINUTE):
        return False
    try:
        return cache.incr(key) > most
    except ValueError:  # it ran out between the two
        return False
