"""Plug-in folders: files are discovered, and an invalid file is named."""

import sys
from abc import ABC, abstractmethod
from dataclasses import dataclass, fields
from textwrap import dedent
from types import ModuleType
from typing import ClassVar

import pytest

from tournament.engine.plugins import BadPlugin, Plugin, Plugins, option


class Cheese(Plugin, ABC):
    """The base class of the test plug-ins."""

    label: ClassVar[str]

    @abstractmethod
    def taste(self) -> str:
        """Return the taste."""


GOUDA = '''
    from dataclasses import dataclass

    from tests.tournament.engine.test_plugins import Cheese
    from tournament.engine.plugins import option

    @dataclass(frozen=True)
    class GoudaOptions:
        """How old."""

        months: int = option(4, "How long it lay.", label="Months")

    class Gouda(Cheese):
        """A round one.

        It keeps.
        """

        label = "Gouda"
        Options = GoudaOptions

        def taste(self):
            return "mild"
'''


@pytest.fixture
def cellar(tmp_path, monkeypatch):
    """Yield a package of cheeses in an empty folder, and a function that adds a file."""
    package = ModuleType("cellar")
    package.__path__ = [str(tmp_path / "shelf")]
    (tmp_path / "shelf").mkdir()
    monkeypatch.setitem(sys.modules, "cellar", package)

    def put(name: str, text: str) -> Plugins[Cheese]:
        (tmp_path / "shelf" / f"{name}.py").write_text(dedent(text))
        return Plugins(package, Cheese)

    yield put
    for name in [name for name in sys.modules if name.startswith("cellar.")]:
        del sys.modules[name]


def test_plugin_key_is_the_file_name_and_its_help_the_docstring(cellar):
    private = '\n    class _Young(Gouda):\n        """Younger."""\n'
    cheeses = cellar("gouda", GOUDA + private)
    assert list(cheeses) == ["gouda"]
    gouda = cheeses["gouda"]
    assert gouda is cheeses["gouda"]
    assert gouda.taste() == "mild"
    assert gouda.explanation() == "A round one.\n\nIt keeps."
    assert gouda.option_names() == ("months",)
    (months,) = fields(gouda.Options)
    assert months.default == 4
    shown = {"help": "How long it lay.", "label": "Months", "choices": (), "hidden": False}
    assert months.metadata == shown


def test_option_without_a_default_is_required():
    @dataclass(frozen=True)
    class Wanted:
        place: int = option(text="Which one.")

    with pytest.raises(TypeError, match="place"):
        Wanted()


def test_plugin_file_is_imported_on_first_access_only(cellar):
    cellar("broken", "raise RuntimeError('imported')")
    cheeses = cellar("gouda", GOUDA)
    assert list(cheeses) == ["broken", "gouda"]
    assert len(cheeses) == 2
    assert "broken" in cheeses
    assert cheeses["gouda"].label == "Gouda"
    with pytest.raises(RuntimeError, match="imported"):
        cheeses["broken"]


def test_folder_added_to_the_package_is_searched_but_not_packages_and_underscore_files(
    cellar, tmp_path
):
    cellar("_shared", "SALT = 1")
    (tmp_path / "shelf" / "knives").mkdir()
    (tmp_path / "shelf" / "knives" / "__init__.py").touch()
    cheeses = cellar("gouda", GOUDA)
    assert list(cheeses) == ["gouda"]
    (tmp_path / "more").mkdir()
    (tmp_path / "more" / "edam.py").write_text(dedent(GOUDA).replace("Gouda", "Edam"))
    sys.modules["cellar"].__path__.append(str(tmp_path / "more"))
    assert [cheese.label for cheese in cheeses.values()] == ["Edam", "Gouda"]


@pytest.mark.parametrize("key", ["../gouda", "cheddar", "", None])
def test_key_is_a_file_name_and_never_a_path(cellar, key):
    cheeses = cellar("gouda", GOUDA)
    assert key not in cheeses
    with pytest.raises(KeyError):
        cheeses[key]


DOCSTRING = '"""A round one.\n\n        It keeps.\n        """'
NO_CLASS = "cellar.gouda holds one public class of the kind Cheese; found: "


@pytest.mark.parametrize(
    ("text", "reason"),
    [
        ("AGE = 4", f"{NO_CLASS}none."),
        (GOUDA + "\n    class Edam(Gouda):\n        '''Red.'''\n", f"{NO_CLASS}Gouda, Edam."),
        (
            GOUDA.replace(DOCSTRING, ""),
            "cellar.gouda: Gouda has no docstring; it is the help a director reads.",
        ),
        (
            GOUDA.replace("It keeps.", "It keeps"),
            "cellar.gouda: The docstring of Gouda is help for a director and ends with a full stop.",
        ),
        (
            GOUDA.replace('label = "Gouda"', "").replace("def taste", "def smell"),
            "cellar.gouda: Gouda does not say: label, taste.",
        ),
        (
            GOUDA.replace("Options = GoudaOptions", "Options = dict"),
            "cellar.gouda: Gouda.Options is not a dataclass, so there is no form to make of it.",
        ),
    ],
)
def test_file_without_a_required_part_is_named(cellar, text, reason):
    cheeses = cellar("gouda", text)
    with pytest.raises(BadPlugin) as refused:
        cheeses["gouda"]
    assert str(refused.value) == reason
