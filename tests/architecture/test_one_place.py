"""A pairing method, a metric, a report, a tile set is one new file and nothing else anywhere."""

import ast

import pytest

from tests.architecture.modules import SOURCE, modules

FOUND_BY_WALKING = [
    "tournament.engine.standings.metrics",
    "tournament.engine.pairing.methods",
    "tournament.engine.prizes.kinds",
    "tournament.engine.ratings.systems",
    "tournament.reports.definitions",
    "tournament.exchange.formats",
    "tournament.exchange.table_formats",
]
DATA_FOLDERS = [
    "scoring/data/tilesets",
    "scoring/data/layouts",
    "scoring/data/rules",
    "tournament/presets",
]
PRESENT = [name for name in FOUND_BY_WALKING if (SOURCE / name.replace(".", "/")).exists()]


def plugs(package: str):
    return [module for module in modules() if module.name.startswith(f"{package}.")]


@pytest.mark.parametrize("package", PRESENT)
def test_nobody_names_a_file_that_is_found_by_walking(package):
    """An import from outside would be the second place to change when one is added."""
    found_by_walking = [plug.name for plug in plugs(package)]
    named = [
        str(found)
        for module in modules()
        if not module.name.startswith(package)
        for found in module.imports()
        if found.begins_with(*found_by_walking)
    ]
    assert named == []


@pytest.mark.parametrize("package", PRESENT)
def test_each_file_brings_one_class_whose_docstring_is_its_help(package):
    for module in plugs(package):
        classes = [node for node in module.tree.body if isinstance(node, ast.ClassDef)]
        public = [node for node in classes if not node.name.startswith("_")]
        explained = [node for node in public if ast.get_docstring(node)]
        assert explained, f"{module.name} explains no class of its own"


@pytest.mark.parametrize("folder", DATA_FOLDERS)
def test_no_source_file_names_a_data_file_but_the_standard_one(folder):
    """A key written into the program would be a second place; the standard game is the one default."""
    # A key such as "club" is a word of the language too; only the unmistakable ones are looked for.
    keys = {path.stem for path in (SOURCE / folder).glob("*.toml") if "_" in path.stem}
    named = {}
    for module in modules():
        if "migrations" in module.path.parts:
            continue
        for node in ast.walk(module.tree):
            if isinstance(node, ast.Constant) and node.value in keys:
                named.setdefault(node.value, []).append(f"{module.name}:{node.lineno}")
    # One default per kind at most: what a game is when nobody says otherwise.
    assert len(named) <= 1, named
