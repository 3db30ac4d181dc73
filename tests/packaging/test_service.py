"""The service of packaging/: consistent configuration files, and recovery after a process is killed."""

import http.client
import re
import shutil
import subprocess
import sys
import threading
import time
from contextlib import closing
from pathlib import Path
from urllib.parse import urlsplit

import pytest
import yaml
from django.core.management import get_commands, load_command_class

from tests.helping import GONE, Helper
from tests.http_clients import VERSION
from tests.installation import SOURCE
from tests.killing import nothing_is_lost
from tests.on_postgres import new_database
from tests.service import PATIENCE, proxied, proxy_program, service
from tournament.hall.web.player_pages import PLAYER_CODE_THROTTLE
from tournament.version import VERSION as PROGRAM_VERSION

pytestmark = pytest.mark.full

PACKAGING = SOURCE / "packaging"
UNITS = sorted((PACKAGING / "systemd").glob("*.service"))
PROGRAM = "/opt/ninetimer/bin/ninetimer"


def compose():
    return yaml.safe_load((PACKAGING / "compose.yaml").read_text())["services"]


def commands():
    """Yield every command line of the service: from the Dockerfile, compose.yaml and the units."""
    dockerfile = (PACKAGING / "Dockerfile").read_text()
    yield yaml.safe_load(re.search(r"^CMD (\[.*\])$", dockerfile, re.MULTILINE)[1])
    for part in compose().values():
        if str(part["image"]).startswith("ninetimer:"):
            yield part["command"]
    for unit in UNITS:
        typed = re.search(r"^ExecStart=(.*)$", unit.read_text(), re.MULTILINE)[1].split()
        assert typed[0] == PROGRAM
        yield ["8001" if word == "%i" else word for word in typed[1:]]


@pytest.mark.parametrize("typed", list(commands()), ids=" ".join)
def test_every_service_process_is_an_existing_command_with_valid_options(typed):
    name, *options = typed
    command = load_command_class(get_commands()[name], name)
    command.create_parser("ninetimer", name).parse_args(options)  # fails on an unknown command


def test_every_service_setting_is_read_by_the_program():
    environment = {name for part in compose().values() for name in part.get("environment", {})}
    lines = (PACKAGING / "systemd" / "ninetimer.env").read_text().splitlines()
    environment |= {line.partition("=")[0] for line in lines if line and not line.startswith("#")}
    named = re.findall(r"\{\$(\w+)\}", (PACKAGING / "Caddyfile").read_text())
    own = {name for name in environment if not name.startswith("POSTGRES_")}
    read = re.findall(
        r'environment\.\w+\(\s*"(\w+)"', (SOURCE / "tournament/settings.py").read_text()
    )
    assert own <= {*read, *named}
    assert set(named) == {"NINETIMER_SITE", "NINETIMER_WEB"}


def test_ports_networks_and_versions_agree_across_files():
    parts = compose()
    web = [name for name, part in parts.items() if "serve" in part.get("command", [])]
    assert len(web) == 3
    dockerfile = (PACKAGING / "Dockerfile").read_text()
    port = re.search(r"^EXPOSE (\d+)$", dockerfile, re.MULTILINE)[1]
    assert f"http://127.0.0.1:{port}/health/" in dockerfile
    assert parts["proxy"]["environment"]["NINETIMER_WEB"].split() == [
        f"{name}:{port}" for name in web
    ]
    networks = yaml.safe_load((PACKAGING / "compose.yaml").read_text())["networks"]
    (inside,) = networks["inside"]["ipam"]["config"]
    assert inside["subnet"] == parts["web1"]["environment"]["NINETIMER_PROXIES"]
    assert parts["web1"]["image"] == f"ninetimer:{PROGRAM_VERSION}"
    for copied in re.findall(r"^COPY (?!--)(.+) \S+$", dockerfile, re.MULTILINE):
        for name in copied.split():
            assert (SOURCE / name).exists()
            assert f"!{name}" in (PACKAGING / "Dockerfile.dockerignore").read_text().split()


def test_no_image_process_runs_as_root():
    dockerfile = (PACKAGING / "Dockerfile").read_text()
    assert re.findall(r"^USER (\S+)$", dockerfile, re.MULTILINE) == ["10001"]
    for name, part in compose().items():
        assert part["cap_drop"] == ["ALL"], name
        assert part["security_opt"] == ["no-new-privileges:true"], name


def tool(name):
    """Return a program that checks one of the files, or skip the test."""
    beside = Path(sys.executable).with_name(name)
    program = str(beside) if beside.exists() else shutil.which(name)
    if program is None:
        pytest.skip(f"{name} is not installed")
    return program


def checked(name, *arguments):
    """Return the output of a tool that must end without an error."""
    command = [tool(name), *map(str, arguments)]
    done = subprocess.run(command, cwd=SOURCE, capture_output=True, text=True, check=False)
    assert done.returncode == 0, done.stdout + done.stderr
    return done.stdout + done.stderr


@pytest.mark.parametrize(
    "line",
    ["hadolint packaging/Dockerfile", "caddy validate --adapter caddyfile --config packaging/Caddyfile"],
)  # fmt: skip
def test_packaging_files_pass_their_own_validators(line, monkeypatch):
    monkeypatch.setenv("NINETIMER_SITE", "ninetimer.example.org")
    monkeypatch.setenv("NINETIMER_WEB", "127.0.0.1:8001 127.0.0.1:8002")
    checked(*line.split())


KNOWN_OF_COMPOSE = {
    "CL-0005": "the proxy's two ports are open to everybody: that is what it is for",
    "CL-0007": "the database and the proxy write into their own folders",
    "CL-0019": "a digest is of one build; whoever hosts it pins the one that was tried",
}


