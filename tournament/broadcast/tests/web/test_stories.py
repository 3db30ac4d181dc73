"""Stream sources, the API and the site as files are compared with what somebody last read; see `tests/stories.py`."""

import datetime as dt
import io
import json
import os
import re
import zipfile

import pytest
from django.contrib.auth.models import User
from django.test import Client

from scoring.actions.activity import Actor
from tests.approved import check_approved
from tests.scoring.views.pads import put
from tests.stories import POST, SEND, WITH_ALL_ROOMS, Story, words_of
from tournament.actions.event.events import create_event
from tournament.actions.people.withdrawals import withdraw
from tournament.actions.results.recorded_games import start_game
from tournament.actions.results.results import correct_result, enter_result
from tournament.actions.standings.display import change_standings_settings
from tournament.broadcast.actions.streams import point_slot, switch_stream
from tournament.broadcast.exchange.site import RECORD_FILE_NAME
from tournament.broadcast.models import Channel
from tournament.broadcast.queries.publishing import site_job_name
from tournament.broadcast.queries.stream_fields import FIELDS, plain_text
from tournament.broadcast.queries.streams import source_of
from tournament.broadcast.web import site_files
from tournament.broadcast.web.publishing import run_zip_job
from tournament.engine.results import Outcome
from tournament.hall.actions.site import set_site_visibility
from tournament.hall.tests import harbour as harbour_event
from tournament.hall.tests.harbour import (
    OTHER_PLAYS,
    PLAYS,
    board,
    logged,
    publish_fourth,
    show_turns,
)
from tournament.jobs import JobState, remove_job, write_state
from tournament.models import Event
from tournament.queries.cache import cache_reads

pytestmark = [pytest.mark.django_db, WITH_ALL_ROOMS]
module_desk, harbour = harbour_event.module_desk, harbour_event.harbour
desk, browser = harbour_event.desk, harbour_event.browser


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
    check_approved(request, now)


