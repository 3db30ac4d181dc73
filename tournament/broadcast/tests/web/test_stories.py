"""Stream sources, the API and the site as files are compared with what somebody last read; see `tests/stories.py`."""

import datetime as dt
import io
import json
import os
import re
import zipfile
from pathlib import Path

import pytest
from django.conf import settings
from django.contrib.auth.models import User
from django.db import transaction
from django.test import Client
from django.utils import timezone

from scoring.actions.activity import Actor
from scoring.models import Activity
from tests.approved import check_approved
from tests.page_forms import press
from tests.scoring.views.pads import put
from tests.stories import answered
from tests.tournament.fixtures import play_round
from tests.tournament.logged_in import browser_of
from tests.tournament.web.test_approved_pages import figures_of
from tournament.actions.event.events import create_division, create_event
from tournament.actions.event.rules import change_rules
from tournament.actions.people.details import update_entry
from tournament.actions.people.entries import add_players
from tournament.actions.people.withdrawals import withdraw
from tournament.actions.results.recorded_games import start_game
from tournament.actions.results.results import correct_result, enter_result
from tournament.actions.rounds.drafts import pair_by_hand
from tournament.actions.rounds.rounds import publish_round
from tournament.actions.standings.display import change_standings_settings
from tournament.broadcast.actions.streams import point_slot, switch_stream
from tournament.broadcast.exchange.site import WRITTEN
from tournament.broadcast.models import Channel
from tournament.broadcast.queries.publishing import site_job_name
from tournament.broadcast.queries.stream_fields import FIELDS, plain_text
from tournament.broadcast.queries.streams import source_of
from tournament.broadcast.web import site_files
from tournament.engine.results import Outcome
from tournament.hall.actions.site import set_site_visibility
from tournament.jobs import JobState, remove_job, write_state
from tournament.models import Event, Pairing
from tournament.queries.cache import cache_reads
from tournament.web.page_cache import page_cache

pytestmark = [
    pytest.mark.django_db,
    pytest.mark.skipif(bool(settings.ROOMS_OFF), reason="pages have other links without a room"),
]
APPROVED = Path(__file__).parent / "approved_stories.json"
NOW = dt.datetime(2026, 10, 3, 18, 30, tzinfo=dt.UTC)
NAMES = [
    "Ada",
    "Bo",
    "Cyril",
    "Dai",
    "Eva",
    "Finn",
    "Gus",
    "Hana",
    "Ines",
    "Jon",
    "Kit",
    "Lea",
    "Max",
]
OPEN = "\n".join(f"{name} Quist {1900 - 37 * place}" for place, name in enumerate(NAMES))
SECOND = "Nia Roe 1210\nOle Roe 1190\nPia Roe\nQuin Roe 1120"
ROUNDS = [
    (
        [(1, 12), (2, 11), (10, 3), (4, 9), (5, 8), (6, 7)],
        [(455, 301), (412, 350), (390, 377), (366, 366), (399, 421), (388, 361)],
        [13],
    ),
    (
        [(1, 8), (10, 6), (2, 13), (12, 5), (3, 11), (7, 9)],
        [(420, 419), (402, 333), (345, 398), (311, 476), (430, 344), (352, 409)],
        [4],
    ),
    (
        [(1, 10), (2, 3), (13, 9), (4, 8), (5, 6), (7, 12)],
        [(407, 392), (381, 336), (299, 447), (415, 360), (433, 382), (370, 355)],
        [11],
    ),
]
OTHER_PLAYS = ("8D GAUZE 48", "-ABC", "7G BE 13", "--", "9C HEX 40")
PLAYS = ("8H jOINERY 82", "9G QI 35", "10F WAX 40", "11E VEX 46", "12D ZOo 36")


@pytest.fixture(scope="module")
def module_desk(django_db_setup, django_db_blocker):
    """Stop the clock of the program, and return the director as an actor."""
    with pytest.MonkeyPatch.context() as patch, django_db_blocker.unblock(), transaction.atomic():
        patch.setattr(timezone, "now", lambda: NOW)
        yield Actor.for_user(User.objects.create_superuser("director", password="nine-timer"))
        transaction.set_rollback(True)