def test_compose_lint_reports_only_the_accepted_findings():
    listed = checked("compose-lint", "packaging/compose.yaml")
    assert set(re.findall(r"CL-\d{4}", listed)) == KNOWN_OF_COMPOSE.keys(), listed


def test_systemd_accepts_the_units(tmp_path):
    for unit in UNITS:
        text = (
            unit.read_text().replace(PROGRAM, "/bin/true").replace("User=ninetimer", "User=games")
        )
        (tmp_path / unit.name.replace("@", "@8001")).write_text(text)
    assert checked("systemd-analyze", "verify", *sorted(tmp_path.glob("*.service"))) == ""


HELPERS, BOARDS = 4, 16
ASKING = 4
SECONDS = 1.0
"""Seconds between the first entry and the kill, and after the kill."""


@pytest.fixture(scope="module")
def running_service(postgres_cluster):
    """Yield a service of three web processes behind Caddy, with an event in progress."""
    if proxy_program() is None:
        pytest.skip("no Caddy on this computer: the service is not tried behind its proxy")
    with service(3, new_database(postgres_cluster, "service")) as started:
        started.event = started.installation.manage(
            "simulate_event", "--players", str(2 * BOARDS), "--rounds", "3", "--stage", "paired"
        ).split()[-1]
        yield started


def version_at(server, event):
    status, page = proxied("10.0.0.1").get(f"{server.address}/hall/{event}/")
    assert status == 200
    return VERSION.search(page)[1]


def test_three_processes_serve_the_same_page_version(running_service):
    versions = {version_at(server, running_service.event) for server in running_service.web}
    assert len(versions) == 1


def test_listeners_receive_changes_written_by_another_process(running_service):
    first, second, third = running_service.web
    event = running_service.event
    place = urlsplit(first.address)
    with closing(http.client.HTTPConnection(place.hostname, place.port, timeout=60)) as listening:
        listening.request("GET", f"/bell/{event}/", headers=proxied("10.0.0.2").headers)
        stream = listening.getresponse()
        assert stream.getheader("content-type") == "text/event-stream"
        before = next_version(stream)
        helper = Helper(f"/events/{event}/a/", [BOARDS], 7)
        helper.browser = proxied("10.0.0.3")
        helper.browser.log_in(second.address)
        assert helper.enter(second.address), helper.refused
        after = next_version(stream)
    assert after != before
    assert version_at(third, event) == after


def next_version(stream):
    """Return the next version on the stream, skipping keep-alive messages."""
    for line in stream:
        if line.startswith(b"data: "):
            return line.decode().split()[1]
    raise AssertionError("the stream ended")


def is_refused(browser, address):
    """Type a wrong code and return whether it was refused unchecked."""
    _status, page = browser.post(address, {"number": 1, "letters": "BBBB"})
    assert "Too many wrong codes" in page or "do not match" in page
    return "Too many wrong codes" in page


def test_wrong_codes_are_counted_across_processes(running_service):
    addresses = [
        f"{server.address}/hall/{running_service.event}/me/" for server in running_service.web
    ]
    browsers = [proxied("10.0.0.77") for _ in addresses]
    for browser, address in zip(browsers, addresses, strict=True):
        browser.get(address)
    for _ in range(PLAYER_CODE_THROTTLE.most):
        assert not is_refused(browsers[0], addresses[0])
    for browser, address in zip(browsers[1:], addresses[1:], strict=True):
        # fewer than the process would allow by its own count
        for _ in range(PLAYER_CODE_THROTTLE.most - 1):
            if is_refused(browser, address):
                break
            time.sleep(1)  # messages are late on a busy computer
        else:
            raise AssertionError("it does not know what the first one counted")


def test_killed_process_loses_no_data_and_the_others_answer(running_service):
    event, address = running_service.event, running_service.address
    helpers = [
        Helper(f"/events/{event}/a/", list(range(1 + number, BOARDS, HELPERS)), number)
        for number in range(HELPERS)
    ]
    for helper in helpers:
        helper.browser = running_service.browser()
        helper.browser.log_in(address)
    over = threading.Event()
    pages: list[tuple[float, int]] = []

    def enter(helper):
        while not over.is_set():
            helper.enter(address)

    def ask():
        browser = running_service.browser()
        while not over.is_set():
            began = time.monotonic()
            try:
                status, _page = browser.get(f"{address}/hall/{event}/")
            except GONE:  # partly sent when the process was killed
                status = 0
            pages.append((time.monotonic() - began, status))

    threads = [threading.Thread(target=enter, args=[helper]) for helper in helpers]
    threads += [threading.Thread(target=ask) for _ in range(ASKING)]
    for thread in threads:
        thread.start()
    try:
        wait_until(lambda: all(helper.acknowledged for helper in helpers))
        time.sleep(SECONDS)
        killed = running_service.web[0].process
        killed.kill()
        killed.wait()
        at = sum(len(helper.acknowledged) for helper in helpers)
        time.sleep(SECONDS)
        wait_until(lambda: sum(len(helper.acknowledged) for helper in helpers) > at)
    finally:
        over.set()
        for thread in threads:
            thread.join()
    statuses = [status for _took, status in pages]
    assert set(statuses) <= {200, 0}
    assert statuses.count(0) <= ASKING
    unanswered = sum(len(helper.unanswered) for helper in helpers)
    assert unanswered <= HELPERS  # at most the entries in flight
    nothing_is_lost(running_service.installation, event, helpers)


def wait_until(true):
    end = time.monotonic() + PATIENCE
    while not true():
        assert time.monotonic() < end
        time.sleep(0.02)
