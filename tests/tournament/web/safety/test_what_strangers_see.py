"""No public address reveals a secret: secrets are planted, then searched for everywhere.

All addresses of the program are tried, with all keys, and their links are followed.
"""

import io
import re
from itertools import product
from urllib.parse import urlencode

import pytest
from django.test import Client
from django.urls import reverse
from django.urls.converters import IntConverter
from django.utils import timezone
from pypdf import PdfReader

from scoring.actions.games import open_game
from scoring.actions.notes import annotate
from scoring.models import TurnEntry
from tests.remembered import remembered
from tests.scoring.views.pads import put
from tests.tournament.web.safety.test_who_may import PAGES
from tournament.actions.people.details import update_entry
from tournament.actions.people.keep_apart import keep_apart
from tournament.actions.results.results import correct_result
from tournament.actions.rounds.drafts import pair_by_hand
from tournament.actions.standings.display import change_standings_settings
from tournament.actions.standings.prizes import add_prizes
from tournament.broadcast.web.site_files import publish_site
from tournament.hall.actions.screens import add_screen, set_screen
from tournament.hall.models import PlayerCode
from tournament.hall.models.screens import ScreenList
from tournament.hall.web.player_pages import PLAYER_CODE_THROTTLE, PLAYER_FORM_THROTTLE
from tournament.models import Pairing, ResultEntry
from tournament.models.results import ResultStatus
from tournament.reports.definition import all_papers

pytestmark = [pytest.mark.django_db, pytest.mark.full]

SECRETS = {
    "what is owed, and a telephone number beside it": ("77,13", "5551234"),
    "why somebody is kept apart, and an address": ("feud", "zoe@secret.example"),
    "a result that is held back": ("777", "666"),
    "the name of who asked for initials": ("Zoë", "Müller", "Zoe M", "Muller"),
    "notes at a turn": ("whispered",),
    "a play of a game that is held back": ("WALTZ",),
    "a play of a game that goes on": ("JUMBO", "JUMBOS"),
    "a code of a player": ("XQXZ",),
}
TOKEN = re.compile(r"[\w-]{30,}|\d{12,}|\d+(?:\s[0-9a-f]{4}){4}")
"""Form tokens, timestamps in milliseconds and heads of a log, which may contain anything by chance."""
FORMATS = ("html", "csv", "json")
OPTIONS = (
    {},
    {"round": 3, "division": "a"},
    {"round": 3, "division": "a", "board": 1},
    {"audience": "desk"},
    {"player": 3},
)


@pytest.fixture
@remembered
def planted(desk, four, whole_robin):
    """Create an event with a secret of every kind; return the keys of its games."""
    zoe = four.entries.get(number=3)
    update_entry(desk, zoe, rating=zoe.rating, owes="0660 5551234: € 77,13", by_initials=True)
    one, two = (four.entries.get(number=n).player for n in (1, 2))
    keep_apart(desk, four.event, one, two, hard=True, reason="a feud, says zoe@secret.example")
    add_prizes(desk, four.event, "1st place: 50\nHigh game: 20\nHigh word: 10")
    games = {}
    for number, line in ((1, "8H ZONE 26"), (2, "8H JUMBO 54"), (3, "8H WALTZ 68")):
        pairing = Pairing.objects.filter(round__division=four, round__number=number).first()
        game = open_game([pairing.first.name, pairing.second.name], "naspa_nwl", desk)
        put(game, line)
        annotate(TurnEntry.objects.get(game=game), "whispered to the director", desk)
        if number == 2:  # this game stays open: its board has no result yet
            results = ResultEntry.objects.filter(pairing=pairing)
            results.update(standing=ResultStatus.SUPERSEDED)
        else:
            game.finished_at = timezone.now()
            game.save()
        Pairing.objects.filter(pk=pairing.pk).update(game=game)
        games[number] = game.pk
    for pairing in Pairing.objects.filter(round__division=four, round__number=3):
        correct_result(desk, pairing, 777, 111, reason="misread", accepted=True)
    change_standings_settings(desk, four, rounds_planned=4, held_back_from=3)
    pair_by_hand(desk, four, [(1, 3), (2, 4)])
    free = open_game(["Zoë Müller", "Eve Stone"], "naspa_nwl", desk)
    PlayerCode.objects.filter(entry__division=four).update(letters="XQXZ")
    return [*games.values(), free.pk]


@pytest.fixture
@remembered
def screen(desk, four):
    """Return a screen of the event with every list."""
    made = add_screen()
    set_screen(desk, four.event, made, shows=ScreenList.values)
    return made.number


