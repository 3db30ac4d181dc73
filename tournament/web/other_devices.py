"""Addresses that other devices open: never that of this computer alone."""

from django.conf import settings
from django.http import HttpRequest

from tournament.hall.queries.door import address_of_hall, is_this_computer_alone


def address_for_others(request: HttpRequest, path: str) -> str:
    """Return the whole address of `path` as other devices reach it; empty where only this computer reaches it.

    That is the hall's address while phones are let in; else the host that was asked for, or another name the
    program answers to.
    """
    if hall := address_of_hall():
        return f"{hall}{path}"
    host, colon, port = request.get_host().rpartition(":")
    if not colon or port.endswith("]"):
        host, colon, port = request.get_host(), "", ""
    if not is_this_computer_alone(host):
        return request.build_absolute_uri(path)
    names = (name for name in settings.NINETIMER_ALLOWED_HOSTS if name[:1] not in (".", "*"))
    others = [name for name in names if not is_this_computer_alone(name)]
    return f"{request.scheme}://{others[0]}{colon}{port}{path}" if others else ""
