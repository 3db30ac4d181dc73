"""Names and locations of files and folders match their content and the map, and files stay short."""

import ast
import re
import subprocess
import tempfile
from collections.abc import Iterable
from pathlib import Path

import pytest

from tests.architecture.modules import APPS, SOURCE, modules, parsed

SAYING_NOTHING = {"utils", "util", "helpers", "helper", "common", "manager", "misc", "core", "base"}
TOP_LEVEL = {
    "manage.py", "start.bat", "start.command", "pyproject.toml", "constraints.txt", "README.md", "LICENSE",
    "CHANGELOG.md", "CONTRIBUTING.md", "Makefile", "scoring", "tournament", "templates", "fixtures", "packaging",
    "tests", "docs", "mkdocs.yml",
}  # fmt: skip
MAX_FILE_LINES = 400


def kept_files() -> list[str]:
    """Return the files under version control, or the existing files without git."""
    listed = subprocess.run(
        ["git", "ls-files"], cwd=SOURCE, capture_output=True, text=True, check=False
    )
    if listed.returncode:
        pytest.skip("this copy of the source is not under version control")
    return [name for name in listed.stdout.splitlines() if (SOURCE / name).exists()]


def test_top_level_matches_the_map():
    seen = {name.partition("/")[0] for name in kept_files()}
    assert {name for name in seen if not name.startswith(".")} - TOP_LEVEL == set()


def test_no_package_has_a_meaningless_name():
    nameless = [m.name for m in modules() if SAYING_NOTHING & set(m.name.split("."))]
    # Django requires this module name for a database backend.
    assert nameless == ["tournament.sqlite.base"]


@pytest.mark.parametrize("package", [*APPS, *(f"{app}.engine" for app in APPS)])
def test_outermost_packages_contain_no_code(package):
    """They are empty or list public names: importing one must cost nothing."""
    text = (SOURCE / package.replace(".", "/") / "__init__.py").read_text()
    lines = [line for line in text.splitlines() if line and not line.startswith(("#", '"""'))]
    assert all("import" in line or line.startswith(("__all__", " ", "]", ")")) for line in lines)


PRIVATE_WORDS = {
    "deed", "deeds", "doing", "told", "said", "says", "kept", "found", "each", "goes", "meant",
    "doubts", "in_order", "besides", "promises", "together", "sent", "limits", "echo",
    "whereabouts", "on_time", "uncounted", "outlook", "remembering", "taking_out", "joining",
    "leaving", "arrivals", "wrong_way", "trouble", "asked", "offers", "at_hand", "course",
    "made_once", "bell", "reading_back", "folding", "trials", "assembling", "recounted", "whole_files",
    "moved_tables", "own_process", "comparing", "one_moment", "long_work", "hall_door", "house_look", "chase",
    "hopes", "complaints",
}  # fmt: skip
"""Former module names that neither a Django programmer nor a director would look for."""
MODULES_NO_LONGER = {
    "noted", "callers", "incoming", "front", "released", "walls", "marked", "searching", "holding", "held",
    "beginnings", "carried", "wishes", "given_up", "sense", "demands", "oddities", "joined", "me", "door", "listed",
    "everything", "ways", "following", "asking", "lane",
}  # fmt: skip
"""Words that are good variable names but meaningless module names."""


def test_module_names_avoid_private_vocabulary():
    """The words may not be part of a module name either, except in applied migrations."""
    names = [m.name for m in modules() if not m.is_migration]
    gone = PRIVATE_WORDS | MODULES_NO_LONGER
    assert [n for n in names if gone & {*n.split("."), *re.split("[._]", n)}] == []


LIMIT_NAME = re.compile(r"_?(MOST|FEWEST|LONGEST|SHORTEST|LARGEST|LEAST|HIGHEST)_[A-Z_]+")


def test_limits_are_named_max_or_min():
    """The names include the limited quantity and its unit, as in `MAX_FILE_BYTES`; members of enumerations are
    exempt.
    """
    given = {
        f"{module.name}.{target.id}"
        for module in modules()
        for node in module.tree.body
        if isinstance(node, ast.Assign)
        for target in node.targets
        if isinstance(target, ast.Name) and LIMIT_NAME.fullmatch(target.id)
    }
    assert given == set()


def test_files_are_short_and_state_their_purpose():
    long, silent = [], []
    for module in modules():
        if module.is_migration:
            continue
        if len(module.path.read_text().splitlines()) > MAX_FILE_LINES:
            long.append(module.shown)
        if module.path.name != "__init__.py" and not ast.get_docstring(module.tree):
            silent.append(module.shown)
    assert (long, silent) == ([], [])


def test_source_contains_no_machine_specific_path():
    shared = (Path("/"), Path(tempfile.gettempdir()))
    here = f"{SOURCE if SOURCE.parent in shared else SOURCE.parent}/".encode()
    homes = (b"/home/", b"/Users/", b"C:\\Users\\", b"/root/")
    names = []
    for name in kept_files():
        if name.startswith("tests/architecture/") or name.endswith((".ttf", ".pdf", ".png")):
            continue
        text = (SOURCE / name).read_bytes()
        if here in text or any(home in text for home in homes):
            names.append(name)
    assert names == []


def test_public_classes_of_an_app_have_unique_names():
    """A class name must be unambiguous; Django requires `Command` for all commands."""
    owners: dict[tuple[str, str], list[str]] = {}
    for module in modules():
        if module.is_migration:
            continue
        for node in module.tree.body:
            if isinstance(node, ast.ClassDef) and not node.name.startswith("_"):
                owners.setdefault((module.app, node.name), []).append(module.name)
    shared = {name: where for (_, name), where in owners.items() if len(where) > 1}
    assert shared.keys() - {"Command"} == set()


STAYS = {
    "each": "the amount for each of several, in stored messages; the option of a rating system, by its key",
    "sent": "what a browser sends in a request, before it is an upload",
}
"""Words of the private language that are still used as names, with reasons."""


def names_given(nodes: Iterable[ast.AST]) -> set[str]:
    """Return the names of classes, functions, parameters, variables and imports that a module defines."""
    names = set()
    for node in nodes:
        if isinstance(node, ast.ClassDef | ast.FunctionDef):
            names.add(node.name)
        elif isinstance(node, ast.arg):
            names.add(node.arg)
        elif isinstance(node, ast.Name) and isinstance(node.ctx, ast.Store):
            names.add(node.id)
        elif isinstance(node, ast.alias) and node.asname:
            names.add(node.asname)
    return {name.lower() for name in names}


WHERE_NAMES_ARE_GIVEN = re.compile(
    rf"\b(?:{'|'.join(PRIVATE_WORDS)})\b\s*(?:[-+*/|&]?=(?!=)|[:,()\]}}]| in\b|$)",
    re.IGNORECASE | re.MULTILINE,
)
"""Text that may follow a private word used as a name; docstrings and comments match too."""


@pytest.mark.full
def test_names_avoid_private_vocabulary():
    given = {}
    for path in [*(SOURCE / "tests").rglob("*.py"), *(module.path for module in modules())]:
        if "migrations" not in path.parts and WHERE_NAMES_ARE_GIVEN.search(path.read_text()):
            given[path.relative_to(SOURCE).as_posix()] = names_given(ast.walk(parsed(path)))
    used = {
        word: [name for name, names in given.items() if word in names] for word in PRIVATE_WORDS
    }
    assert {word: where for word, where in used.items() if where and word not in STAYS} == {}
    assert all(used[word] for word in STAYS)  # an unused word needs no entry