@pytest.fixture(scope="module")
def harbour(module_desk):
    """Return an event: three rounds of thirteen people, one of four, no player, and an earlier event."""
    desk = module_desk
    earlier = create_event(
        desk, name="Spring Open", preset="naspa_nwl", date=dt.date(2026, 9, 5), place="Leeds"
    )
    event = create_event(
        desk, name="Harbour Open", preset="naspa_nwl", date=dt.date(2026, 10, 3), place="York"
    )
    first, second = (create_division(desk, event, name=name) for name in ("Masters", "B"))
    add_players(desk, first, OPEN)
    add_players(desk, second, SECOND)
    before = create_division(desk, earlier, name="A")
    add_players(desk, before, "Bo Quist 1863\nEva Quist 1752\nYan Li 1500\nZoe Li 1400")
    play_round(desk, before, [(2, 1), (3, 4)], [(432, 366), (301, 300)])
    play_round(desk, before, [(1, 2), (4, 3)], [(377, 377), (311, 305)])
    for pairs, scores, byes in ROUNDS:
        play_round(desk, first, pairs, scores, byes)
    play_round(desk, second, [(3, 1), (2, 4)], [(340, 345), (410, 320)])
    finn = first.entries.get(number=6)
    update_entry(desk, finn, rating=finn.rating, by_initials=True, reason="asked for it")
    return event


@pytest.fixture
def desk(module_desk, harbour):
    """Return the director as an actor, with nothing left of earlier tests in the caches."""
    page_cache.forget()
    yield module_desk
    page_cache.forget()


@pytest.fixture
def browser(desk):
    return browser_of(User.objects.get(username="director"))


def board(division, number, board):
    """Return the pairing of a board."""
    rows = Pairing.objects.select_related("round__division__event", "first", "second")
    return rows.get(round__division=division, round__number=number, board=board, replaced_at=None)


def publish_fourth(desk, masters):
    """Publish round 4, in which player 5 meets player 2 at board 3."""
    drafted = pair_by_hand(
        desk, masters, [(1, 4), (3, 8), (5, 2), (9, 10), (6, 13), (7, 11)], [12],
        firsts_as_listed=True,
    )  # fmt: skip
    publish_round(desk, drafted)


def show_turns(desk, event, **rules):
    """Release every turn of a live board at once."""
    event = Event.objects.get(pk=event.pk)
    now = event.rules.as_dict() | {"live_boards": "every_turn", "live_rulings": True} | rules
    change_rules(desk, event, now, reason="the stream")


def logged():
    """Return what the log says of streams, channels and keys, with the values before and after."""
    rows = Activity.objects.filter(verb__regex="slot|stream|channel|key|publishing").order_by("pk")
    return " / ".join(f"{row.summary} {row.before} {row.after}" for row in rows)


def shown_in(slot, state):
    """Return what every field of a slot says, by name of the state and the field."""
    event = Event.objects.get(slug="harbour-open")
    with cache_reads():
        source = source_of(event, slot)
        return {f"{state} {name}": plain_text(make(source)) for name, make in FIELDS.items()}


def test_fields_before_during_and_after_a_round(request, desk, harbour):
    masters = harbour.divisions.get(slug="masters")
    now = shown_in("featured", "nothing on air:")
    publish_fourth(desk, masters)
    point_slot(desk, harbour, "centre", division="masters", number=4, board=3)
    point_slot(desk, harbour, "side", division="b", number=1, board=2)
    now |= shown_in("centre", "before the game:")
    now |= shown_in("side", "other division:")
    show_turns(desk, harbour, ties="apart")
    game = start_game(desk, board(masters, 4, 3))
    now |= shown_in("centre", "without a turn:")
    put(game, *PLAYS)
    enter_result(desk, board(masters, 4, 1), 401, 396, accepted=True)
    now |= shown_in("featured", "during the game:")
    masters = change_standings_settings(desk, masters, rounds_planned=4, held_back_from=None)
    enter_result(desk, board(masters, 4, 3), 433, 371, accepted=True)
    now |= shown_in("centre", "after the game:")
    check_approved(request, APPROVED, now)


API = "/api/v1"
OF_THE_API = """
    events events?per_page=1&page=2 events?per_page=2&page=2 events?page=0 events/harbour-open events/nowhere
    {masters}/rounds {masters}/rounds/4/pairings {masters}/rounds/2/pairings {masters}/rounds/5/pairings
    {masters}/results?per_page=5&page=4 {b}/results
    {masters}/standings {masters}/standings?after=2&per_page=4&page=2 {masters}/standings?after=0
    {masters}/standings?after=5 {masters}/standings?per_page=13&page=2 {b}/standings
    {masters}/players {masters}/players?per_page=5&page=3 {masters}/players?per_page=501 {b}/players
    {masters}/players/5 {masters}/players/13 {masters}/players/14 {b}/players/3
    {masters}/games {masters}/games/4/3 {masters}/games/3/4 {masters}/games/4/x {b}/games {b}/games/1/1
    {masters}/highlights {masters}/highlights?round=2 {masters}/highlights?round=6 {b}/highlights
    {masters}/ratings {b}/ratings {masters}/live {b}/live {c}/rounds openapi {masters}/teams
    events/spring-open/divisions/a/games events/spring-open/divisions/a/games?page=2 {b}/standings?per_page=2&page=2
"""


