"""The manual covers everything that a director can type, set, print or encounter."""

import ast
import re

import pytest
from django.conf import settings
from mkdocs.commands.build import build
from mkdocs.config import load_config

from scoring.engine.audit.findings import Code
from scoring.engine.game.legality import Reason
from tests.architecture.modules import SOURCE, modules
from tests.documentation.reference import BLOCK, BLOCKS, DOCS, filled, our_commands, pages
from tournament.engine.pairing.method import all_methods
from tournament.engine.prizes.kind import all_kinds
from tournament.engine.ratings.system import all_systems
from tournament.engine.standings import all_metrics
from tournament.exchange.event_files import event_formats
from tournament.reports.definition import all_reports
from tournament.version import VERSION
from tournament.wording.recheck import DIFFERENCES

with_all_rooms = pytest.mark.skipif(
    bool(settings.ROOMS_OFF), reason="the manual is of the program with all its rooms"
)


def settings_read() -> set[str]:
    """Return every environment variable that the settings read."""
    text = (SOURCE / "tournament/settings.py").read_text()
    return set(re.findall(r'environment\.\w+\(\s*"(\w+)"', text))


@with_all_rooms
def test_manual_lists_every_command_setting_report_and_plugin():
    page = {path.name: path.read_text("utf-8") for path in (DOCS / "reference").glob("*.md")}
    there_is = {
        "commands": our_commands(), "settings": settings_read(), "reports": all_reports(),
        "pairing": all_methods(), "metrics": all_metrics(), "ratings": all_systems(),
        "prizes": all_kinds(), "files": event_formats(), "findings": [*Code, *DIFFERENCES],
    }  # fmt: skip
    left_out = {
        name: [key for key in keys if not re.search(rf"`{key}\b", page[f"{name}.md"])]
        for name, keys in there_is.items()
    }
    assert {name: keys for name, keys in left_out.items() if keys} == {}


@with_all_rooms
def test_generated_reference_matches_the_code():
    """`make docs` updates it."""
    assert [path.name for path, text in pages() if filled(text) != text] == []
    used = [block[2] for _path, text in pages() for block in BLOCK.finditer(text)]
    assert sorted(used) == sorted(BLOCKS)


@with_all_rooms
def test_every_setting_is_described():
    rows = re.findall(r"^\| `([A-Z_]+)` \| (.*) \|$", BLOCKS["environment"](), re.MULTILINE)
    assert {name for name, _about in rows} == settings_read()
    assert [name for name, about in rows if "If not set: " not in about] == ["NINETIMER_ROOMS"]


@pytest.mark.full
def test_settings_are_read_only_in_the_environment_modules():
    """A setting read elsewhere in the program would escape the tests above."""
    allowed = ("command", "environment", "data_folder", "wsgi")
    elsewhere = [
        f"{module.name}:{node.lineno}"
        for module in modules()
        if module.name.removeprefix("tournament.") not in allowed
        for node in ast.walk(module.tree)
        if isinstance(node, ast.Attribute) and ast.unparse(node) in ("os.environ", "os.getenv")
    ]
    assert elsewhere == []


def test_every_finding_code_is_used():
    named = {
        node.attr
        for module in modules("scoring")
        for node in ast.walk(module.tree)
        if isinstance(node, ast.Attribute) and ast.unparse(node.value) == "Code"
    }
    reasons = {reason.code.name for reason in Reason}
    assert {code.name for code in Code} - named - reasons == set()


def texts() -> str:
    """Return every text for readers at the top level and in the manual."""
    files = [SOURCE / "README.md", SOURCE / "CONTRIBUTING.md", *sorted(DOCS.rglob("*.md"))]
    return "\n".join(path.read_text("utf-8") for path in files)


def test_make_targets_are_listed_in_the_help_and_the_readme():
    makefile = (SOURCE / "Makefile").read_text()
    named = set(re.findall(r"`make (?:-k )?([a-z][a-z-]+)", texts()))
    helped = set(re.findall(r"^# make ([a-z-]+)", makefile, re.MULTILINE))
    targets = set(re.findall(r"^([a-z-]+)(?: [a-z-]+)*:", makefile, re.MULTILINE))
    assert named >= {"demo", "test", "password", "bench", "docs", "help"}
    assert (named | helped) - targets - {"password"} == set()


def test_every_referenced_file_exists():
    named = re.findall(r"`((?:scoring|tournament|tests|fixtures|docs)/[\w/.]*|LICENSE)`", texts())
    assert [name for name in named if not (SOURCE / name.replace("NAME", "hall")).exists()] == []


def test_manual_builds_with_valid_links_and_no_scripts_or_network(tmp_path):
    config = load_config(str(SOURCE / "mkdocs.yml"), strict=True, site_dir=str(tmp_path))
    build(config)
    built = {path: path.read_text("utf-8") for path in tmp_path.rglob("*.html")}
    assert len(built) == len(list(DOCS.rglob("*.md")))
    for text in built.values():
        assert "<main>" in text
        assert not re.search(
            r"<script|<style|\sstyle=|\son\w+=|(src|href)=\"(https?:)?//[^\"]*\.(js|css)", text
        )


def test_introductory_pages_stay_short():
    assert (SOURCE / "README.md").stat().st_size <= 10_000
    assert (SOURCE / "CONTRIBUTING.md").stat().st_size <= 8_000
    latest = (SOURCE / "CHANGELOG.md").read_text("utf-8").split("\n## ")[1]
    assert latest.startswith(VERSION)
    assert len(latest.splitlines()) <= 60
    for picture in (DOCS / "images").iterdir():
        assert picture.stat().st_size < 120_000
