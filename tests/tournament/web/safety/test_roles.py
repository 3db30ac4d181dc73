"""The pages of helpers: invitations, rights and codes; scorekeepers practise on a game of their own."""

import re

import pytest
from django.contrib.auth.models import User

from scoring.models import PracticeGame
from scoring.queries.sheets import sheet
from tests.scoring.views.pads import Page, at
from tests.shown import text
from tests.tournament.logged_in import browser_in, browser_of
from tournament.actions.safety.roles import accept_invitation, create_invitation
from tournament.models import Invitation
from tournament.models.membership import EVENT_ROLES, Role
from tournament.web.access import RIGHTS
from tournament.web.safety.roles import qr_code_of

pytestmark = pytest.mark.django_db

PAGE = "/events/autumn-open/helpers/"


def link_of(answer):
    return re.search(r'value="(http[^"]*/join/[^"]*)"', answer.text)[1]


def test_invalid_invitation_link_is_explained(client):
    assert "This link is not an invitation." in text(client.get("/join/nothing/"))


def test_rights_table_equals_the_rights_enforced_by_the_program(director_client, event):
    page = director_client.get(PAGE)
    shown = page.context["rights"]
    assert [what for what, _ in shown] == [what for what, _ in RIGHTS]
    ticks = dict(shown)
    keeper = EVENT_ROLES.index(Role.SCOREKEEPER)
    may = [what for what, held in ticks.items() if held[keeper]]
    assert may == [
        "See the public site with pairings, results, standings and games; use the word judge",
        "See the desk, with results and recorded games as they come in",
        "Enter and correct results of a round that is not closed; undo their own actions",
        "Record, correct and finish games of a round that is not closed",
        "Accept a result reported by one player; settle players' requests",
    ]
    assert page.text.count('class="tick"') == sum(sum(row) for row in ticks.values())


def test_invitation_link_uses_an_address_reachable_by_other_devices(
    director_client, event, settings
):
    made = director_client.post(PAGE, {"role": "reader"}, HTTP_HOST="127.0.0.1:8000").url
    alone = director_client.get(made, HTTP_HOST="127.0.0.1:8000")
    assert link_of(alone).startswith("http://127.0.0.1:8000/join/")
    assert "This link works only on this computer." in text(alone)
    settings.NINETIMER_ALLOWED_HOSTS = [".example.org", "192.168.1.7"]
    known = director_client.get(made, HTTP_HOST="127.0.0.1:8000")
    assert link_of(known).startswith("http://192.168.1.7:8000/join/")
    assert "on this computer" not in text(known)


def test_qr_code_encodes_the_link():
    """Every module of the drawing is compared with the position in the standard."""
    import segno

    link = "http://192.168.1.7:8000/join/0123456789abcdefghijklmnopqrstuv/"
    drawn = qr_code_of(link)
    dark = set()
    for x, y, length in re.findall(r"M(\d+) (\d+)h(\d+)v1h-\d+z", drawn.path):
        dark |= {(int(x) + step, int(y)) for step in range(int(length))}
    wanted = segno.make(link, error="m", micro=False)
    rows = list(wanted.matrix_iter(border=4))
    assert drawn.size == len(rows)
    assert dark == {(x, y) for y, row in enumerate(rows) for x, module in enumerate(row) if module}


@pytest.mark.full
def test_helpers_are_paginated_and_found_by_name(director_client, desk, event):
    for number in range(60):
        accept_invitation(
            User.objects.create_user(f"Ann {number:02}"),
            create_invitation(desk, event, Role.READER)[0],
        )
    first, second = (text(director_client.get(PAGE, {"page": page})) for page in (1, 2))
    assert ("Ann 47" in first, "Ann 51" in first, "Page 1 of 2" in first) == (True, False, True)
    assert ("Ann 47" in second, "Ann 51" in second, "Page 2 of 2" in second) == (False, True, True)
    named = text(director_client.get(PAGE, {"find": "ann 51"}))
    assert ("Ann 51" in named, "Ann 50" in named, "Show all" in named) == (True, False, True)
    assert "No rows match." in text(director_client.get(PAGE, {"find": "zebra"}))


def test_invitation_link_is_shown_in_its_creators_browser_only(
    director_client, event, django_user_model
):
    link = link_of(director_client.post(PAGE, {"role": "scorekeeper"}, follow=True))
    row = Invitation.objects.get()
    secret = link.split("/")[-2]
    assert secret not in str(dict(director_client.session.items()))
    assert "Show the code" in text(director_client.get(PAGE))
    assert link_of(director_client.get(f"{PAGE}invitations/{row.pk}/")) == link
    cookie = director_client.cookies[f"ninetimer_invitation_{row.pk}"]
    assert cookie["httponly"]
    assert cookie["path"] == PAGE
    other = browser_of(django_user_model.objects.create_superuser("other"))
    answer = other.get(f"{PAGE}invitations/{row.pk}/", follow=True)
    assert secret not in answer.text
    assert "is shown only once" in text(answer)


def test_scorekeeper_starts_a_practice_game_and_records_only_in_it(desk, event):
    own, other = (browser_in(desk, event, Role.SCOREKEEPER, name) for name in ("Kim", "Lee"))
    assert "/games/practice/" in own.get("/events/autumn-open/games/").text
    answer = own.post("/games/practice/", {"pace": "0", "turns": "8"})
    practice = PracticeGame.objects.get()
    assert (answer.status_code, answer.url) == (302, f"/games/{practice.pk}/")
    line = practice.turns[0]["line"]
    seen = sheet(practice.game).fingerprint
    form = {"line": line, "seen": seen, "confirmed": line, "cased": "1"}
    assert other.post(at("record", practice.game), form).status_code == 403
    assert not sheet(practice.game).rows
    assert own.post(at("record", practice.game), form).status_code == 302
    assert len(sheet(practice.game).rows) == 1
    ended = own.post(f"/games/{practice.pk}/practice/", {"keys": "9"}, follow=True)
    assert ended.status_code == 200
    assert "Practice result" in Page(ended).text


def test_user_without_a_role_cannot_practise(desk, event):
    client = browser_of(User.objects.create_user("Nobody"))
    assert client.get("/games/practice/").status_code == 403
    assert "/games/practice/" not in client.get("/").text