def test_api(request, desk, harbour):
    masters, second = harbour.divisions.order_by("pk")
    publish_fourth(desk, masters)
    show_turns(desk, harbour)
    withdraw(desk, masters.entries.get(number=11), after=4)
    put(start_game(desk, board(masters, 4, 3)), *PLAYS)
    enter_result(desk, board(masters, 4, 1), 401, 396, accepted=True)
    enter_result(desk, board(masters, 4, 5), outcome=Outcome.SECOND_FORFEITS, accepted=True)
    put(start_game(desk, board(second, 1, 2)), *OTHER_PLAYS)
    under = f"{API}/events/harbour-open/divisions"
    known = {name: f"{under.removeprefix(f'{API}/')}/{name}" for name in ("masters", "b", "c")}
    client, now = Client(), {}
    for path in OF_THE_API.format(**known).split():
        answer = client.get(f"{API}/{path}")
        now[f"api {path}"] = f"{answer.status_code} {' '.join(answer.text.split())}"
    check_approved(request, APPROVED, now)


def test_examples_in_the_description_of_the_api(request, desk):
    described, now = Client().get(f"{API}/openapi.json").json()["paths"], {}
    for path, methods in described.items():
        named = [f"{row['name']}={row['example']}" for row in methods["get"]["parameters"]]
        contents = methods["get"]["responses"]["200"]["content"]["application/json"]
        now |= {
            f"answer {status}": f"{row['description']} {row.get('headers')} {row.get('content')}"
            for status, row in methods["get"]["responses"].items()
            if status != "200"
        }
        now[f"example {path}"] = f"{' '.join(named)} {json.dumps(contents['example'])}"
    check_approved(request, APPROVED, now)


HARBOUR = "/events/harbour-open/"
STREAMS = f"{HARBOUR}streams/"
AIR, POINT = "Put this board on air", "Point the slot at this board"
CHANNEL = "Show this event on the channel"
CENTRE = "/stream/harbour-open/centre"
STREAM_STEPS = [
    (STREAMS, ""),
    (f"{HARBOUR}hall/", ""),
    (STREAMS, AIR, {"division": "masters", "board": "3"}),
    (STREAMS, AIR, {"division": "masters", "board": "7"}),
    (STREAMS, AIR, {"division": "b", "board": "2"}),
    (f"{HARBOUR}hall/", ""),
    (STREAMS, POINT, {"slot": " ", "division": "masters", "round": "2", "board": "5"}),
    (STREAMS, POINT, {"slot": "Centre", "division": "masters", "round": "2", "board": "7"}),
    (STREAMS, POINT, {"slot": "Centre", "division": "masters", "round": "0", "board": "5"}),
    (STREAMS, POINT, {"slot": "Centre", "division": "masters", "round": "four", "board": "3a"}),
    (STREAMS, POINT, {"slot": "Centre", "division": "masters", "round": "4", "board": "3"}),
    (STREAMS, POINT, {"slot": "Centre", "division": "masters", "round": "4", "board": "3"}),
    (STREAMS, POINT, {"slot": "aside", "division": "b", "round": "", "board": ""}),
    (f"{CENTRE}/score/", ""),
    (STREAMS, "Delete the slot centre"),
    (STREAMS, "Delete the slot aside"),
    (STREAMS, CHANNEL, {"name": "?"}),
    (STREAMS, CHANNEL, {"name": "Spring Open"}),
    (STREAMS, CHANNEL, {"name": "Quay  side"}),
    (STREAMS, CHANNEL, {"name": "quay-side"}),
    ("/events/spring-open/streams/", CHANNEL, {"name": "Quay side"}),
    ("/events/spring-open/streams/", CHANNEL, {"name": "Mole"}),
    (STREAMS, ""),
    (f"{HARBOUR}masters/rounds/2/boards/5/", "Show it on the stream"),
    (f"{HARBOUR}hall/", "Turn the stream off"),
    (STREAMS, "Delete the slot featured"),
    (STREAMS, ""),
    (STREAMS, "Turn the stream on"),
    (STREAMS, ""),
]


