"""The shipped program with access for phones: the second socket, cached bytes, and abuse."""

import http.client
import re
import sqlite3
import time
import urllib.error
import urllib.request
from concurrent.futures import ThreadPoolExecutor
from contextlib import closing, contextmanager
from dataclasses import dataclass
from urllib.parse import urlsplit

import pytest

from tests.helping import Browser
from tests.http_clients import FLOODER, GUESSER, never_read, one_phone, wrong_codes
from tests.installation import Installation, running
from tests.shown import result_line

HALL = "127.0.0.2"
"""A loopback address at which the desk does not listen; it serves as the hall's address."""
LETTERS = """
SELECT entry.number, code.letters
FROM tournament_playercode code JOIN tournament_entry entry ON entry.id = code.entry_id
"""


@dataclass(frozen=True)
class InstallationInAHall(Installation):
    """An installation whose only network is a second loopback address."""

    def environment(self):
        return {**super().environment(), "NINETIMER_NETWORKS": HALL}


@pytest.fixture(scope="module")
def event(fresh_installation, tmp_path_factory):
    """Return an installation with an event in progress, and the event's slug."""
    folder = tmp_path_factory.mktemp("hall") / "data"
    installation = InstallationInAHall(fresh_installation.copied(folder).folder)
    made = ("simulate_event", "--players", "8", "--rounds", "3", "--stage", "half")
    return installation, installation.manage(*made).split()[-1]


@contextmanager
def let_in(event):
    """Run the program with access for phones; yield the desk's browser and the addresses of the desk and the hall."""
    installation, slug = event
    with running(installation) as server:
        desk = Browser()
        desk.log_in(server.address)
        assert desk.post(f"{server.address}/events/{slug}/phones/let-in/", {})[0] == 302
        yield desk, server, f"http://{HALL}:{urlsplit(server.address).port}"


@pytest.fixture(scope="module")
def open_hall(event):
    """Yield a running program with access for phones, shared by tests."""
    with let_in(event) as opened:
        yield opened


def answer_of(address, **headers):
    """Return the status and body of the response from an address."""
    try:
        request = urllib.request.Request(address, headers=headers)
        with urllib.request.urlopen(request, timeout=20) as answer:
            return answer.status, answer.read().decode()
    except urllib.error.HTTPError as refused:
        with refused:
            return refused.code, refused.read().decode()


def test_phones_connect_while_access_is_open_and_again_after_a_restart(event):
    installation, slug = event
    with running(installation) as server:
        port = urlsplit(server.address).port
        with pytest.raises(urllib.error.URLError):
            answer_of(f"http://{HALL}:{port}/hall/{slug}/")
    with let_in(event) as (desk, server, hall):
        status, page = answer_of(f"{hall}/hall/{slug}/")
        assert (status, "Practice: 8 players" in page) == (200, True)
        # Repeating it changes nothing.
        desk.post(f"{server.address}/events/{slug}/phones/let-in/", {})
        status, page = answer_of(f"{hall}/hall/{slug}/", Host="somewhere.example")
        assert status == 400
        assert f'href="{hall}/hall/"' in page
        assert "1 device has connected" in desk.get(f"{server.address}/events/{slug}/phones/")[1]
        assert answer_of(f"{server.address}/hall/{slug}/")[0] == 200
    with running(installation) as server:
        hall = f"http://{HALL}:{urlsplit(server.address).port}"
        deadline = time.monotonic() + 20
        while True:
            try:
                assert answer_of(f"{hall}/hall/{slug}/")[0] == 200
                break
            except urllib.error.URLError:
                assert time.monotonic() < deadline
                time.sleep(0.05)
        desk = Browser()
        desk.log_in(server.address)
        desk.post(f"{server.address}/events/{slug}/phones/close/", {})
        with pytest.raises(urllib.error.URLError):
            answer_of(f"{hall}/hall/{slug}/")
        assert answer_of(f"{server.address}/hall/{slug}/")[0] == 200


def test_kiosk_gets_no_page_cached_for_everybody(event, open_hall):
    _desk, server, _hall = open_hall
    site = f"{server.address}/hall/{event[1]}/"
    for _ in range(2):
        assert "Practice: 8 players" in answer_of(site)[1]
    assert "Practice: 8 players" not in answer_of(site, Cookie="ninetimer-kiosk=any")[1]


