"""The arrows between the layers point down, and each layer keeps its hands off what is not its work."""

import ast
import subprocess
import sys
from collections.abc import Collection
from graphlib import CycleError, TopologicalSorter

import pytest

from tests.architecture.modules import (
    APPS,
    FLOORS,
    ROOMS,
    SOURCE,
    Import,
    in_layer,
    is_standard,
    layer_of,
    modules,
)

# Which layers of ours each layer may import. Its own is always allowed.
MAY_IMPORT = {
    "engine": set(),
    "settings": set(),
    "data": {"engine"},
    "simulation": {"engine", "data"},
    "models": {"engine", "data"},
    "queries": {"engine", "data", "models"},
    "actions": {"engine", "data", "models", "queries"},
    "reports": {"engine", "data", "models", "queries", "definitions", "renderers"},
    "definitions": {"engine", "data", "models", "queries", "reports"},
    "renderers": {"engine", "data", "reports"},
    "exchange": {"engine", "data", "models", "queries", "actions"},
    # The page on which scorekeepers practise has a made-up game played for it.
    "web": {
        "engine",
        "data",
        "simulation",
        "models",
        "queries",
        "actions",
        "reports",
        "exchange",
        "settings",
    },
    "wiring": {"engine", "data", "models", "queries", "actions", "web", "settings"},
}
MAY_IMPORT["commands"] = set(MAY_IMPORT) - {"definitions", "renderers"}

# Libraries an engine may use: they compute with what they are given and reach nothing else.
COMPUTING = ("numpy", "rustworkx")

# What reaches outside the program, knows the time, or belongs to another layer.
OUTSIDE = (
    "os",
    "io",
    "pathlib",
    "shutil",
    "socket",
    "subprocess",
    "tempfile",
    "urllib",
    "http",
    "sqlite3",
)
CLOCKS = ("time", "datetime")
HTTP = ("django.http", "django.shortcuts", "django.forms", "django.views")
RENDERING = ("django.template", "django.shortcuts", "reportlab", "openpyxl")


def names(imports: list[Import]) -> list[str]:
    return [str(imported) for imported in imports]


def test_every_module_has_a_layer():
    without = [m.name for m in modules() if m.layer is None and m.name not in APPS]
    assert without == [], "give each its layer in tests/architecture/modules.py"


@pytest.mark.parametrize("layer", MAY_IMPORT)
def test_no_arrow_points_up(layer):
    allowed = MAY_IMPORT[layer] | {layer}
    up = [
        imported
        for module in in_layer(layer)
        for imported in module.imports()
        if imported.begins_with(*APPS)
        and (target := layer_of(imported.name))
        and target not in allowed
    ]
    assert names(up) == []


def room_of(name: str) -> tuple[str, str] | None:
    """Return the floor and the room of a dotted name; None for what stands in no room."""
    app, floor, room, *_ = [*name.split("."), "", "", ""]
    return (floor, room) if app == "tournament" and floor in FLOORS and room in ROOMS else None


def test_every_floor_has_the_same_seven_rooms():
    for floor in FLOORS:
        folders = {path.name for path in (SOURCE / "tournament" / floor).iterdir() if path.is_dir()}
        assert folders - {"__pycache__", "api", "stream"} == set(ROOMS), floor


@pytest.mark.parametrize("floor", ["web", "queries"])
def test_a_room_leans_only_on_those_before_it(floor):
    """Actions may call the public verbs of any room; the other floors keep the order."""
    out_of_order = [
        imported
        for module in modules("tournament")
        for imported in module.imports()
        if (here := room_of(module.name))
        and (there := room_of(imported.name))
        and here[0] == there[0] == floor
        and ROOMS.index(there[1]) > ROOMS.index(here[1])
    ]
    assert names(out_of_order) == []


def test_no_two_modules_of_the_actions_import_each_other():
    uses = {
        module.name: {
            ".".join(imported.name.split(".")[:4])
            for imported in module.imports()
            if imported.begins_with("tournament.actions")
        }
        for module in modules("tournament")
        if module.name.startswith("tournament.actions.")
    }
    mutual = [
        (one, other)
        for one, wanted in uses.items()
        for other in wanted
        if one < other and one in uses.get(other, ())
    ]
    assert mutual == []


def test_scoring_never_imports_tournament():
    wrong = [i for m in modules("scoring") for i in m.imports() if i.begins_with("tournament")]
    assert names(wrong) == []


def test_an_engine_imports_only_python_and_itself_and_what_computes():
    foreign = [
        imported
        for module in in_layer("engine")
        for imported in module.imports()
        if not is_standard(imported.name)
        and not imported.begins_with(f"{module.app}.engine", *COMPUTING)
    ]
    assert names(foreign) == []