def test_slots_and_channels_by_their_forms(request, browser, desk, harbour):
    publish_fourth(desk, harbour.divisions.get(slug="masters"))
    now = {}
    for number, (path, label, *typed) in enumerate(STREAM_STEPS, start=1):
        if label:
            page = press(browser, path, label, **(typed[0] if typed else {}))
        else:
            page = browser.get(path, follow=True)
        unfolded = '<details class="fold" open' in page.text
        now[f"streams {number:02} {label or path}"] = f"{answered(page, harbour)} {unfolded}"
    now["streams logged"] = logged()
    shown = Channel.objects.values_list("slug", "name", "event__slug")
    now["streams channels"] = " / ".join(map(" ".join, shown))
    check_approved(request, APPROVED, now)


SOURCES = """
    centre/score.txt centre/line.txt centre/line.txt?fields=p2_name,,table&joint=--
    centre/line.txt?fields=blank1,p1_high centre/line.txt?fields=p3_name centre/nothing.txt aside/score.txt
    centre/p1_card/ centre/p2_card/ centre/head_to_head/ centre/standings/ centre/rating_gain/ centre/scoring_leaders/
    centre/division_figures/ centre/p1_history/ centre/p2_history/ centre/ticker/ centre/popups/ centre/last_play/
    centre/unseen_count/ centre/line/ centre/nothing/ side/p1_card/ side/head_to_head/ side/p1_history/ side/p2_history/
    featured/p2_card/ featured/head_to_head/ featured/standings/ strangers/head_to_head/ bare/board/
"""


def test_sources_as_text_and_as_pages(request, desk, harbour):
    masters = harbour.divisions.get(slug="masters")
    publish_fourth(desk, masters)
    show_turns(desk, harbour)
    put(start_game(desk, board(masters, 4, 3)), *PLAYS)
    for name, division, number, at in (
        ("centre", "masters", 4, 3), ("side", "b", 1, 2), ("strangers", "masters", 4, 6), ("bare", "masters", 4, 1),
    ):  # fmt: skip
        point_slot(desk, harbour, name, division=division, number=number, board=at)
    create_event(desk, name="Empty Open", preset="club", date=dt.date(2026, 10, 9))
    Channel.objects.create(slug="quay", name="Quay")
    Channel.objects.create(slug="mole", name="Mole", event=harbour)
    client, now = Client(), {}
    addresses = [f"harbour-open/{path}" for path in SOURCES.split()]
    addresses += [f"empty-open/featured/{name}.txt" for name in FIELDS]
    addresses += [
        "mole/centre/score.txt",
        "quay/centre/score.txt",
        "quay/centre/score/",
        "pier/centre/score.txt",
    ]
    for path in addresses:
        answer = client.get(f"/stream/{path}")
        shown = answer.text.partition("<main")[2].partition("</main>")[0] or answer.text
        kind = answer["Content-Type"].partition(";")[0]
        now[f"source {path}"] = f"{answer.status_code} {kind} {' '.join(shown.split())}"
    switch_stream(desk, Event.objects.get(pk=harbour.pk), on=False)
    for path in ("centre/score.txt", "centre/nothing.txt", "centre/standings/"):
        answer = client.get(f"/stream/harbour-open/{path}")
        now[f"source off {path}"] = f"{answer.status_code} {answer.text[:1]}"
    check_approved(request, APPROVED, now)


KEYS = f"{HARBOUR}programs/"
KEY_STEPS = [
    (KEYS, ""),
    (KEYS, "Create key", {"name": " ", "per_second": "40"}),
    (KEYS, "Create key", {"name": "Overlay", "per_second": "0"}),
    (KEYS, "Create key", {"name": "Overlay", "per_second": "1001"}),
    (KEYS, "Create key", {"name": "Overlay", "per_second": "1000"}),
    (KEYS, "Create key", {"name": "Board", "per_second": "1"}),
    (KEYS, "Revoke the key of Overlay"),
    (KEYS, "Create key", {"name": "Wall"}),
]


def test_keys_by_their_forms(request, browser, harbour):
    now = {}
    for number, (path, label, *typed) in enumerate(KEY_STEPS, start=1):
        if label:
            page = press(browser, path, label, **(typed[0] if typed else {}))
        else:
            page = browser.get(path, follow=True)
        page.content = re.sub(rb"\bnt_[\w-]+", b"", page.content)
        page.content = re.sub(rb"programs/\d+/end", b"programs/end", page.content)
        now[f"keys {number:02} {label or path}"] = answered(page, harbour)
    now["keys logged"] = logged()
    check_approved(request, APPROVED, now)


PUBLISH = "/events/spring-open/publish/"
AGES = re.compile(rb"</code> on [^.<]*|<p>[\d.]+\xc2\xa0[KM]?B")
"""When a site was last written, and the size of a zip file."""


