"""The installed wheel: a new environment outside the checkout runs the demo, a report and a verification.

The dependencies are those of the test environment, appended to the path of the new one,
because a test must not need the internet. Ninetimer's own files come only from the wheel.
"""

import os
import re
import shutil
import subprocess
import sys
import sysconfig
import time
import zipfile
from dataclasses import dataclass
from pathlib import Path

import pytest
from playwright.sync_api import expect

from tests.browser.windows import new_page
from tests.installation import DATABASE, SOURCE, START_SECONDS

pytestmark = pytest.mark.full

RECORDS = SOURCE / "fixtures" / "demo" / "games"


@dataclass(frozen=True)
class Elsewhere:
    """An environment outside the checkout with the installed wheel, and the user's home folder."""

    wheel: Path
    environment: Path
    home: Path

    def command(self, *typed):
        return [str(self.environment / "bin" / "ninetimer"), *map(str, typed)]

    def variables(self, **more):
        passed_on = ("PATH", "LANG", "TZ")
        return {
            **{name: os.environ[name] for name in passed_on if name in os.environ},
            "HOME": str(self.home),
            "PYTHONUNBUFFERED": "1",
            **more,
        }

    def run(self, *typed, status=0, **more):
        done = subprocess.run(
            self.command(*typed),
            cwd=self.home,
            env=self.variables(**more),
            capture_output=True,
            text=True,
            check=False,
        )
        assert done.returncode == status, done.stdout + done.stderr
        return done.stdout + done.stderr

    @property
    def folder_of_demo(self):
        """Return the data folder of `ninetimer demo` on Linux."""
        return self.home / ".local" / "share" / "ninetimer-demo"


@pytest.fixture(scope="module")
def elsewhere(tmp_path_factory):
    folder = tmp_path_factory.mktemp("elsewhere")
    python = folder / "environment" / "bin" / "python"
    for command in (
        f"hatchling build -d {folder}",
        f"venv --without-pip {folder}/environment",
        f"pip --python {python} install --quiet --no-index --no-deps --find-links {folder} ninetimer",
    ):
        typed = [sys.executable, "-m", *command.split()]
        subprocess.run(typed, cwd=SOURCE, check=True, capture_output=True)
    (wheel,) = folder.glob("*.whl")
    (packages,) = folder.glob("environment/lib/python*/site-packages")
    (packages / "built_on.pth").write_text(sysconfig.get_path("purelib") + "\n", encoding="utf-8")
    home = folder / "home"
    home.mkdir()
    return Elsewhere(wheel, folder / "environment", home)


@dataclass(frozen=True)
class Started:
    """A running `ninetimer` and its output so far."""

    process: subprocess.Popen
    printed: Path

    def address(self):
        return self.wait_for(r"Ninetimer is open at\s+(\S+)/\s").group(1)

    def wait_for(self, pattern):
        """Return the match of a pattern that must be printed before the message about stopping."""
        deadline = time.monotonic() + START_SECONDS
        while time.monotonic() < deadline and self.process.poll() is None:
            text = self.printed.read_text(encoding="utf-8")
            if "Ctrl+C stops it." in text:
                match = re.search(pattern, text)
                assert match, text
                return match
            time.sleep(0.05)
        raise AssertionError(self.printed.read_text(encoding="utf-8"))


@pytest.fixture
def started(elsewhere, tmp_path):
    """Yield a function that starts `ninetimer` with arguments and stops it afterwards."""
    running = []

    def start(*typed, **more):
        printed = tmp_path / f"printed{len(running)}.txt"
        with printed.open("w", encoding="utf-8") as output:
            process = subprocess.Popen(
                elsewhere.command(*typed),
                cwd=elsewhere.home,
                env=elsewhere.variables(**more),
                stdout=output,
                stderr=subprocess.STDOUT,
            )
        running.append(process)
        return Started(process, printed)

    yield start
    for process in running:
        process.terminate()
        process.wait()


