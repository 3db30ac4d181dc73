"""Every address that writes requires a log-in, and those that only write accept POST alone."""

import pytest
from django.urls import URLPattern, URLResolver, get_resolver

from tests.approved import check_approved

# Exceptions. The word judge is public and limits verdicts per minute. An invitation requires the
# secret of its link. The first account is created before any log-in, on the laptop or with the code
# of its window. The code of a second factor follows the password, with five attempts in five
# minutes. Registrations are limited to ten in ten minutes per address, and so are wrong codes of
# registrations. Players type their number and letters, and directors the code of a kiosk, with
# limited attempts in ten minutes.
FOR_EVERYBODY = {
    "language", "login", "login_code", "logout", "judge", "game_judge", "join", "first_account", "new_screen",
    "me_sign_in", "kiosk", "register", "find_registration", "registration",
}  # fmt: skip
SAMPLES = {"int": "1", "slug": "x", "division": "x", "str": "x", "path": "x", "uuid": "0" * 32}


def addresses(resolver: URLResolver, prefix: str = "/"):
    """Yield (name, address with sample values) for every view of the program."""
    for entry in resolver.url_patterns:
        route = prefix + str(entry.pattern)
        if isinstance(entry, URLPattern):
            yield entry.name or route, _filled(route)
        else:
            yield from addresses(entry, route)


def _filled(route: str) -> str:
    pieces = []
    for piece in route.split("<"):
        kind, closed, rest = piece.partition(">")
        pieces.append(
            SAMPLES[kind.partition(":")[0] if ":" in kind else "str"] + rest if closed else piece
        )
    return "".join(pieces)


@pytest.mark.django_db
def test_anonymous_visitors_cannot_write(client):
    """A view is either read-only (405) or checks the user first."""
    open_to_all = []
    for name, address in addresses(get_resolver()):
        if name in FOR_EVERYBODY:
            continue
        answer = client.post(address)
        to = answer.headers.get("Location", "")
        is_refused = answer.status_code in (403, 405) or to.startswith("/login/?next=")
        # A player's page is missing without the code, and a kiosk asks for its own code.
        without_code = answer.status_code == 404 and name.startswith("me_")
        no_kiosk = name.startswith("kiosk_") and to == "/kiosk/"
        if not (is_refused or without_code or no_kiosk):
            open_to_all.append(f"{name} {address}: {answer.status_code}")
    assert open_to_all == [], "ask for a log-in first, or answer 405 where reading is all there is"


@pytest.mark.django_db
def test_addresses_that_only_write_accept_post_alone(request, director_client):
    """A link cannot change anything; a new address of this kind is added with `--write-drawings`."""
    every = addresses(get_resolver())
    refused = sorted(name for name, at in every if director_client.get(at).status_code == 405)
    check_approved(request, {"POST only": " ".join(refused)})