@pytest.fixture
def spring(desk, settings, monkeypatch, tmp_path):
    """Return the earlier event, published without papers and style sheets."""
    settings.NINETIMER_DATA_DIR = tmp_path / "data"
    settings.NINETIMER_DATA_DIR.mkdir()
    monkeypatch.setattr(site_files, "PAPERS", ())
    monkeypatch.setattr(site_files._SiteCollector, "static_files", lambda _self: {})
    return Event.objects.get(slug="spring-open")


def test_publishing_by_its_form(request, browser, spring, tmp_path, settings):
    now, other = {}, tmp_path / "other"
    other.mkdir()
    (other / "letter.txt").write_text("Dear")
    place, folder = site_job_name("spring-open"), str(tmp_path / "site")

    def change(score):
        final = board(spring.divisions.get(), 2, 1)
        correct_result(Actor("clerk"), final, score, 377, reason="misread", accepted=True)

    def step(label="", page=None, **typed):
        page = page or (press(browser, PUBLISH, label, **typed) if label else browser.get(PUBLISH))
        content = page.content.replace(str(tmp_path).encode(), b"/stick")
        page.content = AGES.sub(b"", content)
        notes = re.findall(
            r"<(?:strong|span class=.mark-open.|label for=.progress.)>([^<]*)", page.text
        )
        notes += re.findall(r"</strong>([^<]*)<|</code>([^<]*)</p>", page.text)
        notes = " / ".join(
            " ".join(note).strip() if isinstance(note, tuple) else note for note in notes
        )
        now[f"publish {len(now) + 1:02} {label}"] = f"{answered(page, spring)} ({notes})"

    step()
    for name in (
        " ",
        "site",
        "~nobody/site",
        str(other),
        str(other / "letter.txt"),
        f"{folder}/a/b",
    ):
        step("Publish", folder=name)
    step("Publish", folder=folder)
    step("Publish", folder=folder)
    step("Publish", folder=folder, follows=None)
    change(381)
    step()
    step("Create the zip")
    change(382)
    step("Publish", folder=folder)
    step("Create the zip again")
    zipped = browser.get(f"{PUBLISH}site.zip")
    names = zipfile.ZipFile(io.BytesIO(zipped.content)).namelist()
    now["publish zip"] = f"{zipped['Content-Disposition']} {' '.join(names)}"
    settings.NINETIMER_AFTER_PUBLISHING = "no-such-program {folder} {event}"
    step("Publish", folder=folder)
    for state in (
        JobState(), JobState(0, 0, "pages"), JobState(31, 120, "files"), JobState(phase="command"),
        JobState(is_over=True, is_stopped=True), JobState(is_over=True, is_stopped=True, phase="command"),
        JobState(is_over=True, problem="Lost."),
    ):  # fmt: skip
        write_state(place, state)
        step()
    os.utime(tmp_path / "site" / WRITTEN, (9e9, 9e9))
    step()
    os.utime(tmp_path / "site" / WRITTEN, (1e9, 1e9))
    write_state(place, JobState(1, 2))
    step("Stop")
    remove_job(place)
    write_state(place, JobState(is_over=True))
    set_site_visibility(Actor("clerk"), spring, shown=False)
    step("Create the zip")
    settings.NINETIMER_AFTER_PUBLISHING = ""
    set_site_visibility(Actor("clerk"), spring, shown=True)
    elsewhere = {"REMOTE_ADDR": "192.168.1.30"}
    step("elsewhere", browser.get(PUBLISH, **elsewhere))
    step("elsewhere", browser.post(PUBLISH, {"folder": folder}, follow=True, **elsewhere))
    now["publish logged"] = logged().replace(str(tmp_path), "/stick")
    check_approved(request, APPROVED, now)


def test_pages_of_the_published_site(request, spring):
    calls = []
    files = site_files.site_files(spring, lambda *call: calls.append(" ".join(map(str, call))))
    pages = {name: content.decode() for name, content in files.items()}
    now = {f"site {name}": figures_of(text, spring) for name, text in pages.items()}
    links = {
        name: " ".join(re.findall(r'(?:href|src)="([^"]*)"', text.partition("<main")[0]))
        for name, text in pages.items()
    }
    now |= {f"site head {name}": links[name] for name in ("index.html", "a/2/index.html")}
    now[f"site {site_files.FEED}"] = " ".join(pages[site_files.FEED].split())
    now["site progress"] = ", ".join(calls)
    check_approved(request, APPROVED, now)


def test_papers_and_style_sheets_of_the_published_site(request, desk):
    spring = Event.objects.get(slug="spring-open")
    now = {"site papers and static": " ".join(site_files.site_files(spring))}
    check_approved(request, APPROVED, now)
