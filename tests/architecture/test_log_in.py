"""Nothing that writes is reachable without a log-in: every address is tried."""

import pytest
from django.urls import URLPattern, URLResolver, get_resolver

# At the word judge both players type; what is not logged in is held to a number of verdicts a minute.
# Who takes an invitation has no log-in yet: the link's secret is asked for instead.
# The first account is made before there is anybody to log in, at the laptop or by the code of its window.
# The code of a second factor is asked for after the password, and wrong ones are held to five in five minutes.
# People register themselves, ten in ten minutes from one address; as many wrong codes of registrations are looked at.
# Players type number and letters, and the director the code of a kiosk; wrong ones are held to a number in ten minutes.
FOR_EVERYBODY = {
    "language", "login", "login_code", "logout", "judge", "game_judge", "join", "first_account", "new_screen",
    "me_sign_in", "kiosk", "register", "find_registration", "registration",
}  # fmt: skip
SAMPLES = {"int": "1", "slug": "x", "division": "x", "str": "x", "path": "x", "uuid": "0" * 32}


def addresses(resolver: URLResolver, prefix: str = "/"):
    """Yield (name, address with sample values) of every view of the program."""
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
def test_no_stranger_can_write(client):
    """A view either reads only (405), or asks who is there before it looks at anything else."""
    open_to_all = []
    for name, address in addresses(get_resolver()):
        if name in FOR_EVERYBODY:
            continue
        answer = client.post(address)
        sent_to_log_in = answer.status_code == 302 and answer["Location"].startswith(
            "/login/?next="
        )
        # A page of a player is none without the code, and one of a kiosk asks for the kiosk's code.
        without_code = answer.status_code == 404 and name.startswith("me_")
        no_kiosk = name.startswith("kiosk_") and answer.headers.get("Location") == "/kiosk/"
        if without_code or no_kiosk:
            continue
        if not (sent_to_log_in or answer.status_code in (403, 405)):
            open_to_all.append(f"{name} {address}: {answer.status_code}")
    assert open_to_all == [], "ask for a log-in first, or answer 405 where reading is all there is"
