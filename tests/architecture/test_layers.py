"""Layers and rooms import only downwards, and each layer does only its own work."""

import ast
import re
import subprocess
import sys
from collections.abc import Callable, Collection
from graphlib import CycleError, TopologicalSorter

import pytest

from tests.architecture.modules import (
    APPS,
    FLOORS,
    ROOMS,
    SOURCE,
    SUBJECTS,
    Import,
    Module,
    in_layer,
    is_standard,
    layer_of,
    modules,
    room_of_module,
)
from tests.sources import rooms_of_addresses

BELOW_QUERIES = {"engine", "data", "models"}
BELOW_WEB = BELOW_QUERIES | {"queries", "actions"}
MAY_IMPORT = {
    "engine": set(),
    "settings": set(),
    "data": {"engine"},
    "simulation": {"engine", "data"},
    "models": {"engine", "data"},
    "queries": BELOW_QUERIES,
    "actions": BELOW_QUERIES | {"queries"},
    "reports": BELOW_QUERIES | {"queries", "definitions", "renderers"},
    "definitions": BELOW_QUERIES | {"queries", "reports"},
    "renderers": {"engine", "data", "reports"},
    "exchange": BELOW_WEB,
    # A simulated game is created for the practice page of scorekeepers.
    "web": BELOW_WEB | {"simulation", "reports", "exchange", "settings"},
    "wiring": BELOW_WEB | {"web", "settings"},
}
"""The layers that each layer may import, besides itself."""
MAY_IMPORT["commands"] = set(MAY_IMPORT) - {"definitions", "renderers"}

COMPUTING = ("numpy", "rustworkx")
"""Libraries that an engine may use: they only compute."""
OUTSIDE = (
    "os", "io", "pathlib", "shutil", "socket", "subprocess", "tempfile", "urllib", "http", "sqlite3",
)  # fmt: skip
CLOCKS = ("time", "datetime")
HTTP = ("django.http", "django.shortcuts", "django.forms", "django.views")
RENDERING = ("django.template", "django.shortcuts", "reportlab", "openpyxl")
SPEAKING = tuple(
    f"django.utils.translation.{name}"
    for name in ("gettext", "ngettext", "pgettext", "npgettext", "gettext_noop", "ngettext_lazy")
)


def imports_of(chosen: Collection[Module], wrong: Callable[[Import], object]) -> list[str]:
    """Return the forbidden imports of these modules, formatted as lines."""
    return [str(one) for module in chosen for one in module.imports() if wrong(one)]


def test_every_module_has_a_layer():
    without = [m.name for m in modules() if m.layer is None and m.path.name != "__init__.py"]
    assert without == [], "give each its layer in tests/architecture/modules.py"


@pytest.mark.parametrize("layer", MAY_IMPORT)
def test_no_import_points_upwards(layer):
    allowed = MAY_IMPORT[layer] | {layer, "version", None}
    up = imports_of(
        in_layer(layer), lambda one: one.begins_with(*APPS) and layer_of(one.name) not in allowed
    )
    assert up == []


@pytest.mark.parametrize(
    ("layers", "forbidden"),
    [
        (("engine",), OUTSIDE + CLOCKS),
        (("models", "queries", "actions", "definitions"), HTTP + RENDERING),
        (("renderers",), ("django.db", "django.http", "django.views", "django.forms")),
        (tuple({*MAY_IMPORT} - {"renderers"}), ("reportlab", "openpyxl")),
    ],
)
def test_layer_does_only_its_own_work(layers, forbidden):
    assert imports_of(in_layer(*layers), lambda one: one.begins_with(*forbidden)) == []


def is_of_the_unseeded_random(one: Import) -> bool:
    """Return whether it is more than the class: the functions of the random module share one state."""
    return one.begins_with("random") and one.name != "random.Random"


def is_foreign_to_an_engine(one: Import) -> bool:
    """Return whether it is neither Python itself, nor a numerical library, nor of the engine."""
    return not (is_standard(one.name) or one.begins_with(f"{one.module.app}.engine", *COMPUTING))


@pytest.mark.parametrize(
    ("chosen", "wrong"),
    [
        (modules("scoring"), lambda one: one.begins_with("tournament")),
        (in_layer("engine", "simulation", "actions", "queries"), is_of_the_unseeded_random),
        (in_layer("engine"), is_foreign_to_an_engine),
        # Queries may use tables of labels; the handbook consists of text.
        (
            [m for m in in_layer("queries") if not m.name.startswith("scoring.handbook")],
            lambda one: one.begins_with(*SPEAKING),
        ),
    ],
    ids=["scoring without tournament", "seeded draws", "engines alone", "queries without words"],
)
def test_modules_import_only_what_their_work_needs(chosen, wrong):
    assert imports_of(chosen, wrong) == []


