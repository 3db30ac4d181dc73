"""Templates and tests have the rooms of the code, and each lies in the room of what it shows or tries.

That web, actions and queries have the rooms, and which room leans on which, is held by `test_layers`.
"""

import ast
import re
from pathlib import Path

from tests.architecture.modules import FLOORS, ROOMS, SOURCE, modules, parsed

TEMPLATES = SOURCE / "templates"
TESTS = SOURCE / "tests" / "tournament"

FOR_THE_AUDIENCE = {"site", "me", "kiosk", "screen", "stream"}
"""Folders of templates of pages that players and the audience see; the room of the event makes them."""
OF_ALL_ROOMS = {"help", "reports"}
"""Folders of templates beside the rooms: the help, and a report as a page, which every room may show."""
SHARED = {
    "public.html", "confirmation.html", "_breadcrumb.html", "_conflict.html", "_field.html", "_form.html",
    "_frame_find.html", "_frame_panel.html", "_frame_places.html", "_frame_tabs.html", "_frame_top.html",
    "_job.html", "_let_phones_in_first.html", "_list_of_event.html", "_parts.html", "_practice.html",
}  # fmt: skip
"""Templates above the rooms: the frame of a page, and parts of pages that every room may use."""

TESTED_TOGETHER = {
    "web": {
        "empty_pages", "field_errors", "help", "lists", "marked_rows", "null_characters", "parts",
        "right_to_left", "two_people",
    },
    "actions": {"changed_meanwhile", "two_at_once"},
    "queries": {"searching"},
}  # fmt: skip
"""Tests above the rooms of a floor that try no module above the rooms: each walks through all rooms."""
WALKS = {"web/safety/test_what_strangers_see.py"}
"""Tests that use other rooms' pages only to plant what must not be seen."""
TESTED_ELSEWHERE = {("queries", "files")}
"""Without tests of its own: what files hold is tried by reading and writing them, in `tests/tournament/exchange`."""

NAMED = re.compile(r"(?:tournament/)?([\w{}]+)/[\w/{}-]+\.html(?:#\w+)?")
"""How a view names a template; `page` puts "tournament/" before the name."""
INCLUDED = re.compile(r'\{% (?:include|extends) "tournament/([^"]+)"')


def folders(path: Path) -> set[str]:
    return {inner.name for inner in path.iterdir() if inner.is_dir()} - {"__pycache__", "cases"}


def test_templates_have_the_same_seven_rooms():
    tournament = TEMPLATES / "tournament"
    assert folders(tournament) == {*ROOMS, *FOR_THE_AUDIENCE, *OF_ALL_ROOMS}
    assert {path.name for path in tournament.iterdir() if path.is_file()} == SHARED


def test_tests_have_the_same_seven_rooms():
    for floor in FLOORS:
        untried = {room for of, room in TESTED_ELSEWHERE if of == floor}
        assert folders(TESTS / floor) - {"api"} == set(ROOMS) - untried, floor


def place_of(folder: str) -> int:
    """Return where in the order of the rooms a folder of templates stands; -1 for what all rooms may use."""
    room = "event" if folder in FOR_THE_AUDIENCE else folder
    return ROOMS.index(room) if room in ROOMS else -1


def templates_named(tree: ast.AST) -> set[str]:
    """Return the folders of the templates that a view names, also where a part of the name is filled in."""
    names = set()
    for node in ast.walk(tree):
        if isinstance(node, ast.Constant) and isinstance(node.value, str):
            names.add(node.value)
        elif isinstance(node, ast.JoinedStr):
            names.add(
                "".join(v.value if isinstance(v, ast.Constant) else "{}" for v in node.values)
            )
    return {match[1] for name in names if (match := NAMED.fullmatch(name))}


def test_a_page_is_made_of_its_own_room_and_of_those_before_it():
    """As with imports: a page of results may show a part of rounds, and not the other way round."""
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
    """Return the floors and rooms in which a module of each name stands."""
    places: dict[str, set[tuple[str, str]]] = {}
    for floor in FLOORS:
        for room in ROOMS:
            for path in (SOURCE / "tournament" / floor / room).glob("*.py"):
                places.setdefault(path.stem, set()).add((floor, room))
    return places


IN_TWO_ROOMS = {
    "entries": "of people: who is entered; of results: the results that are entered",
    "events": "of the event: which there are; of files: what stands in a file of one",
    "reports": "of files: what is printed; of results: what players report",
    "publishing": "the site is a file, and its page is made of pages of the event, which comes last",
}
"""Names of modules that stand in several rooms, and why; every room has its forms, tables and addresses."""


def test_a_noun_stands_in_the_same_room_on_every_floor():
    rooms = {stem: {room for _, room in places} for stem, places in modules_by_stem().items()}
    several = {stem for stem, of in rooms.items() if len(of) > 1}
    assert several - {"__init__", "forms", "tables", "urls"} == IN_TWO_ROOMS.keys()


def test_a_test_lies_in_the_room_of_what_it_tries():
    """By its name: that of a module of its floor, or of another one. By its imports: one at least is of its room."""
    places = modules_by_stem()
    misplaced = []
    for path in sorted(path for floor in FLOORS for path in (TESTS / floor).glob("*/test_*.py")):
        name = path.relative_to(TESTS)
        floor, room, _ = name.parts
        if room not in ROOMS or str(name) in WALKS:
            continue
        tried = places.get(path.stem.removeprefix("test_"), set())
        of_its_name = {r for f, r in tried if f == floor} or {r for _, r in tried}
        imported = {
            node.module.split(".")[2]
            for node in parsed(path).body
            if isinstance(node, ast.ImportFrom)
            and (node.module or "").startswith(f"tournament.{floor}.")
        } & set(ROOMS)
        misplaced += [
            f"{name} tries {sorted(rooms)}"
            for rooms in (of_its_name, imported)
            if rooms and room not in rooms
        ]
    assert misplaced == []


def test_above_the_rooms_stand_only_tests_of_what_stands_there():
    for floor in FLOORS:
        above = {path.stem.removeprefix("test_") for path in (TESTS / floor).glob("test_*.py")}
        there = {path.stem for path in (SOURCE / "tournament" / floor).glob("*.py")}
        assert above - there == TESTED_TOGETHER[floor], floor
