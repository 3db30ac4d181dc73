"""A pairing method, metric, report or tile set is a single new file."""

import ast
from functools import cache
from importlib import import_module

import pytest

from tests.architecture.modules import SOURCE, modules
from tournament.engine.plugins import Plugins

DATA_FOLDERS = ("data/tilesets", "data/layouts", "data/rules", "../tournament/presets")


@cache
def walked_folders() -> dict[str, Plugins]:
    """Return the content of every plug-in folder by package, according to the source."""
    places = {}
    for module in modules("tournament"):
        for node in module.tree.body:
            if isinstance(node, ast.Assign) and ast.unparse(node.value).startswith("Plugins("):
                plugins = getattr(import_module(module.name), ast.unparse(node.targets[0]))
                places[plugins.package.__name__] = plugins
    return places


def test_plugins_of_every_kind_are_found_by_walking_their_folder():
    assert {name.removeprefix("tournament.") for name in walked_folders()} >= {
        "engine.standings.metrics", "engine.pairing.methods", "engine.prizes.kinds", "engine.ratings.systems",
        "reports.definitions", "reports.renderers", "exchange.formats", "exchange.table_formats",
    }  # fmt: skip


def test_folders_of_code_are_walked_in_one_place():
    walking = {
        module.name
        for module in modules()
        for imported in module.imports()
        if imported.begins_with("pkgutil")
    }
    assert walking == {"tournament.engine.plugins"}


def test_no_module_names_a_plugin_file():
    """Otherwise a new file would require a second change."""
    files = {
        package: [f"{package}.{key}" for key in plugins]
        for package, plugins in walked_folders().items()
    }
    named = [
        str(imported)
        for module in modules()
        for package, keys in files.items()
        if not module.name.startswith(package)
        for imported in module.imports()
        if imported.begins_with(*keys)
    ]
    assert named == []


def test_every_plugin_file_has_one_class_with_help_in_its_docstring():
    """Loading a file with any other content raises `BadPlugin`."""
    for package, plugins in walked_folders().items():
        assert [type(plugin).__module__ for plugin in plugins.values()] == [
            f"{package}.{key}" for key in plugins
        ]


@pytest.mark.parametrize("folder", DATA_FOLDERS)
def test_source_files_name_only_the_default_data_file(folder):
    # A key such as "club" is also an ordinary word, so only keys with an underscore are searched.
    keys = {path.stem for path in (SOURCE / "scoring" / folder).glob("*.toml") if "_" in path.stem}
    named = {}
    for module in modules():
        for node in () if module.is_migration else module.nodes:
            if isinstance(node, ast.Constant) and node.value in keys:
                named.setdefault(node.value, []).append(f"{module.name}:{node.lineno}")
    # At most one default for each kind.
    assert len(named) <= 1, named