@pytest.mark.parametrize("app", APPS)
def test_no_modules_of_an_engine_need_each_other(app):
    """Not even for a type or inside a function: what each module knows has an order."""
    ours = {module.name: module for module in in_layer("engine") if module.app == app}
    needs = {
        name: {
            target for imported in module.imports() if (target := _module_of(imported.name, ours))
        }
        for name, module in ours.items()
    }
    try:
        TopologicalSorter(needs).prepare()
    except CycleError as circle:
        pytest.fail(" needs ".join(reversed(circle.args[1])))


def _module_of(name: str, ours: Collection[str]) -> str | None:
    """Return the module that an imported name is or stands in."""
    owner = name.rpartition(".")[0]
    return name if name in ours else owner if owner in ours else None


def test_an_engine_neither_reads_files_nor_looks_at_the_clock():
    reaching = [
        i for m in in_layer("engine") for i in m.imports() if i.begins_with(*OUTSIDE, *CLOCKS)
    ]
    assert names(reaching) == []


def test_lots_are_drawn_from_a_seed_the_caller_gives():
    """Only the class is imported: the module's own functions share one unseeded state."""
    drawn = [
        imported
        for module in in_layer("engine", "simulation", "actions", "queries")
        for imported in module.imports()
        if imported.begins_with("random") and imported.name != "random.Random"
    ]
    assert names(drawn) == []


def test_only_renderers_know_paper_and_spreadsheets():
    wrong = [
        imported
        for module in modules()
        if module.layer != "renderers"
        for imported in module.imports()
        if imported.begins_with("reportlab", "openpyxl")
    ]
    assert names(wrong) == []


@pytest.mark.parametrize(
    ("layers", "forbidden"),
    [
        (("models",), HTTP + RENDERING),
        (("queries", "actions"), HTTP + RENDERING),
        (("definitions",), HTTP + RENDERING),
        (("renderers",), ("django.db", "django.http", "django.views", "django.forms")),
    ],
)
def test_a_layer_leaves_the_work_of_others_alone(layers, forbidden):
    wrong = [i for m in in_layer(*layers) for i in m.imports() if i.begins_with(*forbidden)]
    assert names(wrong) == []


SPEAKING = tuple(
    f"django.utils.translation.{name}"
    for name in ("gettext", "ngettext", "pgettext", "npgettext", "gettext_noop", "ngettext_lazy")
)


def test_queries_find_and_leave_the_sentence_to_wording():
    """A query may label what it returns by a table; the handbook is text."""
    speaking = [
        imported
        for module in in_layer("queries")
        if not module.name.startswith("scoring.handbook")
        for imported in module.imports()
        if imported.begins_with(*SPEAKING)
    ]
    assert names(speaking) == []


WRITING = {"save", "bulk_create", "bulk_update", "get_or_create", "update_or_create"}
ON_MANAGERS = {"create", "update", "delete"}


def test_only_actions_write():
    """`x.save()`, `X.objects.create()` and their kin stand nowhere outside actions and migrations."""
    writing = []
    layers = ("queries", "reports", "definitions", "renderers", "exchange", "web", "commands")
    for module in in_layer(*layers):
        for node in module.nodes:
            if not (isinstance(node, ast.Call) and isinstance(node.func, ast.Attribute)):
                continue
            verb = node.func.attr
            if verb not in WRITING | ON_MANAGERS:
                continue
            owner = ast.unparse(node.func.value)
            on_a_manager = "objects" in owner.split(".") or ".objects." in owner
            if (verb in WRITING and not _is_drawing(owner)) or (
                verb in ON_MANAGERS and on_a_manager
            ):
                writing.append(f"{module.path.relative_to(SOURCE)}:{node.lineno} {owner}.{verb}()")
    assert writing == []


def test_migrations_work_in_the_database_they_are_asked_to():
    """A snapshot of an older version is brought up to date beside the database that the program works with."""
    elsewhere = [
        str(path.relative_to(SOURCE))
        for path in SOURCE.glob("*/migrations/*.py")
        if (text := path.read_text(encoding="utf-8")).count(".objects")
        != text.count(".objects.using(")
    ]
    assert elsewhere == []


def _is_drawing(owner: str) -> bool:
    """Tell whether `.save()` is asked of a PDF, a picture or a workbook."""
    return owner.split(".")[-1] in {"canvas", "pdf", "workbook", "book", "sheet", "image"}


@pytest.mark.parametrize(
    "package", ["scoring", "tournament", "scoring.engine", "tournament.engine"]
)
def test_importing_a_package_does_not_import_django(package):
    """A fresh Python: this one has Django loaded already."""
    program = f"import sys, {package}; sys.exit('django' in sys.modules)"
    assert subprocess.run([sys.executable, "-c", program], cwd=SOURCE, check=False).returncode == 0


def test_every_engine_module_loads_without_django():
    engine = ", ".join(module.name for module in in_layer("engine"))
    program = f"import sys; import {engine}; sys.exit('django' in sys.modules)"
    assert subprocess.run([sys.executable, "-c", program], cwd=SOURCE, check=False).returncode == 0
