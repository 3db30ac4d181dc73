"""The README names everything a director can type, set, print or meet: it is read against the code."""

import ast
import re

import pytest
from django.core.management import get_commands, load_command_class

from scoring.engine.audit.findings import Code
from scoring.engine.game.legality import Reason
from scoring.wording.findings import MEANINGS
from tests.architecture.modules import APPS, SOURCE, modules
from tests.documentation.readme import KINDS, README, left_out, row_of

OF_DJANGO = {"--skip-checks"} | set(
    load_command_class("django.core", "check").create_parser("", "")._option_string_actions
)


def our_commands() -> list[str]:
    """The commands of the program but `migrate`, which is Django's with a lock around it."""
    return sorted(
        n for n, app in get_commands().items() if app.partition(".")[0] in APPS and n != "migrate"
    )


@pytest.mark.parametrize("command", our_commands())
def test_the_readme_tells_every_command_with_its_options(command):
    parser = load_command_class(get_commands()[command], command).create_parser("", command)
    options = {name for name in parser._option_string_actions if name.startswith("--")} - OF_DJANGO
    assert row_of(command), f"no row for {command}"
    assert {option for option in options if f"`{option}`" not in row_of(command)} == set()


def settings_read() -> set[str]:
    """Return every name of the environment that the settings look up."""
    text = (SOURCE / "tournament/settings.py").read_text()
    return set(re.findall(r'environment\.\w+\(\s*"(\w+)"', text))


def test_the_readme_tells_every_setting():
    assert len(settings_read()) >= 5
    assert {name for name in settings_read() if not row_of(name)} == set()


@pytest.mark.full
def test_no_setting_is_read_elsewhere():
    """One place: a setting read in a corner of the program would not be found by the test above."""
    elsewhere = [
        f"{module.name}:{node.lineno}"
        for module in modules()
        if module.name
        not in (
            "tournament.command",
            "tournament.environment",
            "tournament.data_folder",
            "tournament.wsgi",
        )
        for node in ast.walk(module.tree)
        if isinstance(node, ast.Attribute) and ast.unparse(node) in ("os.environ", "os.getenv")
    ]
    assert elsewhere == []


@pytest.mark.parametrize("kind", KINDS)
def test_the_readme_tells_everything_that_is_found_by_walking_a_folder(kind):
    assert left_out(kind) == []


def test_the_readme_tells_every_finding_code_with_its_weight_and_meaning():
    begin, end = "<!-- finding codes: begin -->", "<!-- finding codes: end -->"
    table = README.partition(begin)[2].partition(end)[0]
    rows = re.findall(r"^\| `([a-z_]+)` \| (\w+) \| (.*) \|$", table, re.MULTILINE)
    assert rows == [(code.value, code.severity.value, MEANINGS[code]) for code in Code]


def test_every_finding_code_can_be_found():
    named = {
        node.attr
        for module in modules("scoring")
        for node in ast.walk(module.tree)
        if isinstance(node, ast.Attribute) and ast.unparse(node.value) == "Code"
    }
    reasons = {reason.code.name for reason in Reason}
    assert {code.name for code in Code} - named - reasons == set()


def test_what_make_can_do_is_named_in_its_help_and_what_users_need_in_the_readme():
    makefile = (SOURCE / "Makefile").read_text()
    named = set(
        re.findall(
            r"`make (?:-k )?([a-z][a-z-]+)", README + (SOURCE / "CONTRIBUTING.md").read_text()
        )
    )
    helped = set(re.findall(r"^# make ([a-z-]+)", makefile, re.MULTILINE))
    targets = set(re.findall(r"^([a-z-]+)(?: [a-z-]+)*:", makefile, re.MULTILINE))
    assert named >= {"demo", "test", "password", "bench", "help"}
    assert (named | helped) - targets - {"password"} == set()


def test_every_file_the_readme_points_to_is_there():
    named = re.findall(r"`((?:scoring|tournament|tests|fixtures)/[\w/.]*|LICENSE)`", README)
    assert [name for name in named if not (SOURCE / name).exists()] == []