@pytest.mark.parametrize("app", APPS)
def test_engine_modules_have_no_import_cycles(app):
    """Not even for a type or inside a function: the modules have an order."""
    ours = {module.name: module for module in in_layer("engine") if module.app == app}
    needs = {
        name: {
            target for imported in module.imports() if (target := _module_of(imported.name, ours))
        }
        for name, module in ours.items()
    }
    try:
        TopologicalSorter(needs).prepare()
    except CycleError as cycle:
        pytest.fail(" needs ".join(reversed(cycle.args[1])))


def _module_of(name: str, ours: Collection[str]) -> str | None:
    """Return the module that an imported name is or belongs to."""
    owner = name.rpartition(".")[0]
    return name if name in ours else owner if owner in ours else None


def test_apps_and_engine_modules_import_without_django():
    """In a new Python process, because Django is already loaded here."""
    engine = ", ".join([*APPS, *(module.name for module in in_layer("engine"))])
    program = f"import sys; import {engine}; sys.exit('django' in sys.modules)"
    assert subprocess.run([sys.executable, "-c", program], cwd=SOURCE, check=False).returncode == 0


WRITING = {"save", "bulk_create", "bulk_update", "get_or_create", "update_or_create"}
ON_MANAGERS = {"create", "update", "delete"}


def test_only_actions_write():
    """`x.save()`, `X.objects.create()` and the like occur only in actions and migrations."""
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
                writing.append(f"{module.shown}:{node.lineno} {owner}.{verb}()")
    assert writing == []


def test_migrations_use_the_requested_database():
    """An older snapshot is migrated in a second database, next to the program's own."""
    elsewhere = [
        str(path.relative_to(SOURCE))
        for path in SOURCE.glob("*/migrations/*.py")
        if (text := path.read_text(encoding="utf-8")).count(".objects")
        != text.count(".objects.using(")
    ]
    assert elsewhere == []


def _is_drawing(owner: str) -> bool:
    """Return whether `.save()` belongs to a PDF, a picture or a workbook."""
    return owner.split(".")[-1] in {"canvas", "pdf", "workbook", "book", "sheet", "image"}


def subject_of(name: str) -> tuple[str, str] | None:
    """Return the layer and the subject of a dotted name, or None if it has no subject."""
    app, floor, subject, *_ = [*name.split("."), "", "", ""]
    return (
        (floor, subject)
        if app == "tournament" and floor in FLOORS and subject in SUBJECTS
        else None
    )


@pytest.mark.parametrize("floor", ["web", "queries"])
def test_subject_imports_only_earlier_subjects(floor):
    """Actions may call the public functions of any subject; the other layers follow the order."""

    def is_later(one: Import) -> bool:
        here, there = subject_of(one.module.name), subject_of(one.name)
        return bool(
            here and there and here[0] == there[0] == floor
            and SUBJECTS.index(there[1]) > SUBJECTS.index(here[1])
        )  # fmt: skip

    assert imports_of(modules("tournament"), is_later) == []


def test_action_modules_do_not_import_each_other():
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


TEMPLATES = SOURCE / "templates"
OF_ALL_SUBJECTS = {"help", "reports"}
"""Template folders outside the subjects: the help, and reports as pages."""
SHARED = {
    "public.html", "confirmation.html", "_conflict.html", "_form.html",
    "_frame_find.html", "_frame_panel.html", "_frame_places.html", "_frame_tabs.html", "_frame_top.html",
    "_job.html", "_list_of_event.html", "_parts.html", "_practice.html", "_qr.html",
}  # fmt: skip
"""Templates above the subjects: page frames, and parts of pages for every subject."""

NAMED = re.compile(r"tournament/([\w{}]+)/[\w/{}-]+\.html(?:#\w+)?")
"""The template names in a view."""
INCLUDED = re.compile(r'\{% (?:include|extends) "tournament/([^"]+)"')


def folders(*path: str) -> set[str]:
    """Return the folders, ignoring those that contain only compiled files of an earlier version."""
    inside = (inner for inner in SOURCE.joinpath(*path).iterdir() if inner.is_dir())
    there = {
        inner.name
        for inner in inside
        if any(file.name != "__pycache__" for file in inner.iterdir())
    }
    return there - {"__pycache__", "cases"}


def test_code_templates_and_tests_have_the_same_seven_subjects():
    for floor in FLOORS:
        assert folders("tournament", floor) == set(SUBJECTS), floor
        # Formats are tested by reading and writing files, in `tests/tournament/exchange`, and
        # what is seen of a division in `tests/tournament/queries/test_seen.py`.
        seen = {"rounds", "standings"} if floor == "queries" else set()
        tried = folders("tests", "tournament", floor)
        assert tried >= set(SUBJECTS) - {"files", "event"} - seen
        assert tried <= set(SUBJECTS), floor
    assert folders("templates", "tournament") == {*SUBJECTS, *OF_ALL_SUBJECTS}
    above = {path.name for path in (TEMPLATES / "tournament").iterdir() if path.is_file()}
    assert above == SHARED