def addresses(games, screen):
    """Yield every address of the program with the planted keys."""
    known = {
        "event": ("autumn-open",), "division": ("a",), "number": (1, 2, 3, 4, screen), "entry": (1, 2, 3, 4),
        "other": (1, 3), "board": (1, 2), "turn": (0, 1), "pk": games, "shown": (0, 1, 3), "version": (0,),
        "key": ("score_sheet", "board_diagram", "recount"), "topic": ("hall",),
    }  # fmt: skip
    for name, pattern in PAGES.items():
        if name in ("logout", "report_file"):
            continue
        kinds = pattern.pattern.converters
        names = list(kinds)
        usual = {key: (1,) if isinstance(kinds[key], IntConverter) else ("x",) for key in names}
        for values in product(*(known.get(key, usual[key]) for key in names)):
            yield name, reverse(name, kwargs=dict(zip(names, values, strict=True)))
    for key, file_format, more in product(all_papers(), FORMATS, OPTIONS):
        query = urlencode({"format": file_format} | more)
        yield "report_file", f"{reverse('report_file', args=['autumn-open', key])}?{query}"
    for address in (
        "/hall/autumn-open/find/?q=ü",
        "/events/autumn-open/?since=0",
        "/events/autumn-open/find/?q=3",
    ):
        yield "asked", address
    for way in ("?by=name", "?round=3", "?round=4", "?ratings=1", "?turn=1", "?show=wall_chart"):
        for screen_name in ("division", "standings", "site_pairings", "reports", "site_standings"):
            names = list(PAGES[screen_name].pattern.converters)
            yield screen_name, reverse(screen_name, args=["autumn-open", "a"][: len(names)]) + way


def text_of(answer):
    if answer.streaming or answer["Content-Type"].startswith(("image/png", "application/zip")):
        return ""
    return TOKEN.sub("", answer.content.decode("utf-8", "ignore"))


def test_published_files_contain_no_secret(event, planted, screen, tmp_path):
    publish_site(event, tmp_path)
    assert not (tmp_path / "a/standings/3/index.html").exists()
    leaked = []
    for path in tmp_path.rglob("*"):
        if path.suffix not in (".html", ".pdf", ".js") or "static" in path.parts:
            continue
        content = path.read_bytes()
        if path.suffix == ".pdf":
            pages = PdfReader(io.BytesIO(content)).pages
            content = "\n".join(page.extract_text() for page in pages).encode()
        text = TOKEN.sub("", content.decode())
        leaked += [
            (path.name, secret)
            for secrets in SECRETS.values()
            for secret in secrets
            if secret in text
        ]
    assert leaked == []
    assert len(list(tmp_path.rglob("*.html"))) > 20
    assert len(list(tmp_path.rglob("*.pdf"))) > 3


def test_public_addresses_show_no_secret(client, planted, screen):
    seen, leaked = {}, []
    for name, address in addresses(planted, screen):
        answer = client.get(address, follow=True)
        if answer.status_code not in (200, 422):
            continue
        seen.setdefault(name, answer.redirect_chain)
        content = text_of(answer)
        leaked += [
            f"{address}: {kind} ({secret})"
            for kind, secrets in SECRETS.items()
            for secret in secrets
            if secret in content and secret not in address
        ]
    assert not leaked, "\n".join(leaked)
    shown = {name for name, chain in seen.items() if not chain}
    assert {"site_standings", "site_game", "site_player", "tourney_js", "screen_lists"} <= shown


def test_director_can_see_every_planted_secret(director_client, planted, screen):
    """Checks that the secrets can be found at all. It stops when all are found."""
    missing = {secrets[0] for secrets in SECRETS.values()}
    for name, address in addresses(planted, screen):
        if missing and name in (
            "standings", "entry", "scoring:pad", "report_file", "apart", "player_phones",
        ):  # fmt: skip
            content = text_of(director_client.get(address, follow=True))
            missing -= {secret for secret in missing if secret in content}
    assert missing == set()


def test_personal_page_shows_other_players_only_as_publicly_visible(planted, four):
    PLAYER_FORM_THROTTLE.reset()
    PLAYER_CODE_THROTTLE.reset()
    for code in PlayerCode.objects.filter(entry__division=four).exclude(entry__number=3):
        page = re.sub(r"[\w-]{16,}", "", Client().get(f"/me/{code.token}/").text)  # tokens
        assert "Z. M." in page
        assert [word for word in ("Zoë", "Müller", "666", "77,13", "WALTZ") if word in page] == []
