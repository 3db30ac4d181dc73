"""Addresses at which other devices reach this computer."""

from django.conf import settings
from django.http import HttpRequest

from tournament.extension import OTHER_DEVICES


def address_of_this_computer() -> str:
    """Return the address of this computer, such as http://192.168.1.20:8000.

    Return an empty string if no room provides it.
    """
    return next((address for address_here in OTHER_DEVICES if (address := address_here())), "")


def is_loopback_host(host: str) -> bool:
    """Return whether a host, without its port, is a loopback name or address."""
    return host == "localhost" or host.startswith("127.") or host.strip("[]") == "::1"


def address_for_others(request: HttpRequest, path: str) -> str:
    """Return the full address of `path` for other devices, or an empty string if only this computer reaches it.

    That is the address a room provides, else the host of the request, else the first other allowed
    host name without a wildcard, with the port of the request.
    """
    if address := address_of_this_computer():
        return f"{address}{path}"
    host, colon, port = request.get_host().rpartition(":")
    if not colon or port.endswith("]"):
        host, colon, port = request.get_host(), "", ""
    if not is_loopback_host(host):
        return request.build_absolute_uri(path)
    names = (name for name in settings.NINETIMER_ALLOWED_HOSTS if name[:1] not in (".", "*"))
    others = [name for name in names if not is_loopback_host(name)]
    return f"{request.scheme}://{others[0]}{colon}{port}{path}" if others else ""