def test_cached_bytes_are_served_until_a_result_arrives(event, open_hall):
    _installation, slug = event
    desk, server, hall = open_hall
    page = f"{hall}/hall/{slug}/a/pairings/"
    phone = http.client.HTTPConnection(urlsplit(hall).netloc)

    def ask(method="GET", address=page, **headers):
        phone.request(method, urlsplit(address).path, headers=headers)
        answer = phone.getresponse()
        return answer, answer.read()

    first, body = ask()
    same, again = ask()
    assert again == body
    for name in ("ETag", "Content-Security-Policy", "X-Frame-Options", "Cache-Control"):
        assert same.getheader(name) == first.getheader(name) is not None
    assert ask(**{"If-None-Match": first.getheader("ETag")})[0].status == 304
    head, nothing = ask("HEAD")
    assert (head.getheader("Content-Length"), nothing) == (str(len(body)), b"")
    result = result_line(3, 913, 301)
    status, why = desk.post(f"{server.address}/events/{slug}/a/rounds/2/results/", result)
    assert status == 302, why
    new, other = ask()
    assert new.getheader("ETag") != first.getheader("ETag")
    assert b"913" in other
    assert b"913" not in body
    phone.close()


def slowest_page(desk, address, times=5):
    """Return how many seconds the slowest of `times` requests to the desk took."""
    took = []
    for _ in range(times):
        began = time.perf_counter()
        assert desk.get(address)[0] == 200
        took.append(time.perf_counter() - began)
    return max(took)


@pytest.mark.full
def test_desk_responds_while_five_hundred_connections_never_read(event, open_hall):
    _installation, slug = event
    desk, server, hall = open_hall
    with ThreadPoolExecutor(1) as naughty:
        place = urlsplit(hall)
        silent = naughty.submit(never_read, (place.hostname, place.port), slug, 500, seconds=5)
        assert slowest_page(desk, f"{server.address}/events/{slug}/a/", times=20) < 10
        threads = (f"/proc/{server.process.pid}/status",)
        with open(*threads) as status:  # noqa: PTH123 - of the system, not a file
            count = next(int(line.split()[1]) for line in status if line.startswith("Threads:"))
        assert count < 40, "no connection has a thread"
        assert silent.result() == {"never read": 500}


def test_hundreds_of_wrong_codes_do_not_affect_desk_and_players(event, open_hall):
    # A thousand requests take a minute beside other tests; `hall_load flood` and a test without a
    # network send that many.
    installation, slug = event
    with closing(sqlite3.connect(installation.database)) as database:
        letters = dict(database.execute(LETTERS).fetchall())
    desk, server, hall = open_hall
    with ThreadPoolExecutor(1) as naughty:
        place = urlsplit(hall)
        tried = naughty.submit(wrong_codes, (place.hostname, place.port), slug, 250)
        assert slowest_page(desk, f"{server.address}/events/{slug}/a/", times=10) < 10
        player = Browser()
        player.get(f"{hall}/hall/{slug}/me/")
        own = {"number": 1, "letters": letters[1]}
        assert player.post(f"{hall}/hall/{slug}/me/", own)[0] == 302
        assert tried.result() == {"422": 250}
        page = desk.get(f"{server.address}/events/{slug}/phones/now/")[1]
        assert re.search(rf"{GUESSER} keeps sending wrong codes \(2[34]\d since", page)


@pytest.mark.full
def test_flood_from_one_phone_is_refused_and_named_at_the_desk(event, open_hall):
    _installation, slug = event
    desk, server, hall = open_hall
    with ThreadPoolExecutor(1) as naughty:
        place = urlsplit(hall)
        flood = naughty.submit(one_phone, (place.hostname, place.port), slug, 1500)
        assert slowest_page(desk, f"{server.address}/events/{slug}/a/", times=3) < 15
        answered = flood.result()
        assert answered["429"] > 0
        assert sum(answered.values()) == 1500
        page = desk.get(f"{server.address}/events/{slug}/phones/now/")[1]
        assert f"{FLOODER} sends requests faster than they can be answered" in page


@pytest.mark.full
def test_rate_limited_program_does_not_block_others_at_its_address(event, open_hall):
    _installation, slug = event
    _desk, _server, hall = open_hall
    split = urlsplit(hall)
    program = http.client.HTTPConnection(split.hostname, split.port, timeout=20)
    statuses = []
    while len(statuses) < 5000 and 429 not in statuses:
        program.request("GET", f"/api/v1/events/{slug}")
        answer = program.getresponse()
        statuses.append(answer.status)
        answer.read()
    program.close()
    assert len(statuses) > 1200, "twenty a second for a minute"
    assert set(statuses[:-1]) == {200}
    assert (statuses[-1], answer.headers["Retry-After"]) == (429, "1")
    for path in (
        f"/hall/{slug}/",
        f"/stream/{slug}/featured/tournament.txt",
        f"/stream/{slug}/featured/standings/",
        f"/events/{slug}/tourney.js",
    ):
        assert [answer_of(hall + path)[0] for _ in range(30)] == [200] * 30, path