def place_of(folder: str) -> int:
    """Return the position of a template folder in the order of the subjects, or -1 for shared ones."""
    return SUBJECTS.index(folder) if folder in SUBJECTS else -1


def templates_named(tree: ast.AST) -> set[str]:
    """Return the folders of the templates used in a view, including names with placeholders."""
    names = set()
    for node in ast.walk(tree):
        if isinstance(node, ast.Constant) and isinstance(node.value, str):
            names.add(node.value)
        elif isinstance(node, ast.JoinedStr):
            names.add(
                "".join(v.value if isinstance(v, ast.Constant) else "{}" for v in node.values)
            )
    return {match[1] for name in names if (match := NAMED.fullmatch(name))}


def test_page_uses_only_its_own_and_earlier_subjects():
    """As with imports: a page of results may include a part of rounds, but not the reverse."""
    out_of_order = []
    for path in TEMPLATES.rglob("*.html"):
        name = path.relative_to(
            TEMPLATES / "tournament" if "tournament" in path.parts else TEMPLATES
        )
        here = place_of(name.parts[0])
        out_of_order += [
            f"{name} is made of {part}"
            for part in INCLUDED.findall(path.read_text(encoding="utf-8"))
            if place_of(part.partition("/")[0]) > here
        ]
    for module in modules("tournament"):
        if module.name.startswith("tournament.web."):
            here = place_of(module.name.split(".")[2])
            named = templates_named(module.tree)
            out_of_order += [f"{module.name} shows {f}" for f in named if place_of(f) > here]
    assert out_of_order == []


def modules_by_stem() -> dict[str, set[tuple[str, str]]]:
    """Return the layers and subjects that contain a module of each name."""
    places: dict[str, set[tuple[str, str]]] = {}
    for floor in FLOORS:
        for subject in SUBJECTS:
            for path in (SOURCE / "tournament" / floor / subject).glob("*.py"):
                places.setdefault(path.stem, set()).add((floor, subject))
    return places


IN_TWO_SUBJECTS = {
    "entries": "of people: who is entered; of results: the results that are entered",
    "events": "of the event: which there are; of files: what stands in a file of one",
}
"""Module names that occur in several subjects, with reasons; forms, tables and URLs occur in all."""


def test_noun_has_the_same_subject_in_every_layer():
    subjects = {
        stem: {subject for _, subject in places} for stem, places in modules_by_stem().items()
    }
    several = {stem for stem, of in subjects.items() if len(of) > 1}
    assert several - {"__init__", "forms", "tables", "urls"} == IN_TWO_SUBJECTS.keys()


MAY_USE = {("broadcast", "hall")}
"""The rooms that each room may use. All rooms may use the core."""
LEADS_TO = re.compile(r"""\{% (?:url|include|extends|static) ["']([^"']+)["']""")
"""The URLs, templates and static files that a template names."""


def is_strange(here: str, there: str) -> bool:
    """Return whether code in `here`, a room or the core, must not refer to the room `there`."""
    return bool(there) and there != here and (here, there) not in MAY_USE


def test_core_imports_no_room_and_rooms_do_not_import_each_other():
    def wrong(one: Import) -> bool:
        return is_strange(room_of_module(one.module.name), room_of_module(one.name))

    assert imports_of(modules("tournament"), wrong) == []


def test_templates_link_only_to_rooms_they_may_know():
    """Rooms add cards and links to other pages (`tournament.web.cards`)."""
    rooms = rooms_of_addresses() | {room: room for room in ROOMS}
    for room in ROOMS:
        static = SOURCE / "tournament" / room / "static"
        rooms |= {path.relative_to(static).as_posix(): room for path in static.rglob("*.*")}
    folders_by_room = {"": TEMPLATES} | {
        room: SOURCE / "tournament" / room / "templates" for room in ROOMS
    }
    wrong = [
        f"{path.relative_to(SOURCE)} leads to {name}"
        for here, folder in folders_by_room.items()
        for path in folder.rglob("*.html")
        for name in LEADS_TO.findall(path.read_text(encoding="utf-8"))
        if is_strange(here, rooms.get(name) or rooms.get(name.partition("/")[0], ""))
    ]
    assert wrong == []


def test_views_link_only_to_rooms_they_may_know():
    rooms = rooms_of_addresses()
    wrong = [
        f"{module.shown}:{node.lineno} leads to {node.args[0].value}"
        for module in modules("tournament")
        for node in module.nodes
        if isinstance(node, ast.Call)
        and ast.unparse(node.func) in {"reverse", "reverse_lazy", "redirect"}
        and node.args
        and isinstance(node.args[0], ast.Constant)
        and is_strange(room_of_module(module.name), rooms.get(node.args[0].value, ""))
    ]
    assert wrong == []
