"""The catalogue finds every data file by name and lists them."""

import pytest

from scoring import catalogue
from scoring.engine.board.datafile import DataFileError


@pytest.mark.parametrize(
    ("folder", "entries"),
    [
        ("tilesets", catalogue.tile_sets),
        ("layouts", catalogue.layouts),
        ("rules", catalogue.rule_sets),
    ],
)
def test_every_file_is_listed_under_its_name(folder, entries):
    names = sorted(path.stem for path in (catalogue.DATA / folder).glob("*.toml"))
    assert sorted(entries()) == names
    assert [item.key for item in entries().values()] == list(entries())


@pytest.mark.parametrize(
    ("get", "what", "known"),
    [
        (catalogue.tile_set, "tile set", "english"),
        (catalogue.layout, "board layout", "standard, super"),
        (catalogue.rule_set, "rule set", "naspa_nwl"),
    ],
)
def test_unknown_key_is_refused_with_the_known_keys(get, what, known):
    with pytest.raises(catalogue.NotInCatalogue) as refused:
        get("nonesuch")
    assert str(refused.value).startswith(f"There is no {what} “nonesuch”. Available {what}s: ")
    assert known in str(refused.value)


def test_new_file_adds_a_set_and_an_invalid_one_is_named(tmp_path, monkeypatch):
    (tmp_path / "layouts").mkdir()
    new = tmp_path / "layouts" / "tiny.toml"
    new.write_text('name = "Tiny"\nstart = "A1"\nsquares = """\n2 .\n. 3\n"""\n', "utf-8")
    monkeypatch.setattr(catalogue, "DATA", tmp_path)
    catalogue.layouts.cache_clear()
    try:
        assert catalogue.layout("tiny").name == "Tiny"
        new.write_text('name = "Tiny"\n', "utf-8")
        catalogue.layouts.cache_clear()
        with pytest.raises(DataFileError, match=r"layouts/tiny\.toml: the key “start” is missing"):
            catalogue.layouts()
    finally:
        catalogue.layouts.cache_clear()