def test_wheel_contains_all_data_files_and_the_command(elsewhere):
    with zipfile.ZipFile(elsewhere.wheel) as wheel:
        inside = set(wheel.namelist())
    missing = []
    for origin, place in (
        ("scoring", "scoring"),
        ("tournament", "tournament"),
        ("templates", "tournament/templates"),
        ("fixtures/demo", "tournament/demo"),
    ):
        for path in (SOURCE / origin).rglob("*"):
            name = f"{place}/{path.relative_to(SOURCE / origin).as_posix()}"
            left_out = {"__pycache__", "tests"} & {*path.parts} or path.name == ".gitattributes"
            if path.is_file() and not left_out and name not in inside:
                missing.append(name)
    for path in (SOURCE / "docs").rglob("*.md"):
        name = path.relative_to(SOURCE / "docs").with_suffix(".html").as_posix()
        missing += {f"tournament/manual/{name}"} - inside
    assert missing == []
    assert [name for name in inside if "/tests/" in name] == []
    outside = {name.partition("/")[0] for name in inside} - {"scoring", "tournament"}
    assert {re.sub(r"-.*\.", ".", name) for name in outside} == {"ninetimer.dist-info"}
    assert re.fullmatch(r"Ninetimer \d+\.\d+\.\d+\n", elsewhere.run("--version"))
    program = "import scoring, tournament; print(scoring.__file__, tournament.__file__)"
    python = str(elsewhere.environment / "bin" / "python")
    files = subprocess.check_output([python, "-c", program], cwd=elsewhere.home, text=True).split()
    assert all(Path(file).is_relative_to(elsewhere.environment) for file in files)
    listed = elsewhere.run("help")
    assert "ninetimer COMMAND --help" in listed
    assert "verify_games (verify)" in listed


def test_installed_program_runs_demo_report_verification_and_a_visit(
    elsewhere, started, browser, empty_database
):
    elsewhere.folder_of_demo.mkdir(parents=True)
    # Provide the tables: creating them from the wheel is tested below.
    shutil.copyfile(empty_database, elsewhere.folder_of_demo / DATABASE)
    demo = started("demo", "--no-browser", "--port", "0")
    password = demo.wait_for(r"Log in as director with the password (\S+)").group(1)
    with browser.new_context(base_url=demo.address()) as context:
        page = new_page(context)
        page.goto("/login/")
        page.get_by_label("Name").fill("director")
        page.get_by_label("Password", exact=True).fill(password)
        page.get_by_role("button", name="Log in").click()
        page.goto("/events/demo-open/")
        expect(page.locator("h1")).to_contain_text("Demo Open")
        page.goto("/help/")
        page.get_by_role("link", name="The manual, with all reports and commands").click()
        expect(page.locator("h1")).to_have_text("Start here")
        assert page.evaluate("getComputedStyle(document.body).fontFamily") != "serif"
    data = ("--data", elsewhere.folder_of_demo)
    paper = elsewhere.home / "standings.pdf"
    elsewhere.run(*data, "report", "demo-open", "standings", "--division", "A", "--to", paper)
    assert paper.read_bytes().startswith(b"%PDF-")
    printed = elsewhere.run(*data, "verify", RECORDS, "--jobs", "2", status=1)
    assert "differ" in printed
    assert "All is well." in elsewhere.run(*data, "doctor")


def test_bare_command_creates_the_data_folder_and_opens_the_browser(
    elsewhere, started, tmp_path, browser
):
    opened = tmp_path / "opened.txt"
    program = tmp_path / "browser.sh"
    program.write_text(f'#!/bin/sh\necho "$1" >> "{opened}"\n', encoding="utf-8")
    program.chmod(0o755)
    shows = {"BROWSER": f"{program} %s"}
    data = elsewhere.home / ".local" / "share" / "ninetimer"
    alone = started(**shows)
    address = alone.address()
    text = alone.printed.read_text(encoding="utf-8")
    assert f"Its data is kept in   {data}" in text
    assert "password" not in text
    deadline = time.monotonic() + START_SECONDS
    while not opened.exists() and time.monotonic() < deadline:
        time.sleep(0.05)
    with browser.new_context() as context:
        page = new_page(context)
        page.goto(opened.read_text().strip())
        expect(page).to_have_url(f"{address}/welcome/")
        expect(page.locator("h1")).to_have_text("Welcome to Ninetimer")
        expect(page.get_by_label("Password", exact=True)).to_be_visible()
    # A second double-click opens the browser at the running program without starting another.
    opened.unlink()
    assert f"Ninetimer is already running at {address}/" in elsewhere.run(**shows)
    assert opened.read_text().strip() == f"{address}/"