API = "/api/v1"
OF_THE_API = """
    events events?per_page=1&page=2 events?per_page=2&page=2 events?page=0 events/harbour-open events/nowhere
    {masters}/rounds {masters}/rounds/4/pairings {masters}/rounds/2/pairings {masters}/rounds/5/pairings
    {masters}/results?per_page=5&page=4 {b}/results
    {masters}/standings {masters}/standings?after=2&per_page=4&page=2 {masters}/standings?after=0
    {masters}/standings?after=5 {masters}/standings?per_page=13&page=2 {b}/standings
    {masters}/players {masters}/players?per_page=5&page=3 {masters}/players?per_page=501
    {masters}/players?per_page=5&page=4 {b}/players
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
    check_approved(request, now)


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
    check_approved(request, now)


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
    (f"{HARBOUR}housekeeping/close/", SEND, {"accepted": "1"}),
    (f"{HARBOUR}hall/", "Turn the stream off"),
    (STREAMS, "Delete the slot featured"),
    (STREAMS, ""),
    (STREAMS, "Turn the stream on"),
    (STREAMS, ""),
    (STREAMS, "Delete the slot centre"),
    (STREAMS, "Delete the slot centre", {"confirmed": "on"}),
]


def test_slots_and_channels_by_their_forms(request, browser, desk, harbour):
    publish_fourth(desk, harbour.divisions.get(slug="masters"))
    story = Story("streams", browser)
    story.take(STREAM_STEPS)
    shown = Channel.objects.values_list("slug", "name", "event__slug")
    story.lines["streams channels"] = " / ".join(map(" ".join, shown))
    story.lines["streams logged"] = logged("slot|stream|channel|key|publishing")
    check_approved(request, story.lines)


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
    addresses += [f"{name}/centre/score.txt" for name in ("mole", "quay", "pier")]
    addresses += ["quay/centre/score/"]
    for path in addresses:
        answer = client.get(f"/stream/{path}")
        shown = answer.text.partition("<main")[2].partition("</main>")[0] or answer.text
        kind = answer["Content-Type"].partition(";")[0]
        now[f"source {path}"] = f"{answer.status_code} {kind} {' '.join(shown.split())}"
    switch_stream(desk, Event.objects.get(pk=harbour.pk), on=False)
    for path in ("centre/score.txt", "centre/nothing.txt", "centre/standings/"):
        answer = client.get(f"/stream/harbour-open/{path}")
        now[f"source off {path}"] = f"{answer.status_code} {answer.text[:1]}"
    check_approved(request, now)


KEYS = f"{HARBOUR}programs/"
KEY_STEPS = [
    (KEYS, ""),
    (KEYS, "Create key", {"name": " ", "per_second": "40"}),
    (KEYS, "Create key", {"name": "Overlay", "per_second": "0"}),
    (KEYS, "Create key", {"name": "Overlay", "per_second": "1001"}),
    (KEYS, "Create key", {"name": "Overlay", "per_second": "1000"}),
    (f"{HARBOUR}housekeeping/close/", SEND, {"accepted": "1"}),
    (KEYS, "Create key", {"name": "Board", "per_second": "1"}),
    (KEYS, "Revoke the key of Overlay"),
    (KEYS, "Create key", {"name": "Wall"}),
]


def test_keys_by_their_forms(request, browser, harbour):
    made = re.compile(r"\bnt_[\w-]+|(?<=programs/)\d+(?=/end)")
    story = Story("keys", browser, hide=lambda line: made.sub("*", line))
    story.take(KEY_STEPS)
    story.lines["keys logged"] = logged("slot|stream|channel|key|publishing")
    check_approved(request, story.lines)


PUBLISH = "/events/spring-open/publish/"
AGES = re.compile(r"(?<=/site on )[^.]*")
"""When a site was last written."""


@pytest.fixture
def spring(desk, settings, monkeypatch, tmp_path):
    """Return the earlier event, published without papers and style sheets."""
    settings.NINETIMER_DATA_DIR = tmp_path / "data"
    settings.NINETIMER_DATA_DIR.mkdir()
    monkeypatch.setattr(site_files, "PAPERS", ())
    monkeypatch.setattr(site_files._SiteCollector, "static_files", lambda _self: {})
    return Event.objects.get(slug="spring-open")


def test_publishing_by_its_form(request, browser, spring, tmp_path, settings):
    story = Story(
        "publish", browser, hide=lambda line: AGES.sub("*", line.replace(str(tmp_path), "/stick"))
    )
    other = tmp_path / "other"
    other.mkdir()
    (other / "letter.txt").write_text("Dear")
    place, folder = site_job_name("spring-open"), str(tmp_path / "site")

    def change(score):
        final = board(spring.divisions.get(), 2, 1)
        correct_result(Actor("clerk"), final, score, 377, reason="misread", accepted=True)

    def step(label="", **typed):
        story.step(browser, PUBLISH, label, **typed)

    step()
    folders = other, other / "letter.txt", f"{folder}/a/b", folder, folder
    for name in (" ", "site", "~nobody/site", *map(str, folders)):
        step("Publish", folder=name)
    step("Publish", folder=folder, follows=None)
    change(381)
    step()
    step("Create the zip")
    change(382)
    step("Publish", folder=folder)
    step("Create the zip again")
    zipped = browser.get(f"{PUBLISH}site.zip")
    names = zipfile.ZipFile(io.BytesIO(zipped.content)).namelist()
    story.lines["publish zip"] = f"{zipped['Content-Disposition']} {' '.join(names)}"
    settings.NINETIMER_AFTER_PUBLISHING = "no-such-program {folder} {event}"
    step("Publish", folder=folder)
    for state in (
        JobState(), JobState(0, 0, "pages"), JobState(31, 120, "files"), JobState(phase="command"),
        JobState(is_over=True, is_stopped=True), JobState(is_over=True, is_stopped=True, phase="command"),
        JobState(is_over=True, problem="Lost."),
    ):  # fmt: skip
        write_state(place, state)
        step()
    os.utime(tmp_path / "site" / RECORD_FILE_NAME, (9e9, 9e9))
    step()
    os.utime(tmp_path / "site" / RECORD_FILE_NAME, (1e9, 1e9))
    write_state(place, JobState(1, 2))
    step()
    step("Stop")
    remove_job(place)
    write_state(place, JobState(is_over=True))
    set_site_visibility(Actor("clerk"), spring, shown=False)
    step()
    step("Create the zip")
    step("Publish", folder=str(tmp_path / "new"))
    assert not (tmp_path / "new").exists()
    settings.NINETIMER_AFTER_PUBLISHING = ""
    set_site_visibility(Actor("clerk"), spring, shown=True)
    elsewhere = Client(REMOTE_ADDR="192.168.1.30")
    elsewhere.force_login(User.objects.get(username="director"))
    story.step(elsewhere, PUBLISH)
    story.step(elsewhere, PUBLISH, POST, folder=folder)
    noted = logged("slot|stream|channel|key|publishing").replace(str(tmp_path), "/stick")
    story.lines["publish logged"] = noted
    check_approved(request, story.lines)


def test_pages_of_the_published_site(request, spring):
    calls = []
    files = site_files.site_files(spring, lambda *call: calls.append(" ".join(map(str, call))))
    pages = {name: content.decode() for name, content in files.items()}
    now = {f"site {name}": " | ".join(words_of(text)) for name, text in pages.items()}
    links = {
        name: " ".join(re.findall(r'(?:href|src)="([^"]*)"', text.partition("<main")[0]))
        for name, text in pages.items()
    }
    now |= {f"site head {name}": links[name] for name in ("index.html", "a/2/index.html")}
    now[f"site {site_files.FEED_FILE_NAME}"] = " ".join(pages[site_files.FEED_FILE_NAME].split())
    now["site progress"] = ", ".join(calls)
    calls.clear()
    run_zip_job(lambda *call: calls.append(" ".join(map(str, call))), spring.pk)
    now["zip progress"] = ", ".join(calls)
    check_approved(request, now)


def test_papers_and_style_sheets_of_the_published_site(request, desk):
    spring = Event.objects.get(slug="spring-open")
    now = {"site papers and static": " ".join(site_files.site_files(spring))}
    check_approved(request, now)
