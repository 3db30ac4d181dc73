"""Data files are validated strictly: an error names the file and the key."""

import pytest

from scoring.engine.board.datafile import DataFileError, parse_data_file, typed_value


def refusal(text: str, keys=("name", "size"), optional=("note",)) -> str:
    with pytest.raises(DataFileError) as refused:
        parse_data_file(text, "boards/x.toml", keys, optional)
    assert refused.value.source == "boards/x.toml"
    return str(refused.value)


def test_unknown_key_is_refused_with_the_known_keys():
    sentence = refusal('nome = "a"\nsize = 3')
    assert sentence == "boards/x.toml: unknown key “nome”. Known keys: name, size, note."


@pytest.mark.parametrize(
    ("value", "kind", "sentence"),
    [
        (1, str, "“size” must be text, not 1."),
        ("1", int, "“size” must be a whole number, not '1'."),
        (True, int, "“size” must be a whole number, not True."),
        (1, bool, "“size” must be true or false, not 1."),
        ("a", list, "“size” must be a list, not 'a'."),
        ([], dict, "“size” must be a table, not []."),
    ],
)
def test_value_of_the_wrong_type_names_its_key(value, kind, sentence):
    with pytest.raises(DataFileError) as refused:
        typed_value({"size": value}, "size", kind, "boards/x.toml")
    assert str(refused.value) == f"boards/x.toml: {sentence}"
